//! The SMT solver behind a pipe, for what is no order constraint: expressions as bit-vectors (SMT-LIB 2).

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::process::{Command, Stdio};

use easy_smt::{Context, ContextBuilder, Response, SExpr};
use palus_classes::{Arithmetic, Relation};
use palus_sequence::Primitive;

use crate::arithmetic::range;
use crate::condition::Condition;
use crate::term::{Assignment, Node, Term, Variable};

/// So long the solver may think about a question, in milliseconds.
const PATIENCE: u64 = 2_000;

/// And so many of its own steps, where it has to say the same on every machine: half a second's worth or so.
const STEPS: u64 = 2_000_000;

/// A solver that runs.
pub(crate) struct Smt(Context, bool);

/// What the solver says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    /// Values for which the conditions hold.
    Values(Assignment),
    /// There are none.
    Never,
    /// It gave up.
    Unknown,
}

impl fmt::Debug for Smt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Smt")
    }
}

impl Smt {
    /// Starts `z3`, whose patience is counted in steps or by the clock; `None` where that is not on `PATH` or does not answer.
    pub(crate) fn start(is_counted: bool) -> Option<Self> {
        let mut asked = Command::new("z3");
        asked
            .arg("-version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if !asked.status().is_ok_and(|status| status.success()) {
            return None;
        }
        let mut builder = ContextBuilder::new();
        let mut context = builder.solver("z3").solver_args(["-smt2", "-in"]).build().ok()?;
        let (option, patience) = if is_counted {
            (":rlimit", STEPS)
        } else {
            (":timeout", PATIENCE)
        };
        let patience = context.numeral(patience);
        context.set_option(option, patience).ok()?;
        Some(Self(context, is_counted))
    }

    /// Whether it counts its steps, and not its time.
    pub(crate) fn is_counted(&self) -> bool {
        self.1
    }

    /// Values for which the conditions hold, within the limit on both sides of zero where there is one. `None` when the solver is gone.
    pub(crate) fn solve(&mut self, conditions: &[Condition], limit: Option<i64>) -> Option<Said> {
        self.within(|smt| {
            let variables = variables(conditions);
            smt.declare(&variables, limit)?;
            for condition in conditions {
                let condition = smt.condition(condition);
                smt.0.assert(condition)?;
            }
            Ok(match smt.0.check()? {
                Response::Unsat => Said::Never,
                Response::Unknown => Said::Unknown,
                Response::Sat => smt.values(&variables)?.map_or(Said::Unknown, Said::Values),
            })
        })
    }

    /// Whether the conclusions hold wherever the premises do. `None` when the solver is gone.
    pub(crate) fn implies(&mut self, premises: &[Condition], conclusions: &[Condition]) -> Option<bool> {
        self.within(|smt| {
            let mut named = variables(premises);
            named.extend(variables(conclusions));
            smt.declare(&named, None)?;
            for condition in premises {
                let condition = smt.condition(condition);
                smt.0.assert(condition)?;
            }
            let concluded: Vec<SExpr> = conclusions.iter().map(|condition| smt.condition(condition)).collect();
            let never = smt.0.not(smt.0.and_many(concluded));
            smt.0.assert(never)?;
            Ok(smt.0.check()? == Response::Unsat)
        })
    }

    /// A question of its own: what is declared and asserted for it is forgotten behind it.
    fn within<T>(&mut self, question: impl FnOnce(&mut Self) -> io::Result<T>) -> Option<T> {
        self.0.push().ok()?;
        let answer = question(self).ok()?;
        self.0.pop().ok()?;
        Some(answer)
    }

    fn sort(&self, variable: Variable) -> SExpr {
        let width = if variable.primitive == Primitive::Long { 64 } else { 32 };
        self.0.bit_vec_sort(self.0.numeral(width))
    }

    fn declare(&mut self, variables: &BTreeSet<Variable>, limit: Option<i64>) -> io::Result<()> {
        for &variable in variables {
            let sort = self.sort(variable);
            self.0.declare_const(name(variable), sort)?;
            for bound in self.bounds(variable, limit) {
                self.0.assert(bound)?;
            }
        }
        Ok(())
    }

    /// That the variable is within its type, and within the limit.
    fn bounds(&self, variable: Variable, limit: Option<i64>) -> Vec<SExpr> {
        let (least, most) = range(variable.primitive);
        let limit = limit.unwrap_or(i64::MAX);
        let name = self.0.atom(name(variable));
        let is_long = variable.primitive == Primitive::Long;
        let constant = |value: i64| self.constant(&Term::constant(is_long, value));
        vec![
            self.0.bvsle(constant(least.max(-limit)), name),
            self.0.bvsle(name, constant(most.min(limit))),
        ]
    }

