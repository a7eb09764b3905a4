//! What a lost worker teaches: what not to run again, and when to give a group up.

use std::collections::BTreeSet;

use palus_sequence::work::{Avoid, DeadlyMethod, Reason};

/// The exit code of a worker that its own watchdog stopped.
const STOPPED_ITSELF: i32 = 77;
/// The exit code of a worker that had too little memory or too few descriptors left to go on.
const SPENT: i32 = 78;
/// The signals by which somebody else ends a worker: the virtual machine does not send them to itself. But a call may send one to its own
/// process, or take so much memory that the kernel kills it, so [`Suspects`] decides who is to blame.
const FROM_OUTSIDE: [i32; 5] = [1, 2, 3, 9, 15];
/// How often a group is run again without a lesson.
pub(crate) const MOST_ACCIDENTS: u32 = 5;
/// How often a group is run again with one.
const MOST_LESSONS: u32 = 60;

/// Whether it is by this signal that somebody else ends a process.
pub(crate) fn is_from_outside(signal: i32) -> bool {
    FROM_OUTSIDE.contains(&signal)
}

/// How a worker ended that did not hand back a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// By itself, with that exit code.
    Exit(i32),
    /// By a signal that was not ours.
    Signal(i32),
    /// It fell silent, and was killed.
    Silent,
    /// It filled its disk quota, and was killed.
    DiskFull,
    /// It overstayed its time, and was killed.
    Overstayed,
}

/// A worker that was lost.
#[derive(Clone, Debug)]
pub(crate) struct Loss {
    pub(crate) cause: Cause,
    /// The hash of the sequence that ran, 0 for none.
    pub(crate) sequence: u64,
    /// The key of the method that it called, 0 for none.
    pub(crate) method: u64,
    /// The end of its log.
    pub(crate) tail: String,
}

impl Loss {
    /// How it ended, as a clause.
    pub(crate) fn how(&self) -> String {
        match self.cause {
            Cause::Exit(STOPPED_ITSELF) => "it could not be stopped".to_owned(),
            Cause::Exit(SPENT) => "it left too little memory or too few descriptors".to_owned(),
            Cause::Exit(code) => format!("it ended with exit code {code}"),
            Cause::Signal(signal) => format!("it was killed by signal {signal}"),
            Cause::Silent => "it gave no sign of life".to_owned(),
            Cause::DiskFull => "it filled the disk quota".to_owned(),
            Cause::Overstayed => "it overstayed its time".to_owned(),
        }
    }

    /// Whether it may be another's doing than of what ran: somebody else ended it, or files had come together that others left.
    pub(crate) fn is_doubtful(&self) -> bool {
        match self.cause {
            Cause::Signal(signal) => is_from_outside(signal),
            Cause::DiskFull => true,
            _ => false,
        }
    }

    /// What ran, as far as the worker said: the method, since another attempt may come to it by another sequence.
    fn running(&self) -> Option<u64> {
        [self.method, self.sequence].into_iter().find(|&key| key != 0)
    }

    fn reason(&self) -> Reason {
        match self.cause {
            Cause::Exit(STOPPED_ITSELF) | Cause::Silent => Reason::TimedOut,
            Cause::Exit(SPENT) | Cause::DiskFull => Reason::Exhausted,
            _ => Reason::Crashed,
        }
    }
}

/// What ran each time when it was doubtful who ended a worker. Once that is an accident; twice during the same call it is the call.
#[derive(Debug, Default)]
pub(crate) struct Suspects(BTreeSet<u64>);

impl Suspects {
    /// Whether it ended the worker itself. Remembers what ran when it did not.
    pub(crate) fn convict(&mut self, loss: &Loss) -> bool {
        match loss.running() {
            Some(call) if loss.is_doubtful() => !self.0.insert(call),
            _ => !loss.is_doubtful(),
        }
    }
}

/// The losses of a group so far.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    accidents: u32,
    lessons: u32,
    suspects: Suspects,
    avoid: Avoid,
}

impl Losses {
    /// Goes on from what an earlier run learned.
    pub(crate) fn after(avoid: Avoid) -> Self {
        Self {
            avoid,
            ..Self::default()
        }
    }

    /// Counts anew from here: what was lost so far was lost to others than those of the attempts to come.
    pub(crate) fn forgive(&mut self) {
        (self.accidents, self.lessons) = (0, 0);
    }

    /// What is avoided from now on.
    pub(crate) fn avoid(&self) -> &Avoid {
        &self.avoid
    }

