//! Where a run keeps its journal, and whether it takes up an earlier one.

use std::fs;
use std::path::Path;

use palus_sequence::work::WorkOrder;
use palus_supervise::Journal;

use super::options::GenerateOptions;
use crate::progress::Reporter;

/// What the journal is called, inside the output directory: so that `--resume` finds it there.
pub(super) const JOURNAL: &str = ".palus-journal";

/// Whether the journal in that output directory holds anything that would be lost.
pub(super) fn is_worth_resuming(out: &Path) -> bool {
    let entries = fs::read_dir(out.join(JOURNAL)).into_iter().flatten().flatten();
    let is_group = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with("group-");
    entries
        .filter(is_group)
        .any(|entry| entry.metadata().is_ok_and(|data| data.len() > 0))
}

/// The journal of the run: an earlier one with `--resume`, where there is one, and a new one otherwise.
pub(super) fn open(
    options: &GenerateOptions,
    orders: &[WorkOrder],
    scratch: &Path,
    reporter: &Reporter,
) -> anyhow::Result<Journal> {
    let directory = options.out.join(JOURNAL);
    if options.resume {
        if let Some(journal) = Journal::resume(&directory, orders, scratch)? {
            return Ok(journal);
        }
        reporter.warn(&format!(
            "{} has nothing to resume, so the run starts at its beginning",
            options.out.display()
        ));
    }
    Ok(Journal::begin(&directory, orders, scratch)?)
}
