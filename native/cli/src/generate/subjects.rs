//! The classes under test: what the options select on this class path.

use anyhow::bail;
use palus_classes::{Author, ClassIndex};

use super::class_list::ClassPattern;
use super::options::{GenerateOptions, Selection};

/// Their binary names, sorted. What a tool generated is none of them.
pub(crate) fn select(index: &ClassIndex, options: &GenerateOptions) -> anyhow::Result<Vec<String>> {
    let mut subjects = match &options.selection {
        Selection::FirstEntry => index.names_in(&options.class_path[0]),
        Selection::Chosen { globs, list } => chosen(index, globs, list)?,
    };
    subjects.sort();
    subjects.dedup();
    if subjects.is_empty() {
        let first = options.class_path[0].display().to_string();
        if let Some(unreadable) = index.warnings().into_iter().find(|warning| warning.starts_with(&first)) {
            bail!("{unreadable}; put the jar or folder of the classes to test first on the class path");
        }
        bail!(
            "there is no class in {}; give --classes a pattern of the classes to test",
            options.class_path[0].display()
        );
    }
    let is_generated = |name: &String| index.class(name).is_some_and(|class| class.author == Author::Generator);
    if subjects.iter().all(is_generated) {
        bail!(
            "all that was selected is annotated as generated, like {}, and has no tests of its own; select classes that use it",
            subjects[0]
        );
    }
    subjects.retain(|name| !is_generated(name));
    Ok(subjects)
}

fn chosen(index: &ClassIndex, globs: &[String], list: &[ClassPattern]) -> anyhow::Result<Vec<String>> {
    let mut subjects = Vec::new();
    for glob in globs {
        let found = index.matching(std::slice::from_ref(glob));
        if found.is_empty() {
            bail!("no class on the class path matches `{glob}`; write qualified names like org.example.*, in quotes");
        }
        subjects.extend(found);
    }
    if list.is_empty() {
        return Ok(subjects);
    }
    let all = index.matching(&["*".to_owned()]);
    for pattern in list {
        let found = subjects.len();
        subjects.extend(all.iter().filter(|class| pattern.matches(class)).cloned());
        if subjects.len() == found && !pattern.is_prefix {
            // A class of the JDK can be under test too, but only by name.
            subjects.extend(index.matching(std::slice::from_ref(&pattern.name)));
        }
        // A list may have been written by a program that looked at files: annotations and synthetic classes are no mistakes.
        if subjects.len() == found && (pattern.is_prefix || index.class(&pattern.name).is_none()) {
            let star = if pattern.is_prefix { "*" } else { "" };
            bail!(
                "line {} of the class list: no class {}{star} on the class path; check the name, or add its jar",
                pattern.line,
                pattern.name
            );
        }
    }
    Ok(subjects)
}
