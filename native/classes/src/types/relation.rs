//! Subtyping, containment of type arguments, capture and conversion (JLS 4.5.1, 4.10, 5.1 and 5.3).
//!
//! Where the specification leaves a choice, or javac is known to be more lenient, this answers as javac does: what javac accepts is
//! what a test can be compiled with.

use palus_sequence::Primitive;

use super::substitution::Substitution;
use super::system::substitution;
use super::{Argument, ClassType, OBJECT, Type, Types, Variable};

/// Bounds that lead to themselves ("F-bounds") can make a question ask itself; deeper than this the answer is no.
const DEEPEST: usize = 48;

/// One question, with the variables that capture made for it.
pub(super) struct Relation<'i> {
    types: Types<'i>,
    captured: Vec<Captured>,
    depth: usize,
}

/// A captured variable.
struct Captured {
    upper: Type,
    lower: Option<Type>,
    wildcard: Argument,
}

impl<'i> Relation<'i> {
    pub(super) fn new(types: Types<'i>) -> Self {
        Self {
            types,
            captured: Vec::new(),
            depth: 0,
        }
    }

    /// Loose invocation contexts (JLS 5.3).
    pub(super) fn is_convertible(&mut self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Primitive(from), Type::Primitive(to)) => widens(*from, *to),
            (Type::Primitive(Primitive::Void), _) => false,
            (Type::Primitive(from), _) => self.is_subtype(&Type::class(from.boxed()), to),
            (_, Type::Primitive(to)) => self.unboxed(from).is_some_and(|from| widens(from, *to)),
            _ => {
                let from = self.capture(from);
                self.is_below_unchecked(&from, to)
            }
        }
    }

    /// The primitive type that a value unboxes to: also that of a variable bounded by a box.
    fn unboxed(&self, from: &Type) -> Option<Primitive> {
        let boxes = Primitive::ALL.into_iter().filter(|p| *p != Primitive::Void);
        boxes.into_iter().find(|p| self.as_super(from, p.boxed()).is_some())
    }

    /// Subtyping or unchecked conversion. What is inside an array or behind a variable is not captured, as in javac.
    fn is_below_unchecked(&mut self, from: &Type, to: &Type) -> bool {
        if let (Type::Array(from), Type::Array(to)) = (from, to) {
            return match (&**from, &**to) {
                (Type::Primitive(from), to) => Type::Primitive(*from) == *to,
                (from, to) => self.is_below_unchecked(from, to),
            };
        }
        if self.is_below(from, to) {
            return true;
        }
        match (from, to) {
            (Type::Variable(_), _) => self.uppers(from).iter().any(|bound| self.is_below_unchecked(bound, to)),
            // Unchecked conversion (JLS 5.1.9).
            (_, Type::Class(wanted)) => self
                .as_super(from, &wanted.name)
                .is_some_and(|found| self.types.is_raw(&found)),
            _ => false,
        }
    }

    /// Subtyping, the left side captured first, as for an expression.
    pub(super) fn is_subtype(&mut self, sub: &Type, sup: &Type) -> bool {
        if sub == sup {
            return true;
        }
        let sub = self.capture(sub);
        self.is_below(&sub, sup)
    }

    /// Subtyping without capture.
    fn is_below(&mut self, sub: &Type, sup: &Type) -> bool {
        if sub == sup {
            return true;
        }
        if self.depth > DEEPEST {
            return false;
        }
        self.depth += 1;
        let answer = self.is_strictly_below(sub, sup);
        self.depth -= 1;
        answer
    }

    fn is_strictly_below(&mut self, sub: &Type, sup: &Type) -> bool {
        if let Type::Intersection(parts) = sup {
            return parts.iter().all(|part| self.is_below(sub, part));
        }
        if let Type::Variable(Variable::Captured(id)) = sup
            && let Some(lower) = self.captured[*id as usize].lower.clone()
        {
            return self.is_below(sub, &lower);
        }
        match (sub, sup) {
            (Type::Primitive(sub), Type::Primitive(sup)) => widens(*sub, *sup),
            (Type::Primitive(_), _) | (_, Type::Primitive(_) | Type::Null) => false,
            (Type::Null, _) => true,
            (_, Type::Class(sup)) if &*sup.name == OBJECT => true,
            (Type::Variable(_), _) => self.uppers(sub).iter().any(|bound| self.is_below(bound, sup)),
            (Type::Intersection(parts), _) => parts.iter().any(|part| self.is_below(part, sup)),
            (Type::Array(sub), Type::Array(sup)) if sub.is_primitive() || sup.is_primitive() => sub == sup,
            (Type::Array(sub), Type::Array(sup)) => self.is_below(sub, sup),
            (Type::Array(_), Type::Class(sup)) => matches!(&*sup.name, "java.lang.Cloneable" | "java.io.Serializable"),
            (Type::Class(sub), Type::Class(sup)) => self.is_class_below(sub, sup),
            _ => false,
        }
    }

    fn is_class_below(&mut self, sub: &ClassType, sup: &ClassType) -> bool {
        let Some(found) = self.types.class_as_super(sub, &sup.name) else {
            return false;
        };
        !sup.is_parameterised() || self.contains_all(sup, &found)
    }

    /// Whether each type argument that is wanted contains the one that is there, enclosing types included.
    fn contains_all(&mut self, wanted: &ClassType, found: &ClassType) -> bool {
        let outer = match (&wanted.outer, &found.outer) {
            (Some(wanted), Some(found)) => self.contains_all(wanted, found),
            (None, _) => true,
            (Some(_), None) => false,
        };
        outer
            && wanted.arguments.len() == found.arguments.len()
            && (0..wanted.arguments.len()).all(|at| {
                let formal = || {
                    self.types
                        .type_parameters(&wanted.name)
                        .get(at)
                        .and_then(|p| p.bounds.first().cloned())
                };
                let formal = formal();
                self.contains(&wanted.arguments[at], &found.arguments[at], formal)
            })
    }

    /// Whether a wanted type argument contains another (JLS 4.5.1). `formal` is the bound of the type parameter.
    fn contains(&mut self, wanted: &Argument, found: &Argument, formal: Option<Type>) -> bool {
        if wanted == found || self.is_capture_of(found, wanted) {
            return true;
        }
        match wanted {
            Argument::Exact(wanted) => matches!(found, Argument::Exact(found) if self.is_same(wanted, found)),
            Argument::Any => true,
            Argument::Extends(bound) => {
                let upper = match found {
                    Argument::Exact(found) | Argument::Extends(found) => self.captured_upper(found),
                    Argument::Super(_) | Argument::Any => formal.unwrap_or_else(Type::object),
                };
                self.is_below(&upper, bound)
            }
            Argument::Super(bound) => match found {
                Argument::Exact(found) | Argument::Super(found) => {
                    let lower = self.captured_lower(found);
                    lower.is_some_and(|lower| self.is_below(bound, &lower))
                }
                Argument::Extends(_) | Argument::Any => false,
            },
        }
    }

    fn is_capture_of(&self, found: &Argument, wanted: &Argument) -> bool {
        matches!(found, Argument::Exact(Type::Variable(Variable::Captured(id)))
            if self.captured[*id as usize].wildcard == *wanted)
    }

    fn captured_upper(&self, of: &Type) -> Type {
        match of {
            Type::Variable(Variable::Captured(id)) => self.captured_upper(&self.captured[*id as usize].upper),
            _ => of.clone(),
        }
    }

    /// `None` for a captured variable without a lower bound: only null is below it.
    fn captured_lower(&self, of: &Type) -> Option<Type> {
        match of {
            Type::Variable(Variable::Captured(id)) => self.captured_lower(self.captured[*id as usize].lower.as_ref()?),
            _ => Some(of.clone()),
        }
    }

    /// Whether two types are one, `List<?>` and `List<? extends Object>` taken for one.
    fn is_same(&mut self, a: &Type, b: &Type) -> bool {
        if a == b {
            return true;
        }
        match (a, b) {
            (Type::Array(a), Type::Array(b)) => self.is_same(a, b),
            (Type::Class(a), Type::Class(b)) => self.is_same_class(a, b),
            (Type::Intersection(a), Type::Intersection(b)) => {
                a.len() == b.len() && a.iter().all(|part| b.iter().any(|other| self.is_same(part, other)))
            }
            _ => false,
        }
    }

    fn is_same_class(&mut self, a: &ClassType, b: &ClassType) -> bool {
        a.name == b.name
            && a.arguments.len() == b.arguments.len()
            && a.is_parameterised() == b.is_parameterised()
            && self.depth <= DEEPEST
            && {
                self.depth += 1;
                let same = self.contains_all(a, b) && self.contains_all(b, a);
                self.depth -= 1;
                same
            }
    }

    /// Capture conversion (JLS 5.1.10).
    fn capture(&mut self, of: &Type) -> Type {
        match of {
            Type::Class(class) => Type::Class(self.capture_class(class)),
            _ => of.clone(),
        }
    }

    fn capture_class(&mut self, class: &ClassType) -> ClassType {
        let outer = class.outer.as_ref().map(|outer| Box::new(self.capture_class(outer)));
        let mut captured = ClassType { outer, ..class.clone() };
        if class
            .arguments
            .iter()
            .all(|argument| matches!(argument, Argument::Exact(_)))
        {
            return captured;
        }
        let Some(header) = self.types.index.header(&class.name) else {
            return captured;
        };
        let first = self.captured.len();
        for argument in &mut captured.arguments {
            if !matches!(argument, Argument::Exact(_)) {
                let fresh = Type::Variable(Variable::Captured(self.captured.len() as u32));
                self.captured.push(Captured {
                    upper: Type::object(),
                    lower: None,
                    wildcard: std::mem::replace(argument, Argument::Exact(fresh)),
                });
            }
        }
        let inside = substitution(&header, &captured).unwrap_or_default();
        let mut fresh = first;
        for (parameter, argument) in header.parameters.iter().zip(&class.arguments) {
            if !matches!(argument, Argument::Exact(_)) {
                self.bound(fresh, argument, &parameter.bounds, &inside);
                fresh += 1;
            }
        }
        captured
    }

    /// Gives a captured variable its bounds: those of the wildcard and those of the type parameter.
    fn bound(&mut self, fresh: usize, wildcard: &Argument, declared: &[Type], inside: &Substitution) {
        let mut declared: Vec<Type> = declared.iter().map(|bound| inside.on(bound)).collect();
        if declared.is_empty() {
            declared.push(Type::object());
        }
        let upper = match wildcard {
            Argument::Extends(bound) => self.greatest_lower(bound.clone(), declared),
            _ => intersection(declared),
        };
        let captured = &mut self.captured[fresh];
        captured.upper = upper;
        if let Argument::Super(bound) = wildcard {
            captured.lower = Some(bound.clone());
        }
    }

    /// The greatest lower bound of a wildcard's bound and those of the type parameter.
    fn greatest_lower(&mut self, bound: Type, mut declared: Vec<Type>) -> Type {
        declared.retain(|other| !self.is_below(&bound, other));
        if declared.iter().any(|other| self.is_below(other, &bound)) {
            return intersection(declared);
        }
        declared.insert(0, bound);
        intersection(declared)
    }

    /// What a variable is at least.
    fn uppers(&self, variable: &Type) -> Vec<Type> {
        match variable {
            Type::Variable(Variable::Captured(id)) => vec![self.captured[*id as usize].upper.clone()],
            Type::Variable(variable) => self.types.bounds(variable),
            _ => vec![variable.clone()],
        }
    }

    fn as_super(&self, of: &Type, class: &str) -> Option<ClassType> {
        match of {
            Type::Variable(Variable::Captured(id)) => self.as_super(&self.captured[*id as usize].upper, class),
            _ => self.types.as_super(of, class),
        }
    }
}

fn intersection(mut parts: Vec<Type>) -> Type {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    Type::Intersection(parts)
}

/// Identity and widening of primitive types (JLS 5.1.2).
fn widens(from: Primitive, to: Primitive) -> bool {
    use Primitive::{Byte, Char, Double, Float, Int, Long, Short};
    let rank = |p| {
        [Byte, Short, Int, Long, Float, Double]
            .iter()
            .position(|known| *known == p)
    };
    match (from, to) {
        _ if from == to => from != Primitive::Void,
        (Char, to) => rank(to) >= rank(Int),
        (from, to) => matches!((rank(from), rank(to)), (Some(from), Some(to)) if from < to),
    }
}
