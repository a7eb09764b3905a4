//! What is asked of invariants from outside, in one program: each more would be linked with all that it uses.

mod distance;
mod points;
mod support;
mod templates;
