//! Sequences one after the other, the shorter before the longer: where draws lead to nothing new, these do, or show that there is nothing left.

use std::rc::Rc;

use palus_classes::Producer;
use palus_sequence::{Answered, FieldId, Literal, MethodId, Operand, Sequence, Statement, TypeId, TypeKind, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::context::Context;
use crate::hash::prefix_hashes;
use crate::types::LiteralKind;
use crate::values::{Site, has_receiver};

/// How many statements are combined at most: of more, not even all pairs are run.
const MOST_STEPS: usize = 400;
/// How many elements an array has that is drawn, one less.
const ELEMENTS: usize = 40;

/// What comes next.
pub(crate) enum Next {
    /// This sequence.
    Sequence(Sequence),
    /// Perhaps another one: the one at hand begins with what is known not to return.
    Skipped,
    /// Longer ones. Which of them are worth running hangs on what became of the shorter ones.
    Longer,
    /// The same once more from the start, with other values where these were drawn.
    Again,
    /// Nothing: all were handed out.
    Over,
}

/// A statement without its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Step {
    Call(MethodId),
    Field(FieldId),
    /// An array with elements of that type, which are drawn.
    Array(TypeId),
    /// A fake of that interface, whose answers are drawn.
    Fake(TypeId),
}

/// All sequences of calls of the methods under test and of what makes their operands, which are earlier variables, null, or literals: every one of a
/// type that has few (`boolean`, `byte`, `char`, `short`, enums), a drawn one of others. What begins with a sequence that does not return is left out.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says one thing of what was handed out"
)]
pub(crate) struct Systematic {
    steps: Vec<Step>,
    /// Whether there is more than these steps.
    is_cut: bool,
    /// How long the sequences are that are handed out now.
    length: usize,
    longest: usize,
    /// Which statement stands where: a number below that of the statements possible there.
    places: Vec<u64>,
    /// Whether there is a sequence of this length.
    has_any: bool,
    /// Whether a value was drawn since the start.
    drew: bool,
    is_over: bool,
    literals: FxHashMap<TypeId, Option<Rc<[Literal]>>>,
}

impl Systematic {
    /// From the start.
    pub(crate) fn new(context: &mut Context<'_>) -> Self {
        let (steps, is_cut) = steps(context);
        Self {
            steps,
            is_cut,
            length: 1,
            longest: context.options.longest,
            places: Vec::new(),
            has_any: false,
            drew: false,
            is_over: false,
            literals: FxHashMap::default(),
        }
    }

    /// The next sequence. `illegal` has the hashes of those whose last statement did not return.
    pub(crate) fn next(&mut self, context: &mut Context<'_>, illegal: &FxHashSet<u64>) -> Next {
        if self.is_over {
            return Next::Over;
        }
        let mut sequence = Sequence::default();
        let mut declared = Vec::new();
        for at in 0..self.length {
            if self.places.len() <= at {
                self.places.push(0);
            }
            let Some(statement) = self.statement(context, &declared, self.places[at]) else {
                return self.carry(at);
            };
            declared.push(statement.value_type(context.library.symbols_mut()));
            sequence.push(statement);
        }
        let stopped = prefix_hashes(&sequence).position(|hash| illegal.contains(&hash));
        let last = self.length - 1;
        let at = stopped.unwrap_or(last);
        self.has_any |= at == last;
        self.places.truncate(at + 1);
        self.places[at] += 1;
        match stopped {
            Some(_) => Next::Skipped,
            None => Next::Sequence(sequence),
        }
    }

    /// Goes on where every statement stood at that place.
    fn carry(&mut self, at: usize) -> Next {
        self.places.truncate(at);
        if let Some(before) = self.places.last_mut() {
            *before += 1;
            return Next::Skipped;
        }
        if std::mem::take(&mut self.has_any) && self.length < self.longest {
            self.length += 1;
            return Next::Longer;
        }
        self.length = 1;
        self.is_over = !std::mem::take(&mut self.drew) && !self.is_cut;
        if self.is_over { Next::Over } else { Next::Again }
    }

    /// The statement of that number behind variables of these types; `None` where there are not so many.
    fn statement(&mut self, context: &mut Context<'_>, declared: &[TypeId], mut number: u64) -> Option<Statement> {
        for index in 0..self.steps.len() {
            let step = self.steps[index];
            let count = match step {
                Step::Call(method) => self.calls(context, declared, method),
                Step::Field(_) | Step::Array(_) | Step::Fake(_) => 1,
            };
            if number < count {
                return Some(match step {
                    Step::Call(method) => self.call(context, declared, method, number),
                    Step::Field(field) => Statement::StaticField { field },
                    Step::Array(element) => self.array(context, declared, element),
                    Step::Fake(interface) => self.fake(context, declared, interface),
                });
            }
            number -= count;
        }
        None
    }

