//! `palus attach` on programs that run already.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Jdk, Work, jdks, palus, recording_jdks, root, tree};

/// A program that works until it is told to stop.
struct Server {
    process: Child,
    stdout: BufReader<ChildStdout>,
}

impl Server {
    fn start(work: &Work, flags: &[&str]) -> Self {
        Self::start_main(work, flags, "app.Server")
    }

    fn start_main(work: &Work, flags: &[&str], main: &str) -> Self {
        // It is built when first asked for, and the program does not live for ever.
        palus();
        let mut arguments = flags.to_vec();
        arguments.extend(["-cp", "classes", main]);
        let mut java = work.java(&arguments);
        let mut process = java
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("java starts");
        let mut stdout = BufReader::new(process.stdout.take().expect("it is piped"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("it says that it is ready");
        assert_eq!(line, "ready\n");
        Self { process, stdout }
    }

    fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Stops it and checks that it did its work right until then.
    fn ends_well(mut self, work: &Work) {
        fs::write(work.path("stop"), "").expect("a file to stop it");
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).expect("it is text");
        assert!(self.process.wait().expect("it ends").success());
        assert!(rest.ends_with("right\n"), "{rest}");
        assert!(!rest.contains("WARNING"), "{rest}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn shown(work: &Work, model: &str) -> String {
    work.palus(&format!("model {model}")).exits(0).stdout()
}

fn attaches_twice(jdk: &Jdk) {
    let work = Work::on_subject("server", jdk);
    let server = Server::start(&work, &["-Xverify:all", "-Xcheck:jni"]);
    let pid = server.pid();
    work.palus(&format!(
        "attach {pid} --out one.palus --include demo.Gauge --for 1500ms"
    ))
    .exits(0);
    let one = shown(&work, "one.palus");
    for call in ["<init>()", "raise(int)", "level()", "tick()"] {
        assert!(one.contains(call), "{call} on JDK {}:\n{one}", jdk.feature);
    }
    fs::write(work.path("late"), "").expect("a file");
    work.palus(&format!(
        "attach {pid} --out two.palus --include demo.Late --for 1500ms"
    ))
    .exits(0);
    let two = shown(&work, "two.palus");
    assert!(two.contains("touched()"), "JDK {}:\n{two}", jdk.feature);
    assert!(
        !two.contains("tick()"),
        "the first recording is taken out again, JDK {}:\n{two}",
        jdk.feature
    );
    work.palus(&format!("attach {pid} --out three.palus --include demo.* --for 1500ms"))
        .exits(0);
    let three = shown(&work, "three.palus");
    assert!(
        three.contains("tick()") && three.contains("touch()"),
        "JDK {}:\n{three}",
        jdk.feature
    );
    assert!(!work.path("one.palus.part").exists());
    server.ends_well(&work);
}

#[test]
fn attach_records_for_a_while_goes_and_comes_again() {
    for jdk in recording_jdks() {
        attaches_twice(jdk);
    }
}

/// How many objects of the class there are in the process behind a collection, by the JDK's own tool.
fn instances(jdk: &Jdk, server: &Server, class: &str) -> u64 {
    let output = Command::new(jdk.home.join("bin/jcmd"))
        .args([&server.pid().to_string(), "GC.class_histogram"])
        .output()
        .expect("jcmd starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("java.lang.String"), "{text}");
    let counts = text.lines().filter_map(|line| {
        let mut columns = line.split_whitespace().skip(1);
        let count = columns.next()?;
        (columns.nth(1)? == class).then(|| count.parse::<u64>().ok())?
    });
    counts.sum()
}

#[test]
fn a_recording_that_has_ended_leaves_no_entry_for_an_object() {
    let jdk = &jdks()[0];
    let work = Work::on_subject("server", jdk);
    let server = Server::start(&work, &[]);
    let entry = "org.palus.hook.WeakIdentities$Entry";
    let recording = attach(&work, &server, "*");
    let until = Instant::now() + Duration::from_secs(30);
    while instances(jdk, &server, entry) == 0 {
        assert!(Instant::now() < until, "nothing is recorded");
    }
    interrupt(recording);
    assert_eq!(instances(jdk, &server, entry), 0);
    server.ends_well(&work);
}

#[test]
fn a_class_that_is_being_loaded_when_the_recording_begins_is_recorded() {
    for jdk in recording_jdks() {
        let work = Work::on_subject("server", jdk);
        let server = Server::start_main(&work, &["-Xcheck:jni"], "app.Patient");
        let recording = attach(&work, &server, "demo.Heir");
        fs::write(work.path("go"), "").expect("a file");
        std::thread::sleep(Duration::from_millis(500));
        interrupt(recording);
        let model = shown(&work, "run.palus");
        assert!(
            model.contains("<init>()") && model.contains("run()"),
            "JDK {}:\n{model}",
            jdk.feature
        );
        server.ends_well(&work);
    }
}

#[test]
fn attach_learns_of_the_jdk_from_its_callers_and_takes_that_back_too() {
    for jdk in recording_jdks() {
        let work = Work::on_subject("server", jdk);
        let server = Server::start(&work, &["-Xverify:all"]);
        let pid = server.pid();
        work.palus(&format!(
            "attach {pid} --out one.palus --include java.util.* --for 1500ms"
        ))
        .exits(0);
        let one = shown(&work, "one.palus");
        assert!(
            one.contains("java.util.BitSet") && one.contains("set(int)") && !one.contains("demo.Gauge"),
            "JDK {}:\n{one}",
            jdk.feature
        );
        work.palus(&format!("attach {pid} --out two.palus --include demo.* --for 1500ms"))
            .exits(0);
        let two = shown(&work, "two.palus");
        assert!(
            two.contains("demo.Gauge") && !two.contains("java.util.BitSet"),
            "JDK {}:\n{two}",
            jdk.feature
        );
        server.ends_well(&work);
    }
}

/// Starts an `attach` without an end and waits until it records.
fn attach(work: &Work, server: &Server, include: &str) -> Child {
    let mut command = Command::new(palus());
    command
        .args([
            "attach",
            &server.pid().to_string(),
            "--out",
            "run.palus",
            "--include",
            include,
        ])
        .current_dir(work.path("."))
        .stdin(Stdio::null())
        .stderr(Stdio::piped());
    let mut recording = command.spawn().expect("palus starts");
    let mut said = BufReader::new(recording.stderr.take().expect("it is piped"));
    let mut line = String::new();
    said.read_line(&mut line).expect("it says what it does");
    assert!(line.starts_with("recording process "), "{line}");
    std::thread::sleep(Duration::from_millis(300));
    recording
}

/// Ends an `attach` as somebody at the keyboard does.
fn interrupt(mut recording: Child) {
    let interrupt = Command::new("kill")
        .args(["-INT", &recording.id().to_string()])
        .status();
    assert!(interrupt.is_ok_and(|status| status.success()));
    assert!(recording.wait().expect("it ends").success());
}

#[test]
fn ctrl_c_ends_the_recording_and_not_the_program() {
    let work = Work::on_subject("server", &jdks()[0]);
    let server = Server::start(&work, &[]);
    interrupt(attach(&work, &server, "demo.*"));
    assert!(shown(&work, "run.palus").contains("raise(int)"));
    server.ends_well(&work);
}

#[test]
fn a_program_that_ends_while_it_is_recorded_has_taught_what_it_did() {
    let work = Work::on_subject("server", &jdks()[0]);
    let server = Server::start(&work, &[]);
    let mut recording = attach(&work, &server, "demo.*");
    let second = work.palus(&format!("attach {} --out other.palus", server.pid()));
    second.exits(1).complains("it is being recorded already");
    server.ends_well(&work);
    assert!(recording.wait().expect("it ends").success());
    assert!(shown(&work, "run.palus").contains("raise(int)"));
}

#[test]
fn a_jvm_that_refuses_is_told_with_the_flag_that_helps() {
    for jdk in jdks() {
        let work = Work::on_subject("server", jdk);
        let server = Server::start(&work, &["-XX:-EnableDynamicAgentLoading"]);
        work.palus(&format!("attach {} --out run.palus", server.pid()))
            .exits(1)
            .complains("start it with -XX:+EnableDynamicAgentLoading");
        drop(server);
        let server = Server::start(&work, &["-XX:+DisableAttachMechanism"]);
        work.palus(&format!("attach {} --out run.palus", server.pid()))
            .exits(1)
            .complains("-XX:+DisableAttachMechanism");
        server.ends_well(&work);
        assert!(!work.path("run.palus").exists() && !work.path("run.palus.part").exists());
    }
}

#[test]
fn a_process_that_cannot_be_recorded_is_left_alone_and_said_why() {
    let work = Work::empty(&jdks()[0]);
    let mut sleep = Command::new("sleep").arg("60").spawn().expect("sleep starts");
    work.palus(&format!("attach {} --out run.palus", sleep.id()))
        .exits(1)
        .complains("is no JVM");
    assert!(sleep.try_wait().expect("it is ours").is_none(), "it got no signal");
    sleep.kill().expect("it runs");
    sleep.wait().expect("it ends");
    work.palus(&format!("attach {} --out run.palus", sleep.id()))
        .exits(1)
        .complains("there is no process");
    work.palus("attach 1.5 --out run.palus").exits(2);
    work.palus("attach 1 --out missing/run.palus")
        .exits(1)
        .complains("cannot write missing/run.palus");
    // Only root can be somebody else.
    if let Ok(mut other) = Command::new("sleep").arg("60").uid(65_534).spawn() {
        work.palus(&format!("attach {} --out run.palus", other.id()))
            .exits(1)
            .complains("belongs to another user (id 65534)");
        other.kill().expect("it runs");
        other.wait().expect("it ends");
    } else {
        eprintln!("SKIPPED: a process of another user can be started by root only");
    }
    assert!(!work.path("run.palus").exists());
}

#[test]
fn a_jvm_that_is_stopped_is_not_waited_for_without_end() {
    let work = Work::on_subject("server", &jdks()[0]);
    let server = Server::start(&work, &[]);
    let signal = |name: &str| Command::new("kill").args([name, &server.pid().to_string()]).status();
    assert!(signal("-STOP").is_ok_and(|status| status.success()));
    palus(); // building it is no part of the wait
    let began = Instant::now();
    work.palus(&format!("attach {} --out run.palus", server.pid()))
        .exits(1)
        .complains("does not answer");
    assert!(began.elapsed() < Duration::from_secs(60));
    assert!(signal("-CONT").is_ok_and(|status| status.success()));
    drop(server);
}

/// The application of the example, which must not outlive a test that fails half-way.
struct Shop<'w>(&'w Work);

impl Drop for Shop<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let pid = fs::read_to_string(self.0.path("shop.pid")).unwrap_or_default();
            let _ = Command::new("kill").arg(pid.trim()).status();
        }
    }
}

