//! Has Maven build the Java side, once per content, and tells the crates where its jars are.
//!
//! The jars land under the target directory in a folder named by the hash of `java-agent/`, so that an unchanged Java side
//! is never built again, whatever the profile; a lock keeps two builds apart. Maven is first asked to work offline, so
//! that a build with filled caches needs no network.

use std::env;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The oldest JDK that compiles the Java side.
const JDK: u32 = 17;

fn main() -> ExitCode {
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    println!("cargo::rerun-if-env-changed=PATH");
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("cargo::error={why}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    let sources = sources(&root.join("java-agent")).map_err(|e| format!("java-agent/ cannot be read: {e}"))?;
    for file in &sources {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    let hash = hash(&root, &sources).map_err(|e| format!("java-agent/ cannot be read: {e}"))?;
    let store = store(&out)?;
    let jars = store.join(format!("{hash:016x}"));
    fs::create_dir_all(&store).map_err(|e| format!("{} cannot be made: {e}", store.display()))?;
    let lock = File::create(store.join("lock")).map_err(|e| format!("{} cannot be written: {e}", store.display()))?;
    lock.lock()
        .map_err(|e| format!("{} cannot be locked: {e}", store.display()))?;
    if !jars.join("complete").exists() {
        check_tools()?;
        maven(&root, &jars)?;
        fs::write(jars.join("complete"), "").map_err(|e| format!("{} cannot be written: {e}", jars.display()))?;
    }
    hand_over(&jars, &out)
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("{name} is not set; build with cargo"))
}

/// `target/java-agent`: the output directory is `target/PROFILE/build/NAME/out`, with the target triple in between when
/// one was given.
fn store(out: &Path) -> Result<PathBuf, String> {
    let profile = out.ancestors().nth(3).and_then(Path::parent);
    profile
        .map(|target| target.join("java-agent"))
        .ok_or_else(|| format!("{} is no output directory", out.display()))
}

/// All files below `folder` but those in `target` folders, sorted.
fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_file() {
                files.push(path);
            } else if !path.ends_with("target") {
                open.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn hash(root: &Path, sources: &[PathBuf]) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    for file in sources {
        file.strip_prefix(root).unwrap_or(file).hash(&mut hasher);
        fs::read(file)?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

fn check_tools() -> Result<(), String> {
    let javac = env::var_os("JAVA_HOME").map_or_else(|| "javac".into(), |home| Path::new(&home).join("bin/javac"));
    let jdk = format!("a JDK of version {JDK} or newer is needed to build palus");
    let get = "install one (Debian: `apt-get install openjdk-17-jdk-headless`) and put it on PATH or in JAVA_HOME";
    let version = Command::new(&javac)
        .arg("-version")
        .stdin(Stdio::null())
        .output()
        .map_err(|_| format!("{jdk}, and `{}` was not found: {get}", javac.display()))?;
    let text = [version.stdout, version.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let feature = text
        .split_whitespace()
        .last()
        .and_then(|v| v.split(['.', '-', '+']).next()?.parse::<u32>().ok());
    if feature.is_none_or(|feature| feature < JDK) {
        return Err(format!(
            "{jdk}, and `{}` says it is {}: {get}",
            javac.display(),
            text.trim()
        ));
    }
    let found = Command::new("mvn")
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .is_ok_and(|o| o.status.success());
    if !found {
        return Err(
            "Maven 3.8 or newer is needed to build palus, and `mvn` was not found: install it (Debian: `apt-get \
                    install maven`) and put it on PATH"
                .to_owned(),
        );
    }
    Ok(())
}

fn maven(root: &Path, jars: &Path) -> Result<(), String> {
    let run = |offline: bool| {
        let mut command = Command::new("mvn");
        command.args(["-B", "-q", "-ntp"]).args(offline.then_some("-o"));
        command.arg("-f").arg(root.join("java-agent/pom.xml"));
        command.arg(format!("-Dpalus.build.directory={}", jars.display()));
        command
            .args(["-DskipTests", "package"])
            .stdin(Stdio::null())
            .current_dir(root);
        command.output().map_err(|e| format!("Maven could not be started: {e}"))
    };
    if run(true)?.status.success() {
        return Ok(());
    }
    let output = run(false)?;
    if output.status.success() {
        return Ok(());
    }
    let log = jars.join("maven.log");
    let _ = fs::create_dir_all(jars);
    let _ = fs::write(&log, [output.stdout.clone(), output.stderr].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    let first = text
        .lines()
        .find(|line| line.contains("ERROR"))
        .unwrap_or("no error line")
        .trim();
    Err(format!(
        "Maven could not build java-agent/ ({first}); the whole of what it said is in {}",
        log.display()
    ))
}

/// Names the jars to the crates that embed them.
fn hand_over(jars: &Path, out: &Path) -> Result<(), String> {
    println!(
        "cargo::rustc-env=PALUS_AGENT_JAR={}",
        jars.join("palus-agent.jar").display()
    );
    println!(
        "cargo::rustc-env=PALUS_VERIFY_JAR={}",
        jars.join("palus-verify.jar").display()
    );
    let folder = jars.join("junit");
    let unreadable = |e: io::Error| format!("{} cannot be read: {e}", folder.display());
    let mut junit = fs::read_dir(&folder)
        .map_err(unreadable)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()
        .map_err(unreadable)?;
    junit.retain(|path| path.extension().is_some_and(|extension| extension == "jar"));
    junit.sort();
    let row = |jar: &PathBuf| {
        let (name, path) = (
            jar.file_name().unwrap_or_default().to_string_lossy(),
            jar.to_string_lossy(),
        );
        format!("    ({name:?}, include_bytes!({path:?})),\n")
    };
    let rows: String = junit.iter().map(row).collect();
    let table = format!(
        "/// The jars that run generated tests: name and content.\n\
         pub(crate) const JUNIT_JARS: &[(&str, &[u8])] = &[\n{rows}];\n"
    );
    fs::write(out.join("junit_jars.rs"), table).map_err(|e| format!("{} cannot be written: {e}", out.display()))
}
