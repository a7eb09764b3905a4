//! A class path compiled from Java source written in the test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use palus_classes::{ClassIndex, IndexLibrary, Library};
use palus_sequence::{MethodId, TypeId};

/// A directory of compiled classes; gone when dropped.
pub(crate) struct Compiled {
    folder: tempfile::TempDir,
    pub(crate) java_home: PathBuf,
}

impl Compiled {
    /// Compiles sources, each a path and a text; says so and gives `None` where there is no JDK.
    pub(crate) fn new(sources: &[(&str, &str)]) -> Option<Self> {
        let Some(java_home) = palus_classes::on_path().filter(|home| home.join("bin/javac").is_file()) else {
            println!("skipped: no JDK with javac on PATH");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let mut javac = Command::new(java_home.join("bin/javac"));
        javac
            .args(["-g", "--release", "17", "-d"])
            .arg(folder.path().join("classes"));
        for (path, text) in sources {
            let file = folder.path().join("src").join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
            javac.arg(file);
        }
        let output = javac.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(Self { folder, java_home })
    }

    /// The directory of the classes.
    pub(crate) fn classes(&self) -> PathBuf {
        self.folder.path().join("classes")
    }

    /// Gives a name another of the same length, in all class files and in their own names: other languages name more freely.
    pub(crate) fn rename(&self, from: &str, to: &str) {
        assert_eq!(from.len(), to.len());
        rename_below(&self.classes(), from, to);
    }

    /// A path for a file of the test's own.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the `jar` tool of the JDK in the directory of the classes.
    pub(crate) fn jar(&self, arguments: &[&str]) {
        let mut jar = Command::new(self.java_home.join("bin/jar"));
        let output = jar.args(arguments).current_dir(self.classes()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    pub(crate) fn index(&self) -> ClassIndex {
        self.index_of(&[&self.classes()])
    }

    pub(crate) fn index_of(&self, class_path: &[&Path]) -> ClassIndex {
        let class_path: Vec<PathBuf> = class_path.iter().map(|&path| path.to_owned()).collect();
        ClassIndex::open(&class_path, &self.java_home).unwrap()
    }

    /// The library over these classes under test.
    pub(crate) fn library(&self, subjects: &[&str]) -> IndexLibrary {
        let subjects: Vec<String> = subjects.iter().map(|&name| name.to_owned()).collect();
        IndexLibrary::new(self.index(), &subjects)
    }
}

fn rename_below(folder: &Path, from: &str, to: &str) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rename_below(&path, from, to);
        } else {
            let mut bytes = fs::read(&path).unwrap();
            let starts = 0..=bytes.len() - from.len();
            for start in starts {
                let place = &mut bytes[start..start + from.len()];
                if place == from.as_bytes() {
                    place.copy_from_slice(to.as_bytes());
                }
            }
            fs::write(&path, bytes).unwrap();
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        fs::rename(&path, path.with_file_name(name.replace(from, to))).unwrap();
    }
}

/// Calls as `Owner.name(descriptor)`, for comparing.
pub(crate) fn texts(library: &IndexLibrary, methods: &[MethodId]) -> Vec<String> {
    methods.iter().map(|&method| text(library, method)).collect()
}

pub(crate) fn text(library: &IndexLibrary, method: MethodId) -> String {
    let method = library.symbols().get(method);
    let owner = library.symbols().type_name(method.owner);
    format!("{owner}.{}{}", method.name, method.descriptor)
}

pub(crate) fn type_of(library: &mut IndexLibrary, name: &str) -> TypeId {
    library.symbols_mut().class(name)
}

/// The text of each producer of a class.
pub(crate) fn producers(library: &mut IndexLibrary, wanted: &str) -> Vec<String> {
    let wanted = type_of(library, wanted);
    let found = library.producers(wanted);
    let texts = found.into_iter().map(|producer| match producer {
        palus_classes::Producer::Call(method) => text(library, method),
        palus_classes::Producer::StaticField(field) => {
            let field = library.symbols().get_field(field);
            format!("{}.{}", library.symbols().type_name(field.owner), field.name)
        }
    });
    texts.collect()
}
