//! `palus record` on real virtual machines.

use std::fs;
use std::path::PathBuf;

use crate::support::{Jdk, Work, jdks, recording_jdks, root};

#[test]
fn record_learns_the_order_of_calls_and_keeps_the_programs_output_as_it_was() {
    for jdk in recording_jdks() {
        let work = Work::on_subject("connection", jdk);
        let ran = work
            .palus("record --out run.palus --include demo.* -- java -cp classes demo.Main")
            .exits(0);
        assert_eq!(
            (ran.stdout().as_str(), ran.stderr().as_str()),
            ("all done\n", ""),
            "JDK {}",
            jdk.feature
        );

        let model = work.palus("model run.palus --class demo.Connection").exits(0).stdout();
        for call in ["<init>", "open", "send", "close"] {
            assert!(
                model.contains(call),
                "{call} is missing on JDK {}:\n{model}",
                jdk.feature
            );
        }
        assert!(
            model.contains("argument 1 of Session.<init>"),
            "the constructor's argument is a transition too:\n{model}"
        );
        let json = work.palus("model run.palus --format json").exits(0).stdout();
        let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        assert!(json["classes"].as_array().is_some_and(|classes| !classes.is_empty()));
    }
}

#[test]
fn record_ends_a_constructor_whose_super_call_threw() {
    for jdk in recording_jdks() {
        let work = Work::on_subject("endings", jdk);
        work.palus("record --out run.palus --include demo.* -- java -Xverify:all -cp classes app.Main")
            .exits(0);
        let model = work.palus("model run.palus --class demo.Counter").exits(0).stdout();
        let path: Vec<&str> = model.lines().skip(1).map(str::trim).collect();
        let threw = "argument 1 of Sub.<init>(Counter, int)  x1  threw java.lang.IllegalArgumentException  (-1)";
        let mut expected = vec!["0 -> 1  <init>()  x1".to_owned()];
        for round in 0..3 {
            let at = 1 + 3 * round;
            expected.push(format!("{at} -> {}  {threw}", at + 1));
            expected.push(format!("{} -> {}  sum()  x1", at + 1, at + 2));
            expected.push(format!("{} -> {}  add(int)  x1  ({round})", at + 2, at + 3));
        }
        expected.extend(["10 -> 11  sum()  x1".to_owned(), "exits: 11".to_owned()]);
        assert_eq!(path, expected, "JDK {}", jdk.feature);
    }
}

#[test]
fn record_learns_of_other_objects_in_calls_on_one_that_was_given_up() {
    for jdk in recording_jdks() {
        let work = Work::on_subject("endings", jdk);
        work.palus(
            "record --no-sampling --out run.palus --include demo.* -- java -Xverify:all -cp classes app.Main 50000",
        )
        .exits(0);
        let counter = work.palus("model run.palus --class demo.Counter").exits(0).stdout();
        assert!(counter.starts_with("demo.Counter  1 object, "), "{counter}");
        assert!(counter.contains("1 limit reached"), "{counter}");
        let mark = work.palus("model run.palus --class demo.Mark").exits(0).stdout();
        let expected = "demo.Mark  50000 objects, 3 states";
        assert!(mark.starts_with(expected), "JDK {}: {mark}", jdk.feature);
        assert!(mark.contains("0 -> 1  <init>(int)  x50000"), "{mark}");
        assert!(mark.contains("1 -> 2  value()  x50000"), "{mark}");
    }
}

#[test]
fn record_follows_fewer_objects_of_a_class_that_has_taught_all_it_has_and_learns_the_same() {
    for jdk in jdks() {
        let work = Work::on_subject("endings", jdk);
        work.palus("record --out run.palus --include demo.* -- java -cp classes app.Main 50000")
            .exits(0);
        let mark = work.palus("model run.palus --class demo.Mark").exits(0).stdout();
        let objects: u32 = mark.split(' ').nth(2).and_then(|n| n.parse().ok()).expect("a count");
        assert!((256..25_000).contains(&objects), "JDK {}: {mark}", jdk.feature);
        assert!(mark.contains("objects, 3 states"), "{mark}");
        assert!(mark.contains(&format!("1 -> 2  value()  x{objects}")), "{mark}");
    }
}

