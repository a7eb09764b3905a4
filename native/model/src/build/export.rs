//! From ids of the run to a model that outlives it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::NO_EXCEPTION;
use super::asked::Answers;
use super::call::{Raw, Returned};
use super::class::{Automaton, FIRST_LEVEL};
use super::names::Names;
use super::observed::Observed;
use crate::digest::Digest;
use crate::keep::{DEPENDENCES, keep_smallest};
use crate::{
    ClassModel, Dependence, Exchange, Input, Model, Node, NodeId, Observation, Origin, Output, Position, RecordedArray,
    Transition,
};

/// The model of automata that have grown.
pub(super) fn model(
    automata: &[Automaton],
    statics: &FxHashMap<(u32, u32), Observed>,
    answers: &Answers,
    names: &mut Names,
) -> Model {
    let mut export = Export {
        automata,
        live: automata.iter().map(Automaton::live).collect(),
        names,
    };
    let classes: BTreeMap<_, _> = automata
        .iter()
        .filter(|automaton| !automaton.edges.is_empty())
        .map(|automaton| (automaton.name.clone(), export.class(automaton)))
        .collect();
    let statics = statics
        .iter()
        .map(|(&(method, threw), observed)| export.transition((method, threw), Position::Receiver, NodeId(0), observed))
        .collect();
    let answers = answers
        .iter()
        .map(|(method, observed)| export.transition((method, NO_EXCEPTION), Position::Receiver, NodeId(0), observed))
        .collect();
    let layouts = names.layouts().map(|(id, layout)| (id, layout.clone())).collect();
    let mut model = Model {
        classes,
        statics,
        answers,
        layouts,
        accesses: Vec::new(),
    };
    model.canonicalise();
    model
}

/// Turns ids of the run into names.
struct Export<'a> {
    automata: &'a [Automaton],
    live: Vec<Vec<bool>>,
    names: &'a mut Names,
}

impl Export<'_> {
    fn class(&mut self, automaton: &Automaton) -> ClassModel {
        let mut nodes: Vec<Node> = automaton
            .nodes
            .iter()
            .map(|node| Node {
                outgoing: Vec::new(),
                exits: node.exits,
            })
            .collect();
        for edge in automaton.edges.iter().filter(|edge| edge.observed.count > 0) {
            let key = &edge.key;
            let label = (key.method, key.threw);
            let mut transition = self.transition(label, key.position, NodeId(edge.target), &edge.observed);
            transition.nested_to = (key.nested_to != FIRST_LEVEL).then_some(NodeId(key.nested_to));
            nodes[key.source as usize].outgoing.push(transition);
        }
        ClassModel {
            nodes,
            objects: automaton.objects,
            truncated: automaton.truncated,
            sampling: automaton.lowest,
            represented: automaton.represented,
        }
    }

    fn transition(
        &mut self,
        (method, threw): (u32, u32),
        position: Position,
        target: NodeId,
        observed: &Observed,
    ) -> Transition {
        Transition {
            method: self.names.method_key(method).clone(),
            position,
            target,
            threw: (threw != NO_EXCEPTION).then(|| self.names.class(threw)),
            nested_to: None,
            count: observed.count,
            observations: observed
                .entries()
                .map(|(count, inputs)| self.observation(count, inputs))
                .collect::<Vec<_>>()
                .into(),
            dependences: self.dependences(observed),
            origins: self.origins(observed).into(),
        }
    }

    fn observation(&mut self, count: u64, raw: &[Raw]) -> Observation {
        let mut exchange = Exchange::default();
        for raw in raw {
            match raw {
                Raw::Result(returned) => exchange.result = Some(self.output(returned)),
                Raw::Subject(profile) => {
                    exchange.subject = *profile;
                    exchange.inputs.push(Input::Subject);
                }
                _ => exchange.inputs.push(self.input(raw)),
            }
        }
        Observation {
            exchange: exchange.into(),
            count,
        }
    }

    fn output(&mut self, returned: &Returned) -> Output {
        match *returned {
            Returned::Null => Output::Null,
            Returned::Object { class, profile } => Output::Object {
                class: self.names.class(class),
                profile,
            },
            Returned::Array { class, shape } => Output::Array {
                class: self.names.class(class),
                shape,
            },
        }
    }

    fn origins(&self, observed: &Observed) -> Vec<Origin> {
        let origin = |(test, count)| Origin {
            test: self.names.method_key(test).clone(),
            count,
        };
        observed.origins.iter().map(origin).collect()
    }

    fn dependences(&self, observed: &Observed) -> Vec<Dependence> {
        let mut united: BTreeMap<(u16, u32, NodeId), u64> = BTreeMap::new();
        for ((input, class, node), count) in observed.edges().filter(|&(_, count)| count > 0) {
            let automaton = &self.automata[class as usize];
            let state = automaton.resolve(&self.live[class as usize], node);
            *united.entry((input, class, state)).or_default() += count;
        }
        let mut united: Vec<_> = united.into_iter().collect();
        keep_smallest(&mut united, DEPENDENCES, |&((input, class, state), _)| {
            let automaton = &self.automata[class as usize];
            let node = automaton.digest(state.0).unwrap_or_default();
            Digest::of_dependence(input, Digest::of_class(&automaton.name), node)
        });
        let dependence = |((input, class, state), count): ((u16, u32, NodeId), u64)| Dependence {
            input,
            class: self.automata[class as usize].name.clone(),
            state,
            count,
        };
        united.into_iter().map(dependence).collect()
    }

    fn input(&mut self, raw: &Raw) -> Input {
        match raw {
            Raw::Subject(_) => Input::Subject,
            Raw::Null | Raw::Result(_) => Input::Null,
            Raw::Value(value) => Input::Value(value.clone()),
            Raw::Boxed(value) => Input::Boxed(value.clone()),
            Raw::Array {
                class,
                length,
                has_null,
                elements,
            } => Input::Array(RecordedArray {
                class: self.names.class(*class),
                length: *length,
                has_null: *has_null,
                elements: elements.clone(),
            }),
            Raw::Object { class, state, profile } => Input::Object {
                class: self.names.class(*class),
                state: state.map(|(automaton, node)| {
                    let automaton = automaton as usize;
                    self.automata[automaton].resolve(&self.live[automaton], node)
                }),
                profile: *profile,
            },
        }
    }
}
