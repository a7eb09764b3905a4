//! What types mean on a class path: supertypes with their arguments, erasure, members as a receiver's type sees them.

use std::sync::Arc;

use super::header::declarer;
use super::relation::Relation;
use super::signature::{MethodSignature, field_signature, method_signature};
use super::substitution::Substitution;
use super::{Argument, ClassType, Header, MethodHeader, OBJECT, Type, Variable};
use crate::index::ClassIndex;
use crate::info::{FieldInfo, MethodInfo};

/// Questions about types, answered from a class index.
///
/// ```
/// use palus_classes::{ClassIndex, Type, Types};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let Some(java_home) = palus_classes::on_path() else { return Ok(()) };
/// let index = ClassIndex::open(&[], &java_home)?;
/// let types = Types::new(&index);
/// let list = types.parse("Ljava/util/ArrayList<Ljava/lang/String;>;").expect("a signature");
/// let wanted = types.parse("Ljava/util/Collection<+Ljava/lang/CharSequence;>;").expect("a signature");
/// assert!(types.is_assignable(&list, &wanted) && !types.is_assignable(&wanted, &list));
/// assert!(types.is_assignable(&Type::class("java.lang.Integer"), &types.parse("J").expect("a signature")));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Types<'i> {
    pub(super) index: &'i ClassIndex,
}

impl<'i> Types<'i> {
    /// Types over the classes of an index.
    pub fn new(index: &'i ClassIndex) -> Self {
        Self { index }
    }

    /// The type of a field signature or descriptor (JVMS 4.7.9.1) that mentions no type variable of a declaration; `None` for a
    /// broken one.
    pub fn parse(self, signature: &str) -> Option<Type> {
        field_signature(signature, &super::Scope::default())
    }

    /// The same inside a class, whose variables it can mention.
    pub fn parse_in(self, class: &str, signature: &str) -> Option<Type> {
        field_signature(signature, &self.index.header(class)?.scope)
    }

    /// The class as its own members see it, `java.util.List<E>`; `None` for one that is not known.
    pub fn this_type(self, class: &str) -> Option<ClassType> {
        self.index.header(class).map(|header| header.this.clone())
    }

    /// The type parameters that a class declares.
    pub fn type_parameters(self, class: &str) -> Vec<super::TypeParameter> {
        self.index
            .header(class)
            .map(|header| header.parameters.clone())
            .unwrap_or_default()
    }

    /// The direct superclass, if any, and then the direct superinterfaces that a class declares.
    pub fn declared_supertypes(self, class: &str) -> Vec<Type> {
        self.index
            .header(class)
            .map(|header| header.supertypes.clone())
            .unwrap_or_default()
    }

    /// The declared type of a field of that class.
    pub fn field_type(self, class: &str, field: &FieldInfo) -> Option<Type> {
        let header = self.index.header(class)?;
        let generic = field
            .signature
            .as_deref()
            .and_then(|s| field_signature(s, &header.scope));
        generic.or_else(|| Type::of_descriptor(&field.descriptor))
    }

    /// The declared types of a method or constructor of that class: parameters, then the result.
    pub fn method_types(self, class: &str, method: &MethodInfo) -> Option<(Vec<Type>, Type)> {
        let header = self.index.method_header(class, method)?;
        Some((header.parameters, header.result))
    }

    /// The same as a receiver of that type sees them: its type arguments in the place of the class's variables; erased for a raw
    /// receiver (JLS 4.8).
    pub fn method_types_through(self, receiver: &Type, class: &str, method: &MethodInfo) -> Option<(Vec<Type>, Type)> {
        let declared = self.index.method_header(class, method)?;
        let seen = |wanted: &Type| match self.as_super(receiver, class) {
            Some(through) if !method.access.is_static() => self.through(&through, wanted),
            _ => wanted.clone(),
        };
        Some((declared.parameters.iter().map(seen).collect(), seen(&declared.result)))
    }

    /// What a method or constructor declares, as its signature has it: without parameters that a compiler added. `throws` is filled from
    /// the `Exceptions` attribute where the signature leaves it out.
    pub fn declared_method(self, class: &str, method: &MethodInfo) -> Option<MethodSignature> {
        let header = self.index.header(class)?;
        let text = method.signature.as_deref().unwrap_or(&method.descriptor);
        let mut declared = method_signature(text, &declarer(&header.class, method), &header.scope)?;
        if declared.throws.is_empty() {
            declared.throws = method.exceptions.iter().map(|name| Type::class(name)).collect();
        }
        Some(declared)
    }

    /// The parameter types of the descriptor.
    pub fn erased_parameters(self, method: &MethodInfo) -> Option<Vec<Type>> {
        let erased = method_signature(&method.descriptor, &"".into(), &super::Scope::default())?;
        Some(erased.parameters)
    }

    /// The names of a class and of all its known supertypes: superclasses first, nearest first, then interfaces.
    pub fn supertype_names(self, class: &str) -> Vec<Arc<str>> {
        self.index
            .supertypes(class)
            .iter()
            .map(|class| class.name.clone())
            .collect()
    }

    /// The bounds of a variable, never empty.
    pub fn bounds(self, variable: &Variable) -> Vec<Type> {
        let bounds = match variable {
            Variable::Declared { declarer, name } => self.index.declared_bounds(declarer, name),
            Variable::Captured(_) => Vec::new(),
        };
        if bounds.is_empty() {
            vec![Type::object()]
        } else {
            bounds
        }
    }

