//! Where collaborators gave the answers that fakes give in tests.

use std::collections::BTreeMap;

use palus_sequence::{Answered, Literal, Method, Operand, Symbols};

use super::body::{INDENT, Writer};

/// The tests in which a recording saw collaborators answer.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Told(BTreeMap<(String, String), OfMethod>);

/// By answer, what was asked and in which test. What was asked is `None` where it cannot be written down.
type OfMethod = BTreeMap<String, Vec<(Option<Vec<String>>, String)>>;

impl Told {
    /// Nothing was recorded.
    pub const NOTHING: Self = Self(BTreeMap::new());

    /// Notes that a method gave an answer in a test, `OrderIT.checkout`, when it was asked that. The first test in which it did stays.
    ///
    /// Question and answer are literals as [`word`] has them.
    pub fn note(&mut self, name: &str, descriptor: &str, question: Option<Vec<String>>, answer: String, test: String) {
        let of_method = self.0.entry((name.to_owned(), descriptor.to_owned())).or_default();
        let asked = of_method.entry(answer).or_default();
        if !asked.iter().any(|(known, _)| *known == question) {
            asked.push((question, test));
        }
    }

    fn test(&self, answered: &Answered, value: &Literal, symbols: &Symbols) -> Option<&String> {
        let method: &Method = symbols.get(answered.method);
        // Most runs have no recording of this kind.
        if self.0.is_empty() {
            return None;
        }
        let of_method = self.0.get(&(method.name.to_string(), method.descriptor.to_string()))?;
        let asked = of_method.get(&word(value, symbols))?;
        let question: Vec<String> = answered.question.iter().map(|literal| word(literal, symbols)).collect();
        // What is answered whatever is asked was answered to something.
        let is_it = |known: &Option<Vec<String>>| question.is_empty() || known.as_ref() == Some(&question);
        let (_, test) = asked.iter().find(|(known, _)| is_it(known))?;
        Some(test)
    }
}

/// A text that equal values have in common, whatever numbers their classes have.
pub fn word(literal: &Literal, symbols: &Symbols) -> String {
    match literal {
        Literal::Enum { class, name } => format!("{}.{name}", symbols.type_name(*class)),
        Literal::Class(class) => format!("class {}", symbols.type_name(*class)),
        other => format!("{other:?}"),
    }
}

impl Writer<'_, '_, '_> {
    /// A comment that says where these answers were recorded; nothing where they were not.
    pub(super) fn recorded<'s>(&self, said: impl IntoIterator<Item = (&'s Answered, &'s Operand)>) -> Option<String> {
        let symbols = self.scope.symbols;
        let mut tests: Vec<&str> = Vec::new();
        for (answered, value) in said {
            let Operand::Literal(literal) = value else { continue };
            let test = self.told.test(answered, literal, symbols);
            if let Some(test) = test.filter(|test| test.is_ascii() && !tests.contains(&test.as_str())) {
                tests.push(test);
            }
        }
        (!tests.is_empty()).then(|| format!("// as recorded in {}", tests.join(" and ")))
    }

    /// A line of that comment.
    pub(super) fn comment<'s>(&mut self, said: impl IntoIterator<Item = (&'s Answered, &'s Operand)>) {
        if let Some(comment) = self.recorded(said) {
            let indent = " ".repeat(INDENT);
            let line = format!("{indent}{comment}\n");
            self.body.text.push_str(&line);
        }
    }
}
