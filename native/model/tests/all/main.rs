//! What is asked of call-sequence models from outside, in one program: each more would be linked with all that it uses.

mod answering;
mod building;
mod common;
mod damage;
mod dying;
mod files;
mod losing;
mod merging;
mod observing;
mod rendering;
mod robustness;
mod snapshot;
