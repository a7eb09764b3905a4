//! What runs workers, and what compiles and runs the tests.

use std::path::{Path, PathBuf};

use palus_classes::TypeFacts;
use palus_emit::java::JUnit;
use palus_supervise::{Compiler, Jdk, Verifier, Workshop};

use super::options::GenerateOptions;
use crate::artefacts::Jars;

/// What the tests are written for, in the version that is on the class path.
pub(super) fn framework(asked: JUnit, facts: &dyn TypeFacts) -> JUnit {
    let assertions = "org.junit.Assert";
    let is_old = || facts.class(assertions).is_some() && facts.overloads(assertions, "assertThrows").is_empty();
    match asked {
        JUnit::Four if is_old() => JUnit::BeforeFour13,
        asked => asked,
    }
}

/// Whether the `JUnit` 5 that the tests are compiled with can run tests beside no others: ours can, the one of the class path may be older.
pub(super) fn can_isolate(facts: &dyn TypeFacts) -> bool {
    let has = |class| facts.class(class).is_some();
    !has("org.junit.jupiter.api.Test") || has("org.junit.jupiter.api.parallel.Isolated")
}

/// What runs workers.
pub(super) fn workshop(
    options: &GenerateOptions,
    (jdk, jars): (&Jdk, &Jars),
    scratch: &Path,
    library: &Path,
) -> Workshop {
    Workshop {
        jdk: jdk.clone(),
        library: library.to_path_buf(),
        agent_jar: jars.agent.clone(),
        scratch: scratch.to_path_buf(),
        sandboxed: options.sandbox,
        passed_env: options.passed_env.clone(),
    }
}

/// The code under test: what the tests have of Mockito does not belong to it.
fn without_mockito(options: &GenerateOptions) -> Vec<PathBuf> {
    let is_mockitos = |entry: &&PathBuf| {
        options
            .mockito
            .as_ref()
            .is_some_and(|mockito| mockito.jars.contains(entry))
    };
    let entries = options.class_path.iter();
    entries.filter(|entry| !is_mockitos(entry)).cloned().collect()
}

/// What compiles and runs the tests.
pub(super) fn verifier(
    options: &GenerateOptions,
    (jdk, jars): (Jdk, Jars),
    scratch: &Path,
    library: PathBuf,
    refused_jars: Vec<PathBuf>,
) -> Verifier {
    Verifier {
        jdk,
        verify_jar: jars.verify,
        junit: jars.junit,
        class_path: without_mockito(options),
        mockito: options.mockito.clone(),
        refused_jars,
        scratch: scratch.to_path_buf(),
        patience: options.patience(),
        until: None,
        compiler: Compiler {
            release: options.release,
            arguments: options.javac_args.clone(),
        },
        sandbox: options.sandbox.then_some(library),
        passed_env: options.passed_env.clone(),
        class_data: jars.class_data,
    }
}
