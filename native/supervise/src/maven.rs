//! Asks Maven for artefacts: what `palus demo` and the benchmarks run on.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::jdk::on_path;
use crate::process::Process;
use crate::{Error, Jdk};

/// Pinned, so that a cached copy is used offline and the output format is known.
const BUILD_CLASSPATH: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";

/// A slow mirror and an empty cache are no fault.
const PATIENCE: Duration = Duration::from_secs(1200);

/// Coordinates of an artefact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Artifact<'a> {
    /// `groupId`.
    pub group: &'a str,
    /// `artifactId`.
    pub name: &'a str,
    /// `version`.
    pub version: &'a str,
    /// `classifier`, for a jar beside the main one.
    pub classifier: Option<&'a str>,
}

impl<'a> Artifact<'a> {
    /// The main jar.
    pub fn jar(group: &'a str, name: &'a str, version: &'a str) -> Self {
        Self {
            group,
            name,
            version,
            classifier: None,
        }
    }

    /// The jar of that classifier.
    #[must_use]
    pub fn classified(&self, classifier: &'a str) -> Self {
        Self {
            classifier: Some(classifier),
            ..self.clone()
        }
    }

    fn coordinates(&self) -> String {
        let classifier = self.classifier.map(|c| format!(":{c}")).unwrap_or_default();
        format!("{}:{}{classifier}:{}", self.group, self.name, self.version)
    }

    fn file_stem(&self) -> String {
        let classifier = self.classifier.map(|c| format!("-{c}")).unwrap_or_default();
        format!("{}-{}{classifier}", self.name, self.version)
    }
}

/// A library and the test suite that it was released with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibrarySuite {
    /// The library.
    pub jar: PathBuf,
    /// Its own tests.
    pub tests: PathBuf,
    /// What they need besides, `JUnit` left out: whoever runs them brings one.
    pub dependencies: Vec<PathBuf>,
}

/// Maven, and a directory to work in.
#[derive(Clone, Debug)]
pub struct Maven {
    mvn: PathBuf,
    java_home: PathBuf,
    work: PathBuf,
}

impl Maven {
    /// The one on `PATH`; it works in `work`, which is created when needed.
    pub fn find(jdk: &Jdk, work: &Path) -> Result<Self, Error> {
        let mvn = on_path("mvn", env::var_os("PATH")).ok_or(Error::NoMaven)?;
        fs::create_dir_all(work).map_err(Error::io(format!("create {}", work.display())))?;
        Ok(Self {
            mvn,
            java_home: jdk.home().to_path_buf(),
            work: work.to_path_buf(),
        })
    }

    /// The files of these artefacts, in their order, without what they depend on.
    pub fn files(&self, artifacts: &[Artifact]) -> Result<Vec<PathBuf>, Error> {
        let wanted: Vec<String> = artifacts.iter().map(Artifact::coordinates).collect();
        let wanted = wanted.join(", ");
        let pom = self.work.join("artifacts.xml");
        write(&pom, &pom_of(artifacts))?;
        let resolved = self.class_path(&pom, &["-DexcludeTransitive=true"], &wanted)?;
        artifacts
            .iter()
            .map(|artifact| find_jar(&resolved, &artifact.file_stem()).ok_or_else(|| unresolved(artifact)))
            .collect()
    }

    /// An artefact and all that it needs when it runs, the artefact itself first.
    pub fn with_dependencies(&self, artifact: &Artifact) -> Result<Vec<PathBuf>, Error> {
        let pom = self.work.join("artifacts.xml");
        write(&pom, &pom_of(std::slice::from_ref(artifact)))?;
        let mut all = self.class_path(&pom, &["-DincludeScope=runtime"], &artifact.coordinates())?;
        let jar = find_jar(&all, &artifact.file_stem()).ok_or_else(|| unresolved(artifact))?;
        all.retain(|path| *path != jar);
        all.insert(0, jar);
        Ok(all)
    }

    /// A library, its `tests` jar, and the test dependencies of its own pom.
    pub fn library_suite(&self, library: &Artifact) -> Result<LibrarySuite, Error> {
        let files = self.files(&[library.clone(), library.classified("tests")])?;
        let [jar, tests] = <[PathBuf; 2]>::try_from(files).map_err(|_| unresolved(library))?;
        // The repository keeps the pom beside the jar. A copy, because a build writes beside its pom.
        let pom = self.work.join(format!("{}.pom.xml", library.file_stem()));
        fs::copy(jar.with_extension("pom"), &pom)
            .map_err(Error::io(format!("read the pom of {}", library.coordinates())))?;
        let all = self.class_path(&pom, &["-DincludeScope=test"], &library.coordinates())?;
        let dependencies = all.into_iter().filter(|path| !is_junit(path)).collect();
        Ok(LibrarySuite {
            jar,
            tests,
            dependencies,
        })
    }

