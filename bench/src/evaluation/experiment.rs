//! A matrix of libraries, variants, times and seeds, cell by cell.
//!
//! A cell that fails is a row with the reason. Everything is written again after each cell, so a run that is ended leaves
//! what it had.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::cell::{cell, model, sample};
use super::figures::Figures;
use super::{plot, reading, surroundings, table};
use crate::library::Budget;
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

/// How much of an experiment is run. Each has files of its own, so that a first answer does not replace a full table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Extent {
    /// One or two small libraries, 10 s, one seed.
    Quick,
    /// Every library, 10 s, one seed.
    Short,
    /// Every library, budget and seed.
    Full,
}

/// In whose way an experiment is run. Each has files of its own too.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Form {
    /// Ours.
    Usual,
    /// As the paper's tools ran: see [`super::Scope`].
    Paper,
}

impl Extent {
    /// What the files of the command of that name are called.
    pub(super) fn file_name(self, command: &str, form: Form) -> String {
        let extent = match self {
            Extent::Quick => "-quick",
            Extent::Short => "-short",
            Extent::Full => "",
        };
        let form = match form {
            Form::Usual => "",
            Form::Paper => "-paper",
        };
        format!("{command}{extent}{form}")
    }

    fn title(self, title: &str, form: Form) -> String {
        let extent = match self {
            Extent::Quick => ", a first answer",
            Extent::Short => ", a short run of every library",
            Extent::Full => "",
        };
        let form = match form {
            Form::Usual => "",
            Form::Paper => ", as the paper's tools ran",
        };
        format!("{title}{extent}{form}")
    }
}

/// An experiment.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The command.
    pub(crate) name: &'static str,
    /// The heading of its table.
    pub(crate) title: &'static str,
    pub(crate) extent: Extent,
    pub(crate) libraries: Vec<String>,
    /// What the sample runs cover by themselves comes first.
    pub(crate) samples: Vec<Size>,
    pub(crate) variants: Vec<Variant>,
    pub(crate) form: Form,
    /// For a whole library.
    pub(crate) budgets: Vec<Budget>,
    pub(crate) seeds: Vec<u64>,
    /// One more cell: this library, the last variant, so many seconds for each of its classes.
    pub(crate) per_class: Option<(&'static str, u64)>,
    /// Take over what earlier runs of the same command have measured already.
    pub(crate) resume: bool,
    /// Where the rows on the page of results are kept, if this runs inside the project.
    pub(crate) kept: Option<PathBuf>,
    /// When the last cell must have ended.
    pub(crate) deadline: Option<Instant>,
}

/// A row.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) library: String,
    pub(crate) variant: String,
    /// The budget; none for a run that takes as long as it takes.
    pub(crate) budget: Option<Budget>,
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
        left: 0,
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
    if record.left > 0 {
        println!("{} rows would have ended too late; go on with --resume", record.left);
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
    /// Rows that were not begun, because they would have ended too late.
    left: usize,
}

/// What a row takes besides its budget, at the least: compiling and running the tests, and the report.
const BESIDES: Duration = Duration::from_secs(15);

/// What a run leaves, for the next one and for other programs.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Left {
    /// When and where it measured.
    pub(super) about: Vec<String>,
    pub(super) rows: Vec<Row>,
}

impl Left {
    /// What the command of that name left in this folder; nothing when it left nothing.
    pub(super) fn of(folder: &Path, name: &str) -> Result<Self> {
        let file = folder.join(format!("{name}.json"));
        let Ok(bytes) = fs::read(&file) else {
            return Ok(Self::default());
        };
        let broken = || format!("{} is of another version; remove it and run again", file.display());
        serde_json::from_slice(&bytes).with_context(broken)
    }
}

/// Writes rows as JSON, as a Markdown table with what it says, and as a picture.
pub(super) fn leave(folder: &Path, name: &str, title: &str, left: &Left) -> Result<()> {
    let file = |ending: &str| folder.join(format!("{name}.{ending}"));
    fs::write(file("json"), serde_json::to_vec_pretty(left)?)?;
    let parts = [
        format!("## {title}\n\n{}\n", left.about.join("\n\n")),
        table::subjects(&left.rows),
        table::summary(&left.rows),
        reading::of(&left.rows),
    ];
    fs::write(file("md"), parts.join("\n").trim_end().to_owned() + "\n")?;
    plot::draw(&file("svg"), title, &left.rows)
}

