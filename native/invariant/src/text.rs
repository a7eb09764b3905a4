//! Claims as people read them, and as Java and the Java Modeling Language write them.

use std::fmt;

use crate::claim::{Claim, Condition, Relation, Test};
use crate::value::{Name, Value, simple};

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        let (is, is_not) = ("==", "!=");
        match (self.test, self.negated) {
            (Test::True, false) => write!(f, "{name}"),
            (Test::True, true) => write!(f, "!{name}"),
            (Test::Throws, false) => write!(f, "throws"),
            (Test::Throws, true) => write!(f, "!throws"),
            (Test::Null, negated) => write!(f, "{name} {} null", if negated { is_not } else { is }),
            (Test::Equals(number), negated) => write!(f, "{name} {} {number}", if negated { is_not } else { is }),
        }
    }
}

/// `this.max == 2`, `(result == -1) <==> (this.numberOfElements == 0)`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOf(name, values) if values.len() == 1 => write!(f, "{name} == {}", values[0]),
            Self::OneOf(name, values) => write!(f, "{name} in {{{}}}", list(&sorted(values))),
            Self::NonZero(name) => write!(f, "{name} != 0"),
            Self::NonNull(name) => write!(f, "{name} != null"),
            Self::AtLeast(name, bound) => write!(f, "{name} >= {bound}"),
            Self::AtMost(name, bound) => write!(f, "{name} <= {bound}"),
            Self::Modulo(name, rest, of) => write!(f, "{name} == {rest} (mod {of})"),
            Self::ClassOneOf(name, classes) if classes.len() == 1 => {
                write!(f, "class of {name} is {}", simple(&classes[0]))
            }
            Self::ClassOneOf(name, classes) => {
                let classes: Vec<&str> = classes.iter().map(|class| simple(class)).collect();
                write!(f, "class of {name} in {{{}}}", classes.join(", "))
            }
            // As far as an index goes.
            Self::Compare(x, Relation::Less, y) if is_length(y) => write!(f, "{x} <= {y} - 1"),
            Self::Compare(x, Relation::Greater, y) if is_length(x) => write!(f, "{y} <= {x} - 1"),
            Self::Compare(x, relation, y) | Self::Pairwise(x, relation, y) => {
                write!(f, "{x} {} {y}", relation.symbol())
            }
            Self::Divides(x, y) => write!(f, "{x} divides {y}"),
            Self::Linear(left, terms, constant) => write!(f, "{left} == {}", sum(terms, constant)),
            Self::SequenceOneOf(name, sequences) if sequences.len() == 1 => write!(f, "{name} == {}", sequences[0]),
            Self::SequenceOneOf(name, sequences) => write!(f, "{name} in {{{}}}", list(sequences)),
            Self::Each(name, claim) => {
                let claim = claim.to_string();
                let rest = claim.strip_prefix(&**name).unwrap_or(&claim);
                write!(f, "{name} elements{rest}")
            }
            Self::Sorted(name, Relation::Equal) => write!(f, "{name} elements all equal"),
            Self::Sorted(name, relation) => write!(f, "{name} sorted by {}", relation.symbol()),
            Self::NoDuplicates(name) => write!(f, "{name} has no duplicates"),
            Self::Member(x, sequence) => write!(f, "{x} in {sequence}"),
            Self::Reverse(x, y) => write!(f, "{x} is the reverse of {y}"),
            Self::Implies(condition, claim) => write!(f, "({condition}) ==> ({claim})"),
            Self::Equivalent(condition, claim) => write!(f, "({condition}) <==> ({claim})"),
        }
    }
}

fn is_length(name: &str) -> bool {
    let name = name.trim_end_matches(')');
    matches!(name.rsplit('.').next(), Some("length" | "size"))
}

fn list(values: &[impl fmt::Display]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    values.join(", ")
}

/// Numbers by size, everything else as it came.
fn sorted(values: &[Value]) -> Vec<Value> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|one, other| one.order(other).unwrap_or(std::cmp::Ordering::Equal));
    sorted
}

fn sum(terms: &[(Value, Name)], constant: &Value) -> String {
    let mut text = String::new();
    for (factor, name) in terms {
        let negative = factor.number().is_some_and(f64::is_sign_negative);
        let size = absolute(factor);
        let times = if size == "1" || size == "1.0" {
            name.to_string()
        } else {
            format!("{size}*{name}")
        };
        append(&mut text, negative, &times);
    }
    if constant.number() != Some(0.0) {
        append(
            &mut text,
            constant.number().is_some_and(f64::is_sign_negative),
            &absolute(constant),
        );
    }
    text
}

fn append(text: &mut String, negative: bool, term: &str) {
    text.push_str(match (text.is_empty(), negative) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    });
    text.push_str(term);
}

fn absolute(value: &Value) -> String {
    let text = value.to_string();
    text.strip_prefix('-').map_or(text.clone(), ToOwned::to_owned)
}

/// What a claim is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// An expression of Java, for `assert`.
    Java,
    /// An expression of the Java Modeling Language.
    Jml,
}

