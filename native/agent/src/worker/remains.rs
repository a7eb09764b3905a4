//! What tests leave behind in static fields, and which tests may meet it.
//!
//! In a shuffled order a test seldom stands right behind the one that sets what it reads: others between them set it back. So it is
//! found out who changes which fields, and whoever passes through the class of such a field runs right behind.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::{EdgeBlock, MethodId};

/// So many of the tests for one method that change the same fields stand for all of them: two may leave different values. And so many of
/// all tests that change them.
const WRITERS: (usize, usize) = (2, 6);

/// So many tests are run each right behind one that comes first: what that sets, another may set back.
const MOST_PAIRS: usize = 2_000;

/// Where there are more, the others run in rows of so many: what the first sets is there for the last of them too, unless one of them sets it back.
const ROW: usize = 16;

/// So many runs are made of rows at the most. One takes some tenths of a millisecond.
const MOST_RUNS: usize = 4_000;

/// What is known of the tests of one confirmation, each by its position.
#[derive(Default)]
pub(super) struct Remains {
    /// The classes whose edges are counted, in the order of the edges.
    blocks: Vec<EdgeBlock>,
    /// For each of them the test in which it was loaded.
    loaded_by: Vec<usize>,
    /// The classes that each test passes through, by their positions.
    passes: Vec<BTreeSet<usize>>,
    /// For each watched field its class.
    owners: Vec<usize>,
    /// The tests that changed any.
    changing: BTreeSet<usize>,
    /// The tests that changed just these fields, each with the method that it is for.
    writers: BTreeMap<Vec<usize>, Vec<(usize, Option<MethodId>)>>,
}

impl Remains {
    pub(super) fn of(tests: usize) -> Self {
        Self {
            passes: vec![BTreeSet::new(); tests],
            ..Self::default()
        }
    }

    /// How many classes are known.
    pub(super) fn known(&self) -> usize {
        self.blocks.len()
    }

    /// A test reached these edges; `loaded` are the classes that were not known before.
    pub(super) fn passed(&mut self, test: usize, edges: &[u32], loaded: Vec<EdgeBlock>) {
        self.loaded_by.extend(loaded.iter().map(|_| test));
        self.blocks.extend(loaded);
        let class_of = |edge: &u32| self.blocks.partition_point(|block| block.first <= *edge).checked_sub(1);
        self.passes[test].extend(edges.iter().filter_map(class_of));
    }

    /// What each test hangs on, as sets of bits, of what `asked` says that tests asked for, and `asked_loading` that they did when classes were
    /// loaded in them: what is asked then alone, initialisers asked. A class keeps what its initialiser was told, so its answers are also those
    /// of whoever passes through it later.
    pub(super) fn asked(&self, asked: &[i32], asked_loading: &[i32]) -> Vec<i32> {
        let initialiser = |class: &usize| {
            let test = self.loaded_by[*class];
            asked_loading[test] & !asked[test]
        };
        let through = |classes: &BTreeSet<usize>| classes.iter().fold(0, |all, class| all | initialiser(class));
        let both = asked.iter().zip(&self.passes);
        both.map(|(own, classes)| own | through(classes)).collect()
    }

    /// Asks `watch` for each class that a test passes through how many fields of it are watched from now on.
    pub(super) fn watch<E>(&mut self, mut watch: impl FnMut(&str) -> Result<usize, E>) -> Result<(), E> {
        let passed: BTreeSet<usize> = self.passes.iter().flatten().copied().collect();
        for class in passed {
            let fields = watch(&self.blocks[class].class)?;
            self.owners.extend(std::iter::repeat_n(class, fields));
        }
        Ok(())
    }

    /// The tests that pass through one of these classes, ascending.
    pub(super) fn through(&self, classes: &[String]) -> Vec<usize> {
        let classes: BTreeSet<&str> = classes.iter().map(String::as_str).collect();
        let is_one = |class: &usize| classes.contains(&*self.blocks[*class].class);
        let tests = self.passes.iter().enumerate();
        tests
            .filter(|(_, passed)| passed.iter().any(is_one))
            .map(|(test, _)| test)
            .collect()
    }

    /// Whether any field is watched.
    pub(super) fn is_watching(&self) -> bool {
        !self.owners.is_empty()
    }

