//! The evaluation of the paper (its section 5), and what the project adds to it: each command is a plan for one matrix.

mod cell;
mod compare;
mod experiment;
mod figures;
mod ledger;
mod minimal;
pub(crate) mod mutation;
mod plot;
mod reading;
mod results;
mod surroundings;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::QUICK;
use crate::library::Budget;
use crate::subject::{Size, all_names, names};
pub(crate) use cell::emitted;
use experiment::{Extent, Form, Plan, Variant};
pub(crate) use ledger::Ledger;
pub(crate) use results::kept;
pub(crate) use table::spread;

/// The parts of the strategy that `ablation` leaves out in turn.
const PARTS: [&str; 10] = [
    "model",
    "constraints",
    "dependence-edges",
    "profiles",
    "dependence",
    "constants",
    "operands",
    "inputs",
    "mutation",
    "effort",
];

/// The parts of the technique, each added to those before it, with the options that leave out the others (Figure 10).
pub(crate) const ADDED: [(&str, &str); 5] = [
    ("random", "--guidance off --without model,constraints,dependence"),
    ("+ model", "--guidance off --without constraints,dependence"),
    ("+ dependence edges", "--guidance off --without profiles,dependence"),
    ("+ constraints", "--guidance off --without dependence"),
    ("+ dependence", "--guidance off"),
];

/// Which cells of the matrix are measured.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct Scope {
    /// Which libraries; those of the plan when none is named.
    names: Vec<String>,
    /// A first answer in five minutes: one or two small libraries, 10 s, one seed.
    #[arg(long)]
    quick: bool,
    /// Every library of the plan, 10 s, one seed: an hour where the whole plan takes a day.
    #[arg(long, conflicts_with = "quick")]
    short: bool,
    /// The budget in seconds, instead of the plan's.
    #[arg(long)]
    time: Option<u64>,
    /// As the paper's tools ran: without guidance, with their inputs, on subjects of the paper's kinds, with budgets in sequences
    /// (500, 2,000, 20,000 and 100,000; their runs had 700 to 2,700) and five seeds.
    #[arg(long)]
    paper: bool,
    /// The budgets in sequences, instead of the plan's.
    #[arg(long, requires = "paper", value_delimiter = ',', conflicts_with = "time")]
    sequences: Vec<u64>,
    /// How many seeds, from 1 on, instead of the plan's.
    #[arg(long)]
    seeds: Option<u64>,
    /// Go on where earlier runs of the same command ended, and keep what they measured of other libraries.
    #[arg(long)]
    resume: bool,
    /// Begin nothing that would not end within so many minutes from now; `--resume` goes on there.
    #[arg(long, value_name = "MINUTES")]
    within: Option<u64>,
}

impl Scope {
    /// Whether files were named instead of libraries.
    pub(crate) fn names_files(&self) -> bool {
        self.names.iter().any(|name| Path::new(name).is_file())
    }

    /// What was named, as files.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        self.names.iter().map(PathBuf::from).collect()
    }

    /// When the last measurement must have ended.
    fn deadline(&self) -> Option<Instant> {
        deadline(self.within)
    }

    /// The budgets in sequences of the paper's form.
    fn sequences(&self) -> Option<Vec<Budget>> {
        let usual: &[u64] = match self.extent() {
            Extent::Quick => &[500],
            Extent::Short => &[2_000],
            Extent::Full => &[500, 2_000, 20_000, 100_000],
        };
        let given = if self.sequences.is_empty() {
            usual
        } else {
            &self.sequences
        };
        let budgets = given.iter().map(|&sequences| Budget::Sequences { sequences });
        (self.paper && self.time.is_none()).then(|| budgets.collect())
    }

    /// What a variant has that says nothing of guidance: the walk along a model is at most nine turns in a hundred with it.
    fn guidance(&self) -> &'static str {
        if self.paper { "--guidance off" } else { "" }
    }

    fn extent(&self) -> Extent {
        match (self.quick, self.short) {
            (true, _) => Extent::Quick,
            (false, true) => Extent::Short,
            (false, false) => Extent::Full,
        }
    }

    fn plan(&self, name: &'static str, title: &'static str, quick: &[&str], full: &[&str]) -> Plan {
        let extent = self.extent();
        let planned = match extent {
            Extent::Quick => quick,
            _ if self.paper => &CONSTRAINED,
            _ => full,
        };
        let libraries = if self.names.is_empty() {
            planned.iter().map(|&library| library.to_owned()).collect()
        } else {
            self.names.clone()
        };
        let (seconds, seeds) = match extent {
            Extent::Full if self.paper => (30, 5),
            Extent::Full => (30, 3),
            _ => (10, 1),
        };
        let seeds = self.seeds.unwrap_or(seeds);
        Plan {
            name,
            title,
            extent,
            libraries,
            samples: Vec::new(),
            variants: Vec::new(),
            form: if self.paper { Form::Paper } else { Form::Usual },
            budgets: self
                .sequences()
                .unwrap_or(vec![Budget::Seconds(self.time.unwrap_or(seconds))]),
            seeds: (1..=seeds).collect(),
            per_class: None,
            resume: self.resume,
            kept: results::kept(),
            deadline: self.deadline(),
        }
    }
}

