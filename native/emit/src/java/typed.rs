//! Which variables are declared with type arguments: `Optional<Guest> found` says more than `Optional found`.
//!
//! The search and most of the emitter know types by erasure, and a raw variable fits wherever that says so. One with
//! arguments fits less, so a variable has them only where javac takes all that the test does with it.

use palus_classes::{Argument, MethodSignature, Type};
use palus_sequence::work::KeptTest;
use palus_sequence::{Literal, Method, MethodKind, Operand, Statement, Symbols};

use super::names::simple_class_name;
use super::plan::{Holder, is_inferred, value_type};
use super::types::{JType, Types};

/// About the widest type with arguments, in columns: a wider one hides the name of the variable.
const WIDTH: usize = 60;

/// Gives the variables their type arguments.
pub(super) fn parameterise(symbols: &Symbols, types: &Types, test: &KeptTest, holders: &mut [Holder]) {
    let length = test.sequence.len();
    let demanded_from = test.violates.as_ref().map_or(length, |v| v.demanded_from(length));
    for index in 0..holders.len() {
        let parameterising = Parameterising {
            symbols,
            types,
            statements: &test.sequence.statements,
            holders,
            demanded_from,
        };
        let found = parameterising.declared(index);
        if let Holder::Variable(variable) = &mut holders[index] {
            variable.typed = found;
        }
    }
}

struct Parameterising<'t> {
    symbols: &'t Symbols,
    types: &'t Types<'t>,
    statements: &'t [Statement],
    /// Those of earlier statements have their arguments.
    holders: &'t [Holder],
    /// The first statement that is written inside the assertion of a failing test.
    demanded_from: usize,
}

impl Parameterising<'_> {
    /// The type that the variable of a statement is declared with, where it is not raw.
    fn declared(&self, index: usize) -> Option<Type> {
        let Holder::Variable(variable) = &self.holders[index] else {
            return None;
        };
        if !self.types.is_generic(&variable.of) {
            return None;
        }
        let found = self.given(&self.statements[index])?;
        let is_declared = erasure(&found).as_ref() == Some(&variable.of)
            && !is_raw(&found)
            && self.is_nameable(&found)
            && width(&found) <= WIDTH
            && (index + 1..self.statements.len()).all(|user| self.is_taken(index, user, &variable.of, &found));
        is_declared.then_some(found)
    }

    /// The type that javac sees in the value of a statement; `None` where it sees a raw one, or infers it.
    fn given(&self, statement: &Statement) -> Option<Type> {
        match statement {
            Statement::Call { method, operands } => {
                let method = self.symbols.get(*method);
                let owner = self.symbols.type_name(method.owner);
                let is_erased = match method.kind {
                    MethodKind::Constructor => true,
                    MethodKind::Static => false,
                    MethodKind::Instance => self.is_raw_site(&self.site(operands.first()?, &JType::class(&owner))),
                };
                let found = || self.types.facts.result_type(&owner, &method.name, &method.descriptor);
                (!is_erased).then(found)?
            }
            Statement::StaticField { field } => {
                let field = self.symbols.get_field(*field);
                let owner = self.symbols.type_name(field.owner);
                self.types.facts.static_field_type(&owner, &field.name)
            }
            _ => None,
        }
    }

    /// The static type of a receiver, an operand of a call of a method of `owner`, and whether it is known to have type
    /// arguments.
    fn site(&self, receiver: &Operand, owner: &JType) -> (JType, bool) {
        let (of, is_typed) = match receiver {
            Operand::Var(var) => match (self.holders.get(var.index()), self.statements.get(var.index())) {
                (Some(Holder::Variable(variable)), _) => (variable.of.clone(), variable.typed.is_some()),
                (_, Some(statement)) => (value_type(self.symbols, statement), false),
                _ => (owner.clone(), false),
            },
            Operand::Literal(Literal::Lambda(lambda)) => (JType::of(self.symbols, lambda.interface), false),
            _ => (owner.clone(), false),
        };
        if self.types.is_strict(&of, owner) {
            (of, is_typed)
        } else {
            (owner.clone(), false)
        }
    }

    fn is_raw_site(&self, (of, is_typed): &(JType, bool)) -> bool {
        !is_typed && self.types.is_generic(of)
    }

    /// Whether every class in it has a name in the test, and as many arguments as parameters.
    fn is_nameable(&self, of: &Type) -> bool {
        match of {
            Type::Primitive(_) => true,
            Type::Array(element) => self.is_nameable(element),
            Type::Class(class) => {
                let is_argument_nameable = |argument: &Argument| match argument {
                    Argument::Exact(of) | Argument::Extends(of) | Argument::Super(of) => self.is_nameable(of),
                    Argument::Any => true,
                };
                let known = self.types.class(&class.name);
                let fits = known
                    .is_some_and(|known| class.arguments.is_empty() || class.arguments.len() == known.type_parameters);
                fits && class.outer.is_none()
                    && self.types.is_accessible(&JType::class(&class.name))
                    && class.arguments.iter().all(is_argument_nameable)
            }
            Type::Null | Type::Variable(_) | Type::Intersection(_) => false,
        }
    }

    /// Whether a statement takes the value of an earlier one by a variable of that type, wherever it uses it.
    fn is_taken(&self, index: usize, user: usize, erased: &JType, of: &Type) -> bool {
        let statement = &self.statements[user];
        let operands = statement.operands();
        let is_it = |operand: &Operand| matches!(operand, Operand::Var(var) if var.index() == index);
        let mut positions = (0..operands.len()).filter(|&position| is_it(&operands[position]));
        positions.all(|position| match statement {
            Statement::Call { method, operands } => {
                let method = self.symbols.get(*method);
                let wanted = method.operand_type(position).map(|id| JType::of(self.symbols, id));
                let fits = wanted.is_some_and(|wanted| self.types.is_strict(erased, &wanted));
                let receivers = usize::from(method.kind == MethodKind::Instance);
                fits && match position.checked_sub(receivers) {
                    None => self.is_receiver(erased, method) && !self.is_result_seen(user),
                    Some(parameter) => self.is_argument(of, method, operands, parameter),
                }
            }
            Statement::Array { element, .. } => self.types.is_strict(erased, &JType::of(self.symbols, *element)),
            _ => false,
        })
    }

    /// Whether the result, of a type that only type arguments say, has a say in which assertion javac chooses.
    fn is_result_seen(&self, user: usize) -> bool {
        user >= self.demanded_from && is_inferred(self.symbols, self.types, &self.statements[user])
    }

    /// Whether javac chooses the same method for a receiver with type arguments as for a raw one, and gives it any
    /// arguments: no variable stands in its parameters, nor in those of another that it could choose.
    fn is_receiver(&self, site: &JType, method: &Method) -> bool {
        let JType::Class(site) = site else {
            return false;
        };
        let facts = self.types.facts;
        let count = method.parameters.len();
        let is_free = |descriptor: &String| {
            let Some(found) = facts.method(site, &method.name, descriptor) else {
                return false;
            };
            let takes = JType::parameters(descriptor).map(|parameters| parameters.len());
            let is_rival = takes == Some(count) || found.is_varargs;
            let has_variable = |text: &str| {
                MethodSignature::parse(text).is_none_or(|declared| declared.parameters.iter().any(Type::has_variable))
            };
            !is_rival || !found.signature.as_deref().is_some_and(has_variable)
        };
        facts.overloads(site, &method.name).iter().all(is_free)
            && !facts.is_ambiguous(site, &method.name, &method.descriptor)
    }

    /// Whether javac takes a value of the type for that parameter.
    fn is_argument(&self, of: &Type, method: &Method, operands: &[Operand], parameter: usize) -> bool {
        let owner = JType::of(self.symbols, method.owner);
        let is_erased = match method.kind {
            // It is written without type arguments, so its signature has none (JLS 4.8).
            MethodKind::Constructor => self.types.is_generic(&owner),
            MethodKind::Static => false,
            // A receiver that is raw so far stays so for a method that does not take all arguments of a typed one.
            MethodKind::Instance => operands.first().is_some_and(|receiver| {
                let site = self.site(receiver, &owner);
                self.is_raw_site(&site) && !self.is_receiver(&site.0, method)
            }),
        };
        let owner = owner.to_string();
        let Some(facts) = self.types.facts.method(&owner, &method.name, &method.descriptor) else {
            return false;
        };
        let Some(signature) = facts.signature.filter(|_| !is_erased) else {
            return true;
        };
        let declared =
            MethodSignature::parse(&signature).filter(|found| found.parameters.len() == method.parameters.len());
        declared.is_some_and(|declared| match &declared.parameters[parameter] {
            wanted if wanted.has_variable() => false,
            wanted => takes_any(wanted) || self.types.facts.is_assignable(of, wanted),
        })
    }
}