    /// In how many ways the method can be called.
    fn calls(&mut self, context: &mut Context<'_>, declared: &[TypeId], method: MethodId) -> u64 {
        let mut count = 1_u64;
        for (index, wanted) in operands(context, method).into_iter().enumerate() {
            count = count.saturating_mul(self.values(context, declared, wanted, (method, index)));
        }
        count
    }

    fn call(&mut self, context: &mut Context<'_>, declared: &[TypeId], method: MethodId, mut number: u64) -> Statement {
        let mut call = Vec::new();
        for (index, wanted) in operands(context, method).into_iter().enumerate() {
            let site = (method, index);
            let count = self.values(context, declared, wanted, site).max(1);
            call.push(self.value(context, declared, wanted, site, number % count));
            number /= count;
        }
        Statement::Call { method, operands: call }
    }

    /// How many values can stand there.
    fn values(&mut self, context: &mut Context<'_>, declared: &[TypeId], wanted: TypeId, site: Site) -> u64 {
        let literals = if can_be_literal(context, wanted, site) {
            self.literals(context, wanted).map_or(1, |all| all.len())
        } else {
            0
        };
        (fitting(context, declared, wanted).len() + literals + usize::from(can_be_null(context, wanted, site))) as u64
    }

    /// The value of that number: variables first, then literals, then null.
    fn value(
        &mut self,
        context: &mut Context<'_>,
        declared: &[TypeId],
        wanted: TypeId,
        site: Site,
        number: u64,
    ) -> Operand {
        let variables = fitting(context, declared, wanted);
        let number = number as usize;
        if let Some(var) = variables.get(number) {
            return Operand::Var(*var);
        }
        if !can_be_literal(context, wanted, site) {
            return Operand::Literal(Literal::Null);
        }
        let literal = match self.literals(context, wanted) {
            Some(all) => all.get(number - variables.len()).cloned(),
            None if number == variables.len() => {
                self.drew = true;
                context.literal(wanted, Some(site), false)
            }
            None => None,
        };
        Operand::Literal(literal.unwrap_or(Literal::Null))
    }

    fn array(&mut self, context: &mut Context<'_>, declared: &[TypeId], element: TypeId) -> Statement {
        self.drew = true;
        let length = context.rng.below(ELEMENTS);
        let variables = fitting(context, declared, element);
        let elements = (0..length).map(|_| {
            let literal = context.literal(element, None, false);
            let variable = context.rng.pick(&variables).copied();
            literal.map(Operand::Literal).or(variable.map(Operand::Var))
        });
        let elements = elements
            .map(|element| element.unwrap_or(Operand::Literal(Literal::Null)))
            .collect();
        Statement::Array { element, elements }
    }

    fn fake(&mut self, context: &mut Context<'_>, declared: &[TypeId], interface: TypeId) -> Statement {
        let methods = context.abstract_methods(interface).unwrap_or_default();
        let (mut answers, mut values) = (Vec::new(), Vec::new());
        for method in methods.iter().filter(|method| !method.gives_anything) {
            let variables = fitting(context, declared, method.result);
            let literal = context.literal(method.result, None, false).map(Operand::Literal);
            let variable = || context.rng.pick(&variables).copied().map(Operand::Var);
            if let Some(value) = literal.or_else(variable) {
                self.drew = true;
                values.push(value);
                answers.push(Answered::always(method.method, method.result));
            }
        }
        Statement::Fake {
            interface,
            answers,
            values,
        }
    }

    fn literals(&mut self, context: &mut Context<'_>, wanted: TypeId) -> Option<Rc<[Literal]>> {
        let all = || context.all_literals(wanted).map(Rc::from);
        self.literals.entry(wanted).or_insert_with(all).clone()
    }
}

fn operands(context: &Context<'_>, method: MethodId) -> Vec<TypeId> {
    let method = context.library.symbols().get(method);
    (0..method.operand_count())
        .filter_map(|index| method.operand_type(index))
        .collect()
}

fn fitting(context: &mut Context<'_>, declared: &[TypeId], wanted: TypeId) -> Vec<Var> {
    let vars = (0..).zip(declared);
    vars.filter(|(_, declared)| context.fits(**declared, wanted))
        .map(|(index, _)| Var(index))
        .collect()
}

fn is_receiver(context: &Context<'_>, site: Site) -> bool {
    site.1 == 0 && has_receiver(context.library, site.0)
}

fn can_be_null(context: &mut Context<'_>, wanted: TypeId, site: Site) -> bool {
    let is_reference = context.library.symbols().primitive(wanted).is_none();
    is_reference && !is_receiver(context, site) && !context.is_wired(site, wanted)
}

