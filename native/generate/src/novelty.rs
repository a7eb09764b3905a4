//! What is new about a run: edges, first returns, new exceptions; each credited to the statement that showed it.

use std::collections::BTreeSet;

use palus_sequence::{Answer, EndedBy, MethodId, Outcome, Sequence, Statement, Symbols, Trace, TypeId};

use rustc_hash::FxHashSet;

use crate::catalog::Catalog;

/// How an edge was reached so far. One that only a call that threw has reached counts once more when a call that
/// returned reaches it, and one that was only reached where something was printed when nothing is: tests of that have little to show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Reached {
    #[default]
    Never,
    Printing,
    Throwing,
    Returning,
}

/// So many answers of all methods are new: a group of a large library has no room for tests of more.
const ANSWERS: usize = 4_000;

/// What was seen so far.
#[derive(Default)]
pub(crate) struct Novelty {
    edges: Vec<Reached>,
    hit: u64,
    returned: BTreeSet<MethodId>,
    threw: BTreeSet<(MethodId, TypeId)>,
    answers: FxHashSet<(MethodId, Answer)>,
    /// Whether anybody wants to know of new answers.
    wants_answers: bool,
}

/// What a run added.
#[derive(Default, Debug)]
pub(crate) struct Finding {
    /// New edges, in the order in which they were reached.
    pub(crate) edges: Vec<u32>,
    /// The statements that showed something new.
    pub(crate) credited: BTreeSet<usize>,
    /// The last statement that showed something of its method that was not seen before. That alone makes nothing to go on from, for
    /// it says nothing of what else could be reached, but it is worth a test.
    pub(crate) answered: Option<usize>,
}

impl Finding {
    /// Whether nothing was new.
    pub(crate) fn is_empty(&self) -> bool {
        self.credited.is_empty()
    }
}

impl Novelty {
    /// Nothing was seen yet; new answers are looked for where they are wanted.
    pub(crate) fn new(wants_answers: bool) -> Self {
        Self {
            wants_answers,
            ..Self::default()
        }
    }

    /// How many edges were reached.
    pub(crate) fn edges_hit(&self) -> u64 {
        self.hit
    }

    /// Compares a run with all earlier ones and remembers it. What a statement reached that was ended (fuel, exit,
    /// resources) is left for another sequence to find: no test can be made of it. Nor can one of an assertion of the code that
    /// failed: where the virtual machine runs without `-ea`, the call goes on.
    pub(crate) fn judge(
        &mut self,
        symbols: &Symbols,
        catalog: &Catalog,
        sequence: &Sequence,
        trace: &Trace,
    ) -> Finding {
        let mut finding = Finding::default();
        let mut start = 0;
        for (index, outcome) in trace.outcomes.iter().enumerate().take(sequence.len()) {
            let reached = match outcome {
                Outcome::Returned(_) => Reached::Returning,
                Outcome::Threw { class, .. } if is_assertion(symbols, *class) => break,
                Outcome::Threw { .. } => Reached::Throwing,
                Outcome::Ended(_) | Outcome::NotRun => break,
            };
            let reached = if trace.prints { Reached::Printing } else { reached };
            let end = trace
                .edges_after
                .get(index)
                .map_or(start, |end| *end as usize)
                .min(trace.edges.len());
            for &edge in trace.edges.get(start..end).unwrap_or_default() {
                if self.reach(edge, reached) {
                    finding.edges.push(edge);
                    finding.credited.insert(index);
                }
            }
            start = end.max(start);
            let statement = &sequence.statements[index];
            if self.first_time(symbols, catalog, statement, outcome) {
                finding.credited.insert(index);
            }
            if self.answers_anew(symbols, catalog, statement, outcome) {
                finding.answered = Some(index);
            }
        }
        finding
    }

    fn reach(&mut self, edge: u32, reached: Reached) -> bool {
        let edge = edge as usize;
        if edge >= self.edges.len() {
            self.edges.resize(edge + 1, Reached::Never);
        }
        let before = self.edges[edge];
        self.hit += u64::from(before == Reached::Never);
        self.edges[edge] = before.max(reached);
        before < reached
    }

    /// Whether a method under test returned for the first time, or threw this class for the first time.
    fn first_time(&mut self, symbols: &Symbols, catalog: &Catalog, statement: &Statement, outcome: &Outcome) -> bool {
        let Statement::Call { method, .. } = statement else {
            return false;
        };
        if !catalog.is_telling(symbols, *method) {
            return false;
        }
        match outcome {
            Outcome::Returned(_) => self.returned.insert(*method),
            Outcome::Threw { class, .. } => self.threw.insert((*method, *class)),
            Outcome::Ended(_) | Outcome::NotRun => false,
        }
    }
}

impl Novelty {
    fn answers_anew(&mut self, symbols: &Symbols, catalog: &Catalog, statement: &Statement, outcome: &Outcome) -> bool {
        let Statement::Call { method, .. } = statement else {
            return false;
        };
        let mut is_new = false;
        if self.wants_answers && self.answers.len() < ANSWERS && catalog.is_telling(symbols, *method) {
            for answer in Answer::all(symbols, statement, outcome) {
                is_new |= self.answers.insert((*method, answer));
            }
        }
        is_new
    }
}

/// Whether the exception is what Java's `assert` throws (JLS 14.10).
fn is_assertion(symbols: &Symbols, class: TypeId) -> bool {
    symbols.class_name(class) == Some("java.lang.AssertionError")
}

/// Whether the wall clock ended a statement: then nothing about the run can be trusted to happen again.
pub(crate) fn struck(trace: &Trace) -> bool {
    trace.outcomes.contains(&Outcome::Ended(EndedBy::WallClock))
}

/// The trace of the first `length` statements.
pub(crate) fn cut(trace: &Trace, length: usize) -> Trace {
    let mut cut = trace.clone();
    cut.outcomes.truncate(length);
    cut.edges_after.truncate(length);
    let edges = cut.edges_after.last().map_or(0, |edges| *edges as usize);
    cut.edges.truncate(edges);
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeLibrary, call};
    use palus_classes::Library;
    use palus_sequence::Value;

    #[test]
    fn an_edge_reached_by_a_call_that_threw_or_printed_is_new_once_more_when_one_returns_in_silence() {
        let mut library = FakeLibrary::default();
        let method = library.subject("demo.A", &["static f()V"])[0];
        let thrown = library.class("demo.Oops");
        let assertion = library.class("java.lang.AssertionError");
        let catalog = Catalog::new(&library, library.subjects());
        let sequence = Sequence {
            statements: vec![call(method, &[])],
        };
        let run = |outcome| Trace {
            outcomes: vec![outcome],
            edges: vec![5],
            edges_after: vec![1],
            ..Trace::default()
        };
        let throwing = run(Outcome::Threw {
            class: thrown,
            message: None,
        });
        let returning = run(Outcome::Returned(Value::Void));
        let printing = Trace {
            prints: true,
            ..returning.clone()
        };
        let ended = run(Outcome::Ended(EndedBy::Fuel));
        let asserting = run(Outcome::Threw {
            class: assertion,
            message: None,
        });
        let mut novelty = Novelty::default();
        let mut new = |trace| novelty.judge(library.symbols(), &catalog, &sequence, trace).edges;
        assert!(new(&ended).is_empty());
        assert!(new(&asserting).is_empty());
        assert_eq!(new(&printing), [5]);
        assert!(new(&printing).is_empty());
        assert_eq!(new(&throwing), [5]);
        assert!(new(&throwing).is_empty());
        assert_eq!(new(&returning), [5]);
        assert!(new(&throwing).is_empty());
    }
}
