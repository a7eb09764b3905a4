//! Objects to examine, and which of them differ.

use std::collections::BTreeMap;

use palus_sequence::{ExecutorLost, Literal, MethodKind, Operand, Outcome, Sequence, Statement, Symbols, TypeId, Var};

use super::asking::Asking;
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
    asking: &mut Asking<'_>,
    symbols: &mut Symbols,
    cap: usize,
) -> Result<Vec<&'s Specimen>, ExecutorLost> {
    let sequences: Vec<Sequence> = specimens
        .iter()
        .map(|specimen| with_answers(specimen, lore, symbols))
        .collect();
    let classes = specimens.iter().map(|specimen| specimen.class);
    let asked: Vec<(TypeId, &Sequence)> = classes.zip(&sequences).collect();
    let traces = asking.run(&asked, symbols)?;
    let mut states: BTreeMap<TypeId, BTreeMap<String, usize>> = BTreeMap::new();
    let mut taken: BTreeMap<TypeId, Vec<&'s Specimen>> = BTreeMap::new();
    for (specimen, trace) in specimens.iter().zip(traces) {
        // Of one that was not asked, as it would not answer, nothing is known.
        let Some(trace) = trace else { continue };
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
    for class in taken.values_mut() {
        simplest_first(class);
    }
    let longest = taken.values().map(Vec::len).max().unwrap_or(0);
    let turns = (0..longest).flat_map(|turn| taken.values().filter_map(move |class| class.get(turn).copied()));
    Ok(turns.take(cap).collect())
}

/// Two with the simplest values, then one of the others as they came, and so on: simple values meet each other more often and make
/// tests that read well, and what was found late shows states that are hard to reach.
fn simplest_first(specimens: &mut Vec<&Specimen>) {
    let mut simple = specimens.clone();
    simple.sort_by_key(|specimen| (specimen.sequence.len(), weight(&specimen.sequence)));
    let late = std::mem::take(specimens);
    let mut late = late.into_iter().rev();
    for two in simple.chunks(2) {
        for specimen in two.iter().copied().chain(late.next()) {
            if !specimens.contains(&specimen) {
                specimens.push(specimen);
            }
        }
    }
}

/// How far the literals of a sequence are from the simplest ones.
fn weight(sequence: &Sequence) -> u64 {
    let operands = sequence.statements.iter().flat_map(Statement::operands);
    operands
        .map(|operand| {
            if let Operand::Literal(literal) = operand {
                distance(literal)
            } else {
                0
            }
        })
        .sum()
}

fn distance(literal: &Literal) -> u64 {
    let of_number = |number: f64| {
        if number.is_finite() {
            number.abs().min(1e9) as u64
        } else {
            1_000_000_000
        }
    };
    match literal {
        Literal::Byte(v) => of_number(f64::from(*v)),
        Literal::Char(v) => u64::from(*v),
        Literal::Short(v) => of_number(f64::from(*v)),
        Literal::Int(v) => of_number(f64::from(*v)),
        Literal::Long(v) => of_number(*v as f64),
        Literal::Float(v) => of_number(f64::from(*v)),
        Literal::Double(v) => of_number(*v),
        Literal::String(text) => text.units().len() as u64,
        _ => 0,
    }
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
