//! What a trace has of one class.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use palus_executions::Outcome;
use palus_machine::{Answer, Call, Concrete, Datum, State};
use palus_observe::{Argument, ObjectStates, Observation, Observations, Seen};
use palus_state::StateRules;
use palus_trace::MethodNames;

use crate::source::tell_of;

/// A call with what is needed to make it again.
pub(crate) struct RecordedCall {
    pub(crate) call: Call,
    pub(crate) method: Arc<MethodNames>,
    pub(crate) arguments: Vec<Argument>,
}

/// The executions of one class.
#[derive(Default)]
pub(crate) struct OfClass {
    pub(crate) concrete: Concrete,
    /// Each call once.
    pub(crate) calls: Vec<RecordedCall>,
}

/// What a trace has of a class, and of others whose objects may be arguments.
#[derive(Default)]
pub(crate) struct Recorded {
    /// Its binary name.
    pub(crate) class: String,
    pub(crate) of: OfClass,
    /// The other classes by their names.
    pub(crate) others: BTreeMap<Arc<str>, OfClass>,
    pub(crate) states: ObjectStates,
    /// How states were made.
    pub(crate) rules: StateRules,
}

impl Recorded {
    /// Reads a trace: of the class of that name, or of the only one that it has.
    pub(crate) fn read(file: &Path, class: Option<&str>) -> anyhow::Result<Self> {
        let path = || file.display().to_string();
        let from = File::open(file).with_context(|| format!("{}: the trace cannot be read", path()))?;
        let mut observations = Observations::new(BufReader::with_capacity(1 << 16, from)).with_context(path)?;
        let mut all: BTreeMap<Arc<str>, OfClass> = BTreeMap::new();
        while let Some(seen) = observations.next() {
            let seen = seen.with_context(path)?;
            let object = seen.receiver_after.as_ref().or(seen.receiver.as_ref());
            if let Some(Seen::Object(state)) = object
                && let Some(of) = observations.states().class(*state)
            {
                let of = Arc::clone(of);
                all.entry(of).or_default().add(&seen, observations.states());
            }
        }
        if !observations.has_states() {
            bail!("{}: the trace has no states; record it again with --states", path());
        }
        tell_of(observations.reader());
        let names: Vec<&str> = all.keys().map(|name| &**name).collect();
        let of = match (class, names.as_slice()) {
            (Some(class), names) if !names.contains(&class) => bail!(
                "{}: no call on an object of {class} was recorded; `palus trace` shows those that were",
                path()
            ),
            (Some(class), _) => class.to_owned(),
            (None, []) => bail!(
                "{}: no call on an object was recorded; look at --include, and record again",
                path()
            ),
            (None, [_, _, ..]) => bail!(
                "{}: there are objects of {} classes; choose one with --class: {}",
                path(),
                names.len(),
                names[..names.len().min(10)].join(", ")
            ),
            (None, [one]) => (*one).to_owned(),
        };
        let found = all.remove(of.as_str()).unwrap_or_default();
        Ok(Self {
            class: of,
            of: found,
            others: all,
            rules: observations.reader().rules().clone(),
            states: observations.into_states(),
        })
    }
}

impl OfClass {
    fn add(&mut self, seen: &Observation, states: &ObjectStates) {
        let Some((call, answer)) = taken(seen, states) else {
            return;
        };
        let state = |seen: &Option<Seen>| match seen {
            Some(Seen::Object(state)) => Some(State(state.0)),
            _ => None,
        };
        if seen.is_constructor() {
            self.concrete.start(call.clone(), state(&seen.receiver_after), answer);
        } else if let (Some(from), Some(to)) = (state(&seen.receiver), state(&seen.receiver_after)) {
            self.concrete.add(from, call.clone(), to, answer);
        } else {
            return;
        }
        if self.calls.iter().all(|known| known.call != call) {
            self.calls.push(RecordedCall {
                call,
                method: Arc::clone(&seen.execution.method),
                arguments: seen.arguments.clone(),
            });
        }
    }
}

/// The call and what came of it; `None` when something of it is not known.
fn taken(seen: &Observation, states: &ObjectStates) -> Option<(Call, Answer)> {
    let datum = |seen: &Seen| match seen {
        Seen::Null => Some(Datum::Value("null".into())),
        Seen::Value(value) => Some(Datum::Value(value.to_string().into())),
        Seen::Object(state) => Some(Datum::Object(Arc::clone(states.class(*state)?), Some(State(state.0)))),
        Seen::Unknown => None,
    };
    let method = &seen.execution.method;
    let call = Call {
        name: method.name.as_ref().into(),
        descriptor: method.descriptor.as_ref().into(),
        arguments: seen
            .arguments
            .iter()
            .map(|argument| datum(&argument.entry))
            .collect::<Option<_>>()?,
    };
    let answer = match &seen.execution.outcome {
        Outcome::Void => Answer::Void,
        Outcome::Value => Answer::Returned(datum(seen.result.as_ref()?)?),
        Outcome::Threw(class) => Answer::Threw(Arc::clone(class)),
        Outcome::Unseen => return None,
    };
    Some((call, answer))
}
