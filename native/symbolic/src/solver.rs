//! What path conditions are asked: whether they can hold, of which values, and whether one follows from another.

use palus_sequence::Primitive;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::clauses::Unknowns;
use crate::condition::Condition;
use crate::order::{Bounds, Clause, Decided, solve};
use crate::project::implies;
use crate::smt::{Said, Smt};
use crate::term::{Assignment, Variable};

/// The values of a solution are within these where that is possible.
const PLAIN: i128 = 1_000_000;

/// Whether conditions can hold together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// They can.
    Possible,
    /// They cannot.
    Impossible,
    /// They are no order constraints, and there is no SMT solver.
    NeedsSolver,
    /// It was given up.
    TooHard,
}

impl Verdict {
    /// Of what is decided.
    pub(crate) fn of(is_possible: bool) -> Self {
        if is_possible { Self::Possible } else { Self::Impossible }
    }
}

/// A path condition with the variables that are in the state; all others may be any. Those have their number in the order of calls and
/// [`Constraint::BOUND`], or in a state that is compared with others [`Constraint::LOOKED_AT`], added to it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Constraint {
    /// All hold.
    pub conditions: Vec<Condition>,
    /// Those that occur in the heap.
    pub free: Vec<Variable>,
}

impl Constraint {
    /// The first number of variables that may be any.
    pub const BOUND: u32 = 1_000_000;
    /// The same in a state that is compared with others.
    pub const LOOKED_AT: u32 = 2_000_000;

    /// The same as that of a state which is compared with others.
    #[must_use]
    pub(crate) fn looked_at(&self) -> Self {
        let name = |variable: Variable| match variable.number {
            Self::BOUND..Self::LOOKED_AT => Variable {
                number: variable.number + (Self::LOOKED_AT - Self::BOUND),
                ..variable
            },
            _ => variable,
        };
        Self {
            conditions: self
                .conditions
                .iter()
                .map(|condition| condition.renamed(&name))
                .collect(),
            free: self.free.clone(),
        }
    }
}

/// Decides conditions: order constraints itself, all others by an SMT solver where there is one.
#[derive(Debug, Default)]
pub struct Solver {
    smt: Option<Smt>,
    /// How often the SMT solver was asked.
    pub asked: u64,
}

impl Solver {
    /// With `z3`, if that is on `PATH`.
    pub fn with_smt() -> Self {
        Self {
            smt: Smt::start(false),
            asked: 0,
        }
    }

    /// The same, and what it gives up does not hang on how fast the machine is.
    pub fn with_counted_smt() -> Self {
        Self {
            smt: Smt::start(true),
            asked: 0,
        }
    }

    /// One of the same kind.
    pub(crate) fn another(&self) -> Self {
        match &self.smt {
            Some(smt) => Self {
                smt: Smt::start(smt.is_counted()),
                asked: 0,
            },
            None => Self::default(),
        }
    }

    /// Whether conditions that are no order constraints are decided.
    pub fn has_smt(&self) -> bool {
        self.smt.is_some()
    }

    /// Whether the conditions can hold together with each of two others.
    pub(crate) fn decide_both(&mut self, conditions: &[Condition], others: [&Condition; 2]) -> [Verdict; 2] {
        let mut unknowns = Unknowns::new();
        let mut clauses: Vec<Clause> = conditions.iter().map(|it| unknowns.clause(it)).collect();
        others.map(|other| {
            clauses.push(unknowns.clause(other));
            let verdict = self.verdict(&unknowns, &clauses, || {
                [conditions, std::slice::from_ref(other)].concat()
            });
            clauses.pop();
            verdict
        })
    }

    fn verdict(
        &mut self,
        unknowns: &Unknowns,
        clauses: &[Clause],
        conditions: impl FnOnce() -> Vec<Condition>,
    ) -> Verdict {
        let solved = solve(&unknowns.bounds, clauses);
        match solved {
            Decided::Never => return Verdict::Impossible,
            Decided::Unknown if !unknowns.has_compound => return Verdict::TooHard,
            Decided::Values(_) if !unknowns.has_compound => return Verdict::Possible,
            Decided::Values(_) | Decided::Unknown => {}
        }
        let conditions = conditions();
        if let Decided::Values(values) = &solved
            && holds(&conditions, &assignment(unknowns, values))
        {
            return Verdict::Possible;
        }
        match self.ask(|smt| smt.solve(&conditions, None)) {
            None => Verdict::NeedsSolver,
            Some(Said::Values(_)) => Verdict::Possible,
            Some(Said::Never) => Verdict::Impossible,
            Some(Said::Unknown) => Verdict::TooHard,
        }
    }

