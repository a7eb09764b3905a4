//! What is told of all that is so.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::claim::{Claim, Condition, Relation};
use crate::engine::{Engine, Half};
use crate::families::{ABSENCE, Found, Support};
use crate::suppress::{excludes, gives};
use crate::value::{Name, Value};
use crate::variable::Variable;

/// With fewer samples nothing is told of a point, or of one half of it: one sample makes everything constant.
pub const FEWEST_SAMPLES: u64 = 2;

/// How sure one wants to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Confidence(f64);

impl Confidence {
    /// The chance, 0 to 1, that what is told does not hold by accident; the usual one is 0.99.
    pub fn new(confidence: f64) -> Self {
        Self(confidence.clamp(0.0, 0.999_999_999))
    }

    /// Whether enough speaks for a claim. What is needed at 0.99 is scaled as a power of one half would be.
    pub(crate) fn accepts(self, support: Support) -> bool {
        f64::from(support.has) >= self.scaled(support.needs)
    }

    /// How often the same sample is as good as any number of times: no template needs more of equal samples than an absence.
    pub(crate) fn most_repeats(self) -> u32 {
        self.scaled(ABSENCE).max(FEWEST_SAMPLES as f64) as u32
    }

    fn scaled(self, needs: f64) -> f64 {
        let scale = (1.0 - self.0).ln() / 0.01_f64.ln();
        // What needs so many times the evidence is an integer at 0.99: rounding must not make it one more.
        (needs * scale - 1e-6).ceil().max(1.0)
    }
}

/// What was found at one point.
pub(crate) struct Told {
    /// What is told.
    pub(crate) claims: Vec<Claim>,
    /// All that is so and sure enough, whether it follows from something else or not.
    pub(crate) all: Vec<Claim>,
    /// At an exit, what is as it was at the entry: what is so of these alone is told there.
    pub(crate) unchanged: FxHashSet<Name>,
}

/// What to tell of a point. `is_wanted` says which templates are on.
pub(crate) fn tell(engine: &Engine, confidence: Confidence, is_wanted: &dyn Fn(&Claim) -> bool) -> Told {
    if engine.samples() < FEWEST_SAMPLES {
        return Told {
            claims: Vec::new(),
            all: Vec::new(),
            unchanged: FxHashSet::default(),
        };
    }
    let variables = Variables::of(&engine.variables);
    let found = engine.claims();
    let so: Vec<Claim> = found.iter().map(|found| found.claim.clone()).collect();
    let sure = |found: Vec<Found>| -> Vec<Claim> {
        let found = found.into_iter().filter(|found| confidence.accepts(found.support));
        found
            .map(|found| found.claim)
            .filter(|claim| is_wanted(claim))
            .collect()
    };
    let all = sure(found);
    let leaders = Leaders::of(&all, &variables);
    let mut claims = reduced(&all, &leaders, &variables);
    for [when, otherwise] in engine.halves() {
        if leaders.of_name(&when.condition.name) != when.condition.name {
            continue;
        }
        let both = [when, otherwise].map(|half| Part::of(half, &sure, &variables));
        let implications = implications(&both, &so, &leaders);
        claims.extend(implications.into_iter().filter(|claim| is_wanted(claim)));
    }
    let unchanged = unchanged(&all, &leaders, &variables);
    Told { claims, all, unchanged }
}

/// The variables that are values of the entry, or equal to what they were there.
fn unchanged(all: &[Claim], leaders: &Leaders, variables: &Variables<'_>) -> FxHashSet<Name> {
    let constants = constants(all);
    let is_unchanged = |variable: &&Variable| {
        let name = &variable.name;
        let old = Name::from(format!("old({name})"));
        let constant = constants.get(name).and_then(Option::as_ref);
        let is_constant = constant.is_some() && constant == constants.get(&old).and_then(Option::as_ref);
        variable.is_old
            || is_constant
            || (variables.get(&old).is_some() && leaders.of_name(&old) == leaders.of_name(name))
    };
    let unchanged = variables.all.iter().filter(is_unchanged);
    unchanged.map(|variable| variable.name.clone()).collect()
}

/// One half, as far as it is sure.
struct Part {
    condition: Condition,
    all: Vec<Claim>,
    told: Vec<Claim>,
}

