//! `palus violations`: tests that do what a suite never did.

use std::fs;

use crate::support::console::{Console, junit_jars, record_states};
use crate::support::{Jdk, Work, recording_jdks, tree};
use serde_json::Value;

/// The suites of these classes, recorded with states; the code that they test lies in `code`.
fn recorded(jdk: &Jdk, suites: &[&str]) -> Work {
    let work = Work::on_subject_with("stacks", jdk, &junit_jars());
    record_states(&work, suites, "run.trace");
    fs::create_dir_all(work.path("code/demo")).unwrap();
    for class in ["UniqueBoundedStack.class", "ArrayStack.class"] {
        fs::copy(
            work.path("classes/demo").join(class),
            work.path("code/demo").join(class),
        )
        .unwrap();
    }
    work
}

const EMPTY: &str = "demo.UniqueBoundedStack.top()  after: (result == -1) <==> (this.numberOfElements == 0)";

/// All sources below a folder.
fn sources(work: &Work, folder: &str) -> String {
    let folder = work.path(folder);
    let files = tree(&folder).into_iter().map(|file| folder.join(file));
    files.map(|file| fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn an_element_that_looks_like_an_empty_stack_is_shown() {
    let jdk = &recording_jdks()[0];
    let work = recorded(jdk, &["app.UniqueBoundedStackTest"]);
    let violations = "violations run.trace --classpath code --sequences 2000 --quiet";
    let ran = work.palus(&format!("{violations} --out shown")).exits(0);
    let told = ran.stdout();
    let line = told
        .lines()
        .find(|line| line.contains(EMPTY))
        .unwrap_or_else(|| panic!("{told}{}", ran.stderr()));
    assert!(
        line.contains("broken by  v0 = new demo.UniqueBoundedStack(); v1 = v0.push(-1); v2 = v0.top()  "),
        "{told}"
    );
    assert!(told.contains("object: this.elems[] elements >= 0"), "{told}");
    assert!(!told.contains("before:"), "preconditions are not asked: {told}");
    let java = sources(&work, "shown/java");
    assert!(
        java.contains("Here result is -1, this.numberOfElements is 1."),
        "{java}"
    );
    assert!(
        java.contains("stack.push(-1);") || java.contains("Stack.push(-1);"),
        "{java}"
    );
    assert!(java.contains("assertEquals(-1, "), "{java}");
    assert!(
        java.contains("UniqueBoundedStackTest.isEmptyAtFirst"),
        "who taught it: {java}"
    );
    // They assert what happened, so they pass.
    assert!(Console::run(&work, "shown/java", jdk).passes() > 0);

    let told = work.palus(&format!("{violations} --pre --out pre")).exits(0).stdout();
    assert!(
        told.contains("demo.UniqueBoundedStack.push(int)  before: number >= 0"),
        "{told}"
    );
}

/// The tests of one class as a folder of their own.
fn with_test_classes(jdk: &Jdk, test: &str) -> Work {
    let work = recorded(jdk, &["app.UniqueBoundedStackTest"]);
    fs::create_dir_all(work.path("tests/app")).unwrap();
    let file = format!("app/{test}.class");
    fs::copy(work.path("classes").join(&file), work.path("tests").join(&file)).unwrap();
    work
}

#[test]
fn tests_are_run_here_and_what_is_shown_joins_them() {
    let jdk = recording_jdks().last().expect("a JDK");
    let work = with_test_classes(jdk, "UniqueBoundedStackTest");
    let line =
        "violations --classpath code --test-classes tests --class demo.UniqueBoundedStack --sequences 2000 --quiet";
    let once = work.palus(&format!("{line} --out once")).exits(0).stdout();
    assert!(once.contains(EMPTY) && once.contains(" from 15 tests; "), "{once}");
    let thrice = work
        .palus(&format!("{line} --iterations 3 --out thrice"))
        .exits(0)
        .stdout();
    let broken = |told: &str| told.lines().filter(|line| line.contains("broken by")).count();
    assert!(
        broken(&thrice) > broken(&once),
        "what is learned anew is broken too: {thrice}{once}"
    );
    let statements = |told: &'_ str| -> Vec<String> {
        let parts = told.lines().filter_map(|line| line.split_once("   broken by"));
        parts.map(|(statement, _)| statement.to_owned()).collect()
    };
    let in_all = statements(&thrice);
    assert!(
        statements(&once).iter().all(|one| in_all.contains(one)),
        "{thrice}{once}"
    );

    // A reader finds all of it on the page, and a code review tool in a file of notes.
    let page = fs::read_to_string(work.path("thrice/report.html")).unwrap();
    assert!(
        page.contains("(result == -1) &lt;==&gt; (this.numberOfElements == 0)"),
        "{page}"
    );
    assert!(page.contains("v1 = v0.push(-1);\nv2 = v0.top()"), "{page}");
    let sarif: Value = serde_json::from_str(&fs::read_to_string(work.path("once/palus.sarif")).unwrap()).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), broken(&once));
    assert!(results.iter().all(|result| result["level"] == "note"), "{sarif}");
}

