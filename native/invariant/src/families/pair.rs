//! Two values: how they are ordered, whether they are equal, whether one divides the other.

use super::{Arrival, COMPARISON, EQUALITY, Family, Found, OLD_EQUALITY, Row, one};
use crate::claim::{Claim, Relation};
use crate::value::Value;
use crate::variable::Variable;

/// Which relations no pair of values contradicted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relations {
    left: u8,
    /// Pairs of which it was asked whether they are equal.
    compared: u32,
    /// Of these, those without a null: that something is not null says nothing of two variables.
    not_null: u32,
    /// Pairs of which it was asked how they are ordered.
    ordered: u32,
}

impl Relations {
    /// All but the one.
    pub(super) fn without(relation: Option<Relation>) -> Self {
        let bits = Relation::ALL.iter().enumerate();
        let left = bits.filter(|(_, known)| Some(**known) != relation);
        Self {
            left: left.map(|(bit, _)| 1 << bit).sum(),
            compared: 0,
            not_null: 0,
            ordered: 0,
        }
    }

    /// Takes a pair of values. Whether any relation is left that makes sense for them.
    pub(super) fn see(&mut self, x: &Value, y: &Value) -> bool {
        let is_null = *x == Value::Null || *y == Value::Null;
        self.compared = self.compared.saturating_add(1);
        self.not_null += u32::from(!is_null);
        self.ordered += u32::from(x.number().is_some() && y.number().is_some());
        for (bit, relation) in Relation::ALL.iter().enumerate() {
            match relation.holds(x, y) {
                Some(true) => {}
                // What may be null as well as a number has no order where it is null.
                None if is_null => {}
                Some(false) | None => self.left &= !(1 << bit),
            }
        }
        self.left != 0
    }

    /// Of those left the one that says most, and how many pairs spoke for it.
    pub(super) fn strongest(self) -> Option<(Relation, u32)> {
        let left = Relation::ALL
            .iter()
            .enumerate()
            .filter(|(bit, _)| self.left & (1 << bit) != 0);
        let count = |relation: Relation| match relation {
            Relation::Equal => self.compared,
            Relation::Unequal => self.not_null,
            _ => self.ordered,
        };
        left.map(|(_, relation)| (*relation, count(*relation)))
            .find(|(_, count)| *count > 0)
    }
}

#[derive(Clone, Debug)]
struct Pair {
    x: u16,
    y: u16,
    relations: Relations,
    /// Whether only equality is asked: single elements are compared with everything else for that alone.
    is_equality: bool,
    divides: [Option<u32>; 2],
}

pub(super) fn begin(arrival: &Arrival<'_>, families: &mut Vec<Box<dyn Family>>) {
    if !arrival.has_one(arrival.new) || arrival.is_exception(arrival.new) {
        return;
    }
    let y = arrival.new;
    for &x in arrival.earlier {
        if !arrival.has_one(x) || arrival.is_exception(x) {
            continue;
        }
        if let (Some(one), Some(other)) = (one(arrival.row, x), one(arrival.row, y))
            && one.equals(other).is_none()
        {
            continue;
        }
        let is_equality = !arrival.is_ordered(x, y);
        families.push(Box::new(Pair {
            x: x.min(y) as u16,
            y: x.max(y) as u16,
            relations: Relations::without(None),
            is_equality,
            divides: [(!is_equality && !arrival.is_element(y)).then_some(0); 2],
        }));
    }
}

/// Whether `x` divides `y`, and whether that is any news.
fn divides(count: Option<u32>, x: &Value, y: &Value) -> Option<u32> {
    let (x, y) = (x.whole()?, y.whole()?);
    let divides = x != 0 && y.wrapping_rem(x) == 0;
    divides.then_some(count? + u32::from(x.unsigned_abs() > 1 && y != 0))
}

impl Family for Pair {
    fn see(&mut self, row: &Row) -> bool {
        let (Some(x), Some(y)) = (one(row, self.x.into()), one(row, self.y.into())) else {
            return true;
        };
        let is_left = self.relations.see(x, y);
        if *x != Value::Null && *y != Value::Null {
            let [there, back] = self.divides;
            self.divides = [divides(there, x, y), divides(back, y, x)];
        }
        (is_left && !self.is_equality)
            || self
                .relations
                .strongest()
                .is_some_and(|(relation, _)| relation == Relation::Equal)
            || self.divides.iter().any(Option::is_some)
    }

    fn claims(&self, variables: &[Variable], found: &mut Vec<Found>) {
        let (one, other) = (&variables[usize::from(self.x)], &variables[usize::from(self.y)]);
        let (x, y) = (&one.name, &other.name);
        if let Some((relation, count)) = self.relations.strongest()
            && (relation == Relation::Equal || !self.is_equality)
        {
            let needs = match relation {
                Relation::Equal if one.is_old || other.is_old => OLD_EQUALITY,
                Relation::Equal => EQUALITY,
                _ => COMPARISON,
            };
            let claim = Claim::Compare(x.clone(), relation, y.clone());
            found.push(Found::new(claim, count, needs));
        }
        for (count, x, y) in [(self.divides[0], x, y), (self.divides[1], y, x)] {
            if let Some(count) = count.filter(|count| *count > 0) {
                found.push(Found::new(Claim::Divides(x.clone(), y.clone()), count, COMPARISON));
            }
        }
    }

    fn copy(&self) -> Box<dyn Family> {
        Box::new(self.clone())
    }
}
