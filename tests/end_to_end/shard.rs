//! `palus generate --shard`: parts of a run on several machines, and `palus merge`, which makes one output of theirs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::console::Console;
use crate::support::{Work, jdks, tree};
use serde_json::Value;

/// What is promised to be equal below an output directory, by path.
fn promised(work: &Work, out: &str) -> BTreeMap<PathBuf, String> {
    let out = work.path(out);
    let files = tree(&out).into_iter().filter(|file| file != Path::new("report.html"));
    let text = |file: &Path| {
        let text = fs::read_to_string(out.join(file)).unwrap();
        if file != Path::new("palus.json") {
            return text;
        }
        let mut json: Value = serde_json::from_str(&text).unwrap();
        json.as_object_mut().unwrap().remove("run");
        json.to_string()
    };
    files.map(|file| (file.clone(), text(&file))).collect()
}

fn tests_in(work: &Work, out: &str) -> u64 {
    let json = fs::read_to_string(work.path(out).join("palus.json")).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    json["tests"]["passing"].as_u64().unwrap()
}

#[test]
fn the_merged_parts_of_a_run_are_the_run() {
    let work = Work::on_subject("broken", &jdks()[0]);
    let run = "generate --classpath classes --seed 5 --sequences 1500";
    work.palus(&format!("{run} --out whole")).exits(0);
    let whole = promised(&work, "whole");
    assert!(
        whole.keys().any(|file| file.starts_with("failures")),
        "{:?}",
        whole.keys()
    );

    for (part, jobs) in [(1, 2), (2, 1), (3, 2)] {
        work.palus(&format!("{run} --out part{part} --shard {part}/3 --jobs {jobs}"))
            .exits(0);
        assert!(
            tests_in(&work, &format!("part{part}")) > 0,
            "a part has tests of its own"
        );
    }
    work.palus("merge part1 part3 --out all")
        .exits(1)
        .complains("parts are missing: 2/3");
    work.palus("merge part1 part2 part3 whole --out all")
        .exits(1)
        .complains("whole is not the output of a run with --shard");
    work.palus("merge whole whole --out all")
        .exits(1)
        .complains("is no part of a run");
    assert!(
        !work.path("all").exists(),
        "nothing is written for parts that make no whole"
    );
    // The merged output may take the place of a part's, which is no part then.
    work.palus("merge part3 part1 part2 --out part1 --jobs 1").exits(0);
    assert_eq!(promised(&work, "part1"), whole);
}

#[test]
fn parts_with_a_time_make_tests_that_pass() {
    let work = Work::on_subject("broken", &jdks()[0]);
    for part in [1, 2] {
        work.palus(&format!(
            "generate --classpath classes --time 4s --out part{part} --shard {part}/2"
        ))
        .exits(0);
    }
    work.palus("merge part1 part2 --out all").exits(0);
    let tests = tests_in(&work, "all");
    assert!(tests > 0);
    assert_eq!(Console::run(&work, "all/java", &jdks()[0]).passes(), tests);
}

#[test]
fn parts_of_other_class_files_are_not_merged() {
    let work = Work::on_subject("connection", &jdks()[0]);
    for part in [1, 2] {
        work.palus(&format!(
            "generate --classpath classes --sequences 200 --out part{part} --shard {part}/2"
        ))
        .exits(0);
    }
    let class = work.path("classes/demo/Main.class");
    fs::remove_file(class).unwrap();
    work.palus("merge part1 part2 --out all")
        .exits(1)
        .complains("not the one from which the parts were generated");
    assert!(!work.path("all").exists());
}
