//! Goes through compositions.

use std::collections::BTreeMap;

use palus_machine::{Concrete, State};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::alike::Alike;
use crate::block::{Block, ByAnswer, Count, Instance, Tally};
use crate::composed::{Composed, First, rights_of_results, rights_of_states};
use crate::execution::{AnswerId, Executions};
use crate::law::{Right, Side};
use crate::table::{Asked, Table};

/// What makes a law worth telling.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// The fewest instances of a universal law; of one about a new object 1 is enough.
    pub min: usize,
    /// The largest share of violating instances of a common law.
    pub threshold: f64,
    /// The most laws that are told.
    pub most: usize,
    /// Whether laws are told too that follow from others.
    pub all: bool,
}

impl Limits {
    /// Every candidate, held or not: to look laws of another version up.
    pub(crate) fn everything() -> Self {
        Self {
            min: 1,
            threshold: 1.0,
            most: usize::MAX,
            all: true,
        }
    }
}

impl Limits {
    /// Whether it is [`Self::everything`].
    pub(crate) fn is_everything(&self) -> bool {
        self.threshold >= 1.0
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            min: 3,
            threshold: 0.2,
            most: 200,
            all: false,
        }
    }
}

/// A left side: one method, or two of which the second is applied to what the first gives.
pub(crate) type Left = (usize, Option<usize>, Side);

/// Everything that was counted.
#[derive(Default)]
pub(crate) struct Gathered {
    pub(crate) executions: Executions,
    /// The candidates.
    pub(crate) blocks: FxHashMap<Left, Block>,
    /// How many compositions there are.
    pub(crate) compositions: u64,
    /// Methods that do what others do.
    pub(crate) alike: Alike,
}

/// A first execution: its method, what the observers said before it by a number, how many calls lead to it, and its position.
type Ordered = (usize, usize, u32, usize);

/// What was counted of compositions with one first method, by the second one: of results and of states.
type Blocks = BTreeMap<usize, (Block, Block)>;

impl Gathered {
    pub(crate) fn of(concrete: &Concrete) -> Self {
        let executions = Executions::of(concrete);
        let mut gathered = Self {
            alike: Alike::of(concrete, &executions),
            ..Self::default()
        };
        let table = Table::of(concrete, &executions);
        gathered.alone(&executions);
        let mut asked = Vec::new();
        let firsts = firsts(&table, &mut asked);
        let of_methods: Vec<&[Ordered]> = firsts.chunk_by(|one, other| one.0 == other.0).collect();
        // What is counted of one first method has nothing to do with the others, and the order is that of the methods.
        let counted = of_methods.par_iter().map(|of_method| behind(&table, of_method, &asked));
        let counted: Vec<(Blocks, u64)> = counted.collect();
        for (of_method, (blocks, compositions)) in of_methods.iter().zip(counted) {
            gathered.compositions += compositions;
            for (second, (results, states)) in blocks {
                let left = |side: Side| (of_method[0].0, Some(second), side);
                gathered.blocks.insert(left(Side::Result), results);
                gathered.blocks.insert(left(Side::State), states);
            }
        }
        gathered.executions = executions;
        gathered
    }

    /// Laws 6 and 7.
    fn alone(&mut self, executions: &Executions) {
        let mut constants: BTreeMap<usize, ByAnswer> = BTreeMap::new();
        let mut observers: BTreeMap<usize, Tally> = BTreeMap::new();
        for (place, execution) in executions.all.iter().enumerate() {
            let Some(entry) = execution.entry else { continue };
            let instance = Instance::alone(execution.depth, place);
            if let Some(constant) = execution.constant {
                let counts = constants.entry(execution.method).or_default();
                counts.entry(constant).or_default().add(instance);
            }
            if execution.has_returned {
                let tally = observers.entry(execution.method).or_default();
                tally.add(execution.exit == Some(entry), instance);
            }
        }
        for (method, counts) in constants {
            let mut block = Block::of(Vec::new());
            block.set_constants(counts);
            self.blocks.insert((method, None, Side::Result), block);
        }
        for (method, tally) in observers {
            let mut block = Block::of(vec![Right::Subject]);
            block.join(&[tally]);
            self.blocks.insert((method, None, Side::State), block);
        }
    }
}

