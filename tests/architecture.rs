//! The rules of the house that no compiler checks: who may use whom, front pages, and documents that name what is there.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use support::{root, tree};

/// A stage and the stages that it may use.
const EDGES: [(&str, &[&str]); 21] = [
    ("sequence", &[]),
    ("trace", &["sequence"]),
    ("state", &["sequence", "trace"]),
    ("executions", &["trace", "state"]),
    ("machine", &[]),
    ("page", &[]),
    ("axioms", &["sequence", "machine", "page"]),
    ("observe", &["sequence", "trace", "state", "executions"]),
    ("carve", &["sequence", "trace", "state", "executions", "observe"]),
    ("redundant", &["trace", "state", "executions", "observe", "page"]),
    ("invariant", &["sequence", "trace", "state"]),
    ("fields", &["sequence", "state", "page"]),
    ("classes", &["sequence"]),
    ("model", &["sequence", "trace"]),
    ("oracle", &["sequence", "classes"]),
    ("generate", &["sequence", "classes", "model"]),
    ("suite", &["sequence", "classes"]),
    ("emit", &["sequence", "classes"]),
    ("symbolic", &["sequence", "classes", "state"]),
    ("jvm", &["sequence", "trace", "state"]),
    ("supervise", &["sequence"]),
];

fn metadata() -> Value {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root());
    serde_json::from_slice(&cargo.output().expect("cargo runs").stdout).expect("cargo metadata is JSON")
}

#[test]
fn a_stage_uses_only_the_stages_before_it() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    for (stage, allowed) in EDGES {
        let name = format!("palus-{stage}");
        let package = packages
            .iter()
            .find(|p| p["name"] == name.as_str())
            .unwrap_or_else(|| panic!("no crate {name}"));
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        // What only tests use does not make a stage depend on another at run time.
        let used: BTreeSet<&str> = dependencies
            .iter()
            .filter(|d| d["kind"].is_null())
            .filter_map(|d| d["name"].as_str()?.strip_prefix("palus-"))
            .collect();
        let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
        assert!(
            used.is_subset(&allowed),
            "{name} uses {used:?} but may use {allowed:?} only"
        );
    }
    let stages = packages
        .iter()
        .filter_map(|p| p["name"].as_str()?.strip_prefix("palus-"))
        .filter(|&s| s != "bench");
    let known: BTreeSet<&str> = EDGES.iter().map(|(stage, _)| *stage).collect();
    assert_eq!(
        stages.collect::<BTreeSet<_>>(),
        known,
        "every stage has its line in EDGES"
    );
}

/// Each package that these packages compile, with the features that it gets there.
fn features(selection: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["tree", "--offline", "--prefix", "none", "--format", "{p} {f}"])
        .args(selection)
        .current_dir(root());
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines()
        .map(|line| line.trim_end_matches(" (*)").to_owned())
        .collect()
}

/// A library that has one more for the tests is compiled twice, and with it all that uses it: for the tests, and for the command
/// that they start.
#[test]
fn the_command_has_the_same_features_of_its_libraries_whether_tests_are_built_or_not() {
    let command = features(&["--package", "palus", "--edges", "normal,build"]);
    let tests = features(&["--edges", "normal,build,dev"]);
    let other: Vec<_> = command.difference(&tests).collect();
    assert!(
        other.is_empty(),
        "the tests have more features of these; name them in Cargo.toml beside `getrandom`: {other:#?}"
    );
}

#[test]
fn the_command_does_not_touch_the_virtual_machine() {
    for file in sources("native/cli/src") {
        let text = fs::read_to_string(&file).unwrap();
        for forbidden in ["palus_jvm", "palus::", "jvmti_bindings"] {
            assert!(!text.contains(forbidden), "{} names {forbidden}", file.display());
        }
    }
}

#[test]
fn unsafe_code_stands_in_two_places_only() {
    let exempt = [root().join("native/jvm"), root().join("native/agent")];
    for file in sources("native")
        .into_iter()
        .filter(|file| !exempt.iter().any(|dir| file.starts_with(dir)))
    {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        assert!(
            !code.into_iter().any(|line| line.contains("unsafe {")),
            "{} has unsafe code",
            file.display()
        );
    }
}

#[test]
fn every_file_says_first_what_it_is_for() {
    for folder in ["native", "tests", "bench/src"] {
        for file in sources(folder) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(text.starts_with("//! "), "{} does not open with //!", file.display());
        }
    }
}

#[test]
fn the_front_page_of_a_stage_says_what_it_takes_and_gives() {
    for (stage, _) in EDGES {
        let text = fs::read_to_string(root().join(format!("native/{stage}/src/lib.rs"))).unwrap();
        for word in ["**Takes**", "**Gives**", "**Does not know**"] {
            assert!(text.contains(word), "native/{stage}/src/lib.rs lacks {word}");
        }
    }
}

#[test]
fn every_path_that_the_documents_name_is_there() {
    let mut documents: Vec<PathBuf> = tree(&root().join("docs"))
        .into_iter()
        .map(|file| root().join("docs").join(file))
        .collect();
    documents.push(root().join("README.md"));
    for document in documents.iter().filter(|d| d.extension().is_some_and(|e| e == "md")) {
        let text = fs::read_to_string(document).unwrap();
        for path in named_paths(&text) {
            let near = document.parent().unwrap_or(Path::new("."));
            assert!(
                root().join(path).exists() || near.join(path).exists(),
                "{} names {path}",
                document.display()
            );
        }
    }
}

/// What stands in backticks or as the target of a link and begins like a path of this repository.
fn named_paths(text: &str) -> Vec<&str> {
    const FOLDERS: [&str; 10] = [
        "native/",
        "java-agent/",
        "tests/",
        "bench/",
        "docs/",
        ".ci/",
        "fuzz/",
        "gradle/",
        "maven/",
        "examples/",
    ];
    let quoted = text.split('`').skip(1).step_by(2);
    let linked = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next());
    let is_path = |word: &&str| {
        FOLDERS.iter().any(|folder| word.starts_with(folder))
            && !word.contains(|c: char| c.is_whitespace() || "*<>{}".contains(c))
    };
    quoted.chain(linked).filter(is_path).collect()
}

fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = root().join(folder);
    let files = tree(&folder)
        .into_iter()
        .filter(|file| file.extension().is_some_and(|e| e == "rs"));
    files.map(|file| folder.join(file)).collect()
}
