//! The loop: propose a batch, run it, learn from it.

use std::collections::VecDeque;

use palus_classes::Library;
use palus_model::Model;
use palus_sequence::work::{Budget, EndOfSearch};
use palus_sequence::{
    Check, EndedBy, Executor, ExecutorLost, MethodId, ObservationPlan, Outcome, Sequence, Statement, Symbols, Trace,
    TypeId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::breadth::Breadth;
use crate::builder::Builder;
use crate::context::Context;
use crate::corpus::Corpus;
use crate::familiar::Familiar;
use crate::frontier::Frontier;
use crate::harvest::Harvest;
use crate::hash::{method_hash, prefix_hashes, sequence_hash};
use crate::hints::Hints;
use crate::links::Links;
use crate::mutate::{consume, mutate, touch};
use crate::novelty::struck;
use crate::schedule::Schedule;
use crate::strategy::{self, Proposal, Strategy};
use crate::systematic::Systematic;
use crate::task::{SearchResult, SearchTask, Told};
use crate::variation::Knowledge;
use clock::Clock;

/// Sequences that go to the executor at once.
const BATCH: u64 = 32;
/// How many run behind a batch in which a call did not come to an end: until that is known of it, others of the batch call it too.
const CAREFUL: u64 = 4;
/// Draws in a row that led to nothing new to run, after which more is allowed than before. As many, and so many for each
/// method, for it may be one of hundreds for which there are arguments.
const FRUITLESS: (usize, usize) = (2_000, 50);
/// While there are sequences with operands placed, their share of the turns.
const HINT_SHARE: f64 = 0.5;
/// How many of them wait at most.
const HINT_CAP: usize = 2_000;
/// With guidance, the share of sequences that are mutants of the corpus rather than the strategy's own.
const MUTANT_SHARE: f64 = 0.5;
/// So few sequences say nothing of those to come: on a busy machine a cold one takes seconds for them.
const FEW: u64 = 2_000;
/// Where methods of classes that are not under test are called, the share of mutants in which one is.
const TOUCH_SHARE: f64 = 0.3;
/// Where other classes use what those under test make, the share of mutants in which one does.
const CONSUME_SHARE: f64 = 0.1;

/// Searches for sequences worth a test until the budget is spent. With a budget of sequences equal tasks give equal
/// results; with one of time, the clock is looked at between batches. Gives what it found, and what it knows besides for [`Variation`](crate::Variation).
pub fn search(
    task: &SearchTask<'_>,
    library: &mut dyn Library,
    model: Option<&Model>,
    executor: &mut dyn Executor,
    checks: &[&dyn Check],
    tell: &mut dyn FnMut(&Told<'_>),
) -> Result<(SearchResult, Knowledge), ExecutorLost> {
    let clock = Clock::new(task);
    let model = model.filter(|_| strategy::knows_models(task.options));
    let mut context = Context::new(task, library, model);
    let strategy = strategy::make(&mut context, model);
    let schedule = Schedule::new(&context.catalog, context.library.symbols(), task.budget);
    let mut harvest = Harvest::new(&context, checks);
    forbid(task, &mut context, &mut harvest);
    let mut search = Search {
        task,
        context,
        strategy,
        schedule,
        corpus: Corpus::default(),
        frontier: Frontier::default(),
        hints: Hints::default(),
        hinted: VecDeque::new(),
        harvest,
        ran: FxHashSet::default(),
        illegal: FxHashSet::default(),
        learned: FxHashMap::default(),
        familiar: Familiar::default(),
        links: Links::default(),
        systematic: None,
        newest: Moment::default(),
        at_most: BATCH,
    };
    let (first, last) = match task.budget {
        Budget::Time { .. } => (task.seeds, &[][..]),
        Budget::Sequences { .. } => (&[][..], task.seeds),
    };
    search.sow(first, &clock, executor, tell)?;
    // What an earlier run paid for is free.
    let mut sown = search.harvest.counts.executed;
    let (mut has_carved, mut is_dry) = (!task.carved.is_empty(), false);
    let end = loop {
        let executed = search.harvest.counts.executed - sown;
        search.context.progress = clock.progress(executed);
        if has_carved && (is_dry || search.context.progress >= CARVED_FROM) {
            has_carved = false;
            sown += search.sow_carved(&clock, executor, tell)?;
            continue;
        }
        if task.options.stop_at_links && search.links.is_enough(search.context.progress) {
            break EndOfSearch::Links;
        }
        let since = search.harvest.counts.executed - search.newest.executed;
        if !has_carved
            && task.gives_way
            && since >= FEW
            && clock.is_dry(search.context.progress, search.newest.progress)
        {
            break EndOfSearch::Saturated;
        }
        if clock.is_by_time() && !(task.may_go_on)(search.context.progress, search.harvest.reached()) {
            break EndOfSearch::Time;
        }
        let batch = search.next_batch(executed, &clock);
        if clock.room(executed) == 0 {
            break clock.end();
        }
        if batch.is_empty() && !has_carved {
            break EndOfSearch::Exhausted;
        }
        is_dry = batch.is_empty();
        search.run(batch, executor)?;
        search.harvest.tell(search.context.library.symbols(), tell);
    };
    search.sow(last, &clock, executor, tell)?;
    let consumers = search.context.catalog.consumers.all();
    Ok((search.harvest.finish(end, consumers), search.context.into_knowledge()))
}

/// The part of a budget behind which a search runs what the project's own tests do: what is reached more easily has shorter tests by then.
const CARVED_FROM: f64 = 0.25;

/// The part of a budget of time for which that goes on at the most.
const CARVED_SHARE: f64 = 0.25;

/// How far a search had come.
#[derive(Clone, Copy, Default)]
struct Moment {
    /// The share of the budget that was spent.
    progress: f64,
    /// How many sequences had run.
    executed: u64,
}

/// Has the methods never called that cost an earlier worker its life.
fn forbid(task: &SearchTask<'_>, context: &mut Context<'_>, harvest: &mut Harvest<'_>) {
    for deadly in task.deadly {
        let symbols = context.library.symbols();
        let methods = context.catalog.target_methods();
        let found: Vec<MethodId> = methods
            .filter(|method| method_hash(*method, symbols) == deadly.key)
            .collect();
        for method in found {
            context.effort.forbid(method);
            harvest.statistics.forbid(method, deadly);
        }
    }
}

/// Whether the sequence, or a method that it calls, cost an earlier worker its life.
pub(crate) fn is_forbidden(task: &SearchTask<'_>, sequence: &Sequence, symbols: &Symbols) -> bool {
    let is_deadly = |statement: &Statement| match statement {
        Statement::Call { method, .. } => {
            let key = method_hash(*method, symbols);
            task.deadly.iter().any(|deadly| deadly.key == key)
        }
        _ => false,
    };
    (!task.avoid.is_empty() && task.avoid.contains(&sequence_hash(sequence, symbols)))
        || (!task.deadly.is_empty() && sequence.statements.iter().any(is_deadly))
}

/// Whether the run was ended because it took too long.
fn was_stopped(trace: &Trace) -> bool {
    struck(trace) || trace.outcomes.contains(&Outcome::Ended(EndedBy::Fuel))
}

/// The class of the last method that a sequence calls.
fn called_class(sequence: &Sequence, symbols: &Symbols) -> Option<TypeId> {
    let mut statements = sequence.statements.iter().rev();
    statements.find_map(|statement| match statement {
        Statement::Call { method, .. } => Some(symbols.get(*method).owner),
        _ => None,
    })
}

/// A proposal and the class whose turn it was.
pub(crate) struct Turn {
    pub(crate) proposal: Proposal,
    pub(crate) focus: Option<TypeId>,
}

struct Search<'s, 'm> {
    task: &'s SearchTask<'s>,
    context: Context<'s>,
    strategy: Box<dyn Strategy + 'm>,
    schedule: Schedule,
    corpus: Corpus,
    frontier: Frontier,
    hints: Hints,
    /// Sequences with operands placed, waiting for their turn.
    hinted: VecDeque<Turn>,
    harvest: Harvest<'s>,
    /// Hashes of what ran before: a repeat is skipped before it costs anything.
    ran: FxHashSet<u64>,
    /// Hashes of sequences whose last statement did not return: nothing that begins with one is worth running.
    illegal: FxHashSet<u64>,
    /// Without guidance: where the sequences ended that the strategy has learned from, by their hashes; `None` where all of it returned.
    learned: FxHashMap<u64, Option<usize>>,
    /// What calls did on objects in which states, where that is asked for.
    familiar: Familiar,
    /// What objects linked to, where that is asked for.
    links: Links,
    /// What is left to run when draws lead to nothing new.
    systematic: Option<Systematic>,
    /// How much of the budget was spent when something new was last found, 0 to 1.
    newest: Moment,
    /// How many sequences the next batch may have.
    at_most: u64,
}

impl Search<'_, '_> {
    /// Runs what an earlier run kept, as far as it may run and did not yet, while there is time.
    fn sow(
        &mut self,
        seeds: &[Sequence],
        clock: &Clock,
        executor: &mut dyn Executor,
        tell: &mut dyn FnMut(&Told<'_>),
    ) -> Result<(), ExecutorLost> {
        for seeds in seeds.chunks(BATCH as usize).take_while(|_| clock.may_sow()) {
            let proposals = seeds.iter().cloned().map(Proposal::random);
            let new: Vec<Proposal> = proposals.filter(|proposal| self.is_new(proposal)).collect();
            let turn = |proposal| Turn { proposal, focus: None };
            self.run(new.into_iter().map(turn).collect(), executor)?;
            self.harvest.tell(self.context.library.symbols(), tell);
        }
        Ok(())
    }

    /// Runs what the project's own tests do, for a part of the time: how many sequences.
    fn sow_carved(
        &mut self,
        clock: &Clock,
        executor: &mut dyn Executor,
        tell: &mut dyn FnMut(&Told<'_>),
    ) -> Result<u64, ExecutorLost> {
        let before = self.harvest.counts.executed;
        for seeds in self.task.carved.chunks(BATCH as usize) {
            if clock.is_by_time() && clock.progress(0) > CARVED_FROM + CARVED_SHARE {
                break;
            }
            self.sow(seeds, clock, executor, tell)?;
        }
        Ok(self.harvest.counts.executed - before)
    }

    fn batch(&mut self, room: u64) -> Vec<Turn> {
        let mut batch = Vec::new();
        let mut fruitless = 0;
        let (least, each) = FRUITLESS;
        let most = least.max(each * self.context.effort.methods());
        while (batch.len() as u64) < room && fruitless < most {
            match self.propose() {
                Some(turn) if self.is_new(&turn.proposal) => {
                    fruitless = 0;
                    batch.push(turn);
                }
                // A sweep ends by itself, however many of its attempts lead nowhere.
                turn => {
                    fruitless += usize::from(!self.context.options.guidance || !self.schedule.is_sweeping());
                    if let Some(turn) = turn {
                        self.learn_again(&turn.proposal);
                    }
                }
            }
            if fruitless == most && self.strategy.give_way() {
                fruitless = 0;
            }
            for (method, wanted) in self.context.take_missing() {
                self.harvest.statistics.note_missing(method, wanted);
            }
            self.harvest.statistics.unmade.append(&mut self.context.unmade);
        }
        batch
    }

    /// What ran before is not run again, but learned from as if it had been: the papers file each sequence that they make, and where the first of a
    /// kind has moved on and met a dead end, the next has to begin.
    fn learn_again(&mut self, proposal: &Proposal) {
        if self.learned.is_empty() {
            return;
        }
        let whole = prefix_hashes(&proposal.sequence).last();
        if let Some(stopped_at) = whole.and_then(|hash| self.learned.get(&hash)) {
            self.strategy.learn(&self.context, proposal, *stopped_at);
        }
    }

    /// Whether the sequence is allowed, can become a test, did not run before, and does not begin with one that is known not
    /// to return.
    fn is_new(&mut self, proposal: &Proposal) -> bool {
        if !self.context.homes.exists(&proposal.sequence, self.context.library)
            || is_forbidden(self.task, &proposal.sequence, self.context.library.symbols())
            || self.context.effort.calls_hopeless(&proposal.sequence)
        {
            return false;
        }
        let mut whole = 0;
        for hash in prefix_hashes(&proposal.sequence) {
            if self.context.options.feedback && self.illegal.contains(&hash) {
                return false;
            }
            whole = hash;
        }
        if !self.ran.insert(whole) {
            return false;
        }
        let is_familiar = self.context.options.state_feedback && self.familiar.foretells(&proposal.sequence);
        self.harvest.counts.familiar += u64::from(is_familiar);
        !is_familiar
    }

    /// With guidance: the sweep, then mutants and the strategy in turn, about the class whose turn it is. Without: the
    /// strategy alone, about any class.
    fn propose(&mut self) -> Option<Turn> {
        let context = &mut self.context;
        if !context.options.guidance {
            let proposal = self.strategy.propose(context, None)?;
            return Some(Turn { proposal, focus: None });
        }
        if context.rng.chance(HINT_SHARE)
            && let Some(turn) = self.hinted.pop_front()
        {
            return Some(turn);
        }
        let untried = self.strategy.untried_share();
        if untried > 0.0
            && context.rng.chance(untried)
            && let Some(proposal) = self.strategy.propose_untried(context)
        {
            let focus = called_class(&proposal.sequence, context.library.symbols());
            return Some(Turn { proposal, focus });
        }
        if let Some((method, attempt)) = self.schedule.next_swept(context.progress) {
            let focus = Some(context.library.symbols().get(method).owner);
            // Recorded calls of it are attempts too.
            if context.effort.is_hopeless(method) || context.effort.attempts(method) > attempt {
                return None;
            }
            let builder = Builder::new(context);
            // The first attempt is with the plainest inputs.
            let mut builder = if attempt == 0 { builder.simple() } else { builder };
            builder.call(method).ok()?;
            let proposal = Proposal::random(builder.finish()?);
            return Some(Turn { proposal, focus });
        }
        let focus = self.schedule.focus(context, &self.harvest.statistics, &self.frontier)?;
        let proposal = match Self::mutant(context, &mut self.corpus, focus) {
            Some(mutant) => mutant,
            None => self.strategy.propose(context, Some(focus))?,
        };
        Some(Turn {
            proposal,
            focus: Some(focus),
        })
    }

    fn mutant(context: &mut Context<'_>, corpus: &mut Corpus, focus: TypeId) -> Option<Proposal> {
        if !context.rng.chance(MUTANT_SHARE) {
            return None;
        }
        if !context.with("mutation") {
            return None;
        }
        let (parent, threw) = corpus.draw(focus, &mut context.rng)?;
        if context.breadth >= Breadth::Foreign && context.rng.chance(TOUCH_SHARE) {
            return touch(context, &parent).map(Proposal::random);
        }
        if !threw && !context.catalog.consumers.is_empty() && context.rng.chance(CONSUME_SHARE) {
            return consume(context, &parent).map(Proposal::random);
        }
        let donor = corpus.donor(focus, &mut context.rng);
        mutate(context, &parent, threw, donor.as_deref()).map(Proposal::random)
    }

    /// Runs sequences, some of them with states where links are counted.
    fn observe(
        &mut self,
        sequences: &[Sequence],
        plan: ObservationPlan,
        executor: &mut dyn Executor,
    ) -> Result<Vec<Trace>, ExecutorLost> {
        let symbols = self.context.library.symbols_mut();
        if !self.context.options.stop_at_links {
            return executor.run(symbols, sequences, &plan);
        }
        let (watched, others) = sequences.split_at(Links::watched(sequences.len()));
        let mut with_states = plan;
        with_states.states = true;
        let mut traces = executor.run(symbols, watched, &with_states)?;
        for trace in &traces {
            self.links.learn(trace, executor);
        }
        traces.extend(executor.run(symbols, others, &plan)?);
        Ok(traces)
    }

    fn run(&mut self, mut batch: Vec<Turn>, executor: &mut dyn Executor) -> Result<(), ExecutorLost> {
        let taken = |turn: &mut Turn| std::mem::take(&mut turn.proposal.sequence);
        let sequences: Vec<Sequence> = batch.iter_mut().map(taken).collect();
        let mut plan = if self.context.options.guidance {
            ObservationPlan::default()
        } else {
            ObservationPlan::equality()
        };
        plan.states = self.context.options.state_feedback;
        plan.profiles = self.context.pools.wants_profiles();
        let traces = self.observe(&sequences, plan, executor)?;
        for (turn, sequence) in batch.iter_mut().zip(sequences) {
            turn.proposal.sequence = sequence;
        }
        let is_careful = traces.iter().any(was_stopped);
        self.at_most = if is_careful {
            CAREFUL
        } else {
            BATCH.min(2 * self.at_most)
        };
        let targets = &self.context.catalog.targets;
        self.frontier.update(executor, self.context.library.symbols(), targets);
        let mut fruitful = Vec::new();
        let mut is_fruitful = false;
        for (turn, trace) in batch.iter().zip(&traces) {
            let symbols = self.context.library.symbols();
            let is_new_state = self.context.options.state_feedback
                && self.familiar.learn(symbols, &turn.proposal.sequence, trace, executor);
            let Some(harvested) = self.harvest.gather(&mut self.context, turn, trace, is_new_state) else {
                continue;
            };
            if let Some(at) = trace.stopped_at() {
                self.illegal.extend(prefix_hashes(&turn.proposal.sequence).nth(at));
            }
            self.strategy.learn(&self.context, &turn.proposal, trace.stopped_at());
            if !self.context.options.guidance {
                let whole = prefix_hashes(&turn.proposal.sequence).last();
                self.learned.extend(whole.map(|hash| (hash, trace.stopped_at())));
            }
            if let Some(material) = harvested.material {
                is_fruitful = true;
                self.schedule.reward(material.class);
                if !harvested.new_edges.is_empty() {
                    fruitful.push((material.class, material.sequence.clone()));
                }
                self.corpus.put(material);
            }
            if let Some(focus) = turn.focus.filter(|_| !harvested.new_edges.is_empty()) {
                self.schedule.reward(focus);
            }
            for edge in harvested.new_edges {
                self.frontier.reach(edge);
            }
        }
        if is_fruitful {
            self.newest = Moment {
                progress: self.context.progress,
                executed: self.harvest.counts.executed,
            };
            if self.context.breadth != Breadth::Usual {
                self.go_as_far_as(Breadth::Usual);
            }
        }
        self.look_closer(fruitful, executor)?;
        self.harvest.settle(self.context.library.symbols_mut(), executor)
    }

    /// Runs what reached new edges once more, to see what it compared, and places the operands. These runs are not counted.
    fn look_closer(
        &mut self,
        fruitful: Vec<(TypeId, Sequence)>,
        executor: &mut dyn Executor,
    ) -> Result<(), ExecutorLost> {
        let context = &mut self.context;
        if fruitful.is_empty() || !context.options.guidance || !context.with("operands") {
            return Ok(());
        }
        let (classes, sequences): (Vec<TypeId>, Vec<Sequence>) = fruitful.into_iter().unzip();
        let plan = ObservationPlan::comparisons();
        let traces = executor.run(context.library.symbols_mut(), &sequences, &plan)?;
        for ((class, sequence), trace) in classes.into_iter().zip(&sequences).zip(&traces) {
            let placed = self.hints.place(sequence, &trace.comparisons);
            for literal in placed.loose {
                context.values.seen.put(class, literal);
            }
            for sequence in placed.sequences {
                if self.hinted.len() >= HINT_CAP {
                    break;
                }
                self.hinted.push_back(Turn {
                    proposal: Proposal::random(sequence),
                    focus: Some(class),
                });
            }
        }
        Ok(())
    }
}

mod clock;
mod further;
#[cfg(test)]
mod tests;
