//! Values for parameters: few, plain, and the same on every run.

use palus_classes::{IndexLibrary, Library as _, Producer};
use palus_observe::Seen;
use palus_sequence::{
    JavaString, Literal, MethodId, MethodKind, Operand, Primitive, Sequence, Statement, Symbols, TypeId, TypeKind, Var,
};

/// The most tuples of arguments that a method is called with, where no more values were given.
const MOST_TUPLES: usize = 9;
/// How deep an object that is an argument may be made of others.
const DEEPEST: usize = 2;

/// What a call is given.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Given {
    /// Written in place.
    Literal(Literal),
    /// Made by a sequence, which has it here.
    Made(Sequence, Var),
}

impl Given {
    /// What a trace saw; `None` where it cannot be written down.
    pub(super) fn seen(seen: &Seen, symbols: &mut Symbols) -> Option<Self> {
        let value = match seen {
            Seen::Null => return Some(Self::Literal(Literal::Null)),
            Seen::Value(value) => value,
            Seen::Object(_) | Seen::Unknown => return None,
        };
        palus_carve::literal(value, symbols).map(Self::Literal)
    }

    /// Appends what makes it, and gives the operand.
    pub(super) fn put(&self, sequence: &mut Sequence) -> Operand {
        match self {
            Self::Literal(literal) => Operand::Literal(literal.clone()),
            Self::Made(made, var) => {
                let offset = sequence.append(made);
                Operand::Var(Var(offset + var.0))
            }
        }
    }
}

/// The values that the user gave, as typed: each is used where a parameter's type can have it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values(pub(crate) Vec<String>);

impl Values {
    /// The tuples of arguments for a method: all combinations where those are few, otherwise each value once.
    pub(super) fn tuples(&self, method: MethodId, library: &mut IndexLibrary) -> Vec<Vec<Given>> {
        let parameters = library.symbols().get(method).parameters.clone();
        let columns: Vec<Vec<Given>> = parameters
            .iter()
            .map(|wanted| self.of(*wanted, method, DEEPEST, library))
            .collect();
        if columns.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        let product = columns.iter().map(Vec::len).product::<usize>();
        if product <= MOST_TUPLES {
            let mut tuples = vec![Vec::new()];
            for column in &columns {
                let longer = |tuple: &Vec<Given>| {
                    let tuple = tuple.clone();
                    column
                        .iter()
                        .map(move |given| [tuple.as_slice(), std::slice::from_ref(given)].concat())
                };
                tuples = tuples.iter().flat_map(longer).collect();
            }
            return tuples;
        }
        // Values that somebody gave are all wanted.
        let most = MOST_TUPLES.max(self.0.len());
        let longest = columns.iter().map(Vec::len).max().unwrap_or(0).min(most);
        let tuple = |at: usize| columns.iter().map(|column| column[at % column.len()].clone()).collect();
        (0..longest).map(tuple).collect()
    }

    /// The values for a parameter of a type.
    fn of(&self, wanted: TypeId, method: MethodId, depth: usize, library: &mut IndexLibrary) -> Vec<Given> {
        let kind = library.symbols().kind(wanted).clone();
        let literals = match &kind {
            TypeKind::Primitive(primitive) => Some(self.primitives(*primitive, method, library)),
            TypeKind::Class(name) => self.texts_and_boxes(name, method, library),
            TypeKind::Array(_) => None,
        };
        if let Some(literals) = literals {
            return literals.into_iter().map(Given::Literal).collect();
        }
        let constants = library.enum_constants(wanted).into_iter().take(2);
        let constant = |name: String| {
            Given::Literal(Literal::Enum {
                class: wanted,
                name: name.as_str().into(),
            })
        };
        let mut given: Vec<Given> = constants.map(constant).collect();
        if given.is_empty() && depth > 0 {
            given.extend(self.made(wanted, &kind, method, depth - 1, library));
        }
        given.push(Given::Literal(Literal::Null));
        given
    }

    fn primitives(&self, primitive: Primitive, method: MethodId, library: &IndexLibrary) -> Vec<Literal> {
        let typed: Vec<Literal> = self.0.iter().filter_map(|text| parse(text, primitive)).collect();
        if primitive == Primitive::Void || !typed.is_empty() {
            return typed;
        }
        if primitive == Primitive::Boolean {
            return vec![Literal::Boolean(false), Literal::Boolean(true)];
        }
        let plain = if primitive == Primitive::Char {
            ["a", "b"]
        } else {
            ["0", "1"]
        };
        let mut values: Vec<Literal> = plain.iter().filter_map(|text| parse(text, primitive)).collect();
        let constants = library.method_constants(method);
        let fitting = constants
            .iter()
            .find(|it| it.primitive() == Some(primitive) && !values.contains(it));
        values.extend(fitting.cloned());
        values
    }

