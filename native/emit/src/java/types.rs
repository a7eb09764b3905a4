//! Types as javac sees them in a generated test: assignability, accessibility, casts; all by erasure.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use palus_classes::{ClassFacts, TypeFacts, Visibility};
use palus_sequence::{Primitive, Symbols, TypeId, TypeKind};

/// The erased type of an expression or parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum JType {
    /// The type of `null`.
    Null,
    /// A primitive type or `void`.
    Primitive(Primitive),
    /// A class or interface by its binary name.
    Class(String),
    /// An array.
    Array(Box<JType>),
}

impl JType {
    /// The class of that binary name.
    pub(super) fn class(name: &str) -> Self {
        Self::Class(name.to_owned())
    }

    /// The type of that id.
    pub(super) fn of(symbols: &Symbols, id: TypeId) -> Self {
        match symbols.kind(id) {
            TypeKind::Primitive(primitive) => Self::Primitive(*primitive),
            TypeKind::Class(name) => Self::class(name),
            TypeKind::Array(element) => Self::Array(Box::new(Self::of(symbols, *element))),
        }
    }

    /// The types of the parameters of a method descriptor; `None` when it is broken.
    pub(super) fn parameters(descriptor: &str) -> Option<Vec<Self>> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let (parameter, after) = Self::take(rest)?;
            parameters.push(parameter);
            rest = after;
        }
        Some(parameters)
    }

    /// The type of the result of a method descriptor; `None` when it is broken.
    pub(super) fn result(descriptor: &str) -> Option<Self> {
        let (_, result) = descriptor.split_once(')')?;
        Self::take(result).map(|(result, _)| result)
    }

    fn take(descriptor: &str) -> Option<(Self, &str)> {
        let mut chars = descriptor.chars();
        match chars.next()? {
            '[' => {
                let (element, rest) = Self::take(chars.as_str())?;
                Some((Self::Array(Box::new(element)), rest))
            }
            'L' => {
                let (name, rest) = chars.as_str().split_once(';')?;
                Some((Self::Class(name.replace('/', ".")), rest))
            }
            letter => {
                let primitive = Primitive::ALL.into_iter().find(|p| p.descriptor() == letter)?;
                Some((Self::Primitive(primitive), chars.as_str()))
            }
        }
    }

    /// Whether it is the class of that binary name.
    pub(super) fn is_class(&self, name: &str) -> bool {
        matches!(self, Self::Class(own) if own == name)
    }

    /// Whether it is the primitive.
    pub(super) fn is(&self, primitive: Primitive) -> bool {
        *self == Self::Primitive(primitive)
    }

    /// Whether it is a primitive type.
    pub(super) fn is_primitive(&self) -> bool {
        matches!(self, Self::Primitive(_))
    }

    /// The primitive that the class boxes.
    pub(super) fn unboxed(&self) -> Option<Primitive> {
        match self {
            Self::Class(name) => Primitive::ALL.into_iter().find(|p| p.boxed() == name),
            _ => None,
        }
    }

    /// The type of the innermost elements of an array; itself when it is none.
    pub(super) fn innermost(&self) -> &Self {
        match self {
            Self::Array(element) => element.innermost(),
            _ => self,
        }
    }
}

impl fmt::Display for JType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Primitive(primitive) => f.write_str(primitive.keyword()),
            Self::Class(name) => f.write_str(name),
            Self::Array(element) => write!(f, "{element}[]"),
        }
    }
}

/// Questions about types, asked from one package.
pub(super) struct Types<'a> {
    pub(super) facts: &'a dyn TypeFacts,
    /// The package of the test.
    pub(super) package: String,
    seen: RefCell<BTreeMap<String, Option<Rc<ClassFacts>>>>,
}

impl<'a> Types<'a> {
    /// Questions asked from `package`.
    pub(super) fn new(facts: &'a dyn TypeFacts, package: &str) -> Self {
        Self {
            facts,
            package: package.to_owned(),
            seen: RefCell::default(),
        }
    }

    /// What is known of the class.
    pub(super) fn class(&self, name: &str) -> Option<Rc<ClassFacts>> {
        if let Some(known) = self.seen.borrow().get(name) {
            return known.clone();
        }
        let found = self.facts.class(name).map(Rc::new);
        self.seen.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }

    /// Whether the test can write the name of the type.
    pub(super) fn is_accessible(&self, of: &JType) -> bool {
        match of.innermost() {
            JType::Class(name) => self.class(name).is_some_and(|class| match class.visibility {
                // Classes of the unnamed package have names there alone (JLS 7.5).
                Visibility::Public => !class.package.is_empty() || self.package.is_empty(),
                Visibility::Package => class.package == self.package,
                Visibility::Hidden => false,
            }),
            _ => true,
        }
    }

