//! The agent under the virtual machine's own check of JNI (`-Xcheck:jni`): no call with an exception pending, no reference too many. The
//! workers' way; `attach` has the recorder's.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::support::{Jdk, Work, jdks};

/// What HotSpot says where JNI is used wrongly.
const COMPLAINTS: [&str; 4] = [
    "WARNING in native method",
    "FATAL ERROR in native method",
    "WARNING: JNI local refs",
    "ASSERT in native method",
];

/// A home like the JDK's, whose `java` starts workers with the check, and each writes what it prints to a file of its own in `logs`.
fn checking_home(jdk: &Jdk, work: &Work, logs: &Path) -> PathBuf {
    let home = work.path("checking");
    fs::create_dir_all(home.join("bin")).unwrap();
    for (from, to) in [
        (jdk.home.clone(), home.clone()),
        (jdk.home.join("bin"), home.join("bin")),
    ] {
        for entry in fs::read_dir(from).unwrap().flatten() {
            let name = entry.file_name();
            if name != "bin" && name != "java" {
                symlink(entry.path(), to.join(name)).unwrap();
            }
        }
    }
    let java = home.join("bin/java");
    let script = format!(
        r#"#!/bin/sh
case " $* " in
  *" org.palus.worker.Worker "*) exec '{java}' -Xcheck:jni "$@" > '{logs}'/$$.log 2>&1 ;;
  *) exec '{java}' "$@" ;;
esac
"#,
        java = jdk.home.join("bin/java").display(),
        logs = logs.display()
    );
    fs::write(&java, script).unwrap();
    fs::set_permissions(&java, fs::Permissions::from_mode(0o755)).unwrap();
    home
}

/// What was complained of in the logs of workers, and how many there were.
fn complaints(logs: &Path) -> (usize, Vec<String>) {
    let mut workers = 0;
    let mut said = Vec::new();
    for entry in fs::read_dir(logs).unwrap().flatten() {
        workers += 1;
        let log = String::from_utf8_lossy(&fs::read(entry.path()).unwrap()).into_owned();
        let lines: Vec<&str> = log.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            if COMPLAINTS.iter().any(|complaint| line.contains(complaint)) {
                said.push(lines[index..lines.len().min(index + 8)].join("\n"));
            }
        }
    }
    (workers, said)
}

fn a_worker_uses_jni_as_it_should(jdk: &Jdk, subject: &str) {
    let work = Work::on_subject(subject, jdk);
    let logs = work.path("logs");
    fs::create_dir(&logs).unwrap();
    let home = checking_home(jdk, &work, &logs);
    // In the sandbox a worker could not start what stands for `java`, nor write its log.
    work.palus_with(
        "generate --classpath classes --out out --sequences 2000 --seed 1 --no-sandbox",
        &[("JAVA_HOME", home.as_os_str())],
    )
    .exits(0);
    let (workers, said) = complaints(&logs);
    assert!(
        workers >= 2,
        "{subject}: a search and a confirmation, but {workers} logs"
    );
    assert!(said.is_empty(), "{subject}: {}", said.join("\n\n"));
}

#[test]
fn a_worker_uses_jni_as_it_should_when_it_makes_calls_at_once() {
    for jdk in jdks() {
        a_worker_uses_jni_as_it_should(jdk, "together");
    }
}

#[test]
fn a_worker_uses_jni_as_it_should_on_statics_and_objects_of_its_own() {
    for jdk in jdks() {
        a_worker_uses_jni_as_it_should(jdk, "plain");
    }
}
