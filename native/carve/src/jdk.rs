//! Objects of the JDK, made from their states by the calls that a person would write.

use palus_sequence::{Literal, MethodKind, Operand, Scalar, Statement, TypeKind, Var};
use palus_state::{Content, Slot, Value};

use crate::make::Maker;
use crate::why::Why;

/// What makes an object of a class from what its fields hold: a constructor (`<init>`) or static factory, its descriptor, and the fields that
/// it takes.
struct Recipe {
    class: &'static str,
    /// Who has the factory.
    owner: &'static str,
    name: &'static str,
    descriptor: &'static str,
    fields: &'static [&'static str],
}

const fn made(class: &'static str, descriptor: &'static str, fields: &'static [&'static str]) -> Recipe {
    given(class, (class, "<init>"), descriptor, fields)
}

const fn given(
    class: &'static str,
    (owner, name): (&'static str, &'static str),
    descriptor: &'static str,
    fields: &'static [&'static str],
) -> Recipe {
    Recipe {
        class,
        owner,
        name,
        descriptor,
        fields,
    }
}

const COLLECTIONS: &str = "java.util.Collections";

/// Of the fields that are not named here each is either a cache or what the constructor makes of those that are; where an object can be otherwise
/// ([`FRESH`]), it is asked.
const RECIPES: [Recipe; 32] = [
    made("java.lang.Object", "()V", &[]),
    made("java.util.Date", "(J)V", &["fastTime"]),
    made("java.sql.Timestamp", "(J)V", &["fastTime"]),
    made("java.io.File", "(Ljava/lang/String;)V", &["path"]),
    made("java.io.StringReader", "(Ljava/lang/String;)V", &["str"]),
    made("java.io.ByteArrayOutputStream", "()V", &[]),
    made("java.io.ByteArrayInputStream", "([B)V", &["buf"]),
    made("java.io.PrintWriter", "(Ljava/io/Writer;)V", &["out"]),
    made("java.io.BufferedReader", "(Ljava/io/Reader;)V", &["in"]),
    made("java.util.UUID", "(JJ)V", &["mostSigBits", "leastSigBits"]),
    made("java.util.concurrent.atomic.AtomicInteger", "(I)V", &["value"]),
    made("java.util.concurrent.atomic.AtomicLong", "(J)V", &["value"]),
    made(
        "java.util.concurrent.atomic.AtomicReference",
        "(Ljava/lang/Object;)V",
        &["value"],
    ),
    given(
        "java.net.URI",
        ("java.net.URI", "create"),
        "(Ljava/lang/String;)Ljava/net/URI;",
        &["string"],
    ),
    given(
        "java.util.regex.Pattern",
        ("java.util.regex.Pattern", "compile"),
        "(Ljava/lang/String;I)Ljava/util/regex/Pattern;",
        &["pattern", "flags"],
    ),
    given(
        "java.util.Optional",
        ("java.util.Optional", "ofNullable"),
        "(Ljava/lang/Object;)Ljava/util/Optional;",
        &["value"],
    ),
    given(
        "java.time.LocalDate",
        ("java.time.LocalDate", "of"),
        "(III)Ljava/time/LocalDate;",
        &["year", "month", "day"],
    ),
    given(
        "java.time.LocalTime",
        ("java.time.LocalTime", "of"),
        "(IIII)Ljava/time/LocalTime;",
        &["hour", "minute", "second", "nano"],
    ),
    given(
        "java.time.LocalDateTime",
        ("java.time.LocalDateTime", "of"),
        "(Ljava/time/LocalDate;Ljava/time/LocalTime;)Ljava/time/LocalDateTime;",
        &["date", "time"],
    ),
    given(
        "java.time.Instant",
        ("java.time.Instant", "ofEpochSecond"),
        "(JJ)Ljava/time/Instant;",
        &["seconds", "nanos"],
    ),
    given(
        "java.time.Duration",
        ("java.time.Duration", "ofSeconds"),
        "(JJ)Ljava/time/Duration;",
        &["seconds", "nanos"],
    ),
    given(
        "java.time.Period",
        ("java.time.Period", "of"),
        "(III)Ljava/time/Period;",
        &["years", "months", "days"],
    ),
    given(
        "java.time.ZoneOffset",
        ("java.time.ZoneOffset", "ofTotalSeconds"),
        "(I)Ljava/time/ZoneOffset;",
        &["totalSeconds"],
    ),
    given(
        "java.time.ZoneRegion",
        ("java.time.ZoneId", "of"),
        "(Ljava/lang/String;)Ljava/time/ZoneId;",
        &["id"],
    ),
    given(
        "java.util.Collections$EmptyList",
        (COLLECTIONS, "emptyList"),
        "()Ljava/util/List;",
        &[],
    ),
    given(
        "java.util.Collections$EmptySet",
        (COLLECTIONS, "emptySet"),
        "()Ljava/util/Set;",
        &[],
    ),
    given(
        "java.util.Collections$EmptyMap",
        (COLLECTIONS, "emptyMap"),
        "()Ljava/util/Map;",
        &[],
    ),
    given(
        "java.util.Collections$SingletonList",
        (COLLECTIONS, "singletonList"),
        "(Ljava/lang/Object;)Ljava/util/List;",
        &["element"],
    ),
    given(
        "java.util.Collections$SingletonSet",
        (COLLECTIONS, "singleton"),
        "(Ljava/lang/Object;)Ljava/util/Set;",
        &["element"],
    ),
    given(
        "java.util.Collections$UnmodifiableRandomAccessList",
        (COLLECTIONS, "unmodifiableList"),
        "(Ljava/util/List;)Ljava/util/List;",
        &["list"],
    ),
    given(
        "java.util.Collections$UnmodifiableSet",
        (COLLECTIONS, "unmodifiableSet"),
        "(Ljava/util/Set;)Ljava/util/Set;",
        &["c"],
    ),
    given(
        "java.util.Collections$UnmodifiableMap",
        (COLLECTIONS, "unmodifiableMap"),
        "(Ljava/util/Map;)Ljava/util/Map;",
        &["m"],
    ),
];

