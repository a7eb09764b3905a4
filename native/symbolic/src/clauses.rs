//! Comparisons of expressions as order constraints.

use palus_classes::Relation;
use palus_sequence::Primitive;
use rustc_hash::FxHashMap;

use crate::arithmetic;
use crate::condition::{Condition, compares};
use crate::order::{Bounds, Clause, Conjunct, Difference};
use crate::term::{Node, Term};

/// The unknowns of some conditions by number: variables, and each expression that is no sum of one and a constant. What is said of
/// such an expression leaves out how it hangs on its variables, so that less is demanded than is meant.
#[derive(Clone, Debug)]
pub(crate) struct Unknowns {
    numbers: FxHashMap<Term, usize>,
    pub(crate) terms: Vec<Term>,
    pub(crate) bounds: Bounds,
    /// Whether one of them is no variable.
    pub(crate) has_compound: bool,
}

/// An unknown and a constant, which is what an expression is worth where the unknown is within some values.
struct Case {
    unknown: usize,
    offset: i128,
    within: Option<(i128, i128)>,
}

impl Unknowns {
    pub(crate) fn new() -> Self {
        Self {
            numbers: FxHashMap::default(),
            terms: vec![Term::Int(0)],
            bounds: Bounds(vec![(0, 0)]),
            has_compound: false,
        }
    }

    /// The number of an unknown.
    pub(crate) fn number(&mut self, term: &Term) -> usize {
        if let Some(number) = self.numbers.get(term) {
            return *number;
        }
        let number = self.terms.len();
        let (low, high) = term.range();
        self.has_compound |= !matches!(term, Term::Variable(_));
        self.numbers.insert(term.clone(), number);
        self.terms.push(term.clone());
        self.bounds.0.push((low.into(), high.into()));
        number
    }

    /// The clause that a condition is.
    pub(crate) fn clause(&mut self, condition: &Condition) -> Clause {
        let (left, right) = (self.cases(&condition.left), self.cases(&condition.right));
        let mut clause = Vec::new();
        for l in &left {
            for r in &right {
                let mut guard = Vec::new();
                l.demand(&mut guard);
                r.demand(&mut guard);
                if l.unknown == r.unknown {
                    if compares(condition.relation, l.offset, r.offset) {
                        clause.push(guard);
                    }
                    continue;
                }
                for mut conjunct in compared(condition.relation, l, r) {
                    conjunct.extend(&guard);
                    clause.push(conjunct);
                }
            }
        }
        clause
    }

    /// What an expression is worth: a sum of an unknown and a constant is another one where it wraps around.
    fn cases(&mut self, term: &Term) -> Vec<Case> {
        if let Some(value) = term.value() {
            return vec![Case {
                unknown: 0,
                offset: value.into(),
                within: None,
            }];
        }
        let (inner, is_made_long) = match term {
            Term::Compound(compound) => match &compound.node {
                Node::Convert(Primitive::Long, of) => (of, true),
                _ => (term, false),
            },
            _ => (term, false),
        };
        if is_made_long {
            return self.cases(inner);
        }
        let Some((base, offset)) = term.summand() else {
            return vec![self.whole(term)];
        };
        let is_long = term.is_long();
        let base = self.cases(&base);
        let [
            Case {
                unknown,
                offset: more,
                within: None,
            },
        ] = base.as_slice()
        else {
            return vec![self.whole(term)];
        };
        let (unknown, offset) = (*unknown, *more + i128::from(offset));
        let (low, high) = self.bounds.0[unknown];
        let own = arithmetic::range(if is_long { Primitive::Long } else { Primitive::Int });
        let (least, most) = (i128::from(own.0), i128::from(own.1));
        let span = most - least + 1;
        // Without wrapping, and with it on either side.
        let mut cases = Vec::new();
        for turn in [0, -1, 1] {
            let offset = offset + turn * span;
            let within = (low.max(least - offset), high.min(most - offset));
            if within.0 <= within.1 {
                cases.push(Case {
                    unknown,
                    offset,
                    within: (within != (low, high)).then_some(within),
                });
            }
        }
        cases
    }

    fn whole(&mut self, term: &Term) -> Case {
        Case {
            unknown: self.number(term),
            offset: 0,
            within: None,
        }
    }
}

impl Case {
    fn demand(&self, conjunct: &mut Conjunct) {
        if let Some((low, high)) = self.within {
            conjunct.push(Difference {
                x: self.unknown,
                y: 0,
                bound: high,
            });
            conjunct.push(Difference {
                x: 0,
                y: self.unknown,
                bound: -low,
            });
        }
    }
}

/// `l.unknown + l.offset` compared with `r.unknown + r.offset`.
fn compared(relation: Relation, l: &Case, r: &Case) -> Vec<Conjunct> {
    let (x, y) = (l.unknown, r.unknown);
    let below = |less: i128| Difference {
        x,
        y,
        bound: r.offset - l.offset - less,
    };
    let above = |less: i128| Difference {
        x: y,
        y: x,
        bound: l.offset - r.offset - less,
    };
    match relation {
        Relation::Eq => vec![vec![below(0), above(0)]],
        // The first variable is the less one where that is open.
        Relation::Ne if x < y => vec![vec![below(1)], vec![above(1)]],
        Relation::Ne => vec![vec![above(1)], vec![below(1)]],
        Relation::Lt => vec![vec![below(1)]],
        Relation::Le => vec![vec![below(0)]],
        Relation::Gt => vec![vec![above(1)]],
        Relation::Ge => vec![vec![above(0)]],
    }
}
