//! `palus fields` on suites that ran.

use std::fs;

use crate::support::console::{junit_jars, record_states};
use crate::support::{Work, recording_jdks, working_jdks};
use serde_json::Value;

/// Records the suites of these classes into `NAME.trace`.
fn record(work: &Work, suites: &[&str], name: &str) {
    record_states(work, suites, &format!("{name}.trace"));
}

#[test]
fn the_links_between_objects_that_tests_exercise_are_counted() {
    for jdk in working_jdks() {
        let work = Work::on_subject_with("trees", jdk, &junit_jars());
        record(&work, &["app.NodeTest"], "run");
        let text = work.palus("fields run.trace").exits(0).stdout();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "5 heaps of 1 tests",
                "demo.Node.left  4 pairs, 2 not null: (Node#0, Node#1), (Node#1, Node#3), (Node#2, null), (Node#3, null)",
                "demo.Node.right  4 pairs, 1 not null: (Node#0, Node#2), (Node#1, null), (Node#2, null), (Node#3, null)",
                "",
                "pairs that one test alone has:",
                "  app.NodeTest.hasFour  8",
            ],
            "JDK {}",
            jdk.feature
        );
    }
}

#[test]
fn elements_of_arrays_and_collections_are_linked_by_ranges_of_their_places() {
    let work = Work::on_subject_with("trees", &recording_jdks()[0], &junit_jars());
    record(&work, &["app.ShelfTest"], "run");
    let text = work.palus("fields run.trace").exits(0).stdout();
    let elements = |line: &&str| line.contains('[') && !line.starts_with("demo.Shelf");
    let lines: Vec<&str> = text.lines().filter(elements).collect();
    assert_eq!(
        lines,
        [
            "[Ldemo.Node;[0]  1 pairs, 1 not null: (Node[]#0, Node#0)",
            "[Ldemo.Node;[1]  1 pairs, 0 not null: (Node[]#0, null)",
            "[Ldemo.Node;[2..]  2 pairs, 2 not null: (Node[]#0, Node#0), (Node[]#0, Node#1)",
            "[Ldemo.Node;[last]  1 pairs, 1 not null: (Node[]#0, Node#0)",
            "java.util.ArrayList[0]  1 pairs, 1 not null: (ArrayList#0, Node#1)",
            "java.util.LinkedHashMap[value]  1 pairs, 1 not null: (LinkedHashMap#0, Node#0)",
        ],
        "{text}"
    );
    fs::write(
        work.path("pairs.txt"),
        "java.util.LinkedHashMap[value] java.util.LinkedHashMap#0 demo.Node#0\n",
    )
    .unwrap();
    work.palus("fields run.trace --criterion file:pairs.txt").exits(0);
}

#[test]
fn compiled_tests_are_run_and_those_that_fail_do_not_count() {
    let work = Work::on_subject_with("trees", &recording_jdks()[0], &junit_jars());
    let line = "fields --classpath classes --test-classes classes --include demo.*";
    let told = "1 of 4 tests fail as they are and are left out, first app.FailingTest.makesRings: ";
    let ran = work.palus(line).exits(0).complains(told);
    record(&work, &["app.LineTest", "app.NodeTest", "app.ShelfTest"], "run");
    let recorded = work.palus("fields run.trace --class demo.Node").exits(0).stdout();
    let pairs = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("demo.Node."));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(pairs(&ran.stdout()), pairs(&recorded));
    assert_eq!(pairs(&recorded).len(), 2);
    let met =
        "fields --classpath classes --test-classes classes --include demo.* --class demo.Node --criterion non-null";
    work.palus(met).exits(0);
}

