//! A library made ready: its jar, what it needs, and its sample run.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use palus_supervise::{Artifact, JaCoCo, Jdk, Maven};

use crate::libraries::{LIBRARIES, ORDERED, SampleRun, pinned};
use crate::library::{compile_folders, of_subject};

/// The names of all libraries.
pub(crate) fn all_names() -> impl Iterator<Item = &'static str> {
    LIBRARIES.iter().map(|library| library.name)
}

/// The names of the libraries that have a suite of their own.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let with_suite = LIBRARIES
        .iter()
        .filter(|library| matches!(library.sample, SampleRun::Suite { .. }));
    with_suite.map(|library| library.name)
}

/// How much of its sample run a library does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Size {
    /// Of a suite, the test classes whose names begin with A to H; of a driver, a few calls.
    Small,
    /// All of it.
    Full,
}

/// What runs when a model is recorded.
#[derive(Clone)]
enum Sample {
    Suite {
        tests: PathBuf,
        leave_out: Option<&'static str>,
        jvm_options: &'static [&'static str],
    },
    Driver {
        class: &'static str,
        classes: PathBuf,
    },
    /// The `demo.Main` of one of the project's own subjects.
    Main {
        classes: PathBuf,
    },
    /// There is none: the library was named by its coordinates alone.
    None,
}

/// The project's own subjects whose calls are legal in some orders only.
const OWN: [&str; 3] = ["connection", "database", "protocol"];

/// A library with all that a command needs, in a folder of its own under `target/bench`.
#[derive(Clone)]
pub(crate) struct Subject {
    /// What it is called.
    pub(crate) name: &'static str,
    /// The jar under test.
    pub(crate) jar: PathBuf,
    /// What it, or its suite, needs besides.
    pub(crate) dependencies: Vec<PathBuf>,
    /// The JUnit console, one jar.
    pub(crate) console: PathBuf,
    /// What measures coverage.
    pub(crate) jacoco: JaCoCo,
    /// The glob of the classes under test.
    pub(crate) classes: &'static str,
    sample: Sample,
    /// Where everything is written.
    pub(crate) work: PathBuf,
}

impl Subject {
    /// Resolves the library of that name, or any by its Maven coordinates `group:artifact:version`.
    pub(crate) fn resolve(name: &str) -> Result<Self> {
        if let [group, artifact, version] = name.split(':').collect::<Vec<_>>()[..] {
            return Self::unlisted(name, &Artifact::jar(group, artifact, version));
        }
        if let Some(own) = OWN.into_iter().find(|own| *own == name) {
            return Self::own(own);
        }
        let Some(pinned) = pinned(name) else {
            let ordered = ORDERED.iter().map(|library| library.name);
            let known: Vec<&str> = all_names().chain(ordered).chain(OWN).collect();
            bail!("{name} is no library of the benchmarks; there are {}", known.join(", "));
        };
        let target = crate::palus::target()?;
        let work = target.join("bench").join(name);
        fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
        let jdk = Jdk::find(17, "bench")?;
        let maven = Maven::find(&jdk, &work)?;
        let artifact = Artifact::jar(pinned.group, pinned.artifact, pinned.version);
        let (jar, dependencies, sample) = match pinned.sample {
            SampleRun::Suite { leave_out, jvm_options } => {
                let suite = maven.library_suite(&artifact)?;
                let sample = Sample::Suite {
                    tests: suite.tests,
                    leave_out,
                    jvm_options,
                };
                (suite.jar, suite.dependencies, sample)
            }
            SampleRun::Driver { class, source } => {
                let mut files = maven.with_dependencies(&artifact)?;
                let classes = compile_source(&jdk, class, source, &join(&files), &work.join("driver"))?;
                (files.remove(0), files, Sample::Driver { class, classes })
            }
        };
        let (console, jacoco) = instruments(&maven)?;
        Ok(Self {
            name: pinned.name,
            jar,
            dependencies,
            console,
            jacoco,
            classes: pinned.classes,
            sample,
            work,
        })
    }

