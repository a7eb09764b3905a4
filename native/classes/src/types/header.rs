//! What a class or method declares in terms of types: parameters, supertypes, parameter and result types.

use std::sync::{Arc, PoisonError};

use super::signature::{Scope, class_signature, method_signature};
use super::{Argument, ClassType, Type, TypeParameter, Variable};
use crate::index::ClassIndex;
use crate::info::{ClassInfo, MethodInfo, Nesting};

/// The generic declaration of a class.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    /// The class.
    pub(crate) class: Arc<ClassInfo>,
    /// Its own type parameters.
    pub(crate) parameters: Vec<TypeParameter>,
    /// The direct superclass, where it has one, then the direct superinterfaces.
    pub(crate) supertypes: Vec<Type>,
    /// All variables that can be mentioned inside.
    pub(crate) scope: Scope,
    /// The class as its own members see it: its variables as arguments, within an enclosing type that is generic too.
    pub(crate) this: ClassType,
}

impl Header {
    /// Whether a use without type arguments is raw: it or a class that it is inner to has type parameters.
    pub(crate) fn is_generic(&self) -> bool {
        self.this.is_parameterised()
    }
}

/// The generic declaration of a method or constructor.
#[derive(Clone, Debug)]
pub(crate) struct MethodHeader {
    /// Its own type parameters.
    pub(crate) type_parameters: Vec<TypeParameter>,
    /// The types of its parameters, as many as the descriptor has.
    pub(crate) parameters: Vec<Type>,
    /// The type of its result.
    pub(crate) result: Type,
}

impl ClassIndex {
    /// The generic declaration of a class. Kept.
    pub(crate) fn header(&self, name: &str) -> Option<Arc<Header>> {
        if let Some(known) = self.headers.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return Some(known.clone());
        }
        let header = Arc::new(self.read_header(self.class(name)?));
        let mut headers = self.headers.write().unwrap_or_else(PoisonError::into_inner);
        Some(headers.entry(header.class.name.clone()).or_insert(header).clone())
    }

    fn read_header(&self, class: Arc<ClassInfo>) -> Header {
        let around = self.enclosing(&class);
        let scope = around.as_ref().map(|(scope, _)| scope.clone()).unwrap_or_default();
        let own = class
            .signature
            .as_deref()
            .and_then(|s| class_signature(s, &class.name, &scope));
        let (parameters, supertypes) = match own {
            Some(own) => {
                let is_top = class.superclass.is_none();
                let superclass = Some(own.superclass).filter(|_| !is_top && !class.access.is_interface());
                (own.parameters, superclass.into_iter().chain(own.interfaces).collect())
            }
            None => (Vec::new(), erased_supertypes(&class)),
        };
        let variable = |parameter: &TypeParameter| {
            Argument::Exact(Type::Variable(Variable::Declared {
                declarer: class.name.clone(),
                name: parameter.name.clone(),
            }))
        };
        let this = ClassType {
            name: class.name.clone(),
            arguments: parameters.iter().map(variable).collect(),
            outer: around
                .and_then(|(_, outer)| outer)
                .filter(ClassType::is_parameterised)
                .map(Box::new),
        };
        let scope = scope.within(&class.name, parameters.iter().map(|p| p.name.clone()));
        Header {
            class,
            parameters,
            supertypes,
            scope,
            this,
        }
    }

    /// The variables of what is around a class, and the enclosing type where the class is inner to it.
    fn enclosing(&self, class: &ClassInfo) -> Option<(Scope, Option<ClassType>)> {
        match &class.nesting {
            // An outer class has a shorter name, so this ends even on a broken class path.
            Nesting::Member { outer, .. } if class.is_inner() && outer.len() < class.name.len() => {
                let outer = self.header(outer)?;
                Some((outer.scope.clone(), Some(outer.this.clone())))
            }
            Nesting::Hidden => {
                let enclosing = class.enclosing.as_ref().filter(|e| e.class.len() < class.name.len())?;
                let outer = self.header(&enclosing.class)?;
                let method = enclosing.method.as_ref().and_then(|(name, descriptor)| {
                    let index = outer.class.find_method(name, descriptor)?;
                    outer.class.methods.get(index)
                });
                let scope = match method {
                    Some(method) => method_scope(&outer, method),
                    None => outer.scope.clone(),
                };
                Some((scope, None))
            }
            _ => None,
        }
    }

    /// The generic declaration of a method. A signature leaves out parameters that a compiler added (of inner classes and enums):
    /// these stand in front, as the descriptor has them.
    pub(crate) fn method_header(&self, class: &str, method: &MethodInfo) -> Option<MethodHeader> {
        let header = self.header(class)?;
        let declarer = declarer(&header.class, method);
        let erased = method_signature(&method.descriptor, &declarer, &Scope::default())?;
        let signature = method.signature.as_deref();
        let Some(generic) = signature.and_then(|s| method_signature(s, &declarer, &header.scope)) else {
            return Some(MethodHeader {
                type_parameters: Vec::new(),
                parameters: erased.parameters,
                result: erased.result,
            });
        };
        let added = erased.parameters.len().saturating_sub(generic.parameters.len());
        let parameters = erased.parameters.into_iter().take(added).chain(generic.parameters);
        Some(MethodHeader {
            type_parameters: generic.type_parameters,
            parameters: parameters.collect(),
            result: generic.result,
        })
    }

    /// The bounds of a declared variable, as written; empty for none, and for a variable that nobody declares.
    pub(crate) fn declared_bounds(&self, declarer: &str, name: &str) -> Vec<Type> {
        let (class, member) = declarer.split_once('#').unwrap_or((declarer, ""));
        let Some(header) = self.header(class) else {
            return Vec::new();
        };
        let parameters = if member.is_empty() {
            header.parameters.clone()
        } else {
            let is_it = |m: &&MethodInfo| member.strip_prefix(&*m.name) == Some(&*m.descriptor);
            let method = header.class.methods.iter().find(is_it);
            let method = method.and_then(|method| self.method_header(class, method));
            method.map(|method| method.type_parameters).unwrap_or_default()
        };
        let found = parameters.into_iter().find(|parameter| *parameter.name == *name);
        found.map(|parameter| parameter.bounds).unwrap_or_default()
    }
}

/// The name under which a method declares its type parameters.
pub(crate) fn declarer(class: &ClassInfo, method: &MethodInfo) -> Arc<str> {
    format!("{}#{}{}", class.name, method.name, method.descriptor).into()
}

fn method_scope(outer: &Header, method: &MethodInfo) -> Scope {
    let declarer = declarer(&outer.class, method);
    let signature = method.signature.as_deref();
    let own = signature.and_then(|s| method_signature(s, &declarer, &outer.scope));
    let names = own.into_iter().flat_map(|own| own.type_parameters).map(|p| p.name);
    outer.scope.within(&declarer, names)
}

fn erased_supertypes(class: &ClassInfo) -> Vec<Type> {
    let superclass = class.superclass.iter().filter(|_| !class.access.is_interface());
    superclass
        .chain(&class.interfaces)
        .map(|name| Type::class(name))
        .collect()
}
