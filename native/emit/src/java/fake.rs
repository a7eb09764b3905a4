//! Fakes: anonymous classes that say what they answer.

use std::collections::BTreeSet;

use palus_classes::{Implementable, Implemented, is_identifier};
use palus_sequence::{Answered, Literal, Operand, TypeId};

use super::body::Writer;
use super::code::{CONTINUED, Code, WIDTH, column, statement as lay};
use super::expression::{Expression, LAMBDA_PARAMETERS};
use super::imports::Stub;
use super::names::{self, simple_class_name};
use super::plan::{Holder, Variable};
use super::types::JType;

/// The indentation of the methods of a class whose object a variable gets, as google-java-format has it.
const IN_TEST: usize = 10;
/// The same of a member of the test class.
const IN_CLASS: usize = 4;

/// What no method declares (JLS 11.1.1).
const UNCHECKED: [&str; 2] = ["java.lang.RuntimeException", "java.lang.Error"];

/// A method, and what it answers where a test says so: always, or at first and from then on.
pub(super) type Said<'m> = (&'m Implemented, Vec<(&'m Answered, &'m Operand)>);

impl Writer<'_, '_, '_> {
    /// The declaration of a variable with an object of a class that has all the methods of an interface, or the abstract ones of a class.
    /// Those of which a test says nothing stand in a class for all tests of the file.
    pub(super) fn fake(
        &mut self,
        index: usize,
        interface: TypeId,
        answers: &[Answered],
        values: &[Operand],
    ) -> Result<(), String> {
        let Holder::Variable(Variable { name: variable, of, .. }) = &self.plan.holders[index].clone() else {
            return Ok(());
        };
        let interface = self.scope.symbols.type_name(interface);
        let implementable = self.scope.types.facts.implementable(&interface);
        let implementable = implementable.ok_or_else(|| format!("{interface} cannot be implemented by a test"))?;
        let methods = &implementable.methods;
        let said = |method: &Implemented| {
            let is_of_method = |(answered, _): &(&Answered, &Operand)| {
                let asked = self.scope.symbols.get(answered.method);
                (&*asked.name, &*asked.descriptor) == (method.name.as_str(), method.descriptor.as_str())
            };
            answers.iter().zip(values).filter(is_of_method).collect()
        };
        let mut bodies: Vec<Said<'_>> = methods.iter().map(|method| (method, said(method))).collect();
        if of.is_class(&interface) && self.is_mocked(index, &interface, &implementable, &bodies) {
            return self.mock(variable, &interface, &implementable, &bodies);
        }
        if implementable.by_name {
            let code = self.answering(&interface, &bodies)?;
            self.comment(bodies.iter().flat_map(|(_, said)| said.iter().copied()));
            let prefix = format!("{} {variable} = ", self.scope.raw_name(of)?);
            self.line(&prefix, &code);
            return Ok(());
        }
        let is_told_all = bodies.len() < 2 || bodies.iter().all(|(_, said)| !said.is_empty());
        let class = if is_told_all {
            self.scope.raw_name(&JType::class(&interface))?
        } else {
            bodies.retain(|(_, said)| !said.is_empty());
            self.stub(&interface, &implementable)?
        };
        let prefix = format!("{} {variable} = ", self.scope.raw_name(of)?);
        if bodies.is_empty() {
            // An abstract type has no constructor without a body.
            let body = if is_told_all { " {}" } else { "" };
            self.line(&prefix, &Code::Text(format!("new {class}(){body}")));
            return Ok(());
        }
        let bodies = self.bodies(&bodies, IN_TEST)?;
        let indent = " ".repeat(IN_TEST - 2);
        let text = format!(
            "    {}\n{indent}new {class}() {{\n{bodies}{indent}}};\n",
            prefix.trim_end()
        );
        self.body.text.push_str(&text);
        Ok(())
    }

    /// The class of the file whose objects answer null, zero or false; its name.
    fn stub(&mut self, interface: &str, implementable: &Implementable) -> Result<String, String> {
        self.body.stubs.insert(interface.to_owned());
        if let Some(stub) = self.scope.imports.stubs.get(interface) {
            return Ok(stub.name.clone());
        }
        let implemented = self.scope.raw_name(&JType::class(interface))?;
        let name = self
            .scope
            .imports
            .claim(&format!("{}Stub", simple_class_name(interface)));
        let methods = &implementable.methods;
        let methods: Vec<Said<'_>> = methods.iter().map(|method| (method, Vec::new())).collect();
        let extends = if implementable.extended.is_some() {
            "extends"
        } else {
            "implements"
        };
        let text = format!(
            "  /** Answers null, zero or false where a test says nothing else. */\n  \
             private static class {name} {extends} {implemented} {{\n{}  }}\n",
            self.bodies(&methods, IN_CLASS)?
        );
        let stub = Stub {
            name: name.clone(),
            text,
        };
        self.scope.imports.stubs.insert(interface.to_owned(), stub);
        Ok(name)
    }

    fn bodies(&mut self, methods: &[Said<'_>], indent: usize) -> Result<String, String> {
        let mut counters = BTreeSet::new();
        let mut bodies = Vec::new();
        for (method, said) in methods {
            bodies.push(self.implemented(method, said, indent, &mut counters)?);
        }
        Ok(bodies.join("\n"))
    }

    /// The method; in front of it what counts its calls, where it does not always answer the same, by a name that none of `counters` has.
    fn implemented(
        &mut self,
        method: &Implemented,
        said: &[(&Answered, &Operand)],
        indent: usize,
        counters: &mut BTreeSet<String>,
    ) -> Result<String, String> {
        let types = JType::parameters(&method.written).zip(JType::result(&method.written));
        let (parameters, result) = types.ok_or_else(|| format!("{} has a broken descriptor", method.name))?;
        let parameters: Vec<(String, &JType)> = self
            .parameters(method, &parameters)?
            .into_iter()
            .zip(&parameters)
            .collect();
        let mut declared = Vec::new();
        for (name, of) in &parameters {
            declared.push(Code::Text(format!("{} {name}", self.scope.raw_name(of)?)));
        }
        let mut thrown: Vec<JType> = Vec::new();
        let mut ends: Vec<(&str, Code)> = Vec::new();
        let is_asked = |(answered, _): &(&Answered, &Operand)| !answered.question.is_empty();
        let (asked, said): (Vec<_>, Vec<_>) = said.iter().copied().partition(is_asked);
        let mut questions = String::new();
        for asked in asked {
            questions.push_str(&self.asked(&parameters, &result, asked, indent + 2)?);
        }
        for (answered, value) in &said {
            let value = self.operand(value)?;
            if answered.throws {
                let value = self.throwable(value, &method.throws)?;
                if !thrown.contains(&value.of) {
                    thrown.push(value.of);
                }
                ends.push(("throw ", value.code));
            } else {
                ends.push(("return ", self.scope.converted(value, &result)?.code));
            }
        }
        if said.is_empty() {
            thrown = method.throws.iter().map(|class| JType::class(class)).collect();
            ends.extend(plainest(&result).map(|code| ("return ", Code::text(code))));
        }
        let clause = self.clause(&thrown)?;
        let inner = " ".repeat(indent);
        let head = format!("{}{} {}", modifier(method), self.scope.raw_name(&result)?, method.name);
        let signature = Code::Seq(vec![Code::Text(head), Code::Arguments(declared)]);
        // Laid out as a statement, which ends in a semicolon that is none here.
        let signature = lay(indent, "", &signature);
        let signature = with_clause(signature.trim_end_matches(';'), clause.as_deref(), indent);
        let mut field = String::new();
        let body = match &ends[..] {
            [] => " {}\n".to_owned(),
            [(keyword, code)] => format!(" {{\n{}\n{inner}}}\n", lay(indent + 2, keyword, code)),
            [first, then] => {
                let counter = self.counter(method, &parameters, counters)?;
                field = format!("{inner}private int {counter};\n\n");
                let within = " ".repeat(indent + 2);
                let lines = match said[..] {
                    [
                        (_, Operand::Literal(Literal::Boolean(true))),
                        (_, Operand::Literal(Literal::Boolean(false))),
                    ] => {
                        format!("{within}return {counter}++ == 0;")
                    }
                    [
                        (_, Operand::Literal(Literal::Boolean(false))),
                        (_, Operand::Literal(Literal::Boolean(true))),
                    ] => {
                        format!("{within}return {counter}++ > 0;")
                    }
                    _ => format!(
                        "{within}if ({counter}++ == 0) {{\n{}\n{within}}}\n{}",
                        lay(indent + 4, first.0, &first.1),
                        lay(indent + 2, then.0, &then.1)
                    ),
                };
                format!(" {{\n{lines}\n{inner}}}\n")
            }
            _ => return Err(format!("{} has more than two answers", method.name)),
        };
        let comment = self.recorded(said.iter().copied());
        let comment = comment.map_or_else(String::new, |comment| format!("{inner}  {comment}\n"));
        let body = body.replacen(" {\n", &format!(" {{\n{questions}{comment}"), 1);
        Ok(format!("{field}{inner}@Override\n{signature}{body}"))
    }

    /// A name for the number of calls of the method, which becomes one of the `counters`.
    fn counter(
        &self,
        method: &Implemented,
        parameters: &[(String, &JType)],
        counters: &mut BTreeSet<String>,
    ) -> Result<String, String> {
        let taken = self.taken();
        let base = format!("{}Calls", method.name);
        let mut names = std::iter::once(base.clone()).chain((2..100).map(|number| format!("{base}{number}")));
        let free = names.find(|name| {
            !taken.contains(name) && !counters.contains(name) && parameters.iter().all(|(known, _)| known != name)
        });
        let name = free.ok_or_else(|| format!("{base} is taken"))?;
        counters.insert(name.clone());
        Ok(name)
    }

    /// The names of the variables of the test.
    fn taken(&self) -> BTreeSet<&String> {
        let holders = self.plan.holders.iter().filter_map(|holder| match holder {
            Holder::Variable(variable) => Some(&variable.name),
            _ => None,
        });
        let lambdas = self.plan.lambdas.iter().map(|shared| &shared.name);
        holders.chain(lambdas).collect()
    }

    /// What a method throws, as one of those that it declares where the type of the variable says less.
    fn throwable(&mut self, value: Expression, declared: &[String]) -> Result<Expression, String> {
        let declared: Vec<JType> = declared.iter().map(|class| JType::class(class)).collect();
        let types = self.scope.types;
        let unchecked = UNCHECKED.map(JType::class);
        if unchecked
            .iter()
            .chain(&declared)
            .any(|class| types.is_strict(&value.of, class))
        {
            return Ok(value);
        }
        match declared.first() {
            Some(first) => self.scope.cast(value, first),
            None => Err(format!("{} is thrown where none is declared", value.of)),
        }
    }

    /// The names of the parameters: their own, else by their types, else letters; none that would hide a variable of the test.
    fn parameters(&self, method: &Implemented, types: &[JType]) -> Result<Vec<String>, String> {
        let taken = self.taken();
        let mut parameters: Vec<String> = Vec::new();
        for (at, of) in types.iter().enumerate() {
            let own = method.parameter_names.get(at).cloned().flatten();
            let by_type = (!of.is_primitive()).then(|| names::by_type(of));
            let mut names = own.into_iter().chain(by_type);
            let free = names.find(|name| {
                is_identifier(name) && names::is_telling(name) && !taken.contains(name) && !parameters.contains(name)
            });
            let letter = LAMBDA_PARAMETERS.get(at).map(|&letter| letter.to_owned());
            let name = free.or(letter);
            parameters.push(name.ok_or("a method that it implements has too many parameters")?);
        }
        Ok(parameters)
    }

    /// The clause for those of the exceptions that are checked and that the test can name.
    fn clause(&mut self, thrown: &[JType]) -> Result<Option<String>, String> {
        let types = self.scope.types;
        let unchecked = UNCHECKED.map(JType::class);
        let is_named =
            |one: &&JType| types.is_accessible(one) && !unchecked.iter().any(|class| types.is_strict(one, class));
        let names: Result<Vec<String>, String> = thrown
            .iter()
            .filter(is_named)
            .map(|one| self.scope.raw_name(one))
            .collect();
        let names = names?.join(", ");
        Ok((!names.is_empty()).then(|| format!("throws {names}")))
    }
}

