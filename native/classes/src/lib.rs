//! What the bytecode says: which classes there are, who can call what, what makes a value of a type, and which methods belong
//! together.
//!
//! **Takes** a class path and the home of a JDK.
//! **Gives** [`ClassIndex`], the classes by name (and through it [`TypeFacts`], what the emitter asks); [`Types`], generic types with
//! assignability as javac decides it; [`Relations`], which methods touch the same state; and [`IndexLibrary`], the [`Library`] over the
//! classes under test: callables, producers, constants with what they feed, dependence, purity.
//! **Does not know** how a sequence is found, run or printed, and runs no code of the classes it reads.
//!
//! Class files are read when their class is first asked for: a class path holds far more classes than a search touches. What cannot
//! be read is a warning, never an error, because the JVM works in the same way.
//!
//! # Example
//! ```
//! use palus_classes::{ClassIndex, IndexLibrary, Library, Producer};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let Some(java_home) = palus_classes::on_path() else { return Ok(()) };
//! let index = ClassIndex::open(&[], &java_home)?;
//! let mut library = IndexLibrary::new(index, &["java.util.StringTokenizer".to_owned()]);
//!
//! let tokenizer = library.subjects()[0];
//! let next = library.symbols().find_method("java.util.StringTokenizer", "nextToken", "()Ljava/lang/String;").unwrap();
//! assert!(library.callables(tokenizer).contains(&next));
//!
//! // What to call together with `nextToken`: methods that touch the fields it reads, those it shares most with first.
//! let depends_on: Vec<&str> = library.dependence(next).iter().map(|&(m, _)| &*library.symbols().get(m).name).collect();
//! assert!(depends_on.contains(&"hasMoreTokens"));
//!
//! // A receiver comes from a constructor, the one with the fewest parameters first.
//! let Producer::Call(first) = library.producers(tokenizer)[0] else { panic!("a constructor") };
//! assert_eq!(&*library.symbols().get(first).descriptor, "(Ljava/lang/String;)V");
//! # Ok(())
//! # }
//! ```

mod access;
mod annotated;
mod body;
mod callables;
mod chance;
mod circles;
mod constants;
mod dependence;
mod descriptor;
mod effects;
mod enders;
mod facts;
mod flow;
mod glob;
mod hazards;
mod held;
mod hierarchy;
mod identifier;
mod implement;
mod index;
mod index_library;
mod info;
mod injected;
mod instruction;
mod library;
mod nulls;
mod observers;
mod offers;
mod parallel;
mod parse;
mod places;
mod probes;
mod producers;
mod purity;
mod relations;
mod source;
mod suits;
mod takers;
mod type_facts;
mod types;
mod well_known;
mod written;

pub use access::Viewpoint;
pub use annotated::{ParamValue, Theory};
pub use body::{Body, Call, CallKind, ConstantUse, Feed, FieldAccess, Member, Operand};
pub use chance::Chance;
pub use circles::{Circle, StaticTies};
pub use facts::{ClassFacts, Home, MethodFacts, TypeFacts, Visibility};
pub use glob::Glob;
pub use held::Holding;
pub use hierarchy::Declared;
pub use identifier::{is_identifier, is_reserved};
pub use implement::{Extended, Implementable, Implemented};
pub use index::{ClassIndex, OpenError};
pub use index_library::IndexLibrary;
pub use info::{
    Access, Annotation, Author, ClassInfo, Constant, Enclosing, FieldInfo, MethodInfo, Nesting, Origin, RecordComponent,
};
pub use injected::FIELD_SETTER;
pub use instruction::{Arithmetic, CallSite, Handler, Instruction, Kind, MethodCode, Purpose, Relation, StackMove};
pub use library::{AbstractMethod, FunctionalMethod, LeftOut, Library, LiteralUse, Meets, Producer, UsedAs};
pub use observers::Observer;
pub use probes::{ClassProbes, MethodProbes, Probe};
pub use relations::{Dependent, FieldUse, Relations, SeenAccesses, SharedField, UNSEEN_FACTOR};
pub use source::{SourceTexts, home_of, on_path};
pub use types::{Argument, ClassType, Functional, MethodSignature, Type, TypeParameter, Types, Variable};
