//! A class with more laws than anybody reads.

use palus_axioms::{Axioms, Limits};
use palus_machine::{Answer, Call, Concrete, Datum, State};

fn call(name: &str, descriptor: &str) -> Call {
    Call {
        name: name.into(),
        descriptor: descriptor.into(),
        arguments: Vec::new(),
    }
}

/// A ring of six with sixty observers, each of which says by how much more than nothing it has been turned.
fn ring() -> Concrete {
    let mut ring = Concrete::default();
    ring.start(call("<init>", "()V"), Some(State(0)), Answer::Void);
    for at in 0..6 {
        ring.add(State(at), call("turn", "()V"), State((at + 1) % 6), Answer::Void);
        for more in 0..60 {
            let said = Answer::Returned(Datum::Value((at + more).to_string().into()));
            ring.add(State(at), call(&format!("seen{more}"), "()I"), State(at), said);
        }
    }
    ring
}

#[test]
fn of_ten_thousand_laws_the_surest_are_told_and_the_others_counted() {
    let all = Limits {
        all: true,
        ..Limits::default()
    };
    let told = Axioms::of("demo.Ring", &ring(), &all);
    assert_eq!(told.axioms.len(), 200);
    assert!(told.left_out > 10_000, "{}", told.left_out);
    let everything = Axioms::of(
        "demo.Ring",
        &ring(),
        &Limits {
            most: usize::MAX,
            ..all
        },
    );
    assert_eq!(everything.axioms.len(), 200 + told.left_out);
    assert_eq!(everything.axioms[..200], told.axioms[..]);
    let surest = told.axioms.iter().map(|law| (law.violated, law.satisfied));
    assert!(surest.is_sorted_by(|one, other| one.0 == other.0 && one.1 >= other.1));
    let text = told.text();
    let left_out = format!("\n{} less sure axioms are left out; raise --most\n", told.left_out);
    assert!(text.ends_with(&left_out), "{text}");
    // What follows from others is not told: each observer's laws are few.
    let told = Axioms::of("demo.Ring", &ring(), &Limits::default());
    assert!(told.axioms.len() + told.left_out < 1_000, "{}", told.text());
}
