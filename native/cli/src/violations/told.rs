//! What is said of violations: on standard output, in tests, and on a page.

use std::collections::BTreeMap;

use maud::{Markup, html};
use palus_emit::Note;
use palus_invariant::{Claim, Moment, Point};

/// What was found.
#[derive(Default)]
pub(super) struct Told {
    /// How many sequences were looked at.
    pub(super) sequences: usize,
    /// How many could not be run again.
    pub(super) lost: usize,
    /// How many were made by changing those that came near.
    pub(super) chased: usize,
    /// How many tests are not shown.
    pub(super) left_out: usize,
    /// Those that are shown, the most telling first.
    pub(super) violations: Vec<Violation>,
}

/// A statement, and the shortest sequence that breaks it.
pub(super) struct Violation {
    /// The same for all that one test breaks.
    pub(super) number: usize,
    pub(super) point: Point,
    pub(super) claim: Claim,
    /// The calls, in a line.
    pub(super) sequence: String,
    /// What the variables of the statement are there.
    pub(super) values: String,
    /// Some of the tests from which it was learned.
    pub(super) origins: Vec<String>,
    /// Which round showed it, from 1.
    pub(super) round: u16,
}

impl Violation {
    /// What is said of it on standard output.
    pub(super) fn line(&self) -> String {
        format!(
            "  {}  {}: {}   broken by  {}   VIOLATION-{}\n",
            self.point,
            self.category(),
            self.claim,
            self.sequence,
            self.number
        )
    }

    /// What kind of statement it is.
    fn category(&self) -> &'static str {
        match self.point.moment {
            Moment::Enter => "before",
            Moment::Exit => "after",
            Moment::Object => "object",
        }
    }

    /// What is said of it in the test, and to readers of SARIF.
    pub(super) fn note(&self) -> Note {
        let when = match self.point.moment {
            Moment::Object => format!("objects of {} are", self.point.class),
            Moment::Enter => format!("{} is called", self.point),
            Moment::Exit => format!("{} ends", self.point),
        };
        let taught = match self.origins.as_slice() {
            [] => String::new(),
            tests => format!(" So it was in {}.", tests.join(", ")),
        };
        let always = if self.point.moment == Moment::Object {
            "always so"
        } else {
            "always with"
        };
        let text = format!(
            "VIOLATION-{}: in the tests that ran, {when} {always}: {}. Here {}.{taught}",
            self.number, self.claim, self.values
        );
        Note {
            text,
            rule: match self.point.moment {
                Moment::Enter => "precondition-of-the-tests",
                Moment::Exit => "postcondition-of-the-tests",
                Moment::Object => "invariant-of-the-tests",
            },
            class: self.point.class.to_string(),
            about: self.point.to_string(),
        }
    }
}

/// All of it as a page: one section a test, with all that it breaks.
pub(super) fn page(summary: &str, violations: &[Violation]) -> String {
    let mut tests: BTreeMap<usize, Vec<&Violation>> = BTreeMap::new();
    for violation in violations {
        tests.entry(violation.number).or_default().push(violation);
    }
    let body = html! {
        p { (summary) }
        p class="soft" {
            "Each is a bug, a test that is missing, or a statement about legal inputs worth writing down. The tests are in the folder java, "
            "and pass: they assert what happened."
        }
        @for (number, violations) in &tests { (section(*number, violations)) }
    };
    palus_page::page("What breaks the suite's statements", &body)
}

fn section(number: usize, violations: &[&Violation]) -> Markup {
    let calls = violations.first().map_or("", |first| &first.sequence);
    html! {
        h2 { "VIOLATION-" (number) }
        pre { (calls.replace("; ", ";\n")) }
        table {
            tr { th { "of" } th { "when" } th { "always so in the tests" } th { "here" } th { "learned from" } th { "round" } }
            @for violation in violations {
                tr {
                    td { code { (violation.point) } }
                    td { (violation.category()) }
                    td { code { (violation.claim) } }
                    td { code { (violation.values) } }
                    td { (violation.origins.join(", ")) }
                    td { (violation.round) }
                }
            }
        }
    }
}
