//! `palus states`: how objects of a class behave.

mod choose;
mod html;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use palus_emit::java::Label;
use palus_machine::{Augmented, Concrete, Picture, State};
use palus_observe::ObjectStates;

use crate::args::{StatesArgs, StatesFormat};
use crate::exit::{Exit, say};
use crate::explore::{self, Example, Explorer, Place, Recorded, Values};
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

/// What was found, and by what.
struct Found {
    concrete: Concrete,
    augmented: Augmented,
    /// The states of a trace alone.
    states: ObjectStates,
    /// Whoever made the calls that the trace does not have, and knows the states.
    explorer: Option<Explorer>,
}

impl Found {
    fn text(&self, state: State) -> String {
        let states = self.explorer.as_ref().map_or(&self.states, |explorer| &explorer.states);
        let state = states.state(palus_observe::ObjectState(state.0));
        state.map_or_else(String::new, |state| state.text())
    }
}

fn picture(args: &StatesArgs) -> anyhow::Result<Picture> {
    let recorded = match &args.trace {
        Some(trace) => Some(Recorded::read(trace, args.class.as_deref())?),
        None => None,
    };
    let class = explore::class_of(recorded.as_ref(), args.class.as_deref())?;
    let (mut found, by) = if recorded.is_some() && args.classpath.is_none() {
        say("no calls were tried that the trace does not have; give --classpath to have them run");
        let mut recorded = recorded.unwrap_or_default();
        let left_out = recorded.concrete.keep(args.max_states as usize);
        let found = Found {
            augmented: Augmented {
                left_out,
                ..Augmented::default()
            },
            concrete: recorded.concrete,
            states: recorded.states,
            explorer: None,
        };
        let by = choose::by(args.observer.as_deref(), &found.concrete, &class)?;
        (found, by)
    } else {
        explored(args, &class, recorded)?
    };
    let picture = Picture::of(&class, &found.concrete, found.augmented, &by, |state| found.text(state));
    if let Some(out) = &args.out_tests {
        let Some(explorer) = &mut found.explorer else {
            bail!("tests cannot be made of a trace alone; give --classpath");
        };
        let written = explorer.write_tests(&found.concrete, examples(&picture), "StatesTest", out)?;
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

/// With the calls that nobody made.
fn explored(
    args: &StatesArgs,
    class: &str,
    recorded: Option<Recorded>,
) -> anyhow::Result<(Found, Vec<palus_machine::By>)> {
    let is_recorded = recorded.is_some();
    let place = Place {
        command: "states",
        class_path: args.classpath.as_deref(),
        class,
        sandboxed: !args.no_sandbox,
        sequences: args.sequences,
    };
    let (mut concrete, mut explorer) = place.open(recorded)?;
    let most = args.max_states as usize;
    let mut left_out = concrete.keep(most);
    if !is_recorded {
        explorer.begin(&Values(args.values.clone()), &mut concrete)?;
        left_out += concrete.augment(&mut explorer, args.depth, most)?.left_out;
    }
    let mut augmented = concrete.augment(&mut explorer, args.rounds, most)?;
    augmented.left_out += left_out;
    let by = choose::by(args.observer.as_deref(), &concrete, class)?;
    for by in &by {
        if let palus_machine::By::Observers(calls) = by {
            concrete.look(&mut explorer, calls)?;
        }
    }
    let found = Found {
        concrete,
        augmented,
        states: ObjectStates::default(),
        explorer: Some(explorer),
    };
    Ok((found, by))
}
