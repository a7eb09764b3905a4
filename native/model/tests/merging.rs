//! Models of several runs unite to what one run would have taught, in whatever order.

mod common;

use common::{Arg, Program};
use palus_model::{Input, Model, NodeId};
use palus_trace::{FieldKind, Profile};
use proptest::prelude::*;

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
        for input in transition.observations.iter_mut().flat_map(|seen| &mut seen.inputs) {
            if let Input::Object { state, .. } = input {
                *state = None;
            }
        }
    }
    model.canonical()
}

fn numbers() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..LIMIT)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

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
            for observation in &mut transition.observations {
                observation.count /= 2;
            }
            for edge in &mut transition.dependences {
                edge.count /= 2;
            }
            for origin in &mut transition.origins {
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
