//! One page for a browser that loads nothing: the machines side by side, laid out by dagre (MIT), which is in the pages of models too.

use palus_machine::Picture;
use palus_model::render::DAGRE;

const PAGE: &str = include_str!("states.html");
const STYLE: &str = include_str!("states.css");
const SCRIPT: &str = include_str!("states.js");

/// The picture as a page. Its data is the picture's JSON.
pub(super) fn html(picture: &Picture) -> String {
    // Inside a script element only `</` and `<!--` mean something.
    let data = picture.json().replace('<', "\\u003c");
    let mut out = String::new();
    let mut rest = PAGE;
    for (mark, part) in [
        ("/*STYLE*/", STYLE),
        ("/*DATA*/", &data),
        ("/*DAGRE*/", DAGRE),
        ("/*SCRIPTS*/", SCRIPT),
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
