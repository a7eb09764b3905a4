//! Models of several runs unite to what one run would have taught, in whatever order.

use std::collections::BTreeSet;
use std::sync::Arc;

use palus_model::{Input, Model, NodeId, Recorded};
use palus_trace::{FieldKind, Profile};
use proptest::prelude::*;

use crate::common::{Arg, Program};

const A: &str = "demo.A";
const B: &str = "demo.B";
const LIMIT: usize = 40;

/// Interprets numbers as calls on five objects of two classes, which nest, throw, create and return each other. Objects
/// of different `run`s are different.
fn play(program: &mut Program, numbers: &mut std::slice::Iter<'_, u8>, run: u64, depth: u32) {
    while let Some(&number) = numbers.next() {
        let object = run + u64::from(number % 5) + 1;
        let this = (if object.is_multiple_of(2) { A } else { B }, object);
        let other = run + u64::from(number / 5 % 5) + 1;
        let other = Arg::Of(if other.is_multiple_of(2) { A } else { B }, other);
        let value = Arg::Int(i32::from(number / 8) - 7);
        program.profile = Profile(u64::from(number % 3) << 1 | 1);
        let inside = |program: &mut Program| {
            if depth < 4 {
                play(program, numbers, run, depth + 1);
            }
        };
        match number / 25 {
            0..=2 => program.call("demo.A.add(I)V", this, &[value], None, |_| ()),
            3 => program.call("demo.A.use(Ldemo/B;)V", this, &[other], None, inside),
            4 => program.call("private demo.A.make()Ldemo/B;", this, &[], Some(other), inside),
            5 => program.call_throws("demo.B.fail()V", this, &[], "java.lang.Error", inside),
            6 => program.construct("demo.B.<init>()V", this, &[], inside, |_| ()),
            7 => program.construct("demo.B.<init>(I)V", this, &[value], |_| (), inside),
            8 => program.call_static("static demo.B.of(Ldemo/A;)Ldemo/B;", &[other], Some(other), inside),
            _ if depth > 0 => return,
            _ => (),
        }
    }
}

fn record(runs: &[&[u8]]) -> Model {
    let mut program = Program::new();
    for name in ["demo.A.<init>()V", "demo.B.<init>()V"] {
        program.method(name);
    }
    program.lay_out(A, &[("size", FieldKind::Number)]);
    for (run, numbers) in runs.iter().enumerate() {
        let name = format!("demo.Test.test{}()V", numbers.len() % 12);
        program.test(&name, |program| play(program, &mut numbers.iter(), run as u64 * 10, 0));
    }
    program.finish()
}

/// The sequences of calls that the automaton accepts, at most so many.
fn paths(class: &palus_model::ClassModel) -> Vec<Vec<&str>> {
    let mut paths = Vec::new();
    let mut queue = vec![(NodeId(0), Vec::new())];
    while let Some((node, path)) = queue.pop().filter(|_| paths.len() < 200) {
        if class.nodes[node.0 as usize].exits > 0 {
            paths.push(path.clone());
        }
        for step in class.legal(node) {
            let longer = path.iter().copied().chain([&*step.method.name]).collect();
            queue.push((step.target, longer));
        }
    }
    paths
}

fn merged(models: &[&Model]) -> Model {
    let mut union = Model::default();
    for model in models {
        union.merge(model);
    }
    union
}

/// The model without the states of what was passed: one that was passed before its own call proved nested may stay at
/// the state of another object with the same calls, if there is one.
fn without_states(mut model: Model) -> Model {
    let nodes = model.classes.values_mut().flat_map(|class| &mut class.nodes);
    let transitions = nodes.flat_map(|node| &mut node.outgoing).chain(&mut model.statics);
    for transition in transitions {
        transition.dependences.clear();
        for seen in Arc::make_mut(&mut transition.observations) {
            for input in &mut Arc::make_mut(&mut seen.exchange).inputs {
                if let Input::Object { state, .. } = input {
                    *state = None;
                }
            }
        }
    }
    model.canonical()
}

fn numbers() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..LIMIT)
}

/// So many cases, or as many as `PROPTEST_CASES` says.
fn cases(count: u32) -> ProptestConfig {
    let configured = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let cases = std::env::var_os("PROPTEST_CASES").map_or(count, |_| configured.cases);
    ProptestConfig { cases, ..configured }
}

/// One object of A a word, with a call a letter.
fn spelled(words: &BTreeSet<Vec<usize>>) -> Model {
    let mut program = Program::new();
    for (object, word) in (1..).zip(words) {
        program.new_object("demo.A.<init>()V", (A, object), &[]);
        for &letter in word {
            program.call(["demo.A.a()V", "demo.A.b()V"][letter], (A, object), &[], None, |_| ());
        }
    }
    program.finish()
}

