//! `palus violations`: tests that do what a suite never did.

mod support;

use std::fs;

use support::console::{Console, junit_jars, record_states};
use support::{Jdk, Work, recording_jdks, tree};

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

#[test]
fn what_the_suite_tried_is_no_violation() {
    let work = recorded(
        &recording_jdks()[0],
        &["app.UniqueBoundedStackTest", "app.NegativeTest"],
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
    work.palus("violations missing.trace --classpath code --out none")
        .exits(1)
        .complains("missing.trace: the trace cannot be read");
    assert!(!work.path("none").exists());
}
