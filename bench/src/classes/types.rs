//! `types`: assignability against javac.

use std::process::ExitCode;

use anyhow::Result;
use palus_classes::ClassIndex;

use super::{by_javac, jars};
use crate::subject::jdks;

/// A library teaches as much as the platform: as many names of each are drawn from.
const PLATFORM: [&str; 3] = ["java.*", "javax.*", "org.w3c.*"];

pub(crate) fn run(pairs: usize, seed: u64) -> Result<ExitCode> {
    let jars = jars(&[])?;
    let mut ok = true;
    println!("| JDK | compared | assignable | malformed | different |\n| --- | --- | --- | --- | --- |");
    for jdk in jdks()? {
        let index = ClassIndex::open(&jars, jdk.home())?;
        let mut names = index.matching(&PLATFORM.map(str::to_owned));
        names.extend(jars.iter().flat_map(|jar| index.names_in(jar)));
        let drawn = by_javac::draw(&index, &names, pairs, seed);
        let work = tempfile::tempdir()?;
        let found = by_javac::compare(&drawn, jdk.home(), &jars, work.path());
        println!(
            "| {} | {} | {} | {} | {} |",
            jdk.feature(),
            found.compared,
            found.assignable,
            found.malformed,
            found.different.len()
        );
        for difference in &found.different {
            println!("{difference}");
        }
        ok &= found.different.is_empty() && found.compared > 0;
    }
    Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
