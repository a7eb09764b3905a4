//! Objects as code finds them, made of a state that a virtual machine was in.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use palus_sequence::Scalar;
use palus_state::{Content as StateContent, Slot, State, Value as StateValue};

use crate::heap::{Content, Heap, Value};
use crate::model::boxed;
use crate::path::Reason;
use crate::program::{Program, is_read};
use crate::state::is_otherwise_in_states;
use crate::strings::{STRING, is_builder};
use crate::term::Term;

/// What was there before.
pub(crate) struct Before {
    /// The heap in which the code was left.
    pub(crate) heap: Heap,
    /// The object in it, where it is known.
    pub(crate) object: Option<usize>,
    /// The state before the call, of the virtual machine that gave the state behind it.
    pub(crate) state: Option<State>,
}

/// The heap of a state whose first root is an object, which is the first of the heap; with the state, in which lambdas have names of their
/// own. What states do not tell apart (lambdas, what static fields hold, one empty array from another) is taken from the same place of the
/// heap before. The error says what cannot be made.
pub(crate) fn rebuild(program: &mut Program, state: State, before: Before) -> Result<(State, Heap), Reason> {
    let mut rebuilder = Rebuilder {
        program,
        state: &state,
        twins: vec![None; state.nodes.len()],
        objects: Vec::new(),
        names: BTreeMap::new(),
        changed: before
            .state
            .map_or_else(BTreeSet::new, |before| changed(&before, &state)),
        heap: before.heap,
    };
    if let Some(twin) = rebuilder.twins.first_mut() {
        *twin = before.object;
    }
    rebuilder.find_twins();
    rebuilder.add_objects()?;
    rebuilder.fill()?;
    let Some(root) = rebuilder.objects.first() else {
        return Err(refused("a state without an object"));
    };
    let (heap, _) = rebuilder.heap.collected(*root);
    let names = rebuilder.names;
    let mut state = state;
    for (class, name) in names {
        state.classes[class].name = name;
    }
    Ok((state, heap))
}

struct Rebuilder<'r> {
    program: &'r mut Program,
    state: &'r State,
    heap: Heap,
    /// Of each node, the object at the same place of the heap before.
    twins: Vec<Option<usize>>,
    /// Of each node, its object.
    objects: Vec<usize>,
    /// The opaque nodes that another object was at the place of before the call.
    changed: BTreeSet<usize>,
    /// What classes of lambdas are called, by their positions in the state.
    names: BTreeMap<usize, Arc<str>>,
}

fn refused(what: &'static str) -> Reason {
    Reason::instruction(what)
}

