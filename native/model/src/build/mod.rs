//! Building a model while the program runs: events in, automata out.
//!
//! A call is folded in when it ends, because only then is it known whether it threw and which calls on the same object
//! were nested in it. An object therefore stays in the state before its outermost open call until that call ends.

mod call;
mod class;
mod dying;
mod export;
mod losing;
mod names;
mod objects;
mod observed;
mod snapshot;
mod threads;

use std::sync::Arc;

use palus_trace::{Dictionary, Event, Seen};
use rustc_hash::FxHashMap;

use crate::{Model, Position};
use call::{Call, Passed};
use class::{Automaton, Walk};
use names::Names;
use objects::Objects;
use observed::Observed;
use threads::{Frame, Life, Subject, Threads};

/// The id of the class `java.lang.Throwable` in [`Names`]: stands for an exception that ended a call unseen.
const UNSEEN_EXCEPTION: u32 = u32::MAX;
/// "No exception": ids of classes start at 1.
const NO_EXCEPTION: u32 = 0;

/// Folds events into automata. Events of one thread must come in their order; threads may be interleaved, but a call
/// counts when its end is folded, so an object that several threads use follows the order in which their events come.
///
/// # What is and is not learned
/// - Objects are followed under their run-time class if that class has methods in the [`Dictionary`].
/// - An object that is passed in several places of one call has one transition for it, in the first of: receiver,
///   arguments from left to right, result.
/// - Calls on an object that ran inside the call which returned it, or inside the rest of its own construction,
///   become nested calls of that call, as long as they are among the object's last eight. An observation of the object in
///   between then refers to its state on the alternative path, unless another object with the same calls stays in the
///   state first noted: then it refers to that one.
/// - A call that had not ended when its thread or the recording ended teaches nothing; calls nested in it that did end
///   count as calls of the next enclosing call on the object, or as first-level calls.
/// - An object whose history has grown to its limit is given up: it teaches nothing more, and calls on it matter only for
///   the other objects in them. Whoever watches the program may therefore leave out calls in which no other object has a
///   part; [`Builder::take_lost`] names the objects.
#[derive(Debug)]
pub struct Builder {
    names: Names,
    automata: Vec<Automaton>,
    objects: Objects,
    threads: Threads,
    statics: FxHashMap<(u32, u32), Observed>,
    /// Counts entered calls, so that calls can be told to lie inside others.
    clock: u64,
    /// Objects given up and not yet reported.
    lost: Vec<u64>,
}

/// How a frame ends.
#[derive(Clone, Copy)]
enum End {
    /// With this exception, or [`NO_EXCEPTION`].
    Known { threw: u32 },
    /// The recording ended first.
    Unfinished,
}

impl Builder {
    /// A builder that has seen nothing.
    pub fn new(dictionary: Arc<Dictionary>) -> Self {
        Self {
            names: Names::new(dictionary),
            automata: Vec::new(),
            objects: Objects::default(),
            threads: Threads::default(),
            statics: FxHashMap::default(),
            clock: 0,
            lost: Vec::new(),
        }
    }

    /// Takes in what happened next in a thread. Events that fit no open call (the recording began inside it) are
    /// ignored.
    pub fn fold(&mut self, thread: u64, event: Event<'_>) {
        let thread = self.threads.slot(thread);
        match event {
            Event::Enter {
                method,
                depth,
                receiver,
            } => self.enter(thread, method, depth, receiver),
            Event::Argument { position, value } => {
                if self.threads[thread].is_open() {
                    self.pass(thread, Position::Argument(position), value);
                }
            }
            Event::Initialised {
                method,
                depth,
                class,
                object,
            } => {
                if self.unwind_to(thread, method, depth) {
                    self.threads[thread].top_mut().life = Life::Ordinary;
                    self.bind(thread, Position::Receiver, class, object);
                }
            }
            Event::Exit { method, depth, result } => self.exit(thread, method, depth, result),
            Event::Threw {
                method, depth, class, ..
            } => {
                if self.unwind_to(thread, method, depth) {
                    self.end(thread, End::Known { threw: class });
                }
            }
            Event::Caught { method, depth } => {
                if self.unwind_to(thread, method, depth) {
                    self.survive(thread);
                }
            }
            Event::Test { .. } => {}
            Event::Dead { object } => {
                if let Some(entry) = self.objects.remove(object) {
                    self.automata[entry.class as usize].leave(entry.node);
                }
            }
        }
    }

    /// Says that no more events of this thread will come.
    pub fn thread_ended(&mut self, thread: u64) {
        let slot = self.threads.slot(thread);
        self.end_all(slot);
        self.threads.remove(thread);
    }

