//! `palus violations`: what was always true while the tests ran, and the few generated tests for which it is not.

mod calls;
mod find;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::bail;
use palus_invariant::Moment;
use palus_sequence::work::Budget;

use crate::args::ViolationsArgs;
use crate::exit::{Exit, say};
use crate::generate::{GenerateOptions, Selection, Sift, run_sifted};
use crate::invariants::infer;
use crate::model::print;
use crate::progress::Reporter;
use find::{Finder, Told};

/// The share of a budget of time after which no more sequences are looked at; the rest is for making tests of them.
const LOOKING_SHARE: f64 = 0.6;

/// Runs the command.
pub(crate) fn run(args: &ViolationsArgs) -> anyhow::Result<Exit> {
    let mut options = GenerateOptions::resolve(&args.generate)?;
    let inferred = infer(&args.file, &args.inference, args.generate.classpath.as_deref())?;
    let began = Instant::now();
    let statements = |report: &palus_invariant::PointReport| report.claims.len();
    let count: usize = inferred.report.points.iter().map(statements).sum();
    if count == 0 {
        inferred.tell();
        bail!(
            "nothing was always true of what the tests called, so nothing can break it; let the tests call it more often"
        );
    }
    if matches!(options.selection, Selection::FirstEntry) {
        let mut globs: Vec<String> = inferred
            .report
            .points
            .iter()
            .map(|point| point.point.class.to_string())
            .collect();
        globs.dedup();
        options.selection = Selection::Chosen {
            globs,
            list: Vec::new(),
        };
    }
    let all = Duration::from_millis(options.asked);
    let until = matches!(options.budget, Budget::Time { .. }).then(|| began + all.mul_f64(LOOKING_SHARE));
    // What the tests would catch is not asked here.
    options.search.without.push("mutants".to_owned());
    let (tests, methods) = (inferred.tests, methods(&inferred.report));
    let told = Rc::new(RefCell::new(Told::default()));
    let finder = Finder {
        inferred,
        with_pre: args.pre,
        depth: args.inference.depth,
        class_path: options.class_path.clone(),
        until,
    };
    let reporter = Reporter::new(options.quiet);
    let found = Rc::clone(&told);
    let sift: Sift = Box::new(move |ran, results| finder.sift(ran, results, &mut found.borrow_mut()));
    let generated = run_sifted(&options, sift, &reporter)?;
    reporter.finish();
    let told = told.borrow();
    let broken: usize = told.violations.len();
    let mut text = format!(
        "{count} invariants of {methods} methods and classes from {tests} tests; {} sequences break {broken} of them\n",
        told.sequences
    );
    for violation in &told.violations {
        text.push_str(&violation.line());
    }
    print(&text)?;
    if broken > 0 {
        let written = generated.map_or(0, |generated| generated.summary.tests.passing);
        print(&format!(
            "{written} tests in {}, each with what it breaks and what was seen there\n",
            options.out.join("java").display()
        ))?;
    }
    if told.lost > 0 {
        say(&format!(
            "{} sequences could not be run again and were not looked at",
            told.lost
        ));
    }
    Ok(Exit::Done)
}

/// How many methods and classes have a statement about them.
fn methods(report: &palus_invariant::Report) -> usize {
    let with_claims = report.points.iter().filter(|report| !report.claims.is_empty());
    let mut named: Vec<_> = with_claims
        .map(|report| (&report.point.class, &report.point.method))
        .collect();
    named.dedup();
    named.len()
}

/// What kind of statement a moment's are.
fn category(moment: Moment) -> &'static str {
    match moment {
        Moment::Enter => "before",
        Moment::Exit => "after",
        Moment::Object => "object",
    }
}
