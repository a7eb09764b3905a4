//! Extensions of heaps made by hand.

use std::collections::BTreeSet;
use std::sync::Arc;

use palus_fields::{Criterion, Extensions, Field, Missing, Object, Pair, Place, Values};
use palus_sequence::Scalar;
use palus_state::{Class, Content, Node, Slot, State, Value};
use proptest::prelude::*;

const NODE: &str = "demo.Node";

/// Nodes with the children that they have by their places, breadth first.
fn tree(children: &[(Option<u32>, Option<u32>)]) -> State {
    let owner: Arc<str> = NODE.into();
    let slot = |child: &Option<u32>| child.map_or(Slot::Null, Slot::Node);
    let nodes = children.iter().enumerate().map(|(number, (left, right))| Node {
        class: 0,
        number: number as u32,
        content: Content::Fields(vec![
            slot(left),
            slot(right),
            Slot::Value(Value::Scalar(Scalar::Int(-3))),
        ]),
    });
    State {
        classes: vec![Class {
            name: owner.clone(),
            fields: ["left", "right", "key"]
                .map(|name| (owner.clone(), name.into()))
                .to_vec(),
        }],
        roots: vec![Slot::Node(0)],
        nodes: nodes.collect(),
        is_racy: false,
    }
}

/// 0(1(3,-),2).
fn example() -> State {
    tree(&[(Some(1), Some(2)), (Some(3), None), (None, None), (None, None)])
}

fn field(name: &str) -> Field {
    Field {
        owner: NODE.into(),
        place: Place::Named(name.into()),
    }
}

fn node(number: u32) -> Object {
    Object::Of(NODE.into(), number)
}

fn extension(extensions: &Extensions, name: &str) -> Vec<String> {
    let mut fields = extensions.fields();
    let found = fields.find(|(known, _)| **known == field(name));
    found.map_or_else(Vec::new, |(_, pairs)| {
        pairs.map(|(from, to)| format!("{from} {to}")).collect()
    })
}

#[test]
fn the_heap_of_the_worked_example_has_these_pairs() {
    let mut extensions = Extensions::new(Values::None);
    extensions.add(&example(), 0);
    assert_eq!(
        extension(&extensions, "left"),
        ["Node#0 Node#1", "Node#1 Node#3", "Node#2 null", "Node#3 null"]
    );
    assert_eq!(
        extension(&extensions, "right"),
        ["Node#0 Node#2", "Node#1 null", "Node#2 null", "Node#3 null"]
    );
    assert_eq!(extension(&extensions, "key"), [""; 0], "no reference");
    let mut with_values = Extensions::new(Values::Counted);
    with_values.add(&example(), 0);
    assert_eq!(with_values.size(&field("key")), 4);
    assert!(with_values.has(&field("key"), &(node(3), Object::Value("negative".into()))));
}

#[test]
fn a_criterion_says_what_is_missing() {
    let mut extensions = Extensions::new(Values::None);
    extensions.add(&tree(&[(Some(1), None), (None, None)]), 0);
    assert_eq!(
        Criterion::NonNull.missing(&extensions),
        [Missing::AlwaysNull(field("right"))]
    );
    let pairs =
        "demo.Node.left demo.Node#0 demo.Node#1\n\n// nothing\ndemo.Node.right demo.Node#1 demo.Node#2 // no test\n";
    let criterion = Criterion::parse(pairs).unwrap();
    let missing = Missing::Pair(field("right"), (node(1), node(2)));
    assert_eq!(criterion.missing(&extensions), [missing]);
    extensions.add(&tree(&[(Some(1), None), (None, Some(2)), (None, None)]), 1);
    assert_eq!(criterion.missing(&extensions), []);
    assert_eq!(Criterion::NonNull.missing(&extensions), []);
    let bad = Criterion::parse("demo.Node.left demo.Node#0").unwrap_err();
    assert_eq!((bad.line, bad.text.as_str()), (1, "demo.Node.left demo.Node#0"));
}

#[test]
fn elements_are_pairs_by_ranges_of_the_index() {
    let array = |length: u32| State {
        classes: ["[Ldemo.Node;", NODE]
            .map(|name| Class {
                name: name.into(),
                fields: Vec::new(),
            })
            .to_vec(),
        roots: vec![Slot::Node(0)],
        nodes: std::iter::once(Node {
            class: 0,
            number: 0,
            content: Content::Elements(None, (1..=length).map(Slot::Node).collect()),
        })
        .chain((0..length).map(|number| Node {
            class: 1,
            number,
            content: Content::Fields(Vec::new()),
        }))
        .collect(),
        is_racy: false,
    };
    let mut extensions = Extensions::new(Values::None);
    extensions.add(&array(4), 0);
    let sizes = extensions
        .fields()
        .map(|(field, pairs)| (field.to_string(), pairs.count()));
    assert_eq!(
        sizes.collect::<Vec<_>>(),
        [
            ("[Ldemo.Node;[0]".to_owned(), 1),
            ("[Ldemo.Node;[1]".to_owned(), 1),
            ("[Ldemo.Node;[2..]".to_owned(), 2),
            ("[Ldemo.Node;[last]".to_owned(), 1)
        ]
    );
}

/// Trees of up to six nodes in breadth-first order: each node but the first hangs on the left or right of an earlier one.
fn trees() -> impl Strategy<Value = State> {
    prop::collection::vec(any::<(bool, bool)>(), 0..6).prop_map(|has| {
        let mut children = vec![(None, None)];
        for (at, (left, right)) in has.into_iter().enumerate() {
            if at < children.len() {
                for (is_there, is_left) in [(left, true), (right, false)] {
                    if is_there {
                        children.push((None, None));
                        let child = Some(children.len() as u32 - 1);
                        if is_left {
                            children[at].0 = child;
                        } else {
                            children[at].1 = child;
                        }
                    }
                }
            }
        }
        tree(&children)
    })
}

proptest! {
    #[test]
    fn extensions_are_the_union_over_all_heaps_in_any_order(heaps in prop::collection::vec(trees(), 1..8)) {
        let all = |heaps: &mut dyn Iterator<Item = (usize, &State)>| {
            let mut extensions = Extensions::new(Values::None);
            for (test, heap) in heaps {
                extensions.add(heap, test as u32);
            }
            extensions
        };
        let pairs = |extensions: &Extensions| -> BTreeSet<(Field, Pair)> {
            extensions.pairs().map(|(field, pair)| (field.clone(), pair.clone())).collect()
        };
        let there = all(&mut heaps.iter().enumerate());
        let back = all(&mut heaps.iter().enumerate().rev());
        prop_assert_eq!(pairs(&there), pairs(&back));
        let single = |test: usize| pairs(&all(&mut std::iter::once((test, &heaps[test]))));
        let union: BTreeSet<_> = (0..heaps.len()).flat_map(single).collect();
        prop_assert_eq!(&union, &pairs(&there));
        for test in 0..heaps.len() {
            let others: BTreeSet<_> = (0..heaps.len()).filter(|other| *other != test).flat_map(single).collect();
            let alone: BTreeSet<_> = single(test).difference(&others).cloned().collect();
            let told: BTreeSet<_> = there.alone(test as u32).map(|(field, pair)| (field.clone(), pair.clone())).collect();
            prop_assert_eq!(told, alone);
        }
    }
}
