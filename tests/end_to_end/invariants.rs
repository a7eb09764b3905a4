//! `palus invariants` on suites that ran.

use std::fs;

use crate::support::console::{junit_jars, record_states};
use crate::support::{Jdk, Work, recording_jdks, working_jdks};
use serde_json::Value;

/// The suites of these classes, recorded with states.
fn recorded(jdk: &Jdk, suites: &[&str]) -> Work {
    let work = Work::on_subject_with("stacks", jdk, &junit_jars());
    record_states(&work, suites, "run.trace");
    work
}

/// The statements about a class or method.
fn of<'t>(text: &'t str, heading: &str) -> Vec<&'t str> {
    let lines = text.lines().skip_while(|line| *line != heading).skip(1);
    lines.take_while(|line| line.starts_with("  ")).map(str::trim).collect()
}

#[test]
fn what_a_suite_never_tries_is_taken_for_a_rule() {
    for jdk in working_jdks() {
        let work = recorded(jdk, &["app.UniqueBoundedStackTest"]);
        let text = work.palus("invariants run.trace --classpath classes").exits(0).stdout();
        let of_objects = of(&text, "demo.UniqueBoundedStack");
        // That elements are not negative is so of all objects, so it is not told of `top` again.
        for invariant in [
            "invariant this.max == 2",
            "invariant this.elems.length == 2",
            "invariant this.numberOfElements in {0, 1, 2}",
            "invariant this.elems[] elements >= 0",
        ] {
            assert!(of_objects.contains(&invariant), "{invariant}: {text}");
        }
        let top = of(&text, "demo.UniqueBoundedStack.top()");
        assert!(
            top.contains(&"ensures (result == -1) <==> (this.numberOfElements == 0)"),
            "{text}"
        );
        assert!(!top.iter().any(|line| line.starts_with("requires")), "{text}");
        assert!(
            of(&text, "demo.UniqueBoundedStack.push(int)").contains(&"requires number >= 0"),
            "{text}"
        );

        let work = recorded(jdk, &["app.UniqueBoundedStackTest", "app.NegativeTest"]);
        let text = work.palus("invariants run.trace --classpath classes").exits(0).stdout();
        let push = of(&text, "demo.UniqueBoundedStack.push(int)");
        assert!(!push.contains(&"requires number >= 0"), "{text}");
        let of_objects = of(&text, "demo.UniqueBoundedStack");
        assert!(!of_objects.contains(&"invariant this.elems[] elements >= 0"), "{text}");
        let top = of(&text, "demo.UniqueBoundedStack.top()");
        assert!(!top.iter().any(|line| line.contains("(result == -1) <==>")), "{text}");
        assert!(
            of(&text, "demo.UniqueBoundedStack").contains(&"invariant this.max == 2"),
            "{text}"
        );
    }
}

#[test]
fn a_stack_on_an_array_keeps_its_top_within_the_array() {
    for jdk in working_jdks() {
        let work = recorded(jdk, &["app.ArrayStackTest"]);
        let text = work.palus("invariants run.trace --classpath classes").exits(0).stdout();
        assert_eq!(
            of(&text, "demo.ArrayStack"),
            [
                "invariant this.theArray != null",
                "invariant this.topOfStack >= -1",
                "invariant this.topOfStack <= this.theArray.length - 1",
            ],
            "{text}"
        );
        let so = |method: &str, claim: &str| {
            let heading = match method {
                "new" => "new demo.ArrayStack(int)".to_owned(),
                method => format!("demo.ArrayStack.{method}"),
            };
            assert!(of(&text, &heading).contains(&claim), "{claim}: {text}");
        };
        so("top()", "ensures this.topOfStack == old(this.topOfStack)");
        so("top()", "ensures result == this.theArray[this.topOfStack]");
        so("topAndPop()", "ensures result == old(this.theArray[this.topOfStack])");
        so("new", "ensures this.theArray.length == capacity");
        so(
            "push(Object)",
            "ensures (!throws) ==> (this.topOfStack == old(this.topOfStack) + 1)",
        );
        so(
            "push(Object)",
            "ensures (!throws) ==> (value == this.theArray[this.topOfStack])",
        );
    }
}

