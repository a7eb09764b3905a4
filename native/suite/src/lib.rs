//! From what a search found to the tests that are kept.
//!
//! **Takes** [`Candidate`]s, an [`Executor`](palus_sequence::Executor) to run them again, and a rule that says which statements to assert.
//! **Gives** a [`Built`] suite: few, short tests that together reach what the candidates reached, and whose outcomes were the same in
//! every run ([`build()`]); its three steps also stand on their own: [`select()`], [`minimise()`], [`confirm()`].
//! **Does not know** how candidates are found, what makes a good assertion, or how a test is printed.
//!
//! # Example
//! ```
//! use palus_sequence::{MethodKind, Outcome, Sequence, Statement, Symbols, Trace, Value};
//! use palus_suite::{Candidate, Targets, select};
//!
//! let mut symbols = Symbols::default();
//! let method = symbols.method("demo.A", "f", "()V", MethodKind::Static).unwrap();
//! let subject = symbols.class("demo.A");
//! let candidate = |calls: usize, edges: Vec<u32>| Candidate {
//!     subject,
//!     sequence: Sequence { statements: vec![Statement::Call { method, operands: vec![] }; calls] },
//!     trace: Trace { outcomes: vec![Outcome::Returned(Value::Void); calls], edges, ..Trace::default() },
//!     violates: None,
//! };
//! // The third reaches what the first two reach, but takes more calls than both together.
//! let candidates = [candidate(1, vec![1]), candidate(1, vec![2]), candidate(5, vec![1, 2])];
//! let chosen: Vec<usize> = select(&candidates, &Targets::plain(&[subject]), &symbols).iter().map(|chosen| chosen.index).collect();
//! assert_eq!(chosen, [0, 1]);
//! ```

mod ask;
mod build;
mod confirm;
mod elsewhere;
mod endings;
mod goal;
mod kills;
mod lean;
mod minimise;
mod mutants;
mod observe;
mod pack;
mod printed;
mod select;
#[cfg(test)]
mod testing;

pub use build::{AssertionRule, Built, Forms, Rules, Vary, build};
pub use confirm::{Confirmed, confirm};
pub use goal::{Candidate, Declarer, Goal, GoalKind, MethodKey, Targets, edge_key, goals};
pub use kills::{kills, open_mutants};
pub use minimise::minimise;
pub use mutants::Mutants;
pub use observe::{Observers, Path};
pub use select::{Chosen, join, select};
