//! The payload of a model file: a model with every name and text once, in tables. docs/model-format.md describes it.
//!
//! What can be deserialised is read whole; the rest is written only, because the reader takes long lists item by item, see
//! [`super::source`]. A struct in a struct has no bytes of its own, so those that group fields are free.

use std::sync::Arc;

use palus_sequence::JavaString;
use serde::{Deserialize, Serialize};

use crate::{ArrayShape, Elements, Kind};

/// The place of a string in [`Tables::strings`].
pub(super) type Name = u32;
/// A place that may be missing: 0, else the place plus 1.
pub(super) type Maybe = u32;

#[derive(Serialize, Default)]
pub(super) struct Payload {
    pub(super) tables: Tables,
    pub(super) classes: Vec<Class>,
    pub(super) statics: Vec<Step>,
    pub(super) accesses: Vec<Access>,
    pub(super) answers: Vec<Step>,
}

/// What is named by its place.
#[derive(Serialize, Default)]
pub(super) struct Tables {
    /// Names of classes, methods and fields, and descriptors.
    pub(super) strings: Vec<Arc<str>>,
    /// Values of strings.
    pub(super) texts: Vec<JavaString>,
    pub(super) methods: Vec<Method>,
    pub(super) layouts: Vec<Fields>,
    pub(super) exchanges: Vec<Given>,
    /// Lists of observations.
    pub(super) observed: Vec<Vec<Seen>>,
    /// Lists of tests.
    pub(super) tests: Vec<Vec<Test>>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Method {
    pub(super) owner: Name,
    pub(super) name: Name,
    pub(super) descriptor: Name,
    pub(super) access: u16,
}

#[derive(Serialize)]
pub(super) struct Fields {
    pub(super) fields: Vec<Field>,
    pub(super) is_cut: bool,
}

/// Owner, name and kind of a field.
pub(super) type Field = (Name, Name, Kind);

#[derive(Serialize, Deserialize)]
pub(super) struct Access {
    pub(super) method: u32,
    pub(super) owner: Name,
    pub(super) name: Name,
    pub(super) reads: u64,
    pub(super) writes: u64,
}

#[derive(Serialize)]
pub(super) struct Class {
    pub(super) head: ClassHead,
    /// Exits and outgoing transitions of each.
    pub(super) nodes: Vec<(u64, Vec<Step>)>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct ClassHead {
    pub(super) name: Name,
    pub(super) objects: u64,
    pub(super) truncated: u64,
    pub(super) sampling: u8,
    pub(super) represented: u64,
}

/// A transition.
#[derive(Serialize)]
pub(super) struct Step {
    pub(super) head: StepHead,
    pub(super) dependences: Vec<Edge>,
}

/// Input, class, state and count of a dependence.
pub(super) type Edge = (u16, Name, u32, u64);
/// Method and count of an origin.
pub(super) type Test = (u32, u64);

#[derive(Serialize, Deserialize)]
pub(super) struct StepHead {
    pub(super) method: u32,
    /// 0 for the receiver, 1 for the result, an argument's number plus 2.
    pub(super) position: u32,
    pub(super) target: u32,
    /// The class of the exception.
    pub(super) threw: Maybe,
    pub(super) nested_to: Maybe,
    pub(super) count: u64,
    /// A place in [`Tables::observed`].
    pub(super) observations: u32,
    /// A place in [`Tables::tests`].
    pub(super) origins: u32,
}

/// The place of an exchange in [`Tables::exchanges`] and its count.
pub(super) type Seen = (u32, u64);

/// An exchange.
#[derive(Serialize)]
pub(super) struct Given {
    pub(super) inputs: Vec<In>,
    pub(super) tail: GivenTail,
}

#[derive(Serialize, Deserialize)]
pub(super) struct GivenTail {
    pub(super) subject: Bits,
    pub(super) result: Option<Out>,
}

/// Layout and bits of a profile.
pub(super) type Bits = Option<(u32, u64)>;

#[derive(Serialize, Deserialize)]
pub(super) enum In {
    Subject,
    Null,
    Value(Val),
    Boxed(Val),
    Object {
        class: Name,
        state: Maybe,
        profile: Bits,
    },
    /// An array of primitives.
    Primitives {
        class: Name,
        length: u32,
        elements: Elements,
    },
    /// An array of anything else; an element is none for null, else a value and whether it is boxed.
    References {
        class: Name,
        length: u32,
        has_null: bool,
        elements: Vec<Option<(bool, Val)>>,
    },
}

#[derive(Serialize, Deserialize)]
pub(super) enum Out {
    Null,
    Object { class: Name, profile: Bits },
    Array { class: Name, shape: ArrayShape },
}

#[derive(Serialize, Deserialize)]
pub(super) enum Val {
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    String { length: u32, text: u32 },
    Enum { class: Name, name: Name },
    Class { name: Name },
}
