//! Which candidates become tests: a cheap cover of all goals.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use palus_sequence::work::{Fact, KeptTest};
use palus_sequence::{Literal, Operand, Outcome, Sequence, Statement, Symbols};

use crate::goal::{Candidate, Goal, GoalKind, Targets, goals};

/// How many times as long a test is worth less than one that reads the clock: little of what comes out on that day can be asserted.
const OF_CLOCK: u64 = 4;

/// A candidate that was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// Its position among the candidates.
    pub index: usize,
    /// Its place in the order in which each adds most to those before it, from 0.
    pub rank: u32,
    /// Whether it was chosen for what its calls answer and nothing else.
    pub is_for_answers: bool,
}

/// How many statements a test costs whatever is in it: those who read it, and the virtual machines that confirm and check it.
const OF_A_TEST: u64 = 8;

/// A run that takes so many microseconds in the search takes those virtual machines as long as one statement more: they run a test again and again.
const AS_A_STATEMENT: u32 = 30;

/// How many tests are there for answers alone, of a hundred others, and at least.
const FOR_ANSWERS: (usize, usize) = (4, 2);

/// Chooses candidates that together reach all goals but answers: greedily by goals per cost (weighted set cover), then without those whose
/// goals the others reach. To these come some that answer as none of them does. In the order of the candidates; ties go to the earlier one.
pub fn select(candidates: &[Candidate], targets: &Targets<'_>, symbols: &Symbols) -> Vec<Chosen> {
    select_more(candidates, targets, symbols, &BTreeSet::new(), &BTreeSet::new())
}

/// The same where some were `taken` before, for what is not `reached` already. For answers alone none comes to them.
pub(crate) fn select_more(
    candidates: &[Candidate],
    targets: &Targets<'_>,
    symbols: &Symbols,
    taken: &BTreeSet<usize>,
    reached: &BTreeSet<Goal>,
) -> Vec<Chosen> {
    let open = |(index, candidate): (usize, &Candidate)| {
        if taken.contains(&index) {
            return BTreeSet::new();
        }
        let mut open = goals(candidate, targets, symbols);
        open.retain(|goal| !reached.contains(goal));
        open
    };
    let mut goals: Vec<BTreeSet<Goal>> = candidates.iter().enumerate().map(open).collect();
    leave_to_silent_ones(candidates, &mut goals);
    let costs: Vec<u64> = candidates
        .iter()
        .map(|candidate| {
            let cost = cost(&candidate.sequence, &candidate.trace.outcomes);
            let trace = &candidate.trace;
            let of_clock = if trace.asked & Fact::Clock.bit() != 0 {
                OF_CLOCK
            } else {
                1
            };
            cost * of_clock
        })
        .collect();
    let (answers, goals): (Vec<_>, Vec<_>) = goals
        .into_iter()
        .map(|goals| {
            goals
                .into_iter()
                .partition::<BTreeSet<Goal>, _>(|goal| goal.kind() == GoalKind::Answer)
        })
        .unzip();
    let mut chosen = cover(&goals, &costs, |goal| goal.kind().worth());
    if taken.is_empty() {
        chosen.extend(for_answers(&chosen, answers, &costs));
    }
    for chosen in &mut chosen {
        chosen.rank += taken.len() as u32;
    }
    chosen.sort_unstable_by_key(|chosen| chosen.index);
    chosen
}

/// Has candidates that print be there for what no other reaches alone: what a reader sees of such a test is for the test to hide, and one that has nothing else
/// to show is not written.
fn leave_to_silent_ones(candidates: &[Candidate], goals: &mut [BTreeSet<Goal>]) {
    let prints = |index: usize| candidates[index].trace.prints;
    if !(0..candidates.len()).any(prints) {
        return;
    }
    let silent = goals.iter().enumerate().filter(|(index, _)| !prints(*index));
    let by_silent: BTreeSet<Goal> = silent.flat_map(|(_, goals)| goals.iter().cloned()).collect();
    for (index, goals) in goals.iter_mut().enumerate() {
        if prints(index) {
            goals.retain(|goal| !by_silent.contains(goal));
        }
    }
}

/// Those that add most to the answers of what was chosen.
fn for_answers(chosen: &[Chosen], mut answers: Vec<BTreeSet<Goal>>, costs: &[u64]) -> Vec<Chosen> {
    let shown: BTreeSet<Goal> = chosen.iter().flat_map(|chosen| answers[chosen.index].clone()).collect();
    for answers in &mut answers {
        answers.retain(|answer| !shown.contains(answer));
    }
    let mut more = cover(&answers, costs, |goal| goal.kind().worth());
    more.sort_unstable_by_key(|chosen| chosen.rank);
    let (share, least) = FOR_ANSWERS;
    more.truncate((chosen.len() * share / 100).max(least));
    for (more, rank) in more.iter_mut().zip(chosen.len() as u32..) {
        more.rank = rank;
        more.is_for_answers = true;
    }
    more
}

