//! What makes an object ready: a builder is told what to build before it builds, and a bean gets its properties.

use std::rc::Rc;

use palus_sequence::{MethodId, MethodKind, Operand, Primitive, Statement, TypeId, Var};

use crate::builder::Builder;
use crate::context::Context;

/// How often a step of a builder is taken: most have to be.
const STEP_SHARE: f64 = 0.9;
/// How often a bean gets properties at all, and how often each of them.
const BEAN_SHARE: f64 = 0.6;
const PROPERTY_SHARE: f64 = 0.7;
/// How many steps are taken at most.
const MOST_STEPS: usize = 12;

/// The steps in front of a call that builds, or behind a constructor.
#[derive(Clone, Default)]
pub(crate) struct Steps {
    /// Calls on the builder, each of which returns a builder.
    pub(crate) before: Rc<[MethodId]>,
    /// Setters of the object.
    pub(crate) behind: Rc<[MethodId]>,
}

impl Context<'_> {
    /// The steps around a call by which an object is made.
    pub(crate) fn steps(&mut self, producer: MethodId) -> Steps {
        if !self.options.guidance {
            return Steps::default();
        }
        if let Some(known) = self.steps.get(&producer) {
            return known.clone();
        }
        let steps = self.find_steps(producer);
        self.steps.insert(producer, steps.clone());
        steps
    }

    fn find_steps(&mut self, producer: MethodId) -> Steps {
        let symbols = self.library.symbols();
        let made = symbols.get(producer);
        let (owner, kind) = (made.owner, made.kind);
        let is_ours = self.library.is_dependency(owner) || self.library.subjects().contains(&owner);
        if !is_ours || !made.parameters.is_empty() {
            return Steps::default();
        }
        let is_builder = symbols.class_name(owner).is_some_and(|name| name.ends_with("Builder"));
        match kind {
            MethodKind::Instance if is_builder && made.result != owner => Steps {
                before: self.members(owner, |symbols, method| symbols.get(method).result == owner),
                ..Steps::default()
            },
            // What is under test gets its calls from the search.
            MethodKind::Constructor if !self.library.subjects().contains(&owner) => Steps {
                behind: self.members(owner, is_setter),
                ..Steps::default()
            },
            _ => Steps::default(),
        }
    }

    fn members(
        &mut self,
        class: TypeId,
        is_one: impl Fn(&palus_sequence::Symbols, MethodId) -> bool,
    ) -> Rc<[MethodId]> {
        let all: Vec<MethodId> = if self.library.subjects().contains(&class) {
            self.library.callables(class).to_vec()
        } else {
            self.methods(class).to_vec()
        };
        let symbols = self.library.symbols();
        let is_step = |method: &MethodId| {
            let known = symbols.get(*method);
            known.kind == MethodKind::Instance && known.parameters.len() == 1 && is_one(symbols, *method)
        };
        all.into_iter().filter(is_step).take(MOST_STEPS).collect()
    }
}

fn is_setter(symbols: &palus_sequence::Symbols, method: MethodId) -> bool {
    let method = symbols.get(method);
    let property = method.name.strip_prefix("set");
    property.is_some_and(|name| name.starts_with(char::is_uppercase))
        && symbols.primitive(method.result) == Some(Primitive::Void)
}

impl Builder<'_, '_> {
    /// Takes the steps of a builder; gives what the last of them returned.
    pub(crate) fn told_what_to_build(&mut self, builder: Operand, steps: &[MethodId]) -> Operand {
        let mut builder = builder;
        for step in steps {
            if (self.is_simple() || self.context.rng.chance(STEP_SHARE))
                && let Some(next) = self.step(*step, &builder)
            {
                builder = Operand::Var(next);
            }
        }
        builder
    }

    /// Gives a new object properties.
    pub(crate) fn made_ready(&mut self, object: Var, setters: &[MethodId]) {
        if setters.is_empty() || self.is_simple() || !self.context.rng.chance(BEAN_SHARE) {
            return;
        }
        for setter in setters {
            if self.context.rng.chance(PROPERTY_SHARE) {
                self.step(*setter, &Operand::Var(object));
            }
        }
    }

    /// One call on an object; none where nobody can make what it takes.
    fn step(&mut self, method: MethodId, on: &Operand) -> Option<Var> {
        let mark = self.len();
        let wanted = self.operand_type(method, 1)?;
        let made = self.value(wanted, Some((method, 1)), false).ok();
        let Some(operand) = made.filter(|_| self.has_room_for(1)) else {
            self.cut(mark);
            return None;
        };
        let operands = vec![on.clone(), operand];
        Some(self.push(Statement::Call { method, operands }))
    }
}