    /// Whether the class has type parameters, so that its bare name is a raw type.
    pub(super) fn is_generic(&self, of: &JType) -> bool {
        match of.innermost() {
            JType::Class(name) => self.class(name).is_some_and(|class| class.type_parameters > 0),
            _ => false,
        }
    }

    /// The class and all its supertypes, nearest first: superclasses before interfaces, `java.lang.Object` last.
    pub(super) fn supertypes(&self, name: &str) -> Vec<String> {
        let mut found = vec![name.to_owned()];
        let mut next = 0;
        while next < found.len() {
            if let Some(class) = self.class(&found[next]) {
                for parent in class.superclass.iter().chain(&class.interfaces) {
                    if parent != "java.lang.Object" && !found.contains(parent) {
                        found.push(parent.clone());
                    }
                }
            }
            next += 1;
        }
        if name != "java.lang.Object" {
            found.push("java.lang.Object".to_owned());
        }
        found
    }

    /// The types under which a value of this type can be declared, the most telling first.
    pub(super) fn nameable(&self, of: &JType) -> Vec<JType> {
        let types = match of {
            JType::Class(name) => self.supertypes(name).iter().map(|name| JType::class(name)).collect(),
            JType::Array(element) => {
                let mut arrays: Vec<_> = self
                    .nameable(element)
                    .into_iter()
                    .map(|element| JType::Array(Box::new(element)))
                    .collect();
                arrays.push(JType::class("java.lang.Object"));
                arrays
            }
            other => vec![other.clone()],
        };
        types.into_iter().filter(|one| self.is_accessible(one)).collect()
    }

    /// Whether `from` is a subtype of `to`, or widens to it, without boxing (JLS 5.3, strict invocation).
    pub(super) fn is_strict(&self, from: &JType, to: &JType) -> bool {
        match (from, to) {
            (JType::Primitive(from), JType::Primitive(to)) => widens(*from, *to),
            (JType::Null, to) => !to.is_primitive(),
            (JType::Class(from), JType::Class(to)) => {
                to == "java.lang.Object" || from == to || self.supertypes(from).contains(to)
            }
            (JType::Array(_), JType::Class(to)) => {
                matches!(
                    to.as_str(),
                    "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable"
                )
            }
            (JType::Array(from), JType::Array(to)) => {
                from == to || (!from.is_primitive() && !to.is_primitive() && self.is_strict(from, to))
            }
            _ => false,
        }
    }

    /// The same with boxing and unboxing (JLS 5.3, loose invocation).
    pub(super) fn is_loose(&self, from: &JType, to: &JType) -> bool {
        match (from, to) {
            (JType::Primitive(primitive), JType::Class(_)) => {
                *primitive != Primitive::Void && self.is_strict(&JType::class(primitive.boxed()), to)
            }
            (JType::Class(_), JType::Primitive(to)) => from.unboxed().is_some_and(|from| widens(from, *to)),
            _ => self.is_strict(from, to),
        }
    }

    /// Whether javac lets a reference of type `from` be cast to `to`. Careful: says no where it may be yes.
    pub(super) fn is_castable(&self, from: &JType, to: &JType) -> bool {
        let is_interface = |of: &JType| match of {
            JType::Class(name) => self.class(name).is_some_and(|class| class.is_interface),
            _ => false,
        };
        if from.is_primitive() || to.is_primitive() {
            return self.is_loose(from, to);
        }
        let related = self.is_strict(from, to) || self.is_strict(to, from);
        related || (is_interface(from) && is_interface(to))
    }

    /// What a call that may throw these must declare: nothing, `Exception` or `Throwable`.
    pub(super) fn declared_throwable(&self, throws: &[String]) -> Option<&'static str> {
        throws
            .iter()
            .filter_map(|name| {
                let supertypes = self.supertypes(name);
                let has = |class: &str| supertypes.iter().any(|one| one == class);
                if has("java.lang.RuntimeException") || has("java.lang.Error") {
                    None
                } else if has("java.lang.Throwable") && !has("java.lang.Exception") {
                    Some("Throwable")
                } else {
                    Some("Exception")
                }
            })
            .max()
    }
}

fn widens(from: Primitive, to: Primitive) -> bool {
    use Primitive::{Byte, Char, Double, Float, Int, Long, Short, Void};
    match (from, to) {
        _ if from == to => from != Void,
        (Byte, Short)
        | (Byte | Short | Char, Int)
        | (Byte | Short | Char | Int, Long)
        | (Byte | Short | Char | Int | Long, Float)
        | (Byte | Short | Char | Int | Long | Float, Double) => true,
        _ => false,
    }
}
