//! Runs the code over the lattice until nothing changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use palus_sequence::{JavaString, Primitive};

use super::fold;
use super::frame::Frame;
use super::op::{Bootstrap, Code, Dynamic, Invocation, Op, Test, Width};
use super::record::{Record, SWITCH_BOOTSTRAPS};
use super::value::Value;
use crate::body::{Body, CallKind, Member, TableRow};
use crate::descriptor::{parameters, result};
use crate::info::Constant;
use crate::instruction::Arithmetic;

/// A pass changes something only by losing knowledge, so passes end; real code needs two to four. The bound is for code made to
/// need more: what is known after it is used as it is.
const MOST_PASSES: usize = 64;

/// What the code does.
pub(crate) fn follow(code: &Code) -> Body {
    let mut machine = Machine::new(code);
    for _ in 0..MOST_PASSES {
        machine.pass();
        if !machine.again {
            break;
        }
    }
    machine.record.body
}

struct Machine<'c> {
    code: &'c Code,
    /// What is known at each branch target and handler; `None` before anything led there.
    entries: BTreeMap<u32, Option<Frame>>,
    record: Record,
    /// Whether something changed at a place that this pass had gone by.
    again: bool,
    /// The offset of the instruction at hand.
    at: u32,
}

impl<'c> Machine<'c> {
    fn new(code: &'c Code) -> Self {
        let mut entries = BTreeMap::new();
        for (position, (_, op)) in code.ops.iter().enumerate() {
            match op {
                Op::Branch { target, .. } | Op::Goto(target) => drop(entries.insert(*target, None)),
                Op::Switch { targets, .. } => entries.extend(targets.iter().map(|target| (*target, None))),
                Op::Subroutine(target) => {
                    entries.insert(*target, None);
                    if let Some((next, _)) = code.ops.get(position + 1) {
                        entries.insert(*next, None);
                    }
                }
                _ => {}
            }
        }
        entries.extend(code.handlers.iter().map(|(_, _, handler)| (*handler, None)));
        Self {
            code,
            entries,
            record: Record::new(code.has_receiver),
            again: false,
            at: 0,
        }
    }

    fn pass(&mut self) {
        self.record = Record::new(self.code.has_receiver);
        self.again = false;
        let mut current = Some(Frame::at_entry(self.code));
        for (position, (at, op)) in self.code.ops.iter().enumerate() {
            self.at = *at;
            if self.entries.contains_key(at) {
                if let Some(frame) = current.take() {
                    self.flow(*at, &frame);
                }
                current = self.entries.get(at).cloned().flatten();
            }
            let Some(frame) = &mut current else {
                continue;
            };
            // An exception can come before or after a variable changes.
            let enters = self.code.handlers.iter().any(|(start, _, _)| start == at);
            let changes = matches!(op, Op::Store { .. } | Op::Increment { .. });
            if enters || changes {
                self.flow_to_handlers(frame);
            }
            let next = self.code.ops.get(position + 1).map(|(next, _)| *next);
            self.step(op, frame, next);
            if changes {
                self.flow_to_handlers(frame);
            }
            if op.ends() {
                current = None;
            }
        }
    }

    /// Control can go to that offset with these values.
    fn flow(&mut self, target: u32, frame: &Frame) {
        let Some(entry) = self.entries.get_mut(&target) else {
            return;
        };
        let changed = if let Some(known) = entry {
            known.merge(frame)
        } else {
            *entry = Some(frame.clone());
            true
        };
        if changed && target < self.at {
            self.again = true;
        }
    }

    fn flow_to_handlers(&mut self, frame: &Frame) {
        let code = self.code;
        for (start, end, handler) in &code.handlers {
            if (*start..*end).contains(&self.at) {
                self.flow(*handler, &frame.at_handler());
            }
        }
    }

