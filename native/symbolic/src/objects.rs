//! Instructions on objects: fields, arrays, types.

use std::sync::Arc;

use palus_classes::{Instruction, Member, Relation};
use palus_sequence::{JavaString, Primitive};

use crate::execute::{Executor, Step};
use crate::heap::{Content, Value};
use crate::jdk::is_executed;
use crate::path::{Path, Reason, Stop};
use crate::term::Term;

/// The longest array that is made.
pub(crate) const LONGEST: i64 = 10_000;

/// So many stretches of one constant a table may have where nobody knows which is asked for.
const MOST_RUNS: usize = 512;

/// The most objects of a path.
const MOST_OBJECTS: usize = 20_000;

pub(crate) const NULL_POINTER: &str = "java.lang.NullPointerException";
const INDEX: &str = "java.lang.ArrayIndexOutOfBoundsException";

impl Executor {
    pub(crate) fn object(&mut self, path: &mut Path, instruction: &Instruction) -> Result<Step, Stop> {
        if path.heap.len() > MOST_OBJECTS {
            return Err(Stop::Open(Reason::TooLarge));
        }
        match instruction {
            Instruction::GetField(field) => return self.get_field(path, field),
            Instruction::PutField(field) => return self.put_field(path, field),
            Instruction::GetStatic(field) => self.get_static(path, field)?,
            Instruction::PutStatic(field) => self.put_static(path, field)?,
            Instruction::New(class) => self.new_object(path, class)?,
            Instruction::NewArray { descriptor, dimensions } => {
                return self.new_array(path, descriptor, usize::from(*dimensions));
            }
            Instruction::ArrayLength => {
                let Value::Object(array) = *path.frame()?.peek(0)? else {
                    return self.throw(path, NULL_POINTER);
                };
                let length = path.heap.elements(array).ok_or_else(Stop::malformed)?.len();
                path.frame()?.replace(1, Some(Value::int(length as i32)))?;
            }
            Instruction::ArrayLoad(_) => return self.array_load(path),
            Instruction::ArrayStore(kind) => return self.array_store(path, *kind),
            Instruction::InstanceOf(class) => {
                let is_one = match *path.frame()?.peek(0)? {
                    Value::Object(object) => self.is_one(path, object, class)?,
                    _ => false,
                };
                path.frame()?.replace(1, Some(Value::int(i32::from(is_one))))?;
            }
            Instruction::CheckCast(class) => {
                if let Value::Object(object) = *path.frame()?.peek(0)?
                    && !self.is_one(path, object, class)?
                {
                    return self.throw(path, "java.lang.ClassCastException");
                }
                path.frame()?.at += 1;
            }
            Instruction::MonitorEnter | Instruction::MonitorExit => {
                if matches!(path.frame()?.peek(0)?, Value::Null) {
                    return self.throw(path, NULL_POINTER);
                }
                path.frame()?.replace(1, None)?;
            }
            _ => return Err(Stop::malformed()),
        }
        Ok(Step::Next)
    }

    pub(crate) fn is_one(&mut self, path: &Path, object: usize, class: &str) -> Result<bool, Stop> {
        let object = path.heap.get(object);
        let is_instance = self.program.is_instance(&object.class, class);
        match object.content {
            // What a lambda is made for is the interface that it is cast to.
            Content::Lambda(_) => Ok(true),
            Content::Opaque | Content::Foreign if !is_instance => Err(outside_of(&object.class, "getClass")),
            _ => Ok(is_instance),
        }
    }

    /// The position of an instance field in an object of that class.
    fn place(&mut self, class: &str, field: &Member) -> Result<usize, Stop> {
        let loaded = self.program.class(class).ok_or_else(|| missing(class))?;
        let mut above = Some(field.owner.to_string());
        while let Some(name) = above {
            if let Some(place) = loaded.field(&field.name, &field.descriptor, |owner| *owner == *name) {
                return Ok(place);
            }
            let named = self.program.class(&name);
            above = named.and_then(|named| named.info.superclass.as_ref().map(ToString::to_string));
        }
        Err(Stop::Open(Reason::Missing(format!("{}.{}", field.owner, field.name))))
    }