impl Record<'_> {
    fn file_name(&self) -> String {
        self.plan.extent.file_name(self.plan.name, self.plan.form)
    }

    /// Takes over the rows of an earlier run that have figures; what failed is measured again. What was measured in this
    /// copy of the project goes before what was kept with its sources.
    fn resume(&mut self) -> Result<()> {
        let mut left = Left::of(&self.folder, &self.file_name())?;
        if left.rows.is_empty()
            && let Some(kept) = &self.plan.kept
        {
            left = Left::of(kept, &self.file_name())?;
        }
        self.about = left.about;
        self.earlier = left.rows.into_iter().filter(|row| row.figures.is_some()).collect();
        Ok(())
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
            if !self.is_late(Duration::ZERO) && self.is_awaited(subject, size) {
                // Should it fail, each cell that needs it says why.
                let _ = model(subject, size, &mut models);
            }
        }
        for &budget in &plan.budgets {
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
            let budget = classes.map(|classes| Budget::Seconds(classes * each));
            if let Some(budget) = budget.filter(|_| name == subject.name) {
                let measure = || cell(subject, variant, budget, 1, &mut models);
                self.add(name, &variant.name, Some(budget), Some(1), measure)?;
            }
        }
        Ok(())
    }

    /// Whether a cell with a model of this size is not measured yet.
    fn is_awaited(&self, subject: &Subject, size: Size) -> bool {
        let plan = self.plan;
        let cells = plan.budgets.len() * plan.seeds.len();
        let mut variants = plan.variants.iter().filter(|variant| variant.model == Some(size));
        variants.any(|variant| {
            let same = |row: &&Row| row.library == subject.name && row.variant == variant.name;
            self.earlier.iter().filter(same).count() < cells
        })
    }

    /// Whether a row with this budget would end too late.
    fn is_late(&self, budget: Duration) -> bool {
        let ends = Instant::now() + budget + BESIDES;
        self.plan.deadline.is_some_and(|deadline| ends > deadline)
    }

    /// Measures one cell, unless an earlier run has.
    fn add(
        &mut self,
        library: &str,
        variant: &str,
        budget: Option<Budget>,
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
        if earlier.is_none() && self.is_late(Duration::from_secs(budget.and_then(Budget::seconds).unwrap_or(0))) {
            self.left += 1;
            return Ok(());
        }
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
        // What is still to be taken over is not lost when this run is ended too, nor are libraries that it does not name.
        let rows = self.rows.iter().chain(&self.earlier).cloned().collect();
        let about = self.about.clone();
        let title = self.plan.extent.title(self.plan.title, self.plan.form);
        leave(&self.folder, &self.file_name(), &title, &Left { about, rows })
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::row;
    use super::*;

    fn plan(deadline: Option<Instant>) -> Plan {
        Plan {
            name: "x",
            title: "A title",
            extent: Extent::Full,
            libraries: Vec::new(),
            samples: Vec::new(),
            variants: Vec::new(),
            form: Form::Usual,
            budgets: Vec::new(),
            seeds: Vec::new(),
            per_class: None,
            resume: true,
            kept: None,
            deadline,
        }
    }

    fn record<'p>(plan: &'p Plan, folder: &Path) -> Record<'p> {
        Record {
            plan,
            folder: folder.to_owned(),
            about: Vec::new(),
            now: Some("here and now".to_owned()),
            earlier: Vec::new(),
            rows: Vec::new(),
            left: 0,
        }
    }

    #[test]
    fn what_would_end_too_late_is_left_for_the_next_run_and_what_was_measured_is_not_measured_again() {
        let folder = tempfile::tempdir().unwrap();
        let figures = |branches| Ok(row("a", "x", 1, Some(branches)).figures.unwrap());
        let unlimited = plan(None);
        let mut first = record(&unlimited, folder.path());
        first
            .add("a", "x", Some(Budget::Seconds(10)), Some(1), || figures(50))
            .unwrap();

        let limited = plan(Some(Instant::now() + Duration::from_secs(5)));
        let mut second = record(&limited, folder.path());
        second.resume().unwrap();
        let never = || panic!("it is measured");
        second.add("a", "x", Some(Budget::Seconds(10)), Some(1), never).unwrap();
        second.add("a", "x", Some(Budget::Seconds(10)), Some(2), never).unwrap();
        assert_eq!((second.rows.len(), second.left), (1, 1));
    }

    #[test]
    fn a_resumed_run_in_a_fresh_copy_of_the_project_goes_on_from_the_rows_of_the_page() {
        let (kept, fresh) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut plan = plan(None);
        let figures = row("a", "x", 1, Some(50)).figures.unwrap();
        record(&plan, kept.path())
            .add("a", "x", Some(Budget::Seconds(10)), Some(1), || Ok(figures))
            .unwrap();
        plan.kept = Some(kept.path().to_owned());
        let mut second = record(&plan, fresh.path());
        second.resume().unwrap();
        let never = || panic!("it is measured");
        second.add("a", "x", Some(Budget::Seconds(10)), Some(1), never).unwrap();
        assert!(fresh.path().join("x.json").is_file());
    }

    #[test]
    fn rows_of_libraries_that_a_resumed_run_does_not_name_stay_in_the_table() {
        let folder = tempfile::tempdir().unwrap();
        let figures = |branches| Ok(row("a", "x", 1, Some(branches)).figures.unwrap());
        let plan = plan(None);
        record(&plan, folder.path())
            .add("a", "x", Some(Budget::Seconds(10)), Some(1), || figures(50))
            .unwrap();
        let mut second = record(&plan, folder.path());
        second.resume().unwrap();
        second
            .add("b", "x", Some(Budget::Seconds(10)), Some(1), || figures(70))
            .unwrap();
        let table = fs::read_to_string(folder.path().join("x.md")).unwrap();
        assert!(
            table.contains("| a | x | 10 |") && table.contains("| b | x | 10 |"),
            "{table}"
        );
        assert_eq!(table.matches("here and now").count(), 2, "{table}");
    }
}
