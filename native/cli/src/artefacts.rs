//! What `palus` needs beside itself: the agent's library, which lies next to it, and the jars, which it carries.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context as _, bail};

include!(concat!(env!("OUT_DIR"), "/junit_jars.rs"));

const AGENT_JAR: &[u8] = include_bytes!(env!("PALUS_AGENT_JAR"));
const VERIFY_JAR: &[u8] = include_bytes!(env!("PALUS_VERIFY_JAR"));

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

/// The jars, written to a directory where a virtual machine can read them.
#[derive(Debug)]
pub(crate) struct Jars {
    /// Hooks, transformer and the worker's `main`.
    pub(crate) agent: PathBuf,
    /// Compiles and runs tests.
    pub(crate) verify: PathBuf,
    /// The console launcher with both engines, JUnit 4 and what it needs.
    pub(crate) junit: Vec<PathBuf>,
}

impl Jars {
    /// Writes them below `directory`.
    pub(crate) fn unpack(directory: &Path) -> anyhow::Result<Self> {
        let put = |name: &str, bytes: &[u8]| {
            let path = directory.join(name);
            fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
            anyhow::Ok(path)
        };
        Ok(Self {
            agent: put("palus-agent.jar", AGENT_JAR)?,
            verify: put("palus-verify.jar", VERIFY_JAR)?,
            junit: JUNIT_JARS
                .iter()
                .map(|(name, bytes)| put(name, bytes))
                .collect::<Result<_, _>>()?,
        })
    }
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