/// The access that the method has where it is declared: no narrower one may override it (JLS 8.4.8.3).
fn modifier(method: &Implemented) -> &'static str {
    if method.access.is_public() {
        "public "
    } else if method.access.is_protected() {
        "protected "
    } else {
        ""
    }
}

/// Null, zero or false; nothing where nothing is returned.
fn plainest(result: &JType) -> Option<&'static str> {
    use palus_sequence::Primitive::{Boolean, Void};
    match result {
        JType::Primitive(Void) => None,
        JType::Primitive(Boolean) => Some("false"),
        JType::Primitive(_) => Some("0"),
        _ => Some("null"),
    }
}

/// The signature with what it throws, on a line of its own where there is no room behind it for that and the brace.
fn with_clause(signature: &str, clause: Option<&str>, indent: usize) -> String {
    const BRACE: usize = 2;
    match clause {
        Some(clause) if column(signature) + 1 + clause.chars().count() + BRACE > WIDTH => {
            format!("{signature}\n{}{clause}", " ".repeat(indent + CONTINUED))
        }
        Some(clause) => format!("{signature} {clause}"),
        None => signature.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_that_throws_much_says_so_on_a_line_of_its_own() {
        let many = "throws RollbackException, HeuristicMixedException, HeuristicRollbackException";
        let commit = "    public void commit()";
        assert_eq!(
            with_clause(commit, Some("throws E"), 4),
            "    public void commit() throws E"
        );
        assert_eq!(with_clause(commit, None, 4), commit);
        let broken = with_clause(commit, Some(many), 4);
        assert_eq!(broken, format!("{commit}\n        {many}"));
    }
}
