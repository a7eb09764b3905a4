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

const STRING: &str = "java.lang.String";

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
                Content::Text(None) => Err(Stop::Open(Reason::Instruction("a call on a text that is not known"))),
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
        let asked = [
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
        let result = match (named.0, arguments.get(1)) {
            ("length", _) => units.len() as i32,
            ("isEmpty", _) => i32::from(units.is_empty()),
            ("charAt", Some(Value::Number(index))) => match Self::position(path, index, units.len())? {
                Some(place) => i32::from(units[place]),
                None => return self.throw(path, "java.lang.StringIndexOutOfBoundsException").map(Some),
            },
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
        let is_text = of.len() == 1 || matches!(added, Value::Null) || Self::is_string(path, added);
        if !is_text {
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
