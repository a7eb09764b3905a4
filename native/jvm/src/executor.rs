//! Runs sequences by handing whole batches to the interpreter in Java.
//!
//! One call into Java a batch; the program, the outcomes and the edges touched travel in direct buffers. Measured against
//! one JNI call a statement (about 100 ns each), a loop over method handles in Java costs 25 to 40 ns a call, needs no
//! native frame per call, and a wrong argument class is a `ClassCastException` instead of a corrupt heap.

mod decode;
mod encode;
mod tables;

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use palus_sequence::work::{Avoid, ClassEdges, Fact, MUTATED};
use palus_sequence::{
    Detail, EdgeBlock, EndedBy, Executor, ExecutorLost, LayoutId, Meeting, MethodId, ObservationPlan, Outcome,
    RootStates, Sequence, StateId, Statement, Symbols, Trace,
};
use palus_state::State;

use crate::java::{ClassRef, Java, JavaError, StaticMethod};
use crate::progress::BATCH;
use crate::retransform::LoaderRef;
use crate::states::Snapshots;
use crate::{CoverageMap, Progress, Watchdog};

use decode::Outcomes;
use tables::{ClassNames, Layouts, Tables};

/// Branches and calls that one sequence may take before it counts as endless.
const FUEL: i32 = 2_000_000;
/// The same with a mutant switched on, which is endless more often than not when it takes long.
const FUEL_UNDER_MUTANT: i32 = 200_000;
/// Room for the outcomes of one batch, in bytes.
const OUTCOME_BYTES: usize = 1 << 20;
/// Room for the program of one batch, in 32-bit words.
const PROGRAM_WORDS: usize = 1 << 16;
/// Room for the edges touched by one batch, in 32-bit words.
const TOUCHED_WORDS: usize = 1 << 20;

const FULL: i32 = 1;
const COVERAGE: i32 = 2;
const COMPARISONS: i32 = 4;
const PAST_THROWS: i32 = 8;
const EQUALITY: i32 = 16;
const ON_USED_THREAD: i32 = 32;
const STATES: i32 = 64;
const EDGES_APART: i32 = 128;
const PROFILES: i32 = 256;

const NO_MUTANT: i32 = -1;

/// See [`Surroundings::mutate`].
pub type Mutate = dyn Fn(&Java<'_>, LoaderRef, &BTreeSet<String>) -> Result<(), JavaError>;

/// What the executor needs of its surroundings.
#[derive(Clone)]
pub struct Surroundings {
    /// The edges of the classes under test.
    pub coverage: &'static CoverageMap,
    /// The page shared with the supervisor.
    pub progress: Arc<Progress>,
    /// The backstop.
    pub watchdog: Watchdog,
    /// What a sequence is known by to the supervisor.
    pub hash: fn(&Sequence, &Symbols) -> u64,
    /// What a method is known by to the supervisor.
    pub key: fn(MethodId, &Symbols) -> u64,
    /// What cost earlier workers their lives: sequences with any of it are not run.
    pub avoid: Avoid,
    /// Gives the loader's classes of these binary names their mutants, those that are loaded.
    pub mutate: Rc<Mutate>,
    /// Names of the run-time classes, by the ids that [`crate::Host::class_id`] gave.
    pub class_names: Arc<dyn Fn(u32) -> Option<Arc<str>> + Send + Sync>,
    /// How profiles of their objects are laid out, as [`crate::Host::lay_out`] was told.
    pub layouts: Arc<dyn Fn(u32) -> Option<LayoutId> + Send + Sync>,
}

/// Off-heap memory with its direct `ByteBuffer`.
struct Shared<T> {
    memory: Box<[T]>,
    buffer: jvmti_bindings::sys::jni::jobject,
}

/// The executor of a worker: lives on the worker's main thread.
pub struct JvmExecutor<'j> {
    java: &'j Java<'j>,
    interpreter: ClassRef,
    run: StaticMethod,
    switch: StaticMethod,
    meet: StaticMethod,
    statics: StaticMethod,
    tables: Tables,
    class_names: ClassNames,
    layouts: Layouts,
    program: Shared<i32>,
    outcomes: Shared<u64>,
    touched: Shared<i32>,
    /// Every edge that any sequence reached, by its id.
    reached: Vec<bool>,
    surroundings: Surroundings,
}

