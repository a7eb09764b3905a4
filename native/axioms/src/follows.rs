//! Which laws follow from others. Each rule is sound: whoever believes the laws that are told believes those that are not.

use std::collections::{BTreeMap, BTreeSet};

use crate::gather::{Gathered, Left};
use crate::law::{Law, Right, Side};

/// What the rules look up.
struct Known<'g> {
    gathered: &'g Gathered,
    /// Methods that never changed their object.
    observers: BTreeSet<usize>,
    /// What a method always gives.
    constants: BTreeMap<usize, Right>,
    /// Methods that give the same for the same arguments, whatever the state.
    indifferent: BTreeSet<usize>,
    /// Methods that leave every object as new, with what makes that.
    resets: BTreeMap<usize, usize>,
    universal: BTreeSet<(Left, Right)>,
    /// The same and common ones.
    all: BTreeSet<(Left, Right)>,
}

/// Marks the laws that follow from others.
pub(crate) fn mark(gathered: &Gathered, laws: &mut [Law]) {
    let known = Known::of(gathered, laws);
    let universal: BTreeSet<Left> = laws
        .iter()
        .filter(|law| law.is_universal() && !law.right.is_about_another())
        .map(|law| law.left)
        .collect();
    for law in laws.iter_mut() {
        let is_weaker = !law.is_universal() && universal.contains(&law.left);
        law.follows = is_weaker || known.follows(law);
    }
}

impl<'g> Known<'g> {
    fn of(gathered: &'g Gathered, laws: &[Law]) -> Self {
        let mut known = Self {
            gathered,
            observers: BTreeSet::new(),
            constants: BTreeMap::new(),
            indifferent: BTreeSet::new(),
            resets: BTreeMap::new(),
            universal: BTreeSet::new(),
            all: BTreeSet::new(),
        };
        for law in laws {
            known.all.insert((law.left, law.right.clone()));
            if !law.is_universal() {
                continue;
            }
            known.universal.insert((law.left, law.right.clone()));
            match (law.left, &law.right) {
                ((method, None, Side::State), Right::Subject) => drop(known.observers.insert(method)),
                ((method, None, Side::State), Right::Made(new)) => drop(known.resets.insert(method, *new)),
                ((method, None, Side::Result), Right::OfNew(_)) => drop(known.indifferent.insert(method)),
                ((method, None, Side::Result), Right::Constant(_)) => {
                    known.constants.insert(method, law.right.clone());
                }
                _ => {}
            }
        }
        known
    }

    fn follows(&self, law: &Law) -> bool {
        let (first, second, side) = law.left;
        let Some(second) = second else {
            return self.is_trivially_alike(law);
        };
        // What is said behind an observer is said of S, and an observer leaves the state as it was.
        let behind_observer = self.observers.contains(&first) && !self.gathered.executions.methods[first].makes;
        let of_observer = self.observers.contains(&second) && side == Side::State;
        // What a method always gives it gives behind every other one.
        let constant = side == Side::Result && self.constants.contains_key(&second);
        // So does one that gives the same in all states.
        let indifferent = self.indifferent.contains(&second) && side == Side::Result && law.right == Right::Earlier;
        behind_observer
            || of_observer
            || constant
            || indifferent
            || self.is_said_shorter(law)
            || self.is_of_new(law)
            || self.is_of_another(law)
    }

    /// That two methods are alike, where it follows from what either always does.
    fn is_trivially_alike(&self, law: &Law) -> bool {
        let (method, _, side) = law.left;
        let other = match law.right {
            Right::Other(other) => other,
            Right::OfNew(_) => return self.constants.contains_key(&method),
            _ => return false,
        };
        match side {
            Side::Result => self.constants.contains_key(&method) && self.constants.contains_key(&other),
            Side::State => {
                self.observers.contains(&method) && self.observers.contains(&other)
                    || self.resets.contains_key(&method) && self.resets.contains_key(&other)
            }
        }
    }

    /// Where a right side is another one: behind an observer, or of a method that always gives the same.
    fn is_said_shorter(&self, law: &Law) -> bool {
        let (first, second, side) = law.left;
        let Some(second) = second else { return false };
        let has = |right: &Right| self.universal.contains(&(law.left, right.clone()));
        if side == Side::State || !law.is_universal() {
            return false;
        }
        match law.right {
            // f1(f2(S, y), x) is f1(S, x) where f2 is an observer: law 3, which is tried with more instances.
            Right::Commuted if self.observers.contains(&second) => true,
            Right::Commuted | Right::Inner => self.constants.get(&first).is_some_and(has),
            _ => false,
        }
    }

    /// Where f1, or f2, leaves every object as new.
    fn is_of_new(&self, law: &Law) -> bool {
        let (first, second, side) = law.left;
        let Some(second) = second.filter(|_| law.is_universal()) else {
            return false;
        };
        let unchanged = |new: usize, method: usize| {
            let left = (new, Some(method), Side::State);
            self.universal.contains(&(left, Right::Inner)) || self.observers.contains(&method)
        };
        if let Some(&new) = self.resets.get(&first) {
            let is_about_second = match &law.right {
                Right::Constant(_) | Right::Second(_) => true,
                Right::Inner => side == Side::State,
                _ => false,
            };
            if is_about_second && self.universal.contains(&((new, Some(second), side), law.right.clone())) {
                return true;
            }
            if law.right == Right::Commuted && side == Side::State && unchanged(new, second) {
                return true;
            }
        }
        match (self.resets.get(&second), side, &law.right) {
            (Some(_), Side::State, Right::Earlier) => true,
            (Some(&new), Side::State, Right::Commuted) => unchanged(new, first),
            _ => false,
        }
    }

    /// Where another method does all that one of the two does, and the law is told of that one.
    fn is_of_another(&self, law: &Law) -> bool {
        let (first, Some(second), side) = law.left else {
            return false;
        };
        let laws = if law.is_universal() { &self.universal } else { &self.all };
        let roles = law.right.roles(side);
        let firsts = self.others(first, roles.0, law.is_universal());
        let seconds = self.others(second, roles.1, law.is_universal());
        firsts.iter().any(|one| {
            seconds.iter().any(|two| {
                let other = (*one, Some(*two), side);
                other != law.left && says(laws, other, &law.right)
            })
        })
    }

    /// The method, and those before it that do all that it does; of a law that does not always hold, those that do nothing else either.
    fn others(&self, method: usize, (result, state): (bool, bool), is_universal: bool) -> Vec<usize> {
        let alike = &self.gathered.alike;
        let does = |one: usize, other: usize| {
            (!result || alike.stands_for(one, other, Side::Result))
                && (!state || alike.stands_for(one, other, Side::State))
        };
        let is_meant = |other: &usize| {
            alike.rank(*other) < alike.rank(method) && does(method, *other) && (is_universal || does(*other, method))
        };
        let others = (0..self.gathered.executions.methods.len()).filter(|other| (result || state) && is_meant(other));
        std::iter::once(method).chain(others).collect()
    }
}

/// Whether the law is there; that two methods commute is there once.
fn says(laws: &BTreeSet<(Left, Right)>, (first, second, side): Left, right: &Right) -> bool {
    let swapped = second.map(|second| (second, Some(first), side));
    laws.contains(&((first, second, side), right.clone()))
        || *right == Right::Commuted && swapped.is_some_and(|swapped| laws.contains(&(swapped, right.clone())))
        // A method commutes with itself.
        || *right == Right::Commuted && second == Some(first)
}
