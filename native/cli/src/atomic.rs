//! Files that are written as a whole, and directories that must be writable before hours of work are put into them.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// The directory of a file that is to be written, checked to be there and writable.
pub(crate) fn writable_parent(file: &Path) -> anyhow::Result<PathBuf> {
    let parent = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let cannot = || cannot_write(file);
    let parent = fs::canonicalize(parent).with_context(cannot)?;
    tempfile::tempfile_in(&parent).with_context(cannot)?;
    if file.is_dir() {
        anyhow::bail!("{} is a directory; give the name of a file", file.display());
    }
    Ok(parent)
}

/// Writes a file as a whole: whoever reads it meanwhile, or after a run that was cut off, finds what was there before.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let cannot = || cannot_write(file);
    // As any other file: what the process may give to others is theirs.
    let mut builder = tempfile::Builder::new();
    let builder = builder.permissions(fs::Permissions::from_mode(0o666));
    let mut new = builder.tempfile_in(writable_parent(file)?).with_context(cannot)?;
    new.write_all(bytes).with_context(cannot)?;
    new.persist(file).with_context(cannot)?;
    Ok(())
}

fn cannot_write(file: &Path) -> String {
    format!(
        "cannot write {}; give a path in a directory that you can write",
        file.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_directory_is_said_before_the_work() {
        let error = writable_parent(Path::new("/nowhere/run.palus")).unwrap_err();
        assert!(error.to_string().starts_with("cannot write /nowhere/run.palus;"));
    }

    #[test]
    fn a_directory_is_no_place_for_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let error = writable_parent(dir.path()).unwrap_err();
        assert!(error.to_string().ends_with("is a directory; give the name of a file"));
    }
}
