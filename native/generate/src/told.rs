//! What a recording saw collaborators answer, for the fakes that stand for them.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use palus_classes::AbstractMethod;
use palus_model::{Input, MethodKey, Observation};
use palus_sequence::{Answered, Literal, MethodId, MethodKind, Operand, Statement, TypeId};

use crate::builder::Builder;
use crate::context::Context;
use crate::recorded::{array_literals, input_literal};
use crate::values::Site;

/// How often a fake answers as recorded, where something was.
const TOLD_SHARE: f64 = 0.8;
/// How often the answers of a method hang on what it is asked.
const QUESTION_SHARE: f64 = 0.6;
/// How many questions of a method are answered at most.
const MOST_QUESTIONS: usize = 4;
/// The most methods of an interface whose fakes look at their arguments: what has more is answered for by a proxy.
const MOST_METHODS: usize = 16;
/// How often a method answers from its second call on what it answered at another time.
const OTHERWISE_SHARE: f64 = 0.3;

/// What was asked and answered, by method.
type Answers = Vec<(MethodId, Arc<Vec<Observation>>)>;

/// What objects of one interface answered in one test, or outside of tests.
#[derive(Clone, Debug)]
pub(crate) struct OfTest {
    test: Option<MethodKey>,
    answers: Answers,
}

impl OfTest {
    fn of(&self, method: MethodId) -> Option<&Arc<Vec<Observation>>> {
        let known = self.answers.iter().find(|(known, _)| *known == method);
        known.map(|(_, seen)| seen)
    }
}

impl Context<'_> {
    /// What was recorded of objects of an interface, test by test. Where there is no recording nothing is asked of the class path.
    pub(crate) fn told(&mut self, interface: TypeId) -> Rc<[OfTest]> {
        if self.answers.is_empty() {
            return Rc::default();
        }
        if let Some(known) = self.told.get(&interface) {
            return Rc::clone(known);
        }
        let told: Rc<[OfTest]> = self.find_told(interface).into();
        self.told.insert(interface, Rc::clone(&told));
        told
    }

    /// Whether a place takes a collaborator that was recorded, and null was never seen there: to leave it out is no test.
    pub(crate) fn is_wired(&mut self, site: Site, wanted: TypeId) -> bool {
        self.values.is_always_object(site) && !self.told(wanted).is_empty()
    }

    fn find_told(&mut self, interface: TypeId) -> Vec<OfTest> {
        let Some(methods) = self.abstract_methods(interface) else {
            return Vec::new();
        };
        let mut tests: BTreeMap<Option<MethodKey>, Answers> = BTreeMap::new();
        for answered in Rc::clone(&self.answers).iter() {
            if let Some(method) = self.implemented(interface, &methods, &answered.method) {
                let of_test = tests.entry(answered.test().cloned()).or_default();
                of_test.push((method, Arc::clone(&answered.observations)));
            }
        }
        let tests = tests.into_iter();
        tests.map(|(test, answers)| OfTest { test, answers }).collect()
    }

    /// The method that a fake of the interface declares where that one was called.
    fn implemented(&mut self, interface: TypeId, methods: &[AbstractMethod], called: &MethodKey) -> Option<MethodId> {
        let owner = self.library.symbols_mut().runtime_name(&called.owner);
        if !self.fits(interface, owner) {
            return None;
        }
        let symbols = self.library.symbols_mut();
        let name = symbols.class_name(interface)?.to_owned();
        let kind = MethodKind::Instance;
        let method = symbols.method(&name, &called.name, &called.descriptor, kind).ok()?;
        methods.iter().any(|own| own.method == method).then_some(method)
    }
}

impl Builder<'_, '_> {
    /// What a fake of the interface is to answer: that of one test, of the one whose answers the sequence has already where there is a
    /// choice, since one test's answers go together.
    pub(crate) fn told(&mut self, interface: TypeId) -> Option<OfTest> {
        let told = self.context.told(interface);
        if told.is_empty() || self.is_simple() || !self.context.rng.chance(TOLD_SHARE) {
            return None;
        }
        let last = self.told_last.as_ref();
        let same = told.iter().find(|told| last.is_some_and(|last| last.test == told.test));
        let chosen = same.or_else(|| self.context.rng.pick(&told))?.clone();
        self.told_last = Some(chosen.clone());
        Some(chosen)
    }

    /// What the method answered, as a test can say it: one of the answers, at times with another behind it.
    pub(crate) fn told_answers(
        &mut self,
        told: &OfTest,
        method: &AbstractMethod,
        has_room: bool,
    ) -> Option<Vec<(Answered, Operand)>> {
        let seen = told.of(method.method)?;
        if self.context.rng.chance(QUESTION_SHARE) {
            let answers = self.told_by_question(seen, method, has_room);
            if !answers.is_empty() {
                return Some(answers);
            }
        }
        let answered = Answered::always(method.method, method.result);
        let first = self.told_answer(seen, method, has_room)?;
        let mut answers = vec![(answered.clone(), first)];
        if seen.len() > 1
            && self.context.rng.chance(OTHERWISE_SHARE)
            && let Some(second) = self.told_answer(seen, method, false)
            && second != answers[0].1
        {
            answers.push((answered, second));
        }
        Some(answers)
    }