impl<'j> JvmExecutor<'j> {
    /// Prepares to run on the current thread, which must be the one that `Host::work` was called on.
    pub fn new(java: &'j Java<'j>, interpreter: ClassRef, surroundings: Surroundings) -> Result<Self, JavaError> {
        let buffer = "Ljava/nio/ByteBuffer;";
        let run = java.static_method(interpreter, "run", &format!("({buffer}{buffer}{buffer}III)I"))?;
        Ok(Self {
            java,
            interpreter,
            run,
            switch: java.static_method(interpreter, "mutate", "(I)V")?,
            meet: java.static_method(interpreter, "meet", "(II)V")?,
            statics: java.static_method(interpreter, "statics", &format!("({buffer}II)I"))?,
            tables: Tables::new(java, interpreter)?,
            class_names: ClassNames::new(Arc::clone(&surroundings.class_names)),
            layouts: Layouts::new(Arc::clone(&surroundings.layouts)),
            program: Shared::new(java, PROGRAM_WORDS)?,
            outcomes: Shared::new(java, OUTCOME_BYTES / 8)?,
            touched: Shared::new(java, TOUCHED_WORDS)?,
            reached: Vec::new(),
            surroundings,
        })
    }

    /// Has the classes under test loaded anew, so that their static fields are as they were in the beginning. From now on time leaps for
    /// them (`org.palus.hook.Clock`): each reading of the clock is some seconds later than the last.
    pub fn renew(&mut self) -> Result<(), JavaError> {
        self.call_interpreter("renew")?;
        self.tables = Tables::new(self.java, self.interpreter)?;
        Ok(())
    }

    /// Calls a method of the interpreter that takes nothing and gives nothing.
    fn call_interpreter(&self, name: &str) -> Result<(), JavaError> {
        let method = self.java.static_method(self.interpreter, name, "()V")?;
        // SAFETY: the method takes nothing.
        unsafe { self.java.call_void(method, &[]) }
    }

    /// Goes on in the surroundings of a variant, where these facts are other than they are, with the classes under test loaded anew as by
    /// [`JvmExecutor::renew`]. The facts are bits of `org.palus.hook.Facts`; none brings everything back.
    pub fn vary(&mut self, variant: i32, facts: i32) -> Result<(), JavaError> {
        self.surround(variant, facts, true)?;
        self.tables = Tables::new(self.java, self.interpreter)?;
        Ok(())
    }

    /// As [`JvmExecutor::vary`], with the classes as they are.
    pub fn vary_loaded(&mut self, variant: i32, facts: i32) -> Result<(), JavaError> {
        self.surround(variant, facts, false)
    }

    fn surround(&self, variant: i32, facts: i32, anew: bool) -> Result<(), JavaError> {
        use jvmti_bindings::sys::jni::jvalue;
        let vary = self.java.static_method(self.interpreter, "vary", "(IIZ)V")?;
        let arguments = [jvalue { i: variant }, jvalue { i: facts }, jvalue { z: anew.into() }];
        // SAFETY: the arguments fit `(int, int, boolean)`.
        unsafe { self.java.call_void(vary, &arguments) }
    }

    /// The first ids of the blocks of those classes that were loaded once more since this was last asked, in that order: behind
    /// [`JvmExecutor::renew`], each when a sequence needs it.
    pub fn take_loaded_again(&self) -> Vec<u32> {
        self.surroundings.coverage.take_loaded_again()
    }

    /// In how many variants these facts are other.
    pub fn variants(&self, facts: i32) -> Result<i32, JavaError> {
        use jvmti_bindings::sys::jni::jvalue;
        let variants = self.java.static_method(self.interpreter, "variants", "(I)I")?;
        // SAFETY: the argument fits `(int)`.
        unsafe { self.java.call_int(variants, &[jvalue { i: facts }]) }
    }

    /// From now on the static fields of a class are a part of states, once it is initialised behind a [`JvmExecutor::renew`].
    pub fn with_statics(&self, class: &str) -> Result<(), JavaError> {
        use jvmti_bindings::sys::jni::jvalue;
        let with = self
            .java
            .static_method(self.interpreter, "withStatics", "(Ljava/lang/String;)V")?;
        self.java.frame(|| {
            let name = self.java.string(class)?;
            // SAFETY: the argument fits `(String)`.
            unsafe { self.java.call_void(with, &[jvalue { l: name }]) }
        })
    }

    /// Watches the static fields of a class of which code has run already; the answer is how many.
    pub fn watch_statics(&self, class: &str) -> Result<usize, JavaError> {
        use jvmti_bindings::sys::jni::jvalue;
        let watch = self
            .java
            .static_method(self.interpreter, "watchStatics", "(Ljava/lang/String;)I")?;
        self.java.frame(|| {
            let name = self.java.string(class)?;
            // SAFETY: the argument fits `(String)`.
            let fields = unsafe { self.java.call_int(watch, &[jvalue { l: name }]) }?;
            Ok(fields.max(0) as usize)
        })
    }

