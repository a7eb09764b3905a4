//! Order constraints that are added one at a time, with the tightest bounds between all numbers at hand: what the next one is asked costs a look.

use palus_classes::Relation;

use crate::arithmetic::range;
use crate::condition::Condition;
use crate::term::{Term, Variable};

/// More variables than that are left to who solves all conditions together.
const MOST: usize = 40;

/// Comparisons of variables with each other and with constants, all of which hold. Others are noticed: then what the bounds forbid is all that is
/// said.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    variables: Vec<Variable>,
    /// For numbers x and y, of which the first is zero and the others are the variables, how much x is above y at the most; row after row,
    /// and closed: no way over a third number is tighter.
    bounds: Vec<i128>,
    is_exact: bool,
}

impl Default for Closure {
    fn default() -> Self {
        Self {
            variables: Vec::new(),
            bounds: vec![0],
            is_exact: true,
        }
    }
}

/// `x - y` compared with a number.
struct Difference {
    x: usize,
    y: usize,
    with: i128,
}

impl Closure {
    /// Takes a comparison that can hold.
    pub(crate) fn add(&mut self, condition: &Condition) {
        let Some(Difference { x, y, with }) = self.difference(condition) else {
            self.is_exact = false;
            return;
        };
        let (low, high) = self.between(x, y);
        match condition.relation {
            Relation::Eq => {
                self.tighten(x, y, with);
                self.tighten(y, x, -with);
            }
            Relation::Lt => self.tighten(x, y, with - 1),
            Relation::Le => self.tighten(x, y, with),
            Relation::Gt => self.tighten(y, x, -with - 1),
            Relation::Ge => self.tighten(y, x, -with),
            Relation::Ne if low == with => self.tighten(y, x, -with - 1),
            Relation::Ne if high == with => self.tighten(x, y, with - 1),
            // A gap is no bound.
            Relation::Ne => self.is_exact &= with < low || high < with,
        }
    }

    /// Whether a comparison can hold beside the others; `None` where that does not show.
    pub(crate) fn allows(&mut self, condition: &Condition) -> Option<bool> {
        let Difference { x, y, with } = self.difference(condition)?;
        // Every whole number between the two is a difference of some solution, or of none where others than bounds hold too.
        let (low, high) = self.between(x, y);
        let is_between = match condition.relation {
            Relation::Eq => low <= with && with <= high,
            Relation::Ne => low != with || high != with,
            Relation::Lt => low < with,
            Relation::Le => low <= with,
            Relation::Gt => high > with,
            Relation::Ge => high >= with,
        };
        (self.is_exact || !is_between).then_some(is_between)
    }

    /// The comparison as one of a difference; `None` where it is none.
    fn difference(&mut self, condition: &Condition) -> Option<Difference> {
        let places = (self.place(&condition.left), self.place(&condition.right));
        let (Some((x, above)), Some((y, below))) = places else {
            return None;
        };
        let with = below - above;
        Some(Difference { x, y, with })
    }

    /// An expression as a number and a constant.
    fn place(&mut self, term: &Term) -> Option<(usize, i128)> {
        if let Some(value) = term.value() {
            return Some((0, value.into()));
        }
        let Term::Variable(variable) = term else {
            return None;
        };
        let known = self.variables.iter().position(|other| other == variable);
        known.or_else(|| self.insert(*variable)).map(|place| (place + 1, 0))
    }

    fn insert(&mut self, variable: Variable) -> Option<usize> {
        let old = self.variables.len() + 1;
        if old > MOST {
            self.is_exact = false;
            return None;
        }
        let (low, high) = range(variable.primitive);
        let mut bounds = Vec::with_capacity((old + 1) * (old + 1));
        for x in 0..old {
            let row = &self.bounds[x * old..(x + 1) * old];
            bounds.extend_from_slice(row);
            // Over zero.
            bounds.push(row[0] - i128::from(low));
        }
        let to_zero: Vec<i128> = self.bounds[..old]
            .iter()
            .map(|bound| i128::from(high) + bound)
            .collect();
        bounds.extend(to_zero);
        bounds.push(0);
        self.bounds = bounds;
        self.variables.push(variable);
        Some(old - 1)
    }

    /// The least and the greatest value of `x - y`.
    fn between(&self, x: usize, y: usize) -> (i128, i128) {
        let count = self.variables.len() + 1;
        (-self.bounds[y * count + x], self.bounds[x * count + y])
    }

    /// `x - y <= bound`.
    fn tighten(&mut self, x: usize, y: usize, bound: i128) {
        let count = self.variables.len() + 1;
        if self.bounds[x * count + y] <= bound {
            return;
        }
        for from in 0..count {
            let before = self.bounds[from * count + x] + bound;
            for to in 0..count {
                let over = before + self.bounds[y * count + to];
                let own = &mut self.bounds[from * count + to];
                *own = (*own).min(over);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use palus_sequence::Primitive;
    use proptest::prelude::*;

    use super::*;
    use crate::condition::Truth;
    use crate::solver::{Solver, Verdict};

    fn term() -> impl Strategy<Value = Term> {
        let variable = |number| {
            let primitive = [Primitive::Boolean, Primitive::Byte, Primitive::Int, Primitive::Int][number as usize];
            Term::Variable(Variable { number, primitive })
        };
        prop_oneof![3 => (0_u32..4).prop_map(variable), 1 => (-3_i32..4).prop_map(Term::Int)]
    }

    fn condition() -> impl Strategy<Value = Option<Condition>> {
        let relations = [
            Relation::Eq,
            Relation::Ne,
            Relation::Lt,
            Relation::Le,
            Relation::Gt,
            Relation::Ge,
        ];
        let parts = (prop::sample::select(relations.to_vec()), term(), term());
        parts.prop_map(|(relation, left, right)| match Condition::of(relation, &left, &right) {
            Truth::Open(condition) => Some(condition),
            Truth::Known(_) => None,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]
        /// Against who solves all of them together.
        #[test]
        fn what_is_allowed_can_hold_and_nothing_else_can(conditions in prop::collection::vec(condition(), 0..12)) {
            let mut solver = Solver::default();
            let (mut closure, mut taken) = (Closure::default(), Vec::new());
            for condition in conditions.into_iter().flatten() {
                let negated = condition.negated();
                let both = solver.decide_both(&taken, [&condition, &negated]).map(|verdict| verdict == Verdict::Possible);
                for (condition, expected) in [&condition, &negated].into_iter().zip(both) {
                    if let Some(allowed) = closure.allows(condition) {
                        prop_assert_eq!(allowed, expected, "{} beside {:?}", condition, &taken);
                    }
                }
                let holds = if both[0] { condition } else { negated };
                closure.add(&holds);
                taken.push(holds);
            }
        }
    }

    #[test]
    fn gaps_and_sums_are_left_to_others() {
        let variable = |number| Variable {
            number,
            primitive: Primitive::Int,
        };
        let [a, b] = [0, 1].map(|number| Term::Variable(variable(number)));
        let open = |relation, left: &Term, right: &Term| match Condition::of(relation, left, right) {
            Truth::Open(condition) => condition,
            Truth::Known(_) => panic!("it is open"),
        };
        let mut closure = Closure::default();
        closure.add(&open(Relation::Le, &a, &b));
        // What is no greater and not equal is less.
        closure.add(&open(Relation::Ne, &a, &b));
        assert_eq!(closure.allows(&open(Relation::Le, &b, &a)), Some(false));
        closure.add(&open(Relation::Ne, &a, &Term::Int(5)));
        assert_eq!(closure.allows(&open(Relation::Lt, &a, &b)), None);
    }
}
