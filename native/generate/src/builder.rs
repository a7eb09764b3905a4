//! Putting a sequence together, statement by statement: every operand fits its place by construction.

use palus_sequence::{Literal, MethodId, MethodKind, Operand, Sequence, Statement, TypeId, TypeKind, Var};

use crate::context::Context;
use crate::fake::is_answered;
use crate::pool::Entry;
use crate::task::GivenValue;
use crate::told::OfTest;
use crate::types::LiteralKind;
use crate::values::{Site, has_receiver};

/// The share of `null` among arguments that could be something else.
const NULL_SHARE: f64 = 0.02;
/// How many statements more there may be where objects are made ready that others work with.
const WIRED_ROOM: usize = 24;
/// Where a literal and an object both serve (`Object`, `CharSequence`), the share of literals.
const LITERAL_SHARE: f64 = 0.8;
/// Where a lambda and an object both serve, the share of lambdas: the objects do more.
const LAMBDA_SHARE: f64 = 0.4;
/// The same for lambdas that run what they are given: executors without a thread, of which a test sees at once what they did.
const RUNNING_LAMBDA_SHARE: f64 = 0.8;
/// The same for lambdas that can return nothing but null.
const NULL_LAMBDA_SHARE: f64 = 0.1;
/// Reuse beats creation: a variable of the sequence, else a value of the pools, else a new one.
const VARIABLE_SHARE: f64 = 0.5;
const POOL_SHARE: f64 = 0.75;
/// How often an object that hangs on fakes is not taken from the pools for all that.
const ANEW_SHARE: f64 = 0.7;
/// The share of values that the sequence has already: a key that was put is the one to ask for.
const REUSE_SHARE: f64 = 0.3;
/// How many elements an array has: mostly few. Primitive ones now and then many, for code that works in blocks.
const LENGTHS: [usize; 12] = [0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 8];
const BLOCK_LENGTHS: [usize; 6] = [12, 16, 17, 20, 33, 40];
const BLOCK_SHARE: f64 = 0.15;
/// How often a fake stands for an object that only a dependency makes.
const STRANGE_SHARE: f64 = 0.5;
/// The same for one of which it is known what it answered.
const TOLD_SHARE: f64 = 0.7;
/// The same for an abstract class that something makes an object of.
const CLASS_SHARE: f64 = 0.2;

/// A type of which no value could be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoWay(pub(crate) TypeId);

/// A sequence under construction.
pub(crate) struct Builder<'c, 'l> {
    pub(crate) context: &'c mut Context<'l>,
    sequence: Sequence,
    declared: Vec<TypeId>,
    /// The types whose producers are being called: guards against `T.copy(T)`.
    making: Vec<TypeId>,
    simple: bool,
    cap: usize,
    /// Whether objects stand in it that others work with: those take more statements than a test mostly has.
    is_wired: bool,
    /// How many of `making` do not count as depth: what answers for others, and builders.
    shallow: usize,
    /// What its fakes answered last that answer as recorded.
    pub(crate) told_last: Option<OfTest>,
}

impl<'c, 'l> Builder<'c, 'l> {
    /// An empty sequence.
    pub(crate) fn new(context: &'c mut Context<'l>) -> Self {
        let cap = context.options.longest * context.breadth.length_factor();
        Self {
            context,
            sequence: Sequence::default(),
            declared: Vec::new(),
            making: Vec::new(),
            simple: false,
            cap,
            is_wired: false,
            shallow: 0,
            told_last: None,
        }
    }

    /// Takes the plainest inputs: first literals, most direct producers, nothing from the pools.
    pub(crate) fn simple(mut self) -> Self {
        self.simple = true;
        self
    }

    /// Allows for a length along a model: a protocol may take more steps than a random test should.
    pub(crate) fn along_a_model(mut self) -> Self {
        self.cap = self.cap * 3 / 2;
        self
    }

    /// Allows for the length of a mutant: what it does not need is taken out when it is kept.
    pub(crate) fn of_a_mutant(mut self) -> Self {
        self.cap = self.cap * 15 / 8;
        self
    }

    /// Whether so many statements more leave room for one that uses them.
    pub(crate) fn has_room_for(&self, statements: usize) -> bool {
        self.len() + statements < self.most()
    }

    pub(crate) fn is_too_long(&self) -> bool {
        self.len() > self.most()
    }

    fn most(&self) -> usize {
        self.cap + if self.is_wired { WIRED_ROOM } else { 0 }
    }

    /// Leaves room for what others work with.
    pub(crate) fn wire(&mut self) {
        self.is_wired = true;
    }

