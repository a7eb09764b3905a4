//! Coverage by JaCoCo's own agent and command line, so that the demo's figures are not Palus's own.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use palus_supervise::{Artifact, Jdk, Maven};

const VERSION: &str = "0.8.14";

/// Where its two jars are.
#[derive(Debug)]
pub(super) struct JaCoCo {
    agent: PathBuf,
    cli: PathBuf,
}

/// Lines and branches covered, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Coverage {
    pub(super) lines: u64,
    pub(super) all_lines: u64,
    pub(super) branches: u64,
    pub(super) all_branches: u64,
}

impl JaCoCo {
    pub(super) fn resolve(maven: &Maven) -> anyhow::Result<Self> {
        let agent = Artifact::jar("org.jacoco", "org.jacoco.agent", VERSION);
        let cli = Artifact::jar("org.jacoco", "org.jacoco.cli", VERSION);
        let files = maven.files(&[agent.classified("runtime"), cli.classified("nodeps")])?;
        let Ok([agent, cli]) = <[PathBuf; 2]>::try_from(files) else {
            bail!("Maven did not give JaCoCo's two jars; look at the log in target/demo/maven");
        };
        Ok(Self { agent, cli })
    }

    /// The option that makes a virtual machine write what it covered to `file`.
    pub(super) fn agent_option(&self, file: &Path) -> OsString {
        let mut option = OsString::from("-javaagent:");
        option.push(&self.agent);
        option.push("=destfile=");
        option.push(file);
        option
    }

    /// What several runs together covered of a jar.
    pub(super) fn measure(&self, jdk: &Jdk, runs: &[&Path], jar: &Path, work: &Path) -> anyhow::Result<Coverage> {
        let csv = work.join("coverage.csv");
        let mut java = Command::new(jdk.java());
        java.arg("-jar")
            .arg(&self.cli)
            .arg("report")
            .args(runs)
            .arg("--classfiles")
            .arg(jar)
            .arg("--csv")
            .arg(&csv);
        let output = java.stdin(Stdio::null()).output().context("cannot run java")?;
        if !output.status.success() {
            bail!(
                "JaCoCo could not read the coverage: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            );
        }
        let text = fs::read_to_string(&csv).with_context(|| format!("cannot read {}", csv.display()))?;
        Ok(sum(&text))
    }
}

/// The sums over the classes of JaCoCo's CSV report.
fn sum(csv: &str) -> Coverage {
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column = |name: &str| header.iter().position(|&heading| heading == name);
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let total = |name: &str| {
        let cells = rows
            .iter()
            .filter_map(|row| row.get(column(name)?)?.parse::<u64>().ok());
        cells.sum::<u64>()
    };
    let (lines, branches) = (total("LINE_COVERED"), total("BRANCH_COVERED"));
    Coverage {
        lines,
        all_lines: lines + total("LINE_MISSED"),
        branches,
        all_branches: branches + total("BRANCH_MISSED"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_is_summed_over_its_classes() {
        let csv = "GROUP,PACKAGE,CLASS,INSTRUCTION_MISSED,INSTRUCTION_COVERED,BRANCH_MISSED,BRANCH_COVERED,LINE_MISSED,LINE_COVERED\n\
                   g,p,A,1,2,3,4,5,6\ng,p,B,0,0,1,1,1,1\n";
        let expected = Coverage {
            lines: 7,
            all_lines: 13,
            branches: 5,
            all_branches: 9,
        };
        assert_eq!(sum(csv), expected);
    }
}
