//! Methods that may show the state of an object without changing it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::access::Viewpoint;
use crate::callables::obstacle;
use crate::chance::Chance;
use crate::index::ClassIndex;
use crate::info::{ClassInfo, MethodInfo, Origin};

/// A method without parameters, through the class that a variable is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observer {
    /// The class of the variable.
    pub owner: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
}

/// Names of what belongs to every object and shows nothing, or shows what no two runs share.
const NEVER: [&str; 7] = [
    "hashCode",
    "getClass",
    "clone",
    "notify",
    "notifyAll",
    "wait",
    "finalize",
];
/// How much room there is, which is no part of what an object holds and differs between Java versions.
const ROOM: &str = "capacity";
/// First words of methods that make another object out of what their own has gathered.
const MAKING: [&str; 4] = ["as", "build", "create", "to"];
/// First words of methods that move on or take something away: twice in a row they may well answer alike, and yet they are
/// no observers.
const CHANGING: [&str; 30] = [
    "accept",
    "add",
    "advance",
    "append",
    "begin",
    "build",
    "clear",
    "close",
    "create",
    "decrement",
    "delete",
    "drain",
    "finish",
    "flush",
    "generate",
    "increment",
    "init",
    "make",
    "next",
    "new",
    "poll",
    "pop",
    "previous",
    "random",
    "read",
    "remove",
    "reset",
    "run",
    "take",
    "write",
];

impl ClassIndex {
    /// The public methods without parameters that a variable of the class offers, which return something that a test can compare
    /// and write no field themselves: the class's own first, then what it inherits, and `toString` last; of a class of the JDK
    /// `toString` first, which says all that there is in a buffer or a collection. Whether one really changes nothing is for
    /// whoever runs it to find out.
    pub fn observers(&self, class: &str) -> Vec<Observer> {
        let owner: Arc<str> = class.into();
        let mut seen = BTreeSet::new();
        let (mut found, mut last) = (Vec::new(), Vec::new());
        for declaring in self.supertypes(class) {
            for (index, method) in declaring.methods.iter().enumerate() {
                let shadowed = method.parameters() != "()" || !seen.insert(method.name.clone());
                if shadowed || !self.is_observer(&declaring, method) || self.writes_fields(&declaring, index) {
                    continue;
                }
                let observer = Observer {
                    owner: owner.clone(),
                    name: method.name.clone(),
                    descriptor: method.descriptor.clone(),
                };
                if &*method.name != "toString" {
                    found.push(observer);
                } else if &*declaring.name != "java.lang.Object" {
                    last.push(observer);
                }
            }
        }
        if self.class(class).is_some_and(|info| info.is_on_class_path()) {
            found.append(&mut last);
            return found;
        }
        last.append(&mut found);
        last
    }

    /// The ways to look at a variable of the class: its observers; where it has none but a text, as builders do not, those of
    /// the objects that it makes.
    pub fn observer_paths(&self, class: &str) -> Vec<Vec<Observer>> {
        let direct = self.observers(class);
        let shows = |observer: &Observer| &*observer.name != "toString";
        let mut paths = Vec::new();
        if !direct.iter().any(shows) {
            for step in self.makers(class) {
                let made = step
                    .descriptor
                    .trim_start_matches("()L")
                    .trim_end_matches(';')
                    .replace('/', ".");
                let observers = self.observers(&made).into_iter().filter(shows);
                paths.extend(observers.map(|observer| vec![step.clone(), observer]));
            }
        }
        paths.extend(direct.into_iter().map(|observer| vec![observer]));
        paths
    }