    /// How these of the watched fields are now, in the order in which they were watched, as far as there are any: a word that differs from an earlier
    /// one of the same fields says that the field was changed meanwhile.
    pub fn statics(&self, fields: Range<usize>) -> Result<Vec<u64>, JavaError> {
        use jvmti_bindings::sys::jni::jvalue;
        let buffer = jvalue {
            l: self.outcomes.buffer,
        };
        let [from, to] = [fields.start, fields.end].map(|field| jvalue {
            i: i32::try_from(field).unwrap_or(i32::MAX),
        });
        // SAFETY: the arguments fit `(ByteBuffer, int, int)`; the memory outlives the call.
        let words = unsafe { self.java.call_int(self.statics, &[buffer, from, to]) }?;
        Ok(self.outcomes.memory[..words.max(0) as usize].to_vec())
    }

    /// The state of an id that a trace of this worker has.
    pub fn state(&self, id: StateId) -> Option<State> {
        Snapshots::global().state(id)
    }

    /// What the virtual machine said of a method that it could not link; `None` for one that it could, or that nobody called.
    pub fn unlinked(&self, method: MethodId) -> Option<&str> {
        self.tables.unlinked(method)
    }

    /// The edges of the classes under test that are loaded, and which of them any sequence reached so far.
    pub fn edges(&self) -> Vec<ClassEdges> {
        self.surroundings
            .coverage
            .classes(|edge| self.reached.get(edge as usize) == Some(&true))
    }

    /// Says of these edges, which [`Self::edges`] gave, which are passed once in a virtual machine.
    pub fn mark_once(&self, classes: &mut [ClassEdges], once: &BTreeSet<u32>) {
        self.surroundings.coverage.mark_once(classes, once);
    }

    /// Runs what fits into the buffers of `batch`, which starts at position `first` of what was announced; returns the traces of those that ran to their end.
    fn run_some(
        &mut self,
        symbols: &mut Symbols,
        batch: &[&Sequence],
        first: usize,
        plan: ObservationPlan,
    ) -> Result<Vec<Trace>, JavaError> {
        let encoded = encode::program(batch, &self.tables, &mut self.program.memory);
        let mut flags = COVERAGE;
        if plan.detail == Detail::Full {
            flags |= FULL;
        }
        if plan.comparisons {
            flags |= COMPARISONS;
        }
        if plan.past_throws {
            flags |= PAST_THROWS;
        }
        if plan.equality {
            flags |= EQUALITY;
        }
        if plan.on_used_thread {
            flags |= ON_USED_THREAD;
        }
        if plan.states {
            flags |= STATES;
            drop(Snapshots::global().take());
        }
        if plan.edges_apart {
            flags |= EDGES_APART;
        }
        if plan.profiles {
            flags |= PROFILES;
        }
        let ran = match (plan.mutant, plan.at_once) {
            (None, None) => self.call(first, flags, FUEL),
            (None, Some(Meeting { first: at, uses })) => {
                self.meet(i32::from(at), i32::from(uses))?;
                let ran = self.call(first, flags, FUEL);
                self.meet(-1, 0)?;
                ran
            }
            (Some(mutant), _) => {
                self.switch_to(mutant as i32)?;
                let ran = self.call(first, flags, FUEL_UNDER_MUTANT);
                self.switch_to(NO_MUTANT)?;
                ran
            }
        };
        let ran = (ran?.max(0) as usize).min(encoded);
        let outcomes = Outcomes::new(&self.outcomes.memory);
        let mut at = (0, 0);
        let mut traces = Vec::with_capacity(ran);
        for sequence in &batch[..ran] {
            let first = at.0;
            let mut trace = decode::trace(
                &outcomes,
                &self.touched.memory,
                &mut at,
                (sequence.len(), plan.comparisons),
                |id| self.class_names.type_of(id, symbols),
            );
            if plan.profiles && trace.is_normal() {
                trace.profiles = decode::profiles(&outcomes, first, sequence.len(), |id| self.layouts.of(id));
            }
            traces.push(trace);
        }
        if plan.states {
            Snapshots::global().deal(&mut traces);
        }
        // What a changed class reaches says nothing about the class.
        if plan.mutant.is_none() {
            self.reached.resize(self.surroundings.coverage.used() as usize, false);
            for edge in traces.iter().flat_map(|trace| &trace.edges) {
                if let Some(reached) = self.reached.get_mut(*edge as usize) {
                    *reached = true;
                }
            }
        }
        Ok(traces)
    }

