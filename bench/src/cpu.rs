//! Processor time of this thread: what else runs on the machine does not count.

use std::fs;

use anyhow::{Context, Result};

/// Seconds that this thread has run so far.
pub(crate) fn seconds() -> Result<f64> {
    let file = "/proc/thread-self/schedstat";
    let text = fs::read_to_string(file).with_context(|| format!("{file} cannot be read; it is there on Linux"))?;
    let nanoseconds: f64 = text.split(' ').next().unwrap_or_default().parse().context(file)?;
    Ok(nanoseconds / 1e9)
}
