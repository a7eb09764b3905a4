//! Random object graphs: equal states mean that there is a one-to-one mapping of their objects, and nothing else does.

use std::collections::HashMap;

use palus_state::{Content, Slot, State, diff};
use palus_trace::record::tag;
use proptest::prelude::*;

use crate::support::Builder;

const TAGS: [u8; 9] = [
    tag::OBJECT,
    tag::BOOLEAN,
    tag::BYTE,
    tag::CHAR,
    tag::SHORT,
    tag::INT,
    tag::LONG,
    tag::FLOAT,
    tag::DOUBLE,
];

/// What an object is made of: a class has fields of each tag, an array elements of one.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// A class of two and its fields.
    Object(bool, Vec<u64>),
    /// The tag and the elements.
    Array(u8, Vec<u64>),
}

/// Objects, referred to by their positions and 1.
#[derive(Clone, Debug)]
struct Graph {
    objects: Vec<Shape>,
    roots: Vec<u64>,
}

impl Shape {
    /// Each slot with its tag.
    fn slots(&self) -> Vec<(u8, u64)> {
        match self {
            Self::Object(_, words) => object_tags().zip(words.iter().copied()).collect(),
            Self::Array(tag, words) => words.iter().map(|word| (*tag, *word)).collect(),
        }
    }

    fn words_mut(&mut self) -> &mut Vec<u64> {
        match self {
            Self::Object(_, words) | Self::Array(_, words) => words,
        }
    }
}

/// Two references and one value of each kind.
fn object_tags() -> impl Iterator<Item = u8> {
    std::iter::once(tag::OBJECT).chain(TAGS)
}

fn graph() -> impl Strategy<Value = Graph> {
    (1..8_u64).prop_flat_map(|count| {
        let slot = move |tag: u8| if tag == tag::OBJECT { 0..=count } else { 0..=1 };
        let fields: Vec<_> = object_tags().map(slot).collect();
        let object = (any::<bool>(), fields).prop_map(|(class, words)| Shape::Object(class, words));
        let array = (0..TAGS.len()).prop_flat_map(move |which| {
            let elements = prop::collection::vec(slot(TAGS[which]), 0..4);
            elements.prop_map(move |words| Shape::Array(TAGS[which], words))
        });
        let objects = prop::collection::vec(prop_oneof![object, array], count as usize);
        (objects, prop::collection::vec(0..=count, 1..3)).prop_map(|(objects, roots)| Graph { objects, roots })
    })
}

fn state(graph: &Graph) -> State {
    let mut heap = Builder::default();
    for shape in &graph.objects {
        match shape {
            Shape::Object(class, words) => {
                let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
                let fields: Vec<_> = names.iter().zip(object_tags()).zip(words).collect();
                let fields: Vec<_> = fields
                    .into_iter()
                    .map(|((name, tag), word)| (*name, tag, *word))
                    .collect();
                heap.object(if *class { "demo.A" } else { "demo.B" }, &fields)
            }
            Shape::Array(tag, words) => heap.array(&format!("[{tag}"), *tag, words),
        };
    }
    heap.state(&graph.roots)
}

/// Follows both graphs along the same paths and keeps the mapping of objects in both directions.
fn are_isomorphic(one: &Graph, other: &Graph) -> bool {
    let (mut there, mut back) = (HashMap::new(), HashMap::new());
    let mut waiting: Vec<(u64, u64)> = one.roots.iter().copied().zip(other.roots.iter().copied()).collect();
    if one.roots.len() != other.roots.len() {
        return false;
    }
    while let Some((a, b)) = waiting.pop() {
        if (a == 0) != (b == 0) {
            return false;
        }
        if a == 0 || (there.get(&a) == Some(&b) && back.get(&b) == Some(&a)) {
            continue;
        }
        if there.insert(a, b).is_some() || back.insert(b, a).is_some() {
            return false;
        }
        let (x, y) = (&one.objects[a as usize - 1], &other.objects[b as usize - 1]);
        let (x_slots, y_slots) = (x.slots(), y.slots());
        let same_class = match (x, y) {
            (Shape::Object(a, _), Shape::Object(b, _)) => a == b,
            (Shape::Array(a, _), Shape::Array(b, _)) => a == b,
            _ => false,
        };
        if !same_class || x_slots.len() != y_slots.len() {
            return false;
        }
        for ((tag, v), (_, w)) in x_slots.into_iter().zip(y_slots) {
            if tag == tag::OBJECT {
                waiting.push((v, w));
            } else if v != w {
                return false;
            }
        }
    }
    true
}

