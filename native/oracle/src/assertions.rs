//! Which statements of a test are worth an assertion.

use std::collections::BTreeSet;

use palus_sequence::{
    JavaString, MethodId, MethodKind, Operand, Outcome, Sequence, Statement, Symbols, TypeId, TypeKind, Value,
    is_of_jdk,
};

/// How many statements one test asserts at most: more would say the same again.
const CAP: usize = 4;

/// The statements whose values or exceptions a test should assert, in order.
///
/// A value is asserted when a later run can be expected to give it again and source can write it: primitives, boxes,
/// strings, enum constants, classes, null, and short arrays of these; of other arrays the length. A string that shows an identity hash
/// (`demo.Box@1b6d3586`) or that was cut is not. Only calls are asserted, no fields and no arrays that the test itself made.
///
/// The last statement comes first, with its exception where it threw; then, from the back, results of calls that no later statement
/// takes as an operand: a value that is used shows in what follows. No method is asserted twice with the same value. What the JDK answers while
/// an argument is made ready (`list.add(booking)`) is nobody's result.
pub fn assertions(symbols: &Symbols, sequence: &Sequence, outcomes: &[Outcome]) -> Vec<u16> {
    let last = sequence.len().min(outcomes.len()).saturating_sub(1);
    let used: BTreeSet<usize> = sequence
        .statements
        .iter()
        .flat_map(Statement::uses)
        .map(palus_sequence::Var::index)
        .collect();
    let passed = passed(symbols, sequence);
    let mut asserted = Vec::new();
    let mut said = Vec::new();
    for index in (0..outcomes.len().min(sequence.len())).rev() {
        let Statement::Call { method, operands } = &sequence.statements[index] else {
            continue;
        };
        let outcome = &outcomes[index];
        let worth = match outcome {
            Outcome::Threw { .. } => index == last,
            Outcome::Returned(value) => {
                symbols.get(*method).kind != MethodKind::Constructor
                    && (index == last || !used.contains(&index) && !makes_ready(symbols, *method, operands, &passed))
                    && (is_assertable(value) || is_counted(symbols, symbols.get(*method).result, value))
            }
            Outcome::Ended(_) | Outcome::NotRun => false,
        };
        let receiver: Option<&Operand> = operands.first();
        let statement = (*method, receiver, outcome);
        if worth && asserted.len() < CAP && !said.contains(&statement) {
            asserted.push(index as u16);
            said.push(statement);
        }
    }
    asserted.reverse();
    asserted
}

/// The variables that are passed as arguments, or that hold a part of something else.
fn passed(symbols: &Symbols, sequence: &Sequence) -> BTreeSet<usize> {
    let arguments = |statement: &Statement| match statement {
        Statement::Call { method, operands } => {
            let receivers = usize::from(symbols.get(*method).kind == MethodKind::Instance);
            operands.iter().skip(receivers).cloned().collect()
        }
        other => other.operands().to_vec(),
    };
    let operands = sequence.statements.iter().flat_map(arguments);
    let vars = operands.filter_map(|operand| match operand {
        Operand::Var(var) => Some(var.index()),
        _ => None,
    });
    vars.collect()
}

/// Whether a call of the JDK fills an object that is passed on.
fn makes_ready(symbols: &Symbols, method: MethodId, operands: &[Operand], passed: &BTreeSet<usize>) -> bool {
    let method = symbols.get(method);
    let is_passed = matches!(operands.first(), Some(Operand::Var(var)) if passed.contains(&var.index()));
    method.kind == MethodKind::Instance && is_passed && symbols.class_name(method.owner).is_some_and(is_of_jdk)
}

