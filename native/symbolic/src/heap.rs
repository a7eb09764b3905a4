//! Objects while code is executed: shapes are concrete, numbers are expressions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use palus_classes::Member;
use palus_sequence::{JavaString, Primitive};
use serde::{Deserialize, Serialize};

use crate::term::Term;

/// What a local variable, an operand, a field or an element holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Value {
    /// A whole number.
    Number(Term),
    Float(f32),
    Double(f64),
    Null,
    /// The position of an object in its heap.
    Object(usize),
}

impl Value {
    pub(crate) fn int(value: i32) -> Self {
        Self::Number(Term::Int(value))
    }

    /// What a field or element of a type holds at first, by its descriptor.
    pub(crate) fn initial(descriptor: &str) -> Self {
        match descriptor.as_bytes().first() {
            Some(b'J') => Self::Number(Term::Long(0)),
            Some(b'F') => Self::Float(0.0),
            Some(b'D') => Self::Double(0.0),
            Some(b'L' | b'[') => Self::Null,
            _ => Self::int(0),
        }
    }

    /// Whether it is surely the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => a == b,
            (Self::Null, Self::Null) => true,
            _ => false,
        }
    }

    /// Whether it takes two local variables.
    pub(crate) fn is_wide(&self) -> bool {
        match self {
            Self::Number(term) => term.is_long(),
            Self::Double(_) => true,
            _ => false,
        }
    }

    /// As a field or element of a type keeps it, by its descriptor.
    pub(crate) fn kept_as(self, descriptor: &str) -> Self {
        match (self, primitive(descriptor)) {
            (Self::Number(term), Some(primitive)) if primitive != Primitive::Long => {
                Self::Number(term.convert(primitive))
            }
            (value, _) => value,
        }
    }
}

/// The primitive type of a descriptor.
pub(crate) fn primitive(descriptor: &str) -> Option<Primitive> {
    let mut characters = descriptor.chars();
    let first = characters.next()?;
    let is_alone = characters.next().is_none();
    Primitive::ALL
        .into_iter()
        .find(|primitive| is_alone && primitive.descriptor() == first)
}

/// A lambda or method reference.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Lambda {
    /// What it stands for.
    pub(crate) target: Arc<Member>,
    /// The method of the interface.
    pub(crate) method: Arc<str>,
    pub(crate) captured: Vec<Value>,
}

/// What an object holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Content {
    /// In the order of the layout of its class.
    Fields(Vec<Value>),
    Elements(Vec<Value>),
    /// A string; `None` for one of unknown text.
    Text(Option<JavaString>),
    /// A class: what `getName` gives.
    Class(Arc<str>),
    Lambda(Arc<Lambda>),
    /// An object of which nothing is known but what it is named by: a static field of the JDK.
    Opaque,
    /// An object that a virtual machine made, of which nothing but its class is known.
    Foreign,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Object {
    /// The binary name of its class; the descriptor of an array type.
    pub(crate) class: Arc<str>,
    pub(crate) content: Content,
    /// Whether a static initialiser made it, so that all sequences have it in common.
    pub(crate) is_shared: bool,
}

/// What static fields hold, by class and name.
type Statics = BTreeMap<(Arc<str>, Arc<str>), Value>;

/// Objects, static fields, and which classes are initialised.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Heap {
    objects: Vec<Arc<Object>>,
    pub(crate) statics: Arc<Statics>,
    pub(crate) initialised: Arc<BTreeSet<Arc<str>>>,
}

impl Heap {
    /// Adds an object.
    pub(crate) fn add(&mut self, class: Arc<str>, content: Content, is_shared: bool) -> Value {
        self.objects.push(Arc::new(Object {
            class,
            content,
            is_shared,
        }));
        Value::Object(self.objects.len() - 1)
    }

    pub(crate) fn get(&self, reference: usize) -> &Object {
        &self.objects[reference]
    }

    pub(crate) fn get_mut(&mut self, reference: usize) -> &mut Object {
        Arc::make_mut(&mut self.objects[reference])
    }

    /// The elements of an array.
    pub(crate) fn elements(&self, reference: usize) -> Option<&[Value]> {
        match &self.get(reference).content {
            Content::Elements(elements) => Some(elements),
            _ => None,
        }
    }

    /// Whether all is as it was in an earlier heap of objects that are reached from somewhere: then what was made since is reached from none of
    /// them. Static fields are written while their classes are initialised.
    pub(crate) fn is_unchanged(&self, since: &Self) -> bool {
        let mut objects = self.objects.iter().zip(&since.objects);
        self.initialised.len() == since.initialised.len() && objects.all(|(now, then)| Arc::ptr_eq(now, then))
    }

    /// How many objects there are.
    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    /// The heap with what the root and static fields reach alone, and the root in it. Objects get their numbers breadth first.
    pub(crate) fn collected(&self, root: usize) -> (Self, usize) {
        let mut order: Vec<usize> = Vec::new();
        let mut places: BTreeMap<usize, usize> = BTreeMap::new();
        let mut place = |value: &Value, order: &mut Vec<usize>| {
            if let Value::Object(object) = value {
                return Value::Object(*places.entry(*object).or_insert_with(|| {
                    order.push(*object);
                    order.len() - 1
                }));
            }
            value.clone()
        };
        place(&Value::Object(root), &mut order);
        let statics = self.statics.iter().map(|(name, value)| (name.clone(), value.clone()));
        let statics: Vec<_> = statics.map(|(name, value)| (name, place(&value, &mut order))).collect();
        let mut objects = Vec::new();
        while let Some(&object) = order.get(objects.len()) {
            let object = self.get(object);
            let mut all = |values: &[Value]| values.iter().map(|value| place(value, &mut order)).collect::<Vec<_>>();
            let content = match &object.content {
                Content::Fields(values) => Content::Fields(all(values)),
                Content::Elements(values) => Content::Elements(all(values)),
                Content::Text(text) => Content::Text(text.clone()),
                Content::Class(name) => Content::Class(Arc::clone(name)),
                Content::Opaque => Content::Opaque,
                Content::Foreign => Content::Foreign,
                Content::Lambda(lambda) => Content::Lambda(Arc::new(Lambda {
                    target: Arc::clone(&lambda.target),
                    method: Arc::clone(&lambda.method),
                    captured: all(&lambda.captured),
                })),
            };
            objects.push(Arc::new(Object {
                class: Arc::clone(&object.class),
                content,
                is_shared: object.is_shared,
            }));
        }
        let heap = Self {
            objects,
            statics: Arc::new(statics.into_iter().collect()),
            initialised: Arc::clone(&self.initialised),
        };
        (heap, 0)
    }
}
