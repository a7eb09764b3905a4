//! From executions to invariants.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::BufReader;
use std::rc::Rc;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use palus_classes::{ClassIndex, Glob};
use palus_executions::{Execution, Outcome, Reader, StateNumber};
use palus_invariant::{
    Confidence, End, FEWEST_SAMPLES, Inference, Method, Name, Observation, Point, Report, Settings, Templates,
    UnknownTemplate,
};
use palus_sequence::parameter_count;
use palus_state::State;
use palus_supervise::Jdk;
use palus_trace::MethodNames;

use crate::args::InferenceArgs;
use crate::exit::say;
use crate::generate::{OLDEST_JAVA, class_path};
use crate::source::{Source, remarks};

/// What was inferred, and what to say of it.
pub(crate) struct Inferred {
    pub(crate) report: Report,
    /// What takes further executions in.
    pub(crate) inference: Inference,
    /// Tests that were seen.
    pub(crate) tests: usize,
    /// Some of the tests that called each method.
    pub(crate) origins: Origins,
    /// Whether static fields were recorded.
    pub(crate) has_statics: bool,
    /// Executions without a state: it was too large.
    too_large: u64,
    /// What is to be known of the trace.
    remarks: Vec<String>,
}

impl Inferred {
    /// Says on standard error of what nothing could be told, and why.
    pub(crate) fn tell(&self) {
        for point in &self.report.unstable {
            say(&format!(
                "{point} does not do the same twice: equal calls ended differently, so nothing is said of its ends"
            ));
        }
        let few = self.report.points.iter().filter(|report| report.missing() > 0).count();
        if few > 0 {
            say(&format!(
                "{few} of {} points were met once only, and each needs {FEWEST_SAMPLES} executions at least: let the tests call these \
                 methods once more",
                self.report.points.len()
            ));
        }
        for report in self.report.points.iter().filter(|report| !report.left_out.is_empty()) {
            let named: Vec<&str> = report.left_out.iter().take(5).map(|name| &**name).collect();
            let rest = if report.left_out.len() > named.len() {
                ", ..."
            } else {
                ""
            };
            say(&format!(
                "{} has more variables than are looked at; left out are {}{rest}",
                report.point,
                named.join(", ")
            ));
        }
        if self.too_large > 0 {
            say(&format!(
                "{} executions have a state that was too large; they are left out",
                self.too_large
            ));
        }
        for remark in &self.remarks {
            say(remark);
        }
    }
}

/// Infers the invariants of the executions that are asked for.
pub(crate) fn infer(source: &Source, args: &InferenceArgs, classpath: Option<&str>) -> anyhow::Result<Inferred> {
    let name = || source.name().to_owned();
    let templates = Templates::parse(&args.templates).map_err(|UnknownTemplate(name)| {
        anyhow!("there is no template {name}; `palus invariants RUN.trace --templates list` names them")
    })?;
    let mut learned = Learned {
        inference: Inference::new(Settings {
            depth: args.depth,
            confidence: Confidence::new(args.confidence),
            templates,
        }),
        origins: Origins::default(),
        states: States::default(),
        has_statics: false,
        too_large: 0,
    };
    let mut reader = source.executions()?;
    let mut methods = Methods::new(args, classpath)?;
    let mut left_out = source.left_out();
    let (mut read, mut seen) = (0_u64, 0_u64);
    while let Some(execution) = reader.next() {
        let execution = execution.with_context(name)?;
        for (process, test) in reader.take_tests() {
            left_out.starts(process, &test);
        }
        read += 1;
        if !reader.has_states() {
            bail!("{}: the trace has no states; record again with --states", name());
        }
        if left_out.has(execution.process, execution.test.as_ref()) {
            continue;
        }
        if let Some(method) = methods.get(&execution.method) {
            seen += 1;
            learned.see(&execution, &method, &reader);
        }
    }
    if read == 0 {
        bail!(
            "{}: nothing was called in the recorded classes from outside of them; look at --include, and record again",
            name()
        );
    }
    if seen == 0 {
        bail!(
            "{}: the tests call no method of these classes; `palus trace` shows what the tests of a recording call",
            name()
        );
    }
    Ok(Inferred {
        report: learned.inference.report(),
        inference: learned.inference,
        tests: learned.origins.tests.len(),
        origins: learned.origins,
        has_statics: learned.has_statics,
        too_large: learned.too_large,
        remarks: remarks(&reader),
    })
}

/// What was learned so far.
struct Learned {
    inference: Inference,
    origins: Origins,
    states: States,
    has_statics: bool,
    too_large: u64,
}

impl Learned {
    fn see(&mut self, execution: &Execution, method: &Method, reader: &Reader<BufReader<File>>) {
        self.origins.add(execution);
        let name = |number: Option<StateNumber>| number.map(|number| u128::from(number.0));
        let names = (name(execution.entry), name(execution.exit));
        // States need not even be decoded of what a suite does again and again.
        let like = observed(execution, method, None, None);
        if self.inference.counts(&like, names.0, names.1) {
            return;
        }
        let mut state = |number: Option<StateNumber>| number.and_then(|number| self.states.get(number, reader));
        let (entry, exit) = (state(execution.entry), state(execution.exit));
        // Behind the receiver and the arguments.
        let most = 1 + parameter_count(&method.descriptor);
        self.has_statics |= entry.as_ref().is_some_and(|state| state.roots.len() > most);
        let has_ended = execution.outcome != Outcome::Unseen;
        self.too_large += u64::from(entry.is_none() || (has_ended && exit.is_none()));
        let observation = observed(execution, method, entry.as_deref(), exit.as_deref());
        self.inference.see(&observation, names.0, names.1);
    }
}

