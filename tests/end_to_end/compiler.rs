//! Tests are written for the compiler of the project: its release of Java, its arguments, its warnings.

use std::fs;
use std::process::Command;

use crate::support::console::{Console, junit_jars};
use crate::support::{Jdk, Work, java_files, jdks};
use serde_json::Value;

/// Generates tests for the subject into `out`, which must lose none to the compiler.
fn generate(work: &Work, options: &str) -> Value {
    let line = "generate --classpath classes --classes demo.* --sequences 4000 --out out";
    let ran = work.palus(&format!("{line} {options}")).exits(0);
    assert!(
        !ran.stderr().contains("makes no source that compiles"),
        "{}",
        ran.stderr()
    );
    let summary = work.summary("out");
    assert!(summary["tests"]["passing"].as_u64().unwrap() > 5, "{summary}");
    summary
}

/// All tests in `out`, one behind the other.
fn text(work: &Work) -> String {
    let files = java_files(&work.path("out/java"));
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// What javac says of the tests in `out` with these arguments; empty when it takes them.
fn compiled(work: &Work, jdk: &Jdk, arguments: &[&str]) -> String {
    let mut class_path = vec![work.path("classes")];
    class_path.extend(junit_jars());
    let output = Command::new(jdk.home.join("bin/javac"))
        .args(arguments)
        .args(["-proc:none", "-encoding", "UTF-8", "-d"])
        .arg(work.path("compiled"))
        .arg("-cp")
        .arg(std::env::join_paths(class_path).unwrap())
        .args(java_files(&work.path("out/java")))
        .output()
        .expect("javac runs");
    if output.status.success() {
        String::new()
    } else {
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

/// Methods of the JDK that came after Java 8 and that tests of the subject call where they may.
const NEWER: [&str; 5] = [
    ".isEmpty()",
    ".transferTo(",
    "nullWriter()",
    "nullReader()",
    ".compareTo(",
];

#[test]
fn tests_for_an_older_release_use_nothing_newer() {
    for jdk in jdks() {
        let work = Work::on_subject("elder", jdk);
        generate(&work, "");
        let free = text(&work);
        assert!(NEWER.iter().any(|call| free.contains(call)), "{free}");
        assert_ne!(compiled(&work, jdk, &["--release", "8"]), "");

        generate(&work, "--release 8");
        let bound = text(&work);
        assert!(!NEWER.iter().any(|call| bound.contains(call)), "{bound}");
        assert_eq!(compiled(&work, jdk, &["--release", "8"]), "");
        Console::run(&work, "out/java", jdk).passes();
    }
}

#[test]
fn a_release_that_the_jdk_does_not_know_is_said() {
    let work = Work::on_subject("elder", &jdks()[0]);
    let ran = work
        .palus("generate --classpath classes --out out --release 31")
        .exits(1);
    assert!(ran.stderr().contains("knows no release 31 of Java"), "{}", ran.stderr());
    work.palus("generate --classpath classes --out out --release 7")
        .exits(2);
}

#[test]
fn a_project_that_takes_no_warnings_takes_the_tests() {
    for jdk in jdks() {
        let work = Work::on_subject("elder", jdk);
        let strict = ["-Xlint:all,-classfile,-options", "-Werror"];
        // The console's tests are compiled for 17.
        generate(
            &work,
            "--release 17 --javac-arg -Werror --javac-arg=-Xlint:all,-classfile,-options",
        );
        assert_eq!(compiled(&work, jdk, &strict), "");
        let written = text(&work);
        // Only where it is needed.
        let called = |name: &str| written.split("  @Test\n").filter(|test| test.contains(name)).count();
        let suppressed = |kind: &str| called(&format!("\"{kind}\""));
        assert!(suppressed("deprecation") > 0 && suppressed("removal") > 0, "{written}");
        assert_eq!(suppressed("deprecation"), called(".size()"), "{written}");
        assert_eq!(suppressed("removal"), called(".isLong()"), "{written}");
        Console::run(&work, "out/java", jdk).passes();
    }
}

/// Beside `Good`, classes of which javac does not read the files.
const ODD: [(&str, &str); 2] = [
    (
        "Deep",
        "package odd; public class Deep { public static int size(java.util.List<String> all) { return all == null ? 0 : 1; } }",
    ),
    (
        "Bad",
        "package odd; public class Bad { public static int size(java.util.List<String> all) { return all == null ? 0 : 1; } }",
    ),
];

const GOOD: &str = "package demo; public class Good {
    private int sum;
    public int add(int n) { sum += n > 10 ? n : 1; return sum; }
    public int take(int n) { sum -= n > 10 ? n : 1; return sum; }
}";

/// Gives a constant of a class file another text (JVMS 4.4.7).
fn patch(class: &std::path::Path, from: &str, to: &str) {
    let constant = |text: &str| [&[1], &(text.len() as u16).to_be_bytes()[..], text.as_bytes()].concat();
    let (bytes, wanted) = (fs::read(class).unwrap(), constant(from));
    let at = bytes.windows(wanted.len()).position(|window| window == wanted).unwrap();
    let patched = [&bytes[..at], &constant(to), &bytes[at + wanted.len()..]].concat();
    fs::write(class, patched).unwrap();
}

#[test]
fn class_files_that_javac_does_not_read_cost_only_the_tests_that_name_them() {
    let work = Work::empty(&jdks()[0]);
    for (name, source) in ODD {
        let file = work.path(&format!("{name}.java"));
        fs::write(&file, source).unwrap();
        work.javac(&[file], &work.path("classes"), &[]);
    }
    let good = work.path("Good.java");
    fs::write(&good, GOOD).unwrap();
    work.javac(std::slice::from_ref(&good), &work.path("classes"), &[]);
    let signature = "(Ljava/util/List<Ljava/lang/String;>;)I";
    let deep = format!("({}TT;{})I", "Ljava/util/List<".repeat(3_000), ">;".repeat(3_000));
    patch(&work.path("classes/odd/Deep.class"), signature, &deep);
    patch(
        &work.path("classes/odd/Bad.class"),
        signature,
        "(Ljava/util/List<Q;>;)I",
    );
    // An entry of the jar leads out of it.
    work.javac(&[good], &work.path("jarred"), &[]);
    let script = "import sys, zipfile\n\
                  with zipfile.ZipFile('slip.jar', 'w') as jar:\n \
                  jar.write('jarred/demo/Good.class', 'slip/Good.class')\n \
                  jar.write('jarred/demo/Good.class', '../../Good.class')\n";
    let made = Command::new("python3")
        .args(["-c", script])
        .current_dir(work.path("."))
        .status();
    assert!(made.unwrap().success());

    let ran = work
        .palus("generate --classpath classes:slip.jar --out out --sequences 900")
        .exits(0);
    assert!(
        ran.stderr().contains("holds the entry ../../Good.class"),
        "{}",
        ran.stderr()
    );
    assert!(!ran.stderr().contains("please report"), "{}", ran.stderr());
    let summary = work.summary("out");
    let class = |name: &str| {
        let classes = summary["classes"].as_array().unwrap();
        classes.iter().find(|class| class["name"] == name).unwrap()
    };
    assert_eq!(class("demo.Good")["silent"], Value::Array(Vec::new()), "{summary}");
    for odd in ["odd.Deep", "odd.Bad"] {
        for method in class(odd)["silent"].as_array().unwrap() {
            assert_eq!(method["code"], "not-accessible", "{summary}");
            let detail = method["detail"].as_str().unwrap();
            assert!(
                detail.starts_with("the Java compiler does not read its class file"),
                "{detail}"
            );
        }
    }
}
