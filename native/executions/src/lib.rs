//! Method executions of a run: what its tests called in the code under test, in order, with the states of receiver and arguments.
//!
//! **Takes** what the recorder saw of each thread: tests, calls, their ends, and states. [`Writer`] puts it into a file as it happens.
//! **Gives** it back: [`Reader`] goes through the [`Execution`]s of such a file, each with its test, whatever became of the program.
//! **Does not know** a virtual machine, what a state is made of, or what the executions are read for.
//!
//! The file is a chain of compressed blocks, each with its checksum, so that a program that is killed loses what was not in a block
//! yet and nothing else, and so that files put one behind the other are one file. `docs/trace-format.md` has the format.
//!
//! # Example
//! ```
//! use palus_executions::{Call, Ended, Header, Outcome, Reader, Writer};
//! use palus_trace::MethodNames;
//!
//! let method = |owner: &str, name: &str| MethodNames {
//!     owner: owner.into(),
//!     name: name.into(),
//!     descriptor: "()V".into(),
//!     access: 1,
//! };
//! let mut file = Vec::new();
//! let mut writer = Writer::new(&mut file, Header { process: 7, has_states: false })?;
//! writer.method(1, &method("demo.StackTest", "pops"));
//! writer.method(2, &method("demo.Stack", "pop"));
//! writer.test(1, 1, true);
//! writer.begins(Call { thread: 1, depth: 40, method: 2, state: None });
//! writer.ends(Call { thread: 1, depth: 40, method: 2, state: None }, Ended::Void);
//! writer.finish(0, &[])?;
//!
//! let mut reader = Reader::new(file.as_slice())?;
//! let execution = reader.next().expect("there is one")?;
//! assert_eq!(&*execution.method.name, "pop");
//! assert_eq!(&*execution.test.expect("it ran in a test").method.name, "pops");
//! assert_eq!((execution.place, execution.outcome), (1, Outcome::Void));
//! assert_eq!(reader.take_tests().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod execution;
mod lanes;
mod reader;
mod record;
mod writer;

pub use block::{FORMAT, Header, whole};
pub use execution::{Execution, Outcome, StateNumber, TestRun};
pub use reader::{ReadError, Reader};
pub use writer::{Call, Ended, Writer};
