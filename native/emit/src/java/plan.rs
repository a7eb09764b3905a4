//! What becomes of each statement of a test: a variable, a part of another expression, or a line of its own.

use std::sync::Arc;

use palus_classes::Type;
use palus_sequence::work::KeptTest;
use palus_sequence::{Lambda, Literal, MethodId, MethodKind, Operand, Primitive, Statement, Symbols};

use super::at_once;
use super::expression::LAMBDA_PARAMETERS;
use super::inline::inlined;
use super::names::{self, Namer};
use super::typed::parameterise;
use super::types::{JType, Types};

/// An array of literals is written in place of its only use when it has no more elements than this.
const FEW: usize = 3;

/// How the value of a statement is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// In a variable.
    Variable(Variable),
    /// Written where it is used; at its own place nothing stands.
    InPlace,
    /// Nobody uses it: the statement stands alone, or inside its assertion.
    Nobody,
}

/// A variable of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    /// The erased type.
    pub(super) of: JType,
    /// The type with its arguments, where it is declared with them.
    pub(super) typed: Option<Type>,
}

/// A lambda that a test uses several times: one object, as in the run that was watched. Written twice it would be two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SharedLambda {
    pub(super) lambda: Arc<Lambda>,
    /// The first statement that uses it.
    pub(super) from: usize,
    /// Its variable.
    pub(super) name: String,
}

/// The variables of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// One a statement.
    pub(super) holders: Vec<Holder>,
    /// In the order of their first uses.
    pub(super) lambdas: Vec<SharedLambda>,
}

/// Plans a test; an error says which value no variable can hold.
pub(super) fn plan(symbols: &Symbols, types: &Types, test: &KeptTest) -> Result<Plan, String> {
    let statements = &test.sequence.statements;
    let taken = reserved(types).chain(hiding(symbols, types, statements));
    let mut namer = Namer::new(taken.chain(at_once::reserved(test)));
    let mut lambdas: Vec<SharedLambda> = Vec::new();
    let mut holders = Vec::new();
    let uses: Vec<Uses> = (0..statements.len())
        .map(|index| Uses::of(symbols, statements, index))
        .collect();
    let in_place: Vec<bool> = (0..statements.len())
        .map(|index| is_in_place(symbols, types, test, index, &uses[index]))
        .collect();
    let inlined = inlined(symbols, types, test, &in_place);
    let printed = test.catches_into(symbols);
    let name_of = |index: usize| match printed {
        Some(at) if at == index => "printed".to_owned(),
        _ => base_name(symbols, types, &statements[index], &uses[index]),
    };
    for (index, statement) in statements.iter().enumerate() {
        for lambda in statement.operands().iter().filter_map(lambda) {
            let is_named = lambdas.iter().any(|shared| shared.lambda == *lambda);
            let is_shared = || {
                statements[index..]
                    .iter()
                    .map(|statement| times(lambda, statement))
                    .sum::<usize>()
                    > 1
            };
            if !is_named && is_shared() {
                lambdas.push(SharedLambda {
                    lambda: Arc::clone(lambda),
                    from: index,
                    name: namer.variable(&names::by_type(&JType::of(symbols, lambda.interface))),
                });
            }
        }
        let uses = &uses[index];
        let holder = if in_place[index] || inlined[index] {
            Holder::InPlace
        } else {
            let needs_one = !uses.wanted.is_empty();
            match declared(types, &value_type(symbols, statement), uses) {
                Some(of) if needs_one || is_asserted(test, index) && is_inferred(symbols, types, statement) => {
                    Holder::Variable(Variable {
                        name: namer.variable(&name_of(index)),
                        of,
                        typed: None,
                    })
                }
                None if needs_one => {
                    return Err(format!("the value of statement {index} cannot be held in a variable"));
                }
                _ => Holder::Nobody,
            }
        };
        holders.push(holder);
    }
    parameterise(symbols, types, test, &mut holders);
    Ok(Plan { holders, lambdas })
}

