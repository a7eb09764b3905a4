//! What Java asks of the native side, answered by the agent.

use std::sync::{Arc, OnceLock};

use palus_trace::ProfileLayout;

use crate::Java;
use crate::executions::Executions;

/// The answers. Called from any thread of the program, so everything here is quick and takes no lock that Java code
/// can hold.
pub trait Host: Send + Sync {
    /// The id of a method in the dictionary of the recording.
    fn method_id(&self, owner: &str, name: &str, descriptor: &str, access: u32) -> u32;

    /// What the parameters of a method are called.
    fn parameters(&self, method: u32, names: &mut dyn Iterator<Item = &str>);

    /// The id of a test method, which need not be of a watched class.
    fn test_id(&self, owner: &str, name: &str, descriptor: &str, access: u32) -> u32;

    /// The id of a run-time class, named as `Class.getName()` does.
    fn class_id(&self, name: &str) -> u32;

    /// Whether the recording follows objects of a run-time class of that name: some of its methods have ids.
    fn is_followed(&self, name: &str) -> bool;

    /// How profiles of a run-time class are laid out. Says whether that holds: another class of that name may have got
    /// another layout before.
    fn lay_out(&self, class: u32, layout: ProfileLayout) -> bool;

    /// The class that declares a method, binary name with dots; `None` for a number that is no id.
    fn owner(&self, method: u32) -> Option<String>;

    /// Whether a class of that name (dots) is recorded when it is loaded.
    fn is_included(&self, name: &str) -> bool;

    /// The number of what a method does with a field that it names by that class (dots), the same for the same thing; `None`
    /// when it is not to be counted.
    fn field_access(&self, method: u32, class: &str, field: &str, is_write: bool) -> Option<u32>;

    /// Whether calls of the JDK are watched where watched classes and tests make them.
    fn watches_call_sites(&self) -> bool;

    /// Whether those of methods of this class (dots) are.
    fn watches_calls_of(&self, class: &str) -> bool;

    /// A recorded class (dots) has this superclass and declares these fields.
    fn declares(&self, class: &str, parent: &str, fields: &mut dyn Iterator<Item = &str>);

    /// A block of `count` edge ids for that class; `None` when the map is full.
    fn edges(&self, class: &str, count: u32) -> Option<u32>;

    /// The block of `count` edge ids that the class was given when it was loaded; `None` when there is none.
    fn edges_again(&self, class: &str, count: u32) -> Option<u32>;

    /// A block of numbers for `count` mutants of that class; `None` when there is no room.
    fn mutants(&self, class: &str, count: u32) -> Option<u32>;

    /// A class, or a method (`a.B.f()V`), that was left alone, and why.
    fn skipped(&self, what: &str, reason: &str);

    /// Records of one thread, whole and in order.
    fn records(&self, thread: u64, records: &[u8]);

    /// No further records come from that thread.
    fn thread_ended(&self, thread: u64);

    /// Where calls of the code under test are kept; `None` when they are not.
    fn executions(&self) -> Option<Arc<dyn Executions>>;

    /// The main thread of a worker is ready: `interpreter` can be called until this returns the exit code.
    fn work(&self, java: &Java<'_>, interpreter: crate::java::ClassRef) -> i32;
}

static HOST: OnceLock<Box<dyn Host>> = OnceLock::new();

/// Says who answers, once for the life of the virtual machine; a second call changes nothing.
pub fn serve(host: Box<dyn Host>) {
    let _ = HOST.set(host);
}

pub(crate) fn host() -> Option<&'static dyn Host> {
    HOST.get().map(|host| &**host)
}
