//! `results`: what the commands left under `target/bench`, as one page. No figure on it is typed by hand.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use super::experiment::{Extent, Form};
use crate::palus::target;

const HEAD: &str = "# Results\n\n\
    Written by `bench results` from the tables that the commands of `bench` left, behind the reading of them in \
    `bench/reading.md`; `bench/README.md` says what each command measures. \
    Coverage is JaCoCo's, of the passing tests as they were emitted, run by the plain JUnit console. Every section says when, \
    where and by which command it was measured. The sentences below a table are computed from it. `docs/results/` has the \
    rows of later measurements as JSON, and their pictures.\n";

/// The order on the page; what is not named here is left out.
const COMMANDS: [&str; 15] = [
    "strategies",
    "protocol",
    "bugs",
    "breakdown",
    "protocol-parts",
    "ktail",
    "trace-sensitivity",
    "model-helps",
    "ablation",
    "mutation",
    "defects",
    "recording",
    "throughput",
    "compare",
    "green",
];

/// The files of the sections: of each command those of a full run and of a short one, then the same in the paper's form.
fn sections() -> impl Iterator<Item = String> {
    let kinds = [Form::Usual, Form::Paper].map(|form| [Extent::Full, Extent::Short].map(|extent| (extent, form)));
    COMMANDS.into_iter().flat_map(move |command| {
        let kinds = kinds.into_iter().flatten();
        kinds.map(move |(extent, form)| extent.file_name(command, form))
    })
}

/// Where the rows and the pictures of the page are kept, below the project: a later run goes on from them.
const KEPT: &str = "docs/results";

/// That folder, if this runs inside the project.
pub(crate) fn kept() -> Option<PathBuf> {
    Some(project()?.join(KEPT))
}

pub(crate) fn run() -> Result<ExitCode> {
    let project = project().context("run this inside the project")?;
    let reading = project.join("bench/reading.md");
    let reading = fs::read_to_string(&reading).with_context(|| format!("{} cannot be read", reading.display()))?;
    let measured = target()?.join("bench");
    let kept = project.join(KEPT);
    keep(&measured, &kept)?;
    let file = project.join("docs/results.md");
    let before = fs::read_to_string(&file).unwrap_or_default();
    let page = page(&reading, &measured, &kept, &before)?;
    fs::write(&file, page).with_context(|| format!("{} cannot be written", file.display()))?;
    println!("wrote {}", file.display());
    Ok(ExitCode::SUCCESS)
}

/// The folder of the project: this directory or one above it.
fn project() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let found = here.ancestors().find(|folder| folder.join("bench/README.md").is_file());
    found.map(Path::to_owned)
}

/// Copies the rows and pictures of what was measured here.
fn keep(measured: &Path, kept: &Path) -> Result<()> {
    fs::create_dir_all(kept).with_context(|| format!("{} cannot be made", kept.display()))?;
    for section in sections() {
        for extension in ["json", "svg"] {
            let name = format!("{section}.{extension}");
            let from = measured.join(&name);
            if from.is_file() {
                fs::copy(&from, kept.join(&name)).with_context(|| format!("{} cannot be copied", from.display()))?;
            }
        }
    }
    Ok(())
}

/// The page: the sections that were measured here, and of the page before those that were not.
fn page(reading: &str, measured: &Path, kept: &Path, before: &str) -> Result<String> {
    let mut parts = vec![HEAD.to_owned(), reading.to_owned()];
    for section in sections() {
        let begin = begin(&section);
        if let Ok(text) = fs::read_to_string(measured.join(format!("{section}.md"))) {
            let picture = kept.join(format!("{section}.svg"));
            let picture = picture
                .is_file()
                .then(|| format!("\n![{section}](results/{section}.svg)\n"));
            parts.push(format!("{begin}\n{}\n{}", text.trim_end(), picture.unwrap_or_default()));
        } else if let Some((_, rest)) = before.split_once(&begin) {
            let end = rest.find(BEGIN).unwrap_or(rest.len());
            parts.push(format!("{begin}{}\n", rest[..end].trim_end()));
        }
    }
    if parts.len() == 2 {
        bail!("nothing was measured yet; run a command, for example `bench strategies --quick`");
    }
    Ok(parts.join("\n"))
}

/// A section begins with this, its name, and [`END`]; readers do not see it.
const BEGIN: &str = "<!-- bench: ";
const END: &str = " -->";

fn begin(section: &str) -> String {
    format!("{BEGIN}{section}{END}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_stand_in_their_order_and_a_page_of_nothing_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let page = || page("## Reading\n", folder.path(), folder.path(), "");
        assert!(page().is_err());
        fs::write(folder.path().join("ablation.md"), "## B\n").unwrap();
        fs::write(folder.path().join("strategies.md"), "## A\n").unwrap();
        fs::write(folder.path().join("strategies-short-paper.md"), "## P\n").unwrap();
        let page = page().unwrap();
        assert!(page.find("## A") < page.find("## P"), "{page}");
        assert!(page.find("## P") < page.find("## B"), "{page}");
        assert!(page.find("## Reading") < page.find("## A"), "{page}");
        assert!(page.find("## A") < page.find("## B"), "{page}");
    }

    #[test]
    fn what_was_not_measured_here_stays_on_the_page_with_its_picture_and_what_was_is_replaced() {
        let (elsewhere, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let kept = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("strategies.md", "## A\n\n| old |\n"),
            ("strategies.svg", "<svg/>"),
            ("strategies.json", "{}"),
            ("ablation.md", "## B\n\n| stays |\n"),
        ] {
            fs::write(elsewhere.path().join(name), text).unwrap();
        }
        keep(elsewhere.path(), kept.path()).unwrap();
        let first = page("", elsewhere.path(), kept.path(), "").unwrap();
        assert!(first.contains("](results/strategies.svg)"), "{first}");
        assert!(kept.path().join("strategies.json").is_file());

        let again = page("", here.path(), kept.path(), &first).unwrap();
        assert_eq!(again, first);
        fs::write(here.path().join("strategies.md"), "## A\n\n| new |\n").unwrap();
        let second = page("", here.path(), kept.path(), &first).unwrap();
        assert!(second.contains("| new |") && second.contains("| stays |"), "{second}");
        assert!(!second.contains("| old |"), "{second}");
    }
}