    fn step(&mut self, op: &Op, frame: &mut Frame, next: Option<u32>) {
        match op {
            Op::Nothing | Op::End | Op::Return { has_value: false } => {}
            Op::Goto(target) => self.flow(*target, frame),
            Op::Push(constant) => {
                self.record.mention(constant);
                let is_wide = matches!(constant, Constant::Long(_) | Constant::Double(_));
                frame.push_as(Value::Constant(constant.clone()), wide(is_wide));
            }
            Op::PushNull => frame.push(Value::Null),
            Op::PushUnknown { is_wide } => frame.push_as(Value::Unknown, wide(*is_wide)),
            Op::Load { slot, is_wide } => frame.load(*slot, *is_wide),
            Op::Store { slot } => {
                let value = match frame.pop() {
                    // From now on it can be changed by statements of their own.
                    Value::Building(_) => Value::Fresh,
                    value => value,
                };
                frame.set_local(*slot, value);
            }
            Op::Increment { slot } => frame.set_local(*slot, Value::Number),
            Op::Monitor => drop(frame.pop()),
            Op::Stack(stack_move) => frame.moves(*stack_move),
            Op::New(class) => {
                self.record.created(class);
                let is_builder = matches!(&**class, "java.lang.StringBuilder" | "java.lang.StringBuffer");
                frame.push(if is_builder {
                    Value::Building("".into())
                } else {
                    Value::Fresh
                });
            }
            Op::NewArray { dimensions } => {
                frame.pop_many(usize::from(*dimensions));
                frame.push(Value::Fresh);
            }
            Op::Measure => {
                frame.pop();
                frame.push(Value::Number);
            }
            Op::Negate | Op::Binary(_) | Op::Convert(_) | Op::Compare => self.arithmetic(op, frame),
            Op::Branch { .. } | Op::Subroutine(_) | Op::Switch { .. } | Op::Return { .. } => self.jump(op, frame, next),
            Op::ArrayLoad { .. } | Op::ArrayStore => self.array(op, frame),
            Op::GetField(_) | Op::GetStatic(_) | Op::PutField(_) | Op::PutStatic(_) => self.field(op, frame),
            Op::Invoke(invocation) => self.invoke(invocation, frame),
            Op::Dynamic(dynamic) => self.dynamic(dynamic, frame),
        }
    }

    fn arithmetic(&mut self, op: &Op, frame: &mut Frame) {
        let (folded, width) = match op {
            Op::Negate => {
                let operand = frame.pop_slot();
                (
                    constant_of(&operand.value).and_then(fold::negate),
                    wide(operand.is_wide),
                )
            }
            Op::Convert(to) => {
                use Primitive::{Double, Long};
                let folded = constant_of(&frame.pop()).and_then(|constant| fold::convert(constant, *to));
                (folded, wide(matches!(to, Long | Double)))
            }
            Op::Binary(operation) => {
                let (b, a) = (frame.pop_slot(), frame.pop_slot());
                (fold_binary(*operation, &a.value, &b.value), wide(a.is_wide))
            }
            _ => {
                let (b, a) = (frame.pop(), frame.pop());
                self.record.comparison(&a, &b);
                frame.push(Value::Verdict);
                return;
            }
        };
        // Widening `5` to `5L` makes no new constant; anything else that was folded is one.
        if let Some(folded) = &folded {
            self.record.mention(folded);
        }
        frame.push_as(folded.map_or(Value::Number, Value::Constant), width);
    }

    fn jump(&mut self, op: &Op, frame: &mut Frame, next: Option<u32>) {
        match op {
            Op::Branch { test, target } => {
                match test {
                    Test::Zero { is_order } => self.zero(&frame.pop(), *is_order),
                    Test::Null => drop(frame.pop()),
                    Test::Numbers | Test::Same => {
                        let (b, a) = (frame.pop(), frame.pop());
                        self.record.comparison(&a, &b);
                    }
                }
                self.flow(*target, frame);
            }
            Op::Subroutine(target) => {
                let mut inside = frame.clone();
                inside.push(Value::Unknown);
                self.flow(*target, &inside);
                frame.forget_locals();
                if let Some(next) = next {
                    self.flow(next, frame);
                }
            }
            Op::Switch { keys, targets } => {
                let on = frame.pop();
                self.record.switch(&on, keys);
                for target in targets {
                    self.flow(*target, frame);
                }
            }
            _ => {
                let value = frame.pop();
                self.record.returned(&value);
            }
        }
    }

    /// A comparison with 0. `ifeq` tests booleans as well, which have no 0 in source: it counts for what is surely a number.
    fn zero(&mut self, value: &Value, is_order: bool) {
        let descriptor = match value {
            Value::Field { field, .. } => &*field.descriptor,
            Value::Result { target, .. } => result(&target.descriptor),
            Value::Parameter { position, .. } => {
                let is_boolean = !self.code.is_number.get(*position).copied().unwrap_or(false);
                if is_boolean { "Z" } else { "I" }
            }
            _ if is_order => "I",
            _ => "Z",
        };
        if descriptor != "Z" && !matches!(value, Value::Constant(_) | Value::Verdict) {
            self.record.comparison(value, &Value::Constant(Constant::Int(0)));
        }
    }

