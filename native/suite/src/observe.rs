//! Observers: calls at the end of a test that show what its last call did to an object, so that the test can assert it.
//!
//! An observer is a method without parameters that leaves its object as it was. What the bytecode cannot promise is found
//! out here by running it: called twice, in two orders, each must return the same both times. One that ever does otherwise,
//! or throws, is not used again.

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::{
    Executor, ExecutorLost, MethodId, MethodKind, ObservationPlan, Operand, Outcome, Sequence, Statement, Symbols,
    Trace, TypeId, Value, Var,
};

use crate::confirm::is_same;

/// The most paths that are asked about one object.
const ASKED: usize = 48;
/// The most that a test ends with: more would say less each.
const KEPT: usize = 3;

/// A way to look at an object: one method, or one that gives another object and one that is asked of that.
pub type Path = Vec<MethodId>;

/// Candidates for observers, most telling first, and which values a test can assert.
pub struct Observers<'r> {
    /// The ways to look at a variable of the type, all of them without arguments.
    pub of: &'r dyn Fn(&mut Symbols, TypeId) -> Vec<Path>,
    /// Whether source can assert the value.
    pub is_assertable: &'r dyn Fn(&Value) -> bool,
}

/// What looking at an object gave.
type Seen = Vec<(Path, Value)>;

/// What is known of observers, over all tests of a suite.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// Whether a path has behaved as an observer; the one failure counts, not the many times it did.
    behaved: BTreeMap<Path, bool>,
    /// What tests assert already: the path and its value, as text.
    said: BTreeSet<(Path, String)>,
    /// The ways to look at each type: finding them reads the bodies of its methods.
    ways: BTreeMap<TypeId, Vec<Path>>,
}

/// Where and with what a test is looked at.
pub(crate) struct Lens<'l> {
    pub(crate) executor: &'l mut dyn Executor,
    pub(crate) symbols: &'l mut Symbols,
    pub(crate) observers: &'l Observers<'l>,
}

impl Memory {
    /// The sequence with observers of what its last call made or changed, and how many statements those are. The sequence
    /// itself when there is nothing to show.
    pub(crate) fn observe(
        &mut self,
        sequence: &Sequence,
        trace: &Trace,
        lens: &mut Lens<'_>,
    ) -> Result<(Sequence, u16), ExecutorLost> {
        let shown = Shown::of(sequence, trace, lens.symbols);
        let mut observed = sequence.clone();
        for (objects, of_one) in [(shown.taken, false), (shown.others, true)] {
            for object in objects {
                let room = KEPT.saturating_sub(observed.len() - sequence.len());
                if room == 0 || (of_one && room < KEPT) {
                    break;
                }
                let changed = self.changes(sequence, object, lens)?;
                self.show(&mut observed, object, changed, room, lens.symbols);
            }
        }
        if observed.len() == sequence.len()
            && let Some(result) = shown.result
        {
            let seen = self.look(sequence, result, lens)?;
            // A copy of the receiver shows in what it differs; any other object in what no test has said yet.
            let model = match shown.receiver {
                Some(receiver) if !seen.is_empty() => self.look(sequence, receiver, lens)?,
                _ => Vec::new(),
            };
            let telling = |(path, value): &&(Path, Value)| {
                if model.iter().any(|(known, _)| known == path) {
                    differs(&model, path, value)
                } else {
                    !self.said.contains(&(path.clone(), format!("{value:?}")))
                }
            };
            let mut shown: Seen = seen.iter().filter(telling).cloned().collect();
            // Better to say again what an object looks like than to say only that there is one: by its text, if it has one.
            if shown.is_empty() {
                let text = seen.iter().position(|(path, _)| is_text(path, lens.symbols));
                shown.extend(seen.into_iter().nth(text.unwrap_or(0)));
            }
            self.show(&mut observed, result, shown, KEPT, lens.symbols);
        }
        let added = observed.len() - sequence.len();
        Ok((observed, added as u16))
    }