    /// Tells the supervisor what comes next.
    fn announce(&self, symbols: &Symbols, part: &[Sequence], plan: ObservationPlan) {
        if plan.mutant.is_some() {
            // Not the fault of the method that is called: and where nothing were said, what the batch before said would be read.
            let unnamed = part
                .iter()
                .map(|sequence| (MUTATED, sequence.statements.iter().map(|_| 0)));
            self.surroundings.progress.begin(unnamed);
            return;
        }
        let (hash, key) = (self.surroundings.hash, self.surroundings.key);
        let known = part.iter().map(|sequence| {
            let keys = sequence.statements.iter().map(|statement| match statement {
                Statement::Call { method, .. } => key(*method, symbols),
                _ => 0,
            });
            (hash(sequence, symbols), keys)
        });
        self.surroundings.progress.begin(known);
    }

    /// Runs a part that was announced.
    fn run_part(
        &mut self,
        symbols: &mut Symbols,
        part: &[Sequence],
        plan: ObservationPlan,
        traces: &mut Vec<Trace>,
    ) -> Result<(), JavaError> {
        let mut done = 0;
        let mut strikes = self.surroundings.watchdog.strikes();
        while done < part.len() {
            // A sequence that cannot be sent gets its trace here; the others go in runs between those.
            let mut end = done;
            let mut obstacle = None;
            while end < part.len() && obstacle.is_none() {
                self.surroundings.progress.at(end);
                obstacle = self.forbidden(symbols, &part[end]);
                if obstacle.is_none() {
                    obstacle = self.tables.undefinable(self.java, symbols, &part[end]);
                    let now = self.surroundings.watchdog.strikes();
                    if obstacle.is_some() && std::mem::replace(&mut strikes, now) != now {
                        self.tables.forget_refusals();
                        obstacle = self.tables.undefinable(self.java, symbols, &part[end]);
                    }
                }
                end += usize::from(obstacle.is_none());
            }
            if let Some(statement) = obstacle.filter(|_| end == done) {
                traces.push(unsendable(&part[done], statement));
                done += 1;
                continue;
            }
            while done < end {
                let next: Vec<&Sequence> = part[done..end].iter().collect();
                let ran = match self.run_some(symbols, &next, done, plan) {
                    // The watchdog's exception can land between two statements, outside of any handler; it is thrown
                    // once, so the batch runs again.
                    Err(_) if self.surroundings.watchdog.struck() => self.run_some(symbols, &next, done, plan),
                    ran => ran,
                }?;
                if ran.is_empty() {
                    // It alone is larger than the buffers.
                    traces.push(unsendable(&part[done], 0));
                    done += 1;
                    continue;
                }
                done += ran.len();
                traces.extend(ran);
            }
        }
        Ok(())
    }

    /// The statement that cost an earlier worker its life, if there is one; the first where it was the sequence as a whole.
    fn forbidden(&self, symbols: &Symbols, sequence: &Sequence) -> Option<usize> {
        let avoid = &self.surroundings.avoid;
        if avoid.sequences.is_empty() && avoid.methods.is_empty() {
            return None;
        }
        let is_deadly = |statement: &Statement| match statement {
            Statement::Call { method, .. } => {
                let key = (self.surroundings.key)(*method, symbols);
                avoid.methods.iter().any(|deadly| deadly.key == key)
            }
            _ => false,
        };
        let deadly = sequence.statements.iter().position(is_deadly);
        let is_avoided = || avoid.sequences.contains(&(self.surroundings.hash)(sequence, symbols));
        deadly.or_else(|| is_avoided().then_some(0))
    }

    fn switch_to(&self, mutant: i32) -> Result<(), JavaError> {
        use jvmti_bindings::sys::jni::jvalue;
        // SAFETY: the argument fits `(int)`.
        unsafe { self.java.call_void(self.switch, &[jvalue { i: mutant }]) }
    }

    fn meet(&self, first: i32, uses: i32) -> Result<(), JavaError> {
        use jvmti_bindings::sys::jni::jvalue;
        // SAFETY: the arguments fit `(int, int)`.
        unsafe {
            self.java
                .call_void(self.meet, &[jvalue { i: first }, jvalue { i: uses }])
        }
    }

    fn call(&self, first: usize, flags: i32, fuel: i32) -> Result<i32, JavaError> {
        use jvmti_bindings::sys::jni::jvalue;
        let arguments = [
            jvalue { l: self.program.buffer },
            jvalue {
                l: self.outcomes.buffer,
            },
            jvalue { l: self.touched.buffer },
            jvalue { i: first as i32 },
            jvalue { i: flags },
            jvalue { i: fuel },
        ];
        // SAFETY: the arguments fit `(ByteBuffer, ByteBuffer, ByteBuffer, int, int, int)`; the memory outlives the call.
        unsafe { self.java.call_int(self.run, &arguments) }
    }
}

