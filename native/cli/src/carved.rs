//! Tests of a trace as sequences.

use std::io::Read;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use palus_carve::{Carved, Carver, Constant};
use palus_classes::{Access, ClassIndex, ClassInfo, FieldInfo};
use palus_observe::Observations;
use palus_sequence::work::{Avoid, RunOrder, RunResult};
use palus_sequence::{
    MethodKind, ObservationPlan, Operand, Portable, Sequence, StateId, StateRules, Statement, Symbols,
};
use palus_state::State;
use palus_supervise::Workshop;
use rustc_hash::FxHashMap;

/// The most static fields that are looked at.
const MOST_CONSTANTS: usize = 5_000;

/// The tests that a trace has, in the order in which they ended.
pub(crate) struct CarvedTests {
    /// What the ids in their sequences stand for.
    pub(crate) symbols: Symbols,
    pub(crate) tests: Vec<Carved>,
}

/// The code that tests call.
pub(crate) struct Called<'c> {
    pub(crate) workshop: &'c Workshop,
    pub(crate) index: &'c ClassIndex,
    pub(crate) class_path: &'c [PathBuf],
    /// The binary names of its classes.
    pub(crate) classes: &'c [String],
}

impl CarvedTests {
    /// Reads a trace, to its end or for so long.
    pub(crate) fn read<R: Read>(
        calls: &mut Observations<R>,
        called: &Called<'_>,
        until: Option<Instant>,
    ) -> anyhow::Result<Self> {
        let rules = calls.reader().rules().clone();
        let mut carver = Carver::with_constants(called.constants(rules)?);
        let mut tests = Vec::new();
        let is_over = || until.is_some_and(|until| Instant::now() >= until);
        while let Some(call) = calls.next().filter(|_| !is_over()) {
            let call = call?;
            let given = call.execution.entry.and_then(|number| calls.joint(number));
            tests.extend(carver.add(&call, given.as_ref(), calls.states()));
        }
        tests.extend(carver.take_open());
        Ok(Self {
            symbols: carver.into_symbols(),
            tests,
        })
    }
}

impl Called<'_> {
    /// The static fields that a test can read, by the states of the objects that they have when nothing has run.
    fn constants(&self, rules: StateRules) -> anyhow::Result<FxHashMap<StateId, Constant>> {
        let constants: Vec<Constant> = self
            .classes
            .iter()
            .flat_map(|class| self.fields_of(class))
            .take(MOST_CONSTANTS)
            .collect();
        if constants.is_empty() {
            return Ok(FxHashMap::default());
        }
        let mut symbols = Symbols::default();
        let mut sequences = Vec::new();
        for constant in &constants {
            sequences.push(Portable::new(&shown(constant, &mut symbols)?, &symbols)?);
        }
        let order = RunOrder {
            class_path: self.class_path.to_vec(),
            subjects: Vec::new(),
            sequences,
            plan: ObservationPlan::states(),
            rules,
            with_statics: false,
            avoid: Avoid::default(),
        };
        let mut states = FxHashMap::default();
        self.workshop.run_sequences(&order, &mut |first, result: RunResult| {
            for (constant, trace) in constants[first..].iter().zip(&result.traces) {
                // The call that shows it has it as its only argument, behind a receiver that is none.
                let entry = trace.as_ref().and_then(|trace| trace.states.get(1)?.entry);
                let joint = entry.and_then(|id| State::from_bytes(result.states.get(&id)?));
                if let Some(alone) = joint.and_then(|joint| joint.part(1)) {
                    states.entry(alone.id()).or_insert_with(|| constant.clone());
                }
            }
        })?;
        Ok(states)
    }

    fn fields_of(&self, class: &str) -> Vec<Constant> {
        // A class that no test can name has no field that a test can read.
        let is_named =
            |class: &ClassInfo| class.enclosing.is_none() && !class.inner_access.is_some_and(Access::is_private);
        let Some(class) = self.index.class(class).filter(|class| is_named(class)) else {
            return Vec::new();
        };
        let fields = class.fields.iter().filter(|field| {
            field.access.is_static()
                && !field.access.is_private()
                && field.constant.is_none()
                && !field.access.is_synthetic()
                && field.descriptor.starts_with(['L', '['])
                && *field.descriptor != *"Ljava/lang/String;"
        });
        let constant = |field: &FieldInfo| Constant {
            owner: class.name.clone(),
            name: field.name.clone(),
            descriptor: field.descriptor.clone(),
        };
        fields.map(constant).collect()
    }
}

/// Reads the field, and passes on what it has.
fn shown(constant: &Constant, symbols: &mut Symbols) -> anyhow::Result<Sequence> {
    let Constant {
        owner,
        name,
        descriptor,
    } = constant;
    let field = symbols
        .field(owner, name, descriptor)
        .context("a class file has a field of no type")?;
    let descriptor = "(Ljava/lang/Object;)Ljava/lang/Object;";
    let method = symbols.method("java.util.Objects", "requireNonNull", descriptor, MethodKind::Static)?;
    let mut sequence = Sequence::default();
    let operands = vec![Operand::Var(sequence.push(Statement::StaticField { field }))];
    sequence.push(Statement::Call { method, operands });
    Ok(sequence)
}
