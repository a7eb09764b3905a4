//! A matrix of libraries, variants, times and seeds, cell by cell.
//!
//! A cell that fails is a row with the reason. Everything is written again after each cell, so a run that is ended leaves
//! what it had.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::cell::{cell, model, sample};
use super::figures::Figures;
use super::{plot, reading, surroundings, table};
use crate::palus::target;
use crate::subject::{Size, Subject};

/// What is run.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// What the row is called.
    pub(crate) name: String,
    /// Whose recording is given.
    pub(crate) model: Option<Size>,
    /// Merge its states by tails of this length.
    pub(crate) ktail: Option<u32>,
    /// Check the theories too.
    pub(crate) theories: bool,
    /// Further options of `palus generate`.
    pub(crate) options: Vec<String>,
}

impl Variant {
    /// With the model of the full sample run; options are separated by spaces.
    pub(crate) fn new(name: &str, options: &str) -> Self {
        Self {
            name: name.to_owned(),
            model: Some(Size::Full),
            ktail: None,
            theories: false,
            options: options.split_whitespace().map(str::to_owned).collect(),
        }
    }
}

/// An experiment.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The command, and the name of its files.
    pub(crate) name: &'static str,
    /// The heading of its table.
    pub(crate) title: &'static str,
    pub(crate) libraries: Vec<String>,
    /// What the sample runs cover by themselves comes first.
    pub(crate) samples: Vec<Size>,
    pub(crate) variants: Vec<Variant>,
    /// Budgets for a whole library, in seconds.
    pub(crate) seconds: Vec<u64>,
    pub(crate) seeds: Vec<u64>,
    /// One more cell: this library, the last variant, so many seconds for each of its classes.
    pub(crate) per_class: Option<(&'static str, u64)>,
    /// Take over what an earlier run of the same command has measured already.
    pub(crate) resume: bool,
}

/// A row.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) library: String,
    pub(crate) variant: String,
    /// The budget; none for a run that takes as long as it takes.
    pub(crate) budget: Option<u64>,
    pub(crate) seed: Option<u64>,
    pub(crate) figures: Option<Figures>,
    /// Why there are no figures.
    pub(crate) reason: Option<String>,
}

