//! `palus record --keep-trace` on real test suites, and `palus trace`.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::support::console::junit_jars;
use crate::support::{Jdk, Work, recording_jdks};
use serde_json::Value;

/// The suite of the subject, recorded with a trace.
fn recorded(jdk: &Jdk, options: &str) -> Work {
    let work = Work::on_subject_with("film", jdk, &junit_jars());
    let mut class_path = junit_jars();
    class_path.push(work.path("classes"));
    let class_path = std::env::join_paths(class_path).unwrap().into_string().unwrap();
    work.palus(&format!(
        "record --out run.palus --include demo.* --keep-trace run.trace {options} -- java -Xverify:all -cp {class_path} \
         org.junit.platform.console.ConsoleLauncher execute --select-class app.StackTest"
    ))
    .exits(0);
    work
}

#[test]
fn the_film_of_a_suite_shows_each_call_with_the_states_of_its_objects() {
    for jdk in recording_jdks().iter().filter(|jdk| jdk.feature >= 17) {
        let work = recorded(jdk, "--states");
        let text = work.palus("trace run.trace").exits(0).stdout();
        let (lines, _) = text.split_once("\n\n").expect("the states stand behind an empty line");
        assert_eq!(
            lines.lines().collect::<Vec<_>>(),
            [
                "StackTest.drains  1*  new Stack(2)  -> S1  void",
                "StackTest.drains  2  new Stack(1)  -> S2  void",
                "StackTest.drains  3  Stack.push(7)  S2 -> S3  S3",
                "StackTest.drains  4  Stack.drain(S3 -> S4)  S1 -> S5  void",
                "StackTest.drains  5  Stack.compareTo(S4)  S5 -> S5  1",
                "StackTest.failsToMake  1*  new Stack(2)  -> S1  void",
                "StackTest.failsToMake  2  new Stack(\"x\")  -  end not seen",
                "StackTest.failsToMake  3  Stack.push(1)  S1 -> S6  S6",
                "StackTest.isCalledBack  1*  new Stack(2)  -> S1  void",
                "StackTest.isCalledBack  2  Stack.run(S7)  S1 -> S8  void",
                "StackTest.isCalledBack  3  Stack.push(5)  S1 -> S8  S8",
                "StackTest.pops  1*  new Stack(2)  -> S1  void",
                "StackTest.pops  2  Stack.push(3)  S1 -> S9  S9",
                "StackTest.pops  3  Stack.pop()  S9 -> S10  3",
                "StackTest.pops  4  Stack.pop()  S10 -> S11  threw java.lang.ArrayIndexOutOfBoundsException",
                "StackTest.pops  5  Stack.max(1, 2L)  -  2",
                "-  1  Stack.pop()  S8 -> S12  5",
            ],
            "JDK {}",
            jdk.feature
        );
        let state = |name: &str, parts: [&str; 2]| {
            let line = text
                .lines()
                .find(|line| line.starts_with(&format!("{name}  ")))
                .expect("it is printed");
            assert!(parts.iter().all(|part| line.contains(part)), "{line}");
        };
        state("S1", ["Stack#0{store=int[]#0,size=0,", "} int[]#0[0,0]"]);
        state("S11", ["Stack#0{store=int[]#0,size=-1,", "} int[]#0[3,0]"]);
        assert!(
            text.ends_with("\n2 states have objects that were not looked into (opaque)\n"),
            "{text}"
        );
        assert!(!text.contains("Hunter"), "a secret: {text}");
        let model = work.palus("model run.palus --class demo.Stack").exits(0).stdout();
        assert!(model.contains("drain(Stack)"), "{model}");
    }
}

#[test]
fn a_trace_is_shown_in_part_and_for_programs() {
    let jdk = &recording_jdks()[0];
    let work = recorded(jdk, "--states");
    let part = work
        .palus("trace run.trace --test StackTest.pops --method demo.*.p*")
        .exits(0)
        .stdout();
    let lines: Vec<&str> = part.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(
        lines,
        [
            "StackTest.pops  2  Stack.push(3)  S1 -> S2  S2",
            "StackTest.pops  3  Stack.pop()  S2 -> S3  3",
            "StackTest.pops  4  Stack.pop()  S3 -> S4  threw java.lang.ArrayIndexOutOfBoundsException",
        ]
    );
    work.palus("trace run.trace --test *.fries")
        .exits(1)
        .complains("no call is one of these tests and methods");

    let json = work.palus("trace run.trace --format json").exits(0).stdout();
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    let executions = json["executions"].as_array().expect("a list");
    assert_eq!(executions.len(), 17);
    let drain = &executions[3];
    assert_eq!(drain["test"]["class"], "app.StackTest");
    assert_eq!(
        (&drain["place"], &drain["before"], &drain["nesting"]),
        (&4.into(), &false.into(), &0.into())
    );
    assert_eq!(drain["method"]["descriptor"], "(Ldemo/Stack;)V");
    assert_eq!(drain["outcome"]["kind"], "void");
    let state = drain["receiver"]["exit"]["state"].as_str().expect("a name");
    assert!(
        json["states"][state]
            .as_str()
            .is_some_and(|text| text.contains("int[]#0[7,0]")),
        "{json}"
    );
    assert_eq!(json["marks"]["cut"], 0);
}

