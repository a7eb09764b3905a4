//! `jdk.internal.misc.Unsafe` as collections and atomic numbers use it: fields and elements by their offsets, compared and set by the one thread
//! that there is.

use std::sync::Arc;

use palus_classes::{Arithmetic, Member, Relation};

use crate::execute::Executor;
use crate::heap::{Content, Value};
use crate::natives::{BASE_OFFSET, UNSAFE, scale};
use crate::path::{Path, Stop};
use crate::term::Term;

/// The offset of the first field of an object; one more for each that follows.
const FIRST_FIELD: i64 = 1 << 20;

/// A field or element.
#[derive(Clone, Copy)]
struct Place {
    object: usize,
    at: usize,
}

impl Executor {
    /// What a method of `Unsafe` gives; `None` for those that are not known.
    pub(crate) fn unsafe_method(
        &mut self,
        path: &mut Path,
        target: &Member,
        arguments: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let result = match (&*target.name, arguments) {
            ("getUnsafe", _) => path.heap.add(UNSAFE.into(), Content::Fields(Vec::new()), false),
            ("isBigEndian", _) => Value::int(i32::from(cfg!(target_endian = "big"))),
            ("arrayBaseOffset", _) => Value::int(BASE_OFFSET),
            ("arrayIndexScale", [_, Value::Object(class)]) => match &path.heap.get(*class).content {
                Content::Class(name) => Value::int(scale(name.get(1..).unwrap_or_default())),
                _ => return Ok(None),
            },
            ("objectFieldOffset", [_, Value::Object(class), Value::Object(name)]) => {
                let named = (&path.heap.get(*class).content, &path.heap.get(*name).content);
                let (Content::Class(class), Content::Text(Some(name))) = named else {
                    return Ok(None);
                };
                let name = name.to_lossy();
                let fields = self.program.class(class);
                let place = fields.and_then(|loaded| loaded.fields.iter().rposition(|field| *field.name == *name));
                match place {
                    Some(place) => Value::Number(Term::Long(FIRST_FIELD + place as i64)),
                    None => return Ok(None),
                }
            }
            (name, [_, Value::Object(object), Value::Number(offset), given @ ..]) => {
                let Some(place) = Self::place_at(path, *object, offset) else {
                    return Ok(None);
                };
                return Self::access(path, name, place, given);
            }
            _ => return Ok(None),
        };
        Ok(Some(result))
    }

    fn place_at(path: &Path, object: usize, offset: &Term) -> Option<Place> {
        let offset = offset.value()?;
        let held = path.heap.get(object);
        let (at, count) = match &held.content {
            Content::Fields(values) => (offset.checked_sub(FIRST_FIELD)?, values.len()),
            Content::Elements(elements) => {
                let scale = i64::from(scale(held.class.get(1..)?));
                let bytes = offset.checked_sub(BASE_OFFSET.into())?;
                (
                    if bytes % scale == 0 { bytes / scale } else { return None },
                    elements.len(),
                )
            }
            _ => return None,
        };
        let at = usize::try_from(at).ok().filter(|at| *at < count)?;
        Some(Place { object, at })
    }

    /// Reads or writes what is of the kind that the method is named by.
    fn access(path: &mut Path, name: &str, place: Place, given: &[Value]) -> Result<Option<Value>, Stop> {
        let held = match &path.heap.get(place.object).content {
            Content::Fields(values) | Content::Elements(values) => values[place.at].clone(),
            _ => return Ok(None),
        };
        let kinds = ["Int", "Long", "Reference", "Object"];
        let starts = |verb: &str| {
            let rest = name.strip_prefix(verb);
            rest.is_some_and(|rest| kinds.iter().any(|kind| rest.starts_with(kind)))
        };
        let (written, result) = match given {
            [] if starts("get") => return Ok(Some(held)),
            [value] if starts("getAndAdd") => (added(&held, value)?, Some(held)),
            [value] if starts("getAndSet") => (value.clone(), Some(held)),
            [expected, value] if starts("compareAndSet") || starts("weakCompareAndSet") => {
                if !Self::are_one(path, &held, expected)? {
                    return Ok(Some(Value::int(0)));
                }
                (value.clone(), Some(Value::int(1)))
            }
            _ => return Ok(None),
        };
        Self::demand_own(path, place.object)?;
        if let Content::Fields(values) | Content::Elements(values) = &mut path.heap.get_mut(place.object).content {
            values[place.at] = written;
        }
        Ok(result)
    }

    /// Whether two values are the same.
    fn are_one(path: &Path, one: &Value, other: &Value) -> Result<bool, Stop> {
        match (one, other) {
            (Value::Number(one), Value::Number(other)) => Self::decide(path, Relation::Eq, one, other),
            _ => Ok(one.is_same(other)),
        }
    }

    /// Writes as a method of `Unsafe` does that gives nothing; whether it is one.
    pub(crate) fn unsafe_put(path: &mut Path, target: &Arc<Member>, arguments: &[Value]) -> Result<bool, Stop> {
        let [_, Value::Object(object), Value::Number(offset), value] = arguments else {
            return Ok(false);
        };
        let is_put = &*target.owner == UNSAFE && target.name.starts_with("put") && target.descriptor.ends_with(")V");
        let Some(place) = Self::place_at(path, *object, offset).filter(|_| is_put) else {
            return Ok(false);
        };
        // Elements of arrays are as wide as what is written where references, `int`s or `long`s are.
        let kinds = ["putInt", "putLong", "putReference", "putObject"];
        if !kinds.iter().any(|kind| target.name.starts_with(kind)) {
            return Ok(false);
        }
        Self::demand_own(path, place.object)?;
        if let Content::Fields(values) | Content::Elements(values) = &mut path.heap.get_mut(place.object).content {
            values[place.at] = value.clone();
        }
        path.frame()?.replace(arguments.len(), None)?;
        Ok(true)
    }
}

fn added(held: &Value, more: &Value) -> Result<Value, Stop> {
    let (Value::Number(held), Value::Number(more)) = (held, more) else {
        return Err(Stop::malformed());
    };
    let sum = Term::binary(Arithmetic::Add, held, more);
    Ok(Value::Number(sum.ok_or_else(Stop::malformed)?))
}
