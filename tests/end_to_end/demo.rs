//! `palus demo`, the first thing that a reader tries.

use std::fs;

use crate::support::{Work, jdks};

#[test]
fn the_demo_goes_from_the_suite_of_commons_cli_to_new_tests() {
    let work = Work::empty(&jdks()[0]);
    let table = work
        .palus_with(
            "demo",
            &[("PATH", std::env::var_os("PATH").unwrap_or_default().as_ref())],
        )
        .exits(0)
        .stdout();
    for row in [
        "classes under test",
        "tests written",
        "passing when run again",
        "branches",
        "Open ",
    ] {
        assert!(table.contains(row), "{row} is missing:\n{table}");
    }
    let ran = table
        .lines()
        .find(|line| line.contains("passing when run again"))
        .unwrap();
    let counts: Vec<u64> = ran.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let log = fs::read_to_string(work.path("target/demo/rerun.log")).unwrap_or_default();
    assert_eq!(counts[0], counts[1], "every test passes: {ran}\n{log}");
    assert!(counts[0] > 0);
    assert!(work.path("target/demo/tests/report.html").is_file());
}