#[test]
fn without_states_a_trace_has_calls_and_with_nested_ones_those_of_the_code_itself() {
    let jdk = &recording_jdks()[0];
    let work = recorded(jdk, "--nested");
    let text = work.palus("trace run.trace --test *.drains").exits(0).stdout();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "StackTest.drains  1*  new Stack(?)  -> ?  void",
            "StackTest.drains  2  new Stack(?)  -> ?  void",
            "StackTest.drains  3  Stack.push(?)  ? -> ?  ?",
            "StackTest.drains  4  Stack.drain(?)  ? -> ?  void",
            "StackTest.drains  5  Stack.pop()  ? -> ?  ?",
            "StackTest.drains  6  Stack.push(?)  ? -> ?  ?",
            "StackTest.drains  7  Stack.compareTo(?)  ? -> ?  ?",
        ]
    );
}

#[test]
fn a_program_that_is_killed_leaves_what_it_did_until_a_second_before() {
    let jdk = &recording_jdks()[0];
    let work = Work::on_subject_with("film", jdk, &junit_jars());
    let record = "record --out run.palus --include demo.* --keep-trace run.trace --states --";
    work.palus(&format!("{record} java -cp classes app.Endless kill"))
        .exits(137)
        .complains("came to no end; the trace has what it told until a second before");
    let ran = work
        .palus("trace run.trace")
        .exits(0)
        .complains("the end of the trace of a JVM is missing");
    assert!(
        ran.stdout()
            .starts_with("-  1  new Stack(1)  -> S1  void\n-  2  Stack.push(1)  S1 -> S2  S2\n\n")
    );
}

#[test]
fn the_trace_of_a_recording_that_was_killed_with_its_program_is_recovered() {
    let work = Work::on_subject_with("film", &recording_jdks()[0], &junit_jars());
    let mut recording = Command::new(crate::support::palus());
    let words = "record --out run.palus --include demo.* --keep-trace run.trace -- java -cp classes app.Endless";
    recording.args(words.split(' ')).current_dir(work.path("."));
    recording.env("PATH", work.search_path()).stdout(Stdio::piped());
    let mut recording = recording.spawn().expect("palus starts");
    let mut said = String::new();
    let said_by = recording.stdout.take().expect("it is piped");
    BufReader::new(said_by)
        .read_line(&mut said)
        .expect("the program speaks");
    let folder = work.path("run.palus.part");
    let names = fs::read_dir(&folder).unwrap().flatten();
    let names: Vec<String> = names.map(|entry| entry.file_name().into_string().unwrap()).collect();
    let process = names
        .iter()
        .find_map(|name| name.strip_suffix(".palus.trace"))
        .expect("a trace");
    recording.kill().expect("it runs");
    recording.wait().expect("it ends");
    let kill = Command::new("kill").args(["-KILL", process]).status();
    assert!(kill.is_ok_and(|status| status.success()));
    work.palus("recover run.palus.part --out run.palus --keep-trace run.trace")
        .exits(0)
        .complains("the trace has what it told until a second before");
    let text = work.palus("trace run.trace").exits(0).stdout();
    assert_eq!(text, "-  1  new Stack(?)  -> ?  void\n-  2  Stack.push(?)  ? -> ?  ?\n");
}

#[test]
fn what_is_no_trace_is_said_to_be_none() {
    let jdk = &recording_jdks()[0];
    let work = Work::on_subject("connection", jdk);
    work.palus("record --out run.palus --include demo.* --states -- java -cp classes demo.Main")
        .exits(2);
    work.palus("record --out run.palus --include demo.* --keep-trace nowhere/run.trace -- java -cp classes demo.Main")
        .exits(125)
        .complains("cannot write nowhere/run.trace");
    work.palus(
        "record --out run.palus --keep-trace run.trace --states --ignore-field size -- java -cp classes demo.Main",
    )
    .complains("`size` names no field: write it as OWNER.NAME");
    work.palus("record --out run.palus --keep-trace run.trace --raw-collections -- java -cp classes demo.Main")
        .exits(125)
        .complains("--ignore-field and --raw-collections say how states are made; add --states");
    work.palus("trace missing.trace")
        .exits(1)
        .complains("missing.trace: the trace cannot be read");
    fs::write(work.path("foreign.trace"), "a poem").unwrap();
    work.palus("trace foreign.trace")
        .exits(1)
        .complains("foreign.trace: not a trace");
    fs::write(work.path("older.trace"), b"\x89PALTRC\n\x01\0\0\0\0\0\0\0").unwrap();
    work.palus("trace older.trace")
        .exits(1)
        .complains("older.trace: trace format 1 is of an older palus");
    fs::write(work.path("newer.trace"), b"\x89PALTRC\n\x09\0\0\0\0\0\0\0").unwrap();
    work.palus("trace newer.trace")
        .exits(1)
        .complains("newer.trace: trace format 9");
    let nothing = palus_executions::Header {
        process: 1,
        has_states: true,
    };
    let file = fs::File::create(work.path("empty.trace")).unwrap();
    let writer = palus_executions::Writer::new(file, nothing).unwrap();
    writer.finish(0, &[]).unwrap();
    work.palus("trace empty.trace")
        .exits(1)
        .complains("empty.trace: nothing was called in the recorded classes");
}

