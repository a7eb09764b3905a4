//! Type arguments put in the place of variables.

use super::{Argument, ClassType, Type, Variable};

/// Variables and what stands for them. A wildcard stands for a variable where a type is not captured first, as in the
/// supertypes of a bound.
#[derive(Clone, Default, Debug)]
pub(super) struct Substitution(Vec<(Variable, Argument)>);

impl Substitution {
    pub(super) fn add(&mut self, variable: Variable, argument: Argument) {
        self.0.push((variable, argument));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn get(&self, variable: &Variable) -> Option<&Argument> {
        self.0
            .iter()
            .find(|(known, _)| known == variable)
            .map(|(_, argument)| argument)
    }

    pub(super) fn on(&self, wanted: &Type) -> Type {
        match wanted {
            Type::Class(class) => Type::Class(self.on_class(class)),
            Type::Array(element) => Type::Array(Box::new(self.on(element))),
            Type::Variable(variable) => self.get(variable).map_or_else(|| wanted.clone(), upper),
            Type::Intersection(parts) => Type::Intersection(parts.iter().map(|part| self.on(part)).collect()),
            Type::Primitive(_) | Type::Null => wanted.clone(),
        }
    }

    pub(super) fn on_class(&self, class: &ClassType) -> ClassType {
        if self.is_empty() {
            return class.clone();
        }
        ClassType {
            name: class.name.clone(),
            arguments: class
                .arguments
                .iter()
                .map(|argument| self.on_argument(argument))
                .collect(),
            outer: class.outer.as_ref().map(|outer| Box::new(self.on_class(outer))),
        }
    }

    fn on_argument(&self, argument: &Argument) -> Argument {
        match argument {
            Argument::Exact(Type::Variable(variable)) => self.get(variable).unwrap_or(argument).clone(),
            Argument::Exact(exact) => Argument::Exact(self.on(exact)),
            Argument::Extends(bound) => Argument::Extends(self.on(bound)),
            // The lower bound of what has no lower bound: nothing but null is below it, so anything may be asked for.
            Argument::Super(Type::Variable(variable)) => match self.get(variable) {
                Some(Argument::Exact(exact) | Argument::Super(exact)) => Argument::Super(exact.clone()),
                Some(Argument::Extends(_) | Argument::Any) => Argument::Any,
                None => argument.clone(),
            },
            Argument::Super(bound) => Argument::Super(self.on(bound)),
            Argument::Any => Argument::Any,
        }
    }
}

/// What a value of such an argument is at least.
fn upper(argument: &Argument) -> Type {
    match argument {
        Argument::Exact(bound) | Argument::Extends(bound) => bound.clone(),
        Argument::Super(_) | Argument::Any => Type::object(),
    }
}
