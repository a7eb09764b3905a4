//! What the commands and the micro-benchmarks share.

pub mod made_up;