    /// How many different things tests assert so far.
    pub(crate) fn said(&self) -> usize {
        self.said.len()
    }

    /// Notes that a test asserts this; whether it is the first.
    pub(crate) fn say(&mut self, path: &Path, value: &Value) -> bool {
        self.said.insert((path.clone(), format!("{value:?}")))
    }

    /// What the last call changed of an object that was there before it.
    fn changes(&mut self, sequence: &Sequence, object: Var, lens: &mut Lens<'_>) -> Result<Seen, ExecutorLost> {
        let mut after = self.look(sequence, object, lens)?;
        if after.is_empty() {
            return Ok(after);
        }
        let before = Sequence {
            statements: sequence.statements[..sequence.len() - 1].to_vec(),
        };
        let paths: Vec<Path> = after.iter().map(|(path, _)| path.clone()).collect();
        let before = self.watch(&before, object, &paths, lens)?;
        after.retain(|(path, value)| differs(&before, path, value));
        Ok(after)
    }

    /// What the observers of an object's type return on it after the sequence.
    pub(crate) fn look(&mut self, sequence: &Sequence, object: Var, lens: &mut Lens<'_>) -> Result<Seen, ExecutorLost> {
        let class = sequence.statements[object.index()].value_type(lens.symbols);
        let ways = self.ways.entry(class);
        let mut paths = ways.or_insert_with(|| (lens.observers.of)(lens.symbols, class)).clone();
        paths.retain(|path| self.behaved.get(path) != Some(&false) && !calls(sequence, path, object));
        paths.truncate(ASKED);
        self.watch(sequence, object, &paths, lens)
    }

    /// What the paths give on the object after the sequence, as far as they are observers.
    fn watch(
        &mut self,
        sequence: &Sequence,
        object: Var,
        paths: &[Path],
        lens: &mut Lens<'_>,
    ) -> Result<Seen, ExecutorLost> {
        let (known, new): (Vec<&Path>, Vec<&Path>) = paths.iter().partition(|path| self.behaved.contains_key(*path));
        // A new one stands alone: what it does to the others is not known yet.
        let groups: Vec<Vec<&Path>> = std::iter::once(known)
            .chain(new.into_iter().map(|path| vec![path]))
            .filter(|group| !group.is_empty())
            .collect();
        let asked: Vec<(Sequence, Vec<usize>)> = groups
            .iter()
            .map(|group| there_and_back(sequence, object, group))
            .collect();
        let batch: Vec<Sequence> = asked.iter().map(|(sequence, _)| sequence.clone()).collect();
        let traces = lens.executor.run(lens.symbols, &batch, &ObservationPlan::full())?;
        let mut seen = Vec::new();
        for ((group, (_, ends)), trace) in groups.iter().zip(&asked).zip(&traces) {
            for (position, path) in group.iter().enumerate() {
                let first = trace.outcomes.get(ends[position]);
                let again = trace.outcomes.get(ends[ends.len() - 1 - position]);
                match (first, again) {
                    (Some(one @ Outcome::Returned(value)), Some(other))
                        if is_same(one, other) && (lens.observers.is_assertable)(value) =>
                    {
                        self.behaved.entry((*path).clone()).or_insert(true);
                        seen.push(((*path).clone(), value.clone()));
                    }
                    // In a group, another may be to blame.
                    _ if group.len() > 1 => {}
                    _ => {
                        self.behaved.insert((*path).clone(), false);
                    }
                }
            }
        }
        seen.sort_by_key(|(path, _)| paths.iter().position(|asked| asked == path));
        Ok(seen)
    }

    /// Appends the calls of a path; where it ends.
    pub(crate) fn ask_along(sequence: &mut Sequence, object: Var, path: &Path) -> usize {
        path.iter()
            .fold(object, |from, step| sequence.push(ask(*step, from)))
            .index()
    }

