//! Invariants of all points of a run, in one pass.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hasher as _};

use rustc_hash::FxHashMap;

use crate::claim::{Claim, Relation};
use crate::engine::Engine;
use crate::point::{End, Moment, Observation, Point};
use crate::reduce::{Confidence, FEWEST_SAMPLES, tell};
use crate::repeats::Repeats;
use crate::suppress::gives;
use crate::templates::Templates;
use crate::value::Name;

/// So many different calls are remembered to notice methods that do not do the same twice.
const MOST_CALLS: usize = 1_000_000;

/// How to infer.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many steps from the receiver, an argument or the result are followed: 1 or 2.
    pub depth: u8,
    /// How sure one wants to be.
    pub confidence: Confidence,
    /// What is looked for.
    pub templates: Templates,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            depth: 1,
            confidence: Confidence::new(0.99),
            templates: Templates::default(),
        }
    }
}

/// Takes the executions of a run, in any order, and keeps what is so at each point: memory grows with the number of points, not of executions.
#[derive(Debug)]
pub struct Inference {
    settings: Settings,
    places: FxHashMap<Point, usize>,
    points: Vec<(Point, Engine)>,
    /// What calls on equal states with equal arguments came to.
    ended: FxHashMap<u64, u64>,
    unstable: BTreeSet<Point>,
    repeats: Repeats,
}

/// What was found at a point.
#[derive(Clone, Debug)]
pub struct PointReport {
    /// Where.
    pub point: Point,
    /// How many samples there were.
    pub samples: u64,
    /// What is so, and does not follow from the rest.
    pub claims: Vec<Claim>,
    /// All that is so, but for implications.
    pub all: Vec<Claim>,
    /// Variables that were not looked at, because there were nearer ones.
    pub left_out: Vec<Name>,
}

impl PointReport {
    /// How many more samples it takes until anything is told; 0 where there are enough.
    pub fn missing(&self) -> u64 {
        FEWEST_SAMPLES.saturating_sub(self.samples)
    }
}

/// What was always so while the executions ran.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// By class; of each its objects first, then its methods.
    pub points: Vec<PointReport>,
    /// Exits of methods that ended differently after equal beginnings: nothing is told of them.
    pub unstable: Vec<Point>,
}

impl Inference {
    /// Begins with nothing.
    pub fn new(settings: Settings) -> Self {
        Self {
            repeats: Repeats::new(settings.confidence.most_repeats()),
            settings,
            places: FxHashMap::default(),
            points: Vec::new(),
            ended: FxHashMap::default(),
            unstable: BTreeSet::new(),
        }
    }

    /// Counts an execution that is like so many before that it says nothing new; false for one that is to be seen. What the states are is not
    /// asked, but for their names, as in [`Inference::see`].
    pub fn counts(&mut self, observation: &Observation<'_>, entry: Option<u128>, exit: Option<u128>) -> bool {
        let (Some(entry), Some(exit)) = (entry, exit) else {
            return false;
        };
        let Some(places) = self.repeats.enough(execution(observation, entry, exit)) else {
            return false;
        };
        for place in places {
            self.points[place].1.count();
        }
        true
    }

    /// Takes an execution. `entry` and `exit` name its states: equal states have equal names, within one of its virtual machines at least.
    pub fn see(&mut self, observation: &Observation<'_>, entry: Option<u128>, exit: Option<u128>) {
        let mut at = Vec::new();
        for (point, values) in observation.samples(self.settings.depth) {
            let place = *self.places.entry(point).or_insert_with_key(|point| {
                self.points.push((point.clone(), Engine::default()));
                self.points.len() - 1
            });
            self.points[place].1.see(values.seen);
            at.push(place);
        }
        if let (Some(entry), Some(exit)) = (entry, exit) {
            self.repeats.saw(execution(observation, entry, exit), &at);
            self.compare(observation, entry, exit);
        }
    }

    /// Whether an equal call ended in another way.
    fn compare(&mut self, observation: &Observation<'_>, entry: u128, exit: u128) {
        let method = observation.method;
        let call = hash(&(&method.owner, &method.name, &method.descriptor, entry));
        let end = hash(&(exit, thrown(observation)));
        if self.ended.len() >= MOST_CALLS && !self.ended.contains_key(&call) {
            return;
        }
        if *self.ended.entry(call).or_insert(end) != end {
            self.unstable.insert(Point {
                class: method.owner.clone(),
                method: Some((method.name.clone(), method.descriptor.clone())),
                moment: Moment::Exit,
            });
        }
    }

    /// What is so of all that was seen.
    pub fn report(&self) -> Report {
        let templates = &self.settings.templates;
        let is_wanted = |claim: &Claim| templates.has(claim);
        let mut points: Vec<&(Point, Engine)> = self.points.iter().collect();
        points.sort_by(|(one, _), (other, _)| {
            let key = |point: &Point| (point.class.clone(), point.method.clone(), point.moment);
            key(one).cmp(&key(other))
        });
        let mut objects: FxHashMap<Name, Vec<Claim>> = FxHashMap::default();
        let mut reports = Vec::new();
        for (point, engine) in points.into_iter().filter(|(point, _)| !self.unstable.contains(point)) {
            let mut told = tell(engine, self.settings.confidence, &is_wanted);
            match point.moment {
                Moment::Object => {
                    objects.insert(point.class.clone(), told.all.clone());
                }
                moment => {
                    let of_objects = objects.get(&point.class).map(Vec::as_slice).unwrap_or_default();
                    told.claims.retain(|claim| {
                        let is_unchanged = |name: &&Name| told.unchanged.contains(*name);
                        let is_of_entry = moment == Moment::Exit
                            && claim.names().iter().all(is_unchanged)
                            && !says_that_nothing_changed(claim);
                        !is_of_entry && !of_objects.iter().any(|known| gives(known, claim))
                    });
                }
            }
            reports.push(PointReport {
                point: point.clone(),
                samples: engine.samples(),
                claims: told.claims,
                all: told.all,
                left_out: engine.left_out.clone(),
            });
        }
        Report {
            points: reports,
            unstable: self.unstable.iter().cloned().collect(),
        }
    }
}

/// The class of the exception that ended it.
fn thrown<'o>(observation: &Observation<'o>) -> &'o str {
    match observation.end {
        End::Threw(class) => class,
        _ => "",
    }
}

/// Whatever its samples are made of.
fn execution(observation: &Observation<'_>, entry: u128, exit: u128) -> u64 {
    let method = observation.method;
    let called = (&method.owner, &method.name, &method.descriptor, observation.is_inside);
    let how = std::mem::discriminant(&observation.end);
    hash(&(called, entry, exit, how, thrown(observation)))
}

/// `x == old(x)`.
fn says_that_nothing_changed(claim: &Claim) -> bool {
    let (Claim::Compare(x, Relation::Equal, y) | Claim::Pairwise(x, Relation::Equal, y)) = claim else {
        return false;
    };
    let is_old = |one: &Name, other: &Name| **other == format!("old({one})");
    is_old(x, y) || is_old(y, x)
}

fn hash(value: &impl std::hash::Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
