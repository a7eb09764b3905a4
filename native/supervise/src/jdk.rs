//! Finds the Java that runs workers and checks that it can do what a command needs.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Error;

/// Homes of Java, separated by colons, before those that are looked for.
const NAMED: &str = "PALUS_TEST_JDKS";
/// Where packages put the homes of Java.
const USUAL_FOLDERS: [&str; 2] = ["/usr/lib/jvm", "/usr/java"];
/// Where developers have them, below their own home.
const OWN_FOLDERS: [&str; 2] = [".sdkman/candidates/java", ".jdks"];

/// A Java run time, by its home.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jdk {
    home: PathBuf,
    feature: u32,
}

impl Jdk {
    /// The one that `JAVA_HOME` names, else the one whose `java` comes first on `PATH`, provided that it is at least
    /// `needed`; `command` is for the message when it is not.
    pub fn find(needed: u32, command: &'static str) -> Result<Self, Error> {
        Self::find_in(env::var_os("JAVA_HOME"), env::var_os("PATH"), needed)?.at_least(needed, command)
    }

    fn find_in(java_home: Option<OsString>, path: Option<OsString>, needed: u32) -> Result<Self, Error> {
        if let Some(home) = java_home.filter(|h| !h.is_empty()) {
            let home = PathBuf::from(home);
            return if launcher(&home).is_file() {
                Self::at(&home)
            } else {
                Err(Error::NotAHome(home))
            };
        }
        let java = on_path("java", path).ok_or(Error::NoJava { needed })?;
        Self::at(&home_of(&java))
    }

    /// The run time with that home.
    pub fn at(home: &Path) -> Result<Self, Error> {
        let home = fs::canonicalize(home).map_err(Error::io(format!("find the Java at {}", home.display())))?;
        let release = fs::read_to_string(home.join("release")).unwrap_or_default();
        if let Some(feature) = property(&release, "JAVA_VERSION=").and_then(feature_version) {
            return Ok(Self { home, feature });
        }
        ask(&home)
    }

    /// Newer run times of this machine, of each feature version one, oldest version first: those that `PALUS_TEST_JDKS` names, those beside
    /// this one, and those in the folders where packages, SDKMAN! and editors put them.
    pub fn newer(&self) -> Vec<Self> {
        let beside = self.home.parent().map(Path::to_owned);
        let usual = USUAL_FOLDERS.iter().map(PathBuf::from);
        let home = env::var_os("HOME").map(PathBuf::from);
        let own = home.iter().flat_map(|home| OWN_FOLDERS.map(|folder| home.join(folder)));
        self.newer_in(
            env::var_os(NAMED).as_deref(),
            beside.into_iter().chain(usual).chain(own),
        )
    }

    fn newer_in(&self, named: Option<&OsStr>, folders: impl Iterator<Item = PathBuf>) -> Vec<Self> {
        let named = named.into_iter().flat_map(env::split_paths);
        let mut newer: BTreeMap<u32, Self> = BTreeMap::new();
        for home in named.chain(folders.flat_map(|folder| homes_in(&folder))) {
            if !launcher(&home).is_file() {
                continue;
            }
            if let Some(jdk) = Self::at(&home).ok().filter(|jdk| jdk.feature > self.feature) {
                newer.entry(jdk.feature).or_insert(jdk);
            }
        }
        newer.into_values().collect()
    }

    fn at_least(self, needed: u32, command: &'static str) -> Result<Self, Error> {
        if self.feature >= needed {
            return Ok(self);
        }
        Err(Error::TooOld {
            home: self.home,
            found: self.feature,
            needed,
            command,
        })
    }

    /// The same, provided that it has a compiler.
    pub fn with_compiler(self) -> Result<Self, Error> {
        // The compiler's module is what `javax.tools` needs; `bin/javac` comes and goes with it.
        if self.home.join("bin").join("javac").is_file() {
            Ok(self)
        } else {
            Err(Error::NoCompiler(self.home))
        }
    }

    /// The directory that holds `bin/java`.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The feature version, 17 for `17.0.9`.
    pub fn feature(&self) -> u32 {
        self.feature
    }

    /// The launcher.
    pub fn java(&self) -> PathBuf {
        launcher(&self.home)
    }
}

/// What lies in the folder, the last name first; nothing when it cannot be read.
fn homes_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut homes: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    homes.sort_by(|a, b| b.cmp(a));
    homes
}

fn launcher(home: &Path) -> PathBuf {
    home.join("bin").join("java")
}

/// The first file of that name in the directories of a `PATH`.
pub(crate) fn on_path(name: &str, path: Option<OsString>) -> Option<PathBuf> {
    env::split_paths(&path?)
        .map(|dir| dir.join(name))
        .find(|candidate| candidate.is_file())
}

