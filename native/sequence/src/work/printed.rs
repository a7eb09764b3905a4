//! Tests that catch what they print, to assert it.

use super::KeptTest;
use crate::{
    BadDescriptor, JavaString, Literal, MethodId, MethodKind, Operand, Outcome, Sequence, Statement, Symbols, Var,
};

const SYSTEM: &str = "java.lang.System";
const REDIRECT: (&str, &str) = ("setOut", "(Ljava/io/PrintStream;)V");

/// What a sequence is put between so that it shows what it prints: before it the standard output becomes a stream into bytes, and behind it
/// what it was, and their text is looked at.
#[derive(Clone, Debug)]
pub struct Capture {
    before: Sequence,
    redirect: MethodId,
    printed: MethodId,
    separator: MethodId,
    replace: MethodId,
}

impl Capture {
    /// Statements behind the sequence: that the standard output is what it was, the text of the bytes, the separator of lines, and the text
    /// with line feeds for that.
    const BEHIND: u16 = 4;
    /// The bytes, in the caught sequence.
    const BYTES: Var = Var(1);

    /// With the methods that it takes; never an error, for their descriptors are sound.
    pub fn new(symbols: &mut Symbols) -> Result<Self, BadDescriptor> {
        let bytes = "java.io.ByteArrayOutputStream";
        let out = symbols.field(SYSTEM, "out", "Ljava/io/PrintStream;")?;
        let to_bytes = symbols.method(bytes, "<init>", "()V", MethodKind::Constructor)?;
        let (stream, of_stream) = ("java.io.PrintStream", "(Ljava/io/OutputStream;)V");
        let to_stream = symbols.method(stream, "<init>", of_stream, MethodKind::Constructor)?;
        let redirect = symbols.method(SYSTEM, REDIRECT.0, REDIRECT.1, MethodKind::Static)?;
        let text = "()Ljava/lang/String;";
        let texts = "(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Ljava/lang/String;";
        let call = |method: MethodId, operands: &[Var]| Statement::Call {
            method,
            operands: operands.iter().copied().map(Operand::Var).collect(),
        };
        Ok(Self {
            before: Sequence {
                statements: vec![
                    Statement::StaticField { field: out },
                    call(to_bytes, &[]),
                    call(to_stream, &[Self::BYTES]),
                    call(redirect, &[Var(2)]),
                ],
            },
            redirect,
            printed: symbols.method(bytes, "toString", text, MethodKind::Instance)?,
            separator: symbols.method(SYSTEM, "lineSeparator", text, MethodKind::Static)?,
            replace: symbols.method("java.lang.String", "replace", texts, MethodKind::Instance)?,
        })
    }

    /// The sequence between that; the last statement gives the text.
    pub fn of(&self, sequence: &Sequence) -> Sequence {
        let mut caught = self.before.clone();
        caught.append(sequence);
        let mut call = |method: MethodId, operands: Vec<Operand>| caught.push(Statement::Call { method, operands });
        call(self.redirect, vec![Operand::Var(Var(0))]);
        let printed = call(self.printed, vec![Operand::Var(Self::BYTES)]);
        let separator = call(self.separator, Vec::new());
        let feed = Operand::Literal(Literal::String(JavaString::from("\n")));
        call(self.replace, vec![Operand::Var(printed), Operand::Var(separator), feed]);
        caught
    }
}

impl KeptTest {
    /// Has the test assert what it prints and nothing else, by its sequence between a [`Capture`] and what that did.
    pub fn assert_printed(&mut self, caught: Sequence, outcomes: Vec<Outcome>) {
        let end = caught.len() as u16;
        let before = end - Capture::BEHIND - self.sequence.len() as u16;
        for position in self.acts.iter_mut().chain(&mut self.asked) {
            *position += before;
        }
        self.acts.push(end - Capture::BEHIND);
        self.asserted = vec![end - 1];
        self.observers += Capture::BEHIND;
        self.sequence = caught;
        self.outcomes = outcomes;
    }

    /// The position of the first statement behind what the test prints, if it catches that.
    pub fn catches_until(&self, symbols: &Symbols) -> Option<usize> {
        let redirect = symbols.find_method(SYSTEM, REDIRECT.0, REDIRECT.1)?;
        let is_redirect =
            |statement: &Statement| matches!(statement, Statement::Call { method, .. } if *method == redirect);
        self.sequence.statements.iter().rposition(is_redirect)
    }

    /// The position of the bytes that it catches that in.
    pub fn catches_into(&self, symbols: &Symbols) -> Option<usize> {
        self.catches_until(symbols).map(|_| Capture::BYTES.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    #[test]
    fn a_test_that_catches_what_it_prints_is_about_the_same_call_as_before() {
        let mut symbols = Symbols::default();
        let print = symbols.method("demo.A", "print", "()V", MethodKind::Static).unwrap();
        let statement = Statement::Call {
            method: print,
            operands: vec![],
        };
        let mut test = KeptTest {
            sequence: Sequence {
                statements: vec![statement.clone(); 3],
            },
            outcomes: vec![Outcome::Returned(Value::Void); 3],
            observers: 1,
            acts: vec![2],
            ..KeptTest::default()
        };
        assert_eq!((test.focus(), test.catches_until(&symbols)), (Some(1), None));
        let caught = Capture::new(&mut symbols).unwrap().of(&test.sequence);
        let outcomes = vec![Outcome::Returned(Value::Void); caught.len()];
        test.assert_printed(caught, outcomes);
        assert_eq!((test.focus(), test.catches_until(&symbols)), (Some(5), Some(7)));
        let into = &test.sequence.statements[test.catches_into(&symbols).unwrap()];
        let bytes = into.value_type(&mut symbols);
        assert_eq!(symbols.type_name(bytes), "java.io.ByteArrayOutputStream");
        assert_eq!(
            (test.acts.as_slice(), test.asserted.as_slice(), test.observers),
            ([6, 7].as_slice(), [10].as_slice(), 5)
        );
        assert_eq!(test.sequence.statements[5], statement);
        // What restores the output stays when nothing is asserted any longer.
        test.asserted.clear();
        test.drop_idle_observers();
        assert_eq!((test.sequence.len(), test.catches_until(&symbols)), (8, Some(7)));
    }
}
