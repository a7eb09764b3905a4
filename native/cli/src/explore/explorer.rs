//! Brings objects of a class into states, and calls what is wanted there.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::{anyhow, bail};
use palus_classes::{ClassIndex, IndexLibrary, Library as _};
use palus_emit::java::JUnit;
use palus_machine::{Answer, Call, CallId, Concrete, Datum};
use palus_observe::ObjectStates;
use palus_sequence::work::RunResult;
use palus_sequence::{MethodId, MethodKind, ObservationPlan, Operand, Sequence, Statement, Symbols, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Laboratory;
use super::arguments::{Given, Values};
use super::decode::{Done, joint, literal, root, seen};

/// How a call is made again.
#[derive(Clone, Debug)]
pub(super) struct Recipe {
    pub(super) method: MethodId,
    pub(super) given: Vec<Given>,
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
    pub(super) left: usize,
    /// When no more are run; `None` where that does not hang on the clock.
    pub(crate) until: Option<Instant>,
    /// What tests are written for.
    pub(crate) junit: JUnit,
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
            until: None,
            junit: JUnit::Five,
            shows,
        })
    }

    /// Makes objects by every constructor and factory of the class, and has every method wanted with each of its tuples of arguments. Fails
    /// when no object can be made.
    pub(crate) fn begin(&mut self, values: &Values, concrete: &mut Concrete) -> anyhow::Result<()> {
        let class = self.library.subjects()[0];
        let methods = self.library.callables(class).to_vec();
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

    /// Fails when one of the values, as somebody typed them, can be no argument.
    pub(crate) fn demand_use(&self, values: &Values) -> anyhow::Result<()> {
        let methods = self.library.callables(self.library.subjects()[0]);
        match values.unused(methods, self.library.symbols()).first() {
            Some(value) => bail!("no parameter of {} can have the value {value} of --values", self.class),
            None => Ok(()),
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
        let given = recipes.iter().flat_map(|recipe| &recipe.given);
        let objects = self.objects(given.cloned())?;
        let symbols = self.library.symbols();
        let datum = |given: &Given| match given {
            Given::Literal(it) => Some(Datum::Value(literal(it, symbols).into())),
            made @ Given::Made(..) => objects.get(made).cloned(),
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

    /// The objects that are made, each with its state; those whose sequences do not come to their ends are not there.
    fn objects(&mut self, given: impl Iterator<Item = Given>) -> anyhow::Result<FxHashMap<Given, Datum>> {
        let is_made = |given: &Given| matches!(given, Given::Made(..));
        let mut known = FxHashSet::default();
        let made: Vec<Given> = given
            .filter(|given| is_made(given) && known.insert(given.clone()))
            .collect();
        let showing = |given: &Given| {
            let mut sequence = Sequence::default();
            if let Operand::Var(object) = given.put(&mut sequence) {
                sequence.push(self.showing(object));
            }
            sequence
        };
        let sequences: Vec<Sequence> = made.iter().map(showing).collect();
        let mut objects = FxHashMap::default();
        self.run(&sequences, &mut |states, at, done| {
            let joint = joint(done.run, done.states().entry);
            if let Some((datum, _)) = joint.and_then(|joint| seen(&joint, 1, states)) {
                objects.insert(made[at].clone(), datum);
            }
        })?;
        Ok(objects)
    }

    /// Keeps the ways to make calls whose objects come out in the states that the calls name, and gives those calls.
    pub(super) fn learn_made(&mut self, recipes: Vec<(Call, Recipe)>) -> anyhow::Result<FxHashSet<Call>> {
        let (wanted, recipes): (Vec<Call>, Vec<Recipe>) = recipes.into_iter().unzip();
        let objects = self.objects(recipes.iter().flat_map(|recipe| recipe.given.iter().cloned()))?;
        let mut learned = FxHashSet::default();
        for (call, recipe) in wanted.into_iter().zip(recipes) {
            let is_same = |(given, datum): (&Given, &Datum)| match given {
                Given::Literal(_) => true,
                made @ Given::Made(..) => objects.get(made) == Some(datum),
            };
            if recipe.given.iter().zip(&call.arguments).all(is_same) {
                learned.insert(call.clone());
                self.recipes.entry(call).or_insert(recipe);
            }
        }
        Ok(learned)
    }

    /// Appends a call with what its arguments need; `None` when nobody knows how to make it.
    fn put(&self, call: &Call, receiver: Option<Var>, sequence: &mut Sequence) -> Option<Var> {
        let call = self.prepare(call, receiver, sequence)?;
        Some(sequence.push(call))
    }

    /// Appends what the arguments of a call need, and gives the call.
    pub(super) fn prepare(&self, call: &Call, receiver: Option<Var>, sequence: &mut Sequence) -> Option<Statement> {
        let recipe = self.recipes.get(call)?;
        let mut operands: Vec<Operand> = receiver.map(Operand::Var).into_iter().collect();
        for given in &recipe.given {
            operands.push(given.put(sequence));
        }
        let method = recipe.method;
        Some(Statement::Call { method, operands })
    }

    /// The calls as a sequence, the first of which makes the object; `None` when nobody knows how to make one of them.
    pub(crate) fn sequence(&self, concrete: &Concrete, calls: &[CallId]) -> Option<Sequence> {
        let mut sequence = Sequence::default();
        self.bring(concrete, calls, &mut sequence)?;
        Some(sequence)
    }

    /// Appends the calls, and gives the object.
    pub(crate) fn bring(&self, concrete: &Concrete, calls: &[CallId], sequence: &mut Sequence) -> Option<Var> {
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
    pub(crate) fn library_symbols(&self) -> &Symbols {
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
        self.run_by(ObservationPlan::states(), sequences, each)
    }

    /// The same with what else is to be seen.
    pub(super) fn run_by(
        &mut self,
        plan: ObservationPlan,
        sequences: &[Sequence],
        each: &mut dyn FnMut(&mut ObjectStates, usize, &Done<'_>),
    ) -> anyhow::Result<()> {
        if sequences.is_empty() {
            return Ok(());
        }
        let symbols = self.library.symbols();
        let shown: Vec<Sequence> = sequences.iter().map(|sequence| self.shown(sequence)).collect();
        let states = &mut self.states;
        self.laboratory
            .run(&shown, symbols, plan, &mut |first, run: RunResult| {
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
        if sequence.statements.last().is_some_and(|last| self.gives_objects(last)) {
            shown.push(self.showing(Var(sequence.len() as u16 - 1)));
        }
        shown
    }

    /// Whether what it gives may be an object.
    pub(super) fn gives_objects(&self, statement: &Statement) -> bool {
        let Statement::Call { method, .. } = statement else {
            return true;
        };
        let symbols = self.library.symbols();
        symbols.primitive(symbols.get(*method).result).is_none()
    }

    /// The statement that shows the state of an object.
    pub(super) fn showing(&self, object: Var) -> Statement {
        Statement::Call {
            method: self.shows,
            operands: vec![Operand::Var(object)],
        }
    }
}
