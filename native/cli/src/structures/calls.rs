//! Structures that calls make: sequences of public methods, breadth first, from new objects on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::bail;
use palus_classes::{ClassIndex, Library as _};
use palus_emit::java::Builder;
use palus_fields::{Extensions, Field, Outcome, Pair, Place, Structure, Values as Counted};
use palus_machine::{Answer, CallId, Concrete, Execute, Executed, State, Wanted};
use palus_observe::{ObjectState, ObjectStates};
use palus_sequence::Sequence;
use palus_state::{StateId, Value};
use palus_supervise::Jdk;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Asked;
use super::enumerator::Scope;
use crate::explore::{Explorer, Laboratory, Values};
use crate::generate::{OLDEST_JAVA, own_class_path};

/// In so many states that differ in numbers and texts alone calls are made: where the numbers are others, the same calls lead elsewhere.
const MOST_ALIKE: u32 = 4;

/// The clock and the predictions are looked at between so many calls.
const PART: usize = 2_000;

/// So many rounds of calls link objects, or none will.
const FRUITLESS: u32 = 3;

/// A class whose objects are called.
pub(super) struct Calls {
    explorer: Explorer,
    index: Arc<ClassIndex>,
    class: String,
    /// As typed; none for numbers that fit the scope.
    values: Vec<String>,
}

/// What came of a search, with what makes each of the structures of the outcome.
pub(super) struct Found {
    pub(super) outcome: Outcome,
    pub(super) builders: Vec<Builder>,
}

impl Calls {
    /// Starts what runs calls. `values` are those that somebody typed.
    pub(super) fn open(asked: &Asked<'_>, values: &[String]) -> anyhow::Result<Self> {
        let jdk = Jdk::find(OLDEST_JAVA, asked.command)?;
        let class_path = own_class_path(Some(asked.class_path))?;
        let index = ClassIndex::open(&class_path, jdk.home())?;
        super::demand_class(&index, asked.class)?;
        let class = asked.class.to_owned();
        let laboratory = Laboratory::open(jdk, class_path, vec![class.clone()], asked.sandboxed)?;
        let explorer = Explorer::new(laboratory, index, &class, usize::MAX, ObjectStates::default())?;
        let index = Arc::clone(explorer.library().index());
        if !values.is_empty() {
            explorer.demand_use(&Values(values.to_vec()))?;
        }
        Ok(Self {
            explorer,
            index,
            class,
            values: values.to_vec(),
        })
    }

    /// Makes calls in all states of a scope, or until it is enough.
    pub(super) fn search(&mut self, wanted: &Scope) -> anyhow::Result<Found> {
        let began = Instant::now();
        let typed = Values(if self.values.is_empty() {
            spread(wanted.most)
        } else {
            self.values.clone()
        });
        let mut offered = Concrete::default();
        self.explorer.begin(&typed, &mut offered)?;
        self.explorer.until = Some(began + wanted.limit);
        let mut growth = Growth {
            explorer: &mut self.explorer,
            index: &self.index,
            wanted,
            began,
            extensions: Extensions::new(Counted::None),
            alike: FxHashMap::default(),
            entered: FxHashSet::default(),
            found: Vec::new(),
            pairs: BTreeMap::new(),
            rounds: 0,
            runs: 0,
            ending: None,
        };
        let mut concrete = growth.begin(&offered);
        let done = concrete.augment(&mut growth, u32::MAX, usize::MAX)?;
        let odd = [
            ("came to no end of their own, or left too much to look at", done.lost),
            (
                "were made on objects that came out otherwise than before",
                done.elsewhere,
            ),
        ];
        let odd = odd.into_iter().filter(|(_, count)| *count > 0);
        let odd = odd.map(|(what, count)| (what.to_owned(), count as u64)).collect();
        growth.finish(&self.class, odd, done.not_run as u64)
    }

    /// The sources of the builders.
    pub(super) fn inputs(&self, builders: &[Builder], version: &str) -> Option<palus_emit::java::Inputs> {
        let library = self.explorer.library();
        let subject = (self.class.as_str(), library.subjects()[0]);
        palus_emit::java::inputs(subject, library.symbols(), builders, &*self.index, version)
    }
}

/// The numbers from 0 to twice the scope, from the middle outwards, so that there is room on both sides of those that come first.
fn spread(scope: u32) -> Vec<String> {
    let mut numbers: Vec<u32> = (0..=2 * scope).collect();
    numbers.sort_by_key(|number| (number.abs_diff(scope), *number));
    numbers.iter().map(u32::to_string).collect()
}

