//! What the user brings along: theories and values for parameters, looked up before any work is done.

use anyhow::bail;
use palus_classes::{ClassIndex, ParamValue};

use super::options::GenerateOptions;
use crate::progress::Reporter;

/// The classes of the user's own, sorted binary names. None of them is under test.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Users {
    /// With theories.
    pub(super) theories: Vec<String>,
    /// With values for parameters.
    pub(super) values: Vec<String>,
}

impl Users {
    /// Finds them, and warns of what in them means nothing.
    pub(super) fn find(index: &ClassIndex, options: &GenerateOptions, reporter: &Reporter) -> anyhow::Result<Self> {
        let mut theories = matching(index, &options.theories, "--theories")?;
        theories.retain(|class| !index.theories(std::slice::from_ref(class)).is_empty());
        if theories.is_empty() && !options.theories.is_empty() {
            reporter.warn("no class that --theories names has a method with @Theory (JUnit 4) or @Property (jqwik)");
        }
        for theory in index.theories(&theories) {
            if let Some(restriction) = theory.restricted_by {
                reporter.warn(&format!(
                    "{}.{} restricts a parameter by {restriction}, which is not looked at; check by an assumption what values it means",
                    theory.class, theory.name
                ));
            }
        }
        let mut values = matching(index, &options.values, "--values")?;
        values.retain(|class| !index.param_values(std::slice::from_ref(class)).is_empty());
        if values.is_empty() && !options.values.is_empty() {
            reporter.warn("no class that --values names has a static field with @ParamValue");
        }
        Ok(Self { theories, values })
    }

    /// What is left of the classes under test, and a warning for each value that is meant for none of them.
    pub(super) fn leave_out(&self, subjects: Vec<String>, index: &ClassIndex, reporter: &Reporter) -> Vec<String> {
        let is_own = |class: &String| self.theories.contains(class) || self.values.contains(class);
        let subjects: Vec<String> = subjects.into_iter().filter(|class| !is_own(class)).collect();
        for value in index.param_values(&self.values) {
            if let Some(lack) = lack(&value, &subjects, index) {
                reporter.warn(&format!("{}.{}: {lack}", value.holder, value.field));
            }
        }
        subjects
    }
}

fn matching(index: &ClassIndex, globs: &[String], option: &str) -> anyhow::Result<Vec<String>> {
    for glob in globs {
        if index.matching(std::slice::from_ref(glob)).is_empty() {
            bail!(
                "no class on the class path matches `{glob}` of {option}; write qualified names like org.example.*, in quotes"
            );
        }
    }
    Ok(index.matching(globs))
}

/// Why a value is of no use.
fn lack(value: &ParamValue, subjects: &[String], index: &ClassIndex) -> Option<String> {
    let classes: Vec<&String> = subjects.iter().filter(|class| value.is_for(class)).collect();
    if classes.is_empty() {
        return Some(format!(
            "no class under test is called {}, so its value is not used",
            value.class
        ));
    }
    let has_method = |class: &&&String| {
        let declaring = index.supertypes(class);
        declaring
            .iter()
            .flat_map(|class| &class.methods)
            .any(|method| *method.name == *value.method)
    };
    match classes.iter().find(has_method) {
        Some(_) => None,
        None => Some(format!(
            "{} has no method {}, so its value is not used",
            value.class, value.method
        )),
    }
}
