//! Functional interfaces and the types of the one method that a lambda for them implements (JLS 9.8 and 9.9).

use std::sync::Arc;

use super::{Argument, ClassType, Type, Types};
use crate::info::{Access, ClassInfo, MethodInfo};

/// The one abstract method of a functional interface, as a lambda for that type implements it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Functional {
    /// The interface that declares the method: the one asked about or a superinterface.
    pub declarer: Arc<str>,
    /// The name of the method.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// Its parameter types, the type's arguments put in.
    pub parameters: Vec<Type>,
    /// Its result, in the same way.
    pub result: Type,
    /// Whether the method has type parameters of its own: no lambda can be written for it then, only a method reference.
    pub is_generic: bool,
}

/// An instance method of a type or one of its supertypes.
struct Candidate {
    found: Functional,
    is_abstract: bool,
    erased: Vec<Type>,
}

impl Types<'_> {
    /// The one abstract method of an interface type, those that `java.lang.Object` has publicly not counted; `None` when it is no
    /// functional interface. Wildcards among the type arguments are replaced by their bounds first, as javac does for a lambda.
    pub fn functional(self, wanted: &Type) -> Option<Functional> {
        let Type::Class(class) = wanted else {
            return None;
        };
        let declared = self.index.class(&class.name)?;
        // An annotation has one method that is not Object's, `annotationType`, and is no functional interface to javac; nor is a sealed one (JLS 9.8).
        let is_open =
            declared.access.is_interface() && !declared.access.is_annotation() && declared.permitted.is_empty();
        if !is_open {
            return None;
        }
        let mut open = self.abstract_methods(&self.without_wildcards(class))?;
        (open.len() == 1).then(|| open.remove(0))
    }

    /// The methods that a class has to declare which implements the interface or extends the abstract class, in the order of declaration,
    /// nearest first and superclasses before interfaces. Of those that `java.lang.Object` has publicly the ones that a class leaves open again.
    /// `None` when two of the same parameters have results of which the nearer is no subtype of the other: what implements both has to be
    /// found by hand then.
    pub(crate) fn abstract_methods(self, class: &ClassType) -> Option<Vec<Functional>> {
        let mut open: Vec<Functional> = Vec::new();
        let mut seen: Vec<Candidate> = Vec::new();
        let supertypes = self.index.supertypes(&class.name);
        let is_interface = supertypes.first()?.access.is_interface();
        // Nearest first: a default method closes what a superinterface leaves open.
        for supertype in supertypes.iter().filter(|c| c.access.is_interface() || !is_interface) {
            let through = self.class_as_super(class, &supertype.name)?;
            for method in supertype.methods.iter().filter(|m| is_inherited(supertype, m)) {
                let candidate = self.candidate(&through, method)?;
                if let Some(known) = seen.iter().find(|known| overrides(known, &candidate)) {
                    let results = [known, &candidate].map(|one| self.erasure(&one.found.result));
                    if known.is_abstract && !self.is_subtype(&results[0], &results[1]) {
                        return None;
                    }
                    continue;
                }
                if candidate.is_abstract {
                    open.push(candidate.found.clone());
                }
                seen.push(candidate);
            }
        }
        Some(open)
    }

    fn candidate(self, through: &ClassType, method: &MethodInfo) -> Option<Candidate> {
        let header = self.method_header(&through.name, method)?;
        let parameters: Vec<Type> = header.parameters.iter().map(|p| self.through(through, p)).collect();
        Some(Candidate {
            is_abstract: method.access.is_abstract(),
            erased: parameters.iter().map(|p| self.erasure(p)).collect(),
            found: Functional {
                declarer: through.name.clone(),
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                result: self.through(through, &header.result),
                is_generic: !header.type_parameters.is_empty(),
                parameters,
            },
        })
    }

    /// The parameterisation whose members a lambda sees (JLS 9.9): a wildcard gives way to its bound.
    fn without_wildcards(self, class: &ClassType) -> ClassType {
        let parameters = self.type_parameters(&class.name);
        let bound = |(at, argument): (usize, &Argument)| {
            Argument::Exact(match argument {
                Argument::Exact(found) | Argument::Extends(found) | Argument::Super(found) => found.clone(),
                Argument::Any => {
                    let declared = parameters.get(at).and_then(|parameter| parameter.bounds.first());
                    declared.map_or_else(Type::object, |bound| self.erasure(bound))
                }
            })
        };
        ClassType {
            arguments: class.arguments.iter().enumerate().map(bound).collect(),
            ..class.clone()
        }
    }
}

/// Whether the nearer method stands for the other too: a subsignature (JLS 8.4.2).
fn overrides(nearer: &Candidate, other: &Candidate) -> bool {
    nearer.found.name == other.found.name
        && nearer.erased.len() == other.erased.len()
        && (nearer.found.parameters == other.found.parameters || nearer.erased == other.erased)
}

fn is_inherited(from: &ClassInfo, method: &MethodInfo) -> bool {
    let is_there_anyway = || from.access.is_interface() && method.access.is_abstract() && is_of_object(method);
    is_instance_method(method.access) && !method.is_constructor() && !is_there_anyway()
}

fn is_instance_method(access: Access) -> bool {
    !access.is_static() && !access.is_private() && !access.is_synthetic()
}

/// Whether every object has such a public method anyway.
fn is_of_object(method: &MethodInfo) -> bool {
    matches!(
        (&*method.name, method.parameters()),
        ("equals", "(Ljava/lang/Object;)") | ("hashCode" | "toString", "()")
    )
}