/// The lambda that an operand is.
pub(super) fn lambda(operand: &Operand) -> Option<&Arc<Lambda>> {
    match operand {
        Operand::Literal(Literal::Lambda(lambda)) => Some(lambda),
        _ => None,
    }
}

/// How often the statement uses the lambda.
fn times(wanted: &Arc<Lambda>, statement: &Statement) -> usize {
    let lambdas = statement.operands().iter().filter_map(lambda);
    lambdas.filter(|lambda| *lambda == wanted).count()
}

/// The erased type of the value of a statement.
pub(super) fn value_type(symbols: &Symbols, statement: &Statement) -> JType {
    match statement {
        Statement::Call { method, .. } => JType::of(symbols, symbols.get(*method).result),
        Statement::Array { element, .. } => JType::Array(Box::new(JType::of(symbols, *element))),
        Statement::StaticField { field } => JType::of(symbols, symbols.get_field(*field).field_type),
        Statement::Fake { interface, .. } => JType::of(symbols, *interface),
        _ => JType::class("java.lang.Object"),
    }
}

/// Variables must not hide the packages that fully qualified names start with (JLS 6.4.2), and the parameters of lambdas must not
/// hide variables (JLS 6.4).
fn reserved(types: &Types) -> impl Iterator<Item = String> {
    let own = types.package.split('.').next().unwrap_or_default().to_owned();
    ["java", "javax", "org", "com", "net", "io"]
        .map(str::to_owned)
        .into_iter()
        .chain([own])
        .chain(LAMBDA_PARAMETERS.map(str::to_owned))
}

/// The fields of the abstract classes that the test extends: in the bodies of its own classes they hide variables.
fn hiding(symbols: &Symbols, types: &Types, statements: &[Statement]) -> Vec<String> {
    let fields = |statement: &Statement| {
        let Statement::Fake { interface, .. } = statement else {
            return None;
        };
        let extended = types.facts.implementable(&symbols.type_name(*interface))?.extended?;
        Some(extended.fields)
    };
    statements.iter().filter_map(fields).flatten().collect()
}

/// Where the value of one statement goes.
struct Uses {
    /// The erased types wanted, one a use.
    wanted: Vec<JType>,
    /// The first use as an argument: the method, and the position among its parameters.
    argument: Option<(MethodId, usize)>,
    /// Whether a fake answers with it, any number of times.
    is_answer: bool,
}

impl Uses {
    fn of(symbols: &Symbols, statements: &[Statement], index: usize) -> Self {
        let mut uses = Self {
            wanted: Vec::new(),
            argument: None,
            is_answer: false,
        };
        for statement in &statements[index + 1..] {
            for (position, operand) in statement.operands().iter().enumerate() {
                if matches!(operand, Operand::Var(var) if var.index() == index) {
                    uses.add(symbols, statement, position);
                }
            }
        }
        uses
    }

    fn add(&mut self, symbols: &Symbols, statement: &Statement, position: usize) {
        match statement {
            Statement::Call { method: id, .. } => {
                let method = symbols.get(*id);
                let receivers = usize::from(method.kind == MethodKind::Instance);
                self.wanted
                    .extend(method.operand_type(position).map(|id| JType::of(symbols, id)));
                if let (None, Some(parameter)) = (self.argument, position.checked_sub(receivers)) {
                    self.argument = Some((*id, parameter));
                }
            }
            Statement::Array { element, .. } => self.wanted.push(JType::of(symbols, *element)),
            Statement::Fake { answers, .. } => {
                let of = answers.get(position).map(|answered| JType::of(symbols, answered.of));
                self.wanted.extend(of);
                self.is_answer = true;
            }
            _ => {}
        }
    }
}

/// Whether the test says what value the statement came out with.
pub(super) fn is_asserted(test: &KeptTest, index: usize) -> bool {
    match &test.violates {
        Some(violation) => violation.is_given(index, test.sequence.len()),
        None => test.asserted.iter().any(|&at| usize::from(at) == index),
    }
}

