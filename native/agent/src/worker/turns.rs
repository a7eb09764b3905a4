//! Tests behind others that change static fields, in rows: what the first sets is there for the last of the row too, unless one of them sets it back.

use std::collections::{BTreeSet, VecDeque};

/// So many run behind one that comes first.
const ROW: usize = 16;

/// A test that comes first, and others that run behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    /// The first.
    pub(super) first: usize,
    /// The classes whose static fields it changes, binary names.
    pub(super) classes: Vec<String>,
    /// The others.
    pub(super) behind: Vec<usize>,
}

/// What is left of several lists of tests that are to run behind others. Each list has a row before any has another.
pub(super) struct Turns {
    lists: VecDeque<Turn>,
    /// The tests that set back what the first of a row has set.
    resetting: BTreeSet<usize>,
}

impl Turns {
    /// Of these lists. Which tests set something back is mostly found out on the way.
    pub(super) fn of(lists: Vec<Turn>, resetting: BTreeSet<usize>) -> Self {
        Self {
            lists: lists.into_iter().filter(|list| !list.behind.is_empty()).collect(),
            resetting,
        }
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// The next row. At its end is at the most one of those that set something back.
    pub(super) fn next(&mut self) -> Option<Turn> {
        let mut list = self.lists.pop_front()?;
        let (mut row, mut end, mut left) = (Vec::new(), None, Vec::new());
        for test in list.behind {
            if self.resetting.contains(&test) && end.is_none() {
                end = Some(test);
            } else if !self.resetting.contains(&test) && row.len() < ROW - 1 {
                row.push(test);
            } else {
                left.push(test);
            }
        }
        row.extend(end);
        let turn = Turn {
            first: list.first,
            classes: list.classes.clone(),
            behind: row,
        };
        list.behind = left;
        if !list.behind.is_empty() {
            self.lists.push_back(list);
        }
        Some(turn)
    }

    /// This test sets back what the first of its row has set.
    pub(super) fn resets(&mut self, test: usize) {
        self.resetting.insert(test);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(first: usize, behind: impl IntoIterator<Item = usize>) -> Turn {
        Turn {
            first,
            classes: vec![first.to_string()],
            behind: behind.into_iter().collect(),
        }
    }

    #[test]
    fn each_list_has_a_row_before_any_has_another() {
        let mut turns = Turns::of(vec![list(7, 0..20), list(8, [4]), list(9, [])], BTreeSet::new());
        assert_eq!(turns.next(), Some(list(7, 0..15)));
        assert_eq!(turns.next(), Some(list(8, [4])));
        assert_eq!(turns.next(), Some(list(7, 15..20)));
        assert_eq!(turns.next(), None);
    }

    #[test]
    fn who_sets_something_back_ends_a_row() {
        let mut turns = Turns::of(vec![list(7, 0..4), list(8, 0..4)], BTreeSet::from([1]));
        assert_eq!(turns.next(), Some(list(7, [0, 2, 3, 1])));
        turns.resets(2);
        assert_eq!(turns.next(), Some(list(8, [0, 3, 1])));
        assert_eq!(turns.next(), Some(list(8, [2])));
        assert_eq!(turns.next(), None);
    }
}
