//! Contracts on real virtual machines: each planted defect gives one test, which fails for that reason; sound classes give none.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::console::Console;
use crate::support::{Work, java_files, jdks, tree};

/// What the class of that file says that it breaks, by the class's name.
fn planted(named: bool) -> BTreeMap<String, String> {
    let subject = crate::support::root().join("tests/subjects/broken");
    let mut planted = BTreeMap::new();
    for file in java_files(&subject) {
        let text = fs::read_to_string(&file).unwrap();
        let said = text.split("Breaks ").nth(1).expect("each class breaks something");
        let contract: String = said
            .chars()
            .take_while(|c| c.is_ascii_lowercase() || *c == '-')
            .collect();
        let class = file.file_stem().unwrap().to_string_lossy().into_owned();
        if named || !said.contains("has to be named") {
            planted.insert(class, contract);
        }
    }
    planted
}

/// What the failing tests below `out` break, by the class under test; two tests of one class are joined by a comma.
fn found(out: &Path) -> BTreeMap<String, String> {
    let folder = out.join("failures/java");
    let mut found = BTreeMap::new();
    for file in tree(&folder) {
        let text = fs::read_to_string(folder.join(&file)).unwrap();
        let broken: Vec<&str> = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("// Breaks ")?.split(':').next())
            .collect();
        let name = file.file_name().unwrap().to_string_lossy();
        found.insert(name.replace("PalusFailureTest.java", ""), broken.join(","));
    }
    found
}

#[test]
fn every_planted_defect_gives_one_test_that_fails_on_every_jdk() {
    let work = Work::on_subject("broken", &jdks()[0]);
    work.palus(
        "generate --classpath classes --out out --sequences 20000 --contracts all,undeclared-exception,serializable-round-trip",
    )
    .exits(0);
    assert_eq!(found(&work.path("out")), planted(true));
    for jdk in jdks() {
        let ran = Console::run(&work, "out/failures/java", jdk);
        let (tests, failed) = (ran.count("tests found"), ran.count("tests failed"));
        assert_eq!(
            (tests, failed),
            (planted(true).len() as u64, tests),
            "JDK {}",
            jdk.feature
        );
    }
    let sarif = fs::read_to_string(work.path("out").join("palus.sarif")).unwrap();
    let sarif: serde_json::Value = serde_json::from_str(&sarif).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), planted(true).len());
    let ranks: Vec<i64> = results.iter().map(|result| result["rank"].as_i64().unwrap()).collect();
    assert!(ranks.is_sorted_by(|one, other| one >= other), "{ranks:?}");
    let hollow = results
        .iter()
        .find(|result| result["ruleId"] == "null-pointer-without-null")
        .unwrap();
    let place = &hollow["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "demo/Hollow.java");
    assert!(place["region"]["startLine"].as_i64().is_some(), "{place}");
}

#[test]
fn junit_4_tells_the_same_and_only_what_was_named_is_checked() {
    let work = Work::on_subject("broken", &jdks()[0]);
    work.palus("generate --classpath classes --out out --sequences 12000 --junit 4 --contracts paper,never-ends")
        .exits(0);
    let expected: BTreeMap<String, String> = planted(false)
        .into_iter()
        .filter(|(_, contract)| {
            [
                "equals-reflexive",
                "equals-null",
                "equals-hash-code",
                "hash-code-returns",
                "to-string-returns",
                "never-ends",
            ]
            .contains(&contract.as_str())
        })
        .collect();
    assert_eq!(found(&work.path("out")), expected);
}

#[test]
fn classes_that_keep_all_contracts_give_no_failing_test() {
    for jdk in jdks() {
        let work = Work::on_subject("honest", jdk);
        work.palus(
            "generate --classpath classes --out out --sequences 8000 --contracts all,undeclared-exception,serializable-round-trip",
        )
        .exits(0);
        assert_eq!(found(&work.path("out")), BTreeMap::new(), "JDK {}", jdk.feature);
    }
}
