//! The automaton of a class and what its transitions remember.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::profile::{Layout, LayoutId};
use crate::{FieldAccess, MethodKey, Observation, Position};

/// A state between calls, by its position in [`ClassModel::nodes`]. 0 is the root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct NodeId(pub u32);

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
    /// What was passed, most frequent first; capped, see the documentation of [`Model`]. Shared, like the origins, because most lists
    /// occur again and again: along the path that a test took, and for all calls of a method that is passed nothing.
    pub observations: Arc<Vec<Observation>>,
    /// In which states other objects were passed: the direct state transition dependences (paper, section 3.1.2), over
    /// all calls, also those whose observation is not kept; capped.
    pub dependences: Vec<Dependence>,
    /// The tests that took it; capped.
    pub origins: Arc<Vec<Origin>>,
}

impl Transition {
    /// A first-level call that returned, not taken yet.
    pub fn new(method: MethodKey, position: Position, target: NodeId) -> Self {
        Self {
            method,
            position,
            target,
            threw: None,
            nested_to: None,
            count: 0,
            observations: Arc::default(),
            dependences: Vec::new(),
            origins: Arc::default(),
        }
    }
}

impl Transition {
    /// The test whose answers these are, in [`Model::answers`].
    pub fn test(&self) -> Option<&MethodKey> {
        self.origins.first().map(|origin| &origin.test)
    }
}

/// An edge from the state of an argument, in its own automaton, to the call that it was passed to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Dependence {
    /// Which input: the place in [`crate::Exchange::inputs`].
    pub input: u16,
    /// The class of the argument, `Class.getName()`.
    pub class: Arc<str>,
    /// The node that it had reached.
    pub state: NodeId,
    /// How often.
    pub count: u64,
}

/// A test that took a transition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The test method.
    pub test: MethodKey,
    /// How often.
    pub count: u64,
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
    /// At its lowest, the rate at which new objects were followed was one in 2 to the power of this; 0 when all were.
    pub sampling: u8,
    /// How many objects there were in all, as far as is known: each that was followed stands for as many as the rate says
    /// that held when it appeared. Equals `objects` when all were followed.
    pub represented: u64,
}

/// All automata of a recording, by class (`Class.getName()`).
///
/// First-level calls form a prefix tree: two objects share a node as long as they had the same calls, by (method,
/// position, exception). Alternative paths (see [`Transition::nested_to`]) have inner nodes of their own, so that the
/// automaton accepts the recorded sequences, each call replaced by its nested calls or not, and nothing else.
///
/// Of the observations of a transition at most 64 are kept: for each of the first eight inputs the one with the
/// smallest and the one with the largest value (strings by length), and the 48 smallest by a fixed hash of all
/// inputs. Of the dependences of a transition the 64 smallest by such a hash are kept, of its origins eight. What is left
/// out by these rules can never come back, so the counts of those kept are exact, and the rules give the same sets whatever
/// the order in which runs are merged.
///
/// Of the answers of a method those in 32 tests are kept, by the smallest hashes of the tests, and those outside of tests.
///
/// Of the nodes of a class the 1024 are kept that come first by (rank, fixed hash of the path), where the rank of a
/// node is one more than that of the node before it and, on an alternative path, of the node where the path ends. So no node
/// is kept without those that lead to it, and what is kept again does not depend on the order of merging. Objects that
/// ended in a node that was not kept count as truncated. While recording, an object that would need one more node is given
/// up.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Model {
    /// One a concrete class.
    pub classes: BTreeMap<Arc<str>, ClassModel>,
    /// Calls of static methods, which belong to no object: what was passed to them, ordered by (method, threw). Their
    /// position is [`Position::Receiver`] and their target the root, both without meaning.
    pub statics: Vec<Transition>,
    /// What collaborators of recorded code answered: of each method and test one, with that test as its only origin, or none where no test
    /// ran; ordered by (method, test). Position and target are without meaning as above. The receiver comes as [`crate::Input::Subject`],
    /// and the last input of an exchange is the answer ([`crate::Exchange::question_and_answer`]).
    pub answers: Vec<Transition>,
    /// What the bits of profiles mean.
    pub layouts: BTreeMap<LayoutId, Layout>,
    /// Which method touched which field how often, ordered by (method, field). Empty when that was not recorded.
    pub accesses: Vec<FieldAccess>,
}
