//! Events as a recorder writes them, made up.
//!
//! They have the shape of a test suite: tests of some dozens of calls on short-lived objects of 120
//! classes, which take numbers, texts and each other; every object has a profile, and most calls have been seen before.

use std::sync::Arc;

use palus_trace::{Dictionary, Event, FieldKind, Profile, ProfileLayout, Scalar, Seen, Text, encode};

const CLASSES: u64 = 120;
const METHODS: u64 = 8;
/// About the buffer of a thread.
const CHUNK: usize = 64 << 10;

struct Class {
    id: u32,
    constructor: u32,
    methods: Vec<u32>,
}

/// The recording of such a suite.
pub struct Suite {
    /// The names in it.
    pub dictionary: Arc<Dictionary>,
    /// The encoded events, in pieces as threads hand them over.
    pub chunks: Vec<Vec<u8>>,
    /// How many events there are.
    pub events: u64,
    classes: Vec<Class>,
    objects: u64,
    tests: u64,
    random: u64,
}

impl Suite {
    /// At least so many events.
    pub fn of(events: u64) -> Self {
        let mut suite = Self::new();
        while suite.events < events {
            suite.test();
        }
        suite
    }

    fn new() -> Self {
        let dictionary = Arc::new(Dictionary::default());
        let class = |number: u64| {
            let name = format!("demo.Class{number}");
            let method = |index| dictionary.method_id(&name, &format!("m{index}"), "(ILjava/lang/Object;)V", 1);
            let class = Class {
                id: dictionary.class_id(&name),
                constructor: dictionary.method_id(&name, "<init>", "(I)V", 1),
                methods: (0..METHODS).map(method).collect(),
            };
            let fields = [
                ("size", FieldKind::Number),
                ("next", FieldKind::Reference),
                ("open", FieldKind::Boolean),
            ];
            let fields = fields.map(|(field, kind)| (name.as_str().into(), field.into(), kind));
            dictionary.lay_out(class.id, ProfileLayout::new(fields));
            class
        };
        let classes = (0..CLASSES).map(class).collect();
        Self {
            dictionary,
            classes,
            chunks: vec![Vec::with_capacity(CHUNK)],
            events: 0,
            objects: 0,
            tests: 0,
            random: 1,
        }
    }

    /// A number below `limit`: small ones are as likely as in the steps of a protocol that most objects keep to.
    fn draw(&mut self, limit: u64) -> u64 {
        self.random = self
            .random
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        let (a, b) = ((self.random >> 33) % limit, (self.random >> 13) % limit);
        a.min(b)
    }

    fn emit(&mut self, event: &Event<'_>) {
        self.events += 1;
        if self.chunks.last().is_none_or(|chunk| chunk.len() + 640 > CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            encode(event, chunk);
        }
    }

    fn object(&mut self, class: usize, object: u64) -> Seen<'static> {
        let profile = Profile(self.draw(4) << 1 | Profile::TAKEN);
        let class = self.classes[class].id;
        Seen::Object { class, object, profile }
    }

    fn test(&mut self) {
        self.tests += 1;
        let name = format!("test{}", self.tests % 900);
        let method = self.dictionary.method_id("demo.Tests", &name, "()V", 1);
        self.emit(&Event::Test { method, starts: true });
        let class = self.draw(CLASSES) as usize;
        let other = self.make((class + 1) % CLASSES as usize);
        let object = self.make(class);
        let calls = 4 + self.draw(24);
        for step in 0..calls {
            // A protocol: mostly the next method, seldom another.
            let skip = if self.draw(64) > 60 { self.draw(METHODS) } else { 0 };
            self.call((class, object), (step + skip) % METHODS, other);
        }
        self.emit(&Event::Dead { object });
        self.emit(&Event::Dead { object: other });
        self.emit(&Event::Test { method, starts: false });
    }

    fn make(&mut self, class: usize) -> u64 {
        self.objects += 1;
        let (object, method, depth) = (self.objects, self.classes[class].constructor, 1);
        let receiver = Seen::Uninitialised;
        self.emit(&Event::Enter {
            method,
            depth,
            receiver,
        });
        let value = Seen::Primitive(Scalar::Int(self.draw(6) as i32));
        self.emit(&Event::Argument { position: 1, value });
        let id = self.classes[class].id;
        self.emit(&Event::Initialised {
            method,
            depth,
            class: id,
            object,
        });
        let result = self.object(class, object);
        self.emit(&Event::Exit { method, depth, result });
        object
    }

    fn call(&mut self, (class, object): (usize, u64), step: u64, other: u64) {
        let (method, depth) = (self.classes[class].methods[step as usize], 1);
        let receiver = self.object(class, object);
        self.emit(&Event::Enter {
            method,
            depth,
            receiver,
        });
        let value = Seen::Primitive(Scalar::Int(self.draw(100) as i32));
        self.emit(&Event::Argument { position: 1, value });
        if step.is_multiple_of(3) {
            let value = self.object((class + 1) % CLASSES as usize, other);
            self.emit(&Event::Argument { position: 2, value });
        } else {
            let units: Vec<u8> = format!("text {}", self.draw(20))
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect();
            let (length, text) = (units.len() as u32 / 2, Text::new(&units));
            let value = Seen::String { length, text };
            self.emit(&Event::Argument { position: 2, value });
        }
        let result = Seen::None;
        self.emit(&Event::Exit { method, depth, result });
    }
}
