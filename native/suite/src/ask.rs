//! Further questions: what becomes of a test where one of its values is another.
//!
//! A test is kept for a branch, and any value serves that takes it. What code does with a null, with a space at the end of a text or with a
//! negative number often takes no other branch, and is what its tester would ask next. So tests run again in other forms, and what
//! ends otherwise is a test of its own: short tests that ask one method the same become the rows of one ([`pack`](crate::pack)).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use palus_sequence::work::KeptTest;
use palus_sequence::{
    Executor, ExecutorLost, Form, Literal, MethodKind, Operand, Outcome, Sequence, Sort, Statement, Symbols, Trace,
    TypeId, Value, Var,
};

use crate::build::{Draft, Rules, keep};
use crate::confirm::{confirm_one, is_null_pointer, is_same, makes_a_test};
use crate::goal::{Candidate, Goal, MethodKey, Targets};
use crate::mutants::plan;
use crate::observe::{Lens, Memory};
use crate::pack::Packed;

/// The most forms of one test that become tests.
const OF_A_TEST: usize = 8;
/// And of all tests that are about one method.
const OF_A_METHOD: usize = 12;
/// And that show how one method throws one class.
const REFUSALS: usize = 3;
/// And how many ways to look at a new object of one class.
const LOOKS: usize = 12;
/// How many of them that were put together with no other test stay, of a hundred others, and at least.
const ALONE: (usize, usize) = (8, 2);

/// Adds the forms of tests that end otherwise than these, or that take a null.
pub(crate) fn ask(
    tests: &mut Vec<Packed>,
    targets: &Targets<'_>,
    memory: &mut Memory,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    rules: &Rules<'_>,
) -> Result<(), ExecutorLost> {
    let mut questions = Questions {
        targets,
        memory,
        executor,
        symbols,
        rules,
        shown: BTreeSet::new(),
        of_methods: BTreeMap::new(),
        refusals: BTreeMap::new(),
        looked_at: BTreeSet::new(),
        told: tests.iter().filter_map(|packed| told(&packed.test)).collect(),
    };
    let mut asked = Vec::new();
    for packed in &*tests {
        if !(rules.may_ask)() {
            break;
        }
        asked.extend(questions.of(packed)?);
    }
    tests.extend(asked);
    Ok(())
}

/// Leaves out tests that are there for such questions alone, but for a few: those that are rows of another test cost no reader anything.
pub(crate) fn leave_out_what_stands_alone(tests: &mut Vec<Packed>) {
    let is_alone = |packed: &Packed| {
        let mut goals = packed.reaches.iter();
        !packed.reaches.is_empty() && goals.all(|goal| matches!(goal, Goal::Varies(_)))
    };
    let mut alone: Vec<usize> = (0..tests.len()).filter(|at| is_alone(&tests[*at])).collect();
    let (share, least) = ALONE;
    let room = ((tests.len() - alone.len()) * share / 100).max(least);
    // Those that ask most stay.
    alone.sort_by_key(|at| Reverse(tests[*at].reaches.len()));
    let gone: BTreeSet<usize> = alone.into_iter().skip(room).collect();
    let mut at = 0;
    tests.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
}

struct Questions<'a> {
    targets: &'a Targets<'a>,
    memory: &'a mut Memory,
    executor: &'a mut dyn Executor,
    symbols: &'a mut Symbols,
    rules: &'a Rules<'a>,
    /// What was asked by now.
    shown: BTreeSet<Goal>,
    /// How often it was asked of each method.
    of_methods: BTreeMap<MethodKey, usize>,
    /// How often it was shown that a method throws a class.
    refusals: BTreeMap<(MethodKey, TypeId), usize>,
    /// The classes of which a new object was looked at.
    looked_at: BTreeSet<TypeId>,
    /// What is told by a test already, without its observers.
    told: HashSet<Sequence>,
}

