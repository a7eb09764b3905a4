//! The pairs of objects that fields link.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use palus_sequence::Scalar;
use palus_state::{Class, End, Link, Node, Place, Slot, State, Value, primitive_name};
use rustc_hash::FxHashMap;

/// A field, or a range of elements, of objects of a class.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Field {
    /// The binary name of the class that declares the field, or what `getName` gives for the array or collection.
    pub owner: Arc<str>,
    /// Where.
    pub place: Place,
}

/// `demo.Tree$Node.left`, `[Ljava.lang.Object;[2..]`, `java.util.HashMap[value]`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = &self.owner;
        match &self.place {
            Place::Named(name) => write!(f, "{owner}.{name}"),
            Place::First => write!(f, "{owner}[0]"),
            Place::Second => write!(f, "{owner}[1]"),
            Place::Further => write!(f, "{owner}[2..]"),
            Place::Last => write!(f, "{owner}[last]"),
            Place::Key => write!(f, "{owner}[key]"),
            Place::Value => write!(f, "{owner}[value]"),
        }
    }
}

/// An object by its canonical number among those of its class; or a value, by what is counted of it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Object {
    /// `null`.
    Null,
    /// An object of that run-time class.
    Of(Arc<str>, u32),
    /// A boolean, an enum constant, or the sign of a number.
    Value(Arc<str>),
}

/// `Node#0`: classes by their simple names.
impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => write!(f, "null"),
            Self::Of(class, number) => write!(f, "{}#{number}", simple(class)),
            Self::Value(value) => write!(f, "{value}"),
        }
    }
}

/// `Node`, `Node[]`, `int[][]`.
fn simple(class: &str) -> String {
    let element = class.trim_start_matches('[');
    let brackets = "[]".repeat(class.len() - element.len());
    let named = if brackets.is_empty() {
        element
    } else {
        let primitive = primitive_name(element);
        primitive.unwrap_or_else(|| element.trim_start_matches('L').trim_end_matches(';'))
    };
    format!("{}{brackets}", named.rsplit(['.', '$']).next().unwrap_or(named))
}

/// What a field links: the object that has it, and what is in it.
pub type Pair = (Object, Object);

/// Which fields count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// References to objects alone.
    None,
    /// Booleans, enum constants and, by their signs, numbers too.
    Counted,
}

/// Which tests link a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    One(u32),
    Several,
}

/// The extension of each field over all heaps of a suite.
#[derive(Clone, Debug)]
pub struct Extensions {
    values: Values,
    fields: BTreeMap<Field, BTreeMap<Pair, By>>,
    /// Named fields that held what does not count: they are of another type than the links that are `null` there make one think.
    others: BTreeSet<Field>,
    /// Links by their hashes.
    known: FxHashMap<u64, By>,
    heaps: u64,
}

impl Extensions {
    /// Of no heap.
    pub fn new(values: Values) -> Self {
        Self {
            values,
            fields: BTreeMap::new(),
            others: BTreeSet::new(),
            known: FxHashMap::default(),
            heaps: 0,
        }
    }

    /// Adds a heap that a test made.
    pub fn add(&mut self, heap: &State, test: u32) {
        self.heaps += 1;
        for node in &heap.nodes {
            let class = &heap.classes[node.class as usize];
            for link in node.links(class) {
                if self.is_new(heap, (class, node), &link, test) {
                    let owner = link.owner.clone();
                    let place = link.place;
                    self.link(heap, (class, node), Field { owner, place }, link.slot, test);
                }
            }
        }
    }

    /// Counts a heap that the same test made before: it links nothing more.
    pub fn add_again(&mut self) {
        self.heaps += 1;
    }

