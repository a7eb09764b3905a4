//! Method executions in the terms that analyses need: what receiver, arguments and result are, before and behind each call.
//!
//! **Takes** a trace (`native/executions`). **Gives** its executions one by one as [`Observation`]s, in which each object is the
//! [`ObjectState`] that it is in, the same number for equal states of all virtual machines, and each value its content.
//! **Does not know** what an analysis makes of them, nor how they are shown.
//!
//! A trace has one joint state for a moment of a call, so that it shows which objects are the same. What one object is by itself is the part of that
//! state which it reaches; it is taken apart once for each different joint state. Memory grows with the number of different states only.
//!
//! # Example
//! ```no_run
//! use palus_observe::{Observations, Seen};
//!
//! let mut calls = Observations::new(std::fs::File::open("run.trace")?)?;
//! while let Some(call) = calls.next() {
//!     let call = call?;
//!     if let (Some(Seen::Object(before)), Some(Seen::Object(after))) = (&call.receiver, &call.receiver_after) {
//!         println!("{} {:?} -> {:?}", call.execution.method.name, calls.states().id(*before), calls.states().id(*after));
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod observation;
mod observations;
mod states;

pub use observation::{Argument, Observation, Seen};
pub use observations::Observations;
pub use states::{Marked, ObjectState, ObjectStates};