    /// A test for that method ran between these two looks at the watched fields.
    pub(super) fn note(&mut self, (test, method): (usize, Option<MethodId>), before: &[u64], after: &[u64]) {
        let changed: Vec<usize> = (0..self.owners.len())
            .filter(|&field| before.get(field) != after.get(field))
            .collect();
        if !changed.is_empty() {
            self.changing.insert(test);
            let writers = self.writers.entry(changed).or_default();
            let alike = writers.iter().filter(|(_, other)| *other == method);
            if alike.count() < WRITERS.0 && writers.len() < WRITERS.1 {
                writers.push((test, method));
            }
        }
    }

    /// The tests that change static fields which are set already.
    pub(super) fn changing(&self) -> impl Iterator<Item = usize> {
        self.changing.iter().copied()
    }

    /// Tests that change static fields, each with some that may read them.
    pub(super) fn turns(&self) -> Vec<(usize, Vec<usize>)> {
        let mut lists = Vec::new();
        for (fields, writers) in &self.writers {
            let classes: BTreeSet<usize> = fields.iter().map(|&field| self.owners[field]).collect();
            for &(writer, _) in writers {
                let meets = |&test: &usize| test != writer && !self.passes[test].is_disjoint(&classes);
                lists.push((writer, (0..self.passes.len()).filter(meets).collect::<Vec<usize>>()));
            }
        }
        in_turns(&lists)
    }

    /// The tests that stand for all that change static fields, each with the classes of the fields.
    pub(super) fn writers(&self) -> BTreeMap<u32, Vec<String>> {
        let mut all: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
        for (fields, writers) in &self.writers {
            for &(writer, _) in writers {
                let classes = fields.iter().map(|&field| &*self.blocks[self.owners[field]].class);
                all.entry(writer as u32).or_default().extend(classes);
            }
        }
        let named = |classes: BTreeSet<&str>| classes.into_iter().map(str::to_owned).collect();
        all.into_iter()
            .map(|(writer, classes)| (writer, named(classes)))
            .collect()
    }

    /// The classes that tests pass through.
    pub(super) fn all_passed(&self) -> BTreeSet<String> {
        let passed: BTreeSet<usize> = self.passes.iter().flatten().copied().collect();
        passed
            .into_iter()
            .map(|class| self.blocks[class].class.clone())
            .collect()
    }
}

/// Tests that come first, each with one or a row that come behind it, of lists of all that do. Where there are too many, each list gives as many as
/// the others.
pub(super) fn in_turns(lists: &[(usize, Vec<usize>)]) -> Vec<(usize, Vec<usize>)> {
    let behind: Vec<&[usize]> = lists.iter().map(|(_, behind)| behind.as_slice()).collect();
    let mut all: Vec<(usize, &[usize])> = by_turns(&behind, 1).take(MOST_PAIRS).collect();
    // One may come first in several lists, so they go by their places.
    let mut in_pairs = vec![0; lists.len()];
    for (list, _) in &all {
        in_pairs[*list] += 1;
    }
    let rest = behind.iter().zip(in_pairs).map(|(behind, pairs)| &behind[pairs..]);
    let rest: Vec<&[usize]> = rest.collect();
    let mut runs = 0;
    all.extend(by_turns(&rest, ROW).take_while(|(_, row)| {
        runs += 1 + row.len();
        runs <= MOST_RUNS
    }));
    all.into_iter()
        .map(|(list, behind)| (lists[list].0, behind.to_vec()))
        .collect()
}