/// Whether a literal can stand there; only texts and constants of enums have methods.
fn can_be_literal(context: &mut Context<'_>, wanted: TypeId, site: Site) -> bool {
    let has_methods = |kind: &LiteralKind| matches!(kind, LiteralKind::String | LiteralKind::Enum);
    let is_receiver = is_receiver(context, site);
    let kinds = context.kinds(wanted);
    !kinds.is_empty() && (!is_receiver || kinds.iter().all(has_methods))
}

/// The methods under test, and what makes their operands; and whether that is not all.
fn steps(context: &mut Context<'_>) -> (Vec<Step>, bool) {
    let own = context.catalog.target_methods();
    let mut steps: Vec<Step> = own
        .filter(|method| !context.effort.is_hopeless(*method))
        .map(Step::Call)
        .collect();
    let mut known: FxHashSet<Step> = steps.iter().copied().collect();
    let mut asked = FxHashSet::default();
    let mut next = 0;
    while let Some(step) = steps.get(next).copied() {
        next += 1;
        let wanted = match step {
            Step::Call(method) => operands(context, method),
            Step::Array(element) => vec![element],
            Step::Fake(interface) => results(context, interface),
            Step::Field(_) => Vec::new(),
        };
        for wanted in wanted {
            if !asked.insert(wanted) || !context.with("inputs") {
                continue;
            }
            for maker in makers(context, wanted) {
                if steps.len() >= MOST_STEPS {
                    return (steps, true);
                }
                if known.insert(maker) {
                    steps.push(maker);
                }
            }
        }
    }
    (steps, false)
}

/// What makes a value of the type, where no literal says it in full.
fn makers(context: &mut Context<'_>, wanted: TypeId) -> Vec<Step> {
    if let TypeKind::Array(element) = *context.library.symbols().kind(wanted) {
        return vec![Step::Array(element)];
    }
    if context.library.symbols().primitive(wanted).is_some() || context.is_plain(wanted) {
        return Vec::new();
    }
    let producers = context.producers(wanted);
    let step = |producer: &Producer| match producer {
        Producer::Call(method) => Step::Call(*method),
        Producer::StaticField(field) => Step::Field(*field),
    };
    let mut makers: Vec<Step> = producers.iter().map(step).collect();
    if makers.is_empty() && context.fakeable(wanted).is_some() {
        makers.push(Step::Fake(wanted));
    }
    makers
}

/// What the methods answer that a fake implements.
fn results(context: &mut Context<'_>, interface: TypeId) -> Vec<TypeId> {
    let methods = context.abstract_methods(interface).unwrap_or_default();
    methods.iter().map(|method| method.result).collect()
}

#[cfg(test)]
mod tests {
    use palus_sequence::work::{Budget, SearchOptions, StrategyName};

    use super::*;
    use crate::task::SearchTask;
    use crate::testing::{FakeLibrary, task};

    /// How many sequences of each length there are up to three statements, and whether that is all.
    fn counts(methods: &[&str], illegal: impl Fn(&Sequence) -> bool) -> (Vec<usize>, bool) {
        let mut library = FakeLibrary::default();
        library.subject("demo.Coin", methods);
        let options = SearchOptions {
            longest: 3,
            ..SearchOptions::of(StrategyName::Palus)
        };
        let task = SearchTask {
            seed: 1,
            budget: Budget::Sequences { count: 1 },
            ..task(&library, &options)
        };
        let mut context = Context::new(&task, &mut library, None);
        let mut systematic = Systematic::new(&mut context);
        let mut stopped = FxHashSet::default();
        let mut known = FxHashSet::default();
        let mut counts = vec![0];
        loop {
            match systematic.next(&mut context, &stopped) {
                Next::Sequence(sequence) => {
                    let hash = prefix_hashes(&sequence).last().unwrap();
                    assert!(known.insert(hash), "each comes once");
                    *counts.last_mut().unwrap() += 1;
                    stopped.extend(illegal(&sequence).then_some(hash));
                }
                Next::Skipped => {}
                Next::Longer => counts.push(0),
                Next::Again => return (counts, false),
                Next::Over => return (counts, true),
            }
        }
    }

    #[test]
    fn every_sequence_comes_once_the_shorter_first() {
        // `new`; behind it `new` or one of two flips; behind two coins five things, behind a flip three.
        let coin = ["<init>()V", "flip(Z)V"];
        assert_eq!(counts(&coin, |_| false), (vec![1, 3, 11], true));
    }

    #[test]
    fn nothing_comes_behind_what_does_not_return() {
        let coin = ["<init>()V", "flip(Z)V"];
        assert_eq!(counts(&coin, |sequence| sequence.len() == 2), (vec![1, 3, 0], true));
    }

    #[test]
    fn there_is_no_end_where_values_are_drawn() {
        assert_eq!(counts(&["static of(I)V"], |_| false), (vec![1, 1, 1], false));
        assert_eq!(counts(&["toss(I)V"], |_| false), (vec![0], true), "nobody makes one");
    }
}