/// Subjects with calls that are legal in some orders only, as the paper chose them: its own as far as the registry has them, an embedded
/// database, a driver of JDBC, and the project's own.
const CONSTRAINED: [&str; 9] = [
    "sat4j",
    "jsap",
    "rhino",
    "bcel",
    "hsqldb",
    "csvjdbc",
    "database",
    "protocol",
    "connection",
];

/// So many minutes from now.
pub(crate) fn deadline(within: Option<u64>) -> Option<Instant> {
    Instant::now().checked_add(Duration::from_secs(60 * within?))
}

/// Commands that measure tests from outside.
#[derive(Subcommand)]
pub(crate) enum Evaluation {
    /// The whole evaluation: strategies, bugs, breakdown, ktail, trace-sensitivity, recording and throughput one after the
    /// other, then the page of results.
    #[command(name = "evaluation")]
    Whole(Scope),
    /// Compare the four strategies, guidance off and on, with what the sample run covers (Figure 9, Tables 1 and 2).
    Strategies(Scope),
    /// Count different failures by strategy and by what counts as one (Table 4).
    Bugs(Scope),
    /// Add the parts of the technique one by one (Figure 10), and turn feedback off.
    Breakdown(Scope),
    /// Leave out each part of the strategy in turn.
    Ablation(Scope),
    /// Compare a small sample run with a full one (section 5.4.5).
    TraceSensitivity(Scope),
    /// Compare with and without a model, 10 s each.
    ModelHelps(Scope),
    /// Measure any JUnit tests by the same instruments; the library's own suite when none are named.
    Compare(compare::Given),
    /// Generate, and have PIT say how many mutants the passing tests kill.
    Mutation {
        /// Which library.
        #[arg(default_value = QUICK)]
        name: String,
        /// The budget in seconds.
        #[arg(long, default_value_t = 30)]
        time: u64,
        /// 10 s, and mutants in a few classes only.
        #[arg(long)]
        quick: bool,
    },
    /// Generate, and say by JaCoCo and PIT whether each passing test has something that no other has.
    Minimal {
        /// Which library.
        name: String,
        /// The budget in seconds.
        #[arg(long, default_value_t = 30)]
        time: u64,
    },
    /// Write docs/results.md from what the other commands left under target/bench.
    Results,
}

/// Runs a command.
pub(crate) fn run(command: &Evaluation) -> Result<ExitCode> {
    match command {
        Evaluation::Whole(scope) => whole(scope),
        Evaluation::Strategies(scope) => experiment::run(&strategies(scope)),
        Evaluation::Bugs(scope) => experiment::run(&bugs(scope)),
        Evaluation::Breakdown(scope) => experiment::run(&breakdown(scope)),
        Evaluation::Ablation(scope) => experiment::run(&ablation(scope)),
        Evaluation::TraceSensitivity(scope) => experiment::run(&trace_sensitivity(scope)),
        Evaluation::ModelHelps(scope) => experiment::run(&model_helps(scope)),
        Evaluation::Compare(given) => compare::run(given),
        Evaluation::Mutation { name, time, quick } => mutation::run(name, if *quick { 10 } else { *time }, *quick),
        Evaluation::Minimal { name, time } => minimal::run(name, *time),
        Evaluation::Results => results::run(),
    }
}