    fn array(&mut self, op: &Op, frame: &mut Frame) {
        if let Op::ArrayLoad { is_wide } = op {
            let (index, array) = (frame.pop(), frame.pop());
            self.record.elements(&array, 1, 0);
            let value = match (array, index) {
                (Value::Field { field, is_static: true }, Value::Ordinal(of)) if is_switch_table(&field) => {
                    Value::TableKey { table: field, on: of }
                }
                (Value::Field { field, .. } | Value::Element(field), _) => Value::Element(field),
                _ => Value::Unknown,
            };
            frame.push_as(value, wide(*is_wide));
            return;
        }
        let (value, index, array) = (frame.pop(), frame.pop(), frame.pop());
        if let (Value::Field { field, .. }, Value::OrdinalOf(constant), Value::Constant(Constant::Int(key))) =
            (&array, &index, &value)
            && is_switch_table(field)
        {
            let row = TableRow {
                table: field.clone(),
                key: *key,
                constant: constant.clone(),
            };
            self.record.body.switch_tables.push(row);
        }
        self.record.elements(&array, 0, 1);
        self.record.write(&array);
    }

    fn field(&mut self, op: &Op, frame: &mut Frame) {
        match op {
            Op::GetField(field) | Op::GetStatic(field) => {
                let is_static = matches!(op, Op::GetStatic(_));
                if !is_static {
                    frame.pop();
                }
                self.record.field(field, 1, 0);
                let value = Value::Field {
                    field: field.clone(),
                    is_static,
                };
                frame.push_as(value, super::op::width(&field.descriptor));
            }
            Op::PutField(field) => {
                frame.pop();
                let object = frame.pop();
                self.record.field(field, 0, 1);
                self.record.write(&object);
            }
            Op::PutStatic(field) => {
                frame.pop();
                self.record.field(field, 0, 1);
                self.record.body.heap.is_global = true;
            }
            _ => {}
        }
    }

    fn invoke(&mut self, invocation: &Arc<Invocation>, frame: &mut Frame) {
        let operands = frame.pop_many(invocation.operands);
        let site = self.record.call(invocation, &operands);
        let target = &invocation.target;
        self.bulk(target, &operands);
        if let Some(value) = self.known_result(target, &operands) {
            frame.push_as(value, invocation.result);
            return;
        }
        if invocation.kind == CallKind::Special && operands.len() > 1 && matches!(operands[0], Value::Building(_)) {
            // A builder that begins with something: what it holds is not followed.
            for slot in &mut frame.stack {
                if matches!(slot.value, Value::Building(_)) {
                    slot.value = Value::Fresh;
                }
            }
        }
        let result = Value::Result {
            site,
            target: target.clone(),
        };
        frame.push_as(result, invocation.result);
    }

    /// Methods of the JDK that read or write many elements at once.
    fn bulk(&mut self, target: &Member, operands: &[Value]) {
        let mut touch = |position: usize, reads, writes| {
            if let Some(array) = operands.get(position) {
                self.record.elements(array, reads, writes);
            }
        };
        match (&*target.owner, &*target.name) {
            ("java.lang.System", "arraycopy") => {
                touch(0, 1, 0);
                touch(2, 0, 1);
            }
            ("java.util.Arrays", "fill" | "setAll") => touch(0, 0, 1),
            ("java.util.Arrays", "sort" | "parallelSort") => touch(0, 1, 1),
            (
                "java.util.Arrays",
                "copyOf" | "copyOfRange" | "equals" | "hashCode" | "toString" | "stream" | "asList",
            ) => {
                touch(0, 1, 0);
            }
            (owner, "clone") if owner.starts_with('[') => touch(0, 1, 0),
            _ => {}
        }
    }

    fn known_result(&mut self, target: &Member, operands: &[Value]) -> Option<Value> {
        match (&*target.owner, &*target.name) {
            (owner, "clone") if owner.starts_with('[') => Some(Value::Fresh),
            ("java.lang.String", "hashCode") => Some(Value::Hash),
            (_, "ordinal") if &*target.descriptor == "()I" => Some(match operands.first()? {
                value if value.enum_constant().is_some() => Value::OrdinalOf(value.enum_constant()?.clone()),
                value => Value::Ordinal(Box::new(value.clone())),
            }),
            ("java.lang.StringBuilder" | "java.lang.StringBuffer", "append") => {
                let Value::Building(text) = operands.first()? else {
                    return None;
                };
                let is_char = target.descriptor.starts_with("(C)");
                let more = constant_of(operands.get(1)?).and_then(|constant| fold::text(constant, is_char));
                let is_foldable = !target.descriptor.starts_with("(Z)");
                Some(match more.filter(|_| is_foldable) {
                    Some(more) => Value::Building(fold::append(text, &more)),
                    None => Value::Fresh,
                })
            }
            ("java.lang.StringBuilder" | "java.lang.StringBuffer", "toString") => match operands.first()? {
                Value::Building(text) => Some(self.folded(text.clone())),
                _ => None,
            },
            ("java.lang.String", "concat") => match (constant_of(operands.first()?)?, constant_of(operands.get(1)?)?) {
                (Constant::String(a), Constant::String(b)) => Some(self.folded(fold::append(a, b.units()))),
                _ => None,
            },
            _ => None,
        }
    }

