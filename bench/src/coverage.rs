//! `coverage`: what the passing tests cover of the whole library, by JaCoCo, and what stops the rest.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use palus_supervise::{Coverage, Jdk, ReportFormat};
use serde_json::{Value, json};

use crate::library::{Asked, Generated, compile, execute, generate, lengths, record};
use crate::missed::{Missed, missed};
use crate::subject::{self, Subject, jdks};

/// How many of the methods with the most missed branches are listed.
const LISTED: usize = 40;

/// Measures the named libraries, or all.
pub(crate) fn run(names: &[String], asked: &Asked<'_>, without_model: bool) -> Result<ExitCode> {
    let names: Vec<String> = if names.is_empty() {
        subject::names().map(str::to_owned).collect()
    } else {
        names.to_vec()
    };
    let mut rows = vec![
        "| library | s asked | s taken | branch % | line % | tests | statements | sequences/s | failed |".to_owned(),
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |".to_owned(),
    ];
    println!("{}\n{}", rows[0], rows[1]);
    let mut ok = true;
    let mut work = None;
    for name in &names {
        let subject = Subject::resolve(name)?;
        let measured = measure(&subject, asked, without_model)?;
        println!("{}", measured.row(name, asked));
        println!("<!-- missed branches: {} -->", measured.reasons());
        fs::write(
            subject.work.join("coverage.json"),
            serde_json::to_vec_pretty(&measured.json(name, asked))?,
        )?;
        ok &= measured.failed == 0;
        rows.push(measured.row(name, asked));
        work = subject.work.parent().map(Path::to_path_buf);
    }
    if let Some(folder) = work {
        fs::write(folder.join("coverage.md"), rows.join("\n") + "\n")?;
    }
    Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One library's figures.
struct Measured {
    generated: Generated,
    coverage: Coverage,
    missed: Missed,
    statements: usize,
    tests: u64,
    failed: u64,
}

fn measure(subject: &Subject, asked: &Asked<'_>, without_model: bool) -> Result<Measured> {
    let model = if without_model { None } else { Some(record(subject)?) };
    let out = subject.work.join("out-coverage");
    let generated = generate(subject, model.as_deref(), &out, asked)?;
    let jdk = jdks()?.into_iter().next().context("there is no JDK")?;
    let classes = compile(subject, &out, &jdk)?;
    let exec = subject.work.join("generated.exec");
    // JaCoCo appends to what is there.
    let _ = fs::remove_file(&exec);
    let agent = subject.jacoco.agent_option(&exec);
    let outcome = execute(subject, &classes, &jdk, Some(&agent))?.outcome;
    let (tests, failed) = (outcome.found(), outcome.failed);
    let coverage = subject.jacoco.measure(&jdk, &[&exec], &subject.jar, &subject.work)?;
    Ok(Measured {
        missed: missed(&report(subject, &jdk, &exec)?, &generated.json)?,
        statements: lengths(&out.join("java"))?.iter().sum(),
        generated,
        coverage,
        tests,
        failed,
    })
}

fn report(subject: &Subject, jdk: &Jdk, exec: &Path) -> Result<String> {
    let file = subject.work.join("coverage.xml");
    subject
        .jacoco
        .report(jdk, &[exec], &subject.jar, ReportFormat::Xml, &file)?;
    fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))
}

impl Measured {
    fn percents(&self) -> (f64, f64) {
        let percent = |covered: u64, all: u64| 100.0 * covered as f64 / all.max(1) as f64;
        (
            percent(self.coverage.branches, self.coverage.all_branches),
            percent(self.coverage.lines, self.coverage.all_lines),
        )
    }

    fn rate(&self) -> f64 {
        self.generated.json["run"]["sequences_per_s"].as_f64().unwrap_or(0.0)
    }

    fn row(&self, name: &str, asked: &Asked<'_>) -> String {
        let (branches, lines) = self.percents();
        format!(
            "| {name} | {} | {:.1} | {branches:.1} | {lines:.1} | {} | {} | {:.0} | {} |",
            asked.budget.cell(),
            self.generated.took.as_secs_f64(),
            self.tests,
            self.statements,
            self.rate(),
            self.failed
        )
    }

    fn reasons(&self) -> String {
        let mut reasons: Vec<_> = self.missed.by_reason.iter().collect();
        reasons.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let told = reasons.iter().map(|(code, branches)| format!("{code} {branches}"));
        told.collect::<Vec<_>>().join(", ")
    }

    fn json(&self, name: &str, asked: &Asked<'_>) -> Value {
        let (branches, lines) = self.percents();
        let listed = self.missed.methods.iter().take(LISTED);
        let methods: Vec<Value> = listed
            .map(|(branches, code, method)| json!({"missed": branches, "code": code, "method": method}))
            .collect();
        json!({
            "library": name,
            "seconds_asked": asked.budget.seconds(),
            "seconds_taken": self.generated.took.as_secs_f64(),
            "seed": asked.seed,
            "options": asked.options,
            "branch_percent": branches,
            "line_percent": lines,
            "tests": self.tests,
            "failed": self.failed,
            "statements": self.statements,
            "sequences_per_s": self.rate(),
            "phases": self.generated.json["run"]["phases"],
            "sequences": self.generated.json["sequences"],
            "dropped": self.generated.json["tests"],
            "missed_branches": self.missed.by_reason,
            "most_missed": methods,
        })
    }
}
