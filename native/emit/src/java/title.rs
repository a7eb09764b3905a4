//! The name of a test, by rule from its last call and what became of it: `parse_emptyString_throwsParseException`.

use std::collections::BTreeSet;

use palus_sequence::work::KeptTest;
use palus_sequence::{Literal, MethodKind, Operand, Outcome, Statement, Symbols, Value, Var};

use super::at_once::demanded;
use super::names::{camel_words, capitalised, lower_camel, simple_class_name};
use super::words::{class_word, describe, literal_word};

/// A longer name is not worth the arguments in it.
const TITLE: usize = 80;
/// Nor are the names of several calls.
const SEVERAL: usize = 60;
/// What a call does of which there is no more to say.
const COMPLETES: &str = "completes";
/// What it does in a test that asserts what is printed.
const PRINTS: &str = "printsText";

/// Names to choose from, the shortest first; each of at least two parts, so that it never is a keyword, an assertion or a
/// method of `Object`. The second names every argument that has a name.
pub(super) fn titles(symbols: &Symbols, test: &KeptTest) -> Vec<String> {
    let Some(end) = test.catches_until(symbols) else {
        return titles_of_calls(symbols, test);
    };
    let mut printing = test.clone();
    let behind = (test.sequence.len() - end) as u16;
    printing.sequence.statements.truncate(end);
    printing.observers = test.observers.saturating_sub(behind);
    printing.acts.retain(|&act| usize::from(act) < end);
    printing.asserted.clear();
    let prints = |title: String| match title.strip_suffix(COMPLETES) {
        Some(who) => format!("{who}{PRINTS}"),
        None => format!("{title}_{PRINTS}"),
    };
    let titles = titles_of_calls(symbols, &printing);
    titles.into_iter().map(prints).collect()
}

fn titles_of_calls(symbols: &Symbols, test: &KeptTest) -> Vec<String> {
    let Some(at) = first_at_once(test).or_else(|| told(symbols, test)) else {
        return vec!["sequence_completes".to_owned()];
    };
    if let Some(title) = questions(symbols, test) {
        return vec![title];
    }
    let statement = &test.sequence.statements[at];
    let effect = match &test.violates {
        Some(violation) => format!("breaks{}", camel_words(&violation.check)),
        None => match (effect(symbols, test, at), observed(symbols, test)) {
            (nothing, Some(observed)) if nothing == COMPLETES => observed,
            (effect, _) => effect,
        },
    };
    let name = |arguments: Option<String>| {
        let parts = [Some(subject(symbols, statement)), arguments, Some(effect.clone())];
        parts.into_iter().flatten().collect::<Vec<_>>().join("_")
    };
    let short = name(arguments(symbols, test, statement));
    let long = name(all_arguments(symbols, test, statement));
    if long.len() > TITLE || long == short {
        vec![short]
    } else {
        vec![short, long]
    }
}

/// The first of two calls that are made at once, where the test is about such.
fn first_at_once(test: &KeptTest) -> Option<usize> {
    demanded(test)?;
    let violation = test.violates.as_ref()?;
    Some(violation.demanded_from(test.sequence.len()))
}

