//! Calls and what comes of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The number of a state: equal numbers, equal states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct State(pub u32);

/// The number of a call in one [`crate::Concrete`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CallId(pub u32);

/// An argument or a result.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Datum {
    /// What is compared by content, as Java would write it.
    Value(Arc<str>),
    /// An object by its class (binary name) and its state; `None` where the state is not known.
    Object(Arc<str>, Option<State>),
}

impl Datum {
    pub(crate) fn merged(&self, stands_for: &BTreeMap<State, State>) -> Self {
        match self {
            Self::Object(class, Some(state)) => Self::Object(
                Arc::clone(class),
                Some(stands_for.get(state).copied().unwrap_or(*state)),
            ),
            datum => datum.clone(),
        }
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(text) => f.write_str(text),
            Self::Object(class, Some(state)) => write!(f, "{}@{}", simple(class), state.0),
            Self::Object(class, None) => write!(f, "{}", simple(class)),
        }
    }
}

/// A method or constructor with arguments; the receiver is not a part of it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Call {
    /// The name of the method; `<init>` of a constructor.
    pub name: Arc<str>,
    /// The descriptor (JVMS 4.3.3).
    pub descriptor: Arc<str>,
    /// The arguments.
    pub arguments: Vec<Datum>,
}

impl Call {
    /// The same with states among its arguments that stand for others.
    #[must_use]
    pub fn merged(&self, stands_for: &BTreeMap<State, State>) -> Self {
        Self {
            arguments: self.arguments.iter().map(|datum| datum.merged(stands_for)).collect(),
            ..self.clone()
        }
    }

    /// The arguments as they stand between the parentheses.
    pub fn arguments_text(&self) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(Datum::to_string).collect();
        arguments.join(", ")
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name, self.arguments_text())
    }
}

/// What came of a call, but for the state in which it left the receiver.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Answer {
    /// It returned nothing.
    Void,
    /// It returned this.
    Returned(Datum),
    /// It threw an exception of this class (binary name).
    Threw(Arc<str>),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => Ok(()),
            Self::Returned(Datum::Value(text)) => f.write_str(text),
            Self::Returned(Datum::Object(class, _)) => write!(f, "an object of {}", simple(class)),
            Self::Threw(class) => write!(f, "throws {}", simple(class)),
        }
    }
}

/// The name of a class without its package; of the class of a lambda without what is another one in each virtual machine.
pub fn simple(class: &str) -> &str {
    let lambda = "$$Lambda";
    let class = class.find(lambda).map_or(class, |at| &class[..at + lambda.len()]);
    class.rsplit('.').next().unwrap_or(class)
}
