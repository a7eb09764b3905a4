//! Calls that the search of `palus generate` makes, taken in state by state.

use std::cmp::Reverse;
use std::ffi::OsString;

use anyhow::bail;
use clap::Parser as _;
use palus_machine::{Answer, Call, Concrete, Datum, State};
use palus_observe::{ObjectStates, Seen};
use palus_sequence::work::{Budget, RunResult, WorkResult};
use palus_sequence::{MethodKind, ObservationPlan, Operand, Portable, Sequence, Statement, Var};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Explorer;
use super::arguments::Given;
use super::decode::{Done, joint, root, seen};
use super::explorer::Recipe;
use crate::args::{Cli, Command, ExecutionsArgs};
use crate::generate::{GenerateOptions, collected};
use crate::progress::Reporter;

/// How many sequences a search runs where neither their number nor a time is given.
const USUAL: u64 = 20_000;
/// The part of the time that the search has; the rest is for making calls in the states that it found.
const SHARE: f64 = 0.4;

/// The calls of one method that are taken over: each is made in every state, and more tell more states apart than a reader can look through.
const MOST_CALLS: usize = 4;

/// An execution that a sequence made.
struct Met {
    from: Option<State>,
    call: Call,
    /// The arguments of the call as they were seen.
    arguments: Vec<Seen>,
    to: Option<State>,
    answer: Answer,
    /// The sequence, and the statement in it.
    place: (usize, usize),
}

/// A sequence in which results are shown: the statements of the original by their positions in it.
struct Shown {
    sequence: Sequence,
    places: Vec<usize>,
}

impl Explorer {
    /// Searches for sequences that call methods of the class, and takes in what they did: of each method the calls that were made most often.
    pub(super) fn search(&mut self, args: &ExecutionsArgs, concrete: &mut Concrete) -> anyhow::Result<()> {
        let options = options(args, self.class())?;
        let reporter = Reporter::new(true);
        let subjects = [self.class().to_owned()];
        let results = collected(self.laboratory().workshop(), &subjects, &options, &reporter)?;
        let sequences = self.within(&results);
        let met = self.watch(&sequences)?;
        self.take_in(met, &sequences, concrete)?;
        if concrete.starts().all(|(_, start)| start.to.is_none()) {
            bail!(
                "no sequence of the search made an object of {}; give the search more with --sequences or --time, or a --model",
                self.class()
            );
        }
        Ok(())
    }

    /// The sequences in the words of the explorer, those with the fewest statements first.
    fn within(&mut self, results: &[WorkResult]) -> Vec<Sequence> {
        let mut sequences = Vec::new();
        for result in results {
            for sequence in &result.collected {
                let portable = Portable::new(sequence, &result.symbols);
                sequences.extend(portable.and_then(|portable| portable.within(self.symbols_mut())).ok());
            }
        }
        sequences.sort_by_key(Sequence::len);
        sequences
    }

    /// Runs them again, and tells each execution of a method or constructor of the class.
    fn watch(&mut self, sequences: &[Sequence]) -> anyhow::Result<Vec<Met>> {
        let shown: Vec<Shown> = sequences.iter().map(|sequence| self.all_shown(sequence)).collect();
        let to_run: Vec<Sequence> = shown.iter().map(|shown| shown.sequence.clone()).collect();
        let mut states = std::mem::take(&mut self.states);
        let mut met = Vec::new();
        let symbols = self.library_symbols();
        let ran = self.laboratory().run(
            &to_run,
            symbols,
            ObservationPlan::states(),
            &mut |first, run: RunResult| {
                for (offset, trace) in run.traces.iter().enumerate() {
                    let Some(trace) = trace else { continue };
                    let place = first + offset;
                    for (position, &at) in shown[place].places.iter().enumerate() {
                        let done = Done { run: &run, trace, at };
                        let statement = &sequences[place].statements[position];
                        let execution = self.execution(statement, &done, &mut states, (place, position));
                        met.extend(execution);
                    }
                }
            },
        );
        self.states = states;
        ran.map(|()| met)
    }

    /// With a statement behind each call that gives an object, which shows its state.
    fn all_shown(&self, sequence: &Sequence) -> Shown {
        let mut shown = Sequence::default();
        let mut places = Vec::new();
        for statement in &sequence.statements {
            let mut moved = statement.clone();
            for operand in moved.operands_mut() {
                if let Operand::Var(var) = operand {
                    *var = Var(places[var.index()] as u16);
                }
            }
            let gives = matches!(statement, Statement::Call { .. }) && self.gives_objects(statement);
            let var = shown.push(moved);
            places.push(var.index());
            if gives {
                shown.push(self.showing(var));
            }
        }
        Shown {
            sequence: shown,
            places,
        }
    }

    /// What a statement did to an object of the class; `None` where it did nothing to one, or something of it is not known.
    fn execution(
        &self,
        statement: &Statement,
        done: &Done<'_>,
        states: &mut ObjectStates,
        place: (usize, usize),
    ) -> Option<Met> {
        let Statement::Call { method, .. } = statement else {
            return None;
        };
        let symbols = self.library_symbols();
        let method = symbols.get(*method);
        let is_ours = |state: State, states: &ObjectStates| {
            let class = states.class(palus_observe::ObjectState(state.0));
            class.is_some_and(|class| **class == *self.class())
        };
        let answer = done.answer(states)?;
        let exit = root(done.run, done.states().exit, 0, states);
        let from = match method.kind {
            MethodKind::Instance => {
                let entry = root(done.run, done.states().entry, 0, states)?;
                if !is_ours(entry, states) {
                    return None;
                }
                exit?;
                Some(entry)
            }
            _ if method.kind == MethodKind::Static && symbols.type_name(method.result) != self.class() => return None,
            _ if symbols.type_name(method.owner) != self.class() => return None,
            _ => None,
        };
        let to = exit.filter(|exit| is_ours(*exit, states));
        let is_start = from.is_none();
        let (data, arguments) = arguments(done, method.parameters.len(), states)?.into_iter().unzip();
        Some(Met {
            from,
            call: Call {
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                arguments: data,
            },
            arguments,
            to,
            answer: match answer {
                Answer::Threw(class) => Answer::Threw(class),
                _ if is_start => Answer::Void,
                answer => answer,
            },
            place,
        })
    }

