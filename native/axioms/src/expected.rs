//! What the right side of a law is for one instance, by what a test can make it of.

use std::collections::BTreeMap;

use palus_machine::{Call, CallId, Concrete, Datum, State};

use crate::block::Instance;
use crate::gather::Gathered;
use crate::law::Right;

/// What the right side of a law demands of the last call of an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// This value, as Java would write it, or `throws` and an exception.
    Text(String),
    /// What the last of these calls gives, or the state in which it leaves its object; the first makes the object.
    Calls(Vec<CallId>),
}

/// What an instance ought to give; `None` where that cannot be made of calls.
pub(crate) fn expected(
    right: &Right,
    instance: Instance,
    gathered: &Gathered,
    (concrete, paths): (&Concrete, &BTreeMap<State, Vec<CallId>>),
) -> Option<Expected> {
    let first = &gathered.executions[instance.first];
    let second = instance.second.map(|at| gathered.executions[at].call);
    let entry = || Some(paths.get(&first.entry?)?.clone());
    let behind = |calls: &[CallId]| Some(Expected::Calls([entry()?.as_slice(), calls].concat()));
    let argument = |call: CallId, position: usize| match concrete.call(call).arguments.get(position)? {
        Datum::Value(text) => Some(Expected::Text(text.to_string())),
        Datum::Object(..) => None,
    };
    let of_method = |method: usize| {
        let method = &gathered.methods[method];
        concrete.find(&Call {
            name: method.name.as_str().into(),
            descriptor: method.descriptor.as_str().into(),
            arguments: concrete.call(first.call).arguments.clone(),
        })
    };
    let new = |method: usize| {
        let makes = gathered
            .executions
            .iter()
            .find(|it| it.method == method && concrete.call(it.call).arguments.is_empty());
        Some(makes?.call)
    };
    match right {
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
        Right::Plus(..) | Right::Either(..) => None,
    }
}
