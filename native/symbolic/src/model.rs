//! Methods of the JDK that are modelled here, because their code is native or goes where nothing is known.

use std::sync::Arc;

use palus_classes::{Member, Relation};

use crate::execute::{Executor, Step};
use crate::heap::{Content, Heap, Object, Value};
use crate::objects::{LONGEST, NULL_POINTER};
use crate::path::{Path, Reason, Stop};
use crate::program::{Program, parameters};
use crate::term::Term;

impl Executor {
    /// Executes a call of a modelled method; `None` for all others.
    pub(crate) fn modelled(
        &mut self,
        path: &mut Path,
        target: &Member,
        arguments: &[Value],
    ) -> Result<Option<Step>, Stop> {
        let result = match (&*target.owner, &*target.name) {
            ("java.lang.Object", "<init>") => None,
            ("java.lang.System", "arraycopy") => return self.array_copy(path, arguments).map(Some),
            ("java.util.Arrays", "copyOf") if target.descriptor.starts_with("([Ljava/lang/Object;I)") => {
                return self.copy_of(path, arguments).map(Some);
            }
            ("java.util.EnumMap", "getKeyUniverse") | ("java.util.EnumSet", "getUniverse") => {
                return self.enum_constants(path, arguments);
            }
            (owner, "valueOf") if box_of(owner) == Some(&*target.descriptor) => {
                Some(self.boxed(path, owner, arguments.first().ok_or_else(Stop::malformed)?)?)
            }
            (_, "clone") if self.is_cloned_as_it_is(path, target, arguments) => Some(Self::copied(path, arguments)?),
            (_, "<init>") if self.is_thrown_of_jdk(&target.owner) => None,
            _ => {
                if let Some(step) = self.string_method(path, target, arguments)? {
                    return Ok(Some(step));
                }
                match self.native(path, target, arguments)? {
                    Some(result) => Some(result),
                    None if is_without_effect(path, target, arguments) => None,
                    None => return Ok(None),
                }
            }
        };
        path.frame()?.replace(arguments.len(), result)?;
        Ok(Some(Step::Next))
    }

    /// What exceptions of the JDK keep of their arguments is no part of a state.
    pub(crate) fn is_thrown_of_jdk(&mut self, class: &str) -> bool {
        let is_of_jdk = self
            .program
            .class(class)
            .is_some_and(|loaded| !loaded.info.is_on_class_path());
        is_of_jdk && self.program.is_instance(class, "java.lang.Throwable")
    }

    /// A box as `valueOf` gives it. That of a small number would always be the same object: [`Executor::are_one_box`] knows of it.
    pub(crate) fn boxed(&mut self, path: &mut Path, class: &str, value: &Value) -> Result<Value, Stop> {
        boxed(&mut self.program, &mut path.heap, class, value).ok_or_else(Stop::malformed)
    }

    /// Whether two boxes that are two objects here are one in a virtual machine, which keeps those of small numbers (JLS 5.1.7); `None` where
    /// these are no boxes of whole numbers.
    pub(crate) fn are_one_box(path: &Path, one: &Object, other: &Object) -> Result<Option<bool>, Stop> {
        let is_kept = one.class == other.class && box_of(&one.class).is_some();
        let (Content::Fields(a), Content::Fields(b)) = (&one.content, &other.content) else {
            return Ok(None);
        };
        let (Some(Value::Number(a)), Some(Value::Number(b))) = (a.first().filter(|_| is_kept), b.first()) else {
            return Ok(None);
        };
        let small = |relation, bound: i64| Self::decide(path, relation, a, &Term::constant(a.is_long(), bound));
        let is_one = Self::decide(path, Relation::Eq, a, b)? && small(Relation::Ge, -128)? && small(Relation::Le, 127)?;
        Ok(Some(is_one))
    }

    /// Whether it is the method of arrays, or that of `Object`, called on what may be cloned.
    fn is_cloned_as_it_is(&mut self, path: &Path, target: &Member, arguments: &[Value]) -> bool {
        if target.owner.starts_with('[') {
            return true;
        }
        let Some(Value::Object(object)) = arguments.first().filter(|_| &*target.owner == "java.lang.Object") else {
            return false;
        };
        let object = path.heap.get(*object);
        matches!(object.content, Content::Fields(_)) && self.program.is_instance(&object.class, "java.lang.Cloneable")
    }

    fn copied(path: &mut Path, arguments: &[Value]) -> Result<Value, Stop> {
        let Some(Value::Object(array)) = arguments.first() else {
            return Err(Stop::malformed());
        };
        let object = path.heap.get(*array).clone();
        let is_shared = path.is_initialising();
        Ok(path.heap.add(object.class, object.content, is_shared))
    }

    /// `Arrays.copyOf(Object[], int)`.
    fn copy_of(&mut self, path: &mut Path, arguments: &[Value]) -> Result<Step, Stop> {
        let [Value::Object(array), Value::Number(length)] = arguments else {
            return self.throw(path, NULL_POINTER);
        };
        if Self::decide(path, Relation::Lt, length, &Term::Int(0))? {
            return self.throw(path, "java.lang.NegativeArraySizeException");
        }
        let length = path.concrete(length)?;
        if length > LONGEST {
            return Err(Stop::Open(Reason::TooLarge));
        }
        let class = Arc::clone(&path.heap.get(*array).class);
        let mut elements = path.heap.elements(*array).ok_or_else(Stop::malformed)?.to_vec();
        elements.resize(length as usize, Value::Null);
        let is_shared = path.is_initialising();
        let copy = path.heap.add(class, Content::Elements(elements), is_shared);
        path.frame()?.replace(2, Some(copy))?;
        Ok(Step::Next)
    }

