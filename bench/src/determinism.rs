//! `determinism`: one seed, one count of sequences, three runs, the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::palus::palus;
use crate::subject::Subject;

pub(crate) fn run(name: &str, sequences: u64) -> Result<ExitCode> {
    let subject = Subject::resolve(name)?;
    let mut first: Option<BTreeMap<PathBuf, Vec<u8>>> = None;
    for (round, jobs) in [(1, 2), (2, 2), (3, 1)] {
        let out = subject.work.join(format!("equal-{round}"));
        let _ = fs::remove_dir_all(&out);
        let arguments = [
            "generate",
            "--classpath",
            &subject.class_path(),
            "--classes",
            subject.classes,
            "--seed",
            "7",
            "--sequences",
            &sequences.to_string(),
            "--jobs",
            &jobs.to_string(),
            "--out",
            &out.display().to_string(),
        ];
        let ended = palus(&arguments.map(str::to_owned), &subject.work)?;
        if ended.code != Some(0) {
            bail!("generate ended with {:?}", ended.code);
        }
        let files = promised(&out)?;
        println!(
            "run {round}, --jobs {jobs}: {} files in {:.1} s",
            files.len(),
            ended.took.as_secs_f64()
        );
        match &first {
            None => first = Some(files),
            Some(first) => {
                if let Some(path) = difference(first, &files) {
                    println!("{} differs", path.display());
                    return Ok(ExitCode::FAILURE);
                }
            }
        }
    }
    println!("identical");
    Ok(ExitCode::SUCCESS)
}

/// The files that equal runs must make equal: all but the report, and `palus.json` without its `run` object.
pub(crate) fn promised(out: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut open = vec![out.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(out)?.to_owned();
            let bytes = fs::read(&path)?;
            match name.to_str() {
                Some("report.html") => {}
                Some("palus.json") => {
                    let mut json: serde_json::Value = serde_json::from_slice(&bytes)?;
                    json.as_object_mut().and_then(|object| object.remove("run"));
                    files.insert(name, serde_json::to_vec(&json)?);
                }
                _ => drop(files.insert(name, bytes)),
            }
        }
    }
    Ok(files)
}

pub(crate) fn difference<'f>(
    a: &'f BTreeMap<PathBuf, Vec<u8>>,
    b: &'f BTreeMap<PathBuf, Vec<u8>>,
) -> Option<&'f PathBuf> {
    a.keys().chain(b.keys()).find(|path| a.get(*path) != b.get(*path))
}
