//! Which states the class's own `equals` takes for one.

use std::collections::BTreeMap;

use palus_classes::Library as _;
use palus_machine::{Answer, CallId, Concrete, Datum, State};
use palus_sequence::{MethodKind, Operand, Sequence, Statement, Var};

use super::Explorer;
use super::decode::{Done, root};

/// What comes of asking.
pub(crate) enum Equality {
    /// The class has `Object`'s: objects are equal to themselves alone.
    NotItsOwn,
    /// It cannot be used, for this reason: one clause.
    Unfit(String),
    /// For each state that equals an earlier one, the first of those.
    Merged(BTreeMap<State, State>),
}

/// Two states whose objects are asked in both directions; one with itself is asked once.
struct Pair {
    one: State,
    other: State,
    sequence: Sequence,
}

impl Explorer {
    /// Makes an object in each state for each pair of states, and asks either whether it equals the other.
    pub(crate) fn equality(&mut self, concrete: &Concrete) -> anyhow::Result<Equality> {
        if !self.has_own_equals() {
            return Ok(Equality::NotItsOwn);
        }
        let pairs = self.pairs(concrete)?;
        let sequences: Vec<Sequence> = pairs.iter().map(|pair| pair.sequence.clone()).collect();
        let mut verdicts = vec![Ok(false); pairs.len()];
        self.run(&sequences, &mut |states, at, last| {
            let pair = &pairs[at];
            let one_way = Done {
                at: last.at - usize::from(pair.one != pair.other),
                ..*last
            };
            let joint = one_way.states().entry;
            let met = [0, 1].map(|position| root(last.run, joint, position, states));
            if met != [Some(pair.one), Some(pair.other)] {
                return;
            }
            let answers = [one_way.answer(states), last.answer(states)];
            verdicts[at] = match answers.map(|answer| answer.and_then(said)) {
                [Some(one), Some(other)] if one != other => Err("it is not symmetric"),
                [Some(false), _] if pair.one == pair.other => Err("it is not reflexive"),
                [Some(one), Some(_)] => Ok(one),
                _ => Err("it throws"),
            };
        })?;
        Ok(merge(&pairs, &verdicts))
    }

    pub(super) fn has_own_equals(&mut self) -> bool {
        let class = self.class().to_owned();
        let symbols = self.symbols_mut();
        let Ok(equals) = symbols.method(&class, "equals", DESCRIPTOR, MethodKind::Instance) else {
            return false;
        };
        let subject = self.library().subjects()[0];
        self.library().callables(subject).contains(&equals)
    }

    fn pairs(&mut self, concrete: &Concrete) -> anyhow::Result<Vec<Pair>> {
        let class = self.class().to_owned();
        let equals = self
            .symbols_mut()
            .method(&class, "equals", DESCRIPTOR, MethodKind::Instance)?;
        let ask = |one: Var, other: Var| Statement::Call {
            method: equals,
            operands: vec![Operand::Var(one), Operand::Var(other)],
        };
        let paths: Vec<(State, Vec<CallId>)> = concrete.paths().into_iter().collect();
        let mut pairs = Vec::new();
        for (position, (one, path)) in paths.iter().enumerate() {
            for (other, other_path) in &paths[position..] {
                let mut sequence = Sequence::default();
                let Some(first) = self.bring(concrete, path, &mut sequence) else {
                    continue;
                };
                if one == other {
                    sequence.push(ask(first, first));
                } else {
                    let Some(second) = self.bring(concrete, other_path, &mut sequence) else {
                        continue;
                    };
                    sequence.push(ask(first, second));
                    sequence.push(ask(second, first));
                }
                let (one, other) = (*one, *other);
                pairs.push(Pair { one, other, sequence });
            }
        }
        Ok(pairs)
    }
}

pub(super) const DESCRIPTOR: &str = "(Ljava/lang/Object;)Z";

fn said(answer: Answer) -> Option<bool> {
    match answer {
        Answer::Returned(Datum::Value(text)) => Some(&*text == "true"),
        _ => None,
    }
}

fn merge(pairs: &[Pair], verdicts: &[Result<bool, &'static str>]) -> Equality {
    let mut first: BTreeMap<State, State> = BTreeMap::new();
    for (pair, verdict) in pairs.iter().zip(verdicts) {
        match verdict {
            Err(reason) => return Equality::Unfit((*reason).to_owned()),
            // Pairs come by their first states, so each state meets the first one that it equals before all others.
            Ok(true) if pair.one != pair.other => {
                let stands_for = first.get(&pair.one).copied().unwrap_or(pair.one);
                first.entry(pair.other).or_insert(stands_for);
            }
            Ok(_) => {}
        }
    }
    Equality::Merged(first)
}
