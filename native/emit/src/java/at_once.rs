//! Failing tests of two calls at once: rounds, in each of which two threads make the calls, until they come in each other's way.

use palus_sequence::work::KeptTest;
use palus_sequence::{AtOnce, Demand};

use super::body::{INDENT, Writer};
use super::code::Code;
use super::types::JType;

/// How many rounds: what takes a change of threads between two instructions shows in one of some hundred.
const ROUNDS: &str = "10_000";
/// The same where they have to end in time, on a slow machine too; two that each hold a lock meet sooner.
const ROUNDS_IN_TIME: &str = "2_000";
/// What the variables of a round are called.
const NAMES: [&str; 3] = ["round", "begun", "other"];

/// What the test demands of two calls at once.
pub(super) fn demanded(test: &KeptTest) -> Option<&AtOnce> {
    match test.violates.as_ref().map(|violation| &violation.demand) {
        Some(Demand::AtOnce(demand)) => Some(demand),
        _ => None,
    }
}

/// The names that other variables of the test cannot have.
pub(super) fn reserved(test: &KeptTest) -> impl Iterator<Item = String> {
    let names = demanded(test).map(|_| NAMES.map(str::to_owned));
    names.into_iter().flatten()
}

impl Writer<'_, '_, '_> {
    /// The start of a round; what makes the objects stands behind it.
    pub(super) fn begin_rounds(&mut self, demand: &AtOnce) -> Result<(), String> {
        if let AtOnce::End { seconds } = demand
            && !self.junit.is_four()
        {
            let limit = self.scope.seconds(*seconds)?;
            let assertion = self.scope.assertion(self.junit, "assertTimeoutPreemptively");
            self.body.assertions += 1;
            self.open(&format!("{assertion}({limit}, () -> {{"));
        }
        let rounds = match demand {
            AtOnce::End { .. } => ROUNDS_IN_TIME,
            AtOnce::Return | AtOnce::ThenGives(_) => ROUNDS,
        };
        self.open(&format!("for (int round = 0; round < {rounds}; round++) {{"));
        Ok(())
    }

    /// The calls `first` and `second` by two threads, what is asserted behind them, and the end of the round.
    pub(super) fn meet(
        &mut self,
        demand: &AtOnce,
        [first, second]: [Code; 2],
        assertion: Option<Code>,
    ) -> Result<(), String> {
        let counter = self
            .scope
            .name(&JType::class("java.util.concurrent.atomic.AtomicInteger"))?;
        let task = self.scope.name(&JType::class("java.util.concurrent.FutureTask"))?;
        self.line("", &Code::Text(format!("{counter} begun = new {counter}()")));
        self.open(&format!("{task}<?> other = new {task}<>(() -> {{"));
        self.wait_for_both();
        self.line("", &second);
        self.line("", &Code::text("return null"));
        self.close("});");
        self.line("", &Code::text("new Thread(other).start()"));
        self.wait_for_both();
        self.line("", &first);
        self.line("", &Code::text("other.get()"));
        if let Some(assertion) = assertion {
            self.assertion_line(&assertion);
        }
        self.close("}");
        match demand {
            // JUnit 4 has no assertion for it: there the annotation says how long the test may take.
            AtOnce::End { seconds } if self.junit.is_four() => {
                self.body.annotated = Some(format!("timeout = {seconds}_000"));
            }
            AtOnce::End { .. } => self.close("});"),
            AtOnce::Return | AtOnce::ThenGives(_) => {}
        }
        self.body.throws = self.body.throws.max(Some("Exception"));
        Ok(())
    }

    /// Has each of the two threads wait until the other is there: by a sleep one of them would come too late.
    fn wait_for_both(&mut self) {
        self.line("", &Code::text("begun.incrementAndGet()"));
        self.open("while (begun.get() < 2) {");
        self.raw_line("// The other one is about to come.");
        self.close("}");
    }

    /// Has the lines from here on be indented further.
    pub(super) fn open(&mut self, text: &str) {
        self.raw_line(text);
        self.indent += INDENT / 2;
    }

    /// Behind the last of these.
    pub(super) fn close(&mut self, text: &str) {
        self.indent -= INDENT / 2;
        self.raw_line(text);
    }

    fn raw_line(&mut self, text: &str) {
        self.body.text.push_str(&" ".repeat(self.indent));
        self.body.text.push_str(text);
        self.body.text.push('\n');
    }
}
