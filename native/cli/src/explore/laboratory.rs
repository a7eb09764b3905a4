//! Workers that run sequences on request.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use palus_sequence::work::{Avoid, ConfirmOrder, Confirmation, KeptTest, RunOrder, RunResult};
use palus_sequence::{ObservationPlan, Portable, Sequence, StateRules, Symbols};
use palus_supervise::{Confinement, Jdk, Sandbox, Workshop};
use tempfile::TempDir;

use crate::artefacts::{self, Jars};
use crate::exit::say;
use crate::interrupt::OnInterrupt;

/// Runs sequences over a class path, confined.
pub(crate) struct Laboratory {
    workshop: Workshop,
    class_path: Vec<PathBuf>,
    subjects: Vec<String>,
    /// How the states of what is run are made.
    rules: StateRules,
    /// Both go when it goes: first nobody waits for a signal any more, then the folder is removed.
    _interrupted: OnInterrupt,
    _scratch: TempDir,
}

impl Laboratory {
    /// Where the branches of those classes are counted, so that none of their loops is endless.
    pub(crate) fn open(
        jdk: Jdk,
        class_path: Vec<PathBuf>,
        subjects: Vec<String>,
        sandboxed: bool,
    ) -> anyhow::Result<Self> {
        if !sandboxed {
            say("--no-sandbox: the code under test may do to this machine whatever you may");
        } else if Sandbox::supported() == Confinement::WithoutFiles {
            say("this kernel has no Landlock, so the code under test may write wherever you may");
        }
        let scratch = tempfile::Builder::new()
            .prefix("palus-")
            .tempdir()
            .context("cannot make a temporary directory")?;
        let directory = scratch.path().to_path_buf();
        let interrupted = OnInterrupt::run(move || {
            // There is no one to tell that it could not be removed.
            let _ = fs::remove_dir_all(directory);
        })
        .context("cannot listen for signals")?;
        let workshop = Workshop {
            jdk,
            library: artefacts::library()?,
            agent_jar: Jars::unpack(scratch.path())?.agent,
            scratch: scratch.path().to_path_buf(),
            sandboxed,
            passed_env: Vec::new(),
        };
        Ok(Self {
            workshop,
            class_path,
            subjects,
            rules: StateRules::default(),
            _interrupted: interrupted,
            _scratch: scratch,
        })
    }

    /// The same, whose states are made so.
    pub(crate) fn with_rules(self, rules: StateRules) -> Self {
        Self { rules, ..self }
    }

    /// Runs sequences, each to its end whatever throws, and hands over what came of each batch with the position of its first one.
    pub(crate) fn run(
        &self,
        sequences: &[Sequence],
        symbols: &Symbols,
        plan: ObservationPlan,
        each: &mut dyn FnMut(usize, RunResult),
    ) -> anyhow::Result<()> {
        let portable = |sequence| Portable::new(sequence, symbols);
        let order = RunOrder {
            class_path: self.class_path.clone(),
            subjects: self.subjects.clone(),
            sequences: sequences.iter().map(portable).collect::<Result<_, _>>()?,
            plan: plan.past_throws(),
            rules: self.rules.clone(),
            with_statics: false,
            avoid: Avoid::default(),
        };
        Ok(self.workshop.run_sequences(&order, each)?)
    }

    /// Runs tests again, in a fresh virtual machine and in other surroundings.
    pub(crate) fn confirm(&self, symbols: &Symbols, tests: &[KeptTest]) -> anyhow::Result<Vec<Confirmation>> {
        if tests.is_empty() {
            return Ok(Vec::new());
        }
        let order = ConfirmOrder {
            class_path: self.class_path.clone(),
            subjects: self.subjects.clone(),
            symbols: symbols.clone(),
            tests: tests.to_vec(),
            seed: 1,
            ..ConfirmOrder::default()
        };
        Ok(self.workshop.confirm(&order)?.verdicts)
    }

    /// What runs workers.
    pub(crate) fn workshop(&self) -> &Workshop {
        &self.workshop
    }

    pub(super) fn jdk(&self) -> &Jdk {
        &self.workshop.jdk
    }

    pub(super) fn class_path(&self) -> &[PathBuf] {
        &self.class_path
    }

    pub(super) fn is_sandboxed(&self) -> bool {
        self.workshop.sandboxed
    }
}