    fn constant(&self, term: &Term) -> SExpr {
        self.0.atom(match term {
            Term::Int(value) => format!("#x{value:08x}"),
            term => format!("#x{:016x}", term.value().unwrap_or(0)),
        })
    }

    fn condition(&self, condition: &Condition) -> SExpr {
        let (left, right) = (self.term(&condition.left), self.term(&condition.right));
        let context = &self.0;
        match condition.relation {
            Relation::Eq => context.eq(left, right),
            Relation::Ne => context.not(context.eq(left, right)),
            Relation::Lt => context.bvslt(left, right),
            Relation::Le => context.bvsle(left, right),
            Relation::Gt => context.bvsgt(left, right),
            Relation::Ge => context.bvsge(left, right),
        }
    }

    fn term(&self, term: &Term) -> SExpr {
        let compound = match term {
            Term::Variable(variable) => return self.0.atom(name(*variable)),
            Term::Compound(compound) => compound,
            Term::Int(_) | Term::Long(_) => return self.constant(term),
        };
        match &compound.node {
            Node::Negate(of) => self.0.bvneg(self.term(of)),
            Node::Binary(operation, left, right) => self.binary(*operation, left, right),
            Node::Convert(to, of) => self.convert(*to, of),
            Node::Compare(left, right) => {
                let (left, right) = (self.term(left), self.term(right));
                let [less, same, more] = [-1, 0, 1].map(|value| self.constant(&Term::Int(value)));
                let rest = self.0.ite(self.0.eq(left, right), same, more);
                self.0.ite(self.0.bvslt(left, right), less, rest)
            }
        }
    }

    fn binary(&self, operation: Arithmetic, left: &Term, right: &Term) -> SExpr {
        let is_long = left.is_long();
        let (a, mut b) = (self.term(left), self.term(right));
        let context = &self.0;
        if matches!(operation, Arithmetic::Shl | Arithmetic::Shr | Arithmetic::Ushr) {
            if is_long {
                b = self.extended("zero_extend", b);
            }
            // Java looks at the lowest bits of what it shifts by.
            b = context.bvand(
                b,
                self.constant(&Term::constant(is_long, if is_long { 63 } else { 31 })),
            );
        }
        match operation {
            Arithmetic::Add => context.bvadd(a, b),
            Arithmetic::Sub => context.bvsub(a, b),
            Arithmetic::Mul => context.bvmul(a, b),
            Arithmetic::Div => context.bvsdiv(a, b),
            Arithmetic::Rem => context.bvsrem(a, b),
            Arithmetic::And => context.bvand(a, b),
            Arithmetic::Or => context.bvor(a, b),
            Arithmetic::Xor => context.bvxor(a, b),
            Arithmetic::Shl => context.bvshl(a, b),
            Arithmetic::Shr => context.bvashr(a, b),
            Arithmetic::Ushr => context.bvlshr(a, b),
        }
    }

    fn convert(&self, to: Primitive, of: &Term) -> SExpr {
        let value = self.term(of);
        let bits = match to {
            Primitive::Long if of.is_long() => return value,
            Primitive::Long => return self.extended("sign_extend", value),
            Primitive::Boolean => 1,
            Primitive::Byte => 8,
            Primitive::Char | Primitive::Short => 16,
            _ if !of.is_long() => return value,
            _ => 32,
        };
        let low = self.indexed("extract", &[bits - 1, 0], value);
        match to {
            Primitive::Boolean | Primitive::Char => self.indexed("zero_extend", &[32 - bits], low),
            _ if bits == 32 => low,
            _ => self.indexed("sign_extend", &[32 - bits], low),
        }
    }

    fn extended(&self, how: &str, value: SExpr) -> SExpr {
        self.indexed(how, &[32], value)
    }

    /// `((_ name index ...) value)`.
    fn indexed(&self, name: &str, indices: &[u32], value: SExpr) -> SExpr {
        let mut head = vec![self.0.atom("_"), self.0.atom(name)];
        head.extend(indices.iter().map(|index| self.0.numeral(*index)));
        self.0.list(vec![self.0.list(head), value])
    }

