//! Reading back.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::io::{self, Read};
use std::sync::Arc;

use palus_state::{ByteStore, State, StateRules};
use palus_trace::MethodNames;

use crate::block::{self, Header, MAGIC, Next, RECORDS};
use crate::execution::{Execution, Outcome, StateNumber, TestRun};
use crate::lanes::{Begin, Lanes};
use crate::record::{End, Record};

/// Why a trace could not be read, or not further. Whoever opened the file knows its path and puts it in front.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file does not start with the magic bytes.
    #[error("not a trace; give a file that `palus record --keep-trace` wrote")]
    Foreign,
    /// Written by an older palus.
    #[error("trace format {found} is of an older palus, and states are written differently now; record again")]
    Older {
        /// The version that it says.
        found: u16,
    },
    /// Written by a newer palus.
    #[error("trace format {found}, but this palus reads up to {known}; upgrade palus or record again", known = crate::FORMAT)]
    Newer {
        /// The version that it says.
        found: u16,
    },
    /// What is there is not what was written.
    #[error("the trace is damaged: {0}; record again")]
    Damaged(&'static str),
    /// The operating system cannot read it.
    #[error("the trace cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl ReadError {
    fn of_version(found: u16) -> Self {
        if found < crate::FORMAT {
            Self::Older { found }
        } else {
            Self::Newer { found }
        }
    }
}

/// Goes through the executions of a trace: those of a thread in the order in which they began. Behind an error comes nothing.
///
/// Memory grows with the number of different states, by some 32 bytes for each beyond the first 256 MiB of them, and with the executions that are
/// open, or wait for a test, at one time.
#[derive(Debug)]
pub struct Reader<R: Read> {
    from: R,
    section: Section,
    has_states: bool,
    rules: StateRules,
    /// Ignored fields that some object had, or may have had.
    met: BTreeSet<String>,
    ready: VecDeque<Execution>,
    states: ByteStore,
    tests: Vec<(u32, TestRun)>,
    cut: u32,
    lost: u64,
    has_ended: bool,
}

/// What is known of the virtual machine whose part is being read.
#[derive(Debug)]
struct Section {
    process: u32,
    lanes: Lanes,
    methods: HashMap<u32, Arc<MethodNames>>,
    classes: HashMap<u32, Arc<str>>,
    /// The number of its first state.
    first_state: u32,
    /// Fields that its states do not have.
    ignored: Vec<String>,
    is_whole: bool,
}

impl Section {
    fn new(header: Header, first_state: u32) -> Self {
        Self {
            process: header.process,
            lanes: Lanes::new(header.process),
            methods: HashMap::new(),
            classes: HashMap::new(),
            first_state,
            ignored: Vec::new(),
            is_whole: false,
        }
    }

    fn method(&self, id: u32) -> Result<Arc<MethodNames>, &'static str> {
        self.methods.get(&id).cloned().ok_or("a method has no name")
    }
}

impl<R: Read> Reader<R> {
    /// Begins to read, behind a buffer where `from` is a file.
    pub fn new(mut from: R) -> Result<Self, ReadError> {
        let mut magic = [0; MAGIC.len()];
        if !block::fills(&mut from, &mut magic)? || magic != MAGIC {
            return Err(ReadError::Foreign);
        }
        let mut header = [0; Header::BYTES];
        if !block::fills(&mut from, &mut header)? {
            return Err(ReadError::Damaged("it ends inside of its first bytes"));
        }
        let header = Header::parse(header).map_err(ReadError::of_version)?;
        Ok(Self {
            from,
            section: Section::new(header, 0),
            has_states: header.has_states,
            rules: StateRules::default(),
            met: BTreeSet::new(),
            ready: VecDeque::new(),
            states: ByteStore::spilling(),
            tests: Vec::new(),
            cut: 0,
            lost: 0,
            has_ended: false,
        })
    }

    /// Whether executions have states, as far as the file was read.
    pub fn has_states(&self) -> bool {
        self.has_states
    }

    /// How states were made, as far as the file was read: what any of its parts says.
    pub fn rules(&self) -> &StateRules {
        &self.rules
    }

    /// Fields that were to be ignored and that no object had in any of the virtual machines. Known when all executions were read.
    pub fn unmet(&self) -> impl Iterator<Item = &str> {
        let unmet = self.rules.ignored.iter().filter(|field| !self.met.contains(*field));
        unmet.map(String::as_str)
    }

    /// How many virtual machines did not come to write the end of their part: they were killed, or crashed, or had no room. Known when all
    /// executions were read.
    pub fn cut(&self) -> u32 {
        self.cut
    }

    /// How many calls and ends are missing because there was no memory or stack for them. Known when all executions were read.
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// The tests that started since this was last asked, each with the process id of its virtual machine: those without executions among them.
    pub fn take_tests(&mut self) -> Vec<(u32, TestRun)> {
        std::mem::take(&mut self.tests)
    }

    /// The state of a number that was read; `None` when its bytes are none.
    pub fn state(&self, number: StateNumber) -> Option<State> {
        State::from_bytes(&self.states.get(number.0 as usize)?)
    }

