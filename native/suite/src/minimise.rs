//! Shorter tests: what a test does not need is taken out, and each time it is run again.
//!
//! Delta debugging (Zeller and Hildebrandt 2002) along the structure of a sequence: statements with what is built on them, objects in
//! whose place an earlier one does, values for which the plainest does, elements of arrays, parts of strings.

use std::sync::Arc;

use palus_sequence::{
    Executor, ExecutorLost, JavaString, Literal, ObservationPlan, Operand, Sequence, Statement, Symbols, Trace, Var,
};

/// A long sequence gets at most this many runs with fewer statements.
const STATEMENT_TRIES: usize = 40;
/// And this many with smaller values.
const VALUE_TRIES: usize = 24;
/// How many earlier objects are tried in the place of one.
const STAND_INS: usize = 2;
/// A string of no more units is short enough to be read.
const SHORT: usize = 8;
/// How many steps all of these runs may take: what uses up its fuel takes some millions each time.
const MOST_STEPS: u64 = 20_000_000;
/// How many runs it may take to drop answers of fakes.
const ANSWER_TRIES: usize = 60;
/// A string is cut into halves, quarters, and eighths.
const PARTS: [usize; 3] = [2, 4, 8];

/// Takes away from a sequence what is not needed for `keep` to hold of what the rest does. The last statement stays: it is what
/// the test is about. Gives the sequence with its trace.
pub fn minimise(
    sequence: &Sequence,
    trace: &Trace,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    keep: &dyn Fn(&Symbols, &Sequence, &Trace) -> bool,
) -> Result<(Sequence, Trace), ExecutorLost> {
    let mut shrinking = Shrinking {
        best: (sequence.clone(), trace.clone()),
        executor,
        symbols,
        keep,
        tries: ANSWER_TRIES,
        steps: MOST_STEPS,
    };
    shrinking.answers()?;
    shrinking.tries = STATEMENT_TRIES;
    shrinking.statements()?;
    shrinking.tries = VALUE_TRIES;
    shrinking.plain_values()?;
    let fewer = shrinking.parts()?;
    shrinking.strings()?;
    if fewer {
        // What only the elements used is used by nobody now.
        shrinking.tries = STATEMENT_TRIES;
        shrinking.statements()?;
    }
    Ok(shrinking.best)
}

/// How many answers the statement says, if it is a fake.
fn said(sequence: &Sequence, at: usize) -> usize {
    match &sequence.statements[at] {
        Statement::Fake { answers, .. } => answers.len(),
        _ => 0,
    }
}

/// A sequence that becomes smaller.
struct Shrinking<'s> {
    best: (Sequence, Trace),
    executor: &'s mut dyn Executor,
    symbols: &'s mut Symbols,
    keep: &'s dyn Fn(&Symbols, &Sequence, &Trace) -> bool,
    /// How many runs are left.
    tries: usize,
    /// How many steps of them are.
    steps: u64,
}

