//! What is said of a run: `palus.json`'s content, and the few lines on standard output.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use palus_classes::ClassIndex;
use palus_emit::report::Dropped;
use palus_emit::summary::{
    BudgetSummary, ClassSummary, CoverageSummary, KeptForSummary, MutantSummary, PhaseSummary, RunSummary, SCHEMA,
    SequenceSummary, SolveSummary, Summary, TestSummary, UnmadeAnswer, WorkerSummary,
};
use palus_sequence::work::{ClassReport, KeptTest, Reason, StrategyName};
use palus_sequence::{Statement, signature};
use palus_suite::GoalKind;

use super::coverage::Covered;
use super::found::{Found, Fragile};
use super::options::GenerateOptions;
use super::suite::{NamedTest, Suite};

/// A method by the name of its class and its signature as reports show it.
type Method = (String, String);

/// What `palus.json` says of the suite as it is handed over.
pub(super) fn build(
    index: &ClassIndex,
    options: &GenerateOptions,
    found: &Found,
    suite: &Suite,
    covered: &Covered,
    phases: PhaseSummary,
    wall: Duration,
) -> Summary {
    let mut budget = BudgetSummary::from(options.budget);
    // The search got a part of a time budget; what was asked for is the whole.
    budget.value = options.asked;
    let [passing, failing] = [false, true].map(|kind| suite.files.iter().filter(move |file| file.failing == kind));
    let tests =
        |files: &mut dyn Iterator<Item = &palus_emit::java::SourceFile>| files.map(|f| f.tests.len() as u64).sum();
    let assertions = passing
        .clone()
        .flat_map(|file| &file.tests)
        .map(|test| test.assertions as u64)
        .sum();
    Summary {
        schema: SCHEMA,
        seed: options.seed,
        strategy: strategy_name(options.search.strategy).to_owned(),
        budget,
        sequences: SequenceSummary::from(&found.counts),
        mutants: MutantSummary::from(&found.counts),
        calls: found.counts.calls,
        tests: TestSummary {
            passing: tests(&mut passing.clone()),
            failing: tests(&mut failing.clone()),
            assertions,
            dropped_uncompilable: suite.dropped_for(Reason::Uncompilable),
            fragile: fragile(found),
            kept_for: kept_for(suite),
            dropped_flaky: suite.dropped_for(Reason::NonDeterministic) + found.dropped_for(Reason::NonDeterministic),
        },
        fields: None,
        seeds: None,
        solve: found.solved.clone(),
        coverage: CoverageSummary::of(&covered.classes),
        search: Some(CoverageSummary::from(&found.counts)),
        searches: found.searches.clone(),
        unmade_answers: unmade(found),
        classes: classes(index, found, suite, covered),
        run: RunSummary {
            wall_ms: wall.as_millis() as u64,
            jvm: found.jvm.clone(),
            workers: WorkerSummary::new(found.started, &found.lost),
            wall_clock_struck: found.wall_clock_struck,
            sequences_per_s: per_second(found.counts.executed, found.search_ms),
            phases,
        },
    }
}

/// What collaborators answered in the recording and no test can make.
fn unmade(found: &Found) -> Vec<UnmadeAnswer> {
    let unmade = found.unmade.iter().cloned();
    unmade.map(|(method, class)| UnmadeAnswer { method, class }).collect()
}

/// The passing tests by what only they have.
/// Tests that lost something for their surroundings, by what they hung on.
fn fragile(found: &Found) -> BTreeMap<String, u64> {
    let mut fragile = BTreeMap::new();
    for test in &found.fragile {
        let named = test.facts.iter().map(|fact| fact.code());
        for fact in named.chain(test.facts.is_empty().then_some("unknown")) {
            *fragile.entry(fact.to_owned()).or_default() += 1;
        }
    }
    fragile
}

fn kept_for(suite: &Suite) -> KeptForSummary {
    let goals = || {
        let passing = suite.kept().filter(|(_, test)| test.violates.is_none());
        passing.map(|(_, test)| &test.goals)
    };
    let mut holders: BTreeMap<u64, u32> = BTreeMap::new();
    for goal in goals().flatten() {
        *holders.entry(*goal).or_default() += 1;
    }
    let mut kept_for = KeptForSummary::default();
    for goals in goals() {
        let own = goals.iter().filter(|goal| holders[goal] == 1);
        *match own.map(|goal| GoalKind::of(*goal)).min() {
            Some(GoalKind::Edge) => &mut kept_for.branches,
            Some(GoalKind::Outcome | GoalKind::Answer) => &mut kept_for.outcomes,
            Some(GoalKind::Mutant) => &mut kept_for.mutants,
            None => &mut kept_for.nothing,
        } += 1;
    }
    kept_for
}

/// How many a second, when so many took so many milliseconds.
pub(super) fn per_second(count: u64, millis: u64) -> f64 {
    count as f64 * 1000.0 / millis.max(1) as f64
}

/// A strategy as the command line names it.
pub(super) fn strategy_name(strategy: StrategyName) -> &'static str {
    match strategy {
        StrategyName::Palus => "palus",
        StrategyName::Palulu => "palulu",
        StrategyName::Recgen => "recgen",
        StrategyName::Randoop => "randoop",
    }
}

