//! Code under test cannot reach beyond its worker, and no test hangs on what it was refused.

use std::fs;

use crate::support::{Work, jdks, tree};
use serde_json::Value;

/// The reason why the method of the one class under test has no test; none when it has one.
fn silence(summary: &Value, method: &str) -> Option<String> {
    let silent = summary["classes"][0]["silent"].as_array().unwrap();
    let entry = silent
        .iter()
        .find(|entry| entry["method"].as_str().unwrap().starts_with(method))?;
    Some(entry["code"].as_str().unwrap().to_owned())
}

#[test]
fn what_reaches_beyond_is_refused_and_named_and_what_stays_within_is_tested() {
    for jdk in jdks() {
        let work = Work::on_subject("meddler", jdk);
        let canary = work.path("classes").join("canary");
        fs::write(&canary, "alive").unwrap();
        let before = tree(&work.path("classes"));
        let ran = work
            .palus("generate --classpath classes --out out --sequences 600")
            .exits(0);
        if ran.stderr().contains("no Landlock") {
            eprintln!("this kernel has no Landlock: files are not protected, and that is not tested");
            continue;
        }
        assert_eq!(fs::read_to_string(&canary).unwrap(), "alive");
        assert_eq!(tree(&work.path("classes")), before, "nothing was added");
        let json = fs::read_to_string(work.path("out/palus.json")).unwrap();
        let summary: Value = serde_json::from_str(&json).unwrap();
        for refused in [
            "stain",
            "smear",
            "erase",
            "start",
            "listen",
            "list()",
            "listFiles",
            "lookUp",
            "link",
            "move",
        ] {
            assert_eq!(
                silence(&summary, refused).as_deref(),
                Some("refused"),
                "{refused} on {}",
                jdk.feature
            );
        }
        for tested in ["jot", "twice"] {
            assert_eq!(silence(&summary, tested), None, "{tested} on {}", jdk.feature);
        }
    }
}

#[test]
fn the_doctor_says_what_this_machine_protects() {
    let work = Work::empty(&jdks()[0]);
    let ran = work.palus("doctor");
    let told = ran.stdout();
    assert!(told.contains(&format!("yes  Java {}", jdks()[0].feature)), "{told}");
    let files = "  files elsewhere are neither written nor read (Landlock)\n";
    assert!(told.contains(files), "{told}");
    let lacks = told.lines().any(|line| line.starts_with("no "));
    ran.exits(if lacks { 3 } else { 0 });
}

#[test]
fn without_the_sandbox_it_is_said_aloud() {
    let work = Work::on_subject("plain", &jdks()[0]);
    let ran = work
        .palus("generate --classpath classes --out out --sequences 100 --no-sandbox")
        .exits(0);
    assert!(
        ran.stderr().contains("may do to this machine whatever you may"),
        "{}",
        ran.stderr()
    );
}

#[test]
fn a_confined_search_still_says_what_it_spent_on_a_processor() {
    let work = Work::on_subject("plain", &jdks()[0]);
    work.palus("generate --classpath classes --out out --sequences 20000")
        .exits(0);
    let summary = work.summary("out");
    assert!(
        summary["run"]["phases"]["searching_cpu_ms"].as_u64() > Some(0),
        "{}",
        summary["run"]
    );
}
