//! Figure 8, lines 9 to 11: an argument by its state, before one by its profile, before one of its type.

use palus_model::{LayoutId, Profile};
use palus_sequence::{Operand, Outcome, Trace, Value};

use super::*;

/// Of a connection that is open.
const OPEN: Profile = Profile {
    layout: LayoutId(7),
    bits: 0b11,
};

/// [`model`], where the connection of a job had a profile.
fn model_with_profile() -> Model {
    let mut model = model();
    let job = model.classes.get_mut("demo.Job").unwrap();
    let open = Input::Object {
        class: "demo.Conn".into(),
        state: Some(NodeId(2)),
        profile: Some(OPEN),
    };
    let made = step(key("demo.Job", "<init>", "(Ldemo/Conn;)V"), 1, vec![vec![open]]);
    job.nodes[0].outgoing = vec![made];
    model
}

/// The traces of machines in which a connection has a profile that says whether it was opened.
fn observed(sequence: &Sequence, conn: &[MethodId], class: TypeId) -> Trace {
    let mut trace = Trace {
        outcomes: vec![Outcome::Returned(Value::Void); sequence.len()],
        ..Trace::default()
    };
    let calls = |statement: &Statement, wanted: MethodId| matches!(statement, Statement::Call { method, .. } if *method == wanted);
    let is_open = sequence.statements.iter().any(|statement| calls(statement, conn[1]));
    for (statement, outcome) in sequence.statements.iter().zip(&mut trace.outcomes) {
        let is_new = calls(statement, conn[0]);
        if is_new {
            *outcome = Outcome::Returned(Value::Object { class });
        }
        let bits = if is_open { OPEN.bits } else { 1 };
        trace.profiles.push(is_new.then_some(Profile { bits, ..OPEN }));
    }
    trace
}

/// How jobs are made in 200 steps of a walk, where nothing is filed and connections, opened and not, are in the pools.
fn jobs(rules: Rules) -> BTreeSet<String> {
    let (mut library, conn) = library();
    let class = library.class("demo.Conn");
    let (model, options) = (model_with_profile(), options());
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    crate::walk::profiles::want(Some(&model), &mut context);
    assert!(context.pools.wants_profiles());
    let mut harvest = crate::harvest::Harvest::new(&context, &[]);
    let receiver = Operand::Var(Var(0));
    let new = Statement::Call {
        method: conn[0],
        operands: vec![],
    };
    let open = Statement::Call {
        method: conn[1],
        operands: vec![receiver],
    };
    for statements in [vec![new.clone(), open], vec![new]] {
        let sequence = Sequence { statements };
        let trace = observed(&sequence, &conn, class);
        let turn = crate::search::Turn {
            proposal: Proposal::random(sequence),
            focus: None,
        };
        harvest.gather(&mut context, &turn, &trace, false).unwrap();
    }
    let walk = Walk::new(Some(&model), &mut context);
    let focus = Some(walk.automata[1].class);
    let proposals: Vec<Proposal> = (0..200)
        .filter_map(|_| walk.propose(&mut context, focus, rules))
        .collect();
    let texts = proposals
        .iter()
        .map(|proposal| proposal.sequence.text(context.library.symbols()));
    texts.collect()
}

#[test]
fn an_argument_that_no_filed_sequence_gives_has_the_recorded_profile() {
    let expected = "v0 = new demo.Conn()\nv1 = v0.open()\nv2 = new demo.Job(v0)\n";
    assert_eq!(jobs(RULES), BTreeSet::from([expected.to_owned()]));
}

#[test]
fn without_profiles_it_is_any_of_its_type() {
    let rules = Rules {
        profiles: false,
        ..RULES
    };
    let jobs = jobs(rules);
    let closed = "v0 = new demo.Conn()\nv1 = new demo.Job(v0)\n";
    assert!(jobs.len() > 1 && jobs.contains(closed), "{jobs:?}");
}

#[test]
fn a_filed_sequence_goes_before_a_profile() {
    let (mut library, conn) = library();
    let class = library.class("demo.Conn");
    let (model, options) = (model_with_profile(), options());
    let task = task(&library, &options);
    let mut context = Context::new(&task, &mut library, Some(&model));
    crate::walk::profiles::want(Some(&model), &mut context);
    let call = |method: MethodId, receiver: bool| Statement::Call {
        method,
        operands: if receiver { vec![Operand::Var(Var(0))] } else { vec![] },
    };
    let pooled = Sequence {
        statements: vec![call(conn[0], false), call(conn[1], true)],
    };
    let entry = crate::pool::Entry {
        sequence: Rc::new(pooled),
        var: Var(0),
    };
    context.pools.put_alike((class, OPEN), class, entry);
    let mut walk = Walk::new(Some(&model), &mut context);
    // Filed where an open connection was recorded, by another way.
    let sequence = Sequence {
        statements: vec![call(conn[0], false), call(conn[1], true), call(conn[1], true)],
    };
    let step = Some(Move {
        to: (0, 2),
        object: Var(0),
        length: 3,
        from: None,
    });
    walk.learn(&Proposal { sequence, step }, None, true);
    let job = walk.automata[1].class;
    let text = |rules: Rules, context: &mut Context<'_>| {
        let proposal = walk.propose(context, Some(job), rules).unwrap();
        proposal.sequence.text(context.library.symbols())
    };
    assert_eq!(text(RULES, &mut context).matches("open").count(), 2);
    let without_edges = Rules { edges: false, ..RULES };
    assert_eq!(text(without_edges, &mut context).matches("open").count(), 1);
}
