//! The points of a class, and what an execution shows of each.

use std::fmt;

use palus_sequence::{parameter_count, signature};
use palus_state::{Slot, State};
use rustc_hash::FxHashMap;

use crate::claim::Sample;
use crate::value::{Datum, Name, Value};
use crate::variable::{Look, Seen, Variable, old, subscripts};

/// When something is so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// Of an object, whenever nobody is inside of it: at the entry and exit of each public method and the exit of constructors.
    Object,
    /// When a method is called: what its callers have to care for.
    Enter,
    /// When it ended, by an exception too: what it promises.
    Exit,
}

/// Where something is so.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Point {
    /// The class that declares the method: its binary name.
    pub class: Name,
    /// Name and descriptor; `None` for objects.
    pub method: Option<(Name, Name)>,
    /// When.
    pub moment: Moment,
}

/// `demo.Stack`, `demo.Stack.push(int)`, `new demo.Stack()`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = &self.class;
        let Some((name, descriptor)) = &self.method else {
            return write!(f, "{class}");
        };
        let signature = signature(class, name, descriptor);
        let parameters = signature.find('(').map_or("", |start| &signature[start..]);
        match &**name {
            "<init>" => write!(f, "new {class}{parameters}"),
            name => write!(f, "{class}.{name}{parameters}"),
        }
    }
}

/// A method as it was called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    /// The binary name of the class that declares it.
    pub owner: Name,
    /// Its name, `<init>` for constructors.
    pub name: Name,
    /// Its descriptor (JVMS 4.3.3).
    pub descriptor: Name,
    /// Its access flags (JVMS 4.6).
    pub access: u16,
    /// The names of its parameters, where they are known; the others are called `arg0`, `arg1`.
    pub parameters: Vec<Option<Name>>,
}

impl Method {
    fn is_static(&self) -> bool {
        self.access & 0x0008 != 0
    }

    fn is_public(&self) -> bool {
        self.access & 0x0001 != 0
    }

    fn is_constructor(&self) -> bool {
        *self.name == *"<init>"
    }

    fn point(&self, moment: Moment) -> Point {
        let method = || (self.name.clone(), self.descriptor.clone());
        Point {
            class: self.owner.clone(),
            method: (moment != Moment::Object).then(method),
            moment,
        }
    }
}

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End<'o> {
    /// It returned nothing, or made its object.
    Void,
    /// It returned the last root of the state at its exit.
    Value,
    /// It threw an exception of this class.
    Threw(&'o str),
    /// Nobody saw it end.
    Unseen,
}

/// A method execution.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'o> {
    /// What was called.
    pub method: &'o Method,
    /// Whether another execution was going on around it: then the object may not be as it is between calls.
    pub is_inside: bool,
    /// The state of the receiver (null for static methods and constructors) and the arguments; `None` when it is not known.
    pub entry: Option<&'o State>,
    /// The same behind it, with the object that a constructor made, and the result.
    pub exit: Option<&'o State>,
    /// How it ended.
    pub end: End<'o>,
}

/// What an execution shows at a point.
#[derive(Clone, Debug, Default)]
pub struct Values {
    pub(crate) seen: Vec<Seen>,
}

impl Values {
    /// Values to look up by name.
    pub fn by_name(&self) -> ByName {
        let value = |(variable, datum): &Seen| (variable.name.clone(), datum.clone());
        ByName(self.seen.iter().map(value).collect())
    }
}

/// What variables hold, by their names.
#[derive(Clone, Debug, Default)]
pub struct ByName(FxHashMap<Name, Datum>);

impl Sample for ByName {
    fn value(&self, name: &str) -> Option<&Datum> {
        self.0.get(name)
    }
}