/// Follows the links that packagers put in front (`/usr/bin/java -> alternatives -> the home`).
fn home_of(java: &Path) -> PathBuf {
    let real = fs::canonicalize(java).unwrap_or_else(|_| java.to_path_buf());
    let home = real.parent().and_then(Path::parent);
    home.unwrap_or(Path::new("/")).to_path_buf()
}

/// Asks the launcher itself: for launchers that are scripts (version managers) and homes without a `release` file.
fn ask(home: &Path) -> Result<Jdk, Error> {
    let unknown = |why: String| Error::UnknownVersion {
        home: home.to_path_buf(),
        why,
    };
    let output = Command::new(launcher(home))
        .args(["-XshowSettings:properties", "-version"])
        .env_remove("JAVA_TOOL_OPTIONS")
        .stdin(Stdio::null())
        .output()
        .map_err(|e| unknown(e.to_string()))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let feature = property(&said, "java.version =").and_then(feature_version);
    let real = property(&said, "java.home =").map(PathBuf::from);
    match (feature, real) {
        (Some(feature), Some(home)) => Ok(Jdk { home, feature }),
        _ => Err(unknown(
            "`java -XshowSettings:properties -version` does not name it".to_owned(),
        )),
    }
}

/// The value behind `key` at the start of a line, without quotes.
fn property<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.lines()
        .find_map(|line| line.trim().strip_prefix(key))
        .map(|value| value.trim().trim_matches('"'))
}

/// 8 for `1.8.0_392`, 17 for `17.0.9`, 25 for `25-ea`.
fn feature_version(version: &str) -> Option<u32> {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit());
    match numbers.next()?.parse().ok()? {
        1 => numbers.next()?.parse().ok(),
        feature => Some(feature),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory that looks like a Java home.
    fn home(version: &str) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("bin")).unwrap();
        fs::write(dir.path().join("bin/java"), "").unwrap();
        fs::write(
            dir.path().join("release"),
            format!("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"{version}\"\n"),
        )
        .unwrap();
        dir
    }

    #[test]
    fn versions_of_all_ages_are_read() {
        assert_eq!(feature_version("1.8.0_392"), Some(8));
        assert_eq!(feature_version("17.0.9"), Some(17));
        assert_eq!(feature_version("25-ea"), Some(25));
        assert_eq!(feature_version(""), None);
    }

    #[test]
    fn java_home_goes_before_the_path() {
        let (newer, older) = (home("21.0.2"), home("11.0.20"));
        let path = Some(older.path().join("bin").into_os_string());
        let found = |java_home: Option<OsString>| Jdk::find_in(java_home, path.clone(), 11).unwrap().feature();
        assert_eq!(found(Some(newer.path().into())), 21);
        assert_eq!(found(None), 11);
        assert_eq!(found(Some(OsString::new())), 11);
    }

    #[test]
    fn newer_ones_are_found_where_they_are_installed() {
        let folder = tempfile::tempdir().unwrap();
        for (name, version) in [("a", "17.0.9"), ("b", "25"), ("c", "11.0.2"), ("d", "25.0.1")] {
            let home = folder.path().join(name);
            fs::create_dir_all(home.join("bin")).unwrap();
            fs::write(home.join("bin/java"), "").unwrap();
            fs::write(home.join("release"), format!("JAVA_VERSION=\"{version}\"\n")).unwrap();
        }
        let newer = Jdk::at(&folder.path().join("a"))
            .unwrap()
            .newer_in(None, std::iter::once(folder.path().to_owned()));
        let names: Vec<_> = newer.iter().map(|jdk| jdk.home().file_name().unwrap()).collect();
        assert_eq!(names, ["d"]);
    }

    #[test]
    fn a_missing_java_is_said_with_what_to_do() {
        let error = Jdk::find_in(None, Some("/nowhere".into()), 17).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no `java` found; install a JDK (17 or newer) and put it on PATH, or set JAVA_HOME to it"
        );
        let error = Jdk::find_in(Some("/nowhere".into()), None, 17).unwrap_err();
        assert!(error.to_string().contains("no bin/java below it"));
    }

    #[test]
    fn an_old_java_is_refused_by_name_of_the_command() {
        let old = home("11.0.20");
        let error = Jdk::at(old.path()).unwrap().at_least(17, "generate").unwrap_err();
        assert!(
            error
                .to_string()
                .contains("is version 11, but `palus generate` needs 17 or newer"),
            "{error}"
        );
    }

    #[test]
    fn a_run_time_without_a_compiler_is_refused() {
        let jre = home("17.0.9");
        let error = Jdk::at(jre.path()).unwrap().with_compiler().unwrap_err();
        assert!(error.to_string().ends_with("set JAVA_HOME to a JDK, not a JRE"));
    }
}
