//! A jar: entries by class name, the right version of each, and its manifest.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use zip::ZipArchive;
use zip::result::ZipError;

use super::manifest::Manifest;
use super::{class_of_file, read_at_most};

pub(super) struct Jar {
    archive: Archive,
    /// The position of each class in the archive.
    entries: HashMap<String, usize>,
    manifest: Manifest,
    class_path: Vec<PathBuf>,
    /// The first entry whose name leads somewhere else.
    stray: Option<String>,
}

/// A zip file. It is cloned for each read, which shares its directory: threads wait for each other only while they read from the file, not
/// while they inflate.
pub(super) struct Archive(ZipArchive<Reader>);

impl Archive {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(ZipArchive::new(Reader(BufReader::new(Window::open(path)?)))?))
    }

    /// The names of the files, in the order of the archive, each with its position.
    pub(super) fn names(&self) -> impl Iterator<Item = (usize, &str)> {
        (0..self.0.len()).filter_map(|index| Some((index, self.0.name_for_index(index)?)))
    }

    /// The content of the file at that position.
    pub(super) fn read(&self, index: usize) -> io::Result<Vec<u8>> {
        let mut archive = self.0.clone();
        let file = archive.by_index(index)?;
        read_at_most(file)
    }

    /// The content of the file of that name; `None` when there is none.
    fn read_named(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let mut archive = self.0.clone();
        let file = match archive.by_name(name) {
            Err(ZipError::FileNotFound) => return Ok(None),
            found => found?,
        };
        read_at_most(file).map(Some)
    }
}

/// A place in an open file of its own: the file is shared.
#[derive(Clone)]
struct Window {
    file: Arc<Mutex<File>>,
    at: u64,
}

impl Window {
    fn open(path: &Path) -> io::Result<Self> {
        let file = Arc::new(Mutex::new(File::open(path)?));
        Ok(Self { file, at: 0 })
    }
}

impl Read for Window {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.at))?;
        let count = file.read(buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Window {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        self.at = match to {
            SeekFrom::Current(by) => {
                let to = self.at.checked_add_signed(by).ok_or(io::ErrorKind::InvalidInput)?;
                file.seek(SeekFrom::Start(to))?
            }
            other => file.seek(other)?,
        };
        Ok(self.at)
    }
}

/// The same with a buffer; a clone begins with an empty one.
struct Reader(BufReader<Window>);

impl Clone for Reader {
    fn clone(&self) -> Self {
        Self(BufReader::new(self.0.get_ref().clone()))
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

const VERSIONS: &str = "META-INF/versions/";

impl Jar {
    pub(super) fn open(path: &Path, feature: u32) -> io::Result<Self> {
        let archive = Archive::open(path)?;
        let manifest = read_manifest(&archive);
        let mut best: HashMap<String, (u32, usize)> = HashMap::new();
        let mut stray = None;
        for (index, file) in archive.names() {
            if is_stray(file) {
                stray.get_or_insert_with(|| file.to_owned());
                continue;
            }
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
            archive,
            entries: best.into_iter().map(|(name, (_, index))| (name, index)).collect(),
            manifest,
            class_path,
            stray,
        })
    }

    pub(super) fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(&index) = self.entries.get(name) else {
            return Ok(None);
        };
        self.archive.read(index).map(Some)
    }

    pub(super) fn resource(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        self.archive.read_named(path)
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

    pub(super) fn stray(&self) -> Option<&str> {
        self.stray.as_deref()
    }
}

/// Whether a name, followed, leads elsewhere. The JDK's file system for archives, by which javac reads them, then takes none of it.
fn is_stray(file: &str) -> bool {
    file.split('/').any(|element| matches!(element, "." | ".."))
}

/// A jar without a readable manifest is a jar with an empty one, as for the JVM.
fn read_manifest(archive: &Archive) -> Manifest {
    let bytes = archive
        .read_named("META-INF/MANIFEST.MF")
        .ok()
        .flatten()
        .unwrap_or_default();
    let mut manifest = Manifest::parse(&String::from_utf8_lossy(&bytes));
    manifest.signers = archive
        .names()
        .filter(|(_, name)| is_signature_file(name))
        .map(|(_, name)| name.to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use zip::write::SimpleFileOptions;

    #[test]
    fn a_class_of_gigabytes_is_refused_before_it_is_in_memory() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("bomb.jar");
        let mut jar = zip::ZipWriter::new(File::create(&path).unwrap());
        jar.start_file("a/Bomb.class", SimpleFileOptions::default()).unwrap();
        let zeros = vec![0; 1 << 20];
        for _ in 0..17 {
            jar.write_all(&zeros).unwrap();
        }
        jar.start_file("a/Small.class", SimpleFileOptions::default()).unwrap();
        jar.write_all(b"small").unwrap();
        jar.finish().unwrap();
        let jar = Jar::open(&path, 17).unwrap();
        assert_eq!(jar.read("a.Small").unwrap().unwrap(), b"small");
        let error = jar.read("a.Bomb").unwrap_err().to_string();
        assert_eq!(error, "it has more than 16 MiB");
    }
}
