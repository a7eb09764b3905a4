//! Calls that show a state and do not change it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::call::{Answer, CallId, Datum};
use crate::concrete::Concrete;

/// A method that is no observer, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rejected {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// One clause.
    pub reason: String,
}

/// What was seen of a method.
#[derive(Default)]
struct Seen {
    made: usize,
    changed: usize,
    returned_nothing: bool,
    returned_a_value: bool,
    threw: usize,
}

impl Seen {
    fn rejection(&self) -> Option<String> {
        if self.returned_nothing {
            Some("it returns nothing".to_owned())
        } else if self.changed > 0 {
            Some(format!(
                "it changed its object in {} of {} executions",
                self.changed, self.made
            ))
        } else if self.threw == self.made {
            Some("it never returned".to_owned())
        } else if self.returned_a_value {
            None
        } else {
            Some("it returns objects only, whose states are not looked at".to_owned())
        }
    }
}

impl Concrete {
    /// The calls of methods that returned values and were never seen to change their object, in the order in which they were met; and
    /// the other methods.
    pub fn observers(&self) -> (Vec<CallId>, Vec<Rejected>) {
        let mut seen: BTreeMap<(&str, &str), Seen> = BTreeMap::new();
        for (from, call, made) in self.moves() {
            let call = self.call(call);
            let seen = seen.entry((&call.name, &call.descriptor)).or_default();
            seen.made += 1;
            seen.changed += usize::from(made.to != from);
            match &made.answer {
                Answer::Void => seen.returned_nothing = true,
                Answer::Returned(Datum::Value(_)) => seen.returned_a_value = true,
                Answer::Returned(Datum::Object(..)) => {}
                Answer::Threw(_) => seen.threw += 1,
            }
        }
        let rejected: Vec<Rejected> = seen
            .iter()
            .filter_map(|((name, descriptor), seen)| {
                Some(Rejected {
                    name: (*name).to_owned(),
                    descriptor: (*descriptor).to_owned(),
                    reason: seen.rejection()?,
                })
            })
            .collect();
        let is_rejected = |id: CallId| {
            let call = self.call(id);
            let is_it = |r: &Rejected| *r.name == *call.name && *r.descriptor == *call.descriptor;
            rejected.iter().any(is_it) || !seen.contains_key(&(&*call.name, &*call.descriptor))
        };
        (self.calls().filter(|call| !is_rejected(*call)).collect(), rejected)
    }
}
