//! `palus model`: shows what a model has learned.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use palus_model::redact::{Finding, audit};
use palus_model::{Model, render};

use crate::args::{ModelArgs, ModelFormat};
use crate::exit::Exit;
use crate::parts::part_of;

/// Prints a model on standard output.
pub(crate) fn run(args: &ModelArgs) -> anyhow::Result<Exit> {
    let mut model = load(&args.file)?;
    if args.audit {
        return list_secrets(&model);
    }
    if let Some(k) = args.ktail {
        model = model.ktail(k);
    }
    let class = args.class.as_deref();
    if let Some(name) = class
        && !has_class(&model, name)
    {
        bail!(
            "{}: no class {name} was recorded; `palus model` without --class lists those that were",
            args.file.display()
        );
    }
    let text = match args.format {
        ModelFormat::Text if has_colours() => render::coloured(&model, class),
        ModelFormat::Text => render::text(&model, class),
        ModelFormat::Json => format!("{:#}\n", render::json(&model, class)),
        ModelFormat::Dot => render::dot(&model, class),
        ModelFormat::Html => render::html(&model, class),
    };
    print(&text)?;
    Ok(Exit::Done)
}

/// Says where something looks like a secret, and not what it is.
fn list_secrets(model: &Model) -> anyhow::Result<Exit> {
    let found = audit(model);
    let lines = found.iter().map(|(place, values)| {
        let Finding {
            method,
            argument,
            looks_like,
        } = place;
        let plural = if *values == 1 { "" } else { "s" };
        format!("{method}  argument {argument}: {looks_like} ({values} value{plural})\n")
    });
    print(&lines.collect::<String>())?;
    Ok(if found.is_empty() { Exit::Done } else { Exit::NotMet })
}

/// Whether standard output is a terminal whose user wants colours: see no-color.org.
fn has_colours() -> bool {
    let off = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    io::stdout().is_terminal() && !off && !dumb
}

/// A reader that has seen enough and closed the pipe is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(()),
    }
}

/// Reads a model; the path goes in front of what is wrong with it.
pub(crate) fn load(file: &Path) -> anyhow::Result<Model> {
    let part = if file.is_dir() {
        Some(file.to_path_buf())
    } else {
        Some(part_of(file)).filter(|part| !file.exists() && part.exists())
    };
    if let Some(part) = part {
        let part = part.display();
        return Err(anyhow!(
            "{}: no model, but {part} may hold what an interrupted recording learned; run `palus recover {part} --out \
             RUN.palus` and use that",
            file.display()
        ));
    }
    Model::load(file).with_context(|| file.display().to_string())
}

/// Whether nothing was learned.
pub(crate) fn is_empty(model: &Model) -> bool {
    model.classes.is_empty() && model.statics.is_empty() && model.answers.is_empty()
}

fn has_class(model: &Model, name: &str) -> bool {
    model.class(name).is_some()
        || model
            .statics
            .iter()
            .chain(&model.answers)
            .any(|call| &*call.method.owner == name)
}
