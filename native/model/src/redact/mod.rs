//! Secrets taken out of a model before it is written.
//!
//! A text is secret by what it is called (the parameter, the method, a field that the method writes), by its looks, and where it
//! is, or contains, what was secret elsewhere in the model. Its stand-in keeps length and kinds of characters, so that code
//! which looks at these goes the same way.

mod audit;
mod names;
mod places;
mod shapes;
mod stand_in;

use std::collections::BTreeSet;
use std::sync::Arc;

use aho_corasick::AhoCorasick;
use palus_sequence::{JavaString, parameter_count};
use rustc_hash::FxHashSet;

use crate::{Element, Elements, Exchange, Input, MethodKey, Model, Recorded, Transition};

pub use audit::{Finding, audit};
pub use shapes::Shape;
pub use stand_in::RedactionKey;

/// Shorter texts are secret in their own place only: elsewhere they may be anything.
const TELLING: usize = 4;

/// Shorter texts are no secret as a part of others, as `test` is not.
const TELLING_INSIDE: usize = 8;

/// The names of a method's parameters, where they are known.
pub type ParameterNames<'n> = dyn Fn(&MethodKey) -> Option<Arc<[Arc<str>]>> + 'n;

/// What is secret, and what takes its place.
#[derive(Clone)]
pub struct Redaction {
    key: RedactionKey,
    names: names::Names,
}

/// How a value came to be secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Secrecy {
    /// It is not, unless its looks or another place say so.
    None,
    /// By a name of the fixed list: texts are secret, numbers are not.
    Custom,
    /// The user named it: all of it is.
    Asked,
}

impl Redaction {
    /// `globs` are names of methods, parameters and fields to add to those that are secret by custom, alone or behind the name of
    /// their class and a dot; `*` stands for any text.
    pub fn new(key: RedactionKey, globs: Vec<String>) -> Self {
        Self {
            key,
            names: names::Names::new(globs),
        }
    }

    /// Puts stand-ins for the secrets of a model.
    pub fn redact(&self, model: &mut Model, parameters: &ParameterNames<'_>) {
        let writers = self.writers(model);
        let secrecies = |transition: &Transition| self.secrecies(&transition.method, parameters, &writers);
        let mut told = BTreeSet::new();
        for transition in model.transitions() {
            let secrecies = secrecies(transition);
            for (input, secrecy) in inputs(transition, &secrecies) {
                collect(input, secrecy, &mut told);
            }
        }
        let told = Told::new(told);
        let mut changed = false;
        for transition in model.transitions_mut() {
            let secrecies = secrecies(transition);
            let is_meant = inputs(transition, &secrecies).any(|(input, secrecy)| {
                let mut copy = input.clone();
                self.input(&mut copy, secrecy, &told);
                copy != *input
            });
            if !is_meant {
                continue;
            }
            changed = true;
            for seen in Arc::make_mut(&mut transition.observations) {
                let first = first_argument(&transition.method);
                let exchange: &mut Exchange = Arc::make_mut(&mut seen.exchange);
                for (place, input) in exchange.inputs.iter_mut().enumerate() {
                    self.input(input, secrecy_at(&secrecies, first, place), &told);
                }
            }
        }
        if changed {
            model.canonicalise();
        }
    }

    /// The methods that write a field which is secret by its name.
    fn writers(&self, model: &Model) -> FxHashSet<MethodKey> {
        let secret = model.accesses.iter().filter(|access| {
            let field = &access.field;
            access.writes > 0 && self.secrecy(&field.owner, &field.name) != Secrecy::None
        });
        secret.map(|access| access.method.clone()).collect()
    }

    fn secrecy(&self, owner: &str, name: &str) -> Secrecy {
        if self.names.are_asked_for(owner, name) {
            Secrecy::Asked
        } else if names::is_secret(name) {
            Secrecy::Custom
        } else {
            Secrecy::None
        }
    }