    fn read_on(&mut self) -> Result<(), ReadError> {
        match block::read(&mut self.from)? {
            Next::Block(_, _) if self.section.is_whole => {
                return Err(ReadError::Damaged("a part goes on behind its end"));
            }
            Next::Block(RECORDS, bytes) => self.records(&bytes).map_err(ReadError::Damaged)?,
            Next::Block(_, bytes) => {
                let end: End<'_> = postcard::from_bytes(&bytes).map_err(|_| ReadError::Damaged("the end is none"))?;
                self.lost = self.lost.saturating_add(end.lost);
                let ignored = self.section.ignored.drain(..);
                self.met
                    .extend(ignored.filter(|field| !end.unmet.contains(&field.as_str())));
                self.section.is_whole = true;
            }
            Next::Section(header) => {
                let header = Header::parse(header).map_err(ReadError::of_version)?;
                self.close();
                self.has_states &= header.has_states;
                self.section = Section::new(header, self.states.len() as u32);
            }
            Next::Nothing => {
                self.close();
                self.has_ended = true;
            }
            Next::Damaged(because) => return Err(ReadError::Damaged(because)),
        }
        Ok(())
    }

    /// Ends the part of a virtual machine.
    fn close(&mut self) {
        self.section.lanes.finish(&mut self.ready);
        self.cut += u32::from(!self.section.is_whole);
        self.met
            .append(&mut std::mem::take(&mut self.section.ignored).into_iter().collect());
    }

    fn records(&mut self, mut bytes: &[u8]) -> Result<(), &'static str> {
        while !bytes.is_empty() {
            let (record, rest) = postcard::take_from_bytes(bytes).map_err(|_| "a record is none")?;
            bytes = rest;
            self.record(&record)?;
        }
        Ok(())
    }

    fn record(&mut self, record: &Record<'_>) -> Result<(), &'static str> {
        match *record {
            Record::Method {
                id,
                owner,
                name,
                descriptor,
                access,
            } => {
                let method = MethodNames {
                    owner: owner.into(),
                    name: name.into(),
                    descriptor: descriptor.into(),
                    access,
                };
                self.section.methods.insert(id, Arc::new(method));
            }
            Record::Class { id, name } => {
                self.section.classes.insert(id, name.into());
            }
            Record::State(bytes) => {
                if self.states.len() == u32::MAX as usize {
                    return Err("there are too many states");
                }
                self.states.push(bytes);
            }
            Record::Test { thread, method, starts } => {
                let method = self.section.method(method)?;
                if starts {
                    self.starts(thread, method);
                } else {
                    self.section.lanes.test_ends(thread);
                }
            }
            Record::GoesOn { thread, method } => {
                let method = self.section.method(method)?;
                if !self.section.lanes.test_goes_on(thread, &method) {
                    self.starts(thread, method);
                }
            }
            Record::Begin {
                thread,
                depth,
                method,
                state,
            } => {
                let begin = Begin {
                    thread,
                    depth,
                    method: self.section.method(method)?,
                    entry: self.number(state)?,
                };
                self.section.lanes.begins(begin, &mut self.ready);
            }
            Record::Void { thread, depth, state } => self.ends((thread, depth), state, Outcome::Void)?,
            Record::Value { thread, depth, state } => self.ends((thread, depth), state, Outcome::Value)?,
            Record::Threw {
                thread,
                depth,
                state,
                class,
            } => {
                let class = self.section.classes.get(&class).ok_or("a class has no name")?;
                let outcome = Outcome::Threw(Arc::clone(class));
                self.ends((thread, depth), state, outcome)?;
            }
            Record::Rules {
                ref ignored,
                raw_collections,
            } => {
                let ignored: Vec<String> = ignored.iter().map(|&field| field.to_owned()).collect();
                self.section.ignored.clone_from(&ignored);
                self.rules.ignored.extend(ignored);
                self.rules.ignored.sort();
                self.rules.ignored.dedup();
                self.rules.raw_collections |= raw_collections;
            }
        }
        Ok(())
    }

    fn starts(&mut self, thread: u64, method: Arc<MethodNames>) {
        let run = self.section.lanes.test_starts(thread, method, &mut self.ready);
        self.tests.push((self.section.process, run));
    }

    fn ends(&mut self, frame: (u64, u32), state: Option<u32>, outcome: Outcome) -> Result<(), &'static str> {
        let exit = self.number(state)?;
        self.section.lanes.ends(frame, exit, outcome, &mut self.ready);
        Ok(())
    }

    fn number(&self, state: Option<u32>) -> Result<Option<StateNumber>, &'static str> {
        let Some(state) = state else {
            return Ok(None);
        };
        let number = self.section.first_state.checked_add(state);
        match number {
            Some(number) if (number as usize) < self.states.len() => Ok(Some(StateNumber(number))),
            _ => Err("a state is not there"),
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Execution, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(execution) = self.ready.pop_front() {
                return Some(Ok(execution));
            }
            if self.has_ended {
                return None;
            }
            if let Err(error) = self.read_on() {
                self.has_ended = true;
                return Some(Err(error));
            }
        }
    }
}