impl Part {
    fn of(half: Half, sure: &dyn Fn(Vec<Found>) -> Vec<Claim>, variables: &Variables<'_>) -> Self {
        let all = if half.samples < FEWEST_SAMPLES {
            Vec::new()
        } else {
            sure(half.found)
        };
        let leaders = Leaders::of(&all, variables);
        Self {
            condition: half.condition,
            told: reduced(&all, &leaders, variables),
            all,
        }
    }
}

/// What is so in one half and not in all: an equivalence where it is wrong throughout the other half.
fn implications(parts: &[Part; 2], so: &[Claim], leaders: &Leaders) -> Vec<Claim> {
    let mut found = Vec::new();
    // Variables of which both halves are told apart already.
    let mut is_told: Vec<Vec<Name>> = Vec::new();
    for (part, other) in [(&parts[0], &parts[1]), (&parts[1], &parts[0])] {
        for claim in &part.told {
            let names: Vec<Name> = claim.names().into_iter().cloned().collect();
            let is_news = !names.contains(&part.condition.name)
                && names.iter().all(|name| leaders.of_name(name) == *name)
                && !so.iter().any(|known| gives(known, claim));
            if !is_news || is_told.contains(&names) {
                continue;
            }
            let boxed = Box::new(claim.clone());
            // A half has fewer samples, so two or three values are soon all that there were.
            let is_accident = match claim {
                Claim::OneOf(_, values) => values.len() > 1,
                Claim::SequenceOneOf(..) | Claim::Divides(..) | Claim::Compare(_, Relation::Unequal, _) => true,
                _ => false,
            };
            if other.all.iter().any(|against| excludes(claim, against)) {
                is_told.push(names);
                found.push(Claim::Equivalent(part.condition.clone(), boxed));
            } else if !is_accident {
                found.push(Claim::Implies(part.condition.clone(), boxed));
            }
        }
    }
    found
}

/// The variables of a point by their names.
struct Variables<'v> {
    places: FxHashMap<&'v Name, usize>,
    all: &'v [Variable],
}

impl<'v> Variables<'v> {
    fn of(all: &'v [Variable]) -> Self {
        let places = all.iter().enumerate().map(|(place, variable)| (&variable.name, place));
        Self {
            places: places.collect(),
            all,
        }
    }

    fn get(&self, name: &Name) -> Option<&'v Variable> {
        self.places.get(name).map(|place| &self.all[*place])
    }

    fn is_length(&self, name: &Name) -> bool {
        let derived = self.get(name).and_then(|variable| variable.derived.as_ref());
        derived.is_some_and(|derived| derived.index.is_none())
    }
}

/// Of variables that are always equal the nearest one, which stands for all of them.
struct Leaders(FxHashMap<Name, Name>);

impl Leaders {
    fn of(claims: &[Claim], variables: &Variables<'_>) -> Self {
        let constants = constants(claims);
        let mut leaders: FxHashMap<Name, Name> = FxHashMap::default();
        let mut equal: Vec<(usize, usize)> = Vec::new();
        for claim in claims {
            let (Claim::Compare(x, Relation::Equal, y) | Claim::Pairwise(x, Relation::Equal, y)) = claim else {
                continue;
            };
            if constants.contains_key(x) && constants.contains_key(y) {
                continue;
            }
            if let (Some(x), Some(y)) = (variables.places.get(x), variables.places.get(y)) {
                equal.push((*x.min(y), *x.max(y)));
            }
        }
        // From the nearest: all pairs of a set are there, so each variable meets its leader first.
        equal.sort_unstable();
        for (x, y) in equal {
            let (x, y) = (&variables.all[x].name, &variables.all[y].name);
            let leader = leaders.get(x).unwrap_or(x).clone();
            leaders.entry(y.clone()).or_insert(leader);
        }
        Self(leaders)
    }

    fn of_name(&self, name: &Name) -> Name {
        self.0.get(name).unwrap_or(name).clone()
    }
}

/// Variables that always have one value, with the value where it is no sequence.
type Constants = FxHashMap<Name, Option<Value>>;

