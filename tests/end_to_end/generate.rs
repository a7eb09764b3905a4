//! `palus generate` on real virtual machines: what is written compiles, passes, repeats, and replaces nothing by accident.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::console::Console;
use crate::support::{Work, java_files, jdks, root, tree};
use serde_json::Value;

/// Everything below an output directory that must be equal for equal seeds, by path.
fn repeatable(out: &Path) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    for file in tree(out).into_iter().filter(|file| file != Path::new("report.html")) {
        let text = fs::read_to_string(out.join(&file)).unwrap();
        let text = if file == Path::new("palus.json") {
            without_run(&text)
        } else {
            text
        };
        files.insert(file, text);
    }
    files
}

fn without_run(json: &str) -> String {
    let mut json: Value = serde_json::from_str(json).unwrap();
    json.as_object_mut()
        .unwrap()
        .remove("run")
        .expect("there is a run object");
    json.to_string()
}

#[test]
fn a_recorded_run_gives_tests_that_pass_on_every_jdk_with_the_plain_console() {
    let work = Work::on_subject("connection", &jdks()[0]);
    work.palus("record --out run.palus --include demo.* -- java -cp classes demo.Main")
        .exits(0);
    let ran = work
        .palus(&format!(
            "generate --classpath classes --model run.palus --sources {} --out out --sequences 4000",
            root().join("tests/subjects/connection").display()
        ))
        .exits(0);
    assert!(ran.stdout().contains(" tests for "), "{}", ran.stdout());
    let written = work.summary("out")["tests"]["passing"].as_u64().unwrap();
    assert!(written > 0);
    for jdk in jdks() {
        for _ in 0..3 {
            assert_eq!(
                Console::run(&work, "out/java", jdk).passes(),
                written,
                "JDK {}",
                jdk.feature
            );
        }
    }
    assert!(work.path("out/palus.sarif").is_file());
    let kept_for = &work.summary("out")["tests"]["kept_for"];
    let [branches, outcomes, mutants, nothing] =
        ["branches", "outcomes", "mutants", "nothing"].map(|what| kept_for[what].as_u64().unwrap());
    assert_eq!((branches + outcomes + mutants, nothing), (written, 0), "{kept_for}");
    tells_what_is_covered(&work.summary("out"));
    let report = fs::read_to_string(work.path("out/report.html")).unwrap();
    assert!(report.contains(r#"<span class="l hit""#), "the source is shown");
}

/// The edges of every class are those that the agent counts, or its coverage would be left out.
fn tells_what_is_covered(summary: &Value) {
    for class in summary["classes"].as_array().unwrap() {
        assert!(
            class["branches_total"].is_u64() && class["lines_total"].is_u64(),
            "{class}"
        );
    }
    let coverage = &summary["coverage"];
    let number = |name: &str| coverage[name].as_u64().unwrap();
    assert!(
        0 < number("lines_hit") && number("lines_hit") <= number("lines_total"),
        "{coverage}"
    );
    assert!(number("branches_hit") <= number("branches_total"), "{coverage}");
    let classes = summary["classes"].as_array().unwrap().iter();
    let mut methods = classes.filter_map(|class| class["coverage"].as_array()).flatten();
    assert!(methods.any(|method| method["recorded"] == true && method["reached"] == true));
}

#[test]
fn every_jdk_generates_without_a_model_and_says_what_it_did() {
    for jdk in jdks() {
        let work = Work::on_subject("plain", jdk);
        let ran = work
            .palus("generate --classpath classes --out out --sequences 3000 --json --quiet")
            .exits(0);
        assert_eq!(ran.stderr(), "", "quiet is quiet");
        let said: Value = serde_json::from_str(&ran.stdout()).expect("--json prints JSON");
        assert_eq!(said, work.summary("out"));
        assert_eq!((said["schema"].as_u64(), said["seed"].as_u64()), (Some(1), Some(1)));
        assert_eq!(said["budget"]["value"].as_u64(), Some(3000));
        assert_eq!(said["classes"].as_array().map(Vec::len), Some(2));
        assert!(said["tests"]["passing"].as_u64().unwrap() >= 5, "{said}");
    }
}

#[test]
fn equal_seeds_give_equal_bytes_on_any_number_of_workers() {
    let work = Work::on_subject("plain", &jdks()[0]);
    for (out, options) in [("a", "--jobs 1"), ("b", "--jobs 2"), ("c", "--jobs 2")] {
        work.palus(&format!(
            "generate --classpath classes --out {out} --sequences 3000 --seed 7 {options}"
        ))
        .exits(0);
    }
    let first = repeatable(&work.path("a"));
    assert_eq!(first, repeatable(&work.path("b")));
    assert_eq!(first, repeatable(&work.path("c")));
    work.palus("generate --classpath classes --out d --sequences 3000 --seed 8")
        .exits(0);
    assert_ne!(first, repeatable(&work.path("d")), "the seed decides");
}

#[test]
fn what_is_drawn_at_random_is_drawn_alike_on_every_run() {
    for jdk in jdks() {
        let work = Work::on_subject("chance", jdk);
        for out in ["a", "b"] {
            work.palus(&format!("generate --classpath classes --out {out} --sequences 2500"))
                .exits(0);
        }
        assert_eq!(repeatable(&work.path("a")), repeatable(&work.path("b")));
        let found = &work.summary("a")["search"]["edges_hit"];
        assert!(
            found.as_u64().unwrap() > 15,
            "sequences draw unlike each other: {found}"
        );
    }
}

#[test]
fn the_end_of_a_strict_protocol_is_reached_with_a_model_and_not_by_chance() {
    for jdk in jdks() {
        let work = Work::on_subject("protocol", jdk);
        work.palus("record --out run.palus --include demo.* -- java -cp classes demo.Main")
            .exits(0);
        let is_reached = |out: &str, options: &str, seed: u32| {
            let line = format!("generate --classpath classes --out {out} --sequences 3000 --seed {seed} {options}");
            work.palus(&line).exits(0);
            let tests = fs::read_to_string(work.path(out).join("java/demo/StatementPalusTest.java"));
            tests.is_ok_and(|tests| tests.contains(r#"assertEquals("the last row""#))
        };
        for seed in [0, 1] {
            assert!(is_reached("palus", "--model run.palus", seed), "seed {seed}");
            assert!(
                !is_reached("randoop", "--strategy randoop --guidance off", seed),
                "seed {seed}: the protocol is not strict"
            );
        }
    }
}

#[test]
fn nothing_is_asserted_that_hangs_on_a_static_field_which_another_test_sets() {
    for jdk in jdks() {
        let work = Work::on_subject("leftovers", jdk);
        // With the second seed a test leaves an empty text, which is something too.
        for seed in [0, 1] {
            let line = format!("generate --classpath classes --out out --sequences 1500 --seed {seed}");
            work.palus(&line).exits(0);
            let tests = fs::read_to_string(work.path("out/java/demo/AlmanacPalusTest.java")).unwrap();
            assert!(tests.contains("assertEquals(31, Almanac.january())"), "{tests}");
            // All tests but those that leave one forget the note, so in a shuffled order this one seldom meets it: either it does not say that there is
            // none, or nothing leaves one. The same of an object that a static field holds.
            for (left, read) in [("note", "read"), ("leave", "find")] {
                let (left, read) = (format!("Almanac.{left}("), format!("Almanac.{read}()"));
                let asks = |test: &&str| {
                    test.contains(&format!("assertNull({read})")) && test.matches("Almanac.").count() == 1
                };
                let leaves = |test: &&str| test.contains(&left) && test.matches("Almanac.").count() == 1;
                let (asking, leaving) = (tests.split("@Test").filter(asks), tests.split("@Test").filter(leaves));
                assert!(asking.count() == 0 || leaving.count() == 0, "{read}: {tests}");
                assert!(tests.contains(&read), "{tests}");
            }
        }
    }
}

#[test]
fn no_test_needs_a_thread_local_that_only_others_set() {
    for jdk in jdks() {
        let work = Work::on_subject("leftovers", jdk);
        work.palus("generate --classpath classes --classes demo.Shift --out out --sequences 1500")
            .exits(0);
        let tests = fs::read_to_string(work.path("out/java/demo/ShiftPalusTest.java")).unwrap();
        let mut asserting = tests
            .split("@Test")
            .filter(|test| test.contains("assertEquals(8, Shift.hours())"));
        assert!(
            asserting.all(|test| test.matches("Shift.").count() > 1),
            "JDK {}: {tests}",
            jdk.feature
        );
        assert!(tests.contains("Shift.hours()"), "{tests}");
    }
}

/// JVMS 5.5: a class whose initialiser threw once cannot be used any more.
#[test]
fn a_test_that_initialises_classes_in_another_order_than_usual_takes_no_others_with_it() {
    let work = Work::on_subject("circle", &jdks()[0]);
    for seed in 1..=8 {
        work.palus(&format!(
            "generate --classpath classes --out out --sequences 1500 --seed {seed}"
        ))
        .exits(0);
        let tests = fs::read_to_string(work.path("out/java/demo/AgendaPalusTest.java")).unwrap_or_default();
        let days = ["monday", "friday", "sunday"];
        let is_tested = |day: &&str| tests.contains(&format!("Agenda.{day}()"));
        assert!(days.iter().all(is_tested), "seed {seed}: {tests}");
    }
}

/// JVMS 4.1 and 4.10: before version 50 a class has no stack map frames, and another verifier.
#[test]
fn classes_without_stack_map_frames_have_probes_and_fuel_as_others_do() {
    let work = Work::on_subject("antique", &jdks()[0]);
    let file = work.path("classes/demo/Turnstile.class");
    let mut class = fs::read(&file).unwrap();
    class[6..8].copy_from_slice(&[0, 49]);
    fs::write(&file, class).unwrap();
    work.palus("generate --classpath classes --out out --sequences 500")
        .exits(0);
    let json = fs::read_to_string(work.path("out/palus.json")).unwrap();
    let hit = |summary: &Value| summary["search"]["edges_hit"].as_u64();
    assert!(hit(&work.summary("out")) > Some(10), "{json}");
    // The endless method runs out of fuel, which no timeout of the worker would tell.
    let findings = fs::read_to_string(work.path("out/palus.sarif")).unwrap();
    assert!(findings.contains("never-ends"), "{json}");
    let tests = fs::read_to_string(work.path("out/java/demo/TurnstilePalusTest.java")).unwrap();
    assert!(
        tests.contains("assertTrue(") && tests.contains("assertFalse("),
        "{tests}"
    );
}

/// JVMS 4.9.1: a method has at most 65,535 bytes, and probes add to them.
#[test]
fn a_method_that_has_no_room_for_probes_is_named_and_tested_all_the_same() {
    let work = Work::empty(&jdks()[0]);
    let branches = "if (n == 7) n++;\n".repeat(7_000);
    let source = format!(
        "package demo;\npublic class Vast {{\npublic static int count(int n) {{\n{branches}return n;\n}}\npublic static int half(int n) {{ return n < 0 ? -1 : n / 2; }}\n}}\n"
    );
    fs::create_dir_all(work.path("src/demo")).unwrap();
    fs::write(work.path("src/demo/Vast.java"), source).unwrap();
    work.javac(&[work.path("src/demo/Vast.java")], &work.path("classes"), &[]);
    let ran = work
        .palus("generate --classpath classes --out out --sequences 50")
        .exits(0);
    assert!(
        ran.stderr().contains("demo.Vast.count(I)I runs without probes"),
        "{}",
        ran.stderr()
    );
    // The other method has its own.
    assert_eq!(work.summary("out")["search"]["edges_hit"], 4);
    assert!(Console::run(&work, "out/java", &jdks()[0]).passes() > 0);
}

/// Build tools run tests with `-ea`, and a plain `java` without.
#[test]
fn no_test_hangs_on_an_assertion_of_the_code_and_none_is_lost_by_one() {
    let work = Work::on_subject("asserting", &jdks()[0]);
    for seed in 0..4 {
        work.palus(&format!(
            "generate --classpath classes --out out --sequences 400 --seed {seed}"
        ))
        .exits(0);
        let summary = work.summary("out");
        assert_eq!(summary["tests"]["dropped_flaky"], 0, "{summary:#}");
        assert_eq!(summary["classes"][0]["methods_covered"], 4, "{summary:#}");
    }
}

#[test]
fn every_strategy_and_both_junits_write_tests() {
    let work = Work::on_subject("plain", &jdks()[0]);
    for strategy in ["palus", "palulu", "recgen", "randoop"] {
        let line = format!("generate --classpath classes --out {strategy} --strategy {strategy} --sequences 1000");
        work.palus(&line).exits(0);
        assert!(
            work.summary(strategy)["tests"]["passing"].as_u64().unwrap() > 0,
            "{strategy}"
        );
    }
    work.palus("generate --classpath classes --out four --junit 4 --sequences 1000")
        .exits(0);
    let source = fs::read_to_string(work.path("four/java/demo/StackPalusTest.java")).unwrap();
    assert!(source.contains("import org.junit.Test;"), "{source}");
    assert!(Console::run(&work, "four/java", &jdks()[0]).passes() > 0);
}

#[test]
fn code_that_ends_or_hangs_its_virtual_machine_costs_no_other_test() {
    let work = Work::on_subject("exits", &jdks()[0]);
    work.palus("generate --classpath classes --out out --sequences 300")
        .exits(0);
    let classes = work.summary("out");
    let harmless = classes["classes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|class| class["name"] == "demo.Harmless")
        .unwrap();
    assert!(harmless["tests"].as_u64().unwrap() > 0, "{harmless}");
    let silent = classes["classes"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|class| class["silent"].as_array().unwrap())
        .find(|method| method["method"] == "detach()");
    assert_eq!(silent.unwrap()["code"], "never-ended", "its thread does not");
}

#[test]
fn values_that_only_the_running_code_knows_are_found_by_what_it_compares() {
    let work = Work::on_subject("vault", &jdks()[0]);
    let options = "generate --classpath classes --sequences 2000";
    work.palus(&format!("{options} --out with")).exits(0);
    work.palus(&format!("{options} --without operands --out without"))
        .exits(0);
    let test = |out: &str| fs::read_to_string(work.path(out).join("java/demo/VaultPalusTest.java")).unwrap();
    for value in ["\"sesame\"", "-905816648"] {
        assert!(test("with").contains(value), "{value} is missing:\n{}", test("with"));
        assert!(!test("without").contains(value), "{value} is there by chance");
    }
}

#[test]
fn small_changes_of_the_code_are_caught() {
    let work = Work::on_subject("plain", &jdks()[0]);
    let generate = "generate --classpath classes --sequences 3000";
    work.palus(&format!("{generate} --out out")).exits(0);
    let mutants = &work.summary("out")["mutants"];
    let number = |name: &str| mutants[name].as_u64().unwrap();
    assert!(0 < number("killed") && number("killed") <= number("reached") && number("reached") <= number("made"));
    work.palus(&format!("{generate} --without mutants --out without"))
        .exits(0);
    assert_eq!(work.summary("without")["mutants"]["made"], 0);

    assert!(Console::run(&work, "out/java", &jdks()[0]).passes() > 0);
    let changes = [
        ("Fraction", "numerator * other.numerator", "numerator + other.numerator"),
        (
            "Fraction",
            "numerator % denominator == 0",
            "numerator % denominator != 0",
        ),
        ("Fraction", "slash + 1", "slash - 1"),
        ("Stack", "--size", "size - 1"),
    ];
    for (class, from, to) in changes {
        let source = root().join(format!("tests/subjects/plain/demo/{class}.java"));
        let text = fs::read_to_string(source).unwrap();
        assert!(text.contains(from), "{class}: {from}");
        let edited = work.path(&format!("{class}.java"));
        fs::write(&edited, text.replacen(from, to, 1)).unwrap();
        let classes = work.path("classes");
        work.javac(&[edited], &classes, std::slice::from_ref(&classes));
        assert!(
            Console::run(&work, "out/java", &jdks()[0]).failures() > 0,
            "{class} with {to} for {from} passes every test"
        );
        let whole = java_files(&root().join("tests/subjects/plain"));
        work.javac(&whole, &classes, &[]);
    }
}

#[test]
fn a_class_list_and_globs_select_the_classes() {
    let work = Work::on_subject("plain", &jdks()[0]);
    fs::write(work.path("list"), "# only this one\ndemo.Frac*\n").unwrap();
    work.palus("generate --classpath classes --class-list list --out a --sequences 300")
        .exits(0);
    work.palus("generate --classpath classes --classes demo.Stack --out b --sequences 300")
        .exits(0);
    let names = |out: &str| {
        let summary = work.summary(out);
        let classes = summary["classes"].as_array().unwrap().clone();
        classes
            .iter()
            .map(|class| class["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("a"), ["demo.Fraction"]);
    assert_eq!(names("b"), ["demo.Stack"]);
}

#[test]
fn bad_input_is_said_in_one_sentence_and_destroys_nothing() {
    let work = Work::on_subject("plain", &jdks()[0]);
    work.palus("generate --classpath classes --out out --sequences 200")
        .exits(0);
    let before = repeatable(&work.path("out"));
    fs::write(work.path("unknown"), "demo.Nobody\n").unwrap();
    fs::write(work.path("nothing"), "# nobody\n").unwrap();
    fs::create_dir(work.path("empty")).unwrap();
    for (options, code, part) in [
        (
            "--classpath missing.jar",
            1,
            "the class path entry missing.jar is not there",
        ),
        ("--classpath empty", 1, "there is no class in"),
        (
            "--classpath classes --classes no.such.*",
            1,
            "no class on the class path matches `no.such.*`",
        ),
        (
            "--classpath classes --class-list unknown",
            1,
            "no class demo.Nobody on the class path",
        ),
        ("--classpath classes --class-list nothing", 1, "names no class"),
        (
            "--classpath classes --class-list absent",
            1,
            "cannot read the class list absent",
        ),
        ("--classpath classes --contracts no-such", 1, "no-such"),
    ] {
        work.palus(&format!("generate --out out {options}"))
            .exits(code)
            .complains(part);
        assert_eq!(before, repeatable(&work.path("out")), "{options}");
    }
    work.palus("generate --classpath classes --out out --seed one").exits(2);
    work.palus("generate --classpath classes").exits(2);
    work.palus("frobnicate").exits(2);
    assert_eq!(before, repeatable(&work.path("out")));
}

#[test]
fn classes_of_the_jdk_are_tested_through_their_public_members() {
    for jdk in jdks() {
        let work = Work::empty(jdk);
        let line = "generate --classes java.util.BitSet --classes java.util.ArrayDeque --sequences 6000";
        let differing = || -> Vec<PathBuf> {
            work.palus(&format!("{line} --out out")).exits(0);
            work.palus(&format!("{line} --out again --jobs 1")).exits(0);
            let [first, second] = ["out", "again"].map(|out| repeatable(&work.path(out)));
            let files: BTreeSet<&PathBuf> = first.keys().chain(second.keys()).collect();
            let files = files.into_iter().filter(|file| first.get(*file) != second.get(*file));
            files.cloned().collect()
        };
        // What the clock ended is no promise to end so again.
        let was_struck = |out: &&str| -> bool { work.summary(out)["run"]["wall_clock_struck"].as_bool().unwrap() };
        let mut files = differing();
        for _ in 0..5 {
            if !files.is_empty() && ["out", "again"].iter().any(was_struck) {
                files = differing();
            }
        }
        assert!(files.is_empty(), "JDK {}: two runs differ in {files:?}", jdk.feature);
        let json = work.summary("out");
        for class in json["classes"].as_array().unwrap() {
            let [hit, total] = ["branches_hit", "branches_total"].map(|key| class[key].as_u64().unwrap());
            assert!(
                2 * hit > total,
                "JDK {}: {hit} of {total} in {}",
                jdk.feature,
                class["name"]
            );
        }
        assert!(work.path("out/java/palus/java/util/BitSetPalusTest.java").is_file());
        let written = json["tests"]["passing"].as_u64().unwrap();
        assert_eq!(Console::run(&work, "out/java", jdk).passes(), written);
    }
}

#[test]
fn a_wait_for_what_nobody_brings_ends_at_once_and_makes_no_test() {
    for jdk in jdks() {
        let work = Work::empty(jdk);
        work.palus("generate --classes java.util.concurrent.LinkedBlockingQueue --sequences 2000 --out out")
            .exits(0);
        let json = work.summary("out");
        assert_eq!(json["run"]["wall_clock_struck"], false, "JDK {}", jdk.feature);
        // A `finally` that gives back a lock which a waiting thread does not have hides why the wait ended.
        let tests = work.path("out/java/palus/java/util/concurrent/LinkedBlockingQueuePalusTest.java");
        let tests = fs::read_to_string(tests).unwrap();
        assert!(
            tests.contains(".put(") && !tests.contains("IllegalMonitorStateException"),
            "{tests}"
        );
    }
}

#[test]
fn what_sleeps_or_waits_for_long_is_ended_where_it_begins() {
    for jdk in jdks() {
        let work = Work::on_subject("waits", jdk);
        work.palus("generate --classpath classes --sequences 300 --out out")
            .exits(0);
        let json = work.summary("out");
        assert_eq!(json["run"]["wall_clock_struck"], false, "JDK {}", jdk.feature);
        let silent = json["classes"][0]["silent"].as_array().unwrap();
        let told = silent
            .iter()
            .map(|method| format!("{}: {}", method["method"], method["code"]));
        let mut told: Vec<String> = told.collect();
        told.sort();
        let waiting = [
            ("join()", "timed-out"),
            // For memory outside the heap, which is refused before.
            ("reserve()", "exhausted"),
            ("sleep()", "timed-out"),
            ("sleepByUnit()", "timed-out"),
            ("waitForAMinute()", "timed-out"),
            ("waitForEver()", "timed-out"),
        ];
        let expected: Vec<String> = waiting
            .iter()
            .map(|(name, code)| format!("\"{name}\": \"{code}\""))
            .collect();
        assert_eq!(told, expected, "JDK {}", jdk.feature);
    }
}

/// Its launcher refuses to run any test beside a `JUnit` 4 before 4.12, which many libraries have on their class path.
#[test]
fn an_old_junit_on_the_class_path_costs_no_test() {
    let jdk = &jdks()[0];
    let work = Work::on_subject("plain", jdk);
    let version = work.path("Version.java");
    fs::write(
        &version,
        "package junit.runner;\n\npublic class Version {\n  public static String id() {\n    return \"4.11\";\n  }\n}\n",
    )
    .unwrap();
    work.javac(&[version], &work.path("old-junit"), &[]);
    let tests_of = |class_path: &str, out: &str| {
        work.palus(&format!(
            "generate --classpath {class_path} --classes demo.* --sequences 300 --out {out}"
        ))
        .exits(0);
        work.summary(out)["tests"]["passing"].as_u64().unwrap()
    };
    let alone = tests_of("classes", "alone");
    assert!(alone > 0);
    assert_eq!(tests_of("classes:old-junit", "out"), alone);
}

#[test]
fn an_output_directory_that_cannot_be_written_is_said_first() {
    let work = Work::on_subject("plain", &jdks()[0]);
    fs::write(work.path("file"), "x").unwrap();
    work.palus("generate --classpath classes --out file/out")
        .exits(1)
        .complains("give --out a directory that you can write");
}

#[test]
fn a_missing_or_old_java_is_said_with_what_to_do() {
    let work = Work::on_subject("plain", &jdks()[0]);
    let line = "generate --classpath classes --out out --sequences 10";
    let none = [("JAVA_HOME", OsStr::new("")), ("PATH", OsStr::new("/nowhere"))];
    work.palus_with(line, &none).exits(1).complains("no `java` found");

    let old = work.path("old");
    fs::create_dir_all(old.join("bin")).unwrap();
    fs::write(old.join("bin/java"), "").unwrap();
    fs::write(old.join("release"), "JAVA_VERSION=\"11.0.20\"\n").unwrap();
    work.palus_with(line, &[("JAVA_HOME", old.as_os_str())])
        .exits(1)
        .complains("needs 17 or newer");
    assert!(!work.path("out").exists());
}

#[test]
fn palus_tells_its_version() {
    let work = Work::empty(&jdks()[0]);
    let version = work.palus("--version").exits(0).stdout();
    let first = format!("palus {} for ", env!("CARGO_PKG_VERSION"));
    assert!(version.starts_with(&first), "{version}");
    assert!(
        version.contains("\nholds: palus-agent.jar") && version.contains("\nlibrary: "),
        "{version}"
    );
}

#[test]
fn an_interrupt_leaves_nothing_behind_and_an_earlier_output_alone() {
    let work = Work::on_subject("plain", &jdks()[0]);
    for (out, earlier) in [("new/out", None), ("old", Some("notes.txt"))] {
        if let Some(name) = earlier {
            fs::create_dir(work.path(out)).unwrap();
            fs::write(work.path(out).join(name), "kept").unwrap();
        }
        let mut generate = Command::new(crate::support::palus());
        generate.args(["generate", "--classpath", "classes", "--time", "60s", "--out", out]);
        generate
            .current_dir(work.path("."))
            .env("JAVA_HOME", jdks()[0].home.as_os_str());
        generate
            .stdin(std::process::Stdio::null())
            .stderr(std::process::Stdio::null());
        let mut generate = generate.spawn().unwrap();
        let staging = work.path(out).join(".palus-staging");
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
        while !staging.exists() && std::time::Instant::now() < deadline {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert!(staging.exists(), "it works in {}", staging.display());
        std::thread::sleep(std::time::Duration::from_millis(100));
        let interrupt = Command::new("kill").args(["-INT", &generate.id().to_string()]).status();
        assert!(interrupt.unwrap().success());
        assert!(!generate.wait().unwrap().success());
        let left = tree(&work.path(out));
        assert_eq!(
            left,
            earlier.map(PathBuf::from).into_iter().collect::<Vec<_>>(),
            "{out}"
        );
    }
    assert!(!work.path("new").exists(), "what was made for the output goes too");
}

#[test]
fn a_first_entry_that_is_no_jar_is_said_to_be_none() {
    let work = Work::empty(&jdks()[0]);
    fs::write(work.path("broken.jar"), "no jar at all").unwrap();
    work.palus("generate --classpath broken.jar --out out")
        .exits(1)
        .complains("broken.jar is left out, it cannot be read as a jar");
    assert!(!work.path("out").exists());
}

/// Nobody makes a `Thing`: whoever seems to gives null.
const NULL_FACTORY: &str = "
    package demo;
    public class Thing {
        private Thing() {}
        public static Thing make() { return null; }
        public int size() { return 1; }
    }";

#[test]
fn a_method_whose_receiver_is_always_null_has_no_input_and_its_class_is_not_called_unloadable() {
    let work = Work::on_source("Thing.java", NULL_FACTORY, &jdks()[0]);
    work.palus("generate --classpath classes --classes demo.Thing --out out --sequences 500")
        .exits(0);
    let summary = work.summary("out");
    let silent = summary["classes"][0]["silent"].as_array().unwrap();
    let size = silent.iter().find(|method| method["method"] == "size()").unwrap();
    assert_eq!(size["code"], "no-input", "{summary}");
    let detail = size["detail"].as_str().unwrap();
    assert!(
        detail.ends_with("calls found null for a receiver, or an argument of another type"),
        "{summary}"
    );
}

/// `join` casts what it takes out of its list, `length` what it is given itself.
const LABELS: &str = "package demo; import java.util.List; public class Labels { \
    public static int join(List<String> labels) { int length = 0; for (String label : labels) { length += label.length(); } return length; } \
    public static int length(Object label) { return ((String) label).length(); } \
    public static int strict(Object label) { if (label instanceof String) { return 1; } throw new ClassCastException(\"a label is text\"); } }";

#[test]
fn that_an_object_of_another_class_is_refused_by_a_cast_is_no_test() {
    let work = Work::on_source("Labels.java", LABELS, &jdks()[0]);
    work.palus("generate --classpath classes --classes demo.Labels --sequences 3000 --seed 2 --out out")
        .exits(0);
    let test = fs::read_to_string(work.path("out/java/demo/LabelsPalusTest.java")).unwrap();
    assert!(
        test.contains("Labels.join(") && test.contains("Labels.length("),
        "{test}"
    );
    assert!(
        test.contains("Arrays.asList(\"") && !test.contains("new Object[]"),
        "elements stand by themselves:\n{test}"
    );
    let refusals: Vec<&str> = test.split("ClassCastException.class").skip(1).collect();
    assert!(!refusals.is_empty(), "what the class itself throws is tested:\n{test}");
    for refusal in refusals {
        assert!(
            refusal
                .trim_start_matches([',', ' ', '\n'])
                .starts_with("() -> Labels.strict("),
            "{test}"
        );
    }
}
