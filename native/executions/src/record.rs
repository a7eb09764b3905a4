//! What stands in a block, by postcard.

use serde::{Deserialize, Serialize};

/// One thing that happened, or a name for what happens later. Ids of methods and classes are the writer's own; each is named before its
/// first use. Cases are numbered by their order, so new ones come last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Record<'a> {
    /// A method has this id from now on.
    Method {
        id: u32,
        owner: &'a str,
        name: &'a str,
        descriptor: &'a str,
        access: u16,
    },
    /// A class has this id from now on.
    Class { id: u32, name: &'a str },
    /// The bytes of a state; the first one of a section has the number 0, the next one 1.
    State(&'a [u8]),
    /// A test starts in a thread, or ends there.
    Test { thread: u64, method: u32, starts: bool },
    /// A call. All others of the thread at that depth or deeper have ended.
    Begin {
        thread: u64,
        depth: u32,
        method: u32,
        state: Option<u32>,
    },
    /// The call at that depth returned nothing.
    Void {
        thread: u64,
        depth: u32,
        state: Option<u32>,
    },
    /// It returned something: the last root of the state.
    Value {
        thread: u64,
        depth: u32,
        state: Option<u32>,
    },
    /// It threw an exception of that class.
    Threw {
        thread: u64,
        depth: u32,
        state: Option<u32>,
        class: u32,
    },
    /// How states are made, where it is not as usual: before the first state.
    Rules {
        #[serde(borrow)]
        ignored: Vec<&'a str>,
        raw_collections: bool,
    },
    /// A test that started in another thread goes on in this one.
    GoesOn { thread: u64, method: u32 },
}

/// What stands in the last block of a section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct End<'a> {
    /// Calls and ends that are missing, because there was no memory or stack for them.
    pub(crate) lost: u64,
    /// Fields that were to be ignored and that no object had.
    #[serde(borrow)]
    pub(crate) unmet: Vec<&'a str>,
}
