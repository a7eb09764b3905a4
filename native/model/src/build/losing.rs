//! Objects that are given up because a limit was reached.

use super::Builder;
use super::threads::Subject;

impl Builder {
    /// Objects given up since this was last asked for. A later call with no other object in it teaches nothing.
    pub fn take_lost(&mut self) -> impl Iterator<Item = u64> {
        self.lost.drain(..)
    }

    /// Leaves out the nested calls of a frame that had too many, when the frame itself is left out too: where they led
    /// is not known.
    pub(super) fn skip(&mut self, thread: usize, subject: &Subject) {
        match subject.parent {
            Some((outer, position)) => self.threads[thread].frame_mut(outer).subjects[position].overflow(),
            None => self.lose(subject.object),
        }
    }

    /// Gives up an object, unless that was done before.
    pub(super) fn lose(&mut self, object: u64) {
        if let Some(entry) = self.objects.get_mut(object)
            && entry.lose()
        {
            self.automata[entry.class as usize].truncated += 1;
            self.lost.push(object);
        }
    }
}