#[test]
fn record_with_numbers_aside_needs_no_more_heap_for_a_crowd_of_objects() {
    for jdk in recording_jdks() {
        let work = Work::on_subject("crowd", jdk);
        // Sixteen bytes an object and four for the reference to it, of four million: eight more do not fit.
        let heap = "java -Xmx100m -XX:+UseSerialGC -XX:NewRatio=8 -cp classes demo.Crowd";
        let inside = work.palus(&format!("record --out inside.palus --include demo.* -- {heap}"));
        assert!(inside.exits(1).stderr().contains("OutOfMemoryError"));
        let aside = work.palus(&format!(
            "record --out aside.palus --ids aside --include demo.* -- {heap}"
        ));
        assert_eq!(aside.exits(0).stdout(), "8 8000002000000\n");
        let model = work.palus("model aside.palus").exits(0).stdout();
        assert!(model.contains("<init>(int)") && model.contains("add(int)"), "{model}");
    }
}

#[test]
fn record_leaves_reflection_serialization_and_copies_as_they_were() {
    for jdk in jdks() {
        let work = Work::on_subject("identity", jdk);
        let alone = work.java(&["-cp", "classes", "demo.Main"]).output().expect("java runs");
        let alone = String::from_utf8_lossy(&alone.stdout).into_owned();
        let recorded = work
            .palus("record --out run.palus --include demo.* -- java -Xverify:all -cp classes demo.Main")
            .exits(0)
            .stdout();
        assert_eq!(recorded, alone, "JDK {}", jdk.feature);
        assert!(alone.contains("Point [x, y]"), "{alone}");
        let point = work.palus("model run.palus --class demo.Point").exits(0).stdout();
        // the original, its copy, the one read back, and the one made without a constructor
        assert!(
            point.starts_with("demo.Point  4 objects, "),
            "JDK {}: {point}",
            jdk.feature
        );
        let list = work.palus("model run.palus --class demo.Points").exits(0).stdout();
        assert!(
            list.starts_with("demo.Points  2 objects, "),
            "JDK {}: {list}",
            jdk.feature
        );
    }
}

#[test]
fn record_ends_with_the_commands_own_code_and_still_writes_the_model() {
    let work = Work::on_subject("connection", &jdks()[0]);
    work.palus("record --out run.palus --include demo.* -- java -cp classes demo.Main 7")
        .exits(7);
    work.palus("model run.palus").exits(0);
}

#[test]
fn record_goes_into_virtual_machines_that_a_command_starts() {
    let work = Work::on_subject("connection", &jdks()[0]);
    let script = "java -cp classes demo.Main && java -cp classes demo.Main\n";
    fs::write(work.path("twice.sh"), script).unwrap();
    work.palus("record --out run.palus --include demo.* -- sh twice.sh")
        .exits(0);
    let model = work.palus("model run.palus --class demo.Session").exits(0).stdout();
    assert!(model.contains("2 objects"), "{model}");
}

#[test]
fn record_of_a_command_that_starts_no_jvm_says_so_and_leaves_no_file() {
    let work = Work::empty(&jdks()[0]);
    work.palus("record --out run.palus -- true")
        .exits(125)
        .complains("`true` taught nothing");
    assert!(!work.path("run.palus").exists());
    work.palus("record --out run.palus -- false")
        .exits(1)
        .complains("`false` taught nothing");
}

#[test]
fn record_of_a_command_that_is_not_there_or_cannot_run_has_the_codes_of_a_shell() {
    let work = Work::empty(&jdks()[0]);
    work.palus("record --out run.palus -- no-such-command")
        .exits(127)
        .complains("was not found");
    fs::write(work.path("text"), "x").unwrap();
    work.palus("record --out run.palus -- ./text")
        .exits(126)
        .complains("cannot be run");
    work.palus("record --out missing/run.palus -- true")
        .exits(125)
        .complains("cannot write missing/run.palus");
}

#[test]
fn merge_adds_up_what_two_recordings_learned() {
    let work = Work::on_subject("connection", &jdks()[0]);
    for run in ["a", "b"] {
        work.palus(&format!(
            "record --out {run}.palus --include demo.* -- java -cp classes demo.Main"
        ))
        .exits(0);
    }
    work.palus("merge a.palus b.palus --out c.palus").exits(0);
    let model = work.palus("model c.palus --class demo.Connection").exits(0).stdout();
    assert!(model.contains("4 objects"), "{model}");
    // A directory: the two, and not what was merged from them before.
    work.palus("merge . --out c.palus").exits(0);
    let again = work.palus("model c.palus --class demo.Connection").exits(0).stdout();
    assert_eq!(again, model);
    work.palus("merge classes --out c.palus")
        .exits(1)
        .complains("classes: no file *.palus");
}

