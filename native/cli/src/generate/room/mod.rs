//! How many tests can be compiled and run in the time that is left.
//!
//! The search ends when its share of the budget is spent, but what follows takes longer the more tests there are and the busier
//! the machine is. How busy that is, the search has shown: which share of its time its threads had a processor. Then each step of the check shows it
//! better, and behind it more tests are taken in, or none.

mod cost;

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use palus_sequence::work::{Afterwards, Budget, KeptTest, Limit, Machine, Most, Timings};

pub(super) use cost::Cost;
use cost::{AGAIN, CHECKING};

use super::options::{GenerateOptions, MOST_AFTERWARDS_SHARE};
use super::strangers::MEETING_SHARE;

/// What it takes to start a virtual machine that confirms tests, in milliseconds on the machine on which these figures were taken, idle.
const STARTING: f64 = 250.0;
/// What it takes there to drop what is unsteady: some files are compiled again.
const DROPPING: f64 = 1_000.0;
/// What one more turn takes there, whatever the tests: some files are compiled and run again.
const TURN: f64 = 1_500.0;
/// And for each statement of the tests that are in the files already, where new ones come to them.
const REPEATING: f64 = 0.6;
/// How many processors that machine has, and how many a check makes use of.
const PROCESSORS: f64 = 2.0;
const MOST_PROCESSORS: usize = 3;
/// How much longer than it was asked a run may take: this share of it, and at least so many milliseconds. Not all of what is promised, for what is done at
/// the end is reckoned.
const OVERRUN: (f64, f64) = (0.07, 2_000.0);
/// A machine does not get faster or slower than usual by more than this.
const SLOWER: (f64, f64) = (0.7, 6.0);
/// What is taken for that before anything is known of it.
const PERHAPS_SLOWER: f64 = 0.8;
/// A suite is not cut below this: a developer who waits a second more has something to look at.
const AT_LEAST: usize = 150;
/// The share of the time that is left for which tests are reckoned with that are still to be confirmed.
const FIRST_SHARE: f64 = 0.9;
/// What it takes there to compile each statement again where tests are dropped from the files, in milliseconds.
const COMPILING: f64 = 0.1;
/// The share of the time of a check in which tests run each by itself; then those that had the time run together.
const ALONE_SHARE: f64 = 0.7;
/// So many tests run by themselves beside the other rounds, however long that takes: one after the other these would leave a processor idle.
const BESIDE: usize = 400;
/// For so long tests run by themselves at least.
const SHORTEST: Duration = Duration::from_secs(3);
/// The share of the time that is left which the first tests to be confirmed may take, until they are checked. How long that takes hangs on what they do, of
/// which little is known before; and all that is taken in later needs virtual machines of its own.
const FIRST_WAVE_SHARE: f64 = 0.8;
/// Of so many tests each takes twice as long to check as is reckoned, and of fewer as much less: more prove unsteady, for which others run once more, and the
/// library that is loaded anew for each is larger.
const TWICE: f64 = 2_000.0;
/// Tests are not worth virtual machines of their own that take less than so many times what it takes to start those.
const WORTH_A_WAVE: f64 = 1.0;
/// What it takes there to have tests of several waves meet, in milliseconds, beside its share of the time.
const MEETING: f64 = 500.0;
/// Tests are not confirmed or checked faster or more slowly than was reckoned by more than this: it hangs on what they do.
const PACE: (f64, f64) = (0.35, 6.0);
/// Fewer are not worth a turn of their own.
const WORTH_A_TURN: usize = 10;

/// The share of the time that may pass with waiting for what never ends; one such test may always.
const WAITING_SHARE: f64 = 0.1;
/// The statements of a short test, and how long it runs, in microseconds.
const SHORT: usize = 3;
const SHORT_RUN: u32 = 150;
/// How often a test runs until it is written down: while it is made shorter, confirmed and verified.
const RUNS: f64 = 10.0;
/// The share of the time behind the search that may pass with that.
const RUNNING_SHARE: f64 = 0.5;
/// What all that follows a search takes there for each edge that a worker has reached, in milliseconds, and for each microsecond of a run of what it kept: a fifth as
/// many tests are kept as both workers together have reached edges (an eighth to a quarter, by library), and each runs some thirty times, most of them cold.
const AFTERWARDS: (f64, f64) = (0.3, 0.0105);
/// More tests than fit into any time.
const MOST: usize = 1_000_000;

