//! From runs to verdicts: a test is flaky when its verdict changed with a fact, did so a second time, and did not change by itself.

use std::collections::{BTreeMap, BTreeSet};

use palus_supervise::{Fact, RunReport, TestVerdict, Variation};

/// A test: its class, binary name, and its method.
type Test = (String, String);

/// A test that fails when a fact has another value.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub(super) struct Flaky {
    /// The test class, binary name.
    pub(super) class: String,
    /// The test method; empty for the class as a whole.
    pub(super) method: String,
    /// The facts on which it hangs, with a value at which it failed and what it said there.
    pub(super) facts: Vec<Cause>,
}

/// One fact on which a test hangs.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub(super) struct Cause {
    /// [`Fact::name`].
    pub(super) fact: &'static str,
    /// Its value.
    pub(super) value: String,
    /// How the test failed, on one line.
    pub(super) message: String,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub(super) struct Report {
    /// How many tests ran.
    pub(super) tests: usize,
    /// `Class.method` of the tests that fail as they are: nothing is said of what they hang on.
    pub(super) failing: Vec<String>,
    /// The flaky ones.
    pub(super) flaky: Vec<Flaky>,
}

/// Runs these classes so, and gives a report for each variation.
type Runs<'r> = &'r dyn Fn(&[String], &[&Variation]) -> anyhow::Result<Vec<RunReport>>;

/// What it takes to judge.
pub(super) struct Judge<'j> {
    pub(super) names: &'j [String],
    pub(super) ran: Runs<'j>,
}

impl Judge<'_> {
    /// Runs the suite in its first surroundings and in all variations.
    pub(super) fn report(&self, variations: &[Variation]) -> anyhow::Result<Report> {
        let base = Variation::base();
        let first = red(&self.once(&base)?);
        let all: BTreeSet<&Test> = first.keys().collect();
        let failing: BTreeSet<&Test> = first
            .iter()
            .filter(|(_, why)| why.is_some())
            .map(|(test, _)| test)
            .collect();
        let varied: Vec<&Variation> = variations.iter().collect();
        let mut suspects = Vec::new();
        let mut seen: BTreeSet<(Fact, Test)> = BTreeSet::new();
        for (variation, report) in varied.iter().zip((self.ran)(self.names, &varied)?) {
            let mut turned = turned(&red(&report), &failing, &all);
            // One value of a fact is enough to show that a test hangs on it.
            turned.retain(|(test, _)| seen.insert((variation.fact, test.clone())));
            if !turned.is_empty() {
                suspects.push((*variation, turned));
            }
        }
        // The same once more: what changes then, changes by itself.
        let again = red(&self.once(&base)?);
        let third = red(&self.once(&base)?);
        let mut causes: BTreeMap<Test, Vec<(Fact, Cause)>> = BTreeMap::new();
        let differs = |test: &Test| {
            let was = failing.contains(test);
            [&again, &third]
                .into_iter()
                .any(|run| run.get(test).is_some_and(|why| why.is_some() != was))
        };
        for test in all.iter().filter(|test| differs(test)) {
            let said = [&first, &again, &third]
                .into_iter()
                .find_map(|run| run.get(*test).cloned().flatten());
            add(&mut causes, test, &base, said.unwrap_or_default());
        }
        for (variation, turned) in &suspects {
            // One by one: beside another run of this suite a test may fail for want of a port or a file that the other one holds.
            let second = red(&self.once(variation)?);
            for (test, message) in turned.iter().filter(|(test, _)| !differs(test)) {
                match second.get(test) {
                    Some(Some(_)) => add(&mut causes, test, variation, message.clone()),
                    _ => add(&mut causes, test, &base, message.clone()),
                }
            }
        }
        let failing = failing
            .iter()
            .filter(|test| !differs(test))
            .map(|(class, method)| format!("{class}.{method}"));
        Ok(Report {
            tests: all.len(),
            failing: failing.collect(),
            flaky: causes.into_iter().map(flaky).collect(),
        })
    }

    fn once(&self, variation: &Variation) -> anyhow::Result<RunReport> {
        let reports = (self.ran)(self.names, &[variation])?;
        reports
            .into_iter()
            .next()
            .ok_or_else(|| anyhow::anyhow!("the suite did not run; run the command again"))
    }
}

