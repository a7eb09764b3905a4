//! `protocol`: how far the search of each strategy gets in so many sequences, without guidance, counted in the edges (branches and starts
//! of methods) that it reaches.

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::evaluation::{Ledger, kept, spread};
use crate::library::{Asked, Budget, record, search};
use crate::subject::Subject;

/// The strategies, those of the papers without a model last.
const STRATEGIES: [&str; 4] = ["palus", "palulu", "recgen", "randoop"];

/// Each strategy with each budget and seed, on each subject.
pub(crate) fn run(names: &[String], sequences: &[u64], seeds: u64, resume: bool) -> Result<ExitCode> {
    let mut columns = vec!["subject", "sequences", "seeds", "edges"];
    columns.extend(STRATEGIES);
    columns.push("order");
    let mut ledger = Ledger::open("protocol", "How far the searches get, without guidance", &columns, None);
    if resume {
        ledger.resume(kept().as_deref())?;
    }
    for name in names {
        let wanted = |sequences: &&u64| !ledger.has(&[name, &sequences.to_string(), &seeds.to_string()]);
        let wanted: Vec<u64> = sequences.iter().filter(wanted).copied().collect();
        if wanted.is_empty() {
            continue;
        }
        let subject = Subject::resolve(name)?;
        let model = record(&subject)?;
        for sequences in wanted {
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
                    let search = &search(&subject, Some(&model), &asked)?["search"];
                    reached.push(search["edges_hit"].as_f64().context("palus.json has no edges_hit")?);
                    all = search["edges_total"].as_u64().unwrap_or_default().max(all);
                }
            }
            let mut cells = vec![name.clone(), sequences.to_string(), seeds.to_string(), all.to_string()];
            cells.extend(reached.iter().map(|reached| spread(reached, 0)));
            cells.push(order(&reached));
            ledger.row(cells);
            ledger.leave()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The strategies by what they reach on average, the best first: `>` stands where even the worst run of one reaches more than the best of the
/// next, `~` where it does not.
fn order(reached: &[Vec<f64>; STRATEGIES.len()]) -> String {
    let mean = |of: usize| reached[of].iter().sum::<f64>() / reached[of].len() as f64;
    let mut places: Vec<usize> = (0..STRATEGIES.len()).collect();
    places.sort_by(|a, b| mean(*b).total_cmp(&mean(*a)));
    let mut text = STRATEGIES[places[0]].to_owned();
    for pair in places.windows(2) {
        let worst = reached[pair[0]].iter().copied().fold(f64::INFINITY, f64::min);
        let best = reached[pair[1]].iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sign = if worst > best { '>' } else { '~' };
        text = format!("{text} {sign} {}", STRATEGIES[pair[1]]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_are_apart_where_their_spreads_are() {
        let reached = [[5.0, 7.0], [9.0, 8.0], [1.0, 4.0], [3.0, 1.0]].map(Vec::from);
        assert_eq!(order(&reached), "palulu > palus > recgen ~ randoop");
    }
}
