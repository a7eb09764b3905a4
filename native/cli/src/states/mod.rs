//! `palus states`: how objects of a class behave.

mod choose;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use palus_machine::{Augmented, Concrete, Picture, State};
use palus_observe::ObjectStates;

use crate::args::{StatesArgs, StatesFormat};
use crate::exit::{Exit, say};
use crate::explore::{self, Place, Recorded, Values};
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
    states: ObjectStates,
}

fn picture(args: &StatesArgs) -> anyhow::Result<Picture> {
    let recorded = match &args.trace {
        Some(trace) => Some(Recorded::read(trace, args.class.as_deref())?),
        None => None,
    };
    let class = explore::class_of(recorded.as_ref(), args.class.as_deref())?;
    let (found, by) = if recorded.is_some() && args.classpath.is_none() {
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
        };
        let by = choose::by(args.observer.as_deref(), &found.concrete, &class)?;
        (found, by)
    } else {
        explored(args, &class, recorded)?
    };
    let shape = |state: State| {
        let state = found.states.state(palus_observe::ObjectState(state.0));
        state.map_or_else(String::new, |state| state.text())
    };
    Ok(Picture::of(&class, &found.concrete, found.augmented, &by, shape))
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
    let states = explorer.states;
    let found = Found {
        concrete,
        augmented,
        states,
    };
    Ok((found, by))
}
