//! Runs jobs on a fixed number of threads, each of which watches over one worker process at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use palus_sequence::work::{ConfirmOrder, Confirmed, WorkOrder};

use crate::attempts::GroupRun;
use crate::worker::Workshop;
use crate::{Error, Journal, Progress};

/// Runs `job` on every input with up to `threads` at once. The results come in the order of the inputs.
pub fn run_all<I: Sync, O: Send>(inputs: &[I], threads: usize, job: impl Fn(usize, &I) -> O + Sync) -> Vec<O> {
    let next = AtomicUsize::new(0);
    let slots: Vec<Mutex<Option<O>>> = inputs.iter().map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, inputs.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let (Some(input), Some(slot)) = (inputs.get(index), slots.get(index)) else {
                        return;
                    };
                    let output = job(index, input);
                    if let Ok(mut slot) = slot.lock() {
                        *slot = Some(output);
                    }
                }
            });
        }
    });
    slots
        .into_iter()
        .filter_map(|slot| slot.into_inner().ok().flatten())
        .collect()
}

impl Workshop {
    /// Searches all groups on up to `jobs` processes at once. `watch` is given the sum of what all of them, ended or
    /// running, have counted; it is called from several threads, some sixty times a second each.
    pub fn search_all(
        &self,
        orders: &[WorkOrder],
        journal: &Journal,
        jobs: usize,
        watch: &(dyn Fn(Progress) + Sync),
    ) -> Vec<GroupRun> {
        let counters: Mutex<Vec<Progress>> = Mutex::new(vec![Progress::default(); orders.len()]);
        run_all(orders, jobs, |index, order| {
            self.search(order, journal, &mut |progress| {
                if let Ok(mut counters) = counters.lock() {
                    counters[index] = progress;
                    watch(counters.iter().copied().fold(Progress::default(), Progress::plus));
                }
            })
        })
    }

    /// The runs that confirm what the groups found, in the order of the orders.
    pub fn confirm_all(&self, orders: &[ConfirmOrder], jobs: usize) -> Vec<Result<Confirmed, Error>> {
        run_all(orders, jobs, |_, order| self.confirm(order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_inputs_on_any_number_of_threads() {
        let inputs: Vec<u64> = (0..50).collect();
        for threads in [0, 1, 2, 7, 100] {
            let outputs = run_all(&inputs, threads, |index, &input| {
                thread::sleep(std::time::Duration::from_micros(50 - input));
                (index as u64, input * 2)
            });
            assert_eq!(outputs, inputs.iter().map(|&i| (i, i * 2)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_inputs_give_no_results() {
        assert!(run_all(&[] as &[u8], 4, |_, _| ()).is_empty());
    }
}
