//! Changes sequences that come near to breaking a statement towards it: their numbers, a step or the distance at a time.

use std::collections::{BTreeMap, HashSet};

use palus_sequence::work::RunResult;
use palus_sequence::{Literal, Operand, Portable, Sequence, Symbols};

use super::calls::Call;
use super::find::{Best, Finder, Number, Statements};
use super::shorten::slice;
use super::visit::each_answer;
use crate::generate::Ran;

/// How often the nearest ones are changed.
const ROUNDS: usize = 10;
/// As many are kept for each statement.
const KEPT: usize = 3;
/// So many changed ones run in a round at the most.
const MOST: usize = 4_000;

/// What came near to breaking a statement.
pub(super) struct Near {
    distance: f64,
    length: usize,
    sequence: Portable,
}

/// The nearest to each statement, no two of one distance and length.
pub(super) type Nearest = BTreeMap<Number, Vec<Near>>;

impl Finder {
    /// Takes in how near each call came to breaking statements.
    pub(super) fn approach(
        &self,
        ran: &Ran<'_>,
        statements: &Statements,
        batch: &[Portable],
        result: &RunResult,
        nearest: &mut Nearest,
    ) {
        let mut ask = |call: &Call| {
            let mut near: Vec<(Number, f64)> = Vec::new();
            self.ask(statements, call, &mut |number, claim, sample| {
                let distance = claim.distance(sample).filter(|distance| *distance > 0.0);
                near.extend(distance.map(|distance| (number, distance)));
            });
            near
        };
        each_answer(ran, batch, result, &mut ask, &mut |visit, near: &[(Number, f64)]| {
            let kept = slice(visit.sequence, visit.at);
            let is_nearer = |(number, distance): &&(Number, f64)| {
                let known = nearest.get(number);
                known.is_none_or(|known| is_wanted(known, *distance, kept.len()))
            };
            let news: Vec<(Number, f64)> = near.iter().filter(is_nearer).copied().collect();
            if news.is_empty() {
                return;
            }
            let sliced = visit.sequence.retain(|at| kept.contains(&at));
            let Some(sequence) = sliced.and_then(|sequence| Portable::new(&sequence, visit.symbols).ok()) else {
                return;
            };
            for (number, distance) in news {
                let known = nearest.entry(number).or_default();
                known.push(Near {
                    distance,
                    length: kept.len(),
                    sequence: sequence.clone(),
                });
                known.sort_by(|one, other| {
                    rank(one.distance, one.length).total_cmp(&rank(other.distance, other.length))
                });
                known.truncate(KEPT);
            }
        });
    }

    /// Changes what came near until nothing comes nearer; how many sequences were run for that.
    pub(super) fn chase(
        &self,
        ran: &Ran<'_>,
        statements: &Statements,
        (best, mut nearest): (&mut Best, Nearest),
    ) -> anyhow::Result<usize> {
        let mut tried: HashSet<String> = HashSet::new();
        let mut count = 0;
        for _ in 0..ROUNDS {
            nearest.retain(|number, _| !best.contains_key(number));
            let changed = changed(&nearest, &mut tried);
            if changed.is_empty() || !self.has_time() {
                break;
            }
            count += changed.len();
            let before = (best.len(), reached(&nearest));
            self.run(ran, changed, &mut |batch, result| {
                self.look(ran, statements, batch, &result, best);
                self.approach(ran, statements, batch, &result, &mut nearest);
            })?;
            if (best.len(), reached(&nearest)) == before {
                break;
            }
        }
        Ok(count)
    }
}

/// Nearer is better; of equally near ones the shorter.
fn rank(distance: f64, length: usize) -> f64 {
    distance + length as f64 * 1e-6
}

fn is_wanted(known: &[Near], distance: f64, length: usize) -> bool {
    let is_same = |near: &Near| near.distance.total_cmp(&distance).is_eq() && near.length == length;
    let is_better = known
        .last()
        .is_none_or(|last| rank(distance, length) < rank(last.distance, last.length));
    (known.len() < KEPT || is_better) && !known.iter().any(is_same)
}

