//! The list of defects, `bench/defects.toml`.

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use palus_supervise::Artifact;
use serde::Deserialize;

const LIST: &str = include_str!("../../defects.toml");

/// By which half of the list generation may be tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(super) enum Half {
    /// This one.
    Open,
    /// Not this one, which is run once, at the end.
    Kept,
}

impl Half {
    /// As it is typed.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Kept => "kept",
        }
    }

    /// In which of them a defect of that id is.
    fn of(id: &str) -> Self {
        if id.bytes().map(u32::from).sum::<u32>().is_multiple_of(2) {
            Self::Open
        } else {
            Self::Kept
        }
    }
}

/// A defect that a release of a library repaired.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Defect {
    /// Unique.
    pub(super) id: String,
    /// `group:artifact`.
    pub(super) maven: String,
    /// The release that repaired it.
    pub(super) fixed: String,
    /// The release before.
    pub(super) defective: String,
    /// The classes for which tests are generated.
    pub(super) classes: Vec<String>,
    /// The methods whose answers changed.
    pub(super) methods: Vec<String>,
    /// What was wrong, and what the fixed release answers.
    pub(super) fix: String,
    /// In which half of the list it is.
    pub(super) half: Half,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    defect: Vec<Defect>,
}

impl Defect {
    /// The fixed release.
    pub(super) fn fixed(&self) -> String {
        format!("{}:{}", self.maven, self.fixed)
    }

    /// The defective release.
    pub(super) fn defective(&self) -> Result<Artifact<'_>> {
        let (group, artifact) = self
            .maven
            .split_once(':')
            .with_context(|| format!("{} of {} is not group:artifact", self.maven, self.id))?;
        Ok(Artifact::jar(group, artifact, &self.defective))
    }
}

/// All defects.
pub(super) fn all() -> Result<Vec<Defect>> {
    read(LIST)
}

fn read(text: &str) -> Result<Vec<Defect>> {
    let list: List = toml::from_str(text).context("the list of defects cannot be read")?;
    for defect in &list.defect {
        let (id, half) = (&defect.id, Half::of(&defect.id));
        ensure!(
            defect.half == half,
            "{id} belongs to the {} half of the list",
            half.name()
        );
    }
    Ok(list.defect)
}

/// The defects of a half, or those of them that are named.
pub(super) fn chosen(all: Vec<Defect>, ids: &[String], half: Half) -> Result<Vec<Defect>> {
    for id in ids {
        let defect = all.iter().find(|defect| defect.id == *id);
        let defect = defect.with_context(|| format!("{id} is no defect of the list, bench/defects.toml"))?;
        ensure!(
            defect.half == half,
            "{id} is in the {0} half of the list; add --half {0}",
            defect.half.name()
        );
    }
    let is_wanted = |defect: &Defect| defect.half == half && (ids.is_empty() || ids.contains(&defect.id));
    Ok(all.into_iter().filter(is_wanted).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn every_entry_is_complete() {
        for defect in all().unwrap() {
            let id = &defect.id;
            let artifact = defect.defective().unwrap();
            for text in [id, artifact.group, artifact.name, &defect.fixed, &defect.defective] {
                assert!(!text.is_empty() && !text.contains([' ', '|', ':']), "{id}: {text}");
            }
            assert_ne!(defect.fixed, defect.defective, "{id}");
            assert!(!defect.classes.is_empty() && !defect.methods.is_empty(), "{id}");
            for class in &defect.classes {
                assert!(
                    class.contains('.') && !class.contains(['*', '$', ',', ' ']),
                    "{id}: {class}"
                );
            }
            let is_identifier = |name: &String| name.chars().all(|c| c.is_alphanumeric() || c == '_');
            assert!(defect.methods.iter().all(is_identifier), "{id}");
            assert!(defect.fix.ends_with('.') && !defect.fix.contains('|'), "{id}");
            assert!(defect.fix.split_whitespace().count() > 8, "{id} says too little");
        }
    }

    #[test]
    fn there_are_many_libraries_and_few_entries_of_each() {
        let all = all().unwrap();
        let mut of_library: BTreeMap<&str, usize> = BTreeMap::new();
        for defect in &all {
            *of_library.entry(&defect.maven).or_default() += 1;
        }
        assert!(all.len() >= 60 && of_library.len() >= 20, "{of_library:?}");
        assert!(of_library.values().all(|entries| *entries <= 5), "{of_library:?}");
    }

    #[test]
    fn no_two_entries_have_an_id_or_a_class_of_a_release_in_common() {
        let all = all().unwrap();
        let ids: BTreeSet<&str> = all.iter().map(|defect| defect.id.as_str()).collect();
        assert_eq!(ids.len(), all.len());
        let mut seen = BTreeSet::new();
        for defect in &all {
            for class in &defect.classes {
                assert!(
                    seen.insert((&defect.maven, &defect.fixed, class)),
                    "{}: {class}",
                    defect.id
                );
            }
        }
    }

    #[test]
    fn both_halves_are_of_a_size_with_which_something_can_be_said() {
        let all = all().unwrap();
        let open = all.iter().filter(|defect| defect.half == Half::Open).count();
        assert!(open * 3 >= all.len() && (all.len() - open) * 3 >= all.len(), "{open}");
    }

    const ENTRY: &str = r#"
        [[defect]]
        id = "b"
        maven = "g:a"
        fixed = "2"
        defective = "1"
        classes = ["p.C"]
        methods = ["m"]
        fix = "It was wrong; now it is right."
        half = "open"
    "#;

    #[test]
    fn an_incomplete_entry_or_one_in_the_wrong_half_is_refused() {
        let defect = read(ENTRY).unwrap().remove(0);
        assert_eq!(defect.fixed(), "g:a:2");
        let artifact = defect.defective().unwrap();
        assert_eq!((artifact.group, artifact.name, artifact.version), ("g", "a", "1"));
        assert!(read(&ENTRY.replace("fixed = \"2\"", "")).is_err());
        assert!(read(&ENTRY.replace("methods", "method")).is_err());
        assert!(read(&ENTRY.replace("\"b\"", "\"a\"")).is_err());
    }

    #[test]
    fn the_kept_half_is_run_only_when_it_is_asked_for() {
        let both = ENTRY.to_owned() + &ENTRY.replace("\"b\"", "\"a\"").replace("open", "kept");
        let ids = |ids: &[&str], half| -> Result<Vec<String>> {
            let ids: Vec<String> = ids.iter().map(|&id| id.to_owned()).collect();
            let chosen = chosen(read(&both)?, &ids, half)?;
            Ok(chosen.into_iter().map(|defect| defect.id).collect())
        };
        assert_eq!(ids(&[], Half::Open).unwrap(), ["b"]);
        assert_eq!(ids(&["b"], Half::Open).unwrap(), ["b"]);
        assert_eq!(ids(&[], Half::Kept).unwrap(), ["a"]);
        let message = ids(&["a"], Half::Open).unwrap_err().to_string();
        assert_eq!(message, "a is in the kept half of the list; add --half kept");
        assert!(ids(&["c"], Half::Open).is_err());
    }
}
