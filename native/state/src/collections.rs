//! Collections of the JDK as what they hold. Each is recognised by its class, exactly, and read by the names of its fields, which are the
//! same from JDK 11 to 25; one that is not as expected, because another thread changes it or a JDK has other fields, is written by its fields.

use palus_sequence::Scalar;
use palus_trace::record::tag;

use crate::build::{is_value, slot, text};
use crate::heap::{Heap, Nature};
use crate::state::{Content, Slot, Value};
use crate::values::compact;

/// What the collection holds; `None` for all that is none.
pub(crate) fn held(heap: &Heap<'_>, object: u32) -> Option<Content> {
    let view = View { heap, object };
    let class = heap.class(object).strip_prefix("java.")?;
    let elements = |references: Vec<u64>| Content::Elements(None, view.slots(&references));
    match class {
        "util.ArrayList" => view.first_of_array("elementData", "size").map(elements),
        "util.Vector" | "util.Stack" => view.first_of_array("elementData", "elementCount").map(elements),
        "util.LinkedList" => view.chain("first", &["item"], "next").map(elements),
        "util.ArrayDeque" => view.ring().map(elements),
        "util.ImmutableCollections$ListN" => view.array("elements").map(|all| elements(all.to_vec())),
        "util.ImmutableCollections$List12" => view.one_or_two().map(elements),
        "util.ImmutableCollections$Set12" => view.one_or_two().map(|all| view.hashed(&all, 1)),
        "util.Arrays$ArrayList" => view.array("a").map(|all| elements(all.to_vec())),
        "util.concurrent.CopyOnWriteArrayList" => view.array("array").map(|all| elements(all.to_vec())),
        "util.PriorityQueue" => {
            let queue = view.first_of_array("queue", "size")?;
            Some(Content::Elements(view.slot("comparator"), view.slots(&queue)))
        }
        "util.TreeMap" => view.tree(),
        "util.TreeSet" => keys(view.inside("m", "java.util.TreeMap")?.tree()?),
        "util.LinkedHashMap" => view
            .chain("head", &["key", "value"], "after")
            .map(|all| view.entries(&all)),
        "util.LinkedHashSet" => {
            let map = view.inside("map", "java.util.LinkedHashMap")?;
            map.chain("head", &["key"], "after").map(elements)
        }
        "util.HashMap" | "util.Hashtable" => view.buckets("value").map(|all| view.hashed(&all, 2)),
        "util.concurrent.ConcurrentHashMap" => view.concurrent_buckets().map(|all| view.hashed(&all, 2)),
        "util.HashSet" => {
            let map = view.inside("map", "java.util.HashMap")?.buckets("value")?;
            let keys: Vec<u64> = map.chunks(2).map(|entry| entry[0]).collect();
            Some(view.hashed(&keys, 1))
        }
        "util.ImmutableCollections$Map1" => {
            let entry = [heap.field(object, "k0")?, heap.field(object, "v0")?];
            Some(view.hashed(&entry, 2))
        }
        "util.ImmutableCollections$MapN" => view.probed("table", 2).map(|all| view.hashed(&all, 2)),
        "util.ImmutableCollections$SetN" => view.probed("elements", 1).map(|all| view.hashed(&all, 1)),
        "util.IdentityHashMap" => view.probed("table", 2).map(|all| view.hashed(&all, 2)),
        "util.EnumMap" => view.enum_map(),
        "util.RegularEnumSet" | "util.JumboEnumSet" => view.enum_set(),
        "util.BitSet" => view.bit_set(),
        "lang.StringBuilder" | "lang.StringBuffer" => view.builder(),
        _ => None,
    }
}

/// A set is the keys of a map.
fn keys(map: Content) -> Option<Content> {
    match map {
        Content::Entries(head, entries) => Some(Content::Elements(
            head,
            entries.into_iter().map(|(key, _)| key).collect(),
        )),
        _ => None,
    }
}

#[derive(Clone, Copy)]
struct View<'h, 'w> {
    heap: &'h Heap<'w>,
    object: u32,
}