/// Every word of at most so many letters.
fn words(longest: u32) -> Vec<Vec<usize>> {
    let of_length =
        |length: u32| (0..1_usize << length).map(move |bits| (0..length).map(|at| bits >> at & 1).collect());
    (0..=longest).flat_map(of_length).collect()
}

proptest! {
    #[test]
    fn exactly_the_recorded_sequences_are_accepted_unless_short_tails_are_merged(
        recorded in prop::collection::btree_set(prop::collection::vec(0..2_usize, 0..6), 1..12),
    ) {
        let model = spelled(&recorded);
        for (folded, is_exact) in [(model.clone(), true), (model.ktail(7), true), (model.ktail(2), false)] {
            let class = folded.class(A).unwrap();
            for word in words(7) {
                let calls: Vec<&str> = ["<init>"].into_iter().chain(word.iter().map(|&letter| ["a", "b"][letter])).collect();
                let is_recorded = recorded.contains(&word);
                prop_assert!(class.accepts(&calls) == is_recorded || !is_exact && !is_recorded, "{}", calls.join(" "));
            }
        }
    }
}

/// More values, states of arguments and tests at one transition than are kept: an object of A a number, made from it and an
/// object of B, whose calls spell its lower bits.
fn crowded(runs: &[&[u16]]) -> Model {
    let mut program = Program::new();
    for (run, numbers) in runs.iter().enumerate() {
        for (place, &number) in numbers.iter().enumerate() {
            let object = (run * 1_000 + place) as u64 * 2 + 1;
            let b = (B, object + 1);
            program.test(&format!("demo.Test.test{}()V", number % 30), |program| {
                program.new_object("demo.B.<init>()V", b, &[]);
                for bit in 0..7 {
                    let method = ["demo.B.zero()V", "demo.B.one()V"][usize::from(number >> bit & 1)];
                    program.call(method, b, &[], None, |_| ());
                }
                let arguments = [Arg::Int(i32::from(number)), Arg::Of(B, b.1)];
                program.new_object("demo.A.<init>(ILdemo/B;)V", (A, object), &arguments);
            });
        }
    }
    program.finish()
}

/// The numbers that are kept of a crowded model.
fn kept(model: &Model) -> Vec<i32> {
    let made = &model.class(A).unwrap().nodes[0].outgoing[0];
    let number = |seen: &palus_model::Observation| match seen.exchange.inputs[0] {
        Input::Value(Recorded::Int(number)) => number,
        _ => panic!("{seen:?}"),
    };
    made.observations.iter().map(number).collect()
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn what_is_kept_of_too_much_does_not_depend_on_the_order_of_merging(
        a in crowd(), b in crowd(), c in crowd(),
    ) {
        let both = crowded(&[&a, &b]);
        let numbers = a.iter().chain(&b).map(|&number| i32::from(number));
        let (least, most) = (numbers.clone().min().unwrap(), numbers.max().unwrap());
        let [a, b, c] = [a, b, c].map(|numbers| crowded(&[&numbers]));
        let ab = merged(&[&a, &b]);
        prop_assert_eq!(&ab, &both, "two runs teach what one run of both teaches");
        prop_assert_eq!(&ab, &merged(&[&b, &a]));
        prop_assert_eq!(merged(&[&ab, &c]), merged(&[&a, &merged(&[&b, &c])]));
        prop_assert_eq!(kept(&ab), kept(&merged(&[&ab, &ab])));
        let made = &ab.class(A).unwrap().nodes[0].outgoing[0];
        prop_assert!((48..=64).contains(&made.observations.len()), "{}", made.observations.len());
        prop_assert_eq!((made.dependences.len(), made.origins.len()), (64, 8));
        let kept = kept(&ab);
        prop_assert!(kept.contains(&least) && kept.contains(&most), "{} and {} of {:?}", least, most, kept);
    }
}

/// Many different numbers.
fn crowd() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::btree_set(any::<u16>(), 150..200).prop_map(|numbers| numbers.into_iter().collect())
}

