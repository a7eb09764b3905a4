//! Measurements on whole libraries, each a named command; `bench/README.md` says how to read them.

mod determinism;
mod library;
mod palus;
mod subject;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measurements on whole libraries.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Record, generate, and run what was written on every JDK.
    Library {
        /// Which library.
        name: String,
        /// The budget in seconds.
        #[arg(long, default_value_t = 20)]
        time: u64,
        /// Do not record: generate from the bytecode alone.
        #[arg(long)]
        without_model: bool,
    },
    /// Generate three times with one seed and compare the files.
    Determinism {
        /// Which library.
        name: String,
        /// The budget in sequences.
        #[arg(long, default_value_t = 20_000)]
        sequences: u64,
    },
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Library {
            name,
            time,
            without_model,
        } => library::run(&name, time, without_model),
        Command::Determinism { name, sequences } => determinism::run(&name, sequences),
    };
    match result {
        Ok(code) => code,
        Err(why) => {
            eprintln!("bench: {why:#}");
            ExitCode::FAILURE
        }
    }
}
