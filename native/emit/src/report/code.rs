//! The part of the page about the code under test: how much of it the tests reach, and which lines they do not.

use maud::{Markup, html};

use super::Material;
use crate::coverage::{ClassCoverage, Mark, Share, ranges};
use crate::summary::{ClassSummary, CoverageSummary, MethodSummary, Summary};

/// So much source is shown at the most, in bytes: beyond that a browser is slow to open the page.
const SOURCE_CAP: usize = 6_000_000;

/// Branches and lines of all classes.
pub(super) fn totals(summary: &Summary) -> Markup {
    let measured = |coverage: &CoverageSummary| {
        [
            ("Branches", coverage.branches_hit.zip(coverage.branches_total)),
            ("Lines", coverage.lines_hit.zip(coverage.lines_total)),
        ]
    };
    let figures: Vec<(&str, Share)> = match &summary.coverage {
        Some(coverage) => measured(coverage)
            .into_iter()
            .filter_map(|(name, share)| share.map(|(hit, total)| (name, Share { hit, total })))
            .collect(),
        None => Vec::new(),
    };
    let count = |is_one: fn(&MethodSummary) -> bool| methods(summary).filter(|method| is_one(method)).count() as u64;
    let was_recorded = methods(summary).any(|method| method.recorded.is_some());
    html! {
        @for (name, share) in figures {
            @if let Some(percent) = share.percent() {
                div { dt { (name) } dd { (format!("{percent:.1} %")) } dd class="small" { (share.hit) (of(share.total)) } }
            }
        }
        @if methods(summary).next().is_some() {
            div {
                dt { "Methods reached" }
                dd { (count(|method| method.reached)) (of(count(|_| true))) }
                @if was_recorded {
                    dd class="small" { "before: " (count(|method| method.recorded == Some(true))) " in the recording" }
                }
            }
        }
    }
}

fn methods(summary: &Summary) -> impl Iterator<Item = &MethodSummary> {
    summary.classes.iter().flat_map(|class| &class.coverage)
}

/// ` of n`, quietly.
pub(super) fn of(total: u64) -> Markup {
    html! { span class="soft" { " of " (total) } }
}

/// The name without its package.
pub(super) fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

/// The table of the classes, then each with its methods and its source.
pub(super) fn classes(classes: &[ClassSummary], material: &Material) -> Markup {
    let is_measured = !material.coverage.is_empty();
    let of_class = |class: &ClassSummary| material.coverage.iter().position(|covered| covered.name == class.name);
    html! {
        h2 { "Classes" }
        div class="wide" {
            table {
                thead {
                    tr {
                        th { "Class" }
                        th class="n" { "Tests" }
                        th class="n" { "Methods called" }
                        @if is_measured { th { "Branches" } th { "Lines" } }
                    }
                }
                tbody {
                    @for class in classes {
                        @let place = of_class(class);
                        tr {
                            td {
                                @match place {
                                    Some(place) => a href=(format!("#c{place}")) { code { (class.name) } },
                                    None => code { (class.name) },
                                }
                            }
                            td class="n" { (class.tests) }
                            td class="n" { (class.methods_covered) (of(class.methods)) }
                            @if is_measured {
                                td { (bar(place.map(|place| material.coverage[place].branches))) }
                                td { (bar(place.map(|place| material.coverage[place].lines))) }
                            }
                        }
                    }
                }
            }
        }
        (code(material))
    }
}

/// A share as a bar with its figures.
fn bar(share: Option<Share>) -> Markup {
    html! {
        @match share.and_then(|share| share.percent().map(|percent| (share, percent))) {
            Some((share, percent)) => div class="share" {
                span class="bar" { span style=(format!("width:{percent:.1}%")) {} }
                span class="n" { (share.hit) (of(share.total)) }
            },
            None => span class="soft" { @if share.is_some() { "none" } @else { "not measured" } },
        }
    }
}

fn code(material: &Material) -> Markup {
    let mut room = SOURCE_CAP;
    html! {
        @if !material.coverage.is_empty() {
            h2 { "What the tests reach" }
            p class="soft" {
                "As the search saw it: a line counts when the code took the way that leads to it, and a branch is one way out of a condition \
                 or a switch. " (before(material))
            }
            p class="soft legend" {
                span class="l hit" { "reached" } span class="l part" { "reached, but not all branches" } span class="l miss" { "not reached" }
            }
            @for (place, class) in material.coverage.iter().enumerate() {
                details id=(format!("c{place}")) {
                    summary {
                        code { (class.name) } " "
                        span class="soft" { (told_of(class)) }
                    }
                    (methods_of(class))
                    @match source(class, material, &mut room) {
                        Some(text) => (listing(class, text)),
                        None => (missed(class)),
                    }
                }
            }
        }
    }
}

fn told_of(class: &ClassCoverage) -> String {
    let share = |share: Share, of: &str| (share.total > 0).then(|| format!("{} of {} {of}", share.hit, share.total));
    let told: Vec<String> = [share(class.lines, "lines"), share(class.branches, "branches")]
        .into_iter()
        .flatten()
        .collect();
    told.join(", ")
}

