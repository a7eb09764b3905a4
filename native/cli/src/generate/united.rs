//! What several workers found, as one.

use std::collections::BTreeMap;

use palus_sequence::work::{ClassReport, Counts, WorkResult};

use super::found::Edges;

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

/// The sums over all workers. Of classes that several searched, the mutants are the same ones: those count that the luckiest reached and killed.
pub(super) fn totals(results: &[WorkResult]) -> Counts {
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
mod tests {
    use palus_sequence::Symbols;
    use palus_sequence::work::{EndOfSearch, Timings};

    use super::*;

    fn result(class: &str, counts: Counts) -> WorkResult {
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
