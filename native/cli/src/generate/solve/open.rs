//! Which branches a group has left open, and the shortest of its tests that come near to them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use palus_classes::{ClassIndex, MethodProbes};
use palus_sequence::work::{ClassEdges, KeptTest, WorkOrder, WorkResult};
use palus_suite::edge_key;
use palus_symbolic::{Edge, Prefix, Target};

/// The open branches of a group.
#[derive(Default)]
pub(super) struct Open {
    /// Those of methods that tests reach, in the order in which they are tried.
    near: Vec<Near>,
    /// How many there are of methods that no test reaches.
    pub(super) unreached: u64,
}

/// Open branches of a method to which a test comes near.
struct Near {
    /// How many tests reach the method.
    tests: usize,
    /// The position of the test, and the edge that it takes.
    test: usize,
    taken: Edge,
    branches: BTreeSet<Edge>,
}

/// The edges of a class, and the tests that may take them.
struct Class<'c> {
    edges: &'c ClassEdges,
    tests: &'c [KeptTest],
}

impl Open {
    /// What the worker of an order did not reach of its classes and those within them. Left out are static initialisers, which run once, and
    /// classes of which the agent counted others than their files have.
    pub(super) fn of(index: &ClassIndex, order: &WorkOrder, result: &WorkResult) -> Self {
        let mut open = Self::default();
        for edges in result.edges.iter().filter(|edges| is_of(order, &edges.class)) {
            let probes = index
                .probes(&edges.class)
                .filter(|probes| probes.count() == edges.total);
            let methods = probes.iter().flat_map(|probes| &probes.methods);
            let tests = &result.tests;
            let class = Class { edges, tests };
            for method in methods.filter(|method| &*method.name != "<clinit>") {
                open.add(&class, method);
            }
        }
        open.near
            .sort_by(|a, b| (Reverse(a.tests), &a.branches).cmp(&(Reverse(b.tests), &b.branches)));
        open
    }

    /// The open branches of a method. Nearest to one is a test that takes another way out of it. Code that no test reaches mostly lies behind
    /// an open branch before it, so that a test near to that one is near to its branches too.
    fn add(&mut self, class: &Class<'_>, method: &MethodProbes) {
        let entry = class.shortest([method.first]);
        let mut nearest = entry;
        let mut near: BTreeMap<(usize, u32), BTreeSet<Edge>> = BTreeMap::new();
        let branches = (method.first..)
            .zip(&method.probes)
            .filter(|(_, probe)| probe.branch.is_some());
        for (number, probe) in branches.filter(|(number, _)| !class.is_hit(*number)) {
            let ways = (0..).map_while(|out| method.way(probe.at, out));
            nearest = class.shortest(ways).or(nearest);
            match nearest {
                Some(nearest) => {
                    near.entry(nearest).or_default().insert(class.edge(number));
                }
                None => self.unreached += 1,
            }
        }
        let tests = class.taking(method.first).count();
        self.near.extend(near.into_iter().map(|((test, taken), branches)| Near {
            tests,
            test,
            taken: class.edge(taken),
            branches,
        }));
    }

    /// The branches as what is to be followed, in their order.
    pub(super) fn targets<'o>(&'o self, result: &'o WorkResult) -> Vec<Target<'o>> {
        let target = |near: &'o Near| Target {
            prefix: Prefix {
                symbols: &result.symbols,
                sequence: &result.tests[near.test].sequence,
                taken: &near.taken,
            },
            branches: near.branches.clone(),
        };
        self.near.iter().map(target).collect()
    }
}

impl Class<'_> {
    fn edge(&self, number: u32) -> Edge {
        Edge {
            class: self.edges.class.as_str().into(),
            number,
        }
    }

    fn is_hit(&self, number: u32) -> bool {
        self.edges.hit.binary_search(&number).is_ok()
    }

    /// The positions of the tests that take an edge.
    fn taking(&self, number: u32) -> impl Iterator<Item = usize> {
        let key = edge_key(&self.edges.class, number);
        let tests = self.tests.iter().enumerate();
        let taking = tests.filter(move |(_, test)| test.goals.binary_search(&key).is_ok());
        taking.map(|(position, _)| position)
    }

    /// The position of the shortest test that takes one of the edges, with that edge.
    fn shortest(&self, numbers: impl IntoIterator<Item = u32>) -> Option<(usize, u32)> {
        let taking = numbers
            .into_iter()
            .flat_map(|number| self.taking(number).map(move |test| (test, number)));
        taking.min_by_key(|&(test, number)| (self.tests[test].sequence.len(), test, number))
    }
}

/// Whether a class is one of an order, or within one of them and no class under test by itself.
fn is_of(order: &WorkOrder, class: &str) -> bool {
    let mut name = class;
    loop {
        if order.subjects.iter().any(|subject| subject == name) {
            return order.targets.iter().any(|target| target == name);
        }
        match name.rfind('$') {
            Some(end) => name = &name[..end],
            None => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use palus_sequence::Sequence;
    use palus_sequence::{MethodId, Statement};

    use super::*;

    /// Of three branches the second lies behind the first, and the third behind both.
    fn method() -> MethodProbes {
        let probe = |at, branch| palus_classes::Probe {
            at,
            branch,
            lines: vec![],
        };
        let branches = [5, 10, 15].map(|at| [probe(at, Some(1)), probe(at, Some(1))]);
        MethodProbes {
            name: "f".into(),
            descriptor: "()V".into(),
            is_synthetic: false,
            first: 0,
            probes: [vec![probe(0, None)], branches.concat()].concat(),
        }
    }

    fn test(length: usize, edges: &[u32]) -> KeptTest {
        let call = Statement::Call {
            method: MethodId(0),
            operands: vec![],
        };
        let mut goals: Vec<u64> = edges.iter().map(|edge| edge_key("a.A", *edge)).collect();
        goals.sort_unstable();
        KeptTest {
            subject: "a.A".to_owned(),
            sequence: Sequence {
                statements: vec![call; length],
            },
            goals,
            ..KeptTest::default()
        }
    }

    fn near(hit: &[u32], tests: &[KeptTest]) -> (Vec<(usize, u32, Vec<u32>)>, u64) {
        let edges = ClassEdges {
            class: "a.A".to_owned(),
            total: 7,
            hit: hit.to_vec(),
            once: vec![],
        };
        let mut open = Open::default();
        open.add(&Class { edges: &edges, tests }, &method());
        let numbers = |near: &Near| near.branches.iter().map(|edge| edge.number).collect();
        let near = open
            .near
            .iter()
            .map(|near| (near.test, near.taken.number, numbers(near)));
        (near.collect(), open.unreached)
    }

    #[test]
    fn a_test_that_takes_another_way_out_of_the_branch_is_the_nearest() {
        let tests = [test(1, &[0]), test(3, &[0, 1]), test(2, &[0, 1, 5])];
        assert_eq!(
            near(&[0, 1, 5], &tests),
            (vec![(2, 1, vec![2, 3, 4]), (2, 5, vec![6])], 0)
        );
    }

    #[test]
    fn without_one_a_test_that_reaches_the_method_is_near() {
        let tests = [test(3, &[0]), test(2, &[0])];
        assert_eq!(near(&[0], &tests), (vec![(1, 0, vec![1, 2, 3, 4, 5, 6])], 0));
        assert_eq!(near(&[], &[test(1, &[])]), (vec![], 6));
    }
}
