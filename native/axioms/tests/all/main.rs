//! What is asked of axioms from outside, in one program: each more would be linked with all that it uses.

mod follows;
mod many;
mod stack;
