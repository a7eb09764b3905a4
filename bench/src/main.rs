//! Measurements on whole libraries.
fn main() {}
