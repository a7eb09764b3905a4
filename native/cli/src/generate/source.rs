//! Where the sequences come from of which tests are made: a search, parts of one on other machines, or a search whose sequences somebody looks at.

use std::collections::BTreeMap;

use anyhow::bail;
use palus_classes::ClassIndex;
use palus_emit::Note;
use palus_sequence::work::{Budget, Product, WorkOrder, WorkResult};
use palus_supervise::{Journal, Workshop};

use super::inputs::Inputs;
use super::journal;
use super::options::GenerateOptions;
use super::search::{self, Searched};
use super::shard::Joined;
use super::solve::solve;
use crate::progress::Reporter;

/// Where that comes from of which tests are made.
pub(super) enum Source {
    /// Workers search for it.
    Workers,
    /// They did, on several machines.
    Parts(Box<Joined>),
    /// They do, and hand in what they ran, of which somebody makes tests.
    Sifted(Sift),
}

/// Makes tests of the sequences that workers ran, instead of the workers.
pub(crate) type Sift = Box<dyn FnOnce(&Ran<'_>, Vec<WorkResult>) -> anyhow::Result<Sifted>>;

/// What there is to look at sequences with.
pub(crate) struct Ran<'r> {
    /// Runs them again.
    pub(crate) workshop: &'r Workshop,
    /// The class path.
    pub(crate) index: &'r ClassIndex,
    /// The classes under test.
    pub(crate) subjects: &'r [String],
}

/// Tests in the place of the sequences, what is said of them: by one of the goals of a test, and the page about them.
pub(crate) struct Sifted {
    pub(crate) results: Vec<WorkResult>,
    pub(crate) notes: BTreeMap<u64, Vec<Note>>,
    pub(crate) report: String,
}

/// The part of its usual time that a search has when somebody looks at all of its sequences.
const SIFTED_SHARE: f64 = 0.4;

/// So many sequences a worker hands in: what they take in memory is bounded.
pub(super) const MOST_COLLECTED: u32 = 100_000;

/// What is run once more after the search leaves the search less time.
pub(super) fn for_source(mut options: GenerateOptions, source: &Source) -> GenerateOptions {
    if let (Source::Sifted(_), Budget::Time { millis }) = (source, &mut options.budget) {
        *millis = (*millis as f64 * SIFTED_SHARE) as u64;
    }
    options
}

/// What tests are made of.
pub(super) struct Material {
    pub(super) searched: Searched,
    pub(super) journal: Journal,
    pub(super) told: AlsoTold,
}

/// What somebody else than the search has to say of the tests.
#[derive(Default)]
pub(super) struct AlsoTold {
    pub(super) notes: BTreeMap<u64, Vec<Note>>,
    /// The page in the place of the usual one.
    pub(super) report: Option<String>,
}

/// Searches, or takes what was found elsewhere.
pub(super) fn searched(
    source: Source,
    mut orders: Vec<WorkOrder>,
    ran: &Ran<'_>,
    inputs: &Inputs,
    options: &GenerateOptions,
    reporter: &Reporter,
) -> anyhow::Result<Material> {
    let workshop = ran.workshop;
    let mut told = AlsoTold::default();
    let (searched, journal) = match source {
        Source::Workers => {
            let journal = journal::open(options, &orders, &workshop.scratch, reporter)?;
            let mut searched = search::run(workshop, &orders, &journal, options, reporter)?;
            solve(ran, &orders, &mut searched, &journal, options, reporter)?;
            (searched, journal)
        }
        Source::Sifted(sift) => {
            for order in &mut orders {
                order.product = Product::Sequences(MOST_COLLECTED);
            }
            let mut searched = search::run(workshop, &orders, &Journal::default(), options, reporter)?;
            let sifted = sift(ran, searched.results)?;
            searched.results = sifted.results;
            told = AlsoTold {
                notes: sifted.notes,
                report: Some(sifted.report),
            };
            (searched, Journal::default())
        }
        Source::Parts(joined) if joined.inputs == *inputs => (joined.searched, Journal::default()),
        Source::Parts(_) => {
            bail!("the class path is not the one from which the parts were generated; merge them with that one")
        }
    };
    Ok(Material {
        searched,
        journal,
        told,
    })
}
