//! Native methods of the JDK that hang on their arguments alone, and static fields whose initialisers go further than what they give.

use std::sync::Arc;

use palus_classes::{Arithmetic, Member};
use palus_sequence::{JavaString, Primitive};

use crate::execute::{Executor, Step};
use crate::heap::{Content, Value};
use crate::jdk::is_executed;
use crate::objects::{LONGEST, outside_of};
use crate::path::{Path, Stop};
use crate::state::runtime_name;
use crate::strings::STRING;
use crate::term::Term;

pub(crate) const UNSAFE: &str = "jdk.internal.misc.Unsafe";

/// Where the elements of arrays begin, for code that asks and then has native methods look there, which are not executed.
pub(crate) const BASE_OFFSET: i32 = 16;

impl Executor {
    /// What a native method gives; `None` for all others.
    pub(crate) fn native(
        &mut self,
        path: &mut Path,
        target: &Member,
        arguments: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let result = match (&*target.owner, &*target.name, arguments) {
            (_, "getClass", [Value::Object(object)]) if &*target.descriptor == "()Ljava/lang/Class;" => {
                let object = path.heap.get(*object);
                if matches!(object.content, Content::Lambda(_)) {
                    return Err(outside_of("java.lang.Object", "getClass"));
                }
                let name = runtime_name(&object.class);
                class_object(path, name)
            }
            ("java.lang.Class", ..) => return self.class_method(path, target, arguments),
            ("java.lang.reflect.Array", "newInstance", [class, Value::Number(length)]) => {
                return Self::new_instance(path, class, length);
            }
            ("java.lang.Float", "floatToRawIntBits", [Value::Float(value)]) => Value::int(value.to_bits() as i32),
            ("java.lang.Double", "doubleToRawLongBits", [Value::Double(value)]) => {
                Value::Number(Term::Long(value.to_bits() as i64))
            }
            ("java.lang.Float", "intBitsToFloat", [Value::Number(bits)]) => {
                Value::Float(f32::from_bits(path.concrete(bits)? as u32))
            }
            ("java.lang.Double", "longBitsToDouble", [Value::Number(bits)]) => {
                Value::Double(f64::from_bits(path.concrete(bits)? as u64))
            }
            ("java.lang.Math" | "java.lang.StrictMath", "sqrt", [Value::Double(value)]) => Value::Double(value.sqrt()),
            ("java.lang.StringUTF16", "isBigEndian", _) => Value::int(i32::from(cfg!(target_endian = "big"))),
            // How many elements it has left to the caller: all of them.
            ("jdk.internal.util.ArraysSupport", "vectorizedMismatch", [.., Value::Number(length), _]) => {
                let left = Term::binary(Arithmetic::Xor, length, &Term::Int(-1));
                Value::Number(left.ok_or_else(Stop::malformed)?)
            }
            // That equal strings are one object or not is nowhere taken for known.
            (STRING, "intern", [text]) => text.clone(),
            ("java.lang.System", "lineSeparator", _) => text(path, if cfg!(windows) { "\r\n" } else { "\n" }),
            ("java.lang.Runtime", "getRuntime", _) => opaque(path, "java.lang.Runtime"),
            // How work is divided among processors shows nowhere.
            ("java.lang.Runtime", "availableProcessors", _) => Value::int(1),
            ("jdk.internal.misc.ScopedMemoryAccess", "getScopedMemoryAccess", _) => opaque(path, &target.owner),
            (UNSAFE, ..) => return self.unsafe_method(path, target, arguments),
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    fn class_method(&mut self, path: &mut Path, target: &Member, arguments: &[Value]) -> Result<Option<Value>, Stop> {
        let content = match arguments.first() {
            Some(Value::Object(object)) => path.heap.get(*object).content.clone(),
            _ => return Ok(None),
        };
        let name = match &content {
            Content::Class(name) => name,
            Content::Text(Some(text)) if &*target.name == "getPrimitiveClass" => {
                let name = text.to_lossy();
                return Ok(Some(class_object(path, name.as_str().into())));
            }
            _ => return Ok(None),
        };
        Ok(Some(match (&*target.name, arguments) {
            ("getName", _) => text(path, name),
            ("isArray", _) => Value::int(i32::from(name.starts_with('['))),
            // Workers and test runners check what code asserts, and not what the JDK does.
            ("desiredAssertionStatus", _) => {
                let loaded = self.program.class(name);
                Value::int(i32::from(loaded.is_some_and(|loaded| loaded.info.is_on_class_path())))
            }
            ("getComponentType", _) => match name.strip_prefix('[') {
                Some(element) => class_object(path, class_of(element)),
                None => Value::Null,
            },
            ("isInstance", [_, Value::Null]) => Value::int(0),
            ("isInstance", [_, Value::Object(object)]) => {
                let object = path.heap.get(*object);
                if matches!(object.content, Content::Lambda(_)) {
                    return Ok(None);
                }
                let is_one = self.program.is_instance(&object.class, &name.replace('/', "."));
                Value::int(i32::from(is_one && !name.starts_with('[')))
            }
            _ => return Ok(None),
        }))
    }

    fn new_instance(path: &mut Path, class: &Value, length: &Term) -> Result<Option<Value>, Stop> {
        let Value::Object(class) = class else { return Ok(None) };
        let Content::Class(name) = path.heap.get(*class).content.clone() else {
            return Ok(None);
        };
        let length = path.concrete(length)?;
        if !(0..=LONGEST).contains(&length) {
            return Ok(None);
        }
        let element = descriptor_of(&name);
        let elements = vec![Value::initial(&element); length as usize];
        let is_shared = path.is_initialising();
        let descriptor = format!("[{element}").into();
        Ok(Some(path.heap.add(descriptor, Content::Elements(elements), is_shared)))
    }

    /// The constants of an enum, in their order.
    pub(crate) fn enum_constants(&mut self, path: &mut Path, arguments: &[Value]) -> Result<Option<Step>, Stop> {
        let [Value::Object(class)] = arguments else {
            return Ok(None);
        };
        let Content::Class(name) = path.heap.get(*class).content.clone() else {
            return Ok(None);
        };
        let Some(loaded) = self.program.class(&name).filter(|loaded| loaded.info.is_enum()) else {
            return Ok(None);
        };
        if self.initialise(path, &loaded.info.name)? {
            return Ok(Some(Step::Next));
        }
        let descriptor = format!("L{};", name.replace('.', "/"));
        let constants = loaded
            .info
            .fields
            .iter()
            .filter(|field| field.access.is_enum() && *field.descriptor == *descriptor);
        let value = |name: &Arc<str>| {
            path.heap
                .statics
                .get(&(Arc::clone(&loaded.info.name), Arc::clone(name)))
                .cloned()
        };
        let Some(elements) = constants
            .map(|field| value(&field.name))
            .collect::<Option<Vec<Value>>>()
        else {
            return Ok(None);
        };
        let constants = path
            .heap
            .add(format!("[{descriptor}").into(), Content::Elements(elements), false);
        path.frame()?.replace(1, Some(constants))?;
        Ok(Some(Step::Next))
    }

    /// The value of a static field of a class of the JDK, where that is known without its initialiser.
    pub(crate) fn static_of_jdk(
        &mut self,
        path: &mut Path,
        class: &str,
        field: &Member,
    ) -> Result<Option<Value>, Stop> {
        Ok(match (class, &*field.name) {
            ("java.lang.Boolean", "TRUE" | "FALSE") => {
                let value = Term::Int(i32::from(&*field.name == "TRUE"));
                Some(self.boxed(path, class, &Value::Number(value))?)
            }
            (_, "$assertionsDisabled") if is_executed(class) => Some(Value::int(1)),
            (UNSAFE, name) if name.ends_with("_BASE_OFFSET") => Some(Value::int(BASE_OFFSET)),
            (UNSAFE, name) if name.ends_with("_INDEX_SCALE") => {
                let element = name.trim_start_matches("ARRAY_").trim_end_matches("_INDEX_SCALE");
                let primitive = Primitive::ALL.into_iter();
                let named = primitive
                    .into_iter()
                    .find(|it| it.keyword().eq_ignore_ascii_case(element));
                Some(Value::int(named.map_or(REFERENCE, width)))
            }
            _ => None,
        })
    }

    /// A constant of a class of the JDK that is not executed: nothing is known of it but that it is always the same object.
    pub(crate) fn opaque_static(path: &mut Path, class: &Arc<str>, field: &Member) -> Result<(), Stop> {
        let is_constant = field
            .name
            .chars()
            .all(|letter| letter.is_ascii_uppercase() || matches!(letter, '_' | '0'..='9'));
        let is_stream = (&**class, matches!(&*field.name, "out" | "err")) == ("java.lang.System", true);
        let named = field.descriptor.strip_prefix('L').and_then(|it| it.strip_suffix(';'));
        let Some(named) = named.filter(|_| is_constant || is_stream) else {
            return Err(outside_of(class, &field.name));
        };
        let key = (Arc::clone(class), Arc::clone(&field.name));
        let known = path.heap.statics.get(&key).cloned();
        let value = if let Some(known) = known {
            known
        } else {
            let value = path.heap.add(named.replace('/', ".").into(), Content::Opaque, true);
            Arc::make_mut(&mut path.heap.statics).insert(key, value.clone());
            value
        };
        path.frame()?.replace(0, Some(value))
    }
}

/// How many bytes an element takes that is a reference, as far as anyone asks.
const REFERENCE: i32 = 4;

/// An object of which nothing is known.
fn opaque(path: &mut Path, class: &str) -> Value {
    path.heap.add(class.into(), Content::Opaque, false)
}

pub(crate) fn width(primitive: Primitive) -> i32 {
    match primitive {
        Primitive::Long | Primitive::Double => 8,
        Primitive::Int | Primitive::Float => 4,
        Primitive::Char | Primitive::Short => 2,
        _ => 1,
    }
}

pub(crate) fn scale(element: &str) -> i32 {
    crate::heap::primitive(element).map_or(REFERENCE, width)
}

fn class_object(path: &mut Path, name: Arc<str>) -> Value {
    path.heap.add("java.lang.Class".into(), Content::Class(name), false)
}

fn text(path: &mut Path, text: &str) -> Value {
    let text = JavaString::from(text);
    path.heap.add(STRING.into(), Content::Text(Some(text)), false)
}

/// The name of the class whose descriptor stands in that of an array class.
fn class_of(element: &str) -> Arc<str> {
    match crate::heap::primitive(element) {
        Some(primitive) => primitive.keyword().into(),
        None => runtime_name(element),
    }
}

/// The descriptor of the class of that name.
fn descriptor_of(name: &str) -> String {
    if name.starts_with('[') {
        return name.replace('.', "/");
    }
    let primitive = Primitive::ALL.into_iter().find(|it| it.keyword() == name);
    primitive.map_or_else(
        || format!("L{};", name.replace('.', "/")),
        |primitive| primitive.descriptor().to_string(),
    )
}
