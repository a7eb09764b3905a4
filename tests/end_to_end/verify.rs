//! `palus verify`: flaky tests are named with the fact they hang on, whoever wrote them, and sound ones are not.

use std::fmt::Write as _;
use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::support::console::junit_jars;
use crate::support::{Jdk, Work, java_files, jdks, root};
use serde_json::Value;

/// The tests of `tests/subjects/flaky` that are flaky, with the fact.
const PLANTED: [(&str, &str); 11] = [
    ("flaky.CacheReadingTest.hangsOnStaticState", "static-state"),
    ("flaky.OrderTest.hangsOnOrder", "order"),
    ("flaky.SurroundingsTest.hangsOnClock", "clock"),
    ("flaky.SurroundingsTest.hangsOnEncoding", "encoding"),
    ("flaky.SurroundingsTest.hangsOnHashOrder", "hash-order"),
    ("flaky.SurroundingsTest.hangsOnJdk", "jdk"),
    ("flaky.SurroundingsTest.hangsOnLocale", "locale"),
    ("flaky.SurroundingsTest.hangsOnPort", "port"),
    ("flaky.SurroundingsTest.hangsOnTemporaryFile", "files"),
    ("flaky.SurroundingsTest.hangsOnThread", "thread"),
    ("flaky.SurroundingsTest.hangsOnTimeZone", "time-zone"),
];

/// Tests that touch what flaky ones touch, and are sound: `N` is a number.
const SOUND: [&str; 10] = [
    "assertEquals(N, Integer.parseInt(\"N\"));",
    "assertEquals(\"N.5\", String.format(java.util.Locale.ROOT, \"%d.5\", N));",
    "assertEquals(\"TITLE N\", \"title N\".toUpperCase(java.util.Locale.ROOT));",
    "assertEquals(\"1970-01-01T00:00:00Z\", java.time.Instant.EPOCH.toString());",
    "assertTrue(System.currentTimeMillis() > N);",
    "assertEquals(java.util.Set.of(N, -1), new java.util.HashSet<>(java.util.List.of(-1, N)));",
    "try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) { assertTrue(socket.getLocalPort() > 0); }",
    "java.nio.file.Path file = java.nio.file.Files.createTempFile(\"sound\", \"N\"); assertTrue(file.toFile().delete());",
    "Thread thread = new Thread(() -> counter += N); thread.start(); thread.join(); assertEquals(N, counter);",
    "assertArrayEquals(new byte[] {(byte) 0xc3, (byte) 0xbc}, \"\\u00fc\".getBytes(java.nio.charset.StandardCharsets.UTF_8));",
];

/// Twenty classes with each of [`SOUND`].
fn sound_classes(work: &Work) -> Vec<PathBuf> {
    let folder = work.path("sound");
    fs::create_dir_all(&folder).unwrap();
    let write = |number: usize| {
        let mut text = format!(
            "package sound; import static org.junit.jupiter.api.Assertions.*; import org.junit.jupiter.api.Test;\n\
             class Sound{number}Test {{ private int counter;\n"
        );
        for (index, body) in SOUND.iter().enumerate() {
            let body = body.replace('N', &(number * 10 + index + 1).to_string());
            writeln!(text, "@Test void is{index}() throws Exception {{ {body} }}").unwrap();
        }
        let file = folder.join(format!("Sound{number}Test.java"));
        fs::write(&file, text + "}\n").unwrap();
        file
    };
    (0..20).map(write).collect()
}

/// The suite, compiled into `tests`.
fn suite(jdk: &Jdk) -> Work {
    let work = Work::empty(jdk);
    let mut sources = java_files(&root().join("tests/subjects/flaky"));
    sources.extend(sound_classes(&work));
    work.javac(&sources, &work.path("tests"), &junit_jars());
    work
}

#[test]
fn each_planted_flake_is_named_with_its_fact_and_no_sound_test_is() {
    let work = suite(&jdks()[0]);
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let variables = [
        ("TZ", "Europe/Berlin".to_owned()),
        ("LC_ALL", "C.UTF-8".to_owned()),
        ("FLAKY_PORT", port.to_string()),
        ("FLAKY_EXPIRES", (now + 3600).to_string()),
    ];
    let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, value.as_ref())).collect();
    let ran = work.palus_with(
        "verify --classpath tests --test-classes tests --format json",
        &variables,
    );
    let ran = ran.exits(3);
    let told: Value = serde_json::from_str(&ran.stdout()).unwrap();
    let named: Vec<(String, Vec<&str>)> = told["flaky"].as_array().unwrap().iter().map(named).collect();
    let jdk_is_varied = jdks().len() > 1;
    let planted = PLANTED.iter().filter(|(_, fact)| jdk_is_varied || *fact != "jdk");
    let planted: Vec<(String, Vec<&str>)> = planted.map(|(test, fact)| ((*test).to_owned(), vec![*fact])).collect();
    assert_eq!(named, planted, "{told:#}");
    assert_eq!(told["failing"], serde_json::json!([]));
    assert_eq!(told["tests"], 200 + PLANTED.len() + 2);
}

fn named(flaky: &Value) -> (String, Vec<&str>) {
    let text = |name: &str| flaky[name].as_str().unwrap();
    let facts = flaky["facts"].as_array().unwrap();
    let method = format!("{}.{}", text("class"), text("method"));
    (
        method,
        facts.iter().map(|cause| cause["fact"].as_str().unwrap()).collect(),
    )
}

#[test]
fn a_flaky_test_is_taken_out_of_what_palus_wrote() {
    let work = Work::empty(&jdks()[0]);
    let file = work.path("out/java/demo/AgePalusTest.java");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::create_dir_all(work.path("classes")).unwrap();
    let test =
        |name: &str, value: &str| format!("  @Test\n  void {name}() {{\n    assertEquals(\"I\", {value});\n  }}\n");
    let source = |tests: &[String]| {
        format!(
            "// Generated by Palus 0.1.0, seed 1. Regenerating replaces this file.\npackage demo;\n\n\
             import static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.api.Test;\n\n\
             class AgePalusTest {{\n\n{}}}\n",
            tests.join("\n")
        )
    };
    let flaky = test("upper", "\"i\".toUpperCase()");
    let sound = test("same", "\"I\"");
    // Costs those behind it nothing.
    let ends = "  @Test\n  void ends() {\n    System.exit(3);\n  }\n".to_owned();
    fs::write(&file, source(&[ends.clone(), flaky, sound.clone()])).unwrap();
    let ran = work.palus("verify out --classpath classes --fix").exits(3);
    assert!(
        ran.stdout().contains("demo.AgePalusTest.upper hangs on locale (tr-TR)"),
        "{}",
        ran.stdout()
    );
    let ending = "demo.AgePalusTest.ends fails as it is\n3 tests: 1 flaky, 1 failing\n";
    assert!(ran.stdout().ends_with(ending), "{}", ran.stdout());
    assert_eq!(fs::read_to_string(&file).unwrap(), source(&[ends, sound]));
}

#[test]
fn a_folder_that_is_not_there_and_one_without_tests_are_said() {
    let work = Work::empty(&jdks()[0]);
    fs::create_dir_all(work.path("empty")).unwrap();
    let none = work.palus("verify --classpath empty --test-classes nowhere").exits(1);
    none.complains("give the folder of compiled tests");
    let none = work.palus("verify --classpath empty --test-classes empty").exits(1);
    none.complains("there is no class in");
    work.palus("verify --classpath empty").exits(2);
}
