//! What a test is kept for.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use palus_sequence::work::KeptTest;
use palus_sequence::{
    Answer, EdgeBlock, Executor, MethodId, Outcome, Sequence, Statement, Symbols, Trace, TypeId, Violation,
};

use crate::confirm::is_dereference;

/// A sequence that may become a test.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The class under test that it is about.
    pub subject: TypeId,
    /// The statements; all but the last returned.
    pub sequence: Sequence,
    /// What it did.
    pub trace: Trace,
    /// The check that it breaks, and why.
    pub violates: Option<Violation>,
}

/// A method by the class that declares it, whichever it is called through: the hash of its names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MethodKey(pub(crate) u64);

/// The name of the class that declares the method, where a suite is to show how the method ends.
pub type Declarer<'a> = dyn Fn(&Symbols, MethodId) -> Option<String> + 'a;

/// The classes that a suite is for.
pub struct Targets<'a> {
    classes: &'a [TypeId],
    others: &'a [TypeId],
    consumers: &'a [MethodId],
    declarer: &'a Declarer<'a>,
    known: RefCell<HashMap<MethodId, Option<MethodKey>>>,
}

impl<'a> Targets<'a> {
    /// A suite for these classes. What `declarer` has no answer for need not be called.
    pub fn new(classes: &'a [TypeId], declarer: &'a Declarer<'a>) -> Self {
        Self {
            classes,
            others: &[],
            consumers: &[],
            declarer,
            known: RefCell::default(),
        }
    }

    /// A suite for these classes, which declare whatever is called through them.
    pub fn plain(classes: &'a [TypeId]) -> Self {
        Self::new(classes, &|symbols, method| {
            Some(symbols.type_name(symbols.get(method).owner))
        })
    }

    /// And all classes under test, for which other groups make tests: what the tests of this one show of them by the way need not be
    /// shown again.
    #[must_use]
    pub fn among(self, all: &'a [TypeId]) -> Self {
        Self { others: all, ..self }
    }

    /// And these methods of other classes, which use what the classes make: how they end and what they answer is to be shown as well.
    #[must_use]
    pub fn used_by(self, consumers: &'a [MethodId]) -> Self {
        Self { consumers, ..self }
    }

    /// The classes.
    pub(crate) fn classes(&self) -> &'a [TypeId] {
        self.classes
    }

    /// Whether it is one of the classes, or another that is under test.
    pub(crate) fn is_under_test(&self, class: TypeId) -> bool {
        self.classes.contains(&class) || self.others.contains(&class)
    }

    /// The method as a goal.
    pub(crate) fn key(&self, symbols: &Symbols, id: MethodId) -> Option<MethodKey> {
        let is_target = self.classes.contains(&symbols.get(id).owner) || self.consumers.contains(&id);
        is_target.then(|| self.key_of_any(symbols, id)).flatten()
    }

    fn key_of_any(&self, symbols: &Symbols, id: MethodId) -> Option<MethodKey> {
        let method = symbols.get(id);
        *self.known.borrow_mut().entry(id).or_insert_with(|| {
            let mut hasher = DefaultHasher::new();
            ((self.declarer)(symbols, id)?, &method.name, &method.descriptor).hash(&mut hasher);
            Some(MethodKey(hasher.finish()))
        })
    }
}

/// One thing that some test of the suite should do.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Goal {
    /// Reach this edge.
    Edge(u32),
    /// Have this method return.
    Returns(MethodKey),
    /// Have this method throw this class.
    Throws(MethodKey, TypeId),
    /// Have a call of this method show that.
    Answers(MethodKey, Answer),
    /// Show what becomes of another test where one value of it is another: the hash of which and how.
    Varies(u64),
    /// Show the defect of that cause.
    Breaks(String),
    /// Fail when this mutant is switched on.
    Kills(u32),
}

impl Goal {
    /// Whether a test that asserts what another one asserts reaches this too, whatever else it does.
    pub(crate) fn is_by_assertion(&self) -> bool {
        matches!(self, Self::Kills(_) | Self::Varies(_))
    }

    /// The mutant that is to be killed.
    pub(crate) fn mutant(&self) -> Option<u32> {
        match self {
            Self::Kills(mutant) => Some(*mutant),
            _ => None,
        }
    }

