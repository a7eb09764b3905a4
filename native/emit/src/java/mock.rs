//! Fakes in the words of Mockito.

use palus_classes::{Implementable, Implemented};
use palus_sequence::{Answered, MethodKind, Operand, Primitive, Statement};

use super::body::Writer;
use super::code::Code;
use super::fake::Said;
use super::names::capitalised;
use super::types::JType;

/// The class whose static methods make mocks.
const MOCKITO: &str = "org.mockito.Mockito";
/// The class whose static methods stand for any argument.
const MATCHERS: &str = "org.mockito.ArgumentMatchers";
/// What Mockito answers by the arguments where nothing is said.
const COMPARE: &str = "compareTo";

impl Writer<'_, '_, '_> {
    /// Whether Mockito makes the object. What extends an abstract class has its constructor and its other methods, which a mock has not. What a test
    /// calls a method on is what it tests.
    pub(super) fn is_mocked(
        &self,
        index: usize,
        interface: &str,
        implementable: &Implementable,
        methods: &[Said<'_>],
    ) -> bool {
        let can_say = |(method, said): &Said<'_>| {
            if said.is_empty() {
                method.name != COMPARE
            } else {
                // How many arguments a matcher stands for there differs from release to release.
                !self.is_varargs(interface, method)
            }
        };
        self.mocks && implementable.extended.is_none() && !self.is_receiver(index) && methods.iter().all(can_say)
    }

    /// Whether a method is called on the value of the statement.
    fn is_receiver(&self, index: usize) -> bool {
        let symbols = self.scope.symbols;
        self.test.sequence.statements[index..].iter().any(|statement| {
            let Statement::Call { method, operands } = statement else {
                return false;
            };
            let receiver = matches!(operands.first(), Some(Operand::Var(var)) if var.index() == index);
            receiver && symbols.get(*method).kind == MethodKind::Instance
        })
    }

    fn is_varargs(&self, interface: &str, method: &Implemented) -> bool {
        let facts = self.scope.types.facts;
        let facts = facts.method(interface, &method.name, &method.descriptor);
        facts.is_some_and(|facts| facts.is_varargs)
    }

    /// The declaration of a variable with a mock of the interface, and what it is told.
    pub(super) fn mock(
        &mut self,
        variable: &str,
        interface: &str,
        implementable: &Implementable,
        methods: &[Said<'_>],
    ) -> Result<(), String> {
        self.body.mocks = true;
        let of = JType::class(interface);
        let mut arguments = vec![Code::Text(format!("{}.class", self.scope.name(&of)?))];
        // Of the default methods of a large interface hardly one is called.
        if implementable.has_defaults && !implementable.by_name {
            self.scope.imports.use_static(MOCKITO, "CALLS_REAL_METHODS");
            arguments.push(Code::text("CALLS_REAL_METHODS"));
        }
        let prefix = format!("{} {variable} = ", self.scope.raw_name(&of)?);
        let made = self.bare(MOCKITO, "mock", arguments);
        self.line(&prefix, &made);
        for (method, said) in methods.iter().filter(|(_, said)| !said.is_empty()) {
            // What is told last comes first.
            let is_asked = |(answered, _): &(&Answered, &Operand)| !answered.question.is_empty();
            let (asked, always): (Vec<_>, Vec<_>) = said.iter().copied().partition(is_asked);
            let groups = (!always.is_empty()).then_some(always).into_iter();
            for said in groups.chain(asked.into_iter().map(|asked| vec![asked])) {
                self.comment(said.iter().copied());
                let told = self.told(variable, interface, method, &said)?;
                self.line("", &told);
            }
            let thrown = self.scope.types.declared_throwable(&method.throws);
            self.body.throws = self.body.throws.max(thrown);
        }
        Ok(())
    }

    /// A call of a static method that is imported.
    fn bare(&mut self, class: &str, method: &str, arguments: Vec<Code>) -> Code {
        self.scope.imports.use_static(class, method);
        Code::call(method, arguments)
    }

    /// What the method of the mock answers to a question, or whatever it is given.
    fn told(
        &mut self,
        variable: &str,
        interface: &str,
        method: &Implemented,
        said: &[(&Answered, &Operand)],
    ) -> Result<Code, String> {
        let broken = || format!("{} has a broken descriptor", method.name);
        let result = JType::result(&method.written).ok_or_else(broken)?;
        let question = said.first().filter(|(answered, _)| !answered.question.is_empty());
        let any = match question {
            Some((answered, _)) => {
                let parameters = JType::parameters(&method.written).ok_or_else(broken)?;
                self.question(&parameters, answered)?
            }
            None => self.any(interface, method)?,
        };
        if result.is(Primitive::Void) {
            let mut parts = Vec::new();
            for (_, value) in said {
                let thrown = self.operand(value)?.code;
                let head = if parts.is_empty() {
                    self.bare(MOCKITO, "doThrow", vec![thrown])
                } else {
                    Code::call(".doThrow", vec![thrown])
                };
                parts.push(head);
            }
            let told = Code::Chain(parts).called("when", Code::Arguments(vec![Code::text(variable)]));
            return Ok(told.called(&method.name, Code::Arguments(any)));
        }
        let asked = Code::call(format!("{variable}.{}", method.name), any);
        let asked = self.bare(MOCKITO, "when", vec![asked]);
        self.answered(asked, said, &result)
    }

    /// `asked.thenReturn(value)` or `asked.thenThrow(exception)`, one behind the other where there is more.
    fn answered(&mut self, asked: Code, said: &[(&Answered, &Operand)], result: &JType) -> Result<Code, String> {
        let mut values = Vec::new();
        for (answered, value) in said {
            let value = self.operand(value)?;
            if answered.throws {
                values.push(value.code);
            } else if result.is_primitive() && value.of != *result {
                // It becomes an object of this very class.
                values.push(self.scope.cast(value, result)?.code);
            } else {
                values.push(self.scope.converted(value, result)?.code);
            }
        }
        // Null and arrays among several would be taken for an array of answers.
        if result.is_primitive() && said.iter().all(|(answered, _)| !answered.throws) {
            return Ok(asked.called("thenReturn", Code::Arguments(values)));
        }
        Ok(said.iter().zip(values).fold(asked, |told, ((answered, _), value)| {
            let head = if answered.throws { "thenThrow" } else { "thenReturn" };
            told.called(head, Code::Arguments(vec![value]))
        }))
    }

    /// What stands for any arguments of the method, and for null too; by their classes where others of its name take as many.
    fn any(&mut self, interface: &str, method: &Implemented) -> Result<Vec<Code>, String> {
        let broken = || format!("{} has a broken descriptor", method.name);
        let parameters = JType::parameters(&method.written).ok_or_else(broken)?;
        let overloads = self.scope.types.facts.overloads(interface, &method.name);
        let as_many = |descriptor: &&String| {
            let others = JType::parameters(descriptor);
            others.is_some_and(|others| others.len() == parameters.len())
        };
        let is_overloaded = overloads.iter().filter(as_many).count() > 1;
        let mut matchers = Vec::new();
        for of in &parameters {
            matchers.push(match of {
                JType::Primitive(primitive) => {
                    let name = format!("any{}", capitalised(primitive.keyword()));
                    self.bare(MATCHERS, &name, Vec::new())
                }
                of if is_overloaded => {
                    let class = Code::Text(format!("{}.class", self.scope.name(of)?));
                    self.bare(MATCHERS, "nullable", vec![class])
                }
                _ => self.bare(MATCHERS, "any", Vec::new()),
            });
        }
        Ok(matchers)
    }
}
