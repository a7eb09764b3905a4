//! Code that starts threads: its own, those of pools, timers and futures.

use std::fs;

use serde_json::Value;

use crate::support::console::Console;
use crate::support::{Work, jdks};

/// What the report says of a method that no test calls; `None` where one does.
fn silent<'j>(json: &'j Value, class: &str, method: &str) -> Option<&'j str> {
    let classes = json["classes"].as_array().unwrap();
    let class = classes.iter().find(|known| known["name"] == class).unwrap();
    let mut methods = class["silent"].as_array().unwrap().iter();
    methods.find(|known| known["method"] == method)?["code"].as_str()
}

/// The lines that say what such a call gives.
fn asserted<'t>(tests: &'t str, call: &str) -> Vec<&'t str> {
    said(tests, "assertEquals(", call)
}

/// The lines that assert that of such a call.
fn said<'t>(tests: &'t str, assertion: &str, call: &str) -> Vec<&'t str> {
    let lines = tests.lines().filter(|line| line.contains(assertion));
    lines.filter(|line| line.contains(call)).collect()
}

/// The first assertion on how many jobs a crew has done that stands behind a job and before the crew has gone home.
fn seen_too_early(tests: &str) -> Option<&str> {
    let mut is_at_work = false;
    tests.lines().find(|line| {
        if line.contains(" void ") || line.contains(".close()") {
            is_at_work = false;
        } else if line.contains(".submit(") && !line.contains("assertThrows(") {
            is_at_work = true;
        }
        is_at_work && line.contains("assertEquals(") && line.contains(".finished()")
    })
}

#[test]
fn code_that_starts_threads_has_tests_that_end_them_and_say_nothing_that_hangs_on_their_order() {
    for jdk in jdks() {
        let work = Work::on_subject("crew", jdk);
        work.palus("generate --classpath classes --sequences 6000 --seed 1 --out out --quiet")
            .exits(0);
        let json = work.summary("out");
        let told = |class: &str, method: &str| silent(&json, class, method);
        for (class, method) in [
            ("crew.Crew", "submit(Runnable)"),
            ("crew.Crew", "close()"),
            ("crew.Belt", "carry(int[])"),
            ("crew.Prices", "together(String, String)"),
            ("crew.Alarm", "await(int)"),
            ("crew.Tally", "longer(int, String[])"),
            ("crew.Tally", "squares(int)"),
        ] {
            assert_eq!(told(class, method), None, "JDK {}: {class}.{method}", jdk.feature);
        }
        assert_eq!(
            told("crew.Watch", "ticks()"),
            Some("starts-threads"),
            "JDK {}",
            jdk.feature
        );
        assert_eq!(json["run"]["workers"]["lost"], 0, "JDK {}", jdk.feature);
        let tests = fs::read_to_string(work.path("out/java/crew/CrewPalusTest.java")).unwrap();
        assert!(tests.contains(".submit(") && tests.contains(".close()"), "{tests}");
        assert_eq!(
            seen_too_early(&tests),
            None,
            "JDK {}: a job that was taken may not be done yet: {tests}",
            jdk.feature
        );
        let tests = fs::read_to_string(work.path("out/java/crew/CarelessPalusTest.java")).unwrap();
        let counted = asserted(&tests, ".count(");
        assert!(
            !counted.is_empty() && counted.iter().all(|line| line.contains(".count(1)")),
            "JDK {}: what two threads count at once may be lost: {tests}",
            jdk.feature
        );
        let tests = fs::read_to_string(work.path("out/java/crew/FlagPalusTest.java")).unwrap();
        assert!(
            tests.contains(".raise()") && !tests.contains("assertTrue("),
            "it may be up by now, or not: {tests}"
        );
        for other in jdks() {
            for _ in 0..2 {
                let passing = Console::run(&work, "out/java", other).passes();
                assert_eq!(
                    Some(passing),
                    json["tests"]["passing"].as_u64(),
                    "JDK {}",
                    other.feature
                );
            }
        }
    }
}

