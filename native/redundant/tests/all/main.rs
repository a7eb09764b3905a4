//! What is asked of redundant tests from outside, in one program: each more would be linked with all that it uses.

mod cases;
mod table;
