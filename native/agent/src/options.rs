//! The options of the library, as typed behind `-agentpath:libpalus.so=`.

use std::fs;
use std::path::{Path, PathBuf};

use palus_jvm::ClassFilter;
use palus_model::redact::{Redaction, RedactionKey};
use palus_sequence::StateRules;
use palus_supervise::decode_option;

/// What the library is asked to do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Options {
    /// Watch the program.
    Record(RecordOptions),
    /// Watch a program that runs already; errors go to the file.
    Attach(RecordOptions, PathBuf),
    /// End that, and write the model; errors go to the file.
    Detach(PathBuf),
    /// Be a worker.
    Generate(GenerateOptions),
    /// Put mutants into the program.
    Mutate(MutateOptions),
    /// Only enter the sandbox of that file: for the runs that verify tests.
    Confine(PathBuf),
}

/// 128 MiB.
const TEST_ROOM: u64 = 1 << 24;

/// `record,out=FILE,include=GLOB:GLOB,exclude=GLOB:GLOB,sample=on|off,ids=inside|aside,fields=on|off,callsites=on|off,collaborators=GLOB:GLOB,keep-trace=FILE,states=on|off,statics=on|off,test-room=WORDS,ignore-field=FIELD:FIELD,raw-collections=on|off`.
#[derive(Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, as typed")]
pub(crate) struct RecordOptions {
    /// Where the model goes; `%p` stands for the process id.
    pub(crate) out: PathBuf,
    /// Which classes are watched; all but the JDK and test frameworks when none is given. The JDK's are watched where they are
    /// called.
    pub(crate) include: Vec<String>,
    /// Which of these are not.
    pub(crate) exclude: Vec<String>,
    /// Names of methods, parameters and fields whose values are secret, besides those that are by custom.
    pub(crate) redact: Vec<String>,
    /// Whether secrets are replaced.
    pub(crate) redacts: bool,
    /// The key of stand-ins, where several virtual machines are to have the same; one of its own when there is none.
    pub(crate) redaction_key: Option<RedactionKey>,
    /// Whether classes and static methods that have taught all they have are recorded less often.
    pub(crate) samples: bool,
    /// Whether the numbers of objects are in a table and not in the objects.
    pub(crate) ids_aside: bool,
    /// Whether accesses of fields are counted.
    pub(crate) fields: bool,
    /// Whether calls of the JDK are watched where watched classes and tests make them.
    pub(crate) call_sites: bool,
    /// Types of which all answers to watched classes are kept, whoever gives them.
    pub(crate) collaborators: Vec<String>,
    /// The process that asked for the recording, and without which it ends; nobody's when there is none.
    pub(crate) controller: Option<u32>,
    /// A file that is there until the virtual machine comes to its end; none when there is no name.
    pub(crate) started: PathBuf,
    /// Where the trace goes; `%p` stands for the process id.
    pub(crate) keep_trace: Option<PathBuf>,
    /// Whether its executions have states.
    pub(crate) states: bool,
    /// Whether static fields are part of these.
    pub(crate) statics: bool,
    /// How these are made.
    pub(crate) state_rules: StateRules,
    /// Whether it keeps calls that the code under test makes itself.
    pub(crate) nested: bool,
    /// How many words the states of one test may take together in the trace.
    pub(crate) test_room: u64,
    /// Whether events are folded into the model; `fold=off` is for measuring what it takes to write them.
    pub(crate) folds: bool,
}

impl Default for RecordOptions {
    fn default() -> Self {
        Self {
            out: PathBuf::new(),
            controller: None,
            started: PathBuf::new(),
            include: Vec::new(),
            exclude: Vec::new(),
            redact: Vec::new(),
            redacts: true,
            redaction_key: None,
            samples: true,
            ids_aside: false,
            fields: true,
            call_sites: false,
            collaborators: Vec::new(),
            keep_trace: None,
            states: false,
            statics: false,
            state_rules: StateRules::default(),
            nested: false,
            test_room: TEST_ROOM,
            folds: true,
        }
    }
}

