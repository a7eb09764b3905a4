//! Theories: what a user says that holds for all values (paper, section 3.3.2).
//!
//! A theory is a method of a class of the user's, called like any other method: a search calls it with whatever it can make, and
//! [`combinations`] with the objects that the search has made. One call is one sequence, so each check has arguments of its own, which it
//! may change.

use std::collections::BTreeSet;

use palus_classes::{ClassIndex, Theory};
use palus_sequence::{
    Check, Demand, JavaString, Literal, MethodId, MethodKind, Operand, Outcome, Primitive, Sequence, Statement,
    Symbols, Trace, TypeId, Value, Var, Verdict, Violation,
};

use crate::examine::Specimen;

/// The id of the check, in the place of a contract's.
pub const ID: &str = "theory";

/// Values of one parameter that are combined with those of the others.
const VALUES_CAP: usize = 8;
/// Combinations of one theory.
const COMBINATIONS_CAP: usize = 512;

/// What frameworks throw when the values are not meant: assumptions of `JUnit` 4, `JUnit` 5, jqwik, `TestNG`.
const ASSUMPTIONS: [&str; 4] = [
    "org.junit.AssumptionViolatedException",
    "org.junit.internal.AssumptionViolatedException",
    "org.opentest4j.IncompleteExecutionException",
    "org.testng.SkipException",
];

/// Judges calls of theories: a theory is broken when it throws anything but a failed assumption, or returns `false`.
pub struct TheoryCheck<'i> {
    index: &'i ClassIndex,
    theories: BTreeSet<(String, String, String)>,
}

impl<'i> TheoryCheck<'i> {
    /// Knows these theories.
    pub fn new(index: &'i ClassIndex, theories: &[Theory]) -> Self {
        let key = |theory: &Theory| (theory.class.clone(), theory.name.clone(), theory.descriptor.clone());
        Self {
            index,
            theories: theories.iter().map(key).collect(),
        }
    }

    fn is_theory(&self, symbols: &Symbols, method: MethodId) -> bool {
        let method = symbols.get(method);
        let key = (
            symbols.type_runtime_name(method.owner),
            method.name.to_string(),
            method.descriptor.to_string(),
        );
        self.theories.contains(&key)
    }

    fn is_assumption(&self, class: &str) -> bool {
        ASSUMPTIONS
            .iter()
            .any(|assumption| self.index.is_subclass(class, assumption))
    }

    /// The violation as a failing test tells it.
    pub fn violation(&self, because: &str, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Violation {
        let name = match sequence.statements.last() {
            Some(Statement::Call { method, .. }) => symbols.signature(*method),
            _ => String::new(),
        };
        let returned = trace.outcomes.last().is_some_and(Outcome::is_normal);
        Violation {
            check: ID.to_owned(),
            cause: format!("{ID} {name}"),
            because: because.to_owned(),
            why: "A theory says what holds for all values, and these are values.".to_owned(),
            confidence: 90,
            given: 0,
            demand: if returned {
                Demand::Gives(Value::Boolean(true))
            } else {
                Demand::Returns
            },
            thrown_at: None,
        }
    }
}

impl Check for TheoryCheck<'_> {
    fn id(&self) -> &'static str {
        ID
    }

    fn judge(&self, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Verdict {
        for (at, (statement, outcome)) in sequence.statements.iter().zip(&trace.outcomes).enumerate() {
            let Statement::Call { method, operands } = statement else {
                continue;
            };
            if !self.is_theory(symbols, *method) {
                continue;
            }
            let has_null = operands.iter().any(|operand| match operand {
                Operand::Literal(literal) => *literal == Literal::Null,
                Operand::Var(var) => matches!(trace.outcomes.get(var.index()), Some(Outcome::Returned(Value::Null))),
                _ => true,
            });
            let happened = match outcome {
                Outcome::Threw { class, .. } => {
                    let class = symbols.type_runtime_name(*class);
                    if self.is_assumption(&class) {
                        continue;
                    }
                    format!("threw {}", class.rsplit('.').next().unwrap_or(&class))
                }
                Outcome::Returned(Value::Boolean(false)) => "returned false".to_owned(),
                _ => continue,
            };
            // A theory that takes null says so by no assumption against it; most do not think of it.
            if has_null {
                continue;
            }
            let because = format!(
                "{} was expected to hold for these values, but {happened}",
                symbols.get(*method).name
            );
            return Verdict::Violated { at, because };
        }
        Verdict::Holds
    }
}

