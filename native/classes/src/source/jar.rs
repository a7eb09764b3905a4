//! A jar: entries by class name, the right version of each, and its manifest.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use zip::ZipArchive;

use super::class_of_file;
use super::manifest::Manifest;

pub(super) struct Jar {
    archive: Mutex<ZipArchive<BufReader<File>>>,
    /// The position of each class in the archive.
    entries: HashMap<String, usize>,
    manifest: Manifest,
    class_path: Vec<PathBuf>,
}

const VERSIONS: &str = "META-INF/versions/";

impl Jar {
    pub(super) fn open(path: &Path, feature: u32) -> io::Result<Self> {
        let mut archive = ZipArchive::new(BufReader::new(File::open(path)?))?;
        let manifest = read_manifest(&mut archive);
        let mut best: HashMap<String, (u32, usize)> = HashMap::new();
        for index in 0..archive.len() {
            let Some(file) = archive.name_for_index(index) else {
                continue;
            };
            let (version, file) = versioned(file);
            if version > 0 && (!manifest.multi_release || version > feature) {
                continue;
            }
            if let Some(name) = class_of_file(file) {
                let known = best.entry(name).or_insert((version, index));
                *known = (*known).max((version, index));
            }
        }
        let class_path = beside(path, &manifest.class_path);
        Ok(Self {
            archive: Mutex::new(archive),
            entries: best.into_iter().map(|(name, (_, index))| (name, index)).collect(),
            manifest,
            class_path,
        })
    }

    pub(super) fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(&index) = self.entries.get(name) else {
            return Ok(None);
        };
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = archive.by_index(index)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    pub(super) fn names(&self) -> BTreeSet<String> {
        self.entries.keys().cloned().collect()
    }

    pub(super) fn is_closed(&self, package: &str) -> bool {
        self.manifest.is_closed(package)
    }

    pub(super) fn class_path(&self) -> &[PathBuf] {
        &self.class_path
    }
}

/// A jar without a readable manifest is a jar with an empty one, as for the JVM.
fn read_manifest(archive: &mut ZipArchive<BufReader<File>>) -> Manifest {
    let mut bytes = Vec::new();
    if let Ok(mut file) = archive.by_name("META-INF/MANIFEST.MF")
        && file.read_to_end(&mut bytes).is_err()
    {
        bytes.clear();
    }
    let mut manifest = Manifest::parse(&String::from_utf8_lossy(&bytes));
    manifest.signers = archive
        .file_names()
        .filter(|name| is_signature_file(name))
        .map(str::to_owned)
        .collect();
    manifest
}

fn is_signature_file(name: &str) -> bool {
    name.strip_prefix("META-INF/")
        .and_then(|file| file.strip_suffix(".SF"))
        .is_some_and(|signer| !signer.contains('/'))
}

/// The version directory of a file in a multi-release jar, 0 for none, and the name below it.
fn versioned(file: &str) -> (u32, &str) {
    file.strip_prefix(VERSIONS)
        .and_then(|rest| rest.split_once('/'))
        .and_then(|(version, rest)| Some((version.parse().ok()?, rest)))
        .unwrap_or((0, file))
}

/// `Class-Path` holds URLs relative to the jar; the JVM ignores what is not there, so do we.
fn beside(jar: &Path, urls: &[String]) -> Vec<PathBuf> {
    let folder = jar.parent().unwrap_or(Path::new(""));
    urls.iter()
        .map(|url| folder.join(url.strip_prefix("file:").unwrap_or(url).replace("%20", " ")))
        .filter(|path| path.exists())
        .collect()
}
