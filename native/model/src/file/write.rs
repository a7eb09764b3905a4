//! From a model to the payload of a file.

use std::hash::Hash;
use std::sync::Arc;

use palus_sequence::JavaString;
use rustc_hash::FxHashMap;

use super::wire::{
    Access, Bits, Class, ClassHead, Fields, Given, GivenTail, In, Maybe, Method, Name, Out, Payload, Seen, Step,
    StepHead, Test, Val,
};
use crate::{
    ClassModel, Element, Elements, Exchange, Input, LayoutId, MethodKey, Model, NodeId, Observation, Origin, Output,
    Position, Profile, Recorded, RecordedArray, Transition,
};

/// The payload of a model in canonical numbering.
pub(super) fn payload(model: &Model) -> Payload {
    let mut writer = Writer::default();
    let mut payload = Payload::default();
    for (place, (&id, layout)) in model.layouts.iter().enumerate() {
        writer.layouts.insert(id, place as u32);
        let fields = layout.fields.iter();
        payload.tables.layouts.push(Fields {
            fields: fields
                .map(|(key, kind)| (writer.name(&key.owner), writer.name(&key.name), *kind))
                .collect(),
            is_cut: layout.is_cut,
        });
    }
    payload.classes = model
        .classes
        .iter()
        .map(|(name, class)| writer.class(name, class))
        .collect();
    payload.statics = model.statics.iter().map(|transition| writer.step(transition)).collect();
    payload.accesses = model
        .accesses
        .iter()
        .map(|access| Access {
            method: writer.method(&access.method),
            owner: writer.name(&access.field.owner),
            name: writer.name(&access.field.name),
            reads: access.reads,
            writes: access.writes,
        })
        .collect();
    payload.answers = model.answers.iter().map(|transition| writer.step(transition)).collect();
    let exchanges = writer.exchanges.items.clone();
    payload.tables.exchanges = exchanges.iter().map(|exchange| writer.exchange(exchange)).collect();
    payload.tables.methods = writer
        .methods
        .items
        .clone()
        .iter()
        .map(|key| Method {
            owner: writer.name(&key.owner),
            name: writer.name(&key.name),
            descriptor: writer.name(&key.descriptor),
            access: key.access,
        })
        .collect();
    payload.tables.observed = writer.observed.items;
    payload.tables.tests = writer.tests.items;
    payload.tables.strings = writer.strings.items;
    payload.tables.texts = writer.texts.items;
    payload
}

/// Gives each item a place, in the order in which they are asked for.
struct Table<T> {
    places: FxHashMap<T, u32>,
    items: Vec<T>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            places: FxHashMap::default(),
            items: Vec::new(),
        }
    }
}

impl<T: Eq + Hash + Clone> Table<T> {
    fn place(&mut self, item: &T) -> u32 {
        if let Some(&place) = self.places.get(item) {
            return place;
        }
        let place = self.items.len() as u32;
        self.items.push(item.clone());
        self.places.insert(item.clone(), place);
        place
    }
}

#[derive(Default)]
struct Writer {
    strings: Table<Arc<str>>,
    texts: Table<JavaString>,
    methods: Table<MethodKey>,
    layouts: FxHashMap<LayoutId, u32>,
    exchanges: Table<Arc<Exchange>>,
    observed: Table<Vec<Seen>>,
    tests: Table<Vec<Test>>,
}

impl Writer {
    fn name(&mut self, name: &Arc<str>) -> Name {
        self.strings.place(name)
    }

    fn method(&mut self, method: &MethodKey) -> u32 {
        self.methods.place(method)
    }

    fn class(&mut self, name: &Arc<str>, class: &ClassModel) -> Class {
        let nodes = class.nodes.iter();
        Class {
            head: ClassHead {
                name: self.name(name),
                objects: class.objects,
                truncated: class.truncated,
                sampling: class.sampling,
                represented: class.represented,
            },
            nodes: nodes
                .map(|node| (node.exits, node.outgoing.iter().map(|step| self.step(step)).collect()))
                .collect(),
        }
    }

