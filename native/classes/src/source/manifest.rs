//! What a jar's manifest says that matters here.

use std::collections::{BTreeMap, BTreeSet};

/// The attributes of `META-INF/MANIFEST.MF` that decide which classes a jar has and who can join their packages.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    pub(super) multi_release: bool,
    /// The relative URLs of `Class-Path`.
    pub(super) class_path: Vec<String>,
    sealed: bool,
    /// Packages with a section of their own that says `Sealed`, with dots.
    sealed_packages: BTreeMap<String, bool>,
    pub(super) signers: BTreeSet<String>,
}

impl Manifest {
    pub(super) fn parse(text: &str) -> Self {
        let mut manifest = Self::default();
        let mut section = None;
        for line in unfolded(text) {
            let Some((key, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim();
            let is_true = value.eq_ignore_ascii_case("true");
            match (key.to_ascii_lowercase().as_str(), &section) {
                ("name", _) => section = Some(value.trim_end_matches('/').replace('/', ".")),
                ("sealed", Some(package)) => {
                    manifest.sealed_packages.insert(package.clone(), is_true);
                }
                ("sealed", None) => manifest.sealed = is_true,
                ("multi-release", None) => manifest.multi_release = is_true,
                ("class-path", None) => {
                    manifest.class_path = value.split_whitespace().map(str::to_owned).collect();
                }
                _ => {}
            }
        }
        manifest
    }

    /// Whether no class from elsewhere can be in that package.
    pub(super) fn is_closed(&self, package: &str) -> bool {
        let sealed = self.sealed_packages.get(package).copied().unwrap_or(self.sealed);
        sealed || !self.signers.is_empty()
    }
}

/// The lines, those that begin with a space joined to the one before (JAR file specification, "Line length").
fn unfolded(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix(' '), lines.last_mut()) {
            (Some(more), Some(last)) => last.push_str(more),
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_class_path_is_unfolded() {
        let manifest = Manifest::parse(
            "Manifest-Version: 1.0\r\nClass-Path: a.jar lib/b\r\n .jar\r\nMulti-Release: TRUE\r\n\r\nName: p/q/\r\nSealed: true\r\n",
        );
        assert_eq!(manifest.class_path, ["a.jar", "lib/b.jar"]);
        assert!(manifest.multi_release);
        assert!(manifest.is_closed("p.q"));
        assert!(!manifest.is_closed("p"));
    }
}
