//! What the interpreter has been told: types, methods, fields and literals by their ids.

use std::sync::Arc;

use jvmti_bindings::sys::jni::jvalue;
use palus_sequence::{
    Answered, FieldId, LambdaBody, LayoutId, Literal, MethodId, MethodKind, Operand, Sequence, Statement, Symbols,
    TypeId, TypeKind,
};
use rustc_hash::FxHashMap;

use crate::java::{ClassRef, Java, JavaError, StaticMethod};

/// How many literals are known at once: some tens of megabytes on both sides.
const LITERAL_CAP: usize = 200_000;

/// The same of fakes: there is one for each choice of methods whose answers are said.
const FAKE_CAP: usize = 10_000;

/// The interpreter's tag for a lambda, which no event has.
const LAMBDA: i32 = 100;

/// Whether the interpreter took a definition.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Unknown,
    Usable,
    Refused,
}

/// What was defined so far.
pub(super) struct Tables {
    define_type: StaticMethod,
    define_method: StaticMethod,
    define_field: StaticMethod,
    define_literal: StaticMethod,
    define_fake: StaticMethod,
    types: Vec<State>,
    methods: Vec<State>,
    fields: Vec<State>,
    literals: FxHashMap<Literal, (i32, State)>,
    /// By interface, and by the methods whose answers are said.
    fakes: FxHashMap<TypeId, FxHashMap<Vec<Answered>, (i32, State)>>,
    /// What was said of refused methods.
    unlinked: FxHashMap<MethodId, String>,
}

impl Tables {
    pub(super) fn new(java: &Java<'_>, interpreter: ClassRef) -> Result<Self, JavaError> {
        let s = "Ljava/lang/String;";
        Ok(Self {
            define_type: java.static_method(interpreter, "defineType", &format!("(I{s}){s}"))?,
            define_method: java.static_method(interpreter, "defineMethod", &format!("(I{s}{s}{s}I){s}"))?,
            define_field: java.static_method(interpreter, "defineField", &format!("(I{s}{s}{s}){s}"))?,
            define_literal: java.static_method(interpreter, "defineLiteral", &format!("(IIJ{s}I){s}"))?,
            define_fake: java.static_method(interpreter, "defineFake", &format!("(II{s}){s}"))?,
            types: Vec::new(),
            methods: Vec::new(),
            fields: Vec::new(),
            literals: FxHashMap::default(),
            fakes: FxHashMap::default(),
            unlinked: FxHashMap::default(),
        })
    }

    /// Forgets the literals or the fakes when there are many: a search makes new texts all the time, and the interpreter keeps what it
    /// was told. Their numbers are given again.
    pub(super) fn make_room(&mut self) {
        if self.literals.len() >= LITERAL_CAP {
            self.literals.clear();
        }
        if self.fake_count() >= FAKE_CAP {
            self.fakes.clear();
        }
    }

    /// The number of a literal that was defined.
    pub(super) fn literal(&self, literal: &Literal) -> i32 {
        self.literals.get(literal).map_or(0, |(id, _)| *id)
    }

    /// Makes sure that everything in `sequence` is known to the interpreter; the first statement of which it refused something, if there is one.
    pub(super) fn undefinable(&mut self, java: &Java<'_>, symbols: &Symbols, sequence: &Sequence) -> Option<usize> {
        for (position, statement) in sequence.statements.iter().enumerate() {
            let usable = match statement {
                Statement::Call { method, .. } => self.method(java, symbols, *method),
                Statement::Array { element, .. } => self.type_of(java, symbols, *element),
                Statement::StaticField { field } => self.field(java, symbols, *field),
                Statement::Fake { interface, answers, .. } => self.fake(java, symbols, *interface, answers),
                _ => false,
            };
            if !usable {
                return Some(position);
            }
            for operand in statement.operands() {
                if let Operand::Literal(literal) = operand
                    && !self.literal_of(java, symbols, literal)
                {
                    return Some(position);
                }
            }
        }
        None
    }