fn constants(claims: &[Claim]) -> Constants {
    let constant = |claim: &Claim| match claim {
        Claim::OneOf(name, values) if values.len() == 1 => Some((name.clone(), Some(values[0].clone()))),
        Claim::SequenceOneOf(name, sequences) if sequences.len() == 1 => Some((name.clone(), None)),
        _ => None,
    };
    claims.iter().filter_map(constant).collect()
}

/// Leaves out what follows from the rest.
fn reduced(all: &[Claim], leaders: &Leaders, variables: &Variables<'_>) -> Vec<Claim> {
    let constants = constants(all);
    let is_leader = |name: &Name| !leaders.0.contains_key(name);
    let mut kept: Vec<Claim> = Vec::new();
    // Of each set of equal variables those that were told.
    let mut equal: FxHashMap<Name, Vec<Name>> = FxHashMap::default();
    for claim in all {
        match claim {
            Claim::Compare(x, Relation::Equal, y) | Claim::Pairwise(x, Relation::Equal, y)
                if !is_leader(y) || !is_leader(x) =>
            {
                let (x, y) = if is_leader(y) { (y, x) } else { (x, y) };
                if leaders.of_name(y) != *x {
                    continue;
                }
                let told = equal.entry(x.clone()).or_insert_with(|| vec![x.clone()]);
                if !told
                    .iter()
                    .any(|known| is_obvious(known, y, leaders, &constants, variables))
                {
                    kept.push(equality(claim, x, y));
                }
                told.push(y.clone());
            }
            _ if claim.names().into_iter().all(is_leader) => kept.push(claim.clone()),
            _ => {}
        }
    }
    let is_constant = |claim: &Claim| {
        matches!(claim, Claim::OneOf(_, values) if values.len() == 1)
            || matches!(claim, Claim::SequenceOneOf(_, sequences) if sequences.len() == 1)
    };
    kept.retain(|claim| {
        // That a value is another than a constant is told by its values, or is no news.
        let of_constant = match claim {
            Claim::Divides(x, y) | Claim::Compare(x, Relation::Unequal, y) => {
                constants.contains_key(x) || constants.contains_key(y)
            }
            _ => false,
        };
        let about_constants = claim.names().into_iter().all(|name| constants.contains_key(name));
        (is_constant(claim) || !about_constants)
            && !of_constant
            && !is_known_by_type(claim, variables)
            && !is_part(claim, all, &constants, variables)
    });
    let mut told: Vec<Claim> = Vec::new();
    for (place, claim) in kept.iter().enumerate() {
        let follows = kept.iter().enumerate().any(|(other, strong)| {
            let is_first = other < place || !gives(claim, strong);
            other != place && is_first && gives(strong, claim)
        });
        if !follows && !is_bounded(claim, &kept, &constants) && !is_flat(claim, &kept, &constants) {
            told.push(claim.clone());
        }
    }
    told
}

/// The equality with the result on its left side.
fn equality(claim: &Claim, x: &Name, y: &Name) -> Claim {
    let is_result = |name: &Name| **name == *"result" || name.starts_with("result");
    let (x, y) = if is_result(y) && !is_result(x) { (y, x) } else { (x, y) };
    match claim {
        Claim::Pairwise(..) => Claim::Pairwise(x.clone(), Relation::Equal, y.clone()),
        _ => Claim::Compare(x.clone(), Relation::Equal, y.clone()),
    }
}

/// Whether two are equal because what they are taken from is.
fn is_obvious(x: &Name, y: &Name, leaders: &Leaders, constants: &Constants, variables: &Variables<'_>) -> bool {
    let derived = |name| variables.get(name).and_then(|variable| variable.derived.as_ref());
    let (Some(x), Some(y)) = (derived(x), derived(y)) else {
        return false;
    };
    let is_same = |x: &Name, y: &Name| {
        let constant = constants.get(x).filter(|value| value.is_some());
        leaders.of_name(x) == leaders.of_name(y) || (constant.is_some() && constant == constants.get(y))
    };
    let is_same_index = match (&x.index, &y.index) {
        (Some(x), Some(y)) => is_same(x, y),
        (x, y) => x == y,
    };
    is_same(&x.sequence, &y.sequence) && is_same_index && x.is_before == y.is_before
}