/// One after the other; a command that fails is told and does not keep the next ones from running.
fn whole(scope: &Scope) -> Result<ExitCode> {
    let plans = [strategies, bugs, breakdown, ktail_plan, trace_sensitivity];
    let deadline = scope.deadline();
    let mut ok = true;
    let mut note = |what: &str, result: Result<ExitCode>| match result {
        Ok(code) => ok &= code == ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bench: {what}: {why:#}");
            ok = false;
        }
    };
    for plan in plans {
        let plan = Plan {
            deadline,
            ..plan(scope)
        };
        println!("\n## {}\n", plan.title);
        note(plan.name, experiment::run(&plan));
    }
    if deadline.is_none_or(|deadline| Instant::now() < deadline) {
        println!("\n## Speed\n");
        let name = scope
            .names
            .iter()
            .find(|name| names().any(|other| other == name.as_str()));
        let (rounds, time) = match scope.extent() {
            Extent::Full => (3, scope.time),
            Extent::Quick | Extent::Short => (1, scope.time.or(Some(10))),
        };
        let name = name.map_or(QUICK, String::as_str);
        note("recording", crate::recording::run(name, 17, rounds, None));
        note(
            "throughput",
            crate::throughput::run(&scope.names, time, None, scope.quick),
        );
    }
    results::run()?;
    Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// `ktail NAME`: coverage and size of the model for each length of tails (Figure 11).
pub(crate) fn ktail(scope: &Scope) -> Result<ExitCode> {
    experiment::run(&ktail_plan(scope))
}

fn ktail_plan(scope: &Scope) -> Plan {
    let full = ["sat4j", "jsap", "rhino", "bcel", "commons-collections4"];
    let mut plan = scope.plan("ktail", "Model size and coverage by kTail", &["commons-cli"], &full);
    plan.variants.push(Variant::new("no kTail", scope.guidance()));
    plan.variants.extend((1..=5).map(|k| Variant {
        ktail: Some(k),
        ..Variant::new(&format!("K = {k}"), scope.guidance())
    }));
    plan
}

fn strategies(scope: &Scope) -> Plan {
    let every: Vec<&str> = all_names().collect();
    let mut plan = scope.plan("strategies", "Strategies", &["commons-cli"], &every);
    plan.samples = vec![Size::Full];
    let guidances: &[&str] = if scope.paper { &["off"] } else { &["off", "on"] };
    for guidance in guidances {
        // Palus is the last: it gets the paper's own budget too.
        for strategy in ["randoop", "recgen", "palulu", "palus"] {
            let options = format!("--strategy {strategy} --guidance {guidance}");
            plan.variants
                .push(Variant::new(&format!("{strategy}, guidance {guidance}"), &options));
        }
    }
    if plan.extent == Extent::Full && !scope.paper {
        plan.budgets = scope
            .time
            .map_or(vec![10, 30, 100], |time| vec![time])
            .into_iter()
            .map(Budget::Seconds)
            .collect();
        plan.per_class = scope.time.is_none().then_some(("commons-csv", 100));
    }
    plan
}

fn bugs(scope: &Scope) -> Plan {
    let every: Vec<&str> = all_names().collect();
    let mut plan = scope.plan("bugs", "Failures found", &["commons-cli"], &every);
    for strategy in ["randoop", "palulu", "recgen", "palus"] {
        let variant = |oracle: &str, contracts: &str| {
            let options = format!("--strategy {strategy} --contracts {contracts} {}", scope.guidance());
            Variant::new(&format!("{strategy}, {oracle}"), &options)
        };
        plan.variants.push(variant("the paper's contracts", "paper"));
        plan.variants.push(variant("all contracts", "all"));
        plan.variants.push(Variant {
            theories: true,
            ..variant("theories too", "all")
        });
    }
    plan
}

/// Libraries of different kinds that are measured fast.
pub(crate) const COMMONS: [&str; 5] = [
    "commons-cli",
    "commons-csv",
    "commons-codec",
    "commons-collections4",
    "commons-lang3",
];

fn breakdown(scope: &Scope) -> Plan {
    let every: Vec<&str> = all_names().collect();
    let mut plan = scope.plan("breakdown", "What each part adds", &["commons-cli"], &every);
    plan.variants = ADDED.map(|(name, options)| Variant::new(name, options)).to_vec();
    plan.variants.extend([
        Variant::new("feedback on", "--strategy randoop --guidance off --feedback on"),
        Variant::new("feedback off", "--strategy randoop --guidance off --feedback off"),
    ]);
    if !scope.paper {
        plan.variants.extend([
            Variant::new("guided", ""),
            Variant::new("guided, by states too", "--state-feedback on"),
        ]);
    }
    plan
}

fn ablation(scope: &Scope) -> Plan {
    let mut plan = scope.plan("ablation", "Each part left out in turn", &["commons-cli"], &COMMONS);
    plan.variants.push(Variant::new("everything", ""));
    for part in PARTS {
        plan.variants
            .push(Variant::new(&format!("without {part}"), &format!("--without {part}")));
    }
    plan
}

fn trace_sensitivity(scope: &Scope) -> Plan {
    let full = ["sat4j", "jsap", "rhino", "bcel", "joda-time", "jsoup", "commons-cli"];
    let mut plan = scope.plan(
        "trace-sensitivity",
        "A small sample run against a full one",
        &["sat4j", "jsap"],
        &full,
    );
    plan.samples = vec![Size::Small, Size::Full];
    plan.variants = vec![
        Variant {
            model: Some(Size::Small),
            ..Variant::new("model of the small run", scope.guidance())
        },
        Variant::new("model of the full run", scope.guidance()),
    ];
    plan
}

fn model_helps(scope: &Scope) -> Plan {
    let mut plan = scope.plan("model-helps", "With and without a model", &COMMONS[..3], &COMMONS);
    plan.budgets = vec![Budget::Seconds(scope.time.unwrap_or(10))];
    plan.variants = vec![
        Variant {
            model: None,
            ..Variant::new("without a model", "")
        },
        Variant::new("with the model", ""),
    ];
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(names: &[&str], quick: bool) -> Scope {
        Scope {
            names: names.iter().map(|&name| name.to_owned()).collect(),
            quick,
            short: false,
            time: None,
            paper: false,
            sequences: Vec::new(),
            seeds: None,
            resume: false,
            within: None,
        }
    }

    fn plans(scope: &Scope) -> Vec<Plan> {
        [
            strategies,
            bugs,
            breakdown,
            ablation,
            ktail_plan,
            trace_sensitivity,
            model_helps,
        ]
        .map(|plan| plan(scope))
        .into()
    }

    /// Of all budgets together.
    fn seconds(plan: &Plan) -> u64 {
        plan.budgets.iter().filter_map(|budget| budget.seconds()).sum()
    }

    #[test]
    fn the_papers_form_has_no_guidance_and_budgets_in_sequences_of_five_seeds() {
        let papers = Scope {
            paper: true,
            ..scope(&[], false)
        };
        for plan in [strategies, bugs, breakdown, ktail_plan, trace_sensitivity].map(|plan| plan(&papers)) {
            assert_eq!((plan.budgets.len(), plan.seeds.len()), (4, 5), "{}", plan.name);
            assert!(plan.budgets.iter().all(|budget| budget.seconds().is_none()));
            let guided = |variant: &&Variant| !variant.options.join(" ").contains("--guidance off");
            assert_eq!(plan.variants.iter().filter(guided).count(), 0, "{}", plan.name);
            assert_eq!(plan.libraries, CONSTRAINED);
        }
    }

    #[test]
    fn a_quick_plan_generates_for_two_and_a_half_minutes_at_the_most() {
        for plan in plans(&scope(&[], true)) {
            let cells = plan.libraries.len() * plan.variants.len() * plan.seeds.len();
            let seconds = cells as u64 * seconds(&plan);
            assert!(seconds <= 150 && plan.per_class.is_none(), "{}: {seconds} s", plan.name);
        }
    }

    #[test]
    fn a_short_plan_has_the_libraries_of_the_full_one_in_less_than_a_tenth_of_its_time() {
        let short = Scope {
            short: true,
            ..scope(&[], false)
        };
        let seconds = |plan: &Plan| plan.variants.len() as u64 * plan.seeds.len() as u64 * seconds(plan);
        for (short, full) in plans(&short).iter().zip(plans(&scope(&[], false))) {
            assert_eq!(short.libraries, full.libraries, "{}", full.name);
            // `model-helps` has 10 s in full too.
            let share = if full.name == "model-helps" { 3 } else { 9 };
            assert!(seconds(short) * share <= seconds(&full), "{}", full.name);
            assert!(short.per_class.is_none(), "{}", full.name);
        }
    }

    #[test]
    fn every_run_of_a_plan_has_a_name_of_its_own() {
        for plan in plans(&scope(&[], false)) {
            let names: std::collections::BTreeSet<&str> = plan.variants.iter().map(|v| v.name.as_str()).collect();
            assert_eq!(names.len(), plan.variants.len(), "{}", plan.name);
        }
    }

    #[test]
    fn libraries_that_are_named_replace_the_plans_own() {
        let plan = strategies(&scope(&["rhino"], true));
        assert_eq!(plan.libraries, ["rhino"]);
    }
}