/// A name for several questions in one test: calls of one method on different objects or with other arguments, or calls of one object
/// that do something or end in exceptions.
fn questions(symbols: &Symbols, test: &KeptTest) -> Option<String> {
    let focus = test.focus().filter(|_| test.observers > 0)?;
    let asked: BTreeSet<usize> = test
        .asserted
        .iter()
        .chain(&test.acts)
        .map(|&at| usize::from(at))
        .collect();
    let called = |at: &usize| match &test.sequence.statements[*at] {
        Statement::Call { method, .. } => Some(symbols.get(*method)).map(|method| (method.owner, &method.name)),
        _ => None,
    };
    let first = asked.first().filter(|_| asked.len() > 1)?;
    let calls_alike = |at: &usize| called(at).is_some() && called(at) == called(&focus);
    let does_alike = test.acts.len() > 1 && test.acts.iter().all(|&at| calls_alike(&usize::from(at)));
    let is_table = does_alike
        || asked
            .iter()
            .all(|at| called(at).is_some() && called(at) == called(first));
    let has_thrown = |at: &usize| test.outcomes.get(*at).is_some_and(|outcome| !outcome.is_normal());
    if *first < focus || !(is_table || !test.acts.is_empty() || asked.iter().any(has_thrown)) {
        return None;
    }
    let effect_of = |at: &usize| effect(symbols, test, *at);
    let shown = effect_of(first);
    let is_same = asked.iter().all(|at| effect_of(at) == shown);
    let subject = |at: usize| subject(symbols, &test.sequence.statements[at]);
    Some(match (is_table, is_same) {
        (true, true) => format!("{}_{shown}", subject(*first)),
        (true, false) => format!("{}_variousArguments", subject(*first)),
        (false, true) if has_thrown(first) => {
            let has_null = |at: &usize| {
                let operands = test.sequence.statements[*at].operands();
                operands.contains(&Operand::Literal(Literal::Null))
            };
            let who = if asked.iter().all(has_null) {
                "nullArguments".to_owned()
            } else {
                several(symbols, test, &asked)
            };
            format!("{who}_{}", shown.replacen("throws", "throw", 1))
        }
        (false, true) => format!("{}_then{}", subject(focus), capitalised(&shown)),
        (false, false) => several(symbols, test, &asked),
    })
}

/// What is called, each once in the order of the first calls; of many the first, and how many more there are. Behind the first act stand acts and what
/// they are seen by, and what is asked of an object that was made behind the focus shows how it was made.
fn several(symbols: &Symbols, test: &KeptTest, asked: &BTreeSet<usize>) -> String {
    let is_act = |at: &usize| test.acts.contains(&(*at as u16));
    let first_act = asked.iter().find(|at| is_act(at)).copied().unwrap_or(usize::MAX);
    let name_of = |at: usize| {
        let focus = test.focus().unwrap_or_default();
        let made = receiver(symbols, test, at).filter(|made| *made >= focus);
        subject(symbols, &test.sequence.statements[made.unwrap_or(at)])
    };
    let mut names: Vec<String> = Vec::new();
    for &at in asked.iter().filter(|at| **at < first_act || is_act(at)) {
        let name = name_of(at);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut shown = names.len();
    while shown > 1 && names[..shown].join("_").len() > SEVERAL {
        shown -= 1;
    }
    let title = names[..shown].join("_");
    match names.len() - shown {
        // Alone it may be a name that every class has, like `hashCode`.
        0 if names.len() == 1 && asked.len() > 1 => format!("{title}_severalTimes"),
        0 => title,
        more => format!("{title}_and{more}More"),
    }
}

/// What the first observer shows: `sizeReturns1`, or `changesStringBuilder`.
fn observed(symbols: &Symbols, test: &KeptTest) -> Option<String> {
    let at = test.focus()? + 1;
    let statement = test.sequence.statements.get(at)?;
    if let Some((class, "toString")) = looked_at_jdk(symbols, statement) {
        return Some(format!("changes{}", capitalised(simple_class_name(&class))));
    }
    let Some(Outcome::Returned(value)) = test.outcomes.get(at).filter(|_| is_said(test, at)) else {
        return None;
    };
    Some(subject(symbols, statement) + &capitalised(&returned(symbols, statement, value)))
}

/// The statement that the test is about: the last one but for its observers, unless only an earlier one is asserted.
fn told(symbols: &Symbols, test: &KeptTest) -> Option<usize> {
    let last = test.focus()?;
    if test.observers > 0 && !is_looked_at(symbols, test, last) {
        return Some(last + 1);
    }
    if test.violates.is_some()
        || test.observers > 0
        || test.outcomes.get(last).is_none_or(|outcome| !outcome.is_normal())
    {
        return Some(last);
    }
    let asserted = test
        .asserted
        .iter()
        .map(|&at| usize::from(at))
        .filter(|&at| at <= last)
        .max();
    Some(asserted.unwrap_or(last))
}

/// The class of the JDK of whose object the statement asks something, and what.
fn looked_at_jdk<'s>(symbols: &'s Symbols, statement: &Statement) -> Option<(String, &'s str)> {
    match statement {
        Statement::Call { method, .. } if symbols.get(*method).kind == MethodKind::Instance => {
            let method = symbols.get(*method);
            let class = symbols.type_name(method.owner);
            class.starts_with("java.").then_some((class, &*method.name))
        }
        _ => None,
    }
}