impl RecordOptions {
    /// What is secret; `None` when nothing is.
    pub(crate) fn redaction(&self) -> Option<Redaction> {
        let key = || self.redaction_key.unwrap_or_else(RedactionKey::random);
        self.redacts.then(|| Redaction::new(key(), self.redact.clone()))
    }

    /// Which classes are watched, and which of the JDK's where they are called.
    pub(crate) fn filter(&self) -> ClassFilter {
        let filter = ClassFilter::new(&self.include, &self.exclude).with_collaborators(&self.collaborators);
        let filter = if self.ids_aside {
            filter.with_numbers_aside()
        } else {
            filter
        };
        if self.call_sites {
            filter.with_objects_passed_around()
        } else {
            filter
        }
    }
}

/// `generate,order=FILE,result=FILE,progress=FILE,sandbox=FILE`: used between `palus` and its workers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GenerateOptions {
    /// What to do.
    pub(crate) order: PathBuf,
    /// Where the result goes.
    pub(crate) result: PathBuf,
    /// The page shared with the supervisor.
    pub(crate) progress: PathBuf,
    /// The rights of the process; everything when none is given.
    pub(crate) sandbox: Option<PathBuf>,
}

/// `mutate,include=GLOB:GLOB,exclude=GLOB:GLOB,list=FILE` or `mutate,include=CLASS,mutant=N`: used between `palus redundant` and the
/// tests that it runs.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct MutateOptions {
    /// Which classes get mutants.
    pub(crate) include: Vec<String>,
    /// Which of these do not.
    pub(crate) exclude: Vec<String>,
    /// Where it is written in the end which numbers the classes got.
    pub(crate) list: Option<PathBuf>,
    /// The mutant that is switched on, counted from 0 in the one class that has some then.
    pub(crate) mutant: Option<u32>,
}

impl MutateOptions {
    /// Which classes get mutants.
    pub(crate) fn filter(&self) -> ClassFilter {
        ClassFilter::new(&self.include, &self.exclude)
    }
}

impl Options {
    /// The file with the rights of the process, if it is to be confined.
    pub(crate) fn sandbox(&self) -> Option<&Path> {
        match self {
            Self::Record(_) | Self::Attach(..) | Self::Detach(_) | Self::Mutate(_) => None,
            Self::Generate(options) => options.sandbox.as_deref(),
            Self::Confine(rights) => Some(rights),
        }
    }

    /// Reads the text. An option that is not known is an error: silence would hide a misspelt filter.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (mode, rest) = text.split_once(',').unwrap_or((text, ""));
        let pairs = rest.split(',').filter(|pair| !pair.is_empty()).map(|pair| {
            pair.split_once('=')
                .ok_or_else(|| format!("`{pair}` is no option of the form name=value"))
        });
        match mode {
            "record" => record(pairs).map(Options::Record),
            "attach" => attach(pairs),
            "detach" => answer(pairs).map(Options::Detach),
            "generate" => generate(pairs),
            "confine" => confine(pairs),
            "mutate" => mutate(pairs),
            _ => Err(format!(
                "`{mode}` is no mode of libpalus.so; write record,out=FILE,include=GLOB"
            )),
        }
    }
}

/// `attach,answer=FILE` and the options of `record`.
fn attach<'t>(pairs: impl Iterator<Item = Result<(&'t str, &'t str), String>>) -> Result<Options, String> {
    let (answers, others): (Vec<_>, Vec<_>) =
        pairs.partition(|pair| pair.as_ref().is_ok_and(|(name, _)| *name == "answer"));
    let answer = answer(answers.into_iter())?;
    // Classes that are there already get no field.
    let options = RecordOptions {
        ids_aside: true,
        ..record(others.into_iter())?
    };
    Ok(Options::Attach(options, answer))
}

/// `answer=FILE`: used between `palus attach` and the program that it attaches to.
fn answer<'t>(pairs: impl Iterator<Item = Result<(&'t str, &'t str), String>>) -> Result<PathBuf, String> {
    let mut answer = PathBuf::new();
    for pair in pairs {
        match pair? {
            ("answer", file) => answer = decode_option(file).into(),
            (name, _) => return Err(format!("{name} is no option of detach")),
        }
    }
    Ok(answer)
}