impl Rebuilder<'_> {
    /// Walks through both from the root. A node that is reached in two ways has the twin of the first.
    fn find_twins(&mut self) {
        for node in 0..self.state.nodes.len() {
            let Some(twin) = self.twins[node] else { continue };
            let places = self.places(node);
            let content = &self.state.nodes[node].content;
            let beside: Vec<(u32, usize)> = match (content, &self.heap.get(twin).content) {
                (StateContent::Fields(slots), Content::Fields(values)) => {
                    pairs(slots, places.into_iter().map(|place| values.get(place?)))
                }
                (StateContent::Elements(_, slots), Content::Elements(values)) => pairs(slots, values.iter().map(Some)),
                _ => Vec::new(),
            };
            for (node, object) in beside {
                self.twins[node as usize].get_or_insert(object);
            }
        }
    }

    /// Where each field of a node is in the objects of its class.
    fn places(&mut self, node: usize) -> Vec<Option<usize>> {
        let class = &self.state.classes[self.state.nodes[node].class as usize];
        let loaded = self.program.class(&class.name);
        let fields = loaded.as_ref().map_or(&[][..], |loaded| &loaded.fields);
        let place = |(owner, name): &(Arc<str>, Arc<str>)| {
            fields
                .iter()
                .position(|field| field.owner == *owner && field.name == *name)
        };
        class.fields.iter().map(place).collect()
    }

    fn add_objects(&mut self) -> Result<(), Reason> {
        for node in 0..self.state.nodes.len() {
            let object = match self.kept(node) {
                Some(object) => object,
                None => self.add(node)?,
            };
            if let Content::Lambda(lambda) = &self.heap.get(object).content {
                let name = format!("{}$$Lambda({})", lambda.target.owner, lambda.target.name);
                self.names.insert(self.state.nodes[node].class as usize, name.into());
            }
            self.objects.push(object);
        }
        Ok(())
    }

    /// The twin of a node, where the state cannot tell it from another object and code can.
    fn kept(&mut self, node: usize) -> Option<usize> {
        let twin = self.twins[node]?;
        let is_empty = |slots: &[Slot], values: &[Value]| slots.is_empty() && values.is_empty();
        let is_one = match (&self.state.nodes[node].content, &self.heap.get(twin).content) {
            (StateContent::Opaque, Content::Lambda(_) | Content::Opaque | Content::Foreign) => {
                !self.changed.contains(&node)
            }
            (StateContent::Elements(_, slots), Content::Elements(values)) if is_empty(slots, values) => true,
            _ => self.heap.get(twin).is_shared && self.is_as(node, twin),
        };
        is_one.then_some(twin)
    }

    /// Whether an object and all that it reaches are as a node and what that reaches, as far as both can be compared.
    fn is_as(&mut self, node: usize, object: usize) -> bool {
        let mut open = vec![(node, object)];
        let mut met = BTreeSet::new();
        while let Some((node, object)) = open.pop() {
            if !met.insert((node, object)) {
                continue;
            }
            let places = self.places(node);
            let there = self.heap.get(object);
            let is_same = there.class == self.class(node)
                && match (&self.state.nodes[node].content, &there.content) {
                    (StateContent::Fields(slots), Content::Fields(values)) => {
                        let values = places.into_iter().map(|place| values.get(place?));
                        slots
                            .iter()
                            .zip(values)
                            .all(|(slot, value)| holds(slot, value, &mut open))
                    }
                    (StateContent::Elements(_, slots), Content::Elements(values)) => {
                        let mut pairs = slots.iter().zip(values);
                        slots.len() == values.len() && pairs.all(|(slot, value)| holds(slot, Some(value), &mut open))
                    }
                    _ => true,
                };
            if !is_same {
                return false;
            }
        }
        true
    }

    /// The class of a node as the heap names it.
    fn class(&self, node: usize) -> Arc<str> {
        let name = &self.state.classes[self.state.nodes[node].class as usize].name;
        if name.starts_with('[') {
            name.replace('.', "/").into()
        } else {
            Arc::clone(name)
        }
    }

    fn add(&mut self, node: usize) -> Result<usize, Reason> {
        let class = self.class(node);
        let content = match &self.state.nodes[node].content {
            // Its name is another one in each virtual machine.
            StateContent::Opaque if class.contains('/') => {
                return Err(refused("a lambda that a virtual machine made"));
            }
            StateContent::Elements(None, slots) if class.starts_with('[') => {
                if slots.is_empty() {
                    return Err(refused(
                        "an empty array that a virtual machine made, and that may be that of a static field",
                    ));
                }
                Content::Elements(vec![Value::Null; slots.len()])
            }
            StateContent::Fields(_) => self.initial(&class)?,
            _ => Content::Foreign,
        };
        let Value::Object(object) = self.heap.add(class, content, false) else {
            return Err(refused("a state without an object"));
        };
        Ok(object)
    }

    /// What a new object of a class holds.
    fn initial(&mut self, class: &Arc<str>) -> Result<Content, Reason> {
        let loaded = self.program.class(class);
        let loaded = loaded.ok_or_else(|| Reason::Missing(class.to_string()))?;
        let is_followed = is_read(&loaded.info)
            && !is_builder(class)
            && **class != *STRING
            && !is_otherwise_in_states(self.program, class)
            && !self.program.is_instance(class, "java.lang.Throwable");
        if !is_followed {
            return Ok(Content::Foreign);
        }
        let fields = loaded.fields.iter().map(|field| Value::initial(&field.descriptor));
        Ok(Content::Fields(fields.collect()))
    }

    fn fill(&mut self) -> Result<(), Reason> {
        for node in 0..self.state.nodes.len() {
            let object = self.objects[node];
            if self.twins[node] == Some(object) || matches!(self.heap.get(object).content, Content::Foreign) {
                continue;
            }
            match &self.state.nodes[node].content {
                StateContent::Fields(slots) => {
                    let places = self.places(node);
                    for (place, slot) in places.into_iter().zip(slots) {
                        let place = place.ok_or_else(|| Reason::Class(self.class(node).to_string()))?;
                        let value = self.value(slot)?;
                        if let Content::Fields(values) = &mut self.heap.get_mut(object).content {
                            values[place] = value;
                        }
                    }
                }
                StateContent::Elements(_, slots) => {
                    let elements = slots.iter().map(|slot| self.value(slot)).collect::<Result<_, _>>()?;
                    self.heap.get_mut(object).content = Content::Elements(elements);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn value(&mut self, slot: &Slot) -> Result<Value, Reason> {
        match slot {
            Slot::Null => Ok(Value::Null),
            Slot::Node(node) => Ok(Value::Object(self.objects[*node as usize])),
            Slot::Value(StateValue::Scalar(scalar)) => Ok(number(*scalar)),
            Slot::Value(StateValue::Boxed(scalar)) => self.boxed(*scalar),
            Slot::Value(StateValue::String(text)) => {
                Ok(self.heap.add(STRING.into(), Content::Text(Some(text.clone())), false))
            }
            Slot::Value(StateValue::Class(name)) => {
                let content = Content::Class(Arc::clone(name));
                Ok(self.heap.add("java.lang.Class".into(), content, false))
            }
            Slot::Value(StateValue::Enum(class, name)) => {
                let place = (Arc::clone(class), Arc::from(name.to_lossy()));
                let constant = self.heap.statics.get(&place).cloned();
                constant.ok_or_else(|| refused("a constant of an enum that is not initialised here"))
            }
            Slot::Value(StateValue::BigInteger(..)) => Ok(self.foreign("java.math.BigInteger")),
            Slot::Value(StateValue::BigDecimal(..)) => Ok(self.foreign("java.math.BigDecimal")),
            Slot::Value(StateValue::LongString { .. }) | Slot::Some => {
                Err(refused("a long text that a virtual machine made"))
            }
        }
    }

    fn foreign(&mut self, class: &str) -> Value {
        self.heap.add(class.into(), Content::Foreign, false)
    }

    fn boxed(&mut self, scalar: Scalar) -> Result<Value, Reason> {
        let class = scalar.primitive().boxed();
        let boxed = boxed(self.program, &mut self.heap, class, &number(scalar));
        boxed.ok_or_else(|| Reason::Class(class.to_owned()))
    }
}

/// The opaque nodes of a state that, at the same place of the one before, are not there or are of another class.
fn changed(before: &State, state: &State) -> BTreeSet<usize> {
    let mut twins: Vec<Option<usize>> = vec![None; state.nodes.len()];
    if let (Some(twin), Some(Slot::Node(0))) = (twins.first_mut(), before.roots.first()) {
        *twin = Some(0);
    }
    let mut changed = BTreeSet::new();
    for node in 0..state.nodes.len() {
        let content = &state.nodes[node].content;
        let twin = twins[node].map(|twin| &before.nodes[twin]);
        let class = &state.classes[state.nodes[node].class as usize];
        let twin = twin.filter(|twin| before.classes[twin.class as usize] == *class);
        let Some(twin) = twin else {
            if *content == StateContent::Opaque {
                changed.insert(node);
            }
            continue;
        };
        for slots in content.slots().into_iter().zip(twin.content.slots()) {
            if let (Slot::Node(node), Slot::Node(twin)) = slots {
                twins[*node as usize].get_or_insert(*twin as usize);
            }
        }
    }
    changed
}

/// Whether a slot has that value; what both reach is still to be compared.
fn holds(slot: &Slot, value: Option<&Value>, open: &mut Vec<(usize, usize)>) -> bool {
    match (slot, value) {
        (_, None) => false,
        (Slot::Null, Some(value)) => matches!(value, Value::Null),
        (Slot::Node(node), Some(Value::Object(object))) => {
            open.push((*node as usize, *object));
            true
        }
        (Slot::Value(StateValue::Scalar(scalar)), Some(Value::Number(term))) => {
            matches!(number(*scalar), Value::Number(wanted) if wanted == *term)
        }
        // Objects that all share do not differ in floating numbers, texts, boxes and constants.
        (_, Some(value)) => !matches!(value, Value::Null),
    }
}

/// The nodes that slots refer to, each with the object that the value at its place is.
fn pairs<'v>(slots: &[Slot], values: impl Iterator<Item = Option<&'v Value>>) -> Vec<(u32, usize)> {
    let pair = |(slot, value): (&Slot, Option<&Value>)| match (slot, value) {
        (Slot::Node(node), Some(Value::Object(object))) => Some((*node, *object)),
        _ => None,
    };
    slots.iter().zip(values).filter_map(pair).collect()
}

/// A primitive as code sees it.
fn number(scalar: Scalar) -> Value {
    match scalar {
        Scalar::Boolean(value) => Value::int(i32::from(value)),
        Scalar::Byte(value) => Value::int(i32::from(value)),
        Scalar::Char(value) => Value::int(i32::from(value)),
        Scalar::Short(value) => Value::int(i32::from(value)),
        Scalar::Int(value) => Value::int(value),
        Scalar::Long(value) => Value::Number(Term::Long(value)),
        Scalar::Float(bits) => Value::Float(f32::from_bits(bits)),
        Scalar::Double(bits) => Value::Double(f64::from_bits(bits)),
    }
}
