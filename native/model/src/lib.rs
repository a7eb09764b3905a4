//! The call-sequence model: which orders of calls a correct run has shown to be legal, class by class.
//!
//! **Takes** the events of `palus_trace`, in the order in which one thread produced them.
//! **Gives** a [`Model`]: one automaton per concrete class (paper, section 3.1), with what was passed along each transition;
//! models merge, are saved and loaded, and are printed.
//! **Does not know** the JVM, or how a sequence is run.
//!
//! Objects are merged by common prefix while they are observed, so memory grows with the number of distinct states and
//! of live objects, never with the length of the run.
//!
//! # Example
//! ```
//! use std::sync::Arc;
//!
//! use palus_model::Builder;
//! use palus_trace::{Dictionary, Event, Profile, Scalar, Seen};
//!
//! let dictionary = Arc::new(Dictionary::default());
//! let class = dictionary.class_id("demo.Connection");
//! let new = dictionary.method_id("demo.Connection", "<init>", "()V", 1);
//! let send = dictionary.method_id("demo.Connection", "send", "(I)V", 1);
//!
//! let mut builder = Builder::new(dictionary);
//! let (thread, object) = (1, 7);
//! let connection = Seen::Object { class, object, profile: Profile::NONE };
//! for event in [
//!     Event::Enter { method: new, depth: 1, receiver: Seen::Uninitialised },
//!     Event::Initialised { method: new, depth: 1, class, object },
//!     Event::Exit { method: new, depth: 1, result: connection },
//!     Event::Enter { method: send, depth: 1, receiver: connection },
//!     Event::Argument { position: 1, value: Seen::Primitive(Scalar::Int(42)) },
//!     Event::Exit { method: send, depth: 1, result: Seen::None },
//! ] {
//!     builder.fold(thread, event);
//! }
//!
//! let model = builder.finish();
//! let connection = model.class("demo.Connection").expect("just observed");
//! assert_eq!(connection.states(), 3);
//! assert!(connection.accepts(&["<init>", "send"]));
//! assert!(!connection.accepts(&["send"]));
//! assert_eq!(
//!     palus_model::render::text(&model, None),
//!     "demo.Connection  1 object, 3 states\n  0 -> 1  <init>()  x1\n  1 -> 2  send(int)  x1  (42)\n  exits: 2\n"
//! );
//! ```

mod automaton;
mod build;
mod canonical;
mod digest;
mod file;
mod keep;
mod ktail;
mod limit;
mod merge;
mod method;
mod observation;
mod profile;
pub mod redact;
pub mod render;
mod view;

pub use automaton::{ClassModel, Dependence, Model, Node, NodeId, Origin, Transition};
pub use build::{Builder, Sample};
pub use file::{FORMAT, ReadError};
pub use method::{FieldAccess, FieldKey, MethodIdentity, MethodKey, Position};
pub use observation::{Element, Elements, Exchange, Input, Observation, Output, Recorded, RecordedArray};
pub use palus_trace::{Abstract, CALL_SITE};
pub use profile::{ArrayShape, Kind, Layout, LayoutId, Profile};
pub use view::Caller;
