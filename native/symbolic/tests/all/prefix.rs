//! Prefixes: numbers for the last calls of a sequence, so that they take edges which it did not.

use std::collections::BTreeSet;

use palus_classes::ClassIndex;
use palus_sequence::{Literal, MethodKind, Operand, Sequence, Statement, Symbols, Var};
use palus_symbolic::{Edge, Fate, Limits, Prefix, Probed, Prober, Reason, Solver, Target};

use crate::support::Compiled;

const GATE: &str = "
    public class Gate {
        private final java.util.ArrayList<Integer> seen = new java.util.ArrayList<>();
        private int key;
        private static int opened;
        public void lock(int key) {
            if (key < 0) throw new IllegalArgumentException();
            this.key = key;
            seen.add(key);
        }
        public int open(int x, long y) {
            if (x == key + 48271 && y - 3 == x) return key > 100 ? 1 : 2;
            if (x < 10 && x > 20) return 3;
            return 4;
        }
        public int hash(int x) { return x * x % 1009 == 77 ? 1 : 2; }
        public int sum(int[] all) { return all[0] > all[1] ? all[1] == 12345 ? 1 : 2 : 3; }
        public int count(int x) {
            String name = System.getProperty(\"x\" + seen.size());
            return x == 99 ? 1 : 2;
        }
        public int late(int x) {
            if (x == 4711) { System.getProperty(\"x\"); return 1; }
            return 2;
        }
    }";

/// Sequences of calls of one class.
struct Calls {
    symbols: Symbols,
    sequence: Sequence,
}

impl Calls {
    fn new(class: &str) -> Self {
        let mut symbols = Symbols::default();
        let method = symbols.method(class, "<init>", "()V", MethodKind::Constructor).unwrap();
        let mut sequence = Sequence::default();
        sequence.push(Statement::Call {
            method,
            operands: vec![],
        });
        Self { symbols, sequence }
    }

    fn call(mut self, name: &str, descriptor: &str, arguments: &[Operand]) -> Self {
        let symbols = &mut self.symbols;
        let method = symbols
            .method("demo.Gate", name, descriptor, MethodKind::Instance)
            .unwrap();
        let operands = [&[Operand::Var(Var(0))], arguments].concat();
        self.sequence.push(Statement::Call { method, operands });
        self
    }
}

fn int(value: i32) -> Operand {
    Operand::Literal(Literal::Int(value))
}

fn long(value: i64) -> Operand {
    Operand::Literal(Literal::Long(value))
}

/// A method of the class: its start, and its branches.
fn method(index: &ClassIndex, name: &str) -> (Edge, Vec<Edge>) {
    let probes = index.probes("demo.Gate").unwrap();
    let method = probes.methods.iter().find(|it| &*it.name == name).unwrap();
    let edge = |number| Edge {
        class: "demo.Gate".into(),
        number,
    };
    let branches = (method.first..)
        .zip(&method.probes)
        .filter(|(_, probe)| probe.branch.is_some());
    (edge(method.first), branches.map(|(number, _)| edge(number)).collect())
}

/// The branches of a method, and what the calls give for those that are wanted: all.
fn probed(compiled: &Compiled, calls: &Calls, name: &str, paths: u64) -> (Vec<Edge>, Probed) {
    let index = compiled.index();
    let (entry, branches) = method(&index, name);
    let prefix = Prefix {
        symbols: &calls.symbols,
        sequence: &calls.sequence,
        taken: &entry,
    };
    let limits = Limits { until: None, paths };
    let wanted: BTreeSet<Edge> = branches.iter().cloned().collect();
    let probed = Prober::new(index, Solver::default()).probe(prefix, &wanted, limits);
    (branches, probed)
}

fn taken(probed: &Probed) -> BTreeSet<Edge> {
    probed.solved.iter().flat_map(|solved| solved.edges.clone()).collect()
}

#[test]
fn numbers_are_found_for_the_last_two_calls_and_what_no_number_reaches_stays() {
    let Some(compiled) = Compiled::text("Gate", GATE) else {
        return;
    };
    let calls = Calls::new("demo.Gate")
        .call("lock", "(I)V", &[int(7)])
        .call("open", "(IJ)I", &[int(0), long(0)]);
    let (branches, probed) = probed(&compiled, &calls, "open", 1_000);
    assert!(probed.open.is_empty(), "{:?}", probed.open);
    // Nothing is less than ten and more than twenty.
    let left: Vec<&Edge> = branches.iter().filter(|edge| !taken(&probed).contains(edge)).collect();
    assert_eq!(left.len(), 1, "{left:?}");
    let texts: Vec<String> = probed
        .solved
        .iter()
        .map(|it| it.sequence.text(&calls.symbols))
        .collect();
    let is_found = |text: &String| {
        let numbers: Vec<i64> = text
            .split(|c: char| !c.is_ascii_digit() && c != '-')
            .filter_map(|word| word.parse().ok())
            .collect();
        // v0 = ..., v1 = v0.lock(k), v2 = v0.open(x, y)
        matches!(numbers[..], [0, 1, 0, key, 2, 0, x, y] if key > 100 && x == key + 48_271 && y == x + 3)
    };
    assert!(texts.iter().any(is_found), "{texts:?}");
}

#[test]
fn calls_that_threw_or_are_not_followed_are_left_out_and_numbers_in_arrays_are_found() {
    let Some(compiled) = Compiled::text("Gate", GATE) else {
        return;
    };
    let mut calls = Calls::new("demo.Gate").call("lock", "(I)V", &[int(-1)]);
    let element = calls.symbols.descriptor("I").unwrap();
    let array = calls.sequence.push(Statement::Array {
        element,
        elements: vec![int(1), int(1)],
    });
    // It asks for a property, which nobody follows.
    let calls = calls.call("count", "(I)I", &[int(0)]);
    let calls = calls.call("sum", "([I)I", &[Operand::Var(array)]);
    let (branches, probed) = probed(&compiled, &calls, "sum", 1_000);
    assert_eq!(taken(&probed).len(), branches.len(), "{probed:?}");
    for solved in &probed.solved {
        let text = solved.sequence.text(&calls.symbols);
        assert!(!text.contains("lock") && !text.contains("count"), "{text}");
    }
    let is_found = |text: String| text.contains(", 12345}");
    assert!(
        probed
            .solved
            .iter()
            .any(|it| is_found(it.sequence.text(&calls.symbols))),
        "{probed:?}"
    );
}

#[test]
fn what_is_not_followed_is_told_and_what_was_taken_before_counts() {
    let Some(compiled) = Compiled::text("Gate", GATE) else {
        return;
    };
    let reasons = |name: &str, paths: u64| {
        let calls = Calls::new("demo.Gate").call(name, "(I)I", &[int(0)]);
        let (_, probed) = probed(&compiled, &calls, name, paths);
        (probed.solved.len(), probed.open.into_keys().collect::<Vec<_>>())
    };
    let property = Reason::Method("java.lang.System.getProperty".to_owned());
    assert_eq!(reasons("count", 1_000), (0, vec![property.clone()]));
    assert_eq!(reasons("late", 1_000), (2, vec![property]));
    assert_eq!(reasons("hash", 1_000).1, [Reason::NeedsSolver]);
    // The path that makes the object is one, too.
    assert_eq!(reasons("late", 2), (0, vec![Reason::Time]));
}

#[test]
fn every_branch_has_its_fate() {
    let Some(compiled) = Compiled::text("Gate", GATE) else {
        return;
    };
    let index = compiled.index();
    let zero = [int(0), long(0)];
    let named = [
        ("open", "(IJ)I", &zero[..]),
        ("count", "(I)I", &zero[..1]),
        ("hash", "(I)I", &zero[..1]),
        ("late", "(I)I", &zero[..1]),
    ];
    let made = named.map(|(name, descriptor, arguments)| {
        let calls = Calls::new("demo.Gate").call(name, descriptor, arguments);
        (calls, method(&index, name))
    });
    let targets = made.iter().map(|(calls, (entry, branches))| Target {
        prefix: Prefix {
            symbols: &calls.symbols,
            sequence: &calls.sequence,
            taken: entry,
        },
        branches: branches.iter().cloned().collect(),
    });
    let targets: Vec<Target<'_>> = targets.collect();
    let told = |paths: u64| {
        let limits = Limits { until: None, paths };
        let campaign = Prober::new(compiled.index(), Solver::default()).probe_all(&targets, limits);
        let count = |is_it: &dyn Fn(&Fate) -> bool| campaign.fates.values().filter(|fate| is_it(fate)).count();
        [
            count(&|fate| *fate == Fate::Solved),
            count(&|fate| *fate == Fate::Infeasible),
            count(&|fate| matches!(fate, Fate::Outside(_))),
            count(&|fate| *fate == Fate::NeedsSolver),
            count(&|fate| *fate == Fate::OutOfTime),
        ]
    };
    // With a key that nobody has set, `key > 100` is infeasible too.
    assert_eq!(told(1_000), [11, 2, 2, 1, 0]);
    assert_eq!(told(0), [0, 0, 0, 0, 16]);
}
