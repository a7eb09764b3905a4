//! The sentences of the paper's Figures 7 and 8, one by one.

use std::collections::BTreeSet;

use palus_classes::Library;
use palus_model::{
    ClassModel, Elements, Exchange, Input, MethodIdentity, MethodKey, Node, NodeId, Observation, Position, Recorded,
    RecordedArray,
};
use palus_sequence::work::{Budget, SearchOptions, StrategyName};
use palus_sequence::{MethodId, Statement};

use super::*;
use crate::task::SearchTask;
use crate::testing::{FakeExecutor, FakeLibrary, task};

mod figures;
mod profiles;

const RULES: Rules = Rules {
    edges: true,
    profiles: true,
    dependence: false,
    root_share: 0.3,
    thorough: false,
};

fn key(owner: &str, name: &str, descriptor: &str) -> MethodKey {
    identity(owner, name, descriptor, 1).into()
}

fn identity(owner: &str, name: &str, descriptor: &str, access: u16) -> MethodIdentity {
    MethodIdentity {
        owner: owner.into(),
        name: name.into(),
        descriptor: descriptor.into(),
        access,
    }
}

fn step(method: MethodKey, target: u32, observations: Vec<Vec<Input>>) -> Transition {
    let seen = |inputs| {
        let exchange = Exchange {
            inputs,
            ..Exchange::default()
        };
        Observation {
            exchange: exchange.into(),
            count: 1,
        }
    };
    Transition {
        count: 1,
        observations: observations.into_iter().map(seen).collect::<Vec<_>>().into(),
        ..Transition::new(method, Position::Receiver, NodeId(target))
    }
}

fn node(outgoing: Vec<Transition>) -> Node {
    Node { outgoing, exits: 0 }
}

fn int(value: i32) -> Input {
    Input::Value(Recorded::Int(value))
}

fn connection_state(state: u32) -> Input {
    Input::Object {
        class: "demo.Conn".into(),
        state: Some(NodeId(state)),
        profile: None,
    }
}

/// `demo.Conn`: new, open, send(1, 10) or send(2, 20); `demo.Job`: new over a connection that is open, run.
fn model() -> Model {
    let conn = |name: &str, descriptor: &str| key("demo.Conn", name, descriptor);
    let sent = vec![
        vec![Input::Subject, int(1), int(10)],
        vec![Input::Subject, int(2), int(20)],
    ];
    let connection = ClassModel {
        nodes: vec![
            node(vec![step(conn("<init>", "()V"), 1, vec![vec![]])]),
            node(vec![step(conn("open", "()V"), 2, vec![vec![Input::Subject]])]),
            node(vec![step(conn("send", "(II)V"), 3, sent)]),
            node(vec![]),
        ],
        objects: 1,
        ..ClassModel::default()
    };
    let job = |name: &str, descriptor: &str| key("demo.Job", name, descriptor);
    let job = ClassModel {
        nodes: vec![
            node(vec![step(
                job("<init>", "(Ldemo/Conn;)V"),
                1,
                vec![vec![connection_state(2)]],
            )]),
            node(vec![]),
        ],
        objects: 1,
        ..ClassModel::default()
    };
    Model {
        classes: [("demo.Conn".into(), connection), ("demo.Job".into(), job)].into(),
        ..Model::default()
    }
}

fn library() -> (FakeLibrary, Vec<MethodId>) {
    let mut library = FakeLibrary::default();
    let conn = library.subject("demo.Conn", &["<init>()V", "open()V", "send(II)V", "close()V"]);
    library.subject("demo.Job", &["<init>(Ldemo/Conn;)V"]);
    (library, conn)
}

fn options() -> SearchOptions {
    SearchOptions {
        guided_share: 1.0,
        guidance: false,
        ..SearchOptions::of(StrategyName::Palus)
    }
}

/// Walks for a while; everything is legal. Gives the sequences as texts.
fn texts(library: &mut FakeLibrary, rules: Rules) -> BTreeSet<String> {
    texts_of(&model(), library, rules)
}

