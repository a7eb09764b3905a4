//! From the payload of a file to a model, nothing in it believed: every place must exist.

use std::sync::Arc;

use palus_sequence::JavaString;

use super::WITHOUT_ANSWERS;
use super::source::{Damage, Source};
use super::wire::{
    Access, Bits, ClassHead, Edge, Field, GivenTail, In, Maybe, Method, Name, Out, Seen, StepHead, Test, Val,
};
use crate::{
    ClassModel, Dependence, Element, Elements, Exchange, FieldAccess, FieldKey, Input, Layout, LayoutId,
    MethodIdentity, MethodKey, Model, Node, NodeId, Observation, Origin, Output, Position, Profile, Recorded,
    RecordedArray, Transition,
};

const NO_SUCH_PLACE: Damage = "it names an entry that it does not have";

/// The least bytes of an item of each long list: one for each field that is a number, a choice or the length of a list.
mod least {
    pub(super) const STRING: usize = 1;
    pub(super) const UNIT: usize = 1;
    pub(super) const METHOD: usize = 4;
    pub(super) const LAYOUT: usize = 2;
    pub(super) const EXCHANGE: usize = 3;
    pub(super) const FIELD: usize = 3;
    pub(super) const CLASS: usize = 6;
    pub(super) const NODE: usize = 2;
    pub(super) const TRANSITION: usize = 9;
    pub(super) const LIST: usize = 1;
    pub(super) const OBSERVATION: usize = 2;
    pub(super) const INPUT: usize = 1;
    pub(super) const DEPENDENCE: usize = 4;
    pub(super) const ORIGIN: usize = 2;
    pub(super) const ACCESS: usize = 5;
}

/// The model of a payload in that version of the format.
pub(super) fn model(payload: &[u8], version: u16) -> Result<Model, Damage> {
    let mut source = Source(payload);
    let mut reader = Reader {
        strings: source.list(least::STRING, Source::take)?,
        texts: source.list(least::STRING, |source| {
            Ok(JavaString(source.list(least::UNIT, Source::take)?.into()))
        })?,
        methods: Vec::new(),
        layouts: Vec::new(),
        exchanges: Vec::new(),
        observed: Vec::new(),
        tests: Vec::new(),
    };
    reader.methods = source.list(least::METHOD, |source| reader.key(&source.take()?))?;
    let layouts = source.list(least::LAYOUT, |source| reader.layout(source))?;
    reader.layouts = layouts.iter().map(Layout::id).collect();
    reader.exchanges = source.list(least::EXCHANGE, |source| Ok(reader.exchange(source)?.into()))?;
    reader.observed = source.list(least::LIST, |source| {
        let list = source.list(least::OBSERVATION, |source| reader.observation(source.take()?));
        Ok(list?.into())
    })?;
    reader.tests = source.list(least::LIST, |source| {
        let list = source.list(least::ORIGIN, |source| reader.origin(source.take()?));
        Ok(list?.into())
    })?;
    let mut model = Model {
        layouts: layouts.into_iter().map(|layout| (layout.id(), layout)).collect(),
        ..Model::default()
    };
    for (name, class) in source.list(least::CLASS, |source| reader.class(source))? {
        if model.classes.insert(name, class).is_some() {
            return Err("it has a class twice");
        }
    }
    model.statics = source.list(least::TRANSITION, |source| reader.transition(source, 1))?;
    model.accesses = source.list(least::ACCESS, |source| reader.access(&source.take()?))?;
    if version > WITHOUT_ANSWERS {
        model.answers = source.list(least::TRANSITION, |source| reader.transition(source, 1))?;
    }
    if source.0.is_empty() {
        Ok(model)
    } else {
        Err("there are bytes behind its payload")
    }
}

struct Reader {
    strings: Vec<Arc<str>>,
    texts: Vec<JavaString>,
    methods: Vec<MethodKey>,
    layouts: Vec<LayoutId>,
    exchanges: Vec<Arc<Exchange>>,
    observed: Vec<Arc<Vec<Observation>>>,
    tests: Vec<Arc<Vec<Origin>>>,
}

