//! Instructions that stay within their frame: constants, local variables, the operand stack, arithmetic, conversions.

use palus_classes::{Arithmetic, Constant, Instruction, Kind, Relation, StackMove};
use palus_sequence::Primitive;

use crate::bits::masked;
use crate::execute::{Executor, Step};
use crate::heap::{Content, Value};
use crate::path::{Frame, Path, Reason, Stop};
use crate::state::runtime_name;
use crate::term::Term;

impl Executor {
    pub(crate) fn simple(&mut self, path: &mut Path, instruction: &Instruction) -> Result<Step, Stop> {
        match instruction {
            Instruction::Nop => path.frame()?.at += 1,
            Instruction::Const(constant) => {
                let value = Self::constant(path, constant)?;
                path.frame()?.replace(0, Some(value))?;
            }
            Instruction::Null => path.frame()?.replace(0, Some(Value::Null))?,
            Instruction::Load { slot, .. } => {
                let frame = path.frame()?;
                let value = frame
                    .locals
                    .get(usize::from(*slot))
                    .cloned()
                    .ok_or_else(Stop::malformed)?;
                frame.replace(0, Some(value))?;
            }
            Instruction::Store { slot, .. } => {
                let frame = path.frame()?;
                let value = frame.pop()?;
                *frame.locals.get_mut(usize::from(*slot)).ok_or_else(Stop::malformed)? = value;
                frame.at += 1;
            }
            Instruction::Increment { slot, by } => {
                let frame = path.frame()?;
                let Some(Value::Number(term)) = frame.locals.get_mut(usize::from(*slot)) else {
                    return Err(Stop::malformed());
                };
                *term = sized(Term::binary(Arithmetic::Add, term, &Term::Int(*by)))?;
                frame.at += 1;
            }
            Instruction::Stack(how) => moved(path.frame()?, *how)?,
            Instruction::Negate(kind) => negate(path.frame()?, *kind)?,
            Instruction::Binary(operation, kind) => return self.binary(path, *operation, *kind),
            Instruction::Convert { from, to } => convert(path, *from, *to)?,
            Instruction::Compare { kind, nan } => compare(path.frame()?, *kind, *nan)?,
            Instruction::OtherConst => {
                return Err(Stop::Open(Reason::instruction(
                    "a constant method handle or method type",
                )));
            }
            Instruction::Subroutine => return Err(Stop::Open(Reason::instruction("jsr"))),
            other => return self.object(path, other),
        }
        Ok(Step::Next)
    }

    pub(crate) fn constant(path: &mut Path, constant: &Constant) -> Result<Value, Stop> {
        Ok(match constant {
            Constant::Int(value) => Value::int(*value),
            Constant::Long(value) => Value::Number(Term::Long(*value)),
            Constant::Float(value) => Value::Float(*value),
            Constant::Double(value) => Value::Double(*value),
            Constant::String(text) => {
                path.heap
                    .add("java.lang.String".into(), Content::Text(Some(text.clone())), false)
            }
            Constant::Class(descriptor) => {
                let name = runtime_name(descriptor);
                path.heap.add("java.lang.Class".into(), Content::Class(name), false)
            }
            Constant::Enum(_) => return Err(Stop::malformed()),
        })
    }

    fn binary(&mut self, path: &mut Path, operation: Arithmetic, kind: Kind) -> Result<Step, Stop> {
        let frame = path.frames.last().ok_or_else(Stop::malformed)?;
        let result = match (frame.peek(1)?, frame.peek(0)?) {
            (Value::Float(a), Value::Float(b)) => {
                Value::Float(floating(operation, f64::from(*a), f64::from(*b), *a, *b))
            }
            (Value::Double(a), Value::Double(b)) => Value::Double(double(operation, *a, *b)),
            (Value::Number(a), Value::Number(b)) => {
                let zero = Term::constant(kind == Kind::Long, 0);
                let is_division = matches!(operation, Arithmetic::Div | Arithmetic::Rem);
                if is_division && Self::decide(path, Relation::Eq, b, &zero)? {
                    return self.throw(path, "java.lang.ArithmeticException");
                }
                match masked(&path.closure, operation, a, b) {
                    Some(kept) => Value::Number(kept),
                    None => Value::Number(sized(Term::binary(operation, a, b))?),
                }
            }
            _ => return Err(Stop::malformed()),
        };
        path.frame()?.replace(2, Some(result))?;
        Ok(Step::Next)
    }
}

