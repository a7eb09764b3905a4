//! Which exceptions show a defect whatever the specification says. Most exceptions do not: they may be the documented answer to
//! an illegal input, so a test that expects them is a passing test.

mod endless;
mod exceptions;
mod lawless;
mod public_api;

use palus_sequence::{Check, Demand, MethodId, Outcome, Sequence, Statement, Symbols, Trace, Violation};

use crate::contracts::When;
pub use endless::NeverEnds;
pub use exceptions::{AssertionErrorThrown, NullPointerWithoutNull, UndeclaredException};
pub use lawless::is_lawless;
pub use public_api::{PublicApi, calls_one_of, is_public, is_public_class, is_unready};

/// All rules, in the order of the reports: a new one is one item, one line, and one heading in `docs/contracts.md`.
pub const ALL: &[Rule] = &[
    Rule {
        check: &AssertionErrorThrown,
        when: When::Default,
        confidence: 90,
        why: "The code says itself that what it relies on does not hold.",
    },
    Rule {
        check: &NullPointerWithoutNull,
        when: When::Default,
        confidence: 60,
        why: "Nothing that was passed is null, so the null comes from inside. It is none where the class says that the object \
              is not ready for the call.",
    },
    Rule {
        check: &NeverEnds,
        when: When::Default,
        confidence: 70,
        why: "No argument is large, so there is not much to do. It is none where the class says that the call may go on for ever.",
    },
    Rule {
        check: &UndeclaredException,
        when: When::Named,
        confidence: 40,
        why: "The exception speaks of the inside of the code and the method does not declare it. It is none where the \
              documentation names it.",
    },
];

/// A rule about single runs, and what a failing test says of it.
pub struct Rule {
    /// Finds it out.
    pub check: &'static dyn Check,
    /// When it is asked.
    pub when: When,
    /// How sure a violation is to be a defect, in percent.
    pub confidence: u8,
    /// Why a violation is a defect, or when it is none.
    pub why: &'static str,
}

impl Rule {
    /// The rule of that id.
    pub fn named(id: &str) -> Option<&'static Self> {
        ALL.iter().find(|rule| rule.check.id() == id)
    }

    /// The violation that a run shows. Two runs show the same defect when the code under test threw the same class at the same place.
    pub fn violation(&self, because: &str, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Violation {
        let id = self.check.id();
        let thrown = match trace.outcomes.last() {
            Some(Outcome::Threw { class, .. }) => symbols.type_name(*class),
            _ => String::new(),
        };
        let place = match (&trace.thrown_at, sequence.statements.last()) {
            // Nobody knows where a call that does not end goes round: one test a class.
            (_, Some(Statement::Call { method, .. })) if id == NeverEnds.id() => {
                symbols.type_name(symbols.get(*method).owner)
            }
            (Some(site), _) => format!("{}.{}:{}", site.class, site.method, site.line.unwrap_or(0)),
            (None, Some(Statement::Call { method, .. })) => symbols.full_name(*method),
            _ => String::new(),
        };
        let seconds = PATIENCE;
        Violation {
            check: id.to_owned(),
            cause: format!("{id} {thrown} {place}"),
            because: because.to_owned(),
            why: self.why.to_owned(),
            confidence: self.confidence,
            given: 0,
            demand: if id == NeverEnds.id() {
                Demand::Ends { seconds }
            } else {
                Demand::Returns
            },
            thrown_at: trace.thrown_at.clone(),
        }
    }
}

/// Seconds that a test waits for a call that does not seem to end. It used up its fuel in some ten milliseconds, so this is a hundred times what was
/// seen, and more of it would be time that whoever runs the test waits for nothing.
const PATIENCE: u16 = 1;

/// The method as a sentence names it.
fn spoken(symbols: &Symbols, method: MethodId) -> String {
    let method = symbols.get(method);
    let owner = symbols.type_name(method.owner);
    if &*method.name == "<init>" {
        format!("new {owner}")
    } else {
        format!("{owner}.{}", method.name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_checks_share_an_id() {
        let ids: BTreeSet<_> = ALL.iter().map(|rule| rule.check.id()).collect();
        assert_eq!(ids.len(), ALL.len());
    }
}
