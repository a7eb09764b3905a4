//! `palus redundant` on real test suites.

use std::fs;

use crate::support::console::{self, junit_jars};
use crate::support::{Jdk, Work, recording_jdks};
use serde_json::Value;

fn work(jdk: &Jdk) -> Work {
    Work::on_subject_with("redundant", jdk, &junit_jars())
}

fn qualified(classes: &[&str]) -> Vec<String> {
    classes.iter().map(|class| format!("app.{class}")).collect()
}

/// The command that runs those test classes.
fn launcher(work: &Work, classes: &[&str]) -> String {
    console::launcher(work, &qualified(classes))
}

/// A trace of those test classes, with states.
fn record(work: &Work, trace: &str, classes: &[&str]) {
    console::record_states(work, &qualified(classes), trace);
}

fn json(work: &Work, words: &str) -> Value {
    let told = work
        .palus(&format!("redundant {words} --format json"))
        .exits(0)
        .stdout();
    serde_json::from_str(&told).expect("it is JSON")
}

/// States, different executions, and the tests of a verdict.
fn row(told: &Value, verdict: &str) -> (u64, u64, Vec<String>) {
    let tests = told["tests"].as_array().expect("a list").iter();
    let named = tests.filter(|test| test["verdict"] == verdict);
    let mut named: Vec<String> = named
        .map(|test| test["name"].as_str().unwrap_or_default().to_owned())
        .collect();
    named.sort();
    let count = |name: &str| told["counts"][name].as_u64().expect("a number");
    (count("states"), count("different"), named)
}

#[test]
fn the_example_of_the_stack_has_the_redundant_tests_that_it_should_in_two_orders() {
    for jdk in recording_jdks().iter().filter(|jdk| jdk.feature >= 17) {
        let work = work(jdk);
        record(&work, "first.trace", &["StackTest"]);
        record(&work, "second.trace", &["OtherOrderTest"]);
        for (state, states, different, redundant) in [
            ("whole-seq", 10, 10, &[][..]),
            ("modifying-seq", 6, 7, &["app.StackTest.t3"]),
            ("whole-state", 5, 7, &["app.StackTest.t3"]),
        ] {
            let told = json(&work, &format!("first.trace --state {state}"));
            let expected = redundant.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(
                row(&told, "redundant"),
                (states, different, expected),
                "{state}, JDK {}",
                jdk.feature
            );
            assert_eq!(told["counts"]["executions"], 13);
            let told = json(&work, &format!("second.trace --state {state}"));
            assert_eq!(
                row(&told, "redundant"),
                (states, different, vec![]),
                "{state}, JDK {}",
                jdk.feature
            );
        }
    }
}

#[test]
fn by_equals_methods_more_states_of_the_stack_are_one() {
    for jdk in recording_jdks().iter().filter(|jdk| jdk.feature >= 17) {
        let work = work(jdk);
        for (class, redundant) in [("StackTest", &["t2", "t3"][..]), ("OtherOrderTest", &["t2"])] {
            let folder = folder(&work, &[class, "Scenes"]);
            let expected: Vec<String> = redundant.iter().map(|test| format!("app.{class}.{test}")).collect();
            for state in ["monitor-equals", "pairwise-equals"] {
                let told = json(
                    &work,
                    &format!("--classpath classes --test-classes {folder} --include demo.* --state {state}"),
                );
                assert_eq!(
                    row(&told, "redundant"),
                    (4, 6, expected.clone()),
                    "{state}, JDK {}: {told}",
                    jdk.feature
                );
                assert_eq!(told["odd_equals"], serde_json::json!({}));
            }
        }
    }
}

