//! Laws as they are told.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use palus_machine::{CallId, Concrete, simple};
use serde::{Deserialize, Serialize};

use crate::expected::Expected;
use crate::gather::{Gathered, Limits};
use crate::page;
use crate::select;

/// The version of the document.
pub const SCHEMA: u32 = 1;

const NONE: &str = "it is no list of axioms; give a file that `palus axioms --format json` wrote";

/// A law with how often it held.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Axiom {
    /// Which of the forms it has: `1` to `7`, or `3'`.
    pub form: String,
    /// `pop(push(S, x))`.
    pub left: String,
    /// `x`.
    pub right: String,
    /// What the right side throws, binary name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throws: Option<String>,
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
    /// What the right side is for the calls of `special`.
    #[serde(skip)]
    pub expected: Option<Expected>,
    /// What it is for those of `common`, without a number that is added.
    #[serde(skip)]
    pub base: Option<Expected>,
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
        Self::of_lefts(class, concrete, limits, &|_| true)
    }

    /// The same of some left sides.
    fn of_lefts(class: &str, concrete: &Concrete, limits: &Limits, is_wanted: &dyn Fn(&str) -> bool) -> Self {
        let gathered = Gathered::of(concrete);
        let (axioms, left_out) = select::select(class, (concrete, &gathered), limits, is_wanted);
        Self {
            schema: SCHEMA,
            class: class.to_owned(),
            executions: gathered.executions.all.len(),
            dropped: gathered.executions.dropped,
            compositions: gathered.compositions,
            axioms,
            left_out,
        }
    }

    /// A page for a browser with the laws of all of these classes, which loads nothing.
    pub fn html_of_all(all: &[Self]) -> String {
        page::page(all)
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

    /// Several documents as one.
    pub fn json_of_all(all: &[Self]) -> String {
        let value = serde_json::to_value(all).unwrap_or_default();
        format!("{value:#}\n")
    }

    /// Reads a document back, or several; otherwise a clause that says why it is none.
    pub fn parse(text: &str) -> Result<Vec<Self>, String> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))?;
        let documents = match value {
            serde_json::Value::Array(documents) => documents,
            document => vec![document],
        };
        if documents.is_empty() {
            return Err(NONE.to_owned());
        }
        documents.into_iter().map(Self::read).collect()
    }

    fn read(value: serde_json::Value) -> Result<Self, String> {
        match value["schema"].as_u64() {
            Some(schema) if schema > u64::from(SCHEMA) => Err(format!(
                "it has schema {schema}, but this palus reads up to {SCHEMA}; upgrade palus"
            )),
            Some(_) => serde_json::from_value(value).map_err(|_| NONE.to_owned()),
            None => Err(NONE.to_owned()),
        }
    }

    /// The universal laws of another version, or of another class with the same methods, that executions of a class break.
    pub fn check(&self, class: &str, concrete: &Concrete) -> Checked {
        let new = |class: &str| format!("new {}(", simple(class));
        let (theirs, ours) = (new(&self.class), new(class));
        let universal = self.axioms.iter().filter(|axiom| axiom.is_universal());
        let laws: Vec<Axiom> = universal
            .map(|axiom| Axiom {
                left: axiom.left.replace(&theirs, &ours),
                right: axiom.right.replace(&theirs, &ours),
                ..axiom.clone()
            })
            .collect();
        let lefts: BTreeSet<&str> = laws.iter().map(|law| &*law.left).collect();
        let now = Self::of_lefts(class, concrete, &Limits::everything(), &|left| lefts.contains(left));
        now.breaks(&laws)
    }

    /// Which of these laws are broken by all those of the same left sides, held or not.
    fn breaks(&self, laws: &[Axiom]) -> Checked {
        let mut by_left: BTreeMap<&str, Vec<&Axiom>> = BTreeMap::new();
        for axiom in &self.axioms {
            by_left.entry(&axiom.left).or_default().push(axiom);
        }
        let mut checked = Checked::default();
        for axiom in laws {
            let Some(now) = by_left.get(&*axiom.left) else {
                checked.without_instance += 1;
                continue;
            };
            checked.looked_for += 1;
            let form = |now: &&&Axiom| now.form == axiom.form;
            let candidates: Vec<&Axiom> = now.iter().filter(form).copied().collect();
            checked.broken.extend(breaks(axiom, &candidates, now));
        }
        checked
    }
}

