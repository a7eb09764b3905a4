//! The states of single objects, each once.

use std::io::Read;
use std::sync::Arc;

use palus_executions::{Reader, StateNumber};
use palus_state::{ByteStore, Slot, State, StateId, StateTable};
use rustc_hash::FxHashMap;

use crate::observation::{Joint, Seen};

/// The state of one object and what it reaches: a number from 0, equal for equal states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectState(pub u32);

/// How many of the joint states that were looked at are not as others.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Marked {
    /// They have objects that were not entered.
    pub opaque: u32,
    /// They have collections in the order of their tables.
    pub order_by_hash: u32,
    /// Another thread changed their objects while they were read.
    pub racy: u32,
    /// Executions whose state before or behind them was too large.
    pub too_large: u64,
}

/// What the roots of a joint state are.
#[derive(Clone, Default, Debug)]
pub(crate) struct Roots {
    pub(crate) seen: Arc<[Seen]>,
    pub(crate) joint: Joint,
}

/// All states of objects that were met.
#[derive(Debug)]
pub struct ObjectStates {
    table: StateTable,
    ids: Vec<StateId>,
    classes: Vec<Arc<str>>,
    numbers: FxHashMap<StateId, ObjectState>,
    /// What the roots of a joint state are.
    roots: FxHashMap<StateNumber, Roots>,
    pub(crate) marked: Marked,
}

impl Default for ObjectStates {
    fn default() -> Self {
        Self {
            table: StateTable::over(ByteStore::spilling()),
            ids: Vec::new(),
            classes: Vec::new(),
            numbers: FxHashMap::default(),
            roots: FxHashMap::default(),
            marked: Marked::default(),
        }
    }
}

impl ObjectStates {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The same state has the same id in every trace.
    pub fn id(&self, state: ObjectState) -> Option<StateId> {
        self.ids.get(state.0 as usize).copied()
    }

    /// The run-time class of the object: what `getName` gives.
    pub fn class(&self, state: ObjectState) -> Option<&Arc<str>> {
        self.classes.get(state.0 as usize)
    }

    /// The state itself, with the object as its only root.
    pub fn state(&self, state: ObjectState) -> Option<State> {
        self.table.state(self.id(state)?)
    }

    /// How many states are marked.
    pub fn marked(&self) -> Marked {
        self.marked
    }

    /// The same states, with no mark counted, for a further pass through the same traces.
    #[must_use]
    pub fn unmarked(mut self) -> Self {
        self.marked = Marked::default();
        self
    }

    /// The number of a state of one object; `None` when its root is none.
    pub fn add(&mut self, state: &State) -> Option<ObjectState> {
        let &[Slot::Node(node)] = state.roots.as_slice() else {
            return None;
        };
        let class = state.nodes.get(node as usize)?.class;
        let class = &state.classes.get(class as usize)?.name;
        let id = self.table.add(state);
        Some(*self.numbers.entry(id).or_insert_with(|| {
            self.ids.push(id);
            self.classes.push(Arc::clone(class));
            ObjectState(self.ids.len() as u32 - 1)
        }))
    }

    /// The numbers of joint states are those of one trace.
    pub(crate) fn without_joint_states(mut self) -> Self {
        self.roots.clear();
        self
    }

    /// What the roots of a joint state are; none where there is no state.
    pub(crate) fn roots<R: Read>(&mut self, number: Option<StateNumber>, reader: &Reader<R>) -> Roots {
        let Some(number) = number else {
            return Roots::default();
        };
        if let Some(known) = self.roots.get(&number) {
            return known.clone();
        }
        let roots = reader.state(number).map(|state| Roots {
            seen: self.parts(&state).into(),
            joint: Joint {
                id: Some(state.id()),
                same: same(&state.roots),
            },
        });
        let roots = roots.unwrap_or_default();
        self.roots.insert(number, roots.clone());
        roots
    }

    fn parts(&mut self, state: &State) -> Vec<Seen> {
        let marks = state.marks();
        self.marked.opaque += u32::from(marks.opaque > 0);
        self.marked.order_by_hash += u32::from(marks.order_by_hash > 0);
        self.marked.racy += u32::from(marks.is_racy);
        let part = |(root, slot): (usize, &Slot)| match slot {
            Slot::Null => Seen::Null,
            Slot::Value(value) => Seen::Value(Arc::new(value.clone())),
            Slot::Some => Seen::Unknown,
            Slot::Node(_) => {
                let part = state.part(root);
                part.and_then(|part| self.add(&part))
                    .map_or(Seen::Unknown, Seen::Object)
            }
        };
        state.roots.iter().enumerate().map(part).collect()
    }
}

fn same(roots: &[Slot]) -> Arc<[u32]> {
    let is_same = |one: &Slot, other: &Slot| matches!((one, other), (Slot::Node(a), Slot::Node(b)) if a == b);
    let first = |(root, slot): (usize, &Slot)| {
        let earlier = roots[..root].iter().position(|other| is_same(slot, other));
        earlier.unwrap_or(root) as u32
    };
    roots.iter().enumerate().map(first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use palus_state::{Class, Content, Node};

    fn object(class: &str, field: Slot) -> State {
        State {
            classes: vec![Class {
                name: class.into(),
                fields: vec![(class.into(), "held".into())],
            }],
            roots: vec![Slot::Node(0)],
            nodes: vec![Node {
                class: 0,
                number: 0,
                content: Content::Fields(vec![field]),
            }],
            is_racy: false,
        }
    }

    #[test]
    fn equal_states_have_one_number_and_are_told_apart_by_class_and_content() {
        let mut states = ObjectStates::default();
        let one = states.add(&object("demo.Box", Slot::Null)).unwrap();
        assert_eq!(states.add(&object("demo.Box", Slot::Null)), Some(one));
        assert_ne!(states.add(&object("demo.Other", Slot::Null)), Some(one));
        assert_ne!(states.add(&object("demo.Box", Slot::Node(0))), Some(one));
        assert_eq!(states.len(), 3);
        assert_eq!(states.class(one).map(|class| &**class), Some("demo.Box"));
        assert_eq!(states.state(one), Some(object("demo.Box", Slot::Null)));
        assert_eq!(states.id(one), Some(object("demo.Box", Slot::Null).id()));
    }

    #[test]
    fn what_is_no_object_has_no_number() {
        let mut states = ObjectStates::default();
        let mut state = object("demo.Box", Slot::Null);
        state.roots = vec![Slot::Null];
        assert_eq!(states.add(&state), None);
        assert!(states.is_empty());
    }
}
