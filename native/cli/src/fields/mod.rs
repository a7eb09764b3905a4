//! `palus fields`: which links between objects the tests have exercised.

mod html;
mod json;
mod text;

use std::collections::{BTreeMap, HashMap};
use std::fs;

use anyhow::{Context as _, anyhow, bail};
use palus_classes::Glob;
use palus_fields::{BadPair, Criterion, Extensions, Field, Missing, Pair, Values};
use rustc_hash::FxHashSet;

use crate::args::{FieldsArgs, FieldsFormat};
use crate::exit::{Exit, say};
use crate::model::print;
use crate::source::{Source, tell_of};
use crate::structures::{self, Asked};

/// What a suite links.
struct Suite {
    extensions: Extensions,
    /// The tests by their numbers.
    tests: Vec<String>,
    /// Executions whose heap was too large.
    too_large: u64,
}

/// What is asked for, worked out.
struct Answer<'a> {
    suite: &'a Suite,
    args: &'a FieldsArgs,
    /// By field how many pairs the criterion names, and how many of them there are.
    demanded: BTreeMap<Field, (usize, usize)>,
    /// `None` without a criterion.
    missing: Option<Vec<Missing>>,
    /// What these tests link and others do not, and the other way round; `None` without others.
    differences: Option<[Vec<(Field, Pair)>; 2]>,
}

impl Answer<'_> {
    fn is_meant(&self, field: &Field) -> bool {
        is_meant(self.args, field)
    }

    /// Each test with how much it alone links, in the order in which they ran.
    fn alone(&self) -> impl Iterator<Item = (&str, Vec<(&Field, &Pair)>)> {
        (0..).zip(&self.suite.tests).map(|(number, test)| {
            let alone = self.suite.extensions.alone(number);
            (test.as_str(), alone.filter(|(field, _)| self.is_meant(field)).collect())
        })
    }
}

/// Prints the extensions on standard output.
pub(crate) fn run(args: &FieldsArgs) -> anyhow::Result<Exit> {
    let criterion = args
        .criterion
        .as_deref()
        .map(|text| criterion(args, text))
        .transpose()?;
    let sources = args.suite.with(args.classpath.as_deref(), args.include.clone());
    let source = Source::find(&sources, "fields")?;
    let suite = read(&source, args)?;
    let is_empty = !suite.extensions.fields().any(|(field, _)| is_meant(args, field));
    if is_empty {
        bail!(
            "{}: no object that the tests use has a field with a reference{}",
            source.name(),
            if args.class.is_empty() { "" } else { "; look at --class" }
        );
    }
    let differences = match &args.against {
        Some(file) => {
            let other = read(&Source::at(file), args)?;
            Some([only(args, &suite, &other), only(args, &other, &suite)])
        }
        None => None,
    };
    let demanded = criterion
        .as_ref()
        .map(|criterion| demanded(criterion, &suite))
        .unwrap_or_default();
    let missing = criterion.map(|criterion| {
        let mut missing = criterion.missing(&suite.extensions);
        missing.retain(|missing| match missing {
            Missing::AlwaysNull(field) | Missing::Pair(field, _) => is_meant(args, field),
        });
        missing
    });
    let answer = Answer {
        suite: &suite,
        args,
        demanded,
        missing,
        differences,
    };
    print(&match args.format {
        FieldsFormat::Text => text::text(&answer),
        FieldsFormat::Json => format!("{:#}\n", json::json(&answer)),
        FieldsFormat::Html => html::html(&answer),
    })?;
    if suite.too_large > 0 {
        say(&format!(
            "{} executions have a heap that was too large; they are left out",
            suite.too_large
        ));
    }
    let is_met = answer.missing.as_ref().is_none_or(Vec::is_empty);
    Ok(if is_met { Exit::Done } else { Exit::NotMet })
}