/// That a length is not negative.
fn is_known_by_type(claim: &Claim, variables: &Variables<'_>) -> bool {
    matches!(claim, Claim::AtLeast(name, bound) if *bound <= 0 && variables.is_length(name))
}

/// What is so of a single element or a length because of what is so of the sequence.
fn is_part(claim: &Claim, all: &[Claim], constants: &Constants, variables: &Variables<'_>) -> bool {
    let derived = |name: &Name| variables.get(name).and_then(|variable| variable.derived.as_ref());
    match claim.names().as_slice() {
        [name] => {
            let Some(of) = derived(name) else { return false };
            let gives_it = |each: &Claim| match each {
                Claim::Each(sequence, each) => {
                    *sequence == of.sequence && of.index.is_some() && gives(&renamed(each, sequence, name), claim)
                }
                _ => false,
            };
            constants.contains_key(&of.sequence) || all.iter().any(gives_it)
        }
        [x, y] => {
            let (Claim::Compare(_, relation, _), Some(a), Some(b)) = (claim, derived(x), derived(y)) else {
                return false;
            };
            let neighbours =
                a.sequence == b.sequence && a.index == b.index && a.index.is_some() && a.is_before != b.is_before;
            let relation = if a.is_before { *relation } else { relation.mirrored() };
            let sorted =
                |known: &Claim| matches!(known, Claim::Sorted(of, order) if *of == a.sequence && order.gives(relation));
            neighbours && all.iter().any(sorted)
        }
        _ => false,
    }
}

/// The claim about one variable with another name.
fn renamed(claim: &Claim, from: &Name, to: &Name) -> Claim {
    let new = |name: &Name| if name == from { to.clone() } else { name.clone() };
    match claim {
        Claim::OneOf(name, values) => Claim::OneOf(new(name), values.clone()),
        Claim::NonNull(name) => Claim::NonNull(new(name)),
        Claim::AtLeast(name, bound) => Claim::AtLeast(new(name), *bound),
        Claim::AtMost(name, bound) => Claim::AtMost(new(name), *bound),
        other => other.clone(),
    }
}

/// Whether a comparison with a constant follows from the values or bounds of the other side.
fn is_bounded(claim: &Claim, kept: &[Claim], constants: &Constants) -> bool {
    let Claim::Compare(x, relation, y) = claim else {
        return false;
    };
    let constant = |name: &Name| constants.get(name)?.as_ref();
    let (x, relation, value) = match (constant(x), constant(y)) {
        (None, Some(value)) => (x, *relation, value),
        (Some(value), None) => (y, relation.mirrored(), value),
        _ => return false,
    };
    let so_from = |bound: i64, direction: Relation| {
        let bound = Value::Whole(bound);
        direction.gives(relation) && direction.holds(&bound, value) == Some(true)
            || direction_or_equal(direction).gives(relation)
                && direction_or_equal(direction).holds(&bound, value) == Some(true)
    };
    kept.iter().any(|known| match known {
        Claim::OneOf(name, values) => {
            name == x && values.iter().all(|known| relation.holds(known, value) == Some(true))
        }
        Claim::AtLeast(name, bound) => name == x && so_from(*bound, Relation::Greater),
        Claim::AtMost(name, bound) => name == x && so_from(*bound, Relation::Less),
        _ => false,
    })
}

fn direction_or_equal(direction: Relation) -> Relation {
    match direction {
        Relation::Greater => Relation::GreaterOrEqual,
        _ => Relation::LessOrEqual,
    }
}

/// Whether three numbers lie in a plane because two of them lie on a line, or one is constant.
fn is_flat(claim: &Claim, kept: &[Claim], constants: &Constants) -> bool {
    let names = claim.names();
    if !matches!(claim, Claim::Linear(..)) {
        return false;
    }
    let on_a_line = |known: &Claim| {
        let known = known.names().into_iter().collect::<Vec<_>>();
        known.len() < names.len() && known.iter().all(|name| names.contains(name))
    };
    names.iter().any(|name| constants.contains_key(*name))
        || kept
            .iter()
            .any(|known| matches!(known, Claim::Linear(..)) && on_a_line(known))
}
