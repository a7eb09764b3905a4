//! The files with which a corpus begins: what the command itself makes of a small program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use palus_sequence::{MethodKind, Portable, Sequence, Statement, Symbols};
use palus_supervise::Scribe;

use crate::palus::{palus, run};
use crate::subject::jdk;

/// A stack and a main method that uses it.
const SOURCE: &str = include_str!("Stack.java");

/// Makes one folder for each format, named as the format is, and `part-2`, the other part of a run.
pub(super) fn make(folder: &Path) -> Result<PathBuf> {
    let place = |name: &str| -> Result<PathBuf> {
        let place = folder.join(name);
        fs::create_dir_all(&place).with_context(|| format!("{} cannot be made", place.display()))?;
        Ok(place)
    };
    let source = place("demo")?.join("Stack.java");
    fs::write(&source, SOURCE).context("a source cannot be written")?;
    let home = jdk(17)?;
    let tool = |name: &str| Command::new(home.home().join("bin").join(name));
    done(tool("javac").args(["-g", "-d", "classes"]).arg(&source), folder)?;
    let jar = place("jar")?.join("code.jar");
    done(tool("jar").arg("-cf").arg(&jar).args(["-C", "classes", "."]), folder)?;
    for line in [
        "record --out model/run.palus --keep-trace trace/run.trace --states -- java -cp classes demo.Stack",
        "generate --classpath classes --sequences 200 --shard 1/2 --out part-1",
        "generate --classpath classes --sequences 200 --shard 2/2 --out part-2",
    ] {
        place("model")?;
        place("trace")?;
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        if palus(&words, folder)?.code != Some(0) {
            bail!("palus {line} failed");
        }
    }
    for (from, to) in [
        ("classes/demo/Stack.class", "class"),
        ("part-1/palus.shard", "shard"),
        ("part-1/palus.json", "summary"),
    ] {
        let to = place(to)?.join("seed");
        fs::copy(folder.join(from), &to).with_context(|| format!("{from} cannot be copied"))?;
    }
    write_journal(&place("journal")?)?;
    Ok(folder.to_path_buf())
}

fn done(command: &mut Command, work: &Path) -> Result<()> {
    match run(command, work)?.code {
        Some(0) => Ok(()),
        code => bail!("{} ended with {code:?}", command.get_program().display()),
    }
}

/// A journal of one group that has kept something.
fn write_journal(folder: &Path) -> Result<()> {
    let file = folder.join("seed");
    let _ = fs::remove_file(&file);
    let mut scribe = Scribe::open(&file).context("a journal cannot be written")?;
    let mut symbols = Symbols::default();
    let method = symbols.method("demo.Stack", "size", "()I", MethodKind::Static)?;
    let call = Statement::Call {
        method,
        operands: Vec::new(),
    };
    let sequences = (1..4).map(|length| Sequence {
        statements: vec![call.clone(); length],
    });
    let kept: Vec<Portable> = sequences
        .map(|sequence| Portable::new(&sequence, &symbols))
        .collect::<Result<_, _>>()?;
    scribe.keep(kept.into_iter()).context("a journal cannot be written")
}
