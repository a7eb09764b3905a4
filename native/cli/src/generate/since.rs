//! `--since`: which classes are to be generated anew because something changed.
//!
//! A class is affected when it changed itself, or a class under test which it uses, directly or through others: what its tests assert
//! may have changed with it. Class files tell who uses whom. What changed is told by git, for sources (those included that are not
//! committed or not even known to git yet), or by what the last run left (`super::inputs`).

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use palus_classes::{ClassIndex, ClassInfo};

/// Languages of the JVM, by the ends of their files.
const LANGUAGES: [&str; 4] = ["java", "kt", "groovy", "scala"];

/// Which of the classes changed since that commit, by their sources.
pub(super) fn by_git(git_ref: &str) -> anyhow::Result<impl Fn(&str) -> bool> {
    let here = env::current_dir().context("cannot tell the current directory")?;
    let changed = changed_sources(&here, git_ref)?;
    Ok(move |class: &str| changed.iter().any(|file| is_source_of(file, class)))
}

/// The subjects that are affected by what changed, in their order.
pub(super) fn affected(index: &ClassIndex, subjects: Vec<String>, has_changed: &dyn Fn(&str) -> bool) -> Vec<String> {
    let users = users(index, &subjects);
    let mut affected: BTreeSet<&str> = BTreeSet::new();
    let mut waiting: Vec<&str> = subjects
        .iter()
        .map(String::as_str)
        .filter(|subject| has_changed(subject))
        .collect();
    while let Some(class) = waiting.pop() {
        if affected.insert(class) {
            waiting.extend(users.get(class).into_iter().flatten());
        }
    }
    let affected: BTreeSet<String> = affected.into_iter().map(str::to_owned).collect();
    subjects
        .into_iter()
        .filter(|subject| affected.contains(subject))
        .collect()
}

/// The paths that git says differ from the commit, and those that it does not know, from the root of the working tree.
fn changed_sources(directory: &Path, git_ref: &str) -> anyhow::Result<Vec<String>> {
    // Behind the two dashes nothing can be taken for an option.
    let differing = git(
        directory,
        &["diff", "--name-only", "--no-renames", "-z", git_ref, "--"],
        git_ref,
    )?;
    let unknown = git(
        directory,
        &["ls-files", "--others", "--exclude-standard", "--full-name", "-z", ":/"],
        git_ref,
    )?;
    let all = [differing, unknown].concat();
    let files = all.split('\0').filter(|file| is_source(file)).map(str::to_owned);
    Ok(files.collect())
}

