//! What is drawn in Figures 7 and 8, and what becomes of a sequence that was made: evenly, by weight, and for all to use.

use palus_sequence::Operand;

use super::*;
use crate::testing::call;

/// What a walk of the model proposes in 10,000 steps, of which none is learned from.
fn proposed(walk: &Walk<'_>, context: &mut Context<'_>, rules: Rules) -> Vec<Proposal> {
    (0..10_000).filter_map(|_| walk.propose(context, None, rules)).collect()
}

/// The method that a proposal calls at that statement.
fn called(proposal: &Proposal, at: usize) -> Option<MethodId> {
    match proposal.sequence.statements.get(at)? {
        Statement::Call { method, .. } => Some(*method),
        _ => None,
    }
}

/// How many of them call the method at that statement.
fn calling(proposals: &[Proposal], at: usize, method: MethodId) -> usize {
    proposals
        .iter()
        .filter(|proposal| called(proposal, at) == Some(method))
        .count()
}

/// [`model`] without jobs, where a new connection was opened a thousand times and closed once.
fn model_with_two_ways() -> Model {
    let mut model = model();
    model.classes.remove("demo.Job");
    let connection = model.classes.get_mut("demo.Conn").unwrap();
    let mut again = step(key("demo.Conn", "close", "()V"), 3, vec![vec![Input::Subject]]);
    again.count = 1_000;
    connection.nodes[1].outgoing.push(again);
    // An object may begin in two ways too: here by a static method of the class.
    let made = step(key("demo.Conn", "make", "()Ldemo/Conn;"), 1, vec![vec![]]);
    connection.nodes[0].outgoing.push(Transition {
        position: Position::Result,
        count: 1_000,
        ..made
    });
    model
}

#[test]
fn transitions_are_drawn_evenly_however_often_they_were_recorded() {
    // Figure 7, lines 8 and 14.
    let mut library = FakeLibrary::default();
    let methods = [
        "<init>()V",
        "open()V",
        "send(II)V",
        "close()V",
        "static make()Ldemo/Conn;",
    ];
    let conn = library.subject("demo.Conn", &methods);
    let (model, options) = (model_with_two_ways(), options());
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    let mut walk = Walk::new(Some(&model), &mut context);
    file(&mut walk, &[conn[0]], 1);
    let proposals = proposed(&walk, &mut context, RULES);
    let [new, made] = [conn[0], conn[4]].map(|method| {
        let begun = proposals.iter().filter(|proposal| proposal.sequence.len() == 1);
        begun.filter(|proposal| called(proposal, 0) == Some(method)).count()
    });
    assert!(new.abs_diff(made) < 250 && new + made > 2_500, "{new} and {made}");
    let [opened, closed] = [conn[1], conn[3]].map(|method| calling(&proposals, 1, method));
    assert!(opened.abs_diff(closed) < 400, "{opened} and {closed}");
    assert_eq!(new + made + opened + closed, 10_000);
}

/// Files a sequence of these calls, all on what the first makes, at a node of the first automaton.
fn file(walk: &mut Walk<'_>, calls: &[MethodId], node: u32) {
    let statement = |(at, method): (usize, &MethodId)| call(*method, if at == 0 { &[] } else { &[0] });
    let sequence = Sequence {
        statements: calls.iter().enumerate().map(statement).collect(),
    };
    let step = Some(Move {
        to: (0, node),
        object: Var(0),
        length: calls.len(),
        from: None,
    });
    walk.learn(&Proposal { sequence, step }, None, true);
}

#[test]
fn sequences_of_a_node_are_drawn_evenly() {
    // Figure 7, line 13.
    let (mut library, conn) = library();
    let (model, options) = (model(), options());
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    let mut walk = Walk::new(Some(&model), &mut context);
    for _ in 0..10 {
        file(&mut walk, &[conn[0]], 1);
    }
    let proposals = proposed(&walk, &mut context, RULES);
    for wanted in 0..10 {
        let drawn = often(&proposals, |step| step.from.is_some_and(|(_, id)| id == wanted));
        assert!((600..800).contains(&drawn), "{drawn} of some 7,000");
    }
}

#[test]
fn methods_that_no_model_covers_are_drawn_evenly() {
    // Figure 7, line 21.
    let mut library = FakeLibrary::default();
    let methods = ["<init>()V", "open()V", "send(II)V", "close()V", "drop()V", "ping()V"];
    let conn = library.subject("demo.Conn", &methods);
    let model = model();
    let options = SearchOptions {
        guided_share: 0.0,
        ..options()
    };
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    let mut strategy = crate::strategy::make(&mut context, Some(&model));
    let proposals: Vec<Proposal> = (0..9_000)
        .filter_map(|_| strategy.propose(&mut context, None))
        .collect();
    assert_eq!(proposals.len(), 9_000);
    for method in &conn[3..] {
        let drawn = proposals
            .iter()
            .filter(|proposal| called(proposal, proposal.sequence.len() - 1) == Some(*method))
            .count();
        assert!((2_800..3_200).contains(&drawn), "{drawn}");
    }
}

