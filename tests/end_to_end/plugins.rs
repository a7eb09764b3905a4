//! The plugins for Gradle and Maven, packed and used as their users have them: real builds of real projects.
//!
//! Everything is deployed once into a repository below the target directory; builds resolve Palus from there, and what else
//! they need from the user's local repository. With `PALUS_TEST_PLUGINS=all` the builds of every kind are made; otherwise some.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::support::{SHORT, palus, root, tree};
use tempfile::TempDir;

/// Local repositories, one for each build at a time: Maven 3 does not lock its own, and two that fetch the same file get in each other's way.
static LOCAL: [Mutex<()>; 2] = [const { Mutex::new(()) }; 2];

const SECONDS_A_DAY: u64 = 86_400;

/// A local repository that no other build uses, for as long as the guard lives.
fn local_repository() -> (PathBuf, MutexGuard<'static, ()>) {
    let free = LOCAL
        .iter()
        .enumerate()
        .find_map(|(number, lock)| match lock.try_lock() {
            Ok(guard) => Some((number, guard)),
            Err(TryLockError::Poisoned(guard)) => Some((number, guard.into_inner())),
            Err(TryLockError::WouldBlock) => None,
        });
    let (number, guard) = free.unwrap_or_else(|| (0, LOCAL[0].lock().unwrap_or_else(PoisonError::into_inner)));
    (workshop().join("local").join(number.to_string()), guard)
}

/// Where the plugins are built and deployed.
fn workshop() -> PathBuf {
    palus().with_file_name("plugins")
}

fn all_kinds() -> bool {
    env::var_os("PALUS_TEST_PLUGINS").is_some_and(|value| value == "all")
}

/// The repository with all that this build makes; the first use packs it and runs the tests of the Java side, those of the
/// Gradle plugin on a Gradle engine included.
fn packages() -> &'static Path {
    static PACKAGES: OnceLock<PathBuf> = OnceLock::new();
    PACKAGES.get_or_init(|| {
        let repository = workshop().join("repository");
        // A release is never looked at again in a repository that has it; an older build must not answer for this one.
        let _ = fs::remove_dir_all(&repository);
        for number in 0..LOCAL.len() {
            let _ = fs::remove_dir_all(workshop().join("local").join(number.to_string()).join("org/palus"));
        }
        let at = |name: &str, path: &Path| format!("-D{name}={}", path.display());
        let packages = format!("file://{}", repository.display());
        let mut mvn = Command::new("mvn");
        mvn.args(["-B", "-ntp", "-f"]).arg(root().join("pom.xml")).arg("deploy");
        mvn.arg(format!("-DaltDeploymentRepository=palus::{packages}"));
        // The user's local repository stays as it is.
        mvn.args(["-Dmaven.install.skip=true", "-Dpalus.skipCargo=true"]);
        mvn.arg(at("palus.binaries", palus().parent().expect("palus is in a directory")));
        mvn.arg(at("palus.build.directory", &workshop().join("build")));
        mvn.arg(format!("-Dpalus.test.packages={packages}"));
        if !all_kinds() {
            eprintln!("SKIPPED: builds of every kind with Gradle; set PALUS_TEST_PLUGINS=all to make them");
            mvn.args(["-Dpalus.test.groups=quick", "-Dpalus.test.skipOldest=true"]);
        }
        Built::of(&mut mvn).succeeds();
        repository
    })
}

/// A copy of a project, in a directory with a blank and letters of other alphabets in its name.
struct Project {
    directory: TempDir,
}

impl Project {
    fn copy_of(folder: &str) -> Self {
        let project = Self {
            directory: tempfile::Builder::new()
                .prefix("größe 1 ")
                .tempdir()
                .expect("a temporary directory"),
        };
        let from = root().join(folder);
        for file in tree(&from) {
            if file.components().all(|part| part.as_os_str() != "target") {
                let to = project.path(&file.to_string_lossy());
                fs::create_dir_all(to.parent().expect("a parent")).expect("a directory");
                fs::copy(from.join(&file), to).expect("a copy");
            }
        }
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Replaces a piece of a file that is in it.
    fn edit(&self, name: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.path(name)).expect("a file");
        assert!(text.contains(old), "{name} lacks {old}");
        fs::write(self.path(name), text.replace(old, new)).expect("a file that can be written");
    }

