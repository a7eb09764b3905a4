//! `palus explore --fields`: structures that a method accepts.

use std::fs;

use crate::support::console::{Console, junit_jars, record_states};
use crate::support::{Work, jdks};
use serde_json::Value;

fn work() -> Work {
    Work::on_subject_with("structures", &jdks()[0], &junit_jars())
}

/// The figures of an enumeration of that class.
fn explored(work: &Work, class: &str, options: &str) -> Value {
    let line = format!("explore --fields --classpath classes --class {class} {options} --out out");
    work.palus(&line).exits(0);
    let text = fs::read_to_string(work.path("out/explore.json")).expect("there are figures");
    serde_json::from_str(&text).expect("it is JSON")
}

/// A column of the table, a figure for each number of objects.
fn column(figures: &Value, name: &str) -> Vec<u64> {
    let rows = figures["rows"].as_array().expect("a table");
    let cell = |row: &Value| row.get(name).unwrap_or(&row["sizes"][name]).as_u64();
    rows.iter()
        .map(|row| cell(row).unwrap_or_else(|| panic!("{name}: {row}")))
        .collect()
}

/// Figures by the sizes of structures that an independent program computed: all shapes with 1 to n nodes, numbered breadth first.
const TREE_LEFT: [u64; 7] = [1, 3, 5, 8, 11, 15, 19];
const TREE_RIGHT: [u64; 7] = [1, 3, 6, 9, 13, 17, 22];
const TREE_SHAPES: [u64; 7] = [1, 3, 8, 22, 64, 196, 625];

