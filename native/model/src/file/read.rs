//! From the payload of a file to a model, nothing in it believed: every place must exist.

use std::sync::Arc;

use super::wire::{Bits, Class, In, Maybe, Method, Name, Out, Payload, Seen, Step, Val};
use crate::{
    ClassModel, Dependence, Element, Elements, FieldAccess, FieldKey, Input, Layout, LayoutId, MethodKey, Model, Node,
    NodeId, Observation, Origin, Output, Position, Profile, Recorded, RecordedArray, Transition,
};

/// What gave a damaged payload away.
type Damage = &'static str;

const NO_SUCH_PLACE: Damage = "it names an entry that it does not have";

/// The model of a payload.
pub(super) fn model(payload: Payload) -> Result<Model, Damage> {
    let Payload {
        strings,
        texts,
        methods,
        layouts,
        classes,
        statics,
        accesses,
    } = payload;
    let mut reader = Reader {
        strings,
        texts,
        methods: Vec::with_capacity(methods.len()),
        layouts: Vec::with_capacity(layouts.len()),
    };
    for method in &methods {
        let method = reader.key(method)?;
        reader.methods.push(method);
    }
    let mut model = Model::default();
    for fields in &layouts {
        let layout = reader.layout(&fields.fields, fields.is_cut)?;
        reader.layouts.push(layout.id());
        model.layouts.insert(layout.id(), layout);
    }
    for class in classes {
        let name = reader.name(class.name)?;
        if model.classes.insert(name, reader.class(class)?).is_some() {
            return Err("it has a class twice");
        }
    }
    model.statics = all(statics, |step| reader.step(step, 1))?;
    model.accesses = all(accesses, |access| {
        Ok(FieldAccess {
            method: reader.method(access.method)?,
            field: reader.field(access.owner, access.name)?,
            reads: access.reads,
            writes: access.writes,
        })
    })?;
    Ok(model)
}

fn all<A, B>(items: Vec<A>, each: impl FnMut(A) -> Result<B, Damage>) -> Result<Vec<B>, Damage> {
    items.into_iter().map(each).collect()
}

struct Reader {
    strings: Vec<Arc<str>>,
    texts: Vec<palus_sequence::JavaString>,
    methods: Vec<MethodKey>,
    layouts: Vec<LayoutId>,
}

impl Reader {
    fn name(&self, place: Name) -> Result<Arc<str>, Damage> {
        self.strings.get(place as usize).cloned().ok_or(NO_SUCH_PLACE)
    }

    fn method(&self, place: u32) -> Result<MethodKey, Damage> {
        self.methods.get(place as usize).cloned().ok_or(NO_SUCH_PLACE)
    }

    fn key(&self, method: &Method) -> Result<MethodKey, Damage> {
        Ok(MethodKey {
            owner: self.name(method.owner)?,
            name: self.name(method.name)?,
            descriptor: self.name(method.descriptor)?,
            access: method.access,
        })
    }

    fn field(&self, owner: Name, name: Name) -> Result<FieldKey, Damage> {
        Ok(FieldKey {
            owner: self.name(owner)?,
            name: self.name(name)?,
        })
    }

    fn layout(&self, fields: &[(Name, Name, crate::Kind)], is_cut: bool) -> Result<Layout, Damage> {
        let field = |&(owner, name, kind): &(Name, Name, crate::Kind)| Ok((self.field(owner, name)?, kind));
        let layout = Layout {
            fields: fields.iter().map(field).collect::<Result<_, Damage>>()?,
            is_cut,
        };
        if layout.is_sound() {
            Ok(layout)
        } else {
            Err("it has a profile layout that cannot be")
        }
    }

    fn class(&self, class: Class) -> Result<ClassModel, Damage> {
        let count = class.nodes.len();
        let node = |(exits, steps)| {
            let outgoing = all(steps, |step| self.step(step, count))?;
            Ok(Node { outgoing, exits })
        };
        if count == 0 {
            return Err("it has a class without a root");
        }
        Ok(ClassModel {
            objects: class.objects,
            truncated: class.truncated,
            sampling: class.sampling,
            represented: class.represented,
            nodes: all(class.nodes, node)?,
        })
    }

    /// A transition of an automaton with so many nodes.
    fn step(&self, step: Step, nodes: usize) -> Result<Transition, Damage> {
        let node = |number: u32| {
            let known = (number as usize) < nodes;
            known
                .then_some(NodeId(number))
                .ok_or("it names a state that it does not have")
        };
        Ok(Transition {
            method: self.method(step.method)?,
            position: match step.position {
                0 => Position::Receiver,
                1 => Position::Result,
                index => Position::Argument(u16::try_from(index - 2).map_err(|_| "it has an argument too many")?),
            },
            target: node(step.target)?,
            threw: step.threw.checked_sub(1).map(|class| self.name(class)).transpose()?,
            nested_to: step.nested_to.checked_sub(1).map(node).transpose()?,
            count: step.count,
            observations: all(step.observations, |seen| self.seen(seen))?,
            // States of other automata need not be checked: they are only compared.
            dependences: all(step.dependences, |(input, class, state, count)| {
                Ok(Dependence {
                    input,
                    class: self.name(class)?,
                    state: NodeId(state),
                    count,
                })
            })?,
            origins: all(step.origins, |(method, count)| {
                let test = self.method(method)?;
                Ok(Origin { test, count })
            })?,
        })
    }

    fn seen(&self, seen: Seen) -> Result<Observation, Damage> {
        Ok(Observation {
            inputs: all(seen.inputs, |input| self.input(input))?,
            subject: self.profile(seen.subject)?,
            result: seen.result.map(|out| self.output(&out)).transpose()?,
            count: seen.count,
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
                let elements = all(elements, |element| self.element(element))?;
                self.array(class, length, has_null, Elements::References(elements.into()))?
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