    fn get_field(&mut self, path: &mut Path, field: &Member) -> Result<Step, Stop> {
        let Value::Object(object) = *path.frame()?.peek(0)? else {
            return self.throw(path, NULL_POINTER);
        };
        let class = Arc::clone(&path.heap.get(object).class);
        let place = self.place(&class, field)?;
        if matches!(path.heap.get(object).content, Content::Text(_)) {
            return self.get_text_field(path, object, field);
        }
        let Content::Fields(values) = &path.heap.get(object).content else {
            return Err(outside_of(&class, &field.name));
        };
        let value = values.get(place).cloned().ok_or_else(Stop::malformed)?;
        path.frame()?.replace(1, Some(value))?;
        Ok(Step::Next)
    }

    fn put_field(&mut self, path: &mut Path, field: &Member) -> Result<Step, Stop> {
        let Value::Object(object) = *path.frame()?.peek(1)? else {
            return self.throw(path, NULL_POINTER);
        };
        let class = Arc::clone(&path.heap.get(object).class);
        let place = self.place(&class, field)?;
        Self::demand_own(path, object)?;
        let value = path.frame()?.peek(0)?.clone().kept_as(&field.descriptor);
        let Content::Fields(values) = &path.heap.get(object).content else {
            return Err(outside_of(&class, &field.name));
        };
        // What stays as it is need not be copied, and shows that nothing was changed.
        if !values.get(place).ok_or_else(Stop::malformed)?.is_same(&value)
            && let Content::Fields(values) = &mut path.heap.get_mut(object).content
        {
            values[place] = value;
        }
        path.frame()?.replace(2, None)?;
        Ok(Step::Next)
    }

    /// What sequences have in common is written by static initialisers alone.
    pub(crate) fn demand_own(path: &Path, object: usize) -> Result<(), Stop> {
        let object = path.heap.get(object);
        if object.is_shared && !path.is_initialising() {
            return Err(Stop::Open(Reason::Shared(format!("an object of {}", object.class))));
        }
        Ok(())
    }

    /// The class that declares a static field, and the constant that it holds.
    fn declaring(&mut self, field: &Member) -> Result<(Arc<str>, Option<palus_classes::Constant>), Stop> {
        let mut open = vec![Arc::clone(&field.owner)];
        while let Some(class) = open.pop() {
            let loaded = self.program.class(&class).ok_or_else(|| missing(&class))?;
            if let Some(found) = loaded.info.find_field(&field.name, &field.descriptor) {
                return Ok((class, found.constant.clone()));
            }
            open.extend(loaded.info.superclass.iter().cloned());
            open.extend(loaded.info.interfaces.iter().cloned());
        }
        Err(missing(&format!("{}.{}", field.owner, field.name)))
    }

    fn get_static(&mut self, path: &mut Path, field: &Member) -> Result<(), Stop> {
        let (class, constant) = self.declaring(field)?;
        if let Some(constant) = constant {
            let value = Self::constant(path, &constant)?;
            return path.frame()?.replace(0, Some(value));
        }
        let loaded = self.program.class(&class).ok_or_else(|| missing(&class))?;
        if !loaded.info.is_on_class_path() {
            if let Some(value) = self.static_of_jdk(path, &class, field)? {
                return path.frame()?.replace(0, Some(value));
            }
            if !is_executed(&class) {
                return Self::opaque_static(path, &class, field);
            }
        }
        if self.initialise(path, &class)? {
            return Ok(());
        }
        let key = (class, Arc::clone(&field.name));
        let initial = || Value::initial(&field.descriptor);
        let value = path.heap.statics.get(&key).cloned().unwrap_or_else(initial);
        path.frame()?.replace(0, Some(value))
    }

