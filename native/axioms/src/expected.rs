//! What the right side of a law is for one instance, by what a test can make it of.

use std::collections::BTreeMap;

use palus_machine::{Answer, Call, CallId, Concrete, Datum, State};

use crate::block::Instance;
use crate::gather::Gathered;
use crate::law::Right;

/// What the right side of a law demands of the last call of an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// This value, as Java would write it.
    Text(String),
    /// An exception of this class, binary name.
    Throws(String),
    /// What the last of these calls gives, or the state in which it leaves its object; the first makes the object.
    Calls(Vec<CallId>),
    /// The whole number that the last of these calls gives, and so much more.
    More(Vec<CallId>, i64),
}

impl Expected {
    /// So much more, of whole numbers.
    pub(crate) fn plus(self, by: i64) -> Option<Self> {
        match self {
            Self::Text(text) => {
                let is_long = text.ends_with('L');
                let number: i64 = text.trim_end_matches('L').parse().ok()?;
                let sum = number.checked_add(by)?;
                Some(Self::Text(if is_long { format!("{sum}L") } else { sum.to_string() }))
            }
            Self::Calls(calls) => Some(Self::More(calls, by)),
            Self::Throws(_) | Self::More(..) => None,
        }
    }
}

/// What an instance ought to give; `None` where that cannot be made of calls.
pub(crate) fn expected(
    right: &Right,
    instance: Instance,
    gathered: &Gathered,
    (concrete, paths): (&Concrete, &BTreeMap<State, Vec<CallId>>),
) -> Option<Expected> {
    let first = &gathered.executions.all[instance.first()];
    let second = instance.second().map(|at| gathered.executions.all[at].call);
    let entry = || Some(paths.get(&first.entry?)?.clone());
    let behind = |calls: &[CallId]| Some(Expected::Calls([entry()?.as_slice(), calls].concat()));
    let argument = |call: CallId, position: usize| match concrete.call(call).arguments.get(position)? {
        Datum::Value(text) => Some(Expected::Text(text.to_string())),
        Datum::Object(..) => None,
    };
    let of_method = |method: usize| {
        let method = &gathered.executions.methods[method];
        concrete.find(&Call {
            name: method.name.as_str().into(),
            descriptor: method.descriptor.as_str().into(),
            arguments: concrete.call(first.call).arguments.clone(),
        })
    };
    let new = |method: usize| {
        let makes = gathered
            .executions
            .all
            .iter()
            .find(|it| it.method == method && concrete.call(it.call).arguments.is_empty());
        Some(makes?.call)
    };
    match right {
        Right::Constant(Answer::Threw(class)) => Some(Expected::Throws(class.to_string())),
        Right::Constant(answer) => Some(Expected::Text(answer.to_string())),
        Right::First(position) => argument(first.call, *position),
        Right::Second(position) => argument(second?, *position),
        Right::Inner if first.entry.is_none() => Some(Expected::Calls(vec![first.call])),
        Right::Inner => behind(&[first.call]),
        Right::Earlier => behind(&[second?]),
        Right::Subject => behind(&[]),
        Right::Commuted => behind(&[second?, first.call]),
        Right::Other(method) => behind(&[of_method(*method)?]),
        Right::Made(method) => Some(Expected::Calls(vec![new(*method)?])),
        Right::OfNew(method) => Some(Expected::Calls(vec![new(*method)?, first.call])),
        Right::Branch(_, _, right) => expected(right, instance, gathered, (concrete, paths)),
        Right::Plus(right, by) => expected(right, instance, gathered, (concrete, paths))?.plus(*by),
        Right::Either(..) => None,
    }
}
