//! Nothing that the machine keeps for itself comes to stand in what is handed out.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use crate::support::{Work, jdks, tree};

/// The files below the folder in which the secret stands, in any of the forms in which a file could hold it.
fn leaks(folder: &Path, secret: &str) -> Vec<String> {
    let holds = |bytes: &[u8]| bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
    let files = tree(folder).into_iter();
    let leaking = files.filter(|file| holds(&fs::read(folder.join(file)).unwrap()));
    leaking.map(|file| file.display().to_string()).collect()
}

#[test]
fn a_planted_secret_is_in_no_byte_of_any_output() {
    for jdk in jdks() {
        let work = Work::on_subject("secrets", jdk);
        fs::create_dir(work.path("home")).unwrap();
        fs::write(work.path("home/.netrc"), "password s3cr3t-of-home").unwrap();
        let home = work.path("home");
        // An argument of `palus` that names a file holds a secret as well as any other.
        fs::create_dir(work.path("s3cr3t-of-arguments")).unwrap();
        let variables = [
            ("PALUS_TEST_TOKEN", OsStr::new("s3cr3t-of-environment")),
            ("HOME", home.as_os_str()),
        ];
        for (out, options) in [("out", ""), ("part", "--shard 1/1")] {
            // The summary goes to standard output, which the report of a build may hold.
            let line = format!(
                "generate --classpath classes --sources s3cr3t-of-arguments --out {out} --sequences 800 --json {options}"
            );
            let ran = work.palus_with(&line, &variables).exits(0);
            for source in ["environment", "home"] {
                let secret = format!("s3cr3t-of-{source}");
                assert_eq!(
                    leaks(&work.path(out), &secret),
                    Vec::<String>::new(),
                    "JDK {}",
                    jdk.feature
                );
                assert!(!ran.stdout().contains(&secret) && !ran.stderr().contains(&secret));
            }
            let tests = tree(&work.path(out))
                .into_iter()
                .filter(|file| file.extension() == Some(OsStr::new("java")));
            let tests: String = tests
                .map(|file| fs::read_to_string(work.path(out).join(file)).unwrap())
                .collect();
            assert!(!tests.contains("s3cr3t"), "{tests}");
            assert!(!tests.contains("root:"), "{tests}");
        }
    }
}

#[test]
fn a_variable_that_is_passed_is_seen_and_no_other() {
    let work = Work::on_subject("secrets", &jdks()[0]);
    let variables = [
        ("PALUS_TEST_TOKEN", OsStr::new("spoken-aloud")),
        ("PALUS_TEST_OTHER", OsStr::new("s3cr3t")),
    ];
    work.palus_with(
        "generate --classpath classes --out out --sequences 300 --pass-env PALUS_TEST_TOKEN",
        &variables,
    )
    .exits(0);
    assert_eq!(leaks(&work.path("out"), "s3cr3t"), Vec::<String>::new());
    assert!(
        leaks(&work.path("out"), "spoken-aloud")
            .iter()
            .any(|file| std::path::Path::new(file).extension().is_some_and(|end| end == "java"))
    );
}
