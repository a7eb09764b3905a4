//! Worker processes and the runs that verify a suite: everything that starts another program and waits for it.
//!
//! **Takes** the orders of [`palus_sequence::work`], one a group of classes; sources to compile; coordinates to resolve.
//! **Gives** the results, in the order of the orders, whatever number of processes worked on them: [`Workshop`] runs
//! searches and confirmations, [`Verifier`] compiles and runs tests, [`Maven`] finds artefacts, [`Jdk`] finds Java, [`Target`] loads a
//! library into a JVM that runs.
//! **Does not know** what is in a sequence, how one is found, or how it is printed.
//!
//! A worker is a process because the code under test may end it or hang it: that costs one worker and nothing found so
//! far. Its group is then run again from the start, without the sequence that killed it, which gives the same result as
//! if the sequence had been left out from the beginning.
//!
//! # Example
//! ```
//! use palus_supervise::{cut, group_count, shares};
//!
//! let classes: Vec<String> = ["demo.A", "demo.B", "demo.C", "demo.D", "demo.E"].map(String::from).into();
//! let groups = cut(&classes, group_count(classes.len()));
//! assert_eq!(groups, [vec!["demo.A", "demo.C", "demo.E"], vec!["demo.B", "demo.D"]]);
//!
//! let weights: Vec<u64> = groups.iter().map(|group| group.len() as u64).collect();
//! assert_eq!(shares(20_000, &weights), [12_000, 8_000]);
//! ```

mod attach;
mod attempts;
mod beside;
mod calls;
mod class_data;
mod compiler;
mod dialogue;
mod error;
mod flags;
mod groups;
mod jacoco;
mod jdk;
mod journal;
mod losses;
mod maven;
mod option_text;
mod patience;
mod plain;
mod pool;
mod process;
mod progress;
mod protection;
mod quota;
mod reading;
mod run;
mod sandbox;
mod tree;
mod vary;
mod verify;
mod worker;

pub use attach::{AttachError, Target};
pub use attempts::GroupRun;
pub use beside::OwnTests;
pub use class_data::ClassData;
pub use compiler::Compiler;
pub use dialogue::{Dialogue, Question, Said};
pub use error::Error;
pub use groups::{cut, group_count, shares};
pub use jacoco::{Coverage, JaCoCo, ReportFormat};
pub use jdk::Jdk;
pub use journal::{Journal, Past, Scribe};
pub use maven::{Artifact, LibrarySuite, Maven};
pub use option_text::{decode_option, encode_option};
pub use pool::run_all;
pub use process::MEDDLERS;
pub use progress::Progress;
pub use protection::{Protection, protections};
pub use sandbox::{Confinement, Restrictions, Sandbox, die_with_parent};
pub use tree::{Process, is_in_foreground, wait_for_all};
pub use vary::{Fact, Variation};
pub use verify::{Compiled, Diagnostic, Javac, Mockito, Round, RunReport, TestResult, TestVerdict, Verifier};
pub use worker::Workshop;