    /// One of the project's own subjects. Its correct run is no part of what is tested: whoever calls that has done everything.
    fn own(name: &'static str) -> Result<Self> {
        let work = crate::palus::target()?.join("bench").join(name);
        let jdk = Jdk::find(17, "bench")?;
        let [jar, run] = ["classes-of-subject", "classes-of-run"].map(|folder| work.join(folder));
        for folder in [&jar, &run.join("demo")] {
            let _ = fs::remove_dir_all(folder);
            fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        }
        compile_folders(&jdk, &[of_subject(name)], "", &jar, &work)?;
        let main = "demo/Main.class";
        fs::rename(jar.join(main), run.join(main)).with_context(|| format!("{name} has no demo.Main"))?;
        let maven = Maven::find(&jdk, &work)?;
        let (console, jacoco) = instruments(&maven)?;
        Ok(Self {
            name,
            jar,
            dependencies: Vec::new(),
            console,
            jacoco,
            classes: "demo.*",
            sample: Sample::Main { classes: run },
            work,
        })
    }

    /// A library that no list has: all its classes, and no sample run.
    fn unlisted(name: &str, artifact: &Artifact) -> Result<Self> {
        let folder = format!("{}-{}", artifact.name, artifact.version);
        let work = crate::palus::target()?.join("bench").join(folder);
        let maven = Maven::find(&Jdk::find(17, "bench")?, &work)?;
        let mut files = maven.with_dependencies(artifact)?;
        let (console, jacoco) = instruments(&maven)?;
        Ok(Self {
            // Once a library that the command line names.
            name: name.to_owned().leak(),
            jar: files.remove(0),
            dependencies: files,
            console,
            jacoco,
            classes: "*",
            sample: Sample::None,
            work,
        })
    }

    /// The same with more on its class path.
    pub(crate) fn with(&self, more: &[PathBuf]) -> Self {
        let mut subject = self.clone();
        subject.dependencies.extend_from_slice(more);
        subject
    }

    /// The class path of the library and what it needs.
    pub(crate) fn class_path(&self) -> String {
        join(std::iter::once(&self.jar).chain(&self.dependencies))
    }

    /// The jar of the library's own tests, and what they need of the JVM.
    pub(crate) fn suite(&self) -> Result<(&Path, &'static [&'static str])> {
        match &self.sample {
            Sample::Suite { tests, jvm_options, .. } => Ok((tests, jvm_options)),
            Sample::Driver { .. } | Sample::Main { .. } | Sample::None => {
                bail!("{} was published without its tests; name another library", self.name)
            }
        }
    }

    /// The arguments of a `java` that runs the library's own suite.
    pub(crate) fn suite_arguments(&self) -> Result<Vec<String>> {
        self.suite()?;
        self.sample_arguments(Size::Full)
    }

    /// The arguments of a `java` that does the sample run.
    pub(crate) fn sample_arguments(&self, size: Size) -> Result<Vec<String>> {
        Ok(match &self.sample {
            Sample::Suite {
                tests,
                leave_out,
                jvm_options,
            } => {
                let class_path = join([tests, &self.jar].into_iter().chain(&self.dependencies));
                let mut arguments: Vec<String> = jvm_options.iter().map(|&option| option.to_owned()).collect();
                arguments.extend(console_arguments(&self.console, &class_path, tests));
                if size == Size::Small {
                    arguments.retain(|argument| argument != ALL_TESTS);
                    arguments.push("--include-classname=.*[.][A-H][^.]*".to_owned());
                }
                if let Some(pattern) = leave_out {
                    arguments.extend(["--exclude-classname".to_owned(), (*pattern).to_owned()]);
                }
                arguments
            }
            Sample::Driver { class, classes } => {
                let class_path = format!("{}:{}", classes.display(), self.class_path());
                let size = if size == Size::Full { "full" } else { "small" };
                ["-cp", &class_path, class, size].map(str::to_owned).to_vec()
            }
            Sample::Main { classes } => {
                let class_path = format!("{}:{}", classes.display(), self.class_path());
                ["-cp", &class_path, "demo.Main"].map(str::to_owned).to_vec()
            }
            Sample::None => bail!("{} has no sample run to record; add --without-model", self.name),
        })
    }
}