/// The JDK's character sets, each a class of its own.
const CHARSET: Recipe = given(
    "java.nio.charset.Charset",
    ("java.nio.charset.Charset", "forName"),
    "(Ljava/lang/String;)Ljava/nio/charset/Charset;",
    &["name"],
);

/// What the fields of an object have to hold for its [`Recipe`] to be all of it.
const FRESH: [(&str, &str, Scalar); 3] = [
    ("java.io.StringReader", "next", Scalar::Int(0)),
    ("java.io.ByteArrayInputStream", "pos", Scalar::Int(0)),
    ("java.io.ByteArrayOutputStream", "count", Scalar::Int(0)),
];

/// Classes with a constructor without parameters whose objects are filled by `Collection.add`.
const FILLED: [&str; 11] = [
    "java.util.ArrayDeque",
    "java.util.ArrayList",
    "java.util.HashSet",
    "java.util.LinkedHashSet",
    "java.util.LinkedList",
    "java.util.PriorityQueue",
    "java.util.Stack",
    "java.util.TreeSet",
    "java.util.Vector",
    "java.util.concurrent.CopyOnWriteArrayList",
    "java.util.concurrent.CopyOnWriteArraySet",
];

/// The same by `Map.put`.
const MAPS: [&str; 7] = [
    "java.util.HashMap",
    "java.util.Hashtable",
    "java.util.IdentityHashMap",
    "java.util.LinkedHashMap",
    "java.util.TreeMap",
    "java.util.WeakHashMap",
    "java.util.concurrent.ConcurrentHashMap",
];

