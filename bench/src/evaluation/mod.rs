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
use crate::subject::{Size, all_names, names};
pub(crate) use cell::emitted;
use experiment::{Extent, Plan, Variant};
pub(crate) use ledger::Ledger;
pub(crate) use results::kept;

/// The parts of the strategy that `ablation` leaves out in turn.
const PARTS: [&str; 8] = [
    "model",
    "constraints",
    "dependence",
    "constants",
    "operands",
    "inputs",
    "mutation",
    "effort",
];

/// Which cells of the matrix are measured.
#[derive(Args, Clone, Debug)]
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

    fn extent(&self) -> Extent {
        match (self.quick, self.short) {
            (true, _) => Extent::Quick,
            (false, true) => Extent::Short,
            (false, false) => Extent::Full,
        }
    }

    fn plan(&self, name: &'static str, title: &'static str, quick: &[&str], full: &[&str]) -> Plan {
        let extent = self.extent();
        let planned = if extent == Extent::Quick { quick } else { full };
        let libraries = if self.names.is_empty() {
            planned.iter().map(|&library| library.to_owned()).collect()
        } else {
            self.names.clone()
        };
        let (seconds, seeds) = if extent == Extent::Full { (30, 3) } else { (10, 1) };
        let seeds = self.seeds.unwrap_or(seeds);
        Plan {
            name,
            title,
            extent,
            libraries,
            samples: Vec::new(),
            variants: Vec::new(),
            seconds: vec![self.time.unwrap_or(seconds)],
            seeds: (1..=seeds).collect(),
            per_class: None,
            resume: self.resume,
            kept: results::kept(),
            deadline: self.deadline(),
        }
    }
}

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
    plan.variants.push(Variant::new("no kTail", ""));
    plan.variants.extend((1..=5).map(|k| Variant {
        ktail: Some(k),
        ..Variant::new(&format!("K = {k}"), "")
    }));
    plan
}

fn strategies(scope: &Scope) -> Plan {
    let every: Vec<&str> = all_names().collect();
    let mut plan = scope.plan("strategies", "Strategies", &["commons-cli"], &every);
    plan.samples = vec![Size::Full];
    for guidance in ["off", "on"] {
        // Palus is the last: it gets the paper's own budget too.
        for strategy in ["randoop", "recgen", "palulu", "palus"] {
            let options = format!("--strategy {strategy} --guidance {guidance}");
            plan.variants
                .push(Variant::new(&format!("{strategy}, guidance {guidance}"), &options));
        }
    }
    if plan.extent == Extent::Full {
        plan.seconds = scope.time.map_or(vec![10, 30, 100], |time| vec![time]);
        plan.per_class = scope.time.is_none().then_some(("commons-csv", 100));
    }
    plan
}

fn bugs(scope: &Scope) -> Plan {
    let every: Vec<&str> = all_names().collect();
    let mut plan = scope.plan("bugs", "Failures found", &["commons-cli"], &every);
    for strategy in ["randoop", "palulu", "recgen", "palus"] {
        let variant = |oracle: &str, contracts: &str| {
            let options = format!("--strategy {strategy} --contracts {contracts}");
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
    plan.variants = vec![
        Variant::new("random", "--guidance off --without model,constraints,dependence"),
        Variant::new("+ model", "--guidance off --without constraints,dependence"),
        Variant::new("+ constraints", "--guidance off --without dependence"),
        Variant::new("+ dependence", "--guidance off"),
        Variant::new("feedback on", "--strategy randoop --guidance off --feedback on"),
        Variant::new("feedback off", "--strategy randoop --guidance off --feedback off"),
        Variant::new("guided", ""),
        Variant::new("guided, by states too", "--state-feedback on"),
    ];
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
            ..Variant::new("model of the small run", "")
        },
        Variant::new("model of the full run", ""),
    ];
    plan
}

fn model_helps(scope: &Scope) -> Plan {
    let mut plan = scope.plan("model-helps", "With and without a model", &COMMONS[..3], &COMMONS);
    plan.seconds = vec![scope.time.unwrap_or(10)];
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

    #[test]
    fn a_quick_plan_generates_for_two_and_a_half_minutes_at_the_most() {
        for plan in plans(&scope(&[], true)) {
            let cells = plan.libraries.len() * plan.variants.len() * plan.seeds.len();
            let seconds = cells as u64 * plan.seconds.iter().sum::<u64>();
            assert!(seconds <= 150 && plan.per_class.is_none(), "{}: {seconds} s", plan.name);
        }
    }

    #[test]
    fn a_short_plan_has_the_libraries_of_the_full_one_in_less_than_a_tenth_of_its_time() {
        let short = Scope {
            short: true,
            ..scope(&[], false)
        };
        let seconds =
            |plan: &Plan| plan.variants.len() as u64 * plan.seeds.len() as u64 * plan.seconds.iter().sum::<u64>();
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