fn texts_of(model: &Model, library: &mut FakeLibrary, rules: Rules) -> BTreeSet<String> {
    let options = options();
    let task = task(library, &options);
    let mut context = Context::new(&task, library, Some(model));
    let mut walk = Walk::new(Some(model), &mut context);
    let mut texts = BTreeSet::new();
    for _ in 0..400 {
        let Some(proposal) = walk.propose(&mut context, None, rules) else {
            continue;
        };
        walk.learn(&proposal, None, true);
        texts.insert(proposal.sequence.text(context.library.symbols()));
    }
    texts
}

#[test]
fn calls_on_an_object_follow_the_recorded_order() {
    let (mut library, _) = library();
    for text in texts(&mut library, RULES) {
        let (opened, sent) = (text.find("v0.open"), text.find("v0.send"));
        assert!(sent.is_none() || opened < sent && opened.is_some(), "{text}");
        assert!(!text.contains("close"), "{text}");
    }
}

#[test]
fn one_observation_is_drawn_whole() {
    let (mut library, _) = library();
    let texts = texts(&mut library, RULES);
    let sent: BTreeSet<&str> = texts.iter().filter_map(|text| text.split("send").nth(1)).collect();
    assert_eq!(sent, BTreeSet::from(["(1, 10)\n", "(2, 20)\n"]));
}

#[test]
fn an_argument_comes_from_a_sequence_that_reached_the_recorded_state() {
    let (mut library, _) = library();
    let texts = texts(&mut library, RULES);
    assert!(
        texts.contains("v0 = new demo.Conn()\nv1 = v0.open()\nv2 = new demo.Job(v0)\n"),
        "{texts:?}"
    );
}

/// `demo.Bag`: new over a list of the JDK to which null was added after it had been passed to something else.
fn model_with_list() -> Model {
    let outside = |name: &str, owner: &str, descriptor: &str| {
        MethodKey::from(identity(owner, name, descriptor, 1 | palus_model::CALL_SITE))
    };
    let mut elsewhere = step(key("demo.Other", "look", "(Ljava/util/List;)V"), 2, vec![]);
    elsewhere.position = Position::Argument(1);
    let list = ClassModel {
        nodes: vec![
            node(vec![step(
                outside("<init>", "java.util.ArrayList", "()V"),
                1,
                vec![vec![]],
            )]),
            node(vec![elsewhere]),
            node(vec![step(
                outside("add", "java.util.List", "(Ljava/lang/Object;)Z"),
                3,
                vec![vec![Input::Subject, Input::Null]],
            )]),
            node(vec![]),
        ],
        objects: 1,
        ..ClassModel::default()
    };
    let filled = Input::Object {
        class: "java.util.ArrayList".into(),
        state: Some(NodeId(3)),
        profile: None,
    };
    let made = step(key("demo.Bag", "<init>", "(Ljava/util/List;)V"), 1, vec![vec![filled]]);
    let bag = ClassModel {
        nodes: vec![node(vec![made]), node(vec![])],
        objects: 1,
        ..ClassModel::default()
    };
    Model {
        classes: [("java.util.ArrayList".into(), list), ("demo.Bag".into(), bag)].into(),
        ..Model::default()
    }
}

#[test]
fn an_argument_of_the_jdk_is_made_as_it_was_seen_being_made() {
    let mut library = FakeLibrary::default();
    library.subject("demo.Bag", &["<init>(Ljava/util/List;)V"]);
    let (list, array_list) = (library.class("java.util.List"), library.class("java.util.ArrayList"));
    library.extends(array_list, list);
    let texts = texts_of(&model_with_list(), &mut library, RULES);
    let expected = "v0 = new java.util.ArrayList()\nv1 = v0.add(null)\nv2 = new demo.Bag(v0)\n";
    assert_eq!(texts, BTreeSet::from([expected.to_owned()]));
}

#[test]
fn without_constraints_an_argument_comes_from_its_type_alone() {
    let (mut library, _) = library();
    let rules = Rules {
        edges: false,
        profiles: false,
        ..RULES
    };
    let texts = texts(&mut library, rules);
    let jobs: Vec<_> = texts.iter().filter(|text| text.contains("demo.Job")).collect();
    assert!(
        !jobs.is_empty() && jobs.iter().all(|text| !text.contains("open")),
        "{jobs:?}"
    );
}

