//! What a call is given: literals, objects that the sequence has, and what is made for it.

use std::sync::Arc;

use palus_sequence::{Literal, MethodKind, Operand, Sequence, Statement, Symbols, Var};
use palus_state::{Slot, State, StateId, Value};
use rustc_hash::FxHashMap;

use crate::carver::Constant;
use crate::fixture::Fixtures;
use crate::jdk;
use crate::objects::Objects;
use crate::value::literal;
use crate::why::Why;

/// How deep an object that is made may hold others that are.
const DEEPEST: u32 = 16;

/// Makes the operands of one call out of the state that they were in.
pub(crate) struct Maker<'c> {
    pub(crate) symbols: &'c mut Symbols,
    pub(crate) sequence: &'c mut Sequence,
    pub(crate) objects: &'c mut Objects,
    pub(crate) fixtures: &'c mut Fixtures,
    constants: &'c FxHashMap<StateId, Constant>,
    pub(crate) state: &'c State,
    /// By the node, so that one object stays one.
    made: FxHashMap<u32, Var>,
    depth: u32,
}

impl<'c> Maker<'c> {
    pub(crate) fn new(
        symbols: &'c mut Symbols,
        sequence: &'c mut Sequence,
        (objects, fixtures, constants): (&'c mut Objects, &'c mut Fixtures, &'c FxHashMap<StateId, Constant>),
        state: &'c State,
    ) -> Self {
        Self {
            symbols,
            sequence,
            objects,
            fixtures,
            constants,
            state,
            made: FxHashMap::default(),
            depth: 0,
        }
    }

    pub(crate) fn operand(&mut self, slot: &Slot) -> Result<Operand, Why> {
        match slot {
            Slot::Null => Ok(Operand::Literal(Literal::Null)),
            Slot::Value(value) => self.value(value),
            Slot::Node(node) => self.object(*node).map(Operand::Var),
            Slot::Some => Err(Why::TooLarge),
        }
    }

    fn value(&mut self, value: &Value) -> Result<Operand, Why> {
        if let Some(literal) = literal(value, self.symbols) {
            return Ok(Operand::Literal(literal));
        }
        let class = match value {
            Value::BigInteger(..) => "java.math.BigInteger",
            Value::BigDecimal(..) => "java.math.BigDecimal",
            _ => return Err(Why::TooLarge),
        };
        let text = value.to_string();
        if text.contains('x') {
            return Err(Why::TooLarge);
        }
        // What is no power of ten as it is written is one without saying so.
        let text = text.strip_suffix("E0").unwrap_or(&text);
        let text = Operand::Literal(Literal::string(text));
        self.construct(class, "(Ljava/lang/String;)V", vec![text])
            .map(Operand::Var)
    }

    fn object(&mut self, node: u32) -> Result<Var, Why> {
        if let Some(var) = self.made.get(&node) {
            return Ok(*var);
        }
        let alone = self.state.reached_from(Slot::Node(node)).ok_or(Why::TooLarge)?;
        let (id, class) = (alone.id(), self.class(node));
        let known = self.objects.in_state(id).or_else(|| self.constant(id));
        let var = match known {
            Some(var) => var,
            None => self.other(node, &class, id)?,
        };
        self.made.insert(node, var);
        self.objects.note(var, &class, id);
        Ok(var)
    }

    /// One that the sequence does not have in that state.
    fn other(&mut self, node: u32, class: &Arc<str>, state: StateId) -> Result<Var, Why> {
        if self.depth == DEEPEST {
            return Err(Why::TooLarge);
        }
        self.depth += 1;
        let made = jdk::rebuild(self, node, class);
        self.depth -= 1;
        if let Some(made) = made {
            return made;
        }
        let earlier = self.fixtures.in_state(state, self.sequence);
        let other = earlier.or_else(|| self.objects.of_class(class));
        let other = other.or_else(|| self.fixtures.of_class(class, self.sequence));
        other.ok_or_else(|| unmade(class))
    }

    /// The static field that has an object in that state.
    fn constant(&mut self, state: StateId) -> Option<Var> {
        let constant = self.constants.get(&state)?;
        let field = self
            .symbols
            .field(&constant.owner, &constant.name, &constant.descriptor);
        Some(self.sequence.push(Statement::StaticField { field: field.ok()? }))
    }

    /// The node's object is in this variable, though not all of it is made yet.
    pub(crate) fn begin(&mut self, node: u32, var: Var) {
        self.made.insert(node, var);
    }

    pub(crate) fn class(&self, node: u32) -> Arc<str> {
        Arc::clone(&self.state.classes[self.state.nodes[node as usize].class as usize].name)
    }

    /// What a field of the node holds, by its name.
    pub(crate) fn field(&self, node: u32, name: &str) -> Option<&'c Slot> {
        let node = &self.state.nodes[node as usize];
        let palus_state::Content::Fields(slots) = &node.content else {
            return None;
        };
        let fields = &self.state.classes[node.class as usize].fields;
        let at = fields.iter().position(|(_, field)| &**field == name)?;
        slots.get(at)
    }

    pub(crate) fn construct(&mut self, class: &str, descriptor: &str, operands: Vec<Operand>) -> Result<Var, Why> {
        self.call(class, "<init>", descriptor, MethodKind::Constructor, operands)
    }

    pub(crate) fn call_static(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        operands: Vec<Operand>,
    ) -> Result<Var, Why> {
        self.call(class, name, descriptor, MethodKind::Static, operands)
    }

    pub(crate) fn call(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        kind: MethodKind,
        operands: Vec<Operand>,
    ) -> Result<Var, Why> {
        let method = self
            .symbols
            .method(class, name, descriptor, kind)
            .map_err(|_| Why::NotRebuilt(class.into()))?;
        Ok(self.sequence.push(Statement::Call { method, operands }))
    }
}

fn unmade(class: &Arc<str>) -> Why {
    if class.contains("$$Lambda") {
        Why::Lambda
    } else if class.starts_with('[') || palus_sequence::is_of_jdk(class) {
        Why::NotRebuilt(Arc::clone(class))
    } else {
        Why::Unmade(Arc::clone(class))
    }
}
