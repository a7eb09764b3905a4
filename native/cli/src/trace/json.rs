//! For programs: one object, written as it is read; `"schema": 1`.

use std::io::{self, Write};

use palus_executions::{Execution, Outcome};
use palus_observe::ObjectStates;
use palus_trace::MethodNames;
use serde_json::{Value, json};

use super::Show;
use super::view::{Line, Shown, View};

#[derive(Default)]
pub(super) struct Json {
    has_begun: bool,
}

impl Show for Json {
    fn execution(&mut self, execution: &Execution, line: &Line, out: &mut dyn Write) -> io::Result<()> {
        let before = if self.has_begun {
            ",\n"
        } else {
            "{\"schema\":1,\"executions\":[\n"
        };
        self.has_begun = true;
        let test = execution.test.as_ref().map(|test| {
            let mut value = method(&test.method);
            value["run"] = test.run.into();
            value
        });
        let arguments = line.arguments.iter();
        let arguments = arguments.map(|(entry, exit)| json!({ "entry": shown(entry), "exit": shown(exit) }));
        let line = json!({
            "process": execution.process,
            "thread": execution.thread,
            "test": test,
            "before": execution.is_before,
            "place": execution.place,
            "nesting": execution.nesting,
            "method": method(&execution.method),
            "receiver": {
                "entry": line.receiver.as_ref().map(shown),
                "exit": line.receiver_after.as_ref().map(shown),
            },
            "arguments": arguments.collect::<Vec<Value>>(),
            "outcome": match &execution.outcome {
                Outcome::Void => json!({ "kind": "void" }),
                Outcome::Value => json!({ "kind": "value", "result": line.result.as_ref().map(shown) }),
                Outcome::Threw(class) => json!({ "kind": "threw", "class": &**class }),
                Outcome::Unseen => json!({ "kind": "unseen" }),
            },
        });
        write!(out, "{before}{line}")
    }

    fn states(&mut self, view: &View, states: &ObjectStates, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n],\n\"states\":{{")?;
        let mut before = "";
        for (number, state) in view.states(states) {
            write!(out, "{before}\"S{number}\":{}", Value::from(state.text()))?;
            before = ",\n";
        }
        let marked = states.marked();
        let marks = json!({
            "opaque": marked.opaque,
            "order-by-hash": marked.order_by_hash,
            "racy": marked.racy,
            "cut": marked.too_large,
        });
        writeln!(out, "\n}},\n\"marks\":{marks}}}")
    }
}

fn method(method: &MethodNames) -> Value {
    json!({
        "class": &*method.owner,
        "name": &*method.name,
        "descriptor": &*method.descriptor,
    })
}

/// `{"value": TEXT}`, `{"state": NAME}`, or null where nothing is known.
fn shown(shown: &Shown) -> Value {
    match shown {
        Shown::Value(text) => json!({ "value": text }),
        Shown::State(number) => json!({ "state": format!("S{number}") }),
        Shown::Unknown => Value::Null,
    }
}