#[test]
fn objects_of_many_kinds_are_made_of_their_states_and_equals_methods_that_make_no_sense_are_named() {
    let work = work(&recording_jdks()[0]);
    let folder = folder(&work, &["EqualTest"]);
    let source = format!("--classpath classes --test-classes {folder} --include demo.*");
    let told = json(&work, &source);
    assert_eq!(
        row(&told, "redundant").2,
        [""; 0],
        "the second look is on a bag that was looked at"
    );
    for (state, broken, lopsided) in [
        (
            "pairwise-equals",
            &[
                "an object does not equal itself",
                "equals throws java.lang.IllegalStateException",
            ][..],
            Some("equals is not symmetric"),
        ),
        (
            "monitor-equals",
            &[
                "an object does not equal one in the same state",
                "equals throws java.lang.IllegalStateException",
            ],
            None,
        ),
    ] {
        let told = json(&work, &format!("{source} --state {state}"));
        assert_eq!(
            row(&told, "redundant").2,
            ["app.EqualTest.looksTwice"],
            "{state}: {told}"
        );
        assert_eq!(told["odd_equals"]["demo.Broken"], serde_json::json!(broken), "{state}");
        let reasons = lopsided.map(|reason| serde_json::json!([reason]));
        assert_eq!(told["odd_equals"].get("demo.Lopsided"), reasons.as_ref(), "{state}");
        assert_eq!(told["odd_equals"].get("demo.Bag"), None, "{state}: {told}");
    }
}

#[test]
fn a_reduced_suite_is_run_again_and_the_tests_that_it_misses_are_put_back() {
    let work = work(&recording_jdks()[0]);
    let source = |tests: &str| format!("--classpath classes --test-classes {tests} --include demo.* --check quick");
    let told = json(&work, &source(&folder(&work, &["StackTest", "Scenes"])));
    assert_eq!(row(&told, "redundant").2, ["app.StackTest.t3"]);
    let checked = &told["checked"];
    assert_eq!(checked["before"], checked["without"], "{told}");
    assert!(
        checked["before"]["lines"].as_u64().is_some_and(|lines| lines > 5),
        "{told}"
    );
    assert_eq!(checked["put_back"], serde_json::json!([]));

    let tests = folder(&work, &["EqualTest"]);
    let options = format!("{} --state pairwise-equals --out reduced", source(&tests));
    let told = json(&work, &options);
    assert_eq!(row(&told, "redundant").2, [""; 0], "{told}");
    assert_eq!(
        told["checked"]["put_back"],
        serde_json::json!(["app.EqualTest.looksTwice"])
    );
    assert_eq!(fs::read_to_string(work.path("reduced/exclude.txt")).unwrap(), "");
    work.palus("redundant run.trace --check quick").exits(2);
}

#[test]
fn the_test_that_covers_the_most_can_come_first() {
    let work = work(&recording_jdks()[0]);
    let tests = folder(&work, &["OtherOrderTest", "Scenes"]);
    let source = format!("--classpath classes --test-classes {tests} --include demo.*");
    let told = json(&work, &source);
    assert_eq!(row(&told, "redundant").2, [""; 0], "the shortest runs first: {told}");
    let told = json(&work, &format!("{source} --order coverage"));
    assert_eq!(told["order"], "coverage");
    assert_eq!(told["tests"][0]["name"], "app.OtherOrderTest.t1", "{told}");
    assert_eq!(row(&told, "redundant").2, ["app.OtherOrderTest.t3"], "{told}");
    work.palus("redundant run.trace --order coverage").exits(2);
}

