//! Symbolic states in canonical form: the shape and the constants as a state has them, and the expressions in its slots in order.

use std::sync::Arc;

use palus_sequence::{Primitive, Scalar};
use palus_state::{Class, Content as StateContent, Slot, State, Value as StateValue, is_opaque};
use serde::{Deserialize, Serialize};

use crate::arithmetic::narrow;
use crate::heap::{Content, Heap, Object, Value, primitive};
use crate::path::Reason;
use crate::program::Program;
use crate::strings::{STRING, is_builder};
use crate::term::{Assignment, Term};

/// Longer arrays and strings are kept by a hash in states.
const LONGEST: usize = 4_096;

/// An expression in a slot.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Hole {
    pub(crate) term: Term,
    /// The type of the field, element or box.
    primitive: Primitive,
    is_boxed: bool,
}

/// What a root reaches.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    /// With [`Slot::Some`] in the place of each expression that is no constant.
    pub(crate) state: State,
    /// These expressions, in the order of nodes and slots.
    pub(crate) holes: Vec<Hole>,
}

impl Snapshot {
    /// The state of an object. The error says what cannot be part of one.
    pub(crate) fn of(program: &mut Program, heap: &Heap, root: usize) -> Result<Self, Reason> {
        let mut reader = Reader {
            program,
            heap,
            holes: Vec::new(),
            refused: None,
        };
        let roots = vec![Slot::Node(root as u32)];
        let state = State::number(roots, |object| reader.expand(object as usize));
        match (state, reader.refused) {
            (_, Some(reason)) => Err(reason),
            (None, None) => Err(Reason::TooLarge),
            (Some(state), None) => Ok(Self {
                state,
                holes: reader.holes,
            }),
        }
    }

    /// The state in which variables have these values.
    pub(crate) fn filled(&self, assignment: &Assignment) -> Option<State> {
        let mut state = self.state.clone();
        let mut holes = self.holes.iter();
        for node in &mut state.nodes {
            let (StateContent::Fields(slots) | StateContent::Elements(_, slots)) = &mut node.content else {
                continue;
            };
            for slot in slots.iter_mut().filter(|slot| **slot == Slot::Some) {
                let hole = holes.next()?;
                let value = hole.term.evaluate(assignment)?;
                *slot = Slot::Value(valued(hole.primitive, hole.is_boxed, value));
            }
        }
        Some(state)
    }
}

struct Reader<'r> {
    program: &'r mut Program,
    heap: &'r Heap,
    holes: Vec<Hole>,
    refused: Option<Reason>,
}

