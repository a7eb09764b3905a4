//! Brings objects of a class into states, and calls what is wanted there.

use std::collections::BTreeMap;

use anyhow::{anyhow, bail};
use palus_classes::{ClassIndex, IndexLibrary, Library as _};
use palus_machine::{Answer, Call, CallId, Concrete, Datum, Execute, Executed, Wanted};
use palus_observe::{Argument, ObjectStates};
use palus_sequence::work::RunResult;
use palus_sequence::{MethodId, MethodKind, Operand, Sequence, Statement, Symbols, Var};
use palus_trace::MethodNames;
use rustc_hash::FxHashMap;

use super::Laboratory;
use super::arguments::{Given, Values};
use super::decode::{Done, literal, root};

const ACC_STATIC: u16 = 0x0008;

/// How a call is made again.
#[derive(Clone, Debug)]
struct Recipe {
    method: MethodId,
    given: Vec<Given>,
}

/// A class whose objects are made and called in workers.
pub(crate) struct Explorer {
    laboratory: Laboratory,
    library: IndexLibrary,
    class: String,
    recipes: FxHashMap<Call, Recipe>,
    /// The states of all objects that were met.
    pub(crate) states: ObjectStates,
    /// How many sequences may still run.
    left: usize,
    /// Behind a call whose result is an object it is given that object, so that its state is seen.
    shows: MethodId,
}

impl Explorer {
    /// No more than `most` sequences are run. `states` are those that are known already.
    pub(crate) fn new(
        laboratory: Laboratory,
        index: ClassIndex,
        class: &str,
        most: usize,
        states: ObjectStates,
    ) -> anyhow::Result<Self> {
        let mut library = IndexLibrary::new(index, &[class.to_owned()]);
        let descriptor = "(Ljava/lang/Object;)Ljava/lang/Object;";
        let symbols = library.symbols_mut();
        let shows = symbols.method("java.util.Objects", "requireNonNull", descriptor, MethodKind::Static)?;
        Ok(Self {
            laboratory,
            library,
            class: class.to_owned(),
            recipes: FxHashMap::default(),
            states,
            left: most,
            shows,
        })
    }

    /// Makes objects by every constructor and factory of the class, and has every method wanted with each of its tuples of arguments. Fails
    /// when no object can be made.
    pub(crate) fn begin(&mut self, values: &Values, concrete: &mut Concrete) -> anyhow::Result<()> {
        let class = self.library.subjects()[0];
        let methods = self.library.callables(class).to_vec();
        let unused = values.unused(&methods, self.library.symbols());
        if let Some(value) = unused.first() {
            bail!("no parameter of {} can have the value {value} of --values", self.class);
        }
        let mut wanted = Vec::new();
        for method in methods {
            for given in values.tuples(method, &mut self.library) {
                wanted.push(Recipe { method, given });
            }
        }
        let mut starts = Vec::new();
        for (recipe, call) in self.called(wanted)? {
            let method = self.library.symbols().get(recipe.method);
            match method.kind {
                MethodKind::Constructor => starts.push(call.clone()),
                MethodKind::Static if method.result == class => starts.push(call.clone()),
                MethodKind::Static => continue,
                MethodKind::Instance => drop(concrete.want(call.clone())),
            }
            self.recipes.insert(call, recipe);
        }
        self.start(&starts, concrete)
    }

    /// Takes in how a call of a trace is made again, if it can be: by arguments that can be written down.
    pub(crate) fn learn(&mut self, call: &Call, method: &MethodNames, arguments: &[Argument]) {
        if self.recipes.contains_key(call) {
            return;
        }
        let kind = match (&*method.name, method.access & ACC_STATIC) {
            ("<init>", _) => MethodKind::Constructor,
            (_, 0) => MethodKind::Instance,
            _ => MethodKind::Static,
        };
        let symbols = self.library.symbols_mut();
        // Inherited methods are called through the class, which its tests can name.
        let owner = if kind == MethodKind::Instance {
            &*self.class
        } else {
            &*method.owner
        };
        let Ok(id) = symbols.method(owner, &method.name, &method.descriptor, kind) else {
            return;
        };
        let given = arguments.iter().map(|argument| Given::seen(&argument.entry, symbols));
        if let Some(given) = given.collect() {
            self.recipes.insert(call.clone(), Recipe { method: id, given });
        }
    }