#[test]
fn sources_say_what_only_redundant_tests_assert_and_copies_have_them_disabled() {
    let work = work(&recording_jdks()[0]);
    record(&work, "run.trace", &["AskingTest", "StackTest"]);
    let sources = crate::support::root().join("tests/subjects/redundant");
    fs::create_dir_all(work.path("sources/app")).unwrap();
    for name in ["AskingTest", "StackTest"] {
        let file = format!("app/{name}.java");
        fs::copy(sources.join(&file), work.path("sources").join(&file)).unwrap();
    }
    let told = work
        .palus("redundant run.trace --sources sources --disable-in copies")
        .exits(0)
        .stdout();
    let own = "AskingTest.asks  does what is done by  AskingTest.acts\n    \
               and only it has  assertEquals(41, stack.pop(), \"the last {\")\n";
    assert!(told.contains(own), "{told}");
    assert!(
        told.contains("2 test methods are disabled in copies of 2 source files"),
        "{told}"
    );
    let copy = fs::read_to_string(work.path("copies/app/AskingTest.java")).expect("it is written");
    assert!(
        copy.contains("  @org.junit.jupiter.api.Disabled(\"does what AskingTest.acts does\") @Test\n  void asks() {"),
        "{copy}"
    );
    assert_eq!(
        copy.lines().count(),
        fs::read_to_string(work.path("sources/app/AskingTest.java"))
            .unwrap()
            .lines()
            .count()
    );

    let kept = json(&work, "run.trace --sources sources --keep-assertions");
    assert_eq!(row(&kept, "redundant").2, ["app.StackTest.t3"]);
    let unknown = json(&work, "run.trace --sources classes");
    let asks = unknown["tests"]
        .as_array()
        .unwrap()
        .iter()
        .find(|test| test["name"] == "app.AskingTest.asks");
    assert!(asks.is_some_and(|test| test["assertions"].is_null()), "{unknown}");
    let page = work.palus("redundant run.trace --sources sources --out reduced");
    page.exits(0);
    assert!(
        fs::read_to_string(work.path("reduced/report.html"))
            .unwrap()
            .contains("only here: <code>assertEquals(41")
    );
    work.palus("redundant run.trace --keep-assertions").exits(2);
    work.palus("redundant run.trace --sources nowhere")
        .exits(1)
        .complains("nowhere is no folder; give the root of the tests' sources");
    work.palus("redundant run.trace --sources sources --disable-in sources")
        .exits(1)
        .complains("sources has the sources themselves, which are not edited");
}

#[test]
fn mutants_that_only_redundant_tests_notice_put_them_back() {
    for jdk in recording_jdks().iter().filter(|jdk| jdk.feature >= 17) {
        let work = work(jdk);
        let source = |tests: &str| format!("--classpath classes --test-classes {tests} --include demo.* --check full");
        let tests = folder(&work, &["AskingTest"]);
        let told = json(&work, &source(&tests));
        assert_eq!(row(&told, "redundant").2, [""; 0], "JDK {}: {told}", jdk.feature);
        assert_eq!(told["checked"]["put_back"], serde_json::json!([]), "no branch is lost");
        let tried = &told["checked"]["mutants"];
        assert_eq!(tried["put_back"], serde_json::json!(["app.AskingTest.asks"]), "{told}");
        let count = |name: &str| tried[name].as_u64().expect("a number");
        assert!(
            count("sampled") >= count("before") && count("before") > count("without"),
            "{tried}"
        );
        assert!(count("without") > 0, "{tried}: the other test has an assertion too");
        if jdk.feature > 17 {
            continue;
        }
        let summary = work.palus(&format!("redundant {}", source(&tests))).exits(0).stdout();
        let before = format!(
            "{} of {} sampled mutants before and after",
            count("before"),
            count("sampled")
        );
        assert!(summary.contains(&before), "{summary}");
        assert!(
            summary.contains("put back") && summary.contains("lost: app.AskingTest.asks"),
            "{summary}"
        );
        work.palus("redundant run.trace --check full").exits(2);
    }
}

#[test]
fn static_fields_can_be_part_of_states() {
    for jdk in recording_jdks().iter().filter(|jdk| jdk.feature >= 17) {
        let work = work(jdk);
        let tests = folder(&work, &["CountingTest"]);
        let source = format!("--classpath classes --test-classes {tests} --include demo.*");
        let both = ["asksFirst", "asksSecond"].map(|test| format!("app.CountingTest.{test}"));
        let told = json(&work, &source);
        assert_eq!(row(&told, "unstable").2, both, "JDK {}: {told}", jdk.feature);
        for state in ["whole-state", "modifying-seq"] {
            let told = json(&work, &format!("{source} --statics --state {state}"));
            assert_eq!(row(&told, "kept").2, both, "JDK {}: {told}", jdk.feature);
        }
        work.palus("redundant run.trace --statics").exits(2);
    }
}

