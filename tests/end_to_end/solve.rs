//! `palus generate --solve`: branches that no luck finds, with variables in the place of numbers.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use crate::support::console::Console;
use crate::support::{Work, jdks, tree};
use serde_json::Value;

fn work() -> Work {
    Work::on_subject("locks", &jdks()[0])
}

fn line(out: &str, options: &str) -> String {
    format!("generate --classpath classes --classes demo.Lock --out {out} {options}")
}

fn branches(summary: &Value) -> u64 {
    summary["coverage"]["branches_hit"].as_u64().unwrap()
}

fn sources(work: &Work, out: &str) -> BTreeMap<PathBuf, String> {
    let java = work.path(out).join("java");
    let read = |file: PathBuf| (file.clone(), fs::read_to_string(java.join(&file)).unwrap());
    tree(&java).into_iter().map(read).collect()
}

/// Each branch is told once.
fn assert_adds_up(solve: &Value) {
    let count = |name: &str| solve[name].as_u64().unwrap();
    let outside: u64 = solve["outside"]
        .as_object()
        .unwrap()
        .values()
        .filter_map(Value::as_u64)
        .sum();
    let fates = [
        "reached",
        "infeasible",
        "out_of_time",
        "needs_solver",
        "unreached",
        "diverged",
    ];
    assert_eq!(fates.map(count).iter().sum::<u64>() + outside, count("open"), "{solve}");
    assert_eq!(count("diverged"), 0, "{solve}");
}

#[test]
fn a_branch_behind_a_state_and_two_numbers_is_solved_and_its_test_passes() {
    let work = work();
    work.palus(&line("without", "--sequences 1500")).exits(0);
    let without = work.summary("without");
    assert_eq!(without["solve"], Value::Null);
    let said = work
        .palus(&line("out", "--sequences 1500 --solve 2s"))
        .exits(0)
        .stdout();
    let with = work.summary("out");
    let solve = &with["solve"];
    assert_adds_up(solve);
    assert!(solve["reached"].as_u64() >= Some(1), "{solve}");
    assert!(solve["infeasible"].as_u64() >= Some(1), "{solve}");
    let outside = "java.lang.System.getProperty is not modelled";
    assert!(solve["outside"][outside].as_u64() >= Some(1), "{solve}");
    assert!(branches(&with) > branches(&without), "{with}");
    assert!(said.contains(" open branches solved; left open: "), "{said}");
    let report = fs::read_to_string(work.path("out/report.html")).unwrap();
    assert!(report.contains(" open branches solved"), "{report}");
    let is_open = |text: &String| text.contains("assertEquals(\"open\", ");
    assert!(!sources(&work, "without").values().any(is_open));
    assert!(sources(&work, "out").values().any(is_open));
    for jdk in jdks() {
        let passing = with["tests"]["passing"].as_u64().unwrap();
        assert_eq!(
            Console::run(&work, "out/java", jdk).passes(),
            passing,
            "JDK {}",
            jdk.feature
        );
    }
}

#[test]
fn with_a_count_of_sequences_the_same_seed_gives_the_same_and_so_do_the_parts_of_a_run() {
    let work = work();
    work.palus(&line("one", "--sequences 600 --solve 1s --jobs 1")).exits(0);
    work.palus(&line("two", "--sequences 600 --solve 1s --jobs 2")).exits(0);
    work.palus(&line("part", "--sequences 600 --solve 1s --shard 1/1"))
        .exits(0);
    work.palus("merge part --out three").exits(0);
    for other in ["two", "three"] {
        assert_eq!(sources(&work, "one"), sources(&work, other), "{other}");
        assert_eq!(work.summary("one")["solve"], work.summary(other)["solve"], "{other}");
    }
    // No path may be followed in no time.
    work.palus(&line("none", "--sequences 600 --solve 1ms")).exits(0);
    let none = work.summary("none")["solve"].clone();
    assert_adds_up(&none);
    assert!(none["out_of_time"].as_u64() >= Some(1), "{none}");
}

#[test]
fn what_needs_a_solver_is_told_where_there_is_none() {
    let work = work();
    let solved = |path: Option<&OsStr>| {
        let line = line("out", "--sequences 600 --solve 2s");
        let variables: Vec<(&str, &OsStr)> = path.map(|path| ("PATH", path)).into_iter().collect();
        let ran = work.palus_with(&line, &variables).exits(0);
        let solve = work.summary("out")["solve"].clone();
        assert_adds_up(&solve);
        (ran, solve)
    };
    let path = jdks()[0].home.join("bin");
    let (ran, alone) = solved(Some(path.as_os_str()));
    ran.complains("there is no z3 on PATH that answers");
    assert_eq!(alone["needs_solver"], 1, "{alone}");
    let (_, together) = solved(None);
    if together["needs_solver"] == 0 {
        assert_eq!(
            together["reached"].as_u64(),
            alone["reached"].as_u64().map(|it| it + 1),
            "{together}"
        );
    }
}

#[test]
fn with_a_time_solving_comes_on_top_of_it() {
    let work = work();
    work.palus(&line("out", "--time 8s --solve 4s")).exits(0);
    let solve = work.summary("out")["solve"].clone();
    assert_adds_up(&solve);
    assert!(solve["reached"].as_u64() >= Some(1), "{solve}");
}

#[test]
fn a_time_that_is_none_is_wrong_usage() {
    let work = Work::empty(&jdks()[0]);
    for wrong in ["x", "-1s", "1.5s"] {
        work.palus(&line("out", &format!("--solve={wrong}"))).exits(2);
    }
}
