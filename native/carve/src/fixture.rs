//! What ran before a test, for later tests of its class: objects of static fields and of tests with parameters are made once.

use std::rc::Rc;

use palus_sequence::{Sequence, Var};
use palus_state::StateId;
use rustc_hash::FxHashMap;

use crate::objects::Objects;

/// So many are remembered: each test that is set up for itself has one.
const MOST: usize = 16;

/// What ran before a test.
#[derive(Debug)]
pub(crate) struct Fixture {
    sequence: Sequence,
    objects: Objects,
}

impl Fixture {
    pub(crate) fn new(sequence: Sequence, objects: Objects) -> Self {
        Self { sequence, objects }
    }

    /// Which statements have made the variable's object what it is: those that gave it or took it, and what these need.
    fn made(&self, var: Var) -> Vec<bool> {
        let statements = &self.sequence.statements;
        let mut is_needed = vec![false; statements.len()];
        is_needed[var.index()] = true;
        // An object that is needed needs whoever takes it, and whoever is needed needs all that it takes.
        loop {
            let before = is_needed.iter().filter(|needed| **needed).count();
            for (at, statement) in statements.iter().enumerate().rev() {
                is_needed[at] |= statement.uses().any(|used| is_needed[used.index()]);
                if is_needed[at] {
                    for used in statement.uses() {
                        is_needed[used.index()] = true;
                    }
                }
            }
            if is_needed.iter().filter(|needed| **needed).count() == before {
                return is_needed;
            }
        }
    }
}

/// The fixtures of the tests before one, and what it has of them already.
#[derive(Default, Debug)]
pub(crate) struct Fixtures {
    earlier: Vec<Rc<Fixture>>,
    /// By fixture and statement.
    copied: FxHashMap<(usize, usize), Var>,
}

impl Fixtures {
    /// Those that a further test finds.
    pub(crate) fn of_next(&self, own: Option<Fixture>) -> Self {
        let mut earlier = self.earlier.clone();
        earlier.extend(own.map(Rc::new));
        let over = earlier.len().saturating_sub(MOST);
        earlier.drain(..over);
        Self {
            earlier,
            copied: FxHashMap::default(),
        }
    }

    /// Appends what made the object that was in a state when the latest fixture that has one was through.
    pub(crate) fn in_state(&mut self, state: StateId, to: &mut Sequence) -> Option<Var> {
        self.bring(|objects| objects.in_state(state), to)
    }

    /// The same with the latest object of a class.
    pub(crate) fn of_class(&mut self, class: &str, to: &mut Sequence) -> Option<Var> {
        self.bring(|objects| objects.of_class(class), to)
    }

    fn bring(&mut self, find: impl Fn(&Objects) -> Option<Var>, to: &mut Sequence) -> Option<Var> {
        let has = |(number, fixture): (usize, &Rc<Fixture>)| Some((number, find(&fixture.objects)?));
        let (number, var) = self.earlier.iter().enumerate().rev().find_map(has)?;
        let fixture = Rc::clone(&self.earlier[number]);
        let needed = fixture.made(var);
        let statements = fixture.sequence.statements.iter().enumerate();
        for (at, statement) in statements.filter(|(at, _)| needed[*at]) {
            if !self.copied.contains_key(&(number, at)) {
                let moved = statement.renumbered(|var| self.copied.get(&(number, var.index())).copied())?;
                self.copied.insert((number, at), to.push(moved));
            }
        }
        self.copied.get(&(number, var.index())).copied()
    }

    /// The statements from that one on are gone.
    pub(crate) fn forget_from(&mut self, statement: usize) {
        self.copied.retain(|_, var| var.index() < statement);
    }
}
