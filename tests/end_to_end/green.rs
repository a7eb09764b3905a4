//! Generated tests in the settings that a team has: one class, one method, another zone, language, machine, JDK, order and loader.

use std::fs;
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::support::console::{Compiled, junit_jars};
use crate::support::{Jdk, Work, java_files, jdks, root};

/// The subject that looks at everything around it, with the library whose clock it reads, and what was generated for it.
fn generated(jdk: &Jdk) -> Work {
    let work = Work::empty(jdk);
    let subjects = root().join("tests/subjects");
    work.javac(
        &java_files(&subjects.join("surroundings-library")),
        &work.path("library"),
        &[],
    );
    let code = java_files(&subjects.join("surroundings"));
    work.javac(&code, &work.path("classes"), &[work.path("library")]);
    work.palus("generate --classpath classes:library --classes demo.* --out out --sequences 3000")
        .exits(0);
    work
}

/// The same on the first JDK, once for all tests.
fn generated_once() -> &'static Work {
    static WORK: OnceLock<Work> = OnceLock::new();
    WORK.get_or_init(|| generated(&jdks()[0]))
}

/// Its tests, compiled once for all.
fn compiled_once() -> &'static Compiled {
    static SUITE: OnceLock<Compiled> = OnceLock::new();
    SUITE.get_or_init(|| Compiled::of(generated_once(), "out/java", &["classes", "library"], &jdks()[0]))
}