/// A folder of some test classes.
fn folder(work: &Work, classes: &[&str]) -> String {
    let folder = format!("{}-tests", classes[0]);
    fs::create_dir_all(work.path(&folder).join("app")).unwrap();
    for name in classes {
        let file = format!("app/{name}.class");
        fs::copy(work.path("classes").join(&file), work.path(&folder).join(&file)).unwrap();
    }
    folder
}

#[test]
fn a_summary_names_the_redundant_tests_and_lists_for_build_tools_and_a_page_are_written() {
    let work = work(&recording_jdks()[0]);
    record(&work, "run.trace", &["StackTest"]);
    let told = work
        .palus("redundant run.trace --out reduced --fail-on-redundant")
        .exits(3)
        .stdout();
    assert_eq!(
        told,
        "3 tests, 13 method executions, 7 different; 5 states of 1 class\n  \
         1 test is redundant (whole-state); the other 2 make every execution that all 3 make\n  \
         of two tests that do the same the one that ran first stays\n  \
         not checked: the tests were not run again\n\
         StackTest.t3  does what is done by  StackTest.t1\n\
         reduced/exclude.txt for Surefire, reduced/exclude.gradle for Gradle; reduced/report.html says why for each\n"
    );
    let read = |name: &str| fs::read_to_string(work.path("reduced").join(name)).expect("it is written");
    assert_eq!(read("exclude.txt"), "app/StackTest#t3\n");
    assert!(read("exclude.gradle").contains("excludeTestsMatching 'app.StackTest.t3'"));
    let page = read("report.html");
    assert!(
        page.contains("<td>StackTest.t1, call 5</td>") && page.contains("0.store[1]"),
        "{page}"
    );
    let shortest = work.palus("redundant run.trace --order time").exits(0).stdout();
    assert!(shortest.contains("no test is redundant"), "{shortest}");
}

#[test]
fn tests_that_are_not_as_others_are_kept_and_said_to_be_so() {
    let work = work(&recording_jdks()[0]);
    record(&work, "run.trace", &["OddTest"]);
    let told = json(&work, "run.trace");
    assert_eq!(
        row(&told, "unstable").2,
        ["app.OddTest.asksTheTime", "app.OddTest.asksTheTimeAgain"]
    );
    assert_eq!(row(&told, "no-executions").2, ["app.OddTest.callsNothing"]);
    assert_eq!(row(&told, "redundant").2, ["app.OddTest.comesTwice[2]"]);
    work.palus("redundant run.trace --out reduced").exits(0);
    assert_eq!(
        fs::read_to_string(work.path("reduced/exclude.txt")).unwrap(),
        "",
        "one run stays"
    );
}

#[test]
fn what_a_reader_will_read_is_part_of_a_state_and_a_test_of_large_ones_is_cut_alone() {
    for jdk in recording_jdks() {
        let work = work(jdk);
        record(&work, "run.trace", &["ReadingTest"]);
        let told = json(&work, "run.trace");
        let tests = ["readsOneAgain", "writesOnce"].map(|test| format!("app.ReadingTest.{test}"));
        assert_eq!(row(&told, "redundant").2, tests, "JDK {}: {told}", jdk.feature);
        assert_eq!(row(&told, "unstable").2, [""; 0], "JDK {}: {told}", jdk.feature);
        assert_eq!(told["marks"]["opaque"], 0, "JDK {}: {told}", jdk.feature);
        assert_eq!(told["marks"]["cut"], 1, "JDK {}: {told}", jdk.feature);
        let long = told["tests"]
            .as_array()
            .unwrap()
            .iter()
            .find(|test| test["name"] == "app.ReadingTest.writesForLong");
        let calls = long.and_then(|test| test["executions"].as_u64()).expect("a number");
        assert!(calls > 10 && calls < 90, "JDK {}: {told}", jdk.feature);
    }
}

