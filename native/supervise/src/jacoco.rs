//! Coverage by JaCoCo's own agent and command line, so that the figures of the demo and the benchmarks are not Palus's own.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Artifact, Error, Jdk, Maven};

const VERSION: &str = "0.8.14";

/// Where its two jars are.
#[derive(Clone, Debug)]
pub struct JaCoCo {
    agent: PathBuf,
    cli: PathBuf,
}

/// Lines and branches covered, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Coverage {
    /// Lines of which at least one instruction ran.
    pub lines: u64,
    /// Lines with code.
    pub all_lines: u64,
    /// Branches taken.
    pub branches: u64,
    /// Branches of `if` and `switch`.
    pub all_branches: u64,
}

/// How JaCoCo writes a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportFormat {
    /// One row a class.
    Csv,
    /// Down to methods and lines.
    Xml,
}

impl JaCoCo {
    /// Asks Maven for the jars.
    pub fn resolve(maven: &Maven) -> Result<Self, Error> {
        let agent = Artifact::jar("org.jacoco", "org.jacoco.agent", VERSION).classified("runtime");
        let cli = Artifact::jar("org.jacoco", "org.jacoco.cli", VERSION).classified("nodeps");
        let mut files = maven.files(&[agent, cli])?.into_iter();
        let mut next = || files.next().unwrap_or_default();
        Ok(Self {
            agent: next(),
            cli: next(),
        })
    }

    /// The option that makes a virtual machine write what it covered to `file`.
    pub fn agent_option(&self, file: &Path) -> OsString {
        let mut option = OsString::from("-javaagent:");
        option.push(&self.agent);
        option.push("=destfile=");
        option.push(file);
        option
    }

    /// What several runs together covered of a jar; the report stays in `work`.
    pub fn measure(&self, jdk: &Jdk, runs: &[&Path], jar: &Path, work: &Path) -> Result<Coverage, Error> {
        self.measure_classes(jdk, runs, jar, work, |_| true)
    }

    /// What they covered of those classes of a jar or folder that count, by their names with dots, nested ones behind a dot too.
    pub fn measure_classes(
        &self,
        jdk: &Jdk,
        runs: &[&Path],
        jar: &Path,
        work: &Path,
        counts: impl Fn(&str) -> bool,
    ) -> Result<Coverage, Error> {
        let csv = work.join("coverage.csv");
        self.report(jdk, runs, jar, ReportFormat::Csv, &csv)?;
        let text = fs::read_to_string(&csv).map_err(Error::io(format!("read {}", csv.display())))?;
        Ok(sum(&text, counts))
    }

    /// Writes a report of what several runs together covered of a jar.
    pub fn report(
        &self,
        jdk: &Jdk,
        runs: &[&Path],
        jar: &Path,
        format: ReportFormat,
        file: &Path,
    ) -> Result<(), Error> {
        let mut java = Command::new(jdk.java());
        java.arg("-jar").arg(&self.cli).arg("report").args(runs);
        java.arg("--classfiles").arg(jar);
        java.arg(match format {
            ReportFormat::Csv => "--csv",
            ReportFormat::Xml => "--xml",
        });
        let output = java
            .arg(file)
            .stdin(Stdio::null())
            .output()
            .map_err(Error::io("run java"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(Error::NoCoverage(
            String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        ))
    }
}

/// The sums over the classes of JaCoCo's CSV report.
fn sum(csv: &str, counts: impl Fn(&str) -> bool) -> Coverage {
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column = |name: &str| header.iter().position(|&heading| heading == name);
    let cell = |row: &Vec<&str>, name: &str| Some((*row.get(column(name)?)?).to_owned());
    let is_meant = |row: &Vec<&str>| {
        let name = cell(row, "PACKAGE").zip(cell(row, "CLASS"));
        name.is_none_or(|(package, class)| counts(&format!("{package}.{class}")))
    };
    let rows = lines.map(|line| line.split(',').collect());
    let rows: Vec<Vec<&str>> = rows.filter(is_meant).collect();
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
        assert_eq!(sum(csv, |_| true), expected);
        assert_eq!(sum(csv, |class| class == "p.B").lines, 1);
    }
}
