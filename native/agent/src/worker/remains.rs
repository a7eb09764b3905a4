//! What tests leave behind in static fields, and which tests may meet it.
//!
//! In a shuffled order a test seldom stands right behind the one that sets what it reads: others between them set it back. So it is
//! found out who changes which fields, and whoever passes through the class of such a field runs right behind.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use palus_sequence::{EdgeBlock, MethodId};

use super::turns::{Turn, Turns};

/// So many of the tests for one method that change the same fields stand for all of them: two may leave different values. And so many of
/// all tests that change them.
const WRITERS: (usize, usize) = (2, 6);

/// A test that changes static fields, and the method that it is for.
type Writer = (usize, Option<MethodId>);

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
    /// For each of these classes its fields.
    fields: BTreeMap<usize, Range<usize>>,
    /// The tests that changed any.
    changing: BTreeSet<usize>,
    /// The tests that changed just these fields, each with the method that it is for.
    writers: BTreeMap<Vec<usize>, Vec<Writer>>,
    /// And those for which these stand.
    waiting: BTreeMap<Vec<usize>, Vec<Writer>>,
    /// For classes by their names the others whose static fields their code reads.
    reads: BTreeMap<String, BTreeSet<String>>,
}

impl Remains {
    pub(super) fn of(tests: usize, reads: &BTreeMap<String, BTreeSet<String>>) -> Self {
        Self {
            passes: vec![BTreeSet::new(); tests],
            reads: reads.clone(),
            ..Self::default()
        }
    }

    /// How many classes are known.
    pub(super) fn known(&self) -> usize {
        self.blocks.len()
    }

    /// A test reached these edges; `loaded` are the classes that were not known before, and `again` the first edges of those that were and were loaded once
    /// more.
    pub(super) fn passed(&mut self, test: usize, edges: &[u32], loaded: Vec<EdgeBlock>, again: &[u32]) {
        self.loaded_by.extend(loaded.iter().map(|_| test));
        self.blocks.extend(loaded);
        for edge in again {
            if let Some(class) = self.class_of(*edge) {
                self.loaded_by[class] = test;
            }
        }
        let passed: BTreeSet<usize> = edges.iter().filter_map(|edge| self.class_of(*edge)).collect();
        let read = passed
            .iter()
            .filter_map(|class| self.reads.get(&self.blocks[*class].class));
        let read: BTreeSet<&String> = read.flatten().collect();
        if !read.is_empty() {
            // To read a field passes no edge of its class, which is there by now.
            let named = (0..self.blocks.len()).filter(|class| read.contains(&self.blocks[*class].class));
            self.passes[test].extend(named);
        }
        self.passes[test].extend(passed);
    }

    fn class_of(&self, edge: u32) -> Option<usize> {
        self.blocks.partition_point(|block| block.first <= edge).checked_sub(1)
    }

    /// What each test hangs on by the initialisers of classes, as sets of bits, of what `asked` says that tests asked for, and `asked_loading` that they did
    /// when classes were loaded in them: what is asked then alone, initialisers asked. A class keeps what its initialiser was told, so its answers are
    /// also those of whoever passes through it later.
    pub(super) fn asked_by_initialisers(&self, asked: &[i32], asked_loading: &[i32]) -> Vec<i32> {
        let initialiser = |class: &usize| {
            let test = self.loaded_by[*class];
            asked_loading[test] & !asked[test]
        };
        let through = |classes: &BTreeSet<usize>| classes.iter().fold(0, |all, class| all | initialiser(class));
        self.passes.iter().map(through).collect()
    }

