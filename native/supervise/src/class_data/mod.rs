//! Class data of our own tools as a virtual machine has it in memory, kept from run to run (JEP 350, *dynamic CDS archives*): with it the
//! compiler needs three quarters, the launcher two thirds of the processor time for a small suite.
//!
//! An archive is made of a class path of ours and of examples of ours; the code under test has no part in it. The virtual machine itself
//! refuses an archive of another Java or of jars that changed, and goes on without.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::process::nice;
use xxhash_rust::xxh3::xxh3_64;

use crate::process::joined;
use crate::verify::{Run, option, write};
use crate::{Compiler, Error, Jdk, Verifier};

/// How many archives a folder keeps: two for the Java that compiles (12 and 6 MB), one for another.
const KEPT: usize = 8;

/// What is added to the niceness of a thread that is to give way to all others.
const LEAST_PRIORITY: i32 = 19;

/// Making one takes two seconds of a processor.
const PATIENCE: Duration = Duration::from_secs(60);

const EXAMPLES: [(&str, &str); 2] = [
    ("ExampleTest", include_str!("ExampleTest.java")),
    ("OldExampleTest", include_str!("OldExampleTest.java")),
];

/// A folder of archives, all for the same jars.
#[derive(Clone, Debug)]
pub struct ClassData {
    folder: PathBuf,
}

/// Whose classes they are. Its class path has to begin with the jars that the archive was made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tool {
    Compiler,
    Launcher,
}

impl Tool {
    const ALL: [Self; 2] = [Self::Compiler, Self::Launcher];

    fn name(self) -> &'static str {
        match self {
            Self::Compiler => "compiler",
            Self::Launcher => "launcher",
        }
    }

    /// With what its class path begins.
    fn class_path(self, verifier: &Verifier) -> Vec<PathBuf> {
        let junit = verifier.junit.iter().filter(|_| self == Self::Launcher);
        junit.chain([&verifier.verify_jar]).cloned().collect()
    }
}

impl ClassData {
    /// Archives in that folder, which is there.
    pub fn kept_in(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The archive of the tool on that Java, if it is there.
    pub(crate) fn of(&self, tool: Tool, jdk: &Jdk) -> Option<PathBuf> {
        let path = self.path(tool, jdk);
        let archive = File::open(&path).ok()?;
        // An empty one says that none can be made.
        if archive.metadata().ok()?.len() == 0 {
            return None;
        }
        // What is used stays. Where that cannot be noted, it may be made again.
        let _ = archive.set_modified(SystemTime::now());
        Some(path)
    }

    fn path(&self, tool: Tool, jdk: &Jdk) -> PathBuf {
        let name = format!("{}-{}-{:016x}.jsa", tool.name(), jdk.feature(), fingerprint(jdk));
        self.folder.join(name)
    }

    fn is_settled(&self, tool: Tool, jdk: &Jdk) -> bool {
        self.path(tool, jdk).exists()
    }

    /// Puts an archive where it is looked for; without one, a note that none can be made.
    fn settle(&self, tool: Tool, jdk: &Jdk, archive: &Path) -> Result<(), Error> {
        let path = self.path(tool, jdk);
        let failed = || Error::io(format!("write {}", path.display()));
        let new = tempfile::NamedTempFile::new_in(&self.folder).map_err(failed())?;
        if archive.exists() {
            fs::copy(archive, new.path()).map_err(failed())?;
        }
        new.persist(&path).map_err(|error| failed()(error.error))?;
        self.prune().map_err(failed())
    }

    /// Removes those that were not used for longest.
    fn prune(&self) -> std::io::Result<()> {
        let mut archives = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "jsa") {
                archives.push((used(&path), path));
            }
        }
        archives.sort();
        let surplus = archives.len().saturating_sub(KEPT);
        archives[..surplus]
            .iter()
            .try_for_each(|(_, path)| fs::remove_file(path))
    }
}

/// When the file was written, or used, last.
fn used(path: &Path) -> SystemTime {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified());
    modified.unwrap_or(UNIX_EPOCH)
}

/// Changes when another Java is installed at the same place.
fn fingerprint(jdk: &Jdk) -> u64 {
    let home = jdk.home();
    let mut bytes = home.as_os_str().as_encoded_bytes().to_vec();
    bytes.extend(fs::read(home.join("release")).unwrap_or_default());
    bytes.extend(size_and_age(&home.join("lib").join("modules")));
    xxh3_64(&bytes)
}

/// Changes when the file does.
fn size_and_age(file: &Path) -> Vec<u8> {
    let size_and_age = fs::metadata(file).and_then(|metadata| Ok((metadata.len(), metadata.modified()?)));
    size_and_age.map_or_else(
        |_| Vec::new(),
        |(size, modified)| {
            let age = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
            [size.to_le_bytes().as_slice(), &age.as_nanos().to_le_bytes()].concat()
        },
    )
}

