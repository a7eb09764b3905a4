//! What a class has to declare that a test makes for the purpose, so that it implements an interface or extends an abstract class.

use palus_sequence::Primitive;

use crate::access::Viewpoint;
use crate::descriptor::{parameters, result};
use crate::facts::Visibility;
use crate::identifier::is_identifier;
use crate::index::ClassIndex;
use crate::info::{Access, ClassInfo, MethodInfo, Nesting, package_of};
use crate::types::{ClassType, Functional, Type, Types};

/// The most methods that a test declares: nobody reads one with more.
const MOST_DECLARED: usize = 16;
/// The oldest release of Java in which a proxy can call the default methods of its interface (`InvocationHandler.invokeDefault`).
const PROXIES_INHERIT: u32 = 16;
/// What only the compiler may extend (JLS 8.1.4).
const OF_COMPILER: [&str; 2] = ["java.lang.Enum", "java.lang.Record"];

/// An interface that a test can implement, or an abstract class that it can extend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Implementable {
    /// The methods that are abstract, in the order of declaration, those of the interface itself first. Of one [by name](Self::by_name), those
    /// of which a test may say what they answer.
    pub methods: Vec<Implemented>,
    /// Whether no class declares the methods, for there are too many, or some that nobody should write: a proxy answers for them by their names.
    pub by_name: bool,
    /// Whether the interface has methods that are not abstract.
    pub has_defaults: bool,
    /// Of an abstract class, what a class that extends it has besides; nothing for an interface.
    pub extended: Option<Extended>,
    /// The package in which the test must stand, because the type, its constructor, one of its methods or a type of these is not public.
    pub confined_to: Option<String>,
}

/// What a test has to know of an abstract class that it extends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extended {
    /// The names of the fields that it has or inherits: in the body of a class that extends it they hide variables of the test (JLS 8.3).
    pub fields: Vec<String>,
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
    /// Its access as declared.
    pub access: Access,
}

impl ClassIndex {
    /// What a test has to declare to implement the interface or to extend the abstract class; `None` where it cannot, or should not: there is
    /// no such type, nobody can name it, it is sealed, an annotation or deprecated, or nobody can call a constructor of it without arguments. One
    /// that is not public has few methods, and none that should not be written.
    pub fn implementable(&self, name: &str) -> Option<Implementable> {
        let class = self.class(name)?;
        let is_plain = class.access.is_abstract() && !class.access.is_annotation() && class.permitted.is_empty();
        if !is_plain || class.is_deprecated || self.visibility(&class) == Visibility::Hidden {
            return None;
        }
        let types = Types::new(self);
        // A generic type is implemented raw.
        let raw = ClassType::plain(name);
        let methods = types.abstract_methods(&raw)?;
        if !class.access.is_interface() {
            return self.extensible(&class, types, &methods);
        }
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
            has_defaults: self.has_defaults(interface),
            extended: None,
            confined_to: is_confined.then(|| interface.package().to_owned()),
        })
    }

    /// The abstract class, each of whose abstract methods a class declares that extends it.
    fn extensible(&self, class: &ClassInfo, types: Types<'_>, methods: &[Functional]) -> Option<Implementable> {
        let is_inner = matches!(&class.nesting, Nesting::Member { access, .. } if !access.is_static());
        if is_inner || self.is_of_compiler(class) || methods.len() > MOST_DECLARED {
            return None;
        }
        let constructor = class.methods.iter().find(|method| is_plain_constructor(method))?;
        let raw = ClassType::plain(&class.name);
        let methods = methods.iter().map(|method| self.implemented(types, &raw, method));
        let methods: Vec<Implemented> = methods.collect::<Option<_>>()?;
        let mut accesses = methods.iter().map(|method| method.access).chain([constructor.access]);
        let is_confined = accesses.any(is_for_package);
        // No test stands in a package of the JDK.
        if is_confined && !class.is_on_class_path() {
            return None;
        }
        let declared = self.declared(class, methods)?;
        let supertypes = self.supertypes(&class.name);
        let fields = supertypes.iter().flat_map(|supertype| &supertype.fields);
        let fields = fields.filter(|field| !field.access.is_private());
        Some(Implementable {
            extended: Some(Extended {
                fields: fields.map(|field| field.name.to_string()).collect(),
            }),
            confined_to: is_confined.then(|| class.package().to_owned()).or(declared.confined_to),
            ..declared
        })
    }

    fn is_of_compiler(&self, class: &ClassInfo) -> bool {
        let extends = |known: &&str| self.is_subclass(&class.name, known);
        class.access.is_enum() || OF_COMPILER.iter().any(extends)
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
            has_defaults: self.has_defaults(interface),
            extended: None,
            confined_to: None,
        })
    }

    fn has_defaults(&self, interface: &ClassInfo) -> bool {
        let supertypes = self.supertypes(&interface.name);
        let interfaces = supertypes.iter().filter(|supertype| supertype.access.is_interface());
        let mut methods = interfaces.flat_map(|interface| &interface.methods);
        let is_one = |access: Access| !access.is_abstract() && !access.is_static() && !access.is_private();
        methods.any(|method| is_one(method.access) && !method.is_made_by_compiler())
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
        let is_out_of_reach = is_for_package(declared.access) && found.class.package() != package_of(&raw.name);
        if declared.is_deprecated || is_out_of_reach || !is_identifier(&method.name) {
            return None;
        }
        let signature = types.declared_method(&found.class.name, declared);
        // javac erases all supertypes of a raw type, those too that JLS 4.8 leaves their arguments: `ScheduledFuture` is compared with anything.
        let all_erased = signature.as_ref().filter(|_| types.is_raw(raw));
        let (through, parameters, result) = if let Some(signature) = all_erased {
            let plain = ClassType::plain(&found.class.name);
            (plain, &signature.parameters, &signature.result)
        } else {
            let through = types.class_as_super(raw, &found.class.name)?;
            (through, &method.parameters, &method.result)
        };
        let erased = |of: &Type| erased_member(types, &through, of, 0);
        let mut written = String::from("(");
        for parameter in parameters {
            describe(&erased(parameter), &mut written)?;
        }
        written.push(')');
        describe(&erased(result), &mut written)?;
        let is_variable = |result: &Type| matches!(result, Type::Variable(_));
        let is_erased = all_erased.is_some_and(|signature| is_variable(&signature.result));
        let names = declared.parameter_names.iter();
        Some(Implemented {
            name: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
            written,
            gives_anything: is_erased || (is_variable(&method.result) && erased(&method.result) == Type::object()),
            parameter_names: names.map(|name| name.as_deref().map(str::to_owned)).collect(),
            throws: declared.exceptions.iter().map(ToString::to_string).collect(),
            access: declared.access,
        })
    }
}

/// Whether a class that extends another one can call the constructor without a word: without arguments, and without exceptions to declare.
fn is_plain_constructor(method: &MethodInfo) -> bool {
    method.is_constructor()
        && &*method.descriptor == "()V"
        && !method.access.is_private()
        && !method.is_deprecated
        && method.exceptions.is_empty()
}

/// Whether only the package of the class sees the member, not its subclasses elsewhere.
fn is_for_package(access: Access) -> bool {
    !access.is_public() && !access.is_protected()
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
