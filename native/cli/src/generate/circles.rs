//! Tests that touch a class first whose static initialiser needs others that need it: what becomes of those others hangs on that (JVMS 5.5).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use palus_classes::Circle;
use palus_sequence::work::{Confirmation, Confirmed, KeptTest, Predecessor, Reason, WorkResult};
use palus_sequence::{BadDescriptor, Statement, Symbols};

/// The tests, by the positions of group and test, that touch one class of a circle before the others.
pub(super) struct Openers<'c> {
    circle: &'c Circle,
    tests: Vec<(usize, usize)>,
}

/// All openers, those of small circles first.
pub(super) fn openers<'c>(circles: &'c [Circle], results: &[WorkResult]) -> Vec<Openers<'c>> {
    let mut all: BTreeMap<(usize, usize, &str), Openers<'c>> = BTreeMap::new();
    for (group, result) in results.iter().enumerate() {
        for (index, test) in result.tests.iter().enumerate() {
            let owners = owners(test, &result.symbols);
            for (position, circle) in circles.iter().enumerate() {
                let Some(class) = first_of(&circle.classes, &owners) else {
                    continue;
                };
                let openers = all
                    .entry((circle.classes.len(), position, class))
                    .or_insert_with(|| Openers {
                        circle,
                        tests: Vec::new(),
                    });
                openers.tests.push((group, index));
            }
        }
    }
    all.into_values().collect()
}

/// The classes of a circle, and those that look at them while they are initialised.
pub(super) fn all_of(circle: &Circle) -> Vec<String> {
    let all = circle.classes.iter().chain(&circle.users);
    all.map(ToString::to_string).collect()
}

/// The classes under test of which tests must not run side by side because the virtual machine may then come to a halt: one thread initialises a class of
/// a circle and waits for another, which another thread initialises and which waits for the first (JVMS 5.5).
pub(super) fn halting(results: &[WorkResult], confirmed: &[Confirmed]) -> BTreeSet<String> {
    let circles = confirmed
        .iter()
        .map(|group| group.through.len())
        .max()
        .unwrap_or_default();
    let standing = |circle: usize| -> Vec<String> {
        let of_group = |(result, confirmed): (&WorkResult, &Confirmed)| -> Vec<String> {
            let through = confirmed.through.get(circle).into_iter().flatten();
            let tests = through.map(|&test| test as usize);
            let standing = tests.filter(|&test| confirmed.verdicts[test].stands());
            standing.map(|test| result.tests[test].subject.clone()).collect()
        };
        results.iter().zip(confirmed).flat_map(of_group).collect()
    };
    let together = (0..circles).map(standing).filter(|tests| tests.len() > 1);
    together.flatten().collect()
}

/// The classes whose members a test names, in the order of its statements.
fn owners(test: &KeptTest, symbols: &Symbols) -> Vec<String> {
    let owner = |statement: &Statement| match statement {
        Statement::Call { method, .. } => Some(symbols.type_name(symbols.get(*method).owner)),
        Statement::StaticField { field } => Some(symbols.type_name(symbols.get_field(*field).owner)),
        _ => None,
    };
    test.sequence.statements.iter().filter_map(owner).collect()
}

/// The class of the circle that is touched first, as far as the statements tell.
fn first_of<'c>(circle: &'c [Arc<str>], owners: &[String]) -> Option<&'c str> {
    let mut found = owners
        .iter()
        .filter_map(|owner| circle.iter().find(|class| ***class == **owner));
    found.next().map(|class| &**class)
}

impl Openers<'_> {
    /// One of them for an order whose names are in `symbols`.
    pub(super) fn within(&self, results: &[WorkResult], symbols: &mut Symbols) -> Result<Predecessor, BadDescriptor> {
        let (group, index) = self.tests[0];
        let result = &results[group];
        Ok(Predecessor {
            test: result.tests[index].within(&result.symbols, symbols)?,
            classes: all_of(self.circle),
            place: None,
        })
    }

    /// Of the tests that come out otherwise behind the openers and the openers themselves the fewer go: either alone does no harm. `behind` has the former,
    /// by group and test.
    pub(super) fn judge(&self, behind: &BTreeMap<(usize, usize), Confirmation>, confirmed: &mut [Confirmed]) {
        // Of those behind the last that were confirmed nothing is known.
        let stands = |confirmed: &[Confirmed], (group, index): (usize, usize)| {
            let verdict = confirmed[group].verdicts.get(index);
            verdict.is_some_and(Confirmation::stands)
        };
        let openers: Vec<_> = self.tests.iter().filter(|&&test| stands(confirmed, test)).collect();
        let others: Vec<_> = behind.iter().filter(|(test, _)| stands(confirmed, **test)).collect();
        if openers.len() < others.len() {
            for &&(group, index) in &openers {
                confirmed[group].verdicts[index] = Confirmation::Dropped(Reason::LeavesTraces);
            }
        } else if !openers.is_empty() {
            for (&(group, index), now) in others {
                confirmed[group].verdicts[index] = both(&confirmed[group].verdicts[index], now);
            }
        }
    }
}

/// What two runs leave of a test.
fn both(one: &Confirmation, other: &Confirmation) -> Confirmation {
    match (one, other) {
        (Confirmation::Same { asserted }, Confirmation::Same { asserted: still }) => Confirmation::Same {
            asserted: asserted.iter().copied().filter(|place| still.contains(place)).collect(),
        },
        (Confirmation::Same { .. }, dropped) | (dropped, _) => dropped.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same() -> Confirmation {
        Confirmation::Same { asserted: vec![0, 1] }
    }

    fn confirmed(tests: usize) -> Confirmed {
        Confirmed {
            verdicts: vec![same(); tests],
            ..Confirmed::default()
        }
    }

    fn judged(openers: Vec<(usize, usize)>, behind: &[((usize, usize), Confirmation)]) -> Vec<Confirmed> {
        let mut all = vec![confirmed(3), confirmed(2)];
        let circle = Circle {
            classes: Vec::new(),
            users: Vec::new(),
        };
        let openers = Openers {
            circle: &circle,
            tests: openers,
        };
        openers.judge(&behind.iter().cloned().collect(), &mut all);
        all
    }

    #[test]
    fn of_those_that_come_first_and_those_that_then_differ_the_fewer_go() {
        let dropped = || Confirmation::Dropped(Reason::NonDeterministic);
        let all = judged(vec![(0, 0)], &[((0, 1), dropped()), ((1, 1), dropped())]);
        assert_eq!(
            all[0].verdicts,
            [Confirmation::Dropped(Reason::LeavesTraces), same(), same()]
        );
        assert_eq!(all[1].verdicts, [same(), same()]);
        let all = judged(vec![(0, 0), (1, 0)], &[((1, 1), dropped())]);
        assert_eq!(all[0].verdicts, [same(), same(), same()]);
        assert_eq!(all[1].verdicts, [same(), dropped()]);
    }

    #[test]
    fn a_test_that_differs_in_a_value_loses_that_value_alone() {
        let now = Confirmation::Same { asserted: vec![1] };
        let all = judged(vec![(0, 0)], &[((0, 1), now.clone())]);
        assert_eq!(all[0].verdicts, [same(), now, same()]);
    }
}