impl Questions<'_> {
    /// What is asked beside one test.
    fn of(&mut self, packed: &Packed) -> Result<Vec<Packed>, ExecutorLost> {
        let test = &packed.test;
        let returned = test.violates.is_none() && test.outcomes.iter().all(Outcome::is_normal);
        let Some(told) = told(test).filter(|_| returned) else {
            return Ok(Vec::new());
        };
        let focus = told.len() - 1;
        let mut asked = Vec::new();
        for made in 0..told.len() {
            asked.extend(self.looks(packed, &told.statements[..=made])?);
        }
        if let Statement::Call { method, .. } = told.statements[focus]
            && let Some(method) = self.targets.key(self.symbols, method)
        {
            asked.extend(self.forms(packed, &told, method)?);
        }
        Ok(asked)
    }

    /// The forms of one test, about that method, that become tests.
    fn forms(&mut self, of: &Packed, told: &Sequence, method: MethodKey) -> Result<Vec<Packed>, ExecutorLost> {
        let of_method = self.of_methods.get(&method).copied().unwrap_or_default();
        let room = OF_A_METHOD.saturating_sub(of_method).min(OF_A_TEST);
        if room == 0 {
            return Ok(Vec::new());
        }
        let focus = told.len() - 1;
        let answer = &of.test.outcomes[focus];
        let forms = (self.rules.forms)(self.symbols, told);
        let sequences: Vec<Sequence> = forms.iter().map(|form| form.sequence.clone()).collect();
        let traces = self.executor.run(self.symbols, &sequences, &plan())?;
        let mut asked = Vec::new();
        for (form, trace) in forms.into_iter().zip(traces) {
            if asked.len() == room {
                break;
            }
            let goal = Goal::Varies(kind(method, focus, answer, &form));
            if self.shown.contains(&goal) || !is_telling(answer, &form, &trace, self.symbols) {
                continue;
            }
            if let Some(Outcome::Threw { class, .. }) = trace.outcomes.last() {
                let refusals = self.refusals.entry((method, *class)).or_default();
                *refusals += 1;
                if *refusals > REFUSALS {
                    continue;
                }
            }
            if let Some(test) = self.test(of, &form, trace)? {
                self.shown.insert(goal.clone());
                let reaches = BTreeSet::from([goal]);
                asked.push(Packed { test, reaches });
            }
        }
        *self.of_methods.entry(method).or_default() += asked.len();
        Ok(asked)
    }

    /// What an object of a class is like when it was made by these, where that was not asked yet: for each way to look at it a test, as
    /// far as no other says the same. The defaults of a class are what its users rely on and no branch depends on.
    fn looks(&mut self, of: &Packed, making: &[Statement]) -> Result<Vec<Packed>, ExecutorLost> {
        let made = making.len() - 1;
        let Statement::Call { method, .. } = &making[made] else {
            return Ok(Vec::new());
        };
        let constructor = self.symbols.get(*method);
        let (is_constructor, owner) = (constructor.kind == MethodKind::Constructor, constructor.owner);
        let is_needed = |at: usize| {
            making[at + 1..]
                .iter()
                .any(|later| later.uses().any(|var| var.index() == at))
        };
        if !is_constructor
            || !self.targets.classes().contains(&owner)
            || !(0..made).all(is_needed)
            || !self.looked_at.insert(owner)
        {
            return Ok(Vec::new());
        }
        let made_by = Sequence {
            statements: making.to_vec(),
        };
        let object = Var(made as u16);
        let lens = &mut lens(self.executor, self.symbols, self.rules);
        let seen = self.memory.look(&made_by, object, lens)?;
        let mut asked = Vec::new();
        for (path, value) in seen {
            if asked.len() == LOOKS {
                break;
            }
            if !self.memory.say(&path, &value) {
                continue;
            }
            let mut sequence = made_by.clone();
            Memory::ask_along(&mut sequence, object, &path);
            if let Some(test) = self.kept(of, sequence, 0, Trace::default())? {
                let names: Vec<&str> = path.iter().map(|step| &*self.symbols.get(*step).name).collect();
                let goal = Goal::Varies(hash(&(self.symbols.class_name(owner), names)));
                let reaches = BTreeSet::from([goal]);
                asked.push(Packed { test, reaches });
            }
        }
        Ok(asked)
    }

    /// The form as a test, if it repeats and there is something to assert that no other test asserts.
    fn test(&mut self, of: &Packed, form: &Form, trace: Trace) -> Result<Option<KeptTest>, ExecutorLost> {
        let (sequence, observers) = if trace.stopped_at().is_some() {
            (form.sequence.clone(), 0)
        } else {
            let before = self.memory.said();
            let mut lens = lens(self.executor, self.symbols, self.rules);
            let observed = self.memory.observe(&form.sequence, &trace, &mut lens)?;
            let is_shown_by_observers = matches!(
                trace.outcomes.last(),
                Some(Outcome::Returned(Value::Void | Value::Object { .. }))
            );
            if is_shown_by_observers && !is_null(form) && self.memory.said() == before {
                return Ok(None);
            }
            observed
        };
        self.kept(of, sequence, observers, trace)
    }

    fn kept(
        &mut self,
        of: &Packed,
        sequence: Sequence,
        observers: u16,
        trace: Trace,
    ) -> Result<Option<KeptTest>, ExecutorLost> {
        let last = sequence.len() - 1 - usize::from(observers);
        let told = Sequence {
            statements: sequence.statements[..=last].to_vec(),
        };
        if self.told.contains(&told) {
            return Ok(None);
        }
        let Some(confirmed) = confirm_one(&sequence, self.executor, self.symbols)? else {
            return Ok(None);
        };
        self.told.insert(told);
        let threw = confirmed.outcomes.last().is_some_and(|outcome| !outcome.is_normal());
        let candidate = Candidate {
            subject: self.symbols.class(&of.test.subject),
            sequence: sequence.clone(),
            trace,
            violates: None,
        };
        let draft = Draft {
            sequence,
            observers,
            reaches: BTreeSet::new(),
        };
        let chosen = (&candidate, of.test.rank);
        let mut test = keep(chosen, draft, confirmed, (self.targets, self.symbols), self.rules);
        test.asked.clone_from(&test.asserted);
        let says = test.asserted.iter().any(|at| usize::from(*at) >= last);
        Ok((threw || says).then_some(test))
    }
}