    /// Of each argument, and of what comes back. What a method or a field is called counts for those arguments of which nothing else is known: where
    /// parameters have names, one of them that is secret says that the others are not.
    fn secrecies(
        &self,
        method: &MethodKey,
        parameters: &ParameterNames<'_>,
        writers: &FxHashSet<MethodKey>,
    ) -> Vec<Secrecy> {
        let count = parameter_count(&method.descriptor);
        let names = parameters(method).filter(|names| names.len() == count);
        let secrecies: Vec<Secrecy> = names
            .iter()
            .flat_map(|names| names.iter())
            .map(|name| self.secrecy(&method.owner, name))
            .collect();
        let mut whole = self.secrecy(&method.owner, &method.name);
        if whole == Secrecy::None
            && writers.contains(method)
            && secrecies.iter().all(|&secrecy| secrecy == Secrecy::None)
        {
            whole = Secrecy::Custom;
        }
        (0..=count)
            .map(|place| match secrecies.get(place) {
                Some(&secrecy) if secrecy != Secrecy::None => secrecy,
                _ => whole,
            })
            .collect()
    }

    fn input(&self, input: &mut Input, secrecy: Secrecy, told: &Told) {
        match input {
            Input::Value(value) | Input::Boxed(value) => self.value(value, secrecy, told),
            Input::Array(array) => self.elements(&mut array.elements, secrecy, told),
            Input::Subject | Input::Null | Input::Object { .. } => {}
        }
    }