    /// Forgets what was refused: the watchdog has put an end to something meanwhile, and it may have been to that, on a busy machine. An
    /// initialiser that does not end has failed for good, and is refused again at once (JVMS 5.5).
    pub(super) fn forget_refusals(&mut self) {
        for states in [&mut self.types, &mut self.methods, &mut self.fields] {
            for state in states.iter_mut().filter(|state| **state == State::Refused) {
                *state = State::Unknown;
            }
        }
        // These keep their numbers.
        let fakes = self.fakes.values_mut().flat_map(FxHashMap::values_mut);
        for (_, state) in self.literals.values_mut().chain(fakes) {
            if *state == State::Refused {
                *state = State::Unknown;
            }
        }
        self.unlinked.clear();
    }

    /// What the virtual machine said of a method that it could not link.
    pub(super) fn unlinked(&self, method: MethodId) -> Option<&str> {
        self.unlinked.get(&method).map(String::as_str)
    }

    fn method(&mut self, java: &Java<'_>, symbols: &Symbols, id: MethodId) -> bool {
        if let Some(known) = known(&self.methods, id.index()) {
            return known;
        }
        let method = symbols.get(id);
        let kind = match method.kind {
            MethodKind::Constructor => 0,
            MethodKind::Static => 1,
            MethodKind::Instance => 2,
        };
        let owner = symbols.type_runtime_name(method.owner);
        let refusal = java.frame(|| {
            let arguments = [
                jvalue { i: id.0 as i32 },
                text(java, &owner)?,
                text(java, &method.name)?,
                text(java, &method.descriptor)?,
                jvalue { i: kind },
            ];
            // SAFETY: the arguments fit `(int, String, String, String, int)`, and what comes back is a string or null.
            Ok(unsafe { java.text(java.call_object(self.define_method, &arguments)?) })
        });
        let refusal = refusal.unwrap_or_else(|error| Some(error.0));
        let usable = refusal.is_none();
        self.unlinked.extend(refusal.map(|words| (id, words)));
        note(&mut self.methods, id.index(), usable)
    }

    fn type_of(&mut self, java: &Java<'_>, symbols: &Symbols, id: TypeId) -> bool {
        if let Some(known) = known(&self.types, id.index()) {
            return known;
        }
        let name = symbols.type_runtime_name(id);
        let usable = java.frame(|| {
            let arguments = [jvalue { i: id.0 as i32 }, text(java, &name)?];
            // SAFETY: the arguments fit `(int, String)`.
            Ok(unsafe { java.call_object(self.define_type, &arguments)? }.is_null())
        });
        note(&mut self.types, id.index(), usable.unwrap_or(false))
    }

    fn field(&mut self, java: &Java<'_>, symbols: &Symbols, id: FieldId) -> bool {
        if let Some(known) = known(&self.fields, id.index()) {
            return known;
        }
        let field = symbols.get_field(id);
        let (owner, descriptor) = (
            symbols.type_runtime_name(field.owner),
            symbols.type_descriptor(field.field_type),
        );
        let usable = java.frame(|| {
            let arguments = [
                jvalue { i: id.0 as i32 },
                text(java, &owner)?,
                text(java, &field.name)?,
                text(java, &descriptor)?,
            ];
            // SAFETY: the arguments fit `(int, String, String, String)`.
            Ok(unsafe { java.call_object(self.define_field, &arguments)? }.is_null())
        });
        note(&mut self.fields, id.index(), usable.unwrap_or(false))
    }

