//! The links between objects that the tests of a suite exercise.

use palus_emit::summary::FieldsSummary;
use palus_fields::{Extensions, Object, Values};
use palus_sequence::work::{Avoid, RunOrder, RunResult};
use palus_sequence::{ObservationPlan, Portable, StateRules};
use palus_state::State;
use palus_supervise::Workshop;
use rustc_hash::FxHashSet;

use super::options::GenerateOptions;
use super::suite::Suite;

/// Runs the tests once more, and counts what objects link to when calls begin.
pub(super) fn count(
    workshop: &Workshop,
    options: &GenerateOptions,
    subjects: &[String],
    suite: &Suite<'_>,
) -> anyhow::Result<FieldsSummary> {
    let portable = suite
        .kept()
        .map(|(symbols, test)| Portable::new(&test.sequence, symbols));
    let order = RunOrder {
        class_path: options.class_path.clone(),
        subjects: subjects.to_vec(),
        sequences: portable.collect::<Result<_, _>>()?,
        plan: ObservationPlan::states().past_throws(),
        rules: StateRules::default(),
        with_statics: false,
        avoid: Avoid::default(),
    };
    let mut extensions = Extensions::new(Values::None);
    workshop.run_sequences(&order, &mut |_, result: RunResult| {
        let traces = result.traces.iter().flatten();
        let entries: FxHashSet<_> = traces
            .flat_map(|trace| trace.states.iter().filter_map(|states| states.entry))
            .collect();
        for entry in entries {
            if let Some(heap) = result.states.get(&entry).and_then(|bytes| State::from_bytes(bytes)) {
                extensions.add(&heap, 0);
            }
        }
    })?;
    let not_null = extensions.pairs().filter(|(_, (_, to))| *to != Object::Null);
    Ok(FieldsSummary {
        pairs: extensions.pairs().count() as u64,
        non_null: not_null.count() as u64,
    })
}
