//! How many of a class's objects, and of a static method's calls, are followed: all in the first moments of a period, fewer
//! and fewer while they teach nothing new.
//!
//! # The rule
//! - At the start of a period every new object of a class is followed, and every call of a static method.
//! - Each time [`ROUND`] calls were recorded that objects of the class had a part in, or of the method, and fewer than one
//!   in [`WORTH`] of them taught something, the share that is followed from then on falls to an eighth, down to one in
//!   4 096 (`2^`[`LEAST`]).
//! - Taught was: a new node or transition, or one of the first [`super::observed::TAUGHT`] distinct observations of a
//!   transition.
//! - An object that had a part in [`super::objects::PARTS`] calls is given up, however many are nested in others.
//!
//! So a hot loop costs a few thousand calls a period, and a test that runs after it is still seen from its first object on: a
//! share that only fell, or rose again only when a drawn object happens to teach, would miss what a later test does with
//! few objects.
//!
//! Whoever watches the program asks [`super::Builder::take_samples`] for changes, draws the objects, and says when a period
//! begins. An object is followed for all of its life or not at all, so what is learned of those that are is exact.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Builder;
use super::names::Followed;

/// After how many calls the share is considered.
const ROUND: u32 = 256;
/// One call in so many must teach something for the share to stay.
const WORTH: u32 = 8;
/// It falls by this power of two.
const STEP: u8 = 3;
/// The smallest share: one in `2^12`.
const LEAST: u8 = 12;

/// What is followed less often, or more often, from now on: one in `2^shift`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sample {
    /// Objects of the run-time class of this id.
    Class {
        /// The id in the dictionary.
        class: u32,
        /// The exponent.
        shift: u8,
    },
    /// Calls of the static method, or objects made by the constructor, of this id.
    Method {
        /// The id in the dictionary.
        method: u32,
        /// The exponent.
        shift: u8,
    },
}

/// The pace at which something is learned.
#[derive(Clone, Copy, Default, Debug)]
struct Pace {
    shift: u8,
    calls: u32,
    /// How many of these taught something.
    taught: u32,
}

impl Pace {
    /// One more call was recorded. Says whether the share changed.
    fn called(&mut self) -> bool {
        self.calls += 1;
        if self.calls < ROUND {
            return false;
        }
        let falls = self.shift < LEAST && WORTH * self.taught < self.calls;
        (self.calls, self.taught) = (0, 0);
        self.shift += if falls { STEP } else { 0 };
        falls
    }

    /// A period begins. Says whether the share changed.
    fn begin(&mut self) -> bool {
        (self.calls, self.taught) = (0, 0);
        std::mem::take(&mut self.shift) > 0
    }
}

#[derive(Default, Debug)]
struct Class {
    pace: Pace,
    ids: Vec<u32>,
    constructors: Vec<u32>,
}

/// The pace of every class and static method.
#[derive(Default, Debug)]
pub(super) struct Sampling {
    /// By index of the automaton.
    classes: Vec<Class>,
    constructors: FxHashSet<u32>,
    statics: FxHashMap<u32, Pace>,
    changes: Vec<Sample>,
}

impl Sampling {
    /// A new object is followed.
    pub(super) fn object(&mut self, automaton: u32, class: u32) {
        let known = self.class(automaton);
        if !known.ids.contains(&class) {
            known.ids.push(class);
            let shift = known.pace.shift;
            self.changes.push(Sample::Class { class, shift });
        }
    }

    /// An object of the class has a part in a call.
    fn took_part(&mut self, automaton: u32) {
        if self.class(automaton).pace.called() {
            self.announce(automaton);
        }
    }

    /// An object taught something of its class.
    pub(super) fn taught(&mut self, automaton: u32) {
        self.class(automaton).pace.taught += 1;
    }

    /// Whether this constructor has not been seen to make objects yet.
    pub(super) fn is_new_constructor(&mut self, method: u32) -> bool {
        self.constructors.insert(method)
    }

    /// A constructor makes objects of this class.
    pub(super) fn constructs(&mut self, automaton: u32, method: u32) {
        let class = self.class(automaton);
        class.constructors.push(method);
        let shift = class.pace.shift;
        self.changes.push(Sample::Method { method, shift });
    }

