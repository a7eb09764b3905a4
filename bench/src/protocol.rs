//! `protocol`: how far searches get in so many sequences, without guidance, counted in the edges (branches and starts of methods) that they
//! reach.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::evaluation::{ADDED, Ledger, kept, spread};
use crate::library::{self, Budget, record, search};
use crate::subject::Subject;

/// The strategies, those of the papers without a model last.
const STRATEGIES: [(&str, &str); 4] = [
    ("palus", "--guidance off --strategy palus"),
    ("palulu", "--guidance off --strategy palulu"),
    ("recgen", "--guidance off --strategy recgen"),
    ("randoop", "--guidance off --strategy randoop"),
];

/// The columns in front of those of the searches.
const FIRST: [&str; 4] = ["subject", "sequences", "seeds", "edges"];

/// `protocol` as typed.
#[derive(Args)]
pub(crate) struct Asked {
    /// Which libraries, or subjects of the project's own.
    #[arg(default_value = "protocol")]
    names: Vec<String>,
    /// How many sequences.
    #[arg(long, value_delimiter = ',', default_values_t = [125, 5_000])]
    sequences: Vec<u64>,
    /// How many seeds, from 1 on.
    #[arg(long, default_value_t = 5)]
    seeds: u64,
    /// Add the parts of the paper's technique one by one, instead of comparing the strategies.
    #[arg(long)]
    parts: bool,
    /// Keep the rows that earlier runs measured, and measure only what they have not.
    #[arg(long)]
    resume: bool,
}

/// Each search with each budget and seed, on each subject.
pub(crate) fn run(asked: &Asked) -> Result<ExitCode> {
    Experiment::new(asked.parts).run(asked)
}

/// Searches that are compared.
struct Experiment {
    /// What its table is called.
    name: &'static str,
    title: &'static str,
    /// What each search is called, with its options.
    searches: &'static [(&'static str, &'static str)],
    /// Whether each adds something to the one before it.
    adds: bool,
}

impl Experiment {
    /// The strategies, or the paper's with one part after the other.
    fn new(parts: bool) -> Self {
        if parts {
            Self {
                name: "protocol-parts",
                title: "What each part adds to what the search reaches, as the paper's tools ran",
                searches: &ADDED,
                adds: true,
            }
        } else {
            Self {
                name: "protocol",
                title: "What the searches reach, as the paper's tools ran",
                searches: &STRATEGIES,
                adds: false,
            }
        }
    }

    fn run(&self, asked: &Asked) -> Result<ExitCode> {
        let seeds = asked.seeds;
        let mut columns = FIRST.to_vec();
        columns.extend(self.searches.iter().map(|(name, _)| name));
        columns.push("order");
        let mut ledger = Ledger::open(self.name, self.title, &columns, None);
        if asked.resume {
            ledger.resume(kept().as_deref())?;
        }
        for name in &asked.names {
            let wanted = |sequences: &&u64| !ledger.has(&[name, &sequences.to_string(), &seeds.to_string()]);
            let wanted: Vec<u64> = asked.sequences.iter().filter(wanted).copied().collect();
            if wanted.is_empty() {
                continue;
            }
            let subject = Subject::resolve(name)?;
            let model = record(&subject)?;
            for sequences in wanted {
                ledger.row(self.measure(&subject, &model, sequences, seeds)?);
                ledger.leave()?;
            }
        }
        if self.adds {
            let columns: Vec<Vec<f64>> = self.searches.iter().map(|(name, _)| means(&ledger, name)).collect();
            ledger.sum_up(self.gains(&columns));
            ledger.leave()?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// A row.
    fn measure(&self, subject: &Subject, model: &Path, sequences: u64, seeds: u64) -> Result<Vec<String>> {
        let (mut reached, mut all) = (vec![Vec::new(); self.searches.len()], 0);
        for seed in 1..=seeds {
            for ((_, options), reached) in self.searches.iter().zip(&mut reached) {
                let options: Vec<String> = options.split(' ').map(str::to_owned).collect();
                let asked = library::Asked {
                    budget: Budget::Sequences { sequences },
                    seed,
                    options: &options,
                    jdk: None,
                };
                let search = &search(subject, Some(model), &asked)?["search"];
                let edges = search["edges_hit"]
                    .as_f64()
                    .context("the command did not say edges_hit")?;
                ensure!(
                    edges > 0.0,
                    "{}: a search with seed {seed} reached nothing, for it lost its workers; run the command again with --resume \
                     when less runs beside it",
                    subject.name
                );
                reached.push(edges);
                all = search["edges_total"].as_u64().unwrap_or_default().max(all);
            }
        }
        let mut cells = vec![subject.name.to_owned()];
        cells.extend([sequences, seeds, all].map(|number| number.to_string()));
        cells.extend(reached.iter().map(|reached| spread(reached, 0)));
        cells.push(self.order(&reached));
        Ok(cells)
    }

    /// The searches by what they reach on average, the best first: `>` stands where even the worst run of one reaches more than the best of
    /// the next, `~` where it does not.
    fn order(&self, reached: &[Vec<f64>]) -> String {
        let mean = |of: usize| reached[of].iter().sum::<f64>() / reached[of].len() as f64;
        let mut places: Vec<usize> = (0..reached.len()).collect();
        places.sort_by(|a, b| mean(*b).total_cmp(&mean(*a)));
        let mut text = String::new();
        for (rank, &place) in places.iter().enumerate() {
            if let Some(&better) = rank.checked_sub(1).and_then(|rank| places.get(rank)) {
                let worst = reached[better].iter().copied().fold(f64::INFINITY, f64::min);
                let best = reached[place].iter().copied().fold(f64::NEG_INFINITY, f64::max);
                text.push_str(if worst > best { " > " } else { " ~ " });
            }
            text.push_str(self.searches[place].0);
        }
        text
    }

    /// What each search reaches more than the one before it, on average over the rows.
    fn gains(&self, columns: &[Vec<f64>]) -> String {
        let gain = |pair: &[Vec<f64>]| {
            let each = pair[0]
                .iter()
                .zip(&pair[1])
                .map(|(before, with)| 100.0 * (with / before - 1.0));
            each.sum::<f64>() / pair[0].len() as f64
        };
        let gains = columns.windows(2).map(gain).zip(&self.searches[1..]);
        let gains: Vec<String> = gains.map(|(gain, (name, _))| format!("{name} {gain:+.1} %")).collect();
        format!(
            "On average over the rows, beside the column to the left: {}.",
            gains.join(", ")
        )
    }
}

/// The means of a column, without their spreads.
fn means(ledger: &Ledger, column: &str) -> Vec<f64> {
    let mean = |cell: &str| cell.split(' ').next()?.parse().ok();
    ledger.column(column).filter_map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_are_apart_where_their_spreads_are() {
        let reached = [[5.0, 7.0], [9.0, 8.0], [1.0, 4.0], [3.0, 1.0]].map(Vec::from);
        let order = Experiment::new(false).order(&reached);
        assert_eq!(order, "palulu > palus > recgen ~ randoop");
    }

    #[test]
    fn parts_gain_on_what_was_there_before_them() {
        let columns = [[100.0, 10.0], [110.0, 12.0], [110.0, 12.0], [110.0, 12.0], [55.0, 12.0]].map(Vec::from);
        assert_eq!(
            Experiment::new(true).gains(&columns),
            "On average over the rows, beside the column to the left: + model +15.0 %, + dependence edges +0.0 %, + constraints +0.0 %, \
             + dependence -25.0 %."
        );
    }
}