    fn literal_of(&mut self, java: &Java<'_>, symbols: &Symbols, literal: &Literal) -> bool {
        let known = self.literals.get(literal).copied();
        if let Some((_, state)) = known.filter(|(_, state)| *state != State::Unknown) {
            return state == State::Usable;
        }
        let (tag, bits, text, class) = match literal {
            Literal::Lambda(lambda) => {
                let Some(bits) = self.lambda_body(java, symbols, &lambda.body) else {
                    return false;
                };
                (LAMBDA, bits, None, Some(lambda.interface))
            }
            literal => parts(literal),
        };
        let known_type = match class {
            Some(class) => self.type_of(java, symbols, class),
            None => true,
        };
        let id = known.map_or(self.literals.len() as i32, |(id, _)| id);
        let usable = known_type
            && java
                .frame(|| {
                    let text = match text {
                        Some(units) => java.utf16(&units)?,
                        None => std::ptr::null_mut(),
                    };
                    let arguments = [
                        jvalue { i: id },
                        jvalue { i: tag },
                        jvalue { j: bits },
                        jvalue { l: text },
                        jvalue {
                            i: class.map_or(-1, |class| class.0 as i32),
                        },
                    ];
                    // SAFETY: the arguments fit `(int, int, long, String, int)`.
                    Ok(unsafe { java.call_object(self.define_literal, &arguments)? }.is_null())
                })
                .unwrap_or(false);
        let state = if usable { State::Usable } else { State::Refused };
        self.literals.insert(literal.clone(), (id, state));
        usable
    }

    /// The number of a fake that was defined.
    pub(super) fn fake_number(&self, interface: TypeId, answers: &[Answered]) -> i32 {
        self.known_fake(interface, answers).map_or(-1, |(id, _)| id)
    }

    fn known_fake(&self, interface: TypeId, answers: &[Answered]) -> Option<(i32, State)> {
        self.fakes.get(&interface)?.get(answers).copied()
    }

    fn fake(&mut self, java: &Java<'_>, symbols: &Symbols, interface: TypeId, answers: &[Answered]) -> bool {
        let known = self.known_fake(interface, answers);
        if let Some((_, state)) = known.filter(|(_, state)| *state != State::Unknown) {
            return state == State::Usable;
        }
        let mut questions = answers.iter().flat_map(|answered| &answered.question);
        if !questions.all(|asked| self.literal_of(java, symbols, asked)) {
            return false;
        }
        let id = known.map_or(self.fake_count() as i32, |(id, _)| id);
        let lines = answer_lines(symbols, answers, |asked| self.literal(asked));
        let usable = self.type_of(java, symbols, interface)
            && java
                .frame(|| {
                    let arguments = [jvalue { i: id }, jvalue { i: interface.0 as i32 }, text(java, &lines)?];
                    // SAFETY: the arguments fit `(int, int, String)`.
                    Ok(unsafe { java.call_object(self.define_fake, &arguments)? }.is_null())
                })
                .unwrap_or(false);
        let state = if usable { State::Usable } else { State::Refused };
        let of_interface = self.fakes.entry(interface).or_default();
        of_interface.insert(answers.to_vec(), (id, state));
        usable
    }

    fn fake_count(&self) -> usize {
        self.fakes.values().map(FxHashMap::len).sum()
    }

    /// What a lambda does, as the interpreter wants it: the number of the literal that it returns, -1 for nothing, from -2
    /// downwards its parameters, and from [`RUNS`] downwards those that it runs.
    fn lambda_body(&mut self, java: &Java<'_>, symbols: &Symbols, body: &LambdaBody) -> Option<i64> {
        Some(match body {
            LambdaBody::Empty => -1,
            LambdaBody::Parameter(position) => -2 - i64::from(*position),
            LambdaBody::Run(position) => RUNS - i64::from(*position),
            LambdaBody::Value(value) => {
                let usable = self.literal_of(java, symbols, value);
                usable.then(|| i64::from(self.literal(value)))?
            }
        })
    }
}

/// Said of a lambda that runs its first parameter; of the second one less, and so on.
const RUNS: i64 = -1_000;

