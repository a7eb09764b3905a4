//! `palus check`: whether what `palus generate` wrote meets what a build demands of it.
//!
//! Generating and judging are two commands, so that a build that fails still has its output, its report and its cache.

mod annotations;
mod drift;
mod threshold;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use palus_emit::summary::{SCHEMA, Summary};

use crate::args::CheckArgs;
use crate::exit::{self, Exit};
use crate::model::print;

pub(crate) use threshold::{errors, too_little};

/// Runs the command. Every demand that is not met is told, not the first alone.
pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let summary = read_summary(&args.dir)?;
    if args.annotations {
        let findings = annotations::read(&args.dir)?;
        print(&annotations::lines(&findings))?;
        annotations::add_to_step_summary(&summary, &findings)?;
    }
    let mut unmet = Vec::new();
    if args.fail_on_error {
        unmet.extend(errors(&summary, &args.dir));
    }
    if let Some(percent) = args.min_branch_coverage {
        unmet.extend(too_little(&summary, percent));
    }
    if let Some(committed) = &args.committed {
        unmet.extend(drift::told(committed, &args.dir)?);
    }
    for sentence in &unmet {
        exit::say(sentence);
    }
    Ok(if unmet.is_empty() { Exit::Done } else { Exit::NotMet })
}

fn read_summary(dir: &Path) -> anyhow::Result<Summary> {
    let file = dir.join("palus.json");
    let text = fs::read_to_string(&file).with_context(|| {
        format!(
            "cannot read {}; give the directory that `palus generate --out` wrote",
            file.display()
        )
    })?;
    let summary: Summary =
        serde_json::from_str(&text).with_context(|| format!("{} is no summary of Palus", file.display()))?;
    if summary.schema != SCHEMA {
        bail!(
            "{} has schema {}, but this palus reads {SCHEMA}; generate again",
            file.display(),
            summary.schema
        );
    }
    Ok(summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_without_a_summary_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let error = read_summary(dir.path()).unwrap_err().to_string();
        assert!(
            error.ends_with("give the directory that `palus generate --out` wrote"),
            "{error}"
        );
        fs::write(dir.path().join("palus.json"), "{}").unwrap();
        let error = read_summary(dir.path()).unwrap_err().to_string();
        assert!(error.ends_with("is no summary of Palus"), "{error}");
    }
}
