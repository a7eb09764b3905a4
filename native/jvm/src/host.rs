//! What Java asks of the native side, answered by the agent.

use std::sync::{Arc, OnceLock};

use palus_trace::ProfileLayout;

use crate::Java;
use crate::executions::Executions;
use crate::filter::WhoAnswers;

/// The answers. Called from any thread of the program, so everything here is quick and takes no lock that Java code
/// can hold. What an agent has no answer to, it leaves: nothing is watched then, and nothing gets a number.
pub trait Host: Send + Sync {
    /// The id of a method in the dictionary of the recording.
    fn method_id(&self, _owner: &str, _name: &str, _descriptor: &str, _access: u32) -> u32 {
        0
    }

    /// What the parameters of a method are called.
    fn parameters(&self, _method: u32, _names: &mut dyn Iterator<Item = &str>) {}

    /// Whether one of the names of a method, its parameters and the fields that it writes says that what it is passed is secret.
    fn tells_secret(&self, _owner: &str, _names: &[&str]) -> bool {
        false
    }

    /// The id of a test method, which need not be of a watched class.
    fn test_id(&self, _owner: &str, _name: &str, _descriptor: &str, _access: u32) -> u32 {
        0
    }

    /// The id of a run-time class, named as `Class.getName()` does.
    fn class_id(&self, _name: &str) -> u32 {
        0
    }

    /// Whether the recording follows objects of a run-time class of that name: some of its methods have ids.
    fn is_followed(&self, _name: &str) -> bool {
        false
    }

    /// Whether a run-time class of that name has tests, or stands in one that has.
    fn is_of_tests(&self, _name: &str) -> bool {
        false
    }

    /// How profiles of a run-time class are laid out. Says whether that holds: another class of that name may have got
    /// another layout before.
    fn lay_out(&self, _class: u32, _layout: ProfileLayout) -> bool {
        false
    }

    /// The class that declares a method, binary name with dots; `None` for a number that is no id.
    fn owner(&self, _method: u32) -> Option<String> {
        None
    }

    /// Whether a class of that name (dots) is recorded when it is loaded.
    fn is_included(&self, _name: &str) -> bool {
        false
    }

    /// The number of what a method does with a field that it names by that class (dots), the same for the same thing; `None`
    /// when it is not to be counted.
    fn field_access(&self, _method: u32, _class: &str, _field: &str, _is_write: bool) -> Option<u32> {
        None
    }

    /// Whether calls of the JDK are watched where watched classes and tests make them.
    fn watches_call_sites(&self) -> bool {
        false
    }

    /// Whether those of methods of this class (dots) are.
    fn watches_calls_of(&self, _class: &str) -> bool {
        false
    }

    /// Whose answers are kept where recorded code calls methods by the name of this type (dots).
    fn who_answers(&self, _type: &str, _is_interface: bool) -> WhoAnswers {
        WhoAnswers::Nobody
    }

    /// A recorded class (dots) has this superclass and declares these fields.
    fn declares(&self, _class: &str, _parent: &str, _fields: &mut dyn Iterator<Item = &str>) {}

    /// A block of `count` edge ids for that class; `None` when the map is full.
    fn edges(&self, _class: &str, _count: u32) -> Option<u32> {
        None
    }

    /// The block of `count` edge ids that the class was given when it was loaded; `None` when there is none.
    fn edges_again(&self, _class: &str, _count: u32) -> Option<u32> {
        None
    }

    /// A class is loaded once more, as another loader's, with the edges that it has.
    fn loads_again(&self, _class: &str) {}

    /// A block of numbers for `count` mutants of that class; `None` when there is no room.
    fn mutants(&self, _class: &str, _count: u32) -> Option<u32> {
        None
    }

    /// A class, or a method (`a.B.f()V`), that was left alone, and why.
    fn skipped(&self, _what: &str, _reason: &str) {}

    /// Records of one thread, whole and in order.
    fn records(&self, _thread: u64, _records: &[u8]) {}

    /// No further records come from that thread.
    fn thread_ended(&self, _thread: u64) {}

    /// Where calls of the code under test are kept; `None` when they are not.
    fn executions(&self) -> Option<Arc<dyn Executions>> {
        None
    }

    /// The main thread of a worker is ready: `interpreter` can be called until this returns the exit code.
    fn work(&self, _java: &Java<'_>, _interpreter: crate::java::ClassRef) -> i32 {
        1
    }
}

static HOST: OnceLock<Box<dyn Host>> = OnceLock::new();

/// Says who answers, once for the life of the virtual machine; a second call changes nothing.
pub fn serve(host: Box<dyn Host>) {
    let _ = HOST.set(host);
}

pub(crate) fn host() -> Option<&'static dyn Host> {
    HOST.get().map(|host| &**host)
}
