//! `palus redundant`: which tests do nothing that the tests before them did not.

mod check;
mod coverage;
mod equality;
mod java_text;
mod json;
mod mutants;
mod sources;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use palus_observe::ObjectStates;
use palus_redundant::{Collector, Excluded, Judged, Order, Page, Suites, Technique, Verdict};

use crate::args::{CheckName, OrderName, RedundantArgs, TextOrJson};
use crate::exit::{Exit, say};
use crate::model::print;
use crate::source::{Source, TestSuite, tell_of};

use check::{Checked, Method};
use equality::Answers;
use sources::{Disabled, Sources};

/// What was found out.
struct Found {
    suites: Suites,
    states: ObjectStates,
    /// In the order of the walk.
    judged: Vec<Judged>,
    order: OrderName,
    checked: Option<Checked>,
    /// By class, why `equals` was not believed.
    odd: BTreeMap<String, BTreeSet<String>>,
    /// What only it asserts, by the position of a redundant test; `None` where its source is not known. Empty without sources.
    assertions: BTreeMap<usize, Option<Vec<String>>>,
    /// Redundant tests that stay for that.
    asserting: usize,
    disabled: Option<Disabled>,
}

/// Runs the command.
pub(crate) fn run(args: &RedundantArgs) -> anyhow::Result<Exit> {
    let technique = args.state.technique();
    if technique.needs_objects() && args.source.test_classes.is_none() {
        say(&format!(
            "--state {} calls `equals` on the objects themselves, and a trace has none; give --classpath and --test-classes",
            technique.name()
        ));
        return Ok(Exit::Usage);
    }
    let other = args.against.as_deref().map(Source::at);
    let source = Source::find(&args.source, "redundant")?;
    let (answers, states) = ask(&source, other.as_ref(), technique)?;
    let mut collector = Collector::new(technique, answers.classes);
    let mut states = collect(&source, states, &mut collector)?;
    if let Some(other) = &other {
        collector.next_suite();
        states = collect(other, states, &mut collector)?;
    }
    let suites = collector.finish();
    if let Some(other) = &other {
        let compared = [suites.against(0, 1), suites.against(1, 0)];
        let names = [source.name(), other.name()];
        print(&match args.format {
            TextOrJson::Text => text::compared(&suites, &compared, names),
            TextOrJson::Json => json::compared(&suites, &compared)?,
        })?;
        return Ok(Exit::Done);
    }
    let order = order(args, &suites, source.suite())?;
    let mut sources = Sources::open(&args.sources)?;
    let (judged, asserting) = if args.keep_assertions {
        keep_assertions(&suites, &order, &mut sources)
    } else {
        (suites.walk(0, &order), 0)
    };
    let mut found = Found {
        judged,
        suites,
        states,
        order: args.order,
        checked: None,
        odd: answers.odd,
        assertions: BTreeMap::new(),
        asserting,
        disabled: None,
    };
    if let Some(suite) = source.suite().filter(|_| args.check != CheckName::Off) {
        found.check(suite, args)?;
    }
    if !args.sources.is_empty() {
        found.ask_sources(&mut sources, args.disable_in.as_deref())?;
    }
    if let Some(out) = &args.out {
        write(&found, out)?;
    }
    print(&match args.format {
        TextOrJson::Text => text::summary(&found, args.out.as_deref()),
        TextOrJson::Json => json::summary(&found)?,
    })?;
    let has_redundant = found.judged.iter().any(|judged| judged.verdict == Verdict::Redundant);
    Ok(if args.strict && source.has_failures() {
        Exit::Failed
    } else if args.fail_on_redundant && has_redundant {
        Exit::NotMet
    } else {
        Exit::Done
    })
}

/// The walk in which redundant tests stay that assert something of their own, or may do so; and how many these are.
fn keep_assertions(suites: &Suites, order: &Order, sources: &mut Sources<'_>) -> (Vec<Judged>, usize) {
    let mut asserting = 0;
    let tests = &suites.suites[0].tests;
    let judged = suites.walk_with(0, order, |judged| {
        let own = sources.only_its_own(tests, judged);
        let may_go = own.is_some_and(|own| own.is_empty());
        asserting += usize::from(!may_go);
        may_go
    });
    (judged, asserting)
}

/// What `equals` says of the states of all sources, where the technique needs that; and these states.
fn ask(source: &Source, other: Option<&Source>, technique: Technique) -> anyhow::Result<(Answers, ObjectStates)> {
    let mut states = ObjectStates::default();
    let Some(suite) = source.suite().filter(|_| technique.needs_objects()) else {
        return Ok((Answers::default(), states));
    };
    for source in [Some(source), other].into_iter().flatten() {
        let mut calls = source.observe(states)?;
        for call in calls.by_ref() {
            call.with_context(|| source.name().to_owned())?;
        }
        states = calls.into_states().unmarked();
    }
    Ok((equality::ask(suite, &states, technique)?, states))
}