    /// Appends observers with what they gave, at most so many, and none after a text: it says all.
    fn show(&mut self, sequence: &mut Sequence, object: Var, seen: Seen, most: usize, symbols: &Symbols) {
        let mut between: BTreeMap<MethodId, Var> = BTreeMap::new();
        for (path, value) in seen.into_iter().take(most) {
            self.say(&path, &value);
            let is_last = is_text(&path, symbols);
            let Some((last, steps)) = path.split_last() else {
                continue;
            };
            let from = steps.iter().fold(object, |from, step| {
                *between.entry(*step).or_insert_with(|| sequence.push(ask(*step, from)))
            });
            sequence.push(ask(*last, from));
            if is_last {
                break;
            }
        }
    }
}

/// The sequence, then each path, then each again in the opposite order; and where each ends.
fn there_and_back(sequence: &Sequence, object: Var, paths: &[&Path]) -> (Sequence, Vec<usize>) {
    let mut asked = sequence.clone();
    let mut ends = Vec::new();
    for path in paths.iter().chain(paths.iter().rev()) {
        ends.push(Memory::ask_along(&mut asked, object, path));
    }
    (asked, ends)
}

fn differs(seen: &Seen, path: &Path, value: &Value) -> bool {
    let known = seen.iter().find(|(known, _)| known == path);
    known.is_some_and(|(_, old)| !is_same(&Outcome::Returned(old.clone()), &Outcome::Returned(value.clone())))
}

/// The objects that a test ends with.
#[derive(Default)]
struct Shown {
    /// The receiver of the last call.
    receiver: Option<Var>,
    /// The receiver and the objects that were passed.
    taken: Vec<Var>,
    /// Objects that were there before and had no part in the call: what it changes may be behind its receiver.
    others: Vec<Var>,
    /// What it returned or made.
    result: Option<Var>,
}

impl Shown {
    fn of(sequence: &Sequence, trace: &Trace, symbols: &Symbols) -> Self {
        let mut shown = Self::default();
        let Some(last) = sequence.len().checked_sub(1) else {
            return shown;
        };
        let is_object = |at: usize| matches!(trace.outcomes.get(at), Some(Outcome::Returned(Value::Object { .. })));
        if let Statement::Call { method, operands } = &sequence.statements[last]
            && trace.outcomes.get(last).is_some_and(Outcome::is_normal)
        {
            for operand in operands {
                if let Operand::Var(var) = operand
                    && is_object(var.index())
                    && !shown.taken.contains(var)
                {
                    shown.taken.push(*var);
                }
            }
            if symbols.get(*method).kind == MethodKind::Instance {
                shown.receiver = match operands.first() {
                    Some(Operand::Var(var)) if is_object(var.index()) => Some(*var),
                    _ => None,
                };
            }
            let before = (0..last as u16).map(Var).filter(|var| is_object(var.index()));
            shown.others = before.filter(|var| !shown.taken.contains(var)).collect();
            shown.result = is_object(last).then_some(Var(last as u16));
        }
        shown
    }
}

/// Whether the path ends with the text of an object.
fn is_text(path: &Path, symbols: &Symbols) -> bool {
    path.last().is_some_and(|last| &*symbols.get(*last).name == "toString")
}

fn ask(method: MethodId, object: Var) -> Statement {
    Statement::Call {
        method,
        operands: vec![Operand::Var(object)],
    }
}

