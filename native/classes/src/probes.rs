//! Where the agent counts: the edges of a class, in the order of their numbers, with the lines that run when one is taken.
//!
//! The numbering is the agent's (`SearchMethod` in `java-agent/transform`): a method's entry, then instruction by instruction the start
//! of a handler, both ways of a conditional jump, the targets of a switch, a jump backwards. Who has the agent's own count of a class
//! must compare it with [`ClassProbes::count`] before relying on this one.

use std::collections::BTreeSet;
use std::sync::Arc;

/// The edges of a class.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClassProbes {
    /// The name of its source file, without a folder, when the class file says it.
    pub source: Option<Arc<str>>,
    /// Its methods that have code, in the order of the class file.
    pub methods: Vec<MethodProbes>,
}

/// The edges of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodProbes {
    /// Its name; `<init>` for a constructor, `<clinit>` for the static initialiser.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// Whether the compiler made it up: a bridge, an accessor, the body of a lambda.
    pub is_synthetic: bool,
    /// The number of its first edge within the class; the others follow.
    pub first: u32,
    /// One an edge.
    pub probes: Vec<Probe>,
}

/// An edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The offset of the instruction that is counted: of a branch the jump or switch, of a handler its first one.
    pub at: u32,
    /// The line of the condition or switch of which it is one way out; `None` for what is no branch.
    pub branch: Option<u32>,
    /// The lines of the instructions from here to where the code parts again, ascending. A call among them that throws ends them early,
    /// which nobody counts.
    pub lines: Vec<u32>,
}

impl MethodProbes {
    /// The number within the class of a way out of the branch at that offset, by its position among these.
    pub fn way(&self, at: u32, out: usize) -> Option<u32> {
        let mut ways = (self.first..)
            .zip(&self.probes)
            .filter(|(_, probe)| probe.branch.is_some() && probe.at == at);
        ways.nth(out).map(|(number, _)| number)
    }
}

impl ClassProbes {
    /// How many edges there are.
    pub fn count(&self) -> u32 {
        self.methods.iter().map(|method| method.probes.len() as u32).sum()
    }
}

/// What an instruction does to the flow of control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// It goes on with the next one; `new` is told apart because no handler is counted before it.
    Next {
        is_new: bool,
    },
    /// A conditional jump.
    Branch(u32),
    /// The distinct targets, the default first.
    Switch(Vec<u32>),
    Goto(u32),
    /// A return, a throw, a subroutine: nothing is known of what comes next.
    End,
}

/// The code of a method as a course of steps.
pub(crate) struct Course {
    /// Offsets, ascending, with what stands there.
    pub(crate) steps: Vec<(u32, Step)>,
    /// First offset, offset behind the last, and offset of the handler.
    pub(crate) handlers: Vec<(u32, u32, u32)>,
    /// From which offset on which line; ascending offsets.
    pub(crate) lines: Vec<(u32, u32)>,
}

impl Course {
    /// The edges in the order of their numbers.
    pub(crate) fn probes(&self) -> Vec<Probe> {
        let mut probes = Vec::new();
        let mut add = |at: u32, from: u32, branch: Option<u32>| {
            probes.push(Probe {
                at,
                branch,
                lines: self.run(from),
            });
        };
        add(0, 0, None);
        for (place, (at, step)) in self.steps.iter().enumerate() {
            if self.is_counted_handler(*at) && *step != (Step::Next { is_new: true }) {
                add(*at, *at, None);
            }
            let line = Some(self.line(*at).unwrap_or(0));
            match step {
                Step::Branch(target) => {
                    add(*at, *target, line);
                    let next = self.steps.get(place + 1).map_or(u32::MAX, |(next, _)| *next);
                    add(*at, next, line);
                }
                Step::Switch(targets) => targets.iter().for_each(|target| add(*at, *target, line)),
                Step::Goto(target) if target <= at => add(*at, *target, None),
                Step::Goto(_) | Step::Next { .. } | Step::End => {}
            }
        }
        probes
    }

    /// A handler that covers its own start is not counted: what is put there could be caught by it for ever.
    fn is_counted_handler(&self, at: u32) -> bool {
        let mut own = self.handlers.iter().filter(|(.., handler)| *handler == at).peekable();
        own.peek().is_some() && !own.any(|(start, end, _)| *start <= at && at < *end)
    }

    fn line(&self, at: u32) -> Option<u32> {
        let behind = self.lines.partition_point(|(start, _)| *start <= at);
        self.lines.get(behind.checked_sub(1)?).map(|(_, line)| *line)
    }

    fn run(&self, from: u32) -> Vec<u32> {
        let mut lines = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let place_of = |at: u32| self.steps.binary_search_by_key(&at, |(offset, _)| *offset).ok();
        let mut next = place_of(from);
        while let Some(place) = next.filter(|place| seen.insert(*place)) {
            let Some((at, step)) = self.steps.get(place) else {
                break;
            };
            lines.extend(self.line(*at));
            next = match step {
                Step::Next { .. } => Some(place + 1),
                Step::Goto(target) => place_of(*target),
                Step::Branch(_) | Step::Switch(_) | Step::End => None,
            };
        }
        lines.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_has_its_entry_both_ways_out_and_its_way_back() {
        // 0: line 1, 1: if -> 4 (line 2), 2: body (line 3), 3: goto 1, 4: return (line 4)
        let course = Course {
            steps: vec![
                (0, Step::Next { is_new: false }),
                (1, Step::Branch(4)),
                (2, Step::Next { is_new: false }),
                (3, Step::Goto(1)),
                (4, Step::End),
            ],
            handlers: vec![],
            lines: vec![(0, 1), (1, 2), (2, 3), (4, 4)],
        };
        let probe = |at, branch, lines: &[u32]| Probe {
            at,
            branch,
            lines: lines.to_vec(),
        };
        let expected = [
            probe(0, None, &[1, 2]),
            probe(1, Some(2), &[4]),
            probe(1, Some(2), &[2, 3]),
            probe(3, None, &[2]),
        ];
        assert_eq!(course.probes(), expected);
    }

    #[test]
    fn a_handler_counts_unless_it_covers_itself_or_begins_with_new() {
        let count = |handler: (u32, u32, u32), is_new: bool| {
            let course = Course {
                steps: vec![(0, Step::End), (1, Step::Next { is_new }), (2, Step::End)],
                handlers: vec![handler],
                lines: vec![],
            };
            course.probes().len()
        };
        assert_eq!(count((0, 1, 1), false), 2);
        assert_eq!(count((0, 2, 1), false), 1);
        assert_eq!(count((0, 1, 1), true), 1);
    }
}