#[test]
fn numbers_are_moved_towards_what_breaks_a_statement() {
    let work = with_test_classes(&recording_jdks()[0], "UniqueBoundedStackTest");
    let line = "violations run.trace --classpath code --class demo.UniqueBoundedStack --sequences 60 --seed 2 --quiet";
    let without = work.palus(&format!("{line} --out without")).exits(0).stdout();
    assert!(!without.contains(EMPTY), "{without}");
    let with = work.palus(&format!("{line} --chase on --out with")).exits(0).stdout();
    assert!(
        with.contains(EMPTY) && with.contains(" that were made of such as came near break "),
        "{with}"
    );
}

#[test]
fn what_the_suite_tried_is_no_violation() {
    let work = recorded(
        &recording_jdks()[0],
        // The class of the last one is not in the folder of the code.
        &["app.UniqueBoundedStackTest", "app.NegativeTest", "app.NumberedTest"],
    );
    let told = work
        .palus("violations run.trace --classpath code --sequences 2000 --quiet --out shown")
        .exits(0)
        .stdout();
    assert!(!told.contains(EMPTY), "{told}");

    let violations = "violations run.trace --classpath code --sequences 100 --out none";
    work.palus(&format!("{violations} --templates modulo"))
        .exits(1)
        .complains("nothing was always true of what the tests called");
    work.palus(&format!("{violations} --class demo.Other"))
        .exits(1)
        .complains("the tests call no method of these classes");
    work.palus("violations run.trace --classpath classes/app --sequences 100 --out none")
        .exits(1)
        .complains("none of the classes that the tests called can be tested");
    work.palus("violations missing.trace --classpath code --out none")
        .exits(1)
        .complains("missing.trace: the trace cannot be read");
    assert!(!work.path("none").exists());
}

#[test]
fn static_fields_are_asked_of_sequences_that_run_by_themselves() {
    for jdk in recording_jdks() {
        let work = with_test_classes(jdk, "MeterTest");
        let file = "demo/Meter.class";
        fs::copy(work.path("classes").join(file), work.path("code").join(file)).unwrap();
        let line = "violations --classpath code --test-classes tests --classes demo.Meter --sequences 1000 --quiet";
        let told = work.palus(&format!("{line} --statics --out with")).exits(0).stdout();
        let breaking = |statement: &str| {
            let mut lines = told.lines().filter_map(|line| line.split_once("   broken by  "));
            lines.find(|(broken, _)| broken.trim() == statement).map(|(_, by)| by)
        };
        // One that finds what another sequence left behind would break it by a new meter alone.
        let by = breaking("demo.Meter  object: this.own == Meter.peak").unwrap_or_else(|| panic!("{told}"));
        assert!(by.contains(".add("), "{told}");
        let without = work.palus(&format!("{line} --out without")).exits(0).stdout();
        assert!(!without.contains("Meter.peak"), "{without}");
    }
}
