//! Code that needs collaborators of which there is no implementation.

use std::fs;
use std::path::PathBuf;

use palus_supervise::{Artifact, Maven};
use serde_json::Value;

use crate::support::console::{Console, junit_jars};
use crate::support::{Work, jdks};

/// Generates for the subject; what `palus.json` says, and the source of the service's tests.
fn generated(work: &Work, options: &str) -> (Value, String) {
    let line = format!("generate --classpath classes --sequences 3000 --seed 2 --out out --quiet {options}");
    work.palus(&line).exits(0);
    let json = work.summary("out");
    let source = fs::read_to_string(work.path("out/java/demo/PriceServicePalusTest.java"));
    (json, source.unwrap_or_default())
}

/// The branches of the class, those that tests reach and all.
fn branches(json: &Value, class: &str) -> [u64; 2] {
    let classes = json["classes"].as_array().unwrap();
    let class = classes.iter().find(|known| known["name"] == class).unwrap();
    ["branches_hit", "branches_total"].map(|count| class[count].as_u64().unwrap())
}

#[test]
fn a_service_is_tested_with_collaborators_that_the_test_implements() {
    let work = Work::on_subject("service", &jdks()[0]);
    let (without, _) = generated(&work, "--without fakes");
    let [reached, all] = branches(&without, "demo.PriceService");
    assert!(reached < all, "nobody has a collaborator: {reached} of {all}");
    let (with, source) = generated(&work, "");
    assert_eq!(branches(&with, "demo.PriceService"), [all, all], "{source}");
    assert_eq!(with["tests"]["failing"], 0, "what is made up is nobody's error");
    for part in [
        "private static class CustomersStub implements Customers {",
        "new CustomersStub() {",
        "public Customer byName(String string) {",
    ] {
        assert!(source.contains(part), "{part} in {source}");
    }
    let [reached, all] = branches(&with, "demo.Digest");
    let source = fs::read_to_string(work.path("out/java/demo/DigestPalusTest.java")).unwrap();
    assert!(reached + 1 >= all, "a feed comes to its end: {source}");
    assert!(source.contains("return hasMoreCalls++ == 0;"), "{source}");
    for jdk in jdks() {
        let passing = Console::run(&work, "out/java", jdk).passes();
        assert_eq!(Some(passing), with["tests"]["passing"].as_u64());
    }
}

#[test]
fn default_methods_of_an_interface_have_tests_and_abstract_ones_are_asked_of_no_fake() {
    let work = Work::on_subject("service", &jdks()[0]);
    let (json, _) = generated(&work, "");
    assert_eq!(
        branches(&json, "demo.Repository")[0],
        branches(&json, "demo.Repository")[1]
    );
    let source = fs::read_to_string(work.path("out/java/demo/RepositoryPalusTest.java")).unwrap();
    assert!(source.contains(".has("), "{source}");
    for asked in [".find(", ".all(", ".save("] {
        assert!(!source.contains(asked), "{asked} in {source}");
    }
}

#[test]
fn an_interface_of_many_methods_is_answered_for_by_their_names() {
    let work = Work::on_subject("ledger", &jdks()[0]);
    let (without, _) = generated(&work, "--without fakes");
    assert_eq!(branches(&without, "demo.Ledger")[0], 0, "nobody has a connection");
    let (with, _) = generated(&work, "");
    let source = fs::read_to_string(work.path("out/java/demo/LedgerPalusTest.java")).unwrap();
    // Three are of statements that throw when they are closed.
    let [reached, all] = branches(&with, "demo.Ledger");
    assert!(reached + 4 >= all, "{reached} of {all}: {source}");
    assert!(
        source.contains("\"next()\", true, \"next()\", false"),
        "rows come to an end: {source}"
    );
    for part in [
        "answering(Connection.class, \"prepareStatement(String)\", ",
        "private static <T> T answering(Class<T> type, Object... answers) {",
    ] {
        assert!(source.contains(part), "{part} in {source}");
    }
    assert!(!source.contains("UndeclaredThrowableException"), "{source}");
    let source = fs::read_to_string(work.path("out/java/demo/AuditPalusTest.java")).unwrap();
    let [reached, all] = branches(&with, "demo.Audit");
    assert_eq!(reached, all, "a generic interface declares what is asked: {source}");
    for jdk in jdks() {
        let passing = Console::run(&work, "out/java", jdk).passes();
        assert_eq!(Some(passing), with["tests"]["passing"].as_u64());
    }
}

