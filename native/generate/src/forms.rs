//! The same calls with one value that is another, in the ways in which a tester would make it another: nothing, empty, at an edge of its
//! type, of the other sign, with a character that formats have to escape, or the same object twice.

use std::sync::Arc;

use palus_classes::Producer;
use palus_sequence::{Form, JavaString, Literal, MethodKind, Operand, Sequence, Statement, Var};

use crate::context::Context;
use crate::text;

/// The most forms of one sequence.
const MOST: usize = 32;
/// How many ways the places of a statement are ahead of those of the one before it.
const AHEAD: usize = 3;
/// How many turns later an element of an array becomes what another one was made already.
const LATER: usize = 6;
/// The ways begin with this number where they have to do with objects, not with literals.
const OF_OBJECTS: u8 = 64;
/// And with this one where they have to do with methods and fields.
const OF_SIBLINGS: u8 = 128;
/// How many of those one statement becomes.
const SIBLINGS: usize = 4;
/// A text that is to be long has so many units at least.
const LONG: usize = 24;

/// The forms of a sequence, the most telling first: what is passed to the last call comes before what its objects are made of.
pub(crate) fn forms(context: &mut Context<'_>, sequence: &Sequence) -> Vec<Form> {
    let mut forms = Vec::new();
    let mut depth = 0;
    for (statement, said) in sequence.statements.iter().enumerate().rev() {
        let before = forms.len();
        // An array is there for a call, and its elements are alike: each has other turns.
        let is_array = matches!(said, Statement::Array { .. });
        let elements = if is_array { said.operands().len() } else { 1 };
        let ahead = AHEAD
            * if is_array {
                usize::saturating_sub(depth, 1)
            } else {
                depth
            };
        for (place, operand) in said.operands().iter().enumerate() {
            let others = match operand {
                Operand::Literal(literal) => literals(context, literal),
                Operand::Var(var) => objects(context, sequence, (statement, place), *var),
                _ => continue,
            };
            for (turn, (way, other)) in others.into_iter().enumerate() {
                let mut form = sequence.clone();
                form.statements[statement].operands_mut()[place] = other;
                let turn = if turn % elements == place % elements {
                    turn / elements
                } else {
                    turn + LATER
                };
                forms.push((turn + ahead, form, statement, Some(place), way));
            }
        }
        for (turn, (way, other)) in siblings(context, said).into_iter().enumerate() {
            let mut form = sequence.clone();
            form.statements[statement] = other;
            forms.push((turn + ahead, form, statement, None, way));
        }
        depth += usize::from(forms.len() > before);
    }
    forms.sort_by_key(|(turn, ..)| *turn);
    let forms = forms.into_iter().take(MOST);
    forms
        .map(|(_, sequence, statement, place, way)| Form {
            sequence,
            statement,
            place,
            way,
        })
        .collect()
}

/// Other literals for this one, with the way in which each is another.
fn literals(context: &mut Context<'_>, literal: &Literal) -> Vec<(u8, Operand)> {
    let others: Vec<Literal> = match literal {
        Literal::Boolean(v) => vec![Literal::Boolean(!v)],
        Literal::Byte(v) => near(i64::from(*v), i8::MIN, i8::MAX).map(Literal::Byte).collect(),
        Literal::Short(v) => near(i64::from(*v), i16::MIN, i16::MAX).map(Literal::Short).collect(),
        Literal::Int(v) => near(i64::from(*v), i32::MIN, i32::MAX).map(Literal::Int).collect(),
        Literal::Long(v) => near(*v, i64::MIN, i64::MAX).map(Literal::Long).collect(),
        Literal::Float(v) => reals(f64::from(*v)).map(|v| Literal::Float(v as f32)).into(),
        Literal::Double(v) => reals(*v).map(Literal::Double).into(),
        Literal::Char(_) => ['\u{e9}', ' ', '"', '\\', '0', 'Z', '\n', '\0']
            .map(|v| Literal::Char(v as u16))
            .into(),
        Literal::String(text) => texts(text),
        Literal::Enum { class, .. } => {
            let names = context.values.enum_constants(*class, context.library);
            let constant = |name: &Arc<str>| Literal::Enum {
                class: *class,
                name: name.clone(),
            };
            names.iter().map(constant).collect()
        }
        _ => Vec::new(),
    };
    let others = (0..OF_OBJECTS).zip(others).filter(|(_, other)| other != literal);
    others.map(|(way, other)| (way, Operand::Literal(other))).collect()
}

