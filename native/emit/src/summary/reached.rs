//! What a search reached, where nothing else was asked for.

use serde::{Deserialize, Serialize};

use super::{BudgetSummary, CoverageSummary, RunSummary, SearchSummary, SequenceSummary};

/// The fields of a [`Summary`](super::Summary) that tell of a search, with the names and meanings that they have there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the same as in Summary")]
pub struct ReachedSummary {
    pub schema: u32,
    pub seed: u64,
    pub strategy: String,
    pub budget: BudgetSummary,
    pub sequences: SequenceSummary,
    pub calls: u64,
    pub search: CoverageSummary,
    pub searches: Vec<SearchSummary>,
    pub run: RunSummary,
}

impl ReachedSummary {
    /// As JSON.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// What is said of it to a reader.
    pub fn sentence(&self) -> String {
        let sequences = &self.sequences;
        format!(
            "{} sequences, {} of which did not end normally, reached {} of the {} edges (branches and starts of methods) of the classes that they loaded\n",
            sequences.executed,
            sequences.illegal,
            self.search.edges_hit.unwrap_or_default(),
            self.search.edges_total.unwrap_or_default(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::RunSummary;
    use super::*;

    #[test]
    fn a_reader_is_told_what_was_reached() {
        let reached = ReachedSummary {
            schema: 1,
            seed: 1,
            strategy: "palus".into(),
            budget: BudgetSummary {
                kind: "sequences".into(),
                value: 20,
            },
            sequences: SequenceSummary {
                executed: 20,
                illegal: 3,
                ..SequenceSummary::default()
            },
            calls: 50,
            search: CoverageSummary {
                edges_hit: Some(7),
                edges_total: Some(9),
                ..CoverageSummary::default()
            },
            searches: vec![],
            run: RunSummary::default(),
        };
        assert_eq!(
            reached.sentence(),
            "20 sequences, 3 of which did not end normally, reached 7 of the 9 edges (branches and starts of methods) of the classes that they loaded\n"
        );
    }
}