/// The virtual machines that confirm tests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machines {
    /// So many tests have more than one, if fewer do not, so that not all have met.
    pub(super) alone: usize,
    /// So many are confirmed at a time before it is known how long that takes.
    pub(super) most_at_first: usize,
}

/// The time that is left for confirming and checking tests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// When it is used up.
    until: Instant,
    /// Milliseconds that may pass with waiting for what never ends.
    waiting: u64,
    /// How much slower the machine is than the one on which the figures were taken.
    slower: f64,
    /// When the step began that is being taken.
    step: Instant,
    /// What it would take on that machine, in milliseconds.
    expected: f64,
    /// The share of the time in which the search wanted a processor that it had one.
    share: f64,
    /// What it would take on that machine to check the tests that were confirmed, in milliseconds.
    to_check: f64,
    /// The same for those of all waves but the last.
    to_check_before: f64,
    /// What it takes to have tests of several virtual machines meet, in milliseconds, beside what that takes at least.
    meeting: f64,
}

impl Room {
    fn new(until: Instant, slower: f64) -> Self {
        Self {
            until,
            waiting: 0,
            slower: slower.clamp(SLOWER.0, SLOWER.1),
            step: Instant::now(),
            expected: 0.0,
            share: 1.0,
            to_check: 0.0,
            to_check_before: 0.0,
            meeting: 0.0,
        }
    }

    /// Milliseconds of that machine.
    fn left(&self) -> f64 {
        let left = self.until.saturating_duration_since(Instant::now());
        left.as_secs_f64() * 1_000.0 / self.slower
    }

    /// Whether a test may wait for what never ends after others that wait, in milliseconds for all of them.
    pub(super) fn may_wait(&self, others: u64, all: u64) -> bool {
        others == 0 || all <= self.waiting
    }

    /// With how many of the tests a check is to begin. Those that come first are taken first.
    pub(super) fn first(&mut self, tests: impl Iterator<Item = Cost>) -> usize {
        let left = self.left() - CHECKING.0 - DROPPING;
        let (count, costs) = fitting(left, tests.map(Cost::of_checking), AT_LEAST);
        (self.step, self.expected) = (Instant::now(), CHECKING.0 + costs);
        count
    }

    /// Until when so many tests, of so many statements, may run each by itself; `None` where all of them are to. Then they run together, and are compiled again.
    pub(super) fn alone_until(&self, tests: usize, statements: usize) -> Option<Instant> {
        let behind = (DROPPING + TURN + statements as f64 * COMPILING) * self.slower;
        let left = self.until.saturating_duration_since(Instant::now());
        let own = left
            .saturating_sub(Duration::from_millis(behind as u64))
            .mul_f64(ALONE_SHARE);
        (tests > BESIDE).then(|| Instant::now() + own.max(SHORTEST))
    }

    /// How many more may be taken in with the next turn, by what the last step took. So many `statements` have those that are there.
    pub(super) fn more(&mut self, tests: impl Iterator<Item = Cost>, statements: usize) -> usize {
        self.heed_step();
        let turn = TURN + statements as f64 * REPEATING;
        let (count, costs) = fitting(self.left() - turn - DROPPING, tests.map(Cost::of_checking), 0);
        (self.step, self.expected) = (Instant::now(), turn + costs);
        if count < WORTH_A_TURN { 0 } else { count }
    }

