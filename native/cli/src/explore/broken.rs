//! Tests that fail because a law does not hold any more.

use std::path::Path;

use palus_axioms::{Broken, Expected};
use palus_emit::java::Label;
use palus_machine::{CallId, Concrete};
use palus_sequence::Symbols;
use palus_sequence::work::KeptTest;
use palus_sequence::{
    Demand, JavaString, Literal, MethodKind, Operand, Outcome, Primitive, Sequence, Statement, Value, Violation,
};

use super::Explorer;
use super::arguments::parse;
use super::equality::DESCRIPTOR;

/// Tests that fail, each with the position of the law that it shows to be broken.
pub(crate) struct Failing {
    symbols: Symbols,
    tests: Vec<(usize, KeptTest)>,
}

impl Failing {
    /// Whether a test shows that the law at that position is broken.
    pub(crate) fn shows(&self, law: usize) -> bool {
        self.tests.iter().any(|(shown, _)| *shown == law)
    }
}

/// A sequence whose end does not give what is demanded of it.
struct Candidate {
    /// The position of the law.
    law: usize,
    sequence: Sequence,
    demand: Demand,
}

impl Explorer {
    /// A failing test for each broken law of which one can be made. What a law says of the state is asked of `equals` where the class has one, and otherwise
    /// of observers.
    pub(crate) fn show(&mut self, concrete: &Concrete, broken: &[Broken]) -> anyhow::Result<Failing> {
        let mut candidates = Vec::new();
        for (law, broken) in broken.iter().enumerate() {
            self.candidates(law, broken, concrete, &mut candidates);
        }
        let sequences: Vec<Sequence> = candidates.iter().map(|it| it.sequence.clone()).collect();
        let make = |at: usize, subject: &str, did: (Sequence, Vec<Outcome>), symbols: &Symbols| {
            let candidate = &candidates[at];
            failing((subject, symbols), did, &candidate.demand, &broken[candidate.law])
        };
        let (symbols, kept) = self.kept(&sequences, &make)?;
        let mut tests: Vec<(usize, KeptTest)> = kept.into_iter().map(|(at, test)| (candidates[at].law, test)).collect();
        // Of several ways to show it the first is enough.
        tests.dedup_by_key(|(law, _)| *law);
        Ok(Failing { symbols, tests })
    }

    /// Writes the tests as JUnit tests; how many these are. `broken` is what they were made of.
    pub(crate) fn write_failing(&mut self, failing: Failing, broken: &[Broken], out: &Path) -> anyhow::Result<usize> {
        let label = |broken: &Broken| Label {
            name: broken.name.clone(),
            comment: format!("Always in another version, and not here: {}.", broken.law),
        };
        let labels: Vec<Label> = broken.iter().map(label).collect();
        self.confirm(&failing.symbols, failing.tests, &labels, "AxiomsTest", out)
    }

    fn candidates(&mut self, law: usize, broken: &Broken, concrete: &Concrete, found: &mut Vec<Candidate>) {
        let found_by = |sequence: Sequence, demand: Demand| Candidate { law, sequence, demand };
        match &broken.expected {
            None => {}
            Some(Expected::Text(text)) => {
                let made = self.sequence(concrete, &broken.calls);
                let demanded = made.and_then(|made| Some((self.demand(&made, text)?, made)));
                found.extend(demanded.map(|(demand, made)| found_by(made, demand)));
            }
            Some(Expected::Throws(class)) => {
                let made = self.sequence(concrete, &broken.calls);
                found.extend(made.map(|made| found_by(made, Demand::Throws(class.clone()))));
            }
            Some(Expected::More(calls, by)) => {
                let made = self.both(concrete, calls, &broken.calls);
                let made = made.filter(|made| self.gives_whole_numbers(made));
                found.extend(made.map(|made| found_by(made, Demand::Larger(*by))));
            }
            Some(Expected::Calls(calls)) if broken.is_about_state && self.has_own_equals() => {
                let made = self.equal(concrete, &broken.calls, calls);
                found.extend(made.map(|made| found_by(made, Demand::Gives(Value::Boolean(true)))));
            }
            Some(Expected::Calls(calls)) if broken.is_about_state => {
                for observer in concrete.observers().0 {
                    let with = |calls: &[CallId]| [calls, &[observer]].concat();
                    let made = self.both(concrete, &with(calls), &with(&broken.calls));
                    found.extend(made.map(|made| found_by(made, Demand::Same)));
                }
            }
            Some(Expected::Calls(calls)) => {
                let made = self.both(concrete, calls, &broken.calls);
                found.extend(made.map(|made| found_by(made, Demand::Same)));
            }
        }
    }

    /// Whether the last two calls do, as primitives: boxed ones may be null.
    fn gives_whole_numbers(&self, sequence: &Sequence) -> bool {
        let symbols = self.library_symbols();
        let is_whole = |statement: &Statement| {
            let Statement::Call { method, .. } = statement else {
                return false;
            };
            let primitive = symbols.primitive(symbols.get(*method).result);
            matches!(
                primitive,
                Some(Primitive::Byte | Primitive::Short | Primitive::Int | Primitive::Long)
            )
        };
        sequence.statements.iter().rev().take(2).all(is_whole)
    }