/// Whether the last statement is this very call.
fn calls(sequence: &Sequence, path: &Path, object: Var) -> bool {
    path.len() == 1 && sequence.statements.last() == Some(&ask(path[0], object))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `demo.Box` in memory: `<init>` makes it, `add` and the static `fill` count up, `size` tells, `take` answers and counts down, `fail` throws.
    struct Boxes {
        runs: usize,
    }

    impl Executor for Boxes {
        fn run(
            &mut self,
            symbols: &mut Symbols,
            batch: &[Sequence],
            _: &ObservationPlan,
        ) -> Result<Vec<Trace>, ExecutorLost> {
            let class = symbols.class("demo.Box");
            self.runs += batch.len();
            Ok(batch.iter().map(|sequence| trace(sequence, symbols, class)).collect())
        }

        fn edges_total(&self) -> u32 {
            0
        }
    }

    fn trace(sequence: &Sequence, symbols: &Symbols, class: TypeId) -> Trace {
        let mut size = 0;
        let mut trace = Trace::default();
        for statement in &sequence.statements {
            let Statement::Call { method, .. } = statement else {
                continue;
            };
            let before = size;
            trace
                .outcomes
                .push(Outcome::Returned(match &*symbols.get(*method).name {
                    "<init>" => Value::Object { class },
                    "size" => Value::Int(size),
                    "constant" => Value::Int(7),
                    "take" => {
                        size -= 1;
                        Value::Int(before)
                    }
                    _ => {
                        size += 1;
                        Value::Void
                    }
                }));
        }
        trace
    }

    struct World {
        symbols: Symbols,
        executor: Boxes,
        memory: Memory,
    }

    impl World {
        fn new() -> Self {
            Self {
                symbols: Symbols::default(),
                executor: Boxes { runs: 0 },
                memory: Memory::default(),
            }
        }

        fn method(&mut self, name: &str) -> MethodId {
            let (descriptor, kind) = match name {
                "<init>" => ("()V", MethodKind::Constructor),
                "add" => ("()V", MethodKind::Instance),
                "fill" => ("(Ldemo/Box;)V", MethodKind::Static),
                _ => ("()I", MethodKind::Instance),
            };
            self.symbols.method("demo.Box", name, descriptor, kind).unwrap()
        }

        /// A new box, then these calls on it; gives the names of the observers that are added.
        fn observed(&mut self, calls: &[&str]) -> Vec<String> {
            let mut sequence = Sequence::default();
            let new = self.method("<init>");
            let object = sequence.push(Statement::Call {
                method: new,
                operands: vec![],
            });
            for name in calls {
                let method = self.method(name);
                sequence.push(ask(method, object));
            }
            let class = self.symbols.class("demo.Box");
            let trace = trace(&sequence, &self.symbols, class);
            let offered = ["take", "constant", "size"].map(|name| self.method(name));
            let observers = Observers {
                of: &|_, _| offered.map(|method| vec![method]).to_vec(),
                is_assertable: &|_| true,
            };
            let mut lens = Lens {
                executor: &mut self.executor,
                symbols: &mut self.symbols,
                observers: &observers,
            };
            let (observed, count) = self.memory.observe(&sequence, &trace, &mut lens).unwrap();
            assert_eq!(observed.len(), sequence.len() + usize::from(count));
            let added = &observed.statements[sequence.len()..];
            added.iter().map(|statement| self.name(statement)).collect()
        }

        fn name(&self, statement: &Statement) -> String {
            match statement {
                Statement::Call { method, .. } => self.symbols.get(*method).name.to_string(),
                _ => panic!("only calls are added"),
            }
        }
    }

    #[test]
    fn what_a_call_changed_is_shown_and_what_it_left_is_not() {
        assert_eq!(World::new().observed(&["add"]), ["size"]);
    }

    #[test]
    fn what_a_call_changed_of_its_argument_is_shown() {
        assert_eq!(World::new().observed(&["fill"]), ["size"]);
    }

    #[test]
    fn a_new_object_shows_what_no_test_has_said_yet_or_one_thing_again() {
        let mut world = World::new();
        assert_eq!(world.observed(&[]), ["constant", "size"]);
        assert_eq!(world.observed(&[]), ["constant"], "once more, rather than nothing");
    }

    #[test]
    fn a_method_that_answers_otherwise_the_second_time_is_never_tried_again() {
        let mut world = World::new();
        world.observed(&["add"]);
        let runs = world.executor.runs;
        world.observed(&["add", "add"]);
        assert_eq!(
            world.executor.runs - runs,
            2,
            "one run after the last call and one before it"
        );
    }

    #[test]
    fn a_call_that_is_an_observer_itself_is_not_asked_twice() {
        assert!(World::new().observed(&["add", "size"]).is_empty());
    }
}