    /// How many of the tests are to be confirmed next, of all that were not yet: as long as none has shown what that takes, no more than the
    /// machines take at first. What a run of each took is that of the search.
    pub(super) fn wave(&mut self, tests: impl Iterator<Item = Cost> + Clone, machines: Machines) -> usize {
        let is_first = self.expected <= 0.0;
        // It was waiting for a processor, too.
        let again = |test: Cost| test.on_processor(self.share).of_confirming();
        let of_checking = |test: Cost| test.with_loading().of_checking() / FIRST_SHARE;
        let costs = tests.clone().map(|test| again(test) + of_checking(test));
        let left = self.left() - CHECKING.0 - DROPPING - self.to_check - AGAIN.0;
        let count = if is_first {
            let (left, costs) = (left * FIRST_WAVE_SHARE, costs.take(machines.most_at_first));
            let (count, _) = fitting(left, costs.clone(), AT_LEAST);
            // Those of one virtual machine have met.
            let meets = count >= machines.alone;
            let fewer = || fitting(left - self.meeting(), costs, AT_LEAST).0;
            if meets { fewer().max(machines.alone - 1) } else { count }
        } else {
            let (count, cost) = fitting(left - self.meeting(), costs, 0);
            if cost < WORTH_A_WAVE * AGAIN.0 { 0 } else { count }
        };
        if count > 0 {
            self.to_check_before = self.to_check;
            self.to_check += tests.clone().take(count).map(of_checking).sum::<f64>();
            let again: f64 = tests.take(count).map(again).sum();
            (self.step, self.expected) = (Instant::now(), AGAIN.0 + again);
        }
        count
    }

    /// The time that these tests have, which are one of so many parts of the wave that was taken last, to be confirmed and checked. So many are confirmed at a time.
    pub(super) fn limit(&self, tests: &[KeptTest], parts: usize, at_a_time: usize) -> Limit {
        let left = self.left() - self.meeting() - CHECKING.0 - DROPPING - self.to_check_before;
        let checking: f64 = tests
            .iter()
            .map(|test| Cost::of(test, false).with_loading().of_checking())
            .sum();
        let at_large = 1.0 + ((tests.len() * parts) as f64 / TWICE).min(1.0);
        // Those of the other parts are checked then, too, and as many of each have the time.
        let behind = checking / tests.len().max(1) as f64 * at_large * parts as f64;
        let turns = parts.div_ceil(at_a_time.max(1)).max(1);
        Limit {
            millis: (left.max(0.0) * self.slower / turns as f64) as u64,
            behind: (behind * self.slower * 1_000.0 / turns as f64) as u64,
        }
    }

    /// Heeds what the step took that is through: what comes will be as much faster or slower than was reckoned.
    pub(super) fn heed_step(&mut self) {
        let took = self.step.elapsed().as_secs_f64() * 1_000.0;
        self.slower = (took / self.expected).clamp(PACE.0, PACE.1);
    }

    /// What it takes to have tests of several virtual machines meet, in milliseconds of that machine.
    fn meeting(&self) -> f64 {
        self.meeting / self.slower + MEETING
    }
}

/// How many fit, and what they cost. There are so many at least.
fn fitting(room: f64, costs: impl Iterator<Item = f64>, least: usize) -> (usize, f64) {
    let (mut count, mut taken) = (0, 0.0);
    for cost in costs {
        if count >= least && taken + cost > room {
            break;
        }
        taken += cost;
        count += 1;
    }
    (count, taken)
}

/// The room in a run that began then, behind searches that took so long; `None` where the budget is a count of sequences, which must give equal results.
pub(super) fn of(options: &GenerateOptions, began: Instant, searches: &[Timings]) -> Option<Room> {
    let Budget::Time { .. } = options.budget else {
        return None;
    };
    let all = |part: fn(&Timings) -> u64| searches.iter().map(part).sum::<u64>() as f64;
    let (ready, on_processor) = (
        all(|timings| timings.searching_ready),
        all(|timings| timings.searching_cpu),
    );
    let share = on_processor / ready.max(1.0);
    let slower = machine().slower(share);
    Some(Room {
        waiting: (options.asked as f64 * WAITING_SHARE) as u64,
        meeting: options.asked as f64 * MEETING_SHARE,
        share,
        ..Room::new(began + most_time(options), slower)
    })
}

/// This machine, beside the one on which the figures were taken.
fn machine() -> Machine {
    let processors = available_parallelism().map_or(2, NonZero::get).min(MOST_PROCESSORS);
    Machine {
        fewer: PROCESSORS / processors as f64,
    }
}

