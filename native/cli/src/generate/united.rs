//! What several workers found, as one.

use std::collections::BTreeMap;

use palus_emit::summary::PhaseSummary;
use palus_sequence::work::{Budget, ClassReport, Counts, WorkResult};

use super::found::Edges;
use crate::progress::Reporter;

/// The classes in the order of their names; what several searches say of one is put together.
pub(super) fn classes(mut classes: Vec<ClassReport>) -> Vec<ClassReport> {
    classes.sort_by(|a, b| a.name.cmp(&b.name));
    let mut once: Vec<ClassReport> = Vec::new();
    for class in classes {
        match once.last_mut() {
            Some(known) if known.name == class.name => known.add(class),
            _ => once.push(class),
        }
    }
    once
}

/// The edges of each class: groups share classes, so their counts cannot be added.
pub(super) fn edges(results: &[WorkResult]) -> BTreeMap<String, Edges> {
    let mut united: BTreeMap<String, Edges> = BTreeMap::new();
    for class in results.iter().flat_map(|result| &result.edges) {
        let edges = united.entry(class.class.clone()).or_default();
        edges.total = class.total.max(edges.total);
        edges.hit.extend(&class.hit);
        edges.once.extend(&class.once);
    }
    united
}

/// What all workers counted, with the edges that they reached together.
pub(super) fn counts(results: &[WorkResult], edges: &BTreeMap<String, Edges>) -> Counts {
    Counts {
        edges_total: edges.values().map(|edges| u64::from(edges.total)).sum(),
        edges_hit: edges.values().map(|edges| edges.hit.len() as u64).sum(),
        ..totals(results)
    }
}

/// How long the parts of the search took.
pub(super) fn phases(results: &[WorkResult]) -> PhaseSummary {
    let mut phases = PhaseSummary::default();
    for timings in results.iter().map(|result| result.timings) {
        phases.opening_ms = phases.opening_ms.max(timings.opening);
        phases.searching_ms = phases.searching_ms.max(timings.searching);
        phases.searching_cpu_ms += timings.searching_cpu;
        phases.selecting_ms = phases.selecting_ms.max(timings.selecting);
    }
    phases
}

/// Whether the clock stopped a sequence, so that the run may not repeat.
pub(super) fn wall_clock_struck(results: &[WorkResult]) -> bool {
    results.iter().any(|result| result.wall_clock_struck)
}

/// Tells what of the search was not as promised.
pub(super) fn warn_of(results: &[WorkResult], budget: Budget, reporter: &Reporter) {
    if wall_clock_struck(results) && matches!(budget, Budget::Sequences { .. }) {
        reporter.warn("the clock stopped a sequence, so another run with this seed may give other tests");
    }
    let without_probes: BTreeMap<&String, &String> = results.iter().flat_map(|result| &result.without_probes).collect();
    for (name, reason) in without_probes {
        reporter.warn(&format!(
            "{name} runs without probes, so its branches do not guide the search and only the clock ends its loops: {reason}"
        ));
    }
}

/// The sums over all workers. Of classes that several searched, the mutants are the same ones: those count that the luckiest reached and killed.
fn totals(results: &[WorkResult]) -> Counts {
    let mut sum = Counts::default();
    let mut mutants: BTreeMap<Vec<&str>, Counts> = BTreeMap::new();
    for result in results {
        add(&mut sum, result.counts);
        let classes = result.classes.iter().map(|class| class.name.as_str()).collect();
        let most = mutants.entry(classes).or_default();
        most.mutants = most.mutants.max(result.counts.mutants);
        most.mutants_reached = most.mutants_reached.max(result.counts.mutants_reached);
        most.mutants_killed = most.mutants_killed.max(result.counts.mutants_killed);
    }
    for counts in mutants.values() {
        sum.mutants += counts.mutants;
        sum.mutants_reached += counts.mutants_reached;
        sum.mutants_killed += counts.mutants_killed;
    }
    sum
}

fn add(sum: &mut Counts, counts: Counts) {
    sum.executed += counts.executed;
    sum.redundant += counts.redundant;
    sum.familiar += counts.familiar;
    sum.illegal += counts.illegal;
    sum.error_revealing += counts.error_revealing;
    sum.kept += counts.kept;
    sum.calls += counts.calls;
}

#[cfg(test)]
pub(super) mod tests {
    use palus_sequence::Symbols;
    use palus_sequence::work::{EndOfSearch, Timings};

    use super::*;
    use std::collections::BTreeSet;

    pub(in crate::generate) fn result(class: &str, counts: Counts) -> WorkResult {
        WorkResult {
            group: 0,
            symbols: Symbols::default(),
            tests: vec![],
            collected: vec![],
            classes: vec![ClassReport {
                name: class.to_owned(),
                methods: vec![],
            }],
            counts,
            end: EndOfSearch::Time,
            edges: vec![],
            without_probes: BTreeMap::new(),
            unmade: BTreeSet::new(),
            wall_clock_struck: false,
            jvm: String::new(),
            timings: Timings::default(),
        }
    }

    #[test]
    fn mutants_of_a_class_that_two_workers_search_count_once() {
        let counts = |mutants_killed| Counts {
            executed: 10,
            mutants: 7,
            mutants_reached: 6,
            mutants_killed,
            ..Counts::default()
        };
        let sum = totals(&[
            result("demo.A", counts(2)),
            result("demo.B", counts(1)),
            result("demo.A", counts(5)),
        ]);
        let mutants = (sum.mutants, sum.mutants_reached, sum.mutants_killed);
        assert_eq!((sum.executed, mutants), (30, (14, 12, 6)));
    }

    #[test]
    fn a_class_that_two_workers_search_is_told_once() {
        let all = ["demo.B", "demo.A", "demo.B"].map(|class| result(class, Counts::default()).classes);
        let names: Vec<String> = classes(all.concat()).into_iter().map(|class| class.name).collect();
        assert_eq!(names, ["demo.A", "demo.B"]);
    }
}
