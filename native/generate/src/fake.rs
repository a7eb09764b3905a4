//! Fakes: objects of interfaces that nobody implements, made for a test. What they answer decides where the code that calls them goes.

use palus_classes::AbstractMethod;
use palus_sequence::{Answered, Literal, MethodId, MethodKind, Operand, Primitive, Statement, Symbols, TypeId, Var};

use crate::builder::{Builder, NoWay};
use crate::values::Site;

/// How often a method gets an answer of its own. Without one it gives the plainest value of its type, null mostly.
const ANSWER_SHARE: f64 = 0.85;
/// The same for those that the code under test does not call, where it calls others: what else would ask?
const UNASKED_SHARE: f64 = 0.05;
/// How many answers a fake has on average at most.
const MANY_ANSWERS: f64 = 14.0;
/// How often a method answers otherwise from its second call on.
const OTHERWISE_SHARE: f64 = 0.2;
/// The same for a method without parameters that answers yes or no: code asks it until it gets the other answer (`next`, `hasNext`).
const TURN_SHARE: f64 = 0.8;
/// How often one throws that declares what it throws.
const THROW_SHARE: f64 = 0.1;
/// How many statements the answers of one fake may take.
const MOST_STATEMENTS: usize = 8;

/// Whether one of these is what the call of `method` ends at: a test that asks a fake for its own answer shows nothing.
pub(crate) fn is_answered(methods: &[AbstractMethod], method: MethodId, symbols: &Symbols) -> bool {
    let asked = symbols.get(method);
    let same = |own: &AbstractMethod| {
        let own = symbols.get(own.method);
        own.name == asked.name && own.operand_count() == asked.operand_count()
    };
    asked.kind == MethodKind::Instance && methods.iter().any(same)
}

impl Builder<'_, '_> {
    /// A fake for a place, whose constants serve as answers, and what it answers in front of it. A call does not ask it for its own answer.
    pub(crate) fn fake(&mut self, interface: TypeId, site: Option<Site>) -> Result<Var, NoWay> {
        let methods = self.context.fakeable(interface).ok_or(NoWay(interface))?;
        let asked = site.filter(|(method, index)| self.is_receiver(*method, *index));
        if asked.is_some_and(|(method, _)| is_answered(&methods, method, self.context.library.symbols())) {
            return Err(NoWay(interface));
        }
        self.wire();
        self.within(interface, |builder| {
            builder.shallowly(|builder| Ok(builder.faked(interface, &methods, site)))
        })
    }

    fn faked(&mut self, interface: TypeId, methods: &[AbstractMethod], site: Option<Site>) -> Var {
        let start = self.len();
        let (mut answers, mut values) = (Vec::new(), Vec::new());
        let asked = methods.iter().filter(|method| method.is_asked).count();
        let among = if asked == 0 { methods.len() } else { asked };
        let share = ANSWER_SHARE.min(MANY_ANSWERS / among as f64);
        let told = self.told(interface);
        for method in methods {
            let has_room = self.len() - start < MOST_STATEMENTS;
            let recorded = told.as_ref().and_then(|told| self.told_answers(told, method, has_room));
            if let Some(recorded) = recorded {
                for (answered, value) in recorded {
                    answers.push(answered);
                    values.push(value);
                }
                continue;
            }
            let is_likely = method.is_asked || asked == 0;
            let share = if is_likely { share } else { UNASKED_SHARE };
            if !self.is_simple()
                && self.context.rng.chance(share)
                && let Some((answered, value)) = self.answer(method, site, has_room)
            {
                let second = self.second(method, &answered, &value, site);
                for (answered, value) in [Some((answered, value)), second].into_iter().flatten() {
                    answers.push(answered);
                    values.push(value);
                }
            }
        }
        self.push(Statement::Fake {
            interface,
            answers,
            values,
        })
    }

    /// What the method returns or throws; `None` where it is left at the plainest.
    fn answer(&mut self, method: &AbstractMethod, site: Option<Site>, has_room: bool) -> Option<(Answered, Operand)> {
        if has_room
            && !method.throws.is_empty()
            && self.context.rng.chance(THROW_SHARE)
            && let Some(thrown) = self.context.rng.pick(&method.throws).copied()
            && let Some(thrown) = self.or_nothing(|builder| builder.object(thrown))
        {
            let throwable = self.context.library.symbols_mut().class("java.lang.Throwable");
            let answered = Answered {
                throws: true,
                ..Answered::always(method.method, throwable)
            };
            return Some((answered, Operand::Var(thrown)));
        }
        let is_void = self.context.library.symbols().primitive(method.result) == Some(Primitive::Void);
        if is_void || method.gives_anything {
            return None;
        }
        let held = self.context.held_by_result(method.method);
        let filled = held.as_ref().filter(|_| has_room);
        let value = match filled.and_then(|holding| self.filled_at_times(holding, None)) {
            Some(filled) => Operand::Var(filled),
            // One that the sequence has already may hold something else.
            None if held.is_some() && !has_room => return None,
            None => self.answered_value(method.result, site, has_room)?,
        };
        Some((Answered::always(method.method, method.result), value))
    }