/// What has a virtual machine use that archive. Should it not fit, the answer on standard output must not have a warning in it.
fn using(archive: &Path) -> [OsString; 3] {
    [
        "-Xshare:auto".into(),
        "-Xlog:disable".into(),
        option("-XX:SharedArchiveFile=", archive),
    ]
}

impl Verifier {
    /// The archive of the tool on that Java, and the options with which it is used; none where there is none.
    pub(crate) fn class_data(&self, tool: Tool, jdk: &Jdk) -> (Option<PathBuf>, Vec<OsString>) {
        let archive = self.class_data.as_ref().and_then(|class_data| class_data.of(tool, jdk));
        let options = archive.iter().flat_map(|archive| using(archive)).collect();
        (archive, options)
    }

    /// Where it is noted that its Mockito makes objects of interfaces on its Java and on `other`; `None` where there is no Mockito or nothing is kept.
    pub fn note_of_mockito(&self, other: Option<&Jdk>) -> Option<PathBuf> {
        let (class_data, mockito) = (self.class_data.as_ref()?, self.mockito.as_ref()?);
        let mut bytes = vec![u8::from(self.sandbox.is_some())];
        for jdk in std::iter::once(&self.jdk).chain(other) {
            bytes.extend(fingerprint(jdk).to_le_bytes());
        }
        for jar in &mockito.jars {
            bytes.extend(jar.as_os_str().as_encoded_bytes());
            bytes.extend(size_and_age(jar));
        }
        Some(class_data.folder.join(format!("mockito-{:016x}", xxh3_64(&bytes))))
    }

    /// Makes the archives that are missing, for the Java that compiles and `others`. Needs no more than the jars of this value, so it can go
    /// on beside a search, on a thread of its own: from now on that gives way to all others. What cannot be made once is not tried again.
    ///
    /// # Errors
    /// When the folder of archives or the one for temporary files cannot be written to.
    pub fn make_class_data(&self, others: &[Jdk]) -> Result<(), Error> {
        let Some(class_data) = &self.class_data else {
            return Ok(());
        };
        // Only the launcher runs on another Java.
        let launchers = others.iter().map(|jdk| (Tool::Launcher, jdk));
        let own = Tool::ALL.iter().map(|tool| (*tool, &self.jdk));
        let missing: Vec<(Tool, &Jdk)> = own
            .chain(launchers)
            .filter(|(tool, jdk)| !class_data.is_settled(*tool, jdk))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        // On Linux that is of the thread, and of the processes that it starts. Where it is refused, it is no worse than without.
        let _ = nice(LEAST_PRIORITY);
        let run = self.start()?;
        let examples = Examples::written_to(&run, self)?;
        // The launcher runs what the compiler compiles, whose archive may be there already.
        if missing[0].0 == Tool::Launcher {
            run.finish_within(examples.command(Tool::Compiler, (&self.jdk, self), &[]), PATIENCE)?;
        }
        for (tool, jdk) in missing {
            let archive = run.file(&format!("{}-{}", tool.name(), jdk.feature()));
            let settings = [option("-XX:ArchiveClassesAtExit=", &archive)];
            run.finish_within(examples.command(tool, (jdk, self), &settings), PATIENCE)?;
            class_data.settle(tool, jdk, &archive)?;
        }
        Ok(())
    }
}

/// What the tools are given to do while it is written down what they load.
struct Examples {
    sources: PathBuf,
    classes: PathBuf,
    class_path: PathBuf,
    options: PathBuf,
    tests: PathBuf,
}

impl Examples {
    fn written_to(run: &Run, verifier: &Verifier) -> Result<Self, Error> {
        let examples = Self {
            sources: run.file("sources"),
            classes: run.file("classes"),
            class_path: run.file("classpath"),
            options: run.file("options"),
            tests: run.file("tests"),
        };
        for folder in [&examples.sources, &examples.classes] {
            fs::create_dir(folder).map_err(Error::io(format!("create {}", folder.display())))?;
        }
        for (name, text) in EXAMPLES {
            write(&examples.sources.join(format!("{name}.java")), text.as_bytes())?;
        }
        let all: Vec<PathBuf> = std::iter::once(&examples.classes)
            .chain(&verifier.junit)
            .cloned()
            .collect();
        write(&examples.class_path, joined(&all).as_encoded_bytes())?;
        let options = Compiler::default().options().join("\n");
        write(&examples.options, options.as_bytes())?;
        write(&examples.tests, EXAMPLES.map(|(name, _)| name).join("\n").as_bytes())?;
        Ok(examples)
    }

