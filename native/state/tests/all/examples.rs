//! States worked out by hand.

use palus_state::{State, diff};
use palus_trace::record::tag::{BYTE, DOUBLE, INT, OBJECT};

use crate::support::{Builder, NULL};

fn stack(store: &[i32], size: u64) -> State {
    let mut heap = Builder::default();
    let store = heap.ints(store);
    let stack = heap.object("demo.IntStack", &[("store", OBJECT, store), ("size", INT, size)]);
    heap.state(&[stack])
}

#[test]
fn what_is_left_in_an_array_counts() {
    let popped = stack(&[3, 2, 0, 0, 0, 0, 0, 0, 0, 0], 1);
    assert_eq!(
        popped.text(),
        "IntStack#0{store=int[]#0,size=1} int[]#0[3,2,0,0,0,0,0,0,0,0]"
    );
    let pushed = stack(&[3, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1);
    assert_ne!(popped.id(), pushed.id());
    let differences: Vec<String> = diff(&popped, &pushed, 9).iter().map(ToString::to_string).collect();
    assert_eq!(differences, ["0.store[1]: 2 and 0"]);
}

#[test]
fn a_tree_is_numbered_breadth_first() {
    let mut heap = Builder::default();
    let mut node = |left, right, value| {
        let fields = [("left", OBJECT, left), ("right", OBJECT, right), ("value", INT, value)];
        heap.object("demo.Node", &fields)
    };
    let (left, right) = (node(NULL, NULL, 1), node(NULL, NULL, 3));
    let two = node(left, right, 2);
    let root = heap.object("demo.T", &[("root", OBJECT, two)]);
    assert_eq!(
        heap.state(&[root]).text(),
        "T#0{root=Node#0} Node#0{left=Node#1,right=Node#2,value=2} Node#1{left=null,right=null,value=1} \
         Node#2{left=null,right=null,value=3}"
    );
}

fn ring(length: u64) -> State {
    let mut heap = Builder::default();
    for next in (2..=length).chain([1]) {
        heap.object("demo.Node", &[("next", OBJECT, next)]);
    }
    heap.state(&[1])
}

#[test]
fn rings_of_different_lengths_differ() {
    assert_eq!(ring(2).text(), "Node#0{next=Node#1} Node#1{next=Node#0}");
    assert_eq!(ring(1).text(), "Node#0{next=Node#0}");
    assert_ne!(ring(1), ring(2));
    let differences: Vec<String> = diff(&ring(1), &ring(2), 9).iter().map(ToString::to_string).collect();
    assert_eq!(differences, ["0.next: Node#0 and Node#1"]);
}

#[test]
fn sharing_counts_of_objects_and_not_of_values() {
    let pair = |make: fn(&mut Builder) -> (u64, u64)| {
        let mut heap = Builder::default();
        let (first, second) = make(&mut heap);
        let pair = heap.object("demo.Pair", &[("first", OBJECT, first), ("second", OBJECT, second)]);
        heap.state(&[pair])
    };
    let shared = pair(|heap| {
        let x = heap.object("demo.X", &[("v", INT, 1)]);
        (x, x)
    });
    let copied = pair(|heap| {
        (
            heap.object("demo.X", &[("v", INT, 1)]),
            heap.object("demo.X", &[("v", INT, 1)]),
        )
    });
    assert_eq!(shared.text(), "Pair#0{first=X#0,second=X#0} X#0{v=1}");
    assert_eq!(copied.text(), "Pair#0{first=X#0,second=X#1} X#0{v=1} X#1{v=1}");
    assert_ne!(shared, copied);
    let same_text = pair(|heap| {
        let a = heap.string("a");
        (a, a)
    });
    assert_eq!(same_text, pair(|heap| (heap.string("a"), heap.string("a"))));
    assert_eq!(same_text.text(), "Pair#0{first=\"a\",second=\"a\"}");
}

#[test]
fn the_history_of_a_hash_map_does_not_count() {
    let map = |table: fn(&mut Builder, &[(u64, u64)]) -> u64| {
        let mut heap = Builder::default();
        let a = (heap.string("a"), heap.integer(1));
        let b = (heap.string("b"), heap.integer(2));
        let map = table(&mut heap, &[a, b]);
        (heap.state(&[map]), heap.try_state(&[map], true).unwrap())
    };
    let (one, one_raw) = map(|heap, e| heap.hash_map(&[&[], &[e[0]], &[e[1]]]));
    let (other, other_raw) = map(|heap, e| heap.hash_map(&[&[e[1], e[0]]]));
    assert_eq!(one.text(), "HashMap#0{\"a\"=1,\"b\"=2}");
    assert_eq!(one, other);
    assert_ne!(one_raw, other_raw);
    assert!(one_raw.text().starts_with("HashMap#0{table=HashMap$Node[]#0,size=2}"));
}

#[test]
fn a_map_whose_keys_are_objects_is_marked() {
    let mut heap = Builder::default();
    let (key, one) = (heap.object("demo.Key", &[]), heap.integer(1));
    let map = heap.hash_map(&[&[(key, one)]]);
    let state = heap.state(&[map]);
    assert_eq!(state.text(), "HashMap#0~[Key#0,1] Key#0{}");
    assert_eq!(state.marks().order_by_hash, 1);
}

#[test]
fn roots_that_are_one_object_have_one_number() {
    let mut heap = Builder::default();
    let a = heap.string("a");
    let elements = heap.objects(&[a, NULL]);
    let list = heap.object(
        "java.util.ArrayList",
        &[("elementData", OBJECT, elements), ("size", INT, 1)],
    );
    assert_eq!(
        heap.state(&[list, list]).text(),
        "(ArrayList#0,ArrayList#0) ArrayList#0[\"a\"]"
    );
}

#[test]
fn all_nans_are_one_and_zeros_are_two() {
    let of = |bits: u64| {
        let mut heap = Builder::default();
        let object = heap.object("demo.D", &[("d", DOUBLE, bits)]);
        heap.state(&[object])
    };
    assert_eq!(of(f64::NAN.to_bits()), of(0xFFF8_0000_0000_0001));
    assert_ne!(of(0.0_f64.to_bits()), of((-0.0_f64).to_bits()));
}

#[test]
fn what_is_not_entered_is_named_and_counted() {
    let mut heap = Builder::default();
    let thread = heap.opaque("java.lang.Thread");
    let owner = heap.object("demo.Owner", &[("thread", OBJECT, thread)]);
    let state = heap.state(&[owner]);
    assert_eq!(state.text(), "Owner#0{thread=Thread#0} Thread#0?");
    assert_eq!(state.marks().opaque, 1);
}

#[test]
fn a_part_of_a_state_is_numbered_anew() {
    let mut heap = Builder::default();
    let (old, new) = (
        heap.object("demo.X", &[("v", INT, 1)]),
        heap.object("demo.X", &[("v", INT, 2)]),
    );
    let pair = heap.object("demo.Pair", &[("cache", OBJECT, old), ("value", OBJECT, new)]);
    let state = heap.state(&[pair]);
    let part = state.project(|_, name| name != "cache");
    assert_eq!(part.text(), "Pair#0{value=X#0} X#0{v=2}");
    assert_eq!(state.project(|_, _| true), state);
    assert_eq!(state.shape().text(), "Pair#0{cache=X#0,value=X#1} X#0{v=_} X#1{v=_}");
    let with_ones = state.without_values(|value| value.to_string() == "1");
    assert_eq!(with_ones.text(), "Pair#0{cache=X#0,value=X#1} X#0{v=1} X#1{v=_}");
}

#[test]
fn links_are_equal_where_objects_of_equal_numbers_are_linked() {
    let mut heap = Builder::default();
    let end = heap.object("demo.L", &[("next", OBJECT, 0), ("v", INT, 2)]);
    let list = heap.object("demo.L", &[("next", OBJECT, end), ("v", INT, 1)]);
    let (one, two) = (heap.state(&[end]).link_hashes(), heap.state(&[list]).link_hashes());
    assert_eq!((one.len(), two.len()), (1, 2), "values are no links");
    assert!(
        !two.contains(&one[0]),
        "the first is linked to nothing in the one and to the second in the other"
    );
    let mut other = Builder::default();
    let alone = other.object("demo.L", &[("next", OBJECT, 0), ("v", INT, 7)]);
    assert_eq!(other.state(&[alone]).link_hashes(), one);
}

#[test]
fn a_state_with_too_many_objects_is_none() {
    let mut heap = Builder::default();
    let mut list = NULL;
    for _ in 0..=State::MOST_NODES {
        list = heap.object("demo.Node", &[("next", OBJECT, list)]);
    }
    assert_eq!(heap.try_state(&[list], false), None);
    assert!(heap.try_state(&[list - 1], false).is_some());
}

#[test]
fn a_long_array_is_kept_by_its_hash() {
    let of = |last: u64| {
        let mut heap = Builder::default();
        let mut bytes = vec![1; 5000];
        bytes.push(last);
        let array = heap.array("[B", BYTE, &bytes);
        heap.state(&[array])
    };
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
    assert!(of(1).text().starts_with("byte[]#0[5001 elements, "));
}