    /// The model of all that was folded in, in canonical numbering.
    pub fn finish(mut self) -> Model {
        for slot in self.threads.slots() {
            self.end_all(slot);
        }
        for entry in self.objects.entries() {
            self.automata[entry.class as usize].leave(entry.node);
        }
        export::model(&self.automata, &self.statics, &mut self.names)
    }

    fn enter(&mut self, thread: usize, method: u32, depth: u32, receiver: Seen<'_>) {
        self.unwind_to_caller(thread, depth.saturating_sub(1));
        self.clock += 1;
        let adopts = self.names.method(method).may_adopt;
        self.threads[thread].push(method, depth, self.clock, adopts);
        match receiver {
            Seen::None => {}
            Seen::Uninitialised => self.threads[thread].top_mut().life = Life::BeforeSuper,
            _ => self.pass(thread, Position::Receiver, receiver),
        }
    }

    fn exit(&mut self, thread: usize, method: u32, depth: u32, result: Seen<'_>) {
        if !self.unwind_to(thread, method, depth) {
            return;
        }
        if let Seen::Object { class, object, .. } = result
            && object != 0
        {
            let constructor = self.names.method(method).is_constructor;
            let position = if constructor {
                Position::Receiver
            } else {
                Position::Result
            };
            self.bind(thread, position, class, object);
        }
        self.end(thread, End::Known { threw: NO_EXCEPTION });
    }

    /// Ends the frames above the one at this depth. Says whether the top frame is then that call.
    fn unwind_to(&mut self, thread: usize, method: u32, depth: u32) -> bool {
        self.unwind_above(thread, depth);
        let top = self.threads[thread].top();
        top.is_some_and(|frame| frame.depth == depth && frame.method == method)
    }

    /// Ends the frames deeper than this: they are gone, and no end was seen, so an exception ended them.
    fn unwind_above(&mut self, thread: usize, depth: u32) {
        while self.threads[thread].top().is_some_and(|frame| frame.depth > depth) {
            self.end_unseen(thread);
        }
    }

    fn end_all(&mut self, thread: usize) {
        self.bury(thread);
        while self.threads[thread].is_open() {
            self.end(thread, End::Unfinished);
        }
        for object in self.threads[thread].forget_journals() {
            if let Some(entry) = self.objects.get_mut(object) {
                entry.journal = None;
            }
        }
    }

    /// Notes an input of the top frame, with the state that it has before the call.
    fn pass(&mut self, thread: usize, position: Position, value: Seen<'_>) {
        let Seen::Object { class, object, .. } = value else {
            let passed = self.names.passed(value);
            self.threads[thread].top_mut().inputs.push(passed);
            return;
        };
        let mut passed = self.names.passed(value);
        if object != 0
            && let Some(index) = self.appear(class, object)
        {
            let automaton = &self.automata[index as usize];
            if let Some(entry) = self.objects.get_mut(object)
                && let Some(digest) = automaton.digest(entry.node)
            {
                passed.has_state(index, entry.node, digest);
            }
            passed.object = object;
            self.join(thread, position, index, object);
        }
        self.threads[thread].top_mut().inputs.push(passed);
    }

    /// Follows an object from now on, if its class is one whose objects are followed. The answer is its automaton.
    fn appear(&mut self, class: u32, object: u64) -> Option<u32> {
        let index = self.names.automaton(class, &mut self.automata)?;
        // Where memory was overwritten an object may seem to have two classes: the first one stays.
        Some(
            self.objects
                .entry(object, index, &mut self.automata[index as usize])
                .class,
        )
    }

    /// Makes the object a subject of the top frame, unless it is one.
    fn join(&mut self, thread: usize, position: Position, class: u32, object: u64) {
        let frames = &mut self.threads[thread];
        if frames.top_mut().subjects.iter().any(|subject| subject.object == object) {
            return;
        }
        let Some(entry) = self.objects.get_mut(object) else {
            return;
        };
        let parent = entry.enclosing(thread, frames, object);
        entry.open(thread, frames.top_index());
        frames
            .top_mut()
            .subjects
            .push(Subject::new(object, class, position, parent));
    }

    /// Makes an object a subject that is known only now: the receiver of a constructor, or a result. Calls on it that
    /// ran inside this one become nested calls.
    fn bind(&mut self, thread: usize, position: Position, class: u32, object: u64) {
        let Some(index) = self.appear(class, object) else {
            return;
        };
        if position == Position::Receiver {
            self.threads[thread].bound();
        }
        if self.threads[thread]
            .top_mut()
            .subjects
            .iter()
            .any(|subject| subject.object == object)
        {
            return;
        }
        self.join(thread, position, index, object);
        self.adopt(thread, object);
    }

