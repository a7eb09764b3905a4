//! What is asked of the class index from outside, in one program: each more would be linked with all that it uses.

mod circles;
mod code;
mod index;
mod injected;
mod instructions;
mod jdk;
mod library;
mod support;