    /// What `dependency:build-classpath` says of a pom: from the cache when that is enough, else over the network.
    fn class_path(&self, pom: &Path, options: &[&str], wanted: &str) -> Result<Vec<PathBuf>, Error> {
        let output = self.work.join("classpath.txt");
        if self.mvn(pom, options, &output, true).is_err() {
            self.mvn(pom, options, &output, false)
                .map_err(|why| Error::Unresolved {
                    wanted: wanted.to_owned(),
                    why,
                })?;
        }
        let text = fs::read_to_string(&output).map_err(Error::io(format!("read {}", output.display())))?;
        Ok(env::split_paths(text.trim()).filter(|path| path.is_file()).collect())
    }

    fn mvn(&self, pom: &Path, options: &[&str], output: &Path, offline: bool) -> Result<(), String> {
        let log = self.work.join("mvn.log");
        let mut command = Command::new(&self.mvn);
        command.env("JAVA_HOME", &self.java_home).args(["-B", "-ntp"]);
        command.args(offline.then_some("-o"));
        let mut output_option = std::ffi::OsString::from("-Dmdep.outputFile=");
        output_option.push(output);
        command
            .arg("-f")
            .arg(pom)
            .arg(BUILD_CLASSPATH)
            .arg(output_option)
            .args(options);
        let status = Process::start(&mut command, &self.work, &log)
            .and_then(|mut process| process.wait_until(Instant::now() + PATIENCE))
            .map_err(|e| e.to_string())?;
        match status {
            Some(status) if status.success() => Ok(()),
            Some(_) => Err(first_error(&fs::read_to_string(&log).unwrap_or_default())),
            None => Err("it did not end".to_owned()),
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(Error::io(format!("write {}", path.display())))
}

fn unresolved(artifact: &Artifact) -> Error {
    Error::Unresolved {
        wanted: artifact.coordinates(),
        why: "its jar is not on the class path that Maven gave".to_owned(),
    }
}

fn find_jar(paths: &[PathBuf], stem: &str) -> Option<PathBuf> {
    let found = paths.iter().find(|path| path.file_stem().is_some_and(|s| s == stem));
    found.cloned()
}

/// `JUnit` 5's jars: two versions of one engine on a class path do not go together. `JUnit` 4 stays, tests may be compiled against it.
fn is_junit(path: &Path) -> bool {
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    ["junit-jupiter", "junit-platform", "junit-vintage"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

fn first_error(log: &str) -> String {
    let line = log.lines().find_map(|line| line.strip_prefix("[ERROR] "));
    line.unwrap_or("it said nothing").trim().to_owned()
}

fn pom_of(artifacts: &[Artifact]) -> String {
    let dependency = |artifact: &Artifact| {
        let classifier = artifact
            .classifier
            .map(|c| format!("<classifier>{c}</classifier>"))
            .unwrap_or_default();
        format!(
            "    <dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>{classifier}</dependency>\n",
            artifact.group, artifact.name, artifact.version
        )
    };
    let dependencies: String = artifacts.iter().map(dependency).collect();
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  \
         <groupId>org.palus</groupId>\n  <artifactId>resolve</artifactId>\n  <version>1</version>\n  <packaging>pom</packaging>\n  \
         <dependencies>\n{dependencies}  </dependencies>\n</project>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pom_names_classifiers() {
        let agent = Artifact::jar("org.jacoco", "org.jacoco.agent", "0.8.14");
        let pom = pom_of(&[agent.classified("runtime")]);
        assert!(
            pom.contains("<version>0.8.14</version><classifier>runtime</classifier></dependency>"),
            "{pom}"
        );
        assert_eq!(
            agent.classified("runtime").coordinates(),
            "org.jacoco:org.jacoco.agent:runtime:0.8.14"
        );
    }

    #[test]
    fn the_platform_of_junit_is_left_to_who_runs_the_suite() {
        assert!(is_junit(Path::new("/r/junit-jupiter-api-5.11.0.jar")));
        assert!(!is_junit(Path::new("/r/junit-4.13.2.jar")));
    }

    #[test]
    fn the_first_error_of_maven_is_the_one_shown() {
        let log = "[INFO] x\n[ERROR] Could not find artifact a:b:1\n[ERROR] To see the full stack trace\n";
        assert_eq!(first_error(log), "Could not find artifact a:b:1");
    }
}