#[test]
fn the_example_of_an_application_in_staging_works_as_pasted() {
    let work = Work::empty(&jdks()[0]);
    let _shop = Shop(&work);
    let example = root().join("examples/attach");
    for file in tree(&example) {
        let copy = work.path(&file.to_string_lossy());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(example.join(&file), copy).unwrap();
    }
    let readme = fs::read_to_string(example.join("README.md")).unwrap();
    let blocks = readme.split("```console\n").skip(1);
    let mut said = String::new();
    for block in blocks.filter_map(|block| block.split("```").next()) {
        let commands: Vec<&str> = block.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
        let mut shell = Command::new("sh");
        shell
            .args(["-e", "-c", &commands.join("\n")])
            .current_dir(work.path(""))
            .env("JAVA_HOME", &jdks()[0].home)
            .env_remove("JAVA_TOOL_OPTIONS")
            .stdin(Stdio::null());
        let folders = [palus().parent().unwrap().into(), work.search_path()];
        shell.env("PATH", folders.join(std::ffi::OsStr::new(":")));
        // The application goes on behind its block, so what it prints must not be waited for.
        let log = work.path("log");
        let file = fs::File::create(&log).unwrap();
        let status = shell.stdout(file.try_clone().unwrap()).stderr(file).status().unwrap();
        let text = fs::read_to_string(&log).unwrap();
        assert!(status.success(), "{block}\n{text}");
        said.push_str(&text);
        // A person reads on.
        std::thread::sleep(Duration::from_secs(2));
    }
    let test = fs::read_to_string(work.path("palus-out/java/org/example/orders/OrderPalusTest.java")).unwrap();
    assert!(test.contains(".pay(") && test.contains(".send("), "{test}");
    assert!(said.contains("OrderPalusTest.java"), "{said}");
}

