//! Code that does harm: every trap of the hostile subject is met and named, and what stands beside it loses nothing.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::support::{Jdk, Ran, Work, java_files, jdks, root, tree};
use serde_json::Value;

/// What runs beside a search that is to keep a time takes the processors from it.
static ALONE: Mutex<()> = Mutex::new(());

/// What must be said of a method: one of these codes, or `tested`.
type Expectations = BTreeMap<(String, String), Vec<String>>;

/// The comments behind the methods of the subject.
fn expectations() -> Expectations {
    let mut expected = Expectations::new();
    for file in java_files(&root().join("tests/subjects/hostile/hostile")) {
        let class = file.file_stem().unwrap().to_string_lossy().into_owned();
        for line in fs::read_to_string(&file).unwrap().lines() {
            let Some((head, codes)) = line.split_once(" { // ") else {
                continue;
            };
            let name = head.split('(').next().and_then(|head| head.split(' ').next_back());
            let codes = codes.split(' ').map(str::to_owned).collect();
            expected.insert((class.clone(), name.unwrap().to_owned()), codes);
        }
    }
    expected
}

/// The codes of the silent methods of a run, by class and name without packages.
fn silent(summary: &Value) -> BTreeMap<(String, String), String> {
    let mut codes = BTreeMap::new();
    for class in summary["classes"].as_array().unwrap() {
        let name = class["name"].as_str().unwrap().rsplit('.').next().unwrap();
        for method in class["silent"].as_array().unwrap() {
            let signature = method["method"].as_str().unwrap();
            let method_name = signature.split('(').next().unwrap();
            let method_name = if method_name == "<init>" { name } else { method_name };
            let code = method["code"].as_str().unwrap().to_owned();
            codes.insert((name.to_owned(), method_name.to_owned()), code);
        }
    }
    codes
}

/// Everything about the files below that code could change.
fn canaries(directory: &Path) -> Vec<(String, u32, i64, Vec<u8>)> {
    let state = |name: &PathBuf| {
        let path = directory.join(name);
        let data = fs::metadata(&path).unwrap();
        (
            name.display().to_string(),
            data.mode(),
            data.mtime(),
            fs::read(path).unwrap(),
        )
    };
    tree(directory).iter().map(state).collect()
}

/// The command lines of the processes that mention the path.
fn processes(path: &Path) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(&*path.to_string_lossy())).collect()
}

fn hostile(jdk: &Jdk) -> Work {
    let work = Work::on_subject("hostile", jdk);
    fs::create_dir_all(work.path("canary/nest")).unwrap();
    fs::write(work.path("canary/song"), "tweet").unwrap();
    fs::write(work.path("canary/nest/egg"), [0, 1, 2]).unwrap();
    work
}

/// What outlives processes, as the kernel lists it: shared memory, queues, semaphores.
fn kernel_objects() -> Vec<String> {
    let lists = ["shm", "msg", "sem"].map(|kind| fs::read_to_string(format!("/proc/sysvipc/{kind}")));
    let lines = |list: String| list.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    lists.into_iter().flatten().flat_map(lines).collect()
}

/// What there was before a run, for what it may leave behind.
struct Before {
    canaries: Vec<(String, u32, i64, Vec<u8>)>,
    kernel_objects: Vec<String>,
}

impl Before {
    fn of(work: &Work) -> Self {
        fs::create_dir_all(work.path("temporary")).unwrap();
        Self {
            canaries: canaries(&work.path("canary")),
            kernel_objects: kernel_objects(),
        }
    }

