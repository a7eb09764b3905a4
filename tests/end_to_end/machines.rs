//! `palus states`: how objects of classes behave, by calls that workers make.

use std::fs;

use crate::support::console::{junit_jars, record_states};
use crate::support::{Jdk, Work, jdks, root};
use serde_json::Value;

fn on_machines(jdk: &Jdk) -> Work {
    Work::on_subject_with("machines", jdk, &junit_jars())
}

fn golden(name: &str) -> String {
    let file = root().join("tests/subjects/machines/golden").join(name);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn a_bounded_stack_is_drawn_as_it_was_worked_out_by_hand() {
    // What is drawn does not depend on the JDK, nor on the form.
    let (oldest, newest) = (&jdks()[0], jdks().last().expect("a JDK"));
    for (jdk, format, end) in [(oldest, "text", "txt"), (newest, "json", "json")] {
        let work = on_machines(jdk);
        for (observer, name) in [
            ("isEmpty", "one"),
            ("isEmpty,isFull", "two"),
            ("exceptions", "exceptions"),
            ("branches", "branches"),
        ] {
            let line = format!(
                "states --classpath classes --class demo.BoundedStack --values 0 --observer {observer} --format {format}"
            );
            let told = work.palus(&line).exits(0).stdout();
            assert_eq!(told, golden(&format!("stack-{name}.{end}")), "JDK {}", jdk.feature);
        }
    }
}

#[test]
fn a_search_tree_over_two_values_has_five_states_and_thirty_executions() {
    let work = on_machines(&jdks()[0]);
    let told = work
        .palus("states --classpath classes --class demo.SearchTree --values 1,2 --observer contains --format json")
        .exits(0)
        .stdout();
    let picture: Value = serde_json::from_str(&told).unwrap();
    let counts = &picture["counts"];
    assert_eq!(
        [
            &counts["states"],
            &counts["calls"],
            &counts["executions"],
            &counts["frontier"]
        ],
        [5, 6, 30, 0]
    );
    let machine = &picture["machines"][0];
    let shapes: Vec<usize> = machine["states"]
        .as_array()
        .unwrap()
        .iter()
        .map(|state| state["concrete"].as_array().unwrap().len())
        .collect();
    assert_eq!(shapes, [1, 1, 1, 2], "both trees of 1 and 2 hold the same");
}

#[test]
fn the_map_of_the_jdk_answers_null_for_what_is_absent_and_for_what_is_mapped_to_null() {
    let work = Work::empty(&jdks()[0]);
    let draw = |observer: &str| -> Value {
        let line = format!("states --class java.util.HashMap --observer {observer} --format json");
        serde_json::from_str(&work.palus(&line).exits(0).stdout()).unwrap()
    };
    let by_get = draw("get(\"a\")");
    let with_null = by_get["machines"][0]["states"]
        .as_array()
        .unwrap()
        .iter()
        .find(|state| state["label"][0] == "null")
        .expect("a state in which get gives null");
    let texts: Vec<&str> = with_null["concrete"]
        .as_array()
        .unwrap()
        .iter()
        .map(|number| by_get["states"][number.to_string()]["text"].as_str().unwrap())
        .collect();
    for text in ["HashMap#0{}", "HashMap#0{\"a\"=null}"] {
        assert!(texts.contains(&text), "{texts:?}");
    }
    let by_both = draw("get(\"a\"),containsKey(\"a\")");
    let labels: Vec<&Value> = by_both["machines"][0]["states"]
        .as_array()
        .unwrap()
        .iter()
        .map(|state| &state["label"])
        .collect();
    for label in [["null", "false"], ["null", "true"]] {
        assert!(
            labels.iter().any(|found| **found == serde_json::json!(label)),
            "{labels:?}"
        );
    }
    let by_exceptions = draw("exceptions");
    for state in by_exceptions["machines"][0]["states"].as_array().unwrap() {
        let thrown = state["label"].as_array().unwrap();
        assert!(
            thrown.contains(&"putAll(null) throws NullPointerException".into()),
            "{state}"
        );
    }
}

#[test]
fn branches_of_inherited_methods_tell_states_apart_too() {
    let work = Work::empty(&jdks()[0]);
    let told = work
        .palus("states --class java.util.Stack --observer branches --depth 1 --format json")
        .exits(0)
        .stdout();
    let picture: Value = serde_json::from_str(&told).unwrap();
    let states = picture["machines"][0]["states"].as_array().unwrap();
    let empty = states[0]["label"].to_string();
    assert!(empty.contains("pop() ") && states.len() > 2, "{states:?}");
    let inherited = states
        .iter()
        .any(|state| state["label"].to_string().contains(" Vector:"));
    assert!(inherited, "{states:?}");
}

#[test]
fn calls_that_a_suite_did_not_make_are_added_to_those_of_its_trace() {
    let jdk = &jdks()[0];
    let work = Work::on_subject_with("machines", jdk, &junit_jars());
    record_states(&work, &["app.BoundedStackTest"], "run.trace");
    let alone = work.palus("states run.trace --observer isEmpty,isFull").exits(0);
    let said = alone.complains("give --classpath to have them run").stdout();
    assert!(said.contains("3 concrete states, 4 calls, 5 executions"), "{said}");
    assert!(said.contains("?, "), "an observer was not asked everywhere: {said}");
    let told = work
        .palus("states run.trace --classpath classes --observer isEmpty,isFull")
        .exits(0)
        .stdout();
    assert_eq!(told, golden("stack-two.txt"));
    work.palus("states run.trace --observer branches")
        .exits(1)
        .complains("a trace does not have the branches that calls took; give --classpath");
    work.palus("states run.trace --class demo.Absent")
        .exits(1)
        .complains("no call on an object of demo.Absent was recorded");
}

#[test]
fn calls_with_objects_of_a_trace_are_made_again_by_what_made_the_objects() {
    let work = on_machines(&jdks()[0]);
    record_states(&work, &["app.PurseTest"], "run.trace");
    let told = work
        .palus("states run.trace --classpath classes --class demo.Purse --observer sum --rounds 3 --format json")
        .exits(0)
        .stdout();
    let picture: Value = serde_json::from_str(&told).unwrap();
    let labels: Vec<&str> = picture["machines"][0]["states"]
        .as_array()
        .unwrap()
        .iter()
        .map(|state| state["label"][0].as_str().unwrap())
        .collect();
    assert_eq!(
        labels,
        ["0", "1", "2", "3"],
        "the clipped coin is put in again and again"
    );
    assert_eq!(picture["counts"]["elsewhere"], 0);
}

#[test]
fn a_search_makes_calls_with_objects_that_it_finds() {
    let work = on_machines(&jdks()[0]);
    record_states(&work, &["app.PurseTest"], "run.trace");
    for source in ["--sequences 300", "--model run.palus --sequences 300", "--time 8s"] {
        let told = work
            .palus(&format!(
                "states --classpath classes --class demo.Purse --observer sum {source} --format json"
            ))
            .exits(0)
            .stdout();
        let picture: Value = serde_json::from_str(&told).unwrap();
        let edges = picture["machines"][0]["transitions"].as_array().unwrap();
        let puts = |edge: &&Value| edge["name"] == "put" && edge["arguments"].to_string().contains("Coin@");
        let puts: Vec<&Value> = edges.iter().filter(puts).collect();
        assert!(puts.len() > 1, "{source}: {picture:#}");
        assert!(
            puts.iter()
                .any(|edge| !edge["from"].is_null() && edge["from"] != edge["to"]),
            "{source}: {picture:#}"
        );
    }
    let again = |_: u32| {
        let line = "states --classpath classes --class demo.Purse --observer sum --sequences 300";
        work.palus(line).exits(0).stdout()
    };
    assert_eq!(again(1), again(2), "the same sequences, the same machine");
}

#[test]
fn each_transition_has_a_test_by_the_fewest_calls_that_take_it() {
    let work = on_machines(&jdks()[0]);
    work.palus("states --classpath classes --class demo.BoundedStack --values 0 --observer isEmpty --out-tests made")
        .exits(0)
        .complains("10 tests are in made/java");
    let text = fs::read_to_string(work.path("made/java/demo/BoundedStackStatesTest.java")).unwrap();
    for line in [
        "  // By isEmpty(): false -- pop() -> true.",
        "  void popFromFalseToTrue() {",
        "  void popFromTrueToTrue() {",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
}

#[test]
fn what_differs_between_two_versions_is_told_and_can_be_demanded_not_to() {
    let work = on_machines(&jdks()[0]);
    let states = "states --classpath classes --class demo.BoundedStack --values 0 --observer exceptions";
    work.palus(&format!("{states} --format json --out old.json")).exits(0);
    let same = work
        .palus(&format!("{states} --diff old.json --fail-on-change"))
        .exits(0)
        .stdout();
    assert_eq!(same, "nothing changed\n");
    let old = fs::read_to_string(work.path("old.json")).unwrap();
    fs::write(
        work.path("old.json"),
        old.replace("IndexOutOfBoundsException", "EmptyStackException"),
    )
    .unwrap();
    let changed = work
        .palus(&format!("{states} --diff old.json --fail-on-change"))
        .exits(3)
        .stdout();
    assert!(
        changed.contains("by exceptions: state gone: pop() throws EmptyStackException"),
        "{changed}"
    );
    work.palus(&format!("{states} --diff old.json")).exits(0);
}

#[test]
fn what_cannot_be_drawn_is_said_in_a_sentence() {
    let work = on_machines(&jdks()[0]);
    fs::write(work.path("no.json"), "{\"schema\": 7}").unwrap();
    fs::write(work.path("no.trace"), "nothing").unwrap();
    let cases = [
        ("--class demo.Absent", "there is no class demo.Absent"),
        (
            "--class demo.BoundedStack --observer size",
            "has no observer size; it has isEmpty(), isFull()",
        ),
        (
            "--class demo.BoundedStack --observer pop",
            "pop is no observer of demo.BoundedStack: it changed its object in",
        ),
        ("--class demo.Mute", "has no observer: act: it returns nothing"),
        (
            "--class demo.Asked",
            "has no observer without parameters; name some with --observer: is(0), is(1)",
        ),
        ("--class demo.Hidden", "no object of demo.Hidden can be made"),
        ("--class demo.Refusing", "its constructor throws IllegalStateException"),
        (
            "--class demo.BoundedStack --values x",
            "can have the value x of --values",
        ),
        ("--class demo.BoundedStack --diff no.json", "schema 7"),
        (
            "--class demo.BoundedStack --diff absent.json",
            "cannot read absent.json",
        ),
        ("no.trace", "not a trace"),
    ];
    for (options, sentence) in cases {
        work.palus(&format!("states --classpath classes {options}"))
            .exits(1)
            .complains(sentence);
    }
    work.palus("states").exits(2);
}

#[test]
fn what_is_left_out_and_what_does_not_repeat_is_said() {
    let work = on_machines(&jdks()[0]);
    let part = work
        .palus("states --classpath classes --class demo.SearchTree --observer contains --max-states 3")
        .exits(0)
        .stdout();
    assert!(
        part.contains("led to further states and are left out: the picture is a part; raise --max-states"),
        "{part}"
    );
    let frontier = work
        .palus("states --classpath classes --class demo.SearchTree --observer contains --values 1,2,3 --depth 1")
        .exits(0)
        .stdout();
    assert!(
        frontier.contains("of the frontier: not all calls were tried in them; raise --rounds"),
        "{frontier}"
    );
    let cheap = work
        .palus("states --classpath classes --class demo.BoundedStack --runs 12")
        .exits(0)
        .stdout();
    assert!(cheap.contains("the budget was spent; raise --runs"), "{cheap}");
    let chancy = work
        .palus("states --classpath classes --class demo.Chancy --observer isLit --format dot")
        .exits(0)
        .stdout();
    assert!(chancy.contains("style=dotted"), "{chancy}");
    let chancy = work
        .palus("states --classpath classes --class demo.Chancy")
        .exits(0)
        .stdout();
    assert!(
        chancy.contains("ended differently in equal states: ticket()I"),
        "{chancy}"
    );
    let dot = work
        .palus("states --classpath classes --class demo.BoundedStack --values 0 --observer isEmpty --format dot")
        .exits(0)
        .stdout();
    assert!(
        dot.contains("s0_1 -> s0_0 [label=\"pop() x1\\n0\", tooltip=\"<init>(); push(0); pop()\", style=dashed];"),
        "{dot}"
    );
    let page = work
        .palus("states --classpath classes --class demo.BoundedStack --values 0 --observer each --format html")
        .exits(0)
        .stdout();
    let data = page
        .split_once("<script type=\"application/json\" id=\"data\">")
        .expect("data")
        .1;
    let data: Value = serde_json::from_str(data.split_once("</script>").expect("an end").0).unwrap();
    assert_eq!(data["machines"].as_array().unwrap().len(), 2, "side by side");
    let marks = ["STYLE", "DATA", "DAGRE", "SCRIPTS"].map(|mark| format!("/*{mark}*/"));
    assert!(
        !marks.iter().any(|mark| page.contains(mark)),
        "every part is in its place"
    );
}

#[test]
fn states_are_made_as_it_is_asked_for() {
    let work = on_machines(&jdks()[0]);
    let states = |options: &str| {
        let drawn = work
            .palus(&format!(
                "states --class java.util.ArrayList --observer size --values a --depth 1 --format json {options}"
            ))
            .exits(0)
            .stdout();
        let drawn: Value = serde_json::from_str(&drawn).expect("it is JSON");
        drawn["states"].as_object().expect("by their names").len()
    };
    let usual = states("");
    // The capacity of a list is no part of what it holds.
    assert!(states("--raw-collections") > usual);
    // Of what it holds its size is all that is left.
    let sizes = states("--raw-collections --ignore-field java.util.ArrayList.elementData");
    assert!(sizes < usual, "{sizes} of {usual}");
    work.palus("states --class java.util.ArrayList --ignore-field size")
        .exits(1)
        .complains("`size` names no field");
}
