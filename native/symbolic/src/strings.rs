//! Strings and string builders of the JDK, as far as their texts are known.

use std::sync::Arc;

use palus_classes::Member;
use palus_sequence::JavaString;

use crate::execute::{Executor, Step};
use crate::heap::{Content, Value};
use crate::objects::NULL_POINTER;
use crate::path::{Path, Reason, Stop};
use crate::program::parameters;
use crate::text::shown;

pub(crate) const STRING: &str = "java.lang.String";

const UNKNOWN_TEXT: Reason = Reason::instruction("a call on a text that is not known");

/// Whether it is a class whose objects are texts that grow.
pub(crate) fn is_builder(class: &str) -> bool {
    matches!(class, "java.lang.StringBuilder" | "java.lang.StringBuffer")
}

impl Executor {
    /// Executes a call of a modelled method of a string or builder; `None` for all others.
    pub(crate) fn string_method(
        &mut self,
        path: &mut Path,
        target: &Member,
        arguments: &[Value],
    ) -> Result<Option<Step>, Stop> {
        let types = parameters(&target.descriptor);
        // The method may be named by an interface or `Object`.
        let own = match arguments.first() {
            Some(Value::Object(object)) if arguments.len() > types.len() => Some(path.heap.get(*object)),
            _ => None,
        };
        let own = own.filter(|object| matches!(object.content, Content::Text(_)));
        let owner = own.map_or_else(|| Arc::clone(&target.owner), |object| Arc::clone(&object.class));
        match (&*owner, &*target.name) {
            (STRING, "valueOf") | ("java.lang.Integer" | "java.lang.Long", "toString")
                if types.len() == 1 && arguments.len() == 1 =>
            {
                let is_number = types[0].len() == 1;
                if !is_number {
                    return Ok(None);
                }
                let text = shown(&path.heap, &arguments[0], &types[0]);
                // A character that is not known is one of a text in which it stands.
                if text.is_none() && &*types[0] == "C" {
                    return Ok(None);
                }
                Self::text_result(path, arguments.len(), text)
            }
            (STRING, _) => self.text_method(path, target, arguments),
            (owner, "<init>") if is_builder(owner) => self.begin_builder(path, &types, arguments),
            (owner, "append") if is_builder(owner) && types.len() == 1 => Self::append(path, &types[0], arguments),
            (owner, "toString" | "length") if is_builder(owner) => self.text_method(path, target, arguments),
            _ => Ok(None),
        }
    }

    fn text_result(path: &mut Path, operands: usize, text: Option<Vec<u16>>) -> Result<Option<Step>, Stop> {
        let text = text.map(|units| JavaString(units.into()));
        let made = path.heap.add(STRING.into(), Content::Text(text), false);
        path.frame()?.replace(operands, Some(made))?;
        Ok(Some(Step::Next))
    }

