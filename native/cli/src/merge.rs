//! `palus merge`: one model of several, or one output of those of all parts of a run.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use palus_model::Model;

use crate::args::MergeArgs;
use crate::atomic::writable_parent;
use crate::exit::Exit;
use crate::{generate, model};

/// What `palus generate` leaves in its output directory, which holds tests and no model.
const SUMMARY: &str = "palus.json";

/// Merges model files. Everything is read before anything is written, so the output may be one of the inputs.
pub(crate) fn run(args: &MergeArgs) -> anyhow::Result<Exit> {
    if args.inputs.iter().any(|input| generate::is_part(input)) {
        let out = std::path::absolute(&args.out).with_context(|| args.out.display().to_string())?;
        return generate::merge(generate::join(&args.inputs, &out, args.jobs)?);
    }
    if let Some(whole) = args.inputs.iter().find(|input| input.join(SUMMARY).is_file()) {
        bail!(
            "{} has tests of all classes and is no part of a run; outputs of `palus generate --shard` can be merged",
            whole.display()
        );
    }
    writable_parent(&args.out)?;
    let files = files(&args.inputs, &args.out)?;
    let mut models = files.iter().map(|input| model::load(input));
    let mut whole: Model = models.next().ok_or_else(|| anyhow!("no model to merge; name some"))??;
    for model in models {
        whole.merge(&model?);
    }
    whole
        .save(&args.out)
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    Ok(Exit::Done)
}

/// The files that the inputs stand for.
fn files(inputs: &[PathBuf], out: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for input in inputs {
        // The folder of an unfinished recording has more to it than its models; loading it says what to do.
        if input.is_dir() && !has_extension(input, "part") {
            files.append(&mut models_in(input, out)?);
        } else {
            files.push(input.clone());
        }
    }
    Ok(files)
}

/// The models in a directory, sorted. The output is none of them: it has what an earlier merge found here, which must not
/// count twice.
fn models_in(directory: &Path, out: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("cannot read {}", directory.display());
    let mut models = Vec::new();
    for entry in fs::read_dir(directory).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if has_extension(&path, "palus") && path.is_file() && !is_same(&path, out) {
            models.push(path);
        }
    }
    if models.is_empty() {
        let directory = directory.display();
        bail!("{directory}: no file *.palus to merge is in it; name models, or directories that hold some");
    }
    models.sort();
    Ok(models)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension() == Some(OsStr::new(extension))
}

fn is_same(a: &Path, b: &Path) -> bool {
    fs::canonicalize(a)
        .ok()
        .is_some_and(|a| fs::canonicalize(b).ok() == Some(a))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &[PathBuf]) -> Vec<String> {
        let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
        files.iter().map(name).collect()
    }

    #[test]
    fn a_directory_stands_for_the_models_in_it() {
        let home = tempfile::tempdir().unwrap();
        for name in ["b.palus", "a.palus", "a.palus.12.tmp", "notes.txt", "c.palus.part"] {
            fs::write(home.path().join(name), "").unwrap();
        }
        fs::create_dir(home.path().join("deeper.palus")).unwrap();
        let (file, out) = (home.path().join("notes.txt"), home.path().join("all.palus"));
        let inputs = [home.path().to_path_buf(), file];
        assert_eq!(
            names(&files(&inputs, &out).unwrap()),
            ["a.palus", "b.palus", "notes.txt"]
        );
    }

    #[test]
    fn what_an_earlier_merge_wrote_into_the_directory_does_not_count_again() {
        let home = tempfile::tempdir().unwrap();
        let out = home.path().join("all.palus");
        for name in ["a.palus", "all.palus"] {
            fs::write(home.path().join(name), "").unwrap();
        }
        let directory = [home.path().to_path_buf()];
        assert_eq!(names(&files(&directory, &out).unwrap()), ["a.palus"]);
        let named = [home.path().join("a.palus"), out.clone()];
        assert_eq!(names(&files(&named, &out).unwrap()), ["a.palus", "all.palus"]);
    }

    #[test]
    fn a_directory_without_models_is_an_error_that_says_so() {
        let home = tempfile::tempdir().unwrap();
        let error = files(&[home.path().to_path_buf()], Path::new("out.palus")).unwrap_err();
        assert!(error.to_string().contains("no file *.palus"), "{error}");
    }
}