/// Whether a later run can be expected to give the value again, and source can write it.
pub fn is_assertable(value: &Value) -> bool {
    match value {
        Value::Null
        | Value::Boolean(_)
        | Value::Byte(_)
        | Value::Char(_)
        | Value::Short(_)
        | Value::Int(_)
        | Value::Long(_)
        | Value::Float(_)
        | Value::Double(_) => true,
        Value::Boxed(inner) => is_assertable(inner),
        Value::String { length, text } => {
            let whole = |text: &&JavaString| text.units().len() == *length as usize;
            text.as_ref()
                .filter(whole)
                .is_some_and(|text| !shows_identity(&text.to_lossy()))
        }
        Value::Enum { name, .. } | Value::Class { name } => name.is_some(),
        Value::Array { length, elements, .. } => elements
            .as_ref()
            .is_some_and(|elements| elements.len() == *length as usize && elements.iter().all(is_assertable)),
        _ => false,
    }
}

/// Whether source can say at least how long an array is: one that is returned as an array. How many methods or locales there are is for the
/// JDK to say, and another one may say otherwise, so that goes for arrays of its classes only if source can write their elements.
fn is_counted(symbols: &Symbols, result: TypeId, value: &Value) -> bool {
    let Value::Array {
        class, elements: None, ..
    } = value
    else {
        return false;
    };
    let TypeKind::Array(_) = symbols.kind(result) else {
        return false;
    };
    let mut element = *class;
    while let TypeKind::Array(inner) = symbols.kind(element) {
        element = *inner;
    }
    !matches!(symbols.kind(element), TypeKind::Class(name) if is_of_jdk(name))
}

