//! Assertions on values that were seen, in the way of each framework.

use palus_sequence::{Primitive, Value};

use super::JUnit;
use super::code::Code;
use super::expression::{Expression, Scope};
use super::types::JType;

impl JUnit {
    /// The class whose static methods assert.
    pub(super) fn assertions(self) -> &'static str {
        match self {
            Self::Five => "org.junit.jupiter.api.Assertions",
            Self::Four | Self::BeforeFour13 => "org.junit.Assert",
        }
    }

    /// The annotation of a test method.
    pub(super) fn annotation(self) -> &'static str {
        match self {
            Self::Five => "org.junit.jupiter.api.Test",
            Self::Four | Self::BeforeFour13 => "org.junit.Test",
        }
    }

    /// The annotations of what runs before and after each test.
    pub(super) fn around(self) -> [&'static str; 2] {
        match self {
            Self::Five => ["org.junit.jupiter.api.BeforeEach", "org.junit.jupiter.api.AfterEach"],
            Self::Four | Self::BeforeFour13 => ["org.junit.Before", "org.junit.After"],
        }
    }

    /// The modifier of test classes and methods: `JUnit` 4 asks for public ones.
    pub(super) fn access(self) -> &'static str {
        if self.is_four() { "public " } else { "" }
    }

    /// Whether it is `JUnit` 4, of any version.
    pub(super) fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::BeforeFour13)
    }
}

impl Scope<'_, '_> {
    /// `name(arguments)` of the framework's assertions.
    pub(super) fn assert(&mut self, junit: JUnit, name: &str, arguments: Vec<Code>) -> Code {
        Code::call(self.assertion(junit, name), arguments)
    }

