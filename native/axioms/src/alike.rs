//! Methods that do what others do, and methods that make an object as new.

use std::cmp::Reverse;

use palus_machine::{CallId, Concrete, Datum, State};
use rustc_hash::FxHashMap;

use crate::block::{Instance, Tally};
use crate::execution::{Execution, Executions, Method};
use crate::law::Side;

/// How two methods with equal parameter types compare.
#[derive(Clone, Copy, Default, Debug)]
struct Pair {
    results: Tally,
    states: Tally,
    /// Whether the second one was called wherever the first one was, and returned where that did.
    is_everywhere: bool,
}

/// All of it, by the numbers of methods.
#[derive(Default, Debug)]
pub(crate) struct Alike {
    pairs: FxHashMap<(usize, usize), Pair>,
    /// How often each method returned.
    returned: Vec<usize>,
    /// For each method that was seen to leave objects in the state of a new one, how often it did; with what makes that new one.
    resets: Vec<Option<(usize, Tally)>>,
    /// For each method how often a call gave what the same call gives on such a new object.
    indifferent: Vec<Option<(usize, Tally)>>,
}

/// What stands for a call of a method: the state, and a number for the arguments.
type Given = (State, usize);

impl Alike {
    pub(crate) fn of(concrete: &Concrete, executions: &Executions) -> Self {
        let Executions {
            all: executions,
            methods,
            ..
        } = executions;
        let mut tables: Vec<FxHashMap<Given, usize>> = vec![FxHashMap::default(); methods.len()];
        let mut numbers: FxHashMap<&[Datum], usize> = FxHashMap::default();
        let mut returned = vec![0; methods.len()];
        for (place, execution) in executions.iter().enumerate() {
            returned[execution.method] += usize::from(execution.has_returned);
            if let Some(entry) = execution.entry {
                let next = numbers.len();
                let arguments = numbers.entry(&concrete.call(execution.call).arguments).or_insert(next);
                tables[execution.method].insert((entry, *arguments), place);
            }
        }
        let mut pairs = FxHashMap::default();
        for one in 0..methods.len() {
            for other in 0..methods.len() {
                if one != other && takes_the_same(&methods[one], &methods[other]) {
                    pairs.insert((one, other), compare(executions, &tables[one], &tables[other]));
                }
            }
        }
        let (resets, indifferent) = by_new(concrete, executions, methods);
        Self {
            pairs,
            returned,
            resets,
            indifferent,
        }
    }

    /// How often two methods gave the same, or left the object in the same state, by the number of the second one.
    pub(crate) fn compared(&self, method: usize, side: Side) -> Vec<(usize, Tally)> {
        let of_method = self.pairs.iter().filter(|((one, _), _)| *one == method);
        let mut compared: Vec<(usize, Tally)> = of_method
            .map(|((_, other), pair)| match side {
                Side::Result => (*other, pair.results),
                Side::State => (*other, pair.states),
            })
            .collect();
        compared.sort_by_key(|(other, _)| *other);
        compared
    }

    /// Whether the second method does all that the first one does, as far as that is what it gave or the state behind it.
    pub(crate) fn stands_for(&self, one: usize, other: usize, side: Side) -> bool {
        self.pairs.get(&(one, other)).is_some_and(|pair| {
            let tally = match side {
                Side::Result => pair.results,
                Side::State => pair.states,
            };
            pair.is_everywhere && tally.violated.times == 0 && tally.satisfied.times > 0
        })
    }

    /// Of two methods that do the same the one that returned more often comes first, or was met earlier.
    pub(crate) fn rank(&self, method: usize) -> (Reverse<usize>, usize) {
        (Reverse(self.returned[method]), method)
    }

    /// The first of the methods that do all that this one does; `None` where it is the first itself.
    pub(crate) fn first(&self, method: usize, side: Side) -> Option<usize> {
        let others = (0..self.returned.len()).filter(|other| self.stands_for(method, *other, side));
        others
            .min_by_key(|other| self.rank(*other))
            .filter(|other| self.rank(*other) < self.rank(method))
    }

    /// What makes an object without arguments in whose state the method leaves every object, with how often it did and did not.
    pub(crate) fn reset(&self, method: usize) -> Option<(usize, Tally)> {
        self.resets[method]
    }

    /// What makes such an object, with how often a call gave what it gives there.
    pub(crate) fn indifferent(&self, method: usize) -> Option<(usize, Tally)> {
        self.indifferent[method]
    }
}

fn takes_the_same(one: &Method, other: &Method) -> bool {
    let parameters = |method: &Method| method.descriptor.split(')').next().map(str::to_owned);
    !one.makes && !other.makes && parameters(one) == parameters(other)
}

fn compare(executions: &[Execution], one: &FxHashMap<Given, usize>, other: &FxHashMap<Given, usize>) -> Pair {
    let mut pair = Pair {
        is_everywhere: true,
        ..Pair::default()
    };
    for (given, &at) in one {
        let execution = &executions[at];
        let Some(met) = other.get(given).map(|at| &executions[*at]) else {
            pair.is_everywhere = false;
            continue;
        };
        let instance = Instance::alone(execution.depth, at);
        if let (Some(one), Some(other)) = (execution.answer(), met.answer()) {
            pair.results.add(one == other, instance);
        } else {
            pair.is_everywhere = false;
        }
        if execution.has_returned && met.has_returned {
            pair.states.add(execution.exit == met.exit, instance);
        }
        pair.is_everywhere &= met.has_returned || !execution.has_returned;
    }
    pair
}

/// What methods have to do with a new object that is made without arguments.
type ByNew = Vec<Option<(usize, Tally)>>;

fn by_new(concrete: &Concrete, executions: &[Execution], methods: &[Method]) -> (ByNew, ByNew) {
    let (mut resets, mut indifferent): (ByNew, ByNew) = (vec![None; methods.len()], vec![None; methods.len()]);
    let is_plain = |execution: &&Execution| {
        execution.entry.is_none() && execution.exit.is_some() && concrete.call(execution.call).arguments.is_empty()
    };
    let Some(new) = executions.iter().find(is_plain) else {
        return (resets, indifferent);
    };
    let on_new = executions.iter().filter(|execution| execution.entry == new.exit);
    let on_new: FxHashMap<CallId, &Execution> = on_new.map(|execution| (execution.call, execution)).collect();
    for (at, execution) in executions.iter().enumerate() {
        let instance = Instance::alone(execution.depth, at);
        let count = |into: &mut ByNew, holds: bool| {
            let (_, tally) = into[execution.method].get_or_insert((new.method, Tally::default()));
            tally.add(holds, instance);
        };
        if execution.has_returned && execution.method != new.method {
            count(&mut resets, execution.exit == new.exit);
        }
        if let Some(met) = on_new.get(&execution.call)
            && execution.entry != new.exit
            && execution.answer().is_some()
            && !methods[execution.method].is_void()
        {
            count(&mut indifferent, execution.answer() == met.answer());
        }
    }
    (resets, indifferent)
}
