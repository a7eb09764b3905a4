//! Laws and calls as texts.

use palus_machine::{Answer, Call, CallId, Concrete, Datum, simple};

use crate::execution::Method;
use crate::gather::Left;
use crate::law::{Condition, Right, Side};

/// What stands in a conditional law for the branch that is not looked at.
pub(crate) const ANYTHING: char = '_';

/// Writes laws of a class.
pub(crate) struct Names<'m> {
    class: &'m str,
    methods: &'m [Method],
}

impl<'m> Names<'m> {
    pub(crate) fn new(class: &'m str, methods: &'m [Method]) -> Self {
        Self { class, methods }
    }

    /// The name of a method, with the types of its parameters where the class has several of that name.
    fn method(&self, at: usize) -> String {
        let method = &self.methods[at];
        let is_other = |other: &Method| other.name == method.name && other.descriptor != method.descriptor;
        let name = if method.name == "<init>" {
            format!("new {}", simple(self.class))
        } else {
            method.name.clone()
        };
        if method.name == "<init>" || !self.methods.iter().any(is_other) {
            return name;
        }
        let signature = palus_sequence::signature(self.class, &method.name, &method.descriptor);
        let parameters = signature
            .split_once('(')
            .map_or("", |(_, rest)| rest.trim_end_matches(')'));
        format!("{name}[{parameters}]")
    }

    /// What stands for the arguments of a method: one letter, or several with numbers.
    fn arguments(&self, at: usize, letter: char) -> Vec<String> {
        let signature = palus_sequence::signature(self.class, &self.methods[at].name, &self.methods[at].descriptor);
        let parameters = signature
            .split_once('(')
            .map_or("", |(_, rest)| rest.trim_end_matches(')'));
        let count = parameters.split(", ").filter(|parameter| !parameter.is_empty()).count();
        match count {
            1 => vec![letter.to_string()],
            count => (1..=count).map(|number| format!("{letter}{number}")).collect(),
        }
    }

    fn applied(&self, at: usize, to: &str, letter: char) -> String {
        let makes = self.methods[at].makes;
        let subject = (!makes).then(|| to.to_owned());
        let all: Vec<String> = subject.into_iter().chain(self.arguments(at, letter)).collect();
        format!("{}({})", self.method(at), all.join(", "))
    }

    /// The letters of both methods: the second one's are the first ones where the first has no arguments.
    fn letters(&self, (first, second): (usize, Option<usize>)) -> (char, char) {
        let has_none = second.is_none() || self.arguments(first, 'x').is_empty();
        ('x', if has_none { 'x' } else { 'y' })
    }

    /// The left side.
    pub(crate) fn left(&self, (first, second, side): Left) -> String {
        let (x, y) = self.letters((first, second));
        let inner = self.applied(first, "S", x);
        let whole = second.map_or(inner.clone(), |second| self.applied(second, &inner, y));
        match side {
            Side::Result => whole,
            Side::State => format!("{whole}.state"),
        }
    }

    /// A right side of that left one.
    pub(crate) fn right(&self, right: &Right, left: Left) -> String {
        let (first, second, side) = left;
        let (x, y) = self.letters((first, second));
        let letter = |at: usize, letter: char, position: usize| self.arguments(at, letter).get(position).cloned();
        let state = |text: String| match side {
            Side::Result => text,
            Side::State => format!("{text}.state"),
        };
        let second = second.unwrap_or(first);
        match right {
            Right::Constant(answer) => constant(answer),
            Right::First(position) => letter(first, x, *position).unwrap_or_default(),
            Right::Second(position) => letter(second, y, *position).unwrap_or_default(),
            Right::Inner => state(self.applied(first, "S", x)),
            Right::Earlier => state(self.applied(second, "S", y)),
            Right::Subject => "S".to_owned(),
            Right::Commuted => state(self.applied(first, &self.applied(second, "S", y), x)),
            Right::Other(other) => state(self.applied(*other, "S", x)),
            Right::Made(new) => state(self.applied(*new, "S", x)),
            Right::OfNew(new) => self.applied(second, &self.applied(*new, "S", x), x),
            Right::Plus(right, by) => {
                let sign = if *by < 0 { '-' } else { '+' };
                format!("{} {sign} {}", self.right(right, left), by.unsigned_abs())
            }
            Right::Either(condition, yes, no) => {
                let (yes, no) = (self.right(yes, left), self.right(no, left));
                format!("({} ? {yes} : {no})", self.condition(*condition, left))
            }
            Right::Branch(condition, holds, right) => {
                let right = self.right(right, left);
                let condition = self.condition(*condition, left);
                if *holds {
                    format!("({condition} ? {right} : {ANYTHING})")
                } else {
                    format!("({condition} ? {ANYTHING} : {right})")
                }
            }
        }
    }

    fn condition(&self, condition: Condition, (first, second, _): Left) -> String {
        let (x, y) = self.letters((first, second));
        let first_of = |at: usize, letter: char| self.arguments(at, letter).first().cloned().unwrap_or_default();
        match condition {
            Condition::EqualArguments => {
                format!("{} == {}", first_of(first, x), first_of(second.unwrap_or(first), y))
            }
            Condition::Observer(method) => self.applied(method, "S", 'x'),
        }
    }

    /// What a test of a law is called: `popOfPushIsX`.
    pub(crate) fn test(&self, left: Left, right: &Right) -> String {
        let word = |at: usize| match self.methods[at].name.as_str() {
            "<init>" => "new".to_owned(),
            name => name.to_owned(),
        };
        let (first, second, side) = left;
        let mut words = match second {
            Some(second) => format!("{}Of{}", word(second), capital(&word(first))),
            None => word(first),
        };
        if side == Side::State {
            words.push_str("State");
        }
        words.push_str("Is");
        let text = self.right(right, left);
        let pieces = text
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|piece| !piece.is_empty());
        words.extend(pieces.map(capital));
        words
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn constant(answer: &Answer) -> String {
    match answer {
        Answer::Void => "nothing".to_owned(),
        Answer::Returned(Datum::Object(class, _)) => format!("an object of {}", simple(class)),
        answer => answer.to_string(),
    }
}

/// Calls one in another: `isEmpty(pop(push(new Stack(), 3)))`.
pub(crate) fn nested(concrete: &Concrete, calls: &[CallId], class: &str) -> String {
    let apply = |inner: String, call: &Call| {
        let arguments = call.arguments.iter().map(Datum::to_string);
        let all: Vec<String> = Some(inner)
            .filter(|inner| !inner.is_empty())
            .into_iter()
            .chain(arguments)
            .collect();
        let name = match &*call.name {
            "<init>" => format!("new {}", simple(class)),
            name => name.to_owned(),
        };
        format!("{name}({})", all.join(", "))
    };
    calls.iter().map(|id| concrete.call(*id)).fold(String::new(), apply)
}
