//! `palus doctor`: what this machine gives of what Palus needs and of the protections that it promises.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use anyhow::Context as _;
use palus_supervise::{Error, Jdk, Protection, protections};

use crate::exit::Exit;
use crate::generate::OLDEST_JAVA;

/// Runs the command: exit code 3 when something is lacking.
pub(crate) fn run() -> anyhow::Result<Exit> {
    let jdk = Jdk::find(OLDEST_JAVA, "generate").and_then(Jdk::with_compiler);
    let protections = protections();
    let text = java(&jdk) + &told(&protections);
    io::stdout()
        .write_all(text.as_bytes())
        .context("cannot write to standard output")?;
    let is_whole = jdk.is_ok() && protections.iter().all(|protection| protection.lacking.is_none());
    Ok(if is_whole { Exit::Done } else { Exit::NotMet })
}

fn java(jdk: &Result<Jdk, Error>) -> String {
    match jdk {
        Ok(jdk) => {
            let newer = jdk.newer();
            let also = newer.last().map_or_else(String::new, |newest| {
                format!("; tests are run on Java {} as well", newest.feature())
            });
            format!("yes  Java {} at {}{also}\n", jdk.feature(), jdk.home().display())
        }
        Err(error) => format!("no   Java: {error}\n"),
    }
}

fn told(protections: &[Protection]) -> String {
    let mut text = String::new();
    for protection in protections {
        let answer = if protection.lacking.is_none() { "yes" } else { "no " };
        let _ = writeln!(text, "{answer}  {}", protection.what);
        if let Some(why) = protection.lacking {
            let _ = writeln!(text, "     {why}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lacking_stands_below_what_it_is_for() {
        let protection = |what, lacking| Protection { what, lacking };
        let told = told(&[
            protection("files", None),
            protection("calls", Some("use another kernel")),
        ]);
        assert_eq!(told, "yes  files\nno   calls\n     use another kernel\n");
    }
}