impl Claim {
    /// The claim as an expression; `None` where the language has none for it. Java knows nothing of `old`, results and exceptions.
    pub fn expression(&self, language: Language) -> Option<String> {
        let name = |name: &Name| expression_of(name, language);
        Some(match self {
            Self::OneOf(x, values) => {
                let x = name(x)?;
                let equal: Option<Vec<String>> = sorted(values).iter().map(|value| equal(&x, value)).collect();
                equal?.join(" || ")
            }
            Self::NonZero(x) => format!("{} != 0", name(x)?),
            Self::NonNull(x) => format!("{} != null", name(x)?),
            Self::AtLeast(x, bound) => format!("{} >= {bound}", name(x)?),
            Self::AtMost(x, bound) => format!("{} <= {bound}", name(x)?),
            Self::Modulo(x, rest, of) => format!("Math.floorMod({}, {of}) == {rest}", name(x)?),
            Self::ClassOneOf(x, classes) => {
                let x = name(x)?;
                let is = |class: &Name| format!("{x}.getClass().getName().equals(\"{class}\")");
                classes.iter().map(is).collect::<Vec<_>>().join(" || ")
            }
            Self::Compare(x, relation, y) => format!("{} {} {}", name(x)?, relation.symbol(), name(y)?),
            Self::Divides(x, y) => format!("{} % {} == 0", name(y)?, name(x)?),
            Self::Linear(left, terms, constant) => {
                let terms: Option<Vec<(Value, Name)>> = terms
                    .iter()
                    .map(|(factor, x)| Some((factor.clone(), name(x)?.into())))
                    .collect();
                format!("{} == {}", name(left)?, sum(&terms?, constant))
            }
            Self::Each(sequence, claim) => return each(sequence, claim, language),
            Self::Implies(condition, claim) => match language {
                Language::Java => format!(
                    "!({}) || ({})",
                    self::condition(condition, language)?,
                    claim.expression(language)?
                ),
                Language::Jml => format!(
                    "({}) ==> ({})",
                    self::condition(condition, language)?,
                    claim.expression(language)?
                ),
            },
            Self::Equivalent(condition, claim) => {
                let (condition, claim) = (self::condition(condition, language)?, claim.expression(language)?);
                let equals = if language == Language::Java { "==" } else { "<==>" };
                format!("({condition}) {equals} ({claim})")
            }
            Self::Sorted(sequence, relation) => {
                let (array, index) = (array(sequence, language)?, relation.symbol());
                if language == Language::Java {
                    return None;
                }
                format!("(\\forall int i; 0 < i && i < {array}.length; {array}[i - 1] {index} {array}[i])")
            }
            Self::SequenceOneOf(..)
            | Self::NoDuplicates(_)
            | Self::Member(..)
            | Self::Pairwise(..)
            | Self::Reverse(..) => {
                return None;
            }
        })
    }
}

/// Of the elements of an array; collections have no expression.
fn each(sequence: &Name, claim: &Claim, language: Language) -> Option<String> {
    let array = array(sequence, language)?;
    let element: Name = match language {
        Language::Java => "e".into(),
        Language::Jml => format!("{array}[i]").into(),
    };
    let with = |claim: &Claim| -> Option<Claim> {
        Some(match claim {
            Claim::OneOf(_, values) => Claim::OneOf(element.clone(), values.clone()),
            Claim::NonNull(_) => Claim::NonNull(element.clone()),
            Claim::AtLeast(_, bound) => Claim::AtLeast(element.clone(), *bound),
            Claim::AtMost(_, bound) => Claim::AtMost(element.clone(), *bound),
            Claim::Compare(_, relation, y) => Claim::Compare(element.clone(), *relation, y.clone()),
            _ => return None,
        })
    };
    let body = with(claim)?;
    let text = match (&body, language) {
        (Claim::Compare(_, relation, y), _) => {
            format!("{element} {} {}", relation.symbol(), expression_of(y, language)?)
        }
        (Claim::OneOf(_, values), _) => {
            let equal: Option<Vec<String>> = sorted(values).iter().map(|value| equal(&element, value)).collect();
            equal?.join(" || ")
        }
        (body, _) => body.to_string(),
    };
    Some(match language {
        Language::Java => format!("java.util.Arrays.stream({array}).allMatch(e -> {text})"),
        Language::Jml => format!("(\\forall int i; 0 <= i && i < {array}.length; {text})"),
    })
}

fn array(sequence: &Name, language: Language) -> Option<String> {
    expression_of(sequence.strip_suffix("[]")?, language)
}

fn condition(condition: &Condition, language: Language) -> Option<String> {
    let text = match condition.test {
        Test::Throws => return None,
        _ => condition.to_string(),
    };
    let expression = expression_of(&condition.name, language)?;
    Some(text.replacen(&*condition.name, &expression, 1))
}

/// `x == c` for a value that has a literal.
fn equal(x: &str, value: &Value) -> Option<String> {
    match value {
        Value::Real(number) if !number.is_finite() => None,
        Value::Text(text) => Some(format!("{text:?}.equals({x})")),
        Value::Constant(_) | Value::Object { .. } => None,
        value => Some(format!("{x} == {value}")),
    }
}

/// A variable as an expression.
fn expression_of(name: &str, language: Language) -> Option<String> {
    let is_simple = !name.contains(".size") && !name.contains("throws");
    let has_end = name.contains("old(") || name.starts_with("result");
    match language {
        Language::Java if has_end || !is_simple => None,
        Language::Java => Some(name.to_owned()),
        Language::Jml if !is_simple => None,
        Language::Jml => {
            let name = name.replace("old(", "\\old(");
            Some(match name.strip_prefix("result") {
                Some(rest) => format!("\\result{rest}"),
                None => name,
            })
        }
    }
}
