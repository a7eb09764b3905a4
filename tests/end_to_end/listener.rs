//! The listener of the JUnit Platform on real virtual machines: tests that no class file shows are told apart in the recording.

use std::collections::BTreeMap;
use std::fs;

use crate::support::console::junit_jars;
use crate::support::{Work, java_files, jdks, root};
use serde_json::Value;

const METER: &str = "package demo; public class Meter { private int n; public int add(int by) { n += by; return n; } }";

/// Each test uses one method of its own, or one number.
const TESTS: &str = "package demo;
    import java.util.stream.Stream;
    import org.junit.jupiter.api.*;
    class MeterTest {
        @Test void plain() { new Meter().add(1); }
        @TestFactory Stream<DynamicTest> made() {
            return Stream.of(DynamicTest.dynamicTest(\"two\", () -> new Meter().add(2)));
        }
    }";

/// A subject with tests, and the listener where `with_listener`; the names of the tests by the numbers that they add.
fn origins(work: &Work, with_listener: bool) -> BTreeMap<i64, Vec<String>> {
    let out = if with_listener { "with.palus" } else { "without.palus" };
    let mut class_path = vec![work.path("classes")];
    class_path.extend(with_listener.then(|| work.path("listener")));
    class_path.extend(junit_jars());
    let class_path = std::env::join_paths(&class_path).unwrap();
    work.palus(&format!(
        "record --out {out} --include demo.Meter -- java -cp {} org.junit.platform.console.ConsoleLauncher execute \
         --select-class demo.MeterTest --fail-if-no-tests",
        class_path.to_str().unwrap()
    ))
    .exits(0);
    let model: Value =
        serde_json::from_str(&work.palus(&format!("model {out} --format json")).exits(0).stdout()).unwrap();
    let mut found = BTreeMap::new();
    for node in model["classes"][0]["nodes"].as_array().unwrap() {
        for transition in node["transitions"].as_array().unwrap() {
            if transition["name"] != "add" {
                continue;
            }
            for observation in transition["observations"].as_array().unwrap() {
                let number = observation["inputs"][1]["value"].as_i64().unwrap();
                found.insert(number, names(&transition["origins"]));
            }
        }
    }
    found
}

fn names(origins: &Value) -> Vec<String> {
    let name = |origin: &Value| {
        let part = |name: &str| origin[name].as_str().unwrap().to_owned();
        format!("{}.{}{}", part("owner"), part("name"), part("descriptor"))
    };
    origins.as_array().unwrap().iter().map(name).collect()
}

fn work() -> Work {
    let work = Work::empty(&jdks()[0]);
    fs::create_dir_all(work.path("src/demo")).unwrap();
    fs::write(work.path("src/demo/Meter.java"), METER).unwrap();
    fs::write(work.path("src/demo/MeterTest.java"), TESTS).unwrap();
    work.javac(&java_files(&work.path("src")), &work.path("classes"), &junit_jars());
    let listener = root().join("listener/src/main");
    work.javac(
        &java_files(&listener.join("java")),
        &work.path("listener"),
        &junit_jars(),
    );
    let services = "META-INF/services/org.junit.platform.launcher.TestExecutionListener";
    fs::create_dir_all(work.path("listener/META-INF/services")).unwrap();
    fs::copy(
        listener.join("resources").join(services),
        work.path("listener").join(services),
    )
    .unwrap();
    work
}

#[test]
fn dynamic_tests_have_an_origin_with_the_listener_and_test_methods_the_same_as_without() {
    let work = work();
    let plain = "demo.MeterTest.plain()V".to_owned();
    let made = "demo.MeterTest.made()Ljava/util/stream/Stream;".to_owned();
    // Both tests take the same step, so it has all their origins.
    let without = origins(&work, false);
    assert_eq!(without.get(&2), Some(&vec![plain.clone()]));
    let with = origins(&work, true);
    let mut both = with[&2].clone();
    both.sort();
    assert_eq!(both, [made, plain]);
}
