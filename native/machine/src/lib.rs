//! Object state machines: the states in which objects of a class were, and the calls that lead from one to another.
//!
//! **Takes** executions of calls, each with the state of the receiver before and behind it ([`Concrete::add`], [`Concrete::start`]), and whoever
//! can run a call in a state ([`Execute`]).
//! **Gives** the executions that nobody made ([`Concrete::augment`]), the observers of the class ([`Concrete::observers`]), and machines that people can
//! read ([`Machine`]): states are what observers answer, which calls throw, or which
//! branches they take. [`Picture`] is all of it as one document, with the
//! [`difference`](Picture::difference) of two.
//! **Does not know** a virtual machine, a trace, or what a state is made of: states are numbers, values are texts.
//!
//! After: Xie, Notkin, "Automatic extraction of object-oriented observer abstractions from unit-test executions", ICFEM 2004.
//!
//! # Example
//! ```
//! use palus_machine::{Answer, By, Call, Concrete, Datum, Machine, State};
//!
//! // A lamp: off is state 0, on is state 1.
//! let call = |name: &str, descriptor: &str| Call { name: name.into(), descriptor: descriptor.into(), arguments: vec![] };
//! let mut lamp = Concrete::default();
//! lamp.start(call("<init>", "()V"), Some(State(0)), Answer::Void);
//! lamp.add(State(0), call("flip", "()V"), State(1), Answer::Void);
//! lamp.add(State(1), call("flip", "()V"), State(0), Answer::Void);
//! let answer = |is: bool| Answer::Returned(Datum::Value(is.to_string().into()));
//! lamp.add(State(0), call("isOn", "()Z"), State(0), answer(false));
//! lamp.add(State(1), call("isOn", "()Z"), State(1), answer(true));
//!
//! let (observers, _) = lamp.observers();
//! let machine = Machine::of(&lamp, &By::Observers(observers));
//! assert_eq!(machine.by, ["isOn()"]);
//! assert_eq!(machine.states.len(), 2);
//! assert_eq!(machine.transitions.iter().filter(|edge| edge.name == "flip").count(), 2);
//! ```

mod abstraction;
mod augment;
mod call;
mod concrete;
mod difference;
mod observers;
mod picture;
mod render;
mod ways;

pub use abstraction::{AbstractState, By, Machine, Transition};
pub use augment::{Augmented, Execute, Executed, Wanted};
pub use call::{Answer, Call, CallId, Datum, State, simple};
pub use concrete::{Concrete, Move, Start};
pub use observers::Rejected;
pub use picture::{ConcreteState, Counts, Picture, SCHEMA};
pub use ways::Ways;