    /// The text of an object.
    fn text(path: &Path, value: &Value) -> Result<Option<Arc<[u16]>>, Stop> {
        match value {
            Value::Object(object) => match &path.heap.get(*object).content {
                Content::Text(Some(text)) => Ok(Some(Arc::clone(&text.0))),
                Content::Text(None) => Err(Stop::Open(UNKNOWN_TEXT)),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn text_method(&mut self, path: &mut Path, target: &Member, arguments: &[Value]) -> Result<Option<Step>, Stop> {
        let named = (&*target.name, &*target.descriptor);
        if named == ("toString", "()Ljava/lang/String;") {
            let Some(Value::Object(object)) = arguments.first() else {
                return Ok(None);
            };
            let text = match &path.heap.get(*object).content {
                Content::Text(text) => text.as_ref().map(|text| text.units().to_vec()),
                _ => return Ok(None),
            };
            return Self::text_result(path, 1, text);
        }
        if named.0 == "getBytes" && named.1.ends_with(")[B") {
            return Self::encoded(path, arguments);
        }
        let is_recased = matches!(named.0, "toLowerCase" | "toUpperCase");
        if is_recased && !matches!(arguments.get(1), Some(Value::Null)) {
            return Self::recased(path, arguments, named.0 == "toLowerCase");
        }
        let asked = [
            ("toCharArray", "()[C"),
            ("length", "()I"),
            ("isEmpty", "()Z"),
            ("hashCode", "()I"),
            ("charAt", "(I)C"),
            ("equals", "(Ljava/lang/Object;)Z"),
        ];
        let Some(receiver) = arguments.first().filter(|_| asked.contains(&named)) else {
            return Ok(None);
        };
        let Some(units) = Self::text(path, receiver)? else {
            return Ok(None);
        };
        if named.0 == "toCharArray" {
            let elements = units.iter().map(|unit| Value::int(i32::from(*unit))).collect();
            let is_shared = path.is_initialising();
            let array = path.heap.add("[C".into(), Content::Elements(elements), is_shared);
            path.frame()?.replace(1, Some(array))?;
            return Ok(Some(Step::Next));
        }
        let result = match (named.0, arguments.get(1)) {
            ("length", _) => units.len() as i32,
            ("isEmpty", _) => i32::from(units.is_empty()),
            ("charAt", Some(Value::Number(index))) => match Self::position(path, index, units.len())? {
                Some(place) => i32::from(units[place]),
                None => return self.throw(path, "java.lang.StringIndexOutOfBoundsException").map(Some),
            },
            ("equals", Some(other)) if Self::is_made(path, other) => return Ok(None),
            ("equals", Some(other)) => {
                i32::from(Self::is_string(path, other) && Self::text(path, other)? == Some(units))
            }
            _ => units
                .iter()
                .fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(*unit))),
        };
        path.frame()?.replace(arguments.len(), Some(Value::int(result)))?;
        Ok(Some(Step::Next))
    }

    fn is_string(path: &Path, value: &Value) -> bool {
        matches!(value, Value::Object(object) if *path.heap.get(*object).class == *STRING)
    }

    fn begin_builder(
        &mut self,
        path: &mut Path,
        types: &[Arc<str>],
        arguments: &[Value],
    ) -> Result<Option<Step>, Stop> {
        let text = match (types, arguments.get(1)) {
            ([], _) => Some(JavaString::from("")),
            ([only], Some(Value::Null)) if &**only == "Ljava/lang/String;" => {
                return self.throw(path, NULL_POINTER).map(Some);
            }
            ([only], Some(given)) if &**only == "Ljava/lang/String;" => {
                shown(&path.heap, given, only).map(|units| JavaString(units.into()))
            }
            // How much room there is at first does not show, as long as it is not less than none.
            ([only], Some(Value::Number(room))) if &**only == "I" && room.range().0 >= 0 => Some(JavaString::from("")),
            _ => return Ok(None),
        };
        Self::set(path, arguments, text)?;
        path.frame()?.replace(arguments.len(), None)?;
        Ok(Some(Step::Next))
    }

    fn set(path: &mut Path, arguments: &[Value], text: Option<JavaString>) -> Result<(), Stop> {
        let Some(Value::Object(builder)) = arguments.first() else {
            return Err(Stop::malformed());
        };
        Self::demand_own(path, *builder)?;
        path.heap.get_mut(*builder).content = Content::Text(text);
        Ok(())
    }

    fn append(path: &mut Path, of: &str, arguments: &[Value]) -> Result<Option<Step>, Stop> {
        let [builder @ Value::Object(object), added] = arguments else {
            return Ok(None);
        };
        // What other objects say of themselves is theirs.
        let is_text = matches!(added, Value::Null | Value::Number(_)) || Self::is_string(path, added);
        let is_known = matches!(path.heap.get(*object).content, Content::Text(_));
        let is_within = of == "C" || Self::is_made(path, added);
        let is_whole = matches!(added, Value::Number(term) if term.value().is_none()) && !is_within;
        if !is_text || !is_known && !is_whole || is_within && shown(&path.heap, added, of).is_none() {
            return Ok(None);
        }
        let added = shown(&path.heap, added, of);
        let text = match (&path.heap.get(*object).content, added) {
            (Content::Text(Some(text)), Some(added)) => Some(JavaString([text.units(), &added].concat().into())),
            _ => None,
        };
        Self::set(path, arguments, text)?;
        let builder = builder.clone();
        path.frame()?.replace(2, Some(builder))?;
        Ok(Some(Step::Next))
    }
}

/// Texts of which parts are not known, and methods beyond those above: the code of the JDK on the bytes that it keeps a text in.
impl Executor {
    /// Whether it is a string whose bytes are not all known.
    fn is_made(path: &Path, value: &Value) -> bool {
        Self::is_string(path, value)
            && matches!(value, Value::Object(object) if matches!(path.heap.get(*object).content, Content::Fields(_)))
    }

    /// A field of a string whose text is known.
    pub(crate) fn get_text_field(&mut self, path: &mut Path, object: usize, field: &Member) -> Result<Step, Stop> {
        if is_builder(&path.heap.get(object).class) {
            self.open_builder(path, object)?;
            return Ok(Step::Next);
        }
        let Some(text) = Self::text(path, &Value::Object(object))? else {
            return Err(Stop::malformed());
        };
        let value = match &*field.name {
            "value" => bytes(path, &text),
            "coder" => Value::int(coder(&text)),
            _ => Value::initial(&field.descriptor),
        };
        path.frame()?.replace(1, Some(value))?;
        Ok(Step::Next)
    }

