//! What tests have in common that can be put together: how they begin, and what they ask.

use palus_sequence::work::KeptTest;
use palus_sequence::{MethodId, MethodKind, Operand, Outcome, Sequence, Statement, Symbols, TypeId, Value};

/// The most statements of a test that becomes a case among others.
const CASE: usize = 9;

/// How many statements the last question of a test has.
pub(super) fn asking(test: &KeptTest) -> usize {
    usize::from(test.observers) + 1
}

/// What tests have in common that can be put together.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Start {
    /// They make the same objects first, and ask an object of them.
    Made(String),
    /// They are short and call a method of this class and name.
    Cases(TypeId, String),
    /// They are short, and what they call in this class throws that one.
    Refusals(TypeId, TypeId),
}

impl Start {
    /// How many statements the test begins with that all have.
    pub(super) fn shared(&self, test: &KeptTest) -> usize {
        match self {
            Self::Made(_) => question(test).map_or(0, |(asked, _)| made_for_all(test, asked)),
            Self::Cases(..) | Self::Refusals(..) => 0,
        }
    }
}

/// What comes before the question of a test that asks an object something, and before what is only handed to the question.
pub(super) fn made(test: &KeptTest, symbols: &Symbols) -> Option<Start> {
    let (asked, method) = question(test)?;
    let shared = made_for_all(test, asked);
    let before = Sequence {
        statements: test.sequence.statements[..shared].to_vec(),
    };
    let is_asked = shared > 0 && symbols.get(method).kind == MethodKind::Instance;
    is_asked.then(|| Start::Made(before.text(symbols)))
}

/// How many statements before the question at `asked` make more than an argument of it.
fn made_for_all(test: &KeptTest, asked: usize) -> usize {
    let statements = &test.sequence.statements;
    let is_argument = |at: &usize| {
        let is_it = |operand: &Operand| matches!(operand, Operand::Var(var) if var.index() == *at);
        let mut places = statements[at + 1..=asked]
            .iter()
            .flat_map(|later| {
                later
                    .operands()
                    .iter()
                    .enumerate()
                    .filter(|(_, operand)| is_it(operand))
            })
            .peekable();
        places.peek().is_some() && places.all(|(place, _)| place > 0)
    };
    asked - (0..asked).rev().take_while(is_argument).count()
}

/// The method that a short test calls, everything before which is there for the call.
pub(super) fn case(test: &KeptTest, symbols: &Symbols) -> Option<Start> {
    let (asked, method) = question(test)?;
    let is_only_one = asked + asking(test) == test.sequence.len();
    let method = symbols.get(method);
    (is_only_one && is_short(test, asked)).then(|| Start::Cases(method.owner, method.name.to_string()))
}

/// Whose methods a short test calls, and what each of the calls throws.
pub(super) fn refusal(test: &KeptTest, symbols: &Symbols) -> Option<Start> {
    let (asked, method) = question(test)?;
    let thrown = |at: &u16| match test.outcomes[usize::from(*at)] {
        Outcome::Threw { class, .. } => Some(class),
        _ => None,
    };
    let class = thrown(&(asked as u16))?;
    let all_throw = test.acts.is_empty() && test.asserted.iter().all(|at| thrown(at) == Some(class));
    (all_throw && is_short(test, asked)).then(|| Start::Refusals(symbols.get(method).owner, class))
}

/// Whether the test has few statements, and all before the question are there for it.
fn is_short(test: &KeptTest, asked: usize) -> bool {
    let statements = &test.sequence.statements;
    let is_used = |at: usize| {
        let mut later = statements[at + 1..].iter();
        later.any(|later| later.uses().any(|var| var.index() == at))
    };
    statements.len() <= CASE && (0..asked).all(is_used)
}

/// The first question of a test that consists of a start and questions that are answered: where it is, and the method that it calls.
pub(super) fn question(test: &KeptTest) -> Option<(usize, MethodId)> {
    let last = test.sequence.len().checked_sub(asking(test))?;
    let asserted = test.asserted.iter().map(|at| usize::from(*at));
    let asked = asserted.chain([last]).min()?;
    let Statement::Call { method, .. } = &test.sequence.statements[asked] else {
        return None;
    };
    (test.violates.is_none() && is_answered(test, asked)).then_some((asked, *method))
}

/// How a question is answered, in the order in which questions stand in a test.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Answer {
    Returns,
    Throws(TypeId),
    /// What changes the object comes after what only looks at it.
    Acts,
}

/// How the question of the test is answered.
pub(super) fn answer(test: &KeptTest) -> Answer {
    let asked = question(test).map_or(0, |(asked, _)| asked);
    match test.outcomes.get(asked) {
        Some(Outcome::Threw { class, .. }) => Answer::Throws(*class),
        _ if is_act(test, asked) => Answer::Acts,
        _ => Answer::Returns,
    }
}

/// Whether the test calls what it asks for what it does: it gives nothing, or what it gives is not said and observers look at what it
/// did.
pub(super) fn is_act(test: &KeptTest, asked: usize) -> bool {
    match test.outcomes.get(asked) {
        Some(Outcome::Returned(Value::Void)) => true,
        Some(Outcome::Returned(_)) => test.observers > 0 && !is_said(test, asked),
        _ => false,
    }
}

/// Whether what the statement gives is asserted or taken by a later one.
fn is_said(test: &KeptTest, at: usize) -> bool {
    let ends = !matches!(
        test.outcomes.get(at),
        None | Some(Outcome::Returned(Value::Void) | Outcome::Ended(_) | Outcome::NotRun)
    );
    let mut later = test.sequence.statements[at + 1..].iter();
    ends && (is_asserted(test, at) || later.any(|later| later.uses().any(|var| var.index() == at)))
}

fn is_asserted(test: &KeptTest, at: usize) -> bool {
    test.asserted.contains(&(at as u16))
}

/// Whether each statement from `asked` on is said, or is what the test does.
fn is_answered(test: &KeptTest, asked: usize) -> bool {
    let last = test.sequence.len() - asking(test);
    let mut answers = asked..test.sequence.len();
    answers.all(|at| is_said(test, at) || (at == last && is_act(test, at)))
}