    /// Takes in the executions by calls that can be made again.
    fn take_in(&mut self, met: Vec<Met>, sequences: &[Sequence], concrete: &mut Concrete) -> anyhow::Result<()> {
        let mut known: FxHashSet<&Call> = FxHashSet::default();
        let mut recipes = Vec::new();
        let chosen = most_often(&met);
        for execution in &met {
            if chosen.contains(&execution.call)
                && !known.contains(&execution.call)
                && let Some(recipe) = self.recipe(&sequences[execution.place.0], execution)
            {
                known.insert(&execution.call);
                recipes.push((execution.call.clone(), recipe));
            }
        }
        let learned = self.learn_made(recipes)?;
        for execution in met {
            if !learned.contains(&execution.call) {
                continue;
            }
            match (execution.from, execution.to) {
                (None, to) if to.is_some() || matches!(execution.answer, Answer::Threw(_)) => {
                    concrete.start(execution.call, to, execution.answer);
                }
                (Some(from), Some(to)) => concrete.add(from, execution.call, to, execution.answer),
                _ => {}
            }
        }
        Ok(())
    }

    /// How the call at that statement is made again: objects by what made them, up to there.
    fn recipe(&mut self, sequence: &Sequence, execution: &Met) -> Option<Recipe> {
        let at = execution.place.1;
        let Statement::Call { method, operands } = &sequence.statements[at] else {
            return None;
        };
        let symbols = self.library_symbols();
        let before = Sequence {
            statements: sequence.statements[..at].to_vec(),
        };
        let has_receiver = symbols.get(*method).kind == MethodKind::Instance;
        let method = *method;
        let operands = operands[usize::from(has_receiver)..].to_vec();
        let mut given = Vec::new();
        for (operand, seen) in operands.iter().zip(&execution.arguments) {
            given.push(match operand {
                Operand::Literal(literal) => Given::Literal(literal.clone()),
                Operand::Var(var) => {
                    if let Some(literal) = Given::seen(seen, self.symbols_mut()) {
                        literal
                    } else {
                        let (made, var) = palus_generate::slice(&before, *var, self.library_symbols())?;
                        Given::Made(made, var)
                    }
                }
                _ => return None,
            });
        }
        Some(Recipe { method, given })
    }
}

/// The arguments of a call before it; `None` where something of them is not known, or they share objects with each other or the receiver: a call
/// that is made again with objects of its own would be another one.
fn arguments(done: &Done<'_>, count: usize, states: &mut ObjectStates) -> Option<Vec<(Datum, Seen)>> {
    if count == 0 {
        return Some(Vec::new());
    }
    let joint = joint(done.run, done.states().entry)?;
    let apart = (0..=count)
        .filter_map(|root| joint.part(root))
        .map(|part| part.nodes.len());
    if apart.sum::<usize>() != joint.nodes.len() {
        return None;
    }
    (1..=count).map(|root| seen(&joint, root, states)).collect()
}

/// Of each method a few calls: those that were made most often, of equally many those that were met first.
fn most_often(met: &[Met]) -> FxHashSet<Call> {
    let mut counts: FxHashMap<&Call, (usize, Reverse<usize>)> = FxHashMap::default();
    for (place, execution) in met.iter().enumerate() {
        counts.entry(&execution.call).or_insert((0, Reverse(place))).0 += 1;
    }
    let mut ranked: Vec<(&Call, (usize, Reverse<usize>))> = counts.into_iter().collect();
    ranked.sort_by_key(|(_, rank)| Reverse(*rank));
    let mut of_method: FxHashMap<(&str, &str), usize> = FxHashMap::default();
    let chosen = ranked.into_iter().map(|(call, _)| call).filter(|call| {
        let taken = of_method.entry((&*call.name, &*call.descriptor)).or_default();
        *taken += 1;
        *taken <= MOST_CALLS
    });
    chosen.cloned().collect()
}

/// What `palus generate` would be asked for.
fn options(args: &ExecutionsArgs, class: &str) -> anyhow::Result<GenerateOptions> {
    let mut line: Vec<OsString> = ["palus", "generate", "--quiet", "--out", ".", "--classes", class]
        .map(Into::into)
        .into();
    if let Some(class_path) = &args.classpath {
        line.extend(["--classpath".into(), class_path.into()]);
    }
    for model in &args.model {
        line.extend(["--model".into(), model.into()]);
    }
    let Command::Generate(generate) = Cli::try_parse_from(line)?.command else {
        bail!("the command line of the search was not understood");
    };
    let mut options = GenerateOptions::resolve(&generate)?;
    // What tests would catch is not asked here.
    options.search.without.push("mutants".to_owned());
    options.sandbox = !args.no_sandbox;
    options.budget = match args.time {
        Some(time) => Budget::Time {
            millis: time.mul_f64(SHARE).as_millis() as u64,
        },
        None => Budget::Sequences {
            count: args.sequences.unwrap_or(USUAL),
        },
    };
    Ok(options)
}
