//! A sequence and a value: whether it is a member, how each element is related to it.

use super::pair::Relations;
use super::{Arrival, COMPARISON, Family, Found, Row, many, one};
use crate::claim::{Claim, Relation};
use crate::variable::Variable;

#[derive(Clone, Debug)]
struct SequenceAndOne {
    sequence: u16,
    value: u16,
    relations: Option<Relations>,
    member: Option<u32>,
}

pub(super) fn begin(arrival: &Arrival<'_>, families: &mut Vec<Box<dyn Family>>) {
    for &other in arrival.earlier {
        let (sequence, value) = if arrival.has_many(arrival.new) {
            (arrival.new, other)
        } else {
            (other, arrival.new)
        };
        if !arrival.has_many(sequence) || !arrival.has_one(value) || arrival.is_told(value, sequence) {
            continue;
        }
        families.push(Box::new(SequenceAndOne {
            sequence: sequence as u16,
            value: value as u16,
            relations: Some(Relations::without(Some(Relation::Unequal))),
            member: Some(0),
        }));
    }
}

impl Family for SequenceAndOne {
    fn see(&mut self, row: &Row) -> bool {
        let (Some(elements), Some(value)) = (many(row, self.sequence.into()), one(row, self.value.into())) else {
            return true;
        };
        if let Some(relations) = &mut self.relations {
            let is_left = elements.iter().all(|element| relations.see(element, value));
            if !is_left {
                self.relations = None;
            }
        }
        let is_member = elements.iter().any(|element| element.equals(value) == Some(true));
        self.member = self.member.filter(|_| is_member).map(|samples| samples + 1);
        self.relations.is_some() || self.member.is_some()
    }

    fn claims(&self, variables: &[Variable], found: &mut Vec<Found>) {
        let sequence = &variables[usize::from(self.sequence)].name;
        let value = &variables[usize::from(self.value)].name;
        let strongest = self.relations.and_then(Relations::strongest);
        if let Some((relation, compared)) = strongest {
            let claim = Claim::Compare(sequence.clone(), relation, value.clone());
            let claim = Claim::Each(sequence.clone(), Box::new(claim));
            found.push(Found::new(claim, compared, COMPARISON));
        }
        if let Some(samples) = self.member.filter(|samples| *samples > 0) {
            found.push(Found::new(
                Claim::Member(value.clone(), sequence.clone()),
                samples,
                COMPARISON,
            ));
        }
    }

    fn copy(&self) -> Box<dyn Family> {
        Box::new(self.clone())
    }
}
