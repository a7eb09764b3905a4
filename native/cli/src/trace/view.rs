//! What is shown of an execution's states: each object by the name of the state that it is in.

use std::collections::HashMap;
use std::io::Read;
use std::rc::Rc;

use palus_executions::{Execution, Outcome, Reader, StateNumber};
use palus_sequence::StateId;
use palus_state::{Marks, Slot, State, StateTable};

/// What a receiver, argument or result is at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shown {
    /// A value, as text.
    Value(String),
    /// An object, by the number of its state, from 1.
    State(u32),
    /// Nothing is known: there are no states, or this one was too large, or nobody saw the end.
    Unknown,
}

/// What is shown of an execution.
pub(super) struct Seen {
    /// At the start; `None` for static methods and constructors.
    pub(super) receiver: Option<Shown>,
    /// In the end, of a constructor what it made; `None` for static methods.
    pub(super) receiver_after: Option<Shown>,
    /// At the start and in the end.
    pub(super) arguments: Vec<(Shown, Shown)>,
    /// What was returned, when something was; `None` otherwise.
    pub(super) result: Option<Shown>,
}

/// Names states in the order in which they appear, and equal states alike.
#[derive(Default)]
pub(super) struct View {
    table: StateTable,
    order: Vec<StateId>,
    numbers: HashMap<StateId, u32>,
    /// What the roots of a state of the trace are.
    roots: HashMap<StateNumber, Rc<[Root]>>,
    /// Of all states of executions that were shown, how many had which mark.
    pub(super) marked: Marked,
}

/// What a root is, before its state has a number.
enum Root {
    Value(String),
    State(StateId),
    TooLarge,
}

/// How many states were not as others.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Marked {
    /// They have objects that were not entered.
    pub(super) opaque: u32,
    /// They have collections in the order of their tables.
    pub(super) order_by_hash: u32,
    /// Executions whose state before or behind them was too large.
    pub(super) too_large: u64,
}

const ACC_STATIC: u16 = 0x0008;

impl View {
    pub(super) fn see<R: Read>(&mut self, execution: &Execution, reader: &Reader<R>) -> Seen {
        let method = &execution.method;
        let is_constructor = &*method.name == "<init>";
        let has_receiver = method.access & ACC_STATIC == 0;
        let before = self.roots(execution.entry, reader);
        let after = self.roots(execution.exit, reader);
        let has_ended = execution.outcome != Outcome::Unseen;
        let is_too_large = execution.entry.is_none() || (has_ended && execution.exit.is_none());
        self.marked.too_large += u64::from(reader.has_states() && is_too_large);
        let count = parameters(&method.descriptor);
        let is_made = is_constructor && execution.outcome == Outcome::Void;
        // In the order in which they stand in a line of text, so that numbers rise.
        let arguments = (1..=count).map(|root| (self.show(&before, root), self.show(&after, root)));
        let arguments = arguments.collect();
        Seen {
            arguments,
            receiver: (has_receiver && !is_constructor).then(|| self.show(&before, 0)),
            receiver_after: (has_receiver && (!is_constructor || is_made)).then(|| self.show(&after, 0)),
            result: (execution.outcome == Outcome::Value).then(|| self.show(&after, 1 + count)),
        }
    }

    fn roots<R: Read>(&mut self, number: Option<StateNumber>, reader: &Reader<R>) -> Rc<[Root]> {
        let Some(number) = number else {
            return [].into();
        };
        if let Some(known) = self.roots.get(&number) {
            return Rc::clone(known);
        }
        let state = reader.state(number);
        if let Some(state) = &state {
            let Marks { opaque, order_by_hash } = state.marks();
            self.marked.opaque += u32::from(opaque > 0);
            self.marked.order_by_hash += u32::from(order_by_hash > 0);
        }
        let roots: Rc<[Root]> = state.iter().flat_map(|state| self.parts(state)).collect();
        self.roots.insert(number, Rc::clone(&roots));
        roots
    }

    /// What each root is.
    fn parts(&mut self, state: &State) -> Vec<Root> {
        let part = |root: usize| match &state.roots[root] {
            Slot::Node(_) => match state.part(root) {
                Some(part) => Root::State(self.table.add(&part)),
                None => Root::TooLarge,
            },
            value => Root::Value(state.slot_text(value)),
        };
        (0..state.roots.len()).map(part).collect()
    }

    fn show(&mut self, roots: &[Root], root: usize) -> Shown {
        match roots.get(root) {
            None | Some(Root::TooLarge) => Shown::Unknown,
            Some(Root::Value(text)) => Shown::Value(text.clone()),
            Some(Root::State(id)) => Shown::State(*self.numbers.entry(*id).or_insert_with(|| {
                self.order.push(*id);
                self.order.len() as u32
            })),
        }
    }

    /// The states that were named, in the order of their numbers.
    pub(super) fn states(&self) -> impl Iterator<Item = (u32, State)> {
        let states = self.order.iter().filter_map(|id| self.table.state(*id));
        (1..).zip(states)
    }
}

/// How many parameters a descriptor has (JVMS 4.3.3).
fn parameters(descriptor: &str) -> usize {
    let mut rest = descriptor.trim_start_matches('(').split(')').next().unwrap_or_default();
    let mut count = 0;
    while let Some(first) = rest.trim_start_matches('[').chars().next() {
        rest = rest.trim_start_matches('[');
        let length = if first == 'L' {
            rest.find(';').map_or(rest.len(), |end| end + 1)
        } else {
            first.len_utf8()
        };
        rest = &rest[length..];
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_counted_by_the_descriptor() {
        for (descriptor, count) in [
            ("()V", 0),
            ("(I[[Ljava/lang/String;J)V", 3),
            ("(Lx", 1),
            ("", 0),
            ("([", 0),
        ] {
            assert_eq!(parameters(descriptor), count, "{descriptor}");
        }
    }
}
