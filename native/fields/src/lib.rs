//! Field extensions: which objects a field has linked to which, over all heaps of a suite.
//!
//! **Takes** heaps ([`State`](palus_state::State)s of receiver and arguments at the entry of calls), each with the test that made it.
//! **Gives** the pairs of objects that each field links ([`Extensions`]), what one test alone links, whether a [`Criterion`] is met and what is
//! missing, and what sizes to expect of larger heaps ([`Growth`]).
//! **Does not know** where heaps come from.
//!
//! After Godio, Bengolea, Ponzio, Aguirre, Frias, "Efficient test generation guided by field coverage criteria" (ASE 2019).
//!
//! # Example
//! ```
//! use palus_fields::Growth;
//!
//! // Sizes at 1 to 5 nodes of the extension of `left` over all binary trees: at 10 nodes it is 35.
//! let growth = Growth::of(&[(1.0, 1.0), (2.0, 3.0), (3.0, 5.0), (4.0, 8.0), (5.0, 11.0)]).unwrap();
//! assert_eq!((growth.linear(10.0), growth.average(10.0), growth.quadratic(10.0)), (23, 28, 33));
//! ```

mod criterion;
mod extension;
mod forecast;
mod growth;
mod inputs;
mod inputs_test;
mod outcome;
mod page;
mod space;

pub use criterion::{BadPair, Criterion, Missing};
pub use extension::{Extensions, Field, Object, Pair, Values};
pub use forecast::Stop;
pub use growth::Growth;
pub use inputs::{InputFile, input_files};
pub use inputs_test::{InputsTest, JUnit};
pub use outcome::{Expected, Outcome, Row, Small};
pub use page::{FieldOfSuite, SuitePage};
pub use palus_state::Place;
pub use space::{Kind, Made, Making, Space, SpaceClass, SpaceField, Structure};
