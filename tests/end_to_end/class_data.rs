//! What is kept in the user's cache folder: it makes a run faster and changes nothing else.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use crate::support::{Work, jdks, tree};

/// The tests that come out with that folder for caches.
fn tests(work: &Work, cache: &Path) -> Vec<(PathBuf, String)> {
    work.palus_with(
        "generate --classpath classes --sequences 300 --seed 1 --out out --quiet",
        &[("XDG_CACHE_HOME", cache.as_os_str())],
    )
    .exits(0);
    let java = work.path("out/java");
    let files = tree(&java).into_iter();
    files
        .map(|file| (file.clone(), fs::read_to_string(java.join(file)).unwrap()))
        .collect()
}

fn archives(cache: &Path) -> Vec<PathBuf> {
    let mut files = tree(cache);
    files.retain(|file| file.extension() == Some(OsStr::new("jsa")));
    files.into_iter().map(|file| cache.join(file)).collect()
}

#[test]
fn class_data_is_made_once_and_used_and_does_no_harm_when_it_is_broken() {
    let work = Work::on_subject("ledger", &jdks()[0]);
    let cache = work.path("cache");
    let first = tests(&work, &cache);
    assert!(!first.is_empty());
    // One of the compiler; of the launcher one for each Java on which the tests run.
    let made = archives(&cache);
    assert_eq!(made.len(), 1 + jdks().len(), "{made:?}");
    let long_ago = UNIX_EPOCH + Duration::from_secs(1);
    for archive in &made {
        assert!(
            fs::metadata(archive).unwrap().len() > 1_000_000,
            "{}",
            archive.display()
        );
        File::open(archive).unwrap().set_modified(long_ago).unwrap();
    }

    assert_eq!(tests(&work, &cache), first);
    assert_eq!(archives(&cache), made);
    for archive in &made {
        let used = fs::metadata(archive).unwrap().modified().unwrap();
        assert!(used > long_ago, "{} was not used", archive.display());
        fs::remove_file(archive).unwrap();
        fs::write(archive, "this is no archive").unwrap();
    }

    assert_eq!(tests(&work, &cache), first);
}