fn record<'t>(pairs: impl Iterator<Item = Result<(&'t str, &'t str), String>>) -> Result<RecordOptions, String> {
    let mut options = RecordOptions::default();
    for pair in pairs {
        let (name, value) = pair?;
        match name {
            "out" => options.out = process_file(value),
            "controller" => options.controller = Some(value.parse().map_err(|_| format!("{value} is no process id"))?),
            "started" => options.started = process_file(value),
            "include" => options.include = globs(value),
            "exclude" => options.exclude = globs(value),
            "redact" => options.redact = globs(value),
            "redaction" => options.redacts = switch(name, value)?,
            "redaction-key" => options.redaction_key = Some(key(&decode_option(value))?),
            "sample" => options.samples = switch(name, value)?,
            "ids" => {
                options.ids_aside = match value {
                    "inside" => false,
                    "aside" => true,
                    _ => return Err(format!("ids is inside or aside, not {value}")),
                }
            }
            "fields" => options.fields = switch(name, value)?,
            "callsites" => options.call_sites = switch(name, value)?,
            "collaborators" => options.collaborators = globs(value),
            "fold" => options.folds = switch(name, value)?,
            "keep-trace" => options.keep_trace = Some(process_file(value)),
            "states" => options.states = switch(name, value)?,
            "statics" => options.statics = switch(name, value)?,
            "ignore-field" => options.state_rules.ignored = globs(value),
            "raw-collections" => options.state_rules.raw_collections = switch(name, value)?,
            "nested" => options.nested = switch(name, value)?,
            "test-room" => {
                let words = value.parse();
                options.test_room = words.map_err(|_| format!("test-room={value} is no number of words"))?;
            }
            _ => {
                return Err(format!(
                    "{name} is no option of record; there are out, include, exclude, redact, redaction, sample, ids, fields, callsites, \
                     collaborators, keep-trace, states, statics, ignore-field, raw-collections, nested and test-room"
                ));
            }
        }
    }
    if options.out.as_os_str().is_empty() {
        return Err("record needs out=FILE, the file that the model is written to".to_owned());
    }
    if options.keep_trace.is_none() && (options.states || options.nested) {
        return Err("states and nested say what a trace has; add keep-trace=FILE".to_owned());
    }
    if options.state_rules != StateRules::default() && !options.states {
        return Err("ignore-field and raw-collections say how states are made; add states=on".to_owned());
    }
    if options.statics && !options.states {
        return Err("statics are part of states; add states=on".to_owned());
    }
    if options.include.is_empty() {
        options.include.push("*".to_owned());
    }
    Ok(options)
}

/// The key in a file of 16 bytes.
fn key(file: &str) -> Result<RedactionKey, String> {
    let bytes = fs::read(file).map_err(|error| format!("{file} cannot be read: {error}"))?;
    let key = bytes.try_into().map_err(|_| format!("{file} is no key of 16 bytes"))?;
    Ok(RedactionKey(key))
}

fn switch(name: &str, value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("{name}={value} is neither {name}=on nor {name}=off")),
    }
}

fn generate<'t>(pairs: impl Iterator<Item = Result<(&'t str, &'t str), String>>) -> Result<Options, String> {
    let mut options = GenerateOptions::default();
    for pair in pairs {
        let (name, value) = pair?;
        match name {
            "order" => options.order = decode_option(value).into(),
            "result" => options.result = decode_option(value).into(),
            "progress" => options.progress = decode_option(value).into(),
            "sandbox" => options.sandbox = Some(decode_option(value).into()),
            _ => return Err(format!("{name} is no option of generate")),
        }
    }
    Ok(Options::Generate(options))
}

fn mutate<'t>(pairs: impl Iterator<Item = Result<(&'t str, &'t str), String>>) -> Result<Options, String> {
    let mut options = MutateOptions::default();
    for pair in pairs {
        match pair? {
            ("include", value) => options.include = globs(value),
            ("exclude", value) => options.exclude = globs(value),
            ("list", file) => options.list = Some(decode_option(file).into()),
            ("mutant", number) => {
                options.mutant = Some(
                    number
                        .parse()
                        .map_err(|_| format!("{number} is no number of a mutant"))?,
                );
            }
            (name, _) => return Err(format!("{name} is no option of mutate")),
        }
    }
    if options.include.is_empty() || options.list.is_some() == options.mutant.is_some() {
        return Err("mutate needs include=GLOB, and either list=FILE or mutant=N".to_owned());
    }
    Ok(Options::Mutate(options))
}

