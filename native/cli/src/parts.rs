//! What the JVMs of one recording write while it runs, each into a file of its own, in a folder beside the model: so that it
//! can be found and recovered when `palus record` itself was killed.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use palus_model::Model;
use palus_model::redact::RedactionKey;
use tempfile::TempDir;

/// Of a model that is whole.
pub(crate) const MODEL: &str = "palus";
/// Of a checkpoint of one that is not.
const PART: &str = "part";
/// Of an empty file that is there until the JVM ends.
pub(crate) const STARTED: &str = "started";
/// Of what a JVM did not record, a line each.
const LOG: &str = "log";
/// Of a trace.
pub(crate) const TRACE: &str = "trace";
/// Of the key for stand-ins.
const KEY: &str = "key";
/// How many of these are named.
const NAMED: usize = 10;

/// `RUN.palus.part`: where an unfinished recording is, a file or a folder.
pub(crate) fn part_of(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".");
    name.push(PART);
    name.into()
}

/// The folder of one recording.
#[derive(Debug)]
pub(crate) struct Parts {
    /// Where it is.
    pub(crate) directory: PathBuf,
    /// A link to it whose path has no character that means something in the options of the library.
    link: TempDir,
}

impl Parts {
    /// Makes the folder beside the model. What an earlier recording left there goes, as the earlier model will.
    pub(crate) fn beside(out: &Path) -> anyhow::Result<Self> {
        let directory = part_of(out);
        clear(&directory)?;
        fs::create_dir(&directory).with_context(|| format!("cannot make {}", directory.display()))?;
        let directory = fs::canonicalize(&directory).with_context(|| directory.display().to_string())?;
        let link = tempfile::Builder::new()
            .prefix("palus-record-")
            .tempdir()
            .context("cannot make a temporary directory")?;
        std::os::unix::fs::symlink(&directory, link.path().join("parts")).context("cannot make a temporary link")?;
        // Nobody else can read what is in there, and it goes with this process.
        fs::write(link.path().join(KEY), RedactionKey::random().0).context("cannot write a temporary file")?;
        Ok(Self { directory, link })
    }

    /// The name that each JVM is given for its file.
    pub(crate) fn pattern(&self) -> PathBuf {
        self.link.path().join("parts").join("%p.palus")
    }

    /// The name of a file that is there while a JVM runs, and stays when it comes to no end.
    pub(crate) fn started(&self) -> PathBuf {
        self.link.path().join("parts").join(format!("%p.{MODEL}.{STARTED}"))
    }

    /// The name that each JVM is given for its trace.
    pub(crate) fn trace(&self) -> PathBuf {
        self.link.path().join("parts").join(format!("%p.{MODEL}.{TRACE}"))
    }

    /// The folder of the link: who may write into that and [`Self::directory`] can record.
    pub(crate) fn link(&self) -> &Path {
        self.link.path()
    }

    /// The key that all JVMs make their stand-ins for secrets by.
    pub(crate) fn redaction_key(&self) -> PathBuf {
        self.link.path().join(KEY)
    }

    /// Whether there was a JVM that did not come to its end.
    pub(crate) fn was_cut_short(&self) -> bool {
        files(&self.directory, &[STARTED]).is_ok_and(|files| !files.is_empty())
    }

    /// A file in which a JVM says what went wrong.
    pub(crate) fn answer(&self) -> PathBuf {
        self.link.path().join("answer")
    }

    /// What to do when the model cannot be written now.
    pub(crate) fn unsaved(&self, out: &Path) -> String {
        let (out, part) = (out.display(), self.directory.display());
        format!("what was learned is in {part}; make room and run `palus recover {part} --out {out}`")
    }

    /// What to do when the trace cannot be written now.
    pub(crate) fn untraced(&self, out: &Path, trace: &Path) -> String {
        let (out, trace, part) = (out.display(), trace.display(), self.directory.display());
        format!(
            "the model is whole, and what was kept of the trace is in {part}; make room and run `palus recover {part} --out {out} \
             --keep-trace {trace}`"
        )
    }

    /// One model of all.
    pub(crate) fn learned(&self) -> anyhow::Result<Option<Model>> {
        learned(&self.directory)
    }

