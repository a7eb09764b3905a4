//! Traces written and read back, whole, cut and damaged.

use palus_executions::{Call, Ended, Execution, FORMAT, Header, Outcome, ReadError, Reader, Writer, whole};
use palus_sequence::Scalar;
use palus_state::{Slot, State, Value};
use palus_trace::MethodNames;
use proptest::prelude::*;

const HEADER: Header = Header {
    process: 7,
    has_states: true,
};

fn method(owner: &str, name: &str) -> MethodNames {
    MethodNames {
        owner: owner.into(),
        name: name.into(),
        descriptor: "()V".into(),
        access: 1,
    }
}

fn state(value: i32) -> State {
    State {
        classes: Vec::new(),
        roots: vec![Slot::Value(Value::Scalar(Scalar::Int(value)))],
        nodes: Vec::new(),
        is_racy: false,
    }
}

/// A file that a test writes: the methods `a` (1), `b` (2), and the test `t` (9).
struct Film {
    bytes: Vec<u8>,
}

impl Film {
    fn of(write: impl FnOnce(&mut Writer<&mut Vec<u8>>)) -> Self {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, HEADER).expect("memory");
        for (id, name) in [(1, "a"), (2, "b"), (9, "t")] {
            writer.method(id, &method("demo.It", name));
        }
        writer.class(3, "demo.Oops");
        write(&mut writer);
        writer.finish(0, &[]).expect("memory");
        Self { bytes }
    }

    fn read(&self) -> Vec<Execution> {
        let reader = Reader::new(self.bytes.as_slice()).expect("a trace");
        reader.map(|execution| execution.expect("whole")).collect()
    }

    /// Test, place, whether it ran before it, method, nesting, and how it ended.
    fn lines(&self) -> Vec<String> {
        let line = |execution: &Execution| {
            let test = execution.test.as_ref();
            let test = test.map_or("-".to_owned(), |test| format!("{}#{}", test.method.name, test.run));
            let mark = if execution.is_before { "*" } else { "" };
            let ended = match &execution.outcome {
                Outcome::Threw(class) => format!("threw {class}"),
                other => format!("{other:?}"),
            };
            let (place, nesting) = (execution.place, execution.nesting);
            format!(
                "{test} {place}{mark} {}{} {ended}",
                ">".repeat(nesting as usize),
                execution.method.name
            )
        };
        self.read().iter().map(line).collect()
    }
}

fn call(thread: u64, depth: u32, method: u32) -> Call {
    Call {
        thread,
        depth,
        method,
        state: None,
    }
}

/// A call begins in that thread and returns.
fn runs(writer: &mut Writer<&mut Vec<u8>>, thread: u64, method: u32) {
    writer.begins(call(thread, 5, method));
    writer.ends(call(thread, 5, method), Ended::Void);
}

#[test]
fn an_execution_belongs_to_the_test_that_runs_in_its_thread_or_comes_next_there() {
    let film = Film::of(|writer| {
        runs(writer, 1, 1);
        runs(writer, 2, 2);
        writer.test(1, 9, true);
        writer.begins(call(1, 5, 2));
        writer.ends(call(1, 5, 2), Ended::Threw(3));
        writer.test(1, 9, false);
        writer.begins(call(1, 5, 1));
        writer.ends(call(1, 5, 1), Ended::Value);
        writer.test(1, 9, true);
        writer.test(1, 9, false);
        writer.begins(call(1, 5, 2));
    });
    assert_eq!(
        film.lines(),
        [
            "t#1 1* a Void",
            "t#1 2 b threw demo.Oops",
            "t#2 1* a Value",
            "- 1 b Unseen",
            "- 1 b Void",
        ]
    );
}

#[test]
fn a_test_that_goes_on_in_another_thread_is_one_run() {
    let film = Film::of(|writer| {
        runs(writer, 2, 1);
        writer.test(1, 9, true);
        runs(writer, 1, 1);
        writer.test_goes_on(2, 9);
        runs(writer, 2, 2);
        writer.test(2, 9, false);
        runs(writer, 1, 1);
        writer.test(1, 9, false);
        // The other has ended, so it is one of its own.
        writer.test_goes_on(3, 9);
        runs(writer, 3, 2);
    });
    assert_eq!(
        film.lines(),
        [
            "t#1 1 a Void",
            "- 1 a Void",
            "t#1 2 b Void",
            "t#1 3 a Void",
            "t#2 1 b Void"
        ]
    );
}

