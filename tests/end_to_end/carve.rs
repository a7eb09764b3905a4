//! A project's own tests as sequences of calls: `palus trace --replay`, and `palus generate --seeds own`.

use std::fs;

use serde_json::Value;

use crate::support::console::junit_jars;
use crate::support::{Work, java_files, jdks, root, working_jdks};

/// A subject and its own tests, compiled into `classes` and `own`; the class path of the tests.
fn with_own_tests(jdk: &crate::support::Jdk) -> (Work, String) {
    let work = Work::empty(jdk);
    let subjects = root().join("tests/subjects");
    work.javac(&java_files(&subjects.join("strongbox")), &work.path("classes"), &[]);
    let class_path: Vec<_> = junit_jars().into_iter().chain([work.path("classes")]).collect();
    work.javac(
        &java_files(&subjects.join("strongbox-tests")),
        &work.path("own"),
        &class_path,
    );
    let own = std::env::join_paths([vec![work.path("own")], class_path].concat()).unwrap();
    (work, own.into_string().unwrap())
}

#[test]
fn tests_come_back_as_sequences_with_what_was_recorded() {
    for jdk in working_jdks() {
        let (work, own) = with_own_tests(jdk);
        work.palus(&format!(
            "record --out run.palus --include demo.* --keep-trace run.trace --states -- java -cp {own} \
             org.junit.platform.console.ConsoleLauncher execute --scan-class-path {}",
            work.path("own").display()
        ))
        .exits(0);
        let told = work
            .palus("trace run.trace --replay --classpath classes")
            .exits(0)
            .stdout();
        assert_eq!(
            told,
            "2 of 3 tests come out as recorded without the tests; each call of 2 can be made again\n      1  a lambda was passed\n",
            "JDK {}",
            jdk.feature
        );
        let told = work
            .palus("trace run.trace --replay --classpath classes --format json")
            .exits(0)
            .stdout();
        let told: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["others"][0]["test"], "demo.StrongboxTest.tellsWhoWatches");
        // Without the class under test nothing of it can be run.
        work.palus("trace run.trace --replay --classpath own").exits(0);
    }
    let work = Work::empty(&jdks()[0]);
    fs::write(work.path("run.trace"), "").unwrap();
    work.palus("trace run.trace --replay --classpath .").exits(1);
}

#[test]
fn a_search_begins_with_what_the_own_tests_do() {
    let jdk = &jdks()[0];
    let (work, own) = with_own_tests(jdk);
    let report = |seeds: &str| {
        work.palus(&format!(
            "generate --classpath classes --out out --sequences 200 --own-tests {own} --seeds {seeds} --quiet"
        ))
        .exits(0);
        let report = fs::read_to_string(work.path("out/palus.json")).unwrap();
        serde_json::from_str::<Value>(&report).unwrap()
    };
    let (without, with) = (report("none"), report("own"));
    assert_eq!(without["seeds"], Value::Null);
    assert_eq!(with["seeds"]["tests"], 3);
    let branches = |report: &Value| report["coverage"]["branches_hit"].as_u64();
    assert_eq!((branches(&without), branches(&with)), (Some(5), Some(6)), "{with}");
    let tests = fs::read_to_string(work.path("out/java/demo/StrongboxPalusTest.java")).unwrap();
    assert!(
        tests.contains("strongbox.turn(2);\n"),
        "the way is gone key by key: {tests}"
    );
}
