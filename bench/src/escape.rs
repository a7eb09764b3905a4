//! `escape`: a hundred hostile classes of ten kinds beside friendly ones, as root and as an ordinary user, and what they reached.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use palus_supervise::Jdk;
use serde_json::Value;

use crate::library::{collect, compile_folders, of_subject};
use crate::palus::{palus_command, run_logged, target};
use crate::subject::jdks;

/// The packages of the hostile classes, ten in each.
const KINDS: [&str; 10] = [
    "files",
    "processes",
    "network",
    "exits",
    "threads",
    "memory",
    "loops",
    "settings",
    "guards",
    "natives",
];

/// What a run may take beyond its budget.
const OVER: Duration = Duration::from_secs(3);

/// Nobody, on every Linux.
const ORDINARY: u32 = 65_534;

/// In a file outside and in the environment; no byte of it may come out.
const SECRET: &str = "kq7Zt4Vx9Lm2Rw8B";

/// The friendly classes are given so many sequences when they are alone: enough for every method.
const ALONE: &str = "600";

/// `escape` as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Asked {
    /// Seconds for each run.
    #[arg(long, default_value_t = 60)]
    time: u64,
}

/// A run's place, and what is outside of it.
struct Place {
    jdk: Jdk,
    /// Whose run it is, where that is not the one who measures.
    user: Option<u32>,
    work: PathBuf,
    outside: Outside,
}

/// What a class could reach if nothing held it back.
struct Outside {
    stream: TcpListener,
    datagram: UdpSocket,
    mail: UnixListener,
}

/// What there is of a file, its content last.
type File = (u32, u32, i64, Vec<u8>);

/// What must be the same before and after.
#[derive(PartialEq, Debug)]
struct Surroundings {
    /// Of what no run may change, by the path in the place.
    files: BTreeMap<PathBuf, File>,
    kernel_objects: Vec<String>,
    /// Of this process.
    limits: String,
    host_name: String,
    mounts: String,
}