/// The same objects in another order in memory.
fn moved(graph: &Graph, by: usize) -> Graph {
    let count = graph.objects.len();
    let to = |reference: u64| {
        if reference == 0 {
            0
        } else {
            ((reference as usize - 1 + by) % count) as u64 + 1
        }
    };
    let mut objects = vec![Shape::Object(true, Vec::new()); count];
    for (position, shape) in graph.objects.iter().enumerate() {
        let mut shape = shape.clone();
        let tags: Vec<u8> = shape.slots().into_iter().map(|(tag, _)| tag).collect();
        for (word, tag) in shape.words_mut().iter_mut().zip(tags) {
            if tag == tag::OBJECT {
                *word = to(*word);
            }
        }
        objects[(position + by) % count] = shape;
    }
    let roots = graph.roots.iter().map(|root| to(*root)).collect();
    Graph { objects, roots }
}

/// The same graph with one slot changed, as far as it has one.
fn changed(graph: &Graph, object: usize, slot: usize) -> Graph {
    let mut changed = graph.clone();
    let references = graph.objects.len() as u64 + 1;
    let object = object % changed.objects.len();
    let tags = changed.objects[object].slots();
    if !tags.is_empty() {
        let slot = slot % tags.len();
        let word = &mut changed.objects[object].words_mut()[slot];
        *word = (*word + 1) % if tags[slot].0 == tag::OBJECT { references } else { 2 };
    }
    changed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn states_are_equal_when_and_only_when_heaps_are_isomorphic(
        one in graph(), other in graph(), by in 0..8_usize, object in 0..8_usize, slot in 0..10_usize
    ) {
        let near = changed(&moved(&one, by), object, slot);
        for other in [other, near] {
            let (a, b) = (state(&one), state(&other));
            prop_assert_eq!(a == b, are_isomorphic(&one, &other));
            prop_assert_eq!(a.bytes() == b.bytes(), a == b);
            prop_assert_eq!(diff(&a, &b, 5).is_empty(), a == b);
        }
    }

    #[test]
    fn where_objects_are_in_memory_does_not_count(one in graph(), by in 0..8_usize) {
        prop_assert_eq!(state(&one).bytes(), state(&moved(&one, by)).bytes());
    }

    #[test]
    fn a_changed_slot_that_is_reached_changes_the_form(one in graph(), object in 0..8_usize, slot in 0..10_usize) {
        let other = changed(&one, object, slot);
        prop_assert_eq!(state(&one).id() == state(&other).id(), are_isomorphic(&one, &other));
    }

    #[test]
    fn a_state_comes_back_from_its_bytes(one in graph()) {
        let state = state(&one);
        prop_assert_eq!(State::from_bytes(&state.bytes()), Some(state));
    }

    #[test]
    fn any_words_give_a_state_or_none(words in prop::collection::vec(0..12_u64, 0..40), bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut heap = Builder::default();
        heap.string("a");
        heap.integer(1);
        heap.hash_map(&[&[]]);
        heap.parse(&words);
        if let Some(state) = State::from_bytes(&bytes) {
            state.text();
        }
    }
}

#[test]
fn a_list_of_a_thousand_is_followed_to_its_end() {
    let mut heap = Builder::default();
    let mut list = 0;
    for value in 0..1000 {
        list = heap.object("demo.Node", &[("value", tag::INT, value), ("next", tag::OBJECT, list)]);
    }
    let before = heap.state(&[list]);
    assert_eq!(before.nodes.len(), 1000);
    heap.set(1, 0, 7);
    let after = heap.state(&[list]);
    let Content::Fields(end) = &after.nodes[999].content else {
        panic!("the last node has fields");
    };
    assert_eq!(end[1], Slot::Null);
    assert_ne!(before.id(), after.id());
    let path = format!("0{}.value", ".next".repeat(999));
    assert_eq!(
        diff(&before, &after, 9)
            .iter()
            .map(|d| d.path.as_str())
            .collect::<Vec<_>>(),
        [path]
    );
}
