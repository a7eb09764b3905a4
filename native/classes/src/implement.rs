//! What a class has to declare that a test makes for the purpose, so that it implements an interface.

use palus_sequence::Primitive;

use crate::access::Viewpoint;
use crate::descriptor::{parameters, result};
use crate::facts::Visibility;
use crate::identifier::is_identifier;
use crate::index::ClassIndex;
use crate::info::ClassInfo;
use crate::types::{ClassType, Functional, Type, Types};

/// The most methods that a test declares: nobody reads one with more.
const MOST_DECLARED: usize = 16;
/// The oldest release of Java in which a proxy can call the default methods of its interface (`InvocationHandler.invokeDefault`).
const PROXIES_INHERIT: u32 = 16;

/// An interface that a test can implement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Implementable {
    /// The methods that are abstract, in the order of declaration, those of the interface itself first. Of one [by name](Self::by_name), those
    /// of which a test may say what they answer.
    pub methods: Vec<Implemented>,
    /// Whether no class declares the methods, for there are too many, or some that nobody should write: a proxy answers for them by their names.
    pub by_name: bool,
    /// The package in which the test must stand, because the interface or a type of its methods is not public.
    pub confined_to: Option<String>,
}

/// A method as the test declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Implemented {
    /// Its name.
    pub name: String,
    /// Its descriptor where it is declared: what the virtual machine calls.
    pub descriptor: String,
    /// The descriptor of what the test declares: types after erasure, the type arguments that superinterfaces fix put in. A method with the
    /// erased signature overrides the generic one (JLS 8.4.2).
    pub written: String,
    /// Whether its result is a type variable that nothing fixes: what is wanted there, only who uses the interface knows.
    pub gives_anything: bool,
    /// The names of the parameters, where the class file has them.
    pub parameter_names: Vec<Option<String>>,
    /// What its `throws` clause names, binary names.
    pub throws: Vec<String>,
}

impl ClassIndex {
    /// What a test has to declare to implement the interface; `None` where it cannot, or should not: there is no such interface, nobody can
    /// name it, it is sealed, an annotation or deprecated. One that is not public has few methods, and none that should not be written.
    pub fn implementable(&self, interface: &str) -> Option<Implementable> {
        let class = self.class(interface)?;
        let is_plain = class.access.is_interface() && !class.access.is_annotation() && class.permitted.is_empty();
        if !is_plain || class.is_deprecated || self.visibility(&class) == Visibility::Hidden {
            return None;
        }
        let types = Types::new(self);
        // A generic interface is implemented raw.
        let raw = ClassType::plain(interface);
        let methods = types.abstract_methods(&raw)?;
        let implemented = methods.iter().map(|method| self.implemented(types, &raw, method));
        let all: Option<Vec<Implemented>> = if methods.len() <= MOST_DECLARED {
            implemented.clone().collect()
        } else {
            None
        };
        all.and_then(|methods| self.declared(&class, methods))
            .or_else(|| self.answered_by_name(&class, implemented.flatten()))
    }

    /// The interface, each of whose methods a class declares.
    fn declared(&self, interface: &ClassInfo, methods: Vec<Implemented>) -> Option<Implementable> {
        let home = Viewpoint::of(interface);
        if !methods.iter().all(|method| self.can_write(&home, method)) {
            return None;
        }
        let everywhere = Viewpoint::everywhere();
        let is_confined = !self.is_public(interface)
            || interface.package().is_empty()
            || !methods.iter().all(|method| self.can_write(&everywhere, method));
        Some(Implementable {
            methods,
            by_name: false,
            confined_to: is_confined.then(|| interface.package().to_owned()),
        })
    }

    /// The interface, for whose methods a proxy answers. It throws each throwable that it is told, so it is told nothing of a method that returns one.
    fn answered_by_name(
        &self,
        interface: &ClassInfo,
        methods: impl Iterator<Item = Implemented>,
    ) -> Option<Implementable> {
        let is_old = self
            .release
            .as_ref()
            .is_some_and(|release| release.number < PROXIES_INHERIT);
        if is_old || !self.is_public(interface) || interface.package().is_empty() {
            return None;
        }
        let everywhere = Viewpoint::everywhere();
        let gives_throwable = |method: &Implemented| {
            let class = result(&method.written)
                .strip_prefix('L')
                .and_then(|class| class.strip_suffix(';'));
            class.is_some_and(|class| self.is_subclass(&class.replace('/', "."), "java.lang.Throwable"))
        };
        Some(Implementable {
            methods: methods
                .filter(|method| self.can_write(&everywhere, method) && !gives_throwable(method))
                .collect(),
            by_name: true,
            confined_to: None,
        })
    }

    /// Whether the types of a method can be named there.
    fn can_write(&self, from: &Viewpoint, method: &Implemented) -> bool {
        let mut types = parameters(&method.written).into_iter().chain([result(&method.written)]);
        types.all(|descriptor| self.can_name(from, descriptor))
    }

    fn is_public(&self, class: &ClassInfo) -> bool {
        self.visibility(class) == Visibility::Public
    }

    fn implemented(&self, types: Types<'_>, raw: &ClassType, method: &Functional) -> Option<Implemented> {
        let found = self.resolve_method(&method.declarer, &method.name, &method.descriptor)?;
        let declared = found.method();
        if declared.is_deprecated || !is_identifier(&method.name) {
            return None;
        }
        let through = types.class_as_super(raw, &found.class.name)?;
        let erased = |of: &Type| erased_member(types, &through, of, 0);
        let mut written = String::from("(");
        for parameter in &method.parameters {
            describe(&erased(parameter), &mut written)?;
        }
        written.push(')');
        describe(&erased(&method.result), &mut written)?;
        let is_variable = |result: &Type| matches!(result, Type::Variable(_));
        let signature = types.declared_method(&found.class.name, declared);
        let is_erased = types.is_raw(raw) && signature.is_some_and(|signature| is_variable(&signature.result));
        let names = declared.parameter_names.iter();
        Some(Implemented {
            name: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
            written,
            gives_anything: is_erased || (is_variable(&method.result) && erased(&method.result) == Type::object()),
            parameter_names: names.map(|name| name.as_deref().map(str::to_owned)).collect(),
            throws: declared.exceptions.iter().map(ToString::to_string).collect(),
        })
    }
}

/// The erasure of a type of a method that a class inherits through this type: a variable of the method may have one of the interface for its bound.
fn erased_member(types: Types<'_>, through: &ClassType, of: &Type, depth: usize) -> Type {
    match of {
        Type::Array(element) => Type::Array(Box::new(erased_member(types, through, element, depth))),
        // A broken class can have a variable that is its own bound.
        Type::Variable(variable) if depth < 32 => {
            let bound = types.through(through, &types.bounds(variable)[0]);
            erased_member(types, through, &bound, depth + 1)
        }
        _ => types.erasure(of),
    }
}

/// Writes the descriptor (JVMS 4.3.2) of a type after erasure.
fn describe(erased: &Type, out: &mut String) -> Option<()> {
    match erased {
        Type::Primitive(primitive) => out.push(Primitive::descriptor(*primitive)),
        Type::Class(class) => {
            out.push('L');
            out.push_str(&class.name.replace('.', "/"));
            out.push(';');
        }
        Type::Array(element) => {
            out.push('[');
            describe(element, out)?;
        }
        Type::Null | Type::Variable(_) | Type::Intersection(_) => return None,
    }
    Some(())
}