impl<T: Default + Copy> Shared<T> {
    fn new(java: &Java<'_>, length: usize) -> Result<Self, JavaError> {
        let mut memory = vec![T::default(); length].into_boxed_slice();
        let bytes = std::mem::size_of_val(&*memory) as i64;
        // SAFETY: the memory is never moved or freed while the executor lives, and the interpreter keeps no buffer.
        let local = unsafe { java.env().new_direct_byte_buffer(memory.as_mut_ptr().cast(), bytes) };
        java.check("making a direct buffer")?;
        let local = local.ok_or_else(|| JavaError("direct buffers are not supported here".to_owned()))?;
        Ok(Self {
            memory,
            buffer: java.keep(local).0,
        })
    }
}

impl Executor for JvmExecutor<'_> {
    fn run(
        &mut self,
        symbols: &mut Symbols,
        batch: &[Sequence],
        plan: &ObservationPlan,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        let mut traces = Vec::with_capacity(batch.len());
        self.tables.make_room();
        for part in batch.chunks(BATCH) {
            self.announce(symbols, part, *plan);
            self.surroundings.watchdog.resume();
            let ran = self.run_part(symbols, part, *plan, &mut traces);
            self.surroundings.watchdog.pause();
            self.surroundings.progress.end();
            ran.map_err(|error| ExecutorLost(error.0))?;
        }
        Ok(traces)
    }

    fn run_elsewhere(
        &mut self,
        symbols: &mut Symbols,
        batch: &[Sequence],
        plan: &ObservationPlan,
        variant: u8,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        let lost = |error: JavaError| ExecutorLost(error.0);
        let facts = [Fact::TimeZone, Fact::Locale, Fact::Clock].map(Fact::bit);
        let facts = facts.into_iter().fold(0, |all, bit| all | bit);
        self.call_interpreter("depart").map_err(lost)?;
        self.surround(variant.into(), facts, true).map_err(lost)?;
        let fresh = Tables::new(self.java, self.interpreter).map_err(lost)?;
        let before = std::mem::replace(&mut self.tables, fresh);
        let traces = self.run(symbols, batch, plan);
        self.tables = before;
        self.call_interpreter("comeBack").map_err(lost)?;
        traces
    }

    fn edges_total(&self) -> u32 {
        self.surroundings.coverage.used()
    }

    fn roots(&self, id: StateId) -> Option<RootStates> {
        let state = self.state(id)?;
        let mut objects = 0;
        let mut own = |root: usize| {
            let part = state.part(root)?;
            objects += part.nodes.len();
            Some(part.id())
        };
        let states = (0..state.roots.len()).map(&mut own).collect();
        Some(RootStates {
            states,
            are_apart: objects == state.nodes.len(),
        })
    }

    fn links(&self, id: StateId) -> Vec<u64> {
        self.state(id).map(|state| state.link_hashes()).unwrap_or_default()
    }

    fn blocks(&self, from: usize) -> Vec<EdgeBlock> {
        self.surroundings.coverage.blocks(from)
    }

    fn mutate(&mut self, classes: &BTreeSet<String>) -> Result<(), ExecutorLost> {
        if !self.mutants().is_empty() {
            return Ok(());
        }
        let loader = "()Ljava/lang/ClassLoader;";
        let mutated = self
            .java
            .static_method(self.interpreter, "loader", loader)
            .and_then(|loader| {
                self.java.frame(|| {
                    // SAFETY: the method takes nothing.
                    let loader = LoaderRef(unsafe { self.java.call_object(loader, &[]) }?);
                    (self.surroundings.mutate)(self.java, loader, classes)
                })
            });
        mutated.map_err(|error| ExecutorLost(error.0))
    }

    fn mutants(&self) -> Vec<EdgeBlock> {
        self.surroundings.coverage.mutants()
    }
}

/// The trace of a sequence that the engine cannot run because of one of its statements: that one ended so, the others did not run.
fn unsendable(sequence: &Sequence, because_of: usize) -> Trace {
    let mut outcomes = vec![Outcome::NotRun; sequence.len()];
    if let Some(guilty) = outcomes.get_mut(because_of) {
        *guilty = Outcome::Ended(EndedBy::Engine);
    }
    Trace {
        edges_after: vec![0; sequence.len()],
        outcomes,
        ..Trace::default()
    }
}
