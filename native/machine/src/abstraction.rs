//! Machines whose states are what calls show of concrete ones.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::call::{Answer, CallId, State};
use crate::concrete::Concrete;
use crate::ways::Ways;

/// What makes two concrete states one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// That these calls answer alike.
    Observers(Vec<CallId>),
    /// That the same calls throw the same.
    Exceptions,
    /// That all calls take the same branches.
    Branches(Ways),
}

/// What a machine by branches says that it is by.
const BRANCHES: &str = "branches";

/// Concrete states that look alike.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AbstractState {
    /// What each observer answers, in the order of [`Machine::by`]; of exceptions each call that throws, with what; of
    /// branches the calls that tell the states apart, with what they take here and not everywhere.
    pub label: Vec<String>,
    /// The concrete states, by their numbers.
    pub concrete: Vec<u32>,
}

/// All concrete transitions of one method between the same two abstract states.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transition {
    /// The position of the abstract state before the call; `None` where the call makes the object.
    pub from: Option<usize>,
    /// The position of the one behind it.
    pub to: usize,
    /// The name of the method.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// How many concrete transitions it stands for.
    pub count: usize,
    /// The arguments of up to three different calls.
    pub arguments: Vec<String>,
    /// How many different calls there are.
    pub calls: usize,
    /// What came of the calls, each with how often; nothing for calls that return nothing.
    pub results: BTreeMap<String, usize>,
    /// Whether one of the calls leads elsewhere too from the same abstract state: what makes the states does not tell them apart.
    pub non_deterministic: bool,
    /// Whether one of the calls was seen to end differently in one concrete state.
    pub unstable: bool,
    /// Whether one of the calls threw.
    pub throws: bool,
    /// The fewest calls that take the transition; none where no calls are known that lead there.
    pub witness: Vec<String>,
    /// The calls of `witness`.
    #[serde(skip)]
    pub witness_calls: Vec<CallId>,
}

