//! Rows as a picture: bars of line and of branch coverage, a panel each for every budget.

use std::path::Path;

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::experiment::Row;
use super::figures::Covered;
use super::table::groups;
use crate::library::Budget;

/// Of one panel, in pixels; the legend stands beside them.
const LEAST_WIDTH: u32 = 760;
/// The longest name of a library fits below its bars.
const WIDTH_OF_LIBRARY: u32 = 140;
const HEIGHT: u32 = 260;
const LEGEND: u32 = 240;
const FONT: (&str, i32) = ("sans-serif", 13);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A figure that has a panel.
struct Metric {
    name: &'static str,
    of: fn(&Covered) -> f64,
}

const METRICS: [Metric; 2] = [
    Metric {
        name: "lines",
        of: Covered::line_percent,
    },
    Metric {
        name: "branches",
        of: Covered::branch_percent,
    },
];

/// A bar: its library, its run, its budget and what was covered by each seed.
struct Bar<'r> {
    library: &'r str,
    variant: &'r str,
    budget: Option<Budget>,
    covered: Vec<&'r Covered>,
}

/// Draws the measured rows to an SVG file; nothing when there are none.
pub(crate) fn draw(file: &Path, title: &str, rows: &[Row]) -> Result<()> {
    let bars = bars(rows);
    let libraries = distinct(bars.iter().map(|bar| bar.library));
    let variants = distinct(bars.iter().map(|bar| bar.variant));
    let mut budgets = distinct(bars.iter().filter_map(|bar| bar.budget));
    if bars.is_empty() {
        return Ok(());
    }
    if budgets.is_empty() {
        budgets.push(Budget::Seconds(0));
    }
    let panels = budgets.len() * METRICS.len();
    let width = LEAST_WIDTH.max(WIDTH_OF_LIBRARY * libraries.len() as u32);
    let root = SVGBackend::new(file, (width + LEGEND, HEIGHT * panels as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    let (charts, legend) = root.split_horizontally(width);
    let order: Vec<(Budget, &Metric)> = budgets
        .iter()
        .flat_map(|&budget| METRICS.iter().map(move |metric| (budget, metric)))
        .collect();
    for (area, (budget, metric)) in charts.split_evenly((panels, 1)).iter().zip(order) {
        // What has no budget, as a sample run, stands in every panel.
        let shown = bars.iter().filter(|bar| bar.budget.is_none_or(|own| own == budget));
        let shown: Vec<&Bar> = shown.collect();
        let caption = if budget == Budget::Seconds(0) {
            format!("{title}: {} %", metric.name)
        } else {
            format!("{title}: {} %, {budget}", metric.name)
        };
        panel(&root, area, &caption, metric, &shown, &libraries, &variants)?;
    }
    for (index, variant) in variants.iter().enumerate() {
        let top = 40 + 18 * index as i32;
        legend.draw(&Rectangle::new(
            [(8, top), (20, top + 12)],
            Palette99::pick(index).filled(),
        ))?;
        legend.draw(&Text::new((*variant).to_owned(), (26, top), FONT))?;
    }
    root.present()?;
    Ok(())
}

fn panel(
    root: &Area,
    area: &Area,
    caption: &str,
    metric: &Metric,
    bars: &[&Bar],
    libraries: &[&str],
    variants: &[&str],
) -> Result<()> {
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 15))
        .margin(8)
        .x_label_area_size(20)
        .y_label_area_size(34)
        .build_cartesian_2d(0.0..libraries.len() as f64, 0.0..100.0)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh().x_labels(0).y_labels(6).draw()?;
    let width = 0.9 / variants.len().max(1) as f64;
    for bar in bars {
        let place = |all: &[&str], one: &str| all.iter().position(|other| *other == one).unwrap_or(0);
        let index = place(variants, bar.variant);
        let left = place(libraries, bar.library) as f64 + 0.05 + width * index as f64;
        let values: Vec<f64> = bar.covered.iter().map(|covered| (metric.of)(covered)).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let colour = Palette99::pick(index);
        let shape = Rectangle::new([(left, 0.0), (left + width * 0.92, mean)], colour.filled());
        chart.draw_series([shape])?;
        // The spread over the seeds.
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let middle = left + width * 0.46;
        chart.draw_series([PathElement::new([(middle, least), (middle, most)], BLACK)])?;
    }
    for (index, library) in libraries.iter().enumerate() {
        let (x, y) = chart.backend_coord(&(index as f64 + 0.05, 0.0));
        root.draw(&Text::new((*library).to_owned(), (x, y + 5), FONT))?;
    }
    Ok(())
}

fn bars(rows: &[Row]) -> Vec<Bar<'_>> {
    let bars = groups(rows).into_iter().map(|group| Bar {
        library: &group[0].library,
        variant: &group[0].variant,
        budget: group[0].budget,
        covered: group
            .iter()
            .filter_map(|row| Some(&row.figures.as_ref()?.covered))
            .collect(),
    });
    bars.filter(|bar| !bar.covered.is_empty()).collect()
}

/// Each value once, in the order of its first.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.fold(Vec::new(), |mut seen, value| {
        if !seen.contains(&value) {
            seen.push(value);
        }
        seen
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::row;
    use super::*;

    #[test]
    fn every_library_and_run_is_named_in_the_picture() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.svg");
        let rows = [
            row("first", "palus", 1, Some(50)),
            row("second", "randoop", 1, Some(20)),
        ];
        draw(&file, "A title", &rows).unwrap();
        let svg = std::fs::read_to_string(&file).unwrap();
        for name in ["first", "second", "palus", "randoop", "A title: branches %, 10 s"] {
            assert!(svg.contains(name), "{name}");
        }
    }

    #[test]
    fn nothing_is_drawn_of_rows_without_figures() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.svg");
        draw(&file, "A title", &[row("a", "x", 1, None)]).unwrap();
        assert!(!file.exists());
    }
}
