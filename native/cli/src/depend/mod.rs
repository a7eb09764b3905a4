//! `palus depend`: for the methods of a class, the methods that touch the same state, and the fields that say so.

mod json;
mod text;

use std::path::Path;

use anyhow::bail;
use palus_classes::{ClassIndex, Member, Relations, TypeFacts, Visibility};
use palus_supervise::Jdk;

use crate::args::{DependArgs, TextOrJson};
use crate::exit::Exit;
use crate::generate::{OLDEST_JAVA, class_path};
use crate::model::{self, print};

/// What is asked for, worked out.
struct Answer<'r> {
    relations: &'r Relations,
    index: &'r ClassIndex,
    /// How many classes the documents come from.
    classes: usize,
    /// The methods to tell about, as positions among the documents, class by class.
    methods: Vec<usize>,
}

impl Answer<'_> {
    /// Whether a test in the package of a method can call it.
    fn is_callable(&self, method: usize) -> bool {
        let Member {
            owner,
            name,
            descriptor,
        } = &self.relations.methods()[method];
        let found = self.index.method(owner, name, descriptor);
        found.is_some_and(|method| method.visibility != Visibility::Hidden)
    }
}

/// Why there is no class in the first entry of the class path: it cannot be read, or there is none.
fn nothing_in(index: &ClassIndex, entry: &Path) -> String {
    let first = entry.display().to_string();
    match index.warnings().into_iter().find(|warning| warning.starts_with(&first)) {
        Some(unreadable) => format!("{unreadable}; put the code under test first on --classpath"),
        None => format!("there is no class in {first}; put the code under test first on --classpath"),
    }
}

/// Prints the dependences on standard output.
pub(crate) fn run(args: &DependArgs) -> anyhow::Result<Exit> {
    let jdk = Jdk::find(OLDEST_JAVA, "depend")?;
    let class_path = class_path(&args.classpath)?;
    let index = ClassIndex::open(&class_path, jdk.home())?;
    let corpus = match &args.class {
        Some(class) => index.companions(class),
        None => index.names_in(&class_path[0]),
    };
    if corpus.is_empty() {
        match &args.class {
            Some(class) => bail!(
                "there is no class {class} on the class path or in the JDK; give its binary name, such as org.example.Outer$Inner"
            ),
            None => bail!(nothing_in(&index, &class_path[0])),
        }
    }
    let mut relations = Relations::of(&index, &corpus);
    if let Some(file) = &args.model {
        let Some(seen) = palus_generate::seen_accesses(&model::load(file)?) else {
            bail!("{} has no field accesses; record it without fields=off", file.display());
        };
        relations = relations.with_seen(&index, &seen);
    }
    for warning in index.warnings() {
        eprintln!("palus: {warning}");
    }
    let is_wanted = |method: &Member| {
        args.class.as_deref().is_none_or(|class| *method.owner == *class)
            && args.method.as_deref().is_none_or(|name| *method.name == *name)
    };
    let methods = relations.methods().iter().enumerate();
    let methods: Vec<usize> = methods
        .filter(|(_, method)| is_wanted(method))
        .map(|(at, _)| at)
        .collect();
    if methods.is_empty() {
        let of = args.class.as_deref().unwrap_or("these classes");
        match &args.method {
            Some(name) => {
                bail!("{of} has no method {name} with code that is not private; write <init> for constructors")
            }
            None => bail!("{of} has no method with code that is not private, so nothing depends on its state"),
        }
    }
    let answer = Answer {
        relations: &relations,
        index: &index,
        classes: corpus.len(),
        methods,
    };
    print(&match args.format {
        TextOrJson::Text => text::text(&answer),
        TextOrJson::Json => format!("{:#}\n", json::json(&answer)),
    })?;
    Ok(Exit::Done)
}
