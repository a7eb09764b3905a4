//! Theories and values that users bring along, on real virtual machines.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Jdk, Work, java_files, jdks, tree};

/// The jars that theories and values need.
fn jars() -> Vec<PathBuf> {
    let agent = Path::new(env!("PALUS_AGENT_JAR"));
    let junit = agent.with_file_name("junit");
    let mut jars: Vec<PathBuf> = tree(&junit).into_iter().map(|jar| junit.join(jar)).collect();
    jars.push(agent.with_file_name("palus-annotations.jar"));
    jars
}

/// The driver, connection and statement of the paper with theories about them, in directories of their own; `broken` leaves a statement
/// open that was closed.
fn database(jdk: &Jdk, broken: bool) -> Work {
    let work = Work::empty(jdk);
    let subjects = crate::support::root().join("tests/subjects");
    let copy = work.path("source");
    fs::create_dir_all(&copy).unwrap();
    for file in java_files(&subjects.join("database")) {
        let mut text = fs::read_to_string(&file).unwrap();
        if broken && file.ends_with("Statement.java") {
            text = text.replace("    connection = null;\n", "");
            assert!(!text.contains("connection = null"), "{text}");
        }
        fs::write(copy.join(file.file_name().unwrap()), text).unwrap();
    }
    work.javac(&java_files(&copy), &work.path("classes"), &[]);
    let mut class_path = jars();
    class_path.push(work.path("classes"));
    work.javac(
        &java_files(&subjects.join("theories")),
        &work.path("users"),
        &class_path,
    );
    work
}

fn class_path() -> String {
    let jars: Vec<String> = jars().iter().map(|jar| jar.display().to_string()).collect();
    format!("classes:users:{}", jars.join(":"))
}

/// The sources of the failing tests.
fn failing(work: &Work, out: &str) -> String {
    let folder = work.path(out).join("failures/java");
    let read = |file: PathBuf| fs::read_to_string(folder.join(file)).unwrap();
    tree(&folder).into_iter().map(read).collect()
}

fn generate(work: &Work, options: &str) -> crate::support::Ran {
    let line = format!("generate --classpath {} --classes demo.* {options}", class_path());
    work.palus(&line).exits(0)
}

#[test]
fn a_theory_that_holds_gives_nothing_and_each_that_does_not_gives_one_minimal_test() {
    for jdk in jdks() {
        let work = database(jdk, false);
        generate(
            &work,
            "--out out --sequences 4000 --theories demo.*Theories --theories demo.*Properties --values demo.Queries",
        );
        let said = failing(&work, "out");
        assert!(!said.contains("noActionAfterClose"), "{said}");
        assert_eq!(said.matches("@Test").count(), 2, "JDK {}: {said}", jdk.feature);
        assert!(said.contains("everyQueryGivesRows(statement, \"\")"), "{said}");
        assert!(
            said.contains("absoluteValuesAreNotNegative(Integer.MIN_VALUE)"),
            "{said}"
        );
        let passing = tree(&work.path("out").join("java"));
        assert!(
            passing.iter().all(|file| !file.to_string_lossy().contains("Theories")),
            "{passing:?}"
        );
    }
}

#[test]
fn a_broken_subject_fails_the_papers_theory_with_one_minimal_test() {
    let work = database(&jdks()[0], true);
    generate(
        &work,
        "--out out --sequences 4000 --theories demo.DatabaseTheories --values demo.Queries",
    );
    let said = failing(&work, "out");
    assert_eq!(said.matches("noActionAfterClose(").count(), 1, "{said}");
    generate(
        &work,
        "--out without --sequences 1000 --theories demo.DatabaseTheories --without theories",
    );
    assert!(!failing(&work, "without").contains("noActionAfterClose"));
}

#[test]
fn values_that_users_give_reach_the_methods_that_they_name_and_what_names_nothing_is_said() {
    let work = database(&jdks()[0], false);
    let ran = generate(&work, "--out out --sequences 3000 --values demo.Queries");
    assert!(
        ran.stderr()
            .contains("demo.Queries.unknown: Statement has no method execute"),
        "{}",
        ran.stderr()
    );
    let folder = work.path("out").join("java");
    let tests: String = tree(&folder)
        .into_iter()
        .map(|file| fs::read_to_string(folder.join(file)).unwrap())
        .collect();
    assert!(tests.contains("jdbc:tinysql:"), "{tests}");
    assert!(!tests.contains("class Queries"), "{tests}");
}
