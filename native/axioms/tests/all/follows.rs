//! What follows from laws that are told is not told: a case for each rule.

use palus_axioms::{Axioms, Limits};
use palus_machine::{Answer, Call, Concrete, Datum, State};

fn value(text: &str) -> Datum {
    Datum::Value(text.into())
}

fn call(name: &str, descriptor: &str, arguments: &[&str]) -> Call {
    Call {
        name: name.into(),
        descriptor: descriptor.into(),
        arguments: arguments.iter().map(|argument| value(argument)).collect(),
    }
}

fn gives(text: &str) -> Answer {
    Answer::Returned(value(text))
}

/// A bag that counts: `offer` always says true, `put` does the same and says nothing, `take` throws on an empty one where `poll` gives null, `clear` empties
/// it, `label` hangs on its argument alone.
fn bag() -> Concrete {
    let mut bag = Concrete::default();
    bag.start(call("<init>", "()V", &[]), Some(State(0)), Answer::Void);
    for n in 0..6 {
        let at = State(n);
        bag.add(at, call("put", "()V", &[]), State(n + 1), Answer::Void);
        bag.add(at, call("offer", "()Z", &[]), State(n + 1), gives("true"));
    }
    for n in 0..=6 {
        let at = State(n);
        bag.add(at, call("hasSome", "()Z", &[]), at, gives(&(n > 0).to_string()));
        bag.add(at, call("size", "()I", &[]), at, gives(&n.to_string()));
        for argument in ["1", "2"] {
            let label = gives(&format!("\"no. {argument}\""));
            bag.add(at, call("label", "(I)Ljava/lang/String;", &[argument]), at, label);
        }
        bag.add(at, call("clear", "()V", &[]), State(0), Answer::Void);
        let taken = gives(&format!("{n}"));
        if n == 0 {
            let thrown = Answer::Threw("java.util.NoSuchElementException".into());
            bag.add(at, call("take", "()I", &[]), at, thrown);
            bag.add(at, call("poll", "()I", &[]), at, gives("null"));
        } else {
            bag.add(at, call("take", "()I", &[]), State(n - 1), taken.clone());
            bag.add(at, call("poll", "()I", &[]), State(n - 1), taken);
        }
    }
    bag
}

fn told(all: bool) -> Vec<String> {
    let limits = Limits {
        all,
        ..Limits::default()
    };
    let axioms = Axioms::of("demo.Bag", &bag(), &limits);
    axioms.axioms.iter().map(palus_axioms::Axiom::text).collect()
}

#[test]
fn of_laws_that_follow_from_each_other_the_shorter_one_is_told() {
    let (told, all) = (told(false), told(true));
    let cases: [(&str, &[&str], &[&str]); 8] = [
        (
            "behind an observer, and the state behind one",
            &["size(S).state == S"],
            &[
                "put(size(S)).state == put(S).state",
                "size(put(S)).state == put(S).state",
            ],
        ),
        (
            "what a method always gives",
            &["offer(S) == true"],
            &["offer(put(S)) == true", "offer(offer(S)) == offer(S)"],
        ),
        (
            "a result that is always the same, on a right side",
            &["offer(S) == true", "hasSome(put(S)) == true"],
            &["hasSome(offer(S)) == offer(S)"],
        ),
        (
            "what does not hang on the state",
            &["label(S, x) == label(new Bag(), x)"],
            &["label(put(S), x) == label(S, x)"],
        ),
        (
            "a method that does what another one does",
            &["offer(S).state == put(S).state", "size(put(S)) == size(S) + 1"],
            &[
                "size(offer(S)) == size(S) + 1",
                "offer(put(S)).state == put(offer(S)).state",
            ],
        ),
        (
            "a method that does what another one does where it returns",
            &["take(S).state == poll(S).state", "poll(put(S)).state == S"],
            &["take(put(S)).state == S"],
        ),
        (
            "a method that leaves an object as new",
            &["clear(S).state == new Bag().state", "size(new Bag()) == 0"],
            &["size(clear(S)) == 0", "clear(put(S)).state == clear(S).state"],
        ),
        (
            "a common law of a left side with a universal one",
            &["hasSome(put(S)) == true"],
            &["hasSome(put(S)) == hasSome(S)"],
        ),
    ];
    for (rule, shorter, following) in cases {
        for law in shorter {
            assert!(
                told.contains(&(*law).to_owned()),
                "{rule}: {law} is not among {told:#?}"
            );
        }
        for law in following {
            assert!(all.contains(&(*law).to_owned()), "{rule}: {law} is no law of {all:#?}");
            assert!(!told.contains(&(*law).to_owned()), "{rule}: {law} is told");
        }
    }
}

#[test]
fn that_two_methods_commute_is_told_once() {
    let all = told(true);
    let (law, swapped) = (
        "offer(put(S)).state == put(offer(S)).state".to_owned(),
        "put(offer(S)).state == offer(put(S)).state".to_owned(),
    );
    assert!(all.contains(&law) && !all.contains(&swapped), "{all:#?}");
}

#[test]
fn a_method_that_does_something_else_somewhere_stands_for_no_other() {
    // On an empty bag poll gives null where take throws: what each gives is told of each.
    let told = told(false);
    for law in [
        "take(new Bag()) == throws NoSuchElementException",
        "poll(new Bag()) == null",
    ] {
        assert!(told.contains(&law.to_owned()), "{law} is not among {told:#?}");
    }
    assert!(!told.contains(&"take(S) == poll(S)".to_owned()));
}