    /// A static method was called.
    pub(super) fn called(&mut self, method: u32, taught: bool) {
        let pace = self.statics.entry(method).or_default();
        pace.taught += u32::from(taught);
        if pace.called() {
            let shift = pace.shift;
            self.changes.push(Sample::Method { method, shift });
        }
    }

    fn begin(&mut self) {
        for automaton in 0..self.classes.len() {
            if self.classes[automaton].pace.begin() {
                self.announce(automaton as u32);
            }
        }
        for (&method, pace) in &mut self.statics {
            if pace.begin() {
                self.changes.push(Sample::Method { method, shift: 0 });
            }
        }
    }

    fn class(&mut self, automaton: u32) -> &mut Class {
        let index = automaton as usize;
        if index >= self.classes.len() {
            self.classes.resize_with(index + 1, Class::default);
        }
        &mut self.classes[index]
    }

    fn announce(&mut self, automaton: u32) {
        let class = &self.classes[automaton as usize];
        let shift = class.pace.shift;
        let ids = class.ids.iter().map(|&class| Sample::Class { class, shift });
        let constructors = class
            .constructors
            .iter()
            .map(|&method| Sample::Method { method, shift });
        self.changes.extend(ids.chain(constructors));
    }
}

impl Builder {
    /// What is to be followed less often, or more often, since this was last asked for, in order. A caller that follows
    /// everything need not ask.
    pub fn take_samples(&mut self) -> impl Iterator<Item = Sample> {
        self.sampling.changes.drain(..)
    }

    /// Begins a period: everything is followed again, for a while.
    pub fn begin_period(&mut self) {
        self.sampling.begin();
    }

    /// Notes that an object of the class has a part in a call.
    pub(super) fn took_part(&mut self, automaton: u32) {
        self.sampling.took_part(automaton);
    }

    /// Notes that a constructor has an object of its own class, not of a subclass.
    pub(super) fn note_constructor(&mut self, method: u32, class: u32) {
        let (Followed::Inside(index) | Followed::Outside(index)) = self.names.followed(class, &mut self.automata)
        else {
            return;
        };
        let is_own = self.names.method_key(method).owner == self.automata[index as usize].name;
        if is_own && self.sampling.is_new_constructor(method) {
            self.sampling.constructs(index, method);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shifts(sampling: &mut Sampling) -> Vec<u8> {
        let changes = sampling.changes.drain(..);
        changes
            .map(|sample| match sample {
                Sample::Class { shift, .. } | Sample::Method { shift, .. } => shift,
            })
            .collect()
    }

    #[test]
    fn the_share_of_a_class_that_teaches_nothing_falls_step_by_step_until_the_next_period() {
        let mut sampling = Sampling::default();
        for _ in 0..20 * ROUND {
            sampling.object(0, 5);
            sampling.took_part(0);
        }
        assert_eq!(shifts(&mut sampling), [0, 3, 6, 9, 12]);
        sampling.begin();
        assert_eq!(shifts(&mut sampling), [0]);
    }

    #[test]
    fn a_class_of_which_one_call_in_eight_teaches_keeps_its_share() {
        let mut sampling = Sampling::default();
        sampling.object(0, 5);
        for _ in 0..20 * ROUND / WORTH {
            sampling.taught(0);
            (0..WORTH).for_each(|_| sampling.took_part(0));
        }
        assert_eq!(shifts(&mut sampling), [0]);
    }

    #[test]
    fn constructors_follow_their_class_and_static_methods_are_on_their_own() {
        let mut sampling = Sampling::default();
        assert!(sampling.is_new_constructor(7));
        assert!(!sampling.is_new_constructor(7));
        sampling.object(0, 5);
        sampling.constructs(0, 7);
        for _ in 0..ROUND {
            sampling.took_part(0);
            sampling.called(9, false);
        }
        let changes: Vec<_> = sampling.changes.drain(..).collect();
        assert!(changes.contains(&Sample::Class { class: 5, shift: 3 }));
        assert!(changes.contains(&Sample::Method { method: 7, shift: 3 }));
        assert!(changes.contains(&Sample::Method { method: 9, shift: 3 }));
    }
}
