//! The automaton of a class and what its transitions remember.

use std::collections::BTreeMap;
use std::sync::Arc;

use palus_sequence::{JavaString, MethodKind};
use serde::{Deserialize, Serialize};

/// A method by its names: models outlive the ids of one run.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct MethodKey {
    /// The declaring class, binary name with dots.
    pub owner: Arc<str>,
    /// The name; `<init>` for a constructor.
    pub name: Arc<str>,
    /// The descriptor (JVMS 4.3.3).
    pub descriptor: Arc<str>,
    /// The access flags of the class file (JVMS 4.6).
    pub access: u16,
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

/// A state between calls, by its position in [`ClassModel::nodes`]. 0 is the root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct NodeId(pub u32);

/// A value that was seen and can be written down again.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are Java's own")]
pub enum Recorded {
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    /// `length` is the true one; `text` is cut at 256 units.
    String {
        length: u32,
        text: JavaString,
    },
    Enum {
        class: Arc<str>,
        name: Arc<str>,
    },
    /// A `java.lang.Class` by its `getName()`.
    Class {
        name: Arc<str>,
    },
}

/// What was passed at one input of a call: receiver first for an instance method, then the arguments.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Input {
    /// The modelled object itself.
    Subject,
    /// `null`.
    Null,
    /// A primitive, string, enum constant or class.
    Value(Recorded),
    /// A boxed primitive.
    Boxed(Recorded),
    /// Any other object: its run-time class and, where that class is modelled and the state was known, the node it had
    /// reached in its own model (the direct state transition dependence of the paper's section 3.1.2).
    Object {
        /// The run-time class, `Class.getName()`.
        class: Arc<str>,
        /// The node in the model of that class.
        state: Option<NodeId>,
    },
}

/// One way in which a transition was taken, with how often.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// The inputs; fewer than the method takes only when the record was cut.
    pub inputs: Vec<Input>,
    /// How often.
    pub count: u64,
}

/// A call that moves an object of the class from one node to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transition {
    /// The method.
    pub method: MethodKey,
    /// The role of the object in it.
    pub position: Position,
    /// Where it leads.
    pub target: NodeId,
    /// The run-time class of the exception with which it ended, if it did: no legal path to extend.
    /// `java.lang.Throwable` when the exception itself was not seen.
    pub threw: Option<Arc<str>>,
    /// `None` for a first-level call. A call that was nested in another call on the same object is a step of an
    /// alternative path, which starts where that outer call starts and ends at this node, where the outer call ends.
    pub nested_to: Option<NodeId>,
    /// How often it was taken.
    pub count: u64,
    /// What was passed, most frequent first; capped, see the documentation of [`Model`].
    pub observations: Vec<Observation>,
}

/// A state between calls.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Node {
    /// The calls seen from here, ordered by (method, position, threw).
    pub outgoing: Vec<Transition>,
    /// How many objects were last seen here.
    pub exits: u64,
}

/// The automaton of one concrete class.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ClassModel {
    /// The states; the first is the root, before the first call.
    pub nodes: Vec<Node>,
    /// How many objects taught it.
    pub objects: u64,
    /// How often something was left out because a limit was reached: the rest of an object's history (its own limit or
    /// the automaton's), or the calls nested in one.
    pub truncated: u64,
}

/// All automata of a recording, by class (`Class.getName()`).
///
/// First-level calls form a prefix tree: two objects share a node as long as they had the same calls, by (method,
/// position, exception). Alternative paths (see [`Transition::nested_to`]) have inner nodes of their own, so that the
/// automaton accepts the recorded sequences, each call replaced by its nested calls or not, and nothing else.
///
/// Of the observations of a transition at most 64 are kept: for each of the first eight inputs the one with the
/// smallest and the one with the largest value (strings by length), and the 48 smallest by a fixed hash of all
/// inputs. What is left out by this rule can never come back, so the counts of those kept are exact, and the rule gives the
/// same set whatever the order in which runs are merged.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Model {
    /// One a concrete class.
    pub classes: BTreeMap<Arc<str>, ClassModel>,
    /// Calls of static methods, which belong to no object: what was passed to them, ordered by (method, threw). Their
    /// position is [`Position::Receiver`] and their target the root, both without meaning.
    pub statics: Vec<Transition>,
}
