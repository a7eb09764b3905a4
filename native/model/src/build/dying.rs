//! Constructors that end without a word: their `super(...)` threw.
//!
//! No handler may stand around that call (JVMS 4.10.1.6), so its exception ends the constructor unseen. If code outside the
//! recording catches it, the thread's next call comes at the depth that it would have inside the constructor.

use super::threads::Life;
use super::{Builder, End, UNSEEN_EXCEPTION};

impl Builder {
    /// Ends the frames that a call has left behind which starts now, in a frame of this depth.
    ///
    /// A constructor in which another one failed before `super(...)` returned is taken for dead when its next event is
    /// such a call: had it survived, it would have caught the exception, and an [`palus_trace::Event::Caught`] would say so.
    pub(super) fn unwind_to_caller(&mut self, thread: usize, depth: u32) {
        if self.threads[thread].top().is_some_and(|top| top.depth <= depth) {
            self.bury(thread);
        }
        self.unwind_above(thread, depth);
        self.survive(thread);
    }

    /// Ends the innermost frames of the thread that are known to have died.
    pub(super) fn bury(&mut self, thread: usize) {
        while let Some(Life::Dying { threw }) = self.threads[thread].top().map(|top| top.life) {
            self.end(thread, End::Known { threw });
        }
    }

    /// Notes that the top frame goes on after exceptions in the frames above.
    pub(super) fn survive(&mut self, thread: usize) {
        if let Some(Life::Dying { .. }) = self.threads[thread].top().map(|top| top.life) {
            self.threads[thread].top_mut().life = Life::BeforeSuper;
        }
    }

    /// Ends the top frame, whose own end was not seen.
    pub(super) fn end_unseen(&mut self, thread: usize) {
        let threw = match self.threads[thread].top().map(|top| top.life) {
            Some(Life::Dying { threw }) => threw,
            _ => UNSEEN_EXCEPTION,
        };
        self.end(thread, End::Known { threw });
    }
}
