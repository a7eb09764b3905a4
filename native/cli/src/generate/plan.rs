//! Cuts the work into orders, one a group of classes.

use std::path::Path;

use palus_sequence::work::{Afterwards, Avoid, Budget, Most, Product, WorkOrder};
use palus_supervise::{cut, group_count, shares};

use super::options::GenerateOptions;
use super::room;
use super::users::Users;
use crate::args::Shard;

/// The orders of a run, or of the part of it that is to be done. With a count of sequences all orders depend on the classes, the count, the
/// rules and the seed alone, and a part has some of them; with a time a part has some of the classes, and there is an order a process: where there are fewer
/// classes than processes, several search the same ones, each with a stream of its own.
///
/// The user's theories are called like classes under test: with a count in a group of their own, with a time in the first one, which would
/// otherwise have to wait for a process.
pub(super) fn orders(
    subjects: &[String],
    users: &Users,
    options: &GenerateOptions,
    java_home: &Path,
) -> Vec<WorkOrder> {
    let shard = options.shard.unwrap_or(Shard::WHOLE);
    let mut groups = match options.budget {
        // The papers' algorithms draw from all classes, of one pool.
        Budget::Sequences { .. } if !options.search.guidance => cut(subjects, 1),
        Budget::Sequences { .. } => cut(subjects, group_count(subjects.len())),
        Budget::Time { .. } => for_all(cut(&part(subjects, shard), options.jobs), options.jobs),
    };
    match (options.budget, groups.first_mut()) {
        _ if users.theories.is_empty() => {}
        (Budget::Time { .. }, Some(first)) if shard.part == 1 => first.extend(users.theories.iter().cloned()),
        (Budget::Time { .. }, _) => {}
        _ => groups.push(users.theories.clone()),
    }
    let budgets = budgets(options.budget, &groups);
    let most = room::most(options).map(|most| each(most, groups.len()));
    let number = |index: u32| match options.budget {
        Budget::Sequences { .. } => index,
        Budget::Time { .. } => index * shard.of + shard.part - 1,
    };
    let numbered = (0..).map(number).zip(groups).zip(budgets);
    numbered
        .filter(|((group, targets), _)| shard.has(*group) && !targets.is_empty())
        .map(|((group, targets), budget)| WorkOrder {
            group,
            class_path: options.class_path.clone(),
            java_home: java_home.to_path_buf(),
            release: options.release,
            subjects: subjects.to_vec(),
            theories: users
                .theories
                .iter()
                .filter(|class| targets.contains(class))
                .cloned()
                .collect(),
            values: users.values.clone(),
            targets,
            models: options.models.clone(),
            seed: options.seed,
            budget,
            most,
            options: options.search.clone(),
            contracts: options.contracts.clone(),
            avoid: Avoid::default(),
            carved: Vec::new(),
            seeds: Vec::new(),
            journal: None,
            product: Product::Tests,
        })
        .collect()
}

/// What each of some groups may take of `all`: a third more than its share, for one has more to show than another. What it reaches, the others reach of their
/// own classes.
fn each(all: Most, groups: usize) -> Most {
    let share = |all: u64| (all * 4 / 3 / groups.max(1) as u64).min(all);
    Most {
        tests: share(all.tests as u64) as usize,
        micros: share(all.micros),
        afterwards: Afterwards {
            edge: all.afterwards.edge * groups.max(1) as f64,
            run: all.afterwards.run * groups.max(1) as f64,
            ..all.afterwards
        },
    }
}

/// So many groups, the same ones again where there are fewer.
fn for_all(groups: Vec<Vec<String>>, processes: usize) -> Vec<Vec<String>> {
    let count = groups.len().max(processes);
    groups.into_iter().cycle().take(count).collect()
}

/// The classes of a part, where each has classes of its own.
fn part(subjects: &[String], shard: Shard) -> Vec<String> {
    (0..)
        .zip(subjects)
        .filter(|(index, _)| shard.has(*index))
        .map(|(_, subject)| subject.clone())
        .collect()
}

/// Sequences are shared out by the number of classes; time passes for all groups at once.
fn budgets(budget: Budget, groups: &[Vec<String>]) -> Vec<Budget> {
    match budget {
        Budget::Time { .. } => vec![budget; groups.len()],
        Budget::Sequences { count } => {
            let weights: Vec<u64> = groups.iter().map(|group| group.len() as u64).collect();
            shares(count, &weights)
                .into_iter()
                .map(|count| Budget::Sequences { count })
                .collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(sizes: &[usize]) -> Vec<Vec<String>> {
        sizes.iter().map(|&size| vec!["demo.A".to_owned(); size]).collect()
    }

    #[test]
    fn sequences_are_shared_out_without_a_rest() {
        let shared = budgets(Budget::Sequences { count: 100 }, &groups(&[2, 1]));
        assert_eq!(
            shared,
            [Budget::Sequences { count: 67 }, Budget::Sequences { count: 33 }]
        );
    }

    #[test]
    fn no_process_is_without_classes() {
        let [a, b] = ["demo.A", "demo.B"].map(|class| vec![class.to_owned()]);
        assert_eq!(for_all(vec![a.clone()], 2), [a.clone(), a.clone()]);
        assert_eq!(
            for_all(vec![a.clone(), b.clone()], 3),
            [a.clone(), b.clone(), a.clone()]
        );
        assert_eq!(for_all(vec![a.clone(), b.clone()], 2), [a, b]);
    }

    #[test]
    fn time_is_the_same_for_all() {
        let time = Budget::Time { millis: 500 };
        assert_eq!(budgets(time, &groups(&[2, 1])), [time, time]);
    }
}
