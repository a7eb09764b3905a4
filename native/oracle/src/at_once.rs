//! Two calls at once of an object whose class says that it is thread-safe: what comes out is as if one had come behind the other.
//!
//! Each two of the calls that a search made are tried on objects in the states in which it made them: the first gives up its turn to the
//! second before it uses a field or a lock for the first time, for the second time, and so on. One change of threads finds most defects of that kind
//! (Musuvathi and Qadeer, PLDI 2007), and the two orders without any are the oracle (Pradel and Gross, PLDI 2012).

mod deeds;
mod judge;

use std::collections::BTreeSet;

use palus_sequence::{
    AtOnce, Demand, Executor, ExecutorLost, MethodId, Sequence, Statement, Symbols, Trace, TypeId, Var, Violation,
};

use crate::examine::Finding;
use deeds::{Deed, bases, deeds, scene};
use judge::{Shown, judge};

/// The id of the check.
pub const THREAD_SAFE: &str = "thread-safe";

/// So many pairs of calls are tried on objects of a class.
const MOST_SCENES: usize = 2_000;
/// How sure a finding is to be a defect, in percent: a class may promise less of some method than its annotation says.
const CONFIDENCE: u8 = 85;
const WHY: &str = "The class is annotated as thread-safe: what two threads do at the same time has to come out as if one had done it behind the other.";

/// Tries calls at once.
pub struct AtOnceExaminer<'e> {
    /// The ways to look at the object in a variable of the type, each a call without arguments.
    pub observers: &'e dyn Fn(&mut Symbols, TypeId) -> Vec<MethodId>,
    /// Whether there is time for more.
    pub may_go_on: &'e dyn Fn() -> bool,
}

impl AtOnceExaminer<'_> {
    /// What comes out otherwise for objects of the class, by the runs of a search. Of each method that another call came between one finding.
    pub fn examine(
        &self,
        class: TypeId,
        runs: &[(&Sequence, &Trace)],
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<Vec<Finding>, ExecutorLost> {
        let deeds = deeds(class, runs, symbols);
        let bases = bases(&deeds);
        let looks = (self.observers)(symbols, class);
        let mut findings = Vec::new();
        let mut broken: BTreeSet<MethodId> = BTreeSet::new();
        let mut scenes = 0;
        let (own, others) = pairs(&deeds);
        for (base, (first, second)) in all(&bases, &own).chain(all(&bases, &others)) {
            if broken.contains(&first.method) || !changes_anything(first, second, &looks) {
                continue;
            }
            scenes += 1;
            if scenes > MOST_SCENES || !(self.may_go_on)() {
                break;
            }
            let Some((sequence, at)) = scene(base, first, second, &looks) else {
                continue;
            };
            let Some(shown) = judge(&sequence, at, executor, symbols)? else {
                continue;
            };
            let (sequence, at, shown) = shortest(sequence, at, shown, executor, symbols)?;
            broken.insert(first.method);
            findings.push(finding(class, sequence, at, shown, symbols));
        }
        Ok(findings)
    }
}

/// Two calls, in that order.
type Pair<'d> = (&'d Deed, &'d Deed);

/// Each two calls, in both orders: those of one method, and the others.
fn pairs(deeds: &[Deed]) -> (Vec<Pair<'_>>, Vec<Pair<'_>>) {
    let all = deeds
        .iter()
        .flat_map(|first| deeds.iter().map(move |second| (first, second)));
    all.partition(|(first, second)| first.method == second.method)
}

/// Each object with each of the pairs.
fn all<'d>(
    bases: &'d [(Sequence, Var)],
    pairs: &'d [Pair<'d>],
) -> impl Iterator<Item = (&'d (Sequence, Var), Pair<'d>)> {
    bases
        .iter()
        .flat_map(|base| pairs.iter().map(move |pair| (base, *pair)))
}

/// Two calls that only look cannot be in each other's way.
fn changes_anything(first: &Deed, second: &Deed, looks: &[MethodId]) -> bool {
    !(looks.contains(&first.method) && looks.contains(&second.method))
}

/// The same without the statements that it does not need, and what is shown then.
fn shortest(
    mut sequence: Sequence,
    mut at: usize,
    mut shown: Shown,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<(Sequence, usize, Shown), ExecutorLost> {
    let look = shown.look.map(|look| sequence.statements[look].clone());
    sequence.statements.truncate(at + 2);
    sequence.statements.extend(look);
    let mut out = at;
    while out > 0 {
        out -= 1;
        let Some(shorter) = sequence.retain(|index| index != out) else {
            continue;
        };
        let still = judge(&shorter, at - 1, executor, symbols)?;
        if let Some(still) = still.filter(|still| still.demand == shown.demand) {
            (sequence, at, shown) = (shorter, at - 1, still);
        }
    }
    Ok((sequence, at, shown))
}

fn finding(class: TypeId, sequence: Sequence, at: usize, shown: Shown, symbols: &Symbols) -> Finding {
    let name = |index: usize| match &sequence.statements[index] {
        Statement::Call { method, .. } => {
            format!("{}()", symbols.get(*method).name)
        }
        _ => String::new(),
    };
    let (first, second) = (name(at), name(at + 1));
    let when = format!(
        "when {second} ran in another thread as {first} was about to use a field or a lock for the {} time",
        ordinal(shown.uses)
    );
    let because = match (&shown.demand, &shown.was) {
        (AtOnce::End { .. }, _) => {
            format!(
                "{first} and {second} were expected to end whichever of them comes first, but waited for each other for ever {when}"
            )
        }
        (AtOnce::Return, was) => {
            format!(
                "{first} and {second} were expected to return whichever of them comes first, but {was} was thrown {when}"
            )
        }
        (AtOnce::ThenGives(value), was) => format!(
            "{} was expected to give {} whichever of {first} and {second} comes first, but gave {was} {when}",
            name(at + 2),
            judge::told(value)
        ),
    };
    let subject = symbols.type_runtime_name(class);
    let called = match &sequence.statements[at] {
        Statement::Call { method, .. } => symbols.full_name(*method),
        _ => String::new(),
    };
    Finding {
        class,
        violation: Violation {
            check: THREAD_SAFE.to_owned(),
            cause: format!("{THREAD_SAFE} {subject} {called}"),
            because,
            why: WHY.to_owned(),
            confidence: CONFIDENCE,
            given: 0,
            demand: Demand::AtOnce(shown.demand),
            thrown_at: None,
        },
        trace: shown.in_order,
        sequence,
    }
}

fn ordinal(number: u16) -> String {
    let suffix = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}
