//! The vocabulary of the house: types, methods, values, statements, sequences and what became of them.
//!
//! **Takes** nothing: every other crate may use this one, and it uses none.
//! **Gives** [`Symbols`] (names interned to small ids), [`Sequence`] (the one intermediate form in which a test exists
//! from the search to the emitted source), [`Outcome`] (what a statement did), the [`Executor`] and [`Check`] traits
//! behind which a Java virtual machine hides, and the [`work`] orders and results that cross process boundaries.
//! **Does not know** how a sequence is found, run or printed.
//!
//! # Example
//! ```
//! use palus_sequence::{Literal, MethodKind, Operand, Sequence, Statement, Symbols, Var};
//!
//! let mut symbols = Symbols::default();
//! let new_list = symbols.method("java.util.ArrayList", "<init>", "()V", MethodKind::Constructor).unwrap();
//! let add = symbols.method("java.util.ArrayList", "add", "(Ljava/lang/Object;)Z", MethodKind::Instance).unwrap();
//!
//! let mut sequence = Sequence::default();
//! let list = sequence.push(Statement::Call { method: new_list, operands: vec![] });
//! sequence.push(Statement::Call {
//!     method: add,
//!     operands: vec![Operand::Var(list), Operand::Literal(Literal::string("a"))],
//! });
//! assert_eq!(list, Var(0));
//! assert_eq!(sequence.text(&symbols), "v0 = new java.util.ArrayList()\nv1 = v0.add(\"a\")\n");
//! ```

mod answer;
mod check;
mod execute;
mod form;
mod literal;
mod outcome;
mod primitive;
mod profile;
mod scalar;
mod sequence;
mod state;
mod symbols;
mod translate;
mod violation;
pub mod work;

pub use answer::{Answer, Sort};
pub use check::{Check, Verdict};
pub use execute::{Comparison, Detail, EdgeBlock, Executor, ExecutorLost, Leftovers, Meeting, ObservationPlan, Trace};
pub use form::Form;
pub use literal::{JavaString, Lambda, LambdaBody, Literal};
pub use outcome::{EndedBy, Outcome, Value};
pub use primitive::Primitive;
pub use profile::{LayoutId, Profile};
pub use scalar::Scalar;
pub use sequence::{Answered, Operand, Sequence, Statement, Var};
pub use state::{RootStates, StateId, StateRules, States};
pub use symbols::{
    BadDescriptor, Field, FieldId, Method, MethodId, MethodKind, Symbols, TypeId, TypeKind, is_builder, is_of_jdk,
    parameter_count, signature,
};
pub use translate::Portable;
pub use violation::{AtOnce, CodeSite, Demand, Violation};
