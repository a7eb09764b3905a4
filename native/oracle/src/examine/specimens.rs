//! Objects to examine, and which of them differ.

use std::collections::BTreeMap;

use palus_sequence::{
    Executor, ExecutorLost, MethodKind, ObservationPlan, Operand, Outcome, Sequence, Statement, Symbols, TypeId, Var,
};

use crate::contracts::Lore;

/// Objects that answer alike are taken this often: a class may differ where it does not show. A class without a `toString` of its own
/// shows nothing, and all its objects may differ.
const ALIKE_CAP: usize = 3;

/// An object that a search has made: every statement returns.
#[derive(Clone, PartialEq, Debug)]
pub struct Specimen {
    /// Its run-time class.
    pub class: TypeId,
    /// What makes it.
    pub sequence: Sequence,
    /// The variable that it ends up in.
    pub var: Var,
}

/// The specimens that differ from those before them: in their class, or in what `hashCode` and `toString` answer where the class
/// has them from itself. Classes take turns, so that one with many states does not crowd the others out; at most `cap`.
pub(super) fn distinct<'s>(
    specimens: &[&'s Specimen],
    lore: &dyn Lore,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
    cap: usize,
) -> Result<Vec<&'s Specimen>, ExecutorLost> {
    let asked: Vec<Sequence> = specimens
        .iter()
        .map(|specimen| with_answers(specimen, lore, symbols))
        .collect();
    let traces = executor.run(symbols, &asked, &ObservationPlan::full())?;
    let mut states: BTreeMap<TypeId, BTreeMap<String, usize>> = BTreeMap::new();
    let mut taken: BTreeMap<TypeId, Vec<&'s Specimen>> = BTreeMap::new();
    for (specimen, trace) in specimens.iter().zip(traces) {
        let made = trace
            .outcomes
            .iter()
            .take(specimen.sequence.len())
            .all(Outcome::is_normal);
        let state = format!(
            "{:?}",
            trace.outcomes.get(specimen.sequence.len()..).unwrap_or_default()
        );
        let alike = states.entry(specimen.class).or_default().entry(state).or_default();
        *alike += 1;
        let shows = is_own(lore, &symbols.type_runtime_name(specimen.class), "toString");
        if made && (*alike <= ALIKE_CAP || !shows) {
            taken.entry(specimen.class).or_default().push(specimen);
        }
    }
    let longest = taken.values().map(Vec::len).max().unwrap_or(0);
    let turns = (0..longest).flat_map(|turn| taken.values().filter_map(move |class| class.get(turn).copied()));
    Ok(turns.take(cap).collect())
}

/// The specimen, and the questions whose answers tell its states apart.
fn with_answers(specimen: &Specimen, lore: &dyn Lore, symbols: &mut Symbols) -> Sequence {
    let class = symbols.type_runtime_name(specimen.class);
    let mut sequence = specimen.sequence.clone();
    for (name, descriptor) in [("hashCode", "()I"), ("toString", "()Ljava/lang/String;")] {
        if is_own(lore, &class, name)
            && let Ok(method) = symbols.method("java.lang.Object", name, descriptor, MethodKind::Instance)
        {
            let operands = vec![Operand::Var(specimen.var)];
            sequence.push(Statement::Call { method, operands });
        }
    }
    sequence
}

fn is_own(lore: &dyn Lore, class: &str, name: &str) -> bool {
    lore.declaring(class, name, "()")
        .is_some_and(|from| from.class != "java.lang.Object")
}