#[test]
fn what_is_missing_is_named_and_suites_are_compared() {
    let work = Work::on_subject_with("trees", &recording_jdks()[0], &junit_jars());
    record(&work, &["app.LineTest"], "line");
    record(&work, &["app.LineTest", "app.NodeTest"], "run");
    work.palus("fields run.trace --criterion non-null").exits(0);
    let lacking = work.palus("fields line.trace --criterion non-null").exits(3).stdout();
    assert!(
        lacking.ends_with("1 missing:\n  demo.Node.right was always null\n"),
        "{lacking}"
    );
    fs::write(
        work.path("pairs.txt"),
        "demo.Node.right demo.Node#1 demo.Node#2\ndemo.Node.left demo.Node#0 demo.Node#1\n",
    )
    .unwrap();
    let lacking = work
        .palus("fields run.trace --criterion file:pairs.txt")
        .exits(3)
        .stdout();
    assert!(
        lacking.ends_with("1 missing:\n  demo.Node.right never linked Node#1 to Node#2\n"),
        "{lacking}"
    );

    let json = work
        .palus("fields line.trace --against run.trace --values --format json")
        .exits(0)
        .stdout();
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["schema"], 1);
    let fields: Vec<&Value> = json["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|field| &field["field"])
        .collect();
    assert_eq!(fields, ["demo.Node.asked", "demo.Node.left", "demo.Node.right"]);
    let pairs = |list: &str| json[list].as_array().unwrap().len();
    assert_eq!(pairs("only_here"), 0, "{json}");
    assert!(pairs("only_there") > 0, "{json}");
}

#[test]
fn a_search_ends_when_it_has_found_the_links_that_can_be_expected() {
    let work = Work::on_subject_with("trees", &recording_jdks()[0], &junit_jars());
    let generated = |options: &str| -> Value {
        let line =
            format!("generate --classpath classes --classes demo.Shelf --seed 1 --sequences 4000 --out out {options}");
        work.palus(&line).exits(0);
        serde_json::from_str(&fs::read_to_string(work.path("out/palus.json")).unwrap()).expect("it is JSON")
    };
    let whole = generated("");
    assert_eq!(whole["sequences"]["executed"], 4000);
    assert_eq!(whole["fields"], Value::Null, "nobody asked");
    let stopped = generated("--stop fields");
    let executed = stopped["sequences"]["executed"].as_u64().unwrap();
    assert!((800..4000).contains(&executed), "{executed}");
    let lines = |figures: &Value| figures["coverage"]["lines_hit"].as_u64();
    assert_eq!(lines(&stopped), lines(&whole));
    assert!(lines(&whole) > Some(0), "{}", whole["coverage"]);
    let count = |what: &str| stopped["fields"][what].as_u64().unwrap();
    assert!(
        0 < count("non_null") && count("non_null") < count("pairs"),
        "{}",
        stopped["fields"]
    );
}

#[test]
fn what_cannot_be_counted_is_said_with_what_to_do() {
    let work = Work::on_subject_with("trees", &recording_jdks()[0], &junit_jars());
    record(&work, &["app.LineTest"], "run");
    let fails =
        |options: &str, because: &str| drop(work.palus(&format!("fields {options}")).exits(1).complains(because));
    fails("missing.trace", "missing.trace: the trace cannot be read");
    fails(
        "run.trace --class demo.Other",
        "no object that the tests use has a field with a reference; look at --class",
    );
    fails("run.trace --criterion rhyme", "there is no criterion rhyme");
    fails(
        "run.trace --criterion file:none.txt",
        "none.txt: the pairs cannot be read",
    );
    fs::write(work.path("bad.txt"), "\ndemo.Node.left Node").unwrap();
    fails("run.trace --criterion file:bad.txt", "bad.txt, line 2: ");
    fails("run.trace --against run.palus", "run.palus: not a trace");
    fs::create_dir(work.path("empty")).unwrap();
    fails(
        "--classpath classes --test-classes empty",
        "there is no class in empty; give the folder of compiled tests",
    );
    fails(
        "--classpath classes --test-classes classes --include other.*",
        "none that loaded a class that is recorded; give the command that runs your tests, and look at --include",
    );
    for wrong in ["", "run.trace --classpath classes", "run.trace --test-classes classes"] {
        work.palus(&format!("fields {wrong}")).exits(2);
    }
}
