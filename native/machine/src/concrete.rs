//! The machine of concrete states: one transition for each call in each state.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use crate::call::{Answer, Call, CallId, State};

/// What came of a call in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The state in which it left the receiver, whether it returned or threw.
    pub to: State,
    /// What it returned or threw.
    pub answer: Answer,
    /// Whether it was once seen to end otherwise: this is how it ended at first.
    pub is_unstable: bool,
}

/// What came of a call that makes an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The state of the new object; `None` where none was made.
    pub to: Option<State>,
    /// What was thrown instead, if anything.
    pub answer: Answer,
    /// Whether it was once seen to end otherwise.
    pub is_unstable: bool,
}

/// The states, the calls and the transitions of a class: each different execution once.
#[derive(Clone, Debug, Default)]
pub struct Concrete {
    calls: Vec<Call>,
    ids: FxHashMap<Call, CallId>,
    states: BTreeSet<State>,
    pub(crate) frontier: BTreeSet<State>,
    starts: BTreeMap<CallId, Start>,
    moves: BTreeMap<(State, CallId), Move>,
}

impl Concrete {
    /// Takes in that a call made an object, or failed to.
    pub fn start(&mut self, call: Call, to: Option<State>, answer: Answer) {
        let call = self.id(call);
        self.states.extend(to);
        let start = Start {
            to,
            answer,
            is_unstable: false,
        };
        let known = self.starts.entry(call).or_insert_with(|| start.clone());
        known.is_unstable |= (known.to, &known.answer) != (start.to, &start.answer);
    }

    /// Takes in that a call in a state led to another one. The same call in the same state counts once.
    pub fn add(&mut self, from: State, call: Call, to: State, answer: Answer) {
        let call = self.id(call);
        self.insert(from, call, to, answer);
    }

    pub(crate) fn insert(&mut self, from: State, call: CallId, to: State, answer: Answer) {
        self.states.extend([from, to]);
        let made = Move {
            to,
            answer,
            is_unstable: false,
        };
        let known = self.moves.entry((from, call)).or_insert_with(|| made.clone());
        known.is_unstable |= (known.to, &known.answer) != (made.to, &made.answer);
    }

    /// Takes in that an execution ended in two ways.
    pub(crate) fn distrust(&mut self, from: State, call: CallId) {
        if let Some(known) = self.moves.get_mut(&(from, call)) {
            known.is_unstable = true;
        }
    }

    /// A call that is to be tried in all states, though nobody made it yet.
    pub fn want(&mut self, call: Call) -> CallId {
        self.id(call)
    }

    fn id(&mut self, call: Call) -> CallId {
        let next = CallId(self.calls.len() as u32);
        let calls = &mut self.calls;
        *self.ids.entry(call).or_insert_with_key(|call| {
            calls.push(call.clone());
            next
        })
    }

    /// The number of a call that is known.
    pub fn find(&self, call: &Call) -> Option<CallId> {
        self.ids.get(call).copied()
    }

    /// The call of a number.
    pub fn call(&self, id: CallId) -> &Call {
        &self.calls[id.0 as usize]
    }

