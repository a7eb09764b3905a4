//! How types are named in one source file, and the imports that follow from it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use palus_classes::{Argument, Type};

use super::types::{JType, Types};

/// The names that one source file uses so far.
#[derive(Clone)]
pub(super) struct Imports {
    /// Simple name to the fully qualified top-level class that it means in this file.
    claimed: BTreeMap<String, String>,
    statics: BTreeSet<String>,
    /// Whether some generic class was named without its type arguments.
    pub(super) raw: bool,
    /// The classes that the file declares for its tests, by the interfaces that they implement.
    pub(super) stubs: BTreeMap<String, Stub>,
}

/// A class that a file declares besides that of its tests.
#[derive(Clone)]
pub(super) struct Stub {
    /// Its simple name.
    pub(super) name: String,
    /// Its source, a member of the test class.
    pub(super) text: String,
}

impl Imports {
    /// A file that declares `class` and always imports `annotation`, the test annotation.
    pub(super) fn new(package: &str, class: &str, annotation: &str) -> Self {
        let mut claimed = BTreeMap::new();
        claimed.insert(class.to_owned(), qualified(package, class));
        claimed.insert(simple(annotation).to_owned(), annotation.to_owned());
        Self {
            claimed,
            statics: BTreeSet::new(),
            raw: false,
            stubs: BTreeMap::new(),
        }
    }

    /// Takes a name for a class that the file declares: this one, with a number where it means something else already.
    pub(super) fn claim(&mut self, wanted: &str) -> String {
        let numbered = (2..).map(|number| format!("{wanted}{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        let free = names.find(|name| !self.claimed.contains_key(name));
        let name = free.unwrap_or_default();
        // It means no class that has another name.
        self.claimed.insert(name.clone(), String::new());
        name
    }

    /// An annotation that is used by its simple name, before any other class of that name is.
    pub(super) fn annotate(&mut self, annotation: &str) {
        let name = simple(annotation).to_owned();
        self.claimed.entry(name).or_insert_with(|| annotation.to_owned());
    }

    /// A static method that is called by its bare name.
    pub(super) fn use_static(&mut self, class: &str, method: &str) {
        self.statics.insert(format!("{class}.{method}"));
    }

    /// The name of a type in expressions that take no type arguments: before `.member`, `.class`.
    pub(super) fn name(&mut self, types: &Types, of: &JType) -> Result<String, String> {
        Ok(match of {
            JType::Null => "Object".to_owned(),
            JType::Primitive(primitive) => primitive.keyword().to_owned(),
            JType::Array(element) => format!("{}[]", self.name(types, element)?),
            JType::Class(binary) => self.class_name(types, binary)?,
        })
    }

    /// The name of a type where type arguments could stand, so that leaving them out makes it raw.
    pub(super) fn raw_name(&mut self, types: &Types, of: &JType) -> Result<String, String> {
        self.raw |= types.is_generic(of);
        self.name(types, of)
    }

    /// The name of a type with its arguments; a generic class in it that has none makes it raw.
    pub(super) fn typed_name(&mut self, types: &Types, of: &Type) -> Result<String, String> {
        match of {
            Type::Primitive(primitive) => Ok(primitive.keyword().to_owned()),
            Type::Array(element) => Ok(format!("{}[]", self.typed_name(types, element)?)),
            Type::Class(class) if class.arguments.is_empty() => self.raw_name(types, &JType::class(&class.name)),
            Type::Class(class) => {
                let name = self.class_name(types, &class.name)?;
                let mut arguments = Vec::new();
                for argument in &class.arguments {
                    arguments.push(match argument {
                        Argument::Exact(of) => self.typed_name(types, of)?,
                        Argument::Extends(of) => format!("? extends {}", self.typed_name(types, of)?),
                        Argument::Super(of) => format!("? super {}", self.typed_name(types, of)?),
                        Argument::Any => "?".to_owned(),
                    });
                }
                Ok(format!("{name}<{}>", arguments.join(", ")))
            }
            Type::Null | Type::Variable(_) | Type::Intersection(_) => Err(format!("no source can name {of}")),
        }
    }

    fn class_name(&mut self, types: &Types, binary: &str) -> Result<String, String> {
        if !types.is_accessible(&JType::class(binary)) {
            return Err(format!("{binary} cannot be named from the package of the test"));
        }
        let Some(class) = types.class(binary) else {
            return Err(format!("{binary} is not on the class path"));
        };
        let within = match class.package.as_str() {
            "" => class.canonical.as_str(),
            package => class.canonical.get(package.len() + 1..).unwrap_or(&class.canonical),
        };
        let top = within.split('.').next().unwrap_or(within);
        let full = qualified(&class.package, top);
        let meaning = self.claimed.get(top).cloned().or_else(|| {
            // What the compiler would take the bare name for, once this file imports nothing of that name.
            let own = qualified(&types.package, top);
            let shadows = class.package != types.package && types.class(&own).is_some();
            (shadows && class.package == "java.lang").then_some(own)
        });
        match meaning {
            None => {
                self.claimed.insert(top.to_owned(), full);
                Ok(within.to_owned())
            }
            Some(meaning) if meaning == full => Ok(within.to_owned()),
            // A class of the unnamed package has no other name.
            Some(_) if class.package.is_empty() => Err(format!("the name {top} means another class in this test")),
            Some(_) => Ok(class.canonical.clone()),
        }
    }

    /// The import lines: static ones first, each group sorted.
    pub(super) fn lines(&self, package: &str) -> String {
        let mut text = String::new();
        for member in &self.statics {
            let _ = writeln!(text, "import static {member};");
        }
        if !self.statics.is_empty() {
            text.push('\n');
        }
        let mut named: Vec<_> = self
            .claimed
            .values()
            .filter(|full| needs_import(full, package))
            .collect();
        named.sort();
        for full in named {
            let _ = writeln!(text, "import {full};");
        }
        text
    }
}

fn needs_import(full: &str, package: &str) -> bool {
    match full.rsplit_once('.') {
        None => false,
        Some((own, _)) => own != package && own != "java.lang",
    }
}

fn qualified(package: &str, class: &str) -> String {
    if package.is_empty() {
        class.to_owned()
    } else {
        format!("{package}.{class}")
    }
}

fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