fn git(directory: &Path, arguments: &[&str], git_ref: &str) -> anyhow::Result<String> {
    if git_ref.starts_with('-') {
        bail!("`{git_ref}` is no commit; give --since a name that git knows, like HEAD~1 or origin/main");
    }
    let output = Command::new("git")
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .context("--since needs git, which cannot be run")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        bail!(
            "git does not tell what changed since `{git_ref}` ({}); run in a clone that has this commit",
            said.lines().next().unwrap_or("it said nothing").trim()
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn is_source(file: &str) -> bool {
    Path::new(file)
        .extension()
        .is_some_and(|end| LANGUAGES.iter().any(|language| end == *language))
}

/// Whether a class, or the outermost one around it, is declared in a file of its name in folders named by its package.
fn is_source_of(file: &str, class: &str) -> bool {
    let name_at = class.rfind('.').map_or(0, |dot| dot + 1);
    let name = class[name_at..].split('$').next().unwrap_or_default();
    let stem = format!("{}{name}", class[..name_at].replace('.', "/"));
    let Some((path, _)) = file.rsplit_once('.') else {
        return false;
    };
    path.strip_suffix(&stem)
        .is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// For each subject those that use it.
fn users<'s>(index: &ClassIndex, subjects: &'s [String]) -> BTreeMap<&'s str, Vec<&'s str>> {
    let names: BTreeMap<&str, &'s str> = subjects.iter().map(|name| (name.as_str(), name.as_str())).collect();
    let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for class in index.load(subjects) {
        let Some(&user) = names.get(&*class.name) else { continue };
        for used in used_by(index, &class) {
            if let Some(&used) = names.get(used.as_str())
                && used != user
            {
                users.entry(used).or_default().push(user);
            }
        }
    }
    users
}

/// The classes that a class file names: above it, in its members' types, and in its code.
fn used_by(index: &ClassIndex, class: &ClassInfo) -> BTreeSet<String> {
    let mut used: BTreeSet<String> = class
        .superclass
        .iter()
        .chain(&class.interfaces)
        .map(ToString::to_string)
        .collect();
    let descriptors = class.fields.iter().map(|field| &field.descriptor);
    for descriptor in descriptors.chain(class.methods.iter().map(|method| &method.descriptor)) {
        used.extend(classes_in(descriptor));
    }
    for body in index.bodies(&class.name) {
        let members = body.calls.iter().map(|call| &call.target);
        for member in members.chain(body.fields.iter().map(|access| &access.field)) {
            used.insert(member.owner.to_string());
            used.extend(classes_in(&member.descriptor));
        }
        used.extend(body.created.iter().map(ToString::to_string));
    }
    used
}

/// The binary names in a descriptor (JVMS 4.3): what stands between an `L` and the `;` after it.
fn classes_in(descriptor: &str) -> impl Iterator<Item = String> {
    descriptor
        .split(['(', ')', ';'])
        .filter_map(|part| part.split_once('L'))
        .map(|(_, name)| name.replace('/', "."))
}

/// Whether a generated source, relative to `java` or `failures/java`, holds tests for one of these classes and for none of the others.
pub(super) fn is_test_of(file: &Path, replaced: &[String]) -> bool {
    let path = file.with_extension("");
    let path = path.to_string_lossy();
    let path = path.strip_prefix("palus/").unwrap_or(&path);
    let test = path.strip_suffix("PalusTest").or(path.strip_suffix("PalusFailureTest"));
    test.is_some_and(|test| {
        replaced.iter().any(|class| {
            let name = class.replace('.', "/");
            // The names that `palus_emit` gives, in its order.
            ["", "_"].iter().any(|joint| name.replace('$', joint) == test)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_that_of_the_class_it_is_named_after_and_of_those_within() {
        assert!(is_source_of("core/src/main/java/a/b/C.java", "a.b.C"));
        assert!(is_source_of("a/b/C.kt", "a.b.C$Inner"));
        assert!(is_source_of("src/C.java", "C"));
        assert!(!is_source_of("src/a/b/XC.java", "a.b.C"));
        assert!(!is_source_of("src/xa/b/C.java", "a.b.C"));
        assert!(!is_source_of("src/a/b/C.java", "a.b.CD"));
    }

    #[test]
    fn only_sources_count() {
        assert!(is_source("a/B.java") && is_source("a/B.kt"));
        assert!(!is_source("a/B.txt") && !is_source("Makefile") && !is_source(""));
    }

    #[test]
    fn descriptors_name_classes() {
        let named: Vec<String> = classes_in("(I[[La/B;JLLight;)Lc/D$E;").collect();
        assert_eq!(named, ["a.B", "Light", "c.D$E"]);
        assert_eq!(classes_in("(IJ)V").count(), 0);
    }

    #[test]
    fn a_test_is_known_by_the_class_in_its_name() {
        let replaced = ["a.B".to_owned(), "a.Outer$Inner".to_owned()];
        for test in [
            "a/BPalusTest.java",
            "a/BPalusFailureTest.java",
            "a/OuterInnerPalusTest.java",
            "a/Outer_InnerPalusTest.java",
            "palus/a/BPalusTest.java",
        ] {
            assert!(is_test_of(Path::new(test), &replaced), "{test}");
        }
        for other in [
            "a/BBPalusTest.java",
            "b/BPalusTest.java",
            "a/OuterPalusTest.java",
            "a/B.java",
        ] {
            assert!(!is_test_of(Path::new(other), &replaced), "{other}");
        }
    }

    #[test]
    fn a_commit_that_git_does_not_know_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let error = changed_sources(dir.path(), "nowhere").unwrap_err().to_string();
        assert!(error.contains("since `nowhere`"), "{error}");
        let error = changed_sources(dir.path(), "--output=x").unwrap_err().to_string();
        assert!(error.starts_with("`--output=x` is no commit"), "{error}");
    }
}
