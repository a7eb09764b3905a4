//! A directory of class files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::class_of_file;

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
            for file in fs::read_dir(directory)? {
                let file = file?;
                let Ok(name) = file.file_name().into_string() else {
                    continue; // no class can have such a name
                };
                let name = format!("{prefix}{name}");
                if file.file_type()?.is_dir() {
                    open.push((file.path(), name + "/"));
                } else {
                    names.extend(class_of_file(&name));
                }
            }
        }
        Ok(names)
    }
}

fn read_if_there(file: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(e) => Err(e),
    }
}
