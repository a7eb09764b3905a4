//! Whose turn it is: every method first, then the classes by what they promise.

use std::collections::{BTreeMap, VecDeque};

use palus_sequence::work::Budget;
use palus_sequence::{MethodId, MethodKind, Symbols, TypeId};

use crate::catalog::Catalog;
use crate::context::Context;
use crate::frontier::Frontier;
use crate::statistics::Statistics;

/// How often every method is tried before any is preferred.
const SWEEP_ATTEMPTS: u32 = 3;
/// The share of the budget that the sweep may take.
const SWEEP_SHARE: f64 = 0.6;
/// Sequences in a row about one class: bounds, and the share of a class's part of the budget.
const SLOT_BOUNDS: (u64, u64) = (8, 64);
const SLOTS_PER_CLASS: u64 = 8;
/// What each slot without a new edge leaves of a class's weight.
const DRY_FACTOR: f64 = 0.7;
/// The share of slots that is spread evenly, so that no class starves.
const FLOOR_SHARE: f64 = 0.1;
/// How the weight grows with the open edges: a class with many is worth more, but not all of it.
const OPEN_POWER: f64 = 0.75;
/// Of this many dry slots on, the weight falls no more: a class may still have one rare branch.
const DRY_CAP: i32 = 12;

/// The order of turns.
pub(crate) struct Schedule {
    /// Methods to try, each with how many attempts come before.
    sweep: VecDeque<(MethodId, u32)>,
    /// Slots in a row without a new edge.
    dry: BTreeMap<TypeId, i32>,
    slot: u64,
    current: Option<(TypeId, u64, bool)>,
}

impl Schedule {
    /// Every method of every class in rounds: constructors before methods, one method of each class in turn.
    pub(crate) fn new(catalog: &Catalog, symbols: &Symbols, budget: Budget) -> Self {
        let constructor = |method: &MethodId| symbols.get(*method).kind == MethodKind::Constructor;
        let mut round = Vec::new();
        for constructors in [true, false] {
            let of = |class: &TypeId| -> Vec<MethodId> {
                let methods = catalog.tested_of(*class);
                methods.filter(|method| constructor(method) == constructors).collect()
            };
            let by_class: Vec<Vec<MethodId>> = catalog.targets.iter().map(of).collect();
            let longest = by_class.iter().map(Vec::len).max().unwrap_or(0);
            for position in 0..longest {
                round.extend(by_class.iter().filter_map(|methods| methods.get(position)));
            }
        }
        let attempts = (0..SWEEP_ATTEMPTS).flat_map(|attempt| round.iter().map(move |method| (*method, attempt)));
        let classes = catalog.targets.len().max(1) as u64;
        let slot = match budget {
            Budget::Sequences { count } => (count / classes / SLOTS_PER_CLASS).clamp(SLOT_BOUNDS.0, SLOT_BOUNDS.1),
            Budget::Time { .. } => SLOT_BOUNDS.1,
        };
        Self {
            sweep: attempts.collect(),
            dry: catalog.targets.iter().map(|class| (*class, 0)).collect(),
            slot,
            current: None,
        }
    }

    /// The next method of the sweep, and how many attempts come before.
    pub(crate) fn next_swept(&mut self, progress: f64) -> Option<(MethodId, u32)> {
        if progress >= SWEEP_SHARE {
            self.sweep.clear();
        }
        self.sweep.pop_front()
    }

    /// Whether methods still wait for one of their first attempts.
    pub(crate) fn is_sweeping(&self) -> bool {
        !self.sweep.is_empty()
    }

    /// The class whose turn it is. Each call uses up one sequence of its slot.
    pub(crate) fn focus(
        &mut self,
        context: &mut Context<'_>,
        statistics: &Statistics,
        frontier: &Frontier,
    ) -> Option<TypeId> {
        let Context { catalog, rng, .. } = context;
        if let Some((class, left, fruitful)) = self.current {
            if left > 0 {
                self.current = Some((class, left - 1, fruitful));
                return Some(class);
            }
            let dry = self.dry.entry(class).or_default();
            *dry = if fruitful { 0 } else { (*dry + 1).min(DRY_CAP) };
        }
        let classes: Vec<(usize, TypeId)> = catalog
            .targets
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, class)| catalog.tested_of(*class).next().is_some())
            .collect();
        let weights: Vec<f64> = classes
            .iter()
            .map(|(place, class)| {
                let methods = catalog.tested_of(*class).count();
                self.weight(statistics.class_state(*place), methods, frontier, *class)
            })
            .collect();
        let drawn = if rng.chance(FLOOR_SHARE) {
            rng.below(classes.len())
        } else {
            rng.weighted(&weights)?
        };
        let (_, class) = *classes.get(drawn)?;
        self.current = Some((class, self.slot.saturating_sub(1), false));
        Some(class)
    }

    /// Open edges and methods that never returned promise more; calls that throw and dry slots less.
    fn weight(&self, (normal, silent): (f64, usize), methods: usize, frontier: &Frontier, class: TypeId) -> f64 {
        // Of a class without a run nothing is known but its methods.
        let open = frontier.open(class).map_or(methods as f64, f64::from);
        let size = open.powf(OPEN_POWER) + silent as f64;
        let dry = self.dry.get(&class).copied().unwrap_or(0);
        size * (0.1 + normal) * DRY_FACTOR.powi(dry)
    }

    /// Notes that a sequence about the class reached something new.
    pub(crate) fn reward(&mut self, class: TypeId) {
        self.dry.insert(class, 0);
        if let Some((current, _, fruitful)) = &mut self.current
            && *current == class
        {
            *fruitful = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::FakeLibrary;
    use palus_classes::Library;

    #[test]
    fn the_sweep_takes_constructors_first_and_the_classes_in_turn() {
        let mut library = FakeLibrary::default();
        let a = library.subject("demo.A", &["<init>()V", "f()V", "g()V"]);
        let b = library.subject("demo.B", &["<init>()V", "f()V"]);
        let targets = library.subjects().to_vec();
        let catalog = Catalog::new(&library, &targets);
        let mut schedule = Schedule::new(&catalog, library.symbols(), Budget::Sequences { count: 100 });
        let swept: Vec<MethodId> = std::iter::from_fn(|| schedule.next_swept(0.0))
            .map(|(method, _)| method)
            .collect();
        assert_eq!(swept[..5], [a[0], b[0], a[1], b[1], a[2]]);
        assert_eq!(swept.len(), 5 * SWEEP_ATTEMPTS as usize);
    }

    #[test]
    fn the_sweep_leaves_a_share_of_a_small_budget() {
        let mut library = FakeLibrary::default();
        library.subject("demo.A", &["f()V"]);
        let targets = library.subjects().to_vec();
        let catalog = Catalog::new(&library, &targets);
        let mut schedule = Schedule::new(&catalog, library.symbols(), Budget::Sequences { count: 2 });
        assert_eq!(schedule.next_swept(SWEEP_SHARE), None);
    }
}
