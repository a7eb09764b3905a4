//! The map of edges: one byte an edge, written by instrumented code, and the list of those touched.

use std::sync::atomic::{AtomicU32, Ordering};

/// How many edges there can be; a class that would pass this is left without probes and reported.
const CAPACITY: u32 = 1 << 21;

/// Off-heap memory shared with `org.palus.hook.Probe`. Lives as long as the virtual machine.
pub struct CoverageMap {
    edges: Box<[u8]>,
    /// A count, a gap of 4 bytes, then edge ids.
    touched: Box<[u64]>,
    used: AtomicU32,
}

impl Default for CoverageMap {
    fn default() -> Self {
        let capacity = CAPACITY as usize;
        Self {
            edges: vec![0; capacity].into_boxed_slice(),
            touched: vec![0; capacity / 2 + 1].into_boxed_slice(),
            used: AtomicU32::new(0),
        }
    }
}

impl CoverageMap {
    /// The first id of a block of `count` edges; `None` when there is no room.
    pub fn allocate(&self, count: u32) -> Option<u32> {
        self.used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
                used.checked_add(count).filter(|&next| next <= CAPACITY)
            })
            .ok()
    }

    /// How many edges were given out.
    pub fn used(&self) -> u32 {
        self.used.load(Ordering::Relaxed)
    }

    pub(crate) fn map_address(&self) -> i64 {
        self.edges.as_ptr() as i64
    }

    pub(crate) fn touched_address(&self) -> i64 {
        self.touched.as_ptr() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_each_other_until_the_map_is_full() {
        let map = CoverageMap::default();
        assert_eq!(map.allocate(10), Some(0));
        assert_eq!(map.allocate(CAPACITY - 10), Some(10));
        assert_eq!(map.allocate(1), None);
        assert_eq!(map.used(), CAPACITY);
    }
}
