//! Goes through compositions.

use std::collections::BTreeMap;

use palus_machine::{Answer, CallId, Concrete, Datum, State};
use rustc_hash::FxHashMap;

use crate::alike::Alike;
use crate::block::{Block, Branch, Instance};
use crate::compared::{Compared, constant, integer, number_of};
use crate::law::{Condition, Right, Side};

/// What makes a law worth telling.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// The fewest instances of a universal law; of one about a new object 1 is enough.
    pub min: usize,
    /// The largest share of violating instances of a common law.
    pub threshold: f64,
    /// The most laws that are told.
    pub most: usize,
    /// Whether laws are told too that follow from others.
    pub all: bool,
}

impl Limits {
    /// Every candidate, held or not: to look laws of another version up.
    pub fn everything() -> Self {
        Self {
            min: 1,
            threshold: 1.0,
            most: usize::MAX,
            all: true,
        }
    }
}

impl Limits {
    /// Whether it is [`Self::everything`].
    pub(crate) fn is_everything(&self) -> bool {
        self.threshold >= 1.0
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            min: 3,
            threshold: 0.2,
            most: 200,
            all: false,
        }
    }
}

/// One different execution.
#[derive(Clone, Debug)]
pub(crate) struct Execution {
    /// `None` of a call that makes the object.
    pub(crate) entry: Option<State>,
    pub(crate) call: CallId,
    pub(crate) exit: Option<State>,
    pub(crate) answer: Answer,
    /// The position of its method.
    pub(crate) method: usize,
    /// How many calls lead to its entry state.
    pub(crate) depth: usize,
    /// What it returned, where that is a whole number.
    pub(crate) number: Option<i64>,
}

impl Execution {
    pub(crate) fn has_returned(&self) -> bool {
        !matches!(self.answer, Answer::Threw(_))
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

/// A left side: one method, or two of which the second is applied to what the first gives.
pub(crate) type Left = (usize, Option<usize>, Side);

/// Everything that was counted.
#[derive(Default)]
pub(crate) struct Gathered {
    pub(crate) executions: Vec<Execution>,
    pub(crate) methods: Vec<Method>,
    /// The candidates.
    pub(crate) plain: FxHashMap<Left, Block>,
    /// What always holds under a condition, and where it does not hold.
    pub(crate) conditional: FxHashMap<Left, BTreeMap<(Condition, bool), Branch>>,
    /// Executions that are left out, because they ended in two ways.
    pub(crate) dropped: usize,
    /// How many compositions there are.
    pub(crate) compositions: u64,
    /// Methods that do what others do.
    pub(crate) alike: Alike,
}

/// For looking executions up.
struct Table<'c> {
    concrete: &'c Concrete,
    by_entry: FxHashMap<State, Vec<usize>>,
    places: FxHashMap<(State, CallId), usize>,
    /// The observers without parameters that answer true or false, by their methods.
    conditions: Vec<(usize, CallId)>,
    /// The arguments of each call that are whole numbers.
    numbers: FxHashMap<CallId, Vec<Option<i64>>>,
}

impl Gathered {
    pub(crate) fn of(concrete: &Concrete) -> Self {
        let mut gathered = Self::default();
        gathered.read(concrete);
        let table = Table::of(concrete, &gathered);
        let executions = std::mem::take(&mut gathered.executions);
        for first in 0..executions.len() {
            gathered.alone(&executions, first);
            if !executions[first].has_returned() {
                continue;
            }
            let behind = executions[first].exit.and_then(|exit| table.by_entry.get(&exit));
            let asked = table.asked(&executions, &executions[first]);
            for &second in behind.into_iter().flatten() {
                gathered.compositions += 1;
                gathered.composed(&executions, (first, second), (&table, &asked));
            }
        }
        gathered.alike = Alike::of(concrete, &executions, &gathered.methods);
        gathered.executions = executions;
        gathered
    }

    fn read(&mut self, concrete: &Concrete) {
        let paths = concrete.paths();
        let mut numbers: BTreeMap<(&str, &str, bool), usize> = BTreeMap::new();
        let mut number = |id: CallId, makes: bool| {
            let call = concrete.call(id);
            *numbers
                .entry((&*call.name, &*call.descriptor, makes))
                .or_insert_with(|| {
                    self.methods.push(Method {
                        name: call.name.to_string(),
                        descriptor: call.descriptor.to_string(),
                        makes,
                    });
                    self.methods.len() - 1
                })
        };
        for (call, start) in concrete.starts() {
            if start.is_unstable {
                self.dropped += 1;
                continue;
            }
            self.executions.push(Execution {
                entry: None,
                call,
                exit: start.to,
                answer: start.answer.clone(),
                method: number(call, true),
                depth: 0,
                number: number_of(&start.answer),
            });
        }
        for (from, call, made) in concrete.moves() {
            if made.is_unstable {
                self.dropped += 1;
                continue;
            }
            self.executions.push(Execution {
                entry: Some(from),
                call,
                exit: Some(made.to),
                answer: made.answer.clone(),
                method: number(call, false),
                // What nothing is known to lead to gives no example.
                depth: paths.get(&from).map_or(usize::MAX / 2, Vec::len),
                number: number_of(&made.answer),
            });
        }
    }