#[test]
fn a_model_file_that_is_none_cut_short_or_newer_is_refused() {
    let work = Work::on_subject("connection", &jdks()[0]);
    work.palus("record --out run.palus --include demo.* -- java -cp classes demo.Main")
        .exits(0);
    let whole = fs::read(work.path("run.palus")).unwrap();
    fs::write(work.path("short.palus"), &whole[..whole.len() / 2]).unwrap();
    let mut newer = whole.clone();
    newer[8] = 99;
    fs::write(work.path("newer.palus"), newer).unwrap();
    fs::write(work.path("foreign.palus"), "hello, this is no model at all").unwrap();
    for (file, part) in [
        ("short.palus", "ends early"),
        ("newer.palus", "upgrade palus"),
        ("foreign.palus", "not a Palus model"),
        ("missing.palus", "cannot be read"),
    ] {
        for line in [
            format!("model {file}"),
            format!("generate --classpath classes --out out --model {file}"),
        ] {
            work.palus(&line)
                .exits(1)
                .complains(&format!("{file}: "))
                .complains(part);
        }
    }
    assert!(!work.path("out").exists());
}

/// The transitions of a class that are no nested ones, without what was passed.
fn first_level(work: &Work, class: &str) -> Vec<String> {
    let model = work
        .palus(&format!("model run.palus --class {class}"))
        .exits(0)
        .stdout();
    let transitions = model
        .lines()
        .filter(|line| line.contains(" -> ") && !line.contains("  nested"));
    transitions
        .map(|line| line.split("  (").next().unwrap_or_default().trim().to_owned())
        .collect()
}

#[test]
fn record_learns_how_an_object_of_the_jdk_was_made_before_it_was_passed() {
    for jdk in jdks() {
        let work = Work::on_subject("outsiders", jdk);
        let ran = work
            .palus(
                "record --call-sites on --out run.palus --include demo.* -- java -Xverify:all -cp classes app.SutTest",
            )
            .exits(0);
        assert_eq!(ran.stdout(), "(number 7, 8)\n", "JDK {}", jdk.feature);
        assert_eq!(
            first_level(&work, "java.util.ArrayList"),
            [
                "0 -> 1  <init>()  x3",
                "1 -> 2  List.add(Object)  x2",
                "1 -> 3  List.get(int)  x1  threw java.lang.Throwable",
                "2 -> 4  List.add(Object)  x2",
                "3 -> 5  List.clear()  x1",
                "4 -> 6  argument 1 of Sut.take(List)  x2",
                "5 -> 8  List.get(int)  x1  threw java.lang.Throwable",
            ],
            "JDK {}",
            jdk.feature
        );
        // Only the builder that was passed, none of those that joined texts.
        assert_eq!(
            first_level(&work, "java.lang.StringBuilder"),
            [
                "0 -> 1  <init>(int)  x1",
                "1 -> 2  argument 1 of Sut.write(StringBuilder, int)  x1",
                "2 -> 4  length()  x1",
            ],
            "JDK {}",
            jdk.feature
        );
        let sut = work.palus("model run.palus --class demo.Sut").exits(0).stdout();
        assert!(
            sut.contains("take(List)  x2  (ArrayList@4) x2"),
            "the state of what was passed: {sut}"
        );
    }
}

#[test]
fn record_learns_of_classes_of_the_jdk_that_are_named_and_of_no_others() {
    for jdk in jdks() {
        let work = Work::on_subject("outsiders", jdk);
        let followed = |include: &str| {
            let command = format!("record --out run.palus {include} -- java -Xverify:all -cp classes app.SutTest");
            let ran = work.palus(&command).exits(0);
            assert_eq!(ran.stdout(), "(number 7, 8)\n", "JDK {}", jdk.feature);
            let model = work.palus("model run.palus").exits(0).stdout();
            let classes = model
                .lines()
                .filter_map(|line| line.split_once("  ").filter(|(_, rest)| rest.contains(" object")));
            classes.map(|(class, _)| class.to_owned()).collect::<Vec<_>>()
        };
        let alone = followed("--include java.util.*");
        assert!(alone.contains(&"java.util.ArrayList".to_owned()), "{alone:?}");
        assert!(alone.iter().all(|class| class.starts_with("java.util.")), "{alone:?}");
        let calls = first_level(&work, "java.util.ArrayList");
        assert!(
            calls.iter().any(|call| call.contains("List.clear()")),
            "calls of a class that is not recorded: {calls:?}"
        );

        let both = followed("--include demo.* --include java.lang.StringBuilder");
        assert_eq!(both, ["demo.Sut", "java.lang.StringBuilder"], "JDK {}", jdk.feature);
    }
}