/// Attaches again and again until no other recording goes on.
fn is_free(work: &Work, server: &Server) {
    let line = format!("attach {} --out next.palus --include demo.* --for 500ms", server.pid());
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let ran = work.palus(&line);
        if ran.code() == 0 {
            return;
        }
        assert!(
            ran.stderr().contains("it is being recorded already"),
            "{}",
            ran.stderr()
        );
        assert!(Instant::now() < until, "nobody ended the recording");
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn a_program_whose_recording_was_killed_gets_its_methods_back() {
    let work = Work::on_subject("server", &jdks()[0]);
    let server = Server::start(&work, &["-Xcheck:jni"]);
    let mut recording = attach(&work, &server, "demo.*");
    recording.kill().expect("it runs");
    recording.wait().expect("it ends");
    is_free(&work, &server);
    work.palus("recover run.palus.part --out run.palus").exits(0);
    assert!(shown(&work, "run.palus").contains("raise(int)"));
    server.ends_well(&work);
}

#[test]
fn detach_ends_the_recording_of_somebody_else() {
    let work = Work::on_subject("server", &jdks()[0]);
    let server = Server::start(&work, &[]);
    let detach = format!("detach {}", server.pid());
    work.palus(&detach).exits(1).complains("it is not being recorded");
    let mut recording = attach(&work, &server, "demo.*");
    work.palus(&detach).exits(0);
    is_free(&work, &server);
    recording.kill().expect("it waits");
    recording.wait().expect("it ends");
    server.ends_well(&work);
}
