//! How near an execution came to breaking a statement: what tells a search in which direction to go.
//!
//! After the distances of conditions by which search-based testing is guided (Phil `McMinn`, "Search-based software test data generation: a survey",
//! STVR 2004, table of objective functions).

use crate::claim::{Claim, Condition, Element, Relation, Sample, Test};
use crate::value::{Datum, Name, Value};

/// What it takes to go over an edge: an integral number changes by no less.
const STEP: f64 = 1.0;

impl Claim {
    /// How far numbers have to move until the statement is broken, 0 where it is. `None` where no number of the sample, moved, would break it,
    /// or where it cannot be asked.
    pub fn distance(&self, sample: &dyn Sample) -> Option<f64> {
        if !self.holds(sample)? {
            return Some(0.0);
        }
        let number = |name: &Name| sample.value(name)?.one()?.number();
        let distance = match self {
            Self::OneOf(name, values) => {
                let value = number(name)?;
                // The way out of the values on either side, whichever is shorter.
                let known: Vec<f64> = values.iter().filter_map(Value::number).collect();
                let least = known.iter().copied().fold(f64::INFINITY, f64::min);
                let most = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                (value - least).min(most - value) + STEP
            }
            Self::NonZero(name) => number(name)?.abs(),
            Self::AtLeast(name, bound) => number(name)? - *bound as f64 + STEP,
            Self::AtMost(name, bound) => *bound as f64 - number(name)? + STEP,
            Self::Modulo(..) | Self::Linear(..) | Self::Divides(..) => STEP,
            Self::Compare(x, relation, y) => related(*relation, number(x)?, number(y)?),
            Self::Each(name, claim) => {
                let elements = sample.value(name)?.many()?.iter();
                let distances = elements.filter_map(|element| {
                    let one = Datum::One(element.clone());
                    claim.distance(&Element::new(name, one, sample))
                });
                distances.fold(f64::INFINITY, f64::min)
            }
            Self::Sorted(name, relation) => {
                let elements = sample.value(name)?.many()?;
                let pairs = elements
                    .windows(2)
                    .filter_map(|pair| of_two(*relation, &pair[0], &pair[1]));
                pairs.fold(f64::INFINITY, f64::min)
            }
            Self::Pairwise(x, relation, y) => {
                let (x, y) = (sample.value(x)?.many()?, sample.value(y)?.many()?);
                let pairs = x.iter().zip(y.iter()).filter_map(|(x, y)| of_two(*relation, x, y));
                pairs.fold(f64::INFINITY, f64::min)
            }
            Self::Implies(condition, claim) => {
                let met = condition.distance(sample, false)?;
                // Where it is not so yet, the statement has to be broken besides.
                met + claim.distance(sample).filter(|_| met == 0.0).unwrap_or(STEP)
            }
            Self::Equivalent(condition, claim) => {
                let is_met = condition.distance(sample, false) == Some(0.0);
                let turn = condition.distance(sample, is_met);
                let breaking = claim.distance(sample).filter(|distance| *distance > 0.0);
                turn.into_iter().chain(breaking).fold(f64::INFINITY, f64::min)
            }
            Self::NonNull(_)
            | Self::ClassOneOf(..)
            | Self::SequenceOneOf(..)
            | Self::NoDuplicates(_)
            | Self::Member(..)
            | Self::Reverse(..) => return None,
        };
        distance.is_finite().then_some(distance)
    }
}

impl Condition {
    /// How far its variable has to move until the condition is so, or with `unmet` until it is not.
    fn distance(&self, sample: &dyn Sample, unmet: bool) -> Option<f64> {
        let value = sample.value(&self.name)?.one()?;
        if self.holds(value)? != unmet {
            return Some(0.0);
        }
        let Test::Equals(wanted) = self.test else {
            return None;
        };
        // Where it is to become that number, or to stop being another one than it.
        if self.negated == unmet {
            Some((value.number()? - wanted as f64).abs())
        } else {
            Some(STEP)
        }
    }
}

fn of_two(relation: Relation, x: &Value, y: &Value) -> Option<f64> {
    Some(related(relation, x.number()?, y.number()?))
}

/// How far two numbers that are related so have to move until they are not.
fn related(relation: Relation, x: f64, y: f64) -> f64 {
    match relation {
        Relation::Equal => STEP,
        Relation::Unequal => (x - y).abs(),
        Relation::Less => y - x,
        Relation::LessOrEqual => y - x + STEP,
        Relation::Greater => x - y,
        Relation::GreaterOrEqual => x - y + STEP,
    }
}