#[test]
fn a_dependent_method_follows_its_transition_on_the_same_object() {
    let (mut library, conn) = library();
    library.dependence.insert(conn[1], vec![(conn[3], 1.0)]);
    let texts = texts(
        &mut library,
        Rules {
            dependence: true,
            ..RULES
        },
    );
    let opened: Vec<_> = texts.iter().filter(|text| text.contains("v0.open()")).collect();
    assert!(!opened.is_empty());
    assert!(
        opened
            .iter()
            .all(|text| text.contains("v1 = v0.open()\nv2 = v0.close()\n")),
        "{opened:?}"
    );
    assert!(
        texts.iter().any(|text| text.contains("v3 = v0.send")),
        "the state counts as unchanged: {texts:?}"
    );
}

#[test]
fn an_extended_sequence_leaves_its_node_and_an_illegal_one_is_filed_nowhere() {
    let (mut library, conn) = library();
    let (model, options) = (model(), options());
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    let mut walk = Walk::new(Some(&model), &mut context);
    let statement = Statement::Call {
        method: conn[0],
        operands: vec![],
    };
    let sequence = Sequence {
        statements: vec![statement],
    };
    let moved = |to: u32, from| {
        let step = Some(Move {
            to: (0, to),
            object: Var(0),
            length: 1,
            from,
        });
        Proposal {
            sequence: sequence.clone(),
            step,
        }
    };
    walk.learn(&moved(1, None), None, true);
    assert_eq!(walk.filed.keys().copied().collect::<Vec<_>>(), [(0, 1)]);

    walk.learn(&moved(2, Some(((0, 1), 0))), Some(0), true);
    assert_eq!(walk.filed.keys().copied().collect::<Vec<_>>(), [(0, 1)]);

    walk.learn(&moved(2, Some(((0, 1), 0))), None, true);
    assert_eq!(walk.filed.keys().copied().collect::<Vec<_>>(), [(0, 2)]);
}

#[test]
fn a_legal_step_is_filed_without_the_dependent_call_that_threw() {
    let (mut library, conn) = library();
    library.dependence.insert(conn[1], vec![(conn[3], 1.0)]);
    let (model, options) = (model(), options());
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    let mut walk = Walk::new(Some(&model), &mut context);
    let rules = Rules {
        dependence: true,
        ..RULES
    };
    let closes = |sequence: &Sequence| {
        let mut calls = sequence.statements.iter();
        calls.any(|statement| matches!(statement, Statement::Call { method, .. } if *method == conn[3]))
    };
    let mut behind = 0;
    for _ in 0..200 {
        let Some(proposal) = walk.propose(&mut context, Some(walk.automata[0].class), rules) else {
            continue;
        };
        let stopped_at = closes(&proposal.sequence).then(|| proposal.sequence.len() - 1);
        behind += usize::from(stopped_at.is_some());
        walk.learn(&proposal, stopped_at, true);
    }
    assert!(behind > 0);
    let filed: Vec<&Filed> = walk.filed.values().flatten().collect();
    assert!(filed.iter().all(|filed| !closes(&filed.sequence)));
    assert!(walk.filed.contains_key(&(0, 2)), "open was legal each time");
}

#[test]
fn sequences_begin_with_the_classes_whose_turn_it_is_and_others_give_arguments() {
    let (mut library, conn) = library();
    let (model, options) = (model(), options());
    let targets = vec![library.subjects()[1]];
    let task = SearchTask {
        targets,
        ..task(&library, &options)
    };
    let mut context = Context::new(&task, &mut library, Some(&model));
    let walk = Walk::new(Some(&model), &mut context);
    let rules = Rules {
        thorough: true,
        ..RULES
    };
    let mut proposals = (0..50).filter_map(|_| walk.propose(&mut context, None, rules));
    assert!(proposals.all(|proposal| proposal.step.is_some_and(|step| step.to.0 == 1)));
    let proposal = walk.propose(&mut context, None, rules).unwrap();
    let first = &proposal.sequence.statements[0];
    assert!(
        matches!(first, Statement::Call { method, .. } if *method == conn[0]),
        "a connection is made for the job"
    );
    assert!(walk.knows(None) && walk.knows(Some(walk.automata[0].class)));
}

