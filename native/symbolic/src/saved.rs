//! Explorations as bytes, so that one that the time ended can go on another day.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use palus_classes::ClassIndex;
use serde::{Deserialize, Serialize};

use crate::arguments::Arguments;
use crate::explore::{Exploration, Node, Plan, Row};
use crate::found::{Callable, Found};
use crate::iterate::Place;
use crate::path::{Reason, Way};
use crate::program::Program;
use crate::solver::Solver;
use crate::visited::Visited;

/// What the bytes are a form of; another number, another form.
const VERSION: u32 = 1;

/// Why saved bytes are not gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotSaved {
    /// They are no exploration, or one of another version.
    #[error("it is no exploration that this version of Palus has saved")]
    Foreign,
    /// It has another class, other methods or other arguments.
    #[error("it explored something else")]
    OtherPlan,
    /// It knows code that is not there.
    #[error("the code is no longer as it was")]
    OtherCode,
}

/// A way by the names of its method.
#[derive(Serialize, Deserialize)]
struct Named {
    class: Arc<str>,
    name: Arc<str>,
    descriptor: Arc<str>,
    offset: u32,
    out: u32,
}

/// The part of a plan that must be the same.
#[derive(PartialEq, Serialize, Deserialize)]
struct Same {
    class: String,
    callables: Vec<Callable>,
    arguments: Arguments,
    all_tests: bool,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    plan: Same,
    /// What the class files of the class and of the branches that were taken come to.
    code: BTreeMap<String, u64>,
    from: Vec<Arc<Node>>,
    place: Place,
    frontier: Vec<Arc<Node>>,
    visited: Visited,
    ways: Vec<Named>,
    row: Row,
    found: Vec<Found>,
    open: BTreeMap<Reason, u64>,
}

impl Exploration {
    /// The exploration as bytes. Paths that wait for a virtual machine are counted as open.
    pub fn saved(&self) -> Vec<u8> {
        let program = &self.executor.program;
        let taken = self
            .ways
            .iter()
            .filter_map(|way| Some(program.method(way.method)?.class.to_string()));
        let classes: BTreeSet<String> = taken.chain([self.plan.class.clone()]).collect();
        let saved = Saved {
            plan: Same::of(&self.plan),
            code: program.index.input_hashes(&Vec::from_iter(classes)),
            from: self.from.clone(),
            place: self.place,
            frontier: self.frontier.clone(),
            visited: self.visited.clone(),
            ways: self.ways.iter().filter_map(|way| Named::of(program, *way)).collect(),
            row: self.row.clone(),
            found: self.found.clone(),
            open: self.open(),
        };
        // Nothing of it is of a kind that cannot be written.
        postcard::to_stdvec(&(VERSION, saved)).unwrap_or_default()
    }

    /// Goes on with what was saved.
    ///
    /// # Errors
    ///
    /// When the bytes are no exploration, or one of something else.
    pub fn resumed(index: Arc<ClassIndex>, solver: Solver, plan: Plan, bytes: &[u8]) -> Result<Self, NotSaved> {
        let (version, rest) = postcard::take_from_bytes::<u32>(bytes).map_err(|_| NotSaved::Foreign)?;
        if version != VERSION {
            return Err(NotSaved::Foreign);
        }
        let saved: Saved = postcard::from_bytes(rest).map_err(|_| NotSaved::Foreign)?;
        if saved.plan != Same::of(&plan) {
            return Err(NotSaved::OtherPlan);
        }
        let classes: Vec<String> = saved.code.keys().cloned().collect();
        if index.input_hashes(&classes) != saved.code {
            return Err(NotSaved::OtherCode);
        }
        let mut exploration = Self::empty(index, solver, plan);
        let program = &mut exploration.executor.program;
        let ways = saved.ways.iter().map(|named| named.found(program));
        exploration.ways = ways.collect::<Option<_>>().ok_or(NotSaved::OtherCode)?;
        exploration.from = saved.from;
        exploration.place = saved.place;
        exploration.frontier = saved.frontier;
        exploration.visited = saved.visited;
        exploration.row = saved.row;
        exploration.found = saved.found;
        exploration.open = saved.open;
        Ok(exploration)
    }
}

impl Same {
    fn of(plan: &Plan) -> Self {
        Self {
            class: plan.class.clone(),
            callables: plan.callables.clone(),
            arguments: plan.arguments.clone(),
            all_tests: plan.all_tests,
        }
    }
}

impl Named {
    fn of(program: &Program, way: Way) -> Option<Self> {
        let method = program.method(way.method)?;
        Some(Self {
            class: Arc::clone(&method.class),
            name: Arc::clone(&method.name),
            descriptor: Arc::clone(&method.descriptor),
            offset: way.offset,
            out: way.out,
        })
    }

    fn found(&self, program: &mut Program) -> Option<Way> {
        let class = program.class(&self.class)?;
        let method = class.method(&self.name, &self.descriptor)?;
        let way = Way {
            method: method.number,
            offset: self.offset,
            out: self.out,
        };
        method.ways().contains(&way).then_some(way)
    }
}
