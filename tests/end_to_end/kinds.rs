//! Every kind of class, and every way in which a call ends, recorded in real virtual machines.

use std::fs;

use crate::support::{Jdk, Work, jdks};

/// What the model must say: a class and a call in it, with how often it was seen where threads could lose some.
const KINDS: [(&str, &str); 20] = [
    ("demo.Kinds$Inner", "inInner(int)  x1"),
    ("demo.Kinds$Nested", "inNested()  x1"),
    ("demo.Kinds$Colour", "inConstant()  x1"),
    ("demo.Kinds$Colour$1", "inConstant()  x1"),
    ("demo.Kinds$Point", "inRecord()  x1"),
    (
        "demo.Kinds$Point",
        "<init>(int, int)  x1  threw java.lang.IllegalArgumentException",
    ),
    ("demo.Kinds$Square", "Kinds$Shape.inDefault()  x1"),
    ("demo.Kinds$Shape", "Kinds$Shape.inStatic()  x1"),
    ("demo.Kinds$1Local", "inLocal()  x1"),
    ("demo.Kinds$1", "inAnonymous()  x1"),
    ("demo.$Proxy0", "greet(String)  x1"),
    ("demo.Twin", "getAsInt()  x4"),
    ("demo.Ways", "catching()  x1"),
    ("demo.Ways", "throwing()  x1  nested"),
    ("demo.Ways", "passing()  x1  threw java.lang.IllegalStateException"),
    ("demo.Ways", "recursing(int)  x1"),
    ("demo.Ways", "result of first()  x1"),
    ("demo.Ways$Escaping", "early()  x1"),
    (
        "demo.Ways$Escaping",
        "<init>(int)  x1  threw java.lang.IllegalArgumentException",
    ),
    ("demo.Ways$Escaping", "late()  x1"),
];

fn check(jdk: &Jdk) {
    let work = Work::on_subject("kinds", jdk);
    let alone = work.java(&["-cp", "classes", "app.Main"]).output().expect("java runs");
    assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stderr));
    let ran = work
        .palus("record --out run.palus --include demo.* -- java -Xverify:all -cp classes app.Main")
        .exits(0);
    assert_eq!(
        ran.stdout(),
        String::from_utf8_lossy(&alone.stdout),
        "JDK {}",
        jdk.feature
    );
    assert_eq!(ran.stderr(), "", "JDK {}", jdk.feature);
    for (class, call) in KINDS {
        let shown = work
            .palus(&format!("model run.palus --class {class}"))
            .exits(0)
            .stdout();
        assert!(shown.contains(call), "{class}: {call} on JDK {}:\n{shown}", jdk.feature);
    }
    let all = work.palus("model run.palus").exits(0).stdout();
    assert!(!all.contains("Hidden"), "a hidden class is left alone:\n{all}");
    for uncallable in ["inPrivate()", "lambda$"] {
        assert!(!all.contains(uncallable), "no test calls {uncallable}:\n{all}");
    }
}

#[test]
fn classes_of_every_kind_and_calls_of_every_end_are_learned_and_do_what_they_did() {
    for jdk in jdks() {
        check(jdk);
    }
}

/// A method of nearly 64 KB of bytecode, one that can grow beside it, and their sum.
fn large_class() -> String {
    format!(
        "package demo; public class Large {{ int n; void small() {{ n++; }} void large() {{ {} }} \
         public static void main(String[] a) {{ Large l = new Large(); l.small(); l.large(); System.out.println(l.n); }} }}",
        "n++; ".repeat(6_000)
    )
}

#[test]
fn a_method_that_would_become_too_large_is_left_alone_and_named() {
    for jdk in jdks() {
        let work = Work::on_source("Large.java", &large_class(), jdk);
        let ran = work
            .palus("record --out run.palus --include demo.* -- java -cp classes demo.Large")
            .exits(0);
        assert_eq!(ran.stdout(), "6001\n", "JDK {}", jdk.feature);
        assert_eq!(
            ran.stderr(),
            "palus: not recorded: demo.Large.large()V: it would become too large\n"
        );
        let model = work.palus("model run.palus --class demo.Large").exits(0).stdout();
        assert!(
            model.contains("small()  x1") && !model.contains("large()"),
            "JDK {}:\n{model}",
            jdk.feature
        );
    }
}

#[test]
fn thousands_of_short_threads_each_teach_what_they_did() {
    for jdk in jdks() {
        let work = Work::on_subject("kinds", jdk);
        work.palus("record --no-sampling --out run.palus --include demo.Threads -- java -cp classes app.Main")
            .exits(0);
        let threads = work.palus("model run.palus --class demo.Threads").exits(0).stdout();
        // 2000 platform threads, and 500 virtual ones where there are any.
        let objects = if jdk.feature >= 21 { 2500 } else { 2000 };
        assert!(
            threads.contains(&format!("{objects} objects, 5 states")),
            "JDK {}:\n{threads}",
            jdk.feature
        );
    }
}

/// Each of them would have a buffer of 64 KiB: 1 250 MiB.
#[test]
fn virtual_threads_that_all_live_at_once_share_a_bounded_number_of_buffers() {
    const LIMIT_MIB: i64 = 400;
    let mut ran = false;
    for jdk in jdks().iter().filter(|jdk| jdk.feature >= 21) {
        let work = Work::on_subject("kinds", jdk);
        let grown = work
            .palus(
                "record --no-sampling --out run.palus --include demo.Threads -- \
                 java -Xms256m -Xmx256m -XX:+AlwaysPreTouch -cp classes app.Parked",
            )
            .exits(0)
            .stdout();
        let grown: i64 = grown.trim().parse().expect("MiB");
        assert!(grown < LIMIT_MIB, "{grown} MiB on JDK {}", jdk.feature);
        let threads = work.palus("model run.palus --class demo.Threads").exits(0).stdout();
        assert!(threads.contains("20500 objects, "), "JDK {}:\n{threads}", jdk.feature);
        ran = true;
    }
    if !ran {
        eprintln!("SKIPPED: virtual threads need JDK 21 or newer");
    }
}

#[test]
fn a_type_variable_with_several_bounds_takes_what_is_of_all_of_them() {
    for jdk in jdks() {
        let work = Work::on_subject("bounds", jdk);
        work.palus("generate --classpath classes --sequences 600 --seed 1 --out out --quiet")
            .exits(0);
        let text = fs::read_to_string(work.path("out/palus.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["tests"]["dropped_uncompilable"], 0, "JDK {}", jdk.feature);
        assert_eq!(
            json["coverage"]["branches_hit"], json["coverage"]["branches_total"],
            "JDK {}",
            jdk.feature
        );
    }
}

/// What a neighbour gives out is declared with a class that has a name in its package alone.
#[test]
fn a_test_stands_where_all_that_it_names_has_a_name() {
    let work = Work::on_subject("neighbours", &jdks()[0]);
    for seed in [7, 11] {
        work.palus(&format!(
            "generate --classpath classes --sequences 600 --seed {seed} --out out --quiet"
        ))
        .exits(0);
        let summary = work.summary("out");
        assert_eq!(summary["tests"]["dropped_uncompilable"], 0, "{summary:#}");
        let coverage = &summary["coverage"];
        assert_eq!(coverage["branches_hit"], coverage["branches_total"], "{summary:#}");
    }
}
