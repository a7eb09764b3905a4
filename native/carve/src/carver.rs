//! Goes through the calls of tests, and writes each down.

use std::collections::BTreeMap;
use std::sync::Arc;

use palus_executions::{Outcome, TestRun};
use palus_observe::{Argument, ObjectStates, Observation, Seen};
use palus_sequence::{MethodKind, Operand, Sequence, Symbols, Var};
use palus_state::{State, StateId};
use rustc_hash::FxHashMap;

use crate::fixture::{Fixture, Fixtures};
use crate::make::Maker;
use crate::objects::Objects;
use crate::why::Why;

/// The most statements of a sequence.
const LONGEST: usize = 1_000;

/// A test.
#[derive(Debug)]
pub struct Carved {
    /// The process id of its virtual machine.
    pub process: u32,
    /// Which it is.
    pub test: TestRun,
    /// Its calls into the recorded code that could be written down, what sets it up among them, with what makes their arguments.
    pub sequence: Sequence,
    /// The recorded calls among the statements, in their order.
    pub steps: Vec<Step>,
    /// Why further calls are missing, in the order in which they were made. Without any the sequence does what the test did.
    pub missing: Vec<Why>,
}

/// A static field.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Constant {
    /// The binary name of its class.
    pub owner: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// The descriptor of its type.
    pub descriptor: Arc<str>,
}

/// A recorded call, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The statement that makes it again.
    pub statement: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// What it returned; of an object its state.
    pub result: Option<Seen>,
}

/// Tests that are not at their end yet.
#[derive(Default, Debug)]
pub struct Carver {
    /// What the ids in the sequences stand for.
    symbols: Symbols,
    /// Static fields by the states of the objects that they have.
    constants: FxHashMap<StateId, Constant>,
    /// By process and thread.
    open: BTreeMap<(u32, u64), Open>,
}

/// What stands for names, and static fields by what they have.
type Names<'c> = (&'c mut Symbols, &'c FxHashMap<StateId, Constant>);

#[derive(Debug)]
struct Open {
    carved: Carved,
    objects: Objects,
    /// What the tests before it in its class found.
    fixtures: Fixtures,
    /// What it found itself, when it has begun.
    fixture: Option<Fixture>,
    has_begun: bool,
}

impl Carver {
    /// With static fields by the states of the objects that they have when nothing has run: tests take these from there.
    pub fn with_constants(constants: FxHashMap<StateId, Constant>) -> Self {
        Self {
            constants,
            ..Self::default()
        }
    }

    /// Takes the next call of a trace, with the joint state of all that it was given (`Observations::joint`). Gives the test before it in its thread,
    /// when that is at its end.
    pub fn add(&mut self, seen: &Observation, given: Option<&State>, states: &ObjectStates) -> Option<Carved> {
        let execution = &seen.execution;
        let thread = (execution.process, execution.thread);
        let is_same = |open: &Open| execution.test.as_ref() == Some(&open.carved.test);
        let mut ended = if self.open.get(&thread).is_some_and(is_same) {
            None
        } else {
            self.open.remove(&thread)
        };
        // What callbacks call belongs to the call that they are given to.
        if let (Some(test), 0) = (&execution.test, execution.nesting) {
            let fixtures = ended
                .as_mut()
                .map_or_else(Fixtures::default, |ended| ended.fixtures_for(test));
            let open = self
                .open
                .entry(thread)
                .or_insert_with(|| Open::new(execution.process, test, fixtures));
            open.add(seen, given, states, (&mut self.symbols, &self.constants));
        }
        ended.map(|open| open.carved)
    }

    /// The tests that the end of the trace ends.
    pub fn take_open(&mut self) -> Vec<Carved> {
        let open = std::mem::take(&mut self.open);
        open.into_values().map(|open| open.carved).collect()
    }

    /// What the ids in the sequences stand for.
    pub fn into_symbols(self) -> Symbols {
        self.symbols
    }
}

impl Open {
    fn new(process: u32, test: &TestRun, fixtures: Fixtures) -> Self {
        Self {
            carved: Carved {
                process,
                test: test.clone(),
                sequence: Sequence::default(),
                steps: Vec::new(),
                missing: Vec::new(),
            },
            objects: Objects::default(),
            fixtures,
            fixture: None,
            has_begun: false,
        }
    }

    /// What ran before it is through.
    fn begin(&mut self) {
        if !self.has_begun {
            self.has_begun = true;
            let sequence = self.carved.sequence.clone();
            self.fixture = (!sequence.is_empty()).then(|| Fixture::new(sequence, self.objects.clone()));
        }
    }

