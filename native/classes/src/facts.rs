//! What an emitter needs to know of a class or method to write its name in source.

use crate::body::Member;
use crate::implement::Implementable;
use crate::types::{MethodSignature, Type};

/// Who can name a class or member, the enclosing classes taken into account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Visibility {
    /// Nobody outside: private, local or anonymous.
    Hidden,
    /// The classes of its package (`protected` counts as this: a test is no subclass).
    Package,
    /// Everybody.
    Public,
}

/// Where the tests of a class can live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// In the package of the class.
    SamePackage,
    /// In `palus.<package>`, through the public API only: `java.*`, sealed or signed jars, named modules.
    Apart,
}

/// A class or interface as source sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct ClassFacts {
    /// The binary name with dots, `java.util.Map$Entry`.
    pub name: String,
    /// The name in source, `java.util.Map.Entry`. Meaningless where `visibility` is `Hidden`.
    pub canonical: String,
    /// The package, empty for the unnamed one.
    pub package: String,
    /// Who can name it.
    pub visibility: Visibility,
    /// Whether its tests can live in its package.
    pub home: Home,
    /// The number of its type parameters.
    pub type_parameters: usize,
    /// Interface or annotation.
    pub is_interface: bool,
    /// Abstract classes and interfaces.
    pub is_abstract: bool,
    /// Enum classes (not the bodies of their constants).
    pub is_enum: bool,
    /// An inner class that needs an enclosing instance.
    pub is_inner: bool,
    /// The superclass's binary name; `None` for `java.lang.Object` and interfaces.
    pub superclass: Option<String>,
    /// The direct superinterfaces' binary names.
    pub interfaces: Vec<String>,
}

impl ClassFacts {
    /// A public top-level class of that name, with no parameter and no parent: what is to be said of another one is set in it.
    pub fn plain(name: &str) -> Self {
        let package = name.rsplit_once('.').map_or("", |(package, _)| package);
        Self {
            name: name.to_owned(),
            canonical: name.replace('$', "."),
            package: package.to_owned(),
            visibility: Visibility::Public,
            home: Home::SamePackage,
            type_parameters: 0,
            is_interface: false,
            is_abstract: false,
            is_enum: false,
            is_inner: false,
            superclass: None,
            interfaces: Vec::new(),
        }
    }
}

/// A method or constructor as source sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodFacts {
    /// The names of the parameters where the class file has them (`MethodParameters`, or `LocalVariableTable`).
    pub parameter_names: Vec<Option<String>>,
    /// The checked and unchecked exceptions of its `throws` clause, binary names.
    pub throws: Vec<String>,
    /// Whether the last parameter takes a variable number of arguments.
    pub is_varargs: bool,
    /// Marked deprecated, itself or its class.
    pub is_deprecated: bool,
    /// The generic signature (JVMS 4.7.9.1), where it has one.
    pub signature: Option<String>,
    /// Who can call it.
    pub visibility: Visibility,
}

/// Answers about single classes and methods.
pub trait TypeFacts {
    /// The class of that binary name, if it is on the class path or in the JDK.
    fn class(&self, name: &str) -> Option<ClassFacts>;

    /// The method or constructor (`<init>`) that a call `owner.name descriptor` resolves to: declared in `owner` or inherited.
    fn method(&self, owner: &str, name: &str, descriptor: &str) -> Option<MethodFacts>;

    /// All methods of that name that `owner` has or inherits, as descriptors: so that an emitter sees when a call would be
    /// ambiguous without a cast.
    fn overloads(&self, owner: &str, name: &str) -> Vec<String>;

    /// Whether the class `sub` is `sup`, extends or implements it.
    fn is_subclass(&self, sub: &str, sup: &str) -> bool;

    /// Whether a field that the class declares is public.
    fn is_public_field(&self, _owner: &str, _name: &str) -> bool {
        true
    }

    /// The type, with its arguments, of what a method of `owner` returns, as an expression of the type `owner` sees it;
    /// `None` where the class file does not say.
    fn result_type(&self, owner: &str, name: &str, descriptor: &str) -> Option<Type> {
        let signature = self.method(owner, name, descriptor)?.signature?;
        MethodSignature::parse(&signature).map(|declared| declared.result)
    }

    /// The type, with its arguments, of a static field that the class declares; `None` where the class file does not
    /// say.
    fn static_field_type(&self, _owner: &str, _name: &str) -> Option<Type> {
        None
    }

    /// Whether javac passes a value of one type where the other is wanted (JLS 5.3).
    fn is_assignable(&self, _from: &Type, _to: &Type) -> bool {
        false
    }

    /// Whether no arguments of raw types have javac choose the method: by erasure another overload takes them too, and type variables keep
    /// either from being more specific (JLS 15.12.2.5), as with `wrap(Map<K, V>, Factory<V>)` beside `wrap(Map<K, V>, V)`. All signatures of a
    /// raw receiver are erased, so that one is not asked.
    fn is_ambiguous(&self, _owner: &str, _name: &str, _descriptor: &str) -> bool {
        false
    }

    /// Where javac takes the method for one of two of the same erased parameters, the supertypes in which it sees just one, nearest first, each
    /// with the descriptor there; `None` where there is no such clash. A call through one of them ends at the same code. Class files of other
    /// compilers hold both `<B> add(B)` and, in a superclass, an `add(Object)` without a generic signature, of which neither overrides the other
    /// in the Java language (JLS 8.4.2).
    fn sites_beside_clash(&self, _owner: &str, _name: &str, _descriptor: &str) -> Option<Vec<(String, String)>> {
        None
    }

    /// Whether a framework sets fields of the class's objects, those of superclasses too: in what a constructor made
    /// they are null.
    fn is_injected(&self, _class: &str) -> bool {
        false
    }

    /// The methods that take what was missing when a null pointer exception with this text came up in the code of `class`, as far as the
    /// text names a field.
    fn takers_of_null(&self, _class: &str, _message: &str) -> Vec<Member> {
        Vec::new()
    }

    /// What a test declares to implement the interface; `None` where it cannot.
    fn implementable(&self, _interface: &str) -> Option<Implementable> {
        None
    }
}