/// The methods whose answers are said, a line each: `+` or, where it throws, `-`, then name and descriptor, and behind a blank each the
/// numbers of the literals to which it answers so.
fn answer_lines(symbols: &Symbols, answers: &[Answered], number: impl Fn(&Literal) -> i32) -> String {
    let line = |answered: &Answered| {
        let method = symbols.get(answered.method);
        let sign = if answered.throws { '-' } else { '+' };
        let numbers = answered.question.iter().map(|asked| number(asked).to_string());
        let parts = [format!("{sign}{}{}", method.name, method.descriptor)]
            .into_iter()
            .chain(numbers);
        parts.collect::<Vec<_>>().join(" ")
    };
    answers.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A string as an argument.
fn text(java: &Java<'_>, text: &str) -> Result<jvalue, JavaError> {
    Ok(jvalue { l: java.string(text)? })
}

fn known(states: &[State], index: usize) -> Option<bool> {
    match states.get(index).copied().unwrap_or_default() {
        State::Unknown => None,
        State::Usable => Some(true),
        State::Refused => Some(false),
    }
}

fn note(states: &mut Vec<State>, index: usize, usable: bool) -> bool {
    if states.len() <= index {
        states.resize(index + 1, State::Unknown);
    }
    states[index] = if usable { State::Usable } else { State::Refused };
    usable
}

/// A literal as tag, bits, text and class: the tags are those of the event records.
fn parts(literal: &Literal) -> (i32, i64, Option<Vec<u16>>, Option<TypeId>) {
    use palus_trace::record::tag;
    let plain = |tag: u8, bits: i64| (i32::from(tag), bits, None, None);
    match literal {
        Literal::Boolean(v) => plain(tag::BOOLEAN, i64::from(*v)),
        Literal::Byte(v) => plain(tag::BYTE, i64::from(*v)),
        Literal::Char(v) => plain(tag::CHAR, i64::from(*v)),
        Literal::Short(v) => plain(tag::SHORT, i64::from(*v)),
        Literal::Int(v) => plain(tag::INT, i64::from(*v)),
        Literal::Long(v) => plain(tag::LONG, *v),
        Literal::Float(v) => plain(tag::FLOAT, i64::from(v.to_bits())),
        Literal::Double(v) => plain(tag::DOUBLE, v.to_bits() as i64),
        Literal::String(text) => (i32::from(tag::STRING), 0, Some(text.units().to_vec()), None),
        Literal::Enum { class, name } => (
            i32::from(tag::ENUM),
            0,
            Some(name.encode_utf16().collect()),
            Some(*class),
        ),
        Literal::Class(class) => (i32::from(tag::CLASS), 0, None, Some(*class)),
        _ => plain(tag::NULL, 0),
    }
}

/// Run-time classes by the ids that Java knows them by.
pub(super) struct ClassNames {
    name: Arc<dyn Fn(u32) -> Option<Arc<str>> + Send + Sync>,
    types: Vec<Option<TypeId>>,
}

impl ClassNames {
    pub(super) fn new(name: Arc<dyn Fn(u32) -> Option<Arc<str>> + Send + Sync>) -> Self {
        Self {
            name,
            types: Vec::new(),
        }
    }

    /// The type of that id; `java.lang.Object` for one that was never given.
    pub(super) fn type_of(&mut self, id: u32, symbols: &mut Symbols) -> TypeId {
        let index = id as usize;
        if let Some(Some(known)) = self.types.get(index) {
            return *known;
        }
        let Some(name) = (self.name)(id) else {
            return symbols.class("java.lang.Object");
        };
        let found = symbols.runtime_name(&name);
        debug_assert!(!matches!(symbols.kind(found), TypeKind::Primitive(_)));
        if self.types.len() <= index {
            self.types.resize(index + 1, None);
        }
        self.types[index] = Some(found);
        found
    }
}

/// Layouts of profiles by the ids that Java knows the classes by.
pub(super) struct Layouts {
    layout: Arc<dyn Fn(u32) -> Option<LayoutId> + Send + Sync>,
    known: FxHashMap<u32, LayoutId>,
}

impl Layouts {
    pub(super) fn new(layout: Arc<dyn Fn(u32) -> Option<LayoutId> + Send + Sync>) -> Self {
        Self {
            layout,
            known: FxHashMap::default(),
        }
    }

    /// The layout of the class's profiles. It is the same for ever, once there is one.
    pub(super) fn of(&mut self, class: u32) -> Option<LayoutId> {
        if let Some(known) = self.known.get(&class) {
            return Some(*known);
        }
        let layout = (self.layout)(class)?;
        self.known.insert(class, layout);
        Some(layout)
    }
}
