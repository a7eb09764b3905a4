//! `palus violations`: what was always true while the tests ran, and the few generated tests for which it is not.

mod calls;
mod chase;
mod cover;
mod find;
mod rank;
mod shorten;
mod told;
mod visit;
mod write;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::bail;
use palus_classes::ClassIndex;
use palus_sequence::work::Budget;
use palus_supervise::Jdk;

use crate::args::{Switch, ViolationsArgs};
use crate::exit::{Exit, say};
use crate::generate::{GenerateOptions, OLDEST_JAVA, Selection, Sift, run_sifted};
use crate::invariants::infer;
use crate::model::print;
use crate::progress::Reporter;
use crate::source::Source;
use find::Finder;
use told::Told;

/// The share of a budget of time after which no more sequences are looked at; the rest is for making tests of them.
const LOOKING_SHARE: f64 = 0.6;

/// Runs the command.
pub(crate) fn run(args: &ViolationsArgs) -> anyhow::Result<Exit> {
    let mut options = GenerateOptions::resolve(&args.generate)?;
    let class_path = args.generate.classpath.as_deref();
    let source = Source::find(&args.suite.with(class_path, args.inference.watched()), "violations")?;
    let inferred = infer(&source, &args.inference, class_path)?;
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
        options.selection = of_which_something_is_true(&inferred.report, &options)?;
    }
    let all = Duration::from_millis(options.asked);
    let until = matches!(options.budget, Budget::Time { .. }).then(|| began + all.mul_f64(LOOKING_SHARE));
    // What the tests would catch is not asked here.
    options.search.without.push("mutants".to_owned());
    let (tests, methods) = (inferred.tests, methods(&inferred.report));
    let summary = move |told: &Told| {
        let chased = match told.chased {
            0 => String::new(),
            chased => format!(" and {chased} that were made of such as came near"),
        };
        let left_out = match told.left_out {
            0 => String::new(),
            tests => format!("; {tests} tests that break others are not shown (--most)"),
        };
        format!(
            "{count} invariants of {methods} methods and classes from {tests} tests; {} sequences{chased} break {} of them{left_out}",
            told.sequences,
            told.violations.len()
        )
    };
    let told = Rc::new(RefCell::new(Told::default()));
    let finder = Finder {
        inferred,
        with_pre: args.pre,
        depth: args.inference.depth,
        class_path: options.class_path.clone(),
        until,
        rounds: args.iterations,
        most: args.most as usize,
        chases: args.chase == Switch::On,
    };
    let reporter = Reporter::new(options.quiet);
    let found = Rc::clone(&told);
    let sift: Sift = Box::new(move |ran, results| finder.sift(ran, results, &summary, &mut found.borrow_mut()));
    let generated = run_sifted(&options, sift, &reporter)?;
    reporter.finish();
    let told = told.borrow();
    let mut text = summary(&told) + "\n";
    for violation in &told.violations {
        text.push_str(&violation.line());
    }
    print(&text)?;
    if !told.violations.is_empty() {
        let written = generated.map_or(0, |generated| generated.summary.tests.passing);
        print(&format!(
            "{written} tests in {}, each with what it breaks and what was seen there; {} shows them\n",
            options.out.join("java").display(),
            options.out.join("report.html").display()
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

/// The classes that are searched where none were named: of the class path, for a recording may have seen helpers of the tests too.
fn of_which_something_is_true(
    report: &palus_invariant::Report,
    options: &GenerateOptions,
) -> anyhow::Result<Selection> {
    let jdk = Jdk::find(OLDEST_JAVA, "violations")?;
    let index = ClassIndex::open(&options.class_path, jdk.home())?;
    let classes = report.points.iter().map(|point| point.point.class.to_string());
    let mut globs: Vec<String> = classes.collect();
    globs.dedup();
    globs.retain(|class| !index.matching(std::slice::from_ref(class)).is_empty());
    if globs.is_empty() {
        bail!("none of the classes that the tests called can be tested; give their folder or jar with --classpath");
    }
    Ok(Selection::Chosen {
        globs,
        list: Vec::new(),
    })
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
