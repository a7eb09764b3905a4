//! Classes that say that they are thread-safe: each planted defect gives a test that fails on real threads, sound classes give none.

use std::collections::BTreeSet;
use std::fs;

use crate::support::console::Console;
use crate::support::{Work, jdks, tree};

/// The classes of the subject that have a twin without the defect.
fn planted() -> BTreeSet<String> {
    let subject = crate::support::root().join("tests/subjects/together/together");
    let names = tree(&subject);
    let names = names.iter().map(|file| file.file_stem().unwrap().to_string_lossy());
    names
        .filter_map(|name| name.strip_prefix("Sound").map(str::to_owned))
        .collect()
}

/// The classes with failing tests, and the sources of these.
fn found(work: &Work) -> (BTreeSet<String>, String) {
    let folder = work.path("out/failures/java");
    let files = tree(&folder);
    let classes = files.iter().map(|file| {
        let name = file.file_name().unwrap().to_string_lossy();
        name.replace("PalusFailureTest.java", "")
    });
    let sources = files.iter().map(|file| fs::read_to_string(folder.join(file)).unwrap());
    (classes.collect(), sources.collect())
}

#[test]
fn a_race_a_deadlock_and_a_lost_update_between_two_calls_fail_on_every_jdk_and_sound_classes_do_not() {
    for jdk in jdks() {
        let work = Work::on_subject("together", jdk);
        work.palus("generate --classpath classes --sequences 6000 --seed 1 --out out --quiet")
            .exits(0);
        let (classes, sources) = found(&work);
        assert_eq!(classes, planted(), "JDK {}: {sources}", jdk.feature);
        assert!(
            sources.contains("waited for each other") && sources.contains("assertTimeoutPreemptively"),
            "{sources}"
        );
        assert!(sources.contains("sum() was expected to give 2"), "{sources}");
        // On the one that they were made on they have been run.
        for other in jdks().iter().filter(|other| other.feature != jdk.feature) {
            let ran = Console::run(&work, "out/failures/java", other);
            let (tests, failed) = (ran.count("tests found"), ran.count("tests failed"));
            assert!(tests >= planted().len() as u64, "JDK {}", other.feature);
            // On a loaded machine two threads may miss each other for ten thousand rounds.
            assert!(2 * failed >= tests, "JDK {}: {failed} of {tests}", other.feature);
        }
    }
}

#[test]
fn junit_4_tells_the_same_and_what_is_not_asked_for_is_not_tried() {
    let work = Work::on_subject("together", &jdks()[0]);
    let generate = "generate --classpath classes --sequences 4000 --seed 1 --out out --quiet --junit 4";
    work.palus(generate).exits(0);
    let (classes, sources) = found(&work);
    assert_eq!(classes, planted(), "{sources}");
    assert!(sources.contains("@Test(timeout = 2_000)"), "{sources}");
    work.palus(&format!("{generate} --contracts paper")).exits(0);
    assert_eq!(found(&work).0, BTreeSet::new());
}
