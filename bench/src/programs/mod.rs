//! Small Java programs that are measured under the recorder.

pub(crate) mod events;
pub(crate) mod footprint;
pub(crate) mod states;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use palus_supervise::Jdk;

use crate::palus::{palus_command, run, target};

/// A program of one class, compiled.
struct Program {
    name: &'static str,
    work: PathBuf,
    jdk: Jdk,
}

impl Program {
    fn compile(name: &'static str, source: &str, jdk: Jdk) -> Result<Self> {
        let work = target()?.join("bench").join(name);
        fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
        let file = work.join(format!("{name}.java"));
        fs::write(&file, source).with_context(|| format!("{} cannot be written", file.display()))?;
        let mut javac = Command::new(jdk.home().join("bin/javac"));
        javac.arg("-d").arg(&work).arg(&file);
        if run(&mut javac, &work)?.code != Some(0) {
            bail!("{name}.java does not compile");
        }
        Ok(Self { name, work, jdk })
    }

    /// Runs it, with these options of the JVM in front, and gives what it printed.
    fn run(&self, options: &[String], arguments: &[String]) -> Result<String> {
        let mut java = Command::new(self.jdk.java());
        java.args(options)
            .arg("-cp")
            .arg(&self.work)
            .arg(self.name)
            .args(arguments);
        let ended = run(&mut java, &self.work)?;
        if ended.code != Some(0) {
            bail!("{} ended with {:?}", self.name, ended.code);
        }
        Ok(ended.stdout)
    }

    /// Where its model goes.
    fn model(&self) -> PathBuf {
        self.work.join("run.palus")
    }
}

/// The option that loads the recorder with these options of its own.
fn agent(out: &Path, options: &str) -> Result<String> {
    let palus = palus_command()?;
    let library = Path::new(palus.get_program()).with_file_name("libpalus.so");
    if !library.exists() {
        bail!("there is no libpalus.so beside this program; run `cargo build --release` first");
    }
    Ok(format!(
        "-agentpath:{}=record,out={},{options}",
        library.display(),
        out.display()
    ))
}
