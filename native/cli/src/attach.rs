//! `palus attach`: records a program that is already running, for a while.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use palus_supervise::Target;
use palus_supervise::encode_option;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::args::{AttachArgs, DetachArgs};
use crate::artefacts;
use crate::atomic::writable_parent;
use crate::exit::Exit;
use crate::parts::Parts;
use crate::record::agent::{collaborators, encode_out, filters, redaction};

/// How often the program and the keyboard are looked at.
const POLL: Duration = Duration::from_millis(50);

/// Attaches, waits, detaches; the program goes on as if nothing had been.
pub(crate) fn run(args: &AttachArgs) -> anyhow::Result<Exit> {
    writable_parent(&args.out)?;
    let filters = filters(&args.include, &args.exclude)?;
    let library = artefacts::library()?;
    let target = Target::inspect(args.process)?;
    let parts = Parts::beside(&args.out)?;
    let mut options = filters;
    options.push(redaction(&args.redaction, &parts)?);
    options.push(collaborators(&args.collaborators)?);
    let ended = record(args, &target, &library, &parts, &options.to_string_lossy());
    let Some(model) = parts.learned()? else {
        parts.remove();
        ended?;
        if !target.is_alive() {
            return Err(anyhow!(
                "process {} ended while it was recorded, and taught nothing",
                args.process
            ));
        }
        return Err(anyhow!(
            "process {} taught nothing: no class that is recorded was used meanwhile; look at --include, and record while \
             the program works",
            args.process
        ));
    };
    // Whatever went wrong in the end, what was learned until then is good.
    model.save(&args.out).with_context(|| parts.unsaved(&args.out))?;
    parts.remove();
    ended.map(|()| Exit::Done)
}

/// Ends a recording that somebody else began by attaching.
pub(crate) fn detach(args: &DetachArgs) -> anyhow::Result<Exit> {
    let library = artefacts::library()?;
    let target = Target::inspect(args.process)?;
    let folder = tempfile::tempdir().context("cannot make a temporary directory")?;
    let answer = folder.path().join("answer");
    let mut end = OsString::from("detach,answer=");
    end.push(encode_option(answer.as_os_str()));
    target.load(&library, &end.to_string_lossy(), &answer)?;
    Ok(Exit::Done)
}

fn record(args: &AttachArgs, target: &Target, library: &Path, parts: &Parts, filters: &str) -> anyhow::Result<()> {
    let stop = stop_signal().context("cannot listen for signals")?;
    let answer = parts.answer();
    let encoded = encode_option(answer.as_os_str()).to_string_lossy().into_owned();
    let begin = format!(
        "attach,answer={encoded},controller={},out={}{filters}",
        std::process::id(),
        encode_out(&parts.pattern()).display()
    );
    target.load(library, &begin, &answer)?;
    match args.duration {
        Some(duration) => eprintln!(
            "recording process {} for {} s; Ctrl-C ends it earlier",
            args.process,
            duration.as_secs_f64()
        ),
        None => eprintln!("recording process {}; Ctrl-C ends it", args.process),
    }
    let until = args.duration.map(|duration| Instant::now() + duration);
    while !stop.load(Ordering::Relaxed) && until.is_none_or(|until| Instant::now() < until) {
        if !target.is_alive() {
            return Ok(());
        }
        thread::sleep(POLL);
    }
    let _ = fs::remove_file(&answer);
    let end = format!("detach,answer={encoded}");
    match target.load(library, &end, &answer) {
        // It ended in this moment, and wrote its model as it does.
        Err(_) if !target.is_alive() => Ok(()),
        ended => Ok(ended?),
    }
}

/// Set when somebody wants this to end.
fn stop_signal() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_for_a_process_that_is_not_there() {
        let home = tempfile::tempdir().unwrap();
        let args = AttachArgs {
            process: u32::MAX,
            out: home.path().join("run.palus"),
            include: vec!["a,b".to_owned()],
            exclude: vec![],
            redaction: crate::args::RedactionArgs::default(),
            collaborators: vec![],
            duration: None,
        };
        assert!(
            run(&args)
                .unwrap_err()
                .to_string()
                .contains("no pattern for class names")
        );
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }
}
