//! Where each live object stands in the automaton of its class.

use rustc_hash::FxHashMap;

use super::call::Call;
use super::class::Automaton;
use super::threads::Thread;

/// The longest history that is followed: one object with a million calls would use up the nodes of its class. Several times
/// the longest sequence that is ever generated.
const HISTORY: u32 = 128;
/// In how many calls an object may have a part, nested ones too: one call may hold thousands of others.
pub(super) const PARTS: u32 = 1_024;
/// The most recent calls that are remembered because an enclosing call may turn out to contain them.
const JOURNAL: usize = 8;
/// No slot of a thread.
const NO_THREAD: u32 = u32::MAX;
/// The node of an object that is no longer followed.
pub(super) const LOST: u32 = u32::MAX;

/// A live object.
#[derive(Debug)]
pub(super) struct Entry {
    /// The index of its automaton.
    pub(super) class: u32,
    /// The node that it has reached, or [`LOST`].
    pub(super) node: u32,
    calls: u32,
    /// The exponent of how many objects it stands for where they are sampled.
    pub(super) stands_for: u8,
    /// In how many calls it had a part.
    pub(super) parts: u32,
    /// How many open frames it has a part in, in all threads.
    open: u32,
    /// The innermost of them in one thread, so that the thread need not be searched.
    thread: u32,
    frame: u32,
    /// Whether it is given up once its outermost open call has ended.
    pub(super) is_doomed: bool,
    pub(super) journal: Option<Box<Journal>>,
}

/// First-level calls that ended inside frames that are open.
#[derive(Debug)]
pub(super) struct Journal {
    thread: usize,
    calls: Vec<Walked>,
}

#[derive(Debug)]
struct Walked {
    from: u32,
    to: u32,
    call: Call,
}

impl Entry {
    /// Its part in the innermost open call of this thread that it has a part in.
    pub(super) fn enclosing(&self, thread: usize, frames: &Thread, object: u64) -> Option<(u32, usize)> {
        if self.open == 0 {
            None
        } else if self.thread == thread as u32 {
            frames.part_in(self.frame, object)
        } else {
            (0..frames.top_index())
                .rev()
                .find_map(|frame| frames.part_in(frame, object))
        }
    }

    /// Gives it a part in a frame.
    pub(super) fn open(&mut self, thread: usize, frame: u32) {
        if self.open == 0 || self.thread == thread as u32 {
            (self.thread, self.frame) = (thread as u32, frame);
        }
        self.open += 1;
    }

    /// Takes back what [`Self::open`] gave; `parent` is its part in an outer frame of the thread.
    pub(super) fn close(&mut self, thread: usize, frame: u32, parent: Option<(u32, usize)>) {
        self.open = self.open.saturating_sub(1);
        if (self.thread, self.frame) == (thread as u32, frame) {
            match parent {
                Some((outer, _)) => self.frame = outer,
                None => self.thread = NO_THREAD,
            }
        }
    }

    /// Whether its history may grow.
    pub(super) fn may_go_on(&self) -> bool {
        !self.is_lost() && self.calls < HISTORY
    }

    pub(super) fn advance(&mut self, to: u32) {
        self.node = to;
        self.calls += 1;
    }

    /// Whether it was given up.
    pub(super) fn is_lost(&self) -> bool {
        self.node == LOST
    }

    /// Stops following it. Says whether it was followed until now.
    pub(super) fn lose(&mut self) -> bool {
        self.journal = None;
        std::mem::replace(&mut self.node, LOST) != LOST
    }

    /// Remembers a first-level call that was walked inside a frame that is open.
    pub(super) fn note(&mut self, thread: usize, from: u32, to: u32, call: Call) {
        let fresh = || {
            Box::new(Journal {
                thread,
                calls: Vec::new(),
            })
        };
        let journal = self.journal.get_or_insert_with(fresh);
        let follows = journal.thread == thread && journal.calls.last().is_none_or(|last| last.to == from);
        if !follows {
            *journal = fresh();
        }
        if journal.calls.len() == JOURNAL {
            journal.calls.remove(0);
        }
        journal.calls.push(Walked { from, to, call });
    }

    /// Takes back the calls that were entered after `since`, latest first, each by `undo`, which is told where the call
    /// had started. The answer has them in order, with the nodes to which they had led.
    pub(super) fn take_journal(
        &mut self,
        thread: usize,
        since: u64,
        mut undo: impl FnMut(u32, &Call),
    ) -> (Vec<Call>, Vec<u32>) {
        let taken = match &mut self.journal {
            Some(journal)
                if journal.thread == thread && journal.calls.last().is_some_and(|last| last.to == self.node) =>
            {
                let first = journal.calls.partition_point(|walked| walked.call.entered <= since);
                journal.calls.split_off(first)
            }
            _ => Vec::new(),
        };
        for walked in taken.iter().rev() {
            undo(walked.from, &walked.call);
            self.node = walked.from;
            self.calls = self.calls.saturating_sub(1);
        }
        taken.into_iter().map(|walked| (walked.call, walked.to)).unzip()
    }
}

/// All live objects by their identity.
#[derive(Debug, Default)]
pub(super) struct Objects {
    entries: FxHashMap<u64, Entry>,
}

impl Objects {
    /// The object, at the root if it is new.
    pub(super) fn entry(&mut self, object: u64, class: u32, automaton: &mut Automaton) -> &mut Entry {
        self.entries.entry(object).or_insert_with(|| {
            let stands_for = automaton.appear();
            Entry {
                class,
                node: 0,
                calls: 0,
                stands_for,
                parts: 0,
                open: 0,
                thread: NO_THREAD,
                frame: 0,
                is_doomed: false,
                journal: None,
            }
        })
    }

    /// Whether it is followed, or was until it was given up.
    pub(super) fn is_known(&self, object: u64) -> bool {
        self.entries.contains_key(&object)
    }

    pub(super) fn get_mut(&mut self, object: u64) -> Option<&mut Entry> {
        self.entries.get_mut(&object)
    }

    pub(super) fn remove(&mut self, object: u64) -> Option<Entry> {
        self.entries.remove(&object)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }
}
