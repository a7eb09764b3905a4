//! Invariants for readers, programs, and as annotations of Java.

use std::fmt::Write as _;

use palus_invariant::{Claim, Language, Moment, Point, PointReport, Report};
use serde_json::{Value, json};

use crate::args::InvariantsFormat;

/// The whole report in one format.
pub(super) fn write(report: &Report, format: InvariantsFormat) -> String {
    match format {
        InvariantsFormat::Text => listed(report, "", text_line),
        InvariantsFormat::Json => format!("{:#}\n", json(report)),
        InvariantsFormat::Java => listed(report, "// ", java_line),
        InvariantsFormat::Jml => listed(report, "// ", jml_line),
    }
}

/// `requires`, `ensures` or `invariant`.
pub(crate) fn word(moment: Moment) -> &'static str {
    match moment {
        Moment::Object => "invariant",
        Moment::Enter => "requires",
        Moment::Exit => "ensures",
    }
}

/// Each class or method in a line, in source a comment, and below it what is so of it.
fn listed(report: &Report, comment: &str, line: fn(Moment, &Claim) -> String) -> String {
    let mut text = String::new();
    let mut last: Option<&Point> = None;
    for PointReport { point, claims, .. } in report.points.iter().filter(|point| !point.claims.is_empty()) {
        if !last.is_some_and(|last| last.class == point.class && last.method == point.method) {
            let before = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{before}{comment}{point}");
        }
        last = Some(point);
        for claim in claims {
            let _ = writeln!(text, "  {}", line(point.moment, claim));
        }
    }
    text
}

fn text_line(moment: Moment, claim: &Claim) -> String {
    format!("{} {claim}", word(moment))
}

fn java_line(moment: Moment, claim: &Claim) -> String {
    match claim.expression(Language::Java) {
        Some(expression) => format!("assert {expression}; // {}", word(moment)),
        None => format!("// {} {claim}", word(moment)),
    }
}

fn jml_line(moment: Moment, claim: &Claim) -> String {
    match claim.expression(Language::Jml) {
        Some(expression) => format!("//@ {} {expression};", word(moment)),
        None => format!("// {} {claim}", word(moment)),
    }
}

fn json(report: &Report) -> Value {
    let invariant = |claim: &Claim| {
        json!({
            "text": claim.to_string(),
            "template": claim.template(),
            "java": claim.expression(Language::Java),
            "jml": claim.expression(Language::Jml),
        })
    };
    let point = |report: &PointReport| {
        json!({
            "class": *report.point.class,
            "method": report.point.method.as_ref().map(|(name, _)| &**name),
            "descriptor": report.point.method.as_ref().map(|(_, descriptor)| &**descriptor),
            "moment": match report.point.moment {
                Moment::Object => "object",
                Moment::Enter => "enter",
                Moment::Exit => "exit",
            },
            "samples": report.samples,
            "missing": report.missing(),
            "invariants": report.claims.iter().map(invariant).collect::<Vec<_>>(),
            "left_out": report.left_out.iter().map(|name| &**name).collect::<Vec<_>>(),
        })
    };
    json!({
        "schema": 1,
        "points": report.points.iter().map(point).collect::<Vec<_>>(),
        "unstable": report.unstable.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
