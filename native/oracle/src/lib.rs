//! Oracles: which runs show a defect, and which values a test asserts.
//!
//! **Takes** a [`Sequence`](palus_sequence::Sequence) and what it did: a [`Trace`](palus_sequence::Trace) or its outcomes.
//! **Gives** verdicts, through the [`Check`](palus_sequence::Check)s of [`policy::ALL`], and the statements worth an assertion,
//! through [`assertions`].
//! **Does not know** how a sequence is found or run, or how an assertion is written in Java.
//!
//! # Example
//! ```
//! use palus_oracle::assertions;
//! use palus_sequence::{MethodKind, Operand, Outcome, Sequence, Statement, Symbols, Value, Var};
//!
//! let mut symbols = Symbols::default();
//! let new = symbols.method("demo.Stack", "<init>", "()V", MethodKind::Constructor).unwrap();
//! let size = symbols.method("demo.Stack", "size", "()I", MethodKind::Instance).unwrap();
//! let mut sequence = Sequence::default();
//! let stack = sequence.push(Statement::Call { method: new, operands: vec![] });
//! sequence.push(Statement::Call { method: size, operands: vec![Operand::Var(stack)] });
//!
//! let class = symbols.class("demo.Stack");
//! let outcomes = [Outcome::Returned(Value::Object { class }), Outcome::Returned(Value::Int(0))];
//! assert_eq!(assertions(&symbols, &sequence, &outcomes), [1]);
//! ```

mod assertions;
mod at_once;
mod choice;
pub mod contracts;
mod examine;
pub mod policy;
pub mod theories;

pub use assertions::{assertions, is_assertable};
pub use at_once::{AtOnceExaminer, THREAD_SAFE};
pub use choice::Choice;
pub use examine::{Examiner, Finding, Specimen};