fn sources(work: &Work) -> String {
    let files = java_files(&work.path("out/java"));
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn generated_tests_are_green_wherever_they_run() {
    let work = generated_once();
    let suite = compiled_once();
    let mut red = Vec::new();
    let mut note = |setting: &str, failures: Vec<String>| {
        red.extend(failures.into_iter().map(|failure| format!("{setting}: {failure}")));
    };
    let settings = [
        "-Duser.timezone=UTC",
        "-Duser.timezone=America/Los_Angeles",
        "-Duser.language=tr -Duser.country=TR -Dfile.encoding=US-ASCII -Duser.timezone=Asia/Kolkata",
        "-Duser.language=ar -Duser.country=EG -XX:+UnlockExperimentalVMOptions -XX:hashCode=0",
        "-Duser.name=somebody -Duser.home=/nowhere -XX:ActiveProcessorCount=1",
        "-XX:ActiveProcessorCount=7 -Djunit.jupiter.execution.parallel.enabled=true",
    ];
    for setting in settings {
        let options: Vec<&str> = setting.split(' ').collect();
        note(setting, suite.failures(None, &options, &[]));
    }
    for other in &jdks()[1..] {
        note("another JDK", suite.failures(Some(other), &[], &[]));
    }
    note("a loader of its own", suite.failures_in_own_loader());
    for class in suite.tests() {
        note(
            "its class alone",
            suite.failures(None, &[], &[format!("--select-class={class}")]),
        );
    }
    assert!(red.is_empty(), "{}\n{}", red.join("\n"), sources(work));
}

/// JVMS 5.5: of classes whose initialisers need each other, the one that is touched first decides what the others find.
#[test]
fn whichever_class_comes_first_its_tests_break_no_others() {
    for seed in 1..=2 {
        let work = Work::on_subject("halves", &jdks()[0]);
        work.palus(&format!(
            "generate --classpath classes --out out --sequences 3000 --seed {seed}"
        ))
        .exits(0);
        let suite = Compiled::of(&work, "out/java", &["classes"], &jdks()[0]);
        let mut classes = suite.tests();
        assert!(classes.len() > 2, "{classes:?}");
        for _ in 0..classes.len() {
            classes.rotate_left(1);
            let select: Vec<String> = classes.iter().map(|class| format!("--select-class={class}")).collect();
            let red = suite.failures(None, &[], &select);
            assert!(red.is_empty(), "seed {seed}, {classes:?}: {}", red.join("\n"));
        }
        let kept = sources(&work);
        // Two threads that initialise them from both ends would wait for each other for ever.
        assert!(
            kept.contains("\n@ResourceLock(\"static initialisers\")\nclass "),
            "seed {seed}: {kept}"
        );
        // Of what needs each other the fewer go.
        assert!(kept.contains("new Pass()") != kept.contains("isPass("), "{kept}");
    }
}

/// One minute of sixty is none that a confirmation meets by chance.
#[test]
fn nothing_is_asserted_that_is_other_on_the_full_hour() {
    let tower = fs::read_to_string(generated_once().path("out/java/demo/TowerPalusTest.java")).unwrap();
    let asserted = tower
        .lines()
        .filter(|line| line.contains("assert") && !line.starts_with("import"));
    let asserted: Vec<&str> = asserted.collect();
    assert!(asserted.iter().any(|line| line.contains("height()")), "{tower}");
    let hangs = |line: &str| line.contains("isSilent()") || line.contains("rest(");
    let says_that_it_returns = |line: &str| line.contains("assertDoesNotThrow") || line.contains("assertNotNull");
    assert!(
        asserted.iter().all(|line| !hangs(line) || says_that_it_returns(line)),
        "{tower}"
    );
}

/// What a test sets for good is seen by tests that were confirmed in another virtual machine, too.
#[test]
fn tests_of_one_class_are_green_behind_each_test_of_another_that_sets_what_they_read() {
    let work = Work::empty(&jdks()[0]);
    // Enough other classes for the tests of the two to be confirmed apart.
    let subjects = ["bells", "plain", "small", "stacks", "trees"]
        .map(|name| root().join("tests/subjects").join(name).join("demo"));
    let code: Vec<_> = subjects.iter().flat_map(|folder| java_files(folder)).collect();
    work.javac(&code, &work.path("classes"), &[]);
    work.palus("generate --classpath classes --out out --sequences 1000")
        .exits(0);
    let suite = Compiled::of(&work, "out/java", &["classes"], &jdks()[0]);
    let setting = fs::read_to_string(work.path("out/java/demo/BellPalusTest.java")).unwrap();
    let methods = setting
        .lines()
        .filter_map(|line| line.trim().strip_prefix("void ")?.split_once('('));
    let methods: Vec<&str> = methods.map(|(method, _)| method).collect();
    assert!(methods.iter().any(|method| method.starts_with("calm")), "{setting}");
    // It asserts nothing, and what others assert would not hold behind it: it is the one to go.
    assert!(!methods.iter().any(|method| method.starts_with("shout")), "{setting}");
    let reading = fs::read_to_string(work.path("out/java/demo/SpeechPalusTest.java")).unwrap();
    assert!(reading.contains("assertEquals("), "{reading}");
    for method in methods {
        let select = [
            format!("--select-method=demo.BellPalusTest#{method}"),
            "--select-class=demo.SpeechPalusTest".to_owned(),
        ];
        let red = suite.failures(None, &[], &select);
        assert!(red.is_empty(), "behind {method}: {}", red.join("\n"));
    }
}

#[test]
fn tests_that_change_what_others_see_run_beside_no_others() {
    let tests =
        |class: &str| fs::read_to_string(generated_once().path(&format!("out/java/demo/{class}PalusTest.java")));
    let register = tests("Register").unwrap();
    assert!(register.contains("\n@Isolated\nclass RegisterPalusTest"), "{register}");
    // What it makes in the working directory is gone when it returns, and others may look meanwhile.
    let slate = tests("Slate").unwrap();
    assert!(slate.contains("\n@Isolated\nclass SlatePalusTest"), "{slate}");
    assert!(!tests("Invoice").unwrap().contains("Isolated"));
}

#[test]
fn they_are_green_beside_the_tests_that_the_project_has() {
    let jdk = &jdks()[0];
    let work = Work::empty(jdk);
    let subjects = root().join("tests/subjects");
    work.javac(&java_files(&subjects.join("catalogue")), &work.path("classes"), &[]);
    let class_path: Vec<_> = junit_jars().into_iter().chain([work.path("classes")]).collect();
    work.javac(
        &java_files(&subjects.join("catalogue-tests")),
        &work.path("own"),
        &class_path,
    );
    let own = std::env::join_paths([vec![work.path("own")], class_path].concat()).unwrap();
    let own = own.to_str().unwrap();
    let red_beside = |options: &str| {
        work.palus(&format!(
            "generate --classpath classes --out out --sequences 1000 {options}"
        ))
        .exits(0);
        Compiled::of(&work, "out/java", &["classes", "own"], jdk).failures_with(&["own"])
    };
    assert!(
        !red_beside("").is_empty(),
        "one test at least expects an empty catalogue"
    );
    let red = red_beside(&format!("--own-tests {own}"));
    assert!(red.is_empty(), "{}\n{}", red.join("\n"), sources(&work));
    assert!(
        sources(&work).contains("Catalogue.size()"),
        "what is left of such a test is kept:\n{}",
        sources(&work)
    );
    work.palus("generate --classpath classes --out out --sequences 20 --own-tests classes")
        .exits(1)
        .complains("there is no test in classes");
}

#[test]
fn nothing_is_printed_when_they_run() {
    let suite = compiled_once();
    assert_eq!(suite.prints(), "");
    let tests = fs::read_to_string(generated_once().path("out/java/demo/CrierPalusTest.java")).unwrap();
    assert!(tests.contains(".cry(") && !tests.contains("grumble"), "{tests}");
    assert!(tests.contains(r#""atishoo\natishoo\n"#), "{tests}");
    let report = fs::read_to_string(generated_once().path("out/palus.json")).unwrap();
    assert!(report.contains("\"prints\""), "{report}");
}

#[test]
fn what_is_printed_is_asserted_where_there_is_nothing_else() {
    let receipt = |word: &str| {
        format!(
            "package demo;
            public class Receipt {{
              private int sum;
              public void add(int price) {{ sum += price; }}
              public void print() {{
                System.out.println(\"total \" + sum);
                if (sum > 100) {{ System.out.printf(\"{word}%n\"); }}
              }}
            }}"
        )
    };
    for jdk in [&jdks()[0], jdks().last().expect("a JDK")] {
        let work = Work::on_source("Receipt.java", &receipt("thanks"), jdk);
        work.palus("generate --classpath classes --out out --sequences 2000 --quiet")
            .exits(0);
        let suite = Compiled::of(&work, "out/java", &["classes"], jdk);
        assert_eq!(suite.failures(None, &[], &[]), [""; 0]);
        // The separator of lines is that of the machine on which they run.
        assert_eq!(suite.failures(None, &["-Dline.separator=\r\n"], &[]), [""; 0]);
        assert_eq!(suite.prints(), "");
        fs::write(work.path("Receipt.java"), receipt("farewell")).unwrap();
        work.javac(&[work.path("Receipt.java")], &work.path("classes"), &[]);
        let red = suite.failures(None, &[], &[]);
        assert!(
            !red.is_empty() && red[0].contains("print_"),
            "{red:?}\n{}",
            sources(&work)
        );
    }
}

#[test]
fn what_a_class_says_once_as_it_is_initialised_costs_no_test() {
    let work = Work::on_subject("talkers", &jdks()[0]);
    work.palus("generate --classpath classes --out out --sequences 1000 --quiet")
        .exits(0);
    let suite = Compiled::of(&work, "out/java", &["classes"], &jdks()[0]);
    let tests = suite.tests();
    for class in ["First", "Second", "Third"] {
        assert!(tests.contains(&format!("demo.{class}PalusTest")), "{}", sources(&work));
    }
    for test in &tests {
        assert_eq!(suite.prints_of(test), "", "{test}");
    }
    assert_eq!(suite.prints(), "");
    let report = fs::read_to_string(work.path("out/palus.json")).unwrap();
    assert!(!report.contains("\"prints\""), "{report}");
}

#[test]
fn tests_generated_on_a_newer_jdk_are_green_elsewhere() {
    for jdk in &jdks()[1..] {
        let work = generated(jdk);
        let suite = Compiled::of(&work, "out/java", &["classes", "library"], jdk);
        for zone in ["UTC", "America/Los_Angeles"] {
            let red = suite.failures(None, &[&format!("-Duser.timezone={zone}")], &[]);
            assert!(red.is_empty(), "{zone}\n{}\n{}", red.join("\n"), sources(&work));
        }
        let red = suite.failures_in_own_loader();
        assert!(red.is_empty(), "{}\n{}", red.join("\n"), sources(&work));
    }
}

/// The code is compiled for Java 17, so somebody runs its tests there.
#[test]
fn tests_generated_on_a_newer_jdk_use_nothing_that_the_older_one_lacks() {
    for jdk in &jdks()[1..] {
        let work = Work::empty(jdk);
        let source = "package demo;
            import java.util.Locale;
            public class Tongue {
              public static String of(Locale locale) {
                return locale.getLanguage().isEmpty() ? \"none\" : locale.getCountry().isEmpty() ? \"bare\" : \"whole\";
              }
            }";
        let path = work.path("Tongue.java");
        fs::write(&path, source).unwrap();
        work.javac(&[path], &work.path("classes"), &[]);
        work.palus("generate --classpath classes --out out --sequences 2000")
            .exits(0);
        // Compiled with `--release 17`.
        let suite = Compiled::of(&work, "out/java", &["classes"], jdk);
        let red = suite.failures(Some(&jdks()[0]), &[], &[]);
        assert!(red.is_empty(), "{}", red.join("\n"));
    }
}

#[test]
fn what_equals_no_number_is_asserted_too() {
    let path = generated_once().path("out/java/demo/RatioPalusTest.java");
    let tests = fs::read_to_string(path).unwrap();
    for value in ["Double.NaN", "-0.0", "Float.POSITIVE_INFINITY"] {
        assert!(tests.contains(&format!("assertEquals({value}, ")), "{value}: {tests}");
    }
}

#[test]
fn no_test_says_what_day_it_is() {
    let sources = sources(generated_once());
    let today = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 86_400;
    for day in [today, today + 1, today % 1_000, today % 1_000 + 1] {
        assert!(!sources.contains(&format!(" {day}\"")), "{sources}");
    }
    assert!(
        sources.contains(".label()"),
        "what is left of such a test is kept:\n{sources}"
    );
    assert!(!sources.contains("Clock.tick"), "{sources}");
}

/// Ways in which code reads the clock through the JDK: bodies that give milliseconds.
const DATES: [(&str, &str); 6] = [
    ("Today", "return java.time.Instant.now().toEpochMilli();"),
    ("Made", "return new java.util.Date().getTime();"),
    ("Calendar", "return java.util.Calendar.getInstance().getTimeInMillis();"),
    ("Source", "return java.time.InstantSource.system().millis();"),
    (
        "Century",
        "return new java.text.SimpleDateFormat(\"yy\").get2DigitYearStart().getTime();",
    ),
    (
        "Archive",
        "var entry = new java.util.zip.ZipEntry(\"entry\");
        new java.util.zip.ZipOutputStream(java.io.OutputStream.nullOutputStream()).putNextEntry(entry);
        return entry.getTime();",
    ),
];

/// A class for each of [`DATES`] alone: of several methods in one test, one that is caught hides the others.
#[test]
fn no_test_hangs_on_the_day_by_any_way_through_the_jdk() {
    let work = Work::empty(&jdks()[0]);
    let sources = DATES.map(|(name, now)| {
        let path = work.path(&format!("{name}.java"));
        // As far ahead as the clock is in a confirmation, the next number comes out.
        let source = format!(
            "package demo;
            public class {name} {{
              private static long now() throws Exception {{ {now} }}
              public int parity() throws Exception {{
                if (now() / (((463L * 24 + 7) * 60 + 13) * 60_000) % 2 == 0) {{
                  throw new IllegalStateException(\"even\");
                }}
                return 1;
              }}
            }}"
        );
        fs::write(&path, source).unwrap();
        path
    });
    work.javac(&sources, &work.path("classes"), &[]);
    work.palus("generate --classpath classes --out out --sequences 600")
        .exits(0);
    // What is left is that an object can be made.
    let mut tested = Vec::new();
    for (name, _) in DATES {
        let source = fs::read_to_string(work.path(&format!("out/java/demo/{name}PalusTest.java"))).unwrap();
        tested.extend(source.contains("parity").then_some(name));
    }
    assert!(tested.is_empty(), "{tested:?}");
}

#[test]
fn the_report_says_what_a_dropped_assertion_hung_on() {
    let work = generated_once();
    let json = work.summary("out");
    let fragile = &json["tests"]["fragile"];
    for fact in ["time-zone", "locale", "clock", "system-properties"] {
        assert!(fragile[fact].as_u64() > Some(0), "{fact}: {fragile}");
    }
    let page = fs::read_to_string(work.path("out/report.html")).unwrap();
    assert!(page.contains("hangs on clock"), "the page tells it too");
}
