//! What collaborators were asked and what they answered, test by test.

use palus_trace::Seen;
use rustc_hash::FxHashMap;

use super::Builder;
use super::call::{Passed, Raw};
use super::names::{Followed, Names};
use super::observed::Observed;
use super::origins::NO_TEST;
use crate::digest::Digest;
use crate::keep::ANSWERED_TESTS;

/// A call that returned, while its arguments are told.
#[derive(Debug)]
pub(super) struct Question {
    method: u32,
    /// The receiver, and the arguments so far.
    inputs: Vec<Passed>,
}

impl Question {
    pub(super) fn new(method: u32) -> Self {
        let receiver = Passed::new(Raw::Subject(None), Digest::of_subject(None));
        Self {
            method,
            inputs: vec![receiver],
        }
    }
}

/// By method, for the tests of the smallest hashes: what was passed, and the answer behind it.
#[derive(Default, Debug)]
pub(super) struct Answers(FxHashMap<u32, Vec<(u32, Digest, Observed)>>);

impl Answers {
    /// Where answers of the method in a test are counted; `None` where other tests come before it. Its names were asked for before.
    fn observed(&mut self, method: u32, test: u32, names: &Names) -> Option<&mut Observed> {
        let tests = self.0.entry(method).or_default();
        if let Some(known) = tests.iter().position(|known| known.0 == test) {
            return Some(&mut tests[known].2);
        }
        // What no test asked stays: it stands in front of all tests.
        let digest = if test == NO_TEST {
            Digest::default()
        } else {
            names.method_digest(test)
        };
        if tests.len() == ANSWERED_TESTS {
            let last = (0..tests.len()).max_by_key(|&place| tests[place].1)?;
            if tests[last].1 < digest {
                return None;
            }
            tests.swap_remove(last);
        }
        tests.push((test, digest, Observed::default()));
        tests.last_mut().map(|(_, _, observed)| observed)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Observed)> {
        let tests = self.0.iter();
        tests.flat_map(|(&method, tests)| tests.iter().map(move |(_, _, observed)| (method, observed)))
    }
}

impl Builder {
    /// Takes in the next argument of the open question, or its answer.
    pub(super) fn told(&mut self, thread: usize, position: u16, value: Seen<'_>) {
        let mut passed = self.values.passed(value, &mut self.names);
        if let Seen::Object { class, object, .. } = value
            && let Followed::Inside(index) | Followed::Outside(index) = self.names.followed(class, &mut self.automata)
        {
            self.find_state(&mut passed, class, index, object);
        }
        let Some(mut question) = self.threads[thread].question.take() else {
            return;
        };
        let is_next = position == 0 || usize::from(position) == question.inputs.len();
        question.inputs.push(passed);
        if position != 0 {
            // One whose arguments are not whole, because a hook failed, teaches nothing.
            self.threads[thread].question = is_next.then_some(question);
            return;
        }
        let test = self.threads[thread].running.current();
        self.names.method(question.method);
        let observed = self.answers.observed(question.method, test, &self.names);
        let taught = observed.is_some_and(|observed| observed.add(&question.inputs, None, test, &self.names));
        self.sampling.called(question.method, taught);
    }
}
