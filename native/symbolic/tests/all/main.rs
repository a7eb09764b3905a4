//! What is asked of symbolic execution from outside, in one program: each more would be linked with all that it uses.

mod counts;
mod jdk;
mod outside;
mod prefix;
mod saved;
mod solver;
mod support;
