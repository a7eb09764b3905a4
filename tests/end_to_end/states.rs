//! States of real objects, taken in a worker that runs sequences which nobody searched for.

use std::fs;

use crate::support::{Jdk, Work, palus, working_jdks};
use palus_sequence::work::{Avoid, RunOrder, RunResult};
use palus_sequence::{
    Literal, MethodKind, ObservationPlan, Operand, Outcome, Portable, Sequence, StateRules, Statement, Symbols, Var,
};
use palus_state::{State, diff};
use palus_supervise::Workshop;

const AGENT_JAR: &[u8] = include_bytes!(env!("PALUS_AGENT_JAR"));

/// Sequences over `tests/subjects/states`.
#[derive(Default)]
struct Script {
    symbols: Symbols,
    sequences: Vec<Sequence>,
}

impl Script {
    fn call(&mut self, owner: &str, name: &str, descriptor: &str, kind: MethodKind, operands: Vec<Operand>) -> Var {
        let method = self
            .symbols
            .method(owner, name, descriptor, kind)
            .expect("a descriptor");
        let sequence = self.sequences.last_mut().expect("a sequence was begun");
        sequence.push(Statement::Call { method, operands })
    }

    fn begin(&mut self) {
        self.sequences.push(Sequence::default());
    }

    /// A sequence that calls one method of `demo.Heaps`.
    fn make(&mut self, name: &str, descriptor: &str, operands: &[Literal]) {
        self.begin();
        let operands = operands.iter().cloned().map(Operand::Literal).collect();
        self.call("demo.Heaps", name, descriptor, MethodKind::Static, operands);
    }

    fn run(&self, jdk: &Jdk) -> RunResult {
        let work = Work::on_subject("states", jdk);
        let scratch = work.path("scratch");
        fs::create_dir(&scratch).expect("a directory");
        let agent_jar = work.path("agent.jar");
        fs::write(&agent_jar, AGENT_JAR).expect("a jar");
        let workshop = Workshop {
            jdk: palus_supervise::Jdk::at(&jdk.home).expect("a JDK"),
            library: palus().with_file_name("libpalus.so"),
            agent_jar,
            scratch,
            sandboxed: true,
            passed_env: Vec::new(),
        };
        let order = RunOrder {
            class_path: vec![work.path("classes")],
            subjects: vec!["demo.IntStack".to_owned(), "demo.Heaps".to_owned()],
            sequences: self
                .sequences
                .iter()
                .map(|sequence| Portable::new(sequence, &self.symbols).expect("names"))
                .collect(),
            plan: ObservationPlan::states(),
            rules: StateRules::default(),
            with_statics: false,
            avoid: Avoid::default(),
        };
        let mut whole = None;
        let ran = workshop.run_sequences(&order, &mut |_, result| whole = Some(result));
        ran.expect("the sequences run");
        whole.expect("one batch")
    }
}

/// The state behind the last statement of a sequence.
fn last(result: &RunResult, sequence: usize) -> State {
    let trace = result.traces[sequence].as_ref().expect("it ran");
    let id = trace.states.last().and_then(|states| states.exit);
    let id = id.unwrap_or_else(|| panic!("sequence {sequence} has no state: {:?}", trace.outcomes));
    State::from_bytes(&result.states[&id]).expect("whole bytes")
}

/// Without the root list of factory methods, whose arguments are values.
fn made(result: &RunResult, sequence: usize) -> String {
    let state = last(result, sequence);
    let text = state.text();
    text.split_once(") ")
        .map_or(text.clone(), |(_, nodes)| nodes.to_owned())
}

