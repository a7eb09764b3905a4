//! Which calls are written inside the one call that uses their results: `builder.build().toString()`.
//!
//! Nothing is called earlier or later for it: what is written inside another call stood right before it, in the order in which
//! operands are evaluated (JLS 15.7). Only a constructor of the JDK that takes literals alone may come from further away, for nobody
//! can tell when it ran.

use palus_sequence::work::KeptTest;
use palus_sequence::{Literal, MethodKind, Operand, Outcome, Statement, Symbols, is_builder, is_of_jdk};

use super::names::simple_class_name;
use super::plan::{is_asserted, is_inferred, value_type};
use super::types::{JType, Types};

/// The most calls in one statement: a chain of this length is read in one go.
const CALLS: usize = 4;
/// The same of one that tells a builder what to build: it is read line by line.
const STEPS: usize = 16;
/// The most calls in one argument.
const CALLS_IN_ARGUMENT: usize = 2;
/// About the widest call that stands inside another, in columns.
const WIDTH_INSIDE: usize = 50;
/// About the widest statement that other calls are written into, in columns: with an assertion around it, it still fits one line.
const WIDTH: usize = 80;
/// About the columns of a variable.
const VARIABLE: usize = 8;

/// What a statement looks like with what is written inside it.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The first statement that is part of it.
    first: usize,
    calls: usize,
    width: usize,
    /// Whether a call stands among its arguments: such a one has a line of its own.
    is_nested: bool,
}

/// Whether the value of each statement is written inside the statement that uses it. `stays_behind` says which statements are
/// no lines of their own for other reasons.
pub(super) fn inlined(symbols: &Symbols, types: &Types, test: &KeptTest, stays_behind: &[bool]) -> Vec<bool> {
    let statements = &test.sequence.statements;
    let mut inlining = Inlining {
        symbols,
        types,
        test,
        statements,
        users: users(statements),
        is_skipped: stays_behind.to_vec(),
        inlined: vec![false; statements.len()],
        shapes: Vec::new(),
    };
    for at in 0..statements.len() {
        let shape = inlining.absorb(at);
        inlining.shapes.push(shape);
    }
    inlining.inlined
}

/// How often each statement is used.
fn users(statements: &[Statement]) -> Vec<usize> {
    let mut users = vec![0; statements.len()];
    for used in statements.iter().flat_map(Statement::uses) {
        if let Some(count) = users.get_mut(used.index()) {
            *count += 1;
        }
    }
    users
}

struct Inlining<'t> {
    symbols: &'t Symbols,
    types: &'t Types<'t>,
    test: &'t KeptTest,
    statements: &'t [Statement],
    users: Vec<usize>,
    /// What does nothing at its own place.
    is_skipped: Vec<bool>,
    inlined: Vec<bool>,
    shapes: Vec<Shape>,
}

