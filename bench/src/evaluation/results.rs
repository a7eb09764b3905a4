//! `results`: what the commands left under `target/bench`, as one page. No figure on it is typed by hand.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::palus::target;

const HEAD: &str = "# Results\n\n\
    Written by `bench results` from the tables that the commands of `bench` left, behind the reading of them in \
    `bench/reading.md`; `bench/README.md` says what each command measures. \
    Coverage is JaCoCo's, of the passing tests as they were emitted, run by the plain JUnit console. Every section says when, \
    where and by which command it was measured. The sentences below a table are computed from it.\n";

/// The order on the page; what is not named here is left out.
const SECTIONS: [&str; 11] = [
    "strategies",
    "bugs",
    "breakdown",
    "ktail",
    "trace-sensitivity",
    "model-helps",
    "ablation",
    "mutation",
    "recording",
    "throughput",
    "compare",
];

pub(crate) fn run() -> Result<ExitCode> {
    let project = project()?;
    let reading = project.join("bench/reading.md");
    let reading = fs::read_to_string(&reading).with_context(|| format!("{} cannot be read", reading.display()))?;
    let page = page(&reading, &target()?.join("bench"))?;
    let file = project.join("docs/results.md");
    fs::write(&file, page).with_context(|| format!("{} cannot be written", file.display()))?;
    println!("wrote {}", file.display());
    Ok(ExitCode::SUCCESS)
}

/// The folder of the project: this directory or one above it.
fn project() -> Result<PathBuf> {
    let here = std::env::current_dir()?;
    let found = here.ancestors().find(|folder| folder.join("bench/README.md").is_file());
    Ok(found.context("run this inside the project")?.to_owned())
}

fn page(reading: &str, folder: &Path) -> Result<String> {
    let mut parts = vec![HEAD.to_owned(), reading.to_owned()];
    for section in SECTIONS {
        let Ok(text) = fs::read_to_string(folder.join(format!("{section}.md"))) else {
            continue;
        };
        parts.push(text.trim_end().to_owned() + "\n");
    }
    if parts.len() == 2 {
        bail!("nothing was measured yet; run a command, for example `bench strategies --quick`");
    }
    Ok(parts.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_stand_in_their_order_and_a_page_of_nothing_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(page("## Reading\n", folder.path()).is_err());
        fs::write(folder.path().join("ablation.md"), "## B\n").unwrap();
        fs::write(folder.path().join("strategies.md"), "## A\n").unwrap();
        let page = page("## Reading\n", folder.path()).unwrap();
        assert!(page.find("## Reading") < page.find("## A"), "{page}");
        assert!(page.find("## A") < page.find("## B"), "{page}");
    }
}
