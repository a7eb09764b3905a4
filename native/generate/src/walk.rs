//! Walking a model: sequences are filed at the nodes they reached and extended along the transitions seen there (paper, Figures 7 and 8).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use palus_model::{Model, Transition};
use palus_sequence::{MethodId, Sequence, TypeId, Var};

use crate::builder::Builder;
use crate::catalog::Resolver;
use crate::context::Context;
use crate::strategy::Proposal;

mod outside;
pub(crate) mod profiles;
mod take;
mod untried;

use outside::Outside;
use take::{Called, append_dependent};
use untried::{Untried, Use};

/// Longest way to a node that is walked to get there, in calls.
const WAY_CAP: usize = 12;
/// How many sequences a node keeps: the newest replace the oldest.
const FILED_CAP: usize = 32;

/// Which parts of the paper's algorithm are on.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each part can be left out by itself")]
pub(crate) struct Rules {
    /// Reference inputs come from the state that was recorded, before any other (direct state transition dependence edges).
    pub(crate) edges: bool,
    /// Those that do not have the abstract profile that was recorded, before any of the type.
    pub(crate) profiles: bool,
    /// A dependent method is appended.
    pub(crate) dependence: bool,
    /// The share of steps that start at a root.
    pub(crate) root_share: f64,
    /// More than the paper does: a recorded state that no sequence has reached is reached along the model, and a sequence
    /// stays at its node when it is extended.
    pub(crate) thorough: bool,
}

/// A node of one of the models.
type Place = (usize, u32);

/// A sequence whose object reached a node.
#[derive(Clone)]
struct Filed {
    id: u64,
    sequence: Rc<Sequence>,
    object: Var,
}

/// What a proposed sequence does to the files when it turns out legal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    to: Place,
    object: Var,
    /// How many statements there are up to the step; a dependent call may stand behind them.
    length: usize,
    /// The node and the id of the sequence that was extended.
    from: Option<(Place, u64)>,
}

/// A transition that a test can take.
struct Step<'m> {
    method: MethodId,
    transition: &'m Transition,
}

struct Automaton<'m> {
    class: TypeId,
    /// For each node, the legal steps out of it.
    nodes: Vec<Vec<Step<'m>>>,
    /// For each node but the root, the node before it on a shortest way and the step there that leads to it.
    ways: Vec<Option<(u32, usize)>>,
}

impl<'m> Automaton<'m> {
    fn new(class: TypeId, nodes: Vec<Vec<Step<'m>>>) -> Self {
        let mut ways = vec![None; nodes.len()];
        let mut reached = VecDeque::from([0]);
        while let Some(node) = reached.pop_front() {
            for (index, step) in nodes[node as usize].iter().enumerate() {
                let target = step.transition.target.0;
                if target != 0 && ways[target as usize].is_none() {
                    ways[target as usize] = Some((node, index));
                    reached.push_back(target);
                }
            }
        }
        Self { class, nodes, ways }
    }

    /// The steps of a shortest way to the node. `None` when no legal one leads there or it is too long.
    fn way(&self, node: u32) -> Option<Vec<&Step<'m>>> {
        let mut steps = Vec::new();
        let mut at = node;
        while at != 0 {
            let (before, index) = self.ways[at as usize]?;
            steps.push(&self.nodes[before as usize][index]);
            if steps.len() > WAY_CAP {
                return None;
            }
            at = before;
        }
        steps.reverse();
        Some(steps)
    }
}

/// The models and the sequences filed at their nodes.
pub(crate) struct Walk<'m> {
    automata: Vec<Automaton<'m>>,
    by_name: BTreeMap<Arc<str>, usize>,
    /// The automata of classes whose turn it is: sequences begin there, those of other classes give arguments.
    own: Vec<usize>,
    covered: BTreeSet<MethodId>,
    /// The sequences that are extended next, by the nodes that they reached.
    filed: BTreeMap<Place, Vec<Filed>>,
    /// Those that were extended too: an argument may come from any that there is.
    reached: BTreeMap<Place, Vec<Filed>>,
    /// The nodes of `own` that hold sequences and lead on, in order.
    open: Vec<Place>,
    outside: Outside<'m>,
    next_id: u64,
    untried: Untried<'m>,
}