#[test]
fn a_frame_that_nobody_saw_end_has_ended_when_another_begins_at_its_depth() {
    let film = Film::of(|writer| {
        writer.test(1, 9, true);
        writer.begins(call(1, 5, 1));
        writer.begins(call(1, 9, 2));
        writer.begins(call(1, 7, 2));
        writer.ends(call(1, 5, 1), Ended::Void);
        writer.begins(call(1, 5, 1));
        writer.begins(call(1, 5, 2));
        writer.ends(call(1, 5, 2), Ended::Void);
    });
    assert_eq!(
        film.lines(),
        [
            "t#1 1 a Void",
            "t#1 2 >b Unseen",
            "t#1 3 >b Unseen",
            "t#1 4 a Unseen",
            "t#1 5 b Void"
        ]
    );
}

#[test]
fn states_are_found_by_their_numbers_and_files_put_one_behind_the_other_are_one() {
    let film = |value: i32| {
        Film::of(|writer| {
            let number = writer.state(&state(value).bytes());
            let with_state = Call {
                state: number,
                ..call(1, 5, 1)
            };
            writer.begins(with_state);
            writer.ends(with_state, Ended::Void);
        })
    };
    let both = [film(1).bytes, film(2).bytes].concat();
    let mut reader = Reader::new(both.as_slice()).expect("a trace");
    assert!(reader.has_states());
    for value in [1, 2] {
        let execution = reader.next().expect("there are two").expect("whole");
        let number = execution.entry.expect("a state");
        assert_eq!(reader.state(number), Some(state(value)));
        assert_eq!(execution.exit, Some(number));
    }
    assert!(reader.next().is_none());
    assert_eq!(reader.cut(), 0);
}

#[test]
fn many_executions_outside_of_tests_do_not_wait_for_one_without_end() {
    let film = Film::of(|writer| {
        for _ in 0..70_000 {
            writer.begins(call(1, 5, 1));
            writer.ends(call(1, 5, 1), Ended::Void);
        }
        writer.test(1, 9, true);
        writer.test(1, 9, false);
    });
    let executions = film.read();
    assert_eq!(executions.len(), 70_000);
    let (none, some) = executions.split_at(70_000 - (1 << 16));
    assert!(none.iter().all(|execution| execution.test.is_none()));
    assert!(some.iter().all(|execution| execution.test.is_some()));
}

#[test]
fn what_is_no_trace_or_of_another_version_is_refused() {
    assert!(matches!(
        Reader::new(&b"PK\x03\x04 and more"[..]),
        Err(ReadError::Foreign)
    ));
    assert!(matches!(Reader::new(&b""[..]), Err(ReadError::Foreign)));
    let mut other = Film::of(|_| {}).bytes;
    other[8] = FORMAT as u8 + 1;
    assert!(matches!(
        Reader::new(other.as_slice()),
        Err(ReadError::Newer { found }) if found == FORMAT + 1
    ));
    other[8] = FORMAT as u8 - 1;
    assert!(matches!(
        Reader::new(other.as_slice()),
        Err(ReadError::Older { found }) if found == FORMAT - 1
    ));
}

#[test]
fn a_disk_without_room_is_told_and_writes_no_more() {
    struct Full(usize);
    impl std::io::Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut writer = Writer::new(Full(100), HEADER).expect("room for a header");
    for value in 0..1000 {
        writer.state(&state(value * 7919).bytes());
    }
    let error = writer.flush().expect_err("no room");
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
    assert_eq!(
        writer.finish(0, &[]).expect_err("none now").kind(),
        std::io::ErrorKind::StorageFull
    );
}

#[derive(Clone, Debug)]
enum Step {
    Test(bool),
    Begin(u32, u32),
    End(u32, u8),
    State(i32),
    Flush,
}

fn steps() -> impl Strategy<Value = Vec<(u64, Step)>> {
    let step = prop_oneof![
        any::<bool>().prop_map(Step::Test),
        (0_u32..6, 1_u32..3).prop_map(|(depth, method)| Step::Begin(depth, method)),
        (0_u32..6, 0_u8..3).prop_map(|(depth, how)| Step::End(depth, how)),
        any::<i32>().prop_map(Step::State),
        Just(Step::Flush),
    ];
    prop::collection::vec((0_u64..3, step), 0..60)
}