/// A structure that calls made.
struct Grown {
    size: usize,
    millis: f64,
    adds: Vec<(Field, Pair)>,
    builder: Builder,
}

/// Makes calls and says in which of the states that they lead to more are wanted.
struct Growth<'g> {
    explorer: &'g mut Explorer,
    index: &'g ClassIndex,
    wanted: &'g Scope,
    began: Instant,
    extensions: Extensions,
    /// How many states of each shape calls are made in.
    alike: FxHashMap<StateId, u32>,
    entered: FxHashSet<State>,
    found: Vec<Grown>,
    /// Each pair with the size of the smallest structure that has it.
    pairs: BTreeMap<(Field, Pair), usize>,
    rounds: u32,
    runs: u64,
    ending: Option<Ending>,
}

/// Why no more calls are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    Predicted,
    Time,
    Fruitless,
}

impl Growth<'_> {
    /// The starts that are within the scope, and all calls.
    fn begin(&mut self, offered: &Concrete) -> Concrete {
        let mut concrete = Concrete::default();
        for (call, start) in offered.starts().filter(|(_, start)| !start.is_unstable) {
            let Some(to) = start.to else { continue };
            if self.entered.contains(&to) || self.admits(to, offered, &[call]) {
                concrete.start(offered.call(call).clone(), Some(to), start.answer.clone());
            }
        }
        for call in offered.calls() {
            concrete.want(offered.call(call).clone());
        }
        concrete
    }

    /// Takes a new state; whether calls are wanted in it. The calls lead there.
    fn admits(&mut self, state: State, known: &Concrete, calls: &[CallId]) -> bool {
        let Some(heap) = self.explorer.states.state(ObjectState(state.0)) else {
            return false;
        };
        let Some(size) = self.size(&heap) else {
            return false;
        };
        let is_flag = |value: &Value| {
            let boolean = |scalar: &palus_sequence::Scalar| matches!(scalar, palus_sequence::Scalar::Boolean(_));
            match value {
                Value::Enum(..) => true,
                Value::Scalar(scalar) | Value::Boxed(scalar) => boolean(scalar),
                _ => false,
            }
        };
        let alike = self.alike.entry(heap.without_values(is_flag).id()).or_default();
        *alike += 1;
        let (is_wanted, is_new) = (*alike <= MOST_ALIKE, *alike == 1);
        if is_wanted {
            self.entered.insert(state);
        }
        if is_new {
            self.take(&heap, size, known, calls);
        }
        is_wanted
    }

    fn take(&mut self, heap: &palus_state::State, size: usize, known: &Concrete, calls: &[CallId]) {
        let mut own = Extensions::new(Counted::None);
        own.add(heap, 0);
        let mut adds = Vec::new();
        let meant: Vec<(&Field, &Pair)> = own.pairs().filter(|(field, _)| self.is_meant(field)).collect();
        for (field, pair) in meant {
            let key = (field.clone(), pair.clone());
            let smallest = self.pairs.entry(key.clone()).or_insert_with(|| {
                adds.push(key);
                size
            });
            *smallest = size.min(*smallest);
        }
        self.extensions.add(heap, 0);
        let mut sequence = Sequence::default();
        let Some(object) = self.explorer.bring(known, calls, &mut sequence) else {
            return;
        };
        let plural = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        self.found.push(Grown {
            size,
            millis: self.began.elapsed().as_secs_f64() * 1e3,
            adds,
            builder: Builder {
                sequence,
                object,
                comment: format!("{}, by {}.", plural(size, "object"), plural(calls.len(), "call")),
            },
        });
        if self.is_enough() {
            self.ending.get_or_insert(Ending::Predicted);
        }
    }

    /// How many objects of the class path there are; `None` with too many of one class.
    fn size(&self, heap: &palus_state::State) -> Option<usize> {
        let own: Vec<bool> = heap.classes.iter().map(|class| self.is_own(&class.name)).collect();
        let mut counts = vec![0_usize; own.len()];
        for node in &heap.nodes {
            let class = node.class as usize;
            counts[class] += usize::from(own[class]);
        }
        let most = self.wanted.most as usize;
        counts.iter().all(|count| *count <= most).then(|| counts.iter().sum())
    }

    fn is_own(&self, class: &str) -> bool {
        self.index.class(class).is_some_and(|class| class.is_on_class_path())
    }

    /// Fields of the JDK's objects are not meant; what its collections hold is.
    fn is_meant(&self, field: &Field) -> bool {
        !matches!(field.place, Place::Named(_)) || self.is_own(&field.owner)
    }

    fn is_enough(&self) -> bool {
        let mut sizes = self.wanted.sizes.iter();
        !self.wanted.sizes.is_empty() && sizes.all(|(field, size)| self.extensions.size(field) as u64 >= *size)
    }

    fn look_at_clock(&mut self) {
        let elapsed = self.began.elapsed();
        if elapsed > self.wanted.limit {
            self.ending.get_or_insert(Ending::Time);
        }
        if self
            .wanted
            .enough_ms
            .is_some_and(|ms| elapsed > Duration::from_millis(ms))
        {
            self.ending.get_or_insert(Ending::Predicted);
        }
        if self.rounds > FRUITLESS && self.pairs.is_empty() {
            self.ending.get_or_insert(Ending::Fruitless);
        }
    }

    /// What is to be said of an execution to whoever asked for it.
    fn judge(&mut self, known: &Concrete, wanted: &Wanted, executed: Executed) -> Executed {
        let (to, answer) = match executed {
            Executed::Done(to, answer) => (to, answer),
            // What comes out otherwise on another day builds nothing.
            Executed::Unstable(..) => return Executed::Unwanted,
            other => return other,
        };
        if matches!(answer, Answer::Threw(_)) {
            return Executed::Unwanted;
        }
        let calls: Vec<CallId> = wanted.path.iter().copied().chain([wanted.call]).collect();
        if self.entered.contains(&to) || self.admits(to, known, &calls) {
            Executed::Done(to, answer)
        } else {
            Executed::Unwanted
        }
    }

    fn finish(self, class: &str, odd: Vec<(String, u64)>, left: u64) -> anyhow::Result<Found> {
        // A field that once held a number or a text has no extension.
        let has_extension: BTreeSet<&Field> = self.extensions.fields().map(|(field, _)| field).collect();
        let mut pairs = Vec::new();
        for ((field, pair), size) in self.pairs {
            if has_extension.contains(&field) {
                pairs.push((field, pair, size));
            }
        }
        if pairs.is_empty() {
            bail!(
                "no object that calls on a {class} make links to another, so all its structures are alike; look at --values"
            );
        }
        let mut links: Vec<Field> = pairs.iter().map(|(field, _, _)| field.clone()).collect();
        links.dedup();
        let mut outcome = Outcome {
            class: class.into(),
            links,
            scope: self.wanted.most,
            odd,
            runs: self.runs,
            millis: self.began.elapsed().as_secs_f64() * 1e3,
            left,
            cut: (self.ending == Some(Ending::Time)).then(|| "the time was up".to_owned()),
            ..Outcome::default()
        };
        let mut builders = Vec::new();
        for mut grown in self.found {
            let counts = outcome.counts.entry(grown.size).or_default();
            *counts = (counts.0 + 1, counts.1 + 1);
            grown.adds.retain(|(field, _)| has_extension.contains(field));
            if self.wanted.all || !grown.adds.is_empty() {
                outcome.structures.push(Structure {
                    size: grown.size,
                    objects: Vec::new(),
                    millis: grown.millis,
                    adds: grown.adds,
                });
                builders.push(grown.builder);
            }
        }
        outcome.pairs = pairs;
        Ok(Found { outcome, builders })
    }
}

impl Execute for Growth<'_> {
    type Error = anyhow::Error;

    fn execute(&mut self, known: &Concrete, wanted: &[Wanted]) -> anyhow::Result<Vec<Executed>> {
        self.rounds += 1;
        let mut judged = Vec::with_capacity(wanted.len());
        for part in wanted.chunks(PART) {
            self.look_at_clock();
            if self.ending.is_some() {
                break;
            }
            let executed = self.explorer.execute(known, part)?;
            self.runs += part.len() as u64;
            for (wanted, executed) in part.iter().zip(executed) {
                judged.push(self.judge(known, wanted, executed));
            }
        }
        judged.resize(wanted.len(), Executed::NotRun);
        Ok(judged)
    }
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn numbers_come_from_the_middle_outwards() {
        assert_eq!(spread(2), ["2", "1", "3", "0", "4"]);
    }
}