impl Transition {
    /// What a test of it is called: `popFromFalseToTrue`.
    pub fn test_name(&self, machine: &Machine) -> String {
        let name = if self.name == "<init>" { "new" } else { &self.name };
        let words = |state: usize| {
            // Numbers of lines say nothing in a name, and are others tomorrow.
            if machine.by == [BRANCHES] {
                return format!("State{}", state + 1);
            }
            let label = machine.states[state].label.join(" ");
            let words = label
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter(|word| !word.is_empty());
            match words.map(capital).collect::<String>() {
                none if none.is_empty() => "NothingThrows".to_owned(),
                words => words,
            }
        };
        let from = self.from.map(|from| format!("From{}", words(from))).unwrap_or_default();
        format!("{name}{from}To{}", words(self.to))
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A machine of abstract states.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The observers, or `exceptions`, or `branches`.
    pub by: Vec<String>,
    /// In the order of their first concrete states.
    pub states: Vec<AbstractState>,
    /// By the states that they lead from, those that make objects first; then as the methods were met.
    pub transitions: Vec<Transition>,
}

/// What is known of an abstract transition while its concrete ones are gathered.
#[derive(Default)]
struct Gathered {
    count: usize,
    calls: BTreeSet<CallId>,
    results: BTreeMap<String, usize>,
    unstable: bool,
    throws: bool,
    witness: Option<Vec<CallId>>,
}

impl Gathered {
    fn take(&mut self, call: CallId, answer: &Answer, is_unstable: bool, path: Option<Vec<CallId>>) {
        self.count += 1;
        self.calls.insert(call);
        if *answer != Answer::Void {
            *self.results.entry(answer.to_string()).or_default() += 1;
        }
        self.unstable |= is_unstable;
        self.throws |= matches!(answer, Answer::Threw(_));
        let is_shorter = |path: &Vec<CallId>| self.witness.as_ref().is_none_or(|known| path.len() < known.len());
        if let Some(path) = path.filter(is_shorter) {
            self.witness = Some(path);
        }
    }
}

/// Where an abstract transition starts and ends, and the first call that was met of its method: by that they are sorted.
type Key = (Option<usize>, CallId, usize);

impl Machine {
    /// The machine of a class.
    pub fn of(concrete: &Concrete, by: &By) -> Self {
        let (states, places) = states(concrete, by);
        let paths = concrete.paths();
        let methods = first_calls(concrete);
        let mut gathered: BTreeMap<Key, Gathered> = BTreeMap::new();
        let mut targets: BTreeMap<(Option<usize>, CallId), BTreeSet<usize>> = BTreeMap::new();
        let mut take = |key: Key, call: CallId, (answer, unstable): (&Answer, bool), path| {
            targets.entry((key.0, call)).or_default().insert(key.2);
            gathered.entry(key).or_default().take(call, answer, unstable, path);
        };
        for (call, start) in concrete.starts() {
            if let Some(to) = start.to {
                let key = (None, methods[&call], places[&to]);
                take(key, call, (&start.answer, start.is_unstable), Some(vec![call]));
            }
        }
        for (from, call, made) in concrete.moves() {
            let key = (Some(places[&from]), methods[&call], places[&made.to]);
            let path = paths
                .get(&from)
                .map(|path| path.iter().copied().chain([call]).collect());
            take(key, call, (&made.answer, made.is_unstable), path);
        }
        let transitions = gathered.into_iter().map(|((from, method, to), gathered)| {
            let leads_elsewhere = |call: &CallId| from.is_some() && targets[&(from, *call)].len() > 1;
            let text = |call: &CallId| concrete.call(*call).to_string();
            Transition {
                from,
                to,
                name: concrete.call(method).name.to_string(),
                descriptor: concrete.call(method).descriptor.to_string(),
                count: gathered.count,
                arguments: gathered
                    .calls
                    .iter()
                    .take(3)
                    .map(|call| concrete.call(*call).arguments_text())
                    .collect(),
                calls: gathered.calls.len(),
                results: gathered.results,
                non_deterministic: gathered.calls.iter().any(leads_elsewhere),
                unstable: gathered.unstable,
                throws: gathered.throws,
                witness: gathered.witness.iter().flatten().map(text).collect(),
                witness_calls: gathered.witness.unwrap_or_default(),
            }
        });
        Self {
            by: names(concrete, by),
            states,
            transitions: transitions.collect(),
        }
    }
}

fn names(concrete: &Concrete, by: &By) -> Vec<String> {
    match by {
        By::Observers(calls) => calls.iter().map(|call| concrete.call(*call).to_string()).collect(),
        By::Exceptions => vec!["exceptions".to_owned()],
        By::Branches(_) => vec![BRANCHES.to_owned()],
    }
}

/// The abstract states, and where each concrete one is among them.
fn states(concrete: &Concrete, by: &By) -> (Vec<AbstractState>, BTreeMap<State, usize>) {
    let mut states: Vec<AbstractState> = Vec::new();
    let mut known: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut places = BTreeMap::new();
    for state in concrete.states() {
        let label = label(concrete, state, by);
        let place = *known.entry(label.clone()).or_insert_with(|| {
            states.push(AbstractState {
                label,
                concrete: Vec::new(),
            });
            states.len() - 1
        });
        states[place].concrete.push(state.0);
        places.insert(state, place);
    }
    (states, places)
}

fn label(concrete: &Concrete, state: State, by: &By) -> Vec<String> {
    match by {
        By::Observers(calls) => {
            let answer = |call: &CallId| match concrete.get(state, *call) {
                Some(made) => made.answer.to_string(),
                None => "?".to_owned(),
            };
            calls.iter().map(answer).collect()
        }
        By::Exceptions | By::Branches(_) if !concrete.is_tried(state) => vec!["not tried".to_owned()],
        By::Branches(ways) => ways.label(concrete, state),
        By::Exceptions => {
            let calls = concrete.calls().filter_map(|call| {
                let made = concrete.get(state, call)?;
                let throws = matches!(made.answer, Answer::Threw(_));
                throws.then(|| format!("{} {}", concrete.call(call), made.answer))
            });
            calls.collect()
        }
    }
}

/// For each call the first one of its method.
fn first_calls(concrete: &Concrete) -> BTreeMap<CallId, CallId> {
    let mut firsts: BTreeMap<(&str, &str), CallId> = BTreeMap::new();
    let mut ids: Vec<CallId> = concrete.calls().chain(concrete.starts().map(|(id, _)| id)).collect();
    ids.sort_unstable();
    let first = |id: CallId| {
        let call = concrete.call(id);
        (id, *firsts.entry((&call.name, &call.descriptor)).or_insert(id))
    };
    ids.into_iter().map(first).collect()
}
