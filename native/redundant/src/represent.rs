//! What stands for an object, a value or nothing when executions are compared.

use std::sync::Arc;

use palus_observe::{ObjectState, Observation, Seen};
use palus_state::Value;
use rustc_hash::FxHashMap;

/// What the state of an object is represented by (Xie, Marinov and Notkin, "Rostra", ASE 2004).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Technique {
    /// The expression of all calls that made it.
    WholeSeq,
    /// The same without calls that left its snapshot as it was.
    ModifyingSeq,
    /// Its snapshot.
    WholeState,
    /// Of its snapshot what `o.equals(o)` reads.
    MonitorEquals,
    /// Itself: states are equal when `a.equals(b)` says so.
    PairwiseEquals,
}

impl Technique {
    /// All of them, the finest first.
    pub const ALL: [Self; 5] = [
        Self::WholeSeq,
        Self::ModifyingSeq,
        Self::WholeState,
        Self::MonitorEquals,
        Self::PairwiseEquals,
    ];

    /// As in `--state NAME`.
    pub fn name(self) -> &'static str {
        match self {
            Self::WholeSeq => "whole-seq",
            Self::ModifyingSeq => "modifying-seq",
            Self::WholeState => "whole-state",
            Self::MonitorEquals => "monitor-equals",
            Self::PairwiseEquals => "pairwise-equals",
        }
    }

    /// Whether code of the program has to be called on the objects themselves, so that a trace does not suffice.
    pub fn needs_objects(self) -> bool {
        matches!(self, Self::MonitorEquals | Self::PairwiseEquals)
    }
}

/// Which states are one, as the `equals` methods of the program say; states that are not named are by themselves.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Classes(FxHashMap<ObjectState, ObjectState>);

impl Classes {
    /// By each state one that stands for all that equal it.
    pub fn new(representatives: impl IntoIterator<Item = (ObjectState, ObjectState)>) -> Self {
        Self(representatives.into_iter().collect())
    }

    fn of(&self, state: ObjectState) -> ObjectState {
        self.0.get(&state).copied().unwrap_or(state)
    }
}

/// Equal for what is represented alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Represented {
    Null,
    Value(u32),
    Object(u32),
    /// A state that was too large, or never seen: it equals nothing, not even itself.
    Unknown,
}

/// What made an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Expression {
    /// Nobody saw: it is what it was when it was first met.
    Outside(ObjectState),
    /// A call of a method on a receiver with arguments, and which root of the call it is: 0 the receiver, then the arguments, then the result.
    Call(u32, Option<Represented>, Box<[Represented]>, u32),
}

/// The objects of a test, by the state that each is in, with the expression that made it; of those in one state the one that was last
/// touched comes last. Which of them a call is on, a trace does not say: any of their expressions leads to its state.
#[derive(Default, Debug)]
pub(crate) struct Live(FxHashMap<ObjectState, Vec<u32>>);

/// Gives what stands for objects.
#[derive(Debug)]
pub(crate) struct Representer {
    technique: Technique,
    classes: Classes,
    values: FxHashMap<Arc<Value>, u32>,
    expressions: FxHashMap<Expression, u32>,
}

/// Receiver and arguments of a call before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Input {
    pub(crate) receiver: Option<Represented>,
    pub(crate) arguments: Box<[Represented]>,
}

impl Representer {
    pub(crate) fn new(technique: Technique, classes: Classes) -> Self {
        Self {
            technique,
            classes,
            values: FxHashMap::default(),
            expressions: FxHashMap::default(),
        }
    }

    pub(crate) fn technique(&self) -> Technique {
        self.technique
    }

    /// What is told of a call before it. `live` are the objects of its test.
    pub(crate) fn input(&mut self, call: &Observation, live: &Live) -> Input {
        let receiver = call.receiver.as_ref().map(|seen| self.one(seen, live));
        let arguments = call.arguments.iter().map(|argument| self.one(&argument.entry, live));
        Input {
            receiver,
            arguments: arguments.collect(),
        }
    }

    /// By snapshot, whatever the technique: what an expression led to.
    pub(crate) fn ended(&mut self, seen: &Seen) -> Represented {
        match seen {
            Seen::Null => Represented::Null,
            Seen::Unknown => Represented::Unknown,
            Seen::Value(value) => self.value(value),
            Seen::Object(state) => Represented::Object(self.classes.of(*state).0),
        }
    }

    fn value(&mut self, value: &Arc<Value>) -> Represented {
        let next = self.values.len() as u32;
        Represented::Value(*self.values.entry(Arc::clone(value)).or_insert(next))
    }

    fn one(&mut self, seen: &Seen, live: &Live) -> Represented {
        match (seen, self.technique) {
            (Seen::Object(state), Technique::WholeSeq | Technique::ModifyingSeq) => {
                let known = live.0.get(state).and_then(|expressions| expressions.last());
                Represented::Object(
                    known
                        .copied()
                        .unwrap_or_else(|| self.expression(Expression::Outside(*state))),
                )
            }
            _ => self.ended(seen),
        }
    }

    fn expression(&mut self, expression: Expression) -> u32 {
        let next = self.expressions.len() as u32;
        *self.expressions.entry(expression).or_insert(next)
    }

    /// Notes what a call made of the objects of its test, and gives what stands for its receiver behind it.
    pub(crate) fn happened(
        &mut self,
        call: &Observation,
        method: u32,
        input: &Input,
        live: &mut Live,
    ) -> Option<Represented> {
        if !matches!(self.technique, Technique::WholeSeq | Technique::ModifyingSeq) {
            return call.receiver_after.as_ref().map(|seen| self.ended(seen));
        }
        let made = |root: usize| Expression::Call(method, input.receiver, input.arguments.clone(), root as u32);
        // Calls inside of another are part of what that one did.
        let is_outermost = call.execution.nesting == 0;
        for (position, argument) in call.arguments.iter().enumerate().filter(|_| is_outermost) {
            let root = position + 1;
            if let (Seen::Object(before), Seen::Object(after)) = (&argument.entry, &argument.exit)
                && before != after
                && call.after.same.get(root) == Some(&(root as u32))
            {
                let expression = self.expression(made(root));
                live.moves(Some(*before), *after, expression);
            }
        }
        let result = call.result.as_ref().filter(|_| is_outermost && call.gave().is_none());
        if let Some(Seen::Object(state)) = result {
            let expression = self.expression(made(1 + call.arguments.len()));
            live.moves(None, *state, expression);
        }
        let after = match call.receiver_after.as_ref()? {
            Seen::Object(after) => *after,
            other => return Some(self.ended(other)),
        };
        let before = match call.receiver {
            Some(Seen::Object(before)) => Some(before),
            _ => None,
        };
        let is_as_before = self.technique == Technique::ModifyingSeq && before == Some(after);
        let expression = match input.receiver {
            Some(Represented::Object(before)) if is_as_before => before,
            _ => self.expression(made(0)),
        };
        if is_outermost {
            live.moves(before, after, expression);
        }
        Some(Represented::Object(expression))
    }
}

impl Live {
    /// An object that was in one state is in another, by this expression.
    fn moves(&mut self, before: Option<ObjectState>, after: ObjectState, expression: u32) {
        if let Some(before) = before.and_then(|before| self.0.get_mut(&before)) {
            before.pop();
        }
        self.0.entry(after).or_default().push(expression);
    }
}
