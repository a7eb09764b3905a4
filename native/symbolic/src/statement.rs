//! Statements of sequences as code of their own: what they take is in local variables, and what they give is returned.

use std::collections::BTreeMap;
use std::sync::Arc;

use palus_classes::{CallKind, Constant, Instruction, Kind, Member, MethodCode, StackMove};
use palus_sequence::{Literal, MethodKind, Operand, Primitive, Statement, Symbols, TypeId};

use crate::arguments::literal_value;
use crate::execute::Executor;
use crate::heap::Value;
use crate::path::{Frame, Path, Reason, Stop};
use crate::program::Method;
use crate::term::{Term, Variable};

/// The variables in the place of literals, by the positions of the statement and of its operand.
pub(crate) type Variables = BTreeMap<(usize, usize), Variable>;

/// What the operands of a statement stand for.
pub(crate) struct Scope<'s> {
    pub(crate) symbols: &'s Symbols,
    /// What earlier statements gave.
    pub(crate) values: &'s [Value],
    pub(crate) variables: &'s Variables,
}

/// Code in the making.
#[derive(Default)]
struct Made {
    instructions: Vec<Instruction>,
    locals: Vec<Value>,
}

/// Has the path begin with the statement at that position.
pub(crate) fn enter(
    executor: &mut Executor,
    path: &mut Path,
    (at, statement): (usize, &Statement),
    scope: &Scope<'_>,
) -> Result<(), Stop> {
    let mut made = Made::default();
    let symbols = scope.symbols;
    let result = match statement {
        Statement::Call { method, operands } => {
            let method = symbols.get(*method);
            let target = Member {
                owner: symbols.type_name(method.owner).into(),
                name: Arc::clone(&method.name),
                descriptor: Arc::clone(&method.descriptor),
            };
            if method.kind == MethodKind::Constructor {
                made.put(Instruction::New(Arc::clone(&target.owner)));
                made.put(Instruction::Stack(StackMove::Dup));
            }
            for (place, operand) in operands.iter().enumerate() {
                let wanted = method.operand_type(place).ok_or_else(Stop::malformed)?;
                made.load(executor, path, (operand, (at, place)), wanted, scope)?;
            }
            made.put(Instruction::Invoke {
                target: Arc::new(target),
                kind: match method.kind {
                    MethodKind::Constructor => CallKind::Special,
                    MethodKind::Static => CallKind::Static,
                    MethodKind::Instance => CallKind::Virtual,
                },
            });
            method.result
        }
        Statement::Array { element, elements } => {
            let kind = symbols.primitive(*element).unwrap_or(Primitive::Void);
            made.put(Instruction::Const(Constant::Int(elements.len() as i32)));
            made.put(Instruction::NewArray {
                descriptor: format!("[{}", symbols.type_descriptor(*element)).into(),
                dimensions: 1,
            });
            for (place, operand) in elements.iter().enumerate() {
                made.put(Instruction::Stack(StackMove::Dup));
                made.put(Instruction::Const(Constant::Int(place as i32)));
                made.load(executor, path, (operand, (at, place)), *element, scope)?;
                made.put(Instruction::ArrayStore(kind));
            }
            made.enter(path, "()Ljava/lang/Object;");
            return Ok(());
        }
        Statement::StaticField { field } => {
            let field = symbols.get_field(*field);
            made.put(Instruction::GetStatic(Arc::new(Member {
                owner: symbols.type_name(field.owner).into(),
                name: Arc::clone(&field.name),
                descriptor: symbols.type_descriptor(field.field_type).into(),
            })));
            field.field_type
        }
        _ => return Err(outside("a statement that is neither a call nor an array nor a field")),
    };
    made.enter(path, &format!("(){}", symbols.type_descriptor(result)));
    Ok(())
}

fn outside(what: &'static str) -> Stop {
    Stop::Open(Reason::instruction(what))
}

impl Made {
    fn put(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    /// Puts what an operand stands for on the stack, as that type.
    fn load(
        &mut self,
        executor: &mut Executor,
        path: &mut Path,
        (operand, place): (&Operand, (usize, usize)),
        wanted: TypeId,
        scope: &Scope<'_>,
    ) -> Result<(), Stop> {
        let symbols = scope.symbols;
        let wanted = symbols.primitive(wanted);
        let value = match operand {
            Operand::Var(var) => scope.values.get(var.index()).cloned().ok_or_else(Stop::malformed)?,
            Operand::Literal(Literal::Enum { class, name }) => {
                let class = *class;
                self.put(Instruction::GetStatic(Arc::new(Member {
                    owner: symbols.type_name(class).into(),
                    name: Arc::clone(name),
                    descriptor: symbols.type_descriptor(class).into(),
                })));
                return Ok(());
            }
            Operand::Literal(Literal::Class(class)) => {
                let descriptor = symbols.type_descriptor(*class).into();
                self.put(Instruction::Const(Constant::Class(descriptor)));
                return Ok(());
            }
            Operand::Literal(Literal::Lambda(_)) => return Err(outside("a lambda of the test")),
            Operand::Literal(literal) => {
                let value = match scope.variables.get(&place) {
                    Some(variable) => Value::Number(Term::Variable(*variable)),
                    None => literal_value(path, literal),
                };
                match literal.primitive().filter(|_| wanted.is_none()) {
                    Some(primitive) => executor.boxed(path, primitive.boxed(), &value)?,
                    None => value,
                }
            }
            _ => return Err(outside("an operand that is neither a value nor a literal")),
        };
        let slot = self.locals.len() as u16;
        self.locals.push(as_wanted(value, wanted)?);
        let kind = Kind::Reference;
        self.put(Instruction::Load { slot, kind });
        Ok(())
    }

    fn enter(mut self, path: &mut Path, descriptor: &str) {
        let result = (!descriptor.ends_with(")V")).then_some(Kind::Reference);
        self.put(Instruction::Return(result));
        let method = Method::made_up(descriptor, self.instructions);
        path.frames.push(Frame {
            method: Arc::new(method),
            at: 0,
            locals: self.locals,
            stack: Vec::new(),
        });
    }
}

/// A value where one of a primitive type is wanted, or a reference: what the compiler converts by itself is converted, but for boxes.
fn as_wanted(value: Value, wanted: Option<Primitive>) -> Result<Value, Stop> {
    match (value, wanted) {
        (Value::Number(term), Some(Primitive::Long)) if !term.is_long() => {
            Ok(Value::Number(term.convert(Primitive::Long)))
        }
        (value, wanted) if wanted.is_none() == matches!(value, Value::Null | Value::Object(_)) => Ok(value),
        _ => Err(outside("a box that the compiler makes or opens")),
    }
}

impl Method {
    /// A method that is in no class file.
    pub(crate) fn made_up(descriptor: &str, instructions: Vec<Instruction>) -> Self {
        Self {
            number: usize::MAX,
            class: "java.lang.Object".into(),
            name: "made-up".into(),
            descriptor: descriptor.into(),
            parameters: Vec::new(),
            is_static: true,
            is_private: false,
            is_abstract: false,
            is_under_test: false,
            code: Some(MethodCode {
                max_locals: 0,
                instructions: (0..).zip(instructions).collect(),
                handlers: Vec::new(),
            }),
        }
    }
}