    /// What the method answers from its second call on, where that is something else than at the first.
    fn second(
        &mut self,
        method: &AbstractMethod,
        answered: &Answered,
        first: &Operand,
        site: Option<Site>,
    ) -> Option<(Answered, Operand)> {
        if answered.throws {
            return None;
        }
        if let Operand::Literal(Literal::Boolean(first)) = first
            && self.context.library.symbols().get(method.method).parameters.is_empty()
        {
            let turns = self.context.rng.chance(TURN_SHARE);
            return turns.then(|| (answered.clone(), Operand::Literal(Literal::Boolean(!first))));
        }
        if !self.context.rng.chance(OTHERWISE_SHARE) {
            return None;
        }
        self.answer(method, site, false).filter(|(_, second)| second != first)
    }

    fn answered_value(&mut self, wanted: TypeId, site: Option<Site>, has_room: bool) -> Option<Operand> {
        let is_written = !self.context.kinds(wanted).is_empty();
        if !is_written && !has_room {
            return self.variable(wanted).map(Operand::Var);
        }
        self.or_nothing(|builder| builder.value(wanted, site, false))
    }

    /// What is made, and no statement of it where it cannot be.
    fn or_nothing<T>(&mut self, make: impl FnOnce(&mut Self) -> Result<T, NoWay>) -> Option<T> {
        let mark = self.len();
        let result = make(self).ok();
        if result.is_none() {
            self.cut(mark);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use palus_classes::Library;

    use palus_sequence::work::{Budget, SearchOptions, StrategyName};
    use palus_sequence::{Literal, Outcome, Sequence, Trace, Value};

    use super::*;
    use crate::context::Context;
    use crate::task::SearchTask;
    use crate::testing::{self, FakeLibrary, task};

    /// What is drawn for `Service(Rates)` in a hundred tries, without these parts.
    fn drawn(without: &[&str]) -> (FakeLibrary, Vec<Sequence>) {
        let mut library = FakeLibrary::default();
        let methods = library.subject("demo.Service", &["<init>(Ldemo/Rates;)V"]);
        library.interface("demo.Rates", &["of(I)I", "name()Ljava/lang/String;", "stop()V"]);
        let without = without.iter().map(|part| (*part).to_owned()).collect();
        let options = SearchOptions {
            without,
            ..SearchOptions::of(StrategyName::Palus)
        };
        let sequences = testing::drawn(&mut library, &options, methods[0]);
        (library, sequences)
    }

    #[test]
    fn an_interface_that_nobody_implements_is_faked_with_answers_of_all_kinds() {
        let (library, sequences) = drawn(&[]);
        let (mut numbers, mut plain) = (BTreeSet::new(), false);
        for sequence in &sequences {
            let Statement::Fake { answers, values, .. } = &sequence.statements[0] else {
                assert_eq!(sequence.statements[0].operands(), [Operand::Literal(Literal::Null)]);
                continue;
            };
            let name = |answered: &Answered| library.symbols().get(answered.method).name.to_string();
            let names: Vec<String> = answers.iter().map(name).collect();
            assert!(!names.contains(&"stop".to_owned()), "it returns nothing");
            plain |= !names.contains(&"of".to_owned());
            for (name, value) in names.iter().zip(values) {
                match value {
                    Operand::Literal(Literal::Int(number)) if name == "of" => drop(numbers.insert(*number)),
                    Operand::Literal(Literal::String(_)) => assert_eq!(name, "name"),
                    other => panic!("{name}: {other:?}"),
                }
            }
        }
        assert!(numbers.len() > 3 && plain, "{numbers:?}");
    }

    #[test]
    fn what_the_code_asks_is_answered_mostly_and_the_rest_hardly() {
        let mut library = FakeLibrary::default();
        let methods = library.subject("demo.Service", &["<init>(Ldemo/Rates;)V"]);
        library.interface("demo.Rates", &["asked of(I)I", "name()I", "size()I"]);
        let options = SearchOptions::of(StrategyName::Palus);
        let task = task(&library, &options);
        let mut context = Context::new(&task, &mut library, None);
        let mut said: BTreeMap<String, u32> = BTreeMap::new();
        for _ in 0..1_000 {
            let mut builder = Builder::new(&mut context);
            builder.call(methods[0]).unwrap();
            if let Some(Statement::Fake { answers, .. }) =
                builder.finish().map(|sequence| sequence.statements[0].clone())
            {
                for answered in answers {
                    let name = context.library.symbols().get(answered.method).name.to_string();
                    *said.entry(name).or_default() += 1;
                }
            }
        }
        assert!(said["of"] > 10 * said["name"] && said["size"] > 0, "{said:?}");
    }

    #[test]
    fn what_is_asked_again_and_again_answers_otherwise_at_times() {
        let mut library = FakeLibrary::default();
        let methods = library.subject("demo.Service", &["<init>(Ldemo/Rows;)V"]);
        library.interface("demo.Rows", &["next()Z", "at(I)Z", "size()I"]);
        let options = SearchOptions::of(StrategyName::Palus);
        let task = task(&library, &options);
        let mut context = Context::new(&task, &mut library, None);
        let (mut fakes, mut turns) = (0, BTreeMap::<String, u32>::new());
        for _ in 0..1_000 {
            let mut builder = Builder::new(&mut context);
            builder.call(methods[0]).unwrap();
            let sequence = builder.finish().unwrap();
            let Statement::Fake { answers, values, .. } = &sequence.statements[0] else {
                continue;
            };
            fakes += 1;
            for (said, values) in answers.windows(2).zip(values.windows(2)) {
                if said[0] == said[1] {
                    assert_ne!(values[0], values[1]);
                    let name = context.library.symbols().get(said[0].method).name.to_string();
                    *turns.entry(name).or_default() += 1;
                }
            }
        }
        assert!(
            turns["next"] * 3 > fakes && turns["at"] > 10 && turns["size"] > 10,
            "{turns:?} of {fakes}"
        );
        assert!(turns["size"] < turns["next"], "{turns:?}");
    }

    const RATES: [&str; 2] = ["of(I)I", "name()I"];

    /// In how many of a thousand sequences the rates are faked, that come from `demo.Exchange.rates()`, too, before and behind one in which that
    /// returned.
    fn faked_beside(add: impl FnOnce(&mut FakeLibrary) -> Vec<MethodId>) -> [usize; 2] {
        let mut library = FakeLibrary::default();
        let methods = library.subject("demo.Service", &["<init>(Ldemo/Rates;)V"]);
        library.interface("demo.Rates", &RATES);
        let way = add(&mut library)[0];
        let options = SearchOptions::of(StrategyName::Palus);
        let task = task(&library, &options);
        let mut context = Context::new(&task, &mut library, None);
        [false, true].map(|has_returned| {
            if has_returned {
                let sequence = Sequence {
                    statements: vec![crate::testing::call(way, &[])],
                };
                let trace = Trace {
                    outcomes: vec![Outcome::Returned(Value::Null)],
                    ..Trace::default()
                };
                context.effort.note(&sequence, &trace, None);
            }
            let faked = (0..1_000).filter(|_| {
                let mut builder = Builder::new(&mut context);
                builder.call(methods[0]).unwrap();
                let sequence = builder.finish().unwrap();
                matches!(sequence.statements[0], Statement::Fake { .. })
            });
            faked.count()
        })
    }

    #[test]
    fn fakes_stand_for_what_only_dependencies_make_or_a_platform_that_never_returns() {
        let exchange = ["static rates()Ldemo/Rates;"];
        let [before, behind] = faked_beside(|library| library.subject("demo.Exchange", &exchange));
        assert_eq!((before, behind), (0, 0), "it is under test");
        let [before, behind] = faked_beside(|library| library.other("demo.Exchange", &exchange, true));
        assert!(before > 100 && behind > 100, "a dependency: {before} and {behind}");
        let [before, behind] = faked_beside(|library| library.other("demo.Exchange", &exchange, false));
        assert!(before > 100 && behind == 0, "of the JDK: {before} and {behind}");
        let of_class = faked_beside(|library| {
            library.abstract_class("demo.Rates", &RATES);
            library.other("demo.Exchange", &exchange, true)
        });
        assert_eq!(of_class, [0, 0], "what extends an abstract class serves");
        let [before, behind] = faked_beside(|library| {
            library.abstract_class("demo.Rates", &RATES);
            library.other("demo.Exchange", &["<init>()V"], true)
        });
        assert!(before > 100 && behind > 100, "nobody extends it: {before} and {behind}");
    }

    #[test]
    fn without_fakes_there_is_null() {
        let (_, sequences) = drawn(&["fakes"]);
        let null = [Operand::Literal(Literal::Null)];
        assert!(
            sequences
                .iter()
                .all(|sequence| sequence.statements[0].operands() == null)
        );
    }

    #[test]
    fn no_fake_is_asked_for_its_own_answer() {
        let mut library = FakeLibrary::default();
        let methods = library.subject("demo.Rates", &["of(I)I", "twice(I)I"]);
        library.interface("demo.Rates", &["of(I)I"]);
        let options = SearchOptions::of(StrategyName::Palus);
        let task = SearchTask {
            seed: 1,
            budget: Budget::Sequences { count: 1 },
            ..task(&library, &options)
        };
        let mut context = Context::new(&task, &mut library, None);
        for _ in 0..100 {
            let mut builder = Builder::new(&mut context);
            assert!(builder.call(methods[0]).is_err(), "nobody else has a receiver");
            builder.cut(0);
            let rates = builder.call(methods[1]).map(|_| Var(0)).unwrap();
            builder.call_with(methods[0], &[(0, Operand::Var(rates))]).unwrap();
            assert!(builder.finish().is_none());
        }
    }
}
