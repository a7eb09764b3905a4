//! `palus generate --since`: what did not change, and uses nothing that did, keeps its tests to the byte.

use std::fs;
use std::process::Command;

use crate::support::{Jdk, Work, jdks};

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
    work.javac(
        &crate::support::java_files(&work.path("src")),
        &work.path("classes"),
        &[],
    );
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

#[test]
fn since_the_last_run_only_what_class_files_affect_is_generated_anew() {
    const GENERATE: &str = "generate --classpath classes --out out --sequences 300 --quiet --since last";
    let work = committed(&jdks()[0]);
    work.palus(GENERATE).exits(0);
    let all = ["Counter", "Tally", "Lamp"];
    for class in all {
        let marked = test_of(&work, class) + "// as it was\n";
        assert!(marked.contains("@Test"), "{class}");
        fs::write(work.path(&format!("out/java/demo/{class}PalusTest.java")), marked).unwrap();
    }
    let said = work.palus(GENERATE).exits(0).stdout();
    assert_eq!(
        said,
        "no class is affected by what changed; everything is left as it is\n"
    );

    // A comment changes the source and no class file.
    let tally = format!("/* more */ {TALLY}");
    fs::write(work.path("src/demo/Tally.java"), tally).unwrap();
    fs::write(
        work.path("src/demo/Lamp.java"),
        LAMP.replace("lit = !lit", "lit = true"),
    )
    .unwrap();
    compile(&work);
    work.palus(GENERATE).exits(0);
    let is_old = all.map(|class| test_of(&work, class).ends_with("// as it was\n"));
    assert_eq!(is_old, [true, true, false]);

    // What a class uses counts; and of the run before it is still known that the lamp is done.
    fs::write(
        work.path("src/demo/Counter.java"),
        COUNTER.replace("n += by", "n += 2 * by"),
    )
    .unwrap();
    compile(&work);
    let lamp = test_of(&work, "Lamp");
    work.palus(GENERATE).exits(0);
    let is_old = all.map(|class| test_of(&work, class).ends_with("// as it was\n"));
    assert_eq!(is_old, [false; 3]);
    assert_eq!(test_of(&work, "Lamp"), lamp);

    // Other options may give other tests of everything.
    let before = all.map(|class| test_of(&work, class));
    work.palus(&format!("{GENERATE} --seed 2")).exits(0);
    let after = all.map(|class| test_of(&work, class));
    assert!(before.iter().zip(&after).all(|(before, after)| before != after));
}
