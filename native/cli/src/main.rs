//! The `palus` command: reads arguments, wires the stages together, maps what came of it to an exit code.
//!
//! **Takes** the command line. **Gives** files, results on standard output, everything else on standard error, and the
//! exit codes of [`exit::Exit`]. **Does not know** how any stage does its work, nor the agent, which it only loads into
//! other processes.

mod args;
mod artefacts;
mod atomic;
mod attach;
mod axioms;
mod cache;
mod carved;
mod check;
mod demo;
mod depend;
mod doctor;
mod exit;
mod explore;
mod fields;
mod generate;
mod interrupt;
mod invariants;
mod merge;
mod model;
mod parts;
mod progress;
mod record;
mod recover;
mod redundant;
mod source;
mod states;
mod structures;
mod symbolic;
mod table;
mod trace;
mod traces;
mod verify;
mod violations;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::{Cli, Command};
use crate::exit::{Exit, complain};

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => run(cli.command).into(),
        Err(error) => {
            // A message that cannot be printed has no other place to go.
            let _ = error.print();
            if error.use_stderr() { Exit::Usage } else { Exit::Done }.into()
        }
    }
}

fn run(command: Command) -> Exit {
    let outcome = match command {
        Command::Record(args) => return record::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Model(args) => model::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Redundant(args) => redundant::run(&args),
        Command::Axioms(args) => axioms::run(&args),
        Command::States(args) => states::run(&args),
        Command::Invariants(args) => invariants::run(&args),
        Command::Violations(args) => violations::run(&args),
        Command::Fields(args) => fields::run(&args),
        Command::Explore(args) if args.fields => structures::run(&args),
        Command::Explore(args) => symbolic::run(&args),
        Command::Depend(args) => depend::run(&args),
        Command::Generate(args) => generate::command(&args),
        Command::Check(args) => check::run(&args),
        Command::Demo => demo::run(),
        Command::Doctor => doctor::run(),
        Command::Attach(args) => attach::run(&args),
        Command::Detach(args) => attach::detach(&args),
        Command::Recover(args) => recover::run(&args),
        Command::Verify(args) => verify::run(&args),
    };
    outcome.unwrap_or_else(|error| {
        complain(&error);
        Exit::Failed
    })
}
