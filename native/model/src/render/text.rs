//! The compact form: one class a block, one transition a line.

use std::fmt::Write;

use super::words::{call, input, plural, signature};
use crate::{ClassModel, Input, Model, Observation, Transition};

/// How many observations of a transition are shown.
const SAMPLES: usize = 3;

/// The model as text, all classes or the one of that name (`Class.getName()`). States are numbers, 0 is the state before
/// the first call; `x2` counts; in parentheses samples of what was passed, where `Name@3` is an object in state 3 of
/// its own automaton.
pub fn text(model: &Model, class: Option<&str>) -> String {
    write(model, class, Paint { is_on: false })
}

/// [`text`] with the colours of a terminal (ECMA-48 SGR).
pub fn coloured(model: &Model, class: Option<&str>) -> String {
    write(model, class, Paint { is_on: true })
}

fn write(model: &Model, class: Option<&str>, paint: Paint) -> String {
    let mut out = String::new();
    for (name, automaton) in &model.classes {
        if class.is_none_or(|wanted| wanted == &**name) {
            block(&mut out, paint, name, automaton);
        }
    }
    let statics = model
        .statics
        .iter()
        .filter(|call| class.is_none_or(|wanted| wanted == &*call.method.owner));
    for (index, call) in statics.enumerate() {
        if index == 0 {
            if !out.is_empty() {
                out.push('\n');
            }
            let _ = writeln!(out, "{}", paint.bold("static methods"));
        }
        let owner = &call.method.owner;
        let _ = write!(out, "  {owner}.{}", paint.cyan(&signature(&call.method)));
        notes(&mut out, paint, call);
    }
    answers(&mut out, paint, model, class);
    out
}

/// What collaborators answered, test by test.
fn answers(out: &mut String, paint: Paint, model: &Model, class: Option<&str>) {
    let wanted = |answered: &&Transition| class.is_none_or(|wanted| wanted == &*answered.method.owner);
    for (index, answered) in model.answers.iter().filter(wanted).enumerate() {
        if index == 0 {
            if !out.is_empty() {
                out.push('\n');
            }
            let _ = writeln!(out, "{}", paint.bold("answers of collaborators"));
        }
        let name = paint.cyan(&signature(&answered.method));
        let _ = write!(out, "  {}.{name}", answered.method.owner);
        let _ = write!(out, "  {}", paint.dim(&format!("x{}", answered.count)));
        if let Some(test) = answered.test() {
            let _ = write!(out, "  {}", paint.dim(&format!("in {}.{}", test.owner, test.name)));
        }
        let said = answered.observations.iter().filter_map(|seen| {
            let (question, answer) = seen.exchange.question_and_answer()?;
            let question: Vec<String> = question.iter().map(input).collect();
            let times = match seen.count {
                1 => String::new(),
                count => format!(" x{count}"),
            };
            Some(format!("({}) -> {}{times}", question.join(", "), input(answer)))
        });
        for said in said.take(SAMPLES) {
            let _ = write!(out, "  {}", paint.green(&said));
        }
        if let Some(more @ 1..) = answered.observations.len().checked_sub(SAMPLES) {
            let _ = write!(out, "  {}", paint.dim(&format!("and {more} more")));
        }
        out.push('\n');
    }
}

fn block(out: &mut String, paint: Paint, name: &str, automaton: &ClassModel) {
    if !out.is_empty() {
        out.push('\n');
    }
    let (objects, states) = (automaton.objects, automaton.states());
    let name_shown = paint.bold(name);
    let _ = write!(
        out,
        "{name_shown}  {objects} object{}, {states} states",
        plural(objects)
    );
    if automaton.sampling > 0 {
        let all = automaton.represented;
        let _ = write!(out, ", sampled of about {all}");
    }
    if automaton.truncated > 0 {
        let _ = write!(
            out,
            ", {} limit{} reached",
            automaton.truncated,
            plural(automaton.truncated)
        );
    }
    out.push('\n');
    for (source, node) in automaton.nodes.iter().enumerate() {
        for transition in &node.outgoing {
            let call = paint.cyan(&call(name, transition));
            let _ = write!(out, "  {source} -> {}  {call}", transition.target.0);
            notes(out, paint, transition);
        }
    }
    exits(out, automaton);
}

fn exits(out: &mut String, automaton: &ClassModel) {
    let exits: Vec<String> = automaton
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.exits > 0)
        .map(|(number, node)| match node.exits {
            1 => number.to_string(),
            count => format!("{number} x{count}"),
        })
        .collect();
    if !exits.is_empty() {
        let _ = writeln!(out, "  exits: {}", exits.join(", "));
    }
}

fn notes(out: &mut String, paint: Paint, transition: &Transition) {
    let _ = write!(out, "  {}", paint.dim(&format!("x{}", transition.count)));
    if let Some(end) = transition.nested_to {
        let _ = write!(out, "  {}", paint.dim(&format!("nested, towards {}", end.0)));
    }
    if let Some(exception) = &transition.threw {
        let _ = write!(out, "  {}", paint.red(&format!("threw {exception}")));
    }
    let mut samples: Vec<(String, u64)> = Vec::new();
    for observation in transition.observations.iter() {
        let Some(inputs) = sample(observation) else { continue };
        // Observations that differ only in profiles look the same here.
        match samples.iter_mut().find(|(known, _)| *known == inputs) {
            Some((_, count)) => *count = count.saturating_add(observation.count),
            None => samples.push((inputs, observation.count)),
        }
    }
    for (inputs, count) in samples.iter().take(SAMPLES) {
        let _ = match count {
            1 => write!(out, "  {}", paint.green(inputs)),
            count => write!(out, "  {} x{count}", paint.green(inputs)),
        };
    }
    if samples.len() > SAMPLES {
        let more = format!("and {} more", samples.len() - SAMPLES);
        let _ = write!(out, "  {}", paint.dim(&more));
    }
    out.push('\n');
}

/// What was passed besides the object itself; none when there was nothing else.
fn sample(observation: &Observation) -> Option<String> {
    let others = observation.exchange.inputs.iter().any(|input| *input != Input::Subject);
    others.then(|| {
        let skip = usize::from(observation.exchange.inputs.first() == Some(&Input::Subject));
        let inputs: Vec<String> = observation.exchange.inputs[skip..].iter().map(input).collect();
        format!("({})", inputs.join(", "))
    })
}

/// Colours, or none.
#[derive(Clone, Copy)]
struct Paint {
    is_on: bool,
}

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.is_on {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    fn red(self, text: &str) -> String {
        self.with("31", text)
    }

    fn green(self, text: &str) -> String {
        self.with("32", text)
    }

    fn cyan(self, text: &str) -> String {
        self.with("36", text)
    }
}