impl Observation<'_> {
    /// What it shows at each of its points. Fields of fields are looked at where `depth` is 2.
    pub fn samples(&self, depth: u8) -> Vec<(Point, Values)> {
        let method = self.method;
        let has_object = |state: &State| matches!(state.roots.first(), Some(Slot::Node(_)));
        let mut samples = Vec::new();
        let mut add = |moment, seen: Vec<Seen>| samples.push((method.point(moment), Values { seen }));
        let tells_of_object = !method.is_static() && !self.is_inside && (method.is_public() || method.is_constructor());
        let enter = self.entry.map(|state| self.at(state, false, depth)).unwrap_or_default();
        if let Some(state) = self.entry {
            if tells_of_object && !method.is_constructor() && has_object(state) {
                add(Moment::Object, self.object(state, false, depth));
            }
            add(Moment::Enter, nearest_first(with_elements(enter.clone())));
        }
        if let Some(state) = self.exit.filter(|_| self.end != End::Unseen) {
            if tells_of_object && has_object(state) {
                add(Moment::Object, self.object(state, true, depth));
            }
            add(Moment::Exit, nearest_first(self.exit(state, &enter, depth)));
        }
        samples
    }

    fn object(&self, state: &State, at_exit: bool, depth: u8) -> Vec<Seen> {
        let mut seen = Vec::new();
        let look = Look { state, at_exit, depth };
        look.receiver(&state.roots[0], &self.method.owner, &mut seen);
        look.statics(&self.method.owner, &mut seen);
        nearest_first(with_elements(seen))
    }

    /// Receiver and arguments.
    fn at(&self, state: &State, at_exit: bool, depth: u8) -> Vec<Seen> {
        let mut seen = Vec::new();
        let look = Look { state, at_exit, depth };
        if let Some(receiver) = state.roots.first() {
            look.receiver(receiver, &self.method.owner, &mut seen);
        }
        for (place, slot) in state
            .roots
            .iter()
            .skip(1)
            .take(parameter_count(&self.method.descriptor))
            .enumerate()
        {
            let known = self.method.parameters.get(place).and_then(Option::as_ref);
            let name = known.map_or_else(|| format!("arg{place}"), ToString::to_string);
            let first = seen.len();
            look.value(&name, slot, 1, &mut seen);
            // The caller's value or reference, which the call cannot change.
            seen[first].0.is_old = at_exit;
        }
        look.statics(&self.method.owner, &mut seen);
        seen
    }

    fn exit(&self, state: &State, enter: &[Seen], depth: u8) -> Vec<Seen> {
        let mut seen = self.at(state, true, depth);
        let count = parameter_count(&self.method.descriptor);
        if let (End::Value, Some(result)) = (self.end, state.roots.get(1 + count)) {
            let look = Look {
                state,
                at_exit: true,
                depth,
            };
            look.value("result", result, 1, &mut seen);
        }
        let throws = match self.end {
            End::Threw(class) => Value::Constant(class.into()),
            _ => Value::Null,
        };
        seen.push(throws_variable(throws));
        let is_argument = |variable: &Variable| !variable.name.contains(['.', '[']);
        let before = with_elements(enter.to_vec());
        let before: Vec<Seen> = before
            .iter()
            .filter(|(variable, _)| !is_argument(variable))
            .map(old)
            .collect();
        let mut found = with_elements(seen);
        // What is there now at the place of before.
        let near = |seen: &&Seen| seen.0.distance == 1 && is_index(&seen.0);
        let numbers: Vec<Seen> = before.iter().filter(near).cloned().collect();
        let with_old = subscripts(&found, &numbers);
        found.extend(before);
        found.extend(with_old);
        found
    }
}

fn throws_variable(value: Value) -> Seen {
    let variable = Variable {
        name: "throws".into(),
        distance: 1,
        is_old: false,
        is_sequence: false,
        is_number: false,
        derived: None,
    };
    (variable, Datum::One(value))
}

fn is_index(variable: &Variable) -> bool {
    variable.is_number && variable.derived.as_ref().is_none_or(|derived| derived.index.is_none())
}

fn with_elements(mut seen: Vec<Seen>) -> Vec<Seen> {
    let numbers: Vec<Seen> = seen
        .iter()
        .filter(|(variable, _)| is_index(variable))
        .cloned()
        .collect();
    let elements = subscripts(&seen, &numbers);
    seen.extend(elements);
    seen
}

fn nearest_first(mut seen: Vec<Seen>) -> Vec<Seen> {
    seen.sort_by_key(|(variable, _)| variable.distance);
    seen
}
