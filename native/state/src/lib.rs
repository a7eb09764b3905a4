//! Object states: the finite labelled graph of what can be reached from some roots, in canonical form.
//!
//! **Takes** what `org.palus.hook.Snapshot` read of a heap: objects in any order, each with its class and its slots.
//! **Gives** a [`State`]: equal bytes if and only if a one-to-one mapping of objects keeps classes, roots, references and values;
//! its [`StateId`], its [`text`](State::text), its [`shape`](State::shape), a part of it ([`State::project`]), the [`diff`] of two, and
//! [`StateTable`], which keeps each state once, in memory or ([`ByteStore`]) beyond a bound in a file.
//! **Does not know** a virtual machine, who asked, or what a state is good for.
//!
//! Collections of the JDK are written as what they hold, so that capacity and history do not count (`docs/states.md`). All of this
//! happens here, on the dump of a heap, and not where it is read: the reader in Java calls no method of the program and knows no collection.

mod build;
mod collections;
mod diff;
mod heap;
mod links;
mod rules;
mod state;
mod store;
mod table;
mod text;
mod values;

pub use diff::{Difference, diff};
pub use heap::{Heap, Layout, LayoutField, Nature};
pub use links::{End, Link, Place};
pub use palus_sequence::{StateId, StateRules};
pub use rules::{Ignored, is_captured, is_opaque};
pub use state::{Class, Content, Marks, Node, Slot, State, Value};
pub use store::ByteStore;
pub use table::StateTable;
pub use text::primitive_name;
