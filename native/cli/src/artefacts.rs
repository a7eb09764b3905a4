//! What `palus` needs beside itself: the agent's library, which lies next to it, and the jars, which it carries.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context as _, bail};
use palus_supervise::ClassData;

use crate::cache;

include!(concat!(env!("OUT_DIR"), "/junit_jars.rs"));

const AGENT_JAR: &[u8] = include_bytes!(env!("PALUS_AGENT_JAR"));
const VERIFY_JAR: &[u8] = include_bytes!(env!("PALUS_VERIFY_JAR"));
const VERIFY_NAME: &str = "palus-verify.jar";

/// The file name of the agent's library.
const LIBRARY: &str = "libpalus.so";

/// What `palus --version` says: the version, the platform and what is inside.
pub(crate) fn contents() -> &'static str {
    static CONTENTS: LazyLock<String> = LazyLock::new(|| {
        let jars: Vec<&str> = JUNIT_JARS.iter().map(|(name, _)| *name).collect();
        // What to do about a missing library is said by the commands that need it.
        let library = library().map_or_else(|_| "missing".to_owned(), |path| path.display().to_string());
        format!(
            "{} for {}-{}\nholds: palus-agent.jar, palus-verify.jar, {}\nlibrary: {library}",
            env!("CARGO_PKG_VERSION"),
            env::consts::OS,
            env::consts::ARCH,
            jars.join(", ")
        )
    });
    &CONTENTS
}

/// The jars, written to where a virtual machine can read them.
#[derive(Debug, Clone)]
pub(crate) struct Jars {
    /// Hooks, transformer and the worker's `main`.
    pub(crate) agent: PathBuf,
    /// Compiles and runs tests.
    pub(crate) verify: PathBuf,
    /// The console launcher with both engines, JUnit 4 and what it needs.
    pub(crate) junit: Vec<PathBuf>,
    /// The class data of `verify` and `junit`, where they lie at a place of their own.
    pub(crate) class_data: Option<ClassData>,
}

impl Jars {
    /// Writes the agent's jar below `directory`, and so the others where the user's cache cannot have them.
    pub(crate) fn unpack(directory: &Path) -> anyhow::Result<Self> {
        let tools = tools();
        let cached = cache::folder_of(&tools);
        let folder = cached.as_deref().unwrap_or(directory);
        if cached.is_none() {
            for (name, bytes) in tools {
                put(directory, name, bytes)?;
            }
        }
        Ok(Self {
            agent: put(directory, "palus-agent.jar", AGENT_JAR)?,
            verify: folder.join(VERIFY_NAME),
            junit: JUNIT_JARS.iter().map(|(name, _)| folder.join(name)).collect(),
            class_data: cached.map(ClassData::kept_in),
        })
    }
}

fn put(directory: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<PathBuf> {
    let path = directory.join(name);
    fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// What compiles and runs tests, by file name.
fn tools() -> Vec<(&'static str, &'static [u8])> {
    let junit = JUNIT_JARS.iter().map(|(name, bytes)| (*name, *bytes));
    std::iter::once((VERIFY_NAME, VERIFY_JAR)).chain(junit).collect()
}

/// The agent's library: `PALUS_LIBRARY` when it is set, else the file beside this program.
pub(crate) fn library() -> anyhow::Result<PathBuf> {
    let path = match env::var_os("PALUS_LIBRARY").filter(|p| !p.is_empty()) {
        Some(path) => PathBuf::from(path),
        None => env::current_exe()
            .context("cannot tell where this program is")?
            .with_file_name(LIBRARY),
    };
    let Ok(path) = fs::canonicalize(&path) else {
        bail!(
            "{} is missing; keep {LIBRARY} beside palus, or set PALUS_LIBRARY to it",
            path.display()
        );
    };
    // The launcher ends the library's path at the first `=`.
    if path.as_os_str().as_encoded_bytes().contains(&b'=') {
        bail!(
            "{} has a `=` in its path, which -agentpath cannot take; move it",
            path.display()
        );
    }
    Ok(path)
}
