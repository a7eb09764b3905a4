//! One value: a constant, one of three, not null, not 0, bounds, remainders, run-time classes.

use super::{ABSENCE, Arrival, BOUND, EQUALITY, Family, Found, Row, one};
use crate::claim::Claim;
use crate::value::{Name, Value};
use crate::variable::Variable;

/// As many values are told one by one.
const MOST_VALUES: usize = 3;
/// Bounds that are worth telling: others are where the samples happened to end.
const BOUNDS: std::ops::RangeInclusive<i64> = -1..=2;
/// The largest divisor of which remainders are told.
const LARGEST_MODULUS: i64 = 10;

/// What is known of the values of one variable, or of the elements of a sequence.
#[derive(Clone, Default, Debug)]
pub(super) struct Values {
    count: u32,
    numbers: u32,
    nulls: u32,
    objects: u32,
    booleans: u32,
    /// The different ones, until there are too many.
    different: Vec<Value>,
    has_zero: bool,
    has_nan: bool,
    least: Option<(Value, u32)>,
    most: Option<(Value, u32)>,
    remainders: Remainders,
    classes: Vec<Name>,
}

impl Values {
    pub(super) fn see(&mut self, value: &Value) {
        self.count = self.count.saturating_add(1);
        match value {
            Value::Null => self.nulls += 1,
            Value::Boolean(_) => self.booleans += 1,
            Value::Whole(number) => self.remainders.see(*number),
            Value::Object { class, .. } => {
                self.objects += 1;
                if self.classes.len() <= MOST_VALUES && !self.classes.contains(class) {
                    self.classes.push(class.clone());
                }
            }
            Value::Real(_) | Value::Text(_) | Value::Constant(_) => {}
        }
        if self.different.len() <= MOST_VALUES && !self.different.contains(value) {
            self.different.push(value.clone());
        }
        if let Some(number) = value.number() {
            self.numbers = self.numbers.saturating_add(1);
            self.has_zero |= number == 0.0;
            self.has_nan |= number.is_nan();
            extreme(&mut self.least, value, std::cmp::Ordering::Less);
            extreme(&mut self.most, value, std::cmp::Ordering::Greater);
        }
    }

    pub(super) fn claims(&self, name: &Name, found: &mut Vec<Found>) {
        let mut add = |claim, has, needs| found.push(Found::new(claim, has, needs));
        // A boolean that was both is as free as it can be.
        let is_few = self.different.len() <= MOST_VALUES && (self.booleans == 0 || self.different.len() == 1);
        if self.count > 0 && self.objects == 0 && is_few {
            add(Claim::OneOf(name.clone(), self.different.clone()), self.count, EQUALITY);
        }
        let are_references = self.numbers == 0 && self.booleans == 0;
        if are_references && self.nulls == 0 {
            add(Claim::NonNull(name.clone()), self.count, ABSENCE);
        }
        // Arrays have the type that was declared, lambdas no name.
        let are_named = |class: &Name| !class.contains("$$Lambda") && !class.contains('/') && !class.starts_with('[');
        if self.objects > 0
            && self.objects + self.nulls == self.count
            && self.classes.len() <= MOST_VALUES
            && self.classes.iter().all(are_named)
        {
            let mut classes = self.classes.clone();
            classes.sort();
            add(Claim::ClassOneOf(name.clone(), classes), self.objects, EQUALITY);
        }
        let are_numbers = self.numbers > 0 && self.numbers + self.nulls == self.count && !self.has_nan;
        if !are_numbers {
            return;
        }
        if !self.has_zero && self.different.len() > 1 {
            add(Claim::NonZero(name.clone()), self.numbers, ABSENCE);
        }
        if let Some((bound, times)) = interesting(self.least.as_ref()) {
            add(Claim::AtLeast(name.clone(), bound), times, BOUND);
        }
        if let Some((bound, times)) = interesting(self.most.as_ref()) {
            add(Claim::AtMost(name.clone(), bound), times, BOUND);
        }
        if let Some((rest, of, different)) = self.remainders.found().filter(|_| self.different.len() > MOST_VALUES) {
            let needs = 0.01_f64.ln() / (1.0 / of as f64).ln();
            add(
                Claim::Modulo(name.clone(), rest, of),
                different.saturating_sub(1),
                needs,
            );
        }
    }
}

/// Keeps the value that is farthest to one side, and counts how often it was met.
fn extreme(known: &mut Option<(Value, u32)>, value: &Value, side: std::cmp::Ordering) {
    match known {
        Some((farthest, times)) => match value.order(farthest) {
            Some(order) if order == side => *known = Some((value.clone(), 1)),
            Some(order) if order.is_eq() => *times = times.saturating_add(1),
            _ => {}
        },
        None => *known = Some((value.clone(), 1)),
    }
}

fn interesting(bound: Option<&(Value, u32)>) -> Option<(i64, u32)> {
    let (value, times) = bound?;
    let number = value.number().filter(|number| number.fract() == 0.0)? as i64;
    BOUNDS.contains(&number).then_some((number, *times))
}

/// What all integral values have in common when they are divided.
#[derive(Clone, Default, Debug)]
struct Remainders {
    first: Option<i64>,
    /// Divides the difference of any two; 0 while there is only one value.
    divisor: u64,
    /// Some of the different values.
    different: Vec<i64>,
}

impl Remainders {
    const MOST: usize = 16;

    fn see(&mut self, number: i64) {
        let first = *self.first.get_or_insert(number);
        self.divisor = gcd(self.divisor, number.abs_diff(first));
        if self.divisor != 1 && self.different.len() < Self::MOST && !self.different.contains(&number) {
            self.different.push(number);
        }
    }

    /// The remainder, the divisor, and how many different values there were, as far as they were counted.
    fn found(&self) -> Option<(i64, i64, u32)> {
        let of = (2..=LARGEST_MODULUS)
            .rev()
            .find(|of| self.divisor.is_multiple_of(*of as u64))?;
        (self.divisor > 0).then_some((self.first?.rem_euclid(of), of, self.different.len() as u32))
    }
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[derive(Clone, Debug)]
struct One {
    variable: usize,
    values: Values,
}

pub(super) fn begin(arrival: &Arrival<'_>, families: &mut Vec<Box<dyn Family>>) {
    if arrival.has_one(arrival.new) {
        families.push(Box::new(One {
            variable: arrival.new,
            values: Values::default(),
        }));
    }
}

impl Family for One {
    fn see(&mut self, row: &Row) -> bool {
        if let Some(value) = one(row, self.variable) {
            self.values.see(value);
        }
        true
    }

    fn claims(&self, variables: &[Variable], found: &mut Vec<Found>) {
        let variable = &variables[self.variable];
        let first = found.len();
        self.values.claims(&variable.name, found);
        let is_element = variable.derived.as_ref().is_some_and(|derived| derived.index.is_some());
        if is_element {
            // Of single elements a constant is told; a few values are so of all elements, or by accident.
            let is_accident = |claim: &Claim| match claim {
                Claim::OneOf(_, values) => values.len() > 1,
                Claim::NonZero(_) | Claim::Modulo(..) | Claim::ClassOneOf(..) => true,
                _ => false,
            };
            let claims = found.split_off(first);
            found.extend(claims.into_iter().filter(|found| !is_accident(&found.claim)));
        }
    }

    fn copy(&self) -> Box<dyn Family> {
        Box::new(self.clone())
    }
}
