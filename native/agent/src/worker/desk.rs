//! What a worker reads and writes: opened before it is confined, so that the code under test can touch none of it.

use std::fs::{self, File};
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use palus_jvm::Progress;
use palus_sequence::Portable;
use palus_sequence::work::Order;
use palus_supervise::Scribe;

use crate::options::GenerateOptions;

/// The order, and where its result goes.
#[derive(Clone)]
pub(crate) struct Desk {
    /// What to do.
    pub(crate) order: Arc<Order>,
    /// The page shared with the supervisor.
    pub(crate) progress: Arc<Progress>,
    result: Arc<File>,
    journal: Option<Arc<Mutex<Scribe>>>,
}

impl Desk {
    /// Opens everything; an error is one sentence.
    pub(crate) fn open(options: &GenerateOptions) -> Result<Self, String> {
        let path = options.order.display();
        let bytes = fs::read(&options.order).map_err(|error| format!("{path}: the order cannot be read: {error}"))?;
        let order: Order =
            postcard::from_bytes(&bytes).map_err(|error| format!("{path}: the order is damaged: {error}"))?;
        let progress = Progress::open(&options.progress)
            .map_err(|error| format!("{}: cannot be mapped: {error}", options.progress.display()))?;
        let result = File::create(&options.result)
            .map_err(|error| format!("{}: cannot be written: {error}", options.result.display()))?;
        let journal = match &order {
            Order::Search(order) => order.journal.as_ref(),
            Order::Confirm(_) | Order::Run(_) => None,
        };
        let journal = journal.map(|path| {
            Scribe::open(path).map_err(|error| format!("{}: the journal cannot be written: {error}", path.display()))
        });
        Ok(Self {
            order: Arc::new(order),
            progress: Arc::new(progress),
            result: Arc::new(result),
            journal: journal.transpose()?.map(|scribe| Arc::new(Mutex::new(scribe))),
        })
    }

    /// Whether tests are confirmed here.
    pub(crate) fn confirms(&self) -> bool {
        matches!(*self.order, Order::Confirm(_))
    }

    /// Writes the result, and behind it its length: without that it does not count.
    pub(crate) fn hand_in(&self, bytes: &[u8]) -> Result<(), String> {
        let mut whole = bytes.to_vec();
        whole.extend((bytes.len() as u64).to_le_bytes());
        (&*self.result)
            .write_all(&whole)
            .map_err(|error| format!("the result cannot be written: {error}"))
    }

    /// Writes down sequences before the next ones run. A journal that cannot be written is said once, by the caller.
    pub(crate) fn keep(&self, sequences: impl Iterator<Item = Portable>) -> Result<(), String> {
        let Some(journal) = &self.journal else { return Ok(()) };
        let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
        journal
            .keep(sequences)
            .map_err(|error| format!("the journal cannot be written: {error}"))
    }
}