    /// Values for which the conditions hold: the least ones from -1,000,000 to 1,000,000, where there are some, and otherwise of the whole
    /// range. `None` where none are found.
    pub fn solution(&mut self, conditions: &[Condition], variables: &[Variable]) -> Option<Assignment> {
        let mut unknowns = Unknowns::new();
        for &variable in variables {
            unknowns.number(&crate::term::Term::Variable(variable));
        }
        let clauses: Vec<Clause> = conditions.iter().map(|it| unknowns.clause(it)).collect();
        for bounds in [plain(&unknowns.bounds), unknowns.bounds.clone()] {
            if let Decided::Values(values) = solve(&bounds, &clauses) {
                let found = assignment(&unknowns, &values);
                if holds(conditions, &found) {
                    return Some(found);
                }
            }
        }
        if !unknowns.has_compound {
            return None;
        }
        for limit in [Some(PLAIN as i64), None] {
            if let Some(Said::Values(mut found)) = self.ask(|smt| smt.solve(conditions, limit)) {
                for variable in variables {
                    let low = crate::arithmetic::range(variable.primitive).0;
                    found.entry(*variable).or_insert(low.max(-(PLAIN as i64)));
                }
                return holds(conditions, &found).then_some(found);
            }
        }
        None
    }

    /// Whether every state of `special` is one of `general`: the values of the free variables, which have the same names in both, that
    /// `special` allows are allowed by `general`. Where that is not decided the answer is no.
    pub fn subsumes(&mut self, general: &Constraint, special: &Constraint) -> bool {
        let known: FxHashSet<&Condition> = special.conditions.iter().collect();
        // Mostly the calls of one begin as those of the other do, and for the variables that may be any the same values will do.
        let instance = general.looked_at().conditions;
        let open: Vec<Condition> = instance.into_iter().filter(|it| !known.contains(it)).collect();
        if open.is_empty() {
            return true;
        }
        let mut unknowns = Unknowns::new();
        let premises: Vec<Clause> = special.conditions.iter().map(|it| unknowns.clause(it)).collect();
        let conclusions: Vec<Clause> = general.conditions.iter().map(|it| unknowns.clause(it)).collect();
        let free: FxHashSet<Variable> = general.free.iter().copied().collect();
        let mut bound = Vec::new();
        let mut is_hidden = false;
        for (number, term) in unknowns.terms.iter().enumerate().skip(1) {
            let mut is_own = false;
            term.variables(&mut |variable| is_own |= !free.contains(&variable) && is_of(general, variable));
            if is_own {
                bound.push(number);
                is_hidden |= !matches!(term, crate::term::Term::Variable(_));
            }
        }
        // How a compound expression hangs on a variable that may be any is not known here.
        if !is_hidden && implies(&unknowns.bounds, &premises, &conclusions, &bound) {
            return true;
        }
        unknowns.has_compound && self.ask(|smt| smt.implies(&special.conditions, &open)) == Some(true)
    }

    /// Asks the SMT solver. One that dies is not asked again.
    fn ask<T>(&mut self, question: impl FnOnce(&mut Smt) -> Option<T>) -> Option<T> {
        let smt = self.smt.as_mut()?;
        self.asked += 1;
        let answer = question(smt);
        if answer.is_none() {
            self.smt = None;
        }
        answer
    }
}

fn is_of(constraint: &Constraint, variable: Variable) -> bool {
    let mut is_there = false;
    for condition in &constraint.conditions {
        condition.variables(&mut |other| is_there |= other == variable);
    }
    is_there
}

fn holds(conditions: &[Condition], assignment: &Assignment) -> bool {
    conditions.iter().all(|condition| condition.holds(assignment))
}

fn assignment(unknowns: &Unknowns, values: &[i128]) -> Assignment {
    let of = unknowns
        .terms
        .iter()
        .zip(values)
        .filter_map(|(term, value)| match term {
            crate::term::Term::Variable(variable) => Some((*variable, *value as i64)),
            _ => None,
        });
    of.collect()
}

/// The bounds within what a reader finds plain.
fn plain(bounds: &Bounds) -> Bounds {
    let within = bounds.0.iter().map(|&(low, high)| {
        let plain = (low.max(-PLAIN), high.min(PLAIN));
        if plain.0 <= plain.1 { plain } else { (low, high) }
    });
    Bounds(within.collect())
}

/// Whether arguments of that type are variables.
pub fn is_symbolic(primitive: Primitive) -> bool {
    !matches!(primitive, Primitive::Void | Primitive::Float | Primitive::Double)
}
