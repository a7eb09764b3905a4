//! When a search has found the links between objects that can be expected of it.
//!
//! After the stopping criteria of Godio, Bengolea, Ponzio, Aguirre, Frias, "Efficient test generation guided by field coverage criteria" (ASE 2019), with time
//! in the place of scopes. What is found anew gets ever rarer, so figures are taken to grow with the logarithm of the share of the budget that is
//! spent: a line through the first fifth would never be met.

use palus_sequence::{Executor, StateId, Trace};
use rustc_hash::FxHashSet;

/// The share of the budget from which the rest is predicted.
const FIRST: f64 = 0.2;

/// Of so many sequences the states of one are taken, which makes it take several times as long.
const ONE_IN: usize = 8;

/// The links of the objects that calls were made on or with.
#[derive(Default)]
pub(crate) struct Links {
    states: FxHashSet<StateId>,
    found: FxHashSet<u64>,
    /// Shares of the budget, by their logarithms, with how many links there were.
    points: Vec<(f64, f64)>,
    /// How many there will be in the end.
    predicted: Option<f64>,
}

impl Links {
    /// How many of so many sequences are to run with states.
    pub(crate) fn watched(sequences: usize) -> usize {
        sequences.div_ceil(ONE_IN)
    }

    /// Takes in what the objects of a run linked to when calls began.
    pub(crate) fn learn(&mut self, trace: &Trace, executor: &dyn Executor) {
        for entry in trace.states.iter().filter_map(|states| states.entry) {
            if self.states.insert(entry) {
                self.found.extend(executor.links(entry));
            }
        }
    }

    /// Whether there are as many as were predicted when the first fifth of the budget was spent. `progress` is the share that is spent, from 0 to
    /// 1. Where nothing was linked by then, nothing is predicted.
    pub(crate) fn is_enough(&mut self, progress: f64) -> bool {
        let found = self.found.len() as f64;
        if progress < FIRST {
            if progress > 0.0 && found > 0.0 {
                self.points.push((progress.ln(), found));
            }
            return false;
        }
        let predicted = *self
            .predicted
            .get_or_insert_with(|| at_the_end(&self.points).unwrap_or(f64::INFINITY));
        found >= predicted.floor()
    }
}

/// What a line of least squares through the points has where the logarithm of the share is 0; `None` where they determine none.
fn at_the_end(points: &[(f64, f64)]) -> Option<f64> {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let (mut together, mut spread) = (0.0, 0.0);
    for point in points {
        together += (point.0 - x) * (point.1 - y);
        spread += (point.0 - x).powi(2);
    }
    (spread > 1e-9).then(|| y - together / spread * x)
}

#[cfg(test)]
mod tests {
    use palus_sequence::{ExecutorLost, ObservationPlan, Sequence, States, Symbols};

    use super::*;

    /// Has in each state the links from 0 to its number.
    struct Growing;

    impl Executor for Growing {
        fn run(&mut self, _: &mut Symbols, _: &[Sequence], _: &ObservationPlan) -> Result<Vec<Trace>, ExecutorLost> {
            Ok(Vec::new())
        }

        fn edges_total(&self) -> u32 {
            0
        }

        fn links(&self, id: StateId) -> Vec<u64> {
            (0..id.0 as u64).collect()
        }
    }

    fn with(states: &[u128]) -> Trace {
        let state = |number: &u128| States {
            entry: Some(StateId(*number)),
            exit: None,
        };
        Trace {
            states: states.iter().map(state).collect(),
            ..Trace::default()
        }
    }

    /// Feeds a search of so many steps, in which a share of the budget brings so many links; the share at which it is enough.
    fn ends(steps: u32, links: impl Fn(f64) -> u128) -> Option<f64> {
        let mut found = Links::default();
        let shares = (1..=steps).map(|step| f64::from(step) / f64::from(steps));
        shares.into_iter().find(|&share| {
            found.learn(&with(&[links(share)]), &Growing);
            found.is_enough(share)
        })
    }

    #[test]
    fn a_search_that_finds_nothing_more_ends_behind_the_first_fifth() {
        assert_eq!(ends(100, |share| if share < 0.01 { 5 } else { 40 }), Some(0.2));
    }

    #[test]
    fn one_that_grows_with_the_logarithm_ends_near_its_end_one_that_grows_faster_before() {
        let steady = ends(1_000, |share| (100.0 + 10.0 * (1_000.0 * share).ln()) as u128);
        assert!(steady.is_some_and(|share| share > 0.85), "{steady:?}");
        let faster = ends(1_000, |share| (100.0 * share.sqrt()) as u128);
        assert!(faster.is_some_and(|share| (0.2..0.5).contains(&share)), "{faster:?}");
    }

    #[test]
    fn a_prediction_that_is_never_met_ends_with_the_budget() {
        assert_eq!(
            ends(1_000, |share| (100.0 * (1.0 - (-80.0 * share).exp())) as u128),
            None
        );
    }

    #[test]
    fn where_nothing_is_linked_nothing_is_predicted() {
        assert_eq!(ends(100, |_| 0), None);
    }

    #[test]
    fn a_few_of_many_sequences_are_watched() {
        assert_eq!([0, 1, 8, 9, 32].map(Links::watched), [0, 1, 1, 2, 4]);
    }

    #[test]
    fn a_state_counts_once() {
        let mut found = Links::default();
        found.learn(&with(&[3, 3, 2]), &Growing);
        assert_eq!((found.found.len(), found.states.len()), (3, 2));
    }
}