    /// Removes what is merged.
    pub(crate) fn remove(self) {
        // A JVM that outlived the command may write into it until the end; what cannot be removed does no harm.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// One model of all that is in such a folder; `None` when no class is in any of them. A JVM that did not come to write its
/// model is there with its last checkpoint.
pub(crate) fn learned(directory: &Path) -> anyhow::Result<Option<Model>> {
    let mut whole: Option<Model> = None;
    for file in files(directory, &[MODEL, PART])? {
        let process = process_of(&file);
        if has_extension(&file, PART) {
            if file.with_extension("").exists() {
                continue;
            }
            let end = if Path::new("/proc").join(&process).exists() {
                "still runs"
            } else {
                "was killed or crashed"
            };
            eprintln!(
                "palus: the JVM with process id {process} {end}; the model has what it taught until its last checkpoint"
            );
        }
        match Model::load(&file) {
            Ok(model) => match &mut whole {
                Some(whole) => whole.merge(&model),
                None => whole = Some(model),
            },
            // The others are as good as ever.
            Err(error) => eprintln!("palus: the recording of the JVM with process id {process} is lost: {error}"),
        }
    }
    say_left_alone(directory)?;
    Ok(whole.filter(|model| !crate::model::is_empty(model)))
}

/// Names what was not recorded, as the JVMs have noted it: each once, and not without end.
fn say_left_alone(directory: &Path) -> anyhow::Result<()> {
    let mut lines = BTreeSet::new();
    for file in files(directory, &[LOG])? {
        let text = fs::read_to_string(&file).unwrap_or_default();
        lines.extend(text.lines().map(str::to_owned));
    }
    for line in lines.iter().take(NAMED) {
        eprintln!("palus: not recorded: {line}");
    }
    if lines.len() > NAMED {
        eprintln!("palus: not recorded: {} more", lines.len() - NAMED);
    }
    Ok(())
}

/// The files with these extensions, sorted.
pub(crate) fn files(directory: &Path, extensions: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| extensions.iter().any(|extension| has_extension(path, extension)))
        .collect();
    files.sort();
    Ok(files)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|e| e == extension)
}

pub(crate) fn process_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

/// Removes what an earlier recording left in this place, and nothing else.
fn clear(place: &Path) -> anyhow::Result<()> {
    let in_the_way = || format!("{} is in the way; move it or give --out another name", place.display());
    if place.is_file() {
        Model::load(place).with_context(in_the_way)?;
        return fs::remove_file(place).with_context(in_the_way);
    }
    let entries = match fs::read_dir(place) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(in_the_way),
    };
    let names: Vec<OsString> = entries.filter_map(Result::ok).map(|entry| entry.file_name()).collect();
    if names.iter().any(|name| !is_ours(Path::new(name))) {
        bail!("{}", in_the_way());
    }
    fs::remove_dir_all(place).with_context(in_the_way)
}

/// `123.palus`, `123.palus.part`, and what they are called while they are written.
fn is_ours(name: &Path) -> bool {
    let name = name.to_string_lossy();
    let (process, rest) = name.split_once('.').unwrap_or_default();
    !process.is_empty() && process.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(MODEL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model_in(directory: &Path, name: &str) {
        Model::default().save(&directory.join(name)).unwrap();
    }

    #[test]
    fn what_an_earlier_recording_left_is_replaced() {
        let home = tempfile::tempdir().unwrap();
        let out = home.path().join("run.palus");
        let parts = Parts::beside(&out).unwrap();
        model_in(&part_of(&out), "12.palus.part");
        fs::write(part_of(&out).join("12.palus.part.12.tmp"), "half").unwrap();
        drop(parts);
        let parts = Parts::beside(&out).unwrap();
        assert_eq!(fs::read_dir(part_of(&out)).unwrap().count(), 0);
        parts.remove();
        model_in(home.path(), "run.palus.part");
        Parts::beside(&out).unwrap().remove();
        assert!(!part_of(&out).exists());
    }

    #[test]
    fn what_is_not_ours_stays_and_is_said_to_be_in_the_way() {
        let home = tempfile::tempdir().unwrap();
        let out = home.path().join("run.palus");
        fs::create_dir(part_of(&out)).unwrap();
        fs::write(part_of(&out).join("thesis.txt"), "years of work").unwrap();
        let error = Parts::beside(&out).unwrap_err().to_string();
        assert!(
            error.ends_with("is in the way; move it or give --out another name"),
            "{error}"
        );
        assert!(part_of(&out).join("thesis.txt").exists());
        fs::remove_dir_all(part_of(&out)).unwrap();
        fs::write(part_of(&out), "a file").unwrap();
        assert!(Parts::beside(&out).is_err());
    }

    #[test]
    fn the_name_for_the_jvms_has_nothing_that_options_could_not_hold() {
        let home = tempfile::tempdir().unwrap();
        let odd = home.path().join("a, b%p=c");
        fs::create_dir(&odd).unwrap();
        let parts = Parts::beside(&odd.join("run.palus")).unwrap();
        let pattern = parts.pattern();
        assert!(
            !pattern.display().to_string().contains(", b%p"),
            "{}",
            pattern.display()
        );
        model_in(pattern.parent().unwrap(), "7.palus");
        assert!(part_of(&odd.join("run.palus")).join("7.palus").exists());
    }

    #[test]
    fn no_parts_are_nothing_learned() {
        let home = tempfile::tempdir().unwrap();
        assert!(learned(home.path()).unwrap().is_none());
        model_in(home.path(), "1.palus");
        assert!(learned(home.path()).unwrap().is_none());
    }
}
