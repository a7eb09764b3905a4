//! Objects of classes that are not watched from their inside, the JDK's: their calls are seen where they are made.
//!
//! Such a call has a method id marked [`palus_trace::CALL_SITE`]. An object is followed once its making was seen: by a constructor
//! or as the result of such a call, or as the result of any method when its class is known already. A call on an object whose
//! class is watched from inside is left out, because its own events follow.

use palus_trace::Seen;

use super::Builder;
use super::names::Followed;
use super::threads::Cast;

impl Builder {
    /// Which objects may have a part in a call that is watched where it is made.
    pub(super) fn cast_of_call_site(&mut self, receiver: Seen<'_>) -> Cast {
        let Seen::Object { class, .. } = receiver else {
            return Cast::Outside;
        };
        match self.names.followed(class, &mut self.automata) {
            Followed::Inside(_) => Cast::None,
            Followed::Outside(_) | Followed::NotWith(_) => Cast::Outside,
        }
    }

    /// Follows an object from now on, if its class is one whose objects are followed. `made` says that the top frame made it
    /// or handed it out. The answer is its automaton.
    pub(super) fn appear(&mut self, thread: usize, class: u32, object: u64, made: bool) -> Option<u32> {
        let cast = self.threads[thread].top().map_or(Cast::None, |top| top.cast);
        let index = match self.names.followed(class, &mut self.automata) {
            Followed::Inside(index) => index,
            Followed::Outside(index) if made || self.objects.is_known(object) => index,
            Followed::NotWith(_) if made && cast == Cast::Outside => {
                self.names.follow_outside(class, &mut self.automata)
            }
            Followed::Outside(_) | Followed::NotWith(_) => return None,
        };
        // Where memory was overwritten an object may seem to have two classes: the first one stays.
        let automaton = &mut self.automata[index as usize];
        let before = automaton.objects;
        let index_of_first = self.objects.entry(object, index, automaton).class;
        if automaton.objects != before {
            self.sampling.object(index, class);
        }
        Some(index_of_first)
    }
}
