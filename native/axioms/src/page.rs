//! The laws of classes as a page for a browser.

use maud::{Markup, html};

use crate::axiom::{Axiom, Axioms};

/// One page with the laws of all of these classes.
pub(crate) fn page(all: &[Axioms]) -> String {
    let title = match all {
        [one] => format!("Laws of {}", one.class),
        _ => "Laws of classes".to_owned(),
    };
    let body = html! {
        p class="soft" {
            "S is the state of an object before the first call. A law is as good as the executions in which it was found: the counts say in how many "
            "instances it held, and in how many it did not."
        }
        @for axioms in all {
            @if all.len() > 1 { h2 { (axioms.class) } }
            (of_class(axioms))
        }
    };
    palus_page::page(&title, &body)
}

fn of_class(axioms: &Axioms) -> Markup {
    let (universal, common): (Vec<&Axiom>, Vec<&Axiom>) = axioms.axioms.iter().partition(|axiom| axiom.is_universal());
    html! {
        p {
            (axioms.executions) " different executions, " (universal.len()) " universal and " (common.len()) " common axioms"
            @if axioms.dropped > 0 { "; " (axioms.dropped) " executions ended in two ways and are left out" }
            @if axioms.left_out > 0 { "; for " (axioms.left_out) " more there was no room (--most)" }
        }
        @if !universal.is_empty() {
            h2 { "Always" }
            table {
                tr { th { "law" } th { "held" } th { "for instance" } }
                @for axiom in universal {
                    tr { td { code { (axiom.text()) } } td { (axiom.satisfied) } td { code { (axiom.common) } } }
                }
            }
        }
        @if !common.is_empty() {
            h2 { "Mostly" }
            table {
                tr { th { "law" } th { "held" } th { "did not" } th { "for instance" } th { "but not" } }
                @for axiom in common {
                    tr {
                        td { code { (axiom.text()) } }
                        td { (axiom.satisfied) }
                        td { (axiom.violated) }
                        td { code { (axiom.common) } }
                        td { code { (axiom.special.as_deref().unwrap_or_default()) } }
                    }
                }
            }
        }
    }
}
