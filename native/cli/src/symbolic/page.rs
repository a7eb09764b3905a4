//! For a browser.

use maud::html;

use super::outcome::{HEADINGS, Outcome};

/// The page.
pub(super) fn html(outcome: &Outcome<'_>) -> String {
    let body = html! {
        p class="soft" {
            (outcome.subject()) ". States, paths and branches are of all calls up to a number; a state that an earlier one covers is pruned."
        }
        table {
            tr { @for heading in HEADINGS { th { (heading) } } }
            @for row in outcome.rows() { tr { @for cell in &row { td { (cell) } } } }
        }
        @for remark in outcome.remarks() { p { (remark) } }
        h2 { "States" }
        details {
            summary { (outcome.exploration.row().states) " states, the first thousand of them" }
            @for state in outcome.exploration.states() { p { code { (state) } } }
        }
    };
    palus_page::page(&format!("Sequences of {}", outcome.args.class), &body)
}