/// Whole numbers at zero, on the other side of it, beside the value, and at the edges of its type.
fn near<T: TryFrom<i64>>(value: i64, min: T, max: T) -> impl Iterator<Item = T> {
    let inner = [
        0,
        1,
        -1,
        value.wrapping_neg(),
        value.wrapping_add(1),
        value.wrapping_sub(1),
        100,
    ];
    inner
        .into_iter()
        .filter_map(|value| T::try_from(value).ok())
        .chain([max, min])
}

/// Floating numbers of all the parts into which formulas fall, and near the value.
fn reals(value: f64) -> [f64; 10] {
    [
        0.0,
        -value,
        0.5,
        f64::NAN,
        f64::INFINITY,
        value + 0.37,
        -0.0,
        1e10,
        f64::NEG_INFINITY,
        f64::from(f32::MIN_POSITIVE),
    ]
}

/// No text, none in it, space at its ends, and the text with something in it that is not for every code like the rest.
fn texts(text: &JavaString) -> Vec<Literal> {
    let units = text.units();
    let middle = units.len() / 2;
    let with = |at: usize, more: &str| {
        let mut units = units.to_vec();
        units.splice(at..at, more.encode_utf16());
        Literal::String(JavaString(units.into()))
    };
    let long: Vec<u16> = units
        .iter()
        .copied()
        .cycle()
        .take(LONG.next_multiple_of(units.len().max(1)))
        .collect();
    vec![
        Literal::Null,
        Literal::string(""),
        Literal::string(" "),
        with(units.len(), " "),
        with(0, "\u{e9}"),
        with(middle, "\""),
        Literal::String(text::in_other_case(text)),
        // What escapes one may take two for one that is escaped.
        with(middle, "\\\\"),
        Literal::String(JavaString(long.into())),
        with(middle, "\u{1}\n"),
        with(units.len(), "\u{1f600}"),
        with(0, " "),
    ]
}

/// The other objects that the sequence has by then and that fit in that place of a call.
fn objects(
    context: &mut Context<'_>,
    sequence: &Sequence,
    (statement, place): (usize, usize),
    var: Var,
) -> Vec<(u8, Operand)> {
    let Statement::Call { method, .. } = &sequence.statements[statement] else {
        return Vec::new();
    };
    let Some(wanted) = context.library.symbols().get(*method).operand_type(place) else {
        return Vec::new();
    };
    let others = (0..statement).filter(|at| *at != var.index()).filter(|at| {
        let of = sequence.statements[*at].value_type(context.library.symbols_mut());
        context.fits(of, wanted)
    });
    let others: Vec<u16> = others.filter_map(|at| u16::try_from(at).ok()).collect();
    (OF_OBJECTS..)
        .zip(others)
        .map(|(way, at)| (way, Operand::Var(Var(at))))
        .collect()
}

/// The statements that could as well be called by another name: another static method of the same class that takes and gives the same,
/// another static field of its type.
fn siblings(context: &mut Context<'_>, said: &Statement) -> Vec<(u8, Statement)> {
    let of = said.value_type(context.library.symbols_mut());
    if !matches!(said, Statement::Call { .. } | Statement::StaticField { .. }) {
        return Vec::new();
    }
    let producers = context.producers(of);
    let symbols = context.library.symbols();
    let others = producers.iter().filter_map(|producer| match (said, producer) {
        (Statement::StaticField { field }, Producer::StaticField(other)) => {
            let (one, two) = (symbols.get_field(*field), symbols.get_field(*other));
            let is_sibling = other != field && (one.owner, one.field_type) == (two.owner, two.field_type);
            is_sibling.then_some(Statement::StaticField { field: *other })
        }
        (Statement::Call { method, operands }, Producer::Call(other)) => {
            let (one, two) = (symbols.get(*method), symbols.get(*other));
            let are_static = one.kind == MethodKind::Static && two.kind == MethodKind::Static;
            let is_sibling = other != method && one.owner == two.owner && one.descriptor == two.descriptor;
            (are_static && is_sibling).then(|| Statement::Call {
                method: *other,
                operands: operands.clone(),
            })
        }
        _ => None,
    });
    (OF_SIBLINGS..).zip(others.take(SIBLINGS)).collect()
}

