//! A small language for traces: calls that nest as in a program, with the events that hooks would report.

use std::sync::Arc;

use palus_model::{Builder, Model};
use palus_trace::{CALL_SITE, Dictionary, Elements, Event, FieldKind, Profile, ProfileLayout, Scalar, Seen, Text};

/// A value that is passed in a test.
#[derive(Clone, Copy)]
pub(crate) enum Arg {
    Null,
    Int(i32),
    Text(&'static str),
    /// An object of the class.
    Of(&'static str, u64),
}

/// An array of `int` that is passed in a test.
pub(crate) fn ints(class: u32, bytes: &[u8]) -> Seen<'_> {
    Seen::Array {
        class,
        object: 77,
        length: (bytes.len() / 4) as u32,
        has_null: false,
        elements: Elements::packed(palus_trace::record::tag::INT, bytes),
    }
}

/// Reports calls of one thread to a builder.
pub(crate) struct Program {
    pub(crate) builder: Builder,
    dictionary: Arc<Dictionary>,
    thread: u64,
    depth: u32,
    /// The profile of every object from now on.
    pub(crate) profile: Profile,
}

impl Program {
    pub(crate) fn new() -> Self {
        let dictionary = Arc::new(Dictionary::default());
        Self {
            builder: Builder::new(dictionary.clone()),
            dictionary,
            thread: 1,
            depth: 0,
            profile: Profile::NONE,
        }
    }

    pub(crate) fn method(&self, names: &str) -> u32 {
        // "owner.name(descriptor)" with flags in front: "private demo.A.f()V"
        let (access, names) = match names.split_once(' ') {
            Some(("private", rest)) => (2, rest),
            Some(("static", rest)) => (9, rest),
            Some(("protected", rest)) => (4, rest),
            Some(("outside", rest)) => (1 | CALL_SITE, rest),
            Some(("outside-static", rest)) => (9 | CALL_SITE, rest),
            _ => (1, names),
        };
        let (path, descriptor) = names.split_at(names.find('(').unwrap());
        let (owner, name) = path.rsplit_once('.').unwrap();
        self.dictionary.method_id(owner, name, descriptor, access)
    }

    pub(crate) fn on_thread(&mut self, thread: u64, depth: u32) -> &mut Self {
        (self.thread, self.depth) = (thread, depth);
        self
    }

    /// An object of the class with this identity.
    pub(crate) fn of(&self, class: u32, object: u64) -> Seen<'static> {
        let profile = self.profile;
        Seen::Object { class, object, profile }
    }

    pub(crate) fn class(&self, name: &str) -> u32 {
        self.dictionary.class_id(name)
    }

    /// Objects of the class have these fields.
    pub(crate) fn lay_out(&self, class: &str, fields: &[(&str, FieldKind)]) {
        let fields = fields.iter().map(|&(name, kind)| (class.into(), name.into(), kind));
        let class = self.dictionary.class_id(class);
        self.dictionary.lay_out(class, ProfileLayout::new(fields));
    }

    /// Reads and writes of a field by a method.
    pub(crate) fn accesses(&mut self, method: &str, field: (&str, &str), is_write: bool, count: u64) {
        let (method, field) = (self.method(method), self.dictionary.field_id(field.0, field.1));
        self.builder.field_access(method, field, is_write, count);
    }

    /// What runs `inside` runs in a test.
    pub(crate) fn test(&mut self, names: &str, inside: impl FnOnce(&mut Self)) {
        let method = self.method(names);
        self.fold(Event::Test { method, starts: true });
        inside(self);
        self.fold(Event::Test { method, starts: false });
    }

    pub(crate) fn fold(&mut self, event: Event<'_>) {
        self.builder.fold(self.thread, event);
    }