    /// What the test behind it finds.
    fn fixtures_for(&mut self, next: &TestRun) -> Fixtures {
        if next.method.owner != self.carved.test.method.owner {
            return Fixtures::default();
        }
        self.begin();
        self.fixtures.of_next(self.fixture.take())
    }

    fn add(&mut self, seen: &Observation, given: Option<&State>, states: &ObjectStates, known: Names<'_>) {
        if !seen.execution.is_before {
            self.begin();
        }
        let before = self.carved.sequence.len();
        let call = match made_of_another_class(seen, states) {
            Some(class) => Err(Why::Unmade(Arc::clone(class))),
            None => self.call(seen, given, known),
        };
        match call {
            Ok((statement, operands)) => {
                let roots = seen
                    .receiver_after
                    .iter()
                    .chain(seen.arguments.iter().map(|it| &it.exit));
                let made = (seen.is_constructor() && seen.receiver_after.is_some()).then_some(Operand::Var(statement));
                let vars: Vec<Operand> = made.into_iter().chain(operands).collect();
                for (operand, after) in vars.iter().zip(roots) {
                    self.note(operand, after, states);
                }
                // What gives its receiver or an argument gives no further object.
                if let (Some(result), None) = (&seen.result, seen.gave()) {
                    self.note(&Operand::Var(statement), result, states);
                }
                self.carved.steps.push(Step {
                    statement: statement.index(),
                    outcome: seen.execution.outcome.clone(),
                    result: seen.result.clone(),
                });
            }
            Err(why) => {
                self.carved.sequence.statements.truncate(before);
                self.objects.forget_from(before);
                self.fixtures.forget_from(before);
                self.carved.missing.push(why);
                self.go_without(seen, states);
            }
        }
    }

    /// Objects are as the call left them, as far as they are known, though it is not made: what follows is meant for objects in those states.
    fn go_without(&mut self, seen: &Observation, states: &ObjectStates) {
        let receiver = seen.receiver.iter().zip(&seen.receiver_after);
        let arguments = seen.arguments.iter().map(|Argument { entry, exit }| (entry, exit));
        for (entry, exit) in receiver.chain(arguments) {
            if let Seen::Object(entry) = entry
                && let Some(var) = states.id(*entry).and_then(|id| self.objects.in_state(id))
            {
                self.note(&Operand::Var(var), exit, states);
            }
        }
    }

    fn note(&mut self, operand: &Operand, after: &Seen, states: &ObjectStates) {
        if let (Operand::Var(var), Seen::Object(state)) = (operand, after)
            && let (Some(class), Some(id)) = (states.class(*state), states.id(*state))
        {
            self.objects.note(*var, class, id);
        }
    }

    /// Writes the call down, behind what makes what it takes. Gives its statement and its operands.
    fn call(
        &mut self,
        seen: &Observation,
        given: Option<&State>,
        (symbols, constants): Names<'_>,
    ) -> Result<(Var, Vec<Operand>), Why> {
        let method = &seen.execution.method;
        if seen.execution.outcome == Outcome::Unseen {
            return Err(Why::NotEnded);
        }
        let state = given.ok_or(Why::TooLarge)?;
        let kind = match (seen.is_constructor(), seen.is_static()) {
            (true, _) => MethodKind::Constructor,
            (_, true) => MethodKind::Static,
            _ => MethodKind::Instance,
        };
        let first = usize::from(kind != MethodKind::Instance);
        let roots = state.roots.get(first..1 + seen.arguments.len()).ok_or(Why::TooLarge)?;
        let mut maker = Maker::new(
            symbols,
            &mut self.carved.sequence,
            (&mut self.objects, &mut self.fixtures, constants),
            state,
        );
        let operands: Vec<Operand> = roots.iter().map(|slot| maker.operand(slot)).collect::<Result<_, _>>()?;
        let called = maker.call(&method.owner, &method.name, &method.descriptor, kind, operands.clone())?;
        if self.carved.sequence.len() > LONGEST {
            return Err(Why::TooLong);
        }
        Ok((called, operands))
    }
}

/// The class of what a constructor made, where that is another one that extends the constructor's: the test has a class of its own.
fn made_of_another_class<'s>(seen: &Observation, states: &'s ObjectStates) -> Option<&'s Arc<str>> {
    let Some(Seen::Object(state)) = &seen.receiver_after else {
        return None;
    };
    let class = states.class(*state)?;
    (seen.is_constructor() && **class != *seen.execution.method.owner).then_some(class)
}
