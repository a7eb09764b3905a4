//! Generated tests under the plain console launcher, nothing of Palus on the class path.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use super::{Jdk, SHORT, Work, java_files, tree};

/// What the console launcher said of a run.
pub struct Console {
    said: String,
    succeeded: bool,
}

impl Console {
    /// Compiles what is below `sources` against the classes of the work, and runs it.
    pub fn run(work: &Work, sources: &str, jdk: &Jdk) -> Self {
        Self::run_with(work, sources, &[], &[], jdk)
    }

    /// The same with these jars and options of the virtual machine besides.
    pub fn run_with(work: &Work, sources: &str, jars: &[PathBuf], options: &[String], jdk: &Jdk) -> Self {
        let classes = work.path(&format!("{}-classes-{}", sources.replace('/', "-"), jdk.feature));
        let mut class_path = junit_jars();
        class_path.push(work.path("classes"));
        class_path.extend(jars.iter().cloned());
        work.javac(&java_files(&work.path(sources)), &classes, &class_path);
        class_path.push(classes.clone());
        let mut java = started_soon(jdk, &classes);
        java.args(options)
            .arg("-cp")
            .arg(std::env::join_paths(&class_path).unwrap());
        java.args([
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--include-classname=.*",
            "--scan-class-path",
        ]);
        let output = java.arg(&classes).env_remove("JAVA_TOOL_OPTIONS").output().unwrap();
        Self {
            said: String::from_utf8_lossy(&output.stdout).into_owned(),
            succeeded: output.status.success(),
        }
    }

    /// The number in front of such words, `tests found`.
    pub fn count(&self, what: &str) -> u64 {
        let line = self.said.lines().find(|line| line.contains(what));
        let line = line.unwrap_or_else(|| panic!("the launcher counts {what}: {}", self.said));
        let number = line.trim_start_matches('[').split_whitespace().next();
        number.unwrap().parse().unwrap()
    }

    /// How many tests there are; all of them pass.
    pub fn passes(&self) -> u64 {
        assert!(self.succeeded, "{}", self.said);
        self.count("tests successful")
    }

    /// How many tests do not pass.
    pub fn failures(&self) -> u64 {
        self.count("tests failed")
    }
}

/// The jars that the build copied for verification.
pub fn junit_jars() -> Vec<PathBuf> {
    let jars = Path::new(env!("PALUS_AGENT_JAR")).with_file_name("junit");
    tree(&jars).into_iter().map(|jar| jars.join(jar)).collect()
}

/// The command that runs these test classes of a work's subject, as its developer would.
pub fn launcher(work: &Work, suites: &[impl Borrow<str>]) -> String {
    let mut class_path = junit_jars();
    class_path.push(work.path("classes"));
    let class_path = std::env::join_paths(class_path).unwrap().into_string().unwrap();
    let selected = suites.join(" --select-class ");
    format!(
        "java -XX:TieredStopAtLevel=1 -cp {class_path} org.junit.platform.console.ConsoleLauncher execute --select-class {selected}"
    )
}

/// Records these test classes into a trace with states.
pub fn record_states(work: &Work, suites: &[impl Borrow<str>], trace: &str) {
    let launcher = launcher(work, suites);
    work.palus(&format!(
        "record --out run.palus --include demo.* --keep-trace {trace} --states -- {launcher}"
    ))
    .exits(0);
}

/// A virtual machine that runs the launcher as its users have it, but for what the optimising compiler and loading JUnit spend in vain on so short a run. Its
/// class path is to begin with JUnit's jars. Some tests are in `classes`.
fn started_soon(jdk: &Jdk, classes: &Path) -> Command {
    let mut java = Command::new(jdk.home.join("bin/java"));
    java.args(SHORT).args(class_data(jdk, classes));
    java
}

/// The options by which a virtual machine takes JUnit's classes as it has them in memory (JEP 350): the launcher starts in half the time. Made once for a Java
/// and these jars.
fn class_data(jdk: &Jdk, classes: &Path) -> Vec<String> {
    static MADE: LazyLock<Mutex<BTreeMap<PathBuf, PathBuf>>> = LazyLock::new(Mutex::default);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let archive = made.entry(jdk.home.clone()).or_insert_with(|| archived(jdk, classes));
    let archive = format!("-XX:SharedArchiveFile={}", archive.display());
    vec!["-Xshare:auto".to_owned(), "-Xlog:disable".to_owned(), archive]
}