/// What of the laws of another version holds in this one.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Checked {
    /// Universal laws whose left side has instances in this version.
    pub looked_for: usize,
    /// Universal laws whose left side has none.
    pub without_instance: usize,
    /// Those that do not hold.
    pub broken: Vec<Broken>,
}

/// How a law is broken by those of this version: of the same left side and form, and of the same left side.
fn breaks(axiom: &Axiom, same: &[&Axiom], all: &[&Axiom]) -> Option<Broken> {
    let is_branch = |now: &&&Axiom| now.right.contains(BRANCH);
    let broken = |now: &Axiom, is_special: bool| {
        let (example, calls, violated, expected) = if is_special {
            (
                now.special.clone()?,
                &now.special_calls,
                now.violated,
                now.expected.clone(),
            )
        } else {
            // Where a constant, or a difference, is not met any more, what holds for another one violates it.
            (
                now.common.clone(),
                &now.common_calls,
                now.satisfied + now.violated,
                otherwise(axiom, now),
            )
        };
        Some(Broken {
            law: axiom.text(),
            name: axiom.name.clone(),
            violated,
            example,
            calls: calls.clone(),
            is_about_state: axiom.left.strip_suffix(".state").is_some(),
            expected,
        })
    };
    if axiom.right.contains(" ? ") {
        let branches = all.iter().filter(is_branch);
        let mut claimed = branches.filter(|now| is_claimed(&now.right, &axiom.right) && now.violated > 0);
        return claimed.next().and_then(|now| broken(now, true));
    }
    if let Some(now) = same.iter().find(|now| now.right == axiom.right) {
        return broken(now, true);
    }
    let is_constant = axiom.form == "1" || axiom.form == "6";
    let base = added(&axiom.right).map(|(base, _)| base);
    let is_another = |now: &&&Axiom| {
        let of_now = added(&now.right).map_or(&*now.right, |(base, _)| base);
        let is_of_base = base == Some(of_now);
        !is_branch(now) && now.satisfied > 0 && (is_constant || is_of_base)
    };
    let now = same.iter().find(is_another)?;
    broken(now, false)
}

/// What a law demands of the calls for which another one of the same left side held: one with another constant, or another difference.
fn otherwise(axiom: &Axiom, now: &Axiom) -> Option<Expected> {
    if let Some(class) = &axiom.throws {
        return Some(Expected::Throws(class.clone()));
    }
    match (&*axiom.form, added(&axiom.right)) {
        ("1" | "6", _) if axiom.right.starts_with(THROWS) => None,
        ("1" | "6", _) => Some(Expected::Text(axiom.right.clone())),
        (_, Some((_, by))) => now.base.clone()?.plus(by),
        _ => None,
    }
}

/// How the right side of a law begins that demands an exception.
const THROWS: &str = "throws ";

/// A right side without the number that is added, and that number.
fn added(right: &str) -> Option<(&str, i64)> {
    let number = |text: &str| text.parse::<i64>().ok();
    if let Some((base, text)) = right.rsplit_once(" + ") {
        return Some((base, number(text)?));
    }
    let (base, text) = right.rsplit_once(" - ")?;
    Some((base, -number(text)?))
}

/// What a law about one branch has where the other one is.
const BRANCH: &str = "_";

/// Whether a conditional law claims what a law about one of its branches says.
fn is_claimed(branch: &str, law: &str) -> bool {
    match (branch.strip_suffix("_)"), branch.split_once(" ? _ : ")) {
        (Some(yes), _) => law.starts_with(yes),
        (_, Some((condition, no))) => law.starts_with(&format!("{condition} ? ")) && law.ends_with(&format!(" : {no}")),
        _ => false,
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
    /// Whether the law is about the state behind the last call, not about what it gives.
    pub is_about_state: bool,
    /// What it demands instead; `None` where that cannot be made of calls.
    pub expected: Option<Expected>,
}