impl<'m> Walk<'m> {
    /// Looks the models' methods up; what a test cannot call is left out, and so is what threw when it was recorded.
    pub(crate) fn new(model: Option<&'m Model>, context: &mut Context<'_>) -> Self {
        let mut walk = Self {
            automata: Vec::new(),
            by_name: BTreeMap::new(),
            own: Vec::new(),
            covered: BTreeSet::new(),
            filed: BTreeMap::new(),
            reached: BTreeMap::new(),
            open: Vec::new(),
            outside: Outside::new(model, context),
            next_id: 0,
            untried: Untried::default(),
        };
        let Some(model) = model else { return walk };
        let mut resolver = Resolver::default();
        for (name, model) in &model.classes {
            if walk.outside.has(name) {
                continue;
            }
            let class = context.library.symbols_mut().runtime_name(name);
            let symbols = context.library.symbols();
            let mut legal = |transition: &'m Transition| {
                let method = resolver.resolve(&context.catalog, symbols, Some(name), &transition.method)?;
                let known_target = transition.target.0 < model.nodes.len() as u32;
                (transition.threw.is_none() && known_target).then_some(Step { method, transition })
            };
            let mut steps = |node: &'m palus_model::Node| node.outgoing.iter().filter_map(&mut legal).collect();
            let nodes: Vec<Vec<Step<'m>>> = model.nodes.iter().map(&mut steps).collect();
            if nodes.first().is_none_or(Vec::is_empty) {
                continue;
            }
            walk.covered.extend(nodes.iter().flatten().map(|step| step.method));
            if context.catalog.targets.contains(&class) {
                walk.own.push(walk.automata.len());
            }
            walk.by_name.insert(name.clone(), walk.automata.len());
            walk.automata.push(Automaton::new(class, nodes));
        }
        if context.options.guidance {
            walk.untried = Untried::new(model, &walk.by_name, context);
        }
        walk
    }

    /// Whether there is a model: of that class, or of any whose turn it is.
    pub(crate) fn knows(&self, focus: Option<TypeId>) -> bool {
        match focus {
            Some(class) => self.automata.iter().any(|automaton| automaton.class == class),
            None => !self.own.is_empty(),
        }
    }

    /// The automaton of a class.
    fn automaton_of(&self, class: TypeId) -> Option<usize> {
        self.automata.iter().position(|automaton| automaton.class == class)
    }

    /// Whether a model has a step that calls the method.
    pub(crate) fn covers(&self, method: MethodId) -> bool {
        self.covered.contains(&method)
    }

    /// Figure 7: start at a root or extend, then one step.
    pub(crate) fn propose(&self, context: &mut Context<'_>, focus: Option<TypeId>, rules: Rules) -> Option<Proposal> {
        let start = context.rng.chance(rules.root_share);
        let extended = if start { None } else { self.draw_filed(context, focus) };
        let (place, filed) = extended.map_or_else(
            || Some((self.draw_root(context, focus)?, None)),
            |(place, filed)| Some((place, Some(filed))),
        )?;
        let step = context.rng.pick(&self.automata[place.0].nodes[place.1 as usize])?;
        let mut builder = Builder::new(context).along_a_model();
        let object = filed.map(|filed| builder.append(&filed.sequence, filed.object));
        let called = Called {
            method: step.method,
            transition: step.transition,
            observation: None,
        };
        let object = self.take(&mut builder, called, object, rules, 0)?;
        let length = builder.len();
        if rules.dependence {
            append_dependent(&mut builder, step.method, object);
        }
        let left = filed.filter(|_| !rules.thorough);
        let step = Move {
            to: (place.0, step.transition.target.0),
            object,
            length,
            from: left.map(|filed| (place, filed.id)),
        };
        Some(Proposal {
            sequence: builder.finish()?,
            step: Some(step),
        })
    }

    /// The share of turns for recorded calls that no sequence has made yet.
    pub(crate) fn untried_share(&self) -> f64 {
        self.untried.share()
    }

    /// The next of them.
    pub(crate) fn propose_untried(&mut self, context: &mut Context<'_>, rules: Rules) -> Option<Proposal> {
        let Use {
            place,
            method,
            transition,
            observation,
        } = self.untried.next()?;
        let mut builder = Builder::new(context).along_a_model();
        let object = match place {
            Some(place) if place.1 != 0 => Some(self.object_at(&mut builder, place, rules, 0)?),
            _ => None,
        };
        let called = Called {
            method,
            transition,
            observation: Some(observation),
        };
        let object = if place.is_some() {
            Some(self.take(&mut builder, called, object, rules, 0)?)
        } else {
            let given = self.inputs(&mut builder, called, None, rules, 0);
            builder.call_with(method, &given).ok()?;
            None
        };
        let step = place.zip(object).map(|(place, object)| Move {
            to: (place.0, transition.target.0),
            object,
            length: builder.len(),
            from: None,
        });
        Some(Proposal {
            sequence: builder.finish()?,
            step: step.filter(|_| transition.threw.is_none()),
        })
    }

    /// A uniform root.
    fn draw_root(&self, context: &mut Context<'_>, focus: Option<TypeId>) -> Option<Place> {
        let index = match focus {
            Some(class) => *context.rng.pick(&[self.automaton_of(class)?])?,
            None => *context.rng.pick(&self.own)?,
        };
        Some((index, 0))
    }

    /// A uniform node that holds sequences and leads on, then one of its sequences.
    fn draw_filed(&self, context: &mut Context<'_>, focus: Option<TypeId>) -> Option<(Place, &Filed)> {
        let places = match focus {
            Some(class) => self.open_of(self.automaton_of(class)?),
            None => &self.open,
        };
        let place = *context.rng.pick(places)?;
        Some((place, context.rng.pick(&self.filed[&place])?))
    }

    /// The part of the open nodes that is an automaton's.
    fn open_of(&self, automaton: usize) -> &[Place] {
        let first = self.open.partition_point(|place| place.0 < automaton);
        let behind = self.open.partition_point(|place| place.0 <= automaton);
        &self.open[first..behind]
    }

    /// Takes a sequence away from the node that it has left.
    fn leave(&mut self, place: Place, id: u64) {
        let Some(filed) = self.filed.get_mut(&place) else {
            return;
        };
        filed.retain(|filed| filed.id != id);
        if filed.is_empty() {
            self.filed.remove(&place);
            if let Ok(at) = self.open.binary_search(&place) {
                self.open.remove(at);
            }
        }
    }

    /// Counts the node among the open ones, if sequences that are filed there may be extended.
    fn open(&mut self, place: Place) {
        let leads_on = !self.automata[place.0].nodes[place.1 as usize].is_empty();
        if leads_on
            && self.own.binary_search(&place.0).is_ok()
            && let Err(at) = self.open.binary_search(&place)
        {
            self.open.insert(at, place);
        }
    }

    /// Files what was legal at the node that it reached, without the dependent call where only that was not; what it extended leaves its own.
    /// Without feedback, legality is not asked.
    pub(crate) fn learn(&mut self, proposal: &Proposal, stopped_at: Option<usize>, feedback: bool) {
        let Some(step) = proposal.step else { return };
        let stopped = stopped_at.filter(|_| feedback);
        if stopped.is_some_and(|at| at < step.length) {
            return;
        }
        let mut sequence = proposal.sequence.clone();
        if stopped.is_some() {
            sequence.statements.truncate(step.length);
        }
        if let Some((place, id)) = step.from {
            self.leave(place, id);
        }
        self.open(step.to);
        let filed = Filed {
            id: self.next_id,
            sequence: Rc::new(sequence),
            object: step.object,
        };
        self.next_id += 1;
        for files in [&mut self.filed, &mut self.reached] {
            let there = files.entry(step.to).or_default();
            if there.len() >= FILED_CAP {
                there.remove(0);
            }
            there.push(filed.clone());
        }
    }
}

#[cfg(test)]
mod tests;