/// Puts the tests of several groups together: what one group's tests reach by the way, another's are kept for. The tests that are
/// not superfluous then, in the order of `tests`, each with its place among all: every other place belongs to a class that none before it is for, so that
/// few classes are without a test where there is not the time for all of them.
pub fn join(tests: &[&KeptTest]) -> Vec<Chosen> {
    let goals: Vec<BTreeSet<u64>> = tests.iter().map(|test| test.goals.iter().copied().collect()).collect();
    let costs: Vec<u64> = tests
        .iter()
        .map(|test| OF_A_TEST + cost(&test.sequence, &test.outcomes) + u64::from(test.micros / AS_A_STATEMENT))
        .collect();
    let mut chosen = cover(&goals, &costs, |key| GoalKind::of(*key).worth());
    let mut by_rank: Vec<(u32, usize)> = chosen.iter().map(|chosen| (chosen.rank, chosen.index)).collect();
    by_rank.sort_unstable();
    let order: Vec<(usize, &str)> = by_rank
        .into_iter()
        .map(|(_, index)| (index, tests[index].subject.as_str()))
        .collect();
    let ranks: BTreeMap<usize, u32> = in_turn(&order).into_iter().zip(0..).collect();
    for chosen in &mut chosen {
        chosen.rank = ranks[&chosen.index];
    }
    chosen
}

/// Tests, each with its class, the best first: every other one the best of a class that has none yet.
fn in_turn(order: &[(usize, &str)]) -> Vec<usize> {
    let (mut taken, mut served) = (BTreeSet::new(), BTreeSet::new());
    let (mut all, mut firsts) = (order.iter(), order.iter());
    let mut turns = Vec::with_capacity(order.len());
    while let Some((best, class)) = all.find(|(test, _)| !taken.contains(test)) {
        taken.insert(*best);
        served.insert(*class);
        turns.push(*best);
        if let Some((first, class)) = firsts.find(|(_, class)| !served.contains(class)) {
            taken.insert(*first);
            served.insert(*class);
            turns.push(*first);
        }
    }
    turns
}

fn cover<G: Ord>(goals: &[BTreeSet<G>], costs: &[u64], worth: impl Fn(&G) -> u64) -> Vec<Chosen> {
    let mut chosen = greedy(goals, costs, worth);
    let ranks: BTreeMap<usize, u32> = chosen.iter().copied().zip(0..).collect();
    let mut holders: BTreeMap<&G, usize> = BTreeMap::new();
    for goal in chosen.iter().flat_map(|index| &goals[*index]) {
        *holders.entry(goal).or_default() += 1;
    }
    // The dearest go first, among equals the later.
    let mut order = chosen.clone();
    order.sort_by_key(|index| Reverse((costs[*index], *index)));
    let mut superfluous = BTreeSet::new();
    for index in order {
        if goals[index].iter().all(|goal| holders[goal] > 1) {
            for goal in &goals[index] {
                holders.entry(goal).and_modify(|count| *count -= 1);
            }
            superfluous.insert(index);
        }
    }
    chosen.retain(|index| !superfluous.contains(index));
    chosen.sort_unstable();
    chosen
        .into_iter()
        .map(|index| Chosen {
            index,
            rank: ranks[&index],
            is_for_answers: false,
        })
        .collect()
}

/// Lazy greedy: what a candidate adds can only shrink, so a value that is out of date is computed again when it comes up.
fn greedy<G: Ord>(goals: &[BTreeSet<G>], costs: &[u64], worth: impl Fn(&G) -> u64) -> Vec<usize> {
    let mut open: BTreeSet<&G> = goals.iter().flatten().collect();
    let value = |gain: u64, index: usize| gain * 1_000_000 / costs[index];
    let gains = goals.iter().enumerate();
    let mut queue: BinaryHeap<(u64, Reverse<usize>)> = gains
        .map(|(index, goals)| (value(goals.iter().map(&worth).sum(), index), Reverse(index)))
        .collect();
    let mut chosen = Vec::new();
    while let Some((old, Reverse(index))) = queue.pop() {
        let gain = goals[index].iter().filter(|goal| open.contains(goal)).map(&worth).sum();
        if gain == 0 {
            continue;
        }
        let now = value(gain, index);
        if now < old {
            queue.push((now, Reverse(index)));
            continue;
        }
        for goal in &goals[index] {
            open.remove(goal);
        }
        chosen.push(index);
    }
    chosen
}

