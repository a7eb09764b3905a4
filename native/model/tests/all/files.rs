//! Model files: what cannot be read is refused with a sentence that helps.

use std::fs;

use palus_model::{FORMAT, Model, ReadError};

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
        format!(
            "model format {}, but this palus reads up to {FORMAT}; upgrade palus or record again",
            FORMAT + 1
        )
    );
    assert_eq!(
        refusal(&whole[..whole.len() - 1]),
        "ends early, after 32 of 33 bytes; copy it again or record again"
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

#[test]
fn an_older_file_is_refused_with_advice() {
    let mut older = Model::default().to_bytes().unwrap();
    older[8] = 1;
    assert_eq!(
        refusal(&older),
        format!("model format 1, but this palus reads 4 to {FORMAT}; record again")
    );
}
