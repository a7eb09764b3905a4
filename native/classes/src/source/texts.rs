//! Source code of the classes, where somebody has it.

use std::path::{Path, PathBuf};

use super::Entry;

/// Folders and jars with sources, laid out by packages.
pub struct SourceTexts {
    entries: Vec<Entry>,
}

impl SourceTexts {
    /// Of these folders and jars; one that cannot be read has none.
    pub fn open(paths: &[PathBuf]) -> Self {
        // Sources are the same for all versions of Java.
        let entries = paths.iter().filter_map(|path| Entry::open(path, 8).ok());
        Self {
            entries: entries.collect(),
        }
    }

    /// The text of the first file of that path, `org/example/Parser.java`; what is not UTF-8 in it is replaced.
    pub fn read(&self, path: &str) -> Option<String> {
        let mut found = self
            .entries
            .iter()
            .filter_map(|entry| entry.resource(path).ok().flatten());
        found.next().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The first folder with a file of that path. What is in a jar is no file that one could open.
    pub fn folder_of(&self, path: &str) -> Option<&Path> {
        let mut folders = self.entries.iter().map(|entry| entry.path.as_path());
        folders.find(|folder| folder.join(path).is_file())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_folder_that_has_a_source_gives_it() {
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        for (folder, text) in folders.iter().zip(["one", "two"]) {
            std::fs::create_dir_all(folder.path().join("a")).unwrap();
            std::fs::write(folder.path().join("a").join("B.java"), text).unwrap();
        }
        let paths: Vec<PathBuf> = [PathBuf::from("missing")]
            .into_iter()
            .chain(folders.iter().map(|folder| folder.path().to_path_buf()))
            .collect();
        let texts = SourceTexts::open(&paths);
        assert_eq!(texts.read("a/B.java").as_deref(), Some("one"));
        assert_eq!(texts.read("a/C.java"), None);
        assert_eq!(texts.folder_of("a/B.java"), Some(folders[0].path()));
        assert_eq!(texts.folder_of("a/C.java"), None);
    }
}
