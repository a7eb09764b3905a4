//! Mutants of a class by hand, in a machine that knows what they do.

use super::*;
use crate::testing::boxes::{FIRST, World};

#[test]
fn a_mutant_is_killed_where_its_value_is_asserted() {
    let mut world = World::new();
    let tests = vec![world.test(&[0, 2], &[1])];
    let (found, tests) = world.strengthened(tests, &[]);
    let expected = Mutants {
        made: 3,
        reached: 1,
        killed: 1,
    };
    assert_eq!(found, expected);
    assert!(tests[0].reaches.contains(&Goal::Kills(FIRST + 1)));
    assert_eq!(tests[0].test.sequence.len(), 2, "nothing is added where nothing lives");
}

#[test]
fn a_mutant_that_lives_is_shown_by_an_observer() {
    let mut world = World::new();
    let tests = vec![world.test(&[0, 1], &[])];
    let (found, tests) = world.strengthened(tests, &[]);
    assert_eq!((found.reached, found.killed), (1, 1));
    let test = &tests[0].test;
    assert_eq!(
        (test.sequence.len(), test.observers, test.asserted.as_slice()),
        (3, 1, [2].as_slice())
    );
    assert_eq!(test.outcomes[2], Outcome::Returned(Value::Int(1)));
}

#[test]
fn what_no_test_shows_is_left_to_what_the_search_found_besides() {
    let mut world = World::new();
    let tests = vec![world.test(&[0], &[])];
    let spare = [world.candidate(&[0, 2]), world.candidate(&[0, 1, 2])];
    let (found, tests) = world.strengthened(tests, &spare);
    assert_eq!((found.reached, found.killed), (2, 2));
    assert_eq!(tests.len(), 2, "the one that was there, and one that kills both");
    assert!(
        [FIRST, FIRST + 1]
            .iter()
            .all(|mutant| tests[1].reaches.contains(&Goal::Kills(*mutant)))
    );
}

#[test]
fn a_test_that_is_added_is_as_short_as_its_mutants_allow() {
    let mut world = World::new();
    let tests = vec![world.test(&[0, 1], &[])];
    let spare = [world.candidate(&[0, 1, 3, 1, 2])];
    let (found, tests) = world.strengthened(tests, &spare);
    assert_eq!(
        (found.reached, found.killed),
        (3, 2),
        "nothing tells that of the observer"
    );
    let added = &tests[1].test;
    assert_eq!(added.outcomes.last(), Some(&Outcome::Returned(Value::Int(1))));
    assert_eq!(added.sequence.len(), 4, "{:?}", added.sequence);
}

#[test]
fn a_mutant_that_changes_nothing_lives() {
    let mut world = World::new();
    let tests = vec![world.test(&[0, 3], &[1])];
    let (found, tests) = world.strengthened(tests, &[]);
    assert_eq!((found.reached, found.killed, tests.len()), (1, 0, 1));
}

#[test]
fn what_nothing_shows_dies_by_another_form_of_a_test_that_reaches_it() {
    let mut world = World::new();
    let tests = vec![world.test(&[0, 1], &[])];
    let (found, tests) = world.varied(tests, &[0, 1, 3]);
    assert_eq!(
        (found.reached, found.killed),
        (2, 1),
        "the form reaches one more, which nothing tells"
    );
    assert_eq!(tests.len(), 2, "the form is longer, so it is a test of its own");
    assert_eq!(tests[1].test.outcomes.last(), Some(&Outcome::Returned(Value::Int(1))));
    assert!(tests[1].reaches.contains(&Goal::Kills(FIRST)));
}

#[test]
fn a_form_that_does_all_that_the_test_did_takes_its_place() {
    let mut world = World::new();
    let tests = vec![world.test(&[0, 1, 1], &[])];
    let (found, tests) = world.varied(tests, &[0, 1, 3]);
    assert_eq!((found.killed, tests.len()), (1, 1));
    assert_eq!(tests[0].test.sequence, world.executor.sequence(&[0, 1, 3]));
}

#[test]
fn a_form_that_loses_what_the_test_is_kept_for_does_not() {
    let mut world = World::new();
    let mut test = world.test(&[0, 1, 1], &[]);
    test.reaches.insert(Goal::Edge(7));
    let (found, tests) = world.varied(vec![test], &[0, 1, 3]);
    assert_eq!((found.killed, tests.len()), (1, 2));
}
