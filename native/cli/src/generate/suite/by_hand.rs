//! Tests that do without a mock library that the others have: they come out otherwise with it.

use std::collections::BTreeSet;

use super::Suite;

impl Suite<'_> {
    /// Has those of these tests that have mocks declare classes of their own instead; they are no longer among them. Says whether there was any.
    pub(super) fn write_by_hand(&mut self, tests: &mut BTreeSet<usize>) -> bool {
        let written = self.files.iter().flat_map(|file| &file.tests);
        let mocking: BTreeSet<usize> = written
            .filter(|test| test.mocks)
            .map(|test| self.alive[test.index])
            .filter(|index| tests.contains(index))
            .collect();
        tests.retain(|index| !mocking.contains(index));
        self.proven.retain(|index| !mocking.contains(index));
        let is_any = !mocking.is_empty();
        self.by_hand.extend(mocking);
        is_any
    }

    /// Where these stand among the tests that are written.
    pub(super) fn places_by_hand(&self) -> BTreeSet<usize> {
        let places = self.alive.iter().enumerate();
        let by_hand = places.filter(|(_, index)| self.by_hand.contains(index));
        by_hand.map(|(place, _)| place).collect()
    }
}