#[test]
fn an_abstract_class_that_nobody_extends_has_tests_of_its_own_and_serves_others() {
    let work = Work::on_subject("tariff", &jdks()[0]);
    let (without, _) = generated(&work, "--without fakes");
    assert_eq!(branches(&without, "demo.Tariff")[0], 0, "nobody has an object");
    let (with, _) = generated(&work, "");
    let source = |class: &str| fs::read_to_string(work.path(&format!("out/java/demo/{class}PalusTest.java"))).unwrap();
    for class in ["Tariff", "Till"] {
        let [reached, all] = branches(&with, &format!("demo.{class}"));
        assert_eq!(reached, all, "{class}: {}", source(class));
    }
    assert_eq!(with["tests"]["failing"], 0, "what is made up is nobody's error");
    let tariff = source("Tariff");
    for part in [
        "private static class TariffStub extends Tariff {",
        "new TariffStub() {",
        "protected int opensAt() {",
        "          int percent(String ",
        "public String name() {",
    ] {
        assert!(tariff.contains(part), "{part} in {tariff}");
    }
    for asked in [".percent(", ".opensAt(", ".name("] {
        assert!(!tariff.contains(asked), "{asked} in {tariff}");
    }
    assert!(source("Alarm").contains("new TimerTask() {"), "{}", source("Alarm"));
    assert_eq!(branches(&with, "demo.Locked")[0], 0, "nobody can extend it");
    for jdk in jdks() {
        let passing = Console::run(&work, "out/java", jdk).passes();
        assert_eq!(Some(passing), with["tests"]["passing"].as_u64());
    }
}

#[test]
fn an_interface_of_which_the_class_path_lacks_a_part_costs_nobody_a_test() {
    let work = Work::on_subject("optional", &jdks()[0]);
    fs::remove_file(work.path("classes/demo/Format.class")).unwrap();
    work.palus("generate --classpath classes --sequences 500 --seed 1 --out out --quiet")
        .exits(0);
    let json = work.summary("out");
    assert_eq!(json["run"]["workers"]["lost"], 0);
    let [reached, all] = branches(&json, "demo.Words");
    assert_eq!(reached, all);
}

/// Mockito of that version with what it needs.
fn mockito(version: &str, byte_buddy: &str) -> Vec<PathBuf> {
    let home = Work::empty(&jdks()[0]);
    let jdk = palus_supervise::Jdk::at(&jdks()[0].home).expect("a JDK of the tests");
    let maven = Maven::find(&jdk, &home.path("maven")).expect("Maven is on PATH");
    let jars = maven.files(&[
        Artifact::jar("org.mockito", "mockito-core", version),
        Artifact::jar("net.bytebuddy", "byte-buddy", byte_buddy),
        Artifact::jar("net.bytebuddy", "byte-buddy-agent", byte_buddy),
        Artifact::jar("org.objenesis", "objenesis", "3.3"),
    ]);
    jars.expect("Maven has Mockito")
}

/// What `palus.json` says of tests that were generated with these jars beside them.
fn generated_beside(work: &Work, jars: &[PathBuf], options: &str) -> Value {
    let besides = std::env::join_paths(jars).unwrap().into_string().unwrap();
    generated(work, &format!("--test-classpath {besides} {options}")).0
}

fn source(work: &Work, class: &str) -> String {
    fs::read_to_string(work.path(&format!("out/java/demo/{class}PalusTest.java"))).unwrap()
}

#[test]
fn mockito_stands_in_where_the_tests_have_it_and_costs_none() {
    for (version, byte_buddy) in [("5.20.0", "1.17.7"), ("4.11.0", "1.12.19")] {
        let jars = mockito(version, byte_buddy);
        for subject in ["service", "ledger"] {
            let work = Work::on_subject(subject, &jdks()[0]);
            let plain = generated_beside(&work, &jars, "--doubles plain");
            let class = if subject == "service" { "PriceService" } else { "Ledger" };
            assert!(!source(&work, class).contains("mockito"), "{}", source(&work, class));
            let mocks = generated_beside(&work, &jars, "");
            assert_eq!(mocks["tests"], plain["tests"], "{}", source(&work, class));
            let written = source(&work, class);
            for part in [
                "import static org.mockito.Mockito.mock;",
                " = mock(",
                "any())).thenReturn(",
            ] {
                assert!(written.contains(part), "Mockito {version}: {part} in {written}");
            }
            // As the agent of its jar, it says nothing of attaching itself.
            let agent = if version.starts_with('5') { &jars[0] } else { &jars[2] };
            let options = [format!("-javaagent:{}", agent.display())];
            for jdk in jdks() {
                let passing = Console::run_with(&work, "out/java", &jars, &options, jdk).passes();
                assert_eq!(Some(passing), mocks["tests"]["passing"].as_u64(), "JDK {}", jdk.feature);
            }
        }
    }
}

