//! A directory of class files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{class_of_file, read_at_most};

pub(super) struct Directory {
    root: PathBuf,
}

impl Directory {
    pub(super) fn new(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    fn file_of(&self, name: &str) -> PathBuf {
        self.root.join(name.replace('.', "/") + ".class")
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.file_of(name).is_file()
    }

    pub(super) fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        read_if_there(&self.file_of(name))
    }

    pub(super) fn resource(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        read_if_there(&self.root.join(path))
    }

    pub(super) fn names(&self) -> io::Result<BTreeSet<String>> {
        let mut names = BTreeSet::new();
        let mut open = vec![(self.root.clone(), String::new())];
        while let Some((directory, prefix)) = open.pop() {
            for file in fs::read_dir(&directory)? {
                let file = file?;
                let Ok(name) = file.file_name().into_string() else {
                    continue; // no class can have such a name
                };
                let name = format!("{prefix}{name}");
                // Links are followed, as the virtual machine does; one that leads nowhere is nothing.
                let Ok(what) = fs::metadata(file.path()) else { continue };
                if what.is_dir() && !(file.file_type()?.is_symlink() && leads_up(&file.path(), &directory)) {
                    open.push((file.path(), name + "/"));
                } else if what.is_file() {
                    names.extend(class_of_file(&name));
                }
            }
        }
        Ok(names)
    }
}

/// Whether a link leads to a folder that it lies in: there is no end of classes behind it.
fn leads_up(link: &Path, directory: &Path) -> bool {
    match (fs::canonicalize(link), fs::canonicalize(directory)) {
        (Ok(target), Ok(directory)) => directory.starts_with(target),
        _ => true,
    }
}

/// Whoever opens a pipe waits for somebody to write into it: only files are read.
fn read_if_there(file: &Path) -> io::Result<Option<Vec<u8>>> {
    let read = || {
        if !fs::metadata(file)?.is_file() {
            return Err(io::ErrorKind::NotFound.into());
        }
        read_at_most(fs::File::open(file)?)
    };
    match read() {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(e) => Err(e),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_to_folders_are_followed_but_not_in_circles() {
        let home = tempfile::tempdir().unwrap();
        let (root, elsewhere) = (home.path().join("root"), home.path().join("elsewhere"));
        fs::create_dir_all(root.join("a")).unwrap();
        fs::create_dir_all(&elsewhere).unwrap();
        fs::write(elsewhere.join("B.class"), "x").unwrap();
        fs::write(root.join("a/A.class"), "x").unwrap();
        symlink(&elsewhere, root.join("linked")).unwrap();
        symlink(&root, root.join("a/up")).unwrap();
        symlink(home.path().join("gone"), root.join("Gone.class")).unwrap();
        let names = Directory::new(&root).names().unwrap();
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["a.A", "linked.B"]);
        assert_eq!(Directory::new(&root).read("linked.B").unwrap().unwrap(), b"x");
    }

    #[test]
    fn a_pipe_with_the_name_of_a_class_is_none() {
        let home = tempfile::tempdir().unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(home.path().join("X.class"))
            .status();
        assert!(made.is_ok_and(|status| status.success()));
        let directory = Directory::new(home.path());
        assert!(directory.names().unwrap().is_empty());
        assert_eq!(directory.read("X").unwrap(), None);
    }
}
