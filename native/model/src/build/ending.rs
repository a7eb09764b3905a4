//! Calls that end: what they gave back, and the move of each object that had a part in them.

use std::sync::Arc;

use palus_sequence::MethodKind;
use palus_trace::Seen;

use super::call::{Call, Passed};
use super::class::{How, Walk};
use super::threads::{Cast, Frame};
use super::values::returned;
use super::{Builder, NO_EXCEPTION};
use crate::Position;

/// How a frame ends.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// With this exception, or [`NO_EXCEPTION`].
    Known { threw: u32 },
    /// The recording ended first.
    Unfinished,
}

impl Builder {
    pub(super) fn exit(&mut self, thread: usize, method: u32, depth: u32, result: Seen<'_>) {
        if !self.unwind_to(thread, method, depth) {
            return;
        }
        if self.threads[thread].top_mut().cast != Cast::None {
            self.give_back(thread, method, result);
        }
        self.end(thread, End::Known { threw: NO_EXCEPTION });
    }

    /// Notes what the top frame gives back.
    fn give_back(&mut self, thread: usize, method: u32, result: Seen<'_>) {
        if let Seen::Object { class, object, .. } = result
            && object != 0
        {
            let traits = self.names.method(method);
            let constructor = traits.kind == MethodKind::Constructor;
            let position = if constructor {
                Position::Receiver
            } else {
                Position::Result
            };
            self.bind(thread, position, class, object);
            if constructor && traits.is_call_site {
                self.note_constructor(method, class);
            }
        }
        if let Some(returned) = returned(result, &mut self.names) {
            self.threads[thread].top_mut().inputs.push(returned);
        }
    }

    pub(super) fn end_all(&mut self, thread: usize) {
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

    /// Ends the top frame.
    pub(super) fn end(&mut self, thread: usize, end: End) {
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
        let test = self.threads[thread].running.current();
        let traits = self.names.method(frame.method);
        if traits.kind == MethodKind::Static && !traits.is_call_site {
            let observed = self.statics.entry((frame.method, threw)).or_default();
            let taught = observed.add(&frame.inputs, None, test, &self.names);
            self.sampling.called(frame.method, taught);
        }
        if threw != NO_EXCEPTION && traits.kind == MethodKind::Constructor {
            self.threads[thread].constructor_threw(threw);
        }
        let index = self.threads[thread].len();
        let adoptable = self.threads[thread].may_adopt();
        let mut shared: Option<Arc<[Passed]>> = None;
        let mut taught = false;
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
                if self.threads[thread].frame_mut(outer).subjects[position].nest(call) {
                    self.doom(subject.object);
                }
            } else {
                let inputs = shared.as_deref().unwrap_or(&frame.inputs);
                taught |= self.commit(thread, subject.object, call, inputs, &subject.left);
            }
        }
        if traits.kind == MethodKind::Static && traits.is_call_site {
            self.sampling.called(frame.method, taught);
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
    /// they were known to be nested. Says whether that taught something.
    fn commit(&mut self, thread: usize, object: u64, call: Call, inputs: &[Passed], left: &[u32]) -> bool {
        let Some(entry) = self.objects.get_mut(object) else {
            return false;
        };
        let automaton = &mut self.automata[entry.class as usize];
        let from = entry.node;
        let mut waypoints = Vec::new();
        let step = call.step_with(object, inputs);
        let how = How {
            walk: Walk::Forward,
            test: self.threads[thread].running.current(),
            names: &self.names,
        };
        let known = automaton.taught;
        let Some(to) = entry
            .may_go_on()
            .then(|| automaton.walk(&step, from, how, &mut waypoints))
            .flatten()
        else {
            self.lose(object);
            return false;
        };
        let taught = automaton.taught != known;
        if taught {
            self.sampling.taught(entry.class);
        }
        automaton.redirect(left, &waypoints);
        entry.advance(to);
        if entry.is_doomed {
            // Calls after this one may be left out, so the history ends here.
            automaton.leave(to);
            entry.lose();
            return taught;
        }
        if self.threads[thread].may_adopt() {
            entry.note(thread, from, to, call);
            if let Some(oldest) = self.threads[thread].journaled(object)
                && let Some(entry) = self.objects.get_mut(oldest)
            {
                entry.journal = None;
            }
        }
        taught
    }
}
