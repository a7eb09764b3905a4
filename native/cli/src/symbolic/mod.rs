//! `palus explore --symbolic` and `--concrete`: all paths of up to so many calls, and a test for each that is worth one.

mod outcome;
mod page;
mod replay;
mod saved;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Instant;

use anyhow::bail;
use palus_classes::{ClassIndex, Library as _};
use palus_emit::java::JUnit;
use palus_observe::ObjectStates;
use palus_sequence::{MethodId, MethodKind, StateRules};
use palus_supervise::Jdk;
use palus_symbolic::{Arguments, Callable, Exploration, Plan, Solver};

use outcome::{Iteration, Outcome};

use crate::args::{ExploreArgs, ExploreFormat, JUnitVersion};
use crate::exit::{Exit, say};
use crate::explore::{Explorer, Laboratory};
use crate::generate::{OLDEST_JAVA, own_class_path};
use crate::model::print;
use crate::structures::{demand_class, prepare, put};

/// What is said once where there is no SMT solver.
pub(crate) const NO_SOLVER: &str = "there is no z3 on PATH that answers, so paths whose conditions are no order constraints were left open; install it to have them decided";

/// Explores, writes the tests, and says what it came to.
pub(crate) fn run(args: &ExploreArgs) -> anyhow::Result<Exit> {
    let arguments = arguments(args)?;
    prepare(&args.out)?;
    let until = Instant::now() + args.time;
    let mut explorer = open(args)?;
    explorer.junit = match args.junit {
        JUnitVersion::Five => JUnit::Five,
        JUnitVersion::Four => JUnit::Four,
    };
    let methods = methods(args, &explorer)?;
    if arguments == Arguments::Symbolic && !methods.iter().any(|method| has_variable(&explorer, *method)) {
        say(&format!(
            "no constructor or method of {} takes a whole number, so nothing is symbolic: its calls are made as they are",
            args.class
        ));
    }
    let plan = Plan {
        class: args.class.clone(),
        callables: methods.iter().map(|method| callable(&explorer, *method)).collect(),
        arguments,
        all_tests: args.all_tests,
        until: Some(until),
    };
    let (exploration, iterations) = explore(args, &mut explorer, &methods, plan)?;
    if exploration.row().states == 0 && exploration.found().is_empty() {
        let open = exploration.open();
        let because = open.keys().next();
        let because = because.map_or_else(String::new, |reason| format!(": {reason}"));
        bail!("no object of {} could be made{because}", args.class);
    }
    let replayed = replay::replay(&mut explorer, &methods, exploration.found(), &args.out)?;
    saved::keep(&args.out, &exploration, &iterations)?;
    let outcome = Outcome {
        args,
        exploration: &exploration,
        iterations,
        replayed,
    };
    if outcome.needs_solver() {
        say(NO_SOLVER);
    }
    put(&args.out.join("report.html"), &page::html(&outcome))?;
    let figures = format!("{:#}\n", outcome.json());
    put(&args.out.join("explore.json"), &figures)?;
    match args.format {
        ExploreFormat::Text => print(&outcome.text())?,
        ExploreFormat::Json => print(&figures)?,
    }
    Ok(Exit::Done)
}

/// Where numeric arguments come from, as typed.
fn arguments(args: &ExploreArgs) -> anyhow::Result<Arguments> {
    if !args.concrete {
        if let Some(value) = args.values.first() {
            bail!(
                "--symbolic has variables and not {value} in the place of numbers; leave out --values, or give --concrete"
            );
        }
        return Ok(Arguments::Symbolic);
    }
    let range = match args.values.as_slice() {
        [range] => parse(range),
        _ => None,
    };
    let Some(range) = range else {
        bail!(
            "--values {} is no range; give the numbers as A..B, such as 1..5",
            args.values.join(",")
        );
    };
    Ok(Arguments::Values(range))
}

/// More values than that for each parameter are no small scope.
const MOST_VALUES: i64 = 1_000;

fn parse(range: &str) -> Option<RangeInclusive<i64>> {
    let (first, last) = range.split_once("..")?;
    let (first, last): (i64, i64) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first <= last && last.checked_sub(first)? < MOST_VALUES).then_some(first..=last)
}