#[test]
fn the_worked_examples_are_as_they_were_worked_out() {
    for jdk in working_jdks() {
        let mut script = Script::default();
        script.begin();
        let stack = script.call("demo.IntStack", "<init>", "()V", MethodKind::Constructor, vec![]);
        for value in [3, 2] {
            let operands = vec![Operand::Var(stack), Operand::Literal(Literal::Int(value))];
            script.call("demo.IntStack", "push", "(I)V", MethodKind::Instance, operands);
        }
        script.call(
            "demo.IntStack",
            "pop",
            "()I",
            MethodKind::Instance,
            vec![Operand::Var(stack)],
        );
        script.make("tree", "()Ldemo/Heaps$T;", &[]);
        for length in [2, 1] {
            script.make("ring", "(I)Ldemo/Heaps$Ring;", &[Literal::Int(length)]);
        }
        for kind in 0..4 {
            script.make("pair", "(I)Ldemo/Heaps$Pair;", &[Literal::Int(kind)]);
        }
        for detour in [false, true] {
            script.make("map", "(Z)Ljava/lang/Object;", &[Literal::Boolean(detour)]);
        }
        script.make("collection", "(I)Ljava/lang/Object;", &[Literal::Int(0)]);
        let list = Operand::Var(Var(0));
        let descriptor = "(Ljava/util/Collection;Ljava/util/Collection;)Z";
        script.call(
            "demo.Heaps",
            "addAll",
            descriptor,
            MethodKind::Static,
            vec![list.clone(), list],
        );
        let result = script.run(jdk);

        assert_eq!(
            last(&result, 0).text(),
            "IntStack#0{store=int[]#0,size=1} int[]#0[3,2,0,0,0,0,0,0,0,0]"
        );
        assert_eq!(
            last(&result, 1).text().replace("Heaps$", ""),
            "T#0{root=Node#0} Node#0{left=Node#1,right=Node#2,value=2} Node#1{left=null,right=null,value=1} \
             Node#2{left=null,right=null,value=3}"
        );
        assert_eq!(
            made(&result, 2).replace("Heaps$Ring", "Node"),
            "Node#0{next=Node#1} Node#1{next=Node#0}"
        );
        assert_eq!(made(&result, 3).replace("Heaps$Ring", "Node"), "Node#0{next=Node#0}");
        let pair = |sequence| made(&result, sequence);
        assert_ne!(pair(4), pair(5));
        assert_eq!(pair(6), pair(7));
        assert_eq!(made(&result, 8), "HashMap#0{\"a\"=1,\"b\"=2}");
        assert_eq!(made(&result, 8), made(&result, 9));
        let trace = result.traces[10].as_ref().expect("it ran");
        let before = State::from_bytes(&result.states[&trace.states[1].entry.expect("a state")]).expect("bytes");
        assert_eq!(before.text(), "(null,ArrayList#0,ArrayList#0) ArrayList#0[3,1,2]");
        let after = last(&result, 10);
        assert_eq!(after.text(), "(true,ArrayList#0,ArrayList#0) ArrayList#0[3,1,2,3,1,2]");
        assert_eq!(diff(&before, &after, 1)[0].to_string(), "0: null and true");
    }
}

#[test]
fn every_kind_of_slot_is_read_and_nothing_of_the_program_is_called() {
    for jdk in working_jdks() {
        let mut script = Script::default();
        script.make("loud", "()Ljava/lang/Object;", &[]);
        script.call(
            "demo.Heaps",
            "initialised",
            "()Ljava/lang/Object;",
            MethodKind::Static,
            vec![],
        );
        let result = script.run(jdk);
        let trace = result.traces[0].as_ref().expect("it ran");
        let loud = State::from_bytes(&result.states[&trace.states[0].exit.expect("a state")]).expect("bytes");
        assert_eq!(
            loud.text(),
            "Heaps$Loud#0{z=true,b=-1,c='\\'',s=-2,i=-2147483648,j=1099511627776L,f=1.5f,d=-0.0,nan=NaN,type=Heaps$Never.class,\
             mood=Heaps$Mood.BAD,box=7,big=-12345678901234567890,decimal=1250E-2,thread=Thread#0} Thread#0?"
        );
        assert_eq!(loud.marks().opaque, 1);
        assert_eq!(last(&result, 0).text(), "(0)", "a class was initialised");
    }
}

