//! Which of two overloads javac prefers where both take the arguments (JLS 15.12.2.5).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Argument, MethodSignature, Type, Types, Variable};

impl Types<'_> {
    /// Whether a method is more specific than another, when by erasure each of its parameters is a subtype of the other's. Where the other is generic
    /// there must be type arguments of it (JLS 18.5.4) with which it takes all of the method's parameter types. `declarer` names the other as
    /// declarer of its variables. Variables of classes may stand for anything.
    ///
    /// What JLS 18 finds out about nested wildcards is not asked; there the answer is yes.
    pub(crate) fn is_more_specific(
        self,
        method: &MethodSignature,
        other: &MethodSignature,
        declarer: &Arc<str>,
    ) -> bool {
        let mut inference = Inference {
            types: self,
            free: other
                .type_parameters
                .iter()
                .map(|parameter| Variable::Declared {
                    declarer: Arc::clone(declarer),
                    name: Arc::clone(&parameter.name),
                })
                .collect(),
            equal: BTreeMap::new(),
            below: Vec::new(),
            above: Vec::new(),
        };
        let mut pairs = method.parameters.iter().zip(&other.parameters);
        pairs.all(|(own, others)| inference.is_below(own, others)) && inference.is_sound()
    }
}

/// Bounds of the type variables of a method (JLS 18.1.3).
struct Inference<'i> {
    types: Types<'i>,
    free: Vec<Variable>,
    equal: BTreeMap<Variable, Type>,
    /// Types that are below a variable.
    below: Vec<(Type, Variable)>,
    /// Types that are above one.
    above: Vec<(Variable, Type)>,
}

impl Inference<'_> {
    fn is_below(&mut self, sub: &Type, sup: &Type) -> bool {
        match (sub, sup) {
            (_, Type::Variable(variable)) if self.free.contains(variable) => {
                self.below.push((sub.clone(), variable.clone()));
                true
            }
            (_, Type::Class(sup)) if sup.is_parameterised() => {
                let Some(sub) = self.types.as_super(sub, &sup.name) else {
                    return false;
                };
                let mut pairs = sub.arguments.iter().zip(&sup.arguments);
                pairs.all(|(own, wanted)| self.is_contained(own, wanted))
            }
            (Type::Array(sub), Type::Array(sup)) => self.is_below(sub, sup),
            // By erasure it is.
            _ => true,
        }
    }

    /// Whether a type argument says no more than another (JLS 18.2.3).
    fn is_contained(&mut self, own: &Argument, wanted: &Argument) -> bool {
        match (own, wanted) {
            (Argument::Exact(own), Argument::Exact(Type::Variable(variable))) if self.free.contains(variable) => {
                *self.equal.entry(variable.clone()).or_insert_with(|| own.clone()) == *own
            }
            (Argument::Exact(own), Argument::Exact(wanted)) if !own.has_variable() && !wanted.has_variable() => {
                self.types.is_subtype(own, wanted) && self.types.is_subtype(wanted, own)
            }
            (Argument::Exact(own) | Argument::Extends(own), Argument::Extends(wanted)) => self.is_below(own, wanted),
            (Argument::Exact(own) | Argument::Super(own), Argument::Super(Type::Variable(variable)))
                if self.free.contains(variable) =>
            {
                self.above.push((variable.clone(), own.clone()));
                true
            }
            _ => true,
        }
    }

    fn is_sound(&self) -> bool {
        let is_subtype = |sub, sup| self.types.is_subtype(sub, sup);
        let below = self.below.iter().all(|(sub, variable)| {
            let equal = self.equal.get(variable);
            equal.is_none_or(|equal| is_subtype(sub, equal))
        });
        let above = self.above.iter().all(|(variable, sup)| {
            let equal = self.equal.get(variable);
            let mut lower = self.below.iter().filter(|(_, of)| of == variable);
            equal.is_none_or(|equal| is_subtype(equal, sup)) && lower.all(|(sub, _)| is_subtype(sub, sup))
        });
        below && above
    }
}
