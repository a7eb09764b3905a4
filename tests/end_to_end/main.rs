//! The end-to-end tests, one module for each subject. They are one program: it is linked once, what its tests share is made once, and
//! the end of one module leaves no processor idle. What cannot bear company is a program of its own, beside this folder.

#[path = "../support/mod.rs"]
mod support;

mod attach;
mod carve;
mod checked_jni;
mod class_data;
mod company;
mod compiler;
mod contracts;
mod demo;
mod depend;
mod endings;
mod ends;
mod fakes;
mod fields;
mod generate;
mod green;
mod hostile;
mod invariants;
mod java_side;
mod kills;
mod kinds;
mod languages;
mod laws;
mod leaks;
mod listener;
mod machines;
mod managed;
mod model;

mod papers;
mod plugins;
mod record;
mod redaction;
mod redundant;
mod sandbox;
mod shard;
mod since;
mod solve;
mod states;
mod structures;
mod symbolic;
mod theories;
mod threads;
mod together;
mod trace;
mod types;
mod unwritten;
mod verify;
mod violations;
