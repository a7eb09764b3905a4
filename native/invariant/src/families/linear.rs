//! Two or three numbers that lie on a line or in a plane: `y == a*x + b`, `z == a*x + b*y + c`.

use super::one::gcd;
use super::{Arrival, Family, Found, Row, one};
use crate::claim::{Claim, is_near};
use crate::value::Value;
use crate::variable::Variable;

/// How many of the nearest numbers are looked at by threes: the number of threes grows with the third power.
const MOST_IN_THREES: usize = 16;

/// `factors · point == constant`.
#[derive(Clone, PartialEq, Debug)]
enum Plane {
    Whole(Vec<i128>, i128),
    Real(Vec<f64>, f64),
}

/// The place of the variable on the left side, the others with their factors, and the constant.
type Solved = (usize, Vec<(usize, Value)>, Value);

#[derive(Clone, Debug)]
struct Linear {
    variables: Vec<u16>,
    /// Different points, as many as are needed to believe it.
    points: Vec<Vec<Value>>,
    plane: Option<Plane>,
}

pub(super) fn begin(arrival: &Arrival<'_>, families: &mut Vec<Box<dyn Family>>) {
    let is_number = |variable: &usize| match one(arrival.row, *variable) {
        Some(value) => value.number().is_some(),
        None => arrival.variables[*variable].is_number,
    };
    let is_number = |variable: &usize| is_number(variable) && !arrival.is_element(*variable);
    if !is_number(&arrival.new) {
        return;
    }
    let mut begin = |variables: &[usize]| {
        let mut variables: Vec<u16> = variables.iter().map(|variable| *variable as u16).collect();
        variables.sort_unstable();
        families.push(Box::new(Linear {
            variables,
            points: Vec::new(),
            plane: None,
        }));
    };
    let earlier: Vec<usize> = arrival.earlier.iter().copied().filter(is_number).collect();
    for x in &earlier {
        begin(&[*x, arrival.new]);
    }
    let is_near = |variable: &&usize| arrival.variables[**variable].derived.is_none();
    let near: Vec<usize> = earlier.iter().filter(is_near).copied().collect();
    if !is_near(&&arrival.new) || near.len() >= MOST_IN_THREES {
        return;
    }
    for (place, x) in near.iter().enumerate() {
        for y in &near[..place] {
            begin(&[*x, *y, arrival.new]);
        }
    }
}

impl Linear {
    /// How many different points it takes.
    fn needs(&self) -> usize {
        self.variables.len() + 2
    }
}

impl Family for Linear {
    fn see(&mut self, row: &Row) -> bool {
        let point: Option<Vec<Value>> = self
            .variables
            .iter()
            .map(|v| one(row, usize::from(*v)).cloned())
            .collect();
        let Some(point) = point.filter(|point| !point.contains(&Value::Null)) else {
            return true;
        };
        if point.iter().any(|value| !value.number().is_some_and(f64::is_finite)) {
            return false;
        }
        if let Some(plane) = &self.plane
            && !plane.contains(&point)
        {
            return false;
        }
        if self.points.contains(&point) {
            return true;
        }
        if self.plane.is_none() {
            self.plane = Plane::through(&self.points, &point);
            if self.plane.as_ref().is_some_and(Plane::is_parallel) {
                return false;
            }
        }
        if self.points.len() < self.needs() {
            self.points.push(point);
        }
        true
    }

    fn claims(&self, variables: &[Variable], found: &mut Vec<Found>) {
        let name = |place: usize| variables[usize::from(self.variables[place])].name.clone();
        let Some((left, factors, constant)) = self.plane.as_ref().and_then(Plane::solved) else {
            return;
        };
        let is_zero = |value: &Value| value.number() == Some(0.0);
        let is_equality = factors.len() == 1 && factors[0].1.number() == Some(1.0) && is_zero(&constant);
        if is_equality {
            return;
        }
        let terms = factors.into_iter().map(|(place, factor)| (factor, name(place)));
        let claim = Claim::Linear(name(left), terms.collect(), constant);
        found.push(Found::new(claim, self.points.len() as u32, self.needs() as f64));
    }

    fn copy(&self) -> Box<dyn Family> {
        Box::new(self.clone())
    }
}

impl Plane {
    /// The line or plane through the first points and another one; `None` when they do not determine it.
    fn through(points: &[Vec<Value>], last: &[Value]) -> Option<Self> {
        let mut points: Vec<&[Value]> = points.iter().take(last.len() - 1).map(Vec::as_slice).collect();
        points.push(last);
        if points.len() < last.len() {
            return None;
        }
        let whole: Option<Vec<Vec<i128>>> = points
            .iter()
            .map(|point| point.iter().map(|value| value.whole().map(i128::from)).collect())
            .collect();
        if let Some(points) = whole {
            return Self::whole(&points);
        }
        let number = |value: &Value| value.number().unwrap_or(f64::NAN);
        let points: Vec<Vec<f64>> = points.iter().map(|point| point.iter().map(number).collect()).collect();
        Self::real(&points)
    }

