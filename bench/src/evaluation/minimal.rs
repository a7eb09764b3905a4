//! `minimal`: whether each test of a suite has something that no other has, seen by instruments that are not ours.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use palus_supervise::Jdk;
use roxmltree::Document;

use super::{mutation, surroundings};
use crate::library::{Asked, collect, compile, generate};
use crate::palus::run as run_command;
use crate::subject::{Subject, console_arguments, jdk};

/// Tells JaCoCo's probes apart by the test that went through them.
const EACH_TEST: &str = include_str!("../programs/EachTest.java");

/// What tests have, by test (`Class.method`).
type Holdings = BTreeMap<String, BTreeSet<String>>;

pub(crate) fn run(name: &str, seconds: u64) -> Result<ExitCode> {
    let subject = Subject::resolve(name)?;
    let jdk = jdk(17)?;
    let out = subject.work.join("out-minimal");
    let generated = generate(&subject, None, &out, &Asked::new(seconds))?;
    let classes = compile(&subject, &out, &jdk)?;
    let probes = probes(&subject, &jdk, &classes)?;
    let matrix = ["--fullMutationMatrix=true"];
    let (xml, _) = mutation::mutate(&subject, &jdk, &out, &classes, subject.classes, &matrix)?;
    let (own_probe, mut rest) = apart(&probes, probes.keys().cloned().collect());
    let (own_exception, others) = apart(&exceptions(&out.join("java"))?, rest);
    rest = others;
    let (own_mutant, none) = apart(&kills(&xml)?, rest);
    let text = format!(
        "## Whether each test is needed\n\n{}\n\n\
         | library | budget s | tests | alone in a probe of JaCoCo | else in an exception of a method | else in a mutant of PIT | in none of these |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n\
         | {name} | {seconds} | {} | {own_probe} | {own_exception} | {own_mutant} | {} |\n\n\
         By Palus's own count: {}\n",
        surroundings::describe(),
        probes.len(),
        none.len(),
        generated.json["tests"]["kept_for"],
    );
    let folder = subject.work.parent().context("a folder of a library has a parent")?;
    fs::write(folder.join("minimal.md"), &text)?;
    println!("{text}");
    for test in none {
        println!("- {test}");
    }
    Ok(ExitCode::SUCCESS)
}

/// How many of these tests have something that no test has besides, and the names of the others.
fn apart(holdings: &Holdings, asked: BTreeSet<String>) -> (usize, BTreeSet<String>) {
    let mut holders: BTreeMap<&str, u32> = BTreeMap::new();
    for thing in holdings.values().flatten() {
        *holders.entry(thing).or_default() += 1;
    }
    let all = asked.len();
    let is_alone = |test: &String| {
        holdings
            .get(test)
            .is_some_and(|own| own.iter().any(|thing| holders[&**thing] == 1))
    };
    let others: BTreeSet<String> = asked.into_iter().filter(|test| !is_alone(test)).collect();
    (all - others.len(), others)
}

/// The probes of JaCoCo that each test goes through, all run in one JVM.
fn probes(subject: &Subject, jdk: &Jdk, classes: &Path) -> Result<Holdings> {
    let listener = listener(subject, jdk)?;
    let out = listener.join("probes.txt");
    let class_path = format!("{}:{}:{}", classes.display(), listener.display(), subject.class_path());
    let mut java = Command::new(jdk.java());
    let mut agent = subject.jacoco.agent_option(&listener.join("unused.exec"));
    // Each test is the only one that runs its own code.
    agent.push(format!(",includes={},excludes=*PalusTest*", subject.classes));
    java.arg(agent);
    java.arg(format!("-Deach.test.out={}", out.display()));
    java.args(console_arguments(&subject.console, &class_path, classes));
    let ended = run_command(&mut java, &listener)?;
    let text = fs::read_to_string(&out).with_context(|| {
        format!(
            "the tests ran without a word of their probes (exit code {:?})",
            ended.code
        )
    })?;
    let lines = text.lines().filter_map(|line| line.split_once('\t'));
    let owned = |probes: &str| probes.split_whitespace().map(str::to_owned).collect();
    Ok(lines.map(|(test, probes)| (test.to_owned(), owned(probes))).collect())
}

