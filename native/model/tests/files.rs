//! Model files: what cannot be read is refused with a sentence that helps.

mod common;

use std::fs;

use common::{Arg, Program};
use palus_model::{FORMAT, Model, ReadError, render};
use proptest::prelude::*;

fn refusal(bytes: &[u8]) -> String {
    Model::from_bytes(bytes).unwrap_err().to_string()
}

#[test]
fn a_model_that_was_saved_can_be_loaded_and_nothing_else_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.palus");
    fs::write(&path, "an older file").unwrap();
    Model::default().save(&path).unwrap();
    assert_eq!(Model::load(&path).unwrap(), Model::default());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    assert!(
        Model::default()
            .save(&folder.path().join("missing").join("run.palus"))
            .is_err()
    );
    assert!(matches!(
        Model::load(&folder.path().join("none.palus")),
        Err(ReadError::Io(_))
    ));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn each_refusal_says_what_is_wrong_and_what_to_do() {
    let whole = Model::default().to_bytes().unwrap();
    assert_eq!(
        refusal(b"PK\x03\x04"),
        "not a Palus model; give a file that `palus record --out` wrote"
    );
    assert_eq!(
        refusal(b""),
        "not a Palus model; give a file that `palus record --out` wrote"
    );
    let mut newer = whole.clone();
    newer[8] = (FORMAT + 1) as u8;
    assert_eq!(
        refusal(&newer),
        "model format 3, but this palus reads up to 2; upgrade palus or record again"
    );
    assert_eq!(
        refusal(&whole[..whole.len() - 1]),
        "ends early, after 28 of 29 bytes; copy it again or record again"
    );
    let mut longer = whole.clone();
    longer.push(0);
    assert_eq!(
        refusal(&longer),
        "damaged, there are bytes behind its end; copy it again or record again"
    );
    let mut damaged = whole;
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(
        refusal(&damaged),
        "damaged, its checksum is wrong; copy it again or record again"
    );
}

/// A file around a payload of which only the checksum is right.
fn around(payload: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x89PALUS\r\n".to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend((payload.len() as u64).to_le_bytes());
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// A model with something of everything.
fn full() -> Model {
    let mut program = Program::new();
    program.lay_out("demo.A", &[("open", palus_trace::FieldKind::Boolean)]);
    program.profile = palus_trace::Profile(3);
    program.test("demo.T.t()V", |program| {
        for object in 1..5 {
            let a = ("demo.A", object);
            program.new_object("demo.A.<init>(Ljava/lang/String;)V", a, &[Arg::Text("text")]);
            program.call("demo.A.add(I)V", a, &[Arg::Int(object as i32)], None, |inside| {
                inside.call("private demo.A.grow()V", a, &[], None, |_| ());
            });
            program.new_object(
                "demo.B.<init>(Ldemo/A;)V",
                ("demo.B", object + 10),
                &[Arg::Of(a.0, a.1)],
            );
            program.call_throws("demo.A.fail()V", a, &[Arg::Null], "java.lang.Error", |_| ());
        }
    });
    program.call_static(
        "static demo.A.of(Ldemo/A;)Ldemo/A;",
        &[Arg::Null],
        Some(Arg::Of("demo.A", 1)),
        |_| (),
    );
    program.accesses("demo.A.add(I)V", ("demo.A", "open"), true, 3);
    program.finish()
}

#[test]
fn an_older_file_is_refused_with_advice() {
    let mut older = Model::default().to_bytes().unwrap();
    older[8] = 1;
    assert_eq!(refusal(&older), "model format 1, but this palus reads 2; record again");
}

proptest! {
    /// The reader's fuzz target: what passes the checksum may be anything; what is read can be worked with.
    #[test]
    fn a_changed_payload_is_read_or_refused_and_what_is_read_can_be_used(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let whole = full().to_bytes().unwrap();
        let mut payload = whole[22..].to_vec();
        for (at, byte) in changes {
            let at = at.index(payload.len());
            payload[at] = byte;
        }
        if let Some(cut) = cut {
            payload.truncate(cut.index(payload.len()));
        }
        if let Ok(mut model) = Model::from_bytes(&around(&payload)) {
            let _ = render::text(&model, None);
            let _ = (render::json(&model, None), render::dot(&model, None), render::html(&model, None));
            let _ = (model.callable(), model.public(), model.ktail(3));
            model.merge(&full());
            prop_assert!(Model::from_bytes(&model.to_bytes().unwrap()).is_ok());
        }
    }

    #[test]
    fn any_payload_is_read_or_refused_without_harm(payload in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(model) = Model::from_bytes(&around(&payload)) {
            let _ = palus_model::render::text(&model.canonical(), None);
        }
    }

    #[test]
    fn a_payload_that_claims_to_be_huge_is_refused(length in any::<u64>()) {
        let mut claim = Vec::new();
        let mut rest = length | 1 << 40;
        while rest > 0x7f {
            claim.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        claim.push(rest as u8);
        prop_assert!(Model::from_bytes(&around(&claim)).is_err());
    }
}