    /// Nothing is changed, and nothing is left: no process, no memory, no file among the temporary ones.
    fn is_as_it_was(&self, work: &Work) {
        assert_eq!(canaries(&work.path("canary")), self.canaries);
        assert_eq!(processes(&work.path("classes")), Vec::<String>::new());
        assert_eq!(kernel_objects(), self.kernel_objects);
        let temporary = fs::read_dir(work.path("temporary")).unwrap();
        let left: Vec<_> = temporary.flatten().map(|entry| entry.file_name()).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

/// Runs `palus` with a directory of the test's own for temporary files.
fn palus(work: &Work, line: &str) -> Ran {
    work.palus_with(line, &[("TMPDIR", work.path("temporary").as_os_str())])
}

/// Methods of the friendly classes that tests call.
fn friendly_methods(summary: &Value) -> u64 {
    let classes = summary["classes"].as_array().unwrap().iter();
    let friendly = classes.filter(|class| class["name"].as_str().unwrap().starts_with("friendly."));
    friendly.map(|class| class["methods_covered"].as_u64().unwrap()).sum()
}

#[test]
fn every_trap_is_named_and_friendly_classes_lose_nothing_by_it() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let expected = expectations();
    assert!(expected.len() >= 40, "{} traps", expected.len());
    for jdk in jdks() {
        let work = hostile(jdk);
        work.palus("generate --classpath classes --classes friendly.* --out alone --sequences 600")
            .exits(0);
        let alone = friendly_methods(&work.summary("alone"));
        let before = Before::of(&work);
        let line =
            "generate --classpath classes --classes hostile.* --classes friendly.* --out out --sequences 3000 --jobs 2";
        let ran = palus(&work, line).exits(0);
        if ran.stderr().contains("no Landlock") {
            eprintln!("this kernel has no Landlock: files are not protected, and that is not tested");
            continue;
        }
        before.is_as_it_was(&work);
        let summary = work.summary("out");
        let codes = silent(&summary);
        let unlike = expected.iter().filter_map(|(method, codes_wanted)| {
            let code = codes.get(method).map_or("tested", String::as_str);
            let is_met = codes_wanted.iter().any(|wanted| wanted == code);
            (!is_met).then(|| format!("{}.{}: {code}, not {codes_wanted:?}", method.0, method.1))
        });
        assert_eq!(unlike.collect::<Vec<_>>(), Vec::<String>::new(), "JDK {}", jdk.feature);
        assert_eq!(friendly_methods(&summary), alone, "JDK {}", jdk.feature);
        let refused = |class: &Value| class["refused"].as_array().map_or(0, Vec::len);
        let classes = summary["classes"].as_array().unwrap();
        assert!(classes.iter().map(refused).sum::<usize>() >= 10, "refusals are counted");
        assert_eq!(summary["run"]["wall_clock_struck"], true);
        assert!(
            ran.stderr().contains("another run with this seed may give other tests"),
            "{}",
            ran.stderr()
        );
    }
}

#[test]
fn a_time_budget_is_kept_among_traps() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let work = hostile(&jdks()[0]);
    crate::support::palus();
    let before = Before::of(&work);
    let began = Instant::now();
    palus(
        &work,
        "generate --classpath classes --classes hostile.* --classes friendly.* --out out --time 20s --jobs 2",
    )
    .exits(0);
    // How exactly the budget is kept hangs on what else the machine does; no trap may hold the run up for good.
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    before.is_as_it_was(&work);
    assert!(friendly_methods(&work.summary("out")) > 0);
}

/// Writes a class of the package `demo`; where.
fn write(work: &Work, class: &str, body: &str) -> PathBuf {
    let path = work.path(&format!("{class}.java"));
    fs::write(&path, format!("package demo;\npublic class {class} {{\n{body}\n}}\n")).unwrap();
    path
}

/// Six methods that do no harm.
fn friendly_body() -> String {
    let methods = (0..6).map(|number| format!("public static int times{number}(int x) {{ return x * {number}; }}"));
    methods.collect::<Vec<_>>().join("\n")
}

/// Each of so many classes ends the virtual machine in each of its methods.
const DEADLY: usize = 16;

