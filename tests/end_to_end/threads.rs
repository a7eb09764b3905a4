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

#[test]
fn code_that_starts_threads_has_tests_that_end_them_and_say_nothing_that_hangs_on_their_order() {
    for jdk in jdks() {
        let work = Work::on_subject("crew", jdk);
        work.palus("generate --classpath classes --sequences 6000 --seed 1 --out out --quiet")
            .exits(0);
        let json: Value = serde_json::from_str(&fs::read_to_string(work.path("out/palus.json")).unwrap()).unwrap();
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
        let opened = tests.matches(" = new Crew(").count();
        assert!(opened > 0 && tests.matches(".close()").count() >= opened, "{tests}");
        // A job that is taken off the queue is not done yet.
        let done_at_once = tests
            .lines()
            .any(|line| line.contains("assertEquals(1, ") && line.contains(".finished()"));
        assert!(!done_at_once, "{tests}");
        for other in jdks() {
            for _ in 0..5 {
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