#[test]
fn what_mockito_cannot_say_is_said_by_a_class() {
    let jars = mockito("5.20.0", "1.17.7");
    let work = Work::on_subject("service", &jdks()[0]);
    generated_beside(&work, &jars, "");
    let repository = source(&work, "Repository");
    assert!(!repository.contains("mock("), "a mock is what is tested: {repository}");
    let work = Work::on_subject("tariff", &jdks()[0]);
    let plain = generated_beside(&work, &jars, "--doubles plain");
    let mocks = generated_beside(&work, &jars, "--doubles mockito");
    assert_eq!(mocks["tests"], plain["tests"]);
    assert!(
        source(&work, "Till").contains("new TariffStub() {"),
        "its constructor counts"
    );
}

#[test]
fn mockito_that_does_not_work_is_done_without() {
    let jars = mockito("5.20.0", "1.17.7");
    let work = Work::on_subject("service", &jdks()[0]);
    fs::write(work.path("objenesis-3.3.jar"), "").unwrap();
    let broken: Vec<PathBuf> = jars[..3]
        .iter()
        .cloned()
        .chain([work.path("objenesis-3.3.jar")])
        .collect();
    let besides = std::env::join_paths(&broken).unwrap().into_string().unwrap();
    let line = "generate --classpath classes --sequences 500 --seed 2 --out out --quiet --test-classpath";
    let ran = work.palus(&format!("{line} {besides}")).exits(0);
    assert!(ran.stderr().contains("Mockito does not work"), "{}", ran.stderr());
    assert!(source(&work, "PriceService").contains("new CustomersStub() {"));
}

#[test]
fn without_doubles_nobody_has_a_collaborator() {
    let work = Work::on_subject("service", &jdks()[0]);
    let (json, source) = generated(&work, "--doubles none");
    let [reached, all] = branches(&json, "demo.PriceService");
    assert!(reached < all && !source.contains("Stub"), "{source}");
}

#[test]
fn a_collaborator_answers_what_a_recording_saw_it_answer() {
    for jdk in jdks() {
        let work = Work::on_subject_with("told", jdk, &junit_jars());
        work.palus("record --out run.palus --include demo.* -- java -Xverify:all -cp classes app.Main")
            .exits(0);
        let model = work.palus("model run.palus").exits(0).stdout();
        assert!(
            model.contains("demo.Accounts.tierOf(long)  x1  in app.CheckoutTest.partnersPayLess  (42L) -> \"GOLD-17\""),
            "JDK {}: {model}",
            jdk.feature
        );
        // A test has collaborators of its own, which no other test can use.
        fs::remove_dir_all(work.path("classes/app")).unwrap();
        let generate = |options: &str| {
            let line = format!("generate --classpath classes --sequences 2000 --seed 1 --out out --quiet {options}");
            work.palus(&line).exits(0);
            let json = fs::read_to_string(work.path("out/palus.json")).unwrap();
            let json: Value = serde_json::from_str(&json).unwrap();
            let source = fs::read_to_string(work.path("out/java/demo/CheckoutPalusTest.java")).unwrap();
            (
                branches(&json, "demo.Checkout"),
                source,
                json["tests"]["passing"].as_u64(),
            )
        };
        let ([reached, all], source, _) = generate("");
        assert!(
            reached < all && !source.contains("GOLD-17"),
            "{reached} of {all}: {source}"
        );
        let ([reached, all], source, passing) = generate("--model run.palus");
        assert_eq!(reached, all, "JDK {}: {source}", jdk.feature);
        assert!(
            source.contains("// as recorded in CheckoutTest.partnersPayLess"),
            "{source}"
        );
        assert_eq!(Some(Console::run(&work, "out/java", jdk).passes()), passing);
    }
}
