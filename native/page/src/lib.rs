//! The frame of the pages that people read in a browser: one file that loads nothing, in light and dark.
//!
//! **Takes** a title and what is on the page.
//! **Gives** the page.
//! **Does not know** what it is about.
//!
//! ```
//! use maud::html;
//!
//! let page = palus_page::page("Laws", &html! { p { "push < pop" } });
//! assert!(page.contains("<title>Laws</title>") && page.contains("push &lt; pop"));
//! ```

use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("page.css");

/// A page with that title, which is its first heading too.
pub fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (body)
            }
        }
    };
    page.into_string()
}
