//! Micro-benchmarks of the hot paths: `cargo bench -p bench`.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use bench::made_up::Suite;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use palus_classes::{ClassIndex, IndexLibrary, Library as _, Relations};
use palus_generate::{SearchTask, search};
use palus_model::{Builder, Model};
use palus_sequence::work::{Budget, SearchOptions, StrategyName};
use palus_sequence::{Executor, ExecutorLost, ObservationPlan, Outcome, Sequence, Symbols, Trace, Value};
use palus_supervise::Jdk;
use palus_trace::decode;

/// Enough for a model that does not fit into a processor's nearest caches.
const EVENTS: u64 = 300_000;
/// Sequences planned in one go: enough for pools and corpus to fill.
const SEQUENCES: u64 = 2_000;
/// What is analysed and planned for: classes of every JDK that share much state.
const SUBJECTS: [&str; 6] = [
    "ArrayList",
    "ArrayDeque",
    "BitSet",
    "HashMap",
    "PriorityQueue",
    "TreeMap",
];

static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::of(EVENTS));
static MODEL: LazyLock<Model> = LazyLock::new(folded);

fn main() {
    divan::main();
}

fn folding() -> Builder {
    let mut builder = Builder::new(Arc::clone(&SUITE.dictionary));
    for chunk in &SUITE.chunks {
        decode(chunk, &mut |event| builder.fold(1, event)).expect("our own events are whole");
    }
    builder
}

fn folded() -> Model {
    folding().finish()
}

fn subjects() -> Vec<String> {
    SUBJECTS.iter().map(|name| format!("java.util.{name}")).collect()
}

fn index() -> ClassIndex {
    let jdk = Jdk::find(17, "bench").expect("a JDK from 17 on");
    ClassIndex::open(&[], jdk.home()).expect("the classes of the JDK")
}

/// Decoding and folding events into a model, from nothing to the finished model.
#[divan::bench]
fn event_fold(bencher: Bencher) {
    LazyLock::force(&SUITE);
    bencher.counter(ItemsCount::new(SUITE.events)).bench_local(folded);
}

/// Taking the model of a recording that goes on, as is done every second against crashes.
#[divan::bench]
fn snapshot(bencher: Bencher) {
    let mut builder = folding();
    bencher.bench_local(|| builder.snapshot());
}

/// Folding a model by kTail.
#[divan::bench(args = [1, 3, 5])]
fn ktail(bencher: Bencher, k: u32) {
    LazyLock::force(&MODEL);
    let states: usize = MODEL.classes.values().map(palus_model::ClassModel::states).sum();
    bencher
        .counter(ItemsCount::new(states))
        .bench_local(|| black_box(&*MODEL).ktail(k));
}

/// Reading a model file, without the disk.
#[divan::bench]
fn model_reading(bencher: Bencher) {
    let bytes = MODEL.to_bytes().expect("a model that can be written");
    bencher
        .counter(divan::counter::BytesCount::of_slice(&bytes))
        .bench_local(|| Model::from_bytes(black_box(&bytes)));
}

/// The dependence of the methods of some classes, their bodies read before.
#[divan::bench]
fn dependence(bencher: Bencher) {
    let index = index();
    bencher.bench_local(|| {
        let relations = Relations::of(&index, &subjects());
        let methods = 0..relations.methods().len();
        methods.map(|method| relations.weights(method).len()).sum::<usize>()
    });
}

/// Every statement returns at once, so what is left is planning.
struct Quiet;

impl Executor for Quiet {
    fn run(&mut self, _: &mut Symbols, batch: &[Sequence], _: &ObservationPlan) -> Result<Vec<Trace>, ExecutorLost> {
        let returned = |sequence: &Sequence| Trace {
            outcomes: vec![Outcome::Returned(Value::Void); sequence.len()],
            edges_after: vec![0; sequence.len()],
            ..Trace::default()
        };
        Ok(batch.iter().map(returned).collect())
    }

    fn edges_total(&self) -> u32 {
        0
    }
}

/// Planning sequences, guidance on, without running them.
#[divan::bench(sample_count = 20)]
fn planning(bencher: Bencher) {
    let options = SearchOptions::of(StrategyName::Palus);
    let index = Arc::new(index());
    bencher
        .counter(ItemsCount::new(SEQUENCES))
        .with_inputs(|| IndexLibrary::new(Arc::clone(&index), &subjects()))
        .bench_local_values(|mut library| {
            let task = SearchTask {
                targets: library.subjects().to_vec(),
                seed: 1,
                budget: Budget::Sequences { count: SEQUENCES },
                options: &options,
                given: &[],
                avoid: &BTreeSet::new(),
                deadly: &[],
                carved: &[],
                seeds: &[],
                gives_way: false,
                may_go_on: &|_, _| true,
            };
            search(&task, &mut library, None, &mut Quiet, &[], &mut |_| {}).map(|(found, _)| found.counts.executed)
        });
}
