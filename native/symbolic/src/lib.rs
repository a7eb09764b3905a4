//! Symbolic execution of sequences of calls, after Xie, Marinov, Schulte and Notkin, "Symstra" (TACAS 2005).
//!
//! **Takes** the class files of a class path, the methods of a class that are to be called, and how many calls.
//! **Gives** the states that the calls lead to, with variables in the place of numbers and a condition on them, without those that an
//! earlier state covers; of each path values for its variables, and what its calls give.
//! **Does not know** a virtual machine: bytecode is interpreted here, and who wants to be sure runs what comes of it.

mod arguments;
mod arithmetic;
mod bits;
mod calls;
mod campaign;
mod clauses;
mod closure;
mod condition;
mod edges;
mod execute;
mod explore;
mod found;
mod heap;
mod invoke;
mod iterate;
mod jdk;
mod memory;
mod model;
mod natives;
mod objects;
mod operate;
mod order;
mod outside;
mod path;
mod prefix;
mod program;
mod project;
#[cfg(test)]
mod random_methods;
mod rebuild;
mod saved;
mod smt;
mod solver;
mod state;
mod statement;
mod strings;
mod term;
mod text;
mod visited;

pub use arguments::Arguments;
pub use campaign::{Campaign, Fate, Target};
pub use condition::{Condition, Truth};
pub use edges::Edge;
pub use explore::{Exploration, Plan, Row};
pub use found::{Callable, Expected, Found, FoundCall};
pub use outside::Ran;
pub use path::Reason;
pub use prefix::{Limits, Prefix, Probed, Prober, Solved};
pub use saved::NotSaved;
pub use solver::{Constraint, Solver, Verdict, is_symbolic};
pub use term::{Assignment, Compound, Node, Term, Variable};
