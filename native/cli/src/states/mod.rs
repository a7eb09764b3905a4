//! `palus states`: how objects of a class behave.

mod choose;
mod html;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use palus_emit::java::Label;
use palus_machine::{By, Picture, State};
use palus_observe::ObjectState;

use crate::args::{StatesArgs, StatesFormat};
use crate::exit::{Exit, say};
use crate::explore::{self, Example, Recorded, Usual};
use crate::model::print;

/// Prints the machines of a class, or what differs from those of another version.
pub(crate) fn run(args: &StatesArgs) -> anyhow::Result<Exit> {
    let earlier = args.diff.as_ref().map(read).transpose()?;
    let picture = picture(args)?;
    let changes = earlier.map(|earlier| picture.difference(&earlier));
    let text = match (&changes, args.format) {
        (Some(changes), _) if changes.is_empty() => "nothing changed\n".to_owned(),
        (Some(changes), _) => changes.join("\n") + "\n",
        (None, StatesFormat::Text) => picture.text(),
        (None, StatesFormat::Json) => picture.json(),
        (None, StatesFormat::Dot) => picture.dot(),
        (None, StatesFormat::Html) => html::html(&picture),
    };
    match &args.out {
        Some(out) => fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))?,
        None => print(&text)?,
    }
    let is_changed = changes.is_some_and(|changes| !changes.is_empty());
    Ok(if is_changed && args.fail_on_change {
        Exit::NotMet
    } else {
        Exit::Done
    })
}

fn read(file: &PathBuf) -> anyhow::Result<Picture> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Picture::parse(&text).map_err(|because| anyhow!("{}: {because}", file.display()))
}

/// What is done without a word on it.
fn usual(args: &StatesArgs) -> Usual {
    Usual {
        command: "states",
        depth: 2,
        max_states: 200,
        rounds: args.rounds,
    }
}

fn picture(args: &StatesArgs) -> anyhow::Result<Picture> {
    let asked = &args.executions;
    let recorded = match &asked.trace {
        Some(trace) => Some(Recorded::read(trace, asked.class.as_deref())?),
        None => None,
    };
    let class = explore::class_of(recorded.as_ref(), asked.class.as_deref())?;
    if !asked.makes_calls() {
        say("no calls were tried that the trace does not have; give --classpath to have them run");
    }
    let mut begun = explore::begin(asked, &class, recorded, usual(args))?;
    let branches = || match &mut begun.explorer {
        Some(explorer) => explorer.ways(&begun.concrete),
        None => bail!("a trace does not have the branches that calls took; give --classpath to have them made again"),
    };
    let by = choose::by(args.observer.as_deref(), &begun.concrete, &class, branches)?;
    if let Some(explorer) = &mut begun.explorer {
        for by in &by {
            if let By::Observers(calls) = by {
                begun.concrete.look(explorer, calls)?;
            }
        }
    }
    let states = begun
        .explorer
        .as_ref()
        .map_or(&begun.states, |explorer| &explorer.states);
    let text = |state: State| {
        let state = states.state(ObjectState(state.0));
        state.map_or_else(String::new, |state| state.text())
    };
    let picture = Picture::of(&class, &begun.concrete, begun.augmented, &by, text);
    if let Some(out) = &args.out_tests {
        let Some(explorer) = &mut begun.explorer else {
            bail!("tests cannot be made of a trace alone; give --classpath");
        };
        let written = explorer.write_tests(&begun.concrete, examples(&picture), "StatesTest", out)?;
        say(&format!("{written} tests are in {}", out.join("java").display()));
    }
    Ok(picture)
}

/// The fewest calls that take each transition; those that several machines have once.
fn examples(picture: &Picture) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for machine in &picture.machines {
        for edge in &machine.transitions {
            let calls = edge.witness_calls.clone();
            if calls.is_empty() || examples.iter().any(|known| known.calls == calls) {
                continue;
            }
            let label = Label {
                name: edge.test_name(machine),
                comment: format!("By {}: {}.", machine.by.join(", "), machine.told(edge)),
            };
            examples.push(Example { label, calls });
        }
    }
    examples
}
