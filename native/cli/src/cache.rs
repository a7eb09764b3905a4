//! The user's cache folder: files that are the same in each run lie there at a place that stays.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use etcetera::BaseStrategy as _;
use xxhash_rust::xxh3::Xxh3;

/// How the name of a folder begins.
const PREFIX: &str = "tools-";

/// How many folders stay, in any case.
const KEPT: usize = 3;

/// A folder that was used since then may be in use.
const IN_USE: Duration = Duration::from_secs(24 * 60 * 60);

/// The file whose age says when its folder was used.
const USED: &str = "used";

/// A folder that holds files of these names and contents, and may hold what is made of them; `None` where there is no cache to write to.
pub(crate) fn folder_of(files: &[(&str, &[u8])]) -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    kept(files, &strategy.cache_dir().join("palus")).ok()
}

fn kept(files: &[(&str, &[u8])], cache: &Path) -> io::Result<PathBuf> {
    let folder = cache.join(format!("{PREFIX}{:016x}", fingerprint(files)));
    fs::create_dir_all(&folder)?;
    for (name, bytes) in files {
        let path = folder.join(name);
        // Whoever runs code that is not confined may find the files changed.
        if fs::read(&path).is_ok_and(|present| present == *bytes) {
            continue;
        }
        let mut new = tempfile::NamedTempFile::new_in(&folder)?;
        new.write_all(bytes)?;
        new.persist(&path)?;
    }
    File::create(folder.join(USED))?;
    prune(cache)?;
    Ok(folder)
}

fn fingerprint(files: &[(&str, &[u8])]) -> u64 {
    let mut hash = Xxh3::new();
    for (name, bytes) in files {
        hash.update(name.as_bytes());
        hash.update(bytes);
    }
    hash.digest()
}

/// Removes folders of other versions that were not used for longest.
fn prune(cache: &Path) -> io::Result<()> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(cache)? {
        let entry = entry?;
        if !entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            continue;
        }
        let path = entry.path();
        let used = fs::metadata(path.join(USED)).and_then(|metadata| metadata.modified());
        folders.push((used.unwrap_or(UNIX_EPOCH), path));
    }
    folders.sort();
    let surplus = folders.len().saturating_sub(KEPT);
    for (used, path) in &folders[..surplus] {
        if SystemTime::now().duration_since(*used).is_ok_and(|age| age > IN_USE) {
            fs::remove_dir_all(path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_somebody_changed_is_written_anew() {
        let cache = tempfile::tempdir().unwrap();
        let files: [(&str, &[u8]); 2] = [("a.jar", b"one"), ("b.jar", b"two")];
        let folder = kept(&files, cache.path()).unwrap();
        fs::write(folder.join("a.jar"), "none").unwrap();
        fs::write(folder.join("more"), "made of them").unwrap();
        assert_eq!(kept(&files, cache.path()).unwrap(), folder);
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(
            [read("a.jar"), read("b.jar"), read("more")],
            ["one", "two", "made of them"]
        );
    }

    #[test]
    fn other_files_have_another_folder_and_old_folders_go() {
        let cache = tempfile::tempdir().unwrap();
        let folders: Vec<PathBuf> = [b"1", b"2", b"3", b"4", b"5"]
            .iter()
            .map(|bytes| kept(&[("a.jar", bytes.as_slice())], cache.path()).unwrap())
            .collect();
        assert!(folders.iter().all(|folder| folder.is_dir()), "all are in use");
        let long_ago = SystemTime::now() - IN_USE * 2;
        for folder in &folders {
            File::open(folder.join(USED)).unwrap().set_modified(long_ago).unwrap();
        }
        kept(&[("a.jar", b"5")], cache.path()).unwrap();
        let left = folders.iter().filter(|folder| folder.is_dir()).count();
        assert_eq!(left, KEPT);
        assert!(folders[4].is_dir(), "the one that is used stays");
    }

    #[test]
    fn without_a_place_to_write_there_is_none() {
        let cache = tempfile::tempdir().unwrap();
        let file = cache.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(kept(&[("a.jar", b"1")], &file).is_err());
    }
}
