//! What tells states apart, as the user named it.

use anyhow::bail;
use palus_machine::{By, CallId, Concrete, Rejected, Ways};

/// What belongs to every object, and tells nearly all apart.
const TELLING_ALL: [&str; 2] = ["hashCode", "toString"];

/// By what a picture is drawn; one for each machine. `branches` finds out which ones the calls take.
pub(super) fn by(
    asked: Option<&str>,
    concrete: &Concrete,
    class: &str,
    branches: impl FnOnce() -> anyhow::Result<Ways>,
) -> anyhow::Result<Vec<By>> {
    match asked {
        Some("exceptions") => return Ok(vec![By::Exceptions]),
        Some("branches") => return Ok(vec![By::Branches(branches()?)]),
        _ => {}
    }
    let (observers, rejected) = concrete.observers();
    if observers.is_empty() {
        bail!(
            "{class} has no observer: {}; draw it by --observer exceptions or --observer branches",
            reasons(&rejected)
        );
    }
    match asked {
        Some("each") => Ok(observers
            .into_iter()
            .map(|observer| By::Observers(vec![observer]))
            .collect()),
        Some(names) => {
            let mut chosen = Vec::new();
            for name in split(names) {
                chosen.extend(called(&name, concrete, &observers, (&rejected, class))?);
            }
            Ok(vec![By::Observers(chosen)])
        }
        None => {
            let is_plain = |id: &CallId| {
                let call = concrete.call(*id);
                call.arguments.is_empty() && !TELLING_ALL.contains(&&*call.name)
            };
            let plain: Vec<CallId> = observers.iter().copied().filter(is_plain).collect();
            if plain.is_empty() {
                bail!(
                    "{class} has no observer without parameters; name some with --observer: {}",
                    listed(concrete, &observers)
                );
            }
            Ok(vec![By::Observers(plain)])
        }
    }
}

/// The calls that a name means: one, or those of a method.
fn called(
    name: &str,
    concrete: &Concrete,
    observers: &[CallId],
    (rejected, class): (&[Rejected], &str),
) -> anyhow::Result<Vec<CallId>> {
    let is_meant = |id: &&CallId| {
        let call = concrete.call(**id);
        *call.name == *name || call.to_string() == name
    };
    let found: Vec<CallId> = observers.iter().filter(is_meant).copied().collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let method = name.split('(').next().unwrap_or(name);
    match rejected.iter().find(|rejected| rejected.name == method) {
        Some(rejected) => bail!("{method} is no observer of {class}: {}", rejected.reason),
        None => bail!("{class} has no observer {name}; it has {}", listed(concrete, observers)),
    }
}

/// Names separated by commas, those between parentheses not counted.
fn split(names: &str) -> Vec<String> {
    let (mut found, mut depth) = (vec![String::new()], 0_usize);
    for letter in names.chars() {
        match letter {
            ',' if depth == 0 => {
                found.push(String::new());
                continue;
            }
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        found.last_mut().expect("one was put there").push(letter);
    }
    found.iter().map(|name| name.trim().to_owned()).collect()
}

fn reasons(rejected: &[Rejected]) -> String {
    if rejected.is_empty() {
        return "none of its methods was called".to_owned();
    }
    let reasons = rejected
        .iter()
        .map(|rejected| format!("{}: {}", rejected.name, rejected.reason));
    reasons.collect::<Vec<_>>().join("; ")
}

fn listed(concrete: &Concrete, observers: &[CallId]) -> String {
    let names = observers.iter().map(|id| concrete.call(*id).to_string());
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_comma_between_parentheses_belongs_to_the_name() {
        assert_eq!(split("size, has(1, 2),isEmpty"), ["size", "has(1, 2)", "isEmpty"]);
    }
}
