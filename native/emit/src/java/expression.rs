//! Single expressions: literals, casts and type names, as one test class writes them.

use palus_classes::is_identifier;
use palus_sequence::{Lambda, LambdaBody, Literal, Primitive, Symbols};

use super::code::Code;
use super::imports::Imports;
use super::plan::Variable;
use super::types::{JType, Types};
use super::{literal, names};

/// The names of a lambda's parameters: no variable has one of these.
pub(super) const LAMBDA_PARAMETERS: [&str; Lambda::MOST_PARAMETERS] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// Code with the type that javac gives it.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) code: Code,
    /// The erased type.
    pub(super) of: JType,
    /// Whether the type has type arguments, so that it does not fit every other parameterisation: class literals.
    pub(super) parameterised: bool,
    /// Whether it is a variable declared with type arguments, which fit where it is used.
    pub(super) typed: bool,
    /// Whether it is a new array whose elements mean the same as variable arguments.
    pub(super) spreads: bool,
}

impl Expression {
    /// An expression of a type without type arguments.
    pub(super) fn new(code: Code, of: JType) -> Self {
        Self {
            code,
            of,
            parameterised: false,
            typed: false,
            spreads: false,
        }
    }

    /// A use of a variable.
    pub(super) fn variable(variable: &Variable) -> Self {
        Self {
            typed: variable.typed.is_some(),
            ..Self::new(Code::text(&variable.name), variable.of.clone())
        }
    }
}

/// What the source of one file is written with.
pub(super) struct Scope<'s, 'a> {
    pub(super) symbols: &'s Symbols,
    pub(super) types: &'s Types<'a>,
    pub(super) imports: &'s mut Imports,
}

impl Scope<'_, '_> {
    /// The type's name before a member or `.class`.
    pub(super) fn name(&mut self, of: &JType) -> Result<String, String> {
        self.imports.name(self.types, of)
    }

    /// The type's name where it declares something or is created.
    pub(super) fn raw_name(&mut self, of: &JType) -> Result<String, String> {
        self.imports.raw_name(self.types, of)
    }

    /// The name of the type of a variable, with the type arguments that it is declared with.
    pub(super) fn variable_type(&mut self, variable: &Variable) -> Result<String, String> {
        match &variable.typed {
            Some(typed) => self.imports.typed_name(self.types, typed),
            None => self.raw_name(&variable.of),
        }
    }

    /// The name of a class of `java.lang` that is there in any case.
    fn constants_of(&mut self, class: &str) -> String {
        self.name(&JType::class(class)).unwrap_or_else(|_| class.to_owned())
    }

    /// A literal in a place where nothing converts it.
    pub(super) fn literal(&mut self, literal: &Literal) -> Result<Expression, String> {
        let mut constants = |class: &str| self.constants_of(class);
        let (text, of) = match literal {
            Literal::Null => ("null".to_owned(), JType::Null),
            Literal::Boolean(v) => (v.to_string(), JType::Primitive(Primitive::Boolean)),
            Literal::Byte(v) => (format!("(byte) {v}"), JType::Primitive(Primitive::Byte)),
            Literal::Short(v) => (format!("(short) {v}"), JType::Primitive(Primitive::Short)),
            Literal::Char(v) => (literal::character(*v), JType::Primitive(Primitive::Char)),
            Literal::Int(v) => (literal::int(*v, &mut constants), JType::Primitive(Primitive::Int)),
            Literal::Long(v) => (literal::long(*v, &mut constants), JType::Primitive(Primitive::Long)),
            Literal::Float(v) => (literal::float(*v, &mut constants), JType::Primitive(Primitive::Float)),
            Literal::Double(v) => (literal::double(*v, &mut constants), JType::Primitive(Primitive::Double)),
            Literal::String(v) => return Ok(Expression::new(literal::string(v), JType::class("java.lang.String"))),
            Literal::Enum { class, name } => {
                let of = JType::of(self.symbols, *class);
                (format!("{}.{}", self.name(&of)?, member(name)?), of)
            }
            Literal::Class(id) => {
                let text = format!("{}.class", self.name(&JType::of(self.symbols, *id))?);
                let class = Expression::new(Code::Text(text), JType::class("java.lang.Class"));
                return Ok(Expression {
                    parameterised: true,
                    ..class
                });
            }
            Literal::Lambda(lambda) => {
                // Cast to the raw interface: type arguments and overloads then have no say in what it may return.
                let (of, code) = self.lambda(lambda)?;
                let head = format!("({}) ", self.raw_name(&of)?);
                return Ok(Expression::new(Code::Seq(vec![Code::Text(head), code]), of));
            }
            _ => return Err("it has a value of a kind that cannot be written down".to_owned()),
        };
        Ok(Expression::new(Code::Text(text), of))
    }

