//! Methods and fields by their names, and the role of an object in a call.

use std::ops::Deref;
use std::sync::Arc;

use palus_sequence::MethodKind;
use palus_trace::CALL_SITE;
use serde::{Deserialize, Serialize};

/// A method by its names: models outlive the ids of one run. A copy shares them, because each transition and each of its
/// origins has one: held by value, the names took a third of the memory of a large model.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct MethodKey(Arc<MethodIdentity>);

/// What a [`MethodKey`] says.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct MethodIdentity {
    /// The declaring class, binary name with dots.
    pub owner: Arc<str>,
    /// The name; `<init>` for a constructor.
    pub name: Arc<str>,
    /// The descriptor (JVMS 4.3.3).
    pub descriptor: Arc<str>,
    /// The access flags of the class file (JVMS 4.6), and [`CALL_SITE`].
    pub access: u16,
}

impl From<MethodIdentity> for MethodKey {
    fn from(identity: MethodIdentity) -> Self {
        Self(Arc::new(identity))
    }
}

impl Deref for MethodKey {
    type Target = MethodIdentity;

    fn deref(&self) -> &MethodIdentity {
        &self.0
    }
}

impl MethodKey {
    /// How it is called.
    pub fn kind(&self) -> MethodKind {
        const ACC_STATIC: u16 = 0x0008;
        if &*self.name == "<init>" {
            MethodKind::Constructor
        } else if self.access & ACC_STATIC != 0 {
            MethodKind::Static
        } else {
            MethodKind::Instance
        }
    }

    /// Private methods cannot be called by a test.
    pub fn is_private(&self) -> bool {
        const ACC_PRIVATE: u16 = 0x0002;
        self.access & ACC_PRIVATE != 0
    }

    /// Public methods can be called from everywhere, as far as their class can.
    pub fn is_public(&self) -> bool {
        const ACC_PUBLIC: u16 = 0x0001;
        self.access & ACC_PUBLIC != 0
    }

    /// Whether calls of it were watched where they are made, see [`CALL_SITE`].
    pub fn is_call_site(&self) -> bool {
        self.access & CALL_SITE != 0
    }
}

/// The role of the modelled object in a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Position {
    /// The receiver; for a constructor, the object under construction.
    Receiver,
    /// Argument `i`, counted from 1.
    Argument(u16),
    /// The object that the call returned.
    Result,
}

/// A field by its names.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct FieldKey {
    /// The declaring class, binary name with dots.
    pub owner: Arc<str>,
    /// The name.
    pub name: Arc<str>,
}

/// How often a method was seen to read and write a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldAccess {
    /// The method whose own code does it.
    pub method: MethodKey,
    /// The field.
    pub field: FieldKey,
    /// How many reads.
    pub reads: u64,
    /// How many writes.
    pub writes: u64,
}
