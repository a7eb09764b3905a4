//! One self-contained page: an automaton a class, drawn in the browser. It loads nothing.
//!
//! The layout is by dagre (`dagre.min.js`, MIT): layered drawing with labels on edges, small enough to be part of every page.
//! The page knows the model only through the data that [`page`] gives it, whose shape is described there.

mod page;

use crate::Model;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// The script that lays graphs out, for other pages too.
pub const DAGRE: &str = include_str!("dagre.min.js");
const SCRIPTS: [&str; 4] = [
    include_str!("data.js"),
    include_str!("draw.js"),
    include_str!("panel.js"),
    include_str!("app.js"),
];

/// The model as a page, all classes or the one of that name (`Class.getName()`).
pub fn html(model: &Model, class: Option<&str>) -> String {
    // Inside a script element only `</` and `<!--` mean something.
    let data = page::data(model, class).to_string().replace('<', "\\u003c");
    let scripts = SCRIPTS.concat();
    let mut out = String::with_capacity(PAGE.len() + STYLE.len() + DAGRE.len() + scripts.len() + data.len());
    let mut rest = PAGE;
    for (mark, part) in [
        ("/*STYLE*/", STYLE),
        ("/*DATA*/", &data),
        ("/*DAGRE*/", DAGRE),
        ("/*SCRIPTS*/", &scripts),
    ] {
        let Some((before, after)) = rest.split_once(mark) else {
            continue;
        };
        out.push_str(before);
        out.push_str(part);
        rest = after;
    }
    out.push_str(rest);
    out
}
