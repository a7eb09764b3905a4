//! The virtual machine that enumerates structures (`java-agent/transform/src/main/java/org/palus/enumerate`), talked to line by line.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use palus_fields::{Field, Outcome, Space};
use palus_supervise::{Dialogue, Question, Said, Workshop};

/// It says something twice a second, between two calls of the method.
const SILENCE: Duration = Duration::from_secs(10);

/// A virtual machine starts and loads classes.
const START_UP: Duration = Duration::from_secs(60);

/// Structures and what is to be tried yet are in memory.
const HEAP_MB: u32 = 2_000;

/// What is asked about.
pub(crate) struct Subject<'s> {
    /// Its class path.
    pub(crate) class_path: &'s [PathBuf],
    /// The binary name of the class.
    pub(crate) class: &'s str,
    /// The method that accepts structures; `None` for the usual one.
    pub(crate) method: Option<&'s str>,
    /// Classes of which objects may be where a field is of a class above them.
    pub(crate) candidates: Vec<String>,
}

/// What is wanted of a scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// At most so many objects of each class.
    pub(crate) most: u32,
    /// Whether Korat's way is wanted.
    pub(crate) by_korat: bool,
    /// Whether structures are told that add no pair.
    pub(crate) all: bool,
    /// No longer than that.
    pub(crate) limit: Duration,
    /// Milliseconds that are predicted to be enough.
    pub(crate) enough_ms: Option<u64>,
    /// Predicted sizes of the extensions; none where none are.
    pub(crate) sizes: BTreeMap<Field, u64>,
}

/// The virtual machine.
pub(crate) struct Enumerator {
    dialogue: Dialogue,
    space: Space,
    class: String,
}

impl Enumerator {
    /// Starts it.
    pub(crate) fn start(workshop: &Workshop, subject: &Subject<'_>) -> anyhow::Result<Self> {
        let entries: Vec<String> = subject
            .class_path
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let question = Question {
            main: "org.palus.enumerate.Enumerator",
            class_path: subject.class_path,
            files: &[entries.join("\n"), subject.candidates.join("\n")],
            words: &[subject.class, subject.method.unwrap_or("-")],
            heap_mb: HEAP_MB,
        };
        let mut dialogue = workshop.converse(&question)?;
        let mut space = Space::default();
        loop {
            let line = match dialogue.next(START_UP)? {
                Said::Line(line) => line,
                Said::Nothing => bail!("a static initialiser of {} comes to no end", subject.class),
                Said::Ended(how, tail) => bail!("the JVM that loads {} ended: {how}; it said: {tail}", subject.class),
            };
            let columns: Vec<&str> = line.split('\t').collect();
            match columns.as_slice() {
                ["described"] => break,
                ["cannot", reason @ ..] => return Err(refusal(subject, reason)),
                columns => space.learn(columns).ok_or_else(|| nonsense(&line))?,
            }
        }
        if space.links().is_empty() {
            bail!(
                "{} has no field that links to an object of the class path, so all its structures are alike: elements of arrays and collections are \
                 not chosen, but calls of --by api fill them",
                subject.class
            );
        }
        Ok(Self {
            dialogue,
            space,
            class: subject.class.to_owned(),
        })
    }

    /// The classes and fields.
    pub(crate) fn space(&self) -> &Space {
        &self.space
    }

    /// Has a scope enumerated. `None` for the virtual machine where it cannot go on.
    pub(crate) fn enumerate(mut self, wanted: &Scope) -> anyhow::Result<(Outcome, Option<Self>)> {
        self.dialogue.say(&line(&self.space, wanted));
        let mut outcome = Outcome {
            class: self.class.as_str().into(),
            method: Some(self.space.method.clone()),
            links: self.space.links(),
            unknown: self.space.unknown.clone(),
            scope: wanted.most,
            ..Outcome::default()
        };
        let mut smallest = BTreeMap::new();
        let began = Instant::now();
        loop {
            let line = match self.dialogue.next(SILENCE)? {
                Said::Line(line) => line,
                Said::Nothing => {
                    let method = &self.space.method;
                    outcome.cut = Some(format!("a run of {method} comes to no end"));
                    break;
                }
                Said::Ended(how, _) => {
                    outcome.cut = Some(format!("the JVM ended in a run of {}: {how}", self.space.method));
                    break;
                }
            };
            let columns: Vec<&str> = line.split('\t').collect();
            if let Some(has_ended) = take(&self.space, &mut outcome, &mut smallest, &columns) {
                if has_ended {
                    return Ok((outcome, Some(self)));
                }
            } else {
                return Err(nonsense(&line));
            }
        }
        // What it would have told in the end is worked out of what it told on the way.
        outcome.millis = began.elapsed().as_secs_f64() * 1e3;
        outcome.left = 1;
        for structure in &outcome.structures {
            let objects = structure.size;
            let count = outcome.counts.entry(objects).or_default();
            *count = (count.0 + 1, count.1 + 1);
            let pairs = structure.adds.iter();
            outcome
                .pairs
                .extend(pairs.map(|(field, pair)| (field.clone(), pair.clone(), objects)));
        }
        if outcome.structures.is_empty() {
            bail!("{}: {}", self.class, outcome.cut.unwrap_or_default());
        }
        Ok((outcome, None))
    }
}