    /// That all of these are elements which an array of that class takes: otherwise some are copied before one is refused.
    fn demand_storable(&mut self, path: &Path, elements: &[Value], array: &str) -> Result<(), Stop> {
        let element = crate::state::runtime_name(array.get(1..).unwrap_or_default());
        let wanted = if element.starts_with('[') {
            element.replace('.', "/")
        } else {
            element.to_string()
        };
        for value in elements {
            if let Value::Object(object) = value
                && !self.is_one(path, *object, &wanted)?
            {
                return Err(Stop::Open(Reason::instruction("a copy into an array of another type")));
            }
        }
        Ok(())
    }

    /// `System.arraycopy`.
    fn array_copy(&mut self, path: &mut Path, arguments: &[Value]) -> Result<Step, Stop> {
        let [
            from,
            Value::Number(from_at),
            to,
            Value::Number(to_at),
            Value::Number(count),
        ] = arguments
        else {
            return Err(Stop::malformed());
        };
        let (Value::Object(from), Value::Object(to)) = (from, to) else {
            return self.throw(path, NULL_POINTER);
        };
        let (Some(source), Some(sink)) = (path.heap.elements(*from), path.heap.elements(*to)) else {
            return self.throw(path, "java.lang.ArrayStoreException");
        };
        let (sent, taken) = (
            Arc::clone(&path.heap.get(*from).class),
            Arc::clone(&path.heap.get(*to).class),
        );
        if sent != taken && (is_of_primitives(&sent) || is_of_primitives(&taken)) {
            return self.throw(path, "java.lang.ArrayStoreException");
        }
        let (from_at, to_at, count) = (path.concrete(from_at)?, path.concrete(to_at)?, path.concrete(count)?);
        let fits = |at: i64, length: usize| at >= 0 && count >= 0 && at + count <= length as i64;
        if !fits(from_at, source.len()) || !fits(to_at, sink.len()) {
            return self.throw(path, "java.lang.ArrayIndexOutOfBoundsException");
        }
        Self::demand_own(path, *to)?;
        let moved = path.heap.elements(*from).ok_or_else(Stop::malformed)?;
        let moved = moved[from_at as usize..(from_at + count) as usize].to_vec();
        if sent != taken {
            self.demand_storable(path, &moved, &taken)?;
        }
        if let Content::Elements(elements) = &mut path.heap.get_mut(*to).content {
            elements.splice(to_at as usize..(to_at + count) as usize, moved);
        }
        path.frame()?.replace(5, None)?;
        Ok(Step::Next)
    }
}

fn is_of_primitives(array: &str) -> bool {
    array.len() == 2
}

/// What code cannot tell from nothing: who registers a way into a package's inside is not asked for it by what is executed.
fn is_without_effect(path: &Path, target: &Member, arguments: &[Value]) -> bool {
    match &*target.owner {
        "jdk.internal.access.SharedSecrets" => target.name.starts_with("set"),
        "java.lang.Object" => target.name.starts_with("notify"),
        // What is printed is read by nobody.
        "java.io.PrintStream" => is_told(path, target, arguments),
        "java.lang.ref.Reference" => &*target.name == "reachabilityFence",
        _ => false,
    }
}

/// Whether a text or primitive, or nothing, is printed to a stream of the system.
fn is_told(path: &Path, target: &Member, arguments: &[Value]) -> bool {
    let is_of_system = |value: &Value| matches!(value, Value::Object(object) if matches!(path.heap.get(*object).content, Content::Opaque));
    let types = parameters(&target.descriptor);
    let is_plain = |descriptor: &Arc<str>| descriptor.len() == 1 || &**descriptor == "Ljava/lang/String;";
    arguments.first().is_some_and(is_of_system)
        && target.descriptor.ends_with(")V")
        && types.len() < 2
        && types.iter().all(is_plain)
}

/// The descriptor of the method of a box that boxes.
fn box_of(class: &str) -> Option<&'static str> {
    Some(match class {
        "java.lang.Integer" => "(I)Ljava/lang/Integer;",
        "java.lang.Long" => "(J)Ljava/lang/Long;",
        "java.lang.Short" => "(S)Ljava/lang/Short;",
        "java.lang.Byte" => "(B)Ljava/lang/Byte;",
        "java.lang.Character" => "(C)Ljava/lang/Character;",
        "java.lang.Boolean" => "(Z)Ljava/lang/Boolean;",
        "java.lang.Float" => "(F)Ljava/lang/Float;",
        "java.lang.Double" => "(D)Ljava/lang/Double;",
        _ => return None,
    })
}

/// A new box of a class with that value in it; `None` where there is no class file of it.
pub(crate) fn boxed(program: &mut Program, heap: &mut Heap, class: &str, value: &Value) -> Option<Value> {
    let loaded = program.class(class)?;
    let fields = loaded.fields.iter().map(|field| match &*field.name {
        "value" => value.clone().kept_as(&field.descriptor),
        _ => Value::initial(&field.descriptor),
    });
    Some(heap.add(class.into(), Content::Fields(fields.collect()), false))
}
