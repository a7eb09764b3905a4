//! Building a model while the program runs: events in, automata out.
//!
//! A call is folded in when it ends, because only then is it known whether it threw and which calls on the same object
//! were nested in it. An object therefore stays in the state before its outermost open call until that call ends.

mod asked;
mod call;
mod class;
mod dying;
mod ending;
mod export;
mod fields;
mod losing;
mod names;
mod objects;
mod observed;
mod origins;
mod outside;
mod sampling;
mod snapshot;
mod threads;
mod values;

use std::sync::Arc;

use palus_trace::{Dictionary, Event, Seen};
use rustc_hash::FxHashMap;

use crate::digest::Digest;
use crate::{Model, Position};
use asked::{Answers, Question};
use call::{Passed, Raw};
use class::{Automaton, How, Walk};
use ending::End;
use fields::Accesses;
use names::{Followed, Names};
use objects::Objects;
use observed::Observed;
use sampling::Sampling;
use threads::{Cast, Life, Subject, Threads};
use values::Values;

pub use sampling::Sample;

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
    values: Values,
    automata: Vec<Automaton>,
    objects: Objects,
    threads: Threads,
    statics: FxHashMap<(u32, u32), Observed>,
    answers: Answers,
    accesses: Accesses,
    /// Counts entered calls, so that calls can be told to lie inside others.
    clock: u64,
    /// Objects given up and not yet reported.
    lost: Vec<u64>,
    sampling: Sampling,
    /// Whether an object that is not followed is drawn again when it is called again.
    draws_again: bool,
}

impl Builder {
    /// A builder that has seen nothing.
    pub fn new(dictionary: Arc<Dictionary>) -> Self {
        Self {
            names: Names::new(dictionary),
            values: Values::default(),
            automata: Vec::new(),
            objects: Objects::default(),
            threads: Threads::default(),
            statics: FxHashMap::default(),
            answers: Answers::default(),
            accesses: Accesses::default(),
            clock: 0,
            lost: Vec::new(),
            sampling: Sampling::default(),
            draws_again: false,
        }
    }

    /// Says that an object which is not followed is drawn again whenever it is called again, for nothing is kept of it: one that lives long
    /// is followed at last, and then stands for nobody else. It is so for objects of classes that are watched from outside in any case.
    pub fn draw_again(&mut self) {
        self.draws_again = true;
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
                if self.threads[thread].question.is_some() {
                    self.told(thread, position, value);
                } else if self.threads[thread].is_open() {
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
                    if object != 0 {
                        self.note_constructor(method, class);
                        self.bind(thread, Position::Receiver, class, object);
                    }
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
            Event::Test { method, starts } => {
                self.names.method(method);
                let running = &mut self.threads[thread].running;
                if starts {
                    running.start(method);
                } else {
                    running.end(method);
                }
            }
            Event::Asked { method } => self.threads[thread].question = Some(Question::new(method)),
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
        let mut model = export::model(&self.automata, &self.statics, &self.answers, &mut self.names);
        model.accesses = self.accesses();
        model
    }

    /// Says that from now on one in 2 to the power of `shift` new objects of a class is reported; the class is an id of the
    /// [`Dictionary`]. Objects of a class that is not followed are none of this.
    pub fn sampled(&mut self, class: u32, shift: u8) {
        if let Followed::Inside(index) | Followed::Outside(index) = self.names.followed(class, &mut self.automata) {
            self.automata[index as usize].sample(shift);
        }
    }

    fn enter(&mut self, thread: usize, method: u32, depth: u32, receiver: Seen<'_>) {
        self.unwind_to_caller(thread, depth.saturating_sub(1));
        self.threads[thread].question = None;
        self.clock += 1;
        let traits = self.names.method(method);
        self.threads[thread].push(method, depth, self.clock, traits.may_adopt);
        if traits.is_call_site {
            let cast = self.cast_of_call_site(receiver);
            self.threads[thread].top_mut().cast = cast;
        }
        match receiver {
            Seen::None => {}
            Seen::Uninitialised if traits.is_call_site => {}
            Seen::Uninitialised => self.threads[thread].top_mut().life = Life::BeforeSuper,
            _ => self.pass(thread, Position::Receiver, receiver),
        }
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

    /// Notes an input of the top frame, with the state that it has before the call.
    fn pass(&mut self, thread: usize, position: Position, value: Seen<'_>) {
        if self.threads[thread].top_mut().cast == Cast::None {
            return;
        }
        let mut passed = self.values.passed(value, &mut self.names);
        if let Seen::Object { class, object, .. } = value
            && object != 0
            && let Some(index) = self.appear(thread, class, object, false)
        {
            self.find_state(&mut passed, class, index, object);
            passed.object = object;
            self.join(thread, position, index, object);
        }
        self.threads[thread].top_mut().inputs.push(passed);
    }

    /// Adds to an input the state that the object has now, if it has one.
    fn find_state(&mut self, passed: &mut Passed, class: u32, index: u32, object: u64) {
        let Raw::Object { state, profile, .. } = &mut passed.raw else {
            return;
        };
        if let Some(entry) = self.objects.get_mut(object)
            && let Some(digest) = self.automata[index as usize].digest(entry.node)
        {
            *state = Some((index, entry.node));
            passed.digest = Digest::of_object(self.names.class_digest(class), Some(digest), *profile);
        }
    }

    /// Makes the object a subject of the top frame, unless it is one.
    fn join(&mut self, thread: usize, position: Position, class: u32, object: u64) {
        let frames = &mut self.threads[thread];
        if frames.top_mut().subjects.iter().any(|subject| subject.object == object) {
            return;
        }
        if frames.top_mut().cast == Cast::Outside && !self.automata[class as usize].is_outside {
            return;
        }
        let Some(entry) = self.objects.get_mut(object) else {
            return;
        };
        let parent = entry.enclosing(thread, frames, object);
        entry.open(thread, frames.top_index());
        entry.parts += 1;
        let automaton = &mut self.automata[class as usize];
        if self.draws_again || automaton.is_outside {
            automaton.is_drawn_again(&mut entry.stands_for);
        }
        let is_enough = entry.parts == objects::PARTS && !entry.is_lost();
        frames
            .top_mut()
            .subjects
            .push(Subject::new(object, class, position, parent));
        self.took_part(class);
        if is_enough {
            self.automata[class as usize].truncated += 1;
            self.doom(object);
        }
    }

    /// Makes an object a subject that is known only now: the receiver of a constructor, or a result. Calls on it that
    /// ran inside this one become nested calls.
    fn bind(&mut self, thread: usize, position: Position, class: u32, object: u64) {
        let Some(index) = self.appear(thread, class, object, true) else {
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
        let parts = self.threads[thread].top_mut().subjects.len();
        self.join(thread, position, index, object);
        if self.threads[thread].top_mut().subjects.len() > parts {
            self.adopt(thread, object);
        }
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
        let how = How {
            walk: Walk::Back,
            test: frames.running.current(),
            names: &self.names,
        };
        let (children, left) = entry.take_journal(thread, since, |step, call| {
            automaton.walk(&call.step(object), step, how, &mut Vec::new());
        });
        if let Some(subject) = frames.top_mut().subjects.last_mut() {
            (subject.children, subject.left) = (children, left);
        }
    }
}