    /// Learns from a loss; false when it is time to give up.
    ///
    /// The method that was called goes, not only its arguments: what crashed once mostly crashes with other arguments too, and every
    /// crash costs the group its time.
    pub(crate) fn learn(&mut self, loss: &Loss) -> bool {
        let is_guilty = self.suspects.convict(loss);
        if !is_guilty || loss.cause == Cause::Overstayed || loss.sequence == 0 {
            self.accidents += 1;
            return self.accidents <= MOST_ACCIDENTS;
        }
        if loss.is_doubtful() {
            // The first time was no accident either.
            self.accidents = self.accidents.saturating_sub(1);
        }
        self.lessons += 1;
        if !self.avoid.sequences.contains(&loss.sequence) {
            self.avoid.sequences.push(loss.sequence);
        }
        if loss.method != 0 && self.avoid.methods.iter().all(|known| known.key != loss.method) {
            self.avoid.methods.push(DeadlyMethod {
                key: loss.method,
                reason: loss.reason(),
                how: loss.how(),
            });
        }
        self.lessons <= MOST_LESSONS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loss(cause: Cause, sequence: u64, method: u64) -> Loss {
        Loss {
            cause,
            sequence,
            method,
            tail: String::new(),
        }
    }

    #[test]
    fn a_crash_is_blamed_on_the_sequence_and_the_method_and_a_single_kill_on_nobody() {
        let mut losses = Losses::default();
        assert!(losses.learn(&loss(Cause::Signal(9), 1, 2)));
        assert!(losses.learn(&loss(Cause::Exit(134), 0, 0)), "nothing was running");
        assert_eq!(losses.avoid(), &Avoid::default());
        assert!(losses.learn(&loss(Cause::Signal(6), 1, 2)));
        assert!(losses.learn(&loss(Cause::Exit(STOPPED_ITSELF), 3, 4)));
        assert!(losses.learn(&loss(Cause::Exit(STOPPED_ITSELF), 5, 4)));
        assert_eq!(losses.avoid().sequences, [1, 3, 5]);
        let reasons: Vec<_> = losses
            .avoid()
            .methods
            .iter()
            .map(|deadly| (deadly.key, deadly.reason))
            .collect();
        assert_eq!(reasons, [(2, Reason::Crashed), (4, Reason::TimedOut)]);
    }

    #[test]
    fn a_second_kill_during_the_same_call_is_blamed_on_it_and_no_accident_is_counted() {
        let mut losses = Losses::default();
        for method in 1..=10 {
            assert!(losses.learn(&loss(Cause::Signal(9), 100 + method, method)));
            assert!(losses.avoid().methods.iter().all(|deadly| deadly.key != method));
            // Another attempt comes to the method by another sequence.
            assert!(losses.learn(&loss(Cause::Signal(9), 200 + method, method)));
        }
        let last = losses.avoid().methods.last().expect("it is to be avoided");
        assert_eq!(losses.avoid().methods.len(), 10);
        assert_eq!(
            (last.key, last.reason, last.how.as_str()),
            (10, Reason::Crashed, "it was killed by signal 9")
        );
        assert_eq!(losses.accidents, 0);
    }

    #[test]
    fn who_runs_when_the_disk_is_full_is_blamed_the_second_time() {
        let mut losses = Losses::default();
        assert!(losses.learn(&loss(Cause::DiskFull, 1, 2)));
        assert!(losses.learn(&loss(Cause::DiskFull, 3, 4)));
        assert_eq!(losses.avoid(), &Avoid::default());
        assert!(losses.learn(&loss(Cause::DiskFull, 5, 4)));
        let last = losses.avoid().methods.last().expect("it is to be avoided");
        assert_eq!((last.key, last.reason), (4, Reason::Exhausted));
    }

    #[test]
    fn a_group_is_not_tried_for_ever() {
        let mut losses = Losses::default();
        let tries = (1..1_000).take_while(|&n| losses.learn(&loss(Cause::Signal(9), n, n)));
        assert_eq!(tries.count(), MOST_ACCIDENTS as usize);
        let mut losses = Losses::default();
        let tries = (1..1_000).take_while(|_| losses.learn(&loss(Cause::Signal(9), 0, 0)));
        assert_eq!(tries.count(), MOST_ACCIDENTS as usize);
        let mut losses = Losses::default();
        let tries = (1..1_000).take_while(|&n| losses.learn(&loss(Cause::Exit(1), n, n)));
        assert_eq!(tries.count(), MOST_LESSONS as usize);
    }
}
