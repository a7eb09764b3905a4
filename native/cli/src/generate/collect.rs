//! The search without tests: what it ran is all that is wanted.

use std::collections::BTreeSet;

use palus_sequence::work::{Product, WorkResult};
use palus_supervise::{Journal, Workshop};

use super::options::GenerateOptions;
use super::source::MOST_COLLECTED;
use super::users::Users;
use super::{plan, search};
use crate::progress::Reporter;

/// Searches for sequences that call these classes, and hands in those that ran to their ends.
pub(crate) fn collected(
    workshop: &Workshop,
    subjects: &[String],
    options: &GenerateOptions,
    reporter: &Reporter,
) -> anyhow::Result<Vec<WorkResult>> {
    let mut orders = plan::orders(subjects, &Users::default(), options, workshop.jdk.home());
    // What several workers find of the same classes would be looked at several times.
    let mut known = BTreeSet::new();
    orders.retain(|order| known.insert(order.targets.clone()));
    for order in &mut orders {
        order.product = Product::Sequences(MOST_COLLECTED);
    }
    let searched = search::run(workshop, &orders, &Journal::default(), options, reporter)?;
    Ok(searched.results)
}