fn confine<'t>(pairs: impl Iterator<Item = Result<(&'t str, &'t str), String>>) -> Result<Options, String> {
    let mut rights = None;
    for pair in pairs {
        match pair? {
            ("sandbox", file) => rights = Some(decode_option(file).into()),
            (name, _) => return Err(format!("{name} is no option of confine")),
        }
    }
    let rights = rights.ok_or("confine needs sandbox=FILE, the rights of the process")?;
    Ok(Options::Confine(rights))
}

fn globs(value: &str) -> Vec<String> {
    value
        .split(':')
        .filter(|glob| !glob.is_empty())
        .map(str::to_owned)
        .collect()
}

fn process_file(value: &str) -> PathBuf {
    let path = PathBuf::from(decode_option(&value.replace("%p", &std::process::id().to_string())));
    // The program may change what relative paths mean to it, but not where this process was started.
    std::env::current_dir().map_or_else(|_| path.clone(), |here| here.join(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn record_takes_a_file_and_globs() {
        let parsed = Options::parse("record,out=/tmp/x.palus,include=a.*:b.C,exclude=a.gen.*").unwrap();
        let Options::Record(options) = parsed else {
            panic!("not record")
        };
        assert_eq!(options.out, PathBuf::from("/tmp/x.palus"));
        assert_eq!(options.include, ["a.*", "b.C"]);
        assert_eq!(options.exclude, ["a.gen.*"]);
    }

    #[test]
    fn classes_are_sampled_unless_that_is_switched_off() {
        for (text, aside) in [("", false), (",ids=inside", false), (",ids=aside", true)] {
            let Ok(Options::Record(options)) = Options::parse(&format!("record,out=f{text}")) else {
                panic!("{text} is an option");
            };
            assert_eq!(options.ids_aside, aside);
        }
        assert!(Options::parse("record,out=f,ids=nowhere").is_err());
        for (text, samples) in [("", true), (",sample=on", true), (",sample=off", false)] {
            let Ok(Options::Record(options)) = Options::parse(&format!("record,out=x{text}")) else {
                panic!("not record")
            };
            assert_eq!(options.samples, samples);
        }
    }

    #[test]
    fn the_process_id_can_be_part_of_the_name() {
        let Ok(Options::Record(options)) = Options::parse("record,out=/tmp/%p.palus") else {
            panic!("not record")
        };
        assert_eq!(options.out, PathBuf::from(format!("/tmp/{}.palus", std::process::id())));
    }

    #[test]
    fn a_running_program_is_told_where_to_answer() {
        let Ok(Options::Attach(options, answer)) = Options::parse("attach,out=/t/a.palus,answer=/t/said,include=a.*")
        else {
            panic!("not attach")
        };
        assert_eq!((options.include, answer), (vec!["a.*".to_owned()], "/t/said".into()));
        assert_eq!(
            Options::parse("detach,answer=/t/said"),
            Ok(Options::Detach("/t/said".into()))
        );
        assert!(Options::parse("attach,answer=/t/said").is_err());
        assert!(Options::parse("detach,out=x").is_err());
    }

    #[test]
    fn what_is_misspelt_is_refused() {
        for bad in [
            "",
            "recrod,out=x",
            "record",
            "record,out",
            "record,out=x,inlcude=a",
            "record,out=x,sample=maybe",
            "record,out=x,states=on",
            "record,out=x,keep-trace=y,states=on,test-room=much",
            "record,out=x,keep-trace=y,statics=on",
            "record,out=x,keep-trace=y,raw-collections=on",
            "mutate,include=a.*",
            "mutate,list=x",
            "mutate,include=a.A,mutant=first",
        ] {
            assert!(Options::parse(bad).is_err(), "{bad}");
        }
    }
}
