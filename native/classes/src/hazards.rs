//! Methods that no test should call: they end the process, change the machine, wait, or answer differently each time.
//!
//! The list is data, `hazards.txt`; a class path can add to it or lift rows of it (`docs/hazards.md`). A row holds for the code under
//! test, for what it inherits, and for ways to make a value.

use crate::info::{ClassInfo, MethodInfo};

/// Where an entry of the class path keeps rows of its own.
pub(crate) const RESOURCE: &str = "META-INF/palus/hazards.txt";

/// The rows in their order; of those that fit, the last decides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hazards {
    rows: Vec<Row>,
}

/// Classes, members and the reason; without a reason it lifts what earlier rows say.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    class: String,
    member: String,
    reason: Option<String>,
}

impl Hazards {
    /// The list that comes with Palus.
    pub(crate) fn built_in() -> Self {
        let mut hazards = Self::default();
        let problems = hazards.add(include_str!("hazards.txt"));
        debug_assert!(problems.is_empty(), "{problems:?}");
        hazards
    }

    /// Adds the rows of a text; what it says of lines that are no rows, one sentence each.
    pub(crate) fn add(&mut self, text: &str) -> Vec<String> {
        let mut reason = "a list of hazards on the class path names it".to_owned();
        let mut problems = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(title) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                title.trim().clone_into(&mut reason);
                continue;
            }
            let (is_lifted, row) = match line.strip_prefix('-') {
                Some(row) => (true, row),
                None => (false, line),
            };
            let mut words = row.split_whitespace();
            let (Some(class), members) = (words.next(), words.collect::<Vec<&str>>()) else {
                continue;
            };
            if members.is_empty() {
                problems.push(format!(
                    "line {} names a class and no member; write * for all",
                    number + 1
                ));
            }
            self.rows.extend(members.into_iter().map(|member| Row {
                class: class.to_owned(),
                member: member.to_owned(),
                reason: (!is_lifted).then(|| reason.clone()),
            }));
        }
        problems
    }

    /// Why a method or constructor is not for testing; `None` for those that are. `class` declares it.
    pub(crate) fn why(&self, class: &ClassInfo, method: &MethodInfo) -> Option<&str> {
        let fits = |row: &&Row| fits(&row.class, &class.name) && member_fits(&row.member, method);
        self.rows.iter().rev().find(fits)?.reason.as_deref()
    }
}

fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => pattern == name,
    }
}

fn member_fits(pattern: &str, method: &MethodInfo) -> bool {
    match pattern.find('(') {
        Some(end) => pattern[..end] == *method.name && pattern[end..] == *method.descriptor,
        None => fits(pattern, &method.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_name_every_reason_and_where_a_class_path_keeps_rows() {
        let document = include_str!("../../../docs/hazards.md");
        let hazards = Hazards::built_in();
        assert!(hazards.rows.len() > 100);
        for reason in hazards.rows.iter().filter_map(|row| row.reason.as_ref()) {
            assert!(document.contains(reason), "docs/hazards.md lacks {reason:?}");
        }
        assert!(document.contains(RESOURCE));
    }

    #[test]
    fn a_line_without_a_member_is_told_and_the_rest_counts() {
        let mut hazards = Hazards::default();
        let problems = hazards.add("[because]\n\n# a comment\na.B\na.C f\n- a.D *\n");
        assert_eq!(problems, ["line 4 names a class and no member; write * for all"]);
        let shown: Vec<_> = hazards
            .rows
            .iter()
            .map(|row| (row.class.as_str(), row.reason.as_deref()))
            .collect();
        assert_eq!(shown, [("a.C", Some("because")), ("a.D", None)]);
    }
}
