//! Running sequences, as seen by those who do not run them themselves.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{CodeSite, JavaString, Outcome, Profile, RootStates, Sequence, StateId, States, Symbols};

/// How much of each value is read back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Detail {
    /// Primitive values, classes and lengths: all that the search needs.
    #[default]
    Kinds,
    /// Texts, enum names, array elements and messages as well: what an assertion needs.
    Full,
}

/// What to read while the sequences of a batch run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each switches one thing, and any may go with any"
)]
pub struct ObservationPlan {
    /// How much of each value.
    pub detail: Detail,
    /// Whether to read the operands of comparisons.
    pub comparisons: bool,
    /// Whether a sequence goes on behind a statement that threw, so that one test can expect several exceptions.
    pub past_throws: bool,
    /// Whether to ask if what a sequence ends with equals objects of earlier sequences, by their `equals`.
    pub equality: bool,
    /// Whether a sequence finds in thread-locals what earlier ones left there. Otherwise each runs as on a new thread.
    pub on_used_thread: bool,
    /// Whether to take the state of receiver and arguments before and behind each call.
    pub states: bool,
    /// Whether to take the profile that the object of each statement has when the sequence has ended.
    pub profiles: bool,
    /// Whether each statement has all the edges that it passed, those of earlier statements too.
    pub edges_apart: bool,
    /// The mutant that is switched on, see [`Executor::mutate`].
    pub mutant: Option<u32>,
    /// Two calls that are made at once.
    pub at_once: Option<Meeting>,
}

/// Two statements, both calls, that two threads run at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Meeting {
    /// The position of the first; the second stands behind it.
    pub first: u16,
    /// Before the first uses a field or enters a lock for so manieth time the second cuts in, and runs until it ends or waits. Only uses count in the code of
    /// classes that say that they are thread-safe, from 1.
    pub uses: u16,
}

impl ObservationPlan {
    /// The plan that reads everything an assertion needs.
    pub fn full() -> Self {
        Self {
            detail: Detail::Full,
            ..Self::default()
        }
    }

    /// The same, for sequences that go on behind a statement that threw.
    #[must_use]
    pub fn past_throws(self) -> Self {
        Self {
            past_throws: true,
            ..self
        }
    }

    /// The same, for sequences that find in thread-locals what earlier ones left there.
    #[must_use]
    pub fn on_used_thread(self) -> Self {
        Self {
            on_used_thread: true,
            ..self
        }
    }

    /// The same, with two calls made at once.
    #[must_use]
    pub fn at_once(self, meeting: Meeting) -> Self {
        Self {
            at_once: Some(meeting),
            ..self
        }
    }

    /// The same, with a mutant switched on.
    #[must_use]
    pub fn under(self, mutant: u32) -> Self {
        Self {
            mutant: Some(mutant),
            ..self
        }
    }

    /// The plan that reads what an assertion needs, and takes states.
    pub fn states() -> Self {
        Self {
            states: true,
            ..Self::full()
        }
    }

    /// The same, with profiles.
    #[must_use]
    pub fn profiles(self) -> Self {
        Self { profiles: true, ..self }
    }

    /// The same, with the edges of each statement by themselves.
    #[must_use]
    pub fn edges_apart(self) -> Self {
        Self {
            edges_apart: true,
            ..self
        }
    }

    /// The plan that asks for equality.
    pub fn equality() -> Self {
        Self {
            equality: true,
            ..Self::default()
        }
    }

    /// The plan that reads what the code under test compares.
    pub fn comparisons() -> Self {
        Self {
            comparisons: true,
            ..Self::default()
        }
    }
}

/// What a sequence leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Leftovers {
    /// A file, something changed that the whole virtual machine shares (a property, a stream, the locale), or an object whose finalizer does
    /// harm. It was put back, but a test runner would not.
    pub changes: bool,
    /// Threads that it had started and that had not come to an end. They were ended.
    pub threads: bool,
}

impl Leftovers {
    /// Whether all is as it was.
    pub fn is_nothing(self) -> bool {
        self == Self::default()
    }
}

/// What one run of one sequence showed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Trace {
    /// One a statement.
    pub outcomes: Vec<Outcome>,
    /// The edges of the classes under test that the sequence reached, each once (with [`ObservationPlan::edges_apart`] once a statement), in
    /// the order of first reach. Ids are valid within one executor.
    pub edges: Vec<u32>,
    /// The mutants that it reached, by their numbers, each once; none before [`Executor::mutate`].
    pub mutants: Vec<u32>,
    /// For each statement, how many of `edges` were reached when it had ended: so edges are credited to a statement.
    pub edges_after: Vec<u32>,
    /// Branches and calls that instrumented code took: what the sequence cost, the same on every run.
    pub steps: u32,
    /// How long it took, in microseconds: never the same twice, so nothing that has to repeat may depend on it.
    pub micros: u32,
    /// Unequal operands that instrumented code compared, each pair once, in the order of first comparison; only when the
    /// plan asks for them, and not all of a sequence that compares much.
    pub comparisons: Vec<Comparison>,
    /// Where the exception that ended the sequence was thrown: the innermost frame that is not the platform's; under
    /// [`Detail::Full`] only.
    pub thrown_at: Option<CodeSite>,
    /// What was left behind that was not there before.
    pub leaves: Leftovers,
    /// Whether of two calls that were made at once the second cut in on the first. Otherwise that used fewer fields and locks.
    pub met: bool,
    /// Whether it wrote to standard output or the error stream, where the output of a build is.
    pub prints: bool,
    /// What it asked of its surroundings: bits of [`Fact::bit`](crate::work::Fact::bit), without the properties, of which nobody takes notice.
    pub asked: i32,
    /// Whether its last result and what that was called on equal objects of earlier sequences; only when the plan asks.
    pub equals_earlier: bool,
    /// One a statement; only when the plan asks for them.
    pub states: Vec<States>,
    /// One a statement: the profile of the object that it returned, as the object was in the end. `None` for what is no object, or one of a
    /// class that has no profiles; none at all unless the plan asks for them and every statement returned.
    pub profiles: Vec<Option<Profile>>,
}

