//! Explorations that the time ended, kept in the output until somebody goes on with them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use palus_classes::ClassIndex;
use palus_symbolic::{Exploration, Plan, Solver};
use serde::{Deserialize, Serialize};

use super::outcome::Iteration;
use crate::atomic;
use crate::exit::say;

/// What the file is called, inside the output directory.
const FILE: &str = "explore.saved";

#[derive(Serialize, Deserialize)]
struct Saved {
    iterations: Vec<Iteration>,
    exploration: Vec<u8>,
}

/// Keeps an exploration that the time has ended amid an iteration; of any other nothing stays.
pub(super) fn keep(out: &Path, exploration: &Exploration, iterations: &[Iteration]) -> anyhow::Result<()> {
    let file = out.join(FILE);
    if !exploration.is_amid() {
        return match fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", file.display()))
            }
            _ => Ok(()),
        };
    }
    let saved = Saved {
        iterations: iterations.to_vec(),
        exploration: exploration.saved(),
    };
    atomic::write(&file, &postcard::to_stdvec(&saved)?)
}

/// What an earlier run of the same exploration has kept with its iterations, or its beginning, with a word of it, where there is none.
///
/// # Errors
///
/// When what is there is no exploration, or one of something else.
pub(super) fn resume(
    out: &Path,
    index: Arc<ClassIndex>,
    solver: Solver,
    plan: Plan,
) -> anyhow::Result<(Exploration, Vec<Iteration>)> {
    let file = out.join(FILE);
    let refused = |because: &str| {
        anyhow!(
            "cannot go on with {}: {because}; leave out --resume to begin anew",
            file.display()
        )
    };
    let bytes = match fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            say(&format!(
                "{} has nothing to resume, so the exploration starts at its beginning",
                out.display()
            ));
            return Ok((Exploration::new(index, solver, plan), Vec::new()));
        }
        Err(error) => return Err(refused(&error.to_string())),
    };
    let saved: Saved = postcard::from_bytes(&bytes)
        .map_err(|_| refused("it is no exploration that this version of Palus has saved"))?;
    let exploration = Exploration::resumed(index, solver, plan, &saved.exploration)
        .map_err(|because| refused(&because.to_string()))?;
    Ok((exploration, saved.iterations))
}