    /// Runs Maven with these words.
    fn mvn(&self, line: &str) -> Built {
        self.mvn_with(line, &[])
    }

    /// The same so many days from now.
    fn mvn_in(&self, days: u64, line: &str) -> Built {
        let library = palus().with_file_name("libpalus.so");
        let ahead = (days * SECONDS_A_DAY).to_string();
        let clock = [
            ("LD_PRELOAD", library.as_os_str()),
            ("PALUS_CLOCK_AHEAD", ahead.as_ref()),
        ];
        self.mvn_with(line, &clock)
    }

    fn mvn_with(&self, line: &str, variables: &[(&str, &OsStr)]) -> Built {
        let settings = workshop().join("settings.xml");
        fs::write(&settings, settings_with(packages())).expect("settings");
        let mut mvn = Command::new("mvn");
        mvn.args(["-B", "-ntp", "-s"]).arg(&settings);
        let (repository, _guard) = local_repository();
        mvn.arg(format!("-Dmaven.repo.local={}", repository.display()));
        mvn.args(line.split_whitespace()).current_dir(self.directory.path());
        mvn.envs(variables.iter().copied());
        Built::of(&mut mvn)
    }

    /// The tests that Surefire says it ran and that passed, by the names of their classes.
    fn tests_run(&self, module: &str, class: &str) -> usize {
        let report = self.path(&format!("{module}target/surefire-reports/TEST-{class}.xml"));
        let text = fs::read_to_string(&report).unwrap_or_default();
        assert!(!text.contains("<failure") && !text.contains("<error"), "{text}");
        text.matches("<testcase ").count()
    }
}

/// Palus from this build, all else from the user's local repository, and from the network what is in neither.
fn settings_with(packages: &Path) -> String {
    let cache = env::var_os("HOME").map(|home| PathBuf::from(home).join(".m2/repository"));
    let cache = cache.unwrap_or_else(|| packages.to_path_buf());
    let list = |element: &str| -> String {
        let row = |(id, path): (&str, &Path)| {
            format!(
                "<{element}><id>{id}</id><url>file://{}</url><releases><checksumPolicy>ignore</checksumPolicy></releases></{element}>",
                path.display()
            )
        };
        [("palus", packages), ("cache", cache.as_path())]
            .into_iter()
            .map(row)
            .collect()
    };
    format!(
        "<settings><profiles><profile><id>palus</id><repositories>{}</repositories><pluginRepositories>{}</pluginRepositories>\
         </profile></profiles><activeProfiles><activeProfile>palus</activeProfile></activeProfiles></settings>",
        list("repository"),
        list("pluginRepository")
    )
}

/// What a build said.
struct Built {
    log: String,
    success: bool,
}

impl Built {
    fn of(mvn: &mut Command) -> Self {
        mvn.env("MAVEN_OPTS", SHORT.join(" "))
            .env_remove("JAVA_TOOL_OPTIONS")
            .env_remove("GITHUB_ACTIONS")
            .stdin(Stdio::null());
        let output = mvn.output().expect("mvn starts");
        Self {
            log: String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(),
            success: output.status.success(),
        }
    }

    fn succeeds(self) -> Self {
        assert!(self.success, "{}", self.log);
        self
    }

    fn fails(self) -> Self {
        assert!(!self.success, "{}", self.log);
        self
    }

    fn says(self, part: &str) -> Self {
        assert!(self.log.contains(part), "lacks {part:?}:\n{}", self.log);
        self
    }
}

#[test]
fn the_package_holds_the_command_the_library_and_the_licences() {
    let zip = packages().join("org/palus/palus/0.1.0/palus-0.1.0-linux-x86_64.zip");
    let unpacked = tempfile::tempdir().unwrap();
    let status = Command::new("unzip")
        .arg("-q")
        .arg(&zip)
        .current_dir(unpacked.path())
        .status();
    if status.is_err() {
        eprintln!("SKIPPED: there is no unzip on this machine");
        return;
    }
    let names = tree(unpacked.path());
    let names: Vec<_> = names.iter().map(|file| file.to_string_lossy()).collect();
    let expected = [
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "THIRD-PARTY-JAVA.txt",
        "THIRD-PARTY-RUST.txt",
        "contents.properties",
        "libpalus.so",
        "palus",
    ];
    assert_eq!(names, expected);
    let crates = fs::read_to_string(unpacked.path().join("THIRD-PARTY-RUST.txt")).unwrap();
    let clap = crates.lines().find(|line| line.starts_with("clap v"));
    assert!(
        clap.is_some_and(|line| line.ends_with(": MIT OR Apache-2.0")),
        "{crates}"
    );
    assert!(!crates.contains(&*root().to_string_lossy()), "{crates}");
    let output = Command::new(unpacked.path().join("palus"))
        .arg("--version")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("palus 0.1.0 for linux-x86_64\n"), "{said}");
    assert!(said.contains("palus-agent.jar, palus-verify.jar"), "{said}");
    assert!(
        said.contains(&format!("library: {}", unpacked.path().join("libpalus.so").display())),
        "{said}"
    );
}