    /// The lambda, for something of its raw interface.
    pub(super) fn lambda(&mut self, lambda: &Lambda) -> Result<(JType, Code), String> {
        let names = LAMBDA_PARAMETERS
            .get(..usize::from(lambda.parameters))
            .ok_or("its lambda has too many parameters")?;
        let parameters = match names {
            [name] => (*name).to_owned(),
            names => format!("({})", names.join(", ")),
        };
        let of = JType::of(self.symbols, lambda.interface);
        let name = |position: u8| {
            names
                .get(usize::from(position))
                .ok_or("its lambda has no such parameter")
        };
        let body = match &lambda.body {
            LambdaBody::Empty => Code::text("{}"),
            LambdaBody::Run(_) if lambda.parameters == 1 => {
                let runs = self.name(&JType::class("java.lang.Runnable"))? + "::run";
                return Ok((of, Code::Text(runs)));
            }
            LambdaBody::Run(position) => Code::Text(format!("{}.run()", name(*position)?)),
            LambdaBody::Parameter(position) => Code::text(*name(*position)?),
            LambdaBody::Value(value) => self.literal(value)?.code,
        };
        Ok((of, Code::Seq(vec![Code::Text(format!("{parameters} -> ")), body])))
    }

    /// The expression, cast where javac would not convert it by itself.
    pub(super) fn converted(&mut self, from: Expression, to: &JType) -> Result<Expression, String> {
        if self.types.is_loose(&from.of, to) {
            Ok(from)
        } else {
            self.cast(from, to)
        }
    }

    /// `(Type) expression`.
    pub(super) fn cast(&mut self, from: Expression, to: &JType) -> Result<Expression, String> {
        self.cast_to_all(from, to, &[])
    }

    /// The expression cast to a type and to these interfaces, of which it is already (JLS 15.16): a type variable with several bounds takes no
    /// less.
    pub(super) fn cast_to_all(
        &mut self,
        from: Expression,
        to: &JType,
        further: &[JType],
    ) -> Result<Expression, String> {
        let missing = further.iter().find(|bound| !self.types.is_loose(&from.of, bound));
        if let Some(missing) = missing.filter(|_| from.of != JType::Null) {
            return Err(format!(
                "a value of type {} does not fit where {missing} is wanted, too",
                from.of
            ));
        }
        if from.of != JType::Null && !self.types.is_castable(&from.of, to) {
            return Err(format!("a value of type {} does not fit where {to} is wanted", from.of));
        }
        let parentheses = !to.is_primitive() && from.code.needs_parentheses_behind_cast();
        let code = if parentheses {
            from.code.parenthesised()
        } else {
            from.code
        };
        let mut types = vec![self.raw_name(to)?];
        for bound in further {
            types.push(self.raw_name(bound)?);
        }
        let head = format!("({}) ", types.join(" & "));
        Ok(Expression::new(Code::Seq(vec![Code::Text(head), code]), to.clone()))
    }
}

/// A member's name as source writes it.
pub(super) fn member(name: &str) -> Result<String, String> {
    if is_identifier(name) {
        Ok(names::ascii(name))
    } else {
        Err(format!("{name:?} is no name in the Java language"))
    }
}
