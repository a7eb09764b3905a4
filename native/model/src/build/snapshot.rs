//! The model of a recording that goes on.

use super::{Builder, export};
use crate::Model;

impl Builder {
    /// The model of the calls that have ended until now. Objects that are alive count as having come to their exit where
    /// they stand; the recording goes on as if nothing had been asked.
    pub fn snapshot(&mut self) -> Model {
        let standing: Vec<(u32, u32)> = self.objects.entries().map(|entry| (entry.class, entry.node)).collect();
        for &(class, node) in &standing {
            self.automata[class as usize].leave(node);
        }
        let mut model = export::model(&self.automata, &self.statics, &self.answers, &mut self.names);
        // What is secret is known by the fields that hold it, too.
        model.accesses = self.accesses();
        for (class, node) in standing {
            self.automata[class as usize].come_back(node);
        }
        model
    }

    /// A number that grows when something new is learned and not when something known is only counted again: how many
    /// states, transitions and observations are held. It may shrink when observations are thinned out.
    pub fn extent(&self) -> usize {
        let classes = self.automata.iter().map(|automaton| {
            let observations: usize = automaton.edges.iter().map(|edge| edge.observed.held()).sum();
            automaton.nodes.len() + automaton.edges.len() + observations
        });
        let statics = self.statics.values().map(|observed| 1 + observed.held());
        classes.chain(statics).sum()
    }
}