    /// Methods of the class that make an object of another class of the class path.
    fn makers(&self, class: &str) -> Vec<Observer> {
        let Some(info) = self.class(class) else {
            return Vec::new();
        };
        let is_maker = |method: &&MethodInfo| {
            let made = method
                .descriptor
                .strip_prefix("()L")
                .and_then(|made| made.strip_suffix(';'));
            let other = made.map(|made| made.replace('/', ".")).filter(|made| made != class);
            MAKING.contains(&first_word(&method.name))
                && method.access.is_public()
                && !method.access.is_static()
                && !method.is_made_by_compiler()
                && other
                    .and_then(|made| self.class(&made))
                    .is_some_and(|made| made.origin == Origin::Open && made.access.is_public())
        };
        let makers = info.methods.iter().filter(is_maker).map(|method| Observer {
            owner: class.into(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
        });
        makers.collect()
    }

    fn is_observer(&self, declaring: &ClassInfo, method: &MethodInfo) -> bool {
        method.access.is_public()
            && !method.access.is_static()
            && !method.is_made_by_compiler()
            && !method.is_deprecated
            && !NEVER.contains(&&*method.name)
            && (&*method.name != ROOM || declaring.is_on_class_path())
            && !CHANGING.contains(&first_word(&method.name))
            && Chance::of(&declaring.name, &method.name, &method.descriptor).is_none()
            && self.is_comparable(&method.descriptor)
            && obstacle(self, &Viewpoint::of(declaring), declaring, method).is_none()
    }

    /// Whether a test can compare what a method returns with what it returned before.
    fn is_comparable(&self, descriptor: &str) -> bool {
        let Some((_, result)) = descriptor.rsplit_once(')') else {
            return false;
        };
        let class = match result.trim_start_matches('[') {
            "V" => return false,
            element => element.strip_prefix('L').and_then(|class| class.strip_suffix(';')),
        };
        class.is_none_or(|class| {
            let class = class.replace('/', ".");
            let value = [
                "String",
                "Integer",
                "Long",
                "Boolean",
                "Character",
                "Double",
                "Float",
                "Short",
                "Byte",
                "Class",
            ];
            let is_value = class
                .strip_prefix("java.lang.")
                .is_some_and(|name| value.contains(&name));
            is_value || self.class(&class).is_some_and(|info| info.is_enum())
        })
    }

    fn writes_fields(&self, declaring: &ClassInfo, index: usize) -> bool {
        let bodies = self.bodies(&declaring.name);
        bodies
            .get(index)
            .is_some_and(|body| body.fields.iter().any(|field| field.writes > 0))
    }
}

/// `readLine` to `read`.
fn first_word(name: &str) -> &str {
    let end = name.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(name.len());
    &name[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observers(class: &str) -> Option<Vec<String>> {
        let index = ClassIndex::open(&[], &crate::on_path()?).ok()?;
        Some(
            index
                .observers(class)
                .iter()
                .map(|observer| observer.name.to_string())
                .collect(),
        )
    }

    #[test]
    fn what_shows_a_state_is_offered_and_what_moves_it_is_not() {
        let Some(names) = observers("java.util.StringTokenizer") else {
            return;
        };
        assert!(names.iter().any(|name| name == "countTokens"), "{names:?}");
        // `hasMoreTokens` caches where the next token starts: its body writes a field.
        for not in ["nextToken", "nextElement", "hashCode", "getClass", "hasMoreTokens"] {
            assert!(names.iter().all(|name| name != not), "{not} in {names:?}");
        }
    }

    #[test]
    fn what_the_machine_decides_shows_no_state() {
        let Some(names) = observers("java.io.File") else {
            return;
        };
        assert!(names.iter().any(|name| name == "exists"), "{names:?}");
        for not in ["lastModified", "getFreeSpace"] {
            assert!(names.iter().all(|name| name != not), "{not} in {names:?}");
        }
    }

    #[test]
    fn a_text_comes_first_for_the_jdk_and_only_where_a_class_has_one_of_its_own() {
        let Some(names) = observers("java.util.ArrayList") else {
            return;
        };
        assert_eq!(names.first().map(String::as_str), Some("toString"));
        assert!(names.iter().any(|name| name == "size"));
        let Some(names) = observers("java.util.StringTokenizer") else {
            return;
        };
        assert!(names.iter().all(|name| name != "toString"));
    }
}