/// The workers' reports, corrected by what became of the tests afterwards.
fn classes(index: &ClassIndex, found: &Found, suite: &Suite, measured: &Covered) -> Vec<ClassSummary> {
    let covered: BTreeSet<Method> = suite.kept().flat_map(called).collect();
    let mut lost: BTreeMap<Method, Reason> = BTreeMap::new();
    for (&index, &reason) in &suite.dropped {
        lost.extend(called(suite.tests[index]).map(|method| (method, reason)));
    }
    for (test, group, reason) in &found.dropped {
        lost.extend(called((&found.groups[*group].symbols, test)).map(|method| (method, *reason)));
    }
    let mut written: BTreeMap<&str, u64> = BTreeMap::new();
    for file in suite.files.iter().filter(|file| !file.failing) {
        *written.entry(&file.subject).or_default() += file.tests.len() as u64;
    }
    let summary = |report: &ClassReport| {
        let tests = written.get(report.name.as_str()).copied().unwrap_or(0);
        let mut report = corrected(report, &covered, &lost);
        name_chances(&mut report, index);
        let summary = ClassSummary::new(&report, tests);
        match measured.classes.iter().find(|class| class.name == report.name) {
            Some(class) => summary.covering(class),
            None => summary,
        }
    };
    found.classes.iter().map(summary).collect()
}

/// A method is covered when a test that is handed over calls it, whichever group found the test.
fn corrected(report: &ClassReport, covered: &BTreeSet<Method>, lost: &BTreeMap<Method, Reason>) -> ClassReport {
    let mut report = report.clone();
    for method in &mut report.methods {
        let key = (report.name.clone(), method.method.clone());
        let was_covered = method.covered;
        method.covered = covered.contains(&key);
        if method.covered {
            method.silent = None;
        } else if was_covered {
            let reason = lost.get(&key).copied().unwrap_or(Reason::NothingNew);
            let detail = match reason {
                Reason::NotAccessible => "the Java compiler does not read a class that its tests name",
                Reason::Uncompilable => "the tests that called it did not compile",
                Reason::NonDeterministic => "the tests that called it did not come out the same again",
                Reason::LeavesTraces => "its tests leave something changed for those after them, or a file",
                Reason::Prints => "its tests print, and nothing is to be seen when a suite runs",
                Reason::EndsJvm => "its tests try to end the virtual machine",
                Reason::StartsThreads => "its tests try to start threads",
                Reason::TimedOut | Reason::NeverEnded => "its tests do not always come to an end",
                Reason::Exhausted => "its tests can run out of stack, heap or descriptors",
                Reason::Refused => "the sandbox refused what its tests wanted of the machine",
                Reason::BudgetSpent => "there was no time to check its tests",
                Reason::MissingClass => "its tests need a class that the class path does not have",
                _ => "its test was taken into another class",
            };
            method.silent = Some((reason, detail.to_owned()));
        }
    }
    report
}

/// Says of methods that did not do the same twice what they ask that no test controls.
fn name_chances(report: &mut ClassReport, index: &ClassIndex) {
    let unsteady = |silent: &Option<(Reason, String)>| matches!(silent, Some((Reason::NonDeterministic, _)));
    if !report.methods.iter().any(|method| unsteady(&method.silent)) {
        return;
    }
    let Some(class) = index.class(&report.name) else { return };
    for (position, declared) in class.methods.iter().enumerate() {
        let signature = signature(&class.name, &declared.name, &declared.descriptor);
        let method = report.methods.iter_mut().find(|method| method.method == signature);
        if let Some((Reason::NonDeterministic, detail)) = method.and_then(|method| method.silent.as_mut())
            && let Some((chance, by)) = index.chance(&class, position)
        {
            let simple = by.owner.rsplit(['.', '$']).next().unwrap_or(&by.owner);
            let member = if &*by.name == "<init>" { "new" } else { &*by.name };
            *detail = format!("{detail}: {} ({simple}.{member})", chance.words());
        }
    }
}

/// The methods that a test calls.
fn called((symbols, test): NamedTest<'_>) -> impl Iterator<Item = Method> {
    test.sequence
        .statements
        .iter()
        .filter_map(move |statement| match statement {
            Statement::Call { method, .. } => {
                let owner = symbols.type_runtime_name(symbols.get(*method).owner);
                Some((owner, symbols.signature(*method)))
            }
            _ => None,
        })
}

/// The tests that were not written, for the report.
pub(super) fn dropped(found: &Found, suite: &Suite) -> Vec<Dropped> {
    let entry = |test: &KeptTest, reason: Reason| Dropped {
        name: test.subject.clone(),
        reason: reason.code().to_owned(),
    };
    let later = suite
        .dropped
        .iter()
        .map(|(&index, &reason)| entry(suite.tests[index].1, reason));
    let earlier = found.dropped.iter().map(|(test, _, reason)| entry(test, *reason));
    let fragile = found.fragile.iter().map(|fragile| Dropped {
        name: fragile.subject.clone(),
        reason: format!(
            "{} on {}",
            if fragile.is_dropped {
                "it hangs"
            } else {
                "an assertion of it hangs"
            },
            hung_on(fragile)
        ),
    });
    earlier.chain(later).chain(fragile).collect()
}

fn hung_on(fragile: &Fragile) -> String {
    let facts: Vec<&str> = fragile.facts.iter().map(|fact| fact.code()).collect();
    if facts.is_empty() {
        "what surrounds it".to_owned()
    } else {
        facts.join(" and ")
    }
}

/// What is printed when there is nothing else to print.
pub(super) fn told(summary: &Summary, out: &Path) -> String {
    let tests = &summary.tests;
    let with_tests = summary.classes.iter().filter(|class| class.tests > 0).count();
    let mut lines = vec![format!(
        "{} tests for {with_tests} of {} classes in {}",
        tests.passing,
        summary.classes.len(),
        out.join("java").display()
    )];
    if tests.failing > 0 {
        lines.push(format!(
            "{} tests that reveal an error in {}",
            tests.failing,
            out.join("failures/java").display()
        ));
    }
    lines.extend(summary.solve.as_ref().map(SolveSummary::sentence));
    lines.push(format!("report: {}\n", out.join("report.html").display()));
    lines.join("\n")
}
