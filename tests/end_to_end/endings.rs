//! The ways in which a recorded program ends: whatever it is, what was learned is not lost.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Jdk, Work, jdks, palus, recording_jdks};

/// Checks that a model has what so many meters taught.
fn taught(work: &Work, model: &str, meters: u32, whose: &str) {
    let shown = work
        .palus(&format!("model {model} --class demo.Meter"))
        .exits(0)
        .stdout();
    for call in ["<init>()", "advance(int)", "reading()"] {
        assert!(
            shown.contains(&format!("  {call}  x{meters}")),
            "{call}, {whose}:\n{shown}"
        );
    }
}

fn ends(jdk: &Jdk, way: &str, code: i32) {
    let work = Work::on_subject("ways", jdk);
    let line = format!("record --out run.palus --include demo.* -- java -cp classes app.End {way}");
    let ran = work.palus(&line).exits(code);
    taught(&work, "run.palus", 1, &format!("{way} on JDK {}", jdk.feature));
    assert!(!work.path("run.palus.part").exists(), "{way} on JDK {}", jdk.feature);
    assert!(!ran.stderr().contains("palus"), "{way}: {}", ran.stderr());
}

#[test]
fn a_program_that_ends_by_itself_leaves_its_whole_model() {
    for jdk in recording_jdks() {
        for (way, code) in [("return", 0), ("exception", 1), ("exit", 3), ("halt", 4), ("TERM", 143)] {
            ends(jdk, way, code);
        }
    }
}

#[test]
fn a_program_that_was_killed_or_crashed_leaves_what_it_taught_until_a_second_before() {
    for jdk in recording_jdks() {
        for (way, codes) in [("KILL", [137, 137]), ("SEGV", [134, 1])] {
            let work = Work::on_subject("ways", jdk);
            let java = "java -XX:-CreateCoredumpOnCrash -cp classes app.End";
            let ran = work.palus(&format!("record --out run.palus --include demo.* -- {java} {way}"));
            assert!(
                codes.contains(&ran.code()),
                "{way} on JDK {}: {}",
                jdk.feature,
                ran.code()
            );
            ran.complains("was killed or crashed");
            taught(&work, "run.palus", 1, &format!("{way} on JDK {}", jdk.feature));
            assert!(!work.path("run.palus.part").exists());
        }
    }
}

#[test]
fn what_a_library_loaded_by_hand_left_is_recovered_by_a_command_that_the_others_name() {
    let work = Work::on_subject("ways", &jdks()[0]);
    let library = palus().with_file_name("libpalus.so");
    let mut java = work.java(&[
        &format!("-agentpath:{}=record,out=run.palus,include=demo.*", library.display()),
        "-cp",
        "classes",
        "app.End",
        "KILL",
    ]);
    assert!(!java.status().expect("java starts").success());
    assert!(!work.path("run.palus").exists() && work.path("run.palus.part").is_file());
    for line in [
        "model run.palus",
        "generate --classpath classes --out out --model run.palus",
    ] {
        work.palus(line)
            .exits(1)
            .complains("palus recover run.palus.part --out");
    }
    work.palus("recover run.palus.part --out run.palus").exits(0);
    taught(&work, "run.palus", 1, "recovered");
}

#[test]
fn what_a_recording_left_that_was_killed_with_its_program_is_recovered_from_a_folder() {
    let work = Work::on_subject("ways", &jdks()[0]);
    let mut recording = Command::new(palus());
    let words = "record --out run.palus --include demo.* -- java -cp classes app.End CONT";
    recording.args(words.split(' ')).current_dir(work.path("."));
    recording.env("PATH", work.search_path()).stderr(Stdio::null());
    let mut recording = recording.spawn().expect("palus starts");
    let folder = work.path("run.palus.part");
    let part = wait_for(|| process_with_a_checkpoint(&folder));
    recording.kill().expect("it runs");
    recording.wait().expect("it ends");
    let kill = Command::new("kill").args(["-KILL", &part]).status();
    assert!(kill.is_ok_and(|status| status.success()));
    work.palus("model run.palus")
        .exits(1)
        .complains("palus recover run.palus.part --out");
    work.palus("recover run.palus.part --out run.palus").exits(0);
    taught(&work, "run.palus", 1, "recovered");
    work.palus("recover missing.palus.part --out other.palus")
        .exits(1)
        .complains("missing.palus.part: cannot be read");
}

fn process_with_a_checkpoint(folder: &Path) -> Option<String> {
    let mut names = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.file_name());
    names.find_map(|name| {
        let name = name.into_string().ok()?;
        name.strip_suffix(".palus.part").map(str::to_owned)
    })
}

/// Asks until there is an answer, at most half a minute.
fn wait_for<T>(mut ask: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < deadline, "nothing came in time");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_jvm_that_a_jvm_starts_records_too_and_one_model_comes_of_both() {
    for jdk in recording_jdks() {
        let work = Work::on_subject("ways", jdk);
        fs::write(work.path("build.sh"), "exec java -cp classes app.End fork\n").unwrap();
        for command in ["sh build.sh", "java -cp classes app.End fork"] {
            work.palus(&format!("record --out run.palus --include demo.* -- {command}"))
                .exits(3);
            taught(&work, "run.palus", 2, &format!("{command} on JDK {}", jdk.feature));
        }
    }
}

#[test]
fn a_signal_to_the_recording_ends_the_program_and_the_model_is_written() {
    let work = Work::on_subject("ways", &jdks()[0]);
    fs::write(work.path("build.sh"), "java -cp classes app.End CONT\necho done\n").unwrap();
    for (signal, command, code) in [
        ("TERM", "java -cp classes app.End CONT", 143),
        ("HUP", "java -cp classes app.End CONT", 129),
        ("INT", "java -cp classes app.End CONT", 130),
        ("TERM", "sh build.sh", 143),
    ] {
        let mut recording = Command::new(palus());
        let words = format!("record --out run.palus --include demo.* -- {command}");
        // A group of its own, as it has in the background: a terminal would send the signal to all.
        recording
            .args(words.split(' '))
            .current_dir(work.path("."))
            .process_group(0);
        recording
            .env("PATH", work.search_path())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut recording = recording.spawn().expect("palus starts");
        let jvm = wait_for(|| process_with_a_checkpoint(&work.path("run.palus.part")));
        let kill = Command::new("kill")
            .args([&format!("-{signal}"), &recording.id().to_string()])
            .status();
        assert!(kill.is_ok_and(|status| status.success()));
        let status = recording.wait().expect("it ends");
        assert_eq!(status.code(), Some(code), "{signal}, {command}");
        // Nobody may have asked yet for the exit code of one whose parent went before it.
        let jvm = jvm.parse().expect("a number");
        assert!(palus_supervise::Process::of(jvm).is_none(), "{signal}, {command}");
        taught(&work, "run.palus", 1, &format!("{signal}, {command}"));
        assert!(!work.path("run.palus.part").exists());
    }
}

#[test]
fn a_jvm_that_was_killed_before_it_taught_anything_is_said_to_be() {
    let work = Work::on_subject("ways", &jdks()[0]);
    let ran = work.palus("record --out run.palus --include demo.* -- java -cp classes app.End early");
    assert_eq!(ran.code(), 137);
    ran.complains("`java` taught nothing: its JVM was killed or crashed before");
    assert!(!work.path("run.palus").exists() && !work.path("run.palus.part").exists());
}
