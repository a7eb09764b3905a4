//! What options follow from what is typed.

use std::env;
use std::fs;

use clap::Parser as _;

use super::*;
use crate::args::{Cli, Command};

fn resolve(class_path: &str, options: &str) -> anyhow::Result<GenerateOptions> {
    let line = format!("palus generate --classpath {class_path} --out out {options}");
    match Cli::try_parse_from(line.split_whitespace()).unwrap().command {
        Command::Generate(args) => GenerateOptions::resolve(&args),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_missing_entry_of_the_class_path_is_named() {
    let error = resolve("/nowhere/a.jar", "").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the class path entry /nowhere/a.jar is not there; give existing directories and jars"
    );
}

#[test]
fn a_time_budget_leaves_room_for_what_follows_the_search() {
    let search_for = |time: &str| match resolve("/", &format!("--time {time}")).unwrap().budget {
        Budget::Time { millis } => millis,
        Budget::Sequences { .. } => panic!("no count was given"),
    };
    assert_eq!(search_for("600s"), 550_000);
    assert_eq!(search_for("60s"), 36_000, "at the most: what is found may need more");
    assert_eq!(search_for("20s"), 12_000);
    assert_eq!(search_for("10s"), 4_000);
    assert_eq!(search_for("2s"), 800);
}

#[test]
fn few_classes_leave_more_time_for_the_search() {
    let options = resolve("/", "--time 10s").unwrap();
    let search_for = |classes| match options.for_classes(classes).budget {
        Budget::Time { millis } => millis,
        Budget::Sequences { .. } => panic!("no count was given"),
    };
    assert_eq!(
        [search_for(1), search_for(10), search_for(1_000_000)],
        [7_305, 6_450, 4_000]
    );
}

#[test]
fn inputs_are_those_of_the_papers_where_the_rules_are() {
    let without = |options: &str| resolve("/", options).unwrap().search.without;
    assert_eq!(without(""), [""; 0]);
    assert_eq!(without("--guidance off"), ["constants", "inputs", "fakes"]);
    assert_eq!(without("--guidance off --inputs own"), [""; 0]);
    assert_eq!(without("--unguided all"), ["uncovered"]);
    assert_eq!(
        without("--inputs paper --without inputs,model"),
        ["inputs", "model", "constants", "fakes"]
    );
}

#[test]
fn without_doubles_there_are_no_fakes() {
    let without = |options: &str| resolve("/", options).unwrap().search.without;
    assert_eq!(without("--doubles none"), ["fakes"]);
    assert_eq!(without("--doubles none --without fakes,model"), ["fakes", "model"]);
    assert_eq!(
        without("--doubles none --inputs paper"),
        ["constants", "inputs", "fakes"]
    );
    assert_eq!(without("--doubles plain"), [""; 0]);
}

#[test]
fn mockito_is_where_the_tests_have_it_and_wanted() {
    let dir = tempfile::tempdir().unwrap();
    let jars = ["mockito-core-5.20.0.jar", "byte-buddy-1.17.7.jar", "objenesis-3.3.jar"];
    let jars = jars.map(|name| dir.path().join(name));
    for jar in &jars {
        fs::write(jar, "").unwrap();
    }
    let mockito = |options: &str| resolve("/", options).map(|options| options.mockito.is_some());
    let there = format!("--test-classpath {}", env::join_paths(&jars).unwrap().display());
    let search = |options: &str| {
        resolve("/", &format!("--time 60s {options}"))
            .unwrap()
            .for_classes(10)
            .budget
    };
    let with_mocks = Budget::Time { millis: 45_950 };
    assert_eq!(
        (search(""), search(&there)),
        (Budget::Time { millis: 56_450 }, with_mocks)
    );
    assert!(mockito(&there).unwrap() && mockito(&format!("{there} --doubles mockito")).unwrap());
    assert!(!mockito(&format!("{there} --doubles plain")).unwrap() && !mockito("").unwrap());
    let error = mockito("--doubles mockito").unwrap_err().to_string();
    assert!(error.contains("--test-classpath mockito-core"), "{error}");
}

#[test]
fn the_guided_phase_has_its_share_of_the_paper_where_the_rules_are() {
    let share = |options: &str| resolve("/", options).unwrap().search.guided_share;
    let percent = |options: &str| (100.0 * share(options)).round() as u32;
    assert_eq!((percent(""), percent("--guidance off")), (60, 40));
    assert_eq!(percent("--guidance off --guided-share 0.5"), 50);
}

#[test]
fn without_a_budget_there_is_a_minute() {
    assert_eq!(resolve("/", "").unwrap().asked, 60_000);
    assert_eq!(
        resolve("/", "--sequences 7").unwrap().budget,
        Budget::Sequences { count: 7 }
    );
}

#[test]
fn a_contract_that_there_is_not_is_named_with_those_that_there_are() {
    let error = resolve("/", "--contracts equals-nil").unwrap_err().to_string();
    assert!(
        error.contains("no contract named equals-nil") && error.contains("equals-null"),
        "{error}"
    );
    assert_eq!(
        resolve("/", "--contracts paper,never-ends").unwrap().contracts,
        ["paper", "never-ends"]
    );
}

#[test]
fn a_variable_that_changes_java_itself_is_not_passed() {
    let error = resolve("/", "--pass-env TZ --pass-env JAVA_TOOL_OPTIONS").unwrap_err();
    assert_eq!(
        error.to_string(),
        "JAVA_TOOL_OPTIONS would change what Palus itself does; leave --pass-env JAVA_TOOL_OPTIONS out"
    );
    assert_eq!(resolve("/", "--pass-env TZ").unwrap().passed_env, ["TZ"]);
}

#[test]
fn a_model_that_is_none_is_refused_with_its_path() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("foreign.palus");
    fs::write(&file, "hello, this is no model").unwrap();
    let error = resolve("/", &format!("--model {}", file.display())).unwrap_err();
    assert!(error.to_string().contains("foreign.palus"));
}

#[test]
fn a_list_or_a_glob_replaces_the_default_selection() {
    assert_eq!(resolve("/", "").unwrap().selection, Selection::FirstEntry);
    let chosen = resolve("/", "--classes a.*").unwrap().selection;
    assert!(matches!(chosen, Selection::Chosen { globs, list } if globs == ["a.*"] && list.is_empty()));
}
