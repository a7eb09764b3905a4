//! Exit codes, and the one way in which an error is told.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// 0: the work is done.
    Done,
    /// 1: the work could not be done; one sentence on standard error says why and what to do.
    Failed,
    /// 2: wrong usage.
    Usage,
    /// 3: done, but what came of it does not meet a demand: `--fail-on-error`, `--min-branch-coverage`, `--committed`, `--audit`,
    /// `--fail-on-redundant`, `--fail-on-change`, `axioms --check`; or `doctor` misses something.
    NotMet,
    /// The recorded command's own code, or one of `record`'s: 125 Palus failed or nothing was recorded, 126 the command
    /// cannot be run, 127 it was not found.
    Code(u8),
}

/// How `record` and `recover` end where nothing was recorded: no other failure of `recover` has this code.
pub(crate) const NOTHING_RECORDED: Exit = Exit::Code(125);

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::NotMet => 3,
            Exit::Code(code) => code,
        })
    }
}

/// Tells an error on standard error, in one sentence.
pub(crate) fn complain(error: &anyhow::Error) {
    say(&sentence(error));
}

/// Says a sentence on standard error.
pub(crate) fn say(sentence: &str) {
    eprintln!("palus: {sentence}");
}

/// The error and its causes; a cause that an outer message repeats is left out.
fn sentence(error: &anyhow::Error) -> String {
    let mut said = String::new();
    for cause in error.chain() {
        let text = cause.to_string();
        if said.is_empty() {
            said = text;
        } else if !said.contains(&text) {
            said = format!("{said}: {text}");
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;

    #[test]
    fn an_error_is_one_sentence_that_repeats_nothing() {
        let inner = anyhow::anyhow!("permission denied");
        let error = inner.context("cannot write a.txt: permission denied");
        assert_eq!(sentence(&error), "cannot write a.txt: permission denied");
        let error = Err::<(), _>(anyhow::anyhow!("not a Palus model"))
            .context("run.palus")
            .unwrap_err();
        assert_eq!(sentence(&error), "run.palus: not a Palus model");
    }
}
