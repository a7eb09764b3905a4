//! `fuzz`: gives changed files to the commands that read them, and looks for a panic, a hang, or more memory than there may be.
//!
//! Each format has a corpus in `target/fuzz`: it begins with files that the command itself has made, and whatever has a command say
//! something that it had not said before stays in it, so that a later run goes on from there.

mod mutate;
mod seeds;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use palus_supervise::Journal;

use crate::classes::Dice;
use crate::palus::{palus_command, target};

/// The address space of a reader, in KiB: a gibibyte, and what the command and the classes of the JDK take of it before they read anything.
const MOST_KIB: u64 = (1 << 20) + (1 << 18);

/// A reader that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a changed file may be, in bytes.
const LONGEST: usize = 1 << 20;

/// How much of what a reader said tells it from others, in characters.
const TOLD: usize = 160;

/// What is asked for.
#[derive(Args)]
pub(crate) struct Fuzz {
    /// Which formats; all when none is named.
    #[arg(value_enum)]
    formats: Vec<Format>,
    /// How long each, in seconds.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Of what is drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Read this journal and nothing else: how the run reads one.
    #[arg(long, hide = true)]
    read_journal: Option<PathBuf>,
}

/// A kind of file that Palus reads.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// Models of recordings.
    Model,
    /// Traces of single calls.
    Trace,
    /// The results of a part of a run.
    Shard,
    /// What a run keeps for `--resume`.
    Journal,
    /// Class files.
    Class,
    /// Jars.
    Jar,
    /// `palus.json`.
    Summary,
}

impl Format {
    /// What it is called, on the command line too.
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Where a changed file goes for its reader, below the folder of the format.
    fn place(self) -> &'static str {
        match self {
            Self::Model => "read/run.palus",
            Self::Trace => "read/run.trace",
            Self::Shard => "read/part/palus.shard",
            Self::Journal => "read/group-0",
            Self::Class => "read/classes/demo/Stack.class",
            Self::Jar => "read/code.jar",
            Self::Summary => "read/out/palus.json",
        }
    }

    /// The command that reads it.
    fn reader(self, file: &Path, other_part: &Path) -> Result<Command> {
        let folder = |levels| file.ancestors().nth(levels).unwrap_or(file);
        let mut command = palus_command()?;
        match self {
            Self::Model => command.arg("model").arg(file),
            Self::Trace => command.arg("trace").arg(file),
            Self::Shard => {
                let out = folder(2).join("merged");
                command.arg("merge").args([folder(1), other_part]).arg("--out").arg(out)
            }
            Self::Journal => {
                command = Command::new(std::env::current_exe().context("this program does not know where it is")?);
                command.args(["fuzz", "--read-journal"]).arg(file)
            }
            Self::Class => command.args(["depend", "--classpath"]).arg(folder(2)),
            Self::Jar => command.args(["depend", "--classpath"]).arg(file),
            Self::Summary => command.arg("check").arg(folder(1)),
        };
        Ok(command)
    }
}

