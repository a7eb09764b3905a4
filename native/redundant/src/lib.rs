//! Redundant tests: those that do nothing which the tests before them did not (Xie, Marinov and Notkin, "Rostra", ASE 2004).
//!
//! **Takes** the method executions of a suite (`native/observe`) and a [`Technique`] by which states are compared; for the two that call
//! `equals`, which states it says to be one ([`Classes`]). **Gives** the different executions, for each test whether it is kept and who
//! covers it ([`Suites::walk`]), whether one suite adds something to another ([`Suites::against`]), lists for build tools ([`Excluded`]) and a page ([`Page`]). **Does not know** a virtual
//! machine, nor how tests are run.
//!
//! Two executions are *equivalent* when method, state of the receiver and arguments are. A test is *redundant* for the tests before it that are kept
//! when each of its executions has an equivalent one there. Methods are taken to be deterministic, which is checked: equivalent
//! executions that ended differently make their tests *unstable*, and never redundant.

mod collect;
mod exclude;
mod page;
mod represent;
mod suite;
mod walk;

pub use collect::Collector;
pub use exclude::Excluded;
pub use page::Page;
pub use represent::{Classes, Technique};
pub use suite::{Kind, Step, Suite, Suites, TestCase};
pub use walk::{Counts, Covered, Judged, Order, Verdict};