fn criterion(args: &FieldsArgs, text: &str) -> anyhow::Result<Criterion> {
    if text == "non-null" {
        return Ok(Criterion::NonNull);
    }
    if let Some(scope) = text.strip_prefix("exhaustive:") {
        return exhaustive(args, scope);
    }
    let Some(file) = text.strip_prefix("file:") else {
        bail!(
            "there is no criterion {text}; write non-null, exhaustive: and a number of objects, or file: and the name of a file with pairs"
        );
    };
    let text = fs::read_to_string(file).with_context(|| format!("{file}: the pairs cannot be read"))?;
    Criterion::parse(&text).map_err(|BadPair { line, text }| {
        anyhow!("{file}, line {line}: {text:?} is no pair; write a field and two objects, like a.Node.left a.Node#0 a.Node#1")
    })
}

fn exhaustive(args: &FieldsArgs, scope: &str) -> anyhow::Result<Criterion> {
    let Some(scope) = scope.parse().ok().filter(|scope| (1..=1_000).contains(scope)) else {
        bail!("{scope:?} is no number of objects from 1 to 1000; write exhaustive:5");
    };
    let (Some(class), Some(class_path)) = (&args.main, &args.classpath) else {
        bail!(
            "exhaustive:{scope} needs to know which heaps are valid; give --main the class with a method repOk, and --classpath"
        );
    };
    let asked = Asked {
        command: "fields",
        class_path,
        class,
        method: args.rep_ok.as_deref(),
        sandboxed: !args.no_sandbox,
    };
    Ok(Criterion::Pairs(structures::valid_pairs(&asked, scope, args.time)?))
}

/// By field how many pairs are named, and how many of them the suite links.
fn demanded(criterion: &Criterion, suite: &Suite) -> BTreeMap<Field, (usize, usize)> {
    let mut demanded = BTreeMap::<Field, (usize, usize)>::new();
    if let Criterion::Pairs(pairs) = criterion {
        for (field, pair) in pairs {
            let counts = demanded.entry(field.clone()).or_default();
            counts.0 += 1;
            counts.1 += usize::from(suite.extensions.has(field, pair));
        }
    }
    demanded
}

fn is_meant(args: &FieldsArgs, field: &Field) -> bool {
    args.class.is_empty() || args.class.iter().any(|glob| Glob::new(glob).matches(&field.owner))
}

/// What one suite links and the other does not.
fn only(args: &FieldsArgs, suite: &Suite, other: &Suite) -> Vec<(Field, Pair)> {
    let pairs = suite.extensions.pairs();
    let only = pairs.filter(|(field, pair)| is_meant(args, field) && !other.extensions.has(field, pair));
    only.map(|(field, pair)| (field.clone(), pair.clone())).collect()
}

/// Adds up the heaps at the entries of all executions, but for those of tests that failed when they were run here.
fn read(source: &Source, args: &FieldsArgs) -> anyhow::Result<Suite> {
    let name = || source.name().to_owned();
    let mut reader = source.executions()?;
    let mut left_out = source.left_out();
    let values = if args.values { Values::Counted } else { Values::None };
    let mut suite = Suite {
        extensions: Extensions::new(values),
        tests: Vec::new(),
        too_large: 0,
    };
    let mut numbers = HashMap::new();
    let mut made = FxHashSet::default();
    let mut read = 0_u64;
    while let Some(execution) = reader.next() {
        let execution = execution.with_context(name)?;
        for (process, test) in reader.take_tests() {
            left_out.starts(process, &test);
        }
        read += 1;
        if !reader.has_states() {
            bail!("{}: the trace has no states; record again with --states", name());
        }
        if left_out.has(execution.process, execution.test.as_ref()) {
            continue;
        }
        let Some(entry) = execution.entry else {
            suite.too_large += 1;
            continue;
        };
        let test = execution.test.map_or_else(
            || "-".to_owned(),
            |test| format!("{}.{}", test.method.owner, test.method.name),
        );
        let number = *numbers.entry(test).or_insert_with_key(|test| {
            suite.tests.push(test.clone());
            suite.tests.len() as u32 - 1
        });
        if !made.insert((entry, number)) {
            suite.extensions.add_again();
        } else if let Some(heap) = reader.state(entry) {
            suite.extensions.add(&heap, number);
        }
    }
    tell_of(&reader);
    if read == 0 {
        bail!(
            "{}: nothing was called in the recorded classes from outside of them; look at --include, and record again",
            name()
        );
    }
    Ok(suite)
}