fn open(args: &ExploreArgs) -> anyhow::Result<Explorer> {
    let jdk = Jdk::find(OLDEST_JAVA, "explore")?;
    let class_path = own_class_path(Some(&args.classpath))?;
    let index = ClassIndex::open(&class_path, jdk.home())?;
    demand_class(&index, &args.class)?;
    let class = &args.class;
    if !index.class(class).is_some_and(|info| info.is_on_class_path()) {
        bail!("{class} is a class of the JDK, whose code is not executed here; name one of the class path");
    }
    let rules = StateRules {
        raw_collections: true,
        ..StateRules::default()
    };
    let laboratory = Laboratory::open(jdk, class_path, vec![class.clone()], !args.no_sandbox)?.with_rules(rules);
    Explorer::new(laboratory, index, class, usize::MAX, ObjectStates::default())
}

/// What makes objects, and the methods that are called.
fn methods(args: &ExploreArgs, explorer: &Explorer) -> anyhow::Result<Vec<MethodId>> {
    let library = explorer.library();
    let symbols = library.symbols();
    let class = library.subjects()[0];
    let kind = |method: &MethodId| symbols.get(*method).kind;
    let all = library.callables(class);
    let of_kind = |wanted: MethodKind| all.iter().copied().filter(move |it| kind(it) == wanted);
    let mut makers: Vec<MethodId> = of_kind(MethodKind::Constructor).collect();
    if makers.is_empty() {
        makers.extend(of_kind(MethodKind::Static).filter(|it| symbols.get(*it).result == class));
    }
    if makers.is_empty() {
        bail!(
            "no object of {} can be made: it has no constructor that a test can call, and no static method that returns one",
            args.class
        );
    }
    let named: Vec<MethodId> = of_kind(MethodKind::Instance).collect();
    for name in &args.methods {
        if !named.iter().any(|method| *symbols.get(*method).name == **name) {
            bail!(
                "{} has no method {name} that a test can call and that is not static; look at --methods",
                args.class
            );
        }
    }
    let is_asked = |method: &MethodId| {
        let name = &symbols.get(*method).name;
        args.methods.is_empty() || args.methods.iter().any(|asked| **asked == **name)
    };
    let asked = named.into_iter().filter(is_asked);
    Ok(makers.into_iter().chain(asked).collect())
}

fn callable(explorer: &Explorer, method: MethodId) -> Callable {
    let symbols = explorer.library_symbols();
    let method = symbols.get(method);
    Callable {
        owner: symbols.type_name(method.owner).into(),
        name: Arc::clone(&method.name),
        descriptor: Arc::clone(&method.descriptor),
        is_static: method.kind == MethodKind::Static,
    }
}

fn has_variable(explorer: &Explorer, method: MethodId) -> bool {
    Arguments::Symbolic.has_variable(&explorer.library_symbols().get(method).descriptor)
}

/// Makes calls up to the wanted number, or until there is no state to make them in, or the time is up.
fn explore(
    args: &ExploreArgs,
    explorer: &mut Explorer,
    methods: &[MethodId],
    plan: Plan,
) -> anyhow::Result<(Exploration, Vec<Iteration>)> {
    let index = Arc::clone(explorer.library().index());
    let solver = if args.symbolic {
        Solver::with_smt()
    } else {
        Solver::default()
    };
    let mut began = Instant::now();
    let (mut exploration, mut iterations) = if args.resume {
        saved::resume(&args.out, index, solver, plan)?
    } else {
        (Exploration::new(index, solver, plan), Vec::new())
    };
    exploration = exploration.on_threads(usize::from(args.jobs));
    // The last iteration is the one that the time ended.
    let mut spent = iterations.pop().map_or(0.0, |amid| amid.seconds);
    if exploration.is_amid() {
        exploration.advance();
    }
    loop {
        let left = exploration.left();
        exploration.go_on(replay::run_left(explorer, methods, &left)?);
        iterations.push(Iteration {
            row: exploration.row().clone(),
            seconds: began.elapsed().as_secs_f64() + std::mem::take(&mut spent),
        });
        began = Instant::now();
        if exploration.row().calls >= args.calls || !exploration.advance() {
            return Ok((exploration, iterations));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn ranges_have_two_ends_in_their_order() {
        assert_eq!(parse("1..5"), Some(1..=5));
        assert_eq!(parse("-3..-1"), Some(-3..=-1));
        for wrong in [
            "5..1",
            "1",
            "..5",
            "1..",
            "a..b",
            "0..1000000",
            "-9223372036854775808..9223372036854775807",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
