//! `palus axioms`: laws of a class, with how often each held.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use palus_axioms::{Axioms, Broken, Checked, Limits};
use palus_emit::java::Label;
use palus_machine::{CallId, Concrete};

use crate::args::{AxiomsArgs, AxiomsFormat, ExecutionsArgs, StateName};
use crate::exit::{Exit, say};
use crate::explore::{self, Equality, Example, Explorer, Recorded, Usual};
use crate::model::print;

/// Prints the laws of classes, or those of another version that do not hold any more.
pub(crate) fn run(args: &AxiomsArgs) -> anyhow::Result<Exit> {
    let earlier = args.check.as_deref().map(read).transpose()?;
    if args.classes.is_empty() {
        let told = of_class(args, &args.executions, earlier.as_deref())?;
        print(&told.text)?;
        return Ok(told.exit);
    }
    let classes = explore::matching(&args.executions, &args.classes, "axioms")?;
    let share = u32::try_from(classes.len()).unwrap_or(u32::MAX);
    let (mut all, mut failed) = (Vec::new(), None);
    for class in classes {
        let asked = ExecutionsArgs {
            time: args.executions.time.map(|time| time / share),
            class: Some(class.clone()),
            ..args.executions.clone()
        };
        match of_class(args, &asked, earlier.as_deref()) {
            Ok(told) => all.push(told),
            Err(error) => {
                say(&format!("{class} is left out: {error:#}"));
                failed = Some(error);
            }
        }
    }
    if let (true, Some(error)) = (all.is_empty(), failed) {
        return Err(error);
    }
    let is_broken = all.iter().any(|told| told.exit == Exit::NotMet);
    let documents: Vec<Axioms> = all.iter().filter_map(|told| told.axioms.clone()).collect();
    print(&match args.format {
        AxiomsFormat::Json => Axioms::json_of_all(&documents),
        AxiomsFormat::Html => Axioms::html_of_all(&documents),
        AxiomsFormat::Text => all.into_iter().map(|told| told.text).collect::<Vec<_>>().join("\n"),
    })?;
    Ok(if is_broken { Exit::NotMet } else { Exit::Done })
}

/// What is said of one class.
struct Told {
    text: String,
    /// Its laws, where none were to be checked.
    axioms: Option<Axioms>,
    exit: Exit,
}

fn of_class(args: &AxiomsArgs, asked: &ExecutionsArgs, earlier: Option<&[Axioms]>) -> anyhow::Result<Told> {
    let recorded = match &asked.trace {
        Some(trace) => Some(Recorded::read(trace, asked.class.as_deref())?),
        None => None,
    };
    let class = explore::class_of(recorded.as_ref(), asked.class.as_deref())?;
    let earlier = earlier.map(|earlier| of_name(earlier, &class)).transpose()?;
    let executions = executions((args, asked), &class, recorded)?;
    let methods = methods(&executions.concrete);
    if methods < 2 {
        bail!("{class} has {methods} method that was called on an object; a law needs two");
    }
    if let Some(earlier) = earlier {
        return check(args, &class, earlier, executions);
    }
    let Executions { concrete, explorer } = executions;
    let limits = Limits {
        min: args.min as usize,
        threshold: args.threshold,
        most: args.most as usize,
        all: args.all,
    };
    let axioms = Axioms::of(&class, &concrete, &limits);
    if let Some(out) = &args.out {
        let Some(mut explorer) = explorer else {
            bail!("tests cannot be made of a trace alone; give --classpath");
        };
        let written = explorer.write_tests(&concrete, examples(&axioms), "AxiomsTest", out)?;
        say(&format!("{written} tests are in {}", out.join("java").display()));
    }
    Ok(Told {
        text: match args.format {
            AxiomsFormat::Text => axioms.text(),
            AxiomsFormat::Json => axioms.json(),
            AxiomsFormat::Html => Axioms::html_of_all(std::slice::from_ref(&axioms)),
        },
        axioms: Some(axioms),
        exit: Exit::Done,
    })
}

/// The axioms of the class of that name, or the only ones that there are.
fn of_name<'a>(earlier: &'a [Axioms], class: &str) -> anyhow::Result<&'a Axioms> {
    if let Some(own) = earlier.iter().find(|earlier| earlier.class == class) {
        return Ok(own);
    }
    let [other] = earlier else {
        bail!(
            "the axioms are of {} classes, and {class} is none of them",
            earlier.len()
        );
    };
    say(&format!(
        "the axioms are of {}; they are looked for in {class} by the names of methods",
        other.class
    ));
    Ok(other)
}

