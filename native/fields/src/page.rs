//! Extensions of suites and of enumerations as pages for a browser.

use maud::{Markup, html};

use crate::criterion::Missing;
use crate::extension::{Field, Object, Pair};
use crate::outcome::Outcome;

/// As many pairs of a field are shown.
const MOST_PAIRS: usize = 200;

/// A field that a suite has linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldOfSuite {
    /// The field.
    pub field: Field,
    /// What it links.
    pub pairs: Vec<Pair>,
    /// How many pairs a criterion names, and how many of them are there; `None` where it names none.
    pub demanded: Option<(usize, usize)>,
}

/// The extensions of a suite, for [`SuitePage::html`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuitePage {
    /// How many heaps there were.
    pub heaps: u64,
    /// The fields.
    pub fields: Vec<FieldOfSuite>,
    /// Tests with how many pairs each alone has.
    pub tests: Vec<(String, usize)>,
    /// What is missing; `None` without a criterion.
    pub missing: Option<Vec<Missing>>,
    /// What these tests link and others do not, and the other way round; `None` without others.
    pub differences: Option<[Vec<(Field, Pair)>; 2]>,
}

impl SuitePage {
    /// The page.
    pub fn html(&self) -> String {
        let body = html! {
            p class="soft" { "Which objects each field has linked, in " (self.heaps) " heaps at the starts of calls." }
            @if let Some(missing) = &self.missing {
                h2 { (missing.len()) " missing" }
                @for missing in missing { p { (missing) } }
            }
            h2 { "Links" }
            @for FieldOfSuite { field, pairs, demanded } in &self.fields {
                @let note = demanded.map_or_else(String::new, |(all, here)| format!(", {here} of {all} demanded"));
                (links(field, pairs, &note))
            }
            @if !self.tests.is_empty() {
                h2 { "Tests" }
                table {
                    tr { th { "test" } th { "pairs that it alone has" } }
                    @for (test, alone) in &self.tests { tr { td { code { (test) } } td { (alone) } } }
                }
            }
            @if let Some([here, there]) = &self.differences {
                @for (heading, pairs) in [("Here and not there", here), ("There and not here", there)] {
                    h2 { (heading) }
                    @for (field, (from, to)) in pairs { p { code { (field) " (" (from) ", " (to) ")" } } }
                }
            }
        };
        palus_page::page("Links between objects", &body)
    }
}

/// The pairs of a field, folded.
fn links(field: &Field, pairs: &[Pair], note: &str) -> Markup {
    let not_null = pairs.iter().filter(|(_, to)| *to != Object::Null).count();
    html! {
        details {
            summary { code { (field) } " " (pairs.len()) " pairs, " (not_null) " not null" (note) }
            p {
                @for (place, (from, to)) in pairs.iter().take(MOST_PAIRS).enumerate() {
                    @if place > 0 { ", " }
                    code { "(" (from) ", " (to) ")" }
                }
                @if pairs.len() > MOST_PAIRS { ", ..." }
            }
        }
    }
}

impl Outcome {
    /// The page.
    pub fn html(&self) -> String {
        let body = html! {
            p class="soft" {
                "Structures " (self.meant()) ", with at most " (self.scope) " objects of each class. A structure joins the "
                "suite when a field links two objects in it that no structure before it links. Figures are of all structures up to a number of objects."
            }
            p { "The search " (self.ending()) ": " (self.runs) " " (self.what_ran()) "." }
            @for odd in self.oddities() { p { (odd) } }
            @if !self.unknown.is_empty() {
                p { "Nothing is known to put into these fields, which stay as they are made: " (self.unknown.join(", ")) }
            }
            h2 { "Sizes" }
            table {
                tr {
                    th { "objects" } th { "structures" } th { "suite" }
                    @for heading in self.headings() { th { (heading) } }
                }
                @for row in self.rows() {
                    tr {
                        td { (row.objects) } td { (row.structures) } td { (row.suite) }
                        @for size in &row.sizes { td { (size) } }
                    }
                }
            }
            @if !self.predicted.is_empty() || self.predicted_ms.is_some() {
                h2 { "Predictions" }
                table {
                    tr { th { "figure" } th { "predicted" } th { "actual" } }
                    @for expected in self.expected() {
                        tr { td { code { (expected.field) } } td { (expected.predicted) } td { (expected.actual) } }
                    }
                    @if let Some(predicted) = self.predicted_ms {
                        tr { td { "milliseconds" } td { (predicted) } td { (format!("{:.0}", self.last_useful_ms())) } }
                    }
                }
            }
            h2 { "Links" }
            @for link in &self.links {
                @let own = self.pairs.iter().filter(|(field, _, _)| field == link);
                @let own: Vec<Pair> = own.map(|(_, pair, _)| pair.clone()).collect();
                (self::links(link, &own, ""))
            }
        };
        palus_page::page(&format!("Structures of {}", self.class), &body)
    }
}
