//! What a search is given and what it hands back.

use std::collections::BTreeSet;

use palus_sequence::work::{Budget, Counts, DeadlyMethod, EndOfSearch, Reached, SearchOptions};
use palus_sequence::{FieldId, Literal, MethodId, Sequence, Symbols, Trace, TypeId, Var};

use crate::statistics::Statistics;

/// What to search for, and for how long.
pub struct SearchTask<'t> {
    /// The classes under test whose turn it is: a part of the library's subjects.
    pub targets: Vec<TypeId>,
    /// Where the random stream starts, already derived from the run's seed and the group.
    pub seed: u64,
    /// When to stop.
    pub budget: Budget,
    /// The rules.
    pub options: &'t SearchOptions,
    /// Values that a user wants passed to a method, each wherever it fits a parameter.
    pub given: &'t [(MethodId, GivenValue)],
    /// Hashes ([`sequence_hash`](crate::sequence_hash)) of sequences that must not run.
    pub avoid: &'t BTreeSet<u64>,
    /// Methods that must not be called, by their [`method_hash`](crate::method_hash).
    pub deadly: &'t [DeadlyMethod],
    /// What the project's own tests do: it runs when a quarter of the budget is spent, and is not counted against one of sequences.
    pub carved: &'t [Sequence],
    /// Sequences that an earlier run of this search kept: they run
    /// first under a budget of time, last under one of sequences, and are not counted against it.
    pub seeds: &'t [Sequence],
    /// Whether to end, under a budget of time, where nothing new was found for long: what follows has a use for the time.
    pub gives_way: bool,
    /// Whether the search may go on that has spent this share of a budget of time, 0 to 1, and come so far: asked again and again.
    pub may_go_on: &'t dyn Fn(f64, Reached) -> bool,
}

/// What a search tells between two batches.
pub struct Told<'t> {
    /// What was counted so far.
    pub counts: &'t Counts,
    /// The candidates found since it last told.
    pub fresh: &'t [Candidate],
    /// The names of the candidates' ids.
    pub symbols: &'t Symbols,
}

/// A value that a user gives.
#[derive(Clone, PartialEq, Debug)]
pub enum GivenValue {
    /// One that can be written down.
    Literal(Literal),
    /// One that can only be read from its static field.
    Field(FieldId),
}

/// A sequence worth a test.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The class under test that it is about.
    pub subject: TypeId,
    /// The statements; all but the last returned.
    pub sequence: Sequence,
    /// What it did, cut to the statements that it kept.
    pub trace: Trace,
    /// The edges that nothing reached before, or only calls that threw.
    pub new_edges: Vec<u32>,
    /// The check that it breaks, and why.
    pub violates: Option<(&'static str, String)>,
}

/// An object of a class under test that the search has made.
#[derive(Clone, PartialEq, Debug)]
pub struct Specimen {
    /// Its run-time class.
    pub class: TypeId,
    /// What makes it.
    pub sequence: Sequence,
    /// The variable that it ends up in.
    pub var: Var,
}

/// What a search found.
#[derive(Debug)]
pub struct SearchResult {
    /// In the order in which they were found.
    pub candidates: Vec<Candidate>,
    /// Objects of the classes under test, those whose turn it was before all, in different states as far as the search can tell; a bounded number of each class.
    pub specimens: Vec<Specimen>,
    /// Methods of other classes that use what the classes whose turn it was make.
    pub consumers: Vec<MethodId>,
    /// What became of the calls of each method under test.
    pub statistics: Statistics,
    /// Totals.
    pub counts: Counts,
    /// Why it ended.
    pub end: EndOfSearch,
    /// Whether the wall clock ended a sequence, so that another run may find something else.
    pub wall_clock_struck: bool,
}
