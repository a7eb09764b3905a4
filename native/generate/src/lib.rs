//! The generator: which sequences of calls are worth running, and which of those that ran are worth a test.
//!
//! **Takes** a [`SearchTask`], the code under test as a [`Library`](palus_classes::Library), perhaps a
//! [`Model`](palus_model::Model) of correct runs, and an [`Executor`](palus_sequence::Executor).
//! **Gives** a [`SearchResult`]: candidates for tests, each with what it did and what it was the first to reach, and what became of the calls of
//! each method under test.
//! **Does not know** the JVM, how a sequence is run, which candidates become tests, or how a test is printed.
//!
//! A search proposes sequences in batches. Where they come from is the business of a strategy (`strategy/`: `palus`, `palulu`, `recgen`,
//! `randoop`); what they are made of, of the `builder`, which fits every operand to its place; what is kept of a run, of the
//! `harvest`. With a budget of sequences, nothing depends on time or on the order of a hash table.
//!
//! # Example
//! ```
//! use std::collections::BTreeSet;
//!
//! use palus_classes::{Library, Producer};
//! use palus_generate::{SearchTask, search};
//! use palus_sequence::work::{Budget, SearchOptions, StrategyName};
//! use palus_sequence::{
//!     Executor, ExecutorLost, Literal, MethodId, MethodKind, ObservationPlan, Outcome, Sequence, Symbols, Trace, TypeId, Value,
//! };
//!
//! /// One class, `demo.Lamp`, with a constructor and a method.
//! struct Lamp { symbols: Symbols, subjects: Vec<TypeId>, callables: Vec<MethodId> }
//!
//! impl Library for Lamp {
//!     fn symbols(&self) -> &Symbols { &self.symbols }
//!     fn symbols_mut(&mut self) -> &mut Symbols { &mut self.symbols }
//!     fn subjects(&self) -> &[TypeId] { &self.subjects }
//!     fn callables(&self, _: TypeId) -> &[MethodId] { &self.callables }
//!     fn producers(&mut self, _: TypeId) -> Vec<Producer> { vec![Producer::Call(self.callables[0])] }
//!     fn is_assignable(&mut self, sub: TypeId, sup: TypeId) -> bool { sub == sup }
//!     fn enum_constants(&mut self, _: TypeId) -> Vec<String> { vec![] }
//!     fn constants(&self, _: TypeId) -> &[Literal] { &[] }
//!     fn method_constants(&self, _: MethodId) -> &[Literal] { &[] }
//!     fn dependence(&self, _: MethodId) -> &[(MethodId, f64)] { &[] }
//!     fn overlap(&self, _: MethodId) -> &[(MethodId, u32)] { &[] }
//!     fn is_functional(&mut self, _: TypeId) -> bool { false }
//! }
//!
//! /// Every statement returns; no edges are seen.
//! struct Quiet;
//!
//! impl Executor for Quiet {
//!     fn run(&mut self, _: &mut Symbols, batch: &[Sequence], _: &ObservationPlan) -> Result<Vec<Trace>, ExecutorLost> {
//!         let returned = |sequence: &Sequence| Trace {
//!             outcomes: vec![Outcome::Returned(Value::Void); sequence.len()],
//!             edges_after: vec![0; sequence.len()],
//!             ..Trace::default()
//!         };
//!         Ok(batch.iter().map(returned).collect())
//!     }
//!     fn edges_total(&self) -> u32 { 0 }
//! }
//!
//! let mut symbols = Symbols::default();
//! let lamp = symbols.class("demo.Lamp");
//! let new = symbols.method("demo.Lamp", "<init>", "()V", MethodKind::Constructor).unwrap();
//! let light = symbols.method("demo.Lamp", "light", "()V", MethodKind::Instance).unwrap();
//! let mut library = Lamp { symbols, subjects: vec![lamp], callables: vec![new, light] };
//!
//! let options = SearchOptions::of(StrategyName::Palus);
//! let task = SearchTask {
//!     targets: vec![lamp],
//!     seed: 1,
//!     budget: Budget::Sequences { count: 10 },
//!     options: &options,
//!     given: &[],
//!     avoid: &BTreeSet::new(),
//!     deadly: &[],
//!     carved: &[],
//!     seeds: &[],
//!     gives_way: false,
//!     may_go_on: &|_, _| true,
//! };
//! let (found, _) = search(&task, &mut library, None, &mut Quiet, &[], &mut |_| {}).unwrap();
//!
//! // The first return of each of the two methods.
//! let texts: Vec<String> = found.candidates.iter().map(|c| c.sequence.text(&library.symbols)).collect();
//! assert_eq!(texts, ["v0 = new demo.Lamp()\n", "v0 = new demo.Lamp()\nv1 = v0.light()\n"]);
//! ```

mod accesses;
mod breadth;
mod builder;
mod catalog;
mod constants;
mod consumers;
mod context;
mod corpus;
mod draw;
mod effort;
mod fake;
mod familiar;
mod forms;
mod fresh;
mod frontier;
mod harvest;
mod hash;
mod hints;
mod holders;
mod home;
mod lambda;
mod links;
mod mutate;
mod novelty;
mod pattern;
mod pool;
mod recorded;
mod schedule;
mod search;
mod seen;
mod slice;
mod specimens;
mod statistics;
mod steps;
mod strategy;
mod systematic;
mod task;
#[cfg(test)]
mod testing;
mod text;
mod told;
mod types;
mod usual;
mod values;
mod variation;
mod walk;

pub use accesses::seen_accesses;
pub use hash::{method_hash, sequence_hash};
pub use recorded::recorded_literal;
pub use search::search;
pub use slice::{needed, slice};
pub use statistics::Statistics;
pub use task::{Candidate, GivenValue, SearchResult, SearchTask, Specimen, Told};
pub use variation::{Knowledge, Variation};
