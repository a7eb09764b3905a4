//! `palus axioms`: laws of classes, in executions of a trace and in those that workers make.

use std::fs;

use crate::support::console::{Compiled, junit_jars, record_states};
use crate::support::{Work, jdks, root};
use serde_json::Value;

fn on_laws() -> Work {
    Work::on_subject_with("laws", &jdks()[0], &junit_jars())
}

fn golden(name: &str) -> String {
    let file = root().join("tests/subjects/laws/golden").join(name);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// With the trace of the suite.
fn recorded() -> Work {
    let work = on_laws();
    record_states(&work, &["app.StackTest"], "run.trace");
    work
}

fn laws(told: &str) -> Vec<String> {
    let axioms: Value = serde_json::from_str(told).unwrap();
    let law = |axiom: &Value| {
        format!(
            "{} == {}",
            axiom["left"].as_str().unwrap(),
            axiom["right"].as_str().unwrap()
        )
    };
    axioms["axioms"].as_array().unwrap().iter().map(law).collect()
}

#[test]
fn the_laws_of_a_stack_are_found_in_the_trace_of_its_tests() {
    let work = recorded();
    let axioms = "axioms run.trace --classpath classes";
    assert_eq!(work.palus(axioms).exits(0).stdout(), golden("stack.txt"));
    let json = work.palus(&format!("{axioms} --format json")).exits(0).stdout();
    assert_eq!(json, golden("stack.json"));
    let page = work.palus(&format!("{axioms} --format html")).exits(0).stdout();
    let row = "<code>isEmpty(pop(S)) == isEmpty(S)</code></td><td>4</td><td>1</td>";
    assert!(page.contains(row) && page.ends_with("</html>"), "{page}");
    let law = "pop(push(S, x)).state == S".to_owned();
    assert!(laws(&json).contains(&law));
    let whole = work
        .palus(&format!("{axioms} --state whole-state --format json"))
        .exits(0)
        .stdout();
    assert!(!laws(&whole).contains(&law), "the slot that pop leaves is in the state");
    let alone = work.palus("axioms run.trace --format json").exits(0);
    let alone = alone.complains("give --classpath to have their equals asked").stdout();
    assert_eq!(laws(&alone), laws(&whole));
    work.palus("axioms run.trace --state pairwise-equals")
        .exits(1)
        .complains("give --classpath beside the trace");
}

#[test]
fn each_law_has_a_test_and_so_has_each_exception() {
    let work = recorded();
    work.palus("axioms run.trace --classpath classes --out made")
        .exits(0)
        .complains("13 tests are in made/java");
    let text = fs::read_to_string(work.path("made/java/demo/StackAxiomsTest.java")).unwrap();
    for line in [
        "  // Always, 5 of 5: pop(push(S, x)) == x.",
        "  void popOfPushIsX() {",
        "    assertEquals(3, stack.pop());",
        "  // Not always, 4 of 5: isEmpty(pop(S)) == isEmpty(S).",
        "  void special_isEmptyOfPopIsIsEmptyS() {",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
    work.palus("axioms run.trace --out made")
        .exits(1)
        .complains("tests cannot be made of a trace alone");
}

#[test]
fn the_published_laws_of_a_stack_are_found_without_a_test() {
    let work = on_laws();
    let told = work
        .palus("axioms --classpath classes --class demo.Stack --values 1,2 --format json")
        .exits(0)
        .stdout();
    let axioms: Value = serde_json::from_str(&told).unwrap();
    let find = |law: &str| {
        let place = laws(&told).iter().position(|found| found == law);
        let place = place.unwrap_or_else(|| panic!("{law} is not among {:#?}", laws(&told)));
        let axiom = &axioms["axioms"][place];
        (
            axiom["satisfied"].as_u64().unwrap(),
            axiom["violated"].as_u64().unwrap(),
        )
    };
    for universal in [
        "pop(new Stack()) == throws IndexOutOfBoundsException",
        "pop(push(S, x)) == x",
        "pop(push(S, x)).state == S",
        "isEmpty(new Stack()) == true",
    ] {
        assert_eq!(find(universal).1, 0, "{universal}");
    }
    let (satisfied, violated) = find("isEmpty(pop(S)) == isEmpty(S)");
    assert!(satisfied > violated && violated > 0);
}

#[test]
fn the_published_law_of_the_linked_list_mostly_holds() {
    let work = Work::empty(&jdks()[0]);
    let told = work
        .palus("axioms --class java.util.LinkedList --most 3000 --format json")
        .exits(0)
        .stdout();
    let axioms: Value = serde_json::from_str(&told).unwrap();
    let law = "remove[Object](removeLast(S), x).state == removeLast(remove[Object](S, x)).state";
    let place = laws(&told).iter().position(|found| found == law);
    let axiom = &axioms["axioms"][place.expect("it is there")];
    let (satisfied, violated) = (
        axiom["satisfied"].as_u64().unwrap(),
        axiom["violated"].as_u64().unwrap(),
    );
    assert!(violated > 0 && satisfied > 4 * violated, "{satisfied} : {violated}");
    // What is taken is at the end, and elsewhere too.
    let special = axiom["special"].as_str().unwrap();
    assert!(special.starts_with("remove(removeLast(add"), "{special}");
}

#[test]
fn a_fault_breaks_laws_of_the_version_without_it() {
    let work = on_laws();
    let line = "--class demo.Deque --values a,b --depth 2";
    let told = work
        .palus(&format!("axioms --classpath classes {line} --format json"))
        .exits(0)
        .stdout();
    fs::write(work.path("axioms.json"), &told).unwrap();
    assert!(
        laws(&told).contains(&"size(offerLast(S, x)) == size(S) + 1".to_owned()),
        "{:#?}",
        laws(&told)
    );
    let check = |classes: &str| work.palus(&format!("axioms --classpath {classes} {line} --check axioms.json"));
    let same = check("classes").exits(0).stdout();
    assert!(
        same.starts_with("none of ") && same.ends_with(" universal axioms is broken\n"),
        "{same}"
    );
    let faulty = crate::support::java_files(&root().join("tests/subjects/laws-faulty"));
    work.javac(&faulty, &work.path("faulty"), &[]);
    let broken = check("faulty").exits(3).stdout();
    assert!(broken.contains("pollLast(offerLast(S, x)).state == S"), "{broken}");
    // What fails is a test of its own, which asks an observer where the class has no equals.
    let line = format!("axioms --classpath faulty {line} --check axioms.json --out made");
    work.palus(&line)
        .exits(3)
        .complains("1 failing tests are in made/failures/java");
    let text = fs::read_to_string(work.path("made/failures/java/demo/DequeAxiomsTest.java")).unwrap();
    for line in [
        "  // Always in another version, and not here: pollLast(offerLast(S, x)).state == S.",
        "  void pollLastOfOfferLastStateIsS() {",
        "    assertEquals(deque.size(), deque2.size());",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
    let other = work.palus("axioms --classpath classes --class demo.Stack --check axioms.json");
    other.complains("the axioms are of demo.Deque; they are looked for in demo.Stack by the names of methods");
    work.palus("axioms --classpath classes --class demo.Lopsided --check axioms.json")
        .exits(1)
        .complains("no axiom of demo.Deque is about methods that were called on demo.Lopsided");
}

#[test]
fn a_law_that_demands_an_exception_a_difference_or_a_text_has_a_failing_test_too() {
    let work = on_laws();
    let line = "--class demo.Till --depth 4";
    let told = work
        .palus(&format!("axioms --classpath classes {line} --format json"))
        .exits(0)
        .stdout();
    fs::write(work.path("axioms.json"), &told).unwrap();
    work.javac(
        &crate::support::java_files(&root().join("tests/subjects/laws-faulty")),
        &work.path("faulty"),
        &[],
    );
    let broken = work
        .palus(&format!(
            "axioms --classpath faulty {line} --check axioms.json --out made"
        ))
        .exits(3)
        .stdout();
    for law in [
        "count(put(S)) == count(S) + 1",
        "take(new Till()) == throws IllegalStateException",
        r#"label(S) == "a \"till\"\n""#,
    ] {
        assert!(broken.contains(law), "{law} is not in\n{broken}");
    }
    let text = fs::read_to_string(work.path("made/failures/java/demo/TillAxiomsTest.java")).unwrap();
    for line in [
        "    assertEquals(till.count() + 1, till2.count());",
        "    assertThrows(IllegalStateException.class, () -> till.take());",
        r#"    assertEquals("a \"till\"\n", till.label());"#,
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
    let failing = |code: &str| {
        let compiled = Compiled::of(&work, "made/failures/java", &[code], &jdks()[0]);
        compiled.failures_with(&[]).len()
    };
    assert_eq!(
        (failing("faulty"), failing("classes")),
        (text.matches("@Test").count(), 0)
    );
}

#[test]
fn laws_of_a_class_of_the_jdk_are_looked_for_in_one_that_copies_it() {
    let work = on_laws();
    let line = "--values a,b --depth 2";
    let told = work
        .palus(&format!("axioms --class java.util.ArrayDeque {line} --format json"))
        .exits(0)
        .stdout();
    fs::write(work.path("axioms.json"), &told).unwrap();
    let check = |class: &str| {
        work.palus(&format!(
            "axioms --classpath classes --class {class} {line} --check axioms.json"
        ))
    };
    let faithful = check("demo.FaithfulDeque").exits(0).stdout();
    assert!(faithful.starts_with("none of "), "{faithful}");
    let forgetful = check("demo.ForgetfulDeque").exits(3).stdout();
    assert!(
        forgetful.contains("pollLast(addLast(S, x)).state == S  not: pollLast("),
        "{forgetful}"
    );
}

#[test]
fn a_broken_law_of_the_state_is_asked_of_equals_where_the_class_has_one() {
    let work = on_laws();
    let line = "axioms --classpath classes --values 1,2";
    let told = work
        .palus(&format!("{line} --class demo.Stack --format json"))
        .exits(0)
        .stdout();
    fs::write(work.path("axioms.json"), &told).unwrap();
    let broken = work
        .palus(&format!("{line} --class demo.Leaky --check axioms.json --out made"))
        .exits(3)
        .stdout();
    assert!(broken.contains("pop(push(S, x)).state == S"), "{broken}");
    let text = fs::read_to_string(work.path("made/failures/java/demo/LeakyAxiomsTest.java")).unwrap();
    assert!(text.contains("    assertTrue(leaky2.equals(leaky));\n"), "{text}");
}

#[test]
fn several_classes_are_looked_at_in_one_run() {
    let work = on_laws();
    let line = "axioms --classpath classes --classes demo.Leaky --classes demo.L*y --depth 1";
    let ran = work
        .palus(line)
        .exits(0)
        .complains("demo.Lonely is left out: demo.Lonely has 1 method");
    let told = ran.stdout();
    assert!(
        told.starts_with("demo.Leaky: ") && told.matches(" different executions, ").count() == 1,
        "{told}"
    );
    let line = "axioms --classpath classes --classes demo.*Deque --values a --depth 1";
    let json = work.palus(&format!("{line} --format json")).exits(0).stdout();
    let all: Value = serde_json::from_str(&json).unwrap();
    let names: Vec<&str> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|of| of["class"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["demo.Deque", "demo.FaithfulDeque", "demo.ForgetfulDeque"]);
    fs::write(work.path("axioms.json"), &json).unwrap();
    let same = work.palus(&format!("{line} --check axioms.json")).exits(0).stdout();
    assert_eq!(same.matches("none of ").count(), 3, "{same}");
    work.palus("axioms --classpath classes --class demo.Stack --check axioms.json")
        .exits(1)
        .complains("the axioms are of 3 classes, and demo.Stack is none of them");
    work.palus("axioms --classpath classes --classes none.*")
        .exits(1)
        .complains("no class on the class path matches `none.*`");
}

#[test]
fn what_has_no_laws_is_said_in_a_sentence() {
    let work = on_laws();
    fs::write(work.path("no.json"), "[]").unwrap();
    let cases = [
        (
            "--class demo.Lonely",
            "demo.Lonely has 1 method that was called on an object; a law needs two",
        ),
        ("--class demo.Absent", "there is no class demo.Absent"),
        ("--class demo.Stack --check no.json", "no list of axioms"),
    ];
    for (options, sentence) in cases {
        work.palus(&format!("axioms --classpath classes {options}"))
            .exits(1)
            .complains(sentence);
    }
    let lopsided = work.palus("axioms --classpath classes --class demo.Lopsided").exits(0);
    let told = lopsided
        .complains("its equals cannot be used: it is not symmetric")
        .stdout();
    assert!(told.contains("age(grow(S)) == age(S) + 1"), "{told}");
    work.palus("axioms").exits(2);
    work.palus("axioms --classpath classes --class demo.Stack --threshold 1")
        .exits(2);
}

#[test]
fn an_equals_that_throws_is_not_asked() {
    let work = on_laws();
    let told = work
        .palus("axioms --classpath classes --class demo.Touchy")
        .exits(0)
        .complains(
            "demo.Touchy: its equals cannot be used: it throws, so states are told apart by all that objects reach",
        )
        .stdout();
    assert!(told.contains("age(grow(S)) == age(S) + 1"), "{told}");
}

#[test]
fn what_hangs_on_chance_is_left_out_and_counted() {
    let work = on_laws();
    let told = work
        .palus("axioms --classpath classes --class demo.Moody")
        .exits(0)
        .stdout();
    assert!(
        told.contains("\n4 executions are left out: they ended in two ways\n"),
        "{told}"
    );
    assert!(told.contains("age(S).state == S") && !told.contains("mood"), "{told}");
}

#[test]
fn executions_that_do_not_compose_are_no_failure() {
    let work = on_laws();
    record_states(&work, &["app.LooseTest"], "loose.trace");
    let told = work.palus("axioms loose.trace --state whole-state").exits(0).stdout();
    assert!(
        told.contains("no two executions compose: none begins in the state in which another one left an object"),
        "{told}"
    );
}
