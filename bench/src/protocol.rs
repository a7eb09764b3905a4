//! `protocol`: how far the search of each strategy gets in so many sequences, without guidance, counted in the branches that it reaches.

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::evaluation::spread;
use crate::library::{Asked, Budget, generate, record};
use crate::subject::Subject;

/// The strategies, those of the papers without a model last.
const STRATEGIES: [&str; 4] = ["palus", "palulu", "recgen", "randoop"];

/// Each strategy with each budget and seed, on each subject.
pub(crate) fn run(names: &[String], sequences: &[u64], seeds: u64) -> Result<ExitCode> {
    println!("| subject | sequences | branches | {} |", STRATEGIES.join(" | "));
    println!("| --- | --- | --- |{}", " --- |".repeat(STRATEGIES.len()));
    for name in names {
        let subject = Subject::resolve(name)?;
        let model = record(&subject)?;
        let out = subject.work.join("out-protocol");
        for &sequences in sequences {
            let (mut reached, mut all) = ([const { Vec::<f64>::new() }; STRATEGIES.len()], 0);
            for seed in 1..=seeds {
                for (strategy, reached) in STRATEGIES.iter().zip(&mut reached) {
                    let options = ["--guidance", "off", "--strategy", strategy].map(str::to_owned);
                    let asked = Asked {
                        budget: Budget::Sequences { sequences },
                        seed,
                        options: &options,
                        jdk: None,
                    };
                    let search = &generate(&subject, Some(&model), &out, &asked)?.json["search"];
                    reached.push(search["edges_hit"].as_f64().context("palus.json has no edges_hit")?);
                    all = search["edges_total"].as_u64().unwrap_or_default().max(all);
                }
            }
            let cells = reached.map(|reached| spread(&reached, 0));
            println!("| {name} | {sequences} | {all} | {} |", cells.join(" | "));
        }
    }
    Ok(ExitCode::SUCCESS)
}