/// What runs in a search of so many sequences with the model or without one, as texts, and how many ran.
fn searched(options: &SearchOptions, count: u64, model: Option<&Model>) -> (Vec<String>, u64) {
    searched_with(5, options, count, model)
}

/// The same with that seed.
fn searched_with(seed: u64, options: &SearchOptions, count: u64, model: Option<&Model>) -> (Vec<String>, u64) {
    let (mut library, _) = library();
    let task = SearchTask {
        budget: Budget::Sequences { count },
        seed,
        ..task(&library, options)
    };
    let mut executor = FakeExecutor::default();
    let (result, _) = crate::search(&task, &mut library, model, &mut executor, &[], &mut |_| {}).unwrap();
    let texts = executor.ran.iter().map(|sequence| sequence.text(library.symbols()));
    (texts.collect(), result.counts.executed)
}

#[test]
fn strategies_whose_papers_know_no_model_propose_the_same_with_one() {
    for strategy in [StrategyName::Randoop, StrategyName::Recgen] {
        let options = SearchOptions { strategy, ..options() };
        assert_eq!(
            searched(&options, 200, Some(&model())),
            searched(&options, 200, None),
            "{strategy:?}"
        );
    }
    let without = SearchOptions {
        without: vec!["model".to_owned()],
        ..options()
    };
    assert_eq!(searched(&without, 200, Some(&model())), searched(&options(), 200, None));
    assert_ne!(
        searched(&options(), 200, Some(&model())),
        searched(&options(), 200, None)
    );
}

#[test]
fn no_budget_is_left_unspent_while_another_phase_has_something_new() {
    for strategy in [StrategyName::Palus, StrategyName::Palulu] {
        let options = SearchOptions { strategy, ..options() };
        // Along the model alone there are some hundred.
        assert_eq!(searched(&options, 3_000, Some(&model())).1, 3_000, "{strategy:?}");
    }
}

#[test]
fn the_unguided_phase_calls_what_no_model_covers_or_all() {
    // Figure 7: behind the guided phase, of which there is none here.
    let ran = |without: &[&str]| {
        let options = SearchOptions {
            guided_share: 0.0,
            without: without.iter().map(|part| (*part).to_owned()).collect(),
            ..options()
        };
        searched(&options, 60, Some(&model())).0
    };
    let closing = |texts: Vec<String>| {
        texts
            .iter()
            .take_while(|text| text.trim_end().ends_with(".close()"))
            .count()
    };
    // Sequences of so many statements at most, of which the first makes the object.
    assert_eq!(closing(ran(&[])), options().longest - 1);
    assert!(closing(ran(&["uncovered"])) < 3);
}

/// How often proposals of which 10,000 are made are such.
fn often(proposals: &[Proposal], is_such: impl Fn(&Move) -> bool) -> usize {
    let steps = proposals.iter().filter_map(|proposal| proposal.step.as_ref());
    steps.filter(|step| is_such(step)).count()
}

#[test]
fn roots_and_nodes_are_drawn_uniformly_and_roots_in_their_share() {
    let (mut library, conn) = library();
    let (model, options) = (model(), options());
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    let mut walk = Walk::new(Some(&model), &mut context);
    let new = Sequence {
        statements: vec![crate::testing::call(conn[0], &[])],
    };
    // Of one node 1 sequence, of another 30; from the last none leads on.
    for (node, count) in [(1, 1), (2, 30), (3, 5)] {
        for _ in 0..count {
            let step = Some(Move {
                to: (0, node),
                object: Var(0),
                length: 1,
                from: None,
            });
            let sequence = new.clone();
            walk.learn(&Proposal { sequence, step }, None, true);
        }
    }
    let proposals: Vec<Proposal> = (0..10_000)
        .filter_map(|_| walk.propose(&mut context, None, RULES))
        .collect();
    assert_eq!(proposals.len(), 10_000);
    let roots = often(&proposals, |step| step.from.is_none());
    let connections = often(&proposals, |step| step.from.is_none() && step.to.0 == 0);
    let first = often(&proposals, |step| step.from.is_some_and(|(place, _)| place == (0, 1)));
    let second = often(&proposals, |step| step.from.is_some_and(|(place, _)| place == (0, 2)));
    assert!((2_850..3_150).contains(&roots), "{roots}");
    assert!((1_350..1_650).contains(&connections), "{connections} of {roots}");
    assert!((3_300..3_700).contains(&first), "{first}");
    assert_eq!(roots + first + second, 10_000);
}