    /// What sort of thing it is.
    pub(crate) fn kind(&self) -> GoalKind {
        match self {
            Self::Edge(_) => GoalKind::Edge,
            Self::Returns(_) | Self::Throws(..) | Self::Breaks(_) => GoalKind::Outcome,
            Self::Kills(_) => GoalKind::Mutant,
            Self::Answers(..) | Self::Varies(_) => GoalKind::Answer,
        }
    }
}

/// What sort of thing a test is kept for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GoalKind {
    /// An edge that it reaches.
    Edge = 0,
    /// How a method ends, or a defect.
    Outcome = 1,
    /// A mutant that it kills.
    Mutant = 2,
    /// What its calls answer, take and refuse.
    Answer = 3,
}

impl GoalKind {
    /// The bits of a key that hold it.
    const BITS: u64 = 3;

    /// What a goal counts in the order in which tests are taken while there is room: a branch first, then how calls end, then mutants.
    pub(crate) fn worth(self) -> u64 {
        match self {
            Self::Edge => 4,
            Self::Outcome => 2,
            Self::Mutant | Self::Answer => 1,
        }
    }

    /// The kind of a goal by its key ([`KeptTest::goals`](palus_sequence::work::KeptTest::goals)).
    pub fn of(key: u64) -> Self {
        match key & Self::BITS {
            0 => Self::Edge,
            1 => Self::Outcome,
            2 => Self::Mutant,
            _ => Self::Answer,
        }
    }

    fn key(self, of: impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        of.hash(&mut hasher);
        hasher.finish() & !Self::BITS | self as u64
    }
}

/// The key of an edge of a class by its number there, as it stands among the goals of a test
/// ([`KeptTest::goals`](palus_sequence::work::KeptTest::goals)).
pub fn edge_key(class: &str, number: u32) -> u64 {
    GoalKind::Edge.key((class, number))
}

/// Tells goals from one another whatever the worker: ids are a worker's own, names are not.
pub(crate) struct Keys {
    blocks: Vec<EdgeBlock>,
    mutants: Vec<EdgeBlock>,
}

impl Keys {
    /// The keys of what this executor runs.
    pub(crate) fn of(executor: &dyn Executor) -> Self {
        Self {
            blocks: executor.blocks(0),
            mutants: executor.mutants(),
        }
    }

    /// The goals by their keys, ascending.
    pub(crate) fn all(&self, goals: &BTreeSet<Goal>, symbols: &Symbols) -> Vec<u64> {
        let mut keys: Vec<u64> = goals.iter().map(|goal| self.key(goal, symbols)).collect();
        keys.sort_unstable();
        keys
    }

    pub(crate) fn key(&self, goal: &Goal, symbols: &Symbols) -> u64 {
        match goal {
            Goal::Edge(edge) => match within(&self.blocks, *edge) {
                Some((class, number)) => edge_key(class, number),
                None => goal.kind().key(edge),
            },
            Goal::Returns(returned) => goal.kind().key((1, returned.0)),
            Goal::Throws(threw, class) => goal.kind().key((2, threw.0, symbols.type_name(*class))),
            Goal::Answers(method, answer) => match answer.class() {
                Some(class) => goal.kind().key((method.0, symbols.type_name(class))),
                None => goal.kind().key((method.0, answer)),
            },
            Goal::Varies(how) => goal.kind().key((4, how)),
            Goal::Breaks(cause) => goal.kind().key((3, cause)),
            Goal::Kills(mutant) => goal.kind().key(within(&self.mutants, *mutant)),
        }
    }
}

/// The class that the id belongs to, and its number there.
fn within(blocks: &[EdgeBlock], id: u32) -> Option<(&str, u32)> {
    EdgeBlock::within(blocks, id).map(|(block, number)| (&*block.class, number))
}

/// What the candidate does that a suite for `targets` wants done.
pub fn goals(candidate: &Candidate, targets: &Targets<'_>, symbols: &Symbols) -> BTreeSet<Goal> {
    let breaks = candidate
        .violates
        .iter()
        .map(|violation| Goal::Breaks(violation.cause.clone()));
    // What a test among the failing ones reaches does not count as reached by the passing ones.
    if candidate.violates.is_some() {
        return breaks.collect();
    }
    let edges = candidate.trace.edges.iter().copied().map(Goal::Edge);
    let key = |method| targets.key(symbols, method);
    let ends = ends(symbols, &candidate.sequence, &candidate.trace.outcomes, &key);
    edges.chain(ends).collect()
}