/// Whether a text contains an `Object.toString()`: something like a class name, `@`, and one to eight hexadecimal digits.
fn shows_identity(text: &str) -> bool {
    text.match_indices('@').any(|(at, _)| {
        let named = text[..at].chars().next_back();
        let digits = text[at + 1..].chars().take_while(char::is_ascii_hexdigit).count();
        let ends = !text[at + 1 + digits..].starts_with(|c: char| c.is_alphanumeric() || c == '.');
        // `;` ends the class name of an array: `[Ljava.lang.String;@1b6d3586`.
        named.is_some_and(|c| c.is_alphanumeric() || c == ';' || c == '$' || c == '_')
            && (1..=8).contains(&digits)
            && ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use palus_sequence::{Literal, Var};

    fn text(text: &str) -> Value {
        let length = text.encode_utf16().count() as u32;
        Value::String {
            length,
            text: Some(text.into()),
        }
    }

    /// A new `demo.A` and calls of `methods` on it.
    fn sequence(symbols: &mut Symbols, methods: &[&str]) -> Sequence {
        let new = symbols
            .method("demo.A", "<init>", "()V", MethodKind::Constructor)
            .unwrap();
        let mut sequence = Sequence {
            statements: vec![Statement::Call {
                method: new,
                operands: vec![],
            }],
        };
        for name in methods {
            let method: MethodId = symbols.method("demo.A", name, "()I", MethodKind::Instance).unwrap();
            sequence.push(Statement::Call {
                method,
                operands: vec![Operand::Var(Var(0))],
            });
        }
        sequence
    }

    fn outcomes(symbols: &mut Symbols, values: Vec<Value>) -> Vec<Outcome> {
        let class = symbols.class("demo.A");
        let made = Value::Object { class };
        std::iter::once(made).chain(values).map(Outcome::Returned).collect()
    }

    #[test]
    fn the_last_value_is_asserted_and_no_more_than_a_handful() {
        let mut symbols = Symbols::default();
        let sequence = sequence(&mut symbols, &["a", "b", "c", "d", "e", "f"]);
        let outcomes = outcomes(&mut symbols, (0..6).map(Value::Int).collect());
        assert_eq!(assertions(&symbols, &sequence, &outcomes), [3, 4, 5, 6]);
    }

    #[test]
    fn the_same_answer_is_asserted_once() {
        let mut symbols = Symbols::default();
        let sequence = sequence(&mut symbols, &["size", "size"]);
        let outcomes = outcomes(&mut symbols, vec![Value::Int(0), Value::Int(0)]);
        assert_eq!(assertions(&symbols, &sequence, &outcomes), [2]);
    }

    #[test]
    fn what_the_jdk_answers_while_an_argument_is_made_ready_is_not_asserted() {
        let mut symbols = Symbols::default();
        let mut method =
            |owner: &str, name: &str, descriptor: &str, kind| symbols.method(owner, name, descriptor, kind).unwrap();
        let list = method("java.util.ArrayList", "<init>", "()V", MethodKind::Constructor);
        let add = method(
            "java.util.ArrayList",
            "add",
            "(Ljava/lang/Object;)Z",
            MethodKind::Instance,
        );
        let count = method("demo.A", "count", "(Ljava/util/List;)I", MethodKind::Static);
        let call = |method, operands: &[Operand]| Statement::Call {
            method,
            operands: operands.to_vec(),
        };
        let (of_list, text) = (Operand::Var(Var(0)), Operand::Literal(Literal::string("a")));
        let filled = [call(list, &[]), call(add, &[of_list.clone(), text])];
        let returned = |value| Outcome::Returned(value);
        let class = symbols.class("java.util.ArrayList");
        let outcomes = [Value::Object { class }, Value::Boolean(true), Value::Int(1)].map(returned);
        let passed = Sequence {
            statements: [&filled[..], &[call(count, &[of_list])]].concat(),
        };
        assert_eq!(assertions(&symbols, &passed, &outcomes), [2]);
        let kept = Sequence {
            statements: filled.to_vec(),
        };
        assert_eq!(
            assertions(&symbols, &kept, &outcomes[..2]),
            [1],
            "it is what the test is about"
        );
    }

    #[test]
    fn an_exception_is_asserted_at_the_end() {
        let mut symbols = Symbols::default();
        let sequence = sequence(&mut symbols, &["f"]);
        let mut outcomes = outcomes(&mut symbols, vec![]);
        let class = symbols.class("java.lang.IllegalStateException");
        outcomes.push(Outcome::Threw { class, message: None });
        assert_eq!(assertions(&symbols, &sequence, &outcomes), [1]);
    }

    #[test]
    fn texts_with_identity_hashes_and_cut_texts_are_not_asserted() {
        assert!(shows_identity("demo.Box@1b6d3586"));
        assert!(shows_identity("[[Ljava.lang.String;@6d06d69c, 1]"));
        assert!(!shows_identity("someone@example.org"));
        assert!(!shows_identity("a @ b"));
        assert!(!is_assertable(&Value::String {
            length: 9_000,
            text: Some("cut".into())
        }));
        assert!(is_assertable(&text("whole")));
        assert!(!is_assertable(&Value::Void));
    }

    #[test]
    fn of_an_array_that_source_cannot_write_the_length_is_asserted() {
        let mut symbols = Symbols::default();
        for (element, result, is_worth) in [
            ("Ldemo/A;", "[Ldemo/A;", true),
            ("D", "[D", true),
            ("[Ldemo/A;", "[Ljava/lang/Object;", true),
            // There is no `.length` of an object.
            ("Ldemo/A;", "Ljava/lang/Object;", false),
            ("Ljava/lang/reflect/Method;", "[Ljava/lang/reflect/Method;", false),
        ] {
            let method = symbols
                .method("demo.A", "all", &format!("(){result}"), MethodKind::Static)
                .unwrap();
            let array = Value::Array {
                class: symbols.descriptor(&format!("[{element}")).unwrap(),
                length: 70,
                elements: None,
            };
            let sequence = Sequence {
                statements: vec![Statement::Call {
                    method,
                    operands: vec![],
                }],
            };
            let asserted = assertions(&symbols, &sequence, &[Outcome::Returned(array)]);
            assert_eq!(asserted.len(), usize::from(is_worth), "{element} as {result}");
        }
    }
}
