//! What makes an object ready: a builder is told what to build before it builds, and a bean gets its properties.

use std::rc::Rc;
use std::sync::Arc;

use palus_classes::FIELD_SETTER;
use palus_sequence::{Literal, MethodId, MethodKind, Operand, Primitive, Statement, Symbols, TypeId, Var, is_builder};

use crate::builder::Builder;
use crate::context::Context;

/// How often a step of a builder is taken: most have to be.
const STEP_SHARE: f64 = 0.9;
/// How often a bean gets properties at all, and how often each of them.
const BEAN_SHARE: f64 = 0.6;
const PROPERTY_SHARE: f64 = 0.7;
/// How often the fields are set that a framework would set.
const WIRED_SHARE: f64 = 0.9;
/// How many steps are taken at most.
const MOST_STEPS: usize = 12;

/// The steps in front of a call that builds, or behind a constructor.
#[derive(Clone, Default)]
pub(crate) struct Steps {
    /// Calls on the builder, each of which returns a builder.
    pub(crate) before: Rc<[MethodId]>,
    /// Setters of the object.
    pub(crate) behind: Rc<[MethodId]>,
    /// Fields of the object that a framework would set, with their types.
    pub(crate) fields: Rc<[(Arc<str>, TypeId)]>,
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
        let made = self.library.symbols().get(producer);
        let (owner, kind) = (made.owner, made.kind);
        let has_parameters = !made.parameters.is_empty();
        if !self.is_of_program(owner) || has_parameters && kind != MethodKind::Constructor {
            return Steps::default();
        }
        let symbols = self.library.symbols();
        let is_builder = symbols.class_name(owner).is_some_and(is_builder);
        match kind {
            MethodKind::Instance if is_builder && made.result != owner => Steps {
                before: self.members(owner, |symbols, method| symbols.get(method).result == owner),
                ..Steps::default()
            },
            MethodKind::Constructor => {
                // What is under test gets its calls from the search.
                let is_bean = !has_parameters && !self.library.subjects().contains(&owner);
                Steps {
                    behind: if is_bean {
                        self.members(owner, is_setter)
                    } else {
                        Rc::default()
                    },
                    fields: self.library.injected(owner).into(),
                    ..Steps::default()
                }
            }
            _ => Steps::default(),
        }
    }

    fn members(&mut self, class: TypeId, is_one: impl Fn(&Symbols, MethodId) -> bool) -> Rc<[MethodId]> {
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

fn is_setter(symbols: &Symbols, method: MethodId) -> bool {
    let method = symbols.get(method);
    let property = method.name.strip_prefix("set");
    property.is_some_and(|name| name.starts_with(char::is_uppercase))
        && symbols.primitive(method.result) == Some(Primitive::Void)
}

impl Builder<'_, '_> {
    /// What a builder is told: the steps that are taken, each with what it takes.
    pub(crate) fn what_to_build(&mut self, steps: &[MethodId]) -> Vec<(MethodId, Operand)> {
        let mut told = Vec::new();
        for step in steps {
            if (self.is_simple() || self.context.rng.chance(STEP_SHARE))
                && let Some(operand) = self.argument(*step)
            {
                told.push((*step, operand));
            }
        }
        told
    }

    /// Tells a builder that; gives what the last step returned.
    pub(crate) fn told_to_build(&mut self, builder: Operand, told: Vec<(MethodId, Operand)>) -> Operand {
        let mut builder = builder;
        for (method, operand) in told {
            let operands = vec![builder, operand];
            builder = Operand::Var(self.push(Statement::Call { method, operands }));
        }
        builder
    }

    /// Gives a new object what a framework would give it, and properties.
    pub(crate) fn made_ready(&mut self, object: Var, steps: &Steps) {
        if !steps.fields.is_empty() && (self.is_simple() || self.context.rng.chance(WIRED_SHARE)) {
            self.wire();
            for (name, of) in &*steps.fields {
                self.set_field(object, name, *of);
            }
        }
        let setters = &steps.behind;
        if setters.is_empty() || self.is_simple() || !self.context.rng.chance(BEAN_SHARE) {
            return;
        }
        for setter in setters.iter() {
            if self.context.rng.chance(PROPERTY_SHARE) {
                self.step(*setter, object);
            }
        }
    }

    /// One call on an object; none where nobody can make what it takes.
    fn step(&mut self, method: MethodId, on: Var) {
        if let Some(operand) = self.argument(method) {
            let operands = vec![Operand::Var(on), operand];
            self.push(Statement::Call { method, operands });
        }
    }

    fn set_field(&mut self, object: Var, name: &str, of: TypeId) {
        let mark = self.len();
        let made = self.shallowly(|builder| builder.value(of, None, false));
        let symbols = self.context.library.symbols_mut();
        let descriptor = "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V";
        let setter = symbols.method(FIELD_SETTER, "setField", descriptor, MethodKind::Static);
        match (setter, made) {
            (Ok(method), Ok(value)) if self.has_room_for(1) => {
                let operands = vec![Operand::Var(object), Operand::Literal(Literal::string(name)), value];
                self.push(Statement::Call { method, operands });
            }
            _ => self.cut(mark),
        }
    }

    /// What such a call takes.
    fn argument(&mut self, method: MethodId) -> Option<Operand> {
        let mark = self.len();
        let wanted = self.operand_type(method, 1)?;
        let made = self.value(wanted, Some((method, 1)), false).ok();
        let made = made.filter(|_| self.has_room_for(1));
        if made.is_none() {
            self.cut(mark);
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use palus_classes::Library;
    use palus_sequence::Sequence;
    use palus_sequence::work::{SearchOptions, StrategyName};

    use super::*;
    use crate::testing::{self, FakeLibrary};

    /// What is drawn for a call of `take`, whose parameter is that class, in a hundred tries.
    fn drawn(library: &mut FakeLibrary, class: &str) -> Vec<Sequence> {
        let descriptor = format!("static take(L{};)V", class.replace('.', "/"));
        let take = library.subject("demo.Desk", &[&descriptor])[0];
        testing::drawn(library, &SearchOptions::of(StrategyName::Palus), take)
    }

    /// The names of what each sequence calls.
    fn calls(library: &FakeLibrary, sequences: &[Sequence]) -> Vec<Vec<String>> {
        let name = |statement: &Statement| match statement {
            Statement::Call { method, .. } => library.symbols().get(*method).name.to_string(),
            other => format!("{other:?}"),
        };
        let of_one = |sequence: &Sequence| sequence.statements.iter().map(name).collect();
        sequences.iter().map(of_one).collect()
    }

    #[test]
    fn a_builder_is_told_most_of_what_it_can_be_told_in_one_chain() {
        let mut library = FakeLibrary::default();
        let steps = [
            "name(Ljava/lang/String;)Ldemo/StayBuilder;",
            "nights(I)Ldemo/StayBuilder;",
            "reset()Ldemo/StayBuilder;",
            "build()Ldemo/Stay;",
        ];
        library.other("demo.StayBuilder", &steps, true);
        library.other("demo.Stays", &["static builder()Ldemo/StayBuilder;"], true);
        let sequences = drawn(&mut library, "demo.Stay");
        let calls = calls(&library, &sequences);
        let whole = ["builder", "name", "nights", "build", "take"];
        assert!(
            calls.iter().filter(|calls| calls[..] == whole).count() > 40,
            "{calls:?}"
        );
        assert!(!calls.iter().flatten().any(|call| call == "reset"), "it takes nothing");
    }

    #[test]
    fn a_bean_gets_properties_at_times() {
        let mut library = FakeLibrary::default();
        library.other(
            "demo.Guest",
            &["<init>()V", "setName(Ljava/lang/String;)V", "settle(I)V"],
            true,
        );
        let sequences = drawn(&mut library, "demo.Guest");
        let calls = calls(&library, &sequences);
        let named = calls
            .iter()
            .filter(|calls| calls.contains(&"setName".to_owned()))
            .count();
        assert!((10..90).contains(&named), "{named}");
        assert!(!calls.iter().flatten().any(|call| call == "settle"));
    }
}