/// What a test costs its reader: its statements, an exception to think about, nulls that need a reason.
fn cost(sequence: &Sequence, outcomes: &[Outcome]) -> u64 {
    let throws = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, Outcome::Threw { .. }))
        .count();
    let operands = sequence.statements.iter().flat_map(Statement::operands);
    let nulls = operands
        .filter(|operand| matches!(operand, Operand::Literal(Literal::Null)))
        .count();
    (sequence.len() + 5 * throws + 4 * nulls).max(1) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{candidate, world};
    use palus_sequence::Value;

    #[test]
    fn every_goal_stays_reached_and_nothing_chosen_is_superfluous() {
        let world = world();
        let candidates = [
            candidate(&world, &[0], &[1, 2]),
            candidate(&world, &[0], &[2, 3]),
            candidate(&world, &[0], &[3, 4]),
            candidate(&world, &[0, 0], &[1, 2, 3]),
        ];
        let chosen = select(&candidates, &Targets::plain(&[world.subject]), &world.symbols);
        let reached: BTreeSet<u32> = chosen
            .iter()
            .flat_map(|chosen| candidates[chosen.index].trace.edges.clone())
            .collect();
        assert_eq!(reached, BTreeSet::from([1, 2, 3, 4]));
        assert_eq!(chosen.iter().map(|chosen| chosen.index).collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn a_candidate_that_prints_or_reads_the_clock_loses_to_those_that_reach_the_same_without() {
        let world = world();
        let mut loud = candidate(&world, &[0], &[1, 2]);
        loud.trace.prints = true;
        let mut of_today = candidate(&world, &[0], &[1, 2]);
        of_today.trace.asked = Fact::Clock.bit();
        for first in [loud, of_today] {
            let candidates = [
                first,
                candidate(&world, &[0, 0], &[1]),
                candidate(&world, &[0, 0], &[2]),
            ];
            let chosen = select(&candidates, &Targets::plain(&[world.subject]), &world.symbols);
            assert_eq!(chosen.iter().map(|chosen| chosen.index).collect::<Vec<_>>(), [1, 2]);
        }
    }

    #[test]
    fn the_first_in_rank_is_the_one_that_reaches_most() {
        let world = world();
        let candidates = [
            candidate(&world, &[0], &[1]),
            candidate(&world, &[0], &[2, 3, 4]),
            candidate(&world, &[0], &[4, 5]),
        ];
        let chosen = select(&candidates, &Targets::plain(&[world.subject]), &world.symbols);
        let ranks: Vec<(usize, u32)> = chosen.iter().map(|chosen| (chosen.index, chosen.rank)).collect();
        assert_eq!(ranks, [(0, 1), (1, 0), (2, 2)]);
    }

    #[test]
    fn what_the_tests_of_another_group_reach_needs_no_test_of_its_own() {
        let test = |length: usize, goals: &[u64]| KeptTest {
            subject: String::new(),
            sequence: Sequence {
                statements: candidate(&world(), &vec![0; length], &[]).sequence.statements,
            },
            goals: goals.to_vec(),
            ..KeptTest::default()
        };
        let (by_the_way, most, own) = (test(1, &[1]), test(2, &[1, 2, 3]), test(1, &[3, 4]));
        let joined = join(&[&by_the_way, &most, &own]);
        let places: Vec<_> = joined.iter().map(|chosen| (chosen.index, chosen.rank)).collect();
        assert_eq!(places, [(1, 1), (2, 0)]);
        let slow = KeptTest { micros: 5_000, ..own };
        let ranks: Vec<_> = join(&[&most, &slow]).iter().map(|chosen| chosen.rank).collect();
        assert_eq!(ranks, [0, 1]);
    }

    #[test]
    fn every_other_place_belongs_to_a_class_that_has_no_test_yet() {
        let order = [(0, "A"), (1, "A"), (2, "A"), (3, "B"), (4, "A"), (5, "C")];
        assert_eq!(in_turn(&order), [0, 3, 1, 5, 2, 4]);
    }

    #[test]
    fn a_test_that_breaks_a_check_is_kept_beside_one_that_reaches_the_same() {
        let world = world();
        let mut failing = candidate(&world, &[0], &[1]);
        failing.violates = Some(crate::testing::violation("assertion-error"));
        let candidates = [candidate(&world, &[0], &[1]), failing];
        assert_eq!(
            select(&candidates, &Targets::plain(&[world.subject]), &world.symbols).len(),
            2
        );
    }

    #[test]
    fn another_answer_is_worth_a_test_behind_all_others() {
        let world = world();
        let (zero, seven) = (Value::Int(0), Value::Int(7));
        let answering = |value: &Value| {
            let mut candidate = candidate(&world, &[0], &[1]);
            candidate.trace.outcomes = vec![Outcome::Returned(value.clone())];
            candidate
        };
        let candidates = [answering(&zero), answering(&seven), answering(&seven)];
        let classes = [world.subject];
        let chosen = select(&candidates, &Targets::plain(&classes), &world.symbols);
        let told: Vec<_> = chosen
            .iter()
            .map(|chosen| (chosen.index, chosen.rank, chosen.is_for_answers))
            .collect();
        assert_eq!(told, [(0, 0, false), (1, 1, true)]);
    }
}