#[test]
fn images_and_components_are_drawn_beside_threads_of_the_jdk_that_never_end() {
    for jdk in jdks() {
        let work = Work::on_subject("desk", jdk);
        work.palus("generate --classpath classes --sequences 3000 --seed 1 --out out --quiet")
            .exits(0);
        let json = work.summary("out");
        let told = |class: &str, method: &str| silent(&json, class, method);
        for (class, method, why) in [
            ("desk.Canvas", "row(int)", None),
            ("desk.Canvas", "isRed(int)", None),
            ("desk.Outline", "rows()", None),
            // The thread of a user interface outlives the test that asked for it.
            ("desk.Later", "soon(int)", Some("starts-threads")),
        ] {
            assert_eq!(told(class, method), why, "JDK {}: {class}.{method}", jdk.feature);
        }
        assert_eq!(json["run"]["workers"]["lost"], 0, "JDK {}", jdk.feature);
        let tests =
            |class: &str| fs::read_to_string(work.path(&format!("out/java/desk/{class}PalusTest.java"))).unwrap();
        assert!(
            !said(&tests("Canvas"), "assertTrue(", ".isRed(").is_empty(),
            "JDK {}: {}",
            jdk.feature,
            tests("Canvas")
        );
        let outline = tests("Outline");
        assert!(
            !asserted(&outline, ".rows()").is_empty() && !outline.contains("System.setErr("),
            "JDK {}: how the JDK's thread is ended is no output: {outline}",
            jdk.feature
        );
        for other in jdks() {
            let passing = Console::run(&work, "out/java", other).passes();
            assert_eq!(Some(passing), json["tests"]["passing"].as_u64());
        }
    }
}

#[test]
fn virtual_threads_take_their_turns_and_are_real_ones_again_in_the_tests() {
    for jdk in jdks().iter().filter(|jdk| jdk.feature >= 21) {
        let work = Work::on_subject_of("fleet", 21, jdk);
        work.palus("generate --classpath classes --sequences 4000 --seed 1 --out out --quiet")
            .exits(0);
        let json = work.summary("out");
        let tests =
            |class: &str| fs::read_to_string(work.path(&format!("out/java/fleet/{class}PalusTest.java"))).unwrap();
        for (class, call) in [("Fleet", ".load("), ("Signals", "relay(")] {
            let tests = tests(class);
            assert!(!asserted(&tests, call).is_empty(), "{class}: {tests}");
        }
        let signals = tests("Signals");
        let watched = asserted(&signals, ".watch(");
        assert!(
            !watched.is_empty() && watched.iter().all(|line| line.contains(".watch(1)")),
            "what two threads see at once may count as one: {signals}"
        );
        for _ in 0..2 {
            let passing = Console::run(&work, "out/java", jdk).passes();
            assert_eq!(Some(passing), json["tests"]["passing"].as_u64());
        }
    }
}

#[test]
fn who_takes_an_executor_gets_one_that_a_test_controls() {
    for jdk in jdks() {
        let work = Work::on_subject("pools", jdk);
        work.palus("generate --classpath classes --sequences 4000 --seed 1 --out out --quiet")
            .exits(0);
        let json = work.summary("out");
        let tests =
            |class: &str| fs::read_to_string(work.path(&format!("out/java/shop/{class}PalusTest.java"))).unwrap();
        // In place: what it did is there when the call has come back.
        let mailer = tests("Mailer");
        let is_sent = |line: &str| line.contains("assertEquals(1, ") && line.contains(".sent())");
        let asserts = mailer.lines().any(is_sent);
        assert!(
            mailer.contains("Runnable::run") && asserts,
            "JDK {}: {mailer}",
            jdk.feature
        );
        // One that has to have a thread is shut down.
        let report = tests("Report");
        let pools = report.matches("Executors.newSingleThread").count();
        assert!(
            pools > 0 && report.matches(".shutdownNow()").count() >= pools,
            "JDK {}: {report}",
            jdk.feature
        );
        assert!(report.contains(".total("), "JDK {}: {report}", jdk.feature);
        let passing = Console::run(&work, "out/java", jdk).passes();
        assert_eq!(Some(passing), json["tests"]["passing"].as_u64(), "JDK {}", jdk.feature);
    }
}