/// How near each statement is to being broken.
fn reached(nearest: &Nearest) -> Vec<(Number, f64)> {
    let first = |(number, near): (&Number, &Vec<Near>)| Some((*number, near.first()?.distance));
    nearest.iter().filter_map(first).collect()
}

/// The nearest ones with each of their numbers changed, those that ran already left out.
fn changed(nearest: &Nearest, tried: &mut HashSet<String>) -> Vec<Portable> {
    let mut symbols = Symbols::default();
    let mut changed = Vec::new();
    for near in nearest.values().flatten() {
        let Ok(sequence) = near.sequence.within(&mut symbols) else {
            continue;
        };
        for other in neighbours(&sequence, near.distance) {
            if changed.len() < MOST && tried.insert(other.text(&symbols)) {
                changed.extend(Portable::new(&other, &symbols).ok());
            }
        }
    }
    changed
}

/// The sequence with one of its numbers another one.
fn neighbours(sequence: &Sequence, distance: f64) -> Vec<Sequence> {
    let mut neighbours = Vec::new();
    for (at, statement) in sequence.statements.iter().enumerate() {
        for (place, operand) in statement.operands().iter().enumerate() {
            let Operand::Literal(literal) = operand else { continue };
            for moved in moved(literal, distance) {
                let mut other = sequence.clone();
                other.statements[at].operands_mut()[place] = Operand::Literal(moved);
                neighbours.push(other);
            }
        }
    }
    neighbours
}

/// A number a step, the distance, and twice the distance away, and the same on the other side of 0.
fn moved(literal: &Literal, distance: f64) -> Vec<Literal> {
    let steps = [1.0, -1.0, distance, -distance, 2.0 * distance, -2.0 * distance];
    let targets = |value: f64| steps.map(|step| value + step).into_iter().chain([-value]);
    let integral = |value: i64, make: &dyn Fn(i64) -> Option<Literal>| {
        let targets = targets(value as f64).map(|target| target.round() as i64);
        let others = targets.filter(|target| *target != value);
        others.filter_map(make).collect()
    };
    let mut moved: Vec<Literal> = match *literal {
        Literal::Byte(value) => integral(value.into(), &|it| it.try_into().ok().map(Literal::Byte)),
        Literal::Char(value) => integral(value.into(), &|it| it.try_into().ok().map(Literal::Char)),
        Literal::Short(value) => integral(value.into(), &|it| it.try_into().ok().map(Literal::Short)),
        Literal::Int(value) => integral(value.into(), &|it| it.try_into().ok().map(Literal::Int)),
        Literal::Long(value) => integral(value, &|it| Some(Literal::Long(it))),
        Literal::Float(value) => targets(value.into()).map(|it| Literal::Float(it as f32)).collect(),
        Literal::Double(value) => targets(value).map(Literal::Double).collect(),
        _ => Vec::new(),
    };
    let mut known = HashSet::new();
    moved.retain(|literal| known.insert(literal.clone()));
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_moves_to_both_sides_as_far_as_its_type_goes() {
        let ints = moved(&Literal::Int(1), 3.0);
        let expected = [2, 0, 4, -2, 7, -5, -1].map(Literal::Int);
        assert_eq!(ints, expected);
        // None beyond the greatest byte, and none twice.
        let bytes = moved(&Literal::Byte(127), 1.0);
        assert_eq!(bytes, [126, 125, -127].map(Literal::Byte));
        assert!(moved(&Literal::Null, 1.0).is_empty());
    }

    #[test]
    fn of_equally_near_ones_the_shorter_is_kept() {
        let near = |distance, length| Near {
            distance,
            length,
            sequence: Portable::new(&Sequence::default(), &Symbols::default()).unwrap(),
        };
        let known = [near(1.0, 4), near(2.0, 1), near(2.0, 2)];
        assert!(is_wanted(&known, 1.0, 3));
        assert!(!is_wanted(&known, 1.0, 4), "that is known");
        assert!(!is_wanted(&known, 2.0, 3));
    }
}