#[test]
fn a_node_is_open_as_long_as_it_holds_sequences_that_can_be_extended() {
    let (mut library, _) = library();
    let (model, options) = (model(), options());
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    let mut walk = Walk::new(Some(&model), &mut context);
    for _ in 0..300 {
        let Some(proposal) = walk.propose(&mut context, None, RULES) else {
            continue;
        };
        walk.learn(&proposal, None, true);
        let leads_on = |place: &Place| !walk.automata[place.0].nodes[place.1 as usize].is_empty();
        let held: Vec<Place> = walk.filed.keys().copied().filter(leads_on).collect();
        assert_eq!(walk.open, held);
    }
}

#[test]
fn each_phase_has_its_share_of_the_budget() {
    // Figure 7: along the model first, then what no model covers; Palulu the other way round.
    for (strategy, is_first) in [(StrategyName::Palus, true), (StrategyName::Palulu, false)] {
        let (mut library, _) = library();
        let model = model();
        let options = SearchOptions {
            strategy,
            guided_share: 0.4,
            ..options()
        };
        let task = task(&library, &options);
        let mut context = Context::new(&task, &mut library, Some(&model));
        let mut strategy = crate::strategy::make(&mut context, Some(&model));
        for turn in 0..10_000 {
            context.progress = f64::from(turn) / 10_000.0;
            let Some(proposal) = strategy.propose(&mut context, None) else {
                continue;
            };
            let is_guided = if is_first { turn < 4_000 } else { turn >= 6_000 };
            assert_eq!(proposal.step.is_some(), is_guided, "turn {turn}");
            strategy.learn(&context, &proposal, None);
        }
    }
}

/// The sequences that do again, once, what the model says, as texts in their order.
fn done_again(library: &mut FakeLibrary, model: &Model) -> Vec<String> {
    let options = SearchOptions {
        guidance: true,
        ..options()
    };
    let task = task(library, &options);
    let mut context = Context::new(&task, library, Some(model));
    let mut walk = Walk::new(Some(model), &mut context);
    let rules = Rules {
        thorough: true,
        ..RULES
    };
    let proposals = std::iter::from_fn(|| walk.propose_untried(&mut context, rules)).collect::<Vec<_>>();
    let symbols = context.library.symbols();
    proposals
        .iter()
        .map(|proposal| proposal.sequence.text(symbols))
        .collect()
}

#[test]
fn each_recorded_call_is_done_again_once_in_the_state_in_which_it_was_made() {
    let (mut library, _) = library();
    let opened = "v0 = new demo.Conn()\nv1 = v0.open()\n";
    assert_eq!(
        done_again(&mut library, &model()),
        [
            "v0 = new demo.Conn()\n".to_owned(),
            opened.to_owned(),
            format!("{opened}v2 = v0.send(1, 10)\n"),
            format!("{opened}v2 = new demo.Job(v0)\n"),
            format!("{opened}v2 = v0.send(2, 20)\n"),
        ],
        "of each method one, then of each method the next"
    );
}

#[test]
fn a_recorded_call_that_threw_and_one_of_a_static_method_are_done_again() {
    let mut library = FakeLibrary::default();
    library.subject("demo.Parser", &["static parse([I)V", "static check(I)V"]);
    let array = Input::Array(RecordedArray {
        class: "[I".into(),
        length: 2,
        has_null: false,
        elements: Elements::Ints([4, 2].into()),
    });
    let mut threw = step(key("demo.Parser", "check", "(I)V"), 0, vec![vec![int(-1)]]);
    threw.threw = Some("java.lang.IllegalArgumentException".into());
    let model = Model {
        statics: vec![step(key("demo.Parser", "parse", "([I)V"), 0, vec![vec![array]]), threw],
        ..Model::default()
    };
    assert_eq!(
        done_again(&mut library, &model),
        [
            "v0 = new int[] {4, 2}\nv1 = demo.Parser.parse(v0)\n",
            "v0 = demo.Parser.check(-1)\n"
        ]
    );
}
