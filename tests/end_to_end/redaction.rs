//! Secrets that a program is passed: they are in no file of its recording.

use std::fs;

use crate::support::{Work, jdks, palus, recording_jdks};

/// What `tests/subjects/secrets` passes and nobody may read.
const PLANTED: [&str; 7] = [
    "Rosebud",
    "Kubla",
    "QqWx",
    "Xanadu",
    "Tm9ib2R5S25vd3M",
    "4111 1111",
    "MIIEvQIBADANBgkq",
];

/// Checks that none of these is in a file, in any encoding that a value has there.
fn holds_none(file: &[u8], secrets: &[&str], what: &str) {
    for secret in secrets {
        let wide: Vec<u8> = secret.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [secret.as_bytes(), &wide] {
            assert!(
                !file.windows(bytes.len()).any(|part| part == bytes),
                "{secret} is in {what}"
            );
        }
    }
}

#[test]
fn no_file_of_a_recording_holds_a_secret() {
    for jdk in recording_jdks() {
        let work = Work::on_subject("secrets", jdk);
        work.palus("record --out run.palus --include demo.* --redact pin -- java -cp classes app.Main")
            .exits(0);
        holds_none(&fs::read(work.path("run.palus")).unwrap(), &PLANTED, "the model");
        let json = work.palus("model run.palus --format json").exits(0).stdout();
        holds_none(json.as_bytes(), &PLANTED, "what it shows");
        holds_none(json.as_bytes(), &["86420135"], "what it shows");
        assert!(json.contains("alice") && json.contains("plain to see"), "{json}");
        let audit = work.palus("model run.palus --audit");
        assert!(
            !audit.stdout().contains("card") && !audit.stdout().contains("private key"),
            "{}",
            audit.stdout()
        );
    }
}

#[test]
fn a_checkpoint_holds_no_secret_either() {
    let work = Work::on_subject("secrets", &jdks()[0]);
    let library = palus().with_file_name("libpalus.so");
    let option = format!("-agentpath:{}=record,out=run.palus,include=demo.*", library.display());
    let mut java = work.java(&[&option, "-cp", "classes", "app.Main", "run.palus.part"]);
    assert!(!java.status().expect("java starts").success());
    assert!(!work.path("run.palus").exists());
    let part = fs::read(work.path("run.palus.part")).expect("a checkpoint");
    holds_none(&part, &PLANTED, "the checkpoint");
    work.palus("recover run.palus.part --out run.palus").exits(0);
    assert!(
        work.palus("model run.palus --class demo.Vault")
            .exits(0)
            .stdout()
            .contains("login"),
        "something was learned"
    );
}

#[test]
fn without_redaction_everything_is_as_it_was_and_an_audit_names_the_places() {
    let work = Work::on_subject("secrets", &jdks()[0]);
    work.palus("record --out run.palus --include demo.* --no-redaction -- java -cp classes app.Main")
        .exits(0);
    let json = work.palus("model run.palus --format json").exits(0).stdout();
    for secret in ["Rosebud-1941", "Xanadu!Estate", "4111 1111 1111 1111", "86420135"] {
        assert!(json.contains(secret), "{secret}");
    }
    let audit = work.palus("model run.palus --audit").exits(3).stdout();
    for line in [
        "demo.Vault.send  argument 1: a card number (",
        "demo.Vault.send  argument 1: a private key (",
        "demo.Vault.send  argument 1: a web token (",
    ] {
        assert!(audit.contains(line), "{line}:\n{audit}");
    }
    assert!(!audit.contains("Rosebud") && !audit.contains("4111"), "{audit}");
}
