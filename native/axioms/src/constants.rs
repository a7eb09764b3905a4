//! What the calls of one method gave in one state, as far as a law can write it down.

use std::ops::Range;

use crate::block::Count;
use crate::execution::{AnswerId, Executions};

/// Each constant by its number, with how often it was met, and the first position.
#[derive(Debug)]
pub(crate) struct Constants(Vec<(AnswerId, usize, usize)>);

impl Constants {
    pub(crate) fn of(executions: &Executions, places: Range<usize>) -> Self {
        let answered = places.filter_map(|place| Some((executions.all[place].constant?, place)));
        let mut answered: Vec<(AnswerId, usize)> = answered.collect();
        answered.sort_unstable();
        let same = answered.chunk_by(|(one, _), (other, _)| one == other);
        Self(same.map(|same| (same[0].0, same.len(), same[0].1)).collect())
    }

    /// Each with how often compositions gave it, behind so many first executions.
    pub(crate) fn behind(&self, firsts: Count) -> impl Iterator<Item = (AnswerId, Count)> {
        self.0.iter().map(move |&(answer, times, second)| {
            let count = Count {
                times: firsts.times * times,
                shortest: firsts.shortest.map(|first| first.then(second)),
            };
            (answer, count)
        })
    }
}
