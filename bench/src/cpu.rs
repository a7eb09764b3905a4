//! Processor time: what else runs on the machine does not count.

use std::fs;

use anyhow::{Context, Result};

/// Seconds that the processes which this one has started, and which have ended, ran on processors, their own children included.
pub(crate) fn of_children() -> Result<f64> {
    /// A unit of the file, of which Linux has a hundred a second on all its platforms (proc(5), `USER_HZ`).
    const TICKS: f64 = 100.0;
    let file = "/proc/self/stat";
    let text = fs::read_to_string(file).with_context(|| format!("{file} cannot be read; it is there on Linux"))?;
    // The name of the program, in parentheses, may hold blanks; `cutime` and `cstime` are the fields 16 and 17, the first
    // behind the name is the third.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: Vec<f64> = fields.skip(13).take(2).filter_map(|field| field.parse().ok()).collect();
    Ok(ticks.iter().sum::<f64>() / TICKS)
}

/// Seconds that this thread has run so far.
pub(crate) fn seconds() -> Result<f64> {
    let file = "/proc/thread-self/schedstat";
    let text = fs::read_to_string(file).with_context(|| format!("{file} cannot be read; it is there on Linux"))?;
    let nanoseconds: f64 = text.split(' ').next().unwrap_or_default().parse().context(file)?;
    Ok(nanoseconds / 1e9)
}