#[test]
fn an_object_of_every_class_of_the_jdk_that_can_be_made_from_nothing_has_a_state_and_no_class_is_initialised_for_it() {
    for jdk in recording_jdks() {
        let work = Work::on_subject_with("film", jdk, &junit_jars());
        let ran = work
            .palus(
                "record --out run.palus --include demo.* --keep-trace run.trace --states -- \
                 java -Xlog:class+init=info:file=initialised.log -cp classes app.Everything",
            )
            .exits(0);
        assert_eq!(ran.stderr(), "", "JDK {}", jdk.feature);
        let made: usize = ran.stdout().trim().parse().expect("a number");
        assert!(made > 200, "{made} on JDK {}", jdk.feature);
        let text = work.palus("trace run.trace").exits(0).stdout();
        let calls: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
        assert_eq!(calls.len(), made, "JDK {}", jdk.feature);
        let without = calls
            .iter()
            .filter(|line| line.contains('?') || !line.ends_with("void"));
        assert_eq!(without.count(), 0, "each has a state, and its call an end\n{text}");
        let initialised = fs::read_to_string(work.path("initialised.log")).unwrap();
        let begun: Vec<&str> = initialised
            .lines()
            .filter_map(|line| line.split_once("Initializing '")?.1.split('\'').next())
            .collect();
        let place = |class: &str| begun.iter().position(|name| *name == class).expect(class);
        let between = place("app/Everything$Begin") + 1..place("app/Everything$End");
        let meanwhile = begun[between]
            .iter()
            .filter(|name| !name.starts_with("org/palus/hook/"));
        assert_eq!(
            meanwhile.collect::<Vec<_>>(),
            Vec::<&&str>::new(),
            "JDK {}",
            jdk.feature
        );
    }
}

/// The board of the subject, recorded with these options, and what `palus trace` says of it.
fn board(work: &Work, options: &str, arguments: &str) -> crate::support::Ran {
    work.palus(&format!(
        "record --out run.palus --include demo.* --keep-trace run.trace --states {options} -- java -cp classes app.Main {arguments}"
    ))
    .exits(0);
    work.palus("trace run.trace").exits(0)
}

#[test]
fn states_are_without_fields_that_are_to_be_ignored_and_with_the_insides_of_collections_where_asked_for() {
    let jdk = &recording_jdks()[0];
    let work = Work::on_subject("races", jdk);
    let usual = board(&work, "", "");
    assert!(usual.stdout().contains("ArrayList#0[\"a\"]"), "{}", usual.stdout());
    assert_eq!(usual.stderr(), "");
    let raw = board(&work, "--raw-collections", "");
    assert!(
        raw.stdout().contains("ArrayList#0{elementData=Object[]#0,size=1}"),
        "{}",
        raw.stdout()
    );
    raw.complains("states have collections by their fields");
    let without = board(
        &work,
        "--ignore-field demo.Board.names --ignore-field demo.Board.players",
        "",
    );
    assert!(
        !without.stdout().contains("names=") && without.stdout().contains("isDone=false"),
        "{}",
        without.stdout()
    );
    assert!(
        !without.stderr().contains("demo.Board.names: no object"),
        "{}",
        without.stderr()
    );
    without
        .complains("states are without demo.Board.names, demo.Board.players")
        .complains("--ignore-field demo.Board.players: no object whose state was taken has such a field");
    work.palus("redundant run.trace --ignore-field demo.Board.names")
        .exits(1)
        .complains("the states of a trace are as they were recorded");
}

#[test]
fn a_state_that_another_thread_changes_meanwhile_is_marked() {
    for jdk in recording_jdks() {
        let work = Work::on_subject("races", jdk);
        let marked = "states were changed by another thread while they were read (racy)";
        assert!(!board(&work, "", "").stdout().contains(marked));
        let raced = board(&work, "", "twice").stdout();
        assert!(raced.contains(marked), "JDK {}: {raced}", jdk.feature);
    }
}