    /// The sequence; `None` when it is empty or too long, or asks a fake for what it was told to answer.
    pub(crate) fn finish(mut self) -> Option<Sequence> {
        let is_usable = !self.sequence.is_empty() && !self.is_too_long() && !self.asks_a_fake();
        is_usable.then_some(self.sequence)
    }

    fn asks_a_fake(&mut self) -> bool {
        let context = &mut *self.context;
        let statements = &self.sequence.statements;
        statements.iter().any(|statement| {
            let Statement::Call { method, operands } = statement else {
                return false;
            };
            let Some(Operand::Var(receiver)) = operands.first() else {
                return false;
            };
            let Statement::Fake { interface, .. } = statements[receiver.index()] else {
                return false;
            };
            let methods = context.abstract_methods(interface);
            methods.is_some_and(|methods| is_answered(&methods, *method, context.library.symbols()))
        })
    }

    /// How many statements there are.
    pub(crate) fn len(&self) -> usize {
        self.sequence.len()
    }

    /// The declared type of a variable.
    pub(crate) fn declared(&self, var: Var) -> TypeId {
        self.declared[var.index()]
    }

    /// The variables with their declared types.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (Var, TypeId)> + '_ {
        let declared = self.declared.iter().enumerate();
        declared.map(|(index, declared)| (Var(index as u16), *declared))
    }

    /// Appends a statement as it is.
    pub(crate) fn push(&mut self, statement: Statement) -> Var {
        let declared = statement.value_type(self.context.library.symbols_mut());
        self.declared.push(declared);
        self.sequence.push(statement)
    }

    /// Appends a whole sequence; returns where its variable went.
    pub(crate) fn append(&mut self, other: &Sequence, var: Var) -> Var {
        for statement in &other.statements {
            self.is_wired |= matches!(statement, Statement::Fake { .. });
            let declared = statement.value_type(self.context.library.symbols_mut());
            self.declared.push(declared);
        }
        Var(self.sequence.append(other) + var.0)
    }

    /// Appends a call whose inputs are made as needed.
    pub(crate) fn call(&mut self, method: MethodId) -> Result<Var, NoWay> {
        self.call_with(method, &[])
    }

    /// The same with some operands given: (position, operand). One that does not fit is replaced.
    pub(crate) fn call_with(&mut self, method: MethodId, given: &[(usize, Operand)]) -> Result<Var, NoWay> {
        let wanted = self.operand_types(method);
        let mut operands = Vec::with_capacity(wanted.len());
        for (index, &wanted) in wanted.iter().enumerate() {
            let fixed = given.iter().find(|(position, _)| *position == index);
            let is_object = matches!(fixed, Some((_, Operand::Var(_)))) || self.is_receiver(method, index);
            let users = if is_object {
                None
            } else {
                self.context.given(method, wanted)
            };
            if let Some(value) = users {
                operands.push(self.users(value));
                continue;
            }
            let operand = match fixed {
                Some((_, operand)) if self.operand_fits(operand, wanted) => operand.clone(),
                _ => self.operand(wanted, (method, index))?,
            };
            operands.push(operand);
        }
        Ok(self.push(Statement::Call { method, operands }))
    }

    /// Whether the method is called on what stands there.
    pub(crate) fn is_receiver(&self, method: MethodId, index: usize) -> bool {
        index == 0 && self.context.library.symbols().get(method).kind == MethodKind::Instance
    }

    /// A value that the user gave, as an operand.
    fn users(&mut self, value: GivenValue) -> Operand {
        match value {
            GivenValue::Literal(literal) => Operand::Literal(literal),
            GivenValue::Field(field) => Operand::Var(self.push(Statement::StaticField { field })),
        }
    }

    fn operand_types(&self, method: MethodId) -> Vec<TypeId> {
        let method = self.context.library.symbols().get(method);
        (0..method.operand_count())
            .filter_map(|i| method.operand_type(i))
            .collect()
    }

    /// Whether the operand can stand where `wanted` is wanted.
    pub(crate) fn operand_fits(&mut self, operand: &Operand, wanted: TypeId) -> bool {
        match operand {
            Operand::Var(var) => {
                let declared = self.declared(*var);
                self.context.fits(declared, wanted)
            }
            Operand::Literal(literal) => self.context.literal_fits(literal, wanted),
            _ => false,
        }
    }

    /// An operand for a place. An argument that nobody can make becomes `null`, and the method's lack is noted; a
    /// receiver cannot.
    pub(crate) fn operand(&mut self, wanted: TypeId, site: Site) -> Result<Operand, NoWay> {
        let receiver = site.1 == 0 && has_receiver(self.context.library, site.0);
        if !receiver
            && !self.simple
            && !self.is_primitive(wanted)
            && self.context.rng.chance(NULL_SHARE)
            && !self.context.is_wired(site, wanted)
        {
            return Ok(Operand::Literal(Literal::Null));
        }
        match self.value(wanted, Some(site), receiver) {
            Err(NoWay(missing)) => {
                self.context.note_missing(site.0, missing);
                if receiver {
                    Err(NoWay(missing))
                } else {
                    Ok(Operand::Literal(Literal::Null))
                }
            }
            made => made,
        }
    }

    fn is_primitive(&self, id: TypeId) -> bool {
        self.context.library.symbols().primitive(id).is_some()
    }

    /// A value of the type: a literal, an object at hand, or a new one.
    pub(crate) fn value(&mut self, wanted: TypeId, site: Option<Site>, receiver: bool) -> Result<Operand, NoWay> {
        if self.is_primitive(wanted) {
            return self
                .reused(wanted)
                .or_else(|| self.context.literal(wanted, site, self.simple))
                .map(Operand::Literal)
                .ok_or(NoWay(wanted));
        }
        if let Some(site) = site.filter(|_| !receiver)
            && let Some(holding) = self.context.holding(site).filter(|holding| holding.erased == wanted)
            && let Some(filled) = self.filled_at_times(&holding, Some(site))
        {
            return Ok(Operand::Var(filled));
        }
        let writable = !self.context.kinds(wanted).is_empty() && (!receiver || self.can_receive(wanted));
        if writable
            && (self.simple || self.is_literal_drawn(wanted))
            && let Some(literal) = self
                .reused(wanted)
                .or_else(|| self.context.literal(wanted, site, self.simple))
        {
            return Ok(Operand::Literal(literal));
        }
        // What a literal says in full is never built by a constructor or factory: `"a"` reads better than
        // `new String(new char[] {'a'})` and is as good. Results of other calls may serve.
        let made = if writable && self.context.is_plain(wanted) {
            self.variable(wanted)
                .or_else(|| self.pooled(wanted))
                .ok_or(NoWay(wanted))
        } else {
            self.object_for(wanted, site)
        };
        match made {
            Err(_) if writable => self
                .context
                .literal(wanted, site, true)
                .map(Operand::Literal)
                .ok_or(NoWay(wanted)),
            _ => made.map(Operand::Var),
        }
    }

    /// A literal that the sequence has already and that fits.
    fn reused(&mut self, wanted: TypeId) -> Option<Literal> {
        if self.simple || self.sequence.is_empty() || !self.context.rng.chance(REUSE_SHARE) {
            return None;
        }
        let operands = self.sequence.statements.iter().flat_map(Statement::operands);
        let mut fitting = Vec::new();
        for operand in operands {
            if let Operand::Literal(literal) = operand
                && *literal != Literal::Null
                && self.context.literal_fits(literal, wanted)
            {
                fitting.push(literal);
            }
        }
        self.context.rng.pick(&fitting).map(|literal| (*literal).clone())
    }

    fn is_literal_drawn(&mut self, wanted: TypeId) -> bool {
        let is_lambda = self.context.kinds(wanted).contains(&LiteralKind::Lambda);
        let share = match is_lambda {
            true if self.context.values.runs(wanted, self.context.library) => RUNNING_LAMBDA_SHARE,
            true if self.context.gives_objects(wanted) => NULL_LAMBDA_SHARE,
            true => LAMBDA_SHARE,
            false => LITERAL_SHARE,
        };
        self.context.rng.chance(share)
    }

    /// Whether a literal of the type can be the receiver of a call: a string or an enum constant, not a boxed number.
    fn can_receive(&mut self, wanted: TypeId) -> bool {
        let kinds = self.context.kinds(wanted);
        kinds
            .iter()
            .all(|kind| matches!(kind, LiteralKind::String | LiteralKind::Enum))
    }

    /// A variable that holds an object of the type: one of the sequence, else of the pools, else a new one.
    pub(crate) fn object(&mut self, wanted: TypeId) -> Result<Var, NoWay> {
        self.object_for(wanted, None)
    }

    /// The same for a place, whose constants and recorded values serve as elements of an array.
    pub(crate) fn object_for(&mut self, wanted: TypeId, site: Option<Site>) -> Result<Var, NoWay> {
        if let TypeKind::Array(element) = *self.context.library.symbols().kind(wanted) {
            return self.array(element, site);
        }
        if !self.simple {
            if self.context.rng.chance(VARIABLE_SHARE)
                && let Some(var) = self.variable(wanted)
                && self.suits(site, self.declared(var))
            {
                return Ok(var);
            }
            if self.context.rng.chance(POOL_SHARE)
                && let Some(var) = self.pooled_as_it_is(wanted, site)
            {
                return Ok(var);
            }
        }
        let is_made_up = !self.simple && self.is_made_up(wanted);
        let fake = if is_made_up { self.fake(wanted, site).ok() } else { None };
        let produced = fake.map_or_else(|| self.produce(wanted, site), Ok);
        let made = produced.or_else(|no_way| self.fake(wanted, site).or(Err(no_way)));
        made.or_else(|no_way| self.pooled(wanted).or_else(|| self.variable(wanted)).ok_or(no_way))
    }

    /// Whether a fake stands for an object that something makes: only a dependency does, or a recording knows what it answered.
    fn is_made_up(&mut self, wanted: TypeId) -> bool {
        let is_told = !self.context.told(wanted).is_empty();
        // Of a class there is an object that works, as a rule.
        let share = if self.context.library.is_interface(wanted) {
            TOLD_SHARE
        } else {
            CLASS_SHARE
        };
        (is_told || self.context.gives_objects(wanted)) && self.context.rng.chance(share)
            || self.context.is_strange(wanted) && self.context.rng.chance(STRANGE_SHARE)
    }

    /// A new object of the class of that run-time name, where a test may make one.
    pub(crate) fn object_of_class(&mut self, name: &str) -> Option<Var> {
        let class = self.context.library.symbols_mut().runtime_name(name);
        if self.context.producers(class).is_empty() {
            return None;
        }
        self.object(class).ok()
    }

    /// The type of an operand of a method.
    pub(crate) fn operand_type(&self, method: MethodId, index: usize) -> Option<TypeId> {
        self.context.library.symbols().get(method).operand_type(index)
    }

    /// A variable of the sequence that fits.
    pub(crate) fn variable(&mut self, wanted: TypeId) -> Option<Var> {
        let fitting: Vec<Var> = (0..self.declared.len())
            .filter(|&index| self.context.fits(self.declared[index], wanted))
            .map(|index| Var(index as u16))
            .collect();
        self.context.rng.pick(&fitting).copied()
    }

    /// A value of the pools that fits, its producing sequence appended.
    pub(crate) fn pooled(&mut self, wanted: TypeId) -> Option<Var> {
        let entry = self.context.pooled(wanted)?;
        self.take(&entry)
    }

    /// The same, but mostly not where it has collaborators that are made up: other answers lead elsewhere.
    fn pooled_as_it_is(&mut self, wanted: TypeId, site: Option<Site>) -> Option<Var> {
        let entry = self.context.pooled(wanted)?;
        let made = &entry.sequence.statements[entry.var.index()];
        let declared = made.value_type(self.context.library.symbols_mut());
        if !self.suits(site, declared) {
            return None;
        }
        let mut statements = entry.sequence.statements.iter();
        let is_faked = statements.any(|statement| matches!(statement, Statement::Fake { .. }));
        if is_faked && self.context.rng.chance(ANEW_SHARE) {
            return None;
        }
        self.take(&entry)
    }

    /// The value of the entry, its producing sequence appended.
    pub(crate) fn take(&mut self, entry: &Entry) -> Option<Var> {
        self.has_room_for(entry.sequence.len())
            .then(|| self.append(&entry.sequence, entry.var))
    }

    fn array_length(&mut self, element: TypeId) -> usize {
        let rng = &mut self.context.rng;
        if self.simple {
            return 1;
        }
        if self.context.library.symbols().primitive(element).is_some() && rng.chance(BLOCK_SHARE) {
            return BLOCK_LENGTHS[rng.below(BLOCK_LENGTHS.len())];
        }
        LENGTHS[rng.below(LENGTHS.len())]
    }

    fn array(&mut self, element: TypeId, site: Option<Site>) -> Result<Var, NoWay> {
        if self.is_too_deep() {
            return Err(NoWay(element));
        }
        let length = self.array_length(element);
        let mark = self.len();
        self.making.push(element);
        let elements: Result<Vec<_>, _> = (0..length).map(|_| self.value(element, site, false)).collect();
        self.making.pop();
        let elements = elements.unwrap_or_else(|_| {
            self.cut(mark);
            Vec::new()
        });
        Ok(self.push(Statement::Array { element, elements }))
    }

    /// Whether the plainest inputs are taken.
    pub(crate) fn is_simple(&self) -> bool {
        self.simple
    }

    fn suits(&mut self, site: Option<Site>, declared: TypeId) -> bool {
        site.is_none_or(|site| self.context.suits(site, declared))
    }

    /// Drops all statements from `length` on.
    pub(crate) fn cut(&mut self, length: usize) {
        self.sequence.statements.truncate(length);
        self.declared.truncate(length);
    }
}

mod producing;