/// Makes the object of that node; `None` where nobody knows how.
pub(crate) fn rebuild(maker: &mut Maker<'_>, node: u32, class: &str) -> Option<Result<Var, Why>> {
    let content = &maker.state.nodes[node as usize].content;
    match content {
        Content::Elements(_, elements) if class.starts_with('[') => Some(array(maker, node, class, elements)),
        Content::Elements(None | Some(Slot::Null), elements) => match class {
            "java.util.Arrays$ArrayList" => Some(of_array(
                maker,
                elements,
                ("java.util.Arrays", "asList"),
                "java.util.List",
            )),
            "java.util.ImmutableCollections$ListN" | "java.util.ImmutableCollections$List12" => {
                Some(of_array(maker, elements, ("java.util.List", "of"), "java.util.List"))
            }
            "java.lang.StringBuilder" | "java.lang.StringBuffer" => Some(text(maker, class, elements)),
            _ => FILLED.contains(&class).then(|| filled(maker, node, class, elements)),
        },
        Content::ByHash(elements) => match class {
            "java.util.ImmutableCollections$SetN" | "java.util.ImmutableCollections$Set12" => {
                Some(of_array(maker, elements, ("java.util.Set", "of"), "java.util.Set"))
            }
            _ if FILLED.contains(&class) => Some(filled(maker, node, class, elements)),
            _ => {
                let pairs = elements.chunks_exact(2).map(|pair| (&pair[0], &pair[1])).collect();
                MAPS.contains(&class).then(|| map(maker, node, class, pairs))
            }
        },
        Content::Entries(None | Some(Slot::Null), entries) => {
            let pairs: Vec<_> = entries.iter().map(|(key, value)| (key, value)).collect();
            match class {
                "java.util.ImmutableCollections$MapN" | "java.util.ImmutableCollections$Map1" => {
                    Some(copied(maker, pairs))
                }
                _ => MAPS.contains(&class).then(|| map(maker, node, class, pairs)),
            }
        }
        Content::Fields(_) if class == "java.util.Properties" => Some(properties(maker, node)),
        Content::Fields(_) if class == "java.io.StringWriter" => Some(writer(maker, node)),
        Content::Fields(_) => {
            let is_it = |recipe: &&Recipe| recipe.class == class;
            let recipe = RECIPES.iter().find(is_it);
            let recipe = recipe.or_else(|| class.starts_with("sun.nio.cs.").then_some(&CHARSET))?;
            Some(by(recipe, maker, node))
        }
        _ => None,
    }
}

fn array(maker: &mut Maker<'_>, node: u32, class: &str, elements: &[Slot]) -> Result<Var, Why> {
    let unmade = || Why::NotRebuilt(class.into());
    let of = maker.symbols.runtime_name(class);
    let &TypeKind::Array(element) = maker.symbols.kind(of) else {
        return Err(unmade());
    };
    // One that holds itself has no expression.
    if elements.contains(&Slot::Node(node)) {
        return Err(unmade());
    }
    let elements = operands(maker, elements)?;
    Ok(maker.sequence.push(Statement::Array { element, elements }))
}

fn operands<'s>(maker: &mut Maker<'_>, slots: impl IntoIterator<Item = &'s Slot>) -> Result<Vec<Operand>, Why> {
    slots.into_iter().map(|slot| maker.operand(slot)).collect()
}

/// By a factory of any number of elements.
fn of_array(maker: &mut Maker<'_>, slots: &[Slot], (owner, name): (&str, &str), result: &str) -> Result<Var, Why> {
    let elements = operands(maker, slots)?;
    let element = maker.symbols.class("java.lang.Object");
    let array = maker.sequence.push(Statement::Array { element, elements });
    let descriptor = format!("([Ljava/lang/Object;)L{};", result.replace('.', "/"));
    maker.call_static(owner, name, &descriptor, vec![Operand::Var(array)])
}

fn filled(maker: &mut Maker<'_>, node: u32, class: &str, elements: &[Slot]) -> Result<Var, Why> {
    let made = maker.construct(class, "()V", Vec::new())?;
    maker.begin(node, made);
    for element in elements {
        let operands = vec![Operand::Var(made), maker.operand(element)?];
        maker.call(
            "java.util.Collection",
            "add",
            "(Ljava/lang/Object;)Z",
            MethodKind::Instance,
            operands,
        )?;
    }
    Ok(made)
}

fn map(maker: &mut Maker<'_>, node: u32, class: &str, pairs: Vec<(&Slot, &Slot)>) -> Result<Var, Why> {
    let made = maker.construct(class, "()V", Vec::new())?;
    maker.begin(node, made);
    put(maker, made, pairs)?;
    Ok(made)
}

fn put(maker: &mut Maker<'_>, map: Var, pairs: Vec<(&Slot, &Slot)>) -> Result<(), Why> {
    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
    for (key, value) in pairs {
        let operands = vec![Operand::Var(map), maker.operand(key)?, maker.operand(value)?];
        maker.call("java.util.Map", "put", descriptor, MethodKind::Instance, operands)?;
    }
    Ok(())
}