    fn value(&self, value: &mut Recorded, secrecy: Secrecy, told: &Told) {
        let is_asked = secrecy == Secrecy::Asked;
        match value {
            Recorded::String { text, .. } if secrecy != Secrecy::None || told.is_in(&text.0) => {
                *text = JavaString(self.key.text(&text.0).into());
            }
            Recorded::Long(v) if is_asked || is_card(*v) => *v = self.key.number(*v),
            Recorded::Int(v) if is_asked => {
                *v = self.key.number(i64::from(*v)).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            }
            Recorded::Short(v) if is_asked => {
                *v = self.key.number(i64::from(*v)).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
            Recorded::Byte(v) if is_asked => {
                *v = self.key.number(i64::from(*v)).clamp(i8::MIN.into(), i8::MAX.into()) as i8;
            }
            Recorded::Char(v) if is_asked => *v = self.key.text(&[*v])[0],
            Recorded::Double(v) if is_asked => *v = (self.key.number(f64::from_bits(*v) as i64) as f64).to_bits(),
            Recorded::Float(v) if is_asked => *v = (self.key.number(f32::from_bits(*v) as i64) as f32).to_bits(),
            _ => {}
        }
    }

    fn elements(&self, elements: &mut Elements, secrecy: Secrecy, told: &Told) {
        let is_secret = |text: &[u16]| secrecy != Secrecy::None || told.is_in(text);
        match elements {
            Elements::Chars(chars) if is_secret(chars) => *chars = self.key.text(chars).into(),
            Elements::Bytes(bytes) => {
                let text: Option<Vec<u16>> = bytes.iter().map(|&byte| u16::try_from(byte).ok()).collect();
                match text {
                    Some(text) if is_secret(&text) => {
                        *bytes = self.key.text(&text).into_iter().map(|unit| unit as i8).collect();
                    }
                    None if secrecy != Secrecy::None => *bytes = self.key.bytes(bytes).into(),
                    _ => {}
                }
            }
            Elements::Longs(values) => {
                for value in values
                    .iter_mut()
                    .filter(|value| secrecy == Secrecy::Asked || is_card(**value))
                {
                    *value = self.key.number(*value);
                }
            }
            Elements::Ints(values) if secrecy == Secrecy::Asked => {
                for value in values {
                    *value = self
                        .key
                        .number(i64::from(*value))
                        .clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                }
            }
            Elements::References(references) => {
                for element in references {
                    match element {
                        Element::Value(value) | Element::Boxed(value) => self.value(value, secrecy, told),
                        Element::Null => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// The secrets of a model, to be found in other texts.
struct Told {
    inside: Option<AhoCorasick>,
    whole: BTreeSet<Vec<u16>>,
}

impl Told {
    fn new(whole: BTreeSet<Vec<u16>>) -> Self {
        let long = whole.iter().filter(|text| text.len() >= TELLING_INSIDE);
        let bytes: Vec<Vec<u8>> = long.map(|text| little_endian(text)).collect();
        // Too many for one automaton are more than a model can hold.
        let inside = (!bytes.is_empty()).then(|| AhoCorasick::new(bytes).ok()).flatten();
        Self { inside, whole }
    }

    /// Whether a text is a secret, looks like one, or holds one.
    fn is_in(&self, text: &[u16]) -> bool {
        self.whole.contains(text)
            || self
                .inside
                .as_ref()
                .is_some_and(|told| told.is_match(&little_endian(text)))
            || shapes::shape_of(&String::from_utf16_lossy(text)).is_some()
    }
}

fn little_endian(text: &[u16]) -> Vec<u8> {
    text.iter().flat_map(|unit| unit.to_le_bytes()).collect()
}

fn collect(input: &Input, secrecy: Secrecy, told: &mut BTreeSet<Vec<u16>>) {
    let mut add = |text: &[u16]| {
        let is_secret = secrecy != Secrecy::None || shapes::shape_of(&String::from_utf16_lossy(text)).is_some();
        if is_secret && text.len() >= TELLING {
            told.insert(text.to_vec());
        }
    };
    match input {
        Input::Value(Recorded::String { text, .. }) => add(&text.0),
        Input::Array(array) => match &array.elements {
            Elements::Chars(chars) => add(chars),
            Elements::Bytes(bytes) => {
                let text: Option<Vec<u16>> = bytes.iter().map(|&byte| u16::try_from(byte).ok()).collect();
                if let Some(text) = text {
                    add(&text);
                }
            }
            Elements::References(references) => {
                for element in references {
                    if let Element::Value(Recorded::String { text, .. }) = element {
                        add(&text.0);
                    }
                }
            }
            _ => {}
        },
        _ => {}
    }
}

/// What was passed at each input of all observations of a transition.
fn inputs<'t>(transition: &'t Transition, secrecies: &'t [Secrecy]) -> impl Iterator<Item = (&'t Input, Secrecy)> {
    let first = first_argument(&transition.method);
    transition.observations.iter().flat_map(move |seen| {
        let inputs = seen.exchange.inputs.iter().enumerate();
        inputs.map(move |(place, input)| (input, secrecy_at(secrecies, first, place)))
    })
}

/// The place of the first argument among the inputs: behind the receiver, where there is one.
fn first_argument(method: &MethodKey) -> usize {
    usize::from(method.kind() == palus_sequence::MethodKind::Instance)
}

fn secrecy_at(secrecies: &[Secrecy], first: usize, place: usize) -> Secrecy {
    let argument = place.checked_sub(first).and_then(|argument| secrecies.get(argument));
    argument.copied().unwrap_or(Secrecy::None)
}

fn is_card(number: i64) -> bool {
    let digits: Vec<u32> = number.to_string().chars().filter_map(|c| c.to_digit(10)).collect();
    number > 0 && shapes::is_card(&digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Builder, FieldAccess, FieldKey};
    use palus_trace::{Dictionary, Event, Scalar, Seen, Text};

    fn utf16(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    /// A model of static calls, each with a text.
    fn model(calls: &[(&str, &str)]) -> Model {
        let dictionary = Arc::new(Dictionary::default());
        let mut builder = Builder::new(Arc::clone(&dictionary));
        for (name, passed) in calls {
            let method = dictionary.method_id("demo.Gate", name, "(Ljava/lang/String;)V", 9);
            let bytes = utf16(passed);
            let value = Seen::String {
                length: passed.len() as u32,
                text: Text::new(&bytes),
            };
            for event in [
                Event::Enter {
                    method,
                    depth: 1,
                    receiver: Seen::None,
                },
                Event::Argument { position: 1, value },
                Event::Exit {
                    method,
                    depth: 1,
                    result: Seen::Primitive(Scalar::Int(0)),
                },
            ] {
                builder.fold(1, event);
            }
        }
        builder.finish()
    }

    fn texts(model: &Model, method: &str) -> Vec<String> {
        let transitions = model
            .transitions()
            .filter(|transition| &*transition.method.name == method);
        let inputs =
            transitions.flat_map(|transition| transition.observations.iter().flat_map(|seen| &seen.exchange.inputs));
        let texts = inputs.filter_map(|input| match input {
            Input::Value(Recorded::String { text, .. }) => Some(String::from_utf16_lossy(&text.0)),
            _ => None,
        });
        texts.collect()
    }

    fn redacted(model: &Model, globs: &[&str], parameter: Option<&str>) -> Model {
        let mut copy = model.clone();
        let globs = globs.iter().map(|&glob| glob.to_owned()).collect();
        let names = parameter.map(|name| Arc::from([Arc::from(name)]));
        Redaction::new(RedactionKey([7; 16]), globs).redact(&mut copy, &|_| names.clone());
        copy
    }

    #[test]
    fn what_is_secret_by_its_name_is_replaced_everywhere_and_alike() {
        let model = model(&[
            ("setPassword", "Hunter-2222"),
            ("hash", "Hunter-2222"),
            ("log", "login with Hunter-2222"),
            ("log", "nothing"),
        ]);
        let after = redacted(&model, &[], None);
        let stand_in = texts(&after, "setPassword");
        assert_eq!(texts(&after, "hash"), stand_in);
        assert_eq!(stand_in[0].len(), "Hunter-2222".len());
        assert!(texts(&after, "log").contains(&"nothing".to_owned()));
        assert!(!format!("{after:?}").contains("Hunter"));
        assert!(after.transitions().flat_map(|t| t.observations.iter()).all(|seen| {
            seen.exchange.inputs.iter().all(|input| match input {
                Input::Value(Recorded::String { text, .. }) => !String::from_utf16_lossy(&text.0).contains("Hunter"),
                _ => true,
            })
        }));
    }

    #[test]
    fn a_parameter_a_glob_and_a_field_make_a_secret_too() {
        let mut model = model(&[("take", "Hunter-2222")]);
        assert_eq!(texts(&redacted(&model, &[], None), "take"), ["Hunter-2222"]);
        for after in [
            redacted(&model, &[], Some("apiKey")),
            redacted(&model, &["take"], None),
            redacted(&model, &["demo.*.take"], None),
            redacted(&model, &["pin"], Some("pin")),
        ] {
            assert_ne!(texts(&after, "take"), ["Hunter-2222"]);
        }
        model.accesses.push(FieldAccess {
            method: model.statics[0].method.clone(),
            field: FieldKey {
                owner: "demo.Gate".into(),
                name: "secret".into(),
            },
            reads: 0,
            writes: 1,
        });
        assert_ne!(texts(&redacted(&model, &[], None), "take"), ["Hunter-2222"]);
    }

    #[test]
    fn an_audit_names_the_place_and_not_the_value() {
        let model = model(&[("pay", "4111 1111 1111 1111"), ("pay", "cash"), ("setToken", "abc")]);
        let found = audit(&model);
        let shown: Vec<String> = found
            .keys()
            .map(|f| format!("{} {} {}", f.method, f.argument, f.looks_like))
            .collect();
        assert_eq!(
            shown,
            [
                "demo.Gate.pay 1 a card number",
                "demo.Gate.setToken 1 something that is named as a secret, or its stand-in",
            ]
        );
        assert_eq!(audit(&redacted(&model, &[], None)).len(), 1);
    }
}