/// How the calls of a passing test end that are other classes' business.
pub(crate) fn by_the_way(test: &KeptTest, targets: &Targets<'_>, symbols: &Symbols) -> BTreeSet<Goal> {
    if test.violates.is_some() {
        return BTreeSet::new();
    }
    let key = |method: MethodId| {
        let is_other = targets.others.contains(&symbols.get(method).owner);
        is_other.then(|| targets.key_of_any(symbols, method)).flatten()
    };
    ends(symbols, &test.sequence, &test.outcomes, &key)
        .filter(|goal| goal.kind() != GoalKind::Answer)
        .collect()
}

/// How calls end, of the methods that have a key, and what they answer. Not where they met a null that they did not reckon with: that is
/// nobody's intention, and a test that says so is one that is deleted when it fails.
fn ends<'s>(
    symbols: &'s Symbols,
    sequence: &'s Sequence,
    outcomes: &'s [Outcome],
    key: &'s dyn Fn(MethodId) -> Option<MethodKey>,
) -> impl Iterator<Item = Goal> + 's {
    let calls = sequence.statements.iter().zip(outcomes);
    calls.flat_map(move |(statement, outcome)| {
        let key = match statement {
            Statement::Call { method, .. } if !is_dereference(outcome, symbols) => key(*method),
            _ => None,
        };
        let end = key.and_then(|key| match outcome {
            Outcome::Returned(_) => Some(Goal::Returns(key)),
            Outcome::Threw { class, .. } => Some(Goal::Throws(key, *class)),
            Outcome::Ended(_) | Outcome::NotRun => None,
        });
        let answers = Answer::all(symbols, statement, outcome);
        let answers = answers
            .into_iter()
            .filter_map(move |answer| Some(Goal::Answers(key?, answer)));
        end.into_iter().chain(answers)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{candidate, world};

    #[test]
    fn what_a_method_does_is_one_goal_whichever_class_it_is_called_through() {
        let mut world = world();
        let subclass = world.symbols.class("demo.B");
        let inherited = world
            .symbols
            .method("demo.B", "a", "()I", palus_sequence::MethodKind::Static)
            .unwrap();
        let of_superclass = candidate(&world, &[0], &[]);
        let mut of_subclass = of_superclass.clone();
        of_subclass.sequence.statements = vec![Statement::Call {
            method: inherited,
            operands: vec![],
        }];
        let classes = [world.subject, subclass];
        let told = |declarer: &Declarer<'_>, candidate: &Candidate| {
            goals(candidate, &Targets::new(&classes, declarer), &world.symbols)
        };
        let by_superclass: &Declarer<'_> = &|_, _| Some("demo.A".to_owned());
        assert_eq!(told(by_superclass, &of_superclass), told(by_superclass, &of_subclass));
        let kinds: Vec<GoalKind> = told(by_superclass, &of_superclass).iter().map(Goal::kind).collect();
        assert_eq!(
            kinds,
            [GoalKind::Outcome, GoalKind::Answer],
            "it returns, and it returns that"
        );
        assert!(told(&|_, _| None, &of_superclass).is_empty());
    }

    #[test]
    fn a_null_that_was_not_reckoned_with_is_nothing_to_show_and_one_that_is_refused_is() {
        let mut world = world();
        let class = world.symbols.class("java.lang.NullPointerException");
        let subject = [world.subject];
        let ends = |message: Option<&str>| {
            let mut candidate = candidate(&world, &[0], &[]);
            candidate.trace.outcomes = vec![Outcome::Threw {
                class,
                message: message.map(Into::into),
            }];
            goals(&candidate, &Targets::plain(&subject), &world.symbols).len()
        };
        assert_eq!(
            ends(Some("Cannot invoke \"String.length()\" because \"<local1>\" is null")),
            0
        );
        assert_eq!(ends(Some("name")), 1);
        assert_eq!(ends(None), 1);
    }
}
