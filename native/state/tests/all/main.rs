//! What is asked of states of objects from outside, in one program: each more would be linked with all that it uses.

mod examples;
mod graphs;
mod support;