    /// Asks `watch` for each class that a test passes through how many fields of it are watched from now on.
    pub(super) fn watch<E>(&mut self, mut watch: impl FnMut(&str) -> Result<usize, E>) -> Result<(), E> {
        let passed: BTreeSet<usize> = self.passes.iter().flatten().copied().collect();
        for class in passed {
            let (first, fields) = (self.owners.len(), watch(&self.blocks[class].class)?);
            self.owners.extend(std::iter::repeat_n(class, fields));
            self.fields.insert(class, first..self.owners.len());
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

    /// The watched fields, class by class.
    pub(super) fn fields(&self) -> impl Iterator<Item = Range<usize>> {
        self.fields.values().cloned()
    }

    /// Those that a test may have changed which reached these edges now: its code has to come by them.
    pub(super) fn fields_within_reach(&self, test: usize, edges: &[u32]) -> Vec<Range<usize>> {
        let now = edges.iter().filter_map(|edge| self.class_of(*edge));
        let classes: BTreeSet<usize> = now.chain(self.passes[test].iter().copied()).collect();
        let fields = classes.iter().filter_map(|class| self.fields.get(class).cloned());
        fields.collect()
    }

    /// A test for that method changed these of the watched fields.
    pub(super) fn note(&mut self, (test, method): (usize, Option<MethodId>), changed: Vec<usize>) {
        if !changed.is_empty() {
            self.changing.insert(test);
            let writer = (test, method);
            let writers = self.writers.entry(changed.clone()).or_default();
            if has_room(writers, writer) {
                writers.push(writer);
            } else {
                self.waiting.entry(changed).or_default().push(writer);
            }
        }
    }

    /// Puts others in the place of those that are gone, where they stood for some. Gives these others with those that may read what they change.
    pub(super) fn without(&mut self, is_gone: impl Fn(usize) -> bool) -> Turns {
        let mut new = Vec::new();
        for (fields, writers) in &mut self.writers {
            let before = writers.len();
            writers.retain(|(test, _)| !is_gone(*test));
            let Some(waiting) = self.waiting.get_mut(fields).filter(|_| writers.len() < before) else {
                continue;
            };
            waiting.retain(|writer| {
                let steps_in = !is_gone(writer.0) && has_room(writers, *writer);
                if steps_in {
                    writers.push(*writer);
                    new.push((fields.clone(), writer.0));
                }
                !steps_in
            });
        }
        let lists = new.iter().map(|(fields, first)| self.turn(fields, *first));
        Turns::of(lists.collect(), self.changing.clone())
    }

    /// The tests that change static fields which are set already.
    pub(super) fn changing(&self) -> impl Iterator<Item = usize> {
        self.changing.iter().copied()
    }

    /// Tests that change static fields, each with those that may read them.
    pub(super) fn turns(&self) -> Turns {
        let firsts = self
            .writers
            .iter()
            .flat_map(|(fields, writers)| writers.iter().map(move |(first, _)| (fields, *first)));
        let lists = firsts.map(|(fields, first)| self.turn(fields, first));
        Turns::of(lists.collect(), self.changing.clone())
    }

    fn turn(&self, fields: &[usize], first: usize) -> Turn {
        let classes: BTreeSet<usize> = fields.iter().map(|&field| self.owners[field]).collect();
        let meets = |&test: &usize| test != first && !self.passes[test].is_disjoint(&classes);
        Turn {
            first,
            classes: classes.iter().map(|&class| self.blocks[class].class.clone()).collect(),
            behind: (0..self.passes.len()).filter(meets).collect(),
        }
    }

    /// Of each watched class the places of its words among all.
    pub(super) fn watched(&self) -> BTreeMap<String, Range<usize>> {
        let named = |(class, fields): (&usize, &Range<usize>)| (self.blocks[*class].class.clone(), fields.clone());
        self.fields.iter().map(named).collect()
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

/// Whether the test stands for itself beside these, which change the same fields.
fn has_room(writers: &[Writer], (_, method): Writer) -> bool {
    let alike = writers.iter().filter(|(_, other)| *other == method);
    alike.count() < WRITERS.0 && writers.len() < WRITERS.1
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
        let mut remains = Remains::of(3, &BTreeMap::new());
        remains.passed(0, &[3], vec![block("a", 0)], &[]);
        remains.passed(1, &[9, 10], vec![block("b", 10)], &[]);
        remains.passed(2, &[19], Vec::new(), &[]);
        let mut asked = Vec::new();
        let watched: Result<(), ()> = remains.watch(|class| {
            asked.push(class.to_owned());
            Ok(1)
        });
        assert_eq!((watched, asked), (Ok(()), vec!["a".to_owned(), "b".to_owned()]));
        remains
    }

    #[test]
    fn a_test_passes_through_the_classes_whose_static_fields_are_read() {
        let reads = BTreeMap::from([("a".to_owned(), BTreeSet::from(["b".to_owned()]))]);
        let mut remains = Remains::of(2, &reads);
        remains.passed(0, &[11], vec![block("a", 0), block("b", 10)], &[]);
        remains.passed(1, &[3], Vec::new(), &[]);
        assert_eq!(remains.through(&["b".to_owned()]), [0, 1]);
        assert_eq!(remains.through(&["a".to_owned()]), [1]);
    }

    fn all(mut turns: Turns) -> Vec<(usize, Vec<usize>)> {
        let next = || turns.next().map(|turn| (turn.first, turn.behind));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn who_passes_through_the_class_of_a_changed_field_runs_behind_who_changed_it() {
        let mut remains = remains();
        remains.note((0, None), vec![]);
        assert_eq!(all(remains.turns()), []);
        remains.note((1, None), vec![1]);
        assert_eq!(all(remains.turns()), [(1, vec![2])]);
        remains.note((0, None), vec![0]);
        assert_eq!(all(remains.turns()), [(0, vec![1]), (1, vec![2])]);
        assert!(remains.changing().eq([0, 1]));
    }

    #[test]
    fn the_fields_within_reach_of_a_test_are_those_of_classes_that_it_passes_through_or_did() {
        let remains = remains();
        let firsts = |fields: Vec<Range<usize>>| fields.into_iter().map(|fields| fields.start).collect::<Vec<_>>();
        assert_eq!(firsts(remains.fields_within_reach(0, &[])), [0]);
        assert_eq!(firsts(remains.fields_within_reach(0, &[11])), [0, 1]);
        assert_eq!(firsts(remains.fields_within_reach(2, &[12, 13])), [1]);
        assert_eq!(firsts(remains.fields().collect()), [0, 1]);
    }

    #[test]
    fn what_the_initialiser_of_a_class_was_told_concerns_all_who_pass_through_it() {
        assert_eq!(remains().asked_by_initialisers(&[0, 0, 4], &[1, 0, 4]), [1, 1, 0]);
        assert_eq!(remains().asked_by_initialisers(&[0, 0, 0], &[0, 2, 0]), [0, 2, 2]);
        // What is asked behind loaded classes too, the test asked and no initialiser.
        assert_eq!(remains().asked_by_initialisers(&[1, 2, 0], &[1, 2, 0]), [0, 0, 0]);
    }

    #[test]
    fn who_had_a_class_loaded_last_had_its_initialiser_run() {
        let mut remains = remains();
        remains.passed(2, &[], Vec::new(), &[0]);
        assert_eq!(remains.asked_by_initialisers(&[0, 0, 0], &[1, 0, 4]), [4, 4, 0]);
    }

    #[test]
    fn two_stand_for_all_that_change_the_same() {
        let mut remains = Remains::of(5, &BTreeMap::new());
        for test in 0..5 {
            remains.passed(
                test,
                &[0],
                if test == 0 { vec![block("a", 0)] } else { Vec::new() },
                &[],
            );
        }
        assert_eq!(remains.watch(|_| Ok::<usize, ()>(1)), Ok(()));
        for test in 0..5 {
            remains.note((test, None), vec![0]);
        }
        let writers: BTreeSet<usize> = all(remains.turns()).into_iter().map(|(writer, _)| writer).collect();
        assert_eq!(writers, BTreeSet::from([0, 1]));
        // Where one of them is gone, another stands for the rest.
        let turns = remains.without(|test| test == 0);
        let instead: BTreeSet<usize> = all(turns).into_iter().map(|(writer, _)| writer).collect();
        assert_eq!(instead, BTreeSet::from([2]));
        assert_eq!(all(remains.without(|test| test == 0)), [], "it was gone");
        // For another method it may set another value.
        remains.note((4, Some(MethodId(7))), vec![0]);
        let writers: Vec<u32> = remains.writers().into_keys().collect();
        assert_eq!(writers, [1, 2, 4]);
        assert_eq!(remains.all_passed(), BTreeSet::from(["a".to_owned()]));
    }
}
