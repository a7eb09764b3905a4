//! Follows values through the code of a method: which constant feeds which comparison, which array came from which field, which
//! object was made here.
//!
//! An abstract interpretation over one flat lattice: a value is known to come from one place, or it is unknown. Code is read in its
//! own order, with the values that meet at a branch target merged, until nothing changes; then what was seen in the last pass holds
//! for every execution. Code that nothing leads to is not seen.

mod fold;
mod frame;
mod machine;
mod op;
mod record;
mod value;

pub(crate) use machine::follow;
pub(crate) use op::{Bootstrap, Code, Dynamic, Invocation, Op, Test};
