//! Hooks that throw at random, planted by a Java agent into those of a recorder that is as it is given out.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use palus_supervise::{Artifact, Jdk, Maven};

use crate::palus::{run, target};
use crate::subject::compile_source;

const DICE: &str = include_str!("../../tests/subjects/faults/dice/Dice.java");
const PLANTER: &str = include_str!("../../tests/subjects/faults/agent/Planter.java");

/// What the sources call ASM, as the recorder's own copy is called, and what it is called here.
const ASM: [&str; 2] = ["org.palus.transform.asm", "org.objectweb.asm"];

/// What the agent prints in the end, before its counts.
pub(crate) const TOLD: &str = "planted ";

/// Options of a JVM in which one call in `sides` within the hooks throws. Of the faults every other one says that the hooks are broken,
/// behind which a thread records nothing more; without `fatal` ones only stack and memory are said to be used up, and all goes on.
pub(crate) fn options(jdk: &Jdk, sides: u32, fatal: bool) -> Result<Vec<String>> {
    let work = target()?.join("bench/faults");
    let asm = Maven::find(jdk, &work)?
        .files(&[Artifact::jar("org.ow2.asm", "asm", "9.7.1")])?
        .remove(0);
    let dice = compile_source(jdk, "Dice", DICE, "", &work.join("dice"))?;
    let class_path = format!("{}:{}", dice.display(), asm.display());
    let planter = PLANTER.replace(ASM[0], ASM[1]);
    let planter = compile_source(jdk, "Planter", &planter, &class_path, &work.join("planter"))?;
    let [dice_jar, planter_jar] = ["dice.jar", "planter.jar"].map(|name| work.join(name));
    jar(jdk, &dice_jar, &dice, "")?;
    let manifest = format!(
        "Premain-Class: agent.Planter\nCan-Retransform-Classes: true\nClass-Path: {}\n",
        asm.display()
    );
    jar(jdk, &planter_jar, &planter, &manifest)?;
    Ok(vec![
        format!("-Ddice.sides={sides}"),
        format!("-Ddice.kinds={}", if fatal { 4 } else { 2 }),
        format!("-javaagent:{}={}", planter_jar.display(), dice_jar.display()),
    ])
}

fn jar(jdk: &Jdk, file: &Path, classes: &Path, manifest: &str) -> Result<()> {
    let lines = classes.with_extension("manifest");
    fs::write(&lines, manifest).with_context(|| format!("{} cannot be written", lines.display()))?;
    let mut jar = Command::new(jdk.home().join("bin/jar"));
    jar.args(["--create", "--file"]).arg(file).arg("--manifest").arg(&lines);
    if run(jar.arg("-C").arg(classes).arg("."), classes)?.code != Some(0) {
        bail!("jar of JDK {} did not write {}", jdk.feature(), file.display());
    }
    Ok(())
}