    /// Gives a builder the fields that its code has, where it is no more than a text.
    pub(crate) fn open_builder(&mut self, path: &mut Path, builder: usize) -> Result<(), Stop> {
        let object = path.heap.get(builder);
        let class = Arc::clone(&object.class);
        if !is_builder(&class) {
            return Ok(());
        }
        let text = match &object.content {
            Content::Text(Some(text)) => Arc::clone(&text.0),
            Content::Text(None) => return Err(Stop::Open(UNKNOWN_TEXT)),
            _ => return Ok(()),
        };
        let loaded = self.program.class(&class).ok_or_else(Stop::malformed)?;
        let fields = loaded.fields.iter().map(|field| match &*field.name {
            "value" => bytes(path, &text),
            "coder" => Value::int(coder(&text)),
            "count" => Value::int(text.len() as i32),
            _ => Value::initial(&field.descriptor),
        });
        let fields = Content::Fields(fields.collect());
        path.heap.get_mut(builder).content = fields;
        Ok(())
    }

    /// Takes a new string for its text where all of its bytes are known.
    pub(crate) fn seal(&mut self, path: &mut Path, string: usize) {
        let loaded = self.program.class(STRING);
        let fields = loaded.iter().flat_map(|loaded| &loaded.fields);
        let Content::Fields(values) = &path.heap.get(string).content else {
            return;
        };
        let (mut kept, mut coder) = (None, 0);
        for (field, value) in fields.zip(values) {
            match (&*field.name, value) {
                ("value", Value::Object(array)) => kept = path.heap.elements(*array),
                ("coder", Value::Number(term)) => coder = term.value().unwrap_or(0),
                _ => {}
            }
        }
        let byte = |value: &Value| match value {
            Value::Number(term) => term.value().map(|value| value as u8),
            _ => None,
        };
        let Some(bytes) = kept.and_then(|kept| kept.iter().map(byte).collect::<Option<Vec<u8>>>()) else {
            return;
        };
        let units: Vec<u16> = if coder == 0 {
            bytes.into_iter().map(u16::from).collect()
        } else {
            bytes
                .chunks_exact(2)
                .map(|pair| u16::from_ne_bytes([pair[0], pair[1]]))
                .collect()
        };
        path.heap.get_mut(string).content = Content::Text(Some(JavaString(units.into())));
    }

    /// The bytes of a text of ASCII, which are the same in all charsets that are a constant of Java, but for the two with two bytes a character.
    fn encoded(path: &mut Path, arguments: &[Value]) -> Result<Option<Step>, Stop> {
        let is_wide = |value: &Value| {
            let utf_16 = ["UTF_16", "UTF_16BE", "UTF_16LE"]
                .map(|name| ("java.nio.charset.StandardCharsets".into(), name.into()));
            utf_16
                .iter()
                .any(|key| path.heap.statics.get(key).is_some_and(|known| known.is_same(value)))
        };
        let is_known = |value: &Value| {
            let is_opaque = |object: usize| matches!(path.heap.get(object).content, Content::Opaque);
            matches!(value, Value::Object(object) if is_opaque(*object)) && !is_wide(value)
        };
        if !arguments.iter().skip(1).all(is_known) {
            return Ok(None);
        }
        let Some(units) = Self::ascii(path, arguments)? else {
            return Ok(None);
        };
        let bytes = bytes(path, &units);
        path.frame()?.replace(arguments.len(), Some(bytes))?;
        Ok(Some(Step::Next))
    }

    /// The text of the receiver, where it is known and of ASCII alone.
    fn ascii(path: &Path, arguments: &[Value]) -> Result<Option<Arc<[u16]>>, Stop> {
        let text = arguments.first().map(|receiver| Self::text(path, receiver));
        Ok(text
            .transpose()?
            .flatten()
            .filter(|units| units.iter().all(|unit| *unit < 128)))
    }

    /// A text of ASCII in small or capital letters, as most languages have them.
    fn recased(path: &mut Path, arguments: &[Value], is_lower: bool) -> Result<Option<Step>, Stop> {
        let Some(units) = Self::ascii(path, arguments)? else {
            return Ok(None);
        };
        let cased = |unit: &u16| {
            let letter = *unit as u8;
            u16::from(if is_lower {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            })
        };
        Self::text_result(path, arguments.len(), Some(units.iter().map(cased).collect()))
    }
}

/// Whether a text is kept in one byte a character, as 0 or 1.
fn coder(units: &[u16]) -> i32 {
    i32::from(units.iter().any(|unit| *unit > 0xff))
}

/// The bytes that a text is kept in.
fn bytes(path: &mut Path, units: &[u16]) -> Value {
    let bytes: Vec<u8> = if coder(units) == 0 {
        units.iter().map(|unit| *unit as u8).collect()
    } else {
        units.iter().flat_map(|unit| unit.to_ne_bytes()).collect()
    };
    let elements = bytes
        .into_iter()
        .map(|byte| Value::int(i32::from(byte as i8)))
        .collect();
    path.heap.add("[B".into(), Content::Elements(elements), false)
}