/// Whether its class, or that of the elements of an array, has no type arguments.
fn is_raw(of: &Type) -> bool {
    match of {
        Type::Class(class) => !class.is_parameterised(),
        Type::Array(element) => is_raw(element),
        _ => true,
    }
}

/// Whether a parameter takes whatever its erasure takes: it has no arguments but unbounded wildcards.
fn takes_any(wanted: &Type) -> bool {
    match wanted {
        Type::Class(class) => class.outer.is_none() && class.arguments.iter().all(|one| *one == Argument::Any),
        Type::Array(element) => takes_any(element),
        _ => true,
    }
}

/// The type without its arguments; `None` where a type variable stands for all of it.
fn erasure(of: &Type) -> Option<JType> {
    match of {
        Type::Primitive(primitive) => Some(JType::Primitive(*primitive)),
        Type::Class(class) => Some(JType::class(&class.name)),
        Type::Array(element) => erasure(element).map(|element| JType::Array(Box::new(element))),
        Type::Null | Type::Variable(_) | Type::Intersection(_) => None,
    }
}

/// About how many columns its name takes.
fn width(of: &Type) -> usize {
    let of_argument = |argument: &Argument| match argument {
        Argument::Exact(of) => width(of),
        Argument::Extends(of) => "? extends ".len() + width(of),
        Argument::Super(of) => "? super ".len() + width(of),
        Argument::Any => 1,
    };
    match of {
        Type::Class(class) => {
            let arguments: usize = class.arguments.iter().map(|argument| of_argument(argument) + 2).sum();
            simple_class_name(&class.name).len() + arguments
        }
        Type::Array(element) => width(element) + 2,
        Type::Primitive(primitive) => primitive.keyword().len(),
        Type::Null | Type::Variable(_) | Type::Intersection(_) => 0,
    }
}
