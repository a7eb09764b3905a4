//! States as people read them.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::state::{Content, Node, Slot, State, Value};

impl State {
    /// The nodes in their order, `Node#0{next=Node#1} Node#1{next=null}`: classes by their simple names where those tell them apart. Before
    /// them the roots in parentheses, unless there is one and it is the first node.
    pub fn text(&self) -> String {
        let names = Names::of(self);
        let mut text = String::new();
        if self.roots != [Slot::Node(0)] {
            text.push('(');
            self.list(&mut text, &names, &self.roots);
            text.push(')');
        }
        for node in &self.nodes {
            if !text.is_empty() {
                text.push(' ');
            }
            self.node(&mut text, &names, node);
        }
        text
    }

    /// What one slot holds, as in [`State::text`].
    pub fn slot_text(&self, slot: &Slot) -> String {
        let mut text = String::new();
        self.slot(&mut text, &Names::of(self), slot);
        text
    }

    fn node(&self, text: &mut String, names: &Names, node: &Node) {
        let _ = write!(text, "{}", names.of_node(node));
        match &node.content {
            Content::Fields(slots) => {
                let fields = &self.classes[node.class as usize].fields;
                text.push('{');
                for (position, (slot, (_, name))) in slots.iter().zip(fields).enumerate() {
                    let _ = write!(text, "{}{name}=", if position > 0 { "," } else { "" });
                    self.slot(text, names, slot);
                }
                text.push('}');
            }
            Content::Elements(head, slots) => {
                self.head(text, names, head.as_ref());
                text.push('[');
                self.list(text, names, slots);
                text.push(']');
            }
            Content::ByHash(slots) => {
                text.push_str("~[");
                self.list(text, names, slots);
                text.push(']');
            }
            Content::Entries(head, entries) => {
                self.head(text, names, head.as_ref());
                text.push('{');
                for (position, (key, value)) in entries.iter().enumerate() {
                    text.push_str(if position > 0 { "," } else { "" });
                    self.slot(text, names, key);
                    text.push('=');
                    self.slot(text, names, value);
                }
                text.push('}');
            }
            Content::Digest(length, hash) => {
                let _ = write!(text, "[{length} elements, {hash:032x}]");
            }
            Content::Opaque => text.push('?'),
        }
    }

    /// The comparator of a sorted collection, when it has one.
    fn head(&self, text: &mut String, names: &Names, head: Option<&Slot>) {
        if let Some(head) = head.filter(|head| **head != Slot::Null) {
            text.push('(');
            self.slot(text, names, head);
            text.push(')');
        }
    }

    fn list(&self, text: &mut String, names: &Names, slots: &[Slot]) {
        for (position, slot) in slots.iter().enumerate() {
            text.push_str(if position > 0 { "," } else { "" });
            self.slot(text, names, slot);
        }
    }

    fn slot(&self, text: &mut String, names: &Names, slot: &Slot) {
        let _ = match slot {
            Slot::Null => write!(text, "null"),
            Slot::Some => write!(text, "_"),
            Slot::Node(node) => write!(text, "{}", names.of_node(&self.nodes[*node as usize])),
            Slot::Value(value) => write!(text, "{value}"),
        };
    }
}

/// As in [`State::text`].
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) | Self::Boxed(scalar) => write!(f, "{scalar}"),
            Self::String(string) => write!(f, "{:?}", string.to_lossy()),
            Self::LongString { length, hash } => write!(f, "\"{length} units, {hash:032x}\""),
            Self::BigInteger(negative, magnitude) => f.write_str(&integer(*negative, magnitude)),
            Self::BigDecimal(negative, magnitude, scale) => {
                write!(f, "{}E{}", integer(*negative, magnitude), -i64::from(*scale))
            }
            Self::Enum(class, name) => write!(f, "{}.{}", simple(class), name.to_lossy()),
            Self::Class(class) => write!(f, "{}.class", simple(&shown(class))),
        }
    }
}

fn integer(negative: bool, magnitude: &[u32]) -> String {
    let sign = if negative { "-" } else { "" };
    match magnitude {
        [] => "0".to_owned(),
        words if words.len() <= 4 => {
            let value = words.iter().fold(0_u128, |value, word| value << 32 | u128::from(*word));
            format!("{sign}{value}")
        }
        words => {
            let mut text = format!("{sign}0x{:x}", words[0]);
            for word in &words[1..] {
                let _ = write!(text, "{word:08x}");
            }
            text
        }
    }
}

/// The keyword of a primitive type by its descriptor (JVMS 4.3.2); `None` for any other.
pub fn primitive_name(descriptor: &str) -> Option<&'static str> {
    Some(match descriptor {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => return None,
    })
}

/// `a.b.C[][]` of `[[La.b.C;`.
fn shown(class: &str) -> String {
    let element = class.trim_start_matches('[');
    let dimensions = class.len() - element.len();
    if dimensions == 0 {
        return class.to_owned();
    }
    let named = || element.trim_start_matches('L').trim_end_matches(';');
    let name = primitive_name(element).unwrap_or_else(named);
    format!("{name}{}", "[]".repeat(dimensions))
}

fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

/// What the classes of a state are called in its text.
struct Names(Vec<String>);

impl Names {
    fn of(state: &State) -> Self {
        let full: Vec<String> = state.classes.iter().map(|class| shown(&class.name)).collect();
        let mut times = BTreeMap::<&str, u32>::new();
        for class in &full {
            *times.entry(simple(class)).or_default() += 1;
        }
        let name = |class: &String| {
            if times[simple(class)] > 1 {
                class.clone()
            } else {
                simple(class).to_owned()
            }
        };
        Self(full.iter().map(name).collect())
    }

    fn of_node(&self, node: &Node) -> String {
        format!("{}#{}", self.0[node.class as usize], node.number)
    }
}