    /// For strings, boxes and what is above them; `None` for other classes.
    fn texts_and_boxes(&self, class: &str, method: MethodId, library: &IndexLibrary) -> Option<Vec<Literal>> {
        let boxed = Primitive::ALL
            .iter()
            .find(|primitive| **primitive != Primitive::Void && primitive.boxed() == class);
        if let Some(boxed) = boxed {
            let mut values = self.primitives(*boxed, method, library);
            values.push(Literal::Null);
            return Some(values);
        }
        let any = ["java.lang.Object", "java.lang.Comparable", "java.io.Serializable"].contains(&class);
        if !any && !["java.lang.String", "java.lang.CharSequence"].contains(&class) {
            return None;
        }
        let mut values: Vec<Literal> = self
            .0
            .iter()
            .map(|text| if any { guess(text) } else { string(text) })
            .collect();
        if values.is_empty() {
            values = if any {
                vec![string("a")]
            } else {
                vec![string("a"), string("")]
            };
            let is_text = |literal: &&Literal| matches!(literal, Literal::String(_)) && !any;
            let constant = library.method_constants(method).iter().find(is_text).cloned();
            values.extend(constant.filter(|constant| *constant != string("a") && *constant != string("")));
        }
        values.push(Literal::Null);
        Some(values)
    }

    /// An object, by the most direct way that needs no more than can be made.
    fn made(
        &self,
        wanted: TypeId,
        kind: &TypeKind,
        method: MethodId,
        depth: usize,
        library: &mut IndexLibrary,
    ) -> Option<Given> {
        if let TypeKind::Array(element) = kind {
            let element = *element;
            let first = self.of(element, method, depth, library).into_iter().next()?;
            let mut sequence = Sequence::default();
            let elements = vec![first.put(&mut sequence)];
            let var = sequence.push(Statement::Array { element, elements });
            return Some(Given::Made(sequence, var));
        }
        let producers = library.producers(wanted);
        producers.into_iter().find_map(|producer| {
            let mut sequence = Sequence::default();
            let var = match producer {
                Producer::StaticField(field) => sequence.push(Statement::StaticField { field }),
                Producer::Call(method) => {
                    let known = library.symbols().get(method).clone();
                    let mut operands = Vec::new();
                    for position in 0..known.operand_count() {
                        let wanted = known.operand_type(position)?;
                        let is_receiver = position == 0 && known.kind == MethodKind::Instance;
                        let mut values = self.of(wanted, method, depth, library).into_iter();
                        let null = Given::Literal(Literal::Null);
                        operands.push(values.find(|given| !is_receiver || *given != null)?.put(&mut sequence));
                    }
                    sequence.push(Statement::Call { method, operands })
                }
            };
            Some(Given::Made(sequence, var))
        })
    }

    /// Those that no parameter can have, by the types of the methods that are called.
    pub(super) fn unused(&self, methods: &[MethodId], symbols: &Symbols) -> Vec<&str> {
        let types: Vec<TypeId> = methods
            .iter()
            .flat_map(|method| symbols.get(*method).parameters.iter().copied())
            .collect();
        let fits = |text: &str| {
            types.iter().any(|wanted| match symbols.kind(*wanted) {
                TypeKind::Primitive(primitive) => parse(text, *primitive).is_some(),
                TypeKind::Class(name) => {
                    let boxed = Primitive::ALL.iter().find(|primitive| primitive.boxed() == &**name);
                    boxed.map_or(name.starts_with("java.lang.") || name.starts_with("java.io."), |it| {
                        parse(text, *it).is_some()
                    })
                }
                TypeKind::Array(_) => false,
            })
        };
        self.0.iter().map(String::as_str).filter(|text| !fits(text)).collect()
    }
}

/// The value of a primitive type that a text says.
pub(super) fn parse(text: &str, primitive: Primitive) -> Option<Literal> {
    Some(match primitive {
        Primitive::Boolean => Literal::Boolean(text.parse().ok()?),
        Primitive::Byte => Literal::Byte(text.parse().ok()?),
        Primitive::Short => Literal::Short(text.parse().ok()?),
        Primitive::Int => Literal::Int(text.parse().ok()?),
        Primitive::Long => Literal::Long(text.parse().ok()?),
        Primitive::Float => Literal::Float(text.parse().ok()?),
        Primitive::Double => Literal::Double(text.parse().ok()?),
        Primitive::Char => {
            let mut units = text.encode_utf16();
            let unit = units.next().filter(|_| units.next().is_none())?;
            Literal::Char(unit)
        }
        Primitive::Void => return None,
    })
}

fn string(text: &str) -> Literal {
    Literal::String(JavaString::from(text))
}

/// Where any object will do: a number is one.
fn guess(text: &str) -> Literal {
    parse(text, Primitive::Int).unwrap_or_else(|| string(text))
}