#[test]
fn binary_trees_have_the_extensions_and_the_suite_that_they_should() {
    let work = work();
    let figures = explored(&work, "demo.Tree", "--scope 7");
    assert_eq!(column(&figures, "objects"), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(column(&figures, "structures"), TREE_SHAPES);
    assert_eq!(column(&figures, "demo.Tree.left"), TREE_LEFT);
    assert_eq!(column(&figures, "demo.Tree.right"), TREE_RIGHT);
    assert_eq!(column(&figures, "suite"), [1, 3, 6, 10, 15, 21, 28]);
    assert_eq!((figures["left"].as_u64(), &figures["partial"]), (Some(0), &Value::Null));
    // 132 trees have 6 nodes: the Catalan number.
    assert_eq!(TREE_SHAPES[5] - TREE_SHAPES[4], 132);
}

#[test]
fn avl_trees_and_red_black_sets_have_the_extensions_that_they_should() {
    let work = work();
    let figures = explored(&work, "demo.AvlTree", "--scope 7");
    assert_eq!(column(&figures, "structures"), [1, 3, 4, 8, 14, 18, 35]);
    assert_eq!(column(&figures, "demo.AvlTree.left"), [1, 3, 4, 7, 9, 11, 15]);
    assert_eq!(column(&figures, "demo.AvlTree.right"), [1, 3, 5, 8, 11, 13, 18]);
    // The set is an object too, and an empty one is a structure.
    let figures = explored(&work, "demo.RedBlackSet", "--scope 6");
    assert_eq!(column(&figures, "objects"), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(column(&figures, "structures"), [1, 2, 4, 6, 10, 18, 34]);
    assert_eq!(column(&figures, "demo.RedBlackSet$Node.left"), [0, 1, 3, 4, 7, 9, 13]);
    assert_eq!(column(&figures, "demo.RedBlackSet$Node.right"), [0, 1, 3, 5, 8, 11, 15]);
}

#[test]
fn korats_way_comes_to_the_same_structures() {
    let work = work();
    let figures = explored(&work, "demo.Tree", "--scope 6 --by korat");
    assert_eq!(column(&figures, "structures"), TREE_SHAPES[..6]);
    assert_eq!(column(&figures, "demo.Tree.left"), TREE_LEFT[..6]);
    for (class, scope) in [
        ("demo.AvlTree", 6),
        ("demo.SearchTree", 4),
        ("demo.RedBlackSet", 4),
        ("odd.Shapes", 2),
    ] {
        let lazy = explored(&work, class, &format!("--scope {scope}"));
        let korat = explored(&work, class, &format!("--scope {scope} --by korat"));
        assert_eq!(lazy["pairs"], korat["pairs"], "{class}");
        assert_eq!(column(&lazy, "structures"), column(&korat, "structures"), "{class}");
    }
    // It counts lists with other numbers too: of two, three and four numbers from 0 to 3 in order there are 10, 20 and 35. That of a list of one is not read.
    let figures = explored(&work, "demo.SortedList", "--scope 4 --by korat");
    assert_eq!(column(&figures, "accepted"), [1, 2, 12, 32, 67]);
    assert_eq!(column(&figures, "structures"), [1, 2, 3, 4, 5]);
}

#[test]
fn the_search_stops_where_small_scopes_predict_it() {
    let work = work();
    let figures = explored(&work, "demo.Tree", "--scope 10 --stop size:average");
    let predicted = |field: usize| {
        let expected = &figures["predicted"][field];
        (
            expected["predicted"].as_u64().unwrap(),
            expected["actual"].as_u64().unwrap(),
        )
    };
    let (left, right) = (predicted(0), predicted(1));
    assert_eq!((left.0, right.0), (28, 34), "{}", figures["predicted"]);
    assert!(left.1 >= 28 && right.1 >= 34, "{}", figures["predicted"]);
    assert!(figures["left"].as_u64() > Some(0));
    // The parabola through the sizes of `right` is above all that there are: the search ends with the space.
    let figures = explored(&work, "demo.Tree", "--scope 9 --stop size:quadratic");
    assert_eq!(figures["left"], 0, "{}", figures["predicted"]);
    // Sizes of lists grow by a line, which saves nothing.
    let figures = explored(&work, "demo.SortedList", "--scope 8 --stop size:linear");
    assert_eq!(column(&figures, "structures"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for expected in figures["predicted"].as_array().unwrap() {
        assert_eq!(expected["predicted"], expected["actual"]);
    }
    let figures = explored(&work, "demo.Tree", "--scope 7 --stop time:quadratic");
    assert!(figures["predicted_ms"].is_u64(), "{figures}");
}

#[test]
fn structures_are_written_as_parameters_that_compile_and_are_accepted() {
    for jdk in jdks() {
        let work = Work::on_subject_with("structures", jdk, &junit_jars());
        let mut wanted = 0;
        for (class, scope, junit, useful) in [
            ("demo.RedBlackSet", 5, 5, 12),
            ("demo.SearchTree", 4, 4, 11),
            ("demo.Chain", 3, 5, 3),
            ("odd.Shapes", 2, 5, 3),
        ] {
            let figures = explored(&work, class, &format!("--scope {scope} --junit {junit}"));
            assert_eq!(column(&figures, "suite").last(), Some(&useful), "{class}");
            wanted += useful;
        }
        assert_eq!(
            Console::run(&work, "out/java", jdk).passes(),
            wanted,
            "JDK {}",
            jdk.feature
        );
        let page = fs::read_to_string(work.path("out/report.html")).expect("there is a page");
        assert!(page.contains("<title>Structures of odd.Shapes</title>"), "{page}");
    }
}

#[test]
fn all_structures_are_written_on_demand() {
    let work = work();
    explored(&work, "demo.Tree", "--scope 6 --all");
    assert_eq!(Console::run(&work, "out/java", &jdks()[0]).passes(), 196);
}

#[test]
fn calls_of_public_methods_come_to_the_same_links_as_the_method_that_knows_what_is_valid() {
    let work = work();
    let valid = explored(&work, "demo.RedBlackSet", "--scope 4");
    let made = explored(&work, "demo.RedBlackSet", "--scope 4 --by api");
    assert_eq!(made["method"], Value::Null);
    assert_eq!(column(&made, "structures"), column(&valid, "structures"));
    assert_eq!(column(&made, "suite"), column(&valid, "suite"));
    assert_eq!(made["pairs"], valid["pairs"]);
    assert_eq!((made["left"].as_u64(), &made["partial"]), (Some(0), &Value::Null));
    assert_eq!(Console::run(&work, "out/java", &jdks()[0]).passes(), 9);
}

#[test]
fn a_class_without_such_a_method_is_filled_by_calls() {
    for jdk in jdks() {
        let work = Work::on_subject_with("structures", jdk, &junit_jars());
        let figures = explored(&work, "demo.Names", "--scope 3 --by api --junit 4");
        assert_eq!(column(&figures, "structures"), [1, 2, 3, 4]);
        assert_eq!(column(&figures, "demo.Names.first"), [1, 2, 2, 2]);
        assert_eq!(column(&figures, "demo.Names$Entry.next"), [0, 1, 3, 5]);
        let figures = explored(&work, "demo.Shelf", "--scope 3 --by api --values 0,1,2");
        let held = |place: &str| *column(&figures, place).last().unwrap();
        assert_eq!(held("[Ldemo.Shelf$Book;[0]"), 2, "{}", figures["pairs"]);
        assert!(held("java.util.ArrayList[1]") > 0, "{}", figures["pairs"]);
        let console = Console::run(&work, "out/java", jdk);
        assert!(console.passes() > 8);
    }
}

#[test]
fn calls_end_where_small_scopes_predict_it() {
    let work = work();
    let figures = explored(&work, "demo.Names", "--scope 7 --by api --stop size:linear");
    for expected in figures["predicted"].as_array().unwrap() {
        assert!(
            expected["actual"].as_u64() >= expected["predicted"].as_u64(),
            "{expected}"
        );
    }
    assert_eq!(figures["small"].as_array().unwrap().len(), 5);
    assert_eq!(figures["partial"], Value::Null);
    let line = "explore --fields --classpath classes --class demo.RedBlackSet --scope 50 --by api --time 5s --out out";
    let said = work.palus(line).exits(0).stdout();
    assert!(said.contains("is partial: the time was up"), "{said}");
}

#[test]
fn what_a_method_does_that_it_should_not_is_named_and_counts_as_false() {
    let work = work();
    for (class, odd) in [
        ("odd.Changing", "repOk: it changed its object"),
        ("odd.Throwing", "repOk: it threw java.lang.NullPointerException"),
        ("odd.Endless", "repOk: it came to no end"),
    ] {
        let line = format!("explore --fields --classpath classes --class {class} --scope 2 --out out");
        let said = work.palus(&line).exits(0).stdout();
        assert!(said.contains(odd), "{said}");
        let text = fs::read_to_string(work.path("out/explore.json")).unwrap();
        assert!(
            !text.contains("\"structures\": 0"),
            "{class}: some are accepted: {text}"
        );
    }
}

#[test]
fn a_method_that_ends_or_stops_the_virtual_machine_leaves_what_was_found() {
    let work = work();
    for (class, how) in [
        (
            "odd.Exiting",
            "is partial: the JVM ended in a run of repOk: exit code 0",
        ),
        ("odd.Waiting", "is partial: a run of repOk comes to no end"),
    ] {
        let line = format!("explore --fields --classpath classes --class {class} --scope 3 --out out");
        let said = work.palus(&line).exits(0).stdout();
        assert!(said.contains(how), "{said}");
    }
    let line = "explore --fields --classpath classes --class demo.Tree --scope 200 --time 2s --out out";
    let said = work.palus(line).exits(0).stdout();
    assert!(said.contains("is partial: the time was up"), "{said}");
}

#[test]
fn a_method_of_another_name_is_asked() {
    let work = work();
    let figures = explored(&work, "odd.Unasked", "--scope 3 --rep-ok isShort");
    // One alone, and one with a successor that has none.
    assert_eq!(figures["method"], "isShort");
    assert_eq!(column(&figures, "structures"), [1, 2]);
    assert!(
        !work.path("out/java/odd/UnaskedInputsTest.java").exists(),
        "nobody may call it"
    );
    assert!(work.path("out/java/odd/UnaskedInputs.java").exists());
}

#[test]
fn what_cannot_be_enumerated_is_said_with_what_to_do() {
    let work = work();
    let fails = |class: &str, options: &str, because: &str| {
        let line = format!("explore --fields --classpath classes --class {class} --out out {options}");
        work.palus(&line).exits(1).complains(because);
    };
    fails("odd.Unasked", "--scope 2", "has no method `boolean repOk()`");
    fails("odd.Unasked", "--scope 2", "called by --by api");
    fails(
        "demo.Shelf",
        "--scope 2",
        "elements of arrays and collections are not chosen",
    );
    fails("odd.Alone", "--scope 2 --by api", "make links to another");
    fails(
        "odd.Shapes$Shape",
        "--scope 2 --by api",
        "no object of odd.Shapes$Shape can be made",
    );
    fails("odd.Nowhere", "--scope 2 --by api", "there is no class odd.Nowhere");
    fails(
        "odd.Unasked",
        "--scope 2 --by api --rep-ok isShort",
        "leave out --rep-ok",
    );
    fails(
        "demo.RedBlackSet",
        "--scope 2 --by api --values a",
        "no parameter of demo.RedBlackSet can have the value a",
    );
    fails("odd.Unasked", "--scope 2 --rep-ok isLongerThan", "look at --rep-ok");
    fails("odd.Alone", "--scope 2", "has no field that links to an object");
    fails("odd.Shapes$Shape", "--scope 2", "name a class that is not abstract");
    fails("odd.Nowhere", "--scope 2", "there is no class odd.Nowhere");
    fails("java.util.LinkedList", "--scope 2", "is a class of the JDK");
    let usage = "explore --fields --classpath classes --class demo.Tree --out out --scope 0";
    work.palus(usage).exits(2);
    work.palus("explore --classpath classes --class demo.Tree --out out --scope 2")
        .exits(2);
    fs::write(work.path("file"), "").unwrap();
    work.palus("explore --fields --classpath classes --class demo.Tree --out file --scope 2")
        .exits(1)
        .complains("give a directory that you can write");
}

#[test]
fn a_suite_is_held_against_all_pairs_of_a_scope() {
    let work = work();
    record_states(&work, &["app.ChainTest"], "run.trace");
    let demand = "fields run.trace --main demo.Chain --classpath classes --criterion exhaustive";
    let said = work.palus(&format!("{demand}:2")).exits(0).stdout();
    assert!(
        said.contains("demo.Chain.next  3 pairs, 1 not null, 3 of 3 demanded"),
        "{said}"
    );
    let said = work.palus(&format!("{demand}:3")).exits(3).stdout();
    assert!(
        said.ends_with("2 missing:\n  demo.Chain.next never linked Chain#1 to Chain#2\n  demo.Chain.next never linked Chain#2 to null\n"),
        "{said}"
    );
    let page = work.palus(&format!("{demand}:3 --format html")).exits(3).stdout();
    assert!(page.contains("2 missing") && page.contains("3 of 5 demanded"), "{page}");
    work.palus("fields run.trace --criterion exhaustive:3")
        .exits(1)
        .complains("give --main the class");
    work.palus(&format!("{demand}:x"))
        .exits(1)
        .complains("is no number of objects");
}