fn shared<T>(lists: &[Arc<Vec<T>>], place: u32) -> Result<Arc<Vec<T>>, Damage> {
    lists.get(place as usize).cloned().ok_or(NO_SUCH_PLACE)
}

impl Reader {
    fn name(&self, place: Name) -> Result<Arc<str>, Damage> {
        self.strings.get(place as usize).cloned().ok_or(NO_SUCH_PLACE)
    }

    fn method(&self, place: u32) -> Result<MethodKey, Damage> {
        self.methods.get(place as usize).cloned().ok_or(NO_SUCH_PLACE)
    }

    fn key(&self, method: &Method) -> Result<MethodKey, Damage> {
        let identity = MethodIdentity {
            owner: self.name(method.owner)?,
            name: self.name(method.name)?,
            descriptor: self.name(method.descriptor)?,
            access: method.access,
        };
        Ok(identity.into())
    }

    fn field(&self, owner: Name, name: Name) -> Result<FieldKey, Damage> {
        Ok(FieldKey {
            owner: self.name(owner)?,
            name: self.name(name)?,
        })
    }

    fn layout(&self, source: &mut Source) -> Result<Layout, Damage> {
        let fields = source.list(least::FIELD, |source| {
            let (owner, name, kind): Field = source.take()?;
            Ok((self.field(owner, name)?, kind))
        })?;
        let layout = Layout {
            fields,
            is_cut: source.take()?,
        };
        if layout.is_sound() {
            Ok(layout)
        } else {
            Err("it has a profile layout that cannot be")
        }
    }

    fn access(&self, access: &Access) -> Result<FieldAccess, Damage> {
        Ok(FieldAccess {
            method: self.method(access.method)?,
            field: self.field(access.owner, access.name)?,
            reads: access.reads,
            writes: access.writes,
        })
    }

    fn class(&self, source: &mut Source) -> Result<(Arc<str>, ClassModel), Damage> {
        let head: ClassHead = source.take()?;
        let count = source.length(least::NODE)?;
        if count == 0 {
            return Err("it has a class without a root");
        }
        let nodes = source.items(count, |source| {
            Ok(Node {
                exits: source.take()?,
                outgoing: source.list(least::TRANSITION, |source| self.transition(source, count))?,
            })
        })?;
        let class = ClassModel {
            objects: head.objects,
            truncated: head.truncated,
            sampling: head.sampling,
            represented: head.represented,
            nodes,
        };
        Ok((self.name(head.name)?, class))
    }

    /// A transition of an automaton with so many nodes.
    fn transition(&self, source: &mut Source, nodes: usize) -> Result<Transition, Damage> {
        let head: StepHead = source.take()?;
        let node = |number: u32| {
            let known = (number as usize) < nodes;
            known
                .then_some(NodeId(number))
                .ok_or("it names a state that it does not have")
        };
        Ok(Transition {
            method: self.method(head.method)?,
            position: match head.position {
                0 => Position::Receiver,
                1 => Position::Result,
                index => Position::Argument(u16::try_from(index - 2).map_err(|_| "it has an argument too many")?),
            },
            target: node(head.target)?,
            threw: head.threw.checked_sub(1).map(|class| self.name(class)).transpose()?,
            nested_to: head.nested_to.checked_sub(1).map(node).transpose()?,
            count: head.count,
            observations: shared(&self.observed, head.observations)?,
            dependences: source.list(least::DEPENDENCE, |source| self.dependence(source.take()?))?,
            origins: shared(&self.tests, head.origins)?,
        })
    }

    /// States of other automata need not be checked: they are only compared.
    fn dependence(&self, (input, class, state, count): Edge) -> Result<Dependence, Damage> {
        Ok(Dependence {
            input,
            class: self.name(class)?,
            state: NodeId(state),
            count,
        })
    }

