//! `palus explore --symbolic` and `--concrete`: all paths of up to so many calls.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::support::console::{Console, junit_jars};
use crate::support::{Work, jdks};
use serde_json::Value;

fn work() -> Work {
    Work::on_subject_with("symbolic", &jdks()[0], &junit_jars())
}

/// The figures of an exploration of that class.
fn explored(work: &Work, class: &str, options: &str) -> Value {
    let line = format!("explore --classpath classes --class {class} {options} --out out");
    work.palus(&line).exits(0);
    figures(work)
}

fn figures(work: &Work) -> Value {
    let text = fs::read_to_string(work.path("out/explore.json")).expect("there are figures");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The same with no z3 on `PATH`.
fn explored_alone(work: &Work, class: &str, options: &str) -> Value {
    let path = jdks()[0].home.join("bin");
    let line = format!("explore --symbolic --classpath classes --class {class} {options} --out out");
    work.palus_with(&line, &[("PATH", path.as_os_str())]).exits(0);
    figures(work)
}

/// A column of the table, a figure for each number of calls.
fn column(figures: &Value, name: &str) -> Vec<u64> {
    let rows = figures["rows"].as_array().expect("a table");
    let cell = |row: &Value| row[name].as_u64();
    rows.iter()
        .map(|row| cell(row).unwrap_or_else(|| panic!("{name}: {row}")))
        .collect()
}

/// Why paths were left open.
fn reasons(figures: &Value) -> Vec<&str> {
    let open = figures["open"].as_array().expect("reasons");
    open.iter().filter_map(|open| open["reason"].as_str()).collect()
}

/// Everything was followed to its end, and the virtual machine did the same.
fn assert_sound(figures: &Value) {
    assert_eq!(figures["diverged"], Value::Array(Vec::new()), "{figures}");
    assert_eq!(figures["partial"], Value::Bool(false), "{figures}");
    assert!(figures["replayed"].as_u64() > Some(0), "{figures}");
}

#[test]
fn a_state_that_an_earlier_one_covers_is_pruned_and_its_path_has_a_test() {
    for jdk in jdks() {
        let work = Work::on_subject_with("symbolic", jdk, &junit_jars());
        for junit in [5, 4] {
            let options = format!("--symbolic --calls 2 --methods insert --all-tests --junit {junit}");
            let figures = explored(&work, "demo.SearchTree", &options);
            assert_sound(&figures);
            assert_eq!(column(&figures, "states"), [1, 2, 4]);
            assert_eq!(column(&figures, "pruned"), [0, 0, 1]);
            let source = fs::read_to_string(work.path("out/java/demo/SearchTreeSymbolicTest.java")).expect("tests");
            for wanted in [
                "// Where x1 < x2",
                "insert(-1000000)",
                "insert(-999999)",
                "// Where x1 == x2",
            ] {
                assert!(source.contains(wanted), "{wanted} in {source}");
            }
            // The constructor, a call, and the three paths of a second one.
            assert_eq!(figures["tests"], 5);
            assert_eq!(Console::run(&work, "out/java", jdk).passes(), 5, "JDK {}", jdk.feature);
        }
    }
}

#[test]
fn states_with_variables_are_as_many_as_there_should_be_and_all_branches_are_taken() {
    let work = work();
    for (class, calls, states) in [
        ("demo.SearchTree", 6, &[1, 2, 4, 9, 23, 65, 197][..]),
        ("demo.NumberList", 6, &[1, 2, 3, 4, 5, 6, 7]),
        ("demo.IntStack", 8, &[1, 2, 4, 6, 9, 12, 16, 20, 24]),
    ] {
        let figures = explored(&work, class, &format!("--symbolic --calls {calls}"));
        assert_sound(&figures);
        assert_eq!(column(&figures, "states"), states, "{class}");
        assert_eq!(
            column(&figures, "branches").last(),
            figures["branches"].as_u64().as_ref(),
            "{class}"
        );
        assert!(reasons(&figures).is_empty(), "{figures}");
    }
    for (class, states) in [("demo.UniqueStack", Some([22, 30, 41, 55])), ("demo.MaxHeap", None)] {
        let figures = explored(&work, class, "--symbolic --calls 8");
        assert_sound(&figures);
        assert_eq!(
            column(&figures, "branches").last(),
            figures["branches"].as_u64().as_ref(),
            "{class}"
        );
        if let Some(states) = states {
            assert_eq!(column(&figures, "states")[5..], states, "{class}");
        }
    }
    let report = fs::read_to_string(work.path("out/report.html")).expect("there is a page");
    assert!(report.contains("<title>Sequences of demo.MaxHeap</title>"), "{report}");
}

#[test]
fn states_with_values_are_as_many_as_there_should_be() {
    let work = work();
    for (class, most, states) in [
        ("demo.SearchTree", 6, &[1, 7, 37, 137, 347, 599, 731][..]),
        ("demo.NumberList", 5, &[1, 6, 31, 156, 781, 3906]),
        ("demo.IntStack", 5, &[1, 6, 36, 186, 961, 4836]),
        ("demo.UniqueStack", 5, &[1, 7, 33, 119, 325, 656]),
        ("demo.UniqueStack", 6, &[1, 8, 45, 202, 719, 1962, 3235]),
        ("demo.MaxHeap", 6, &[1, 7, 28, 119, 385, 1379, 4515]),
    ] {
        let figures = explored(&work, class, &format!("--concrete --values 1..{most} --calls {most}"));
        assert_sound(&figures);
        assert_eq!(column(&figures, "states"), states, "{class}");
    }
}

#[test]
fn numbers_of_all_types_do_what_they_do_in_the_virtual_machine() {
    let work = work();
    let figures = explored(&work, "odd.Kinds", "--symbolic --calls 2 --all-tests");
    assert_sound(&figures);
    assert!(reasons(&figures).is_empty(), "{figures}");
    let source = fs::read_to_string(work.path("out/java/odd/KindsSymbolicTest.java")).expect("tests");
    // What nobody would guess, what wraps around, and a constant of an enum.
    for wanted in ["find(48271)", "find(2147483646)", "Kinds.Level.HIGH"] {
        assert!(source.contains(wanted), "{wanted} in {source}");
    }
    assert!(Console::run(&work, "out/java", &jdks()[0]).passes() > 300);
}

#[test]
fn collections_of_the_jdk_are_executed_as_all_other_code() {
    let work = work();
    let figures = explored(&work, "odd.Shelves", "--symbolic --calls 2 --all-tests");
    assert_sound(&figures);
    assert!(reasons(&figures).is_empty(), "{figures}");
    // A method reference that converts objects is left to the virtual machine.
    assert!(column(&figures, "concretised")[2] > 0, "{figures}");
    assert_eq!(
        column(&figures, "branches").last(),
        figures["branches"].as_u64().as_ref()
    );
    let source = fs::read_to_string(work.path("out/java/odd/ShelvesSymbolicTest.java")).expect("tests");
    // The boxes of 127 are one object, those of 128 are two.
    for wanted in [
        "assertTrue(new Shelves().isOne(-128))",
        "assertFalse(new Shelves().isOne(128))",
    ] {
        assert!(source.contains(wanted), "{wanted} in {source}");
    }
    Console::run(&work, "out/java", &jdks()[0]).passes();
}

#[test]
fn what_cannot_be_followed_leaves_its_paths_open_and_says_why() {
    let work = work();
    fs::remove_file(work.path("classes/odd/Helper.class")).unwrap();
    let figures = explored(&work, "odd.Mixed", "--symbolic --calls 1");
    assert_sound(&figures);
    assert_eq!(
        reasons(&figures),
        [
            "there is no class file of odd.Helper",
            "odd.Mixed.made is shared by all sequences, and written",
        ]
    );
    // A number that becomes a floating one, and a property that a virtual machine has read.
    assert_eq!(figures["rows"][1]["concretised"], 2, "{figures}");
    let figures = explored(&work, "odd.Endless", "--symbolic --calls 1");
    assert_sound(&figures);
    assert_eq!(reasons(&figures), ["a call took too long, and may have no end"]);
}

#[test]
fn what_is_not_followed_is_run_and_the_state_behind_it_is_explored_on() {
    let work = work();
    let figures = explored(&work, "odd.Checked", "--symbolic --calls 3");
    assert_sound(&figures);
    assert!(reasons(&figures).is_empty(), "{figures}");
    // The checksum is that of the least number that takes the path; the same number twice gives twice the sum.
    assert_eq!(column(&figures, "states"), [1, 2, 3, 4]);
    assert_eq!(column(&figures, "concretised"), [0, 1, 2, 3]);
    assert_eq!(column(&figures, "branches")[3], 8);
    let source = fs::read_to_string(work.path("out/java/odd/CheckedSymbolicTest.java")).expect("tests");
    for wanted in ["add(11)", "assertEquals(\"above\"", "assertEquals(\"below\""] {
        assert!(source.contains(wanted), "{wanted} in {source}");
    }
    Console::run(&work, "out/java", &jdks()[0]).passes();
}

#[test]
fn what_states_do_not_tell_apart_is_behind_a_call_what_it_was_before() {
    let work = work();
    let figures = explored(&work, "odd.Wired", "--symbolic --calls 2");
    assert_sound(&figures);
    // Which lambda another one is cannot be seen from outside.
    assert_eq!(
        reasons(&figures),
        ["a lambda that a virtual machine made is not executed"]
    );
    // The constant of an enum and an empty array are the very ones of the static fields, the lambda is the one that the constructor made.
    let all = figures["branches"].as_u64().expect("a number");
    assert_eq!(column(&figures, "branches").last(), Some(&(all - 1)), "{figures}");
    let source = fs::read_to_string(work.path("out/java/odd/WiredSymbolicTest.java")).expect("tests");
    for wanted in ["\"off\"", "\"above\"", "\"below\""] {
        assert!(source.contains(wanted), "{wanted} in {source}");
    }
}

#[test]
fn static_methods_make_objects_where_no_constructor_does() {
    let work = work();
    let figures = explored(&work, "odd.Span", "--symbolic --calls 1");
    assert_sound(&figures);
    // An empty one, and one from x1 to x2 where x1 < x2.
    assert_eq!(column(&figures, "states")[0], 2);
    assert_eq!(
        column(&figures, "branches").last(),
        figures["branches"].as_u64().as_ref()
    );
    let source = fs::read_to_string(work.path("out/java/odd/SpanSymbolicTest.java")).expect("tests");
    assert!(source.contains("Span.of(-1000000, -999999)"), "{source}");
    Console::run(&work, "out/java", &jdks()[0]).passes();
}

#[test]
fn conditions_of_all_kinds_are_decided_where_there_is_a_solver() {
    let work = work();
    let alone = explored_alone(&work, "odd.Parity", "--calls 1");
    assert_sound(&alone);
    assert_eq!(alone["solver"], Value::Null);
    assert!(reasons(&alone)[0].starts_with("needs-solver"), "{alone}");
    let together = explored(&work, "odd.Parity", "--symbolic --calls 1");
    assert_sound(&together);
    if together["solver"] == "z3" {
        assert!(reasons(&together).is_empty(), "{together}");
        // No number has a remainder of 8 among the lowest three bits.
        assert_eq!(column(&together, "branches"), [0, 5]);
        assert!(column(&alone, "branches")[1] < 5, "{alone}");
    }
}

#[test]
fn a_solver_that_dies_is_none() {
    let work = work();
    let folder = work.path("bin");
    fs::create_dir(&folder).unwrap();
    let script = folder.join("z3");
    // It answers what is set and declared, and then no more.
    fs::write(
        &script,
        "#!/bin/sh\n[ \"$1\" = -version ] && exit 0\nfor i in 1 2 3 4; do read line; echo success; done\n",
    )
    .unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let mut path = folder.into_os_string();
    path.push(":");
    path.push(work.search_path());
    let line = "explore --symbolic --classpath classes --class odd.Parity --calls 1 --out out";
    let variables: [(&str, &OsStr); 1] = [("PATH", &path)];
    work.palus_with(line, &variables)
        .exits(0)
        .complains("there is no z3 on PATH that answers");
    assert!(reasons(&figures(&work))[0].starts_with("needs-solver"));
}

#[test]
fn a_class_without_numbers_is_said_to_have_nothing_symbolic() {
    let work = work();
    let line = "explore --symbolic --classpath classes --class odd.Plain --format json --out out";
    let ran = work.palus(line).exits(0).complains("so nothing is symbolic");
    let told: Value = serde_json::from_str(&ran.stdout()).expect("it is JSON");
    assert_eq!(column(&told, "states"), [1, 2, 3, 3]);
    assert_eq!(told, figures(&work));
}

#[test]
fn the_time_ends_a_search_that_is_too_large() {
    let work = work();
    let line = "explore --symbolic --classpath classes --class demo.SearchTree --calls 1000 --time 2s --out out";
    let said = work.palus(line).exits(0).stdout();
    assert!(said.contains("the time was up before all calls were made"), "{said}");
    assert_eq!(figures(&work)["partial"], Value::Bool(true));
}

#[test]
fn what_the_time_has_ended_is_gone_on_with() {
    let work = work();
    let line = "explore --symbolic --classpath classes --class demo.SearchTree --calls 9 --out out";
    work.palus(&format!("{line} --time 100ms")).exits(0);
    assert_eq!(figures(&work)["partial"], Value::Bool(true));
    work.palus("explore --symbolic --classpath classes --class demo.IntStack --out out --resume")
        .exits(1)
        .complains("it explored something else; leave out --resume to begin anew");
    work.palus(&format!("{line} --resume")).exits(0);
    let figures = figures(&work);
    assert_sound(&figures);
    assert_eq!(column(&figures, "states"), [1, 2, 4, 9, 23, 65, 197, 626, 2056, 6918]);
    assert!(!work.path("out/explore.saved").exists());
    work.palus("explore --symbolic --classpath classes --class demo.IntStack --out out --resume")
        .exits(0)
        .complains("has nothing to resume");
}

#[test]
fn what_cannot_be_explored_is_said_with_what_to_do() {
    let work = work();
    let fails = |class: &str, options: &str, because: &str| {
        let line = format!("explore --classpath classes --class {class} --out out {options}");
        work.palus(&line).exits(1).complains(because);
    };
    fails(
        "odd.Shape",
        "--symbolic",
        "no constructor that a test can call, and no static method that returns one",
    );
    fails("odd.Nowhere", "--symbolic", "there is no class odd.Nowhere");
    fails("java.util.BitSet", "--symbolic", "is a class of the JDK");
    fails("demo.IntStack", "--symbolic --methods push,peek", "has no method peek");
    fails(
        "demo.IntStack",
        "--symbolic --values 1..3",
        "leave out --values, or give --concrete",
    );
    fails("demo.IntStack", "--concrete --values 3..1", "give the numbers as A..B");
    fails("demo.IntStack", "--concrete --values a", "give the numbers as A..B");
    for wrong in [
        "--concrete",
        "--symbolic --concrete --values 1..2",
        "--symbolic --scope 3",
        "--fields --scope 3 --calls 2",
    ] {
        work.palus(&format!(
            "explore --classpath classes --class demo.IntStack --out out {wrong}"
        ))
        .exits(2);
    }
    fs::write(work.path("file"), "").unwrap();
    work.palus("explore --symbolic --classpath classes --class demo.IntStack --out file")
        .exits(1)
        .complains("give a directory that you can write");
}