/// Prints a row a run; fails when something was reached, was left or was lost.
pub(crate) fn run(asked: &Asked) -> Result<ExitCode> {
    let is_root = fs::metadata("/proc/self")?.uid() == 0;
    let users: &[Option<u32>] = if is_root { &[None, Some(ORDINARY)] } else { &[None] };
    if !is_root {
        eprintln!("bench: runs as root are left out, as this is an ordinary user");
    }
    println!(
        "| JDK | user | hostile classes | methods called | s asked | s taken | friendly methods | alone | found |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let classes = hostile_classes()?;
    let mut is_held = true;
    for jdk in jdks()? {
        for user in users {
            let place = Place::make(&jdk, *user)?;
            is_held &= place.row(asked.time, is_root, classes)?;
            place.keep_summary()?;
            fs::remove_dir_all(&place.work).context("something stays that cannot be deleted")?;
        }
    }
    Ok(if is_held { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Place {
    fn make(jdk: &Jdk, user: Option<u32>) -> Result<Self> {
        let whose = user.map_or_else(|| "own".to_owned(), |user| user.to_string());
        let work = target()?
            .join("bench/escape")
            .join(format!("{}-{whose}", jdk.feature()));
        let _ = fs::remove_dir_all(&work);
        for folder in ["canary/nest", "home", "temporary", "logs"] {
            fs::create_dir_all(work.join(folder)).with_context(|| format!("{} cannot be made", work.display()))?;
        }
        let hostile = Path::new(env!("CARGO_MANIFEST_DIR")).join("escape");
        let sources = [hostile, of_subject("natives"), of_subject("hostile/friendly")];
        compile_folders(jdk, &sources, "", &work.join("classes"), &work.join("logs"))?;
        fs::write(work.join("canary/song"), SECRET)?;
        fs::write(work.join("canary/nest/egg"), [0, 1, 2])?;
        let outside = Outside::open(&work)?;
        let place = Self {
            jdk: jdk.clone(),
            user,
            work,
            outside,
        };
        place.give(&place.work)?;
        Ok(place)
    }

    /// Makes what is there the user's own, so that nothing but the confinement keeps it.
    fn give(&self, path: &Path) -> Result<()> {
        let Some(user) = self.user else { return Ok(()) };
        chown(path, Some(user), Some(user))?;
        if path.is_dir() {
            for entry in fs::read_dir(path)? {
                self.give(&entry?.path())?;
            }
        }
        Ok(())
    }

    fn row(&self, seconds: u64, is_root: bool, classes: usize) -> Result<bool> {
        self.palus("alone", &["--classes", "friendly.*", "--sequences", ALONE])?;
        let alone = friendly_methods(&self.summary("alone")?);
        let before = self.surroundings()?;
        let time = format!("{seconds}s");
        let packages: Vec<String> = KINDS.iter().map(|kind| format!("{kind}.*")).collect();
        let mut options = vec!["--time", &time, "--classes", "friendly.*"];
        options.extend(packages.iter().flat_map(|package| ["--classes", package]));
        let took = self.palus("out", &options)?;
        let summary = self.summary("out")?;
        let friendly = friendly_methods(&summary);
        let mut found = self.changes(&before)?;
        found.extend(self.leftovers()?);
        found.extend(self.outside.visitors()?);
        found.extend(leaks(&self.work.join("out"))?);
        if friendly < alone {
            found.push("friendly classes lost methods".to_owned());
        }
        if took > Duration::from_secs(seconds) + OVER {
            found.push("it took too long".to_owned());
        }
        let user = if is_root && self.user.is_none() {
            "root"
        } else {
            "ordinary"
        };
        println!(
            "| {} | {user} | {} | {} | {seconds} | {:.1} | {friendly} | {alone} | {} |",
            self.jdk.feature(),
            classes,
            called(&summary),
            took.as_secs_f64(),
            if found.is_empty() {
                "nothing".to_owned()
            } else {
                found.join("; ")
            },
        );
        Ok(found.is_empty())
    }

    /// Generates into the folder `out`; how long that took.
    fn palus(&self, out: &str, options: &[&str]) -> Result<Duration> {
        let mut palus = palus_command()?;
        palus
            .args(["generate", "--classpath", "classes", "--out", out])
            .args(options);
        palus
            .env("JAVA_HOME", self.jdk.home())
            .env("HOME", self.work.join("home"));
        palus
            .env("TMPDIR", self.work.join("temporary"))
            .env("ESCAPE_TOKEN", SECRET);
        self.as_user(&mut palus);
        let log = self.work.join("logs").join(format!("{out}.log"));
        let ended = run_logged(&mut palus, &self.work, &log)?;
        let said = fs::read_to_string(&log)?;
        ensure!(ended.code == Some(0), "palus ended with {:?}: {said}", ended.code);
        Ok(ended.took)
    }

    fn as_user(&self, command: &mut Command) {
        if let Some(user) = self.user {
            command.uid(user).gid(user);
        }
    }

    fn summary(&self, out: &str) -> Result<Value> {
        Ok(serde_json::from_slice(&fs::read(
            self.work.join(out).join("palus.json"),
        )?)?)
    }

    /// Beside the folder, which goes: by it can be seen what became of each method.
    fn keep_summary(&self) -> Result<()> {
        fs::copy(self.work.join("out/palus.json"), self.work.with_extension("json"))?;
        Ok(())
    }

    fn surroundings(&self) -> Result<Surroundings> {
        let mut files = BTreeMap::new();
        for folder in ["canary", "classes", "home"] {
            list(&self.work.join(folder), &mut files)?;
        }
        for entry in fs::read_dir(&self.work)? {
            files.entry(entry?.path()).or_insert_with(|| (0, 0, 0, Vec::new()));
        }
        // Written by the run that is looked at.
        files.retain(|path, _| !path.ends_with("out"));
        // When its tools were used last, the command notes by the age of what it keeps of them, whose content must not change.
        let kept = self.work.join("home/.cache/palus");
        for (path, (_, _, modified, _)) in &mut files {
            if path.starts_with(&kept) {
                *modified = 0;
            }
        }
        Ok(Surroundings {
            files,
            kernel_objects: kernel_objects(),
            limits: fs::read_to_string("/proc/self/limits")?,
            host_name: fs::read_to_string("/proc/sys/kernel/hostname")?,
            mounts: fs::read_to_string("/proc/self/mounts")?,
        })
    }

    fn changes(&self, before: &Surroundings) -> Result<Vec<String>> {
        let after = self.surroundings()?;
        let paths = before.files.keys().chain(after.files.keys());
        let mut changed: Vec<String> = paths
            .filter(|path| before.files.get(*path) != after.files.get(*path))
            .map(|path| format!("{} changed", path.display()))
            .collect();
        changed.sort();
        changed.dedup();
        let rest = [
            ("objects of the kernel", before.kernel_objects != after.kernel_objects),
            ("limits", before.limits != after.limits),
            ("the name of the host", before.host_name != after.host_name),
            ("mounts", before.mounts != after.mounts),
        ];
        changed.extend(
            rest.iter()
                .filter(|(_, differs)| *differs)
                .map(|(what, _)| format!("{what} changed")),
        );
        Ok(changed)
    }

    /// Processes and temporary files that are still there.
    fn leftovers(&self) -> Result<Vec<String>> {
        let mut left = Vec::new();
        for entry in fs::read_dir(self.work.join("temporary"))? {
            left.push(format!("{} is left", entry?.path().display()));
        }
        let own = self.work.to_string_lossy().into_owned();
        for process in fs::read_dir("/proc")?.flatten() {
            let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            if line.contains(&own) || line.contains("sleep 1234") {
                left.push(format!("a process is left: {line}"));
            }
        }
        Ok(left)
    }
}

impl Outside {
    fn open(work: &Path) -> Result<Self> {
        let stream = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = stream.local_addr()?.port();
        let datagram = UdpSocket::bind((Ipv4Addr::LOCALHOST, port))?;
        let mail = UnixListener::bind(work.join("canary/mail"))?;
        stream.set_nonblocking(true)?;
        datagram.set_nonblocking(true)?;
        mail.set_nonblocking(true)?;
        fs::create_dir_all(work.join("classes/outside"))?;
        fs::write(work.join("classes/outside/port"), port.to_string())?;
        Ok(Self { stream, datagram, mail })
    }

    /// Who came.
    fn visitors(&self) -> Result<Vec<String>> {
        let came = [
            ("a connection", self.stream.accept().map(|_| ())),
            ("a datagram", self.datagram.recv(&mut [0; 16]).map(|_| ())),
            ("a connection by a file", self.mail.accept().map(|_| ())),
        ];
        let mut visitors = Vec::new();
        for (what, outcome) in came {
            match outcome {
                Ok(()) => visitors.push(format!("{what} came")),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(error).context("a listener cannot be asked"),
            }
        }
        Ok(visitors)
    }
}

/// How many hostile classes there are: the public ones, each in a file of its own; others help them.
fn hostile_classes() -> Result<usize> {
    let mut sources = Vec::new();
    for kind in KINDS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("escape").join(kind);
        collect(&folder, &mut sources)?;
    }
    let is_public = |source: &&String| fs::read_to_string(source).is_ok_and(|text| text.contains("\npublic class "));
    Ok(sources.iter().filter(is_public).count())
}

/// Everything below a folder that code could change; sockets have no content.
fn list(path: &Path, files: &mut BTreeMap<PathBuf, File>) -> Result<()> {
    let data = fs::symlink_metadata(path)?;
    let content = if data.is_file() { fs::read(path)? } else { Vec::new() };
    files.insert(path.to_path_buf(), (data.mode(), data.uid(), data.mtime(), content));
    if data.is_dir() {
        for entry in fs::read_dir(path)? {
            list(&entry?.path(), files)?;
        }
    }
    Ok(())
}

/// What outlives processes, as the kernel lists it: shared memory, queues, semaphores and keys.
fn kernel_objects() -> Vec<String> {
    let lists = ["sysvipc/shm", "sysvipc/msg", "sysvipc/sem"];
    let lists = lists.map(|list| fs::read_to_string(Path::new("/proc").join(list)).unwrap_or_default());
    let mut objects: Vec<String> = lists
        .iter()
        .flat_map(|list| list.lines().skip(1))
        .map(str::to_owned)
        .collect();
    let keys = fs::read_to_string("/proc/keys").unwrap_or_default();
    objects.extend(keys.lines().filter(|key| key.contains("hostile")).map(str::to_owned));
    objects
}

/// Files with the secret in them.
fn leaks(folder: &Path) -> Result<Vec<String>> {
    let mut files = BTreeMap::new();
    list(folder, &mut files)?;
    let has_secret = |content: &[u8]| content.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
    let leaking = files.iter().filter(|(_, file)| has_secret(&file.3));
    Ok(leaking
        .map(|(path, _)| format!("the secret is in {}", path.display()))
        .collect())
}

/// Methods of the friendly classes that tests call.
fn friendly_methods(summary: &Value) -> u64 {
    let classes = summary["classes"].as_array().into_iter().flatten();
    let friendly = classes.filter(|class| class["name"].as_str().is_some_and(|name| name.starts_with("friendly.")));
    friendly.filter_map(|class| class["methods_covered"].as_u64()).sum()
}

/// Methods of the hostile classes that were called, whatever became of it: all but those for which no time was left.
fn called(summary: &Value) -> String {
    let classes = summary["classes"].as_array().into_iter().flatten();
    let hostile: Vec<&Value> = classes
        .filter(|class| {
            class["name"]
                .as_str()
                .is_some_and(|name| !name.starts_with("friendly."))
        })
        .collect();
    let all: u64 = hostile.iter().filter_map(|class| class["methods"].as_u64()).sum();
    let silent = hostile.iter().filter_map(|class| class["silent"].as_array()).flatten();
    let never = silent.filter(|method| method["code"].as_str() == Some("budget-spent"));
    let never = never.count() as u64;
    format!("{} of {all}", all - never)
}
