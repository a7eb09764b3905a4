//! Laws as they are told.

use std::fmt::Write as _;

use palus_machine::{CallId, Concrete};
use serde::{Deserialize, Serialize};

use crate::gather::{Gathered, Limits};
use crate::select;

/// The version of the document.
pub const SCHEMA: u32 = 1;

/// A law with how often it held.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Axiom {
    /// Which of the forms it has: `1` to `7`, or `3'`.
    pub form: String,
    /// `pop(push(S, x))`.
    pub left: String,
    /// `x`.
    pub right: String,
    /// Instances for which it held.
    pub satisfied: usize,
    /// Instances for which it did not.
    pub violated: usize,
    /// Whether it follows from another one.
    pub follows: bool,
    /// What a test of it is called.
    pub name: String,
    /// The fewest calls for which it held, one in another.
    pub common: String,
    /// Those for which it did not.
    pub special: Option<String>,
    /// The calls of `common`.
    #[serde(skip)]
    pub common_calls: Vec<CallId>,
    /// The calls of `special`.
    #[serde(skip)]
    pub special_calls: Vec<CallId>,
}

impl Axiom {
    /// Whether it always held.
    pub fn is_universal(&self) -> bool {
        self.violated == 0
    }

    /// The law.
    pub fn text(&self) -> String {
        format!("{} == {}", self.left, self.right)
    }
}

/// The laws of a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Axioms {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The class, binary name.
    pub class: String,
    /// Different executions, each once.
    pub executions: usize,
    /// Executions that were left out because they ended in two ways.
    pub dropped: usize,
    /// Compositions of two.
    pub compositions: u64,
    /// Universal laws, the surest first, then common ones.
    pub axioms: Vec<Axiom>,
    /// Laws for which there was no room.
    pub left_out: usize,
}

impl Axioms {
    /// The laws that the executions of a class show.
    pub fn of(class: &str, concrete: &Concrete, limits: &Limits) -> Self {
        let gathered = Gathered::of(concrete);
        let mut axioms = select::select(class, concrete, &gathered, limits);
        let left_out = axioms.len().saturating_sub(limits.most);
        axioms.truncate(limits.most);
        Self {
            schema: SCHEMA,
            class: class.to_owned(),
            executions: gathered.executions.len(),
            dropped: gathered.dropped,
            compositions: gathered.compositions,
            axioms,
            left_out,
        }
    }

    /// For reading: a line a left side and counts; laws that say the same of it in parentheses.
    pub fn text(&self) -> String {
        let count = |universal: bool| {
            self.axioms
                .iter()
                .filter(|axiom| axiom.is_universal() == universal)
                .count()
        };
        let mut text = format!(
            "{}: {} different executions, {} universal and {} common axioms\n",
            self.class,
            self.executions,
            count(true),
            count(false)
        );
        let mut rows: Vec<(String, String, Option<&String>)> = Vec::new();
        let mut told: Option<(&Axiom, usize)> = None;
        for axiom in &self.axioms {
            if let Some((before, row)) = told
                && before.left == axiom.left
                && (before.satisfied, before.violated) == (axiom.satisfied, axiom.violated)
            {
                let _ = write!(rows[row].1, " (== {})", axiom.right);
                continue;
            }
            told = Some((axiom, rows.len()));
            let counts = if axiom.is_universal() {
                format!("always  {}", axiom.satisfied)
            } else {
                format!("mostly  {} : {}", axiom.satisfied, axiom.violated)
            };
            rows.push((counts, axiom.text(), axiom.special.as_ref()));
        }
        let widest =
            |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
        let counts = widest(&mut rows.iter().map(|row| &row.0));
        let laws = widest(&mut rows.iter().map(|row| &row.1));
        for (count, law, special) in &rows {
            let special = special.map_or_else(String::new, |special| format!("not: {special}"));
            let line = format!("  {count:counts$}  {law:laws$}  {special}");
            let _ = writeln!(text, "{}", line.trim_end());
        }
        if self.compositions == 0 {
            text.push_str(
                "\nno two executions compose: none begins in the state in which another one left an object\n",
            );
        }
        if self.dropped > 0 {
            let _ = writeln!(
                text,
                "\n{} executions are left out: they ended in two ways",
                self.dropped
            );
        }
        if self.left_out > 0 {
            let _ = writeln!(text, "\n{} less sure axioms are left out; raise --most", self.left_out);
        }
        text
    }

    /// The document as JSON.
    pub fn json(&self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        format!("{value:#}\n")
    }

    /// Reads a document back; otherwise a clause that says why it is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))?;
        let none = "it is no list of axioms; give a file that `palus axioms --format json` wrote";
        match value["schema"].as_u64() {
            Some(schema) if schema > u64::from(SCHEMA) => Err(format!(
                "it has schema {schema}, but this palus reads up to {SCHEMA}; upgrade palus"
            )),
            Some(_) => serde_json::from_value(value).map_err(|_| none.to_owned()),
            None => Err(none.to_owned()),
        }
    }

    /// The universal laws of another version that executions of this one break. This one must have been found by [`Limits::everything`]. Laws with
    /// conditions are not looked for.
    pub fn broken(&self, earlier: &Self) -> Vec<Broken> {
        let universal = earlier.axioms.iter().filter(|axiom| axiom.is_universal());
        let looked_for = universal.filter(|axiom| !axiom.right.contains(" ? "));
        looked_for.filter_map(|axiom| self.breaks(axiom)).collect()
    }

    fn breaks(&self, axiom: &Axiom) -> Option<Broken> {
        let same = || {
            self.axioms
                .iter()
                .filter(|now| now.left == axiom.left && now.form == axiom.form)
        };
        let (violated, example, calls) = if let Some(now) = same().find(|now| now.right == axiom.right) {
            (now.violated, now.special.clone()?, &now.special_calls)
        } else {
            // Where a constant, or a difference, is not met any more, what holds for another one violates it.
            let now = same().find(|now| now.satisfied > 0)?;
            (now.satisfied + now.violated, now.common.clone(), &now.common_calls)
        };
        Some(Broken {
            law: axiom.text(),
            name: axiom.name.clone(),
            violated,
            example,
            calls: calls.clone(),
        })
    }
}

/// A law that does not hold any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The law.
    pub law: String,
    /// What a test of it is called.
    pub name: String,
    /// How many instances violate it.
    pub violated: usize,
    /// The fewest calls for which it does not hold, one in another.
    pub example: String,
    /// These calls.
    pub calls: Vec<CallId>,
}
