//! The class index: classes of a class path and of the JDK, found by name and parsed when first asked for.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use thiserror::Error;

use crate::body::{Body, Member};
use crate::chance::{self, Chance};
use crate::glob::Glob;
use crate::hazards::{Hazards, RESOURCE};
use crate::info::{ClassInfo, MethodInfo, Nesting, package_of};
use crate::instruction::MethodCode;
use crate::parallel;
use crate::parse;
use crate::probes::ClassProbes;
use crate::source::{Entry, Jdk, Release};
use crate::types::Header;

/// Why a class index could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// An entry of the class path is not there.
    #[error("class path entry {} does not exist: build it first or correct the path", .0.display())]
    MissingEntry(PathBuf),
    /// The directory is no JDK.
    #[error("{} has no lib/modules: give the home of a JDK, version 9 or newer", .home.display())]
    NoModules {
        /// The directory.
        home: PathBuf,
    },
    /// The JDK cannot compile for that release of Java.
    #[error("the JDK {feature} in {} knows no release {release} of Java; give one that it knows, or the home of another JDK", .home.display())]
    UnknownRelease {
        /// The release.
        release: u32,
        /// The version of the JDK.
        feature: u32,
        /// The home of the JDK.
        home: PathBuf,
    },
    /// The JDK's classes cannot be read.
    #[error("cannot read {}: {because}; give the home of a complete JDK", .path.display())]
    Modules {
        /// The image of the modules.
        path: PathBuf,
        /// What is wrong with it.
        because: String,
    },
}

/// The major version of class files is that of their release of Java and this (JVMS table 4.1-A).
const MAJOR_OF_RELEASE_0: u32 = 44;

/// The static field of a class in which javac keeps whether its assertions are switched off.
const ASSERTIONS_DISABLED: &str = "$assertionsDisabled";

/// The classes of a class path and of a JDK. Cheap to open: a class file is read when its class is first asked for.
pub struct ClassIndex {
    entries: Vec<Entry>,
    jdk: Jdk,
    /// The release whose API tests may use, where that is not the JDK's own.
    pub(crate) release: Option<Release>,
    classes: RwLock<HashMap<String, Option<Arc<ClassInfo>>>>,
    /// What classes declare in terms of types, filled as asked.
    pub(crate) headers: RwLock<HashMap<Arc<str>, Arc<Header>>>,
    /// Class to the names of its supertypes, filled by [`ClassIndex::is_subclass`].
    pub(crate) ancestors: RwLock<HashMap<String, Arc<BTreeSet<Arc<str>>>>>,
    warnings: Mutex<Vec<String>>,
    /// Read on first need.
    hazards: OnceLock<Hazards>,
}

impl ClassIndex {
    /// Opens the entries of a class path, in order, what their manifests add, and the JDK at `java_home`. A jar that cannot be
    /// read is a warning, as it is for the JVM.
    pub fn open(class_path: &[PathBuf], java_home: &Path) -> Result<Self, OpenError> {
        let jdk = Jdk::open(java_home)?;
        let mut index = Self {
            entries: Vec::new(),
            jdk,
            release: None,
            classes: RwLock::default(),
            headers: RwLock::default(),
            ancestors: RwLock::default(),
            warnings: Mutex::default(),
            hazards: OnceLock::new(),
        };
        for path in class_path {
            if !path.exists() {
                return Err(OpenError::MissingEntry(path.clone()));
            }
            index.add(path);
        }
        Ok(index)
    }

    /// Has tests use the API of that release of Java alone, as `javac --release` does: what the JDK at `java_home`, from which the index was
    /// opened, has beyond it cannot be named or called. The code under test still runs on the JDK, so nothing else changes.
    pub fn for_release(mut self, release: u32, java_home: &Path) -> Result<Self, OpenError> {
        if release == self.jdk.feature {
            return Ok(self);
        }
        let found = Release::open(java_home, release).map_err(|e| OpenError::Modules {
            path: java_home.join("lib").join("ct.sym"),
            because: e.to_string(),
        })?;
        let is_known = found.is_some() && release < self.jdk.feature;
        self.release = found.filter(|_| is_known);
        if is_known {
            Ok(self)
        } else {
            Err(OpenError::UnknownRelease {
                release,
                feature: self.jdk.feature,
                home: java_home.to_owned(),
            })
        }
    }

