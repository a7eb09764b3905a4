//! The open calls of each thread.

use std::collections::VecDeque;
use std::ops::{Index, IndexMut};

use rustc_hash::FxHashMap;

use super::asked::Question;
use super::call::{Call, OPEN_CALLS, Passed};
use super::origins::Running;
use crate::Position;

/// How many objects a thread remembers to have calls that may yet turn out to be nested.
const JOURNALS: usize = 1_024;

/// An object's part in an open call.
#[derive(Debug)]
pub(super) struct Subject {
    pub(super) object: u64,
    /// The index of its automaton.
    pub(super) class: u32,
    pub(super) position: Position,
    /// Its part in the next enclosing call that it has a part in: frame and subject.
    pub(super) parent: Option<(u32, usize)>,
    /// Calls on it that ended inside, in order.
    pub(super) children: Vec<Call>,
    /// There were more than are kept; then none is.
    pub(super) overflowed: bool,
    /// The nodes to which the first `children` had led before they became children.
    pub(super) left: Vec<u32>,
}

impl Subject {
    pub(super) fn new(object: u64, class: u32, position: Position, parent: Option<(u32, usize)>) -> Self {
        Self {
            object,
            class,
            position,
            parent,
            children: Vec::new(),
            overflowed: false,
            left: Vec::new(),
        }
    }

    /// Adds a call that ended inside. Says whether there have just become too many.
    pub(super) fn nest(&mut self, call: Call) -> bool {
        let overflows = !self.overflowed && self.children.len() as u32 >= OPEN_CALLS;
        if overflows {
            self.overflow();
        } else if !self.overflowed {
            self.children.push(call);
        }
        overflows
    }

    /// Gives up the calls that ended inside, and those that will.
    pub(super) fn overflow(&mut self) {
        self.overflowed = true;
        self.children.clear();
    }
}

/// What a frame's exceptions mean for it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Life {
    /// The end of every call in it says nothing about its own.
    #[default]
    Ordinary,
    /// A constructor whose object is not initialised yet: it may be inside `super(...)`.
    BeforeSuper,
    /// A constructor called by one in that state threw this: it has ended too if that was `super(...)`.
    Dying { threw: u32 },
}

/// Which objects may have a part in a call.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Cast {
    /// Any: the call is watched from its inside.
    #[default]
    All,
    /// Those of classes that are watched from outside: so is the call.
    Outside,
    /// None: the call is watched from outside, and there is another event for it from its inside.
    None,
}

/// An open call.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) depth: u32,
    pub(super) method: u32,
    pub(super) entered: u64,
    /// What was passed: receiver first for an instance method; when it has ended, what came back as the last.
    pub(super) inputs: Vec<Passed>,
    pub(super) subjects: Vec<Subject>,
    pub(super) life: Life,
    /// Which objects may have a part in it.
    pub(super) cast: Cast,
    /// Whether its end may reveal an object that calls inside it were about.
    adopts: bool,
}

/// The open calls of one thread, outermost first.
#[derive(Debug, Default)]
pub(super) struct Thread {
    frames: Vec<Frame>,
    spare: Vec<Frame>,
    adopting: usize,
    journals: VecDeque<u64>,
    pub(super) running: Running,
    /// A call of a collaborator that is being told.
    pub(super) question: Option<Question>,
}

impl Thread {
    pub(super) fn push(&mut self, method: u32, depth: u32, entered: u64, adopts: bool) {
        let mut frame = self.spare.pop().unwrap_or_default();
        (frame.method, frame.depth, frame.entered, frame.adopts) = (method, depth, entered, adopts);
        (frame.life, frame.cast) = (Life::Ordinary, Cast::All);
        self.adopting += usize::from(adopts);
        self.frames.push(frame);
    }

