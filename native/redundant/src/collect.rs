//! From executions to tests, each a list of the kinds of its executions: equivalent ones are of one kind.

use std::sync::Arc;

use palus_executions::{Outcome, TestRun};
use palus_observe::{ObjectState, ObjectStates, Observation, Seen};
use palus_state::StateId;
use palus_trace::MethodNames;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::represent::{Classes, Input, Live, Represented, Representer, Technique};
use crate::suite::{Kind, Step, Suite, Suites, TestCase};

/// Puts the executions of one suite, or of two to compare, together.
#[derive(Debug)]
pub struct Collector {
    representer: Representer,
    methods: FxHashMap<Arc<MethodNames>, u32>,
    numbers: FxHashMap<Key, u32>,
    kinds: Vec<Kind>,
    /// How executions of a kind ended; the first one that was seen to end.
    ends: FxHashMap<u32, End>,
    receivers: FxHashSet<(Arc<str>, Represented)>,
    /// Whether static fields are recorded: an execution without them was cut then, and equals nothing.
    has_statics: bool,
    suites: Vec<Suite>,
    /// The tests of the last suite by process and run.
    tests: FxHashMap<(u32, u32), u32>,
    /// The test that runs in a thread of a process, and its objects.
    live: FxHashMap<(u32, u64), (u32, Live)>,
}

/// Equal for equivalent executions.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Key {
    method: u32,
    input: Input,
    /// The static fields of the code under test, where they were recorded.
    statics: Option<Seen>,
    /// Which of the objects are the same, where objects are represented by their snapshots.
    joint: Option<StateId>,
}

/// How an execution ended, as far as it was seen.
#[derive(PartialEq, Eq, Debug)]
struct End {
    how: u8,
    thrown: Option<Arc<str>>,
    objects: Box<[Represented]>,
}

impl Collector {
    /// Represents states by that technique; `classes` are of use where it needs objects.
    pub fn new(technique: Technique, classes: Classes) -> Self {
        Self {
            representer: Representer::new(technique, classes),
            methods: FxHashMap::default(),
            numbers: FxHashMap::default(),
            kinds: Vec::new(),
            ends: FxHashMap::default(),
            receivers: FxHashSet::default(),
            has_statics: false,
            suites: vec![Suite::default()],
            tests: FxHashMap::default(),
            live: FxHashMap::default(),
        }
    }

    /// What is added from now on is of another suite.
    pub fn next_suite(&mut self) {
        self.suites.push(Suite::default());
        self.tests.clear();
        self.live.clear();
    }

    /// A test started in the virtual machine with that process id, whatever it called.
    pub fn test(&mut self, process: u32, run: &TestRun) {
        self.test_number(process, run);
    }

    /// A method execution. Those of a thread come in the order in which they began.
    pub fn add(&mut self, call: &Observation, states: &ObjectStates) {
        let execution = &call.execution;
        let Some(run) = &execution.test else {
            self.suite().without_test += 1;
            return;
        };
        let test = self.test_number(execution.process, run);
        let lane = (execution.process, execution.thread);
        let mut live = match self.live.remove(&lane) {
            Some((of, live)) if of == test => live,
            _ => Live::default(),
        };
        let next = self.methods.len() as u32;
        let method = *self.methods.entry(Arc::clone(&execution.method)).or_insert(next);
        let input = self.representer.input(call, &live);
        self.note(call.receiver.as_ref(), input.receiver, states);
        let kind = self.kind(call, method, &input);
        let after = self.representer.happened(call, method, &input, &mut live);
        self.note(call.receiver_after.as_ref(), after, states);
        self.judge(kind, call);
        self.live.insert(lane, (test, live));
        let step = Step {
            kind,
            place: execution.place,
            is_before: execution.is_before,
        };
        self.suite().tests[test as usize].steps.push(step);
    }

    /// All that was added.
    pub fn finish(self) -> Suites {
        let mut suites = self.suites;
        for suite in &mut suites {
            suite.name_runs();
        }
        let mut states = FxHashMap::<Arc<str>, u32>::default();
        for (class, _) in &self.receivers {
            *states.entry(Arc::clone(class)).or_default() += 1;
        }
        Suites {
            technique: self.representer.technique(),
            kinds: self.kinds,
            suites,
            states: states.into_iter().collect(),
        }
    }

    fn suite(&mut self) -> &mut Suite {
        let last = self.suites.len() - 1;
        &mut self.suites[last]
    }

    fn test_number(&mut self, process: u32, run: &TestRun) -> u32 {
        if let Some(known) = self.tests.get(&(process, run.run)) {
            return *known;
        }
        let tests = &mut self.suite().tests;
        let number = tests.len() as u32;
        tests.push(TestCase::new(&run.method));
        self.tests.insert((process, run.run), number);
        number
    }

    /// Counts a state of a receiver.
    fn note(&mut self, seen: Option<&Seen>, represented: Option<Represented>, states: &ObjectStates) {
        if let (Some(Seen::Object(state)), Some(represented)) = (seen, represented)
            && let Some(class) = states.class(*state)
        {
            self.receivers.insert((Arc::clone(class), represented));
        }
    }

    fn kind(&mut self, call: &Observation, method: u32, input: &Input) -> u32 {
        let next = self.kinds.len() as u32;
        let all = input.receiver.iter().chain(&*input.arguments);
        self.has_statics |= call.statics.is_some();
        let is_cut = self.has_statics && call.statics.is_none();
        let is_known = !is_cut && !all.clone().any(|one| *one == Represented::Unknown);
        let joint = call
            .before
            .id
            .filter(|_| self.representer.technique() == Technique::WholeState);
        let key = Key {
            method,
            input: input.clone(),
            statics: call.statics.clone(),
            joint,
        };
        let number = if is_known {
            *self.numbers.entry(key).or_insert(next)
        } else {
            next
        };
        if number == next {
            self.kinds.push(Kind::first(call, is_known));
        }
        self.kinds[number as usize].times += 1;
        number
    }

    /// Equal executions end alike, or the kind is marked.
    fn judge(&mut self, kind: u32, call: &Observation) {
        let outcome = &call.execution.outcome;
        let (how, thrown) = match outcome {
            Outcome::Void => (0, None),
            Outcome::Value => (1, None),
            Outcome::Threw(class) => (2, Some(Arc::clone(class))),
            Outcome::Unseen => return,
        };
        let exits = call.arguments.iter().map(|argument| &argument.exit);
        let seen = call.receiver_after.iter().chain(exits).chain(&call.result);
        let objects: Box<[Represented]> = seen.map(|seen| self.representer.ended(seen)).collect();
        if objects.contains(&Represented::Unknown) {
            return;
        }
        let end = End { how, thrown, objects };
        let first = self.ends.entry(kind).or_insert_with(|| End {
            how: end.how,
            thrown: end.thrown.clone(),
            objects: end.objects.clone(),
        });
        if *first != end {
            self.kinds[kind as usize].is_deterministic = false;
        }
    }
}

impl Kind {
    fn first(call: &Observation, is_known: bool) -> Self {
        let state = |seen: &Seen| match seen {
            Seen::Object(state) => Some(*state),
            _ => None,
        };
        let receiver: Option<ObjectState> = call.receiver.as_ref().and_then(state);
        Self {
            method: Arc::clone(&call.execution.method),
            receiver,
            arguments: call.arguments.iter().map(|argument| argument.entry.clone()).collect(),
            is_known,
            is_deterministic: true,
            times: 0,
        }
    }
}
