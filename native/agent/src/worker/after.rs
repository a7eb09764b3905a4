//! What follows a search: tests are made of what it found.

use std::cell::RefCell;

use palus_classes::{ClassIndex, IndexLibrary, Library, Observer};
use palus_generate::{Knowledge, SearchResult, SearchTask, Variation};
use palus_oracle::policy::{self, calls_one_of};
use palus_sequence::work::{Budget, KeptTest, MUTATED, Product, WorkOrder};
use palus_sequence::{
    Check, Executor, ExecutorLost, Literal, MethodId, MethodKind, Operand, Sequence, Statement, Symbols, TypeId,
    TypeKind,
};
use palus_suite::{Built, Forms, Observers, Path, Rules, Targets, Vary};

use super::clock::Clock;
use super::failing::{Oracles, is_broken, lacks_something};
use super::outcomes::Outcomes;
use super::search::{is_theory, targets};
use super::tidy::Tidy;

/// Under a budget of sequences, one in so many as the search runs is run again for the mutants that live.
const VARIED: u64 = 4;

/// What follows a search: tests are made of what it found.
pub(super) struct After<'a> {
    pub(super) order: &'a WorkOrder,
    pub(super) task: &'a SearchTask<'a>,
    pub(super) found: &'a SearchResult,
    pub(super) oracles: &'a Oracles<'a>,
    pub(super) checks: &'a [&'a dyn Check],
    pub(super) clock: &'a Clock,
}

impl After<'_> {
    pub(super) fn tests<E: Executor>(
        &self,
        knowledge: Knowledge,
        executor: &mut Tidy<'_, E>,
        library: &mut IndexLibrary,
    ) -> Result<Built, ExecutorLost> {
        let mut candidates = self.oracles.failing(self.found, executor, library.symbols_mut())?;
        let own = self.oracles.targets;
        candidates.extend(passing(self.found, self.order, own, library.symbols()));
        let (outcomes, subjects) = (Outcomes::of(library, self.oracles.facts), library.subjects().to_vec());
        let targets = targets(self.order, library);
        let declarer = |symbols: &Symbols, method| outcomes.declarer(symbols, method);
        let targets = Targets::new(&targets, &declarer)
            .among(&subjects)
            .used_by(&self.found.consumers);
        // The names are with who makes the suite; the library has them only while it is asked for other sequences.
        let mut variation = Variation::new(self.task, library, knowledge);
        let mut symbols = variation.take_symbols();
        let variation = RefCell::new(variation);
        let vary =
            |symbols: &mut Symbols, sequence: &Sequence, threw| variation.borrow_mut().of(symbols, sequence, threw);
        let forms = |symbols: &mut Symbols, sequence: &Sequence| {
            if wants_forms(self.order) {
                variation.borrow_mut().forms(symbols, sequence)
            } else {
                Vec::new()
            }
        };
        let built = self.build(&candidates, &targets, executor, &mut symbols, (&vary, &forms));
        variation.into_inner().give_back(symbols);
        let mut built = built?;
        drop_unready(&mut built.tests, executor, self.oracles.facts, library.symbols_mut())?;
        Ok(built)
    }

    fn build<E: Executor>(
        &self,
        candidates: &[palus_suite::Candidate],
        targets: &Targets<'_>,
        executor: &mut Tidy<'_, E>,
        symbols: &mut Symbols,
        (vary, forms): (&Vary<'_>, &Forms<'_>),
    ) -> Result<Built, ExecutorLost> {
        let (order, clock, facts) = (self.order, self.clock, self.oracles.facts);
        let rules = Rules {
            broken: &|symbols, violation, sequence, trace| {
                is_broken(self.checks, facts, symbols, violation, sequence, trace)
            },
            assertions: &palus_oracle::assertions,
            observers: Observers {
                of: &|symbols, class| observers(facts, symbols, class),
                is_assertable: &palus_oracle::is_assertable,
            },
            enders: &|symbols, class| enders(facts, symbols, class),
            fits_anywhere: &|symbols, sequence| fits_anywhere(facts, symbols, sequence),
            most: clock.most(),
            may_shorten: &|| clock.may_shorten(),
            may_confirm: &|| clock.may_confirm(),
            has_time_for: &|needed| clock.has_time_for(needed),
            wants_mutants: &|tests| wants_mutants(order) && clock.has_time_for_mutants(tests),
            may_mutate: &|| clock.may_mutate(),
            may_ask: &|| clock.may_ask(),
            vary,
            variations: variations(order),
            forms,
        };
        palus_suite::build(candidates, targets, executor, symbols, &rules)
    }
}

/// How many sequences run for the mutants that live, beside the time.
fn variations(order: &WorkOrder) -> u64 {
    match order.budget {
        _ if !wants_variation(order) => 0,
        Budget::Time { .. } => u64::MAX,
        Budget::Sequences { count } => count / VARIED,
    }
}

