//! What the bytecode says: types, access, constants, field access, dependence.

mod facts;
mod library;

pub use facts::{ClassFacts, Home, MethodFacts, TypeFacts, Visibility};
pub use library::{Library, Producer};
