//! `report.html`: one page that needs nothing else, for the person who decides what to commit.

mod code;

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::coverage::{ClassCoverage, Reach, ranges};

use crate::java::{EmittedTest, SourceFile};
use crate::summary::{ClassSummary, SilentMethod, Summary};

/// A test that was not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// Its name, or the class under test when it never had one.
    pub name: String,
    /// Why, in one clause.
    pub reason: String,
}

/// What the page shows beside the summary.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// The version of Palus.
    pub version: &'a str,
    /// The command that gives the same again.
    pub command: &'a str,
    /// The files written.
    pub files: &'a [SourceFile],
    /// The tests not written.
    pub dropped: &'a [Dropped],
    /// What the passing tests cover of each class, where that was measured.
    pub coverage: &'a [ClassCoverage],
    /// The code that each test reaches, by [`EmittedTest::index`]; none for failing ones, which count for nothing.
    pub reaches: &'a [Vec<Reach>],
    /// The texts of source files by their paths, as far as they are at hand.
    pub sources: &'a BTreeMap<String, String>,
}

/// The page. What may differ between equal runs comes from `summary.run` and nowhere else.
pub fn html(summary: &Summary, material: &Material) -> String {
    let failing: Vec<_> = material.files.iter().filter(|file| file.failing).collect();
    let passing: Vec<_> = material.files.iter().filter(|file| !file.failing).collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Palus report" }
                style { (PreEscaped(include_str!("report.css"))) }
            }
            body {
                (heading(summary, material))
                (totals(summary))
                @if !failing.is_empty() {
                    h2 { "Tests that reveal an error" }
                    (sources(&failing, material))
                }
                (code::classes(&summary.classes, material))
                (silent(&summary.classes))
                @if !passing.is_empty() {
                    h2 { "Tests" }
                    (sources(&passing, material))
                }
                @if !material.dropped.is_empty() {
                    h2 { "Tests left out" }
                    (dropped(material.dropped))
                }
                (reproduce(summary, material))
            }
        }
    };
    page.into_string()
}

fn heading(summary: &Summary, material: &Material) -> Markup {
    let budget = match summary.budget.kind.as_str() {
        "time" => format!("{} s", summary.budget.value as f64 / 1000.0),
        _ => format!("{} sequences", summary.budget.value),
    };
    html! {
        h1 { "Generated tests" }
        p class="soft" {
            "Palus " (material.version) ", strategy " (summary.strategy) ", budget " (budget) ", seed " (summary.seed)
        }
    }
}

fn totals(summary: &Summary) -> Markup {
    let covered: u64 = summary.classes.iter().map(|class| class.methods_covered).sum();
    let methods: u64 = summary.classes.iter().map(|class| class.methods).sum();
    html! {
        dl class="totals" {
            div { dt { "Tests" } dd { (summary.tests.passing) } }
            div { dt { "Assertions" } dd { (summary.tests.assertions) } }
            @if summary.tests.failing > 0 {
                div class="bad" { dt { "Revealing an error" } dd { (summary.tests.failing) } }
            }
            div { dt { "Classes" } dd { (summary.classes.len()) } }
            div { dt { "Methods called" } dd { (covered) (code::of(methods)) } }
            (code::totals(summary))
            div { dt { "Sequences run" } dd { (summary.sequences.executed) } }
        }
        @if let Some(solve) = &summary.solve { p { (solve.sentence()) "." } }
    }
}

