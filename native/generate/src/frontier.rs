//! How many edges of each class under test are still open.

use palus_sequence::{EdgeBlock, Executor, Symbols, TypeId};
use rustc_hash::FxHashMap;

/// The open edges by class; those of nested classes count for the class under test around them.
#[derive(Default)]
pub(crate) struct Frontier {
    /// For each edge, the class it counts for and whether it is open.
    edges: Vec<(Option<TypeId>, bool)>,
    open: FxHashMap<TypeId, u32>,
    blocks: usize,
}

impl Frontier {
    /// Takes the classes that were loaded since the last time.
    pub(crate) fn update(&mut self, executor: &dyn Executor, symbols: &Symbols, targets: &[TypeId]) {
        if self.edges.len() >= executor.edges_total() as usize {
            return;
        }
        let blocks = executor.blocks(self.blocks);
        self.blocks += blocks.len();
        let by_name: FxHashMap<&str, TypeId> = targets
            .iter()
            .filter_map(|class| Some((symbols.class_name(*class)?, *class)))
            .collect();
        for block in &blocks {
            self.add(block, &by_name);
        }
    }

    fn add(&mut self, block: &EdgeBlock, targets: &FxHashMap<&str, TypeId>) {
        let mut name = block.class.as_str();
        let target = loop {
            if let Some(target) = targets.get(name) {
                break Some(*target);
            }
            match name.rfind('$') {
                Some(at) => name = &name[..at],
                None => break None,
            }
        };
        let end = (block.first + block.count) as usize;
        if self.edges.len() < end {
            self.edges.resize(end, (None, false));
        }
        for edge in &mut self.edges[block.first as usize..end] {
            *edge = (target, true);
        }
        if let Some(target) = target {
            *self.open.entry(target).or_default() += block.count;
        }
    }

    /// Notes that an edge was reached.
    pub(crate) fn reach(&mut self, edge: u32) {
        if let Some((target, open)) = self.edges.get_mut(edge as usize)
            && std::mem::take(open)
            && let Some(count) = target.and_then(|target| self.open.get_mut(&target))
        {
            *count -= 1;
        }
    }

    /// How many edges of the class are open; `None` before any of its code was loaded.
    pub(crate) fn open(&self, class: TypeId) -> Option<u32> {
        self.open.get(&class).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_of_a_nested_class_counts_once_for_the_class_around_it() {
        let mut symbols = Symbols::default();
        let list = symbols.class("demo.List");
        let targets = [("demo.List", list)].into_iter().collect();
        let mut frontier = Frontier::default();
        let block = |class: &str, first, count| EdgeBlock {
            class: class.to_owned(),
            first,
            count,
        };
        frontier.add(&block("demo.List", 0, 3), &targets);
        frontier.add(&block("demo.List$Node", 3, 2), &targets);
        frontier.add(&block("demo.Other", 5, 9), &targets);
        assert_eq!(frontier.open(list), Some(5));
        for edge in [4, 4, 7] {
            frontier.reach(edge);
        }
        assert_eq!(frontier.open(list), Some(4));
    }
}
