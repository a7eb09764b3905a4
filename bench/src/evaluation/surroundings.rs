//! When and where a measurement ran: a figure without it cannot be compared with another.

use std::env;
use std::fs;
use std::process::Command;
use std::thread;

/// The commit of which this program and the command beside it were built.
const COMMIT: &str = env!("BENCH_COMMIT");

/// One sentence: date, command, commit, processor, memory, load, versions.
pub(crate) fn describe() -> String {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let date = said(Command::new("date").args(["-u", "+%Y-%m-%d %H:%M UTC"]));
    let cores = thread::available_parallelism().map_or(0, usize::from);
    let processor = line_of("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown processor".to_owned());
    let memory = line_of("/proc/meminfo", "MemTotal").and_then(|text| text.trim_end_matches(" kB").parse::<u64>().ok());
    let memory = memory.map_or("?".to_owned(), |kib| format!("{:.1}", kib as f64 / 1024.0 / 1024.0));
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("?");
    let palus = crate::palus::palus_command().map_or_else(|_| "palus".to_owned(), |mut it| said(it.arg("-V")));
    let java = crate::subject::jdk(17).map_or(17, |jdk| jdk.feature());
    format!(
        "Measured {date} by `bench {}`: {palus} of commit {COMMIT}, JDK {java}, {cores} cores ({processor}), {memory} GiB; load average at \
         the start {load}. With a load above the number of cores a search gets less than the time it was given.",
        arguments.join(" ")
    )
}

fn said(command: &mut Command) -> String {
    let output = command.output().map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&output).trim().to_owned()
}

/// The value of the first line `name: value`.
fn line_of(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