#[test]
fn a_friendly_class_has_its_time_among_many_that_end_the_virtual_machine() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // What is lost and what comes next the supervisor decides, whatever the Java.
    let work = Work::empty(&jdks()[0]);
    let write = |class: &str, body: &str| write(&work, class, body);
    let unsafe_of = "java.lang.reflect.Field f = sun.misc.Unsafe.class.getDeclaredField(\"theUnsafe\");
        f.setAccessible(true);
        ((sun.misc.Unsafe) f.get(null)).putAddress(1L, 1L);";
    let method = |number: usize| format!("public static void end{number}() throws Exception {{ {unsafe_of} }}");
    let methods: Vec<String> = (0..4).map(method).collect();
    let deadly = (0..DEADLY).map(|number| write(&format!("Deadly{number}"), &methods.join("\n")));
    let mut sources: Vec<_> = deadly.collect();
    sources.push(write("Friendly", &friendly_body()));
    work.javac(&sources, &work.path("classes"), &[]);
    work.palus("generate --classpath classes --out out --time 40s --jobs 1")
        .exits(0);
    let summary = work.summary("out");
    let classes = summary["classes"].as_array().unwrap();
    let friendly = classes.iter().find(|class| class["name"] == "demo.Friendly").unwrap();
    let untested = |method: &&Value| method["method"] != "<init>()";
    let silent: Vec<&Value> = friendly["silent"].as_array().unwrap().iter().filter(untested).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn what_tests_do_to_their_launcher_costs_no_others() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let work = Work::empty(&jdks()[0]);
    let write = |class: &str, body: &str| write(&work, class, body);
    let erases = |class: &str, stream: &str| {
        let body = format!(
            "public int erase() throws Exception {{
               try (var out = new java.io.FileOutputStream({stream})) {{ out.write(new byte[4096]); }}
               return 2; }}"
        );
        write(class, &body)
    };
    // Not where they are looked for, but where tests are run.
    let ends = |class: &str, how: &str| {
        let body = format!(
            "public int end() {{
               if (System.getProperty(\"java.class.path\").contains(\"palus-verify\")) {{ {how} }}
               return 1; }}"
        );
        write(class, &body)
    };
    let sources = [
        erases("ErasesAll", "\"/proc/self/fd/1\""),
        erases("Closes", "java.io.FileDescriptor.out"),
        ends("Halts", "Runtime.getRuntime().halt(0);"),
        ends("Hangs", "while (true) { Thread.onSpinWait(); }"),
        // Before all of them in one order, behind all in the other.
        write("Aware", &friendly_body()),
        write("Xenial", &friendly_body()),
    ];
    work.javac(&sources, &work.path("classes"), &[]);
    work.palus("generate --classpath classes --out out --sequences 300")
        .exits(0);
    let summary = work.summary("out");
    for class in summary["classes"].as_array().unwrap() {
        let name = class["name"].as_str().unwrap();
        if ["demo.Aware", "demo.Xenial"].contains(&name) {
            assert_eq!(class["methods_covered"], 7, "{class}");
        }
        if ["demo.Halts", "demo.Hangs"].contains(&name) {
            assert_eq!(class["silent"][0]["code"], "non-deterministic", "{class}");
        }
    }
}

#[test]
fn native_code_reaches_nobody_and_leaves_nothing() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(jdk) = jdks().iter().find(|jdk| jdk.feature >= 22) else {
        eprintln!("no JDK with foreign functions is here: native code is not tested");
        return;
    };
    let work = Work::on_subject("natives", jdk);
    fs::create_dir(work.path("canary")).unwrap();
    let before = Before::of(&work);
    palus(
        &work,
        "generate --classpath classes --classes natives.Reaches --out out --sequences 400",
    )
    .exits(0);
    before.is_as_it_was(&work);
    let text = fs::read_to_string(work.path("out/java/natives/ReachesPalusTest.java")).unwrap();
    let calls = ["starve", "fork", "share", "queue", "killParent", "outlive"];
    for call in calls {
        assert!(text.contains(&format!("{call}()")), "{call} was not tried:\n{text}");
    }
    assert!(text.contains("assertFalse"), "{text}");
    assert!(!text.contains("assertTrue"), "the kernel did something:\n{text}");
}
