//! The map of edges: one byte an edge, written by instrumented code, and the list of those touched.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use palus_sequence::EdgeBlock;
use palus_sequence::work::ClassEdges;

/// How many edges there can be; a class that would pass this is left without probes and reported.
const CAPACITY: u32 = 1 << 20;

/// The number of the first mutant: they share the map with the edges and stand behind them.
pub(crate) const FIRST_MUTANT: u32 = CAPACITY;

/// How many bytes the map has.
const MAP: u32 = 1 << 21;

/// Off-heap memory shared with `org.palus.hook.Probe`. Lives as long as the virtual machine.
pub struct CoverageMap {
    edges: Box<[u8]>,
    /// A count, a gap of 4 bytes, then edge ids.
    touched: Box<[u64]>,
    blocks: Mutex<Vec<EdgeBlock>>,
    mutants: Mutex<Vec<EdgeBlock>>,
    /// The first ids of the blocks of classes that were loaded once more.
    again: Mutex<Vec<u32>>,
}

impl Default for CoverageMap {
    fn default() -> Self {
        let bytes = MAP as usize;
        Self {
            edges: vec![0; bytes].into_boxed_slice(),
            touched: vec![0; bytes / 2 + 1].into_boxed_slice(),
            blocks: Mutex::default(),
            mutants: Mutex::default(),
            again: Mutex::default(),
        }
    }
}

impl CoverageMap {
    /// The first id of a block of `count` edges for that class; `None` when there is no room.
    pub fn allocate(&self, class: &str, count: u32) -> Option<u32> {
        append(&self.blocks, (0, CAPACITY), class, count)
    }

    /// The first id of the block of that size which the class was given last.
    pub fn find(&self, class: &str, count: u32) -> Option<u32> {
        let blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = blocks.iter().rev().filter(|block| block.class == class);
        found.find(|block| block.count == count).map(|block| block.first)
    }

    /// A class is loaded once more with the block that it was given last.
    pub fn load_again(&self, class: &str) {
        let blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let block = blocks.iter().rev().find(|block| block.class == class);
        let mut again = self.again.lock().unwrap_or_else(PoisonError::into_inner);
        again.extend(block.map(|block| block.first));
    }

    /// The first ids of the blocks of the classes that were loaded once more since this was last asked, in that order.
    pub(crate) fn take_loaded_again(&self) -> Vec<u32> {
        std::mem::take(&mut *self.again.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The first number of a block of `count` mutants of that class; `None` when there is no room.
    pub fn allocate_mutants(&self, class: &str, count: u32) -> Option<u32> {
        append(&self.mutants, (FIRST_MUTANT, MAP), class, count)
    }

    /// The mutants of each class, in the order in which their numbers were given out.
    pub fn mutants(&self) -> Vec<EdgeBlock> {
        self.mutants.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The blocks in the order in which they were given out, from position `from` on.
    pub(crate) fn blocks(&self, from: usize) -> Vec<EdgeBlock> {
        let blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        blocks.get(from..).unwrap_or_default().to_vec()
    }

    /// How many edges were given out.
    pub fn used(&self) -> u32 {
        end(&self.blocks.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The classes with their edges, those marked in `hit` as reached, in the order of the classes' names.
    pub(crate) fn classes(&self, hit: impl Fn(u32) -> bool) -> Vec<ClassEdges> {
        let blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let edges = |block: &EdgeBlock| ClassEdges {
            class: block.class.clone(),
            total: block.count,
            hit: (0..block.count).filter(|ordinal| hit(block.first + ordinal)).collect(),
            once: Vec::new(),
        };
        let mut classes: Vec<ClassEdges> = blocks.iter().map(edges).collect();
        classes.sort_by(|a, b| a.class.cmp(&b.class));
        classes
    }

    /// Writes down with the classes, which [`Self::classes`] gave, which of their edges are passed once in a virtual machine.
    pub(crate) fn mark_once(&self, classes: &mut [ClassEdges], once: &BTreeSet<u32>) {
        // Blocks are never taken back, so the first ones are those that there were then.
        let mut blocks = self.blocks(0);
        blocks.truncate(classes.len());
        blocks.sort_by(|a, b| a.class.cmp(&b.class));
        for (class, block) in classes.iter_mut().zip(blocks) {
            let edges = once.range(block.first..block.first + block.count);
            class.once = edges.map(|edge| edge - block.first).collect();
        }
    }

    pub(crate) fn map_address(&self) -> i64 {
        self.edges.as_ptr() as i64
    }

    pub(crate) fn touched_address(&self) -> i64 {
        self.touched.as_ptr() as i64
    }
}

fn append(blocks: &Mutex<Vec<EdgeBlock>>, (from, to): (u32, u32), class: &str, count: u32) -> Option<u32> {
    let mut blocks = blocks.lock().unwrap_or_else(PoisonError::into_inner);
    let first = end(&blocks).max(from);
    first.checked_add(count).filter(|&next| next <= to)?;
    blocks.push(EdgeBlock {
        class: class.to_owned(),
        first,
        count,
    });
    Some(first)
}

/// The first id that is free.
fn end(blocks: &[EdgeBlock]) -> u32 {
    blocks.last().map_or(0, |block| block.first + block.count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_each_other_until_the_map_is_full() {
        let map = CoverageMap::default();
        assert_eq!(map.allocate("b.B", 10), Some(0));
        assert_eq!(map.allocate("a.A", CAPACITY - 10), Some(10));
        assert_eq!(map.allocate("c.C", 1), None);
        assert_eq!(map.used(), CAPACITY);
    }

    #[test]
    fn a_class_that_is_loaded_once_more_keeps_its_block() {
        let map = CoverageMap::default();
        map.allocate("a.A", 10);
        map.allocate("b.B", 5);
        for class in ["b.B", "without.Edges", "a.A"] {
            map.load_again(class);
        }
        assert_eq!(map.take_loaded_again(), [10, 0]);
        assert!(map.take_loaded_again().is_empty());
        assert_eq!(map.used(), 15);
    }

    #[test]
    fn edges_are_numbered_within_their_class() {
        let map = CoverageMap::default();
        map.allocate("b.B", 3);
        map.allocate("a.A", 2);
        let mut classes = map.classes(|edge| [2, 4].contains(&edge));
        map.allocate("c.C", 2);
        map.mark_once(&mut classes, &BTreeSet::from([4, 6]));
        let seen: Vec<_> = classes
            .iter()
            .map(|c| (c.class.as_str(), c.total, c.hit.clone(), c.once.clone()))
            .collect();
        assert_eq!(seen, [("a.A", 2, vec![1], vec![1]), ("b.B", 3, vec![2], vec![])]);
    }
}