    /// Why no object was made, where a method or constructor says so.
    fn nobody_makes(&self, threw: Option<&Answer>) -> anyhow::Error {
        let class = &self.class;
        let left_out = self.library.left_out(self.library.subjects()[0]);
        let hidden = left_out.iter().find(|left_out| left_out.name == "<init>");
        match (threw, hidden) {
            (Some(answer), _) => {
                anyhow!("no object of {class} could be made: its constructor {answer}; give other --values")
            }
            (None, Some(hidden)) => anyhow!(
                "no object of {class} can be made: of its constructor, {}",
                hidden.detail
            ),
            (None, None) => anyhow!("no object of {class} can be made: it has no constructor that a test can call"),
        }
    }

    fn start(&mut self, starts: &[Call], concrete: &mut Concrete) -> anyhow::Result<()> {
        let mut sequences = Vec::new();
        for start in starts {
            let mut sequence = Sequence::default();
            self.put(start, None, &mut sequence);
            sequences.push(sequence);
        }
        let mut threw = None;
        let mut made = 0;
        self.run(&sequences, &mut |states, at, done| {
            let Some(answer) = done.answer(states) else { return };
            let to = root(done.run, done.states().exit, 0, states);
            match (&answer, to) {
                (Answer::Threw(_), _) => {
                    concrete.start(starts[at].clone(), None, answer.clone());
                    threw.get_or_insert(answer);
                }
                (_, None) => {}
                (_, Some(to)) => {
                    made += 1;
                    concrete.start(starts[at].clone(), Some(to), Answer::Void);
                }
            }
        })?;
        if made == 0 {
            return Err(self.nobody_makes(threw.as_ref()));
        }
        Ok(())
    }

    /// What the calls are called: objects among their arguments by the states in which they are made. Those that cannot be made are left out.
    fn called(&mut self, recipes: Vec<Recipe>) -> anyhow::Result<Vec<(Recipe, Call)>> {
        let mut made: Vec<Sequence> = Vec::new();
        for given in recipes.iter().flat_map(|recipe| &recipe.given) {
            if let Given::Made(sequence) = given
                && !made.contains(sequence)
            {
                made.push(sequence.clone());
            }
        }
        let mut objects: Vec<Option<Datum>> = vec![None; made.len()];
        self.run(&made, &mut |states, at, done| {
            if let Some(Answer::Returned(datum @ Datum::Object(_, Some(_)))) = done.answer(states) {
                objects[at] = Some(datum);
            }
        })?;
        let symbols = self.library.symbols();
        let datum = |given: &Given| match given {
            Given::Literal(it) => Some(Datum::Value(literal(it, symbols).into())),
            Given::Made(sequence) => objects[made.iter().position(|known| known == sequence)?].clone(),
        };
        let called = recipes.into_iter().filter_map(|recipe| {
            let method = symbols.get(recipe.method);
            let call = Call {
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                arguments: recipe.given.iter().map(datum).collect::<Option<_>>()?,
            };
            Some((recipe, call))
        });
        Ok(called.collect())
    }

    /// Appends a call with what its arguments need; `None` when nobody knows how to make it.
    fn put(&self, call: &Call, receiver: Option<Var>, sequence: &mut Sequence) -> Option<Var> {
        let recipe = self.recipes.get(call)?;
        let mut operands: Vec<Operand> = receiver.map(Operand::Var).into_iter().collect();
        for given in &recipe.given {
            operands.push(given.put(sequence));
        }
        let method = recipe.method;
        Some(sequence.push(Statement::Call { method, operands }))
    }

    /// The calls as a sequence, the first of which makes the object; `None` when nobody knows how to make one of them.
    pub(crate) fn sequence(&self, concrete: &Concrete, calls: &[CallId]) -> Option<Sequence> {
        let mut sequence = Sequence::default();
        self.bring(concrete, calls, &mut sequence)?;
        Some(sequence)
    }

    /// Appends the calls, and gives the object.
    pub(super) fn bring(&self, concrete: &Concrete, calls: &[CallId], sequence: &mut Sequence) -> Option<Var> {
        let (first, rest) = calls.split_first()?;
        let object = self.put(concrete.call(*first), None, sequence)?;
        for call in rest {
            self.put(concrete.call(*call), Some(object), sequence)?;
        }
        Some(object)
    }

