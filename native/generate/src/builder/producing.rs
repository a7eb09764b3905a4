//! New objects, by the ways that the library knows.

use palus_classes::Producer;
use palus_sequence::{MethodKind, Statement, TypeId, Var};

use super::{Builder, NoWay};
use crate::breadth::Breadth;
use crate::values::Site;

/// How deep producers may call for producers.
const DEPTH_CAP: usize = 3;
/// The same where a search goes far.
const WIDE_DEPTH_CAP: usize = 5;
/// The same with those that do not count: what answers for others, and builders.
const DEEPEST: usize = 8;
/// How many producers of a type are tried before it counts as one that nobody can make.
const PRODUCER_TRIES: usize = 5;
/// The chance to pass over a producer for a less direct one.
const NEXT_PRODUCER: f64 = 0.4;
/// The same where a search goes far.
const WIDE_NEXT_PRODUCER: f64 = 0.8;

impl Builder<'_, '_> {
    /// Makes something while values of that type are being made, unless that goes too deep or in a circle.
    pub(crate) fn within<T>(
        &mut self,
        wanted: TypeId,
        make: impl FnOnce(&mut Self) -> Result<T, NoWay>,
    ) -> Result<T, NoWay> {
        if self.is_too_deep() || self.making.contains(&wanted) || !self.has_room_for(0) {
            return Err(NoWay(wanted));
        }
        self.making.push(wanted);
        let result = make(self);
        self.making.pop();
        result
    }

    /// Makes something, and what stands around it does not count as depth.
    pub(crate) fn shallowly<T>(&mut self, make: impl FnOnce(&mut Self) -> Result<T, NoWay>) -> Result<T, NoWay> {
        self.shallow += 1;
        let result = make(self);
        self.shallow -= 1;
        result
    }

    pub(super) fn is_too_deep(&self) -> bool {
        let cap = if self.context.breadth > Breadth::Usual {
            WIDE_DEPTH_CAP
        } else {
            DEPTH_CAP
        };
        self.making.len() - self.shallow >= cap || self.making.len() >= DEEPEST
    }

    /// A new object, by one of the ways that the library knows.
    pub(super) fn produce(&mut self, wanted: TypeId, site: Option<Site>) -> Result<Var, NoWay> {
        if !self.context.with("inputs") {
            return Err(NoWay(wanted));
        }
        self.within(wanted, |builder| builder.produced(wanted, site))
    }

    fn produced(&mut self, wanted: TypeId, site: Option<Site>) -> Result<Var, NoWay> {
        let producers = self.context.suiting_producers(wanted, site);
        let (next, tries) = if self.context.breadth > Breadth::Usual {
            (WIDE_NEXT_PRODUCER, producers.len())
        } else {
            (NEXT_PRODUCER, PRODUCER_TRIES)
        };
        let mut first = 0;
        while !self.simple && first + 1 < producers.len() && self.context.rng.chance(next) {
            first += 1;
        }
        let ways = producers.iter().cycle().skip(first).take(producers.len().min(tries));
        let mut missing = NoWay(wanted);
        for way in ways {
            let mark = self.len();
            match self.follow(*way) {
                Ok(var) => return Ok(var),
                Err(deeper) => {
                    missing = deeper;
                    self.cut(mark);
                }
            }
        }
        Err(missing)
    }

    fn follow(&mut self, producer: Producer) -> Result<Var, NoWay> {
        let method = match producer {
            Producer::StaticField(field) => return Ok(self.push(Statement::StaticField { field })),
            Producer::Call(method) => method,
        };
        let wanted = self.operand_types(method);
        let instance = self.context.library.symbols().get(method).kind == MethodKind::Instance;
        let steps = self.context.steps(method);
        let mut operands = Vec::with_capacity(wanted.len());
        for (index, wanted) in wanted.into_iter().enumerate() {
            let is_receiver = instance && index == 0;
            let operand = if is_receiver && !steps.before.is_empty() {
                self.wire();
                self.shallowly(|builder| {
                    // What it is told is made first: its calls are one chain then.
                    let told = builder.what_to_build(&steps.before);
                    let made = builder.value(wanted, Some((method, index)), true)?;
                    Ok(builder.told_to_build(made, told))
                })?
            } else {
                self.value(wanted, Some((method, index)), is_receiver)?
            };
            operands.push(operand);
        }
        let made = self.push(Statement::Call { method, operands });
        self.made_ready(made, &steps);
        Ok(made)
    }
}
