//! What an exploration came to, for reading and for programs.

use std::fmt::Write as _;

use palus_symbolic::{Exploration, Reason, Row};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::replay::Replays;
use crate::args::ExploreArgs;
use crate::table::aligned;

/// An iteration with the time that it took.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Iteration {
    pub(super) row: Row,
    pub(super) seconds: f64,
}

/// All of it.
pub(super) struct Outcome<'o> {
    pub(super) args: &'o ExploreArgs,
    pub(super) exploration: &'o Exploration,
    pub(super) iterations: Vec<Iteration>,
    pub(super) replayed: Replays,
}

/// The columns of the table.
pub(super) const HEADINGS: [&str; 6] = ["calls", "states", "paths", "pruned", "branches", "seconds"];

impl Outcome<'_> {
    /// Whether paths were left open for want of a solver.
    pub(super) fn needs_solver(&self) -> bool {
        self.exploration.open().contains_key(&Reason::NeedsSolver)
    }

    /// What was explored.
    pub(super) fn subject(&self) -> String {
        let arguments = match self.args.values.first() {
            Some(values) => format!("with each of the numbers {values}"),
            None => "with variables in the place of numbers".to_owned(),
        };
        format!("{}: sequences of calls {arguments}", self.args.class)
    }

    /// The table, a row an iteration.
    pub(super) fn rows(&self) -> Vec<[String; 6]> {
        let total = self.exploration.total_branches();
        let cells = |Iteration { row, seconds }: &Iteration| {
            [
                row.calls.to_string(),
                row.states.to_string(),
                row.transitions.to_string(),
                row.pruned.to_string(),
                format!("{} of {total}", row.branches),
                format!("{seconds:.2}"),
            ]
        };
        self.iterations.iter().map(cells).collect()
    }

    /// What a reader should know besides, a sentence each.
    pub(super) fn remarks(&self) -> Vec<String> {
        let plural = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let mut remarks = Vec::new();
        for (reason, count) in self.exploration.open() {
            remarks.push(format!("{} left open: {reason}", plural(count, "path")));
        }
        let concretised = self.exploration.row().concretised;
        if concretised > 0 {
            let paths = plural(concretised, "path");
            remarks.push(format!(
                "{paths} concretised: a value was chosen where an expression could not be followed"
            ));
        }
        if self.exploration.is_cut() {
            let goes_on = if self.exploration.is_amid() {
                ", and the same command with --resume goes on from here"
            } else {
                ""
            };
            remarks.push(format!(
                "the time was up before all calls were made; what was found by then counts{goes_on}"
            ));
        }
        let Replays { ran, diverged, written } = &self.replayed;
        remarks.push(format!(
            "{}, {} diverged; {} written",
            plural(*ran as u64, "sequence") + " replayed",
            diverged.len(),
            plural(*written as u64, "test")
        ));
        remarks
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{}\n", self.subject());
        let mut rows = vec![HEADINGS.map(str::to_owned).to_vec()];
        rows.extend(self.rows().into_iter().map(Vec::from));
        text.push_str(&aligned(&rows));
        for remark in self.remarks() {
            let _ = writeln!(text, "{remark}");
        }
        text
    }

    pub(super) fn json(&self) -> Value {
        let row = |Iteration { row, seconds }: &Iteration| {
            json!({
                "calls": row.calls,
                "states": row.states,
                "paths": row.transitions,
                "pruned": row.pruned,
                "branches": row.branches,
                "concretised": row.concretised,
                "seconds": seconds,
            })
        };
        let open = self.exploration.open();
        json!({
            "schema": 1,
            "class": self.args.class,
            "values": self.args.values.first(),
            "solver": self.exploration.has_smt().then_some("z3"),
            "rows": self.iterations.iter().map(row).collect::<Vec<_>>(),
            "branches": self.exploration.total_branches(),
            "open": open.iter().map(|(reason, count)| json!({ "reason": reason.to_string(), "paths": count })).collect::<Vec<_>>(),
            "partial": self.exploration.is_cut(),
            "replayed": self.replayed.ran,
            "diverged": self.replayed.diverged,
            "tests": self.replayed.written,
        })
    }
}