/// The test without its observers.
fn told(test: &KeptTest) -> Option<Sequence> {
    let statements = test.sequence.statements[..=test.focus()?].to_vec();
    Some(Sequence { statements })
}

fn lens<'l>(executor: &'l mut dyn Executor, symbols: &'l mut Symbols, rules: &'l Rules<'_>) -> Lens<'l> {
    Lens {
        executor,
        symbols,
        observers: &rules.observers,
    }
}

/// Whether the form ends with its last statement, and otherwise than the test. That a null meets a `NullPointerException` goes without saying;
/// that it is taken, or refused by another exception, does not.
fn is_telling(answer: &Outcome, form: &Form, trace: &Trace, symbols: &Symbols) -> bool {
    let ends_late = trace.stopped_at().is_none_or(|at| at + 1 == form.sequence.len());
    let is_null = is_null(form);
    let tells = match trace.outcomes.last() {
        Some(Outcome::Returned(Value::Void | Value::Object { .. })) => true,
        Some(outcome @ Outcome::Returned(_)) => is_null || !is_same(answer, outcome),
        Some(Outcome::Threw { class, .. }) => !is_null || !is_null_pointer(*class, symbols),
        _ => false,
    };
    tells && ends_late && makes_a_test(trace, symbols)
}

/// Whether a null is passed there.
fn is_null(form: &Form) -> bool {
    let operands = form.sequence.statements[form.statement].operands();
    let is_null = |place: usize| operands[place] == Operand::Literal(Literal::Null);
    form.place.is_some_and(is_null)
}

