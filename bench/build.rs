//! Tells the program of which commit it was built: a figure without it cannot be repeated.

use std::process::Command;

fn main() {
    println!(
        "cargo::rustc-env=BENCH_COMMIT={}",
        git(&["rev-parse", "--short=9", "HEAD"]).unwrap_or("unknown".to_owned())
    );
    // What moves HEAD writes a line there.
    if let Some(log) = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// What git answers, where the sources are a checkout.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let answer = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| answer.trim().to_owned())
}
