//! The data in the page: short names and tables, because a model of a whole library is large.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::render::parameters;
use crate::render::words::{field_word, input, output, shape_word};
use crate::{ClassModel, Input, MethodKey, Model, Observation, Position, Profile, Transition};

/// How many observations of a transition are in the page.
const SAMPLES: usize = 12;
/// The longest tails by which the page can fold.
const LONGEST_TAIL: u32 = 5;
/// An automaton with fewer states is shown as it is.
const FOLDED: usize = 12;

/// ```text
/// {classes: [{name, objects, represented, truncated, exits: [of each node],
///             tails: {K: [for each node, its class of nodes with the same tails up to K]},
///             edges: [{from, to, method, at: 0 receiver, -1 result, else the argument, n: count, threw, nested: node or -1,
///                      deps: [[input, class name, state, count]], tests: [[method, count]],
///                      seen: [[count, [[words, class, state, profile]], profile of the object, result]], more}]}],
///  statics: [{as an edge}], methods: [[owner, name, parameters, flags]], profiles: [[field words]]}
/// ```
pub(super) fn data(model: &Model, class: Option<&str>) -> Value {
    let wanted = |name: &str| class.is_none_or(|class| class == name);
    let mut page = Page {
        model,
        methods: Vec::new(),
        places: BTreeMap::new(),
        profiles: Vec::new(),
        known_profiles: BTreeMap::new(),
    };
    let classes: Vec<Value> = model
        .classes
        .iter()
        .filter(|(name, _)| wanted(name))
        .map(|(name, automaton)| page.class(name, automaton))
        .collect();
    let statics: Vec<Value> = model
        .statics
        .iter()
        .filter(|call| wanted(&call.method.owner))
        .map(|call| page.edge(0, call))
        .collect();
    json!({ "classes": classes, "statics": statics, "methods": page.methods, "profiles": page.profiles })
}

struct Page<'m> {
    model: &'m Model,
    methods: Vec<Value>,
    places: BTreeMap<&'m MethodKey, usize>,
    profiles: Vec<Vec<String>>,
    known_profiles: BTreeMap<Profile, usize>,
}

impl<'m> Page<'m> {
    fn class(&mut self, name: &Arc<str>, class: &'m ClassModel) -> Value {
        let mut tails = BTreeMap::new();
        if class.states() >= FOLDED {
            for k in 1..=LONGEST_TAIL {
                tails.insert(k.to_string(), class.tails(k));
            }
        }
        let mut edges = Vec::new();
        for (source, node) in class.nodes.iter().enumerate() {
            edges.extend(node.outgoing.iter().map(|transition| self.edge(source, transition)));
        }
        json!({
            "name": name,
            "objects": class.objects,
            "represented": class.represented,
            "truncated": class.truncated,
            "exits": class.nodes.iter().map(|node| node.exits).collect::<Vec<_>>(),
            "tails": tails,
            "edges": edges,
        })
    }

    fn edge(&mut self, source: usize, transition: &'m Transition) -> Value {
        let observations = &transition.observations;
        let seen: Vec<Value> = observations.iter().take(SAMPLES).map(|seen| self.seen(seen)).collect();
        let deps = transition.dependences.iter();
        let tests = transition.origins.iter();
        json!({
            "from": source,
            "to": transition.target.0,
            "method": self.method(&transition.method),
            "at": match transition.position {
                Position::Receiver => 0,
                Position::Result => -1,
                Position::Argument(index) => i32::from(index),
            },
            "n": transition.count,
            "threw": transition.threw,
            "nested": transition.nested_to.map_or(-1, |end| i64::from(end.0)),
            "deps": deps.map(|edge| json!([edge.input, edge.class, edge.state.0, edge.count])).collect::<Vec<_>>(),
            "tests": tests.map(|origin| json!([self.method(&origin.test), origin.count])).collect::<Vec<_>>(),
            "seen": seen,
            "more": observations.len().saturating_sub(SAMPLES),
        })
    }

    fn seen(&mut self, seen: &Observation) -> Value {
        let inputs: Vec<Value> = seen.exchange.inputs.iter().map(|input| self.input(input)).collect();
        let result = seen.exchange.result.as_ref().map(|result| output(self.model, result));
        json!([seen.count, inputs, self.profile(seen.exchange.subject), result])
    }

    fn input(&mut self, given: &Input) -> Value {
        match given {
            Input::Object { class, state, profile } => {
                json!([input(given), class, state.map(|state| state.0), self.profile(*profile)])
            }
            Input::Array(array) => json!([format!("{} ({})", input(given), shape_word(array.shape()))]),
            _ => json!([input(given)]),
        }
    }

    fn method(&mut self, method: &'m MethodKey) -> usize {
        if let Some(&place) = self.places.get(method) {
            return place;
        }
        let place = self.methods.len();
        let parameters = parameters(&method.descriptor);
        self.methods
            .push(json!([method.owner, method.name, parameters, method.access]));
        self.places.insert(method, place);
        place
    }

    fn profile(&mut self, profile: Option<Profile>) -> Option<usize> {
        let profile = profile?;
        if let Some(&place) = self.known_profiles.get(&profile) {
            return Some(place);
        }
        let fields = self.model.fields(profile)?;
        let place = self.profiles.len();
        self.profiles
            .push(fields.map(|(field, value)| field_word(field, value)).collect());
        self.known_profiles.insert(profile, place);
        Some(place)
    }
}