fn observed<'o>(
    execution: &'o Execution,
    method: &'o Method,
    entry: Option<&'o State>,
    exit: Option<&'o State>,
) -> Observation<'o> {
    Observation {
        method,
        is_inside: execution.nesting > 0,
        entry,
        exit,
        end: match &execution.outcome {
            Outcome::Void => End::Void,
            Outcome::Value => End::Value,
            Outcome::Threw(class) => End::Threw(class),
            Outcome::Unseen => End::Unseen,
        },
    }
}

/// Which tests taught what is known of a class or method.
#[derive(Default)]
pub(crate) struct Origins {
    tests: HashSet<(u32, Arc<MethodNames>, u32)>,
    of_method: HashMap<Arc<MethodNames>, Vec<String>>,
}

impl Origins {
    /// As many are named.
    const MOST: usize = 3;

    fn add(&mut self, execution: &Execution) {
        let Some(test) = &execution.test else { return };
        self.tests
            .insert((execution.process, Arc::clone(&test.method), test.run));
        let known = self.of_method.entry(Arc::clone(&execution.method)).or_default();
        if known.len() < Self::MOST {
            let owner = test.method.owner.rsplit('.').next().unwrap_or_default();
            let name = format!("{owner}.{}", test.method.name);
            if !known.contains(&name) {
                known.push(name);
            }
        }
    }

    /// Some tests that were at a point, in the order in which they ran.
    pub(crate) fn of(&self, point: &Point) -> Vec<&str> {
        let is_of = |method: &MethodNames| {
            let is_method =
                |(name, descriptor): &(Name, Name)| method.name == *name && method.descriptor == *descriptor;
            method.owner == point.class && point.method.as_ref().is_none_or(is_method)
        };
        let methods = self.of_method.iter().filter(|(method, _)| is_of(method));
        let mut named: Vec<&str> = methods.flat_map(|(_, tests)| tests).map(String::as_str).collect();
        named.sort_unstable();
        named.dedup();
        named.truncate(Self::MOST);
        named
    }
}

/// The states that were decoded last: calls that follow each other have states in common.
#[derive(Default)]
struct States {
    recent: HashMap<StateNumber, Option<Rc<State>>>,
}

impl States {
    const MOST: usize = 256;

    fn get(&mut self, number: StateNumber, reader: &Reader<BufReader<File>>) -> Option<Rc<State>> {
        if self.recent.len() >= Self::MOST && !self.recent.contains_key(&number) {
            self.recent.clear();
        }
        let decode = || reader.state(number).map(Rc::new);
        self.recent.entry(number).or_insert_with(decode).clone()
    }
}

/// The methods that are asked for, with the names of their parameters.
struct Methods<'a> {
    args: &'a InferenceArgs,
    index: Option<ClassIndex>,
    known: HashMap<Arc<MethodNames>, Option<Rc<Method>>>,
}

impl<'a> Methods<'a> {
    fn new(args: &'a InferenceArgs, classpath: Option<&str>) -> anyhow::Result<Self> {
        let index = match classpath {
            Some(path) => {
                let jdk = Jdk::find(OLDEST_JAVA, "invariants")?;
                Some(ClassIndex::open(&class_path(path)?, jdk.home())?)
            }
            None => None,
        };
        Ok(Self {
            args,
            index,
            known: HashMap::new(),
        })
    }

    /// `None` for a method that was not asked for.
    fn get(&mut self, names: &Arc<MethodNames>) -> Option<Rc<Method>> {
        if let Some(known) = self.known.get(names) {
            return known.clone();
        }
        let owner = &*names.owner;
        let is_meant = self.args.class.as_deref().is_none_or(|class| class == owner)
            && (self.args.include.is_empty() || self.args.include.iter().any(|glob| Glob::new(glob).matches(owner)));
        let method = is_meant.then(|| Rc::new(self.method(names)));
        self.known.insert(Arc::clone(names), method.clone());
        method
    }

    fn method(&self, names: &MethodNames) -> Method {
        let declared = |class: &palus_classes::ClassInfo| {
            let mut methods = class.methods.iter();
            let found = methods.find(|method| method.name == names.name && method.descriptor == names.descriptor);
            found.map(|method| method.parameter_names.clone())
        };
        let class = self.index.as_ref().and_then(|index| index.class(&names.owner));
        Method {
            owner: Arc::clone(&names.owner),
            name: Arc::clone(&names.name),
            descriptor: Arc::clone(&names.descriptor),
            access: names.access,
            parameters: class.and_then(|class| declared(&class)).unwrap_or_default(),
        }
    }
}