#[test]
fn a_module_is_recorded_its_tests_are_generated_run_reported_exported_and_checked() {
    let project = Project::copy_of("examples/maven");
    project
        .mvn("palus:trace palus:generate test palus:report palus:check")
        .succeeds();
    assert!(project.path("target/palus/trace/run.palus").is_file());
    assert!(project.tests_run("", "org.example.parking.GaragePalusTest") > 0);
    let report = fs::read_to_string(project.path("target/site/palus/report.html")).unwrap();
    assert!(report.contains(r#"<span class="l hit""#), "the source is shown");
    assert!(
        !project
            .path("src/test/java/org/example/parking/GaragePalusTest.java")
            .exists()
    );

    project
        .mvn("palus:check -Dpalus.failOnDrift=true")
        .fails()
        .says("are not those that are generated now");
    project.mvn("palus:export").succeeds();
    project.mvn("clean test").succeeds();
    assert!(project.tests_run("", "org.example.parking.GaragePalusTest") > 0);
    // The exported tests are compiled and run now, the generated ones are not added: no class is there twice.
    project
        .mvn("compile palus:generate test palus:check -Dpalus.failOnDrift=false")
        .succeeds();
    project.mvn("palus:check -Dpalus.minBranchCoverage=100.0").says("BUILD");
}

#[test]
fn exported_tests_are_not_learned_from() {
    let project = Project::copy_of("examples/maven");
    project.mvn("palus:trace palus:generate palus:export").succeeds();
    project
        .mvn("palus:trace palus:generate palus:check -Dpalus.failOnDrift=true")
        .succeeds();
    assert_eq!(project.tests_run("", "org.example.parking.GarageTest"), 2);
    assert!(
        !project
            .path("target/surefire-reports/TEST-org.example.parking.GaragePalusTest.xml")
            .exists()
    );
}

#[test]
fn each_module_of_several_gets_its_own_tests() {
    let project = Project::copy_of("tests/projects/modules");
    let said = project.mvn("palus:trace palus:generate test palus:report").succeeds();
    let said = said.says("nothing was recorded: there is no test, or none calls a class of the project");
    let said = said.says("palus: this module is left out: neither JUnit Jupiter nor JUnit 4 is on the class path");
    // The two that are folders of modules are none of these.
    let said = said.says("palus: summary of 8 modules");
    said.says("palus: tools: left out, there is no JUnit among its test dependencies")
        .says("palus: core: 3 test classes")
        .says("palus: shop: 1 test class")
        .says("palus: assets: left out, no class is asked for")
        .says("palus: checks: left out, no class is asked for")
        .says("palus: ports: 0 test classes");
    assert!(project.tests_run("core/", "org.example.core.PricePalusTest") > 0);
    assert!(project.tests_run("shop/", "org.example.shop.TillPalusTest") > 0);
    // Written for Java 8 and a compiler that takes no warning.
    assert!(project.tests_run("core/", "org.example.core.LabelPalusTest") > 0);
    // Beside a test that fills what is empty when these run by themselves.
    assert!(project.tests_run("core/", "org.example.core.CataloguePalusTest") > 0);
    let label = "core/target/palus/generated/java/org/example/core/LabelPalusTest.java";
    let label = fs::read_to_string(project.path(label)).unwrap();
    assert!(label.contains("@SuppressWarnings(\"deprecation\")"), "{label}");
    assert!(!project.path("target/palus").exists());

    // A rule for Fridays, and a test that recurses deeply while it is recorded.
    for class in ["DiscountPalusTest", "NestingPalusTest", "NestingTest"] {
        assert!(
            project.tests_run("rules/", &format!("org.example.rules.{class}")) > 0,
            "{class}"
        );
    }
    assert!(project.tests_run("parts/nuts/", "org.example.nuts.NutPalusTest") > 0);
    for days in [days_until_friday(), days_until_friday() + 1] {
        project.mvn_in(days, "-pl rules surefire:test").succeeds();
    }

    // A module of which no class is asked for has nothing to be reported, judged or exported, and stops nothing.
    fs::remove_dir_all(project.path("shop/target/site")).unwrap();
    project
        .mvn("compile palus:generate palus:report palus:check palus:export -Dpalus.excludes=org.example.shop.*")
        .succeeds()
        .says("palus: there was nothing to write tests for");
    assert!(project.path("core/target/site/palus/report.html").is_file());
    assert!(!project.path("shop/target/site/palus").exists());
    project.mvn("clean palus:report").fails().says("generate tests first");
}

/// 1 to 7. The first day of 1970 was a Thursday.
fn days_until_friday() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("it is later than 1970");
    7 - (now.as_secs() / SECONDS_A_DAY + 6) % 7
}

#[test]
fn a_literal_arg_line_is_told_with_its_remedy_and_trace_does_without() {
    let project = Project::copy_of("tests/projects/literal-argline");
    let remedy = "write <argLine>@{argLine} -Xmx256m</argLine>, or run palus:trace, which needs no argLine";
    let said = project.mvn("test palus:generate").succeeds();
    let said = said
        .says("palus: nothing will be recorded: Surefire's <argLine>-Xmx256m</argLine> replaces the property argLine");
    said.says("palus: there is nothing to learn from").says(remedy);
    assert!(!project.path("target/palus/trace/run.palus").exists());

    project.mvn("palus:trace palus:generate test").succeeds();
    assert!(project.path("target/palus/trace/run.palus").is_file());
    assert!(project.tests_run("", "org.example.StackPalusTest") > 0);

    project.edit(
        "pom.xml",
        "<argLine>-Xmx256m</argLine>",
        "<argLine>@{argLine} -Xmx256m</argLine>",
    );
    project.mvn("clean test palus:generate").succeeds();
    assert!(project.path("target/palus/trace/run.palus").is_file());
}

#[test]
fn an_old_junit_four_under_an_old_surefire_is_recorded_and_written_for() {
    let project = Project::copy_of("tests/projects/junit4");
    project.mvn("test palus:generate").succeeds();
    assert!(project.path("target/palus/trace/run.palus").is_file());
    let test = fs::read_to_string(project.path("target/palus/generated/java/org/example/StackPalusTest.java")).unwrap();
    assert!(test.contains("import org.junit.Test;"), "{test}");
    // The project has JUnit 4.12, and assertThrows came with 4.13.
    assert!(test.contains("@Test(expected = IllegalStateException.class)"), "{test}");
    project.mvn("palus:trace palus:generate test").succeeds();
    assert!(project.tests_run("", "org.example.StackPalusTest") > 0);
}

#[test]
fn tests_in_the_process_of_maven_cannot_be_recorded_which_is_told() {
    let project = Project::copy_of("tests/projects/junit4");
    let said = project.mvn("palus:trace -DforkCount=0").fails();
    said.says("palus: nothing was recorded: Surefire has forkCount 0");
}

#[test]
fn a_surefire_that_runs_no_junit_five_is_named() {
    let project = Project::copy_of("examples/maven");
    let said = project.mvn("palus:trace -Dsurefire.version=2.12.4").fails();
    said.says("palus: nothing was recorded: Surefire 2.12.4 runs no tests of JUnit 5");
}

#[test]
fn testng_is_recorded_and_junit_written_for() {
    let project = Project::copy_of("tests/projects/testng");
    project.mvn("palus:trace palus:generate test").succeeds();
    assert!(project.path("target/palus/trace/run.palus").is_file());
    let test = project.path("target/palus/generated/java/org/example/StackPalusTest.java");
    assert!(fs::read_to_string(test).unwrap().contains("import org.junit.Test;"));
    // Surefire's provider for TestNG runs tests of JUnit 4 too, under a name of its own.
    let report = fs::read_to_string(project.path("target/surefire-reports/TEST-TestSuite.xml")).unwrap();
    assert!(
        report.contains("org.example.StackPalusTest") && !report.contains("<failure"),
        "{report}"
    );
}
