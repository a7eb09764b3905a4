//! When a search ends: one small class is searched as long as a library is, unless there is nothing left to run.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Work, jdks, root};

/// What `palus generate` with these words says in `palus.json`.
fn generated(work: &Work, words: &str, out: &str) -> Value {
    work.palus(&format!("generate {words} --out {out} --seed 1 --quiet"))
        .exits(0);
    work.summary(out)
}

/// A folder with these classes of a subject, and nothing else of it.
fn work_on(subject: &str, classes: &[&str]) -> Work {
    let work = Work::empty(&jdks()[0]);
    let folder = root().join("tests/subjects").join(subject).join("demo");
    let sources: Vec<_> = classes
        .iter()
        .map(|class| folder.join(format!("{class}.java")))
        .collect();
    work.javac(&sources, &work.path("classes"), &[]);
    work
}

#[test]
fn a_class_whose_constructor_runs_out_of_memory_now_and_then_spends_the_budget() {
    let work = work_on("stacks", &["ArrayStack"]);
    let told = generated(
        &work,
        "--classpath classes --classes demo.ArrayStack --sequences 1500",
        "out",
    );
    assert_eq!(told["sequences"]["executed"], 1_500);
    assert_eq!(
        told["searches"],
        json!([{"group": 0, "classes": 1, "end": "sequences"}])
    );
}

#[test]
fn no_search_of_one_class_ends_before_its_time_while_branches_are_open() {
    const CLASSES: [&str; 6] = [
        "demo.Plain",
        "java.io.PipedReader",
        "java.math.MathContext",
        "java.util.StringJoiner",
        "java.util.UUID",
        "java.util.zip.Adler32",
    ];
    let work = Work::on_subject("depths", &jdks()[0]);
    fs::write(work.path("classes.txt"), CLASSES.join("\n")).unwrap();
    // With a job for each every class is searched by itself.
    let words = "--classpath classes --class-list classes.txt --time 5s --jobs 6";
    let told = generated(&work, words, "out");
    let searches = told["searches"].as_array().unwrap();
    assert_eq!(searches.len(), CLASSES.len());
    // What has mutants may leave the rest of its time to them.
    let ends = searches.iter().map(|search| search["end"].as_str().unwrap());
    let saturated = ends.filter(|end| match *end {
        "saturated" => true,
        end => {
            assert_eq!(end, "time");
            false
        }
    });
    assert!(saturated.count() <= 1, "{}", told["searches"]);
    assert!(told["search"]["edges_hit"].as_u64() < told["search"]["edges_total"].as_u64());
}

#[test]
fn where_there_are_fewer_classes_than_jobs_every_job_searches() {
    let work = Work::on_subject("plain", &jdks()[0]);
    // On a busy machine half of a shorter search passes before all is found.
    let words = "--classpath classes --classes demo.Fraction --time 24s --jobs 2";
    let told = generated(&work, words, "out");
    // All branches of so small a class are soon reached; what is left of the time is for its mutants.
    let search = |group: u32| json!({"group": group, "classes": 1, "end": "saturated"});
    assert_eq!(told["searches"], json!([search(0), search(1)]));
    assert_eq!(told["run"]["workers"]["started"], 2);
    let classes = told["classes"].as_array().unwrap();
    assert_eq!(classes.len(), 1, "what both say of the class is put together");
    assert!(told["mutants"]["killed"].as_u64() <= told["mutants"]["made"].as_u64());
    assert!(told["tests"]["passing"].as_u64() > Some(0));
}

#[test]
fn a_search_is_over_when_nothing_is_left_to_run() {
    let work = work_on("machines", &["Refusing", "Hidden"]);
    for (class, executed) in [("demo.Refusing", 2), ("demo.Hidden", 0)] {
        let words = format!("--classpath classes --classes {class} --time 20s --jobs 1");
        let told = generated(&work, &words, class);
        let end = json!([{"group": 0, "classes": 1, "end": "exhausted"}]);
        assert_eq!(told["searches"], end, "{class}");
        assert_eq!(told["sequences"]["executed"], executed, "{class}");
    }
}

#[test]
fn a_search_by_itself_reaches_what_it_reaches_before_tests_are_made() {
    let work = Work::on_subject("plain", &jdks()[0]);
    let words = "generate --classpath classes --classes demo.* --sequences 400 --seed 1 --json --quiet";
    let told = |more: &str| -> Value {
        let ended = work.palus(&format!("{words} {more}")).exits(0);
        serde_json::from_str(&ended.stdout()).unwrap()
    };
    let whole = told("--out out");
    let before = fs::read(work.path("out/palus.json")).unwrap();
    let alone = told("--search-only");
    assert_eq!(told("--search-only --out out")["search"], alone["search"]);
    for field in ["schema", "seed", "strategy", "budget", "calls", "search", "searches"] {
        assert_eq!(alone[field], whole[field], "{field}");
    }
    let counts = ["executed", "redundant", "illegal", "error_revealing"];
    assert_eq!(
        counts.map(|count| &alone["sequences"][count]),
        counts.map(|count| &whole["sequences"][count])
    );
    assert_eq!(alone["run"]["phases"]["confirming_ms"], 0);
    assert!(alone.get("tests").is_none());
    assert_eq!(fs::read(work.path("out/palus.json")).unwrap(), before);
    let words = "generate --classpath classes --classes demo.* --sequences 400 --seed 1 --search-only --quiet";
    let said = work.palus(words).exits(0).stdout();
    let reached = format!(
        "reached {} of the {} edges",
        alone["search"]["edges_hit"], alone["search"]["edges_total"]
    );
    assert!(said.contains(&reached), "{said}");
}

#[test]
fn a_search_by_itself_refuses_what_is_for_tests() {
    let work = Work::empty(&jdks()[0]);
    for option in ["--fail-on-error", "--resume", "--shard 1/2", "--solve 1s"] {
        work.palus(&format!("generate --classes java.util.BitSet --search-only {option}"))
            .exits(2);
    }
    work.palus("generate --classes java.util.BitSet").exits(2);
}
