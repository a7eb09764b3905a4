//! Sequences like one that is known, behind a search and with what it has learned.

use std::fmt;
use std::rc::Rc;

use palus_classes::Library;
use palus_model::Transition;
use palus_sequence::{Form, Sequence, Symbols};
use rustc_hash::FxHashSet;

use crate::context::Context;
use crate::effort::Effort;
use crate::forms::forms;
use crate::hash::prefix_hashes;
use crate::mutate::mutate;
use crate::pool::Pools;
use crate::search::is_forbidden;
use crate::task::SearchTask;
use crate::values::Values;

/// How often another sequence is drawn where one is not allowed or was given before.
const DRAWS: usize = 8;
/// The stream of draws is another one than that of the search.
const STREAM: u64 = 0x6A09_E667_F3BC_C908;

/// What a search has learned of its classes beside what it found: objects and values to draw from, and which methods do not end.
pub struct Knowledge {
    pub(crate) pools: Pools,
    pub(crate) values: Values,
    pub(crate) effort: Effort,
    pub(crate) answers: Rc<[Transition]>,
}

impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Knowledge").finish_non_exhaustive()
    }
}

/// Changes sequences a little at a time, by the operators of the search: other values, objects and methods, calls more and calls less.
pub struct Variation<'l> {
    task: &'l SearchTask<'l>,
    context: Context<'l>,
    /// Hashes of what was given.
    given: FxHashSet<u64>,
}

impl<'l> Variation<'l> {
    /// Goes on with what a search of the same task has learned, from a model too.
    pub fn new(task: &'l SearchTask<'l>, library: &'l mut (dyn Library + 'l), knowledge: Knowledge) -> Self {
        Self {
            task,
            context: Context::new(task, library, None).knowing(knowledge, task.seed ^ STREAM),
            given: FxHashSet::default(),
        }
    }

    /// Takes the names out of the library, for who needs them while this is in use.
    pub fn take_symbols(&mut self) -> Symbols {
        std::mem::take(self.context.library.symbols_mut())
    }

    /// Gives them back.
    pub fn give_back(self, symbols: Symbols) {
        *self.context.library.symbols_mut() = symbols;
    }

    /// A sequence like this one, whose last statement may have thrown, that was not given before and may run. `symbols` are
    /// those [taken](Self::take_symbols) from the library, which has them meanwhile. `None` where some draws led to nothing.
    pub fn of(&mut self, symbols: &mut Symbols, sequence: &Sequence, threw: bool) -> Option<Sequence> {
        std::mem::swap(symbols, self.context.library.symbols_mut());
        let other = (0..DRAWS).find_map(|_| {
            let other = mutate(&mut self.context, sequence, threw, None)?;
            self.is_new(&other).then_some(other)
        });
        std::mem::swap(symbols, self.context.library.symbols_mut());
        other
    }

    /// The sequences that differ from this one in one value, in the ways in which a tester would change it, as far as they were not given
    /// before and may run. `symbols` are those [taken](Self::take_symbols) from the library.
    pub fn forms(&mut self, symbols: &mut Symbols, sequence: &Sequence) -> Vec<Form> {
        std::mem::swap(symbols, self.context.library.symbols_mut());
        let mut forms = forms(&mut self.context, sequence);
        forms.retain(|form| self.is_new(&form.sequence));
        std::mem::swap(symbols, self.context.library.symbols_mut());
        forms
    }

    fn is_new(&mut self, sequence: &Sequence) -> bool {
        let context = &mut self.context;
        context.homes.exists(sequence, context.library)
            && !is_forbidden(self.task, sequence, context.library.symbols())
            && !context.effort.calls_hopeless(sequence)
            && prefix_hashes(sequence)
                .last()
                .is_some_and(|whole| self.given.insert(whole))
    }
}

#[cfg(test)]
mod tests {
    use palus_sequence::work::{SearchOptions, StrategyName};
    use palus_sequence::{Literal, Operand, Statement};

    use super::*;
    use crate::search;
    use crate::testing::{FakeExecutor, FakeLibrary, task};

    #[test]
    fn other_forms_of_a_sequence_are_given_once_each() {
        let mut library = FakeLibrary::default();
        let method = library.subject("demo.A", &["static f(I)I"])[0];
        let options = SearchOptions::of(StrategyName::Palus);
        let task = task(&library, &options);
        let executor = &mut FakeExecutor::default();
        let (_, knowledge) = search(&task, &mut library, None, executor, &[], &mut |_| {}).unwrap();
        let mut variation = Variation::new(&task, &mut library, knowledge);
        let mut symbols = variation.take_symbols();
        let sequence = Sequence {
            statements: vec![Statement::Call {
                method,
                operands: vec![Operand::Literal(Literal::Int(1))],
            }],
        };
        let forms: Vec<Sequence> = (0..20)
            .filter_map(|_| variation.of(&mut symbols, &sequence, false))
            .collect();
        let different: FxHashSet<&Sequence> = forms.iter().collect();
        assert!(forms.len() > 10, "{}", forms.len());
        assert_eq!(different.len(), forms.len());
        assert_eq!(symbols.get(method).name.as_ref(), "f", "the names are back");
        variation.give_back(symbols);
        assert_eq!(library.symbols().get(method).name.as_ref(), "f");
    }
}
