//! Two sequences: element by element, and backwards.

use super::pair::Relations;
use super::{Arrival, COMPARISON, EQUALITY, Family, Found, OLD_EQUALITY, Row, many};
use crate::claim::{Claim, Relation};
use crate::variable::Variable;

#[derive(Clone, Debug)]
struct TwoSequences {
    x: u16,
    y: u16,
    /// While both were as long in every sample.
    relations: Option<Relations>,
    samples: u32,
    /// Pairs that were the same backwards and not forwards.
    reverse: Option<u32>,
}

pub(super) fn begin(arrival: &Arrival<'_>, families: &mut Vec<Box<dyn Family>>) {
    if !arrival.has_many(arrival.new) {
        return;
    }
    for &other in arrival.earlier.iter().filter(|other| arrival.has_many(**other)) {
        families.push(Box::new(TwoSequences {
            x: other.min(arrival.new) as u16,
            y: other.max(arrival.new) as u16,
            relations: Some(Relations::without(None)),
            samples: 0,
            reverse: Some(0),
        }));
    }
}

impl Family for TwoSequences {
    fn see(&mut self, row: &Row) -> bool {
        let (Some(x), Some(y)) = (many(row, self.x.into()), many(row, self.y.into())) else {
            return true;
        };
        self.samples = self.samples.saturating_add(1);
        if let Some(relations) = &mut self.relations {
            let is_left = x.len() == y.len() && x.iter().zip(y).all(|(a, b)| relations.see(a, b));
            if !is_left {
                self.relations = None;
            }
        }
        if let Some(seen) = self.reverse {
            let is_reverse = x.len() == y.len() && x.iter().zip(y.iter().rev()).all(|(a, b)| a.equals(b) == Some(true));
            self.reverse = is_reverse.then_some(seen + u32::from(x != y));
        }
        self.relations.is_some() || self.reverse.is_some()
    }

    fn claims(&self, variables: &[Variable], found: &mut Vec<Found>) {
        let (one, other) = (&variables[usize::from(self.x)], &variables[usize::from(self.y)]);
        let (x, y) = (&one.name, &other.name);
        match self.relations.map(Relations::strongest) {
            // Two that never had an element are equal too.
            Some(None | Some((Relation::Equal, _))) => {
                let needs = if one.is_old || other.is_old {
                    OLD_EQUALITY
                } else {
                    EQUALITY
                };
                let claim = Claim::Pairwise(x.clone(), Relation::Equal, y.clone());
                found.push(Found::new(claim, self.samples, needs));
            }
            Some(Some((relation, compared))) => {
                let claim = Claim::Pairwise(x.clone(), relation, y.clone());
                found.push(Found::new(claim, compared, COMPARISON));
            }
            None => {}
        }
        if let Some(samples) = self.reverse.filter(|samples| *samples > 0) {
            found.push(Found::new(Claim::Reverse(x.clone(), y.clone()), samples, COMPARISON));
        }
    }

    fn copy(&self) -> Box<dyn Family> {
        Box::new(self.clone())
    }
}