    /// The name of the assertion, imported.
    pub(super) fn assertion<'n>(&mut self, junit: JUnit, name: &'n str) -> &'n str {
        self.imports.use_static(junit.assertions(), name);
        name
    }

    /// `Duration.ofSeconds(...)`.
    pub(super) fn seconds(&mut self, seconds: u16) -> Result<String, String> {
        let duration = self.name(&JType::class("java.time.Duration"))?;
        Ok(format!("{duration}.ofSeconds({seconds})"))
    }

    /// The assertion that `actual` is `value`; `None` where there is nothing to say.
    pub(super) fn asserted(&mut self, junit: JUnit, actual: Expression, value: &Value) -> Option<Code> {
        let equal = |scope: &mut Self, expected: Code, actual: Expression| {
            Some(scope.assert(junit, "assertEquals", vec![expected, actual.code]))
        };
        match value {
            Value::Null if !actual.of.is_primitive() => Some(self.assert(junit, "assertNull", vec![actual.code])),
            Value::Boolean(v) if actual.of.is(Primitive::Boolean) => Some(self.truth(junit, *v, actual)),
            Value::Float(_) | Value::Double(_) if actual.of.is_primitive() => {
                let mut arguments = vec![self.constant(value)?.code, actual.code];
                // JUnit 5 compares floating values by their bits and refuses a delta of zero; JUnit 4 asks for one.
                if junit.is_four() {
                    arguments.push(Code::text(if matches!(value, Value::Float(_)) {
                        "0.0f"
                    } else {
                        "0.0"
                    }));
                }
                Some(self.assert(junit, "assertEquals", arguments))
            }
            Value::Byte(v) if actual.of.is_primitive() => equal(self, Code::Text(v.to_string()), actual),
            Value::Short(v) if actual.of.is_primitive() => equal(self, Code::Text(v.to_string()), actual),
            Value::Char(_) | Value::Int(_) | Value::Long(_) if actual.of.is_primitive() => {
                let expected = self.constant(value)?.code;
                equal(self, expected, actual)
            }
            Value::Boxed(inner) => {
                if let (Value::Boolean(v), Some(Primitive::Boolean)) = (&**inner, actual.of.unboxed()) {
                    return Some(self.truth(junit, *v, actual));
                }
                let expected = self.boxed(inner, &actual.of)?;
                equal(self, expected, actual)
            }
            Value::String {
                text: Some(text),
                length,
            } if *length as usize == text.units().len() => {
                let expected = self.constant(value)?.code;
                equal(self, expected, actual)
            }
            Value::Enum { name: Some(name), .. } => {
                if let Some(expected) = self.constant(value) {
                    return equal(self, expected.code, actual);
                }
                let name_of = self.enum_name(actual)?;
                equal(self, Code::Text(format!("\"{name}\"")), name_of)
            }
            Value::Class { .. } => {
                let expected = self.constant(value)?.code;
                equal(self, expected, actual)
            }
            Value::Array { .. } => self.asserted_array(junit, actual, value),
            Value::Object { .. } if !actual.of.is_primitive() => {
                Some(self.assert(junit, "assertNotNull", vec![actual.code]))
            }
            _ => None,
        }
    }

    /// `((Enum<?>) value).name()`, where the enum itself cannot be named.
    fn enum_name(&mut self, value: Expression) -> Option<Expression> {
        let head = format!("(({}<?>) ", self.name(&JType::class("java.lang.Enum")).ok()?);
        let code = Code::Seq(vec![Code::Text(head), value.code, Code::text(").name()")]);
        Some(Expression::new(code, JType::class("java.lang.String")))
    }

    fn truth(&mut self, junit: JUnit, value: bool, actual: Expression) -> Code {
        self.assert(
            junit,
            if value { "assertTrue" } else { "assertFalse" },
            vec![actual.code],
        )
    }

    /// A box as the expected value: against `Integer` both must be references, or `assertEquals` is ambiguous before
    /// `JUnit` 5.4; against `Object` boxing is all that javac can do.
    fn boxed(&mut self, inner: &Value, actual: &JType) -> Option<Code> {
        let constant = self.constant(inner)?;
        let JType::Primitive(primitive) = constant.of else {
            return None;
        };
        if actual.unboxed().is_none() {
            return Some(constant.code);
        }
        let class = self.name(&JType::class(primitive.boxed())).ok()?;
        Some(Code::call(format!("{class}.valueOf"), vec![constant.code]))
    }

    fn asserted_array(&mut self, junit: JUnit, actual: Expression, value: &Value) -> Option<Code> {
        let Value::Array {
            class,
            length,
            elements,
        } = value
        else {
            return None;
        };
        let JType::Array(seen) = JType::of(self.symbols, *class) else {
            return None;
        };
        let is_array = matches!(actual.of, JType::Array(_));
        let Some(expected) = elements
            .as_ref()
            .and_then(|elements| self.expected_array(&seen, elements))
        else {
            let length = Code::Text(length.to_string());
            let counted = Code::Seq(vec![actual.code, Code::text(".length")]);
            return is_array.then(|| self.assert(junit, "assertEquals", vec![length, counted]));
        };
        let array = JType::Array(if seen.is_primitive() {
            seen.clone()
        } else {
            Box::new(JType::class("java.lang.Object"))
        });
        let actual = if is_array {
            actual
        } else {
            self.cast(actual, &array).ok()?
        };
        let mut arguments = vec![expected, actual.code];
        if junit.is_four() && (seen.is(Primitive::Double) || seen.is(Primitive::Float)) {
            arguments.push(Code::text(if seen.is(Primitive::Float) { "0.0f" } else { "0.0" }));
        }
        Some(self.assert(junit, "assertArrayEquals", arguments))
    }

    fn expected_array(&mut self, element: &JType, elements: &[Value]) -> Option<Code> {
        let named = matches!(element, JType::Primitive(_)) || self.types.is_accessible(element);
        // An array of a generic class cannot be created with type arguments, and needs none to be compared.
        let plain = named && !self.types.is_generic(element);
        let element = if plain {
            element.clone()
        } else {
            JType::class("java.lang.Object")
        };
        let mut codes = Vec::new();
        for value in elements {
            let inner = if let Value::Boxed(inner) = value { inner } else { value };
            codes.push(self.element_constant(inner, &element)?);
        }
        let head = Code::Text(format!("new {}[] ", self.name(&element).ok()?));
        Some(Code::Seq(vec![head, Code::Elements(codes)]))
    }

    fn element_constant(&mut self, value: &Value, element: &JType) -> Option<Code> {
        match (value, element) {
            (Value::Byte(v), JType::Primitive(_)) => Some(Code::Text(v.to_string())),
            (Value::Short(v), JType::Primitive(_)) => Some(Code::Text(v.to_string())),
            _ => Some(self.constant(value)?.code),
        }
    }

    /// The literal that denotes the value, if one does and the test can write it.
    fn constant(&mut self, value: &Value) -> Option<Expression> {
        match value {
            Value::Enum {
                class,
                name: Some(name),
            } => self.enum_constant(&self.symbols.type_name(*class), name),
            Value::Class { name: Some(name) } => self.class_constant(name),
            Value::Boxed(_) => None,
            _ => self.literal(&value.literal()?).ok(),
        }
    }

    /// The class may be the body of one constant: the enum is its superclass then.
    fn enum_constant(&mut self, class: &str, name: &str) -> Option<Expression> {
        let of = self
            .types
            .supertypes(class)
            .into_iter()
            .find(|one| self.types.class(one).is_some_and(|c| c.is_enum))?;
        let of = JType::class(&of);
        let constant = super::expression::member(name).ok()?;
        let class = self.name(&of).ok()?;
        Some(Expression::new(Code::Text(format!("{class}.{constant}")), of))
    }

    fn class_constant(&mut self, name: &str) -> Option<Expression> {
        let primitive = Primitive::ALL.into_iter().find(|primitive| primitive.keyword() == name);
        let of = primitive.map_or_else(|| JType::class(name), JType::Primitive);
        let name = self.name(&of).ok()?;
        Some(Expression::new(
            Code::Text(format!("{name}.class")),
            JType::class("java.lang.Class"),
        ))
    }
}
