//! What a running program reports of its calls: the record layout, the names behind the ids, and decoding.
//!
//! **Takes** the bytes that the hooks of one thread wrote, in the order in which they wrote them.
//! **Gives** [`Event`]s, one at a time and without a copy; and a [`Dictionary`] that hands out the ids in the records.
//! **Does not know** the JVM, who owns the buffers, or what is learned from the events.
//!
//! Records have a fixed size because the hook that writes them must be small enough to be inlined into every method of
//! the program that is watched: it adds to a pointer and stores. Text is rare, so it follows its record in raw slots.
//! [`record`] has the layout, which the Java side writes; [`encode`] writes the same bytes for tests and tools.
//!
//! # Example
//! ```
//! use palus_trace::{Dictionary, Event, Profile, Scalar, Seen, decode, encode};
//!
//! let dictionary = Dictionary::default();
//! let send = dictionary.method_id("demo.Connection", "send", "(I)V", 1);
//! let connection = dictionary.class_id("demo.Connection");
//!
//! let mut bytes = Vec::new();
//! let receiver = Seen::Object { class: connection, object: 7, profile: Profile::NONE };
//! encode(&Event::Enter { method: send, depth: 1, receiver }, &mut bytes);
//! encode(&Event::Argument { position: 1, value: Seen::Primitive(Scalar::Int(42)) }, &mut bytes);
//! encode(&Event::Exit { method: send, depth: 1, result: Seen::None }, &mut bytes);
//!
//! let mut names = Vec::new();
//! decode(&bytes, &mut |event| {
//!     if let Event::Enter { method, .. } = event {
//!         names.push(dictionary.method(method).unwrap().name.clone());
//!     }
//! })?;
//! assert_eq!(*names[0], *"send");
//! # Ok::<(), palus_trace::Malformed>(())
//! ```

mod decode;
mod dictionary;
mod elements;
mod encode;
mod event;
mod profile;
pub mod record;

pub use decode::{Malformed, decode};
pub use dictionary::{CALL_SITE, Dictionary, FieldNames, MethodNames};
pub use elements::Elements;
pub use encode::{encode, encode_element};
pub use event::{Event, Seen, Text};
pub use palus_sequence::Scalar;
pub use profile::{Abstract, FieldKind, Profile, ProfileField, ProfileLayout, SCANNED_ELEMENTS};