    fn folded(&mut self, text: JavaString) -> Value {
        let constant = Constant::String(text);
        self.record.mention(&constant);
        Value::Constant(constant)
    }

    fn dynamic(&mut self, dynamic: &Dynamic, frame: &mut Frame) {
        let operands = frame.pop_many(dynamic.operands);
        let value = match &dynamic.bootstrap {
            Bootstrap::Concat { recipe, constants } => self.concat(recipe, constants, &operands),
            Bootstrap::Switch { labels } => {
                let on = operands.first().cloned().unwrap_or(Value::Unknown);
                for label in labels {
                    self.record.label(label, &on);
                }
                let target = Member {
                    owner: SWITCH_BOOTSTRAPS.into(),
                    name: "switch".into(),
                    descriptor: "()I".into(),
                };
                Value::Result {
                    site: usize::MAX,
                    target: Arc::new(target),
                }
            }
            Bootstrap::Handles { calls, reads } => {
                for call in calls {
                    self.record.bound(call);
                }
                for field in reads {
                    self.record.field(field, 1, 0);
                }
                Value::Fresh
            }
        };
        frame.push_as(value, dynamic.result);
    }

    /// Concatenation by recipe: folded when all parts are constants, else its literal pieces are constants of the body.
    fn concat(&mut self, recipe: &[u16], constants: &[Option<Constant>], operands: &[Value]) -> Value {
        let mut whole: Option<Vec<u16>> = Some(Vec::new());
        let mut piece: Vec<u16> = Vec::new();
        let mut pieces: Vec<Vec<u16>> = Vec::new();
        let (mut operands, mut constants) = (operands.iter(), constants.iter());
        for &unit in recipe {
            let part = match unit {
                1 => operands.next().and_then(constant_of).and_then(string_of),
                2 => constants
                    .next()
                    .and_then(Option::as_ref)
                    .and_then(|c| fold::text(c, false)),
                _ => Some(vec![unit]),
            };
            if unit == 1 {
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece.extend(part.iter().flatten());
            }
            whole = whole.zip(part).map(|(mut whole, part)| {
                whole.extend(part);
                whole
            });
        }
        pieces.push(piece);
        if let Some(whole) = whole {
            return self.folded(JavaString(whole.into()));
        }
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            self.record.mention(&Constant::String(JavaString(piece.into())));
        }
        Value::Fresh
    }
}

/// Only strings: whether an int operand is a character is in a descriptor that is not at hand.
fn string_of(constant: &Constant) -> Option<Vec<u16>> {
    match constant {
        Constant::String(_) => fold::text(constant, false),
        _ => None,
    }
}

fn constant_of(value: &Value) -> Option<&Constant> {
    match value {
        Value::Constant(constant) => Some(constant),
        _ => None,
    }
}

fn fold_binary(operation: Arithmetic, a: &Value, b: &Value) -> Option<Constant> {
    fold::binary(operation, constant_of(a)?, constant_of(b)?)
}

fn is_switch_table(field: &Member) -> bool {
    field.name.starts_with("$SwitchMap$")
}

fn wide(is_wide: bool) -> Width {
    if is_wide { Width::Two } else { Width::One }
}

impl Invocation {
    /// The call of a method with that descriptor.
    pub(crate) fn new(target: Arc<Member>, kind: CallKind) -> Self {
        let receiver = usize::from(!matches!(kind, CallKind::Static));
        Self {
            operands: parameters(&target.descriptor).len() + receiver,
            result: super::op::width(result(&target.descriptor)),
            target,
            kind,
        }
    }
}

impl Dynamic {
    /// The call site of that descriptor.
    pub(crate) fn new(bootstrap: Bootstrap, descriptor: &str) -> Self {
        Self {
            bootstrap,
            operands: parameters(descriptor).len(),
            result: super::op::width(result(descriptor)),
        }
    }
}
