//! Calls on objects of a class, run in workers as somebody asks for them: what `palus states` and `palus axioms` stand on.

mod arguments;
mod decode;
mod explorer;
mod laboratory;
mod recorded;

pub(crate) use arguments::Values;
pub(crate) use explorer::Explorer;
pub(crate) use laboratory::Laboratory;
pub(crate) use recorded::Recorded;