/// An expression that is not too large.
pub(crate) fn sized(term: Option<Term>) -> Result<Term, Stop> {
    let term = term.ok_or_else(Stop::malformed)?;
    if term.size() > Term::MOST {
        return Err(Stop::Open(Reason::TooLarge));
    }
    Ok(term)
}

fn double(operation: Arithmetic, a: f64, b: f64) -> f64 {
    match operation {
        Arithmetic::Add => a + b,
        Arithmetic::Sub => a - b,
        Arithmetic::Mul => a * b,
        Arithmetic::Div => a / b,
        // The remainder of Java is that of C, and exact.
        _ => a % b,
    }
}

/// A remainder of two `float`s is the same when it is computed of `double`s; all else is rounded once.
fn floating(operation: Arithmetic, wide_a: f64, wide_b: f64, a: f32, b: f32) -> f32 {
    match operation {
        Arithmetic::Add => a + b,
        Arithmetic::Sub => a - b,
        Arithmetic::Mul => a * b,
        Arithmetic::Div => a / b,
        _ => (wide_a % wide_b) as f32,
    }
}

fn negate(frame: &mut Frame, _: Kind) -> Result<(), Stop> {
    let negated = match frame.peek(0)? {
        Value::Number(term) => Value::Number(sized(Some(term.negate()))?),
        Value::Float(value) => Value::Float(-value),
        Value::Double(value) => Value::Double(-value),
        _ => return Err(Stop::malformed()),
    };
    frame.replace(1, Some(negated))
}

/// Floating values are concrete, so that what becomes one gets a value.
fn convert(path: &mut Path, _: Kind, to: Primitive) -> Result<(), Stop> {
    let frame = path.frames.last().ok_or_else(Stop::malformed)?;
    let whole = |value: f64| match to {
        Primitive::Int => Value::int(value as i32),
        Primitive::Long => Value::Number(Term::Long(value as i64)),
        Primitive::Float => Value::Float(value as f32),
        _ => Value::Double(value),
    };
    let converted = match frame.peek(0)? {
        Value::Number(term) => match to {
            Primitive::Float => Value::Float(path.concrete(term)? as f32),
            Primitive::Double => Value::Double(path.concrete(term)? as f64),
            _ => Value::Number(sized(Some(term.convert(to)))?),
        },
        Value::Float(value) => whole(f64::from(*value)),
        Value::Double(value) => whole(*value),
        _ => return Err(Stop::malformed()),
    };
    path.frame()?.replace(1, Some(converted))
}

fn compare(frame: &mut Frame, _: Kind, nan: i32) -> Result<(), Stop> {
    let ordered = |a: f64, b: f64| a.partial_cmp(&b).map_or(nan, |ordering| ordering as i32);
    let compared = match (frame.peek(1)?, frame.peek(0)?) {
        (Value::Number(a), Value::Number(b)) => Value::Number(Term::compare(a, b)),
        (Value::Float(a), Value::Float(b)) => Value::int(ordered(f64::from(*a), f64::from(*b))),
        (Value::Double(a), Value::Double(b)) => Value::int(ordered(*a, *b)),
        _ => return Err(Stop::malformed()),
    };
    frame.replace(2, Some(compared))
}

/// `dup` and its kin: operands move by the room that they take, `long` and `double` taking two.
fn moved(frame: &mut Frame, how: StackMove) -> Result<(), Stop> {
    let mut take = |room: u8| -> Result<Vec<Value>, Stop> {
        let mut taken = Vec::new();
        let mut left = room;
        while left > 0 {
            let value = frame.pop()?;
            left = left
                .checked_sub(if value.is_wide() { 2 } else { 1 })
                .ok_or_else(Stop::malformed)?;
            taken.insert(0, value);
        }
        Ok(taken)
    };
    let (room, below) = how.rooms();
    let top = take(room)?;
    if let Some(below) = below {
        let under = take(below)?;
        frame.stack.extend(top.iter().cloned());
        frame.stack.extend(under);
        if how != StackMove::Swap {
            frame.stack.extend(top);
        }
    }
    frame.at += 1;
    Ok(())
}
