//! Executions that are like many before: a suite makes most of its executions again and again.

use rustc_hash::FxHashMap;

/// So many different ones are remembered; others are looked at each time.
const MOST: usize = 1_000_000;

/// A point of an execution by its place; an execution has four at most.
type Places = [u32; 4];

const NONE: u32 = u32::MAX;

/// How often executions were seen that are alike in all that samples are made of.
#[derive(Debug)]
pub(crate) struct Repeats {
    /// As often they speak for whatever they can speak for as much as is ever asked for.
    enough: u32,
    seen: FxHashMap<u64, (u32, Places)>,
}

impl Repeats {
    pub(crate) fn new(enough: u32) -> Self {
        Self {
            enough,
            seen: FxHashMap::default(),
        }
    }

    /// An execution was seen, at these points.
    pub(crate) fn saw(&mut self, execution: u64, at: &[usize]) {
        if self.seen.len() >= MOST && !self.seen.contains_key(&execution) {
            return;
        }
        let mut places = [NONE; 4];
        for (place, at) in places.iter_mut().zip(at) {
            *place = *at as u32;
        }
        self.seen.entry(execution).or_insert((0, places)).0 += 1;
    }

    /// The points of an execution that was seen often enough: once more it refutes nothing, for it did not before, and speaks for nothing
    /// that is not believed already. `None` for one that is to be looked at.
    pub(crate) fn enough(&self, execution: u64) -> Option<impl Iterator<Item = usize> + use<>> {
        let (times, places) = *self.seen.get(&execution)?;
        let places = places.into_iter().filter(|place| *place != NONE);
        (times >= self.enough).then(|| places.map(|place| place as usize))
    }
}