#[cfg(test)]
mod tests {
    use palus_classes::Library;
    use palus_sequence::work::{SearchOptions, StrategyName};

    use super::*;
    use crate::testing::{FakeLibrary, task};

    fn texts_of(sequence: &Sequence, library: &mut FakeLibrary) -> Vec<String> {
        let options = SearchOptions::of(StrategyName::Palus);
        let task = task(library, &options);
        let forms = forms(&mut Context::new(&task, library, None), sequence);
        forms.iter().map(|form| form.sequence.text(library.symbols())).collect()
    }

    #[test]
    fn each_place_has_its_turn_and_the_last_statement_first() {
        let mut library = FakeLibrary::default();
        let methods = library.subject("demo.A", &["static make(I)Ldemo/A;", "f(Ljava/lang/String;Z)I"]);
        let sequence = Sequence {
            statements: vec![
                Statement::Call {
                    method: methods[0],
                    operands: vec![Operand::Literal(Literal::Int(1))],
                },
                Statement::Call {
                    method: methods[1],
                    operands: vec![
                        Operand::Var(Var(0)),
                        Operand::Literal(Literal::string("ab")),
                        Operand::Literal(Literal::Boolean(true)),
                    ],
                },
            ],
        };
        let texts = texts_of(&sequence, &mut library);
        let made = "v0 = demo.A.make(1)\n";
        assert_eq!(texts[0], format!("{made}v1 = v0.f(null, true)\n"));
        assert_eq!(texts[1], format!("{made}v1 = v0.f(\"ab\", false)\n"));
        assert_eq!(texts[2], format!("{made}v1 = v0.f(\"\", true)\n"));
        assert_eq!(texts[3], format!("{made}v1 = v0.f(\" \", true)\n"));
        let other = "v0 = demo.A.make(0)\nv1 = v0.f(\"ab\", true)\n";
        assert!(texts[4..7].contains(&other.to_owned()), "{texts:?}");
        let unchanged = sequence.text(library.symbols());
        assert!(!texts.contains(&unchanged), "{texts:?}");
    }

    #[test]
    fn the_elements_of_an_array_become_others_in_different_ways_first() {
        let mut library = FakeLibrary::default();
        let methods = library.subject("demo.A", &["static f([Ljava/lang/String;)I"]);
        let element = library.class("java.lang.String");
        let sequence = Sequence {
            statements: vec![
                Statement::Array {
                    element,
                    elements: ["a", "b"].map(|text| Operand::Literal(Literal::string(text))).into(),
                },
                Statement::Call {
                    method: methods[0],
                    operands: vec![Operand::Var(Var(0))],
                },
            ],
        };
        let texts = texts_of(&sequence, &mut library);
        let ways = ["null, \"b\"", "\"a\", \"\"", "\" \", \"b\"", "\"a\", \"b \""];
        for (text, way) in texts.iter().zip(ways) {
            assert!(text.contains(way), "{way} in {texts:?}");
        }
    }

    #[test]
    fn a_call_becomes_that_of_its_sibling() {
        let mut library = FakeLibrary::default();
        let methods = library.subject(
            "demo.A",
            &[
                "static days(I)Ldemo/A;",
                "static months(I)Ldemo/A;",
                "static both(II)Ldemo/A;",
            ],
        );
        let sequence = Sequence {
            statements: vec![Statement::Call {
                method: methods[0],
                operands: vec![Operand::Literal(Literal::Int(7))],
            }],
        };
        let texts = texts_of(&sequence, &mut library);
        assert!(texts.contains(&"v0 = demo.A.months(7)\n".to_owned()), "{texts:?}");
        assert!(!texts.iter().any(|text| text.contains("both")), "{texts:?}");
    }

    #[test]
    fn an_object_becomes_another_one_of_its_type() {
        let mut library = FakeLibrary::default();
        let methods = library.subject("demo.A", &["static make()Ldemo/A;", "f(Ldemo/A;)I"]);
        let make = || Statement::Call {
            method: methods[0],
            operands: vec![],
        };
        let call = Statement::Call {
            method: methods[1],
            operands: [0, 1].map(|at| Operand::Var(Var(at))).into(),
        };
        let sequence = Sequence {
            statements: vec![make(), make(), call],
        };
        let texts = texts_of(&sequence, &mut library);
        assert!(texts.iter().any(|text| text.ends_with("v0.f(v0)\n")), "{texts:?}");
    }
}