/// What runs tests, and what measures their coverage.
fn instruments(maven: &Maven) -> Result<(PathBuf, JaCoCo)> {
    Ok((maven.files(&[console_artifact()])?.remove(0), JaCoCo::resolve(maven)?))
}

/// JUnit's console with all that it needs in one jar.
pub(crate) fn console_artifact() -> Artifact<'static> {
    Artifact::jar("org.junit.platform", "junit-platform-console-standalone", "1.13.4")
}

/// Compiles one source file; gives the folder with its classes.
pub(crate) fn compile_source(jdk: &Jdk, class: &str, source: &str, class_path: &str, folder: &Path) -> Result<PathBuf> {
    let classes = folder.join("classes");
    fs::create_dir_all(&classes).with_context(|| format!("{} cannot be made", classes.display()))?;
    let file = folder.join(format!("{class}.java"));
    fs::write(&file, source).with_context(|| format!("{} cannot be written", file.display()))?;
    let mut javac = Command::new(jdk.home().join("bin/javac"));
    javac.args(["-nowarn", "-encoding", "UTF-8", "-cp", class_path, "-d"]);
    let ended = crate::palus::run(javac.arg(&classes).arg(&file), folder)?;
    if ended.code != Some(0) {
        bail!("javac of JDK {} did not take {class}.java", jdk.feature());
    }
    Ok(classes)
}

/// The option of JUnit's console that takes test classes of any name.
pub(crate) const ALL_TESTS: &str = "--include-classname=.*";

/// The arguments of a `java` that runs all tests below `scan` by the console of JUnit, in a class loader of the console.
pub(crate) fn console_arguments(console: &Path, class_path: &str, scan: &Path) -> Vec<String> {
    let mut arguments = vec!["-jar".to_owned(), console.display().to_string()];
    arguments.extend(of_console(scan));
    arguments.push(format!("--class-path={class_path}"));
    arguments
}

/// The same in the application class loader, as build tools run tests.
pub(crate) fn application_arguments(console: &Path, class_path: &str, scan: &Path) -> Vec<String> {
    let mut arguments = vec!["-cp".to_owned(), format!("{class_path}:{}", console.display())];
    arguments.push("org.junit.platform.console.ConsoleLauncher".to_owned());
    arguments.extend(of_console(scan));
    arguments
}

fn of_console(scan: &Path) -> [String; 5] {
    [
        "execute".to_owned(),
        "--disable-banner".to_owned(),
        "--details=none".to_owned(),
        format!("--scan-class-path={}", scan.display()),
        ALL_TESTS.to_owned(),
    ]
}

/// The JDK of that feature version.
pub(crate) fn jdk(feature: u32) -> Result<Jdk> {
    let found = jdks()?.into_iter().find(|jdk| jdk.feature() == feature);
    found.with_context(|| format!("there is no JDK {feature} on this machine; name its home in PALUS_TEST_JDKS"))
}

/// The JDKs among 17 and 25: the default one, its siblings, and those named in `PALUS_TEST_JDKS`.
pub(crate) fn jdks() -> Result<Vec<Jdk>> {
    let default = Jdk::find(17, "bench")?;
    let siblings = default.home().parent().and_then(|folder| fs::read_dir(folder).ok());
    let mut homes: Vec<PathBuf> = siblings
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    homes.extend(env::var_os("PALUS_TEST_JDKS").iter().flat_map(env::split_paths));
    let mut found = vec![default];
    homes.sort();
    for jdk in homes.iter().filter_map(|home| Jdk::at(home).ok()) {
        if [17, 25].contains(&jdk.feature()) && found.iter().all(|known| known.feature() != jdk.feature()) {
            found.push(jdk);
        }
    }
    Ok(found)
}

/// Paths as one class path.
pub(crate) fn join<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> String {
    paths
        .into_iter()
        .map(|path| path.display().to_string())
        .collect::<Vec<_>>()
        .join(":")
}