/// Adds the executions of a source to the last suite.
fn collect(source: &Source, states: ObjectStates, collector: &mut Collector) -> anyhow::Result<ObjectStates> {
    let mut calls = source.observe(states)?;
    let mut has_tests = false;
    let mut left_out = source.left_out();
    loop {
        let call = calls.next();
        for (process, test) in calls.take_tests() {
            has_tests = true;
            if !left_out.starts(process, &test) {
                collector.test(process, &test);
            }
        }
        let Some(call) = call else { break };
        let call = call.with_context(|| source.name().to_owned())?;
        if !left_out.has(call.execution.process, call.execution.test.as_ref()) {
            collector.add(&call, calls.states());
        }
    }
    tell_of(calls.reader());
    if !has_tests {
        bail!(
            "{}: no test ran; record a run of tests for JUnit, with their classes in reach of the recorder",
            source.name()
        );
    }
    Ok(calls.into_states())
}

fn order(args: &RedundantArgs, suites: &Suites, suite: Option<&TestSuite>) -> anyhow::Result<Order> {
    let tests = &suites.suites[0];
    Ok(match (args.order, suite) {
        (OrderName::Time, _) => {
            let executions = tests.tests.iter().map(|test| test.steps.len() as u64);
            Order::Time(executions.collect())
        }
        (OrderName::Coverage, Some(suite)) => Order::Given(coverage::order(suite, &args.source.include, tests)?),
        (OrderName::Suite | OrderName::Coverage, _) => Order::Suite,
    })
}

impl Found {
    fn with(&self, verdict: Verdict) -> impl Iterator<Item = &Judged> {
        self.judged.iter().filter(move |judged| judged.verdict == verdict)
    }

    /// Runs the suite without its redundant tests, and has those stay that are missed.
    fn check(&mut self, suite: &TestSuite, args: &RedundantArgs) -> anyhow::Result<()> {
        let (include, exclude) = (&args.source.include, &args.source.exclude);
        let mut checked = check::check(suite, include, &self.excluded_methods())?;
        self.put_back(&checked.put_back);
        if args.check == CheckName::Full {
            let tried = mutants::check(suite, include, exclude, &self.excluded_methods())?;
            self.put_back(&tried.put_back);
            checked.mutants = Some(tried);
        }
        self.checked = Some(checked);
        Ok(())
    }

    /// Has these tests stay.
    fn put_back(&mut self, methods: &[Method]) {
        let tests = &self.suites.suites[0].tests;
        for judged in &mut self.judged {
            let test = &tests[judged.test];
            let has_to_stay = methods
                .iter()
                .any(|(class, method)| **class == *test.class && **method == *test.method);
            if has_to_stay && judged.verdict == Verdict::Redundant {
                judged.verdict = Verdict::Kept;
            }
        }
    }

    /// Finds out what only redundant tests assert, and disables them in copies where that is wanted.
    fn ask_sources(&mut self, sources: &mut Sources<'_>, copies: Option<&Path>) -> anyhow::Result<()> {
        let tests = &self.suites.suites[0].tests;
        for judged in self.judged.iter().filter(|judged| judged.verdict == Verdict::Redundant) {
            let own = sources.only_its_own(tests, judged);
            self.assertions.insert(judged.test, own);
        }
        if let Some(out) = copies {
            let mut reasons = BTreeMap::new();
            for judged in self.with(Verdict::Redundant) {
                let test = &tests[judged.test];
                let name = (test.class.to_string(), test.method.to_string());
                let by = text::coverers(&self.suites, judged, 0);
                let is_one = judged
                    .covered_by
                    .iter()
                    .all(|covered| covered.test == judged.covered_by[0].test);
                let verb = if is_one { "does" } else { "do" };
                reasons.entry(name).or_insert_with(|| format!("does what {by} {verb}"));
            }
            let goes = self.excluded_methods().into_iter();
            let goes = goes.filter_map(|method| Some((method.clone(), reasons.get(&method)?.clone())));
            self.disabled = Some(sources.disable(&goes.collect::<Vec<_>>(), out)?);
        }
        Ok(())
    }

    fn excluded_methods(&self) -> Vec<Method> {
        let excluded = self.excluded();
        let methods = excluded.methods();
        methods
            .map(|(class, method)| (class.to_owned(), method.to_owned()))
            .collect()
    }

    fn excluded(&self) -> Excluded<'_> {
        Excluded::of(&self.suites, 0, &self.judged)
    }
}

/// `exclude.txt`, `exclude.gradle` and `report.html`.
fn write(found: &Found, out: &Path) -> anyhow::Result<()> {
    let cannot = |what: &Path| format!("cannot write {}; give a directory that you can write", what.display());
    fs::create_dir_all(out).with_context(|| cannot(out))?;
    let notes = text::notes(found);
    let page = Page {
        suites: &found.suites,
        judged: &found.judged,
        states: &found.states,
        notes: &notes,
        assertions: &found.assertions,
    };
    let excluded = found.excluded();
    for (name, content) in [
        ("exclude.txt", excluded.surefire()),
        ("exclude.gradle", excluded.gradle()),
        ("report.html", page.html()),
    ] {
        let file = out.join(name);
        fs::write(&file, content).with_context(|| cannot(&file))?;
    }
    Ok(())
}
