//! `protocol`: how far the search of each strategy gets in so many sequences, without guidance, counted in the branches that it reaches.

use std::process::ExitCode;

use anyhow::{Context, Result};

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
            let (mut reached, mut all) = ([const { Vec::new() }; STRATEGIES.len()], 0);
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
                    reached.push(search["edges_hit"].as_u64().context("palus.json has no edges_hit")?);
                    all = search["edges_total"].as_u64().unwrap_or_default().max(all);
                }
            }
            let cells = reached.map(|reached| spread(&reached));
            println!("| {name} | {sequences} | {all} | {} |", cells.join(" | "));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The mean, with the least and the most where they differ.
fn spread(reached: &[u64]) -> String {
    let (least, most) = (reached.iter().min().copied(), reached.iter().max().copied());
    let mean = reached.iter().sum::<u64>() as f64 / reached.len().max(1) as f64;
    match least.zip(most) {
        Some((least, most)) if least < most => format!("{mean:.0} ({least} to {most})"),
        _ => format!("{mean:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn seeds_that_differ_have_their_spread_told() {
        assert_eq!(spread(&[27, 27]), "27");
        assert_eq!(spread(&[44, 58, 52]), "51 (44 to 58)");
    }
}
