//! What the passing tests cover, from what each was kept for: edges that it reaches, which the class files tie to lines.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use palus_classes::{ClassIndex, ClassProbes, SourceTexts};
use palus_emit::coverage::{ClassCoverage, Reach, Recorded, reached_lines};
use palus_model::Model;

use super::checkout;
use super::found::Found;
use super::options::GenerateOptions;
use super::suite::Suite;

/// The coverage of a suite.
#[derive(Debug, Default)]
pub(super) struct Covered {
    /// One a class under test whose edges are known, by name.
    pub(super) classes: Vec<ClassCoverage>,
    /// The code that each test of the suite reaches, in the order of [`Suite::kept`].
    pub(super) reaches: Vec<Vec<Reach>>,
    /// The sources of these classes that are at hand, by their paths.
    pub(super) sources: BTreeMap<String, String>,
    /// Where those lie that are files of a checkout, as seen from its root, by their paths.
    pub(super) places: BTreeMap<String, String>,
}

/// Edges by class.
type Taken<'n> = BTreeMap<&'n str, BTreeSet<u32>>;

impl Covered {
    /// Of the suite as it is handed over.
    pub(super) fn measure(index: &ClassIndex, options: &GenerateOptions, found: &Found, suite: &Suite) -> Self {
        let probes = probes(index, found);
        let keys = keys(&probes);
        let tests: Vec<Taken> = suite
            .kept()
            .map(|(_, test)| taken(&keys, test.goals.iter().filter(|_| test.violates.is_none())))
            .collect();
        let mut together = Taken::new();
        for (class, edges) in tests.iter().flatten() {
            together.entry(class).or_default().extend(edges);
        }
        with_initialisers(&mut together, &probes, found);
        let recorded = recorded(options);
        let classes = classes(&probes, &together, recorded.as_ref(), found);
        let at_hand = SourceTexts::open(&options.sources);
        let paths: BTreeSet<&String> = classes.iter().filter_map(|class| class.source.as_ref()).collect();
        let sources = paths
            .iter()
            .filter_map(|&path| Some((path.clone(), at_hand.read(path)?)));
        let places = paths.iter().filter_map(|&path| {
            let file = at_hand.folder_of(path)?.join(path);
            Some((path.clone(), checkout::path_in(&file)?))
        });
        Self {
            sources: sources.collect(),
            places: places.collect(),
            reaches: tests.iter().map(|test| reaches(test, &probes)).collect(),
            classes,
        }
    }

    /// Where the source of a class lies, as seen from the root of the checkout: its own, or that of the class around it.
    pub(super) fn place(&self, class: &str) -> Option<String> {
        match self.classes.iter().find(|covered| covered.name == class) {
            Some(covered) => self.places.get(covered.source.as_ref()?).cloned(),
            None => self.place(class.rsplit_once('$')?.0),
        }
    }
}

/// The edges of the classes under test and those within them. Left out: a class of which the agent counted others than its file has.
fn probes(index: &ClassIndex, found: &Found) -> BTreeMap<String, ClassProbes> {
    let names = found.classes.iter().map(|class| &class.name).chain(found.edges.keys());
    let names: BTreeSet<&String> = names.collect();
    let read = names
        .into_iter()
        .filter_map(|name| Some((name.clone(), index.probes(name)?)));
    let agrees = |(name, probes): &(String, ClassProbes)| {
        let counted = found.edges.get(name);
        counted.is_none_or(|counted| counted.total == probes.count())
    };
    read.filter(agrees).collect()
}

fn keys(probes: &BTreeMap<String, ClassProbes>) -> HashMap<u64, (&str, u32)> {
    let mut keys = HashMap::new();
    for (class, probes) in probes {
        for number in 0..probes.count() {
            keys.insert(palus_suite::edge_key(class, number), (class.as_str(), number));
        }
    }
    keys
}

