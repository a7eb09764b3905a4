//! `palus invariants`: what was always true at the entry and exit of each method while the tests ran.

mod formats;
pub(crate) mod inferred;

use std::fs;

use anyhow::Context as _;
use palus_invariant::TEMPLATES;

use crate::args::InvariantsArgs;
use crate::atomic::writable_parent;
use crate::exit::Exit;
use crate::model::print;
use crate::source::Source;
pub(crate) use inferred::infer;

/// Prints the invariants, or writes them to a file.
pub(crate) fn run(args: &InvariantsArgs) -> anyhow::Result<Exit> {
    if args.inference.templates == ["list"] {
        let line = |(name, says): &(&str, &str)| format!("{name:<15}  {says}\n");
        print(&TEMPLATES.iter().map(line).collect::<String>())?;
        return Ok(Exit::Done);
    }
    if let Some(out) = &args.out {
        writable_parent(out)?;
    }
    let source = args.suite.with(args.classpath.as_deref(), args.inference.watched());
    let source = Source::find(&source, "invariants")?;
    let inferred = infer(&source, &args.inference, args.classpath.as_deref())?;
    let text = formats::write(&inferred.report, args.format);
    match &args.out {
        Some(out) => fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))?,
        None => print(&text)?,
    }
    inferred.tell();
    Ok(Exit::Done)
}