    /// Laws 6 and 7.
    fn alone(&mut self, executions: &[Execution], at: usize) {
        let execution = &executions[at];
        let instance = Instance {
            calls: execution.depth + 1,
            first: at,
            second: None,
        };
        let Some(entry) = execution.entry else { return };
        let left = |side: Side| (execution.method, None, side);
        if let Some(value) = constant(&execution.answer) {
            let block = self.plain.entry(left(Side::Result)).or_default();
            block.take(Some(value), &[], instance);
        }
        if execution.has_returned() {
            let fact = (Right::Subject, execution.exit == Some(entry), None);
            self.plain
                .entry(left(Side::State))
                .or_default()
                .take(None, &[fact], instance);
        }
    }

    /// Laws 1 to 5.
    fn composed(
        &mut self,
        executions: &[Execution],
        (first, second): (usize, usize),
        (table, asked): (&Table<'_>, &[(Condition, bool)]),
    ) {
        let (one, two) = (&executions[first], &executions[second]);
        let instance = Instance {
            calls: one.depth + 2,
            first,
            second: Some(second),
        };
        let found = |at: Option<usize>| at.map(|at| &executions[at]);
        let earlier = found(one.entry.and_then(|entry| table.get(entry, two.call)));
        let swapped = earlier.filter(|earlier| earlier.has_returned());
        let commuted = found(swapped.and_then(|earlier| table.get(earlier.exit?, one.call)));
        let compared = Compared {
            one,
            two,
            calls: (table.concrete.call(one.call), table.concrete.call(two.call)),
            numbers: [one.call, two.call].map(|call| table.numbers.get(&call).map_or(&[][..], Vec::as_slice)),
            earlier,
            commuted,
        };
        let conditions = compared.are_equal().into_iter().chain(asked.iter().copied());
        let conditions: Vec<(Condition, bool)> = conditions.collect();
        for side in [Side::Result, Side::State] {
            let left = (one.method, Some(two.method), side);
            let (constant, facts) = match side {
                Side::Result => (constant(&two.answer), compared.results()),
                Side::State => (None, compared.states()),
            };
            self.plain.entry(left).or_default().take(constant, &facts, instance);
            let branches = self.conditional.entry(left).or_default();
            for condition in &conditions {
                branches.entry(*condition).or_default().take(constant, &facts, instance);
            }
        }
    }
}

impl<'c> Table<'c> {
    fn of(concrete: &'c Concrete, gathered: &Gathered) -> Self {
        let mut by_entry: FxHashMap<State, Vec<usize>> = FxHashMap::default();
        let mut places = FxHashMap::default();
        for (place, execution) in gathered.executions.iter().enumerate() {
            if let Some(entry) = execution.entry {
                by_entry.entry(entry).or_default().push(place);
                places.insert((entry, execution.call), place);
            }
        }
        let (observers, _) = concrete.observers();
        let is_condition = |id: &CallId| {
            let call = concrete.call(*id);
            call.arguments.is_empty() && call.descriptor.ends_with(")Z")
        };
        let condition = |id: CallId| {
            let call = concrete.call(id);
            let is_it = |m: &Method| !m.makes && *m.name == *call.name && *m.descriptor == *call.descriptor;
            Some((gathered.methods.iter().position(is_it)?, id))
        };
        let calls = concrete.calls().chain(concrete.starts().map(|(call, _)| call));
        let numbers = calls.map(|id| (id, concrete.call(id).arguments.iter().map(integer).collect()));
        Self {
            numbers: numbers.collect(),
            concrete,
            by_entry,
            places,
            conditions: observers
                .into_iter()
                .filter(is_condition)
                .filter_map(condition)
                .collect(),
        }
    }

    fn get(&self, entry: State, call: CallId) -> Option<usize> {
        self.places.get(&(entry, call)).copied()
    }

    /// What the observers say that are conditions, before an execution.
    fn asked(&self, executions: &[Execution], execution: &Execution) -> Vec<(Condition, bool)> {
        let Some(entry) = execution.entry else {
            return Vec::new();
        };
        let said =
            self.conditions
                .iter()
                .filter_map(|&(method, call)| match &executions[self.get(entry, call)?].answer {
                    Answer::Returned(Datum::Value(text)) => Some((Condition::Observer(method), &**text == "true")),
                    _ => None,
                });
        said.collect()
    }
}