    /// The states, ascending.
    pub fn states(&self) -> impl Iterator<Item = State> + '_ {
        self.states.iter().copied()
    }

    /// Whether the state is known.
    pub fn has(&self, state: State) -> bool {
        self.states.contains(&state)
    }

    /// How many states there are.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// The states in which not all calls were tried, because they were found when there was no more round.
    pub fn frontier(&self) -> &BTreeSet<State> {
        &self.frontier
    }

    /// Whether calls were tried in the state: it is no frontier, and some were made there.
    pub fn is_tried(&self, state: State) -> bool {
        let mut made = self.moves.range((state, CallId(0))..=(state, CallId(u32::MAX)));
        !self.frontier.contains(&state) && made.next().is_some()
    }

    /// The calls on an object, in the order in which they were met.
    pub fn calls(&self) -> impl Iterator<Item = CallId> + '_ {
        (0..self.calls.len() as u32)
            .map(CallId)
            .filter(|call| !self.starts.contains_key(call))
    }

    /// The calls that make objects.
    pub fn starts(&self) -> impl Iterator<Item = (CallId, &Start)> {
        self.starts.iter().map(|(call, start)| (*call, start))
    }

    /// Keeps so many states at the most, those that the fewest calls lead to, and gives how many executions went with the others.
    pub fn keep(&mut self, most: usize) -> usize {
        if self.states.len() <= most {
            return 0;
        }
        let paths = self.paths();
        let mut order: Vec<State> = self.states().collect();
        order.sort_by_key(|state| (paths.get(state).map_or(usize::MAX, Vec::len), *state));
        self.states = order.into_iter().take(most).collect();
        let before = self.moves.len();
        let states = &self.states;
        self.moves
            .retain(|(from, _), made| states.contains(from) && states.contains(&made.to));
        self.starts
            .retain(|_, start| start.to.is_none_or(|to| states.contains(&to)));
        before - self.moves.len()
    }

    /// Keeps the states alone to which calls are known to lead, and the transitions between them.
    pub fn keep_reached(&mut self) {
        let paths = self.paths();
        self.states.retain(|state| paths.contains_key(state));
        self.moves
            .retain(|(from, _), made| paths.contains_key(from) && paths.contains_key(&made.to));
    }

    /// All transitions, by state and call.
    pub fn moves(&self) -> impl Iterator<Item = (State, CallId, &Move)> {
        self.moves.iter().map(|((from, call), made)| (*from, *call, made))
    }

    /// What came of a call in a state, if it was made there.
    pub fn get(&self, from: State, call: CallId) -> Option<&Move> {
        self.moves.get(&(from, call))
    }

    /// How many different executions there are, those that make objects not counted.
    pub fn executions(&self) -> usize {
        self.moves.len()
    }

    /// The methods that ended differently in one state with equal arguments, by name and descriptor.
    pub fn unstable(&self) -> BTreeSet<(&str, &str)> {
        let moves = self.moves().filter(|(_, _, made)| made.is_unstable);
        let starts = self.starts().filter(|(_, start)| start.is_unstable);
        let calls = moves.map(|(_, call, _)| call).chain(starts.map(|(call, _)| call));
        calls
            .map(|id| self.call(id))
            .map(|call| (&*call.name, &*call.descriptor))
            .collect()
    }

    /// The same with states that stand for others: receivers, arguments and results.
    #[must_use]
    pub fn merged(&self, stands_for: &BTreeMap<State, State>) -> Self {
        let state = |state: State| stands_for.get(&state).copied().unwrap_or(state);
        let mut merged = Self::default();
        for call in &self.calls {
            merged.id(call.merged(stands_for));
        }
        for (call, start) in self.starts() {
            let call = self.call(call).merged(stands_for);
            merged.start(call, start.to.map(state), start.answer.clone());
        }
        for (from, call, made) in self.moves() {
            let answer = match &made.answer {
                Answer::Returned(datum) => Answer::Returned(datum.merged(stands_for)),
                answer => answer.clone(),
            };
            let call = merged.id(self.call(call).merged(stands_for));
            merged.insert(state(from), call, state(made.to), answer);
        }
        for (call, start) in &self.starts {
            let call = merged.id(self.call(*call).merged(stands_for));
            if let Some(known) = merged.starts.get_mut(&call) {
                known.is_unstable |= start.is_unstable;
            }
        }
        for (from, call, _) in self.moves().filter(|(_, _, made)| made.is_unstable) {
            let call = merged.id(self.call(call).merged(stands_for));
            merged.distrust(state(from), call);
        }
        merged
    }

    /// The fewest calls that lead to each state, the first of which makes the object; of equally many those that were met first. States that are
    /// reached by no calls that are known, or only by such as end now one way and now another, have none.
    pub fn paths(&self) -> BTreeMap<State, Vec<CallId>> {
        let mut paths: BTreeMap<State, Vec<CallId>> = BTreeMap::new();
        let mut waiting = VecDeque::new();
        for (call, start) in self.starts().filter(|(_, start)| !start.is_unstable) {
            if let Some(to) = start.to.filter(|to| !paths.contains_key(to)) {
                paths.insert(to, vec![call]);
                waiting.push_back(to);
            }
        }
        while let Some(from) = waiting.pop_front() {
            let outgoing = self.moves.range((from, CallId(0))..=(from, CallId(u32::MAX)));
            for ((_, call), made) in outgoing.filter(|(_, made)| !made.is_unstable) {
                if !paths.contains_key(&made.to) {
                    let path = paths[&from].iter().copied().chain([*call]).collect();
                    paths.insert(made.to, path);
                    waiting.push_back(made.to);
                }
            }
        }
        paths
    }
}