    fn add(&mut self, path: &Path) {
        if self.entries.iter().any(|entry| entry.path == path) {
            return;
        }
        match Entry::open(path, self.jdk.feature) {
            Ok(entry) => {
                if let Some(stray) = entry.stray() {
                    self.warn(format!(
                        "{} holds the entry {stray}, which leads elsewhere: the Java compiler refuses the jar, so no test can name a class of it",
                        path.display()
                    ));
                }
                let more = entry.class_path().to_vec();
                self.entries.push(entry);
                for path in &more {
                    self.add(path);
                }
            }
            Err(e) => self.warn(format!(
                "{} is left out, it cannot be read as a jar: {e}",
                path.display()
            )),
        }
    }

    fn warn(&self, warning: String) {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }

    /// The jars of the class path that javac refuses: with one of them it finds no package at all.
    pub fn refused_jars(&self) -> Vec<PathBuf> {
        let refused = self.entries.iter().filter(|entry| entry.stray().is_some());
        refused.map(|entry| entry.path.clone()).collect()
    }

    /// What could not be read so far, one sentence each.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Why a method or constructor that the class declares is not for testing; `None` for those that are. By the list in
    /// `docs/hazards.md` and what entries of the class path add to it.
    pub fn hazard(&self, class: &ClassInfo, method: &MethodInfo) -> Option<&str> {
        self.hazards.get_or_init(|| self.read_hazards()).why(class, method)
    }

    /// Entries further back on the class path come first, so that the first one has the last word.
    fn read_hazards(&self) -> Hazards {
        let mut hazards = Hazards::built_in();
        for entry in self.entries.iter().rev() {
            let place = entry.path.display();
            match entry.resource(RESOURCE) {
                Ok(None) => {}
                Ok(Some(bytes)) => {
                    for problem in hazards.add(&String::from_utf8_lossy(&bytes)) {
                        self.warn(format!("{RESOURCE} in {place}: {problem}"));
                    }
                }
                Err(e) => self.warn(format!("{RESOURCE} in {place} cannot be read: {e}")),
            }
        }
        hazards
    }

    /// The feature version of the JDK: 17, 25.
    pub fn feature_version(&self) -> u32 {
        self.jdk.feature
    }