    fn put_static(&mut self, path: &mut Path, field: &Member) -> Result<(), Stop> {
        let (class, _) = self.declaring(field)?;
        if self.initialise(path, &class)? {
            return Ok(());
        }
        if !path.is_initialising() {
            return Err(Stop::Open(Reason::Shared(format!("{class}.{}", field.name))));
        }
        let value = path.frame()?.peek(0)?.clone().kept_as(&field.descriptor);
        Arc::make_mut(&mut path.heap.statics).insert((class, Arc::clone(&field.name)), value);
        path.frame()?.replace(1, None)
    }

    fn new_object(&mut self, path: &mut Path, class: &Arc<str>) -> Result<(), Stop> {
        let loaded = self.program.class(class).ok_or_else(|| missing(class))?;
        let base = self.program.base(class).ok_or_else(|| missing(class))?;
        if crate::strings::is_builder(class) {
            let content = Content::Text(Some(JavaString::from("")));
            let object = path.heap.add(Arc::clone(class), content, path.is_initialising());
            return path.frame()?.replace(0, Some(object));
        }
        // Boxes that are not the ones that `valueOf` gives would not be told from these by `==`.
        if Primitive::ALL.iter().any(|primitive| primitive.boxed() == &**class) {
            return Err(Stop::Open(Reason::Class(class.to_string())));
        }
        let is_thrown = self.program.is_instance(class, "java.lang.Throwable");
        if !is_thrown && !is_executed(&base) {
            return Err(Stop::Open(Reason::Class(base.to_string())));
        }
        if self.initialise(path, class)? {
            return Ok(());
        }
        let fields = loaded.fields.iter().map(|field| Value::initial(&field.descriptor));
        let content = Content::Fields(fields.collect());
        let is_shared = path.is_initialising();
        let object = path.heap.add(Arc::clone(class), content, is_shared);
        path.frame()?.replace(0, Some(object))
    }

    fn new_array(&mut self, path: &mut Path, descriptor: &Arc<str>, dimensions: usize) -> Result<Step, Stop> {
        let frame = path.frames.last().ok_or_else(Stop::malformed)?;
        let mut lengths = Vec::new();
        for below in (0..dimensions).rev() {
            let length = frame.number(below)?;
            if Self::decide(path, Relation::Lt, length, &Term::Int(0))? {
                return self.throw(path, "java.lang.NegativeArraySizeException");
            }
            lengths.push(path.concrete(length)?);
        }
        let mut total: i64 = 1;
        for length in &lengths {
            total = total.saturating_mul((*length).max(1));
        }
        if total > LONGEST {
            return Err(Stop::Open(Reason::TooLarge));
        }
        let array = Self::filled(path, descriptor, &lengths)?;
        path.frame()?.replace(dimensions, Some(array))?;
        Ok(Step::Next)
    }

    fn filled(path: &mut Path, descriptor: &str, lengths: &[i64]) -> Result<Value, Stop> {
        let element = descriptor.get(1..).ok_or_else(Stop::malformed)?;
        let (length, inner) = lengths.split_first().ok_or_else(Stop::malformed)?;
        let mut elements = Vec::new();
        for _ in 0..*length {
            elements.push(if inner.is_empty() {
                Value::initial(element)
            } else {
                Self::filled(path, element, inner)?
            });
        }
        let is_shared = path.is_initialising();
        Ok(path.heap.add(descriptor.into(), Content::Elements(elements), is_shared))
    }

    /// The position that an index means in an array of that length; `None` for one outside of it.
    pub(crate) fn position(path: &Path, index: &Term, length: usize) -> Result<Option<usize>, Stop> {
        if let Some(value) = index.value() {
            return Ok(usize::try_from(value).ok().filter(|place| *place < length));
        }
        let limit = Term::Int(length as i32);
        if Self::decide(path, Relation::Lt, index, &Term::Int(0))? || Self::decide(path, Relation::Ge, index, &limit)? {
            return Ok(None);
        }
        for place in 0..length {
            if Self::decide(path, Relation::Eq, index, &Term::Int(place as i32))? {
                return Ok(Some(place));
            }
        }
        Err(Stop::malformed())
    }

