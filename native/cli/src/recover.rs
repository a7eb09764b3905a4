//! `palus recover`: a model from what an interrupted recording left.

use anyhow::{Context as _, bail};

use crate::args::RecoverArgs;
use crate::atomic::writable_parent;
use crate::exit::{self, Exit, NOTHING_RECORDED};
use crate::{model, parts, traces};

/// Makes a model of a checkpoint, or of the folder of a `palus record` that was killed. What was left stays where it is.
pub(crate) fn run(args: &RecoverArgs) -> anyhow::Result<Exit> {
    writable_parent(&args.out)?;
    if let Some(trace) = &args.keep_trace {
        writable_parent(trace)?;
    }
    let learned = if args.part.is_dir() {
        parts::learned(&args.part)?
    } else {
        Some(model::load(&args.part)?).filter(|model| !model::is_empty(model))
    };
    let Some(model) = learned else {
        exit::say(&format!(
            "{} holds nothing that was learned; record again",
            args.part.display()
        ));
        return Ok(NOTHING_RECORDED);
    };
    model
        .save(&args.out)
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    if let Some(trace) = &args.keep_trace {
        if !args.part.is_dir() {
            bail!(
                "{}: no trace is kept in a single file; give the folder that `palus record` left",
                args.part.display()
            );
        }
        traces::join(&args.part, trace, false)?.tell()?;
    }
    Ok(Exit::Done)
}
