//! `depend`: the index and the dependence analysis against the clock.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use palus_classes::{ClassIndex, Relations};

use super::jars;
use crate::subject::jdks;

pub(crate) fn run(rounds: usize) -> Result<ExitCode> {
    let jars = jars(&["commons-collections4", "commons-lang3", "commons-math3"])?;
    println!("| JDK | round | classes | JDK classes | index, s | methods | pairs | dependence, s |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for jdk in jdks()? {
        let platform = named(&ClassIndex::open(&jars, jdk.home())?, &jars);
        for round in 1..=rounds {
            let start = Instant::now();
            let index = ClassIndex::open(&jars, jdk.home())?;
            let names: Vec<String> = jars.iter().flat_map(|jar| index.all_names_in(jar)).collect();
            let classes = index.load(&names).len();
            let of_jdk = index.load(&platform).len();
            let indexed = start.elapsed();

            let start = Instant::now();
            let subjects: Vec<String> = jars.iter().flat_map(|jar| index.names_in(jar)).collect();
            let relations = Relations::of(&index, &subjects);
            let methods = relations.methods().len();
            let pairs: usize = (0..methods).map(|method| relations.weights(method).len()).sum();
            println!(
                "| {} | {round} | {classes} | {of_jdk} | {:.3} | {methods} | {pairs} | {:.3} |",
                jdk.feature(),
                indexed.as_secs_f64(),
                start.elapsed().as_secs_f64()
            );
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The classes of the JDK that the libraries name: in supertypes, descriptors and code.
fn named(index: &ClassIndex, jars: &[std::path::PathBuf]) -> Vec<String> {
    let names: Vec<String> = jars.iter().flat_map(|jar| index.all_names_in(jar)).collect();
    let classes = index.load(&names);
    let mut found: BTreeSet<String> = BTreeSet::new();
    for (class, bodies) in classes.iter().zip(index.bodies_of(&classes)) {
        let supertypes = class.superclass.iter().chain(&class.interfaces);
        let mut mentioned: Vec<String> = supertypes.map(|name| format!("L{name};")).collect();
        mentioned.extend(class.fields.iter().map(|field| field.descriptor.to_string()));
        mentioned.extend(class.methods.iter().map(|method| method.descriptor.to_string()));
        for body in bodies {
            mentioned.extend(body.calls.iter().map(|call| format!("L{};", call.target.owner)));
            mentioned.extend(body.fields.iter().map(|access| format!("L{};", access.field.owner)));
            mentioned.extend(body.created.iter().map(|class| format!("L{class};")));
        }
        for descriptor in mentioned {
            let classes = descriptor.split([';', '(', ')', '[']);
            let names = classes.filter_map(|part| part.split_once('L'));
            found.extend(names.map(|(_, name)| name.replace('/', ".")));
        }
    }
    let own: BTreeSet<&String> = names.iter().collect();
    found.retain(|name| !own.contains(name) && index.class(name).is_some());
    found.into_iter().collect()
}