/// Looks for what another version's laws say.
fn check(args: &AxiomsArgs, class: &str, earlier: &Axioms, executions: Executions) -> anyhow::Result<Told> {
    let Executions { concrete, mut explorer } = executions;
    let mut checked = earlier.check(class, &concrete);
    if checked.looked_for == 0 && checked.without_instance > 0 {
        bail!(
            "no axiom of {} is about methods that were called on {class}; give --class the class that is to keep them",
            earlier.class
        );
    }
    let all = std::mem::take(&mut checked.broken);
    let failing = match &mut explorer {
        Some(explorer) if !all.is_empty() => Some(explorer.show(&concrete, &all)?),
        _ => None,
    };
    // Objects of another class may be made of other parts: of their states that counts which something shows.
    let is_other = earlier.class != class;
    let is_shown = |law: usize| failing.as_ref().is_none_or(|failing| failing.shows(law));
    let counts = |law: &usize| !(is_other && all[*law].is_about_state) || is_shown(*law);
    checked.broken = (0..all.len()).filter(counts).map(|law| all[law].clone()).collect();
    if let Some(out) = args.out.as_deref().filter(|_| !all.is_empty()) {
        let (Some(explorer), Some(failing)) = (&mut explorer, failing) else {
            bail!("tests cannot be made of a trace alone; give --classpath");
        };
        let written = explorer.write_failing(failing, &all, out)?;
        say(&format!(
            "{written} failing tests are in {}",
            out.join("failures/java").display()
        ));
    }
    Ok(Told {
        text: told(&checked),
        axioms: None,
        exit: if checked.broken.is_empty() {
            Exit::Done
        } else {
            Exit::NotMet
        },
    })
}

fn read(file: &Path) -> anyhow::Result<Vec<Axioms>> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Axioms::parse(&text).map_err(|because| anyhow!("{}: {because}", file.display()))
}

fn methods(concrete: &Concrete) -> usize {
    let calls = concrete.moves().map(|(_, call, _)| concrete.call(call));
    let names: BTreeSet<_> = calls.map(|call| (&call.name, &call.descriptor)).collect();
    names.len()
}

fn told(checked: &Checked) -> String {
    let mut text = String::new();
    for Broken {
        law, violated, example, ..
    } in &checked.broken
    {
        let _ = writeln!(text, "broken {violated} times  {law}  not: {example}");
    }
    if checked.broken.is_empty() {
        let _ = writeln!(text, "none of {} universal axioms is broken", checked.looked_for);
    }
    if checked.without_instance > 0 {
        let _ = writeln!(
            text,
            "{} more could not be looked for: nothing was executed that they are about",
            checked.without_instance
        );
    }
    text
}

/// For each law the shortest calls for which it held, and those for which it did not.
fn examples(axioms: &Axioms) -> Vec<Example> {
    let example = |name: String, comment: String, calls: &[CallId]| Example {
        label: Label { name, comment },
        calls: calls.to_vec(),
    };
    let mut examples = Vec::new();
    for axiom in &axioms.axioms {
        let counts = format!("{} of {}", axiom.satisfied, axiom.satisfied + axiom.violated);
        let law = axiom.text();
        let often = if axiom.is_universal() { "Always" } else { "Mostly" };
        let common = format!("{often}, {counts}: {law}.");
        examples.push(example(axiom.name.clone(), common, &axiom.common_calls));
        if axiom.special.is_some() {
            let special = format!("Not always, {counts}: {law}.");
            examples.push(example(
                format!("special_{}", axiom.name),
                special,
                &axiom.special_calls,
            ));
        }
    }
    examples
}

/// What laws are looked for in, and whoever made it.
struct Executions {
    concrete: Concrete,
    explorer: Option<Explorer>,
}

/// The different executions, by states that are told apart as the user wants it.
fn executions(
    (args, asked): (&AxiomsArgs, &ExecutionsArgs),
    class: &str,
    recorded: Option<Recorded>,
) -> anyhow::Result<Executions> {
    if !asked.makes_calls() {
        match args.state {
            Some(StateName::PairwiseEquals) => bail!(
                "pairwise-equals needs objects that can be asked whether they are equal; give --classpath beside the trace"
            ),
            Some(StateName::WholeState) => {}
            None => say("states are told apart by all that objects reach; give --classpath to have their equals asked"),
        }
    }
    let usual = Usual {
        command: "axioms",
        depth: 3,
        max_states: 60,
        // With a trace those of a suite, and no others.
        rounds: u32::from(asked.trace.is_none() || asked.searches()),
    };
    let begun = explore::begin(asked, class, recorded, usual)?;
    let mut concrete = begun.concrete;
    let Some(mut explorer) = begun.explorer else {
        return Ok(Executions {
            concrete,
            explorer: None,
        });
    };
    if begun.augmented.not_run > 0 {
        say(&format!(
            "{} calls were not made: the budget was spent; raise --runs or --time",
            begun.augmented.not_run
        ));
    }
    if args.state != Some(StateName::WholeState) {
        concrete = merged(concrete, &mut explorer, (class, args.state.is_some(), begun.most))?;
    }
    Ok(Executions {
        concrete,
        explorer: Some(explorer),
    })
}

/// With states that are equal by `equals` as one.
fn merged(
    concrete: Concrete,
    explorer: &mut Explorer,
    (class, is_asked_for, most): (&str, bool, usize),
) -> anyhow::Result<Concrete> {
    let fall_back = |because: &str| {
        say(&format!(
            "{class}: {because}, so states are told apart by all that objects reach (whole-state)"
        ));
    };
    if concrete.state_count() > most {
        fall_back(&format!(
            "there are more than {most} states, too many to ask each pair whether it is equal"
        ));
        return Ok(concrete);
    }
    match explorer.equality(&concrete)? {
        Equality::NotItsOwn => {
            if is_asked_for {
                fall_back("it has no equals of its own");
            }
            Ok(concrete)
        }
        Equality::Unfit(because) => {
            fall_back(&format!("its equals cannot be used: {because}"));
            Ok(concrete)
        }
        Equality::Merged(stands_for) => {
            explorer.merge(&stands_for);
            Ok(concrete.merged(&stands_for))
        }
    }
}