#[test]
fn two_traces_are_asked_what_each_adds_to_the_other() {
    let work = work(&recording_jdks()[0]);
    record(&work, "run.trace", &["StackTest"]);
    record(&work, "other.trace", &["OddTest"]);
    record(&work, "same.trace", &["OtherOrderTest"]);
    let told = work.palus("redundant run.trace --against same.trace").exits(0).stdout();
    assert!(
        told.starts_with("run.trace: 3 of 3 tests add nothing to same.trace (whole-state)\n"),
        "{told}"
    );
    assert!(
        told.contains("\nsame.trace: 3 of 3 tests add nothing to run.trace"),
        "{told}"
    );
    let told = json(&work, "run.trace --against other.trace");
    assert!(
        told["tests"]
            .as_array()
            .unwrap()
            .iter()
            .all(|test| test["verdict"] == "kept"),
        "{told}"
    );
    assert_eq!(told["against"].as_array().map(Vec::len), Some(5));
}

#[test]
fn a_command_is_recorded_and_its_output_is_not_mixed_with_the_answer() {
    let work = work(&recording_jdks()[0]);
    let launcher = launcher(&work, &["StackTest"]);
    let ran = work
        .palus(&format!("redundant --include demo.* --format json -- {launcher}"))
        .exits(0);
    let told: Value = serde_json::from_str(&ran.stdout()).expect("it is JSON alone");
    assert_eq!(row(&told, "redundant"), (5, 7, vec!["app.StackTest.t3".to_owned()]));
    assert!(ran.stderr().contains("3 tests successful"), "{}", ran.stderr());
}

/// Also where several tests run at a time.
#[test]
fn a_test_with_a_time_limit_is_one_test_though_its_method_runs_in_another_thread_than_what_sets_it_up() {
    let work = Work::on_subject_with("limits", &recording_jdks()[0], &junit_jars());
    let parallel = "junit.jupiter.execution.parallel.enabled=true\n\
                    junit.jupiter.execution.parallel.mode.default=concurrent\n";
    for settings in ["", parallel] {
        fs::write(work.path("classes/junit-platform.properties"), settings).unwrap();
        let told = work
            .palus("redundant --classpath classes --test-classes classes --include demo.* --format json")
            .exits(0)
            .stdout();
        let told: Value = serde_json::from_str(&told).expect("it is JSON");
        // `new Tank()`, `fill` and `content` in each of six runs, two of public methods, of which one is inherited.
        assert_eq!(told["counts"]["executions"], 18, "{told:#}");
        assert_eq!(told["tests"].as_array().map(Vec::len), Some(6), "{told:#}");
        let (_, different, redundant) = row(&told, "redundant");
        assert_eq!((different, redundant.len()), (11, 1), "{told:#}");
        assert!(redundant[0].starts_with("app.LimitedTest.fills"), "{redundant:?}");
    }
}

#[test]
fn a_test_that_does_not_end_costs_no_other_test() {
    let work = Work::on_subject_with("endless", &recording_jdks()[0], &junit_jars());
    let source = "--classpath classes --test-classes classes --include app.Lamp --test-limit 4s";
    let ran = work
        .palus(&format!("redundant {source} --check quick --format json"))
        .exits(0)
        .complains("app.LampTest.b_waitsForDark did not end within 4s and is left out; the others run again");
    let told: Value = serde_json::from_str(&ran.stdout()).expect("it is JSON");
    assert_eq!(row(&told, "redundant").2, ["app.LampTest.c_togglesAgain"], "{told:#}");
    assert_eq!(told["tests"].as_array().map(Vec::len), Some(2), "{told:#}");
    work.palus(&format!("redundant {source} --strict")).exits(1);
}

