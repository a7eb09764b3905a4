//! What happens in each thread, put together to executions.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use palus_trace::MethodNames;

use crate::execution::{Execution, Outcome, StateNumber, TestRun};

/// So many executions of a thread wait for the test that comes next; the oldest of more belong to none.
const MOST_WAITING: usize = 1 << 16;

/// The threads of one virtual machine.
#[derive(Debug)]
pub(crate) struct Lanes {
    process: u32,
    threads: BTreeMap<u64, Lane>,
    /// Of tests.
    runs: u32,
}

/// One thread. Executions leave it in the order in which they began.
#[derive(Debug, Default)]
struct Lane {
    test: Option<TestRun>,
    place: u32,
    /// The thread in which its test started, if that is another one.
    goes_on_from: Option<u64>,
    waiting: VecDeque<Waiting>,
    /// The depths of open calls and their numbers, outside first.
    open: Vec<(u32, u64)>,
    /// The number of the first that waits.
    first: u64,
}

#[derive(Debug)]
struct Waiting {
    execution: Execution,
    has_ended: bool,
    /// Whether its test is known, or that it has none.
    is_placed: bool,
}

/// A call that begins.
pub(crate) struct Begin {
    pub(crate) thread: u64,
    pub(crate) depth: u32,
    pub(crate) method: Arc<MethodNames>,
    pub(crate) entry: Option<StateNumber>,
}

impl Lanes {
    pub(crate) fn new(process: u32) -> Self {
        Self {
            process,
            threads: BTreeMap::new(),
            runs: 0,
        }
    }

    pub(crate) fn test_starts(
        &mut self,
        thread: u64,
        method: Arc<MethodNames>,
        ready: &mut VecDeque<Execution>,
    ) -> TestRun {
        self.runs += 1;
        let run = TestRun { method, run: self.runs };
        let lane = self.threads.entry(thread).or_default();
        for waiting in lane.waiting.iter_mut().filter(|waiting| !waiting.is_placed) {
            waiting.is_placed = true;
            waiting.execution.test = Some(run.clone());
        }
        lane.test = Some(run.clone());
        lane.release(ready);
        run
    }

    /// A test of that method that has started in another thread goes on in this one; false when there is none.
    pub(crate) fn test_goes_on(&mut self, thread: u64, method: &MethodNames) -> bool {
        let is_its = |lane: &Lane| lane.test.as_ref().is_some_and(|run| *run.method == *method);
        let Some((&first, started)) = self.threads.iter().find(|(_, lane)| is_its(lane)) else {
            return false;
        };
        let (test, place) = (started.test.clone(), started.place);
        let lane = self.threads.entry(thread).or_default();
        lane.goes_on_from = Some(first);
        lane.test = test;
        // What ran in this thread before belongs to no test.
        lane.waiting.iter_mut().for_each(Waiting::place_without_test);
        lane.place = place;
        true
    }

    pub(crate) fn test_ends(&mut self, thread: u64) {
        let Some(lane) = self.threads.get_mut(&thread) else {
            return;
        };
        lane.test = None;
        let place = std::mem::take(&mut lane.place);
        let first = lane.goes_on_from.take();
        if let Some(started) = first.and_then(|first| self.threads.get_mut(&first)) {
            started.place = started.place.max(place);
        }
    }

    pub(crate) fn begins(&mut self, begin: Begin, ready: &mut VecDeque<Execution>) {
        let lane = self.threads.entry(begin.thread).or_default();
        lane.forget(begin.depth);
        lane.place = lane.place.saturating_add(1);
        let number = lane.first + lane.waiting.len() as u64;
        let execution = Execution {
            process: self.process,
            thread: begin.thread,
            test: lane.test.clone(),
            is_before: lane.test.is_none(),
            place: lane.place,
            nesting: lane.open.len() as u32,
            method: begin.method,
            entry: begin.entry,
            exit: None,
            outcome: Outcome::Unseen,
        };
        lane.open.push((begin.depth, number));
        lane.waiting.push_back(Waiting {
            execution,
            has_ended: false,
            is_placed: lane.test.is_some(),
        });
        if lane.waiting.len() > MOST_WAITING {
            lane.give_up_oldest();
        }
        lane.release(ready);
    }

    pub(crate) fn ends(
        &mut self,
        (thread, depth): (u64, u32),
        exit: Option<StateNumber>,
        outcome: Outcome,
        ready: &mut VecDeque<Execution>,
    ) {
        let Some(lane) = self.threads.get_mut(&thread) else {
            return;
        };
        lane.forget(depth.saturating_add(1));
        if let Some((_, number)) = lane.open.pop_if(|(open, _)| *open == depth)
            && let Some(waiting) = lane.waiting_of(number)
        {
            waiting.has_ended = true;
            (waiting.execution.exit, waiting.execution.outcome) = (exit, outcome);
        }
        lane.release(ready);
    }

    /// Nothing comes any more.
    pub(crate) fn finish(&mut self, ready: &mut VecDeque<Execution>) {
        for (_, mut lane) in std::mem::take(&mut self.threads) {
            lane.forget(0);
            for waiting in &mut lane.waiting {
                waiting.place_without_test();
            }
            lane.release(ready);
        }
    }
}

impl Lane {
    /// Calls at that depth or deeper have ended unseen.
    fn forget(&mut self, depth: u32) {
        while let Some((_, number)) = self.open.pop_if(|(open, _)| *open >= depth) {
            if let Some(waiting) = self.waiting_of(number) {
                waiting.has_ended = true;
            }
        }
    }

    /// `None` when it was given up.
    fn waiting_of(&mut self, number: u64) -> Option<&mut Waiting> {
        self.waiting
            .get_mut(usize::try_from(number.checked_sub(self.first)?).ok()?)
    }

    /// The oldest goes, whether its end and its test are known or not.
    fn give_up_oldest(&mut self) {
        if let Some(oldest) = self.waiting.front_mut() {
            oldest.has_ended = true;
            oldest.place_without_test();
        }
    }

    fn release(&mut self, ready: &mut VecDeque<Execution>) {
        let is_ready = |waiting: &Waiting| waiting.has_ended && waiting.is_placed;
        while self.waiting.front().is_some_and(is_ready) {
            self.first += 1;
            ready.extend(self.waiting.pop_front().map(|waiting| waiting.execution));
        }
    }
}

impl Waiting {
    fn place_without_test(&mut self) {
        if !self.is_placed {
            self.is_placed = true;
            self.execution.is_before = false;
        }
    }
}