    /// The class of that dotted binary name: from the class path, else from the JDK.
    pub fn class(&self, name: &str) -> Option<Arc<ClassInfo>> {
        if let Some(known) = self.classes.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return known.clone();
        }
        let class = self.parse(name).map(Arc::new);
        let mut classes = self.classes.write().unwrap_or_else(PoisonError::into_inner);
        classes.entry(name.to_owned()).or_insert(class).clone()
    }

    fn parse(&self, name: &str) -> Option<ClassInfo> {
        let (bytes, entry) = self.read(name)?;
        let package = package_of(name);
        let origin = entry.map_or_else(|| self.jdk.origin(package), |entry| entry.origin(package));
        match parse::class_info(&bytes, origin) {
            // On a file system that ignores case, or in a misplaced file, another class may answer to the name.
            Ok(class) if *class.name == *name => Some(ClassInfo {
                unreadable: entry
                    .and_then(Entry::stray)
                    .map(|_| "the Java compiler refuses its jar")
                    .or(class.unreadable),
                ..class
            }),
            Ok(class) => {
                self.warn(format!("class {name} is left out, its file holds {}", class.name));
                None
            }
            Err(e) => {
                self.warn(format!("class {name} is left out, its file cannot be read: {e}"));
                None
            }
        }
    }

    /// The bytes of a class and the entry that has it, `None` for the JDK. `java.*` is the JDK's alone, as for the JVM.
    fn read(&self, name: &str) -> Option<(Vec<u8>, Option<&Entry>)> {
        if !name.starts_with("java.") {
            for entry in &self.entries {
                match entry.read(name) {
                    Ok(Some(bytes)) => return Some((bytes, Some(entry))),
                    Ok(None) => {}
                    Err(e) => self.warn(format!("class {name} in {} cannot be read: {e}", entry.path.display())),
                }
            }
        }
        match self.jdk.read(name) {
            Ok(found) => found.map(|bytes| (bytes, None)),
            Err(e) => {
                self.warn(format!("class {name} of the JDK cannot be read: {e}"));
                None
            }
        }
    }

    /// The bodies of the methods of a class, in the order of [`ClassInfo::methods`]; empty when they cannot be read. Not kept: ask
    /// once a class.
    pub fn bodies(&self, name: &str) -> Vec<Body> {
        let Some((bytes, _)) = self.read(name) else {
            return Vec::new();
        };
        parse::bodies(&bytes).unwrap_or_else(|e| {
            self.warn(format!("the code of class {name} is left out, it cannot be read: {e}"));
            Vec::new()
        })
    }

    /// Whether a method of that name has an `assert` statement (JLS 14.10): its code asks whether assertions are switched off.
    pub fn has_assert(&self, class: &str, method: &str) -> bool {
        let Some(info) = self.class(class) else { return false };
        let asks = |body: &Body| {
            body.fields
                .iter()
                .any(|access| &*access.field.name == ASSERTIONS_DISABLED)
        };
        let bodies = self.bodies(class);
        let mut both = info.methods.iter().zip(&bodies);
        both.any(|(info, body)| &*info.name == method && asks(body))
    }

    /// The instructions of the methods of a class, in the order of [`ClassInfo::methods`], `None` for a method without code; empty when
    /// they cannot be read. Not kept: ask once a class.
    pub fn code(&self, name: &str) -> Vec<Option<MethodCode>> {
        let Some((bytes, _)) = self.read(name) else {
            return Vec::new();
        };
        parse::executables(&bytes).unwrap_or_else(|e| {
            self.warn(format!("the code of class {name} is left out, it cannot be read: {e}"));
            Vec::new()
        })
    }

    /// What the code of a method, by its position, asks that no test controls, and the method that it asks; the nearest, found through
    /// the code of the class path. A hint, no proof.
    pub fn chance(&self, class: &Arc<ClassInfo>, method: usize) -> Option<(Chance, Arc<Member>)> {
        chance::nearest(self, class, method)
    }

    /// The newest release of Java for which a class of the class path was compiled (JVMS 4.1); `None` where there is none.
    pub fn newest_release(&self) -> Option<u32> {
        let names: Vec<String> = self.class_path_names().into_iter().collect();
        let release = |name: &String| {
            let (bytes, _) = self.read(name)?;
            let major = u16::from_be_bytes([*bytes.get(6)?, *bytes.get(7)?]);
            u32::from(major).checked_sub(MAJOR_OF_RELEASE_0)
        };
        parallel::map(&names, release).into_iter().flatten().max()
    }

    /// A number for each class that changes with its class file or with one of a class within it: what its tests are generated from.
    /// Classes that are not there have none.
    pub fn input_hashes(&self, names: &[String]) -> BTreeMap<String, u64> {
        let all = self.class_path_names();
        let hash = |name: &String| {
            let within = format!("{name}$");
            let inner = all
                .range(within.clone()..)
                .take_while(|other| other.starts_with(&within));
            let mut hasher = DefaultHasher::new();
            self.read(name)?.0.hash(&mut hasher);
            for bytes in inner.filter_map(|inner| self.read(inner)) {
                bytes.0.hash(&mut hasher);
            }
            Some(hasher.finish())
        };
        let hashed = parallel::map(names, |name| Some((name.clone(), hash(name)?)));
        hashed.into_iter().flatten().collect()
    }

    /// The edges of a class as the agent numbers them, with their lines; `None` when its file is not there or cannot be read. Not kept.
    pub fn probes(&self, name: &str) -> Option<ClassProbes> {
        let (bytes, _) = self.read(name)?;
        parse::probes(&bytes).ok()
    }

    /// The bodies of several classes, read on all cores.
    pub fn bodies_of(&self, classes: &[Arc<ClassInfo>]) -> Vec<Vec<Body>> {
        parallel::map(classes, |class| self.bodies(&class.name))
    }

    /// Several classes, read on all cores; those that are not there are left out.
    pub fn load(&self, names: &[String]) -> Vec<Arc<ClassInfo>> {
        parallel::map(names, |name| self.class(name))
            .into_iter()
            .flatten()
            .collect()
    }

    /// The classes that a programmer wrote and a test could be for, by name and in order, whose binary names match one of the
    /// globs: `*` stands for anything, dots included. The JDK's own are looked at by globs that begin with `java.` or `javax.` only.
    /// Left out: anonymous, local and synthetic classes, annotations, `module-info` and `package-info`.
    pub fn matching(&self, globs: &[String]) -> Vec<String> {
        let globs: Vec<Glob<'_>> = globs.iter().map(|glob| Glob::new(glob)).collect();
        let mut names = BTreeSet::new();
        for entry in &self.entries {
            names.extend(self.names_of(entry));
        }
        if globs.iter().any(Glob::is_for_jdk) {
            names.extend(self.jdk.names().into_iter().filter(|name| {
                let mut own = globs.iter().filter(|glob| glob.is_for_jdk());
                own.any(|glob| glob.matches(name))
            }));
        }
        names.retain(|name| globs.iter().any(|glob| glob.matches(name)));
        self.candidates(names)
    }

    /// The same for all classes of one entry of the class path, by the path with which it was opened.
    pub fn names_in(&self, entry: &Path) -> Vec<String> {
        let entry = self.entries.iter().find(|e| e.path == entry);
        self.candidates(entry.map(|e| self.names_of(e)).unwrap_or_default())
    }

    /// The classes that a test could be for and that stand with this one: those of the first entry of the class path that has it; for
    /// a class of the JDK, those of its package. Empty when there is no such class.
    pub fn companions(&self, class: &str) -> Vec<String> {
        if let Some(entry) = self.entries.iter().find(|entry| entry.contains(class)) {
            return self.names_in(&entry.path);
        }
        if self.class(class).is_none() {
            return Vec::new();
        }
        let names = self.jdk.all_names().into_iter();
        self.candidates(names.filter(|name| package_of(name) == package_of(class)).collect())
    }

    /// The names of all classes of the JDK's modules, in order, whatever their packages export.
    pub fn jdk_names(&self) -> Vec<String> {
        self.jdk.all_names().into_iter().collect()
    }

    /// The module of the JDK that holds a package.
    pub(crate) fn module_of(&self, package: &str) -> Option<String> {
        self.jdk.module_of(package).map(str::to_owned)
    }

    /// The names of the classes in `java.*` packages that `java.base` and the module of that package export.
    pub(crate) fn platform_names(&self, package: &str) -> BTreeSet<String> {
        let module = self.jdk.module_of(package);
        let mut names = self.jdk.names();
        names.retain(|name| {
            let of_class = self.jdk.module_of(package_of(name));
            name.starts_with("java.") && (of_class == module || of_class == Some("java.base"))
        });
        names
    }

    /// The names of all classes in the entries of the class path.
    pub(crate) fn class_path_names(&self) -> BTreeSet<String> {
        self.entries.iter().flat_map(|entry| self.names_of(entry)).collect()
    }

    /// The names of all classes of one entry of the class path, by the path with which it was opened.
    pub fn all_names_in(&self, entry: &Path) -> Vec<String> {
        let entry = self.entries.iter().find(|e| e.path == entry);
        entry
            .map(|e| self.names_of(e))
            .unwrap_or_default()
            .into_iter()
            .collect()
    }

    fn names_of(&self, entry: &Entry) -> BTreeSet<String> {
        entry.names().unwrap_or_else(|e| {
            self.warn(format!("{} cannot be listed: {e}", entry.path.display()));
            BTreeSet::new()
        })
    }

    fn candidates(&self, names: BTreeSet<String>) -> Vec<String> {
        let names: Vec<String> = names.into_iter().collect();
        let is_candidate = parallel::map(&names, |name| {
            !self.is_inside_hidden(name) && self.class(name).is_some_and(|class| class.is_candidate())
        });
        let kept = names.into_iter().zip(is_candidate);
        kept.filter_map(|(name, is_candidate)| is_candidate.then_some(name))
            .collect()
    }

    /// Members of local and anonymous classes cannot be named either.
    fn is_inside_hidden(&self, name: &str) -> bool {
        let mut class = self.class(name);
        while let Some(found) = class {
            class = match &found.nesting {
                Nesting::Member { outer, .. } => self.class(outer),
                Nesting::TopLevel => return false,
                Nesting::Hidden => return true,
            };
        }
        false
    }

    /// The positions of the entries of the class path that hold one of these classes.
    pub(crate) fn entries_of(&self, classes: &[&str]) -> Vec<usize> {
        let holds = |entry: &Entry| classes.iter().any(|name| entry.contains(name));
        let entries = self.entries.iter().enumerate();
        entries.filter(|(_, entry)| holds(entry)).map(|(at, _)| at).collect()
    }

    /// The names of all classes in these entries of the class path, by their positions.
    pub(crate) fn names_in_all(&self, entries: &[usize]) -> BTreeSet<String> {
        entries
            .iter()
            .flat_map(|&at| self.names_of(&self.entries[at]))
            .collect()
    }
}
