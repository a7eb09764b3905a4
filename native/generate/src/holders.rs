//! Collections, maps, options and futures that hold what their type arguments say. Nobody's constructor gives a list with a booking in it, and code that
//! is given an empty one goes nowhere.

use std::rc::Rc;

use palus_classes::Holding;
use palus_sequence::{MethodId, MethodKind, Operand, Statement, TypeId, Var};

use crate::builder::Builder;
use crate::context::Context;
use crate::values::{Site, has_receiver};

/// How often what can hold something does so.
const FILLED_SHARE: f64 = 0.7;
/// How often a list is `Arrays.asList(a, b)`: short to read, but nothing can be added to it.
const LISTED_SHARE: f64 = 0.75;
/// How much: mostly little.
const COUNTS: [usize; 8] = [1, 1, 1, 1, 2, 2, 2, 3];

/// How a holder comes to hold something.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Made around it by this static method or constructor.
    Around(MethodKind, &'static str, &'static str),
    /// Made empty; this method takes it in, again and again.
    Filled(&'static str, &'static str),
}

const ADD: Way = Way::Filled("add", "(Ljava/lang/Object;)Z");
const PUT: Way = Way::Filled("put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");

/// The classes that hold something, the most usual first. Those that hash their elements keep them in the order in which they came, for that of a hash may be
/// another one tomorrow.
const HOLDERS: [(&str, Way); 11] = [
    (
        "java.util.Optional",
        Way::Around(MethodKind::Static, "of", "(Ljava/lang/Object;)Ljava/util/Optional;"),
    ),
    ("java.util.ArrayList", ADD),
    ("java.util.LinkedHashSet", ADD),
    ("java.util.LinkedHashMap", PUT),
    ("java.util.TreeSet", ADD),
    ("java.util.TreeMap", PUT),
    ("java.util.ArrayDeque", ADD),
    ("java.util.LinkedList", ADD),
    (
        "java.util.AbstractMap$SimpleEntry",
        Way::Around(
            MethodKind::Constructor,
            "<init>",
            "(Ljava/lang/Object;Ljava/lang/Object;)V",
        ),
    ),
    (
        "java.util.stream.Stream",
        Way::Around(
            MethodKind::Static,
            "of",
            "(Ljava/lang/Object;)Ljava/util/stream/Stream;",
        ),
    ),
    (
        "java.util.concurrent.CompletableFuture",
        Way::Around(
            MethodKind::Static,
            "completedFuture",
            "(Ljava/lang/Object;)Ljava/util/concurrent/CompletableFuture;",
        ),
    ),
];

impl Context<'_> {
    /// What stands at a place holds, by its type arguments; `None` where they do not say it.
    pub(crate) fn holding(&mut self, (method, operand): Site) -> Option<Rc<Holding>> {
        let parameter = operand.checked_sub(usize::from(has_receiver(self.library, method)))?;
        self.held(method, Some(parameter))
    }

    /// The same of what a method returns.
    pub(crate) fn held_by_result(&mut self, method: MethodId) -> Option<Rc<Holding>> {
        self.held(method, None)
    }

    fn held(&mut self, method: MethodId, parameter: Option<usize>) -> Option<Rc<Holding>> {
        // The papers' tools know no type arguments.
        if !self.options.guidance || !self.with("inputs") {
            return None;
        }
        let library = &mut *self.library;
        let holding = || library.holding(method, parameter).map(Rc::new);
        self.holdings.entry((method, parameter)).or_insert_with(holding).clone()
    }
}

impl Builder<'_, '_> {
    /// A new object that holds something, at times; `None` where it is to be made as any other.
    pub(crate) fn filled_at_times(&mut self, holding: &Holding, site: Option<Site>) -> Option<Var> {
        let is_filled = !self.is_simple() && self.context.rng.chance(FILLED_SHARE);
        if is_filled { self.filled(holding, site) } else { None }
    }

    fn filled(&mut self, holding: &Holding, site: Option<Site>) -> Option<Var> {
        let mark = self.len();
        let made = if self.is_listed(holding.erased) {
            self.listed(&holding.held, site)
        } else {
            let (class, way) = self.holder(holding.erased)?;
            self.filled_by(class, way, &holding.held, site)
        };
        if made.is_none() {
            self.cut(mark);
        }
        made
    }

    fn is_listed(&mut self, wanted: TypeId) -> bool {
        let list = self.context.library.symbols_mut().class("java.util.List");
        self.context.fits(list, wanted) && self.context.rng.chance(LISTED_SHARE)
    }

    fn listed(&mut self, held: &[Holding], site: Option<Site>) -> Option<Var> {
        let elements = self.some_held(held, site)?.concat();
        let element = self.context.library.symbols_mut().class("java.lang.Object");
        let array = self
            .has_room_for(2)
            .then(|| self.push(Statement::Array { element, elements }))?;
        let as_list = ("asList", "([Ljava/lang/Object;)Ljava/util/List;");
        let operands = vec![Operand::Var(array)];
        self.one_call("java.util.Arrays", as_list, MethodKind::Static, operands)
    }

    /// The first of the classes that fit.
    fn holder(&mut self, wanted: TypeId) -> Option<(&'static str, Way)> {
        HOLDERS.into_iter().find(|(class, _)| {
            let class = self.context.library.symbols_mut().class(class);
            self.context.fits(class, wanted)
        })
    }