/// Two unequal operands of a comparison.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Comparison {
    /// Of integer types, or a value and the key of a switch.
    Numbers(i64, i64),
    /// Texts: compared, looked for in one another, or a key that was looked up and one that is there.
    Texts(JavaString, JavaString),
}

impl Trace {
    /// The edges that are credited to the statement at that position: those that it reached first, or with
    /// [`ObservationPlan::edges_apart`] all that it passed.
    pub fn edges_of(&self, statement: usize) -> &[u32] {
        let end = |statement: usize| self.edges_after.get(statement).map_or(0, |after| *after as usize);
        let start = statement.checked_sub(1).map_or(0, end);
        self.edges.get(start..end(statement)).unwrap_or_default()
    }

    /// The position of the first statement that did not return, if any: the one that was at fault where nothing ran because of it.
    pub fn stopped_at(&self) -> Option<usize> {
        let is_end = |outcome: &Outcome| !outcome.is_normal() && *outcome != Outcome::NotRun;
        let place = |is: &dyn Fn(&Outcome) -> bool| self.outcomes.iter().position(is);
        place(&is_end).or_else(|| place(&|outcome| !outcome.is_normal()))
    }

    /// Whether every statement returned.
    pub fn is_normal(&self) -> bool {
        self.stopped_at().is_none()
    }
}

/// The executor is gone: its process ends now, and whoever started it decides what comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExecutorLost(pub String);

impl fmt::Display for ExecutorLost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the worker stopped: {}", self.0)
    }
}

impl std::error::Error for ExecutorLost {}

/// Runs sequences. The prefix that sequences share is run again for each: no object outlives its sequence.
pub trait Executor {
    /// Runs each sequence of the batch on its own and in order. The result has one trace a sequence. Run-time classes
    /// that no one has mentioned yet are added to `symbols`.
    fn run(
        &mut self,
        symbols: &mut Symbols,
        batch: &[Sequence],
        plan: &ObservationPlan,
    ) -> Result<Vec<Trace>, ExecutorLost>;

    /// The same as on another machine, where nothing ran before: with the classes of the program loaded anew, so that their static fields are as they are in the
    /// beginning, and with the time zone, the locale and the clock of a variant. When it is done, all is as it was.
    fn run_elsewhere(
        &mut self,
        symbols: &mut Symbols,
        batch: &[Sequence],
        plan: &ObservationPlan,
        variant: u8,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        let _ = variant;
        self.run(symbols, batch, plan)
    }

    /// How many edges the classes loaded so far have: ids run from 0 to here.
    fn edges_total(&self) -> u32;

    /// The classes whose edges are counted, in the order of their ids, from the one at position `from` on.
    fn blocks(&self, from: usize) -> Vec<EdgeBlock> {
        let _ = from;
        Vec::new()
    }

    /// Gives those of the classes (binary names) that are loaded their mutants, all switched off. Nothing takes them out
    /// again, and it is done once.
    fn mutate(&mut self, classes: &BTreeSet<String>) -> Result<(), ExecutorLost> {
        let _ = classes;
        Ok(())
    }

    /// What the roots of a state of [`Trace::states`] are, each by itself; `None` where it is not known.
    fn roots(&self, id: StateId) -> Option<RootStates> {
        let _ = id;
        None
    }

    /// What the objects of a state of [`Trace::states`] link to, each link as a hash that is equal for links of equal objects; none where it is
    /// not known.
    fn links(&self, id: StateId) -> Vec<u64> {
        let _ = id;
        Vec::new()
    }

    /// The mutants of each class that has some.
    fn mutants(&self) -> Vec<EdgeBlock> {
        Vec::new()
    }
}

/// The edges, or the mutants, of one class: `count` ids from `first` on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EdgeBlock {
    /// The binary name.
    pub class: String,
    /// The first id.
    pub first: u32,
    /// How many.
    pub count: u32,
}

impl EdgeBlock {
    /// The block that an id belongs to, of blocks in the order of their ids, and its number there.
    pub fn within(blocks: &[Self], id: u32) -> Option<(&Self, u32)> {
        let behind = blocks.partition_point(|block| block.first <= id);
        let block = blocks.get(behind.checked_sub(1)?)?;
        Some((block, id - block.first))
    }
}

#[cfg(test)]
mod tests {
    use super::Trace;

    #[test]
    fn edges_are_credited_to_the_statement_that_reached_them() {
        let trace = Trace {
            edges: vec![4, 7, 9],
            edges_after: vec![1, 1, 3],
            ..Trace::default()
        };
        let of = [0, 1, 2, 3].map(|statement| trace.edges_of(statement));
        assert_eq!(of, [&[4][..], &[], &[7, 9], &[]]);
    }
}