/// How many tests there may be room for, before anything is known of them or of the machine, and how long they may run; `None` under a
/// budget of sequences.
pub(super) fn most(options: &GenerateOptions) -> Option<Most> {
    let Budget::Time { millis } = options.budget else {
        return None;
    };
    let left = most_time(options).as_secs_f64() * 1_000.0 - millis as f64 - STARTING;
    let left = (left / PERHAPS_SLOWER - AGAIN.0 - CHECKING.0 - DROPPING).max(0.0);
    let short = Cost {
        statements: SHORT,
        micros: SHORT_RUN,
        is_first: false,
    };
    let cost = short.of_confirming() + short.of_checking();
    Some(Most {
        tests: fitting(left, std::iter::repeat_n(cost, MOST), AT_LEAST).0,
        micros: (left * 1_000.0 * RUNNING_SHARE / RUNS) as u64,
        afterwards: Afterwards {
            share: options.asked.saturating_sub(millis) as f64 / options.asked.max(1) as f64,
            most: MOST_AFTERWARDS_SHARE,
            edge: AFTERWARDS.0,
            run: AFTERWARDS.1,
            machine: machine(),
        },
    })
}

/// How long the whole may take.
fn most_time(options: &GenerateOptions) -> Duration {
    let asked = options.asked as f64;
    Duration::from_millis((asked + (asked * OVERRUN.0).max(OVERRUN.1)) as u64)
}

#[cfg(test)]
mod tests {
    use super::super::found::tests::test;
    use super::*;

    const MACHINES: Machines = Machines {
        alone: 300,
        most_at_first: 400,
    };

    fn room(seconds: u64, slower: f64) -> Room {
        Room::new(Instant::now() + Duration::from_secs(seconds), slower)
    }

    fn tests(statements: usize, micros: u32) -> impl Iterator<Item = Cost> + Clone {
        let test = Cost {
            statements,
            micros,
            is_first: false,
        };
        std::iter::repeat_n(test, 100_000)
    }

    #[test]
    fn one_test_may_wait_and_others_while_there_is_time() {
        let room = Room {
            waiting: 2_000,
            ..room(0, 1.0)
        };
        assert!(room.may_wait(0, 9_000) && room.may_wait(1_000, 2_000) && !room.may_wait(2_000, 3_000));
    }

    #[test]
    fn the_less_time_the_busier_the_machine_and_the_longer_the_tests_the_fewer() {
        let first = |seconds, slower, (statements, micros)| room(seconds, slower).first(tests(statements, micros));
        let (idle, busy) = (first(60, 1.0, (5, 100)), first(60, 2.0, (5, 100)));
        assert!(idle as f64 > 1.5 * busy as f64 && busy > AT_LEAST, "{idle} {busy}");
        assert!(first(60, 1.0, (10, 100)) < idle);
        assert!(first(60, 1.0, (5, 10_000)) < idle);
        assert_eq!(first(0, 1.0, (5, 100)), AT_LEAST);
        assert!(room(60, 1.0).wave(tests(5, 100), MACHINES) < 2 * idle);
        let wave = |micros| room(8, 1.0).wave(tests(5, micros), MACHINES);
        assert!(wave(1_000) < wave(100), "{} {}", wave(1_000), wave(100));
    }

    #[test]
    fn the_second_wave_is_as_large_as_the_first_was_quick() {
        let second = |took: f64| {
            let mut room = room(60, 1.0);
            let first = room.wave(tests(5, 100), MACHINES);
            let took = Duration::from_secs_f64(room.expected * took / 1_000.0);
            room.step -= took;
            room.until -= took;
            room.heed_step();
            (first, room.wave(tests(5, 100), MACHINES))
        };
        let ((first, as_reckoned), (_, quick), (_, slow)) = (second(1.0), second(0.5), second(4.0));
        assert!(
            first == 400 && quick > as_reckoned && as_reckoned > slow,
            "{quick} {as_reckoned} {slow}"
        );
    }

