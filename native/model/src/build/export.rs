//! From ids of the run to a model that outlives it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::NO_EXCEPTION;
use super::call::Raw;
use super::class::{Automaton, FIRST_LEVEL};
use super::names::Names;
use super::observed::Observed;
use crate::{ClassModel, Input, Model, Node, NodeId, Observation, Position, Transition};

/// The model of automata that have grown.
pub(super) fn model(automata: &[Automaton], statics: &FxHashMap<(u32, u32), Observed>, names: &mut Names) -> Model {
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
        .filter_map(|(&(method, threw), observed)| {
            export.transition((method, threw), Position::Receiver, NodeId(0), observed)
        })
        .collect();
    let mut model = Model { classes, statics };
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
            if let Some(mut transition) = self.transition(label, key.position, NodeId(edge.target), &edge.observed) {
                transition.nested_to = (key.nested_to != FIRST_LEVEL).then_some(NodeId(key.nested_to));
                nodes[key.source as usize].outgoing.push(transition);
            }
        }
        ClassModel {
            nodes,
            objects: automaton.objects,
            truncated: automaton.truncated,
        }
    }

    fn transition(
        &mut self,
        (method, threw): (u32, u32),
        position: Position,
        target: NodeId,
        observed: &Observed,
    ) -> Option<Transition> {
        Some(Transition {
            method: self.names.method_key(method)?.clone(),
            position,
            target,
            threw: (threw != NO_EXCEPTION).then(|| self.names.class(threw)),
            nested_to: None,
            count: observed.count,
            observations: observed
                .entries()
                .map(|(count, inputs)| Observation {
                    inputs: inputs.iter().map(|raw| self.input(raw)).collect(),
                    count,
                })
                .collect(),
        })
    }

    fn input(&mut self, raw: &Raw) -> Input {
        match raw {
            Raw::Subject => Input::Subject,
            Raw::Null => Input::Null,
            Raw::Value(value) => Input::Value(value.clone()),
            Raw::Boxed(value) => Input::Boxed(value.clone()),
            Raw::Object { class, state } => Input::Object {
                class: self.names.class(*class),
                state: state.map(|(automaton, node)| {
                    let automaton = automaton as usize;
                    self.automata[automaton].resolve(&self.live[automaton], node)
                }),
            },
        }
    }
}