    fn values(&mut self, variables: &BTreeSet<Variable>) -> io::Result<Option<Assignment>> {
        let mut found = Assignment::default();
        for &variable in variables {
            let told = self.0.get_value(vec![self.0.atom(name(variable))])?;
            let value = told
                .first()
                .and_then(|(_, value)| self.0.get_atom(*value))
                .and_then(hexadecimal);
            let Some(value) = value else { return Ok(None) };
            let is_long = variable.primitive == Primitive::Long;
            found.insert(
                variable,
                if is_long {
                    value as i64
                } else {
                    i64::from(value as u32 as i32)
                },
            );
        }
        Ok(Some(found))
    }
}

/// Variables of two types may have one number, where states are compared.
fn name(variable: Variable) -> String {
    format!("{}{}", variable.primitive.descriptor(), variable.number)
}

fn hexadecimal(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("#x")?, 16).ok()
}

fn variables(conditions: &[Condition]) -> BTreeSet<Variable> {
    let mut found = BTreeSet::new();
    for condition in conditions {
        condition.variables(&mut |variable| {
            found.insert(variable);
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const X: Variable = Variable {
        number: 0,
        primitive: Primitive::Int,
    };
    const Y: Variable = Variable {
        number: 1,
        primitive: Primitive::Long,
    };

    const OPERATIONS: [Arithmetic; 9] = [
        Arithmetic::Add,
        Arithmetic::Sub,
        Arithmetic::Mul,
        Arithmetic::And,
        Arithmetic::Or,
        Arithmetic::Xor,
        Arithmetic::Shl,
        Arithmetic::Shr,
        Arithmetic::Ushr,
    ];

    /// An expression over both variables: operations on the first, each given by a number.
    fn term(steps: &[(usize, i32)]) -> Term {
        let mut term = Term::Variable(X);
        for &(step, by) in steps {
            let by = Term::Int(by);
            term = match step {
                0..9 => Term::binary(OPERATIONS[step], &term, &by),
                9 if by.value() != Some(0) => Term::binary(Arithmetic::Div, &term, &by),
                10 if by.value() != Some(0) => Term::binary(Arithmetic::Rem, &term, &by),
                11 => Some(term.convert(Primitive::Byte)),
                12 => Some(term.convert(Primitive::Char)),
                13 => Some(term.convert(Primitive::Short)),
                14 => Some(term.negate()),
                15 => Some(Term::compare(&term.convert(Primitive::Long), &Term::Variable(Y))),
                16 => Term::binary(Arithmetic::Ushr, &Term::Variable(Y), &term).map(|it| it.convert(Primitive::Int)),
                17 => Term::binary(Arithmetic::Mul, &Term::Variable(Y), &term.convert(Primitive::Long))
                    .map(|it| it.convert(Primitive::Int)),
                _ => Some(term),
            }
            .unwrap();
        }
        term
    }

    fn equation(relation: Relation, term: Term, value: i64) -> Condition {
        let right = Term::constant(term.is_long(), value);
        Condition {
            relation,
            left: term,
            right,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        /// Where the variables have values, the solver gives the expression the value that it has here, and no other.
        #[test]
        fn expressions_mean_what_they_do_here(steps in prop::collection::vec((0_usize..18, any::<i32>()), 1..6), x in any::<i32>(), y in any::<i64>()) {
            let Some(mut smt) = Smt::start(false) else {
                println!("skipped: no z3 on PATH");
                return Ok(());
            };
            let term = term(&steps);
            let values = Assignment::from_iter([(X, i64::from(x)), (Y, y)]);
            let value = term.evaluate(&values).unwrap();
            let mut conditions = vec![
                equation(Relation::Eq, Term::Variable(X), x.into()),
                equation(Relation::Eq, Term::Variable(Y), y),
                equation(Relation::Eq, term.clone(), value),
            ];
            prop_assert_eq!(smt.solve(&conditions, None), Some(Said::Values(values)));
            conditions[2] = equation(Relation::Ne, term, value);
            prop_assert_eq!(smt.solve(&conditions, None), Some(Said::Never));
        }
    }

    #[test]
    fn what_follows_is_found() {
        let Some(mut smt) = Smt::start(false) else {
            println!("skipped: no z3 on PATH");
            return;
        };
        let product = |factor| Term::binary(Arithmetic::Mul, &Term::Variable(X), &Term::Int(factor)).unwrap();
        let is_six = [equation(Relation::Eq, Term::Variable(X), 6)];
        assert_eq!(
            smt.implies(&is_six, &[equation(Relation::Eq, product(7), 42)]),
            Some(true)
        );
        // Products wrap around, so that there are two such numbers.
        let is_twelve = [equation(Relation::Eq, product(2), 12)];
        assert_eq!(smt.implies(&is_twelve, &is_six), Some(false));
    }
}