#[test]
fn compiled_tests_are_run_with_the_recorder_and_named_by_the_class_that_they_belong_to() {
    let work = work(&recording_jdks()[0]);
    let source = "--classpath classes --test-classes classes --include demo.*";
    let ran = work
        .palus(&format!("redundant {source} --format json"))
        .exits(0)
        .complains("1 of 27 tests fail as they are and are left out, first app.FailingTest.fails: org.opentest4j.AssertionFailedError");
    let told: Value = serde_json::from_str(&ran.stdout()).expect("it is JSON");
    let (_, _, redundant) = row(&told, "redundant");
    assert_eq!(
        redundant,
        [
            "app.AskingTest.asks",
            "app.OddTest.comesTwice[2]",
            "app.OtherTest.pushesOne",
            "app.ReadingTest.readsOneAgain",
            "app.ReadingTest.writesOnce",
            "app.StackTest.t1",
            "app.StackTest.t2",
            "app.StackTest.t3"
        ],
        "{told}"
    );
    assert_eq!(
        row(&told, "no-executions").2,
        ["app.FailingTest.stays", "app.OddTest.callsNothing"]
    );
    work.palus(&format!("redundant {source} --strict")).exits(1);
    fs::create_dir(work.path("empty")).unwrap();
    work.palus("redundant --classpath classes --test-classes empty")
        .exits(1)
        .complains("there is no class in empty; give the folder of compiled tests");
    work.palus("redundant --classpath nowhere --test-classes classes")
        .exits(1)
        .complains("the class path entry nowhere is not there");
    fs::create_dir_all(work.path("code/demo")).unwrap();
    fs::copy(
        work.path("classes/demo/IntStack.class"),
        work.path("code/demo/IntStack.class"),
    )
    .unwrap();
    work.palus("redundant --classpath classes --test-classes code")
        .exits(1)
        .complains("there is no test in");
}

#[test]
fn what_cannot_be_looked_at_is_said_in_a_sentence() {
    let work = work(&recording_jdks()[0]);
    work.palus("redundant").exits(2);
    work.palus("redundant run.trace --include demo.*").exits(2);
    work.palus("redundant missing.trace")
        .exits(1)
        .complains("missing.trace: the trace cannot be read");
    work.palus("redundant missing.trace --state monitor-equals")
        .exits(2)
        .complains("a trace has none; give --classpath and --test-classes");
    work.palus("record --out run.palus --include demo.* --keep-trace calls.trace -- java -cp classes demo.Nothing")
        .exits(1);
    let launcher = launcher(&work, &["StackTest"]);
    work.palus(&format!(
        "record --out run.palus --include demo.* --keep-trace calls.trace -- {launcher}"
    ))
    .exits(0);
    work.palus("redundant calls.trace")
        .exits(1)
        .complains("calls.trace: the trace has calls without states; record again with --states");
    let nothing = palus_executions::Header {
        process: 1,
        has_states: true,
    };
    let file = fs::File::create(work.path("empty.trace")).unwrap();
    palus_executions::Writer::new(file, nothing)
        .unwrap()
        .finish(0, &[])
        .unwrap();
    work.palus("redundant empty.trace")
        .exits(1)
        .complains("empty.trace: no test ran");
}

#[test]
fn a_search_that_sees_states_leaves_out_what_it_did_before() {
    let work = work(&recording_jdks()[0]);
    let generate = "generate --classpath classes --classes demo.IntStack --sequences 600 --quiet";
    let sequences = |out: &str, options: &str| -> Value {
        work.palus(&format!("{generate} {options} --out {out}")).exits(0);
        let told = fs::read_to_string(work.path(out).join("palus.json")).unwrap();
        serde_json::from_str::<Value>(&told).unwrap()["sequences"].clone()
    };
    let with = sequences("with", "--state-feedback on");
    assert!(with["familiar"].as_u64().is_some_and(|count| count > 0), "{with}");
    assert_eq!(with["executed"], 600, "those that were left out do not count");
    assert!(sequences("without", "").get("familiar").is_none());
}