/// Whether other inputs are wanted for mutants that live.
fn wants_variation(order: &WorkOrder) -> bool {
    order.options.guidance && has_part(order, "variation")
}

/// Whether tests are wanted that show what becomes of the others with another value.
fn wants_forms(order: &WorkOrder) -> bool {
    order.options.guidance && has_part(order, "forms")
}

/// Whether what follows a search has a use for its time: the JDK's classes get no mutants.
pub(super) fn has_use_for_time(order: &WorkOrder, facts: &ClassIndex) -> bool {
    let is_mutable = |class: &String| facts.class(class).is_some_and(|class| class.is_on_class_path());
    order.product == Product::Tests
        && wants_mutants(order)
        && wants_variation(order)
        && order.targets.iter().any(is_mutable)
}

/// Whether nobody wants the part of that name left out.
fn has_part(order: &WorkOrder, part: &str) -> bool {
    !order.options.without.iter().any(|out| out == part)
}

/// Whether mutants are wanted, and cost no earlier worker its life.
fn wants_mutants(order: &WorkOrder) -> bool {
    has_part(order, "mutants") && !order.avoid.sequences.contains(&MUTATED)
}

/// Made shorter, an object may have come to wait for something, or to hold a null: `new SingletonMap()` does for what
/// `new SingletonMap("a", "b")` was there.
fn drop_unready(
    tests: &mut Vec<KeptTest>,
    executor: &mut dyn Executor,
    facts: &ClassIndex,
    symbols: &mut Symbols,
) -> Result<(), ExecutorLost> {
    let mut kept = Vec::with_capacity(tests.len());
    for test in tests.drain(..) {
        let is_dropped = match &test.violates {
            Some(violation) => lacks_something(violation, &test.sequence, executor, facts, symbols)?,
            None => false,
        };
        kept.extend((!is_dropped).then_some(test));
    }
    *tests = kept;
    Ok(())
}

/// Whether a test of the sequence can stand in any package: all that it calls is public, and so is what it may have to name, of variables and of nulls. Classes of
/// the unnamed package have names there alone (JLS 7.5).
fn fits_anywhere(facts: &ClassIndex, symbols: &Symbols, sequence: &Sequence) -> bool {
    let mut calls = sequence.statements.iter().filter_map(|statement| match statement {
        Statement::Call { method, .. } => Some(symbols.get(*method)),
        _ => None,
    });
    let mut literals = sequence.statements.iter().flat_map(Statement::operands);
    policy::is_public(facts, symbols, &sequence.statements)
        && calls.all(|method| {
            let mut named = method.parameters.iter().chain([&method.result]);
            symbols.type_name(method.owner).contains('.') && named.all(|of| is_public_type(facts, symbols, *of))
        })
        && literals.all(|operand| match operand {
            Operand::Literal(Literal::Class(of)) => is_public_type(facts, symbols, *of),
            _ => true,
        })
}

/// Whether a type has a name in every package.
fn is_public_type(facts: &ClassIndex, symbols: &Symbols, of: TypeId) -> bool {
    match symbols.kind(of) {
        TypeKind::Primitive(_) => true,
        TypeKind::Array(element) => is_public_type(facts, symbols, *element),
        TypeKind::Class(name) => policy::is_public_class(facts, name),
    }
}

/// The candidates for passing tests: theories are checked, not tested.
fn passing(
    found: &SearchResult,
    order: &WorkOrder,
    own: &[TypeId],
    symbols: &Symbols,
) -> impl Iterator<Item = palus_suite::Candidate> {
    let passing = found.candidates.iter().filter(|candidate| {
        candidate.violates.is_none()
            && (own.contains(&candidate.subject) || !is_theory(order, candidate.subject, symbols))
            && !calls_one_of(&order.theories, symbols, &candidate.sequence)
    });
    passing.map(|candidate| palus_suite::Candidate {
        subject: candidate.subject,
        sequence: candidate.sequence.clone(),
        trace: candidate.trace.clone(),
        violates: None,
    })
}

/// The ways to look at the object in a variable of the type.
pub(super) fn observers(index: &ClassIndex, symbols: &mut Symbols, class: TypeId) -> Vec<Path> {
    let paths = index.observer_paths(&symbols.type_name(class));
    paths
        .iter()
        .filter_map(|path| path.iter().map(|observer| method(symbols, observer)).collect())
        .collect()
}

/// The methods that may end the threads of the object in a variable of the type.
fn enders(index: &ClassIndex, symbols: &mut Symbols, class: TypeId) -> Vec<MethodId> {
    let enders = index.enders(&symbols.type_name(class));
    enders.iter().filter_map(|ender| method(symbols, ender)).collect()
}

fn method(symbols: &mut Symbols, observer: &Observer) -> Option<MethodId> {
    let owner = symbols.class(&observer.owner);
    let (name, descriptor) = (&observer.name, &observer.descriptor);
    symbols.method_of(owner, name, descriptor, MethodKind::Instance).ok()
}