/// Each test that ran, with what it failed with. A test with several invocations fails when one does; a skipped one says nothing.
fn red(report: &RunReport) -> BTreeMap<Test, Option<String>> {
    let mut red: BTreeMap<Test, Option<String>> = BTreeMap::new();
    for result in &report.tests {
        if is_skipped(&result.message) {
            continue;
        }
        let why = (result.verdict != TestVerdict::Passed).then(|| result.message.clone());
        let so_far = red.entry((result.class.clone(), result.method.clone())).or_default();
        *so_far = so_far.take().or(why);
    }
    red
}

fn is_skipped(message: &str) -> bool {
    [
        "skipped: ",
        "org.opentest4j.TestAbortedException",
        "org.junit.AssumptionViolatedException",
    ]
    .iter()
    .any(|begin| message.starts_with(begin))
}

/// The tests that passed at first and fail now, and the classes that could not start.
fn turned(
    run: &BTreeMap<Test, Option<String>>,
    failing: &BTreeSet<&Test>,
    all: &BTreeSet<&Test>,
) -> Vec<(Test, String)> {
    let failed = run.iter().filter_map(|(test, why)| Some((test, why.as_ref()?)));
    let turned = failed.filter(|(test, _)| !failing.contains(test) && (all.contains(test) || test.1.is_empty()));
    turned.map(|(test, why)| (test.clone(), why.clone())).collect()
}

fn add(causes: &mut BTreeMap<Test, Vec<(Fact, Cause)>>, test: &Test, variation: &Variation, message: String) {
    let facts = causes.entry(test.clone()).or_default();
    if facts.iter().all(|(fact, _)| *fact != variation.fact) {
        let cause = Cause {
            fact: variation.fact.name(),
            value: variation.value.clone(),
            message,
        };
        facts.push((variation.fact, cause));
    }
}

/// What says nothing more beside another fact: a test that needs another class before it fails in other orders too, and one that needs a
/// port or a file of its own also fails, by chance, when another run beside it has them.
const IMPLIED: [(Fact, Fact); 3] = [
    (Fact::StaticState, Fact::Order),
    (Fact::Port, Fact::Chance),
    (Fact::Files, Fact::Chance),
];

fn flaky(((class, method), mut facts): (Test, Vec<(Fact, Cause)>)) -> Flaky {
    for (fact, implied) in IMPLIED {
        if facts.iter().any(|(told, _)| *told == fact) {
            facts.retain(|(told, _)| *told != implied);
        }
    }
    Flaky {
        class,
        method,
        facts: facts.into_iter().map(|(_, cause)| cause).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palus_supervise::TestResult;

    /// A suite of one test that wants a port of its own, as [`Judge`] runs it: where several runs are going on, those behind the first find
    /// it taken.
    fn on_a_port(variations: &[&Variation]) -> Vec<RunReport> {
        let report = |(at, variation): (usize, &&Variation)| {
            let is_taken = at > 0 || variation.fact == Fact::Port;
            let (verdict, message) = if is_taken {
                (TestVerdict::Failed, "taken".to_owned())
            } else {
                (TestVerdict::Passed, String::new())
            };
            let test = TestResult {
                class: "a.PortTest".to_owned(),
                method: "binds".to_owned(),
                verdict,
                printed: false,
                message,
            };
            RunReport {
                tests: vec![test],
                ..RunReport::nothing()
            }
        };
        variations.iter().enumerate().map(report).collect()
    }

    #[test]
    fn what_runs_beside_each_other_take_from_each_other_is_told_of_no_other_fact() {
        let names = ["a.PortTest".to_owned()];
        let variations = Variation::all("libpalus.so".as_ref(), &[]);
        let judge = Judge {
            names: &names,
            ran: &|_, variations| Ok(on_a_port(variations)),
        };
        let report = judge.report(&variations).unwrap();
        let [flaky] = report.flaky.as_slice() else {
            panic!("{report:?}")
        };
        let facts: Vec<&str> = flaky.facts.iter().map(|cause| cause.fact).collect();
        assert_eq!(facts, ["port"]);
    }
}