/// The lists, by their places, in pieces of so many: of each list the first, then of each the second.
fn by_turns<'l>(lists: &[&'l [usize]], size: usize) -> impl Iterator<Item = (usize, &'l [usize])> {
    let most = lists.iter().map(|behind| behind.len().div_ceil(size)).max();
    let turn = move |turn: usize| {
        let pieces = lists.iter().enumerate();
        pieces.filter_map(move |(list, behind)| Some((list, behind.chunks(size).nth(turn)?)))
    };
    (0..most.unwrap_or_default()).flat_map(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(class: &str, first: u32) -> EdgeBlock {
        EdgeBlock {
            class: class.to_owned(),
            first,
            count: 10,
        }
    }

    /// Tests 0 and 1 pass through class `a`, tests 1 and 2 through class `b`; each class has one field.
    fn remains() -> Remains {
        let mut remains = Remains::of(3);
        remains.passed(0, &[3], vec![block("a", 0)]);
        remains.passed(1, &[9, 10], vec![block("b", 10)]);
        remains.passed(2, &[19], Vec::new());
        let mut asked = Vec::new();
        let watched: Result<(), ()> = remains.watch(|class| {
            asked.push(class.to_owned());
            Ok(1)
        });
        assert_eq!((watched, asked), (Ok(()), vec!["a".to_owned(), "b".to_owned()]));
        remains
    }

    #[test]
    fn who_passes_through_the_class_of_a_changed_field_runs_behind_who_changed_it() {
        let mut remains = remains();
        remains.note((0, None), &[1, 1], &[1, 1]);
        assert_eq!(remains.turns(), []);
        remains.note((1, None), &[1, 1], &[1, 2]);
        assert_eq!(remains.turns(), [(1, vec![2])]);
        remains.note((0, None), &[1, 2], &[5, 2]);
        assert_eq!(remains.turns(), [(0, vec![1]), (1, vec![2])]);
        assert!(remains.changing().eq([0, 1]));
    }

    #[test]
    fn what_the_initialiser_of_a_class_was_told_concerns_all_who_pass_through_it() {
        assert_eq!(remains().asked(&[0, 0, 4], &[1, 0, 4]), [1, 1, 4]);
        assert_eq!(remains().asked(&[0, 0, 0], &[0, 2, 0]), [0, 2, 2]);
        // What is asked behind loaded classes too, the test asked and no initialiser.
        assert_eq!(remains().asked(&[1, 2, 0], &[1, 2, 0]), [1, 2, 0]);
    }

    #[test]
    fn each_that_comes_first_has_its_turn_before_any_has_another_and_rows_take_what_are_too_many_for_pairs() {
        let pairs = in_turns(&[(7, vec![1, 2, 3]), (8, vec![4])]);
        assert_eq!(pairs, [(7, vec![1]), (8, vec![4]), (7, vec![2]), (7, vec![3])]);
        assert_eq!(in_turns(&[(7, vec![1]), (7, vec![2])]), [(7, vec![1]), (7, vec![2])]);
        let all: Vec<usize> = (0..MOST_PAIRS).collect();
        let turns = in_turns(&[(7, all.clone()), (8, all.clone())]);
        assert!(turns[..MOST_PAIRS].iter().all(|(_, behind)| behind.len() == 1));
        assert_eq!(turns[MOST_PAIRS], (7, all[MOST_PAIRS / 2..][..ROW].to_vec()));
        let behind = |first: usize| turns.iter().filter(move |(other, _)| *other == first);
        for first in [7, 8] {
            assert_eq!(
                behind(first).flat_map(|(_, behind)| behind).count(),
                MOST_PAIRS,
                "{first}"
            );
        }
        let many: Vec<(usize, Vec<usize>)> = (0..3 * MOST_RUNS).map(|first| (first, vec![0])).collect();
        assert_eq!(in_turns(&many).len(), MOST_PAIRS + MOST_RUNS / 2);
    }

    #[test]
    fn two_stand_for_all_that_change_the_same() {
        let mut remains = Remains::of(5);
        for test in 0..5 {
            remains.passed(test, &[0], if test == 0 { vec![block("a", 0)] } else { Vec::new() });
        }
        assert_eq!(remains.watch(|_| Ok::<usize, ()>(1)), Ok(()));
        for test in 0..5 {
            remains.note((test, None), &[test as u64], &[test as u64 + 1]);
        }
        let writers: BTreeSet<usize> = remains.turns().into_iter().map(|(writer, _)| writer).collect();
        assert_eq!(writers, BTreeSet::from([0, 1]));
        // For another method it may set another value.
        remains.note((4, Some(MethodId(7))), &[5], &[6]);
        let writers: Vec<u32> = remains.writers().into_keys().collect();
        assert_eq!(writers, [0, 1, 4]);
        assert_eq!(remains.all_passed(), BTreeSet::from(["a".to_owned()]));
    }
}