fn taken<'n, 'g>(keys: &HashMap<u64, (&'n str, u32)>, goals: impl Iterator<Item = &'g u64>) -> Taken<'n> {
    let mut taken = Taken::new();
    for (class, number) in goals.filter_map(|goal| keys.get(goal)) {
        taken.entry(class).or_default().insert(*number);
    }
    taken
}

/// A static initialiser runs once, before the first test that needs the class, whichever that is: what the search saw of it, and of
/// what is passed once besides, counts for a class that any test reaches.
fn with_initialisers(together: &mut Taken, probes: &BTreeMap<String, ClassProbes>, found: &Found) {
    for (class, edges) in together.iter_mut() {
        let (Some(probes), Some(seen)) = (probes.get(*class), found.edges.get(*class)) else {
            continue;
        };
        edges.extend(&seen.once);
        for method in probes.methods.iter().filter(|method| &*method.name == "<clinit>") {
            let own = method.first..method.first + method.probes.len() as u32;
            edges.extend(seen.hit.iter().filter(|edge| own.contains(edge)));
        }
    }
}

/// The methods that the recorded runs called: owner, name and descriptor. `None` where nothing was recorded.
fn recorded(options: &GenerateOptions) -> Option<BTreeSet<(String, String, String)>> {
    let models: Vec<Model> = options
        .models
        .iter()
        .filter_map(|file| Model::load(file).ok())
        .collect();
    let transitions = models.iter().flat_map(|model| {
        let nodes = model.classes.values().flat_map(|class| &class.nodes);
        nodes.flat_map(|node| &node.outgoing).chain(&model.statics)
    });
    let key = |method: &palus_model::MethodKey| {
        let texts = [&method.owner, &method.name, &method.descriptor];
        let [owner, name, descriptor] = texts.map(ToString::to_string);
        (owner, name, descriptor)
    };
    let called = transitions.map(|transition| key(&transition.method)).collect();
    (!models.is_empty()).then_some(called)
}

fn classes(
    probes: &BTreeMap<String, ClassProbes>,
    together: &Taken,
    recorded: Option<&BTreeSet<(String, String, String)>>,
    found: &Found,
) -> Vec<ClassCoverage> {
    let reported: BTreeSet<&str> = found.classes.iter().map(|class| class.name.as_str()).collect();
    let none = BTreeSet::new();
    let mut classes: BTreeMap<&str, ClassCoverage> = BTreeMap::new();
    // A class stands behind the one around it in the order of the names.
    for (name, probes) in probes {
        let edges = together.get(name.as_str()).unwrap_or(&none);
        let is_recorded = |method: &str, descriptor: &str| {
            let key = (name.clone(), method.to_owned(), descriptor.to_owned());
            recorded.is_some_and(|recorded| recorded.contains(&key))
        };
        let was_recorded = recorded.is_some().then_some(&is_recorded as Recorded<'_>);
        let covered = ClassCoverage::measure(name, probes, edges, was_recorded);
        if reported.contains(name.as_str()) {
            classes.insert(name, covered);
        } else if let Some(outer) = around(name).find(|outer| classes.contains_key(outer)) {
            classes.entry(outer).and_modify(|class| class.absorb(&covered));
        }
    }
    classes.into_values().collect()
}

/// The names of the classes around one, the nearest first.
fn around(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(name.rsplit_once('$'), |(outer, _)| outer.rsplit_once('$')).map(|(outer, _)| outer)
}

fn reaches(test: &Taken, probes: &BTreeMap<String, ClassProbes>) -> Vec<Reach> {
    let reach = |(class, edges): (&&str, &BTreeSet<u32>)| Reach {
        class: (*class).to_owned(),
        lines: probes
            .get(*class)
            .map(|probes| reached_lines(probes, edges))
            .unwrap_or_default(),
    };
    test.iter().map(reach).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_around_one_come_the_nearest_first() {
        assert_eq!(around("a.B$C$1").collect::<Vec<_>>(), ["a.B$C", "a.B"]);
        assert_eq!(around("a.B").count(), 0);
    }
}