    /// Moves the calls on the object that ran inside the top frame into it.
    fn adopt(&mut self, thread: usize, object: u64) {
        let frames = &mut self.threads[thread];
        let since = frames.top_mut().entered;
        let Some(subject) = frames.top_mut().subjects.last_mut() else {
            return;
        };
        let (parent, class) = (subject.parent, subject.class);
        if let Some((frame, position)) = parent {
            let outer = &mut frames.frame_mut(frame).subjects[position];
            let first = outer.children.partition_point(|call| call.entered <= since);
            let (children, overflowed) = (outer.children.split_off(first), outer.overflowed);
            if let Some(subject) = frames.top_mut().subjects.last_mut() {
                (subject.children, subject.overflowed) = (children, overflowed);
            }
            return;
        }
        let Some(entry) = self.objects.get_mut(object) else {
            return;
        };
        let automaton = &mut self.automata[class as usize];
        let (children, left) = entry.take_journal(thread, since, |step, call| {
            automaton.walk(&call.step(object), step, Walk::Back, &self.names, &mut Vec::new());
        });
        if let Some(subject) = frames.top_mut().subjects.last_mut() {
            (subject.children, subject.left) = (children, left);
        }
    }

    /// Ends the top frame.
    fn end(&mut self, thread: usize, end: End) {
        let Some(mut frame) = self.threads[thread].pop() else {
            return;
        };
        let End::Known { threw } = end else {
            self.abandon(thread, &mut frame);
            return;
        };
        if threw != NO_EXCEPTION {
            self.names.class(threw); // Its hash is asked for below, where names cannot be looked up.
        }
        if self.names.method(frame.method).is_static {
            let observed = self.statics.entry((frame.method, threw)).or_default();
            observed.add(&frame.inputs, None);
        }
        if threw != NO_EXCEPTION && self.names.method(frame.method).is_constructor {
            self.threads[thread].constructor_threw(threw);
        }
        let index = self.threads[thread].len();
        let adoptable = self.threads[thread].may_adopt();
        let mut shared: Option<Arc<[Passed]>> = None;
        for subject in frame.subjects.drain(..) {
            let Some(entry) = self.objects.get_mut(subject.object) else {
                continue;
            };
            entry.close(thread, index, subject.parent);
            if entry.is_lost() || self.threads[thread].forgets_nested(subject.parent) {
                continue;
            }
            if subject.overflowed {
                self.automata[subject.class as usize].truncated += 1;
            }
            let inputs = (subject.parent.is_some() || adoptable)
                .then(|| shared.get_or_insert_with(|| frame.inputs.drain(..).collect()).clone());
            let call = Call::new(
                frame.method,
                threw,
                subject.position,
                frame.entered,
                inputs,
                subject.children,
            );
            if let Some((outer, position)) = subject.parent {
                self.threads[thread].frame_mut(outer).subjects[position].nest(call);
            } else {
                let inputs = shared.as_deref().unwrap_or(&frame.inputs);
                self.commit(thread, subject.object, call, inputs, &subject.left);
            }
        }
        self.threads[thread].recycle(frame);
    }

    /// Ends a frame of which no end was seen: calls nested in it go one level up.
    fn abandon(&mut self, thread: usize, frame: &mut Frame) {
        let index = self.threads[thread].len();
        for subject in frame.subjects.drain(..) {
            let Some(entry) = self.objects.get_mut(subject.object) else {
                continue;
            };
            entry.close(thread, index, subject.parent);
            if subject.overflowed {
                self.skip(thread, &subject);
                continue;
            }
            for call in subject.children {
                if let Some((outer, position)) = subject.parent {
                    self.threads[thread].frame_mut(outer).subjects[position].nest(call);
                } else {
                    let inputs = call.shared_inputs();
                    self.commit(thread, subject.object, call, &inputs, &[]);
                }
            }
        }
    }

    /// Moves the object along a first-level call. `left` are the nodes that its first nested calls had led to before
    /// they were known to be nested.
    fn commit(&mut self, thread: usize, object: u64, call: Call, inputs: &[Passed], left: &[u32]) {
        let Some(entry) = self.objects.get_mut(object) else {
            return;
        };
        let automaton = &mut self.automata[entry.class as usize];
        let from = entry.node;
        let mut waypoints = Vec::new();
        let step = call.step_with(object, inputs);
        let Some(to) = entry
            .may_go_on()
            .then(|| automaton.walk(&step, from, Walk::Forward, &self.names, &mut waypoints))
            .flatten()
        else {
            self.lose(object);
            return;
        };
        automaton.redirect(left, &waypoints);
        entry.advance(to);
        if self.threads[thread].may_adopt() {
            entry.note(thread, from, to, call);
            if let Some(oldest) = self.threads[thread].journaled(object)
                && let Some(entry) = self.objects.get_mut(oldest)
            {
                entry.journal = None;
            }
        }
    }
}