/// The statement that made the object on which a method is called.
fn receiver(symbols: &Symbols, test: &KeptTest, at: usize) -> Option<usize> {
    let statement = test.sequence.statements.get(at)?;
    statement.receiver(symbols).map(Var::index)
}

/// Whether the first observer is asked of the object that the statement made or was called on, or of one of the JDK that it changed.
fn is_looked_at(symbols: &Symbols, test: &KeptTest, at: usize) -> bool {
    let receiver = |at: usize| receiver(symbols, test, at);
    let observer = test.sequence.statements.get(at + 1);
    if observer.is_some_and(|observer| looked_at_jdk(symbols, observer).is_some()) {
        return true;
    }
    let looked_at = receiver(at + 1);
    looked_at == Some(at) || looked_at == receiver(at)
}

fn subject(symbols: &Symbols, statement: &Statement) -> String {
    let name = match statement {
        Statement::Call { method, .. } => {
            let method = symbols.get(*method);
            match method.kind {
                MethodKind::Constructor => format!(
                    "new{}",
                    capitalised(simple_class_name(&symbols.type_name(method.owner)))
                ),
                _ => method
                    .name
                    .chars()
                    .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
                    .collect(),
            }
        }
        Statement::StaticField { field } => lower_camel(&camel_words(&symbols.get_field(*field).name)),
        Statement::Fake { interface, .. } => format!("new{}", class_word(&symbols.type_name(*interface))),
        _ => "array".to_owned(),
    };
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name
    } else {
        format!("call{name}")
    }
}

/// The one argument that tells most: a null, an empty or a boundary value.
fn arguments(symbols: &Symbols, test: &KeptTest, statement: &Statement) -> Option<String> {
    let Statement::Call { method, operands } = statement else {
        return None;
    };
    let skip = usize::from(symbols.get(*method).kind == MethodKind::Instance);
    operands
        .iter()
        .skip(skip)
        .find_map(|operand| trait_of(symbols, test, operand))
}

/// All arguments in one word, by their values where those are short words and by their types otherwise.
fn all_arguments(symbols: &Symbols, test: &KeptTest, statement: &Statement) -> Option<String> {
    let Statement::Call { method, operands } = statement else {
        return None;
    };
    let skip = usize::from(symbols.get(*method).kind == MethodKind::Instance);
    let words: String = operands
        .iter()
        .skip(skip)
        .map(|operand| capitalised(&told_argument(symbols, test, operand)))
        .collect();
    let first = words.chars().next()?;
    Some(first.to_lowercase().chain(words.chars().skip(1)).collect())
}

fn told_argument(symbols: &Symbols, test: &KeptTest, operand: &Operand) -> String {
    if let Some(word) = trait_of(symbols, test, operand) {
        return word;
    }
    match operand {
        Operand::Var(var) => match test.outcomes.get(var.index()) {
            Some(Outcome::Returned(value)) => describe(symbols, value).unwrap_or_default(),
            _ => String::new(),
        },
        Operand::Literal(literal) => literal_word(symbols, literal),
        _ => String::new(),
    }
}

