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

mod carver;
mod fixture;
mod jdk;
mod make;
mod objects;
mod value;
mod why;

pub use carver::{Carved, Carver, Constant, Step};
pub use value::literal;
pub use why::Why;
