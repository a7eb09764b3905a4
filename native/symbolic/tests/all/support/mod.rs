//! Classes compiled for a test, and what an exploration of them comes to.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use palus_classes::ClassIndex;
use palus_symbolic::{Arguments, Callable, Exploration, Plan, Solver};

/// Compiled classes; gone when dropped.
pub(crate) struct Compiled {
    folder: tempfile::TempDir,
    home: PathBuf,
}

impl Compiled {
    /// Compiles these files; `None`, with a word of it, where there is no JDK.
    pub(crate) fn of(sources: &[PathBuf]) -> Option<Self> {
        let Some(home) = palus_classes::on_path().filter(|home| home.join("bin/javac").is_file()) else {
            println!("skipped: no JDK with javac on PATH");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let mut javac = Command::new(home.join("bin/javac"));
        javac
            .args(["-g", "--release", "17", "-d"])
            .arg(folder.path())
            .args(sources);
        let output = javac.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(Self { folder, home })
    }

    /// Compiles one class of the package `demo`.
    pub(crate) fn text(name: &str, text: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(format!("{name}.java"));
        fs::write(&file, format!("package demo;\n{text}")).unwrap();
        Self::of(&[file])
    }

    /// The subjects of the end-to-end tests.
    pub(crate) fn subjects() -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/subjects/symbolic/demo");
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        Self::of(&files.collect::<Vec<_>>())
    }

    pub(crate) fn index(&self) -> Arc<ClassIndex> {
        Arc::new(ClassIndex::open(&[self.folder.path().to_owned()], &self.home).unwrap())
    }

    /// The public constructors and instance methods of a class.
    pub(crate) fn plan(&self, class: &str, arguments: Arguments) -> Plan {
        let info = self.index().class(class).unwrap();
        let methods = info
            .methods
            .iter()
            .filter(|method| method.access.is_public() && !method.access.is_static());
        Plan {
            class: class.to_owned(),
            callables: methods
                .map(|method| Callable {
                    owner: Arc::clone(&info.name),
                    name: Arc::clone(&method.name),
                    descriptor: Arc::clone(&method.descriptor),
                    is_static: false,
                })
                .collect(),
            arguments,
            all_tests: false,
            until: None,
        }
    }

    /// What all calls up to so many lead to, without an SMT solver.
    pub(crate) fn explored(&self, class: &str, arguments: Arguments, calls: u32) -> (Exploration, Vec<usize>) {
        self.explored_by(Solver::default(), class, arguments, calls)
    }

    pub(crate) fn explored_by(
        &self,
        solver: Solver,
        class: &str,
        arguments: Arguments,
        calls: u32,
    ) -> (Exploration, Vec<usize>) {
        let mut exploration = Exploration::new(self.index(), solver, self.plan(class, arguments));
        let mut states = vec![exploration.row().states];
        for _ in 0..calls {
            exploration.advance();
            states.push(exploration.row().states);
        }
        (exploration, states)
    }
}
