//! Algebraic laws of a class, like `pop(push(S, x)) == x`: how often each held and was broken in executions, and one example of either.
//!
//! **Takes** the different executions of a class ([`Concrete`](palus_machine::Concrete)) and [`Limits`].
//! **Gives** [`Axioms`]: universal laws, which always held, and common ones, which mostly did; for each the shortest calls for which it holds, and
//! of a common one those for which it does not.
//! **Does not know** what a state is made of, when two are equal, or how an execution came about.
//!
//! Two executions compose when the first returned and the second was made in the state in which it left the object. Compositions are gone
//! through one by one and only counted: memory grows with the pairs of methods, not with compositions.
//!
//! After: Xie, Notkin, "Automatically identifying special and common unit tests for object-oriented programs", ISSRE 2005.

mod alike;
mod axiom;
mod block;
mod composed;
mod constants;
mod execution;
mod expected;
mod follows;
mod gather;
mod law;
mod names;
mod page;
mod select;
mod table;

pub use axiom::{Axiom, Axioms, Broken, Checked, SCHEMA};
pub use expected::Expected;
pub use gather::Limits;