/// Constants read better where they are used, and so do short arrays: making one earlier or later changes nothing. What is no call and
/// not used is nowhere.
fn is_in_place(symbols: &Symbols, types: &Types, test: &KeptTest, index: usize, uses: &Uses) -> bool {
    let (statement, asserted) = (&test.sequence.statements[index], is_asserted(test, index));
    match statement {
        Statement::Call { .. } => false,
        _ if uses.wanted.is_empty() => !asserted,
        // The field of a generic type has type arguments that would have to fit; a variable of the raw type does.
        Statement::StaticField { .. } => {
            let of = value_type(symbols, statement);
            types.is_accessible(&of) && !types.is_generic(&of) && !is_redirected(symbols, statement)
        }
        Statement::Array { elements, .. } => {
            let literals = elements.iter().all(|element| matches!(element, Operand::Literal(_)));
            !asserted && !uses.is_answer && uses.wanted.len() == 1 && literals && elements.len() <= FEW
        }
        _ => false,
    }
}

/// Whether it is one of the streams of `java.lang.System`: they are final, and other ones can be put in their places (JLS 17.5.4).
fn is_redirected(symbols: &Symbols, statement: &Statement) -> bool {
    let Statement::StaticField { field } = statement else {
        return false;
    };
    let field = symbols.get_field(*field);
    symbols.class_name(field.owner) == Some("java.lang.System") && ["in", "out", "err"].contains(&&*field.name)
}

/// Whether javac finds out the type of the result by itself (`<T> T read()`): inside an assertion it would let the choice of
/// the overload depend on it, or the other way round.
pub(super) fn is_inferred(symbols: &Symbols, types: &Types, statement: &Statement) -> bool {
    let Statement::Call { method, .. } = statement else {
        return false;
    };
    let method = symbols.get(*method);
    let facts = types
        .facts
        .method(&symbols.type_name(method.owner), &method.name, &method.descriptor);
    let signature = facts.and_then(|facts| facts.signature);
    let result = signature
        .as_deref()
        .and_then(|text| text.rsplit_once(')'))
        .map(|(_, result)| result);
    method.kind != MethodKind::Constructor
        && result.is_some_and(|result| result.trim_start_matches('[').starts_with('T'))
}

/// The most telling type that the test can name and that fits all uses; without such, one that casts can start from.
fn declared(types: &Types, of: &JType, uses: &Uses) -> Option<JType> {
    let nameable = types.nameable(of);
    let fitting = nameable
        .iter()
        .find(|one| uses.wanted.iter().all(|wanted| types.is_loose(one, wanted)));
    fitting
        .or(nameable.first())
        .filter(|one| !one.is(Primitive::Void))
        .cloned()
}

/// The parameter's name says more than a type of the JDK, but less than a type of the code under test.
fn base_name(symbols: &Symbols, types: &Types, statement: &Statement, uses: &Uses) -> String {
    let of = value_type(symbols, statement);
    let general = match of.innermost() {
        JType::Class(name) => name.starts_with("java."),
        _ => true,
    };
    let parameter = uses.argument.and_then(|(method, index)| {
        let method = symbols.get(method);
        let owner = symbols.type_name(method.owner);
        let facts = types.facts.method(&owner, &method.name, &method.descriptor)?;
        facts
            .parameter_names
            .get(index)?
            .clone()
            .filter(|name| names::is_telling(name))
    });
    match (parameter, statement) {
        (Some(parameter), _) if general => parameter,
        (_, Statement::Call { method, .. }) if of.is_primitive() || of.is_class("java.lang.String") => {
            let method = symbols.get(*method);
            if method.kind == MethodKind::Constructor {
                names::by_type(&of)
            } else {
                names::by_method(&method.name)
            }
        }
        _ => names::by_type(&of),
    }
}