    fn filled_by(&mut self, class: &str, way: Way, held: &[Holding], site: Option<Site>) -> Option<Var> {
        match way {
            Way::Around(kind, name, descriptor) => {
                let operands = self.all_held(held, site)?;
                self.one_call(class, (name, descriptor), kind, operands)
            }
            Way::Filled(name, descriptor) => {
                // What it takes in stands in front of it, as a person would write it.
                let all = self.some_held(held, site)?;
                let holder = self.one_call(class, ("<init>", "()V"), MethodKind::Constructor, Vec::new())?;
                for mut operands in all {
                    operands.insert(0, Operand::Var(holder));
                    self.one_call(class, (name, descriptor), MethodKind::Instance, operands)?;
                }
                Some(holder)
            }
        }
    }

    fn one_call(
        &mut self,
        class: &str,
        (name, descriptor): (&str, &str),
        kind: MethodKind,
        operands: Vec<Operand>,
    ) -> Option<Var> {
        let symbols = self.context.library.symbols_mut();
        let method = symbols.method(class, name, descriptor, kind).ok()?;
        self.has_room_for(1)
            .then(|| self.push(Statement::Call { method, operands }))
    }

    /// What is held, once or a few times.
    fn some_held(&mut self, held: &[Holding], site: Option<Site>) -> Option<Vec<Vec<Operand>>> {
        let count = COUNTS[self.context.rng.below(COUNTS.len())];
        (0..count).map(|_| self.all_held(held, site)).collect()
    }

    fn all_held(&mut self, held: &[Holding], site: Option<Site>) -> Option<Vec<Operand>> {
        held.iter().map(|held| self.one_held(held, site)).collect()
    }

    fn one_held(&mut self, held: &Holding, site: Option<Site>) -> Option<Operand> {
        if !held.held.is_empty()
            && let Some(filled) = self.filled_at_times(held, site)
        {
            return Some(Operand::Var(filled));
        }
        // What a list of lists holds is no list of lists again, and so on for ever.
        let is_another = |whole: Rc<Holding>| whole.erased != held.erased;
        let site = site.filter(|site| self.context.holding(*site).is_none_or(is_another));
        self.value(held.erased, site, false).ok()
    }
}

#[cfg(test)]
mod tests {
    use palus_classes::Library;
    use palus_sequence::work::{SearchOptions, StrategyName};
    use palus_sequence::{Literal, Sequence};

    use super::*;
    use crate::testing::{self, FakeLibrary};

    /// What is drawn for a call of `take`, whose parameter is declared as the class and holds this.
    fn drawn(declared: &str, held: &[&str], guidance: bool) -> (FakeLibrary, Vec<Sequence>) {
        let mut library = FakeLibrary::default();
        let descriptor = format!("static take(L{};)V", declared.replace('.', "/"));
        let take = library.subject("demo.Desk", &[&descriptor])[0];
        library.other("java.util.ArrayList", &["<init>()V"], false);
        let (list, wanted) = (library.class("java.util.ArrayList"), library.class(declared));
        if list != wanted {
            library.extends(list, wanted);
        }
        let held = held.iter().map(|class| Holding {
            erased: library.class(class),
            held: Vec::new(),
        });
        let holding = Holding {
            held: held.collect(),
            erased: wanted,
        };
        library.holdings.insert((take, Some(0)), holding);
        let options = SearchOptions {
            guidance,
            ..SearchOptions::of(StrategyName::Palus)
        };
        let sequences = testing::drawn(&mut library, &options, take);
        (library, sequences)
    }

    /// How many of the sequences have a call of that method with a text as the last operand.
    fn with_texts(library: &FakeLibrary, sequences: &[Sequence], name: &str) -> usize {
        let has = |sequence: &&Sequence| {
            sequence.statements.iter().any(|statement| {
                let Statement::Call { method, operands } = statement else {
                    return false;
                };
                &*library.symbols().get(*method).name == name
                    && matches!(operands.last(), Some(Operand::Literal(Literal::String(_))))
            })
        };
        sequences.iter().filter(has).count()
    }

    #[test]
    fn a_list_holds_what_its_type_argument_says_mostly_and_an_option_too() {
        let (library, lists) = drawn("java.util.List", &["java.lang.String"], true);
        let of_array = |sequence: &&Sequence| {
            let is_array = |statement: &Statement| matches!(statement, Statement::Array { .. });
            sequence.statements.iter().any(is_array)
        };
        let (filled, listed) = (
            with_texts(&library, &lists, "add"),
            lists.iter().filter(of_array).count(),
        );
        assert!(filled > 5 && listed > 20 && filled + listed < 100, "{filled} {listed}");
        let (library, options) = drawn("java.util.Optional", &["java.lang.String"], true);
        let filled = with_texts(&library, &options, "of");
        assert!((50..100).contains(&filled), "{filled}");
    }

    #[test]
    fn a_list_of_lists_is_not_filled_for_ever() {
        let (_, lists) = drawn("java.util.List", &["java.util.List"], true);
        assert!(!lists.is_empty());
    }

    #[test]
    fn nothing_is_filled_without_guidance_or_where_nobody_can_make_what_it_holds() {
        let (library, lists) = drawn("java.util.List", &["java.lang.String"], false);
        assert_eq!(with_texts(&library, &lists, "add"), 0);
        let (library, lists) = drawn("java.util.List", &["demo.Unknown"], true);
        let add = library
            .symbols()
            .find_method("java.util.ArrayList", "add", "(Ljava/lang/Object;)Z");
        let calls = |sequence: &Sequence| {
            let mut statements = sequence.statements.iter();
            statements.any(|statement| matches!(statement, Statement::Call { method, .. } if Some(*method) == add))
        };
        assert!(!lists.is_empty() && !lists.iter().any(calls));
    }
}