/// What is counted of all compositions with the executions of one first method, and how many these are.
fn behind(table: &Table<'_>, of_method: &[Ordered], asked: &[Asked]) -> (Blocks, u64) {
    let (mut blocks, mut constants) = (Blocks::new(), BTreeMap::new());
    let mut compositions = 0;
    // What the observers said is the same for many, so what was counted of them is told apart by it once for all.
    for same in of_method.chunk_by(|one, other| one.1 == other.1) {
        compositions += composed(table, (same, &asked[same[0].1]), &mut blocks);
        law_1(table, (same, &asked[same[0].1]), &mut blocks, &mut constants);
    }
    for (second, (results, _)) in &mut blocks {
        results.set_constants(constants.remove(second).unwrap_or_default());
    }
    (blocks, compositions)
}

/// Laws 1 to 5 of all compositions with these first executions; law 1 only under conditions on arguments. How many they are.
fn composed(table: &Table<'_>, (firsts, asked): (&[Ordered], &Asked), blocks: &mut Blocks) -> u64 {
    let executions = table.executions;
    let mut compositions = 0;
    let parameters = |place: usize| executions.arguments(executions.all[place].call).len();
    let mut all: BTreeMap<usize, Composed> = BTreeMap::new();
    for &(.., place) in firsts {
        let mut first = First::new(table, place);
        for group in executions.all[place].exit.map_or(&[][..], |exit| table.groups(exit)) {
            compositions += group.places.len() as u64;
            let blocks = blocks.entry(group.method).or_insert_with(|| {
                let rights = rights_of_results(parameters(place), parameters(group.places.start));
                (Block::of(rights), Block::of(rights_of_states()))
            });
            let composed = all.entry(group.method).or_insert_with(|| Composed::new(blocks));
            first.compose(group, composed, &mut blocks.0);
        }
    }
    for (second, composed) in all {
        if let Some(blocks) = blocks.get_mut(&second) {
            composed.put(asked, blocks);
        }
    }
    compositions
}

/// The executions that others may stand behind: those of one method together, of these those before which the observers said the same, and of these
/// shorter ones first. What they said is gathered, each once.
fn firsts(table: &Table<'_>, all_asked: &mut Vec<Asked>) -> Vec<Ordered> {
    let mut numbers: BTreeMap<Asked, usize> = BTreeMap::new();
    let mut firsts = Vec::new();
    for (place, execution) in table.executions.all.iter().enumerate() {
        if execution.has_returned {
            let asked = table.asked(execution);
            let number = *numbers.entry(asked).or_insert_with_key(|asked| {
                all_asked.push(asked.clone());
                all_asked.len() - 1
            });
            firsts.push((execution.method, number, execution.depth, place));
        }
    }
    firsts.sort_unstable();
    firsts
}

/// What the second call gives hangs on the state alone to which the first one led, so states are gone through and not compositions.
fn law_1(
    table: &Table<'_>,
    (firsts, asked): (&[Ordered], &Asked),
    blocks: &mut Blocks,
    constants: &mut BTreeMap<usize, ByAnswer>,
) {
    let mut exits: BTreeMap<State, Count> = BTreeMap::new();
    for &(.., depth, place) in firsts {
        if let Some(exit) = table.executions.all[place].exit {
            exits.entry(exit).or_default().add(Instance::alone(depth, place));
        }
    }
    let mut behind: BTreeMap<usize, ByAnswer> = BTreeMap::new();
    let add = |counts: &mut ByAnswer, (constant, count): (AnswerId, Count)| {
        let known = counts.entry(constant).or_default();
        *known = known.join(count);
    };
    for (exit, firsts) in exits {
        for group in table.groups(exit) {
            let counts = behind.entry(group.method).or_default();
            group.constants.behind(firsts).for_each(|count| add(counts, count));
        }
    }
    for (second, counts) in behind {
        if let Some((results, _)) = blocks.get_mut(&second) {
            for condition in asked {
                results.branch(*condition).join_constants(&counts);
            }
        }
        let all = constants.entry(second).or_default();
        for count in counts {
            add(all, count);
        }
    }
}