impl Shrinking<'_> {
    /// Takes the smaller one when it does what it should.
    fn attempt(&mut self, smaller: Sequence) -> Result<bool, ExecutorLost> {
        self.attempt_where(smaller, |_, _| true)
    }

    /// The same where this holds of the trace before and the new one, too.
    fn attempt_where(
        &mut self,
        smaller: Sequence,
        holds: impl Fn(&Trace, &Trace) -> bool,
    ) -> Result<bool, ExecutorLost> {
        if self.tries == 0 || self.steps == 0 {
            return Ok(false);
        }
        self.tries -= 1;
        let batch = std::slice::from_ref(&smaller);
        let mut traces = self.executor.run(self.symbols, batch, &ObservationPlan::default())?;
        let ran = traces.pop();
        self.steps = self
            .steps
            .saturating_sub(ran.as_ref().map_or(0, |trace| u64::from(trace.steps)));
        let trace = ran.filter(|trace| (self.keep)(self.symbols, &smaller, trace) && holds(&self.best.1, trace));
        let is_kept = trace.is_some();
        if let Some(trace) = trace {
            self.best = (smaller, trace);
        }
        Ok(is_kept)
    }

    /// Takes another value in that place when the sequence still does what it should.
    fn attempt_value(&mut self, at: usize, place: usize, value: Literal) -> Result<bool, ExecutorLost> {
        let mut other = self.best.0.clone();
        other.statements[at].operands_mut()[place] = Operand::Literal(value);
        self.attempt(other)
    }

    /// From the back: each statement with what is built on it; where the last one is, an earlier object takes its place.
    fn statements(&mut self) -> Result<(), ExecutorLost> {
        let mut at = self.best.0.len().saturating_sub(1);
        while at > 0 && self.tries > 0 {
            at -= 1;
            if let Some(shorter) = without(&self.best.0, at) {
                self.attempt(shorter)?;
                continue;
            }
            for stand_in in stand_ins(&self.best.0, at, self.symbols) {
                let shorter = replaced(&self.best.0, at, stand_in);
                if let Some(shorter) = shorter
                    && self.attempt(shorter)?
                {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The plainest values before the last statement, whose own are what the test is about: so that tests which need nothing else begin alike.
    fn plain_values(&mut self) -> Result<(), ExecutorLost> {
        for at in 0..self.best.0.len().saturating_sub(1) {
            for place in 0..self.best.0.statements[at].operands().len() {
                let Operand::Literal(literal) = &self.best.0.statements[at].operands()[place] else {
                    continue;
                };
                if let Some(plain) = plain(literal) {
                    self.attempt_value(at, place, plain)?;
                }
            }
        }
        Ok(())
    }

    /// Fakes without the answers that nobody asks for, many at a time. Where one is asked for, the plainest would be null mostly, and read as if the
    /// test were about that.
    fn answers(&mut self) -> Result<(), ExecutorLost> {
        for at in (0..self.best.0.len()).rev() {
            let mut size = said(&self.best.0, at);
            while size > 0 {
                let mut end = said(&self.best.0, at);
                while end > 0 {
                    let some = end.saturating_sub(size)..end;
                    end = some.start;
                    let mut smaller = self.best.0.clone();
                    if let Statement::Fake { answers, values, .. } = &mut smaller.statements[at] {
                        answers.drain(some.clone());
                        values.drain(some);
                    }
                    self.attempt_where(smaller, |before, now| before.outcomes == now.outcomes)?;
                }
                size = if size == 1 { 0 } else { size.div_ceil(2) };
            }
        }
        Ok(())
    }

    /// Arrays with fewer elements; whether there are such now.
    fn parts(&mut self) -> Result<bool, ExecutorLost> {
        let mut fewer = false;
        for at in 0..self.best.0.len() {
            let mut element = self.best.0.statements[at].operands().len();
            while element > 0 {
                element -= 1;
                let mut smaller = self.best.0.clone();
                fewer |= match &mut smaller.statements[at] {
                    Statement::Array { elements, .. } => {
                        elements.remove(element);
                        self.attempt(smaller)?
                    }
                    _ => break,
                };
            }
        }
        Ok(fewer)
    }

    /// Long strings without parts of them, ever smaller ones.
    fn strings(&mut self) -> Result<(), ExecutorLost> {
        for at in 0..self.best.0.len() {
            for place in 0..self.best.0.statements[at].operands().len() {
                for parts in PARTS {
                    self.string(at, place, parts)?;
                }
            }
        }
        Ok(())
    }

    /// One string without each of so many parts.
    fn string(&mut self, at: usize, place: usize, parts: usize) -> Result<(), ExecutorLost> {
        let mut part = 0;
        while self.tries > 0
            && let Some(units) = long_string(&self.best.0, at, place)
        {
            let length = units.len().div_ceil(parts);
            let from = part * length;
            if from >= units.len() {
                break;
            }
            let to = (from + length).min(units.len());
            let rest: Vec<u16> = units[..from].iter().chain(&units[to..]).copied().collect();
            let is_gone = self.attempt_value(at, place, Literal::String(JavaString(rest.into())))?;
            part = if is_gone { 0 } else { part + 1 };
        }
        Ok(())
    }
}

/// The plainest value of that type, when this is another one.
fn plain(literal: &Literal) -> Option<Literal> {
    let plain = match literal {
        Literal::Byte(_) => Literal::Byte(1),
        Literal::Short(_) => Literal::Short(1),
        Literal::Char(_) => Literal::Char(u16::from(b'a')),
        Literal::Int(_) => Literal::Int(1),
        Literal::Long(_) => Literal::Long(1),
        Literal::Float(_) => Literal::Float(1.0),
        Literal::Double(_) => Literal::Double(1.0),
        Literal::String(_) => Literal::string("a"),
        _ => return None,
    };
    (plain != *literal).then_some(plain)
}

/// The units of the operand when it is a string that is worth cutting.
fn long_string(sequence: &Sequence, at: usize, place: usize) -> Option<Arc<[u16]>> {
    match sequence.statements[at].operands().get(place)? {
        Operand::Literal(Literal::String(text)) if text.0.len() > SHORT => Some(Arc::clone(&text.0)),
        _ => None,
    }
}

/// The sequence without a statement and what is built on it, when the last one is not.
fn without(sequence: &Sequence, at: usize) -> Option<Sequence> {
    let mut gone = vec![false; sequence.len()];
    gone[at] = true;
    for (index, statement) in sequence.statements.iter().enumerate().skip(at + 1) {
        gone[index] = statement.uses().any(|var| gone[var.index()]);
    }
    if gone.last() == Some(&true) {
        return None;
    }
    sequence.retain(|index| !gone[index])
}

/// Objects of the same type as that of the statement, made before it: what it was made of comes first, for many a method returns what it
/// was called on or a variant of it; then the latest.
fn stand_ins(sequence: &Sequence, at: usize, symbols: &mut Symbols) -> Vec<Var> {
    let statement = &sequence.statements[at];
    let wanted = statement.value_type(symbols);
    let own = statement.uses();
    let earlier = (0..at).rev().map(|index| Var(index as u16));
    let mut found: Vec<Var> = Vec::new();
    for var in own.chain(earlier) {
        let is_alike = sequence.statements[var.index()].value_type(symbols) == wanted;
        if is_alike && !found.contains(&var) && found.len() < STAND_INS {
            found.push(var);
        }
    }
    found
}

/// The sequence with an earlier object in the place of what the statement makes, and without the statement.
fn replaced(sequence: &Sequence, at: usize, stand_in: Var) -> Option<Sequence> {
    let mut replaced = sequence.clone();
    for statement in &mut replaced.statements[at + 1..] {
        for operand in statement.operands_mut() {
            if matches!(operand, Operand::Var(var) if var.index() == at) {
                *operand = Operand::Var(stand_in);
            }
        }
    }
    replaced.retain(|index| index != at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeExecutor, World, candidate, world};
    use palus_sequence::{Answered, MethodId, MethodKind, Outcome, Value};

    fn minimised(
        world: &mut World,
        sequence: &Sequence,
        keep: &dyn Fn(&Symbols, &Sequence, &Trace) -> bool,
    ) -> Sequence {
        let mut executor = FakeExecutor::default();
        let (shorter, _) = minimise(sequence, &Trace::default(), &mut executor, &mut world.symbols, keep).unwrap();
        shorter
    }

    fn call(method: MethodId, operands: Vec<Operand>) -> Statement {
        Statement::Call { method, operands }
    }

    #[test]
    fn statements_that_the_predicate_does_not_need_go_and_the_last_stays() {
        let mut world = world();
        let long = candidate(&world, &[0, 1, 0, 2], &[]);
        let mut executor = FakeExecutor::default();
        let needs_second = |_: &Symbols, _: &Sequence, trace: &Trace| trace.edges.contains(&1);
        let (shorter, trace) = minimise(
            &long.sequence,
            &long.trace,
            &mut executor,
            &mut world.symbols,
            &needs_second,
        )
        .unwrap();
        assert_eq!(shorter, candidate(&world, &[1, 2], &[]).sequence);
        assert_eq!(trace.edges, [1, 2]);
    }

    #[test]
    fn an_object_made_of_another_gives_way_to_it_and_what_is_built_on_something_goes_with_it() {
        let mut world = world();
        let mut method = |name: &str, kind| world.symbols.method("demo.A", name, "()Ldemo/A;", kind).unwrap();
        let (make, vary) = (method("make", MethodKind::Static), method("vary", MethodKind::Instance));
        let mut sequence = Sequence::default();
        let first = sequence.push(call(make, vec![]));
        let aside = sequence.push(call(vary, vec![Operand::Var(first)]));
        sequence.push(call(vary, vec![Operand::Var(aside)]));
        let varied = sequence.push(call(vary, vec![Operand::Var(first)]));
        sequence.push(call(vary, vec![Operand::Var(varied)]));
        let shorter = minimised(&mut world, &sequence, &|_, _, _| true);
        let expected = [call(make, vec![]), call(vary, vec![Operand::Var(Var(0))])];
        assert_eq!(shorter.statements, expected);
    }

    #[test]
    fn a_value_that_does_not_matter_becomes_the_plainest_unless_the_test_is_about_it() {
        let mut world = world();
        let mut method = |name: &str| {
            let kind = MethodKind::Static;
            world.symbols.method("demo.A", name, "(IC)Ldemo/A;", kind).unwrap()
        };
        let (make, ask) = (method("make"), method("ask"));
        let values = |number, letter: u8| {
            let literals = [Literal::Int(number), Literal::Char(u16::from(letter))];
            literals.map(Operand::Literal).to_vec()
        };
        let mut sequence = Sequence::default();
        sequence.push(call(make, values(7, b'x')));
        sequence.push(call(ask, values(8, b'y')));
        let needs_seven = |_: &Symbols, sequence: &Sequence, _: &Trace| {
            let first = sequence.statements[0].operands().first();
            sequence.len() == 2 && first == Some(&Operand::Literal(Literal::Int(7)))
        };
        let shorter = minimised(&mut world, &sequence, &needs_seven);
        assert_eq!(
            shorter.statements,
            [call(make, values(7, b'a')), call(ask, values(8, b'y'))]
        );
    }

    #[test]
    fn arrays_and_strings_keep_what_matters() {
        let mut world = world();
        let object = world.symbols.class("java.lang.Object");
        let method = world
            .symbols
            .method("demo.A", "all", "([Ljava/lang/Object;)V", MethodKind::Static)
            .unwrap();
        let text = |text: &str| Operand::Literal(Literal::String(JavaString(text.encode_utf16().collect())));
        let mut sequence = Sequence::default();
        let array = sequence.push(Statement::Array {
            element: object,
            elements: vec![text("x"), text("a very long text with a # in it somewhere"), text("y")],
        });
        sequence.push(call(method, vec![Operand::Var(array)]));
        let has_hash = |_: &Symbols, sequence: &Sequence, _: &Trace| {
            let units = |operand: &Operand| match operand {
                Operand::Literal(Literal::String(text)) => text.0.contains(&u16::from(b'#')),
                _ => false,
            };
            sequence.statements[0].operands().iter().any(units)
        };
        let shorter = minimised(&mut world, &sequence, &has_hash);
        let [Operand::Literal(Literal::String(text))] = shorter.statements[0].operands() else {
            panic!("one string: {shorter:?}");
        };
        assert!(text.0.len() <= SHORT, "{text:?}");
    }

    #[test]
    fn an_answer_goes_unless_something_comes_out_otherwise() {
        let mut world = world();
        let mut method = |name: &str| {
            let kind = MethodKind::Instance;
            world.symbols.method("demo.Source", name, "()I", kind).unwrap()
        };
        let (asked, idle) = (method("asked"), method("idle"));
        let interface = world.symbols.class("demo.Source");
        let of = world.symbols.descriptor("I").unwrap();
        let answered = |method| Answered::always(method, of);
        let mut sequence = Sequence::default();
        let fake = sequence.push(Statement::Fake {
            interface,
            answers: vec![answered(asked), answered(idle)],
            values: [2, 3].map(|value| Operand::Literal(Literal::Int(value))).to_vec(),
        });
        let ask = world
            .symbols
            .method("demo.A", "ask", "(Ldemo/Source;)I", MethodKind::Static)
            .unwrap();
        sequence.push(call(ask, vec![Operand::Var(fake)]));
        let mut executor = Asking { ask, asked };
        let trace = executor
            .run(
                &mut world.symbols,
                std::slice::from_ref(&sequence),
                &ObservationPlan::default(),
            )
            .unwrap()
            .remove(0);
        let (shorter, _) = minimise(&sequence, &trace, &mut executor, &mut world.symbols, &|_, _, _| true).unwrap();
        let Statement::Fake { answers, .. } = &shorter.statements[0] else {
            panic!("the fake stays: {shorter:?}");
        };
        assert_eq!(answers, &[answered(asked)]);
    }

    /// Answers with whether the fake says what is asked of it.
    struct Asking {
        ask: MethodId,
        asked: MethodId,
    }

    impl Executor for Asking {
        fn run(
            &mut self,
            _: &mut Symbols,
            batch: &[Sequence],
            _: &ObservationPlan,
        ) -> Result<Vec<Trace>, ExecutorLost> {
            let outcome = |sequence: &Sequence, statement: &Statement| {
                let is_said = |statement: &Statement| match statement {
                    Statement::Fake { answers, .. } => answers.iter().any(|answered| answered.method == self.asked),
                    _ => false,
                };
                let is_question = matches!(statement, Statement::Call { method, .. } if *method == self.ask);
                Outcome::Returned(if is_question {
                    Value::Boolean(sequence.statements.iter().any(is_said))
                } else {
                    Value::Null
                })
            };
            let trace = |sequence: &Sequence| Trace {
                outcomes: sequence.statements.iter().map(|one| outcome(sequence, one)).collect(),
                ..Trace::default()
            };
            Ok(batch.iter().map(trace).collect())
        }

        fn edges_total(&self) -> u32 {
            0
        }
    }

    /// Takes a quarter of all steps for each run.
    struct Slow(u64);

    impl Executor for Slow {
        fn run(
            &mut self,
            _: &mut Symbols,
            batch: &[Sequence],
            _: &ObservationPlan,
        ) -> Result<Vec<Trace>, ExecutorLost> {
            self.0 += batch.len() as u64;
            let trace = Trace {
                steps: u32::try_from(MOST_STEPS / 4).unwrap(),
                ..Trace::default()
            };
            Ok(vec![trace; batch.len()])
        }

        fn edges_total(&self) -> u32 {
            0
        }
    }

    #[test]
    fn what_takes_long_is_tried_a_few_times_only() {
        let mut world = world();
        let method = world.symbols.method("demo.A", "go", "()I", MethodKind::Static).unwrap();
        let sequence = Sequence {
            statements: vec![call(method, vec![]); 20],
        };
        let mut executor = Slow(0);
        let trace = Trace::default();
        let (whole, _) = minimise(&sequence, &trace, &mut executor, &mut world.symbols, &|_, _, _| false).unwrap();
        assert_eq!((whole, executor.0), (sequence, 4));
    }
}
