//! Objects about which the recording has learned all it will: the hooks skip calls that could teach nothing else.
//!
//! A table of ids shared with `org.palus.hook.Trace`, each id at its own remainder. Two objects may want the same place:
//! the later one has it, and calls on the other are recorded again, which costs time and changes nothing. Ids are never used
//! twice, so nothing is ever taken out.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many places there are; the hooks know this number too.
const PLACES: usize = 1 << 18;

/// The muted objects of the virtual machine.
pub struct Mutes {
    places: Box<[AtomicU64]>,
}

static MUTES: LazyLock<Mutes> = LazyLock::new(|| Mutes {
    places: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
});

impl Mutes {
    /// The table of this virtual machine.
    pub fn global() -> &'static Self {
        &MUTES
    }

    /// Mutes an object. A thread of the program may still record some calls on it.
    pub fn mute(&self, object: u64) {
        // Java reads one aligned word: it sees the id or it does not.
        self.places[object as usize % PLACES].store(object, Ordering::Relaxed);
    }

    /// The address of the table.
    pub(crate) fn address(&self) -> i64 {
        self.places.as_ptr() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_of_two_objects_has_the_place() {
        let mutes = Mutes::global();
        let object = 7 + 3 * PLACES as u64;
        mutes.mute(object - PLACES as u64);
        mutes.mute(object);
        assert_eq!(mutes.places[7].load(Ordering::Relaxed), object);
        assert_eq!(mutes.address() % 8, 0);
    }
}
