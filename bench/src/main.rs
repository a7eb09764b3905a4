//! Measurements on whole libraries, each a named command; `bench/README.md` says how to read them.

mod application;
mod axioms;
mod carve;
mod classes;
mod coverage;
mod cpu;
mod defects;
mod determinism;
mod escape;
mod evaluation;
mod faults;
mod fields;
mod fold;
mod fuzz;
mod given;
mod green;
mod invariants;
mod kills;
mod ktail;
mod libraries;
mod library;
mod missed;
mod palus;
mod peak;
mod programs;
mod protocol;
mod recording;
mod redundant;
mod reports;
mod representations;
mod sandbox;
mod solve;
mod subject;
mod suite;
mod suites;
mod symbolic;
mod throughput;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The library that is taken where one is needed and none is named: a small one, with a suite of its own.
const QUICK: &str = "commons-cli";

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
        /// Which libraries.
        #[arg(required = true)]
        names: Vec<String>,
        /// The budget in seconds.
        #[arg(long, default_value_t = 20)]
        time: u64,
        /// In how many orders the tests run on each JDK.
        #[arg(long, default_value_t = 3)]
        rounds: u64,
        /// Do not record: generate from the bytecode alone.
        #[arg(long)]
        without_model: bool,
        /// Further options of `palus generate`, behind `--`.
        #[arg(last = true)]
        options: Vec<String>,
    },
    /// Run libraries' own suites without and with the recorder and compare every count.
    Suites {
        /// Which libraries; all when none is named.
        names: Vec<String>,
        /// On this JDK only, 17 or 25.
        #[arg(long)]
        jdk: Option<u32>,
        #[command(flatten)]
        manner: suites::Manner,
    },
    /// Time a suite alone, with the recorder, and with JaCoCo's agent, in turns.
    Recording {
        /// Which library.
        #[arg(default_value = QUICK)]
        name: String,
        /// A first answer: each once.
        #[arg(long)]
        quick: bool,
        /// On this JDK, 17 or 25.
        #[arg(long, default_value_t = 17)]
        jdk: u32,
        /// How often each.
        #[arg(long, default_value_t = 3)]
        rounds: u32,
        /// Run these test classes only, a pattern.
        #[arg(long)]
        tests: Option<String>,
    },
    /// Time a recorded event in a warm loop, on one thread and on two.
    Events {
        /// On this JDK, 17 or 25.
        #[arg(long, default_value_t = 17)]
        jdk: u32,
    },
    /// Measure the memory that the recorder takes in a program with many objects and calls.
    Footprint(programs::footprint::Footprint),
    /// Give changed files of each format to the commands that read them, and look for panics, hangs and more than a gibibyte of memory.
    Fuzz(fuzz::Fuzz),
    /// Fold made-up events into a model, with profiles and tests, and count them.
    Fold {
        /// How many millions of events.
        #[arg(long, default_value_t = 10)]
        millions: u64,
    },
    /// Make the calls of libraries' own tests again without the tests.
    Carve {
        /// Names of libraries that were published with their tests.
        #[arg(required = true)]
        names: Vec<String>,
        /// The version of Java.
        #[arg(long, default_value_t = 17)]
        jdk: u32,
    },
    /// Find the redundant tests of libraries' own suites, or, when none is named, of a made-up trace.
    Redundant {
        /// Which libraries.
        names: Vec<String>,
        /// On this JDK, 17 or 25.
        #[arg(long, default_value_t = 17)]
        jdk: u32,
        /// What represents a state.
        #[arg(long, default_value = "whole-state")]
        state: String,
        /// How many tests of ten calls a made-up trace has.
        #[arg(long, default_value_t = 100_000)]
        tests: u64,
    },
    /// Find the laws of a made-up class, in executions that compose in more than a hundred million ways.
    Axioms(axioms::MadeUp),
    /// Infer what was always true while libraries' own suites ran, or, when none is named, in a made-up trace, and see what that costs.
    Invariants {
        /// Which libraries.
        names: Vec<String>,
        /// On this JDK, 17 or 25.
        #[arg(long, default_value_t = 17)]
        jdk: u32,
        /// How many tests of ten calls a made-up trace has.
        #[arg(long, default_value_t = 1_000_000)]
        tests: u64,
    },
    /// Tell by each representation of states what is redundant in suites for five small classes, and what goes with it.
    Representations(representations::Asked),
    /// Fold models by kTail: files that were recorded, or, when libraries are named, theirs, with what the tests then cover
    /// (Figure 11).
    Ktail(evaluation::Scope),
    #[command(flatten)]
    Evaluation(evaluation::Evaluation),
    /// Index every class of the libraries and of the JDKs, and compare classes drawn from them with reflection.
    Index {
        /// How many classes to compare, for each JDK.
        #[arg(long, default_value_t = 2000)]
        classes: usize,
        /// Where drawing begins.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Compare assignability of pairs of types drawn from the libraries and the JDKs with javac's verdict.
    Types {
        /// How many pairs, for each JDK.
        #[arg(long, default_value_t = 5000)]
        pairs: usize,
        /// Where drawing begins.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Time the index and the dependence analysis on collections4, lang3 and math3.
    Depend {
        /// How often.
        #[arg(long, default_value_t = 5)]
        rounds: usize,
    },
    /// Generate from the bytecode alone (or with the model of the library's own suite) and measure by JaCoCo what the
    /// passing tests cover.
    Coverage {
        /// Which libraries; all when none is named.
        names: Vec<String>,
        /// The budget in seconds.
        #[arg(long, default_value_t = 60)]
        time: u64,
        /// The seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Do not record: generate from the bytecode alone.
        #[arg(long)]
        without_model: bool,
        /// Further options of `palus generate`, as typed.
        #[arg(last = true)]
        options: Vec<String>,
    },
    /// Hold the field extensions of trees and sets against computed ones, and see what stopping by a prediction saves and loses.
    Fields {
        /// On this JDK, 17 or 25.
        #[arg(long, default_value_t = 17)]
        jdk: u32,
        /// A first answer: up to 7 nodes.
        #[arg(long)]
        quick: bool,
    },
    /// Count the states that sequences of calls lead to, with variables and with values, and hold them against computed ones.
    Symbolic {
        /// On this JDK, 17 or 25.
        #[arg(long, default_value_t = 17)]
        jdk: u32,
        /// A first answer: up to 5 calls where each figure is a search of its own.
        #[arg(long)]
        quick: bool,
    },
    /// Generate with `--solve` and with the same time spent in the search, and measure by JaCoCo what either covers.
    Solve {
        /// Which libraries.
        #[arg(required = true)]
        names: Vec<String>,
        /// Seconds for the search, and as many for solving.
        #[arg(long, default_value_t = 20)]
        time: u64,
        /// How many seeds, from 1 on.
        #[arg(long, default_value_t = 1)]
        rounds: u64,
    },
    /// Count the branches that the search of each strategy reaches without guidance, in so many sequences.
    Protocol(protocol::Asked),
    /// Time what the states of a kept call cost, by object and by slot.
    States {
        /// On this JDK, 17 or 25.
        #[arg(long, default_value_t = 17)]
        jdk: u32,
    },
    /// Generate with one worker or more and say how fast they ran.
    Throughput {
        /// Which libraries; three or more show what the cost of a sequence hangs on. Five when none is named.
        names: Vec<String>,
        /// A first answer: 10 s each, and three libraries when none is named.
        #[arg(long)]
        quick: bool,
        /// The budget in seconds, 60 when it is not said.
        #[arg(long)]
        time: Option<u64>,
        /// From one worker up to so many; up to the number of cores when it is not said.
        #[arg(long)]
        workers: Option<usize>,
    },
    /// Record an application of services with collaborators and generate for these, with and without the recording, by mocks and by classes of
    /// the tests.
    Application(application::Asked),
    /// Generate for a hundred hostile classes and a few friendly ones, as root and as an ordinary user,
    /// and look what was reached, what is left and what was lost.
    Escape(escape::Asked),
    /// Generate with and without the sandbox, compare the files and the time on the processor.
    Sandbox {
        /// Which library.
        name: String,
        /// The budget in sequences.
        #[arg(long, default_value_t = 20_000)]
        sequences: u64,
        /// How often each.
        #[arg(long, default_value_t = 3)]
        rounds: u32,
    },
    /// Generate, and run what was written in all settings that teams have: alone, in other orders, zones, locales and encodings, on the
    /// other JDK; names every test that is red in one of them.
    Green(green::Asked),
    /// Generate for releases that repaired a known defect, and see whether the tests fail on the release before.
    Defects(defects::Asked),
    /// Kill workers and the run itself at random moments, resume, and compare with an undisturbed run.
    Kills {
        /// Which library.
        name: String,
        /// The budget in sequences.
        #[arg(long, default_value_t = 20_000)]
        sequences: u64,
        /// How many processes to kill.
        #[arg(long, default_value_t = 50)]
        kills: u32,
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
            names,
            time,
            rounds,
            without_model,
            options,
        } => {
            let asked = library::Asked {
                budget: library::Budget::Seconds(time),
                seed: 1,
                options: &options,
                jdk: None,
            };
            library::run(&names, &asked, without_model, rounds)
        }
        Command::Suites { names, jdk, manner } => suites::run(&names, jdk, manner),
        Command::Recording {
            name,
            quick,
            jdk,
            rounds,
            tests,
        } => recording::run(&name, jdk, if quick { 1 } else { rounds }, tests.as_deref()),
        Command::Fuzz(asked) => fuzz::run(&asked),
        Command::Events { jdk } => programs::events::run(jdk),
        Command::Footprint(asked) => programs::footprint::run(&asked),
        Command::Carve { names, jdk } => carve::run(&names, jdk),
        Command::Redundant {
            names,
            jdk,
            state,
            tests,
        } => redundant::run(&names, jdk, &state, tests),
        Command::Invariants { names, jdk, tests } => invariants::run(&names, jdk, tests),
        Command::Axioms(made_up) => axioms::run(made_up),
        Command::Representations(asked) => representations::run(&asked),
        Command::Fold { millions } => fold::run(millions),
        Command::Ktail(scope) if scope.names_files() => ktail::run(&scope.files()),
        Command::Ktail(scope) => evaluation::ktail(&scope),
        Command::Evaluation(command) => evaluation::run(&command),
        Command::Index { classes, seed } => classes::index::run(classes, seed),
        Command::Types { pairs, seed } => classes::types::run(pairs, seed),
        Command::Depend { rounds } => classes::depend::run(rounds),
        Command::Coverage {
            names,
            time,
            seed,
            without_model,
            options,
        } => {
            let asked = library::Asked {
                budget: library::Budget::Seconds(time),
                seed,
                options: &options,
                jdk: None,
            };
            coverage::run(&names, &asked, without_model)
        }
        Command::Fields { jdk, quick } => fields::run(jdk, quick),
        Command::Symbolic { jdk, quick } => symbolic::run(jdk, quick),
        Command::Solve { names, time, rounds } => solve::run(&names, &solve::Times { seconds: time, rounds }),
        Command::Protocol(asked) => protocol::run(&asked),
        Command::States { jdk } => programs::states::run(jdk),
        Command::Throughput {
            names,
            quick,
            time,
            workers,
        } => throughput::run(&names, time, workers, quick),
        Command::Application(asked) => application::run(&asked),
        Command::Escape(asked) => escape::run(&asked),
        Command::Sandbox {
            name,
            sequences,
            rounds,
        } => sandbox::run(&name, sequences, rounds),
        Command::Green(asked) => green::run(&asked),
        Command::Defects(asked) => defects::run(&asked),
        Command::Kills { name, sequences, kills } => kills::run(&name, sequences, kills),
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