impl Inlining<'_> {
    /// Takes what the statement uses into it, the last operand first: before it runs nothing but what stands further to the left.
    fn absorb(&mut self, at: usize) -> Shape {
        let statement = &self.statements[at];
        let mut shape = self.bare(at);
        if !self.may_hold_calls(at) {
            return shape;
        }
        for (position, operand) in statement.operands().iter().enumerate().rev() {
            let Operand::Var(var) = operand else { continue };
            let used = var.index();
            let Some(&inner) = self.shapes.get(used) else { continue };
            let is_free = self.is_free(used);
            let is_next = (0..shape.first).rev().find(|&before| !self.is_skipped[before]) == Some(used);
            let is_receiver = position == 0 && self.is_instance_call(at);
            let is_step = is_receiver && self.is_step(used);
            let most = if is_step { STEPS } else { CALLS };
            let allowed = if is_receiver { most - 1 } else { CALLS_IN_ARGUMENT };
            let wanted = self.wanted(at, position);
            let together = Shape {
                first: if is_next && !is_free { inner.first } else { shape.first },
                calls: shape.calls + inner.calls,
                width: shape.width + inner.width - VARIABLE.min(inner.width),
                is_nested: shape.is_nested || !is_receiver,
            };
            if (is_free || is_next)
                && inner.calls <= allowed
                && (is_step || inner.width <= WIDTH_INSIDE)
                && together.calls <= most
                && (is_step || together.width <= WIDTH)
                && wanted.is_some_and(|wanted| self.may_stand_inside(used, &wanted))
            {
                shape = together;
                self.inlined[used] = true;
                self.is_skipped[used] |= is_free;
            }
        }
        shape
    }

    /// The statement with variables for all that it uses.
    fn bare(&self, at: usize) -> Shape {
        let statement = &self.statements[at];
        let operands: usize = statement.operands().iter().map(|operand| self.width(operand) + 2).sum();
        let (calls, own) = match statement {
            Statement::Call { method, .. } => {
                let method = self.symbols.get(*method);
                let owner = || simple_class_name(&self.symbols.type_name(method.owner)).len();
                let named = match method.kind {
                    MethodKind::Constructor => owner() + 4,
                    MethodKind::Static => owner() + method.name.len() + 1,
                    MethodKind::Instance => method.name.len() + 1,
                };
                (1, named + 2)
            }
            Statement::Array { .. } => (0, 2),
            _ => (0, VARIABLE),
        };
        Shape {
            first: at,
            calls,
            width: own + operands,
            is_nested: false,
        }
    }

    fn width(&self, operand: &Operand) -> usize {
        match operand {
            Operand::Literal(Literal::String(text)) => text.units().len() + 2,
            Operand::Literal(Literal::Enum { class, name }) => {
                simple_class_name(&self.symbols.type_name(*class)).len() + name.len() + 1
            }
            Operand::Literal(Literal::Class(class)) => simple_class_name(&self.symbols.type_name(*class)).len() + 6,
            _ => VARIABLE,
        }
    }

    /// A call that is expected to throw stands alone, so that nothing else can; and so do the last calls of a failing test.
    fn may_hold_calls(&self, at: usize) -> bool {
        let statements = self.statements.len();
        let is_demand = |violation: &palus_sequence::Violation| at >= violation.demanded_from(statements);
        self.has_returned(at) && !self.test.violates.as_ref().is_some_and(is_demand)
    }

    fn has_returned(&self, at: usize) -> bool {
        matches!(self.test.outcomes.get(at), Some(Outcome::Returned(_)))
    }

    fn is_instance_call(&self, at: usize) -> bool {
        matches!(&self.statements[at], Statement::Call { method, .. } if self.symbols.get(*method).kind == MethodKind::Instance)
    }

    /// Whether it is a call of a builder that returns a builder.
    fn is_step(&self, at: usize) -> bool {
        let Statement::Call { method, .. } = &self.statements[at] else {
            return false;
        };
        let method = self.symbols.get(*method);
        let owner = self.symbols.class_name(method.owner);
        let is_builder = || owner.is_some_and(|name| is_builder(name) && !is_of_jdk(name));
        method.kind == MethodKind::Instance && method.result == method.owner && is_builder()
    }

    /// The type that the operand has to have.
    fn wanted(&self, at: usize, position: usize) -> Option<JType> {
        match &self.statements[at] {
            Statement::Call { method, .. } => {
                let wanted = self.symbols.get(*method).operand_type(position)?;
                Some(JType::of(self.symbols, wanted))
            }
            Statement::Array { element, .. } => Some(JType::of(self.symbols, *element)),
            _ => None,
        }
    }

    /// Whether it is a constructor of the JDK that takes literals alone.
    fn is_free(&self, at: usize) -> bool {
        let Statement::Call { method, operands } = &self.statements[at] else {
            return false;
        };
        let method = self.symbols.get(*method);
        method.kind == MethodKind::Constructor
            && self.symbols.type_name(method.owner).starts_with("java.")
            && operands.iter().all(|operand| matches!(operand, Operand::Literal(_)))
    }

    /// Whether javac takes the call there as it takes a variable: its type needs no cast, and type arguments have no say.
    fn may_stand_inside(&self, at: usize, wanted: &JType) -> bool {
        let statement = &self.statements[at];
        let Statement::Call { method, .. } = statement else {
            return false;
        };
        let of = value_type(self.symbols, statement);
        let is_new = self.symbols.get(*method).kind == MethodKind::Constructor;
        let is_plain = is_new || !(self.types.is_generic(&of) || is_inferred(self.symbols, self.types, statement));
        self.users[at] == 1
            && self.has_returned(at)
            && !is_asserted(self.test, at)
            && !self.shapes[at].is_nested
            && is_plain
            && self.types.is_accessible(&of)
            && self.types.is_loose(&of, wanted)
    }
}