    /// The same by what was asked, where a test can say that; each question with one answer. An abstract class is extended by methods that
    /// do not look at their arguments, and what has many methods is answered for by their names.
    fn told_by_question(
        &mut self,
        seen: &[Observation],
        method: &AbstractMethod,
        has_room: bool,
    ) -> Vec<(Answered, Operand)> {
        let mut answers: Vec<(Answered, Operand)> = Vec::new();
        let owner = self.context.library.symbols().get(method.method).owner;
        let methods = self.context.abstract_methods(owner);
        if !self.context.library.is_interface(owner) || methods.is_none_or(|methods| methods.len() > MOST_METHODS) {
            return answers;
        }
        let start = self.context.rng.below(seen.len());
        for seen in seen.iter().cycle().skip(start).take(seen.len()) {
            let Some((question, answer)) = seen.exchange.question_and_answer() else {
                continue;
            };
            let Some(question) = self.question(question, method.method) else {
                continue;
            };
            if answers.len() == MOST_QUESTIONS || answers.iter().any(|(known, _)| known.question == question) {
                continue;
            }
            if let Some(value) = self.told_value(answer, method, has_room) {
                let always = Answered::always(method.method, method.result);
                answers.push((Answered { question, ..always }, value));
            }
        }
        answers
    }

    /// The arguments of a question, where all of them can be compared with what a method is asked.
    fn question(&mut self, asked: &[Input], method: MethodId) -> Option<Vec<Literal>> {
        let parameters = self.context.library.symbols().get(method).parameters.clone();
        if asked.is_empty() || asked.len() != parameters.len() {
            return None;
        }
        let mut question = Vec::new();
        for (input, parameter) in asked.iter().zip(parameters) {
            let Context { catalog, library, .. } = &mut *self.context;
            let literal = input_literal(input, catalog, *library)?;
            let is_comparable = !matches!(
                literal,
                Literal::Null | Literal::Float(_) | Literal::Double(_) | Literal::Class(_)
            );
            if !is_comparable || !self.context.literal_fits(&literal, parameter) {
                return None;
            }
            question.push(literal);
        }
        Some(question)
    }

    fn told_answer(&mut self, seen: &[Observation], method: &AbstractMethod, has_room: bool) -> Option<Operand> {
        let seen = self.context.rng.pick(seen)?;
        let (_, answer) = seen.exchange.question_and_answer()?;
        let answer = answer.clone();
        self.told_value(&answer, method, has_room)
    }

    /// Notes that no test can make what the method answered.
    fn note_unmade(&mut self, method: MethodId, class: &str) {
        let symbols = self.context.library.symbols();
        let method = symbols.get(method);
        let name = format!("{}.{}", symbols.type_name(method.owner), method.name);
        self.context.unmade.insert((name, class.to_owned()));
    }

    /// A recorded value made again; `None` where it cannot be.
    fn told_value(&mut self, answer: &Input, method: &AbstractMethod, has_room: bool) -> Option<Operand> {
        let wanted = method.result;
        let Context { catalog, library, .. } = &mut *self.context;
        let value = match answer {
            Input::Null => Operand::Literal(Literal::Null),
            Input::Value(_) | Input::Boxed(_) => Operand::Literal(input_literal(answer, catalog, *library)?),
            Input::Array(array) if has_room => {
                let (element, elements) = array_literals(array, catalog, *library)?;
                let elements = elements.into_iter().map(Operand::Literal).collect();
                Operand::Var(self.push(Statement::Array { element, elements }))
            }
            Input::Object { class, profile, .. } if has_room => {
                // A recording knows the class of what was answered, not what it held.
                let holding = self.context.held_by_result(method.method);
                if let Some(filled) = holding.and_then(|holding| self.filled_at_times(&holding, None)) {
                    return Some(Operand::Var(filled));
                }
                let alike = profile.and_then(|profile| {
                    let class = self.context.library.symbols_mut().runtime_name(class);
                    let entry = self.context.pooled_alike((class, profile), wanted)?;
                    self.take(&entry)
                });
                let Some(made) = alike.or_else(|| self.object_of_class(class)) else {
                    self.note_unmade(method.method, class);
                    return None;
                };
                Operand::Var(made)
            }
            Input::Subject | Input::Array(_) | Input::Object { .. } => return None,
        };
        self.operand_fits(&value, wanted).then_some(value)
    }
}

#[cfg(test)]
mod tests;
