//! Calls on objects of a class, run in workers as somebody asks for them: what `palus states` and `palus axioms` stand on.

mod arguments;
mod broken;
mod decode;
mod equality;
mod execute;
mod explorer;
mod laboratory;
mod learn;
mod recorded;
mod replay;
mod search;
mod tests;
mod ways;

use std::time::Instant;

use anyhow::bail;
use palus_classes::ClassIndex;
use palus_machine::{Augmented, Concrete};
use palus_observe::ObjectStates;
use palus_supervise::Jdk;

pub(crate) use arguments::Values;
pub(crate) use equality::Equality;
pub(crate) use explorer::Explorer;
pub(crate) use laboratory::Laboratory;
pub(crate) use recorded::Recorded;
pub(crate) use replay::Replayed;
pub(crate) use tests::Example;

use crate::args::ExecutionsArgs;
use crate::generate::{OLDEST_JAVA, own_class_path};
use crate::source::RECORDED;

/// What a command does where nothing else was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usual {
    /// Its name.
    pub(crate) command: &'static str,
    /// To begin with the states that so many calls on a new object lead to.
    pub(crate) depth: u32,
    /// To keep so many states.
    pub(crate) max_states: u32,
    /// How often to make all calls in all states, then.
    pub(crate) rounds: u32,
}

/// The executions of a class, and whoever made those that no trace has.
pub(crate) struct Begun {
    pub(crate) concrete: Concrete,
    /// What the last rounds did.
    pub(crate) augmented: Augmented,
    /// The states of a trace alone.
    pub(crate) states: ObjectStates,
    /// `None` where all is in the trace.
    pub(crate) explorer: Option<Explorer>,
    /// The most states that are kept.
    pub(crate) most: usize,
}

/// Has the executions of a class found where the user wants them from.
pub(crate) fn begin(
    args: &ExecutionsArgs,
    class: &str,
    recorded: Option<Recorded>,
    usual: Usual,
) -> anyhow::Result<Begun> {
    if args.trace.is_some() && !args.rules.is_usual() {
        bail!("{RECORDED}");
    }
    let most = args.max_states.unwrap_or(usual.max_states) as usize;
    if !args.makes_calls() {
        let mut recorded = recorded.unwrap_or_default();
        let left_out = if usual.rounds > 0 {
            recorded.of.concrete.keep(most)
        } else {
            0
        };
        return Ok(Begun {
            concrete: recorded.of.concrete,
            augmented: Augmented {
                left_out,
                ..Augmented::default()
            },
            states: recorded.states,
            explorer: None,
            most,
        });
    }
    let until = args.time.map(|time| Instant::now() + time);
    let with_plain_values = recorded.is_none() && (!args.searches() || !args.values.is_empty());
    let (mut concrete, mut explorer) = open(args, class, recorded, usual.command)?;
    explorer.until = until;
    if args.searches() {
        explorer.search(args, &mut concrete)?;
        concrete.keep_reached();
    }
    // Where nothing is added, all of a trace is looked at.
    let mut opened = Augmented {
        left_out: if usual.rounds > 0 { concrete.keep(most) } else { 0 },
        ..Augmented::default()
    };
    if with_plain_values {
        let values = Values(args.values.clone());
        explorer.demand_use(&values)?;
        explorer.begin(&values, &mut concrete)?;
        let depth = args.depth.unwrap_or(usual.depth);
        opened.miss(&concrete.augment(&mut explorer, depth, most)?);
    }
    let mut augmented = concrete.augment(&mut explorer, usual.rounds, most)?;
    augmented.miss(&opened);
    Ok(Begun {
        concrete,
        augmented,
        states: ObjectStates::default(),
        explorer: Some(explorer),
        most,
    })
}

/// The classes that match one of the globs, by name.
pub(crate) fn matching(args: &ExecutionsArgs, globs: &[String], command: &'static str) -> anyhow::Result<Vec<String>> {
    let class_path = own_class_path(args.classpath.as_deref())?;
    let index = ClassIndex::open(&class_path, Jdk::find(OLDEST_JAVA, command)?.home())?;
    let mut found = Vec::new();
    for glob in globs {
        let matching = index.matching(std::slice::from_ref(glob));
        if matching.is_empty() {
            bail!("no class on the class path matches `{glob}`; write qualified names like org.example.*, in quotes");
        }
        found.extend(matching);
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// What is known of the class from a trace, or nothing, and whoever can add to it.
fn open(
    args: &ExecutionsArgs,
    class: &str,
    recorded: Option<Recorded>,
    command: &'static str,
) -> anyhow::Result<(Concrete, Explorer)> {
    let jdk = Jdk::find(OLDEST_JAVA, command)?;
    let class_path = own_class_path(args.classpath.as_deref())?;
    let index = ClassIndex::open(&class_path, jdk.home())?;
    if index.class(class).is_none() {
        bail!(
            "there is no class {class} on the class path or in the JDK; give its binary name, such as org.example.Outer$Inner"
        );
    }
    let counted = ways::counted(&index, class);
    let mut recorded = recorded.unwrap_or_default();
    let rules = if args.trace.is_some() {
        std::mem::take(&mut recorded.rules)
    } else {
        args.rules.rules()?
    };
    let laboratory = Laboratory::open(jdk, class_path, counted, !args.no_sandbox)?.with_rules(rules);
    let states = std::mem::take(&mut recorded.states);
    let mut explorer = Explorer::new(laboratory, index, class, args.runs as usize, states)?;
    explorer.learn(&recorded)?;
    Ok((recorded.of.concrete, explorer))
}

/// The class that is meant: that of a trace, or the one that was named.
pub(crate) fn class_of(recorded: Option<&Recorded>, named: Option<&str>) -> anyhow::Result<String> {
    match (recorded, named) {
        (Some(recorded), _) => Ok(recorded.class.clone()),
        (None, Some(class)) => Ok(class.to_owned()),
        // It is wrong usage, which the definition of the arguments refuses.
        (None, None) => bail!("there is neither a trace nor a class; give --class a name"),
    }
}
