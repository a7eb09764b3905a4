//! What the tests of each class were generated from, kept beside them so that `--since last` finds what changed.
//!
//! A class is known by its class file and those of the classes within it. The options that decide what is generated count for all
//! classes at once. Recordings do not count: two of the same tests are never the same to the byte.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

use anyhow::Context as _;
use palus_classes::ClassIndex;
use serde::{Deserialize, Serialize};

use super::VERSION;
use super::options::GenerateOptions;

/// What `--since` says when no commit is meant: the last run into the output directory.
pub(super) const LAST: &str = "last";

/// The file in the output directory.
const FILE: &str = "palus.inputs";

/// What stands in the line of the options, where others have a class.
const OPTIONS: &str = "options";

/// Numbers that change with what the tests are generated from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Inputs {
    options: u64,
    classes: BTreeMap<String, u64>,
}

impl Inputs {
    /// Of these classes as they are now.
    pub(super) fn of(index: &ClassIndex, subjects: &[String], options: &GenerateOptions) -> Self {
        Self {
            options: hash(&format!(
                "{VERSION} {} {:?} {:?} {:?} {:?} {:?} {} {:?} {:?} {:?} {:?}",
                options.seed,
                options.budget,
                options.junit,
                (options.doubles, &options.mockito),
                options.search,
                options.theories,
                options.check_theories,
                options.values,
                options.contracts,
                options.release,
                options.javac_args
            )),
            classes: index.input_hashes(subjects),
        }
    }

    /// Those that the last run left; none where there was no run, or nothing is to be read of it.
    pub(super) fn left_in(out: &Path) -> Self {
        let text = fs::read_to_string(out.join(FILE)).unwrap_or_default();
        let mut left = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((number, name)) = line.split_once(' ') else {
                continue;
            };
            match u64::from_str_radix(number, 16) {
                Ok(number) if name == OPTIONS => left.options = number,
                Ok(number) => drop(left.classes.insert(name.to_owned(), number)),
                Err(_) => {}
            }
        }
        left
    }

    /// Whether the tests of the class were generated from something else, or never.
    pub(super) fn differs(&self, class: &str, earlier: &Self) -> bool {
        self.options != earlier.options || self.classes.get(class) != earlier.classes.get(class)
    }

    /// What holds of the output when the classes of `generated` have new tests and all others those that they had.
    pub(super) fn after(&self, earlier: &Self, generated: &[String]) -> Self {
        let of = |class: &String| {
            let from = if generated.contains(class) { self } else { earlier };
            Some((class.clone(), *from.classes.get(class)?))
        };
        // With other options than these, nothing that is left is as it would be generated now.
        let is_all = self.classes.keys().all(|class| generated.contains(class));
        Self {
            options: if is_all { self.options } else { earlier.options },
            classes: self.classes.keys().filter_map(of).collect(),
        }
    }

    /// Writes them below a directory.
    pub(super) fn write(&self, directory: &Path) -> anyhow::Result<()> {
        let mut text = format!(
            "# What the tests here were generated from, for `palus generate --since {LAST}`.\n{:016x} {OPTIONS}\n",
            self.options
        );
        for (class, number) in &self.classes {
            let _ = writeln!(text, "{number:016x} {class}");
        }
        let path = directory.join(FILE);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(options: u64, classes: &[(&str, u64)]) -> Inputs {
        Inputs {
            options,
            classes: classes
                .iter()
                .map(|(name, number)| ((*name).to_owned(), *number))
                .collect(),
        }
    }

    #[test]
    fn what_was_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Inputs::left_in(folder.path()), Inputs::default());
        let some = inputs(7, &[("a.A", u64::MAX), ("a.B$C", 2)]);
        some.write(folder.path()).unwrap();
        assert_eq!(Inputs::left_in(folder.path()), some);
    }

    #[test]
    fn a_class_differs_by_its_own_number_by_the_options_and_when_it_is_new() {
        let earlier = inputs(7, &[("a.A", 1), ("a.B", 2)]);
        let now = inputs(7, &[("a.A", 1), ("a.B", 3), ("a.C", 4)]);
        let differing = |now: &Inputs| ["a.A", "a.B", "a.C"].map(|class| now.differs(class, &earlier));
        assert_eq!(differing(&now), [false, true, true]);
        assert_eq!(differing(&Inputs { options: 8, ..now }), [true; 3]);
    }

    #[test]
    fn what_was_not_generated_keeps_the_number_of_its_tests() {
        let earlier = inputs(7, &[("a.A", 1), ("a.B", 2), ("a.Gone", 9)]);
        let now = inputs(8, &[("a.A", 11), ("a.B", 12)]);
        assert_eq!(
            now.after(&earlier, &["a.B".to_owned()]),
            inputs(7, &[("a.A", 1), ("a.B", 12)])
        );
        assert_eq!(now.after(&earlier, &["a.B".to_owned(), "a.A".to_owned()]), now);
    }
}