    fn origin(&self, (test, count): Test) -> Result<Origin, Damage> {
        Ok(Origin {
            test: self.method(test)?,
            count,
        })
    }

    fn observation(&self, (exchange, count): Seen) -> Result<Observation, Damage> {
        let exchange = self.exchanges.get(exchange as usize).cloned().ok_or(NO_SUCH_PLACE)?;
        Ok(Observation { exchange, count })
    }

    fn exchange(&self, source: &mut Source) -> Result<Exchange, Damage> {
        let inputs = source.list(least::INPUT, |source| self.input(source.take()?))?;
        let tail: GivenTail = source.take()?;
        Ok(Exchange {
            inputs,
            subject: self.profile(tail.subject)?,
            result: tail.result.map(|out| self.output(&out)).transpose()?,
        })
    }

    fn input(&self, input: In) -> Result<Input, Damage> {
        Ok(match input {
            In::Subject => Input::Subject,
            In::Null => Input::Null,
            In::Value(value) => Input::Value(self.value(&value)?),
            In::Boxed(value) => Input::Boxed(self.value(&value)?),
            In::Object { class, state, profile } => Input::Object {
                class: self.name(class)?,
                state: maybe(state),
                profile: self.profile(profile)?,
            },
            In::Primitives {
                class,
                length,
                elements,
            } => self.array(class, length, false, elements)?,
            In::References {
                class,
                length,
                has_null,
                elements,
            } => {
                let elements = elements.into_iter().map(|element| self.element(element));
                let elements = Elements::References(elements.collect::<Result<_, Damage>>()?);
                self.array(class, length, has_null, elements)?
            }
        })
    }

    fn array(&self, class: Name, length: u32, has_null: bool, elements: Elements) -> Result<Input, Damage> {
        if elements.len() > length as usize {
            return Err("it has an array with more elements than its length");
        }
        Ok(Input::Array(RecordedArray {
            class: self.name(class)?,
            length,
            has_null,
            elements,
        }))
    }

    fn element(&self, element: Option<(bool, Val)>) -> Result<Element, Damage> {
        Ok(match element {
            None => Element::Null,
            Some((false, value)) => Element::Value(self.value(&value)?),
            Some((true, value)) => Element::Boxed(self.value(&value)?),
        })
    }

    fn output(&self, out: &Out) -> Result<Output, Damage> {
        Ok(match *out {
            Out::Null => Output::Null,
            Out::Object { class, profile } => Output::Object {
                class: self.name(class)?,
                profile: self.profile(profile)?,
            },
            Out::Array { class, shape } => Output::Array {
                class: self.name(class)?,
                shape,
            },
        })
    }

    fn profile(&self, bits: Bits) -> Result<Option<Profile>, Damage> {
        let Some((layout, bits)) = bits else { return Ok(None) };
        let layout = *self.layouts.get(layout as usize).ok_or(NO_SUCH_PLACE)?;
        Ok(Some(Profile { layout, bits }))
    }

    fn value(&self, value: &Val) -> Result<Recorded, Damage> {
        Ok(match *value {
            Val::Boolean(v) => Recorded::Boolean(v),
            Val::Byte(v) => Recorded::Byte(v),
            Val::Char(v) => Recorded::Char(v),
            Val::Short(v) => Recorded::Short(v),
            Val::Int(v) => Recorded::Int(v),
            Val::Long(v) => Recorded::Long(v),
            Val::Float(v) => Recorded::Float(v),
            Val::Double(v) => Recorded::Double(v),
            Val::String { length, text } => Recorded::String {
                length,
                text: self.texts.get(text as usize).cloned().ok_or(NO_SUCH_PLACE)?,
            },
            Val::Enum { class, name } => Recorded::Enum {
                class: self.name(class)?,
                name: self.name(name)?,
            },
            Val::Class { name } => Recorded::Class { name: self.name(name)? },
        })
    }
}

fn maybe(node: Maybe) -> Option<NodeId> {
    node.checked_sub(1).map(NodeId)
}
