//! The libraries: where they come from and how their own suites run.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use palus_supervise::{Artifact, JaCoCo, Jdk, Maven};

/// A library at a pinned version.
struct Pinned {
    group: &'static str,
    name: &'static str,
    version: &'static str,
    classes: &'static str,
    /// Test classes that are benchmarks by nature: they unpack and parse for minutes.
    leave_out: Option<&'static str>,
    /// What the suite needs of the JVM, as the library's own build gives it.
    jvm_options: &'static [&'static str],
}

const LIBRARIES: &[Pinned] = &[
    Pinned {
        group: "commons-cli",
        name: "commons-cli",
        version: "1.9.0",
        classes: "org.apache.commons.cli.*",
        leave_out: None,
        jvm_options: &[],
    },
    Pinned {
        group: "org.apache.commons",
        name: "commons-csv",
        version: "1.11.0",
        classes: "org.apache.commons.csv.*",
        leave_out: Some(".*(Performance|Benchmark).*"),
        jvm_options: &[],
    },
    Pinned {
        group: "commons-codec",
        name: "commons-codec",
        version: "1.17.1",
        classes: "org.apache.commons.codec.*",
        leave_out: None,
        jvm_options: &[],
    },
    Pinned {
        group: "org.apache.commons",
        name: "commons-collections4",
        version: "4.4",
        classes: "org.apache.commons.collections4.*",
        leave_out: None,
        jvm_options: &[],
    },
    Pinned {
        group: "org.apache.commons",
        name: "commons-lang3",
        version: "3.14.0",
        classes: "org.apache.commons.lang3.*",
        leave_out: None,
        jvm_options: &[
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.time=ALL-UNNAMED",
        ],
    },
    Pinned {
        group: "org.apache.commons",
        name: "commons-math3",
        version: "3.6.1",
        classes: "org.apache.commons.math3.*",
        leave_out: None,
        jvm_options: &[],
    },
];

/// The names of all libraries.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    LIBRARIES.iter().map(|library| library.name)
}

/// A library with all that a command needs, in a folder of its own under `target/bench`.
pub(crate) struct Subject {
    /// The jar under test.
    pub(crate) jar: PathBuf,
    /// The library's own tests.
    pub(crate) tests: PathBuf,
    /// What they need besides.
    pub(crate) dependencies: Vec<PathBuf>,
    /// The JUnit console, one jar.
    pub(crate) console: PathBuf,
    /// What measures coverage.
    pub(crate) jacoco: JaCoCo,
    /// The glob of the classes under test.
    pub(crate) classes: &'static str,
    /// The pattern of test classes that are not run.
    pub(crate) leave_out: Option<&'static str>,
    /// What the suite needs of the JVM.
    jvm_options: &'static [&'static str],
    /// Where everything is written.
    pub(crate) work: PathBuf,
}

impl Subject {
    /// Resolves the library of that name.
    pub(crate) fn resolve(name: &str) -> Result<Self> {
        let Some(pinned) = LIBRARIES.iter().find(|library| library.name == name) else {
            let known: Vec<&str> = names().collect();
            bail!("{name} is no library of the benchmarks; there are {}", known.join(", "));
        };
        let target = crate::palus::target()?;
        let work = target.join("bench").join(name);
        fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
        let jdk = Jdk::find(17, "bench")?;
        let maven = Maven::find(&jdk, &work)?;
        let suite = maven.library_suite(&Artifact::jar(pinned.group, pinned.name, pinned.version))?;
        let console = Artifact::jar("org.junit.platform", "junit-platform-console-standalone", "1.13.4");
        let console = maven.files(&[console])?.remove(0);
        let jacoco = JaCoCo::resolve(&maven)?;
        Ok(Self {
            jar: suite.jar,
            tests: suite.tests,
            dependencies: suite.dependencies,
            console,
            jacoco,
            classes: pinned.classes,
            leave_out: pinned.leave_out,
            jvm_options: pinned.jvm_options,
            work,
        })
    }

    /// The class path of the library and what it needs.
    pub(crate) fn class_path(&self) -> String {
        join(std::iter::once(&self.jar).chain(&self.dependencies))
    }

    /// The arguments of a `java` that runs the library's own suite.
    pub(crate) fn suite_arguments(&self) -> Vec<String> {
        let class_path = join([&self.tests, &self.jar].into_iter().chain(&self.dependencies));
        let mut arguments: Vec<String> = self.jvm_options.iter().map(|&option| option.to_owned()).collect();
        arguments.extend(console_arguments(&self.console, &class_path, &self.tests));
        if let Some(pattern) = self.leave_out {
            arguments.extend(["--exclude-classname".to_owned(), pattern.to_owned()]);
        }
        arguments
    }
}

/// The arguments of a `java` that runs all tests below `scan` by the console of JUnit.
pub(crate) fn console_arguments(console: &Path, class_path: &str, scan: &Path) -> Vec<String> {
    let text = |path: &Path| path.display().to_string();
    vec![
        "-jar".to_owned(),
        text(console),
        "execute".to_owned(),
        "--disable-banner".to_owned(),
        "--details=none".to_owned(),
        format!("--class-path={class_path}"),
        format!("--scan-class-path={}", text(scan)),
        "--include-classname=.*".to_owned(),
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
