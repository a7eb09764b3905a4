//! Generated tests under the plain console launcher, nothing of Palus on the class path.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Jdk, Work, java_files, tree};

/// What the console launcher said of a run.
pub struct Console {
    said: String,
    succeeded: bool,
}

impl Console {
    /// Compiles what is below `sources` against the classes of the work, and runs it.
    pub fn run(work: &Work, sources: &str, jdk: &Jdk) -> Self {
        let classes = work.path(&format!("{}-classes-{}", sources.replace('/', "-"), jdk.feature));
        let mut class_path = vec![work.path("classes")];
        class_path.extend(junit_jars());
        work.javac(&java_files(&work.path(sources)), &classes, &class_path);
        class_path.push(classes.clone());
        let mut java = Command::new(jdk.home.join("bin/java"));
        java.arg("-cp").arg(std::env::join_paths(&class_path).unwrap());
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