    fn whole(points: &[Vec<i128>]) -> Option<Self> {
        let sides: Option<Vec<Vec<i128>>> = points[1..]
            .iter()
            .map(|point| point.iter().zip(&points[0]).map(|(a, b)| a.checked_sub(*b)).collect())
            .collect();
        let times = |a: i128, b: i128| a.checked_mul(b);
        let factors = match sides?.as_slice() {
            [side] => vec![side[1], side[0].checked_neg()?],
            [a, b] => {
                let minor = |i: usize, j: usize| times(a[i], b[j])?.checked_sub(times(a[j], b[i])?);
                vec![minor(1, 2)?, minor(2, 0)?, minor(0, 1)?]
            }
            _ => return None,
        };
        let common = factors.iter().try_fold(0_u64, |common, factor| {
            Some(gcd(common, u64::try_from(factor.unsigned_abs()).ok()?))
        })?;
        if common == 0 {
            return None;
        }
        let factors: Vec<i128> = factors.iter().map(|factor| factor / i128::from(common)).collect();
        let constant = sum_whole(&factors, &points[0])?;
        Some(Self::Whole(factors, constant))
    }

    fn real(points: &[Vec<f64>]) -> Option<Self> {
        let side = |point: &Vec<f64>| point.iter().zip(&points[0]).map(|(a, b)| a - b).collect::<Vec<f64>>();
        let sides: Vec<Vec<f64>> = points[1..].iter().map(side).collect();
        let factors = match sides.as_slice() {
            [side] => vec![side[1], -side[0]],
            [a, b] => {
                let minor = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
                vec![minor(1, 2), minor(2, 0), minor(0, 1)]
            }
            _ => return None,
        };
        let largest = factors
            .iter()
            .fold(0.0, |largest: f64, factor| largest.max(factor.abs()));
        if largest == 0.0 || !largest.is_finite() {
            return None;
        }
        let factors: Vec<f64> = factors.iter().map(|factor| factor / largest).collect();
        let constant = factors.iter().zip(&points[0]).map(|(a, b)| a * b).sum();
        Some(Self::Real(factors, constant))
    }

    fn contains(&self, point: &[Value]) -> bool {
        match self {
            Self::Whole(factors, constant) => {
                let point: Option<Vec<i128>> = point.iter().map(|value| value.whole().map(i128::from)).collect();
                point.and_then(|point| sum_whole(factors, &point)) == Some(*constant)
            }
            Self::Real(factors, constant) => {
                let terms = factors
                    .iter()
                    .zip(point)
                    .map(|(a, b)| a * b.number().unwrap_or(f64::NAN));
                let terms: Vec<f64> = terms.collect();
                let size = terms.iter().fold(constant.abs(), |size, term| size.max(term.abs()));
                (terms.iter().sum::<f64>() - constant).abs() <= 1e-9 * size.max(1.0)
            }
        }
    }

    /// Whether some variable has no part in it.
    fn is_parallel(&self) -> bool {
        match self {
            Self::Whole(factors, _) => factors.contains(&0),
            Self::Real(factors, _) => factors.iter().any(|factor| is_near(*factor, 0.0)),
        }
    }

    /// One variable by the others; `None` where factors would be fractions of integral numbers.
    fn solved(&self) -> Option<Solved> {
        match self {
            Self::Whole(factors, constant) => {
                let left = factors.iter().position(|factor| factor.abs() == 1)?;
                let sign = factors[left];
                let value = |number: i128| i64::try_from(number).ok().map(Value::Whole);
                let others = factors.iter().enumerate().filter(|(place, _)| *place != left);
                let others: Option<Vec<(usize, Value)>> = others
                    .map(|(place, factor)| Some((place, value(-factor * sign)?)))
                    .collect();
                Some((left, others?, value(constant.checked_mul(sign)?)?))
            }
            Self::Real(factors, constant) => {
                let left = factors[0];
                let value = |number: f64| {
                    Value::Real(if is_near(number, number.round()) {
                        number.round()
                    } else {
                        number
                    })
                };
                let others = factors.iter().enumerate().skip(1);
                let others = others.map(|(place, factor)| (place, value(-factor / left))).collect();
                Some((0, others, value(constant / left)))
            }
        }
    }
}

fn sum_whole(factors: &[i128], point: &[i128]) -> Option<i128> {
    factors.iter().zip(point).try_fold(0_i128, |sum, (factor, value)| {
        sum.checked_add(factor.checked_mul(*value)?)
    })
}