/// The folder with the compiled listener, where JUnit finds it.
fn listener(subject: &Subject, jdk: &Jdk) -> Result<PathBuf> {
    let folder = subject.work.join("each-test");
    let _ = fs::remove_dir_all(&folder);
    let services = folder.join("META-INF/services");
    fs::create_dir_all(&services).with_context(|| format!("{} cannot be made", services.display()))?;
    fs::write(
        services.join("org.junit.platform.launcher.TestExecutionListener"),
        "EachTest\n",
    )?;
    let source = folder.join("EachTest.java");
    fs::write(&source, EACH_TEST)?;
    let mut javac = Command::new(jdk.home().join("bin/javac"));
    javac
        .arg("-cp")
        .arg(&subject.console)
        .arg("-d")
        .arg(&folder)
        .arg(&source);
    if run_command(&mut javac, &folder)?.code != Some(0) {
        bail!("EachTest.java does not compile");
    }
    Ok(folder)
}

/// The exceptions that each test expects, with the method that throws them, read from the sources.
fn exceptions(folder: &Path) -> Result<Holdings> {
    let mut sources = Vec::new();
    collect(folder, &mut sources)?;
    let mut holdings = Holdings::new();
    for source in sources {
        let text = fs::read_to_string(&source)?;
        let line = |start: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(start).map(str::to_owned))
        };
        let package = line("package ").map_or(String::new(), |package| package.replace(';', "."));
        let class = line("class ").unwrap_or_default().replace(" {", "");
        for method in text.split("\n  void ").skip(1) {
            let (name, body) = method.split_once('(').unwrap_or((method, ""));
            let body = body
                .split("\n  }")
                .next()
                .unwrap_or(body)
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            let thrown = body.split("assertThrows(").skip(1).filter_map(thrown);
            holdings.insert(format!("{package}{class}.{name}"), thrown.collect());
        }
    }
    Ok(holdings)
}

/// The exception and the method of `X.class, () -> a.b(c));`.
fn thrown(statement: &str) -> Option<String> {
    let (exception, call) = statement.split_once(".class, () -> ")?;
    let call = call.split(';').next()?.trim_end_matches(')');
    let method = call.split('(').next()?;
    Some(format!("{exception} {}", method.rsplit(['.', ' ']).next()?))
}

/// The mutants that each test kills.
fn kills(xml: &str) -> Result<Holdings> {
    let document = Document::parse(xml).context("PIT's report is no XML")?;
    let mut holdings = Holdings::new();
    for (number, mutant) in document
        .descendants()
        .filter(|node| node.has_tag_name("mutation"))
        .enumerate()
    {
        let killers = mutant.children().find(|node| node.has_tag_name("killingTests"));
        for killer in killers.and_then(|node| node.text()).unwrap_or_default().split('|') {
            // a.BTest.[engine:junit-jupiter]/[class:a.BTest]/[method:c()]
            let between = |from: &str, to: &str| Some(killer.split_once(from)?.1.split_once(to)?.0);
            if let (Some(class), Some(method)) = (between("[class:", "]"), between("[method:", "(")) {
                holdings
                    .entry(format!("{class}.{method}"))
                    .or_default()
                    .insert(number.to_string());
            }
        }
    }
    Ok(holdings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holdings(of: &[(&str, &[&str])]) -> Holdings {
        let owned = |things: &[&str]| things.iter().map(ToString::to_string).collect();
        of.iter()
            .map(|(test, things)| ((*test).to_owned(), owned(things)))
            .collect()
    }

    #[test]
    fn a_test_whose_things_others_have_too_is_not_apart() {
        let all = holdings(&[("a", &["1", "2"]), ("b", &["2"]), ("c", &["2", "3"])]);
        let (alone, others) = apart(&all, all.keys().cloned().collect());
        assert_eq!((alone, others), (2, BTreeSet::from(["b".to_owned()])));
    }

    #[test]
    fn an_expected_exception_is_known_by_its_class_and_its_method() {
        let read = |text: &str| thrown(text).unwrap();
        assert_eq!(read("A.class, () -> b.c(d(), 1)); next();"), "A c");
        assert_eq!(read("A.class, () -> new B(null));"), "A B");
    }

    #[test]
    fn the_killers_of_a_mutant_are_read_from_the_matrix() {
        let killer = |method: &str| format!("a.BTest.[engine:junit-jupiter]/[class:a.BTest]/[method:{method}()]");
        let xml = format!(
            "<mutations><mutation><killingTests>{}|{}</killingTests></mutation><mutation><killingTests/></mutation></mutations>",
            killer("c"),
            killer("d")
        );
        assert_eq!(
            kills(&xml).unwrap(),
            holdings(&[("a.BTest.c", &["0"]), ("a.BTest.d", &["0"])])
        );
    }
}
