//! Executions as laws compare them: by numbers, equal ones for equal answers.

use std::collections::BTreeMap;

use palus_machine::{Answer, CallId, Concrete, Datum, State};
use rustc_hash::FxHashMap;

/// One different execution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Execution {
    /// `None` of a call that makes the object.
    pub(crate) entry: Option<State>,
    pub(crate) call: CallId,
    pub(crate) exit: Option<State>,
    /// The position of its method.
    pub(crate) method: usize,
    /// How many calls lead to its entry state.
    pub(crate) depth: u32,
    /// What can be compared of what it returned or threw: no object of an unknown state, and not that it returned nothing.
    pub(crate) said: Option<AnswerId>,
    /// What a law can write down of the same: no object, but that it returned nothing.
    pub(crate) constant: Option<AnswerId>,
    pub(crate) has_returned: bool,
}

impl Execution {
    /// What it returned or threw, that it returned nothing among it; `None` of an object whose state is not known.
    pub(crate) fn answer(&self) -> Option<AnswerId> {
        self.said.or(self.constant)
    }
}

/// A method of the class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Method {
    pub(crate) name: String,
    pub(crate) descriptor: String,
    /// Whether it makes objects.
    pub(crate) makes: bool,
}

impl Method {
    pub(crate) fn is_void(&self) -> bool {
        self.descriptor.ends_with(")V")
    }
}

/// The number of an answer, or of an argument as if it had been returned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct AnswerId(u32);

/// Answers by their numbers.
#[derive(Default, Debug)]
pub(crate) struct Answers {
    ids: FxHashMap<Answer, AnswerId>,
    all: Vec<Answer>,
    /// What they are as whole numbers.
    numbers: Vec<Option<i64>>,
}

impl Answers {
    fn id(&mut self, answer: &Answer) -> AnswerId {
        if let Some(known) = self.ids.get(answer) {
            return *known;
        }
        let id = AnswerId(self.all.len() as u32);
        self.all.push(answer.clone());
        self.numbers.push(number_of(answer));
        self.ids.insert(answer.clone(), id);
        id
    }

    pub(crate) fn get(&self, id: AnswerId) -> &Answer {
        &self.all[id.0 as usize]
    }

    /// The number of `true`, if anything answers that.
    pub(crate) fn truth(&self) -> Option<AnswerId> {
        let truth = Answer::Returned(Datum::Value("true".into()));
        self.ids.get(&truth).copied()
    }

    /// What it is as a whole number.
    fn number(&self, id: AnswerId) -> Option<i64> {
        self.numbers[id.0 as usize]
    }

    /// By how much one whole number is larger than another.
    pub(crate) fn difference(&self, one: AnswerId, other: AnswerId) -> Option<i64> {
        Some(self.number(one)?.wrapping_sub(self.number(other)?))
    }
}

/// The different executions of a class.
#[derive(Default, Debug)]
pub(crate) struct Executions {
    /// Those that make objects, then the others by their entry states, methods and calls.
    pub(crate) all: Vec<Execution>,
    pub(crate) methods: Vec<Method>,
    pub(crate) answers: Answers,
    /// How many are left out, because they ended in two ways.
    pub(crate) dropped: usize,
    /// The arguments of each call, by its number; `None` of an object whose state is not known.
    arguments: Vec<Vec<Option<AnswerId>>>,
}

impl Executions {
    pub(crate) fn of(concrete: &Concrete) -> Self {
        let mut executions = Self::default();
        let paths = concrete.paths();
        let mut numbers: BTreeMap<(&str, &str, bool), usize> = BTreeMap::new();
        for (id, start) in concrete.starts() {
            let exit = start.to;
            let depth = 0;
            let made = (id, &start.answer, start.is_unstable);
            executions.read(concrete, &mut numbers, made, (None, exit, depth));
        }
        for (from, id, made) in concrete.moves() {
            // What nothing is known to lead to gives no example.
            let depth = paths.get(&from).map_or(u32::MAX / 2, |path| path.len() as u32);
            let ended = (id, &made.answer, made.is_unstable);
            executions.read(concrete, &mut numbers, ended, (Some(from), Some(made.to), depth));
        }
        executions
            .all
            .sort_by_key(|execution| (execution.entry, execution.method, execution.call));
        executions
    }

    fn read<'c>(
        &mut self,
        concrete: &'c Concrete,
        numbers: &mut BTreeMap<(&'c str, &'c str, bool), usize>,
        (id, answer, is_unstable): (CallId, &Answer, bool),
        (entry, exit, depth): (Option<State>, Option<State>, u32),
    ) {
        if is_unstable {
            self.dropped += 1;
            return;
        }
        let (call, makes) = (concrete.call(id), entry.is_none());
        let method = *numbers
            .entry((&*call.name, &*call.descriptor, makes))
            .or_insert_with(|| {
                self.methods.push(Method {
                    name: call.name.to_string(),
                    descriptor: call.descriptor.to_string(),
                    makes,
                });
                self.methods.len() - 1
            });
        let number = self.answers.id(answer);
        self.all.push(Execution {
            entry,
            call: id,
            exit,
            method,
            depth,
            said: (is_known(answer) && *answer != Answer::Void).then_some(number),
            constant: (!matches!(answer, Answer::Returned(Datum::Object(..)))).then_some(number),
            has_returned: !matches!(answer, Answer::Threw(_)),
        });
        let place = id.0 as usize;
        if self.arguments.len() <= place {
            self.arguments.resize(place + 1, Vec::new());
        }
        if self.arguments[place].is_empty() {
            let known = |datum: &Datum| {
                let given = Answer::Returned(datum.clone());
                is_known(&given).then(|| self.answers.id(&given))
            };
            self.arguments[place] = call.arguments.iter().map(known).collect();
        }
    }

    pub(crate) fn arguments(&self, call: CallId) -> &[Option<AnswerId>] {
        self.arguments.get(call.0 as usize).map_or(&[], Vec::as_slice)
    }
}

fn is_known(answer: &Answer) -> bool {
    !matches!(answer, Answer::Returned(Datum::Object(_, None)))
}

fn number_of(answer: &Answer) -> Option<i64> {
    match answer {
        // Those of `long` end in an L.
        Answer::Returned(Datum::Value(text)) => text.strip_suffix('L').unwrap_or(text).parse().ok(),
        _ => None,
    }
}
