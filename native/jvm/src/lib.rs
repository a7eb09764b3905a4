//! Everything that touches a Java virtual machine: the hook classes and the transformer put into it, the buffers and
//! the coverage map shared with it, and sequences run in it.
//!
//! **Takes** the bytes of the embedded jar, a [`Host`] that answers what Java asks, and sequences.
//! **Gives** recorded bytes to the host, and [`JvmExecutor`], the [`palus_sequence::Executor`] of a worker.
//! **Does not know** the model, a strategy, or what a record means.
//!
//! With `native/agent` the only crate with `unsafe`. The rules it keeps: no lock is held across a call into Java, no
//! panic unwinds into the virtual machine, every call into Java is followed by a look at the pending exception, and
//! every local reference made in a loop is deleted or framed.
//!
//! # Example
//! Which classes are transformed is decided before Java is asked:
//! ```
//! use palus_jvm::ClassFilter;
//!
//! let filter = ClassFilter::new(&["com.acme.*".to_owned()], &["com.acme.gen.*".to_owned()]);
//! assert!(filter.admits("com.acme.Shop"));
//! assert!(!filter.admits("com.acme.gen.Parser"));
//! assert!(!filter.admits("java.util.ArrayList"));
//! ```

mod attached;
mod buffers;
mod coverage;
mod executions;
mod executor;
mod faults;
mod filter;
mod host;
mod install;
mod java;
mod layouts;
mod locks;
mod natives;
mod origins;
mod progress;
mod queue;
mod retransform;
mod states;
mod tables;
mod transform;
mod watchdog;

pub use attached::{Attached, Machine, environment};
pub use buffers::Buffers;
pub use coverage::CoverageMap;
pub use executions::{Executions, Frame, How};
pub use executor::{JvmExecutor, Mutate, Surroundings};
pub use faults::Faults;
pub use filter::{ClassFilter, WhoAnswers};
pub use host::{Host, serve};
pub use install::{InstallError, Installed, install};
pub use java::{ClassRef, Java, JavaError, jvmti};
pub use progress::Progress;
pub use queue::Queue;
pub use retransform::LoaderRef;
pub use states::{Snapshot, make_states, unmet_fields};
pub use tables::{FIELD_PLACES, Tables};
pub use transform::{Mode, Transformer};
pub use watchdog::{Watchdog, WatchdogLimits};