/// The file, and how many calls began.
fn film(steps: &[(u64, Step)]) -> (Film, usize) {
    let mut begun = 0;
    let film = Film::of(|writer| {
        let mut number = None;
        for &(thread, ref step) in steps {
            match *step {
                Step::Test(starts) => writer.test(thread, 9, starts),
                Step::Begin(depth, method) => {
                    begun += 1;
                    writer.begins(Call {
                        state: number,
                        ..call(thread, depth, method)
                    });
                }
                Step::End(depth, how) => {
                    let ended = [Ended::Void, Ended::Value, Ended::Threw(3)][usize::from(how)];
                    writer.ends(call(thread, depth, 1), ended);
                }
                Step::State(value) => number = writer.state(&state(value).bytes()),
                Step::Flush => writer.flush().expect("memory"),
            }
        }
    });
    (film, begun)
}

/// Reads to the end: each execution, or that there was an error. Asks for the states too.
fn read_all(bytes: &[u8]) -> (Vec<Execution>, bool) {
    let Ok(mut reader) = Reader::new(bytes) else {
        return (Vec::new(), true);
    };
    let mut executions = Vec::new();
    while let Some(next) = reader.next() {
        let Ok(execution) = next else {
            assert!(reader.next().is_none(), "nothing comes behind an error");
            return (executions, true);
        };
        for number in [execution.entry, execution.exit].into_iter().flatten() {
            let _ = reader.state(number);
        }
        executions.push(execution);
    }
    (executions, false)
}

proptest! {
    #[test]
    fn every_call_that_began_is_read_back_once_and_in_order(steps in steps()) {
        let (film, begun) = film(&steps);
        let (executions, failed) = read_all(&film.bytes);
        prop_assert!(!failed);
        prop_assert_eq!(executions.len(), begun);
        for thread in 0..3 {
            let methods: Vec<&str> = executions.iter().filter(|e| e.thread == thread).map(|e| &*e.method.name).collect();
            let expected: Vec<&str> = steps.iter().filter_map(|(t, step)| match step {
                Step::Begin(_, method) if *t == thread => Some(if *method == 1 { "a" } else { "b" }),
                _ => None,
            }).collect();
            prop_assert_eq!(methods, expected);
        }
    }

    #[test]
    fn a_trace_cut_anywhere_gives_what_was_in_whole_blocks(steps in steps(), cut in any::<prop::sample::Index>()) {
        let (film, begun) = film(&steps);
        let cut = cut.index(film.bytes.len());
        let (executions, _) = read_all(&film.bytes[..cut]);
        prop_assert!(executions.len() <= begun);
        if let Ok(mut reader) = Reader::new(&film.bytes[..cut]) {
            prop_assert!(reader.by_ref().all(|execution| execution.is_ok()));
            prop_assert_eq!(reader.cut(), 1);
        }
        let (length, has_ended) = whole(&film.bytes[..cut]).expect("memory");
        prop_assert!(length <= cut as u64 && !has_ended);
        let (rest, failed) = read_all(&film.bytes[..length as usize]);
        prop_assert!(length == 0 || !failed && rest == executions);
        prop_assert_eq!(whole(film.bytes.as_slice()).expect("memory"), (film.bytes.len() as u64, true));
    }

    #[test]
    fn any_bytes_give_executions_or_an_error(steps in steps(), flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = film(&steps).0.bytes;
        for (at, byte) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= byte;
        }
        read_all(&bytes);
    }

    #[test]
    fn any_records_in_a_sound_block_give_executions_or_an_error(records in prop::collection::vec(any::<u8>(), 0..300)) {
        let stored = zstd::bulk::compress(&records, 1).expect("memory");
        let mut bytes = Film::of(|_| {}).bytes[..16].to_vec();
        bytes.push(1);
        bytes.extend((records.len() as u32).to_le_bytes());
        bytes.extend((stored.len() as u32).to_le_bytes());
        bytes.extend(xxhash_rust::xxh3::xxh3_64(&stored).to_le_bytes());
        bytes.extend(&stored);
        read_all(&bytes);
    }
}
