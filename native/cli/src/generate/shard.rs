//! What a part of the work leaves beside its tests, so that `palus merge` can make one output of all parts: the one that an undivided run
//! gives.
//!
//! Tests cannot be put together by their files: which of two parts' tests say the same, how a class's tests are named and which
//! constants its file needs is decided where all of them are known. So a part keeps what its workers found, and the merge goes on from there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Parser as _;
use serde::{Deserialize, Serialize};

use super::VERSION;
use super::inputs::Inputs;
use super::options::GenerateOptions;
use super::search::Searched;
use crate::args::{Cli, Command, GenerateArgs, Shard};

/// The file in the output directory.
pub(super) const FILE: &str = "palus.shard";

/// What the file begins with; the version of the program follows, for another one may read what comes after it otherwise.
const MAGIC: &str = "palus shard ";

/// The content of the file behind its first line.
#[derive(Debug, Serialize, Deserialize)]
struct Part {
    shard: Shard,
    /// The options that decide the result.
    words: Vec<String>,
    /// What the tests are generated from.
    inputs: Inputs,
    searched: Searched,
}

/// All parts of a run, put together.
#[derive(Debug)]
pub(crate) struct Joined {
    /// The options of the run that was divided.
    pub(crate) args: GenerateArgs,
    pub(super) inputs: Inputs,
    pub(super) searched: Searched,
}

/// Whether an output directory is that of a part.
pub(crate) fn is_part(out: &Path) -> bool {
    out.join(FILE).is_file()
}

/// Writes down what the workers found, below a directory.
pub(super) fn write(
    shard: Shard,
    options: &GenerateOptions,
    inputs: &Inputs,
    searched: &Searched,
    directory: &Path,
) -> anyhow::Result<()> {
    /// [`Part`] by reference.
    #[derive(Serialize)]
    struct Written<'a>(Shard, &'a [String], &'a Inputs, &'a Searched);
    let path = directory.join(FILE);
    let bytes = format!("{MAGIC}{VERSION}\n").into_bytes();
    let content = Written(shard, &options.words, inputs, searched);
    let bytes = postcard::to_extend(&content, bytes).context("cannot keep what was found")?;
    fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// The parts in these output directories. They must be all those of one run, each once, by this version.
pub(crate) fn join(directories: &[PathBuf], out: &Path, jobs: Option<u16>) -> anyhow::Result<Joined> {
    let mut parts = Vec::new();
    for directory in directories {
        parts.push((read(directory)?, directory));
    }
    parts.sort_by_key(|(part, _)| part.shard);
    let mut missing = Vec::new();
    if let Some((first, of_first)) = parts.first() {
        for (part, directory) in &parts[1..] {
            if part.shard.of != first.shard.of || part.words != first.words {
                bail!(
                    "{} and {} are parts of different runs; merge those that differ in --shard and --out alone",
                    of_first.display(),
                    directory.display()
                );
            }
            if part.inputs != first.inputs {
                bail!(
                    "{} and {} were generated from different class files; run all parts on the same ones",
                    of_first.display(),
                    directory.display()
                );
            }
        }
        let is_there = |number: &u32| parts.iter().any(|(part, _)| part.shard.part == *number);
        missing = (1..=first.shard.of).filter(|number| !is_there(number)).collect();
    }
    if let Some(twice) = parts.windows(2).find(|two| two[0].0.shard == two[1].0.shard) {
        let [(part, one), (_, other)] = twice else {
            unreachable!("windows of two")
        };
        bail!(
            "{} and {} are both part {}; name each part once",
            one.display(),
            other.display(),
            part.shard
        );
    }
    if !missing.is_empty() {
        let of = parts.first().map_or(0, |(part, _)| part.shard.of);
        let missing: Vec<String> = missing
            .iter()
            .map(|part| Shard { part: *part, of }.to_string())
            .collect();
        bail!("parts are missing: {}; name the outputs of all", missing.join(", "));
    }
    let mut parts = parts.into_iter().map(|(part, _)| part);
    let Some(Part {
        words,
        inputs,
        mut searched,
        ..
    }) = parts.next()
    else {
        bail!("no output to merge; name some");
    };
    for part in parts {
        searched.add(part.searched);
    }
    Ok(Joined {
        args: args(&words, out, jobs)?,
        inputs,
        searched,
    })
}