#[test]
fn record_leaves_the_jdk_out_unless_that_is_asked_for() {
    let work = Work::on_subject("outsiders", &jdks()[0]);
    work.palus("record --out run.palus --include demo.* -- java -cp classes app.SutTest")
        .exits(0);
    let model = work.palus("model run.palus").exits(0).stdout();
    let classes: Vec<&str> = model.lines().filter(|line| line.contains(" objects, ")).collect();
    assert_eq!(classes, ["demo.Sut  3 objects, 4 states"]);
}

#[test]
fn a_program_that_recurses_deeply_does_the_same_under_the_recorder() {
    for jdk in recording_jdks() {
        let work = Work::on_subject("depths", jdk);
        for options in ["", "--no-sampling --call-sites on"] {
            let ran = work
                .palus(&format!(
                    "record {options} --out run.palus --include demo.* -- java -cp classes app.Main"
                ))
                .exits(0);
            let alone = "found nothing\nnested 3000\noverflowed\n";
            assert_eq!(ran.stdout(), alone, "JDK {}: {}", jdk.feature, ran.stderr());
            let said = ran.stderr();
            assert!(!said.contains("Exception"), "JDK {}: {said}", jdk.feature);
            assert!(!said.contains("the recorder failed"), "JDK {}: {said}", jdk.feature);
            let nest = work.palus("model run.palus --class demo.Nest").exits(0).stdout();
            assert!(nest.contains("depth()"), "JDK {}: {nest}", jdk.feature);
        }
    }
}

/// Packs class files into a jar, with a manifest of these lines.
fn jar(work: &Work, name: &str, manifest: &str, classes: &str) {
    fs::write(work.path("manifest"), manifest).unwrap();
    let mut jar = std::process::Command::new("jar");
    jar.env("PATH", work.search_path())
        .args(["--create", "--file"])
        .arg(work.path(name));
    jar.arg("--manifest").arg(work.path("manifest"));
    let packed = jar
        .arg("-C")
        .arg(work.path(classes))
        .arg(".")
        .output()
        .expect("jar runs");
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
}

/// A work with `planter.jar`, a Java agent after which the hooks throw at random.
fn with_failing_hooks(subject: &str, jdk: &Jdk) -> Work {
    let work = Work::on_subject(subject, jdk);
    let sources = root().join("tests/subjects/faults");
    let asm = PathBuf::from(env!("PALUS_AGENT_JAR"));
    work.javac(&[sources.join("dice/Dice.java")], &work.path("dice"), &[]);
    work.javac(
        &[sources.join("agent/Planter.java")],
        &work.path("planter"),
        &[work.path("dice"), asm.clone()],
    );
    jar(&work, "dice.jar", "", "dice");
    let manifest = "Premain-Class: agent.Planter\nCan-Retransform-Classes: true\n";
    jar(&work, "planter.jar", manifest, "planter");
    fs::copy(asm, work.path("asm.jar")).unwrap();
    work
}

#[test]
fn a_hook_that_fails_never_changes_what_the_program_does() {
    for jdk in recording_jdks() {
        for (subject, main, sides, call_sites) in [
            ("depths", "app.Main", 50, "on"),
            ("connection", "demo.Main", 3, "on"),
            ("identity", "demo.Main", 3, "on"),
            ("worn", "demo.Main", 50, "off"),
        ] {
            // It has a record.
            if subject == "identity" && jdk.feature < 16 {
                continue;
            }
            let work = with_failing_hooks(subject, jdk);
            let alone = work.java(&["-cp", "classes", main]).output().expect("java runs");
            let alone = String::from_utf8_lossy(&alone.stdout).into_owned();
            let ran = work.palus(&format!(
                "record --call-sites {call_sites} --out run.palus --include demo.* -- java -Ddice.sides={sides} \
                 -javaagent:planter.jar=dice.jar -cp classes:asm.jar {main}"
            ));
            let said = ran.stdout();
            let (program, counts) = said.split_once("planted ").expect("the agent says what it did");
            assert_eq!(program, alone, "{subject}, JDK {}: {}", jdk.feature, ran.stderr());
            assert!(!counts.starts_with("0,") && !counts.ends_with("failed 0\n"), "{counts}");
            ran.complains("not recorded: ");
        }
    }
}