/// An archive of a run of these tests. Without one a virtual machine goes on as usual.
fn archived(jdk: &Jdk, classes: &Path) -> PathBuf {
    let jars = junit_jars();
    let written = |jar: &PathBuf| fs::metadata(jar).and_then(|metadata| metadata.modified());
    let ages = jars
        .iter()
        .filter_map(|jar| written(jar).ok()?.duration_since(UNIX_EPOCH).ok());
    let age = ages.max().unwrap_or_default().as_secs();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let archive = folder.join(format!("launcher-{}-{age}.jsa", jdk.feature));
    if !archive.exists() {
        let new = tempfile::tempdir_in(folder).unwrap();
        let made = new.path().join("made.jsa");
        let mut java = Command::new(jdk.home.join("bin/java"));
        java.args(SHORT)
            .arg(format!("-XX:ArchiveClassesAtExit={}", made.display()))
            .arg("-cp")
            .arg(std::env::join_paths(jars).unwrap())
            .args([
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--include-classname=.*",
            ])
            .arg(format!("--class-path={}", classes.display()))
            .arg(format!("--scan-class-path={}", classes.display()));
        java.env_remove("JAVA_TOOL_OPTIONS").output().unwrap();
        if made.exists() {
            fs::rename(made, &archive).unwrap();
        }
    }
    archive
}

/// A suite that is compiled once and run in many settings.
pub struct Compiled {
    jdk: Jdk,
    /// What the tests need, themselves included, but not the launcher.
    class_path: Vec<PathBuf>,
    classes: PathBuf,
}

impl Compiled {
    /// Compiles what is below `sources` against these folders of the work.
    pub fn of(work: &Work, sources: &str, code: &[&str], jdk: &Jdk) -> Self {
        let classes = work.path("compiled-tests");
        let mut class_path = junit_jars();
        class_path.extend(code.iter().map(|folder| work.path(folder)));
        work.javac(&java_files(&work.path(sources)), &classes, &class_path);
        class_path.push(classes.clone());
        Self {
            jdk: jdk.clone(),
            class_path,
            classes,
        }
    }

    /// The names of the test classes.
    pub fn tests(&self) -> Vec<String> {
        let files = tree(&self.classes);
        let names = files.iter().filter_map(|file| file.to_str()?.strip_suffix(".class"));
        // What is nested in one is no test class.
        let names = names.filter(|name| !name.contains('$'));
        names.map(|name| name.replace('/', ".")).collect()
    }

    /// Runs with these options of the virtual machine, and these of the launcher in place of the whole suite, on a JDK. What fails is
    /// told, a line each, beginning with the test.
    pub fn failures(&self, jdk: Option<&Jdk>, options: &[&str], selected: &[String]) -> Vec<String> {
        let mut java = started_soon(jdk.unwrap_or(&self.jdk), &self.classes);
        java.args(options).arg("-cp");
        java.arg(std::env::join_paths(&self.class_path).unwrap());
        self.ran(java, selected)
    }

    /// The same beside the tests in these folders of the work, which are among the code.
    pub fn failures_with(&self, own: &[&str]) -> Vec<String> {
        let folders = self.class_path.iter();
        let folders = folders.filter(|folder| own.iter().any(|name| folder.ends_with(name)));
        let scan: Vec<String> = folders
            .chain([&self.classes])
            .map(|folder| format!("--scan-class-path={}", folder.display()))
            .collect();
        self.failures(None, &[], &scan)
    }

    /// The same with the code and the tests in a loader of the launcher's.
    pub fn failures_in_own_loader(&self) -> Vec<String> {
        let mut java = started_soon(&self.jdk, &self.classes);
        java.arg("-cp").arg(std::env::join_paths(junit_jars()).unwrap());
        let path = std::env::join_paths(&self.class_path).unwrap();
        let option = format!("--class-path={}", path.to_string_lossy());
        let scan = format!("--scan-class-path={}", self.classes.display());
        self.ran(java, &[option, scan])
    }

    /// What is to be seen while they run, whatever stream it goes to.
    pub fn prints(&self) -> String {
        self.seen(&format!("--scan-class-path={}", self.classes.display()))
    }

    /// The same while one class of them runs by itself.
    pub fn prints_of(&self, class: &str) -> String {
        self.seen(&format!("--select-class={class}"))
    }

    fn seen(&self, selected: &str) -> String {
        let mut java = started_soon(&self.jdk, &self.classes);
        java.arg("-cp").arg(std::env::join_paths(&self.class_path).unwrap());
        java.args([
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--include-classname=.*",
        ]);
        java.args(["--details=none", "--disable-banner"]);
        java.arg(selected);
        let output = java.env_remove("JAVA_TOOL_OPTIONS").output().unwrap();
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    }

    fn ran(&self, mut java: Command, selected: &[String]) -> Vec<String> {
        java.args([
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--include-classname=.*",
            "--details=tree",
            "--disable-ansi-colors",
            "--details-theme=ascii",
        ]);
        if selected.is_empty() {
            java.arg(format!("--scan-class-path={}", self.classes.display()));
        }
        let output = java.args(selected).env_remove("JAVA_TOOL_OPTIONS").output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            said.contains("tests found"),
            "{said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        said.lines()
            .filter(|line| line.contains("[X]"))
            .map(str::to_owned)
            .collect()
    }
}