#[test]
fn dependent_methods_are_drawn_by_their_weights() {
    // Figure 8, line 18.
    let (mut library, conn) = library();
    library.dependence.insert(conn[0], vec![(conn[1], 3.0), (conn[3], 1.0)]);
    let (mut model, options) = (model(), options());
    model.classes.remove("demo.Job");
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    let walk = Walk::new(Some(&model), &mut context);
    let rules = Rules {
        dependence: true,
        ..RULES
    };
    let proposals = proposed(&walk, &mut context, rules);
    let [opened, closed] = [conn[1], conn[3]].map(|method| calling(&proposals, 1, method));
    assert_eq!(opened + closed, 10_000);
    assert!((7_300..7_700).contains(&opened), "{opened}");
}

#[test]
fn what_the_guided_phase_made_gives_inputs_by_type_and_null_where_there_is_none() {
    // Figure 7, lines 10, 16 and 22: all sequences come to one set. Figure 8: `GetSequenceByType`, and its null.
    let mut library = FakeLibrary::default();
    library.subject("demo.Conn", &["<init>()V", "open()V", "send(II)V"]);
    library.subject("demo.Job", &["<init>(Ldemo/Conn;)V"]);
    let mut model = model();
    model.classes.remove("demo.Job");
    let mut ran = |guided_share: f64| {
        let options = SearchOptions {
            guided_share,
            without: vec!["inputs".to_owned()],
            ..options()
        };
        let task = SearchTask {
            budget: Budget::Sequences { count: 6 },
            ..task(&library, &options)
        };
        let mut executor = FakeExecutor::default();
        crate::search(&task, &mut library, Some(&model), &mut executor, &[], &mut |_| {}).unwrap();
        let texts = executor.ran.iter().map(|sequence| sequence.text(library.symbols()));
        texts.collect::<Vec<String>>()
    };
    let guided = ran(0.5);
    let (along, behind) = guided.split_at(3);
    assert!(along.iter().all(|text| !text.contains("demo.Job")), "{along:?}");
    assert!(
        behind.iter().any(|text| text.contains("new demo.Job(v0)")),
        "{behind:?}"
    );
    assert_eq!(ran(0.0)[0], "v0 = new demo.Job(null)\n");
}

#[test]
fn the_call_stands_behind_its_inputs_and_the_dependent_call_with_its_own_behind_it() {
    // Figure 8, lines 19 to 22.
    let mut library = FakeLibrary::default();
    let conn = library.subject("demo.Conn", &["<init>()V", "open()V", "send(II)V"]);
    let job = library.subject("demo.Job", &["<init>(Ldemo/Conn;)V", "run(Ldemo/Conn;)V"]);
    library.dependence.insert(job[0], vec![(job[1], 1.0)]);
    let (model, options) = (model(), options());
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    let mut walk = Walk::new(Some(&model), &mut context);
    file(&mut walk, &[conn[0], conn[1]], 2);
    let rules = Rules {
        dependence: true,
        ..RULES
    };
    let focus = Some(walk.automata[1].class);
    let mut by_type = 0;
    for _ in 0..100 {
        let proposal = walk.propose(&mut context, focus, rules).unwrap();
        let statements = &proposal.sequence.statements;
        assert_eq!(
            [0, 1, 2].map(|at| called(&proposal, at).unwrap()),
            [conn[0], conn[1], job[0]]
        );
        let Some(Statement::Call { method, operands }) = statements.last() else {
            panic!("no dependent call");
        };
        assert_eq!((*method, &operands[0]), (job[1], &Operand::Var(Var(2))));
        by_type += usize::from(matches!(operands[1], Operand::Var(_)));
        assert_eq!(proposal.step.unwrap().length, 3);
    }
    assert!(by_type > 50, "{by_type}");
}

#[test]
fn a_sequence_that_was_extended_still_gives_an_argument_in_its_state() {
    // Figure 8, line 8: any existing sequence, where Figure 7, line 17, has taken it from those to extend.
    let (mut library, conn) = library();
    let (model, options) = (model(), options());
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    let mut walk = Walk::new(Some(&model), &mut context);
    file(&mut walk, &[conn[0], conn[1]], 2);
    let sent = proposed(&walk, &mut context, RULES);
    let sent = sent
        .iter()
        .find(|proposal| called(proposal, 2) == Some(conn[2]))
        .unwrap();
    walk.learn(sent, None, true);
    assert!(!walk.filed.contains_key(&(0, 2)));
    let job = walk.propose(&mut context, Some(walk.automata[1].class), RULES).unwrap();
    assert_eq!(
        job.sequence.text(context.library.symbols()),
        "v0 = new demo.Conn()\nv1 = v0.open()\nv2 = new demo.Job(v0)\n"
    );
}

#[test]
fn a_walk_begins_again_where_the_first_sequences_met_a_dead_end() {
    // Figure 7, lines 8 to 12 and 19: each sequence that is made is filed, one like an earlier one too.
    let mut model = model();
    model.classes.remove("demo.Job");
    let connection = model.classes.get_mut("demo.Conn").unwrap();
    connection.nodes[2].outgoing[0].target = NodeId(2);
    let close = step(key("demo.Conn", "close", "()V"), 3, vec![vec![Input::Subject]]);
    connection.nodes[1].outgoing.push(close);
    for seed in 0..20 {
        let (ran, _) = searched_with(seed, &options(), 40, Some(&model));
        let mut sent = ran
            .iter()
            .flat_map(|text| text.lines())
            .filter(|line| line.contains("send"));
        assert!(
            sent.all(|line| line.contains("(1, 10)") || line.contains("(2, 20)")),
            "seed {seed} left the model: {ran:#?}"
        );
    }
}
