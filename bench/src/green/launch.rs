//! One virtual machine with JUnit's console, and nothing of Palus in it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::fence::fenced;
use super::settings::{Loader, Setting};
use crate::reports;
use crate::subject::{ALL_TESTS, Subject};

/// A suite that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(900);

/// Each test that ran, with what it failed with.
pub(crate) type Verdicts = BTreeMap<String, Option<String>>;

/// Runs what the console selects so; when it left no report, how it ended instead.
pub(crate) fn launch(
    subject: &Subject,
    classes: &Path,
    setting: &Setting,
    selection: &[String],
) -> Result<std::result::Result<Verdicts, String>> {
    let own = tempfile::Builder::new().prefix("green-").tempdir_in(&subject.work)?;
    let at = |name: &str| own.path().join(name);
    let work = own.path().join(setting.directory());
    for folder in [&work, &at("tmp")] {
        fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    }
    let mut java = fenced(own.path(), &work);
    java.arg(setting.jdk.java());
    java.args(&setting.options);
    java.arg(format!("-Djava.io.tmpdir={}", at("tmp").display()));
    if setting.measured {
        java.arg(subject.jacoco.agent_option(&at("measured.exec")));
    }
    let class_path = format!("{}:{}", classes.display(), subject.class_path());
    let console = subject.console.display();
    match setting.loader {
        Loader::Application => {
            java.args(["-cp", &format!("{class_path}:{console}")]);
            java.args(["org.junit.platform.console.ConsoleLauncher", "execute"]);
        }
        Loader::Console => {
            java.args([
                "-jar",
                &console.to_string(),
                "execute",
                &format!("--class-path={class_path}"),
            ]);
        }
    }
    // The generated tests are Jupiter's; the engine for older ones ends the console where a library brings a JUnit 4 older than 4.12.
    java.args(["--disable-banner", "--details=none", "--include-engine=junit-jupiter"])
        .args(selection);
    java.args(
        setting
            .parameters
            .iter()
            .map(|parameter| format!("--config={parameter}")),
    );
    java.arg(format!("--reports-dir={}", at("reports").display()));
    java.envs(setting.environment.iter().map(|(name, value)| (name, value)));
    let log = File::create(at("log"))?;
    java.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
    let how = wait(&mut java)?;
    Ok(match reports::verdicts(&at("reports")) {
        Ok(verdicts) if !verdicts.is_empty() => Ok(verdicts),
        _ => Err(how),
    })
}

/// How it ended.
fn wait(java: &mut Command) -> Result<String> {
    let mut child = java.spawn().with_context(|| format!("{java:?} cannot be run"))?;
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(format!("the virtual machine left no report ({status})"));
        }
        if Instant::now() > deadline {
            child.kill()?;
            child.wait()?;
            return Ok(format!(
                "the virtual machine did not end within {} s",
                PATIENCE.as_secs()
            ));
        }
        sleep(Duration::from_millis(20));
    }
}

/// The options that select all tests below a folder.
pub(crate) fn everything(classes: &Path) -> Vec<String> {
    vec![format!("--scan-class-path={}", classes.display()), ALL_TESTS.to_owned()]
}
