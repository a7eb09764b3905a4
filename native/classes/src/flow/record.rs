//! Collects what a pass over the code sees.

use std::sync::Arc;

use super::op::Invocation;
use super::value::Value;
use crate::body::{Body, Call, CallKind, ConstantUse, Feed, FieldAccess, Member, Origin, Site};
use crate::info::Constant;

/// A body in the making.
pub(super) struct Record {
    pub(super) body: Body,
    has_receiver: bool,
}

impl Record {
    pub(super) fn new(has_receiver: bool) -> Self {
        Self {
            body: Body {
                has_code: true,
                ..Body::default()
            },
            has_receiver,
        }
    }

    /// A literal that the code mentions.
    pub(super) fn mention(&mut self, constant: &Constant) {
        let is_common = matches!(constant, Constant::Int(v) if (-1..=5).contains(v));
        if !is_common && !matches!(constant, Constant::Enum(_)) {
            add_once(&mut self.body.constants, constant.clone());
        }
    }

    fn add_use(&mut self, constant: Constant, feeds: Feed) {
        add_once(&mut self.body.uses, ConstantUse { constant, feeds });
    }

    /// Two values are compared.
    pub(super) fn comparison(&mut self, a: &Value, b: &Value) {
        for (one, other) in [(a, b), (b, a)] {
            if let Some(constant) = constant(one)
                && !matches!(other, Value::Constant(_) | Value::Hash)
            {
                let against = other.operand();
                self.add_use(constant, Feed::Comparison { against });
            }
        }
    }

    /// A switch over a value.
    pub(super) fn switch(&mut self, on: &Value, keys: &[i32]) {
        match on {
            // The keys are hashes of the strings that are compared next.
            Value::Hash => {}
            Value::TableKey { table, on } => {
                self.body
                    .table_switches
                    .push((table.clone(), keys.to_vec(), on.operand()));
            }
            // A switch over types or enums by name gives the position of a label.
            Value::Result { target, .. } if &*target.owner == SWITCH_BOOTSTRAPS => {}
            _ => {
                for &key in keys {
                    self.mention(&Constant::Int(key));
                    self.add_use(Constant::Int(key), Feed::Switch { on: on.operand() });
                }
            }
        }
    }

    /// A label of a switch that a bootstrap method decides.
    pub(super) fn label(&mut self, label: &Constant, on: &Value) {
        self.mention(label);
        self.add_use(label.clone(), Feed::Switch { on: on.operand() });
    }

    /// A call with its operands; its position among the call sites.
    pub(super) fn call(&mut self, invocation: &Invocation, operands: &[Value]) -> usize {
        let call = Call {
            target: invocation.target.clone(),
            kind: invocation.kind,
        };
        for (position, operand) in operands.iter().enumerate() {
            if let Some(constant) = constant(operand) {
                let feeds = Feed::Argument {
                    call: call.clone(),
                    position,
                    operands: operands.iter().map(Value::operand).collect(),
                };
                self.add_use(constant, feeds);
            }
        }
        add_once(&mut self.body.calls, call.clone());
        self.body.heap.sites.push(Site {
            call,
            operands: operands
                .iter()
                .map(|operand| operand.origin(self.has_receiver))
                .collect(),
        });
        self.body.heap.sites.len() - 1
    }

    /// A method whose handle is bound.
    pub(super) fn bound(&mut self, target: &Arc<Member>) {
        let call = Call {
            target: target.clone(),
            kind: CallKind::Dynamic,
        };
        add_once(&mut self.body.calls, call);
    }

    pub(super) fn field(&mut self, field: &Arc<Member>, reads: u32, writes: u32) {
        let known = self.body.fields.iter_mut().find(|access| access.field == *field);
        match known {
            Some(access) => {
                access.reads += reads;
                access.writes += writes;
            }
            None => self.body.fields.push(FieldAccess {
                field: field.clone(),
                reads,
                writes,
            }),
        }
    }

    /// What is done to the elements of an array counts for the field that it came from.
    pub(super) fn elements(&mut self, array: &Value, reads: u32, writes: u32) {
        if let Value::Field { field, .. } | Value::Element(field) = array {
            self.field(&field.clone(), reads, writes);
        }
    }

    /// A field or element of that object is written.
    pub(super) fn write(&mut self, to: &Value) {
        let origin = to.origin(self.has_receiver);
        if !matches!(origin, Origin::Fresh | Origin::Scalar) {
            add_once(&mut self.body.heap.writes, origin);
        }
    }

    pub(super) fn returned(&mut self, value: &Value) {
        let origin = value.origin(self.has_receiver);
        add_once(&mut self.body.heap.returns, origin);
    }

    pub(super) fn created(&mut self, class: &Arc<str>) {
        add_once(&mut self.body.created, class.clone());
    }
}

/// The owner that stands for a switch by bootstrap method.
pub(super) const SWITCH_BOOTSTRAPS: &str = "java.lang.runtime.SwitchBootstraps";

/// The constant that a value is: a literal, or what may be an enum constant.
fn constant(value: &Value) -> Option<Constant> {
    match value {
        Value::Constant(constant) => Some(constant.clone()),
        _ => value.enum_constant().map(|field| Constant::Enum(field.clone())),
    }
}

fn add_once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
