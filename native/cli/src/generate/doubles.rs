//! Whether Mockito makes objects of interfaces where the tests are checked.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use palus_emit::java::{Doubles, JUnit};
use palus_sequence::Statement;
use palus_sequence::work::WorkResult;
use palus_supervise::{Jdk, OwnTests, Round, TestVerdict, Verifier, run_all};

use crate::progress::Reporter;

const CLASS: &str = "MockitoProbe";
const METHOD: &str = "answers";

/// A test that passes where Mockito works; `@Test` stands for the annotation.
const SOURCE: &str = r#"import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

public class MockitoProbe {
  interface Asked {
    String answer(Object question);
  }

  @Test
  public void answers() {
    Asked asked = mock(Asked.class);
    when(asked.answer(any())).thenReturn("a");
    if (!"a".equals(asked.answer(null))) {
      throw new AssertionError();
    }
  }
}
"#;

/// How long it may take to make its first mock, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whether a test that was found has a fake.
pub(super) fn has_fakes(results: &[WorkResult]) -> bool {
    let tests = results.iter().flat_map(|result| &result.tests);
    let mut statements = tests.flat_map(|test| &test.sequence.statements);
    statements.any(|statement| matches!(statement, Statement::Fake { .. }))
}

/// Whether Mockito makes the fakes of what was found; `None` where there is no Mockito or no fake. To try it takes seconds of all processors, so that it is
/// not done beside a search, and once for a version of it.
pub(super) fn mocks(verifier: &Verifier, junit: JUnit, other: Option<&Jdk>, results: &[WorkResult]) -> Option<bool> {
    verifier.mockito.as_ref()?;
    if !has_fakes(results) {
        return None;
    }
    let note = verifier.note_of_mockito(other);
    if note.as_ref().is_some_and(|note| note.exists()) {
        return Some(true);
    }
    let verifier = Verifier {
        patience: PATIENCE,
        until: None,
        ..verifier.clone()
    };
    let works = works(&verifier, junit, other).unwrap_or(false);
    // That it does not work may be this machine's fault today. Without a note it is tried again.
    if let Some(note) = note.filter(|_| works) {
        let _ = fs::write(note, "");
    }
    Some(works)
}

/// Whether the probe passes in all surroundings of a suite, and prints nothing.
fn works(verifier: &Verifier, junit: JUnit, other: Option<&Jdk>) -> anyhow::Result<bool> {
    let folder = verifier.scratch.join("mockito");
    let (sources, classes) = (folder.join("sources"), folder.join("classes"));
    fs::create_dir_all(&sources)?;
    let annotation = match junit {
        JUnit::Five => "@org.junit.jupiter.api.Test",
        JUnit::Four | JUnit::BeforeFour13 => "@org.junit.Test",
    };
    let source = SOURCE.replace("@Test", annotation);
    fs::write(sources.join(CLASS).with_extension("java"), source)?;
    let compiled = verifier.compile(&sources, &classes)?;
    if !compiled.faults.is_empty() || !compiled.refusals.is_empty() {
        return Ok(false);
    }
    let rounds = Round::usual(other);
    let passes = |round: &Round| passes(verifier, &classes, round);
    Ok(run_all(&rounds, rounds.len(), |_, round| passes(round))
        .into_iter()
        .all(|passed| passed))
}

fn passes(verifier: &Verifier, classes: &Path, round: &Round) -> bool {
    let line = if round.is_alone() {
        format!("{CLASS}\t{METHOD}")
    } else {
        CLASS.to_owned()
    };
    let report = verifier.run(classes, &[vec![line]], &[], round);
    report.is_ok_and(|report| {
        let mut tests = report.tests.iter();
        tests.len() == 1 && tests.all(|test| test.verdict == TestVerdict::Passed && !test.printed)
    })
}

/// The verifier without Mockito where that does not work, which is said, or where neither the generated tests nor the project's `own` may need it.
pub(super) fn suited(verifier: Verifier, mocks: Option<bool>, own: Option<&OwnTests>, reporter: &Reporter) -> Verifier {
    if mocks == Some(false) {
        reporter.warn(
            "Mockito does not work where the tests are checked, so these have classes of their own in its place; --doubles plain has them without trying",
        );
    }
    let is_needed = mocks.unwrap_or(own.is_some());
    Verifier {
        mockito: verifier.mockito.filter(|_| is_needed),
        ..verifier
    }
}

/// How objects of interfaces are written; `mocks` says whether by Mockito, but for the tests that are written by hand.
pub(super) fn of(mocks: bool, by_hand: &BTreeSet<usize>) -> Doubles<'_> {
    if mocks {
        Doubles::Mockito { except: by_hand }
    } else {
        Doubles::Plain
    }
}