/// Runs the plan; fails only when no cell could be measured.
pub(crate) fn run(plan: &Plan) -> Result<ExitCode> {
    let folder = target()?.join("bench");
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let mut record = Record {
        plan,
        about: Vec::new(),
        now: Some(surroundings::describe()),
        earlier: Vec::new(),
        rows: Vec::new(),
        folder,
    };
    if plan.resume {
        record.resume()?;
    }
    println!("{}", table::HEADER);
    for library in &plan.libraries {
        let subject = match Subject::resolve(library) {
            Ok(subject) => subject,
            Err(why) => {
                record.add(library, "-", None, None, || Err(why))?;
                continue;
            }
        };
        record.library(&subject)?;
    }
    let measured = record.rows.iter().any(|row| row.figures.is_some());
    Ok(if measured { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What was measured so far.
struct Record<'p> {
    plan: &'p Plan,
    folder: PathBuf,
    /// When and where, for each run that measured some of the rows.
    about: Vec<String>,
    /// The same of this run, until it has measured something.
    now: Option<String>,
    /// What an earlier run measured.
    earlier: Vec<Row>,
    rows: Vec<Row>,
}

/// What a run leaves, for the next one and for other programs.
#[derive(Serialize, Deserialize)]
struct Left {
    about: Vec<String>,
    rows: Vec<Row>,
}

impl Record<'_> {
    /// Takes over the rows of an earlier run that have figures; what failed is measured again.
    fn resume(&mut self) -> Result<()> {
        let Ok(bytes) = fs::read(self.file("json")) else {
            return Ok(());
        };
        let left: Left = serde_json::from_slice(&bytes).with_context(|| {
            format!(
                "{} is of another version; run without --resume",
                self.file("json").display()
            )
        })?;
        self.about = left.about;
        self.earlier = left.rows.into_iter().filter(|row| row.figures.is_some()).collect();
        Ok(())
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.plan.name))
    }

    fn library(&mut self, subject: &Subject) -> Result<()> {
        let plan = self.plan;
        for &size in &plan.samples {
            let name = if size == Size::Full {
                "sample run"
            } else {
                "small sample run"
            };
            self.add(subject.name, name, None, None, || sample(subject, size))?;
        }
        let mut models = BTreeMap::new();
        // A recording keeps the machine busy for minutes; it would do so just before one variant.
        for size in plan.variants.iter().filter_map(|variant| variant.model) {
            if self.is_awaited(subject, size) {
                // Should it fail, each cell that needs it says why.
                let _ = model(subject, size, &mut models);
            }
        }
        for &budget in &plan.seconds {
            // The machine is not equally fast for long, so what is compared runs close together, and not always in the
            // same order.
            for (round, &seed) in plan.seeds.iter().enumerate() {
                let mut turn: Vec<&Variant> = plan.variants.iter().collect();
                if round % 2 == 1 {
                    turn.reverse();
                }
                for variant in turn {
                    let measure = || cell(subject, variant, budget, seed, &mut models);
                    self.add(subject.name, &variant.name, Some(budget), Some(seed), measure)?;
                }
            }
        }
        if let (Some((name, each)), Some(variant)) = (plan.per_class, plan.variants.last()) {
            let sizes = self.rows.iter().filter(|row| row.library == subject.name);
            let classes = sizes
                .filter_map(|row| row.figures.as_ref())
                .map(|f| f.covered.classes)
                .max();
            if let Some(budget) = classes.map(|classes| classes * each).filter(|_| name == subject.name) {
                let measure = || cell(subject, variant, budget, 1, &mut models);
                self.add(name, &variant.name, Some(budget), Some(1), measure)?;
            }
        }
        Ok(())
    }

    /// Whether a cell with a model of this size is not measured yet.
    fn is_awaited(&self, subject: &Subject, size: Size) -> bool {
        let plan = self.plan;
        let cells = plan.seconds.len() * plan.seeds.len();
        let mut variants = plan.variants.iter().filter(|variant| variant.model == Some(size));
        variants.any(|variant| {
            let same = |row: &&Row| row.library == subject.name && row.variant == variant.name;
            self.earlier.iter().filter(same).count() < cells
        })
    }

    /// Measures one cell, unless an earlier run has.
    fn add(
        &mut self,
        library: &str,
        variant: &str,
        budget: Option<u64>,
        seed: Option<u64>,
        measure: impl FnOnce() -> Result<Figures>,
    ) -> Result<()> {
        let cell = (library, variant, budget, seed);
        let same = |row: &&Row| (row.library.as_str(), row.variant.as_str(), row.budget, row.seed) == cell;
        let earlier = self
            .earlier
            .iter()
            .position(|row| same(&row))
            .map(|at| self.earlier.remove(at));
        let row = earlier.unwrap_or_else(|| {
            self.about.extend(self.now.take());
            let measured = measure();
            Row {
                library: library.to_owned(),
                variant: variant.to_owned(),
                budget,
                seed,
                reason: measured.as_ref().err().map(|why| format!("{why:#}")),
                figures: measured.ok(),
            }
        });
        println!("{}", table::line(&[&row]));
        self.rows.push(row);
        self.write()
    }

    fn write(&self) -> Result<()> {
        let left = Left {
            about: self.about.clone(),
            // What is still to be taken over is not lost when this run is ended too.
            rows: self.rows.iter().chain(&self.earlier).cloned().collect(),
        };
        fs::write(self.file("json"), serde_json::to_vec_pretty(&left)?)?;
        let title = self.plan.title;
        let parts = [
            format!("## {title}\n\n{}\n", self.about.join("\n\n")),
            table::subjects(&self.rows),
            table::summary(&self.rows),
            reading::of(&self.rows),
        ];
        fs::write(self.file("md"), parts.join("\n"))?;
        plot::draw(&self.file("svg"), title, &self.rows)
    }
}