impl Reader<'_> {
    fn expand(&mut self, object: usize) -> (Class, StateContent) {
        let heap = self.heap;
        let object = heap.get(object);
        let mut class = Class {
            name: runtime_name(&object.class),
            fields: Vec::new(),
        };
        if is_otherwise_in_states(self.program, &object.class) {
            self.refuse("an object in a state of which the state is not what is in its fields");
        }
        let content = match &object.content {
            Content::Fields(values) => {
                let mut slots = Vec::new();
                let loaded = self.program.class(&object.class);
                let fields = loaded
                    .as_ref()
                    .map(|loaded| loaded.fields.as_slice())
                    .unwrap_or_default();
                if fields.len() != values.len() || self.program.is_instance(&object.class, "java.lang.Throwable") {
                    self.refuse("an exception in a state");
                }
                for (field, value) in fields.iter().zip(values) {
                    if field.counts {
                        class.fields.push((Arc::clone(&field.owner), Arc::clone(&field.name)));
                        slots.push(self.slot(value, &field.descriptor));
                    }
                }
                StateContent::Fields(slots)
            }
            Content::Elements(values) => {
                let element = object.class.get(1..).unwrap_or_default();
                if values.len() > LONGEST && primitive(element).is_some() {
                    self.refused.get_or_insert(Reason::TooLarge);
                }
                StateContent::Elements(None, values.iter().map(|value| self.slot(value, element)).collect())
            }
            _ => {
                self.refuse("a lambda, constant or other object of the JDK in a state");
                StateContent::Opaque
            }
        };
        (class, content)
    }

    fn refuse(&mut self, what: &'static str) {
        self.refused.get_or_insert(Reason::instruction(what));
    }

    fn slot(&mut self, value: &Value, descriptor: &str) -> Slot {
        match value {
            Value::Null => Slot::Null,
            Value::Number(term) => self.number(term, primitive(descriptor).unwrap_or(Primitive::Int), false),
            Value::Float(value) => Slot::Value(StateValue::Scalar(Scalar::float(*value))),
            Value::Double(value) => Slot::Value(StateValue::Scalar(Scalar::double(*value))),
            Value::Object(place) => {
                let heap = self.heap;
                self.value(heap.get(*place)).unwrap_or(Slot::Node(*place as u32))
            }
        }
    }

    fn number(&mut self, term: &Term, primitive: Primitive, is_boxed: bool) -> Slot {
        if let Some(value) = term.value() {
            return Slot::Value(valued(primitive, is_boxed, value));
        }
        self.holes.push(Hole {
            term: term.clone(),
            primitive,
            is_boxed,
        });
        Slot::Some
    }

    /// What has no identity in a state: strings, classes, boxes, enum constants.
    fn value(&mut self, object: &Object) -> Option<Slot> {
        let values = match &object.content {
            Content::Text(_) if is_builder(&object.class) => {
                self.refuse("a string builder in a state");
                return Some(Slot::Some);
            }
            Content::Text(Some(text)) if text.units().len() <= LONGEST => {
                return Some(Slot::Value(StateValue::String(text.clone())));
            }
            Content::Text(_) => {
                self.refuse("a text that is not known in a state");
                return Some(Slot::Some);
            }
            Content::Class(name) => return Some(Slot::Value(StateValue::Class(Arc::clone(name)))),
            Content::Fields(_) if is_builder(&object.class) || *object.class == *STRING => {
                self.refuse("a text that is not known in a state");
                return Some(Slot::Some);
            }
            Content::Fields(values) => values,
            Content::Elements(_) | Content::Lambda(_) | Content::Opaque | Content::Foreign => return None,
        };
        if let Some(boxed) = Primitive::ALL.into_iter().find(|it| it.boxed() == &*object.class) {
            let fields = &self.program.class(&object.class)?.fields;
            let place = fields.iter().position(|field| &*field.name == "value")?;
            return match values.get(place)? {
                Value::Number(term) => Some(self.number(term, boxed, true)),
                Value::Float(value) => Some(Slot::Value(StateValue::Boxed(Scalar::float(*value)))),
                Value::Double(value) => Some(Slot::Value(StateValue::Boxed(Scalar::double(*value)))),
                Value::Null | Value::Object(_) => None,
            };
        }
        self.constant(object, values)
    }

    fn constant(&mut self, object: &Object, values: &[Value]) -> Option<Slot> {
        let loaded = self.program.class(&object.class)?;
        let above = loaded.info.superclass.clone()?;
        let declaring = if loaded.info.is_enum() {
            Arc::clone(&object.class)
        } else {
            above
        };
        let enumeration = self.program.class(&declaring)?;
        if !enumeration.info.is_enum() {
            return None;
        }
        let place = loaded
            .fields
            .iter()
            .position(|field| &*field.owner == "java.lang.Enum" && &*field.name == "name")?;
        let Value::Object(name) = values.get(place)? else {
            return None;
        };
        match &self.heap.get(*name).content {
            Content::Text(Some(name)) => Some(Slot::Value(StateValue::Enum(declaring, name.clone()))),
            _ => None,
        }
    }
}

/// Whether a state has something else of objects of that class than what is in their fields.
pub(crate) fn is_otherwise_in_states(program: &mut Program, class: &str) -> bool {
    if matches!(class, "java.math.BigInteger" | "java.math.BigDecimal") {
        return true;
    }
    let mut above = Vec::new();
    let mut next = program.class(class);
    while let Some(loaded) = next {
        next = loaded.info.superclass.clone().and_then(|class| program.class(&class));
        above.push(Arc::clone(&loaded.info.name));
    }
    is_opaque(&above.iter().map(AsRef::as_ref).collect::<Vec<&str>>())
}

fn valued(primitive: Primitive, is_boxed: bool, value: i64) -> StateValue {
    let value = narrow(primitive, value);
    let scalar = match primitive {
        Primitive::Boolean => Scalar::Boolean(value != 0),
        Primitive::Byte => Scalar::Byte(value as i8),
        Primitive::Char => Scalar::Char(value as u16),
        Primitive::Short => Scalar::Short(value as i16),
        Primitive::Long => Scalar::Long(value),
        _ => Scalar::Int(value as i32),
    };
    if is_boxed {
        StateValue::Boxed(scalar)
    } else {
        StateValue::Scalar(scalar)
    }
}

/// What `Class.getName` gives for a binary name or a descriptor.
pub(crate) fn runtime_name(descriptor: &str) -> Arc<str> {
    if descriptor.starts_with('[') {
        return descriptor.replace('/', ".").into();
    }
    let inside = descriptor.strip_prefix('L').and_then(|it| it.strip_suffix(';'));
    inside.map_or_else(|| descriptor.into(), |inside| inside.replace('/', ".").into())
}