/// Takes a line; whether it was the last one, `None` where it makes no sense.
fn take(space: &Space, outcome: &mut Outcome, pairs: &mut BTreeMap<String, usize>, columns: &[&str]) -> Option<bool> {
    match *columns {
        ["input", ref columns @ ..] => outcome.structures.push(space.structure(columns)?),
        ["size", objects, accepted, different] => {
            let counts = (accepted.parse().ok()?, different.parse().ok()?);
            outcome.counts.insert(objects.parse().ok()?, counts);
        }
        ["pair", pair, objects] => {
            pairs.insert(pair.to_owned(), objects.parse().ok()?);
        }
        ["odd", reason, count] => outcome.odd.push((reason.to_owned(), count.parse().ok()?)),
        ["runs", runs] => outcome.runs = runs.parse().ok()?,
        ["complete", ..] => {}
        ["end", how, runs, millis, left] => {
            outcome.runs = runs.parse().ok()?;
            outcome.millis = millis.parse().ok()?;
            outcome.left = left.parse().ok()?;
            outcome.cut = match how {
                "time" => Some("the time was up".to_owned()),
                "memory" => Some("the memory was full".to_owned()),
                _ => None,
            };
            for (pair, &objects) in &*pairs {
                let (field, pair) = space.pair(pair)?;
                outcome.pairs.push((field, pair, objects));
            }
            outcome.pairs.sort();
            return Some(true);
        }
        _ => return None,
    }
    Some(false)
}

/// As `org.palus.enumerate.Wanted` reads it.
fn line(space: &Space, wanted: &Scope) -> String {
    let of_fields = space.fields.iter().map(|field| {
        let size = wanted.sizes.get(&field.field());
        size.copied().unwrap_or(0).to_string()
    });
    let of_fields: Vec<String> = of_fields.collect();
    [
        "scope".to_owned(),
        wanted.most.to_string(),
        if wanted.by_korat { "korat" } else { "repok" }.to_owned(),
        if wanted.all { "all" } else { "useful" }.to_owned(),
        wanted.limit.as_secs_f64().to_string(),
        wanted.enough_ms.map_or_else(|| "-1".to_owned(), |ms| ms.to_string()),
        if wanted.sizes.is_empty() {
            String::new()
        } else {
            of_fields.join(" ")
        },
    ]
    .join("\t")
}

fn refusal(subject: &Subject<'_>, reason: &[&str]) -> anyhow::Error {
    let class = subject.class;
    match *reason {
        ["jdk"] => anyhow!("{class} is a class of the JDK, whose fields cannot be set; name one of the class path"),
        ["abstract"] => anyhow!("{class} has no objects of its own; name a class that is not abstract"),
        ["method"] => match subject.method {
            Some(method) => anyhow!("{class} has no method `boolean {method}()` that is not static; look at --rep-ok"),
            None => anyhow!(
                "{class} has no method `boolean repOk()` that says whether an object is valid; name another by --rep-ok, or have its public methods \
                 called by --by api"
            ),
        },
        ["load", thrown] => anyhow!("{class} cannot be loaded: {thrown}; look at --classpath"),
        _ => nonsense(&reason.join(" ")),
    }
}

fn nonsense(line: &str) -> anyhow::Error {
    anyhow!("the JVM that enumerates structures said {line:?}, which makes no sense")
}