/// An unmodifiable map of any size.
fn copied(maker: &mut Maker<'_>, pairs: Vec<(&Slot, &Slot)>) -> Result<Var, Why> {
    let map = maker.construct("java.util.HashMap", "()V", Vec::new())?;
    put(maker, map, pairs)?;
    let copied = vec![Operand::Var(map)];
    maker.call_static("java.util.Map", "copyOf", "(Ljava/util/Map;)Ljava/util/Map;", copied)
}

fn text(maker: &mut Maker<'_>, class: &str, elements: &[Slot]) -> Result<Var, Why> {
    let text = operands(maker, elements)?;
    maker.construct(class, "(Ljava/lang/String;)V", text)
}

/// Properties keep what they hold in a map of their own.
fn properties(maker: &mut Maker<'_>, node: u32) -> Result<Var, Why> {
    let class = "java.util.Properties";
    let unknown = || Why::NotRebuilt(class.into());
    let Some(Slot::Node(map)) = maker.field(node, "map") else {
        return Err(unknown());
    };
    let made = maker.construct(class, "()V", Vec::new())?;
    maker.begin(node, made);
    match &maker.state.nodes[*map as usize].content {
        Content::Entries(_, entries) => {
            put(maker, made, entries.iter().map(|(key, value)| (key, value)).collect())?;
        }
        Content::ByHash(elements) => {
            put(
                maker,
                made,
                elements.chunks_exact(2).map(|pair| (&pair[0], &pair[1])).collect(),
            )?;
        }
        _ => return Err(unknown()),
    }
    match maker.field(node, "defaults") {
        Some(Slot::Null) => Ok(made),
        _ => Err(unknown()),
    }
}

fn writer(maker: &mut Maker<'_>, node: u32) -> Result<Var, Why> {
    let class = "java.io.StringWriter";
    let Some(Slot::Node(buffer)) = maker.field(node, "buf") else {
        return Err(Why::NotRebuilt(class.into()));
    };
    let made = maker.construct(class, "()V", Vec::new())?;
    if let Content::Elements(_, written) = &maker.state.nodes[*buffer as usize].content
        && let [text @ Slot::Value(Value::String(units))] = written.as_slice()
        && !units.units().is_empty()
    {
        let operands = vec![Operand::Var(made), maker.operand(text)?];
        maker.call(
            "java.io.Writer",
            "write",
            "(Ljava/lang/String;)V",
            MethodKind::Instance,
            operands,
        )?;
    }
    Ok(made)
}

fn by(recipe: &Recipe, maker: &mut Maker<'_>, node: u32) -> Result<Var, Why> {
    let unknown = || Why::NotRebuilt(recipe.class.into());
    let is_otherwise = |(class, field, value): &(&str, &str, Scalar)| {
        let fresh = Slot::Value(Value::Scalar(*value));
        *class == recipe.class && maker.field(node, field).is_some_and(|slot| *slot != fresh)
    };
    if FRESH.iter().any(is_otherwise) {
        return Err(unknown());
    }
    let slots: Option<Vec<&Slot>> = recipe.fields.iter().map(|field| maker.field(node, field)).collect();
    let mut operands = operands(maker, slots.ok_or_else(unknown)?)?;
    // Fields may be narrower than the parameters that they are given to, where all of these are primitive.
    for (operand, wanted) in operands.iter_mut().zip(recipe.descriptor[1..].chars()) {
        if let Operand::Literal(literal) = operand
            && let Some(wider) = widened(literal, wanted)
        {
            *literal = wider;
        }
    }
    if recipe.name == "<init>" {
        maker.construct(recipe.owner, recipe.descriptor, operands)
    } else {
        maker.call_static(recipe.owner, recipe.name, recipe.descriptor, operands)
    }
}

/// A whole number as one of that type, by its descriptor: `None` where it is one.
fn widened(literal: &Literal, wanted: char) -> Option<Literal> {
    let number = match *literal {
        Literal::Byte(v) => i64::from(v),
        Literal::Short(v) => i64::from(v),
        Literal::Int(v) => i64::from(v),
        _ => return None,
    };
    match wanted {
        'I' => i32::try_from(number).ok().map(Literal::Int),
        'J' => Some(Literal::Long(number)),
        _ => None,
    }
}
