//! Tests of a recording as sequences of calls: test carving (Elbaum, Chin, Dwyer and Jorde, "Carving and replaying differential unit test
//! cases from system test cases", IEEE TSE 2009), by the states that objects were in.
//!
//! **Takes** the executions of a trace with states (`native/observe`). **Gives** for each test a [`Carved`]: the calls that it made into the
//! recorded code, as a [`Sequence`](palus_sequence::Sequence) that makes them again, with what came of each, and why others are missing.
//! **Does not know** whether a test may be written so, nor what comes of the sequence: whoever runs it compares ([`Step`]).
//!
//! A trace has no identities. Which object of the sequence a recorded one is, its state tells: an object is the one that was last in that
//! state, and where none was, the last one of its class, which code that was not recorded may have changed. So two objects in one state may be
//! taken for each other, and what is carved is believed only when it came out as recorded. Values, arrays and objects of the JDK are made anew
//! from their states.

//!
//! # Example
//! ```no_run
//! use palus_carve::Carver;
//! use palus_observe::Observations;
//!
//! let mut calls = Observations::new(std::fs::File::open("run.trace")?)?;
//! let (mut carver, mut tests) = (Carver::default(), Vec::new());
//! while let Some(call) = calls.next() {
//!     let call = call?;
//!     let given = call.execution.entry.and_then(|number| calls.joint(number));
//!     tests.extend(carver.add(&call, given.as_ref(), calls.states()));
//! }
//! tests.extend(carver.take_open());
//! let symbols = carver.into_symbols();
//! for test in &tests {
//!     println!("{}: {}", test.test.method.name, test.sequence.text(&symbols));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod carver;
mod fixture;
mod jdk;
mod make;
mod objects;
mod recipes;
mod value;
mod why;

pub use carver::{Carved, Carver, Constant, Step};
pub use value::literal;
pub use why::Why;