#[test]
fn collections_are_written_as_what_they_hold() {
    for jdk in working_jdks() {
        let mut script = Script::default();
        for which in 0..=24 {
            script.make("collection", "(I)Ljava/lang/Object;", &[Literal::Int(which)]);
        }
        let result = script.run(jdk);
        let texts: Vec<String> = (0..=24).map(|sequence| made(&result, sequence)).collect();
        let expected = [
            "ArrayList#0[3,1,2]",
            "LinkedList#0[3,1,2]",
            "Vector#0[3,1,2]",
            "ArrayDeque#0[3,1,2]",
            "ImmutableCollections$ListN#0[3,1,2]",
            "Arrays$ArrayList#0[3,1,2]",
            "CopyOnWriteArrayList#0[3,1,2]",
            "LinkedHashSet#0[3,1,2]",
            "TreeSet#0[1,2,3]",
            "PriorityQueue#0[1,3,2]",
            "HashSet#0[1,2,3]",
            "ImmutableCollections$SetN#0[1,2,3]",
            "LinkedHashMap#0{1=\"a\",2=\"b\"}",
            "TreeMap#0{1=\"a\",2=\"b\"}",
            "Hashtable#0{1=\"a\",2=\"b\"}",
            "ConcurrentHashMap#0{1=\"a\",2=\"b\"}",
            "ImmutableCollections$MapN#0{1=\"a\",2=\"b\"}",
            "EnumMap#0{Heaps$Mood.BAD=null}",
            "RegularEnumSet#0[Heaps$Mood.BAD]",
            "BitSet#0[8L]",
            "StringBuilder#0[\"Zürich€\"]",
            "ImmutableCollections$List12#0[3]",
            "ImmutableCollections$List12#0[3,Object#0] Object#0{}",
            "ImmutableCollections$Set12#0[3]",
            "ImmutableCollections$Set12#0[1,3]",
        ];
        assert_eq!(texts, expected);
    }
}

#[test]
fn a_deep_graph_with_shared_nodes_is_read_whole_and_the_same_on_every_run() {
    for jdk in working_jdks() {
        let mut script = Script::default();
        for _ in 0..20 {
            script.make("chain", "(I)Ldemo/Heaps$Node;", &[Literal::Int(5_000)]);
        }
        script.make("chain", "(I)Ldemo/Heaps$Node;", &[Literal::Int(20_000)]);
        let result = script.run(jdk);
        let first = last(&result, 0);
        assert_eq!(first.nodes.len(), 5_000);
        for sequence in 1..20 {
            assert_eq!(last(&result, sequence).id(), first.id());
        }
        let too_large = result.traces[20].as_ref().expect("it ran");
        assert!(matches!(too_large.outcomes[0], Outcome::Returned(_)));
        assert_eq!(too_large.states[0].exit, None, "what is cut has no state");
    }
}

#[test]
fn a_lost_worker_costs_the_sequence_that_it_ran_and_no_other() {
    for jdk in working_jdks() {
        let mut script = Script::default();
        for length in [1, 2] {
            script.make("ring", "(I)Ldemo/Heaps$Ring;", &[Literal::Int(length)]);
            script.begin();
            script.call("demo.Crash", "now", "()V", MethodKind::Static, vec![]);
        }
        script.make("ring", "(I)Ldemo/Heaps$Ring;", &[Literal::Int(3)]);
        let result = script.run(jdk);
        let nodes = |sequence| last(&result, sequence).nodes.len();
        assert_eq!((nodes(0), nodes(2), nodes(4)), (1, 2, 3), "JDK {}", jdk.feature);
        let ran: Vec<bool> = result.traces.iter().map(Option::is_some).collect();
        assert_eq!(ran, [true, false, true, false, true], "both crashes are one sequence");
    }
}