    fn seen<R>(&self, arg: Arg, then: impl FnOnce(Seen<'_>) -> R) -> R {
        match arg {
            Arg::Null => then(Seen::Null),
            Arg::Int(v) => then(Seen::Primitive(Scalar::Int(v))),
            Arg::Of(class, object) => then(self.of(self.dictionary.class_id(class), object)),
            Arg::Text(text) => {
                let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
                then(Seen::String {
                    length: text.len() as u32,
                    text: Text::new(&bytes),
                })
            }
        }
    }

    fn pass(&mut self, args: &[Arg]) {
        for (position, &arg) in (1..).zip(args) {
            self.pass_at(position, arg);
        }
    }

    fn pass_at(&mut self, position: u16, arg: Arg) {
        let dictionary = self.dictionary.clone();
        let reporter = Self {
            builder: Builder::new(dictionary.clone()),
            dictionary,
            thread: 0,
            depth: 0,
            profile: self.profile,
        };
        let (builder, thread) = (&mut self.builder, self.thread);
        reporter.seen(arg, |value| builder.fold(thread, Event::Argument { position, value }));
    }

    fn enter(&mut self, method: u32, receiver: Seen<'_>, args: &[Arg]) {
        self.depth += 1;
        self.fold(Event::Enter {
            method,
            depth: self.depth,
            receiver,
        });
        self.pass(args);
    }

    /// A constructor: `before` runs before and in the call of the superclass's constructor, `after` behind it.
    pub(crate) fn construct(
        &mut self,
        names: &str,
        (class, object): (&str, u64),
        args: &[Arg],
        before: impl FnOnce(&mut Self),
        after: impl FnOnce(&mut Self),
    ) {
        let method = self.method(names);
        let class = self.dictionary.class_id(class);
        self.enter(method, Seen::Uninitialised, args);
        before(self);
        let depth = self.depth;
        self.fold(Event::Initialised {
            method,
            depth,
            class,
            object,
        });
        after(self);
        self.fold(Event::Exit {
            method,
            depth,
            result: self.of(class, object),
        });
        self.depth -= 1;
    }

    /// A constructor that does nothing else.
    pub(crate) fn new_object(&mut self, names: &str, object: (&str, u64), args: &[Arg]) {
        self.construct(names, object, args, |_| (), |_| ());
    }

    /// A method of an object that returns `result`.
    pub(crate) fn call(
        &mut self,
        names: &str,
        (class, object): (&str, u64),
        args: &[Arg],
        result: Option<Arg>,
        inside: impl FnOnce(&mut Self),
    ) {
        let method = self.method(names);
        let class = self.dictionary.class_id(class);
        self.enter(method, self.of(class, object), args);
        inside(self);
        self.leave(method, result);
    }

    /// A static method.
    pub(crate) fn call_static(
        &mut self,
        names: &str,
        args: &[Arg],
        result: Option<Arg>,
        inside: impl FnOnce(&mut Self),
    ) {
        let method = self.method(names);
        self.enter(method, Seen::None, args);
        inside(self);
        self.leave(method, result);
    }

    fn leave(&mut self, method: u32, result: Option<Arg>) {
        let depth = self.depth;
        let result = match result {
            Some(Arg::Of(class, object)) => self.of(self.dictionary.class_id(class), object),
            Some(Arg::Int(v)) => Seen::Primitive(Scalar::Int(v)),
            Some(_) => Seen::Null,
            None => Seen::None,
        };
        self.fold(Event::Exit { method, depth, result });
        self.depth -= 1;
    }

    /// A method of an object that throws.
    pub(crate) fn call_throws(
        &mut self,
        names: &str,
        (class, object): (&str, u64),
        args: &[Arg],
        exception: &str,
        inside: impl FnOnce(&mut Self),
    ) {
        let method = self.method(names);
        let class = self.dictionary.class_id(class);
        self.enter(method, self.of(class, object), args);
        inside(self);
        let class = self.dictionary.class_id(exception);
        self.ends_by(method, class);
    }

    /// The call that runs ends by an exception of that class.
    fn ends_by(&mut self, method: u32, class: u32) {
        let depth = self.depth;
        self.fold(Event::Threw {
            method,
            depth,
            class,
            object: 999_999,
        });
        self.depth -= 1;
    }

    /// Recorded code asked a collaborator.
    pub(crate) fn asked(&mut self, names: &str, args: &[Arg], answer: Arg) {
        let method = self.method(names);
        self.fold(Event::Asked { method });
        self.pass(args);
        self.pass_at(0, answer);
    }

    /// Begins a call whose end is not reported.
    pub(crate) fn enter_only(&mut self, names: &str, (class, object): (&str, u64)) {
        let method = self.method(names);
        let class = self.dictionary.class_id(class);
        self.enter(method, self.of(class, object), &[]);
    }

    /// A constructor that throws after `inside`, when its object is not yet initialised.
    pub(crate) fn construct_throws(&mut self, names: &str, exception: &str, inside: impl FnOnce(&mut Self)) {
        let method = self.method(names);
        let class = self.dictionary.class_id(exception);
        self.enter(method, Seen::Uninitialised, &[]);
        inside(self);
        self.ends_by(method, class);
    }

    /// Begins a constructor; nothing further is reported of it.
    pub(crate) fn construct_only(&mut self, names: &str, args: &[Arg]) {
        let method = self.method(names);
        self.enter(method, Seen::Uninitialised, args);
    }

    /// The constructor at this depth caught an exception.
    pub(crate) fn caught(&mut self, names: &str, depth: u32) {
        let method = self.method(names);
        self.depth = depth;
        self.fold(Event::Caught { method, depth });
    }

    pub(crate) fn dead(&mut self, object: u64) {
        self.fold(Event::Dead { object });
    }

    pub(crate) fn finish(self) -> Model {
        self.builder.finish()
    }
}

/// A file around a payload of which only the checksum is right.
pub(crate) fn around(payload: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x89PALUS\r\n".to_vec();
    bytes.extend(palus_model::FORMAT.to_le_bytes());
    bytes.extend((payload.len() as u64).to_le_bytes());
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// A model with something of everything, of so many objects, most with calls of their own.
pub(crate) fn full(objects: u64) -> Model {
    let mut program = Program::new();
    program.lay_out("demo.A", &[("open", palus_trace::FieldKind::Boolean)]);
    program.profile = palus_trace::Profile(3);
    program.test("demo.T.t()V", |program| {
        for object in 1..=objects {
            let a = ("demo.A", object);
            program.new_object("demo.A.<init>(Ljava/lang/String;)V", a, &[Arg::Text("text")]);
            for bit in 0..objects.ilog2() {
                let method = ["demo.A.open()V", "demo.A.shut()V"][(object >> bit & 1) as usize];
                program.call(method, a, &[], None, |_| ());
            }
            program.call("demo.A.add(I)V", a, &[Arg::Int(object as i32)], None, |inside| {
                inside.call("private demo.A.grow()V", a, &[], None, |_| ());
            });
            program.new_object(
                "demo.B.<init>(Ldemo/A;)V",
                ("demo.B", object + 1_000),
                &[Arg::Of(a.0, a.1)],
            );
            program.call_throws("demo.A.fail()V", a, &[Arg::Null], "java.lang.Error", |_| ());
        }
    });
    program.call_static(
        "static demo.A.of(Ldemo/A;)Ldemo/A;",
        &[Arg::Null],
        Some(Arg::Of("demo.A", 1)),
        |_| (),
    );
    program.accesses("demo.A.add(I)V", ("demo.A", "open"), true, 3);
    program.asked("outside demo.Rates.of(I)I", &[Arg::Int(3)], Arg::Int(7));
    program.finish()
}
