//! `palus generate --since`: what did not change, and uses nothing that did, keeps its tests to the byte.

mod support;

use std::fs;
use std::process::Command;

use support::{Jdk, Work, jdks};

const COUNTER: &str =
    "package demo; public class Counter { private int n; public int add(int by) { n += by; return n; } }";
const TALLY: &str = "package demo; public class Tally { private final Counter counter = new Counter(); \
                     public int twice(int by) { counter.add(by); return counter.add(by); } }";
const LAMP: &str =
    "package demo; public class Lamp { private boolean lit; public boolean toggle() { lit = !lit; return lit; } }";

/// A clone with three classes and their tests, all committed; one class uses another.
fn committed(jdk: &Jdk) -> Work {
    let work = Work::empty(jdk);
    fs::create_dir_all(work.path("src/demo")).unwrap();
    for (class, text) in [("Counter", COUNTER), ("Tally", TALLY), ("Lamp", LAMP)] {
        fs::write(work.path(&format!("src/demo/{class}.java")), text).unwrap();
    }
    fs::write(work.path(".gitignore"), "classes\nout\n").unwrap();
    compile(&work);
    for words in [
        "init -q",
        "add .",
        "-c user.name=T -c user.email=t@example.org commit -q -m first",
    ] {
        let status = Command::new("git")
            .args(words.split(' '))
            .current_dir(work.path(""))
            .status();
        assert!(status.expect("git runs").success(), "git {words}");
    }
    work
}

fn compile(work: &Work) {
    work.javac(&support::java_files(&work.path("src")), &work.path("classes"), &[]);
}

fn test_of(work: &Work, class: &str) -> String {
    fs::read_to_string(work.path(&format!("out/java/demo/{class}PalusTest.java"))).unwrap_or_default()
}

#[test]
fn only_what_is_affected_by_a_change_is_generated_anew() {
    const GENERATE: &str = "generate --classpath classes --out out --sequences 300 --quiet";
    let work = committed(&jdks()[0]);
    let said = work.palus(&format!("{GENERATE} --since HEAD")).exits(0).stdout();
    assert_eq!(
        said,
        "no class is affected by what changed; everything is left as it is\n"
    );
    assert!(!work.path("out").exists());

    work.palus(GENERATE).exits(0);
    for class in ["Counter", "Tally", "Lamp"] {
        let marked = test_of(&work, class) + "// as it was\n";
        assert!(marked.contains("@Test"), "{class}");
        fs::write(work.path(&format!("out/java/demo/{class}PalusTest.java")), marked).unwrap();
    }
    fs::write(
        work.path("src/demo/Counter.java"),
        COUNTER.replace("n += by", "n += 2 * by"),
    )
    .unwrap();
    compile(&work);
    work.palus(&format!("{GENERATE} --since HEAD")).exits(0);
    assert!(test_of(&work, "Lamp").ends_with("// as it was\n"));
    for class in ["Counter", "Tally"] {
        let test = test_of(&work, class);
        assert!(
            test.contains("@Test") && !test.contains("// as it was"),
            "{class}: {test}"
        );
    }

    work.palus(&format!("{GENERATE} --since no-such-commit"))
        .exits(1)
        .complains("`no-such-commit`");
}
