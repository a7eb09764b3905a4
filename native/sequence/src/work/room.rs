//! How much time what follows a search takes, and so how much a worker may take and hand in.

use serde::{Deserialize, Serialize};

/// How much a worker hands in at the most, beside what shows a defect: for more there is no time in what follows.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Most {
    /// How many tests.
    pub tests: usize,
    /// How long one run of all of them takes, in microseconds.
    pub micros: u64,
    /// What is left for what follows where the machine is as fast as was reckoned.
    pub afterwards: Afterwards,
}

/// How far a search has come, for reckoning what follows it.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Reached {
    /// The edges.
    pub edges: u64,
    /// What one run of what was kept takes, in microseconds, by and large.
    pub micros: f64,
}

/// A machine, beside the one with two idle processors by which what follows a search is reckoned.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// How many times as many processors that one has.
    pub fewer: f64,
}

impl Machine {
    /// The share of its time for which the thread of a search has a processor there, beside compiler and collector of its virtual machine.
    const UNDISTURBED: f64 = 0.85;
    /// How many threads work at once in what follows: virtual machines, each with a compiler of its own, and javac.
    const THREADS: f64 = 3.0;

    /// How many times as long what follows takes where the thread of a search has a processor for `on_processor` of its time: what it waits for then are others,
    /// who will be there afterwards, too, and have to share with more threads.
    pub fn slower(self, on_processor: f64) -> f64 {
        let together = |share: f64| {
            let others = 1.0 / share.clamp(f64::MIN_POSITIVE, 1.0) - 1.0;
            Self::THREADS / (Self::THREADS + others)
        };
        self.fewer * together(Self::UNDISTURBED) / together(on_processor)
    }
}

/// The part of a run's time that is not a worker's.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Afterwards {
    /// The share of the whole, 0 to 1, that was reckoned before anything was known of the tests.
    pub share: f64,
    /// The share that it may have where there are more of them.
    pub most: f64,
    /// What it takes for each edge that a worker's search has reached, in milliseconds, where the machine is as fast as was reckoned: the more there are, the
    /// more tests reach them.
    pub edge: f64,
    /// And for each of these for each microsecond that a run of what was kept takes.
    pub run: f64,
    /// Where it passes.
    pub machine: Machine,
}

impl Afterwards {
    /// A machine that is slower by less is as fast as was reckoned.
    const AS_FAST: f64 = 1.25;

    /// The share of the `millis` planned for a worker that is its own there, where its search has come so far. Negative where what follows takes
    /// longer than all there is.
    pub fn own_share(self, millis: u64, reached: Reached, on_processor: f64) -> f64 {
        let own = 1.0 - self.share;
        if own <= 0.0 {
            return 1.0;
        }
        let whole = millis as f64 / own;
        let of_edges = (self.edge + self.run * reached.micros) * reached.edges as f64 / whole;
        let share = self.share.max(of_edges.min(self.most));
        let slower = self.machine.slower(on_processor);
        let slower = if slower < Self::AS_FAST { 1.0 } else { slower };
        (1.0 - share * slower) / own
    }

    /// How many times as long there is for what follows, where a worker takes this share of its time.
    fn beside(self, own_share: f64) -> f64 {
        if self.share > 0.0 {
            (1.0 - (1.0 - self.share) * own_share) / self.share
        } else {
            1.0
        }
    }
}

impl Most {
    /// The same where the worker leaves more time by taking this share of its own.
    #[must_use]
    pub fn beside(self, own_share: f64) -> Self {
        let times = self.afterwards.beside(own_share);
        Self {
            tests: (self.tests as f64 * times) as usize,
            micros: (self.micros as f64 * times) as u64,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_a_search_takes_from_it_where_the_machine_is_slow() {
        let of = |share, fewer| Afterwards {
            share,
            machine: Machine { fewer },
            ..Afterwards::default()
        };
        let own = |of: Afterwards, on_processor| {
            (of.own_share(10_000, Reached::default(), on_processor) * 100.0).round() as i32
        };
        assert_eq!(own(of(0.5, 1.0), 0.85), 100);
        assert_eq!(own(of(0.5, 1.0), 0.6), 100, "as machines are now and then");
        assert_eq!(own(of(0.1, 2.0), 0.85), 89, "one processor, idle");
        assert_eq!(own(of(0.5, 2.0), 0.85), 0);
        let slower = Machine { fewer: 1.0 }.slower(0.3);
        assert_eq!((slower * 100.0).round() as i32, 168, "a busy machine");
        assert_eq!(own(of(0.25, 1.0), 0.3), 77);
        assert!(own(of(0.5, 1.0), 0.0) < 0);
        assert_eq!(own(of(1.0, 1.0), 0.3), 100, "there is nothing to give");
    }

    #[test]
    fn what_follows_a_search_takes_from_it_where_much_was_reached() {
        let afterwards = Afterwards {
            share: 0.25,
            most: 0.5,
            edge: 1.0,
            run: 0.01,
            machine: Machine { fewer: 1.0 },
        };
        let own = |edges, micros| {
            let reached = Reached { edges, micros };
            (afterwards.own_share(45_000, reached, 0.85) * 60.0).round() as i32
        };
        assert_eq!(own(0, 100.0), 60);
        assert_eq!(own(7_500, 100.0), 60, "15 s of 60, as was reckoned");
        assert_eq!(own(12_500, 100.0), 47, "25 s, so 35 of 45 are left");
        assert_eq!(own(7_500, 233.4), 47, "and where each runs longer");
        assert_eq!(own(1_000_000, 100.0), 40, "30 of 45 are left always");
        let most = Most {
            tests: 300,
            micros: 900,
            afterwards,
        };
        assert_eq!((most.beside(1.0).tests, most.beside(1.0).micros), (300, 900));
        assert_eq!(most.beside(2.0 / 3.0).tests, 600, "there are 30 s for 15");
    }
}
