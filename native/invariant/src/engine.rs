//! Inference at one point: samples in, what none of them contradicts out.

use rustc_hash::FxHashMap;

use crate::claim::{Condition, Test};
use crate::families::{Arrival, FAMILIES, Family, Found, Row};
use crate::value::{Name, Value};
use crate::variable::{MOST_VARIABLES, Seen, Variable};

/// Conditions under which a point is looked at once more; each costs as much as the point itself.
const MOST_SPLITS: usize = 8;
/// Results that are worth a look by themselves: what methods say when there is nothing to say, and the usual flags.
const RESULTS: [i64; 3] = [-1, 0, 1];

/// What is alive about some variables.
#[derive(Debug, Default)]
struct Alive {
    samples: u64,
    /// Variables that had a value, in the order in which they got it.
    known: Vec<usize>,
    is_known: Vec<bool>,
    families: Vec<Box<dyn Family>>,
}

impl Clone for Alive {
    fn clone(&self) -> Self {
        Self {
            samples: self.samples,
            known: self.known.clone(),
            is_known: self.is_known.clone(),
            families: self.families.iter().map(|family| family.copy()).collect(),
        }
    }
}

impl Alive {
    fn see(&mut self, variables: &[Variable], row: &Row) {
        self.samples += 1;
        self.is_known.resize(row.len(), false);
        for new in 0..row.len() {
            if row[new].is_none() || self.is_known[new] {
                continue;
            }
            self.is_known[new] = true;
            let arrival = Arrival {
                new,
                earlier: &self.known,
                variables,
                row,
            };
            for begin in FAMILIES {
                begin(&arrival, &mut self.families);
            }
            self.known.push(new);
        }
        self.families.retain_mut(|family| family.see(row));
    }

    fn claims(&self, variables: &[Variable]) -> Vec<Found> {
        let mut found = Vec::new();
        for family in &self.families {
            family.claims(variables, &mut found);
        }
        found
    }
}

/// The samples for which a condition is so, and the others.
#[derive(Clone, Debug)]
struct Split {
    variable: usize,
    condition: Condition,
    /// What all samples had in common until now; `None` once both halves are known.
    side: Option<bool>,
    halves: Option<Box<[Alive; 2]>>,
}

/// What was found of one half.
pub(crate) struct Half {
    pub(crate) condition: Condition,
    pub(crate) samples: u64,
    pub(crate) found: Vec<Found>,
}

/// Everything about one point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Engine {
    pub(crate) variables: Vec<Variable>,
    places: FxHashMap<Name, usize>,
    /// Those for which there was no room.
    pub(crate) left_out: Vec<Name>,
    all: Alive,
    splits: Vec<Split>,
    /// Of which variables conditions were thought of.
    is_considered: Vec<bool>,
}

impl Engine {
    /// Takes a sample, the nearest variables first.
    pub(crate) fn see(&mut self, sample: Vec<Seen>) {
        let mut row: Vec<Option<_>> = vec![None; self.variables.len()];
        for (variable, datum) in sample {
            match self.places.get(&variable.name) {
                Some(place) => row[*place] = Some(datum),
                None if self.variables.len() < MOST_VARIABLES => {
                    self.places.insert(variable.name.clone(), row.len());
                    self.variables.push(variable);
                    row.push(Some(datum));
                }
                None if self.left_out.len() < MOST_VARIABLES && !self.left_out.contains(&variable.name) => {
                    self.left_out.push(variable.name);
                }
                None => {}
            }
        }
        self.see_halves(&row);
        self.all.see(&self.variables, &row);
    }

    fn see_halves(&mut self, row: &Row) {
        let value = |variable: usize| row.get(variable)?.as_ref()?.one();
        self.is_considered.resize(row.len(), false);
        for new in 0..row.len() {
            if let Some(value) = value(new)
                && !self.is_considered[new]
            {
                self.is_considered[new] = true;
                let variable = &self.variables[new];
                // A variable that comes late says nothing of the samples before.
                if self.all.samples == 0 || *variable.name == *"result" {
                    let begin = |test| Split {
                        variable: new,
                        condition: Condition {
                            name: variable.name.clone(),
                            test,
                            negated: false,
                        },
                        side: None,
                        halves: None,
                    };
                    self.splits.extend(tests(variable, value).into_iter().map(begin));
                }
            }
        }
        let (all, variables) = (&self.all, &self.variables);
        let mut split_already = self.splits.iter().filter(|split| split.halves.is_some()).count();
        self.splits.retain_mut(|split| {
            let is_result = matches!(&*split.condition.name, "result" | "throws");
            let Some(is_so) = value(split.variable).and_then(|value| split.condition.holds(value)) else {
                // Nothing is claimed of a condition that has no answer; but a method that throws has no result.
                return *split.condition.name == *"result";
            };
            if split.halves.is_none() && *split.side.get_or_insert(is_so) != is_so {
                if split_already >= MOST_SPLITS && !is_result {
                    return false;
                }
                split_already += 1;
                let before = all.clone();
                let halves = if is_so {
                    [before, Alive::default()]
                } else {
                    [Alive::default(), before]
                };
                split.halves = Some(Box::new(halves));
            }
            if let Some(halves) = &mut split.halves {
                halves[usize::from(is_so)].see(variables, row);
            }
            true
        });
    }

    /// Counts a sample that was seen so often that it says nothing new.
    pub(crate) fn count(&mut self) {
        self.all.samples += 1;
    }

    /// How many samples there were.
    pub(crate) fn samples(&self) -> u64 {
        self.all.samples
    }

    /// What no sample contradicted.
    pub(crate) fn claims(&self) -> Vec<Found> {
        self.all.claims(&self.variables)
    }

    /// What no sample contradicted of those in which a condition was so, and of those in which it was not: by twos.
    pub(crate) fn halves(&self) -> impl Iterator<Item = [Half; 2]> {
        self.splits.iter().filter_map(|split| {
            let halves = split.halves.as_ref()?;
            let half = |is_so: bool| {
                let alive = &halves[usize::from(is_so)];
                Half {
                    condition: Condition {
                        negated: !is_so,
                        ..split.condition.clone()
                    },
                    samples: alive.samples,
                    found: alive.claims(&self.variables),
                }
            };
            Some([half(true), half(false)])
        })
    }
}

/// What is worth a look of a variable that begins with this value.
fn tests(variable: &Variable, value: &Value) -> Vec<Test> {
    let is_plain = variable.derived.is_none() && variable.distance == 1;
    match (&*variable.name, value) {
        ("throws", _) => vec![Test::Throws],
        (_, Value::Boolean(_)) if is_plain => vec![Test::True],
        ("result", Value::Whole(_)) => RESULTS.map(Test::Equals).to_vec(),
        (_, Value::Null | Value::Object { .. } | Value::Text(_) | Value::Constant(_)) if is_plain => vec![Test::Null],
        _ => Vec::new(),
    }
}