    /// The type without type arguments and variables (JLS 4.6).
    pub fn erasure(self, wanted: &Type) -> Type {
        self.erased(wanted, 0)
    }

    fn erased(self, wanted: &Type, depth: usize) -> Type {
        match wanted {
            Type::Class(class) => Type::class(&class.name),
            Type::Array(element) => Type::Array(Box::new(self.erased(element, depth))),
            // A broken class can have a variable that is its own bound.
            Type::Variable(_) if depth > 32 => Type::object(),
            Type::Variable(variable) => self.erased(&self.bounds(variable)[0], depth + 1),
            Type::Intersection(parts) => parts.first().map_or_else(Type::object, |part| self.erased(part, depth)),
            Type::Primitive(_) | Type::Null => wanted.clone(),
        }
    }

    /// The type's supertype that is of that class, with its type arguments; the type itself where it is of that class.
    pub fn as_super(self, wanted: &Type, class: &str) -> Option<ClassType> {
        match wanted {
            Type::Class(found) => self.class_as_super(found, class),
            Type::Variable(variable) => self
                .bounds(variable)
                .iter()
                .find_map(|bound| self.as_super(bound, class)),
            Type::Intersection(parts) => parts.iter().find_map(|part| self.as_super(part, class)),
            Type::Array(_) => matches!(class, OBJECT | "java.lang.Cloneable" | "java.io.Serializable")
                .then(|| ClassType::plain(class)),
            Type::Primitive(_) | Type::Null => None,
        }
    }

    pub(crate) fn class_as_super(self, found: &ClassType, class: &str) -> Option<ClassType> {
        if *found.name == *class {
            return Some(found.clone());
        }
        if class == OBJECT {
            return Some(ClassType::plain(OBJECT));
        }
        if !self.index.is_subclass(&found.name, class) {
            return None;
        }
        // Every step goes up the hierarchy, which `is_subclass` has walked to its end.
        let towards =
            |supertype: &ClassType| *supertype.name == *class || self.index.is_subclass(&supertype.name, class);
        let next = self
            .direct_supertypes(found)
            .into_iter()
            .find(|s| towards(s) && s.name != found.name)?;
        self.class_as_super(&next, class)
    }

    /// The direct supertypes with the type's arguments put in; erased for a raw type (JLS 4.8).
    pub(super) fn direct_supertypes(self, class: &ClassType) -> Vec<ClassType> {
        let Some(header) = self.index.header(&class.name) else {
            return Vec::new();
        };
        let substitution = substitution(&header, class);
        let seen = |supertype: &Type| match (supertype, &substitution) {
            (Type::Class(supertype), Some(substitution)) => Some(substitution.on_class(supertype)),
            (Type::Class(supertype), None) => Some(ClassType::plain(&supertype.name)),
            _ => None,
        };
        header.supertypes.iter().filter_map(seen).collect()
    }

    /// A type inside a class, as a use of that class with type arguments sees it.
    pub(crate) fn through(self, class: &ClassType, wanted: &Type) -> Type {
        let Some(header) = self.index.header(&class.name) else {
            return self.erasure(wanted);
        };
        match substitution(&header, class) {
            Some(substitution) => substitution.on(wanted),
            None => self.erasure(wanted),
        }
    }

    /// Whether the class type is raw: generic and used without type arguments.
    pub(crate) fn is_raw(self, class: &ClassType) -> bool {
        !class.is_parameterised() && self.index.header(&class.name).is_some_and(|header| header.is_generic())
    }

    pub(super) fn method_header(self, class: &str, method: &MethodInfo) -> Option<MethodHeader> {
        self.index.method_header(class, method)
    }

    /// Whether an expression of type `from` can be passed where `to` is wanted, as javac answers: identity, widening, boxing and
    /// unboxing, subtyping with capture, and unchecked conversion (JLS 5.3).
    pub fn is_assignable(self, from: &Type, to: &Type) -> bool {
        Relation::new(self).is_convertible(from, to)
    }

    /// Whether `sub` is a subtype of `sup` (JLS 4.10).
    pub fn is_subtype(self, sub: &Type, sup: &Type) -> bool {
        Relation::new(self).is_subtype(sub, sup)
    }
}

/// What a use of a class puts in the place of its variables; `None` for a raw use, and for one with a wrong number of arguments.
pub(super) fn substitution(header: &Header, used: &ClassType) -> Option<Substitution> {
    let mut found = Substitution::default();
    if !header.is_generic() {
        return Some(found);
    }
    let (mut declared, mut used) = (Some(&header.this), Some(used));
    while let Some(class) = declared {
        if let Some(arguments) = used.map(|used| &used.arguments) {
            if arguments.len() != class.arguments.len() {
                return None;
            }
            for (variable, argument) in class.arguments.iter().zip(arguments) {
                if let Argument::Exact(Type::Variable(variable)) = variable {
                    found.add(variable.clone(), argument.clone());
                }
            }
        }
        declared = class.outer.as_deref();
        used = used.and_then(|used| used.outer.as_deref());
    }
    (!found.is_empty()).then_some(found)
}