    /// Whether it may be that the test links something that it did not before. Nearly all links of a suite are old, and to say so must not take
    /// long.
    fn is_new(&mut self, heap: &State, (class, node): (&Class, &Node), link: &Link<'_>, test: u32) -> bool {
        let end = heap.end(link.slot);
        if end == End::Value && self.values == Values::Counted {
            return true;
        }
        let by = self.known.entry(link.hash(class, node.number, end));
        let mut is_new = true;
        by.and_modify(|by| {
            is_new = *by != By::Several && *by != By::One(test);
            if is_new {
                *by = By::Several;
            }
        })
        .or_insert(By::One(test));
        is_new
    }

    fn link(&mut self, heap: &State, (class, node): (&Class, &Node), field: Field, slot: &Slot, test: u32) {
        let Some(to) = self.object(heap, slot) else {
            // A list of one test may hold objects, and that of another texts.
            if matches!(field.place, Place::Named(_)) {
                self.fields.remove(&field);
                self.others.insert(field);
            }
            return;
        };
        if self.others.contains(&field) {
            return;
        }
        let from = Object::Of(class.name.clone(), node.number);
        let by = self.fields.entry(field).or_default();
        by.entry((from, to))
            .and_modify(|by| {
                if *by != By::One(test) {
                    *by = By::Several;
                }
            })
            .or_insert(By::One(test));
    }

    /// What a slot links to; `None` for what does not count.
    fn object(&self, heap: &State, slot: &Slot) -> Option<Object> {
        let value = match slot {
            Slot::Null => return Some(Object::Null),
            Slot::Node(node) => {
                let node = &heap.nodes[*node as usize];
                return Some(Object::Of(heap.classes[node.class as usize].name.clone(), node.number));
            }
            Slot::Value(value) if self.values == Values::Counted => value,
            Slot::Value(_) | Slot::Some => return None,
        };
        let text = match value {
            Value::Scalar(scalar) | Value::Boxed(scalar) => return Some(Object::Value(sign(*scalar).into())),
            Value::Enum(_, name) => name.to_lossy(),
            _ => return None,
        };
        Some(Object::Value(text.into()))
    }

    /// How many heaps there were.
    pub fn heaps(&self) -> u64 {
        self.heaps
    }

    /// The fields that link something, each with its pairs in order.
    pub fn fields(&self) -> impl Iterator<Item = (&Field, impl Iterator<Item = &Pair>)> {
        self.fields.iter().map(|(field, pairs)| (field, pairs.keys()))
    }

    /// How many pairs a field links.
    pub fn size(&self, field: &Field) -> usize {
        self.fields.get(field).map_or(0, BTreeMap::len)
    }

    /// Whether a field links a pair.
    pub fn has(&self, field: &Field, pair: &Pair) -> bool {
        self.fields.get(field).is_some_and(|pairs| pairs.contains_key(pair))
    }

    /// All pairs of all fields.
    pub fn pairs(&self) -> impl Iterator<Item = (&Field, &Pair)> {
        self.fields
            .iter()
            .flat_map(|(field, pairs)| pairs.keys().map(move |pair| (field, pair)))
    }

    /// What this test links and no other.
    pub fn alone(&self, test: u32) -> impl Iterator<Item = (&Field, &Pair)> {
        let fields = self.fields.iter();
        fields.flat_map(move |(field, pairs)| {
            let alone = pairs.iter().filter(move |(_, by)| **by == By::One(test));
            alone.map(move |(pair, _)| (field, pair))
        })
    }
}

fn sign(scalar: Scalar) -> &'static str {
    let of = |order: Option<std::cmp::Ordering>| match order {
        Some(order) if order.is_lt() => "negative",
        Some(order) if order.is_gt() => "positive",
        Some(_) => "0",
        None => "NaN",
    };
    match scalar {
        Scalar::Boolean(true) => "true",
        Scalar::Boolean(false) => "false",
        Scalar::Float(bits) => of(f32::from_bits(bits).partial_cmp(&0.0)),
        Scalar::Double(bits) => of(f64::from_bits(bits).partial_cmp(&0.0)),
        whole => of(Some((whole.bits() as i64).cmp(&0))),
    }
}
