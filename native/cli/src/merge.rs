//! `palus merge`: one model of several.

use anyhow::{Context as _, anyhow};
use palus_model::Model;

use crate::args::MergeArgs;
use crate::atomic::writable_parent;
use crate::exit::{Exit, not_yet};
use crate::model;

/// Merges model files. Everything is read before anything is written, so the output may be one of the inputs.
pub(crate) fn run(args: &MergeArgs) -> anyhow::Result<Exit> {
    if args.inputs.iter().any(|input| input.is_dir()) {
        return not_yet("merge of output directories");
    }
    writable_parent(&args.out)?;
    let mut models = args.inputs.iter().map(|input| model::load(input));
    let mut whole: Model = models.next().ok_or_else(|| anyhow!("no model to merge; name some"))??;
    for model in models {
        whole.merge(&model?);
    }
    whole
        .save(&args.out)
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    Ok(Exit::Done)
}