/// What the form shows: what becomes of a method that answered so where that value is another in that way.
fn kind(method: MethodKey, focus: usize, answer: &Outcome, form: &Form) -> u64 {
    let answer = answer.value().and_then(Sort::of_value);
    // A class has another number in another worker.
    let answer = answer.filter(|answer| !matches!(answer, Sort::Object(_)));
    hash(&(method.0, focus - form.statement, form.place, form.way, answer))
}

fn hash(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Observers;
    use crate::testing::boxes::World;

    /// What is asked of a test that takes from a new box, where these are its forms; and how often forms were asked for.
    fn asked(world: &mut World, tests: usize, forms: &[Form]) -> Vec<Packed> {
        let mut asked: Vec<Packed> = (0..tests).map(|_| world.test(&[0, 2], &[1])).collect();
        let classes = [world.symbols.class("demo.Box")];
        world.with_rules(|executor, symbols, rules| {
            let rules = Rules {
                forms: &|_, _| forms.to_vec(),
                observers: Observers {
                    of: &|_, _| Vec::new(),
                    is_assertable: &|_| true,
                },
                vary: &|_, _, _| None,
                may_ask: &|| true,
                ..*rules
            };
            let targets = Targets::plain(&classes);
            ask(&mut asked, &targets, &mut Memory::default(), executor, symbols, &rules).unwrap();
        });
        asked.split_off(tests)
    }

    fn form(world: &World, calls: &[usize], way: u8) -> Form {
        Form {
            sequence: world.executor.sequence(calls),
            statement: calls.len() - 1,
            place: Some(0),
            way,
        }
    }

    #[test]
    fn what_ends_otherwise_is_asked_and_once() {
        let mut world = World::new();
        let same = form(&world, &[0, 2], 0);
        let other = form(&world, &[0, 1, 2], 1);
        let forms = [same, other.clone(), other.clone()];
        let tests = asked(&mut world, 2, &forms);
        let sequences: Vec<&Sequence> = tests.iter().map(|packed| &packed.test.sequence).collect();
        assert_eq!(sequences, [&other.sequence]);
        assert_eq!(tests[0].test.asserted, [2]);
    }

    #[test]
    fn a_null_that_is_taken_is_worth_a_test_whatever_is_answered() {
        let mut world = World::new();
        let mut null = form(&world, &[0, 2], 0);
        null.sequence.statements[1].operands_mut()[0] = Operand::Literal(Literal::Null);
        assert_eq!(asked(&mut world, 1, &[null]).len(), 1);
    }

    #[test]
    fn neither_a_test_nor_a_method_is_asked_for_ever() {
        let mut world = World::new();
        let filled = |way: u8| [vec![0], vec![1; usize::from(way) + 1], vec![2]].concat();
        let forms: Vec<Form> = (0..100).map(|way| form(&world, &filled(way), way)).collect();
        assert_eq!(asked(&mut world, 1, &forms).len(), OF_A_TEST);
        assert_eq!(asked(&mut world, 9, &forms).len(), OF_A_METHOD);
    }

    #[test]
    fn of_those_that_are_no_rows_of_another_test_a_few_stay() {
        let mut world = World::new();
        let mut with = |goals: &[Goal]| Packed {
            reaches: goals.iter().cloned().collect(),
            ..world.test(&[0], &[])
        };
        let mut tests = vec![
            with(&[Goal::Varies(1)]),
            with(&[Goal::Varies(2)]),
            with(&[Goal::Varies(3), Goal::Edge(1)]),
            with(&[Goal::Varies(4), Goal::Varies(5)]),
            with(&[]),
        ];
        leave_out_what_stands_alone(&mut tests);
        let goals: Vec<usize> = tests.iter().map(|packed| packed.reaches.len()).collect();
        assert_eq!(goals, [1, 2, 2, 0], "one of the two that ask one thing alone is gone");
    }
}