    /// That the last call gives a value; `None` where it cannot be written down.
    fn demand(&self, sequence: &Sequence, text: &str) -> Option<Demand> {
        let Some(Statement::Call { method, .. }) = sequence.statements.last() else {
            return None;
        };
        let symbols = self.library_symbols();
        let primitive = symbols.primitive(symbols.get(*method).result);
        Some(Demand::Gives(match (primitive, text) {
            (None, "null") => Value::Null,
            (None, text) => {
                let text = JavaString::from(&*quoted(text)?);
                Value::String {
                    length: text.0.len() as u32,
                    text: Some(text),
                }
            }
            (Some(primitive), text) => value(text, primitive)?,
        }))
    }

    /// Both objects, and whether they are equal.
    fn equal(&mut self, concrete: &Concrete, one: &[CallId], other: &[CallId]) -> Option<Sequence> {
        let class = self.class().to_owned();
        let symbols = self.symbols_mut();
        let method = symbols
            .method(&class, "equals", DESCRIPTOR, MethodKind::Instance)
            .ok()?;
        let mut sequence = Sequence::default();
        let one = self.bring(concrete, one, &mut sequence)?;
        let other = self.bring(concrete, other, &mut sequence)?;
        let operands = vec![Operand::Var(other), Operand::Var(one)];
        sequence.push(Statement::Call { method, operands });
        Some(sequence)
    }

    /// Both objects, and the last calls on them side by side.
    fn both(&self, concrete: &Concrete, one: &[CallId], other: &[CallId]) -> Option<Sequence> {
        let mut sequence = Sequence::default();
        let mut lasts = Vec::new();
        for calls in [one, other] {
            let (last, before) = calls.split_last()?;
            let object = self.bring(concrete, before, &mut sequence)?;
            lasts.push((concrete.call(*last), object));
        }
        let mut ready = Vec::new();
        for (call, object) in lasts {
            ready.push(self.prepare(call, Some(object), &mut sequence)?);
        }
        for statement in ready {
            sequence.push(statement);
        }
        Some(sequence)
    }
}

fn value(text: &str, primitive: Primitive) -> Option<Value> {
    let number = text.strip_suffix(['L', 'F']).unwrap_or(text);
    Some(match parse(number, primitive)? {
        Literal::Boolean(v) => Value::Boolean(v),
        Literal::Byte(v) => Value::Byte(v),
        Literal::Short(v) => Value::Short(v),
        Literal::Int(v) => Value::Int(v),
        Literal::Long(v) => Value::Long(v),
        Literal::Float(v) => Value::Float(v),
        Literal::Double(v) => Value::Double(v),
        _ => return None,
    })
}

/// A whole number.
fn whole(value: &Value) -> Option<i64> {
    Some(match value {
        Value::Byte(v) => i64::from(*v),
        Value::Short(v) => i64::from(*v),
        Value::Int(v) => i64::from(*v),
        Value::Long(v) => *v,
        _ => return None,
    })
}

/// What stands between quotes, as [`Datum`](palus_machine::Datum) writes texts: as Rust does. `None` of what is no text, and of one that was too long to be kept.
fn quoted(text: &str) -> Option<String> {
    let mut inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_length = inner
        .strip_suffix(" units")
        .is_some_and(|number| number.parse::<u32>().is_ok());
    let mut read = String::new();
    while let Some(next) = inner.chars().next().filter(|_| !is_length) {
        inner = &inner[next.len_utf8()..];
        if next != '\\' {
            read.push(next);
            continue;
        }
        let escaped = inner.chars().next()?;
        inner = &inner[escaped.len_utf8()..];
        read.push(match escaped {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => '\0',
            'u' => {
                let (digits, rest) = inner.strip_prefix('{')?.split_once('}')?;
                inner = rest;
                char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
            }
            itself => itself,
        });
    }
    (!is_length).then_some(read)
}

/// The failing test; `None` where what is demanded is met, or something before it did not come to its end.
fn failing(
    (subject, symbols): (&str, &Symbols),
    (sequence, outcomes): (Sequence, Vec<Outcome>),
    demand: &Demand,
    broken: &Broken,
) -> Option<KeptTest> {
    let from = outcomes.len().checked_sub(demand.statements())?;
    let (before, demanded) = outcomes.split_at(from);
    let is_met = match (demand, demanded) {
        (Demand::Gives(wanted), [Outcome::Returned(given)]) => given == wanted,
        (Demand::Throws(class), [Outcome::Threw { class: thrown, .. }]) => symbols.type_runtime_name(*thrown) == *class,
        (Demand::Larger(by), [Outcome::Returned(one), Outcome::Returned(other)]) => whole(one)
            .zip(whole(other))
            .is_none_or(|(one, other)| other.wrapping_sub(one) == *by),
        (Demand::Same, [one @ Outcome::Returned(value), other @ Outcome::Returned(_)]) => {
            // Two objects that look alike may well be equal.
            one == other || value.literal().is_none()
        }
        (Demand::Same | Demand::Larger(_), [Outcome::Returned(_), Outcome::Threw { .. }])
        | (Demand::Throws(_), [Outcome::Returned(_)])
        | (_, [Outcome::Threw { .. }]) => false,
        _ => true,
    };
    if is_met || !before.iter().all(Outcome::is_normal) {
        return None;
    }
    Some(KeptTest {
        subject: subject.to_owned(),
        sequence,
        outcomes,
        violates: Some(Violation {
            check: "axiom".to_owned(),
            cause: broken.law.clone(),
            because: format!("{} was always so, and is not for {}.", broken.law, broken.example),
            why: "The law held in every execution of another version; when it was to change, write the axioms anew."
                .to_owned(),
            confidence: 100,
            given: 0,
            demand: demand.clone(),
            thrown_at: None,
        }),
        ..KeptTest::default()
    })
}