/// What is known of the time before the tests.
fn before(material: &Material) -> &'static str {
    let mut methods = material.coverage.iter().flat_map(|class| &class.methods);
    if methods.any(|method| method.recorded.is_some()) {
        "Of the time before these tests it is known which methods the recorded run called; its lines were not counted."
    } else {
        "Nothing was recorded, so nothing is known of what other tests reach."
    }
}

fn methods_of(class: &ClassCoverage) -> Markup {
    let was_recorded = class.methods.iter().any(|method| method.recorded.is_some());
    html! {
        div class="wide" {
            table {
                thead {
                    tr {
                        th { "Method" }
                        @if was_recorded { th { "Before: in the recording" } }
                        th { "Branches" }
                        th { "Lines" }
                    }
                }
                tbody {
                    @for method in &class.methods {
                        tr {
                            td {
                                code { (method.method) }
                                @if let Some(line) = method.line { " " span class="soft" { "line " (line) } }
                            }
                            @if was_recorded { td { @if method.recorded == Some(true) { "called" } @else { "not called" } } }
                            td { (bar(Some(method.branches))) }
                            td { (bar(Some(method.lines))) }
                        }
                    }
                }
            }
        }
    }
}

/// The source of the class, while there is room for it.
fn source<'m>(class: &ClassCoverage, material: &'m Material, room: &mut usize) -> Option<&'m str> {
    let text = material.sources.get(class.source.as_ref()?)?;
    *room = room.checked_sub(text.len())?;
    Some(text)
}

/// The lines of the source file from the first to the last with code of the class.
fn listing(class: &ClassCoverage, text: &str) -> Markup {
    let ends = class.marks.keys().next().zip(class.marks.keys().next_back());
    let Some((&first, &last)) = ends else {
        return html! {};
    };
    // The heads of the class and of its first method have no code.
    let first = first.saturating_sub(3).max(1);
    let lines = (1..)
        .zip(text.lines())
        .filter(|(number, _)| (first..=last + 1).contains(number));
    html! {
        p class="soft" { (class.source.as_deref().unwrap_or_default()) }
        pre class="source" {
            @for (number, line) in lines {
                @let mark = class.marks.get(&number);
                span class=(format!("l {}", mark.map_or("", of_mark))) title=[mark.and_then(told)] {
                    i { (number) } (line) "\n"
                }
            }
        }
    }
}

fn of_mark(mark: &Mark) -> &'static str {
    match mark {
        Mark { reached: false, .. } => "miss",
        Mark { branches, .. } if branches.hit < branches.total => "part",
        Mark { .. } => "hit",
    }
}

fn told(mark: &Mark) -> Option<String> {
    (mark.branches.total > 0).then(|| format!("{} of {} branches", mark.branches.hit, mark.branches.total))
}

/// The lines in words, where there is no source to show.
fn missed(class: &ClassCoverage) -> Markup {
    let of = |kind: &str| {
        let lines: Vec<u32> = class
            .marks
            .iter()
            .filter(|(_, mark)| of_mark(mark) == kind)
            .map(|(line, _)| *line)
            .collect();
        ranges(&lines, |line| class.marks.contains_key(&line))
    };
    let (miss, part) = (of("miss"), of("part"));
    html! {
        @if class.marks.is_empty() {
            p class="soft" { "The class file has no line numbers." }
        }
        @if !miss.is_empty() { p class="lines" { "Lines not reached: " (miss) } }
        @if !part.is_empty() { p class="lines" { "Lines of which not all branches are taken: " (part) } }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn class() -> ClassCoverage {
        let mark = |reached, hit, total| Mark {
            reached,
            branches: Share { hit, total },
        };
        ClassCoverage {
            name: "a.B".to_owned(),
            source: Some("a/B.java".to_owned()),
            branches: Share { hit: 1, total: 2 },
            lines: Share { hit: 2, total: 3 },
            methods: vec![],
            marks: BTreeMap::from([(2, mark(true, 1, 2)), (3, mark(false, 0, 0)), (4, mark(true, 0, 0))]),
        }
    }

    fn page(sources: &BTreeMap<String, String>) -> String {
        let classes = [class()];
        let material = Material {
            version: "1",
            command: "c",
            files: &[],
            dropped: &[],
            coverage: &classes,
            reaches: &[],
            sources,
        };
        code(&material).into_string()
    }

    #[test]
    fn source_is_shown_line_by_line_with_what_was_reached() {
        let text = "class B {\n  if (x < 1)\n    f();\n  g();\n}\nclass C {}\n";
        let page = page(&BTreeMap::from([("a/B.java".to_owned(), text.to_owned())]));
        assert!(
            page.contains(r#"<span class="l part" title="1 of 2 branches"><i>2</i>  if (x &lt; 1)"#),
            "{page}"
        );
        assert!(page.contains(r#"<span class="l miss"><i>3</i>"#), "{page}");
        assert!(page.contains(r#"<span class="l hit"><i>4</i>"#), "{page}");
        assert!(!page.contains("class C"), "another class of the file: {page}");
        assert!(!page.contains("Lines not reached"), "{page}");
    }

    #[test]
    fn without_source_the_lines_are_named() {
        let page = page(&BTreeMap::new());
        assert!(page.contains("Lines not reached: 3<"), "{page}");
        assert!(page.contains("not all branches are taken: 2<"), "{page}");
    }
}