impl<'w> View<'_, 'w> {
    fn slots(&self, references: &[u64]) -> Vec<Slot> {
        references.iter().map(|reference| slot(self.heap, *reference)).collect()
    }

    fn slot(&self, field: &str) -> Option<Slot> {
        self.heap.field(self.object, field).map(|word| slot(self.heap, word))
    }

    fn int(&self, field: &str) -> Option<usize> {
        usize::try_from(self.heap.field(self.object, field)? as i32).ok()
    }

    fn array(&self, field: &str) -> Option<&'w [u64]> {
        self.heap.elements(self.heap.referred(self.object, field)?)
    }

    /// The collection that this one keeps its elements in, which has to be of that class.
    fn inside(&self, field: &str, class: &str) -> Option<Self> {
        let object = self.heap.referred(self.object, field)?;
        (self.heap.class(object) == class).then_some(Self { object, ..*self })
    }

    fn first_of_array(&self, array: &str, count: &str) -> Option<Vec<u64>> {
        Some(self.array(array)?.get(..self.int(count)?)?.to_vec())
    }

    /// What the fields of linked nodes hold, from the first node on.
    fn chain(&self, first: &str, fields: &[&str], next: &str) -> Option<Vec<u64>> {
        self.linked(self.heap.object(self.heap.field(self.object, first)?), fields, next)
    }

    fn linked(&self, first: Option<u32>, fields: &[&str], next: &str) -> Option<Vec<u64>> {
        let mut all = Vec::new();
        let mut node = first;
        let mut passed = 0;
        while let Some(here) = node {
            for field in fields {
                all.push(self.heap.field(here, field)?);
            }
            node = self.heap.object(self.heap.field(here, next)?);
            passed += 1;
            if passed > self.heap.len() {
                // A ring: another thread is at work.
                return None;
            }
        }
        Some(all)
    }

    /// Neither element can be null: null is none.
    fn one_or_two(&self) -> Option<Vec<u64>> {
        let elements = [self.heap.field(self.object, "e0")?, self.heap.field(self.object, "e1")?];
        Some(elements.into_iter().filter(|element| *element != 0).collect())
    }

    fn ring(&self) -> Option<Vec<u64>> {
        let elements = self.array("elements")?;
        let (head, tail) = (self.int("head")?, self.int("tail")?);
        let both = if head <= tail {
            [elements.get(head..tail)?, &[]]
        } else {
            [elements.get(head..)?, elements.get(..tail)?]
        };
        Some(both.concat())
    }

    fn entries(&self, references: &[u64]) -> Content {
        let pairs = references.chunks(2);
        let entries = pairs.map(|entry| (slot(self.heap, entry[0]), slot(self.heap, entry[1])));
        Content::Entries(None, entries.collect())
    }

    /// The entries of a red-black tree in order, without recursion.
    fn tree(&self) -> Option<Content> {
        let mut path = Vec::new();
        let mut entries = Vec::new();
        let mut node = self.heap.object(self.heap.field(self.object, "root")?);
        loop {
            while let Some(here) = node {
                path.push(here);
                if path.len() > self.heap.len() {
                    return None;
                }
                node = self.heap.object(self.heap.field(here, "left")?);
            }
            let Some(here) = path.pop() else {
                break;
            };
            let (key, value) = (self.heap.field(here, "key")?, self.heap.field(here, "value")?);
            entries.push((slot(self.heap, key), slot(self.heap, value)));
            if entries.len() > self.heap.len() {
                return None;
            }
            node = self.heap.object(self.heap.field(here, "right")?);
        }
        Some(Content::Entries(self.slot("comparator"), entries))
    }

    /// Keys and values in a table of chains. Nodes of a bucket that became a tree stay chained.
    fn buckets(&self, value: &str) -> Option<Vec<u64>> {
        let mut all = Vec::new();
        let Some(table) = self.heap.object(self.heap.field(self.object, "table")?) else {
            return Some(all);
        };
        for bucket in self.heap.elements(table)? {
            all.extend(self.linked(self.heap.object(*bucket), &["key", value], "next")?);
        }
        Some(all)
    }

    fn concurrent_buckets(&self) -> Option<Vec<u64>> {
        let mut all = Vec::new();
        let Some(table) = self.heap.object(self.heap.field(self.object, "table")?) else {
            return Some(all);
        };
        for bucket in self.heap.elements(table)? {
            let mut first = self.heap.object(*bucket);
            if let Some(head) = first {
                first = match self.heap.class(head).rsplit('$').next()? {
                    "Node" => first,
                    "TreeBin" => self.heap.object(self.heap.field(head, "first")?),
                    // The table is being moved.
                    _ => return None,
                };
            }
            all.extend(self.linked(first, &["key", "val"], "next")?);
        }
        Some(all)
    }

    /// What is in an open hash table, whose free places are null.
    fn probed(&self, table: &str, width: usize) -> Option<Vec<u64>> {
        let taken = self.array(table)?.chunks_exact(width).filter(|place| place[0] != 0);
        Some(taken.flatten().copied().collect())
    }

    /// Elements (`width` 1) or entries (`width` 2) whose order is no part of the state, sorted by their keys where those are values.
    fn hashed(&self, references: &[u64], width: usize) -> Content {
        let mut places: Vec<Vec<Slot>> = references.chunks(width).map(|place| self.slots(place)).collect();
        if !places.iter().all(|place| is_value(&place[0])) {
            return Content::ByHash(places.concat());
        }
        places.sort_by(|one, other| one[0].cmp(&other[0]));
        if width == 1 {
            return Content::Elements(None, places.concat());
        }
        let entries = places.into_iter().map(|place| {
            let mut place = place.into_iter();
            (place.next().unwrap_or(Slot::Null), place.next().unwrap_or(Slot::Null))
        });
        Content::Entries(None, entries.collect())
    }

    /// A value that is null has an object of its own in the place of the value.
    fn enum_map(&self) -> Option<Content> {
        let keys = self.array("keyUniverse")?;
        let values = self.array("vals")?;
        let present = keys.iter().zip(values).filter(|(_, value)| **value != 0);
        let entries = present.map(|(key, value)| {
            let is_null = self
                .heap
                .object(*value)
                .is_some_and(|object| self.heap.class(object) == "java.util.EnumMap$1");
            (slot(self.heap, *key), slot(self.heap, if is_null { 0 } else { *value }))
        });
        Some(Content::Entries(None, entries.collect()))
    }

    /// The bits of `elements`, a `long` or an array of them, say which constants are in the set.
    fn enum_set(&self) -> Option<Content> {
        let universe = self.array("universe")?;
        let elements = self.heap.field(self.object, "elements")?;
        let is_regular = self.heap.class(self.object) == "java.util.RegularEnumSet";
        let words = if is_regular {
            vec![elements]
        } else {
            self.heap.body(self.heap.object(elements)?).to_vec()
        };
        let has = |index: usize| words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1);
        let members = universe.iter().enumerate().filter(|(index, _)| has(*index));
        Some(Content::Elements(
            None,
            members.map(|(_, constant)| slot(self.heap, *constant)).collect(),
        ))
    }

    fn bit_set(&self) -> Option<Content> {
        let array = self.heap.referred(self.object, "words")?;
        if self.heap.layout(array).nature != Nature::Array(tag::LONG) {
            return None;
        }
        let used = self.heap.body(array).get(..self.int("wordsInUse")?)?;
        let words = used
            .iter()
            .map(|word| Slot::Value(Value::Scalar(Scalar::Long(*word as i64))));
        Some(Content::Elements(None, words.collect()))
    }

    /// Whether the characters are kept in one byte or two is no part of the state.
    fn builder(&self) -> Option<Content> {
        let bytes = self.heap.referred(self.object, "value")?;
        let units = compact(
            self.heap,
            bytes,
            self.heap.field(self.object, "coder")? & 0xFF,
            Some(self.int("count")?),
        )?;
        Some(Content::Elements(None, vec![text(units)]))
    }
}
