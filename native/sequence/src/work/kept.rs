//! A sequence that is to become a test.

use serde::{Deserialize, Serialize};

use crate::{Outcome, Sequence, Violation};

/// A sequence that is to become a test.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct KeptTest {
    /// The class under test, binary name: decides the test class and its package.
    pub subject: String,
    /// The statements. All but the last and those behind it, the observers, returned.
    pub sequence: Sequence,
    /// What each did, in full detail, and the same in every run that was made of it.
    pub outcomes: Vec<Outcome>,
    /// The statements whose values or exceptions are to be asserted.
    pub asserted: Vec<u16>,
    /// How many statements at the end are observers: calls that are there only so that what they return is asserted.
    pub observers: u16,
    /// The calls among the observers that stay for what they do, not for what they return.
    pub acts: Vec<u16>,
    /// Those of `asserted` that are there for their answers alone: what is not asserted any longer of these does nothing.
    pub asked: Vec<u16>,
    /// The check that it breaks and why: such a test goes among the failing ones.
    pub violates: Option<Violation>,
    /// Its place in the order in which tests add most to what those before it reach, from 0.
    pub rank: u32,
    /// What a run of it took in the search, in microseconds. Under a budget of sequences 0, for no two runs take the same.
    pub micros: u32,
    /// What it is kept for, each goal by a hash that is the same in all workers of a run; ascending.
    pub goals: Vec<u64>,
}

impl KeptTest {
    /// The position of the statement that the test is about, the last one before its observers.
    pub fn focus(&self) -> Option<usize> {
        self.sequence.len().checked_sub(1 + usize::from(self.observers))
    }

    /// What orders tests by worth where not all have the time: first what reveals an error, then by [`KeptTest::rank`].
    pub fn turn(&self) -> (bool, u32) {
        (self.violates.is_none(), self.rank)
    }

    /// Keeps calls whose answers are not asserted any longer for what they reach: of the observers those that nothing is asked of.
    pub fn keep_without_answer(&mut self, calls: Vec<u16>) {
        let end = self.sequence.len();
        let observers = end - usize::from(self.observers).min(end)..end;
        let is_observer = |call: &u16| observers.contains(&usize::from(*call)) && !self.asked.contains(call);
        self.acts.extend(calls.into_iter().filter(is_observer));
        self.acts.sort_unstable();
        self.acts.dedup();
    }

    /// Takes out the observers that are not asserted, do nothing, and whose object no asserted one looks at: they say nothing.
    pub fn drop_idle_observers(&mut self) {
        if self.observers == 0 {
            return;
        }
        let first = self.sequence.len() - usize::from(self.observers).min(self.sequence.len());
        let mut kept = vec![true; self.sequence.len()];
        for at in (first..self.sequence.len()).rev() {
            let is_wanted = self.asserted.contains(&(at as u16)) || self.acts.contains(&(at as u16));
            let is_used = (at + 1..kept.len())
                .any(|user| kept[user] && self.sequence.statements[user].uses().any(|var| var.index() == at));
            kept[at] = is_wanted || is_used;
        }
        let Some(shorter) = self.sequence.retain(|at| kept[at]) else {
            return;
        };
        self.observers -= (self.sequence.len() - shorter.len()) as u16;
        self.sequence = shorter;
        let mut at = 0;
        self.outcomes.retain(|_| {
            at += 1;
            kept.get(at - 1).copied().unwrap_or(true)
        });
        self.asked.retain(|at| kept[usize::from(*at)]);
        for named in self.asserted.iter_mut().chain(&mut self.acts).chain(&mut self.asked) {
            *named = kept.iter().take(usize::from(*named)).filter(|kept| **kept).count() as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MethodId, Operand, Statement, Value, Var};

    fn ask(method: u32, of: Option<u16>) -> Statement {
        Statement::Call {
            method: MethodId(method),
            operands: of.map(|var| Operand::Var(Var(var))).into_iter().collect(),
        }
    }

    #[test]
    fn an_observer_stays_when_it_is_asserted_or_leads_to_one_that_is() {
        let mut test = KeptTest {
            subject: "a.A".to_owned(),
            sequence: Sequence {
                statements: vec![ask(0, None), ask(1, Some(0)), ask(2, Some(0)), ask(3, Some(2))],
            },
            outcomes: (0..4).map(|value| Outcome::Returned(Value::Int(value))).collect(),
            asserted: vec![3],
            observers: 3,
            acts: vec![],
            asked: Vec::new(),
            violates: None,
            rank: 0,
            micros: 0,
            goals: vec![],
        };
        let mut acting = KeptTest {
            acts: vec![1],
            ..test.clone()
        };
        acting.drop_idle_observers();
        assert_eq!(
            (acting.sequence.len(), acting.asserted, acting.acts),
            (4, vec![3], vec![1])
        );
        test.drop_idle_observers();
        assert_eq!(
            test.sequence.statements,
            [ask(0, None), ask(2, Some(0)), ask(3, Some(1))]
        );
        assert_eq!(test.asserted, [2]);
        assert_eq!(test.observers, 2);
        assert_eq!(test.focus(), Some(0));
        assert_eq!(test.outcomes[2], Outcome::Returned(Value::Int(3)));
    }

    #[test]
    fn what_was_only_asked_goes_with_its_answer() {
        let mut test = KeptTest {
            sequence: Sequence {
                statements: vec![ask(0, None), ask(1, Some(0)), ask(2, Some(0)), ask(3, Some(0))],
            },
            outcomes: (0..4).map(|value| Outcome::Returned(Value::Int(value))).collect(),
            asserted: vec![3],
            asked: vec![1, 3],
            observers: 3,
            ..KeptTest::default()
        };
        test.keep_without_answer(vec![1, 2]);
        test.drop_idle_observers();
        assert_eq!(
            test.sequence.statements,
            [ask(0, None), ask(2, Some(0)), ask(3, Some(0))],
            "the second of the two that were lost may reach something"
        );
        assert_eq!((test.asserted, test.acts, test.asked), (vec![2], vec![1], vec![2]));
    }
}