fn silent(classes: &[ClassSummary]) -> Markup {
    let all: Vec<(&ClassSummary, &SilentMethod)> = classes
        .iter()
        .flat_map(|class| class.silent.iter().map(move |method| (class, method)))
        .collect();
    html! {
        @if !all.is_empty() {
            h2 { "Methods without a test" }
            div class="wide" {
                table {
                    thead { tr { th { "Method" } th { "Reason" } th { "Detail" } } }
                    tbody {
                        @for (class, method) in all {
                            tr {
                                td { code { (class.name) "." (method.method) } }
                                td { (method.code) }
                                td { (method.detail) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn sources(files: &[&SourceFile], material: &Material) -> Markup {
    html! {
        @for file in files {
            details open[file.failing] {
                summary { code { (file.class) } " " span class="soft" { (file.tests.len()) " for " (file.subject) } }
                p class="soft" { (file.path.display()) }
                @for test in &file.tests {
                    pre { code { (source(file, test)) } }
                    @if let Some(reaches) = material.reaches.get(test.index).filter(|reaches| !reaches.is_empty()) {
                        p class="reach" { "Reaches " (reached(reaches, material)) }
                    }
                }
            }
        }
    }
}

/// The code that a test reaches, class by class.
fn reached(reaches: &[Reach], material: &Material) -> Markup {
    let lines = |reach: &Reach| {
        let class = material.coverage.iter().find(|class| class.name == reach.class);
        ranges(&reach.lines, |line| {
            class.is_none_or(|class| class.marks.contains_key(&line))
        })
    };
    html! {
        @for (index, reach) in reaches.iter().enumerate() {
            @if index > 0 { "; " }
            code { (code::simple(&reach.class)) }
            @if !reach.lines.is_empty() { " lines " (lines(reach)) }
        }
    }
}

/// The lines of one test, without the indentation of the class.
fn source(file: &SourceFile, test: &EmittedTest) -> String {
    let first = test.first_line.saturating_sub(1) as usize;
    let count = (test.last_line as usize).saturating_sub(first);
    let lines = file.text.lines().skip(first).take(count);
    lines
        .map(|line| line.strip_prefix("  ").unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}

fn dropped(dropped: &[Dropped]) -> Markup {
    html! {
        div class="wide" {
            table {
                thead { tr { th { "Test" } th { "Reason" } } }
                tbody {
                    @for test in dropped {
                        tr { td { code { (test.name) } } td { (test.reason) } }
                    }
                }
            }
        }
    }
}

fn reproduce(summary: &Summary, material: &Material) -> Markup {
    let run = &summary.run;
    html! {
        h2 { "The same again" }
        pre class="command" { code { (material.command) } }
        p class="soft" {
            (format!("{:.1} s", run.wall_ms as f64 / 1000.0)) " on " (run.jvm) ", "
            (run.workers.started) @if run.workers.started == 1 { " worker" } @else { " workers" } " started, " (run.workers.lost) " lost, "
            (format!("{:.0}", run.sequences_per_s)) " sequences a second"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::{BudgetSummary, MutantSummary, RunSummary, SCHEMA, SequenceSummary, TestSummary};
    use std::path::PathBuf;

    fn summary() -> Summary {
        Summary {
            schema: SCHEMA,
            seed: 7,
            strategy: "palus".to_owned(),
            fields: None,
            seeds: None,
            solve: None,
            budget: BudgetSummary {
                kind: "sequences".to_owned(),
                value: 100,
            },
            sequences: SequenceSummary::default(),
            mutants: MutantSummary::default(),
            calls: 5,
            tests: TestSummary::default(),
            coverage: None,
            searches: Vec::new(),
            search: None,
            unmade_answers: Vec::new(),
            classes: Vec::new(),
            run: RunSummary::default(),
        }
    }

    #[test]
    fn the_page_escapes_source_and_reaches_for_no_network() {
        let file = SourceFile {
            path: PathBuf::from("java/a/BPalusTest.java"),
            subject: "a.B".to_owned(),
            class: "a.BPalusTest".to_owned(),
            failing: false,
            text: "class B {\n  List<String> x;\n}\n".to_owned(),
            tests: vec![EmittedTest {
                name: "t".to_owned(),
                first_line: 2,
                last_line: 2,
                index: 0,
                assertions: 1,
                mocks: false,
            }],
            shared: Vec::new(),
        };
        let files = [file];
        let material = Material {
            version: "1",
            command: "palus generate --seed 7",
            files: &files,
            dropped: &[],
            coverage: &[],
            reaches: &[],
            sources: &BTreeMap::new(),
        };
        let page = html(&summary(), &material);
        assert!(page.contains("<code>List&lt;String&gt; x;</code>"), "{page}");
        assert!(page.contains("palus generate --seed 7"), "{page}");
        assert!(!page.contains("http"), "{page}");
        assert!(!page.contains("src="), "{page}");
    }

    #[test]
    fn what_differs_between_equal_runs_comes_from_run_only() {
        let material = Material {
            version: "1",
            command: "c",
            files: &[],
            dropped: &[],
            coverage: &[],
            reaches: &[],
            sources: &BTreeMap::new(),
        };
        let mut other = summary();
        other.run = RunSummary {
            wall_ms: 12_345,
            sequences_per_s: 9.0,
            ..RunSummary::default()
        };
        let strip = |page: String| page.rsplit_once("<p class=\"soft\">").unwrap().0.to_owned();
        assert_eq!(strip(html(&summary(), &material)), strip(html(&other, &material)));
    }
}