    #[test]
    fn tests_of_one_virtual_machine_need_no_time_to_meet() {
        let first = |seconds| room(seconds, 1.0).wave(tests(5, 100), MACHINES);
        let (short, longer, long) = (first(6), first(7), first(30));
        assert!(AT_LEAST < short && short < longer, "{short} {longer}");
        assert_eq!((longer, long), (MACHINES.alone - 1, MACHINES.most_at_first));
    }

    #[test]
    fn what_is_not_worth_another_virtual_machine_is_left_out() {
        let mut room = room(60, 1.0);
        assert!(room.wave(tests(5, 100), MACHINES) > 0);
        room.until = Instant::now() + Duration::from_secs(6);
        assert_eq!(room.wave(tests(5, 100), MACHINES), 0);
    }

    #[test]
    fn the_first_wave_leaves_time_for_tests_that_take_longer_than_was_reckoned() {
        let machines = Machines {
            alone: 1,
            most_at_first: usize::MAX,
        };
        let mut room = room(30, 1.0);
        let left = room.left() * FIRST_WAVE_SHARE;
        let count = room.wave(tests(5, 100), machines);
        let took = Duration::from_secs_f64(room.expected / 1_000.0);
        assert!(room.expected + room.to_check < left);
        room.step -= took.mul_f64(1.2);
        room.until -= took.mul_f64(1.2);
        room.heed_step();
        assert_eq!(room.first(tests(5, 100).take(count)), count);
    }

    #[test]
    fn what_takes_longer_to_confirm_takes_longer_to_check() {
        let checked = |took: f64| {
            let mut room = room(60, 1.0);
            room.wave(tests(5, 100), MACHINES);
            let took = Duration::from_secs_f64(room.expected * took / 1_000.0);
            room.step -= took;
            room.until = Instant::now() + Duration::from_secs(20);
            room.heed_step();
            room.first(tests(5, 100))
        };
        assert!(checked(1.0) as f64 > 1.8 * checked(2.0) as f64);
    }

    #[test]
    fn a_confirmation_has_the_time_that_no_other_wave_needs_and_shares_it_with_its_check() {
        let found = [test("demo.A", &[]), test("demo.B", &[])];
        let limit = |room: &Room, parts| room.limit(&found, parts, 2);
        let mut room = room(60, 1.0);
        let (one, two, four) = (limit(&room, 1), limit(&room, 2), limit(&room, 4));
        assert!(one.millis > 50_000 && one.behind > 0, "{one:?}");
        assert_eq!(
            (two.millis, two.behind / one.behind),
            (one.millis, 2),
            "both are checked"
        );
        assert_eq!(four.millis, one.millis / 2, "two have to wait for the others");
        room.to_check_before = 10_000.0;
        assert!(limit(&room, 1).millis < one.millis - 9_000);
        room.until = Instant::now();
        assert_eq!(limit(&room, 1).millis, 0);
    }

    #[test]
    fn tests_run_by_themselves_for_most_of_the_time_of_a_check_unless_they_are_few() {
        let room = |seconds| room(seconds, 1.0);
        let left = |seconds, tests| {
            let until = room(seconds).alone_until(tests, 5 * tests);
            until.map(|until| until.saturating_duration_since(Instant::now()))
        };
        assert_eq!(left(20, AT_LEAST), None);
        let most = left(20, 10 * AT_LEAST).unwrap();
        assert!(
            most > Duration::from_secs(10) && most < Duration::from_secs(14),
            "{most:?}"
        );
        assert!(left(0, 10 * AT_LEAST).unwrap() > SHORTEST / 2);
    }

    #[test]
    fn a_step_that_took_less_than_was_expected_makes_room_for_more() {
        let mut room = room(60, 1.0);
        let first = room.first(tests(5, 100));
        let more = room.more(tests(5, 100), 0);
        assert!(more as f64 > first as f64 * (1.0 / FIRST_SHARE - 1.0), "{first} {more}");
        assert!(room.more(tests(5, 100), 10_000) < more);
        room.until = Instant::now();
        assert_eq!(room.more(tests(5, 100), 0), 0);
    }
}