/// The options as if they had been typed for the output directory that is to be written.
fn args(words: &[String], out: &Path, jobs: Option<u16>) -> anyhow::Result<GenerateArgs> {
    let head = ["palus", "generate"]
        .into_iter()
        .chain(words.iter().map(String::as_str));
    let cli = Cli::try_parse_from(head.chain(["--out", "."]))
        .context("the options of the parts are not understood; run all of them anew")?;
    let Command::Generate(mut args) = cli.command else {
        bail!("the parts are not of a run of `palus generate`; run all of them anew");
    };
    args.out = out.to_path_buf();
    args.jobs = jobs;
    Ok(*args)
}

fn read(directory: &Path) -> anyhow::Result<Part> {
    let path = directory.join(FILE);
    let bytes = fs::read(&path).with_context(|| {
        format!(
            "{} is not the output of a run with --shard; name the outputs of all parts",
            directory.display()
        )
    })?;
    let damaged = || format!("{} is damaged; run that part anew", path.display());
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (line, content) = bytes.split_at(end.with_context(damaged)?);
    let version = std::str::from_utf8(line).ok().and_then(|line| line.strip_prefix(MAGIC));
    let version = version.with_context(damaged)?;
    if version != VERSION {
        bail!(
            "{} was written by Palus {version}, this is {VERSION}; run all parts by one version",
            path.display()
        );
    }
    postcard::from_bytes(&content[1..]).with_context(damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::options;

    fn part(home: &Path, name: &str, shard: &str, seed: &str) -> PathBuf {
        let line = format!("palus generate --classpath / --seed {seed} --out out --shard {shard}");
        let Command::Generate(args) = Cli::try_parse_from(line.split(' ')).unwrap().command else {
            panic!("not generate");
        };
        let options = options::GenerateOptions::resolve(&args).unwrap();
        let directory = home.join(name);
        fs::create_dir(&directory).unwrap();
        let searched = Searched {
            started: 1,
            ..Searched::default()
        };
        write(args.shard.unwrap(), &options, &Inputs::default(), &searched, &directory).unwrap();
        directory
    }

    fn joined(directories: &[&PathBuf]) -> Result<Joined, String> {
        let directories: Vec<PathBuf> = directories.iter().map(|path| (*path).clone()).collect();
        join(&directories, Path::new("all"), Some(3)).map_err(|error| error.to_string())
    }

    #[test]
    fn the_parts_of_a_run_make_a_whole() {
        let home = tempfile::tempdir().unwrap();
        let [one, two] = ["1/2", "2/2"].map(|shard| part(home.path(), &shard.replace('/', "of"), shard, "7"));
        let whole = joined(&[&two, &one]).unwrap();
        assert_eq!(
            (whole.searched.started, whole.args.seed, whole.args.shard),
            (2, 7, None)
        );
        assert_eq!((whole.args.out, whole.args.jobs), (PathBuf::from("all"), Some(3)));
    }

    #[test]
    fn what_makes_no_whole_is_told() {
        let home = tempfile::tempdir().unwrap();
        let [one, two, other] = [("1/2", "1"), ("2/2", "1"), ("2/2", "9")].map(|(shard, seed)| {
            part(
                home.path(),
                &format!("{}-{seed}", shard.replace('/', "of")),
                shard,
                seed,
            )
        });
        assert_eq!(
            joined(&[&one]).unwrap_err(),
            "parts are missing: 2/2; name the outputs of all"
        );
        assert!(joined(&[&one, &other]).unwrap_err().contains("parts of different runs"));
        assert!(joined(&[&one, &two, &two]).unwrap_err().contains("both part 2/2"));
        assert!(
            joined(&[&home.path().to_path_buf()])
                .unwrap_err()
                .contains("not the output of a run with --shard")
        );
        let file = two.join(FILE);
        let whole = fs::read(&file).unwrap();
        for length in 0..whole.len() {
            fs::write(&file, &whole[..length]).unwrap();
            assert!(joined(&[&one, &two]).is_err(), "cut at {length}");
        }
        fs::write(&file, "palus shard 0.0.1\n").unwrap();
        assert!(joined(&[&one, &two]).unwrap_err().contains("by Palus 0.0.1"));
    }
}
