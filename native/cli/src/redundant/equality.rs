//! Which states are one, as the `equals` methods of the program say: asked in a virtual machine of its own, on objects made of their states.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use palus_observe::{ObjectState, ObjectStates};
use palus_redundant::{Classes, Technique};
use palus_state::{Content, Node, Slot, State, Value};

use crate::source::{TestSuite, without_options};

/// Packages of the JDK whose objects have fields that are set.
const OPENED: [&str; 9] = [
    "java.lang",
    "java.util",
    "java.util.concurrent",
    "java.util.concurrent.atomic",
    "java.util.regex",
    "java.time",
    "java.text",
    "java.net",
    "java.io",
];

/// What was answered.
#[derive(Default, Debug)]
pub(super) struct Answers {
    /// By each state one that stands for all that equal it.
    pub(super) classes: Classes,
    /// By class, why states of it are by themselves.
    pub(super) odd: BTreeMap<String, BTreeSet<String>>,
}

/// Asks about all states.
pub(super) fn ask(suite: &TestSuite, states: &ObjectStates, technique: Technique) -> anyhow::Result<Answers> {
    let cannot = "cannot write a temporary file";
    let (entries_file, states_file) = (suite.scratch().join("equality"), suite.scratch().join("states"));
    let entries: Vec<String> = suite
        .class_path()
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    fs::write(&entries_file, entries.join("\n")).context(cannot)?;
    fs::write(&states_file, written(states)).context(cannot)?;
    let mut java = Command::new(suite.java());
    for package in OPENED {
        java.arg("--add-opens").arg(format!("java.base/{package}=ALL-UNNAMED"));
    }
    java.arg("-cp")
        .arg(suite.agent_jar())
        .arg("org.palus.equality.Equality");
    java.arg(match technique {
        Technique::MonitorEquals => "monitor",
        _ => "pairwise",
    });
    without_options(&mut java);
    let output = java
        .args([&entries_file, &states_file])
        .stdin(Stdio::null())
        .output()
        .context("java cannot be run")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let Some(answers) = parse(&text) else {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().last().unwrap_or("it said nothing").trim().to_owned();
        bail!("the JVM that asks `equals` came to no end: {last}; use another --state");
    };
    Ok(answers)
}

/// `None` without the end.
fn parse(text: &str) -> Option<Answers> {
    let mut one = Vec::new();
    let mut odd = BTreeMap::<String, BTreeSet<String>>::new();
    let mut has_ended = false;
    for line in text.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        match columns.as_slice() {
            ["one", state, representative] => {
                let number = |text: &str| text.parse().map(ObjectState).ok();
                one.push((number(state)?, number(representative)?));
            }
            ["odd", class, reason] => {
                odd.entry((*class).to_owned()).or_default().insert((*reason).to_owned());
            }
            ["done"] => has_ended = true,
            _ => {}
        }
    }
    has_ended.then(|| Answers {
        classes: Classes::new(one),
        odd,
    })
}

/// `state<TAB>number` a state, then a line for each of its nodes, as `org.palus.equality.Node` reads them.
fn written(states: &ObjectStates) -> String {
    let mut text = String::new();
    for number in 0..states.len() as u32 {
        if let Some(state) = states.state(ObjectState(number)) {
            let _ = writeln!(text, "state\t{number}");
            for node in &state.nodes {
                write_node(&mut text, &state, node);
            }
        }
    }
    text
}

fn write_node(text: &mut String, state: &State, node: &Node) {
    let class = &state.classes[node.class as usize];
    let mut columns = vec!["node".to_owned(), class.name.to_string()];
    let head = |head: &Option<Slot>| head.as_ref().map_or_else(|| "!".to_owned(), slot);
    match &node.content {
        Content::Fields(slots) => {
            columns.push("F".to_owned());
            for ((owner, name), held) in class.fields.iter().zip(slots) {
                columns.extend([owner.to_string(), name.to_string(), slot(held)]);
            }
        }
        Content::Elements(comparator, slots) => {
            columns.extend(["E".to_owned(), head(comparator)]);
            columns.extend(slots.iter().map(slot));
        }
        Content::Entries(comparator, entries) => {
            columns.extend(["M".to_owned(), head(comparator)]);
            columns.extend(entries.iter().flat_map(|(key, value)| [slot(key), slot(value)]));
        }
        Content::ByHash(slots) => {
            columns.push("H".to_owned());
            columns.extend(slots.iter().map(slot));
        }
        Content::Digest(..) | Content::Opaque => columns.push("X".to_owned()),
    }
    let _ = writeln!(text, "{}", columns.join("\t"));
}

/// As `org.palus.equality.Maker` reads it.
fn slot(slot: &Slot) -> String {
    use palus_sequence::Scalar;
    match slot {
        Slot::Null => "-".to_owned(),
        Slot::Node(node) => format!("#{node}"),
        Slot::Some | Slot::Value(Value::LongString { .. }) => "?".to_owned(),
        Slot::Value(Value::Scalar(scalar) | Value::Boxed(scalar)) => match *scalar {
            Scalar::Boolean(value) => format!("Z:{value}"),
            Scalar::Byte(value) => format!("B:{value}"),
            Scalar::Char(value) => format!("C:{value}"),
            Scalar::Short(value) => format!("S:{value}"),
            Scalar::Int(value) => format!("I:{value}"),
            Scalar::Long(value) => format!("J:{value}"),
            Scalar::Float(bits) => format!("F:{bits}"),
            Scalar::Double(bits) => format!("D:{bits}"),
        },
        Slot::Value(Value::String(text)) => format!("T:{}", units(text.units())),
        Slot::Value(Value::Enum(class, name)) => format!("E:{class}:{}", units(name.units())),
        Slot::Value(Value::Class(class)) => format!("K:{class}"),
        Slot::Value(Value::BigInteger(negative, words)) => format!("N:{}", whole(*negative, words)),
        Slot::Value(Value::BigDecimal(negative, words, scale)) => format!("M:{}:{scale}", whole(*negative, words)),
    }
}

fn units(units: &[u16]) -> String {
    let mut text = String::new();
    for unit in units {
        let _ = write!(text, "{unit:04x}");
    }
    text
}

fn whole(negative: bool, words: &[u32]) -> String {
    let mut text = String::from(if negative { "-:" } else { "+:" });
    for word in words {
        let _ = write!(text, "{word:08x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_its_end_is_none() {
        let told = "one\t2\t0\nodd\tdemo.A\tequals is not symmetric\n";
        assert!(parse(told).is_none());
        let answers = parse(&format!("{told}done\n")).expect("it has its end");
        assert_eq!(answers.classes, Classes::new([(ObjectState(2), ObjectState(0))]));
        assert!(answers.odd["demo.A"].contains("equals is not symmetric"));
    }

    #[test]
    fn values_are_written_without_what_divides_them() {
        use palus_sequence::{JavaString, Scalar};
        for (value, text) in [
            (Value::Boxed(Scalar::double(-0.0)), "D:9223372036854775808"),
            (Value::String(JavaString(vec![9, 0xD800].into())), "T:0009d800"),
            (Value::BigDecimal(true, vec![1, 2], 3), "M:-:0000000100000002:3"),
        ] {
            assert_eq!(slot(&Slot::Value(value)), text);
        }
    }
}