    fn step(&mut self, transition: &Transition) -> Step {
        Step {
            head: StepHead {
                method: self.method(&transition.method),
                position: match transition.position {
                    Position::Receiver => 0,
                    Position::Result => 1,
                    Position::Argument(index) => u32::from(index) + 2,
                },
                target: transition.target.0,
                threw: transition.threw.as_ref().map_or(0, |class| self.name(class) + 1),
                nested_to: maybe(transition.nested_to),
                count: transition.count,
                observations: self.observed(&transition.observations),
                origins: self.tests(&transition.origins),
            },
            dependences: transition
                .dependences
                .iter()
                .map(|edge| (edge.input, self.name(&edge.class), edge.state.0, edge.count))
                .collect(),
        }
    }

    fn observed(&mut self, observations: &[Observation]) -> u32 {
        let seen = observations.iter();
        let list = seen.map(|seen| (self.exchanges.place(&seen.exchange), seen.count));
        let list = list.collect();
        self.observed.place(&list)
    }

    fn tests(&mut self, origins: &[Origin]) -> u32 {
        let origins = origins.iter();
        let list = origins.map(|origin| (self.method(&origin.test), origin.count));
        let list = list.collect();
        self.tests.place(&list)
    }

    fn exchange(&mut self, exchange: &Exchange) -> Given {
        Given {
            inputs: exchange.inputs.iter().map(|input| self.input(input)).collect(),
            tail: GivenTail {
                subject: self.profile(exchange.subject),
                result: exchange.result.as_ref().map(|output| self.output(output)),
            },
        }
    }

    fn input(&mut self, input: &Input) -> In {
        match input {
            Input::Subject => In::Subject,
            Input::Null => In::Null,
            Input::Value(value) => In::Value(self.value(value)),
            Input::Boxed(value) => In::Boxed(self.value(value)),
            Input::Array(array) => self.array(array),
            Input::Object { class, state, profile } => In::Object {
                class: self.name(class),
                state: maybe(*state),
                profile: self.profile(*profile),
            },
        }
    }

    fn array(&mut self, array: &RecordedArray) -> In {
        let (class, length) = (self.name(&array.class), array.length);
        let Elements::References(elements) = &array.elements else {
            let elements = array.elements.clone();
            return In::Primitives {
                class,
                length,
                elements,
            };
        };
        let elements = elements.iter().map(|element| match element {
            Element::Null => None,
            Element::Value(value) => Some((false, self.value(value))),
            Element::Boxed(value) => Some((true, self.value(value))),
        });
        In::References {
            class,
            length,
            has_null: array.has_null,
            elements: elements.collect(),
        }
    }

    fn output(&mut self, output: &Output) -> Out {
        match output {
            Output::Null => Out::Null,
            Output::Object { class, profile } => Out::Object {
                class: self.name(class),
                profile: self.profile(*profile),
            },
            Output::Array { class, shape } => Out::Array {
                class: self.name(class),
                shape: *shape,
            },
        }
    }

    /// A profile that no layout explains says nothing.
    fn profile(&self, profile: Option<Profile>) -> Bits {
        let profile = profile?;
        Some((*self.layouts.get(&profile.layout)?, profile.bits))
    }

    fn value(&mut self, value: &Recorded) -> Val {
        match value {
            Recorded::Boolean(v) => Val::Boolean(*v),
            Recorded::Byte(v) => Val::Byte(*v),
            Recorded::Char(v) => Val::Char(*v),
            Recorded::Short(v) => Val::Short(*v),
            Recorded::Int(v) => Val::Int(*v),
            Recorded::Long(v) => Val::Long(*v),
            Recorded::Float(v) => Val::Float(*v),
            Recorded::Double(v) => Val::Double(*v),
            Recorded::String { length, text } => Val::String {
                length: *length,
                text: self.texts.place(text),
            },
            Recorded::Enum { class, name } => Val::Enum {
                class: self.name(class),
                name: self.name(name),
            },
            Recorded::Class { name } => Val::Class { name: self.name(name) },
        }
    }
}

fn maybe(node: Option<NodeId>) -> Maybe {
    node.map_or(0, |node| node.0 + 1)
}
