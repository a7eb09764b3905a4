//! The tests that took a transition, while they are counted.

use super::names::Names;
use crate::digest::Digest;
use crate::keep::ORIGINS;

/// No test is running.
pub(super) const NO_TEST: u32 = 0;
/// How deep tests may run inside tests.
const NESTED_TESTS: usize = 16;

/// The tests of the smallest hashes, with how often each took the transition.
#[derive(Debug, Default)]
pub(super) struct Origins {
    tests: Vec<(u32, Digest, u64)>,
}

impl Origins {
    /// Counts a call in a test; its names were asked for before.
    pub(super) fn add(&mut self, test: u32, names: &Names) {
        if test == NO_TEST {
            return;
        }
        if let Some(known) = self.tests.iter_mut().find(|known| known.0 == test) {
            known.2 += 1;
            return;
        }
        let digest = names.method_digest(test);
        if self.tests.len() < ORIGINS {
            self.tests.push((test, digest, 1));
        } else if let Some(largest) = self.tests.iter_mut().max_by_key(|known| known.1)
            && digest < largest.1
        {
            *largest = (test, digest, 1);
        }
    }

    /// Takes back what [`Self::add`] counted.
    pub(super) fn remove(&mut self, test: u32) {
        if let Some(index) = self.tests.iter().position(|known| known.0 == test) {
            self.tests[index].2 -= 1;
            if self.tests[index].2 == 0 {
                self.tests.swap_remove(index);
            }
        }
    }

    /// Each with its count.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u64)> {
        self.tests.iter().map(|&(test, _, count)| (test, count))
    }
}

/// The tests that run in a thread, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Running {
    tests: Vec<u32>,
}

impl Running {
    /// A test starts, inside those that run.
    pub(super) fn start(&mut self, test: u32) {
        if self.tests.len() == NESTED_TESTS {
            self.tests.remove(0);
        }
        self.tests.push(test);
    }

    /// A test ends, and with it those inside it of which no end was seen.
    pub(super) fn end(&mut self, test: u32) {
        if let Some(index) = self.tests.iter().rposition(|&running| running == test) {
            self.tests.truncate(index);
        }
    }

    /// The innermost, or [`NO_TEST`].
    pub(super) fn current(&self) -> u32 {
        self.tests.last().copied().unwrap_or(NO_TEST)
    }
}
