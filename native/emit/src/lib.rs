//! Tests as source, and what is said about them.
//!
//! **Takes** the kept tests of a run ([`KeptTest`](palus_sequence::work::KeptTest)) and answers about types
//! ([`TypeFacts`](palus_classes::TypeFacts)).
//! **Gives** `JUnit` source that compiles by construction ([`java`]), `palus.json` ([`summary`]), `report.html` ([`report`]) and
//! `palus.sarif` ([`sarif`]): texts, equal for equal input.
//! **Does not know** files, how a test was found, or whether it still passes.
//!
//! A test that cannot be written is handed back with its reason, never half-written. javac is expected to choose the
//! very overload that ran: where it might choose another, the arguments are cast.
//!
//! # Example
//! ```
//! use std::collections::{BTreeMap, BTreeSet};
//!
//! use palus_classes::{ClassFacts, MethodFacts, TypeFacts, Visibility};
//! use palus_emit::java::{Doubles, JUnit, Style, emit, Told};
//! use palus_sequence::work::KeptTest;
//! use palus_sequence::{Literal, MethodKind, Operand, Outcome, Sequence, Statement, Symbols, Value};
//!
//! /// Knows that all classes are public.
//! struct AllPublic;
//!
//! impl TypeFacts for AllPublic {
//!     fn class(&self, name: &str) -> Option<ClassFacts> {
//!         Some(ClassFacts::plain(name))
//!     }
//!     fn method(&self, _: &str, _: &str, _: &str) -> Option<MethodFacts> {
//!         Some(MethodFacts {
//!             parameter_names: Vec::new(),
//!             throws: Vec::new(),
//!             is_varargs: false,
//!             is_deprecated: false,
//!             signature: None,
//!             visibility: Visibility::Public,
//!         })
//!     }
//!     fn overloads(&self, _: &str, _: &str) -> Vec<String> {
//!         Vec::new()
//!     }
//!     fn is_subclass(&self, sub: &str, sup: &str) -> bool {
//!         sub == sup
//!     }
//! }
//!
//! let mut symbols = Symbols::default();
//! let twice = symbols.method("demo.Text", "twice", "(Ljava/lang/String;)Ljava/lang/String;", MethodKind::Static).unwrap();
//! let mut sequence = Sequence::default();
//! sequence.push(Statement::Call { method: twice, operands: vec![Operand::Literal(Literal::string("a"))] });
//! let test = KeptTest {
//!     subject: "demo.Text".to_owned(),
//!     sequence,
//!     outcomes: vec![Outcome::Returned(Value::String { length: 2, text: Some("aa".into()) })],
//!     asserted: vec![0],
//!     observers: 0,
//!     acts: vec![],
//!     asked: Vec::new(),
//!     violates: None,
//!     rank: 0,
//!     micros: 0,
//!     goals: vec![],
//! };
//!
//! let (isolated, notes) = (BTreeSet::new(), BTreeMap::new());
//! let told = Told::NOTHING;
//! let style = Style { junit: JUnit::Five, doubles: Doubles::Plain, version: "0.1.0", seed: 1, isolated: &isolated, halting: &isolated, silenced: &isolated, notes: &notes, told: &told };
//! let emitted = emit(&[(&symbols, &test)], &AllPublic, &style);
//! assert_eq!(emitted.files[0].tests[0].name, "twice_returnsAa");
//! assert!(emitted.files[0].text.contains(r#"    assertEquals("aa", Text.twice("a"));"#));
//! ```

pub mod coverage;
pub mod java;
pub mod report;
pub mod sarif;
pub mod summary;

mod note;

pub use note::Note;
