//! The recorder beside others that change classes: coverage, mocks, and a whole suite that notices any difference.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Jdk, Work, jdks, palus};
use palus_supervise::{Artifact, Maven};

/// Maven, as the demo uses it.
fn maven(work: &Work) -> Maven {
    let jdk = palus_supervise::Jdk::at(&jdks()[0].home).expect("a JDK of the tests");
    Maven::find(&jdk, &work.path("maven")).expect("Maven is on PATH")
}

fn runs(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{command:?}\n{}", text(&output.stderr));
    text(&output.stdout)
}

/// Runs the subject with these agents and gives the report that JaCoCo's own command line makes of the data.
fn coverage(work: &Work, cli: &Path, name: &str, agents: &[String]) -> String {
    let mut arguments: Vec<&str> = agents.iter().map(String::as_str).collect();
    arguments.extend(["-cp", "classes", "app.Main"]);
    runs(&mut work.java(&arguments));
    let (data, csv) = (format!("{name}.exec"), format!("{name}.csv"));
    let cli = cli.display().to_string();
    runs(&mut work.java(&["-jar", &cli, "report", &data, "--classfiles", "classes", "--csv", &csv]));
    fs::read_to_string(work.path(&csv)).expect("a report")
}

#[test]
fn jacocos_coverage_is_the_same_whichever_agent_comes_first() {
    let work = Work::on_subject("kinds", &jdks()[0]);
    let agent = Artifact::jar("org.jacoco", "org.jacoco.agent", "0.8.14");
    let cli = Artifact::jar("org.jacoco", "org.jacoco.cli", "0.8.14");
    let jars = maven(&work)
        .files(&[agent.classified("runtime"), cli.classified("nodeps")])
        .expect("Maven has JaCoCo");
    let jacoco = |name: &str| format!("-javaagent:{}=destfile={name}.exec,includes=demo.*", jars[0].display());
    let library = palus().with_file_name("libpalus.so");
    let ours = |name: &str| {
        format!(
            "-agentpath:{}=record,out={name}.palus,include=demo.*",
            library.display()
        )
    };
    for jdk in jdks() {
        let work = Work::on_subject("kinds", jdk);
        let alone = coverage(&work, &jars[1], "alone", &[jacoco("alone")]);
        assert!(alone.contains(",demo,Kinds,0,"), "the subject is covered:\n{alone}");
        let first = coverage(&work, &jars[1], "first", &[ours("first"), jacoco("first")]);
        let last = coverage(&work, &jars[1], "last", &[jacoco("last"), ours("last")]);
        assert_eq!(alone, first, "JDK {}", jdk.feature);
        assert_eq!(alone, last, "JDK {}", jdk.feature);
        for model in ["first.palus", "last.palus"] {
            let shown = work.palus(&format!("model {model}")).exits(0).stdout();
            assert!(shown.contains("inNested()") && !shown.contains("jacoco"), "{shown}");
        }
    }
}

#[test]
fn classes_that_mockito_mocks_inline_are_recorded_and_mocked_alike() {
    let home = Work::empty(&jdks()[0]);
    let jars: Vec<PathBuf> = maven(&home)
        .files(&[
            Artifact::jar("org.mockito", "mockito-core", "4.11.0"),
            Artifact::jar("net.bytebuddy", "byte-buddy", "1.12.19"),
            Artifact::jar("net.bytebuddy", "byte-buddy-agent", "1.12.19"),
            Artifact::jar("org.objenesis", "objenesis", "3.3"),
        ])
        .expect("Maven has Mockito");
    for jdk in jdks() {
        let work = Work::on_subject_with("mocks", jdk, &jars);
        let extensions = work.path("classes/mockito-extensions");
        fs::create_dir_all(&extensions).expect("a folder");
        fs::write(extensions.join("org.mockito.plugins.MockMaker"), "mock-maker-inline").expect("a file");
        let mut path = vec![work.path("classes")];
        path.extend(jars.iter().cloned());
        let path = std::env::join_paths(path).expect("a class path");
        // The flag is ByteBuddy's, for a Java that is newer than it; its agent is what Mockito redefines classes by.
        let agent = format!("-javaagent:{}", jars[2].display());
        let words = [
            "-Dnet.bytebuddy.experimental=true",
            &agent,
            "-cp",
            &path.to_string_lossy(),
            "app.Mocks",
        ];
        let alone = runs(&mut work.java(&words));
        let ran = work
            .palus(&format!(
                "record --out run.palus --include demo.* -- java {}",
                words.join(" ")
            ))
            .exits(0);
        assert_eq!(ran.stdout(), alone, "JDK {}", jdk.feature);
        let door = work.palus("model run.palus --class demo.Door").exits(0).stdout();
        assert!(door.contains("open(int)"), "JDK {}:\n{door}", jdk.feature);
    }
}

/// Tests, skipped, failed, as JUnit's reports count them.
fn counts(reports: &Path) -> (u64, u64, u64) {
    let mut sum = (0, 0, 0);
    for entry in fs::read_dir(reports).expect("reports").flatten() {
        let text = fs::read_to_string(entry.path()).expect("a report");
        let head = text
            .lines()
            .find(|line| line.starts_with("<testsuite "))
            .expect("a head");
        let count = |name: &str| -> u64 {
            let value = head.split_once(&format!(" {name}=\"")).expect("a count").1;
            value.split('"').next().and_then(|n| n.parse().ok()).expect("a number")
        };
        sum.0 += count("tests");
        sum.1 += count("skipped");
        sum.2 += count("failures") + count("errors");
    }
    sum
}

fn suite_of_commons_cli(jdk: &Jdk) {
    let work = Work::empty(jdk);
    let maven = maven(&work);
    let suite = maven
        .library_suite(&Artifact::jar("commons-cli", "commons-cli", "1.9.0"))
        .expect("commons-cli");
    let console = Artifact::jar("org.junit.platform", "junit-platform-console-standalone", "1.13.4");
    let console = maven.files(&[console]).expect("the console of JUnit").remove(0);
    let mut path = vec![suite.tests.clone(), suite.jar];
    path.extend(suite.dependencies);
    let path = std::env::join_paths(path)
        .expect("a class path")
        .to_string_lossy()
        .into_owned();
    let words = |reports: &str| {
        format!(
            "-Xverify:all -jar {} execute --disable-banner --details=none --class-path={path} --scan-class-path={} \
             --include-classname=.* --reports-dir={reports}",
            console.display(),
            suite.tests.display()
        )
    };
    let off = words("off");
    let code = work
        .java(&off.split(' ').collect::<Vec<_>>())
        .output()
        .expect("java runs")
        .status
        .code();
    let line = format!(
        "record --out run.palus --include org.apache.commons.cli.* -- java {}",
        words("on")
    );
    work.palus(&line).exits(code.expect("it ends by itself"));
    let (off, on) = (counts(&work.path("off")), counts(&work.path("on")));
    assert!(off.0 > 700, "JDK {}: {off:?}", jdk.feature);
    assert_eq!(off, on, "tests, skipped, failed on JDK {}", jdk.feature);
    let parser = work
        .palus("model run.palus --class org.apache.commons.cli.DefaultParser")
        .exits(0)
        .stdout();
    assert!(parser.contains("parse(Options, String[])"), "{parser}");
}

#[test]
fn the_suite_of_commons_cli_passes_and_fails_as_it_does_alone() {
    for jdk in jdks() {
        suite_of_commons_cli(jdk);
    }
}
