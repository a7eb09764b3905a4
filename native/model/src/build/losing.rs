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

    /// Notes that an open call on the object has more nested calls than are kept. The next ones teach nothing, and may be
    /// left out; so what follows that call cannot be known, and the object is given up when it ends.
    pub(super) fn doom(&mut self, object: u64) {
        if let Some(entry) = self.objects.get_mut(object)
            && !entry.is_lost()
            && !std::mem::replace(&mut entry.is_doomed, true)
        {
            self.lost.push(object);
        }
    }

    /// Gives up an object, unless that was done before.
    pub(super) fn lose(&mut self, object: u64) {
        if let Some(entry) = self.objects.get_mut(object)
            && entry.lose()
        {
            let was_named = entry.is_doomed;
            self.automata[entry.class as usize].truncated += 1;
            if !was_named {
                self.lost.push(object);
            }
        }
    }
}
