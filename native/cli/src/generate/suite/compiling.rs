//! The compiler of a suite, which is given the tests before it is known which of them stand.
//!
//! While tests are confirmed a processor is idle. What becomes of most tests there is nothing, so most files are compiled when they are wanted, and the
//! others meet a compiler that is warm.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use palus_classes::TypeFacts;
use palus_emit::java::{self, SourceFile, Style};
use palus_sequence::work::KeptTest;
use palus_supervise::{Compiled, Diagnostic, Error, Javac, Verifier};

use super::{NamedTest, write_sources};
use crate::generate::publish::SOURCES;
use crate::generate::rounds::Half;

/// Compiles the files of a suite.
pub(in crate::generate) struct Compiling<'v> {
    javac: Javac<'v>,
    /// Where sources go; they are replaced with every round.
    sources: &'v Path,
    /// Where class files go.
    pub(in crate::generate) classes: &'v Path,
    /// What it was given before anything was known of the tests.
    draft: Draft,
    /// The classes of which the source was written since they were compiled.
    changed: BTreeSet<String>,
}

/// Sources that may turn out to be others, and what the compiler warned of in them.
#[derive(Default)]
struct Draft {
    texts: BTreeMap<PathBuf, String>,
    warnings: Vec<Diagnostic>,
}

impl<'v> Compiling<'v> {
    pub(in crate::generate) fn new(verifier: &'v Verifier, sources: &'v Path, classes: &'v Path) -> Self {
        let folders = Half::BOTH.map(|half| sources.join(half.folder()));
        Self {
            javac: verifier.javac(sources, &folders, classes),
            sources,
            classes,
            draft: Draft::default(),
            changed: BTreeSet::new(),
        }
    }

    /// Begins with what the search found, as if all of it came out the same again. That it cannot is no fault: all is compiled when it is known.
    pub(in crate::generate) fn begin_with(
        &mut self,
        found: &[NamedTest],
        facts: &(dyn TypeFacts + Sync),
        style: &Style<'_>,
    ) {
        let tests: Vec<&KeptTest> = found.iter().map(|(_, test)| *test).collect();
        let chosen: BTreeSet<usize> = palus_suite::join(&tests).iter().map(|chosen| chosen.index).collect();
        let chosen: Vec<NamedTest> = chosen.into_iter().map(|index| found[index]).collect();
        let files = java::emit(&chosen, facts, style).files;
        if self.write(&files).is_ok() {
            self.remove_changed();
            if self.javac.begin().is_ok() {
                self.draft.follow(files);
            }
        }
    }

    /// Leaves these sources and no others.
    pub(super) fn write(&mut self, files: &[SourceFile]) -> anyhow::Result<()> {
        // The compiler must not read one text and leave a class file that is younger than the next.
        if let Ok(compiled) = self.javac.ended() {
            self.draft.warnings.extend(compiled.warnings);
        } else {
            // All is compiled again, by another compiler.
            self.draft = Draft::default();
            let _ = fs::remove_dir_all(self.classes);
        }
        self.changed.extend(write_sources(files, self.sources)?);
        Ok(())
    }

    /// What the compiler finds of files that were written.
    pub(super) fn compile(&mut self, files: &[SourceFile]) -> Result<Compiled, Error> {
        if files.is_empty() {
            return Ok(Compiled::default());
        }
        self.remove_changed();
        let mut compiled = self.javac.compile()?;
        compiled.warnings.extend(std::mem::take(&mut self.draft).of(files));
        Ok(compiled)
    }

    /// Removes the class files of which the sources are others now.
    fn remove_changed(&mut self) {
        for class in std::mem::take(&mut self.changed) {
            // A warm compiler leaves it within a tick of the file system's clock before the source: it would pass for the younger one. It need not be there.
            let _ = fs::remove_file(self.classes.join(class.replace('.', "/") + ".class"));
        }
    }
}

impl Draft {
    /// It is these files now.
    fn follow(&mut self, files: Vec<SourceFile>) {
        self.warnings = std::mem::take(self).of(&files);
        self.texts = files.into_iter().map(|file| (file.path, file.text)).collect();
    }

    /// The warnings of files that are still the same: the compiler says each once.
    fn of(self, files: &[SourceFile]) -> Vec<Diagnostic> {
        let is_same = |file: &&SourceFile| self.texts.get(&file.path) == Some(&file.text);
        let same: Vec<&Path> = files.iter().filter(is_same).map(|file| file.path.as_path()).collect();
        let mut warnings = self.warnings;
        warnings.retain(|warning| {
            let mut paths = SOURCES.iter().map(|folder| Path::new(folder).join(&warning.file));
            paths.any(|path| same.contains(&path.as_path()))
        });
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::file;
    use super::*;

    #[test]
    fn of_a_draft_the_warnings_of_files_that_are_still_the_same_count() {
        let warning = |name: &str| Diagnostic {
            file: name.into(),
            line: 3,
            message: "rawtypes".to_owned(),
        };
        let draft = Draft {
            texts: ["a", "b"]
                .map(|name| (Path::new(SOURCES[0]).join(name), "1".to_owned()))
                .into(),
            warnings: ["a", "b", "c"].map(warning).into(),
        };
        assert_eq!(draft.of(&[file("a", "1"), file("b", "2")]), [warning("a")]);
    }
}