/// In one of its folded automata two calls of one method that are nested in calls with different ends are met before either end.
#[test]
fn a_folded_model_is_its_own_canonical_form_where_ends_of_alternative_paths_come_late() {
    let a = [215, 16, 225, 56, 1, 49, 0, 4, 116, 53, 38, 53, 225, 193];
    let b = [63, 95, 22, 124, 124, 2, 27, 80, 38, 63, 225, 80, 83, 105, 71, 31, 156];
    let model = record(&[&a, &b]);
    for k in 0..5 {
        let folded = model.ktail(k);
        assert_eq!(folded, folded.canonical(), "K = {k}");
        assert_eq!(
            Model::from_bytes(&folded.to_bytes().unwrap()).unwrap(),
            folded,
            "K = {k}"
        );
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn merging_commutes_and_associates(a in numbers(), b in numbers(), c in numbers()) {
        let (a, b, c) = (record(&[&a]), record(&[&b]), record(&[&c]));
        let ab = merged(&[&a, &b]);
        prop_assert_eq!(&ab, &merged(&[&b, &a]));
        prop_assert_eq!(merged(&[&ab, &c]), merged(&[&a, &merged(&[&b, &c])]));
    }

    #[test]
    fn merging_a_model_with_itself_changes_counts_only(a in numbers()) {
        let a = record(&[&a]);
        let mut twice = merged(&[&a, &a]);
        for class in twice.classes.values_mut() {
            class.objects /= 2;
            class.truncated /= 2;
            class.represented /= 2;
            for node in &mut class.nodes {
                node.exits /= 2;
            }
        }
        let statics = twice.statics.iter_mut();
        for transition in twice.classes.values_mut().flat_map(|c| &mut c.nodes).flat_map(|n| &mut n.outgoing).chain(statics) {
            transition.count /= 2;
            for observation in Arc::make_mut(&mut transition.observations) {
                observation.count /= 2;
            }
            for edge in &mut transition.dependences {
                edge.count /= 2;
            }
            for origin in Arc::make_mut(&mut transition.origins) {
                origin.count /= 2;
            }
        }
        prop_assert_eq!(twice, a);
    }

    #[test]
    fn two_runs_teach_what_one_run_of_both_teaches(a in numbers(), b in numbers()) {
        let apart = merged(&[&record(&[&a]), &record(&[&b])]);
        prop_assert_eq!(without_states(apart), without_states(record(&[&a, &b])));
    }

    #[test]
    fn ktail_accepts_what_was_accepted_and_long_tails_tell_most_apart(a in numbers(), b in numbers()) {
        let model = record(&[&a, &b]);
        let longest = model.ktail(1_000);
        prop_assert_eq!(&longest, &model.ktail(u32::MAX));
        prop_assert_eq!(&longest, &longest.canonical());
        let mut states = 0;
        for k in 0..5 {
            let folded = model.ktail(k);
            prop_assert_eq!(&folded, &folded.canonical());
            prop_assert_eq!(&Model::from_bytes(&folded.to_bytes().unwrap()).unwrap(), &folded);
            let count = folded.classes.values().map(palus_model::ClassModel::states).sum();
            prop_assert!(states <= count);
            states = count;
            for (name, class) in &model.classes {
                let folded = folded.class(name).unwrap();
                for path in paths(class) {
                    prop_assert!(folded.accepts(&path), "{} of {name} with K = {k}", path.join(" "));
                }
                let taken = |class: &palus_model::ClassModel| -> u64 {
                    class.nodes.iter().flat_map(|node| &node.outgoing).map(|step| step.count).sum()
                };
                prop_assert_eq!(taken(folded), taken(class));
            }
        }
        prop_assert!(states <= longest.classes.values().map(palus_model::ClassModel::states).sum());
    }

    #[test]
    fn a_canonical_model_is_its_own_canonical_form(a in numbers()) {
        let a = record(&[&a]);
        prop_assert_eq!(&a.canonical(), &a);
        prop_assert_eq!(&merged(&[&a]), &a);
        for view in [a.public(), a.callable()] {
            let canonical = view.canonical();
            prop_assert_eq!(&canonical.canonical(), &canonical, "where calls are filtered out");
            prop_assert_eq!(&canonical, &Model::from_bytes(&view.to_bytes().unwrap()).unwrap());
        }
    }

    #[test]
    fn files_give_back_what_was_saved_and_refuse_what_was_changed(a in numbers(), at in any::<prop::sample::Index>(), bit in 0..8_u8) {
        let model = record(&[&a]);
        let mut bytes = model.to_bytes().unwrap();
        prop_assert_eq!(&Model::from_bytes(&bytes).unwrap(), &model);
        let at = at.index(bytes.len());
        prop_assert!(Model::from_bytes(&bytes[..at]).is_err());
        bytes[at] ^= 1_u8 << bit;
        prop_assert!(Model::from_bytes(&bytes).is_err());
    }
}
