//! The constants of bodies as literals that a test can write, with what they feed.

use std::collections::HashMap;
use std::sync::Arc;

use palus_sequence::{Literal, Symbols};

use crate::access::Viewpoint;
use crate::body::{Body, Feed, Member, Operand, TableRow};
use crate::facts::Visibility;
use crate::index::ClassIndex;
use crate::info::Constant;
use crate::library::{LiteralUse, Meets, UsedAs};

/// Turns the constants of one class into literals.
pub(crate) struct Constants<'l> {
    index: &'l ClassIndex,
    from: Viewpoint,
    symbols: &'l mut Symbols,
    /// What javac's tables for switches over enums hold, by the class that has them.
    tables: HashMap<Arc<str>, Vec<TableRow>>,
}

impl<'l> Constants<'l> {
    /// For a test written there.
    pub(crate) fn new(index: &'l ClassIndex, from: Viewpoint, symbols: &'l mut Symbols) -> Self {
        Self {
            index,
            from,
            symbols,
            tables: HashMap::new(),
        }
    }

    /// The constant as a test would write it; `None` for what it cannot name.
    pub(crate) fn literal(&mut self, constant: &Constant) -> Option<Literal> {
        Some(match constant {
            Constant::Int(v) => Literal::Int(*v),
            Constant::Long(v) => Literal::Long(*v),
            Constant::Float(v) => Literal::Float(*v),
            Constant::Double(v) => Literal::Double(*v),
            Constant::String(v) => Literal::String(v.clone()),
            Constant::Class(descriptor) => {
                let can_name = self.index.can_name(&self.from, descriptor);
                Literal::Class(self.symbols.descriptor(descriptor).ok().filter(|_| can_name)?)
            }
            Constant::Enum(field) => {
                let class = self.index.class(&field.owner).filter(|class| class.is_enum())?;
                let visibility = self.index.visibility(&class);
                let is_constant = class.find_field(&field.name, &field.descriptor)?.access.is_enum();
                if !is_constant || visibility == Visibility::Hidden || !self.from.sees(visibility, class.package()) {
                    return None;
                }
                Literal::Enum {
                    class: self.symbols.class(&field.owner),
                    name: field.name.clone(),
                }
            }
        })
    }

    /// The literals of a body whose use is visible, each use once.
    pub(crate) fn uses(&mut self, body: &Body) -> Vec<LiteralUse> {
        let mut found: Vec<LiteralUse> = Vec::new();
        let mut add = |literal: Option<Literal>, used_as, meets| {
            let Some(literal) = literal else { return };
            let literal_use = LiteralUse {
                literal,
                used_as,
                meets,
            };
            if !found.contains(&literal_use) {
                found.push(literal_use);
            }
        };
        for constant_use in &body.uses {
            let (used_as, meets) = match &constant_use.feeds {
                Feed::Comparison { against } => (UsedAs::Compared, meets(against)),
                Feed::Switch { on } => (UsedAs::Label, meets(on)),
                Feed::Argument {
                    call,
                    position,
                    operands,
                } => {
                    let others = operands.iter().enumerate().filter(|(at, _)| at != position);
                    let known = others.map(|(_, operand)| meets(operand)).find(|m| *m != Meets::Other);
                    let used_as = UsedAs::Operand {
                        method: call.target.clone(),
                        position: *position,
                    };
                    (used_as, known.unwrap_or(Meets::Other))
                }
            };
            add(self.literal(&constant_use.constant), used_as, meets);
        }
        for (table, keys, on) in &body.table_switches {
            for constant in self.labels(table, keys) {
                add(self.literal(&Constant::Enum(constant)), UsedAs::Label, meets(on));
            }
        }
        found
    }

    /// The enum constants that a table has under those keys.
    fn labels(&mut self, table: &Member, keys: &[i32]) -> Vec<Arc<Member>> {
        let index = self.index;
        let rows = self.tables.entry(table.owner.clone()).or_insert_with(|| {
            let bodies = index.bodies(&table.owner).into_iter();
            bodies.flat_map(|body| body.switch_tables).collect()
        });
        let of_table = rows
            .iter()
            .filter(|row| *row.table == *table && keys.contains(&row.key));
        of_table.map(|row| row.constant.clone()).collect()
    }
}

fn meets(operand: &Operand) -> Meets {
    match operand {
        Operand::Parameter(position) => Meets::Parameter(*position),
        Operand::Field(field) | Operand::Element(field) => Meets::Field(field.clone()),
        Operand::Result(method) => Meets::Result(method.clone()),
        Operand::This | Operand::Fresh | Operand::Constant | Operand::Unknown => Meets::Other,
    }
}