/// The calls of a theory with all combinations of its parameters' values, within a bound: objects that a search has made, of the
/// parameter's type or a subtype, the constants of `constants`, and the usual boundary values.
pub fn combinations(
    theory: &Theory,
    specimens: &[Specimen],
    constants: &[Literal],
    index: &ClassIndex,
    symbols: &mut Symbols,
) -> Vec<Sequence> {
    let is_static = index
        .resolve_method(&theory.class, &theory.name, &theory.descriptor)
        .is_some_and(|found| found.method().access.is_static());
    let kind = if is_static {
        MethodKind::Static
    } else {
        MethodKind::Instance
    };
    let made = symbols.method(&theory.class, "<init>", "()V", MethodKind::Constructor);
    let (Ok(method), Ok(new)) = (
        symbols.method(&theory.class, &theory.name, &theory.descriptor, kind),
        made,
    ) else {
        return Vec::new();
    };
    let wanted: Vec<TypeId> = symbols.get(method).parameters.clone();
    let mut choices: Vec<Vec<Choice<'_>>> = Vec::new();
    for wanted in wanted {
        choices.push(choices_for(wanted, specimens, constants, index, symbols));
    }
    let count = choices.iter().map(Vec::len).product::<usize>().min(COMBINATIONS_CAP);
    (0..count)
        .map(|mut number| {
            let mut sequence = Sequence::default();
            let mut arguments = Vec::new();
            for choices in &choices {
                arguments.push(choices[number % choices.len()].placed(&mut sequence));
                number /= choices.len();
            }
            if !is_static {
                let receiver = sequence.push(Statement::Call {
                    method: new,
                    operands: Vec::new(),
                });
                arguments.insert(0, Operand::Var(receiver));
            }
            sequence.push(Statement::Call {
                method,
                operands: arguments,
            });
            sequence
        })
        .collect()
}

/// A value of a parameter.
enum Choice<'s> {
    Literal(Literal),
    Made(&'s Specimen),
}

impl Choice<'_> {
    fn placed(&self, sequence: &mut Sequence) -> Operand {
        match self {
            Self::Literal(literal) => Operand::Literal(literal.clone()),
            Self::Made(specimen) => {
                let offset = sequence.append(&specimen.sequence);
                Operand::Var(Var(specimen.var.0 + offset))
            }
        }
    }
}

fn choices_for<'s>(
    wanted: TypeId,
    specimens: &'s [Specimen],
    constants: &[Literal],
    index: &ClassIndex,
    symbols: &mut Symbols,
) -> Vec<Choice<'s>> {
    let name = symbols.type_runtime_name(wanted);
    let boxed = Primitive::ALL.into_iter().find(|primitive| primitive.boxed() == name);
    if let Some(primitive) = symbols.primitive(wanted).or(boxed) {
        let fitting = constants
            .iter()
            .filter(|literal| literal.primitive() == Some(primitive))
            .cloned();
        return boundary(primitive)
            .into_iter()
            .chain(fitting)
            .take(VALUES_CAP)
            .map(Choice::Literal)
            .collect();
    }
    if [
        "java.lang.String",
        "java.lang.CharSequence",
        "java.lang.Object",
        "java.lang.Comparable",
    ]
    .contains(&name.as_str())
    {
        let texts = ["", "a", "b c", "0"].map(|text| Literal::String(JavaString::from(text)));
        let known = constants
            .iter()
            .filter(|literal| matches!(literal, Literal::String(_)))
            .cloned();
        return texts
            .into_iter()
            .chain(known)
            .take(VALUES_CAP)
            .map(Choice::Literal)
            .collect();
    }
    let mut fitting = Vec::new();
    for specimen in specimens {
        let declared = specimen.sequence.statements[specimen.var.index()].value_type(symbols);
        if index.is_subclass(&symbols.type_runtime_name(declared), &name) {
            fitting.push(Choice::Made(specimen));
        }
    }
    fitting.truncate(2 * VALUES_CAP);
    fitting
}

fn boundary(primitive: Primitive) -> Vec<Literal> {
    match primitive {
        Primitive::Boolean => vec![Literal::Boolean(false), Literal::Boolean(true)],
        Primitive::Byte => [0, 1, -1, i8::MAX, i8::MIN].map(Literal::Byte).into(),
        Primitive::Char => [0, 0x20, 0x61, 0x30].map(Literal::Char).into(),
        Primitive::Short => [0, 1, -1, i16::MAX, i16::MIN].map(Literal::Short).into(),
        Primitive::Int => [0, 1, -1, 2, i32::MAX, i32::MIN].map(Literal::Int).into(),
        Primitive::Long => [0, 1, -1, i64::MAX, i64::MIN].map(Literal::Long).into(),
        Primitive::Float => [0.0, 1.0, -1.5, f32::NAN].map(Literal::Float).into(),
        Primitive::Double => [0.0, 1.0, -1.5, f64::NAN].map(Literal::Double).into(),
        Primitive::Void => Vec::new(),
    }
}