fn trait_of(symbols: &Symbols, test: &KeptTest, operand: &Operand) -> Option<String> {
    let word = match operand {
        Operand::Var(var) => match test.sequence.statements.get(var.index())? {
            Statement::Array { elements, element } if elements.is_empty() => {
                return Some(format!(
                    "empty{}Array",
                    camel_words(simple_class_name(&symbols.type_name(*element)))
                ));
            }
            _ => return None,
        },
        Operand::Literal(literal) => match literal {
            Literal::Null => "null",
            Literal::String(string) if string.units().is_empty() => "emptyString",
            Literal::String(string) if string.units().iter().all(|&unit| unit <= 0x20) => "blankString",
            Literal::Int(i32::MIN) | Literal::Long(i64::MIN) => "minValue",
            Literal::Int(i32::MAX) | Literal::Long(i64::MAX) => "maxValue",
            Literal::Int(0) | Literal::Long(0) => "zero",
            Literal::Int(v) if *v < 0 => "negative",
            Literal::Long(v) if *v < 0 => "negative",
            Literal::Double(v) if v.is_nan() => "nan",
            Literal::Float(v) if v.is_nan() => "nan",
            _ => return None,
        },
        _ => return None,
    };
    Some(word.to_owned())
}

/// Whether the test says what the statement returns: what it does not assert may be otherwise elsewhere, or a secret.
fn is_said(test: &KeptTest, at: usize) -> bool {
    let is_object = matches!(test.outcomes.get(at), Some(Outcome::Returned(Value::Object { .. })));
    is_object || test.asserted.contains(&(at as u16))
}

fn effect(symbols: &Symbols, test: &KeptTest, at: usize) -> String {
    match test.outcomes.get(at) {
        Some(Outcome::Threw { class, .. }) => {
            format!("throws{}", capitalised(simple_class_name(&symbols.type_name(*class))))
        }
        Some(Outcome::Returned(_)) if !is_said(test, at) => COMPLETES.to_owned(),
        Some(Outcome::Returned(value)) => returned(symbols, &test.sequence.statements[at], value),
        _ => "ends".to_owned(),
    }
}

fn returned(symbols: &Symbols, statement: &Statement, value: &Value) -> String {
    let constructed = match statement {
        Statement::Call { method, .. } => symbols.get(*method).kind == MethodKind::Constructor,
        statement => matches!(statement, Statement::Fake { .. }),
    };
    if let (Value::Object { .. }, Statement::Call { method, .. }) = (value, statement) {
        let declared = symbols.type_name(symbols.get(*method).result);
        if !constructed && declared != "java.lang.Object" {
            return format!("returns{}", class_word(&declared));
        }
    }
    match describe(symbols, value) {
        _ if constructed => COMPLETES.to_owned(),
        Some(word) => format!("returns{word}"),
        None => COMPLETES.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use palus_sequence::Sequence;

    use super::*;

    #[test]
    fn each_call_is_named_once_and_that_which_made_what_is_asked_behind_it() {
        let mut symbols = Symbols::default();
        let mut call = |name: &str, descriptor: &str, receiver: Option<u16>| {
            let kind = receiver.map_or(MethodKind::Constructor, |_| MethodKind::Instance);
            Statement::Call {
                method: symbols.method("demo.Price", name, descriptor, kind).unwrap(),
                operands: receiver.map(|at| Operand::Var(Var(at))).into_iter().collect(),
            }
        };
        let mut cents = |of| call("cents", "()I", Some(of));
        let (of_sum, of_first, of_other) = (cents(1), cents(0), cents(4));
        let plus = call("plus", "()Ldemo/Price;", Some(0));
        let new = call("<init>", "()V", None);
        let test = KeptTest {
            sequence: Sequence {
                statements: vec![new, plus.clone(), of_sum, of_first, plus, of_other],
            },
            observers: 4,
            ..KeptTest::default()
        };
        assert_eq!(several(&symbols, &test, &BTreeSet::from([2, 3, 5])), "plus_cents");
    }
}