    /// A position that holds the same as the one that an index means; `None` for one outside of the array. Of neighbours that hold one constant
    /// nobody needs to know which it is: tables have many such.
    fn place_of_value(path: &Path, index: &Term, elements: &[Value]) -> Result<Option<usize>, Stop> {
        let is_constant = |value: &Value| matches!(value, Value::Number(term) if term.value().is_some());
        if index.value().is_some() || !elements.iter().all(is_constant) {
            return Self::position(path, index, elements.len());
        }
        let limit = Term::Int(elements.len() as i32);
        if Self::decide(path, Relation::Lt, index, &Term::Int(0))? || Self::decide(path, Relation::Ge, index, &limit)? {
            return Ok(None);
        }
        let mut starts = vec![0];
        starts.extend((1..elements.len()).filter(|&at| !elements[at].is_same(&elements[at - 1])));
        if starts.len() > MOST_RUNS {
            return Err(Stop::Open(Reason::TooLarge));
        }
        let mut starts = starts.as_slice();
        while starts.len() > 1 {
            let (before, behind) = starts.split_at(starts.len() / 2);
            let is_before = Self::decide(path, Relation::Lt, index, &Term::Int(behind[0] as i32))?;
            starts = if is_before { before } else { behind };
        }
        Ok(starts.first().copied())
    }

    fn array_load(&mut self, path: &mut Path) -> Result<Step, Stop> {
        let frame = path.frames.last().ok_or_else(Stop::malformed)?;
        let Value::Object(array) = *frame.peek(1)? else {
            return self.throw(path, NULL_POINTER);
        };
        let elements = path.heap.elements(array).ok_or_else(Stop::malformed)?;
        let Some(place) = Self::place_of_value(path, frame.number(0)?, elements)? else {
            return self.throw(path, INDEX);
        };
        let value = elements[place].clone();
        path.frame()?.replace(2, Some(value))?;
        Ok(Step::Next)
    }

    fn array_store(&mut self, path: &mut Path, kind: Primitive) -> Result<Step, Stop> {
        let frame = path.frames.last().ok_or_else(Stop::malformed)?;
        let Value::Object(array) = *frame.peek(2)? else {
            return self.throw(path, NULL_POINTER);
        };
        let length = path.heap.elements(array).ok_or_else(Stop::malformed)?.len();
        let Some(place) = Self::position(path, frame.number(1)?, length)? else {
            return self.throw(path, INDEX);
        };
        let class = Arc::clone(&path.heap.get(array).class);
        let element = class.get(1..).ok_or_else(Stop::malformed)?;
        let value = frame.peek(0)?.clone().kept_as(element);
        if let (Primitive::Void, Value::Object(stored)) = (kind, &value) {
            let wanted = element
                .strip_prefix('L')
                .and_then(|it| it.strip_suffix(';'))
                .unwrap_or(element);
            if !self.is_one(path, *stored, &wanted.replace('/', "."))? {
                return self.throw(path, "java.lang.ArrayStoreException");
            }
        }
        Self::demand_own(path, array)?;
        let elements = path.heap.elements(array).ok_or_else(Stop::malformed)?;
        if !elements[place].is_same(&value)
            && let Content::Elements(elements) = &mut path.heap.get_mut(array).content
        {
            elements[place] = value;
        }
        path.frame()?.replace(3, None)?;
        Ok(Step::Next)
    }
}

/// What is asked of a class, of which that is not known.
pub(crate) fn outside_of(class: &str, member: &str) -> Stop {
    Stop::Open(Reason::Method(format!("{class}.{member}")))
}

pub(crate) fn missing(class: &str) -> Stop {
    Stop::Open(Reason::Missing(class.to_owned()))
}