pub(crate) fn run(asked: &Fuzz) -> Result<ExitCode> {
    if let Some(file) = &asked.read_journal {
        return read_journal(file);
    }
    let formats = if asked.formats.is_empty() {
        Format::value_variants()
    } else {
        &asked.formats
    };
    let home = target()?.join("fuzz");
    let seeds = seeds::make(&home.join("seeds"))?;
    println!("| format | inputs | corpus | found |\n| --- | --- | --- | --- |");
    let mut found = 0;
    for &format in formats {
        let folder = home.join(format.name());
        let mut campaign = Campaign::open(format, folder, &seeds)?;
        let until = Instant::now() + Duration::from_secs(asked.seconds);
        let mut dice = Dice::new(asked.seed);
        while Instant::now() < until {
            campaign.turn(&mut dice)?;
        }
        let (inputs, kept) = (campaign.inputs, campaign.corpus.len());
        println!("| {} | {inputs} | {kept} | {} |", format.name(), campaign.found);
        found += campaign.found;
    }
    Ok(if found == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Reads a journal as a run does that goes on from it.
fn read_journal(file: &Path) -> Result<ExitCode> {
    let folder = file.with_extension("journal");
    let journal = Journal::begin(&folder, &[], Path::new("scratch"))?;
    fs::copy(file, folder.join("group-0")).with_context(|| format!("{} cannot be copied", file.display()))?;
    let past = journal.past(0)?;
    // Numbers tell nothing new.
    let kept = "|".repeat(past.kept.len());
    eprintln!("kept {kept}, result {}", past.done.is_some());
    Ok(ExitCode::SUCCESS)
}

/// The fuzzing of one format.
struct Campaign {
    format: Format,
    folder: PathBuf,
    other_part: PathBuf,
    corpus: Vec<Vec<u8>>,
    /// What readers have said so far, and how they ended.
    told: BTreeSet<String>,
    inputs: u64,
    found: u64,
}

impl Campaign {
    fn open(format: Format, folder: PathBuf, seeds: &Path) -> Result<Self> {
        let corpus = folder.join("corpus");
        fs::create_dir_all(&corpus).with_context(|| format!("{} cannot be made", corpus.display()))?;
        let mut campaign = Self {
            format,
            folder,
            other_part: seeds.join("part-2"),
            corpus: Vec::new(),
            told: BTreeSet::new(),
            inputs: 0,
            found: 0,
        };
        for file in files_in(&seeds.join(format.name()))?
            .into_iter()
            .chain(files_in(&corpus)?)
        {
            let bytes = fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
            campaign.try_out(&bytes)?;
            campaign.corpus.push(bytes);
        }
        Ok(campaign)
    }

    /// Changes a file of the corpus and gives it to the reader.
    fn turn(&mut self, dice: &mut Dice) -> Result<()> {
        let (one, other) = (dice.below(self.corpus.len()), dice.below(self.corpus.len()));
        let mut bytes = mutate::change(&self.corpus[one], &self.corpus[other], dice);
        bytes.truncate(LONGEST);
        if self.try_out(&bytes)? {
            let name = format!("{:04}", self.corpus.len());
            self.keep("corpus", &name, &bytes)?;
            self.corpus.push(bytes);
        }
        Ok(())
    }

    /// Has it read. Says whether the reader said something that it had not said before.
    fn try_out(&mut self, bytes: &[u8]) -> Result<bool> {
        self.inputs += 1;
        let file = self.folder.join(self.format.place());
        let parent = file.parent().unwrap_or(&self.folder);
        fs::create_dir_all(parent).with_context(|| format!("{} cannot be made", parent.display()))?;
        fs::write(&file, bytes).with_context(|| format!("{} cannot be written", file.display()))?;
        let log = self.folder.join("log");
        let (ended, said) = read(&self.format.reader(&file, &self.other_part)?, &log)?;
        if let Some(fault) = fault(ended, &said) {
            self.found += 1;
            let name = format!("{:04}", files_in(&self.folder.join("found"))?.len());
            self.keep("found", &name, bytes)?;
            println!("{}: found/{name}: {fault}", self.format.name());
        }
        let code = ended.and_then(|status| status.code());
        Ok(self.told.insert(format!("{code:?} {}", told(&said))))
    }

    fn keep(&self, kind: &str, name: &str, bytes: &[u8]) -> Result<()> {
        let folder = self.folder.join(kind);
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(folder.join(name), bytes))
            .with_context(|| format!("{} cannot be written", folder.display()))
    }
}

/// Runs the reader within its bounds: how it ended, nothing when it hung, and what it said on standard error.
fn read(reader: &Command, log: &Path) -> Result<(Option<ExitStatus>, String)> {
    let file = fs::File::create(log).with_context(|| format!("{} cannot be written", log.display()))?;
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MOST_KIB}; exec \"$0\" \"$@\"")])
        .arg(reader.get_program())
        .args(reader.get_args())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(file)
        .spawn()
        .context("sh does not start")?;
    let ended = wait(&mut child)?;
    let said = fs::read(log).with_context(|| format!("{} cannot be read", log.display()))?;
    Ok((ended, String::from_utf8_lossy(&said).into_owned()))
}

fn wait(child: &mut Child) -> Result<Option<ExitStatus>> {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        sleep(Duration::from_millis(2));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// What a reader must not do, whatever it is given; `None` when it did none of that.
fn fault(ended: Option<ExitStatus>, said: &str) -> Option<String> {
    let Some(status) = ended else {
        return Some("it hangs".to_owned());
    };
    if said.contains("memory allocation of") {
        return Some("it takes too much memory".to_owned());
    }
    if said.contains("panicked at") {
        return Some("it panics".to_owned());
    }
    status.signal().map(|signal| format!("it is killed by signal {signal}"))
}

/// What was said, without what is other each time: numbers and paths.
fn told(said: &str) -> String {
    let words = said.split_whitespace().filter(|word| !word.contains('/'));
    let text: String = words.collect::<Vec<_>>().join(" ");
    text.chars().filter(|c| !c.is_ascii_digit()).take(TOLD).collect()
}

/// The files of a folder by name; none when there is no folder.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if folder.exists() {
        for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
            files.push(entry?.path());
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(script: &str) -> (Option<ExitStatus>, String) {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        read(&command, &folder.path().join("log")).unwrap()
    }

    fn fault_of(script: &str) -> Option<String> {
        let (ended, said) = ran(script);
        fault(ended, &said)
    }

    #[test]
    fn a_refusal_is_no_fault_and_a_panic_or_a_signal_is() {
        assert_eq!(fault_of("echo it is no model >&2; exit 1"), None);
        assert_eq!(
            fault_of("echo thread panicked at x.rs >&2; exit 101").as_deref(),
            Some("it panics")
        );
        assert_eq!(fault_of("kill -6 $$").as_deref(), Some("it is killed by signal 6"));
        assert_eq!(fault(None, "").as_deref(), Some("it hangs"));
    }

    #[test]
    fn a_reader_has_no_more_memory_than_it_may() {
        let (_, bound) = ran("ulimit -v >&2");
        assert_eq!(bound.trim(), MOST_KIB.to_string());
    }

    #[test]
    fn what_differs_by_numbers_and_paths_alone_is_the_same() {
        assert_eq!(
            told("palus: /tmp/a: byte 12 is wrong"),
            told("palus: /tmp/b: byte 7 is wrong")
        );
        assert_ne!(told("byte 12 is wrong"), told("byte 12 is missing"));
    }
}
