//! Mockito, as tests have it beside the code under test.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::option;

/// The jars of Mockito and of what it needs begin with these names.
const JARS: [&str; 3] = ["mockito-", "byte-buddy", "objenesis-"];
const CORE: &str = "mockito-core-";
/// Without these it makes nothing. A class path for compiling may lack one.
const NEEDED: [&str; 2] = ["byte-buddy-", "objenesis-"];
const AGENT: &str = "byte-buddy-agent-";

/// The major versions of which is known how tests use them: the oldest and the newest.
const KNOWN: (u32, u32) = (3, 5);

/// The first version whose own jar is the agent by which it changes classes.
const OWN_AGENT: (u32, u32) = (5, 14);

/// Mockito on the class path of tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mockito {
    /// Its jars and those that it needs.
    pub jars: Vec<PathBuf>,
    /// Which of them a virtual machine loads as an agent, for Mockito may not attach one to a confined process.
    agent: Option<PathBuf>,
}

impl Mockito {
    /// Looks for it among the entries of class paths, the first of which counts: a version that is known, and the jars that it needs.
    pub fn among<'e>(entries: impl Iterator<Item = &'e PathBuf>) -> Option<Self> {
        let mut jars: Vec<PathBuf> = Vec::new();
        for entry in entries.filter(|entry| Self::is_part(entry)) {
            if !jars.contains(entry) {
                jars.push(entry.clone());
            }
        }
        let starting = |start| jars.iter().find(|jar| name(jar).starts_with(start));
        let core = starting(CORE)?;
        let version = version(name(core).strip_prefix(CORE)?)?;
        let is_whole = NEEDED.into_iter().all(|start| starting(start).is_some());
        if !is_whole || !(KNOWN.0..=KNOWN.1).contains(&version.0) {
            return None;
        }
        let agent = if version < OWN_AGENT {
            starting(AGENT)
        } else {
            Some(core)
        };
        let agent = agent.cloned();
        Some(Self { jars, agent })
    }

    /// Whether an entry of a class path is one of its jars.
    pub fn is_part(entry: &Path) -> bool {
        let is_jar = entry.extension().is_some_and(|end| end == "jar");
        is_jar && JARS.iter().any(|start| name(entry).starts_with(start))
    }

    /// What a virtual machine is told so that Mockito works in it.
    pub(crate) fn setting(&self) -> Option<OsString> {
        self.agent.as_ref().map(|agent| option("-javaagent:", agent))
    }
}

fn name(entry: &Path) -> &str {
    entry.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// The first two numbers.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split(['.', '-']).map(|number| number.parse::<u32>().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn among(names: &[&str]) -> Option<Mockito> {
        let entries: Vec<PathBuf> = names.iter().map(|name| Path::new("/r").join(name)).collect();
        Mockito::among(entries.iter())
    }

    #[test]
    fn it_is_found_with_what_it_needs_and_the_agent_of_its_version() {
        let old = among(&[
            "shop.jar",
            "mockito-core-4.11.0.jar",
            "byte-buddy-1.12.19.jar",
            "byte-buddy-agent-1.12.19.jar",
            "objenesis-3.3.jar",
            "classes",
        ])
        .unwrap();
        assert_eq!(old.jars.len(), 4);
        assert_eq!(old.setting().unwrap(), "-javaagent:/r/byte-buddy-agent-1.12.19.jar");
        let new = among(&["mockito-core-5.20.0.jar", "byte-buddy-1.17.7.jar", "objenesis-3.3.jar"]).unwrap();
        assert_eq!(new.setting().unwrap(), "-javaagent:/r/mockito-core-5.20.0.jar");
    }

    #[test]
    fn without_all_of_it_or_of_a_version_that_nobody_knows_it_is_not_there() {
        for names in [
            &["mockito-junit-jupiter-5.20.0.jar", "byte-buddy-1.17.7.jar"][..],
            &["mockito-core-5.20.0.jar", "byte-buddy-1.17.7.jar"],
            &["mockito-core-6.0.0.jar", "byte-buddy-1.17.7.jar", "objenesis-3.3.jar"],
            &["mockito-core-1.10.19.jar", "byte-buddy-1.17.7.jar", "objenesis-3.3.jar"],
            &["mockito-core-latest.jar", "byte-buddy-1.17.7.jar", "objenesis-3.3.jar"],
            &["mockito-core-5.20.0", "byte-buddy-1.17.7.jar", "objenesis-3.3.jar"],
        ] {
            assert_eq!(among(names), None, "{names:?}");
        }
    }
}
