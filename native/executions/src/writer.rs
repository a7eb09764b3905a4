//! Writing while the program runs.

use std::io::{self, Write};

use palus_state::StateRules;
use palus_trace::MethodNames;

use crate::block::{self, END, Header, RECORDS};
use crate::record::{End, Record};

/// A block is written when it has so many bytes of records.
const FULL: usize = 1 << 20;

/// A state of more bytes counts as too large.
const LARGEST_STATE: usize = 16 << 20;

/// A call that begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// The number of the thread, which no other thread of the virtual machine ever has.
    pub thread: u64,
    /// How many calls are open in the thread, this one included.
    pub depth: u32,
    /// The id of the method.
    pub method: u32,
    /// The number of the state, as [`Writer::state`] gave it.
    pub state: Option<u32>,
}

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It returned nothing.
    Void,
    /// It returned the last root of its state.
    Value,
    /// It threw an exception of the class with that id.
    Threw(u32),
}

/// Collects records into blocks. What fails is told by [`Writer::flush`] and [`Writer::finish`]; nothing is written after that.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: W,
    pending: Vec<u8>,
    states: u32,
    failed: Option<io::ErrorKind>,
}

impl<W: Write> Writer<W> {
    /// Begins a section.
    pub fn new(mut out: W, header: Header) -> io::Result<Self> {
        header.write(&mut out)?;
        Ok(Self {
            out,
            pending: Vec::with_capacity(FULL + FULL / 4),
            states: 0,
            failed: None,
        })
    }

    /// Says how states are made, before the first one, where it is not as usual.
    pub fn rules(&mut self, rules: &StateRules) {
        self.put(&Record::Rules {
            ignored: rules.ignored.iter().map(String::as_str).collect(),
            raw_collections: rules.raw_collections,
        });
    }

    /// Names a method before it is used.
    pub fn method(&mut self, id: u32, method: &MethodNames) {
        self.put(&Record::Method {
            id,
            owner: &method.owner,
            name: &method.name,
            descriptor: &method.descriptor,
            access: method.access,
        });
    }

    /// Names a class before it is used.
    pub fn class(&mut self, id: u32, name: &str) {
        self.put(&Record::Class { id, name });
    }

    /// Keeps the bytes of a state that was not there yet, and gives its number; `None` when there are too many bytes, or states.
    pub fn state(&mut self, bytes: &[u8]) -> Option<u32> {
        if bytes.len() > LARGEST_STATE || self.states == u32::MAX {
            return None;
        }
        self.put(&Record::State(bytes));
        self.states += 1;
        Some(self.states - 1)
    }

    /// A test starts in a thread, or ends there.
    pub fn test(&mut self, thread: u64, method: u32, starts: bool) {
        self.put(&Record::Test { thread, method, starts });
    }

    /// A test that started in another thread, which waits for it, goes on in this one until it ends here.
    pub fn test_goes_on(&mut self, thread: u64, method: u32) {
        self.put(&Record::GoesOn { thread, method });
    }

    /// A call begins.
    pub fn begins(&mut self, call: Call) {
        let Call {
            thread,
            depth,
            method,
            state,
        } = call;
        self.put(&Record::Begin {
            thread,
            depth,
            method,
            state,
        });
    }

    /// A call ends.
    pub fn ends(&mut self, call: Call, ended: Ended) {
        let Call {
            thread, depth, state, ..
        } = call;
        self.put(&match ended {
            Ended::Void => Record::Void { thread, depth, state },
            Ended::Value => Record::Value { thread, depth, state },
            Ended::Threw(class) => Record::Threw {
                thread,
                depth,
                state,
                class,
            },
        });
    }

    fn put(&mut self, record: &Record<'_>) {
        if self.failed.is_some() {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        // Memory is all that could be missing, and then the process ends.
        self.pending = postcard::to_extend(record, pending).unwrap_or_default();
        if self.pending.len() >= FULL {
            let _ = self.flush();
        }
    }

    /// Makes a block of what there is, and writes it.
    pub fn flush(&mut self) -> io::Result<()> {
        if let Some(kind) = self.failed {
            return Err(kind.into());
        }
        if self.pending.is_empty() {
            return Ok(());
        }
        let written = block::write(&mut self.out, RECORDS, &self.pending);
        self.pending.clear();
        self.failed = written.as_ref().err().map(io::Error::kind);
        written
    }

    /// Writes the rest, and that it is whole. `lost` calls and ends are missing; no object had the fields `unmet`, which were to be ignored.
    pub fn finish(mut self, lost: u64, unmet: &[String]) -> io::Result<()> {
        self.flush()?;
        let unmet = unmet.iter().map(String::as_str).collect();
        let end = postcard::to_stdvec(&End { lost, unmet }).unwrap_or_default();
        block::write(&mut self.out, END, &end)?;
        self.out.flush()
    }
}