    pub(super) fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.adopting -= usize::from(frame.adopts);
        Some(frame)
    }

    /// Keeps the memory of a frame for the next one.
    pub(super) fn recycle(&mut self, mut frame: Frame) {
        frame.inputs.clear();
        frame.subjects.clear();
        self.spare.push(frame);
    }

    /// The top frame knows its receiver now, so nothing is left for its end to reveal.
    pub(super) fn bound(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            self.adopting -= usize::from(frame.adopts);
            frame.adopts = false;
        }
    }

    /// A constructor that the top frame called threw this.
    pub(super) fn constructor_threw(&mut self, threw: u32) {
        if let Some(frame) = self.frames.last_mut()
            && frame.life != Life::Ordinary
        {
            frame.life = Life::Dying { threw };
        }
    }

    /// Whether an object's part in an enclosing frame takes no more nested calls.
    pub(super) fn forgets_nested(&self, part: Option<(u32, usize)>) -> bool {
        part.is_some_and(|(frame, position)| self.frames[frame as usize].subjects[position].overflowed)
    }

    /// Whether the end of an open frame may reveal an object that calls inside it were about.
    pub(super) fn may_adopt(&self) -> bool {
        self.adopting > 0
    }

    /// Notes that an object has a journal. The answer is an object whose journal is to be given up for it.
    pub(super) fn journaled(&mut self, object: u64) -> Option<u64> {
        if self.journals.back() != Some(&object) {
            self.journals.push_back(object);
        }
        if self.journals.len() > JOURNALS {
            self.journals.pop_front()
        } else {
            None
        }
    }

    pub(super) fn forget_journals(&mut self) -> impl Iterator<Item = u64> {
        std::mem::take(&mut self.journals).into_iter()
    }

    pub(super) fn is_open(&self) -> bool {
        !self.frames.is_empty()
    }

    pub(super) fn len(&self) -> u32 {
        self.frames.len() as u32
    }

    pub(super) fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    pub(super) fn top_index(&self) -> u32 {
        self.len().saturating_sub(1)
    }

    /// The innermost open call; there is one.
    pub(super) fn top_mut(&mut self) -> &mut Frame {
        self.frame_mut(self.top_index())
    }

    pub(super) fn frame_mut(&mut self, index: u32) -> &mut Frame {
        &mut self.frames[index as usize]
    }

    /// The place of the object among the subjects of a frame.
    pub(super) fn part_in(&self, frame: u32, object: u64) -> Option<(u32, usize)> {
        let subjects = &self.frames.get(frame as usize)?.subjects;
        subjects
            .iter()
            .position(|subject| subject.object == object)
            .map(|position| (frame, position))
    }
}

/// All threads, by slots that are used again when a thread has ended.
#[derive(Debug, Default)]
pub(super) struct Threads {
    slots: FxHashMap<u64, usize>,
    stacks: Vec<Thread>,
    free: Vec<usize>,
    /// The thread asked for last: events come in runs.
    last: Option<(u64, usize)>,
}

impl Threads {
    /// The slot of a thread.
    pub(super) fn slot(&mut self, thread: u64) -> usize {
        if let Some((last, slot)) = self.last
            && last == thread
        {
            return slot;
        }
        let Self {
            slots, stacks, free, ..
        } = self;
        let slot = *slots.entry(thread).or_insert_with(|| {
            free.pop().unwrap_or_else(|| {
                stacks.push(Thread::default());
                stacks.len() - 1
            })
        });
        self.last = Some((thread, slot));
        slot
    }

    pub(super) fn remove(&mut self, thread: u64) {
        self.last = None;
        if let Some(slot) = self.slots.remove(&thread) {
            self.stacks[slot] = Thread::default();
            self.free.push(slot);
        }
    }

    pub(super) fn slots(&self) -> std::ops::Range<usize> {
        0..self.stacks.len()
    }
}

impl Index<usize> for Threads {
    type Output = Thread;

    fn index(&self, slot: usize) -> &Thread {
        &self.stacks[slot]
    }
}

impl IndexMut<usize> for Threads {
    fn index_mut(&mut self, slot: usize) -> &mut Thread {
        &mut self.stacks[slot]
    }
}