    /// Knows calls also by the states that stand for others.
    pub(crate) fn merge(&mut self, stands_for: &BTreeMap<palus_machine::State, palus_machine::State>) {
        let mut calls: Vec<Call> = self.recipes.keys().cloned().collect();
        calls.sort();
        for call in calls {
            let recipe = self.recipes[&call].clone();
            self.recipes.entry(call.merged(stands_for)).or_insert(recipe);
        }
    }

    /// What the class offers.
    pub(crate) fn library(&self) -> &IndexLibrary {
        &self.library
    }

    pub(super) fn laboratory(&self) -> &Laboratory {
        &self.laboratory
    }

    /// The names that the ids of sequences stand for.
    pub(super) fn library_symbols(&self) -> &Symbols {
        self.library.symbols()
    }

    /// The same, to add to.
    pub(super) fn symbols_mut(&mut self) -> &mut Symbols {
        self.library.symbols_mut()
    }

    /// The class.
    pub(super) fn class(&self) -> &str {
        &self.class
    }

    /// Runs sequences and hands over the last statement of each that ran.
    pub(super) fn run(
        &mut self,
        sequences: &[Sequence],
        each: &mut dyn FnMut(&mut ObjectStates, usize, &Done<'_>),
    ) -> anyhow::Result<()> {
        if sequences.is_empty() {
            return Ok(());
        }
        let symbols = self.library.symbols();
        let shown: Vec<Sequence> = sequences.iter().map(|sequence| self.shown(sequence)).collect();
        let states = &mut self.states;
        self.laboratory.run(&shown, symbols, &mut |first, run: RunResult| {
            for (offset, trace) in run.traces.iter().enumerate() {
                let at = first + offset;
                if let Some(trace) = trace {
                    let last = sequences[at].len() - 1;
                    each(
                        states,
                        at,
                        &Done {
                            run: &run,
                            trace,
                            at: last,
                        },
                    );
                }
            }
        })
    }

    /// The sequence with a last statement that shows the state of what it gives.
    fn shown(&self, sequence: &Sequence) -> Sequence {
        let mut shown = sequence.clone();
        let last = Operand::Var(Var(sequence.len() as u16 - 1));
        let is_primitive = match sequence.statements.last() {
            Some(Statement::Call { method, .. }) => {
                let symbols = self.library.symbols();
                symbols.primitive(symbols.get(*method).result).is_some()
            }
            _ => false,
        };
        if !is_primitive {
            shown.push(Statement::Call {
                method: self.shows,
                operands: vec![last],
            });
        }
        shown
    }
}

impl Execute for Explorer {
    type Error = anyhow::Error;

    fn execute(&mut self, known: &Concrete, wanted: &[Wanted]) -> anyhow::Result<Vec<Executed>> {
        let mut executed = vec![Executed::Elsewhere; wanted.len()];
        let (mut places, mut sequences) = (Vec::new(), Vec::new());
        for (place, wanted) in wanted.iter().enumerate() {
            let calls: Vec<CallId> = wanted.path.iter().copied().chain([wanted.call]).collect();
            match self.sequence(known, &calls) {
                Some(_) if self.left < 2 => executed[place] = Executed::NotRun,
                Some(sequence) => {
                    self.left -= 2;
                    executed[place] = Executed::Lost;
                    places.push(place);
                    sequences.push(sequence);
                }
                None => {}
            }
        }
        // Each runs twice, so that what hangs on chance, the clock or static fields is told.
        let once = sequences.len();
        sequences.extend_from_within(..);
        self.run(&sequences, &mut |states, at, done| {
            let (place, is_again) = (places[at % once], at >= once);
            let entry = root(done.run, done.states().entry, 0, states);
            let exit = root(done.run, done.states().exit, 0, states);
            let came = match (done.answer(states), exit) {
                _ if entry != Some(wanted[place].state) => Executed::Elsewhere,
                (Some(answer), Some(to)) => Executed::Done(to, answer),
                _ => Executed::Lost,
            };
            executed[place] = match executed[place].clone() {
                Executed::Done(to, answer) if is_again && came != executed[place] => Executed::Unstable(to, answer),
                known if is_again => known,
                _ => came,
            };
        })?;
        Ok(executed)
    }
}