#[test]
fn invariants_are_shown_in_part_and_in_other_formats() {
    let work = recorded(
        &recording_jdks()[0],
        &["app.UniqueBoundedStackTest", "app.ArrayStackTest"],
    );
    let palus = |options: &str| {
        let ran = work
            .palus(&format!("invariants run.trace --class demo.ArrayStack {options}"))
            .exits(0);
        ran.stdout()
    };
    let json: Value = serde_json::from_str(&palus("--format json")).expect("it is JSON");
    assert_eq!(json["schema"], 1);
    let points = json["points"].as_array().expect("a list");
    assert!(points.iter().all(|point| point["class"] == "demo.ArrayStack"), "{json}");
    let object = &points[0];
    assert_eq!((&object["moment"], &object["method"]), (&"object".into(), &Value::Null));
    assert_eq!(object["invariants"][0]["template"], "non-null");
    assert_eq!(object["invariants"][0]["java"], "this.theArray != null");
    let java = palus("--format java");
    assert!(
        java.contains("// demo.ArrayStack\n  assert this.theArray != null; // invariant\n"),
        "{java}"
    );
    let jml = palus("--format jml");
    assert!(
        jml.contains("  //@ ensures this.topOfStack == \\old(this.topOfStack);\n"),
        "{jml}"
    );
    assert!(
        jml.contains("  //@ ensures \\result == this.theArray[this.topOfStack];\n"),
        "{jml}"
    );
    let some = palus("--templates bound,order");
    assert_eq!(
        of(&some, "demo.ArrayStack"),
        [
            "invariant this.topOfStack >= -1",
            "invariant this.topOfStack <= this.theArray.length - 1"
        ]
    );
    assert!(!palus("--templates -bound").contains("this.topOfStack >= -1"));
    // Names of parameters are known by the class path alone.
    assert!(palus("").contains("this.theArray.length == arg0"));
    work.palus("invariants run.trace --out stacks.txt --class demo.ArrayStack")
        .exits(0);
    assert_eq!(fs::read_to_string(work.path("stacks.txt")).unwrap(), palus(""));
    assert_eq!(palus("--confidence 0.99"), palus(""));
    assert!(palus("--confidence 0.5").lines().count() > palus("--confidence 0.9999").lines().count());
}

#[test]
fn what_cannot_be_told_is_said_with_what_to_do() {
    let work = recorded(&recording_jdks()[0], &["app.NegativeTest"]);
    let ran = work.palus("invariants run.trace").exits(0);
    assert_eq!(
        of(&ran.stdout(), "demo.UniqueBoundedStack.top()"),
        [""; 0],
        "one sample is none"
    );
    assert!(ran.stderr().contains("needs 2 executions at least"), "{}", ran.stderr());
    let fails =
        |options: &str, because: &str| drop(work.palus(&format!("invariants {options}")).exits(1).complains(because));
    fails(
        "run.trace --class demo.Other",
        "the tests call no method of these classes",
    );
    fails(
        "run.trace --include other.*",
        "the tests call no method of these classes",
    );
    fails("run.trace --templates rhyme", "there is no template rhyme");
    fails("missing.trace", "missing.trace: the trace cannot be read");
    fails("run.palus", "run.palus: not a trace");
    fails("run.trace --out nowhere/x", "cannot write nowhere/x");
    work.palus("invariants run.trace --depth 3").exits(2);
    work.palus("invariants run.trace --confidence 2").exits(2);
    let names = work.palus("invariants run.trace --templates list").exits(0).stdout();
    assert!(names.contains("implication"), "{names}");
}

#[test]
fn a_trace_without_states_is_refused() {
    let jdk = &recording_jdks()[0];
    let work = Work::on_subject("connection", jdk);
    work.palus("record --out run.palus --include demo.* --keep-trace run.trace -- java -cp classes demo.Main")
        .exits(0);
    work.palus("invariants run.trace")
        .exits(1)
        .complains("run.trace: the trace has no states; record again with --states");
}

#[test]
fn static_fields_are_variables_where_they_are_asked_for() {
    let work = recorded(&recording_jdks()[0], &["app.NumberedTest"]);
    fs::create_dir_all(work.path("tests/app")).unwrap();
    let file = "app/NumberedTest.class";
    fs::rename(work.path("classes").join(file), work.path("tests").join(file)).unwrap();
    let line = "invariants --classpath classes --test-classes tests --class demo.Numbered";
    let text = work.palus(&format!("{line} --statics")).exits(0).stdout();
    let of_objects = of(&text, "demo.Numbered");
    assert!(of_objects.contains(&"invariant this.number < Numbered.next"), "{text}");
    let text = work.palus(line).exits(0).stdout();
    assert!(!text.contains("Numbered.next"), "{text}");
    work.palus("invariants --classpath classes --class demo.Numbered")
        .exits(2);
    fs::remove_file(work.path("tests").join(file)).unwrap();
    work.palus(line)
        .exits(1)
        .complains("there is no class in tests; give the folder of compiled tests");
}
