//! An execution as readers see it.

use std::sync::Arc;

use palus_trace::MethodNames;

/// The number of a state in one [`crate::Reader`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StateNumber(pub u32);

/// One run of a test method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestRun {
    /// The method; of a test that a listener of the JUnit Platform told of, as it named it.
    pub method: Arc<MethodNames>,
    /// Which run of a test it is in its virtual machine, from 1: a method with parameters runs more than once.
    pub run: u32,
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It returned nothing, or made its object.
    Void,
    /// It returned what the last root of the state behind it is.
    Value,
    /// It threw an exception of this class.
    Threw(Arc<str>),
    /// Nobody saw it end: a constructor whose call of another constructor threw, or a thread or program that ended first.
    Unseen,
}

/// A call of a method or constructor of the code under test, from outside of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// The process id of its virtual machine.
    pub process: u32,
    /// The number of its thread, as `Thread.getId` gives it.
    pub thread: u64,
    /// The test that it belongs to.
    pub test: Option<TestRun>,
    /// Whether it ran outside of the test, which is the next that ran in the thread: what sets a test up, mostly.
    pub is_before: bool,
    /// From 1, among the executions of the test; without a test, among those of the thread.
    pub place: u32,
    /// How many executions of its thread were open around it.
    pub nesting: u32,
    /// What was called.
    pub method: Arc<MethodNames>,
    /// The state of the receiver (null for static methods and constructors) and the arguments before it; `None` where states were not
    /// recorded, and where it was too large.
    pub entry: Option<StateNumber>,
    /// The same behind it: of a constructor with its object as the receiver. The result, where there is one, is a further root.
    pub exit: Option<StateNumber>,
    /// How it ended.
    pub outcome: Outcome,
}
