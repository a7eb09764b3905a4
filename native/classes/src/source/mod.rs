//! Where class files come from: directories, jars and the JDK's own image.

mod directory;
mod jar;
mod jdk;
mod manifest;
mod release;
mod texts;

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::info::Origin;
use directory::Directory;
use jar::Jar;
pub(crate) use jdk::Jdk;
pub use jdk::{home_of, on_path};
pub(crate) use release::Release;
pub use texts::SourceTexts;

/// One entry of a class path that could be opened.
pub(crate) struct Entry {
    pub(crate) path: PathBuf,
    source: Source,
}

enum Source {
    Directory(Directory),
    Jar(Box<Jar>),
}

impl Entry {
    /// Opens a directory or jar; `feature` is the Java version whose classes of a multi-release jar count.
    pub(crate) fn open(path: &Path, feature: u32) -> io::Result<Self> {
        let source = if path.is_dir() {
            Source::Directory(Directory::new(path))
        } else {
            Source::Jar(Box::new(Jar::open(path, feature)?))
        };
        Ok(Self {
            path: path.to_owned(),
            source,
        })
    }

    /// The bytes of a class by its dotted binary name; `None` when it is not here.
    pub(crate) fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match &self.source {
            Source::Directory(directory) => directory.read(name),
            Source::Jar(jar) => jar.read(name),
        }
    }

    /// The bytes of another file by its path inside; `None` when it is not here.
    pub(crate) fn resource(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        match &self.source {
            Source::Directory(directory) => directory.resource(path),
            Source::Jar(jar) => jar.resource(path),
        }
    }

    /// Whether a class of that dotted binary name is here.
    pub(crate) fn contains(&self, name: &str) -> bool {
        match &self.source {
            Source::Directory(directory) => directory.contains(name),
            Source::Jar(jar) => jar.contains(name),
        }
    }

    /// The dotted binary names of all classes here, in order.
    pub(crate) fn names(&self) -> io::Result<BTreeSet<String>> {
        match &self.source {
            Source::Directory(directory) => directory.names(),
            Source::Jar(jar) => Ok(jar.names()),
        }
    }

    /// Whether tests can join the package of a class from here.
    pub(crate) fn origin(&self, package: &str) -> Origin {
        match &self.source {
            Source::Jar(jar) if jar.is_closed(package) => Origin::Closed,
            _ => Origin::Open,
        }
    }

    /// The name of an entry for which javac refuses the whole jar; `None` where it reads it.
    pub(crate) fn stray(&self) -> Option<&str> {
        match &self.source {
            Source::Directory(_) => None,
            Source::Jar(jar) => jar.stray(),
        }
    }

    /// What the manifest adds to the class path.
    pub(crate) fn class_path(&self) -> &[PathBuf] {
        match &self.source {
            Source::Directory(_) => &[],
            Source::Jar(jar) => jar.class_path(),
        }
    }
}

/// The most bytes of one class file, or of another file that is looked at: far more than a compiler writes, and little enough for
/// several to be in memory. An archive of a few kilobytes may hold any number.
const MOST_BYTES: u64 = 16 << 20;

/// All bytes, or an error when there are too many.
fn read_at_most(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let why = format!("it has more than {} MiB", MOST_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(bytes)
}

/// The dotted class name of a file name inside a directory or jar; `None` for anything but classes.
fn class_of_file(file: &str) -> Option<String> {
    let name = file.strip_suffix(".class")?;
    let simple = name.rsplit('/').next().unwrap_or(name);
    (!matches!(simple, "module-info" | "package-info")).then(|| name.replace('/', "."))
}