    /// The command that has the tool work on them.
    fn command(&self, tool: Tool, (jdk, verifier): (&Jdk, &Verifier), settings: &[OsString]) -> Command {
        let mut command = verifier.command(jdk, settings, &tool.class_path(verifier));
        match tool {
            Tool::Compiler => {
                let arguments = [&self.classes, &self.class_path, &self.options, &self.sources];
                command.arg("compile").args(arguments)
            }
            Tool::Launcher => {
                command.args(["run", "usual"]).arg(&self.tests);
                command.arg("class").arg(&self.class_path)
            }
        };
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mockito;

    fn jdk(home: &Path, release: &str) -> Jdk {
        fs::create_dir_all(home).unwrap();
        fs::write(home.join("release"), release).unwrap();
        Jdk::at(home).unwrap()
    }

    #[test]
    fn an_archive_is_of_one_tool_and_one_java() {
        let folder = tempfile::tempdir().unwrap();
        let class_data = ClassData::kept_in(folder.path().to_owned());
        let home = folder.path().join("java");
        let (made, early) = (folder.path().join("made"), jdk(&home, "JAVA_VERSION=\"17.0.1\"\n"));
        fs::write(&made, "classes").unwrap();
        class_data.settle(Tool::Compiler, &early, &made).unwrap();
        let archive = class_data.of(Tool::Compiler, &early).unwrap();
        assert_eq!(fs::read(archive).unwrap(), b"classes");
        assert_eq!(class_data.of(Tool::Launcher, &early), None);
        let late = jdk(&home, "JAVA_VERSION=\"17.0.2\"\n");
        assert_eq!(class_data.of(Tool::Compiler, &late), None);
    }

    #[test]
    fn what_cannot_be_made_is_noted_and_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let class_data = ClassData::kept_in(folder.path().to_owned());
        let java = jdk(&folder.path().join("java"), "JAVA_VERSION=\"21\"\n");
        assert!(!class_data.is_settled(Tool::Launcher, &java));
        class_data
            .settle(Tool::Launcher, &java, &folder.path().join("none"))
            .unwrap();
        assert!(class_data.is_settled(Tool::Launcher, &java));
        assert_eq!(class_data.of(Tool::Launcher, &java), None);
    }

    #[test]
    fn that_mockito_works_is_noted_for_its_jars_and_the_javas() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (java, other) = (
            jdk(&at("java"), "JAVA_VERSION=\"17.0.1\"\n"),
            jdk(&at("other"), "JAVA_VERSION=\"25\"\n"),
        );
        let jars = ["mockito-core-5.20.0.jar", "byte-buddy-1.17.7.jar", "objenesis-3.3.jar"].map(at);
        for jar in &jars {
            fs::write(jar, "classes").unwrap();
        }
        let verifier = Verifier {
            jdk: java,
            verify_jar: at("verify.jar"),
            junit: Vec::new(),
            class_path: Vec::new(),
            mockito: Mockito::among(jars.iter()),
            refused_jars: Vec::new(),
            scratch: folder.path().to_owned(),
            patience: PATIENCE,
            until: None,
            compiler: Compiler::default(),
            sandbox: None,
            passed_env: Vec::new(),
            class_data: Some(ClassData::kept_in(folder.path().to_owned())),
        };
        let first = verifier.note_of_mockito(None).unwrap();
        assert_eq!(verifier.note_of_mockito(None), Some(first.clone()));
        assert_ne!(verifier.note_of_mockito(Some(&other)), Some(first.clone()));
        fs::write(&jars[0], "other classes").unwrap();
        assert_ne!(verifier.note_of_mockito(None), Some(first));
        let without = Verifier {
            mockito: None,
            ..verifier
        };
        assert_eq!(without.note_of_mockito(None), None);
    }

    #[test]
    fn of_many_archives_those_used_last_stay() {
        let folder = tempfile::tempdir().unwrap();
        let class_data = ClassData::kept_in(folder.path().to_owned());
        let made = folder.path().join("made");
        fs::write(&made, "classes").unwrap();
        let javas: Vec<Jdk> = (0..=KEPT)
            .map(|number| {
                jdk(
                    &folder.path().join(format!("java{number}")),
                    "JAVA_VERSION=\"17.0.1\"\n",
                )
            })
            .collect();
        for (age, java) in javas.iter().enumerate() {
            class_data.settle(Tool::Launcher, java, &made).unwrap();
            let archive = File::open(class_data.path(Tool::Launcher, java)).unwrap();
            archive
                .set_modified(UNIX_EPOCH + Duration::from_secs(age as u64 + 1))
                .unwrap();
        }
        assert!(class_data.of(Tool::Launcher, &javas[1]).is_some(), "and is used now");
        class_data.settle(Tool::Compiler, &javas[0], &made).unwrap();
        let left = javas.iter().filter(|java| class_data.is_settled(Tool::Launcher, java));
        let left: Vec<usize> = left
            .map(|java| javas.iter().position(|other| other == java).unwrap())
            .collect();
        assert_eq!(left, [1, 3, 4, 5, 6, 7, 8]);
    }
}
