//! The body of one test method.

use std::collections::BTreeSet;

use palus_sequence::work::KeptTest;
use palus_sequence::{AtOnce, Demand, Literal, MethodKind, Operand, Outcome, Statement, Value, Violation};

use super::at_once;
use super::code::{Code, statement as lay};
use super::expression::{Expression, Scope, member};
use super::plan::{self, Holder, Plan, value_type};
use super::types::JType;
use super::{JUnit, Style, Told};

/// The indentation of a statement of a test.
pub(super) const INDENT: usize = 4;

/// A finished body.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// The statements, laid out and indented, with line ends.
    pub(super) text: String,
    /// `Exception` or `Throwable`, when calls of it declare checked exceptions.
    pub(super) throws: Option<&'static str>,
    /// How many assertions it makes.
    pub(super) assertions: usize,
    /// What its annotation says, without the parentheses.
    pub(super) annotated: Option<String>,
    /// Whether Mockito makes objects for it.
    pub(super) mocks: bool,
    /// The interfaces whose [`Stub`](super::imports::Stub) it uses.
    pub(super) stubs: BTreeSet<String>,
}

/// Writes the body, or says why it cannot be written; `mocks` says whether Mockito makes what it can of the objects of interfaces.
pub(super) fn body(scope: &mut Scope, style: &Style, mocks: bool, test: &KeptTest) -> Result<Body, String> {
    let plan = plan::plan(scope.symbols, scope.types, test)?;
    let demanded_from = match &test.violates {
        Some(violation) => violation.demanded_from(test.sequence.len()),
        None => test.sequence.len(),
    };
    let mut writer = Writer {
        scope,
        junit: style.junit,
        mocks,
        told: style.told,
        test,
        plan,
        body: Body::default(),
        indent: INDENT,
    };
    if let Some(demand) = at_once::demanded(test) {
        writer.begin_rounds(demand)?;
    }
    for index in 0..demanded_from {
        writer.statement(index)?;
        // It ends where what the annotation expects is thrown; behind that stand only questions, which it does without.
        if writer.body.annotated.is_some() {
            break;
        }
    }
    if let Some(violation) = &test.violates {
        writer.demand(violation, demanded_from)?;
    }
    if writer.body.text.is_empty() {
        return Err("nothing of it is left to be called".to_owned());
    }
    Ok(writer.body)
}

/// Writes statements that give an object: the one element of the array that the test's last statement is. All others returned.
pub(super) fn builder(scope: &mut Scope, test: &KeptTest) -> Result<Body, String> {
    let plan = plan::plan(scope.symbols, scope.types, test)?;
    let Some((Statement::Array { elements, .. }, before)) = test.sequence.statements.split_last() else {
        return Err("nothing of it is left to be given".to_owned());
    };
    let mut writer = Writer {
        scope,
        junit: JUnit::default(),
        mocks: false,
        told: &Told::NOTHING,
        test,
        plan,
        body: Body::default(),
        indent: INDENT,
    };
    for index in 0..before.len() {
        writer.statement(index)?;
    }
    for object in elements {
        let object = writer.operand(object)?;
        writer.line("return ", &object.code);
    }
    Ok(writer.body)
}

pub(super) struct Writer<'w, 's, 'a> {
    pub(super) scope: &'w mut Scope<'s, 'a>,
    pub(super) junit: JUnit,
    pub(super) mocks: bool,
    pub(super) told: &'w Told,
    pub(super) test: &'w KeptTest,
    pub(super) plan: Plan,
    pub(super) body: Body,
    /// Of the next line.
    pub(super) indent: usize,
}

impl Writer<'_, '_, '_> {
    fn statement(&mut self, index: usize) -> Result<(), String> {
        let test = self.test;
        self.declare_lambdas(index)?;
        let statement = &test.sequence.statements[index];
        if let Statement::Fake {
            interface,
            answers,
            values,
        } = statement
        {
            return self.fake(index, *interface, answers, values);
        }
        // What threw made nothing, so only questions that nothing builds on can stand behind it.
        let may_throw = test.focus().is_some_and(|focus| index >= focus);
        match test.outcomes.get(index) {
            Some(Outcome::Returned(value)) => self.returned(index, statement, value),
            Some(Outcome::Threw { class, .. }) if may_throw => {
                let thrown = JType::of(self.scope.symbols, *class);
                self.threw(statement, &thrown)
            }
            _ => Err(format!("statement {index} did not end by itself")),
        }
    }

    /// The variables of the lambdas that this statement is the first to use.
    fn declare_lambdas(&mut self, index: usize) -> Result<(), String> {
        let shared = self.plan.lambdas.iter().filter(|shared| shared.from == index);
        for shared in shared.cloned().collect::<Vec<_>>() {
            let (of, code) = self.scope.lambda(&shared.lambda)?;
            let prefix = format!("{} {} = ", self.scope.raw_name(&of)?, shared.name);
            self.line(&prefix, &code);
        }
        Ok(())
    }

    fn returned(&mut self, index: usize, statement: &Statement, value: &Value) -> Result<(), String> {
        let checked = self.checked(index, statement, value);
        match self.plan.holders[index].clone() {
            Holder::InPlace if !checked => Ok(()),
            Holder::InPlace | Holder::Nobody => {
                let expression = self.expression(statement)?;
                self.note_throws(statement);
                let assertion = if checked {
                    self.assertion(expression.clone(), value)
                } else {
                    None
                };
                match assertion {
                    Some(assertion) => self.assertion_line(&assertion),
                    None if !matches!(statement, Statement::Call { .. }) => {}
                    None if self.has_nothing_but(index) => self.completes(expression.code),
                    None => self.line("", &expression.code),
                }
                Ok(())
            }
            Holder::Variable(variable) => {
                let expression = self.expression(statement)?;
                let expression = self.scope.converted(expression, &variable.of)?;
                self.note_throws(statement);
                let prefix = format!("{} {} = ", self.scope.variable_type(&variable)?, variable.name);
                self.line(&prefix, &initialiser(expression.code, statement));
                if checked && let Some(assertion) = self.assertion(Expression::variable(&variable), value) {
                    self.assertion_line(&assertion);
                }
                Ok(())
            }
        }
    }

    /// Whether the value is to be asserted. A test with nothing to assert at least sees that its last call returned an
    /// object. In a failing test only what its demand rests on is.
    fn checked(&self, index: usize, statement: &Statement, value: &Value) -> bool {
        let is_last = index + 1 == self.test.sequence.len();
        if matches!(statement, Statement::Array { .. }) || self.is_constructed(statement, value) {
            return false;
        }
        if let Some(violation) = &self.test.violates {
            return violation.is_given(index, self.test.sequence.len());
        }
        if self.test.asserted.iter().any(|&at| usize::from(at) == index) {
            return true;
        }
        let reference =
            !matches!(value, Value::Void | Value::Null) && !value_type(self.scope.symbols, statement).is_primitive();
        is_last && self.test.asserted.is_empty() && reference
    }

    /// Whether all that a passing test shows is that its last call, this one, returns.
    fn has_nothing_but(&self, index: usize) -> bool {
        index + 1 == self.test.sequence.len() && self.test.violates.is_none() && self.body.assertions == 0
    }

    /// `JUnit` 4 has no assertion for it.
    fn completes(&mut self, call: Code) {
        if self.junit.is_four() {
            return self.line("", &call);
        }
        let lambda = Code::Seq(vec![Code::text("() -> "), call]);
        let assertion = self.scope.assert(self.junit, "assertDoesNotThrow", vec![lambda]);
        self.assertion_line(&assertion);
    }

    /// `new` never gives null: there is nothing to assert.
    fn is_constructed(&self, statement: &Statement, value: &Value) -> bool {
        let Statement::Call { method, .. } = statement else {
            return false;
        };
        let constructor = self.scope.symbols.get(*method).kind == MethodKind::Constructor;
        constructor && matches!(value, Value::Object { .. })
    }

    fn assertion(&mut self, actual: Expression, value: &Value) -> Option<Code> {
        let asserted = self.test.violates.is_some() || !self.test.asserted.is_empty();
        match value {
            _ if asserted => self.scope.asserted(self.junit, actual, value),
            _ => Some(self.scope.assert(self.junit, "assertNotNull", vec![actual.code])),
        }
    }

    fn threw(&mut self, statement: &Statement, thrown: &JType) -> Result<(), String> {
        let Statement::Call { .. } = statement else {
            return Err("what threw is no call".to_owned());
        };
        let call = self.expression(statement)?;
        if self.junit == JUnit::BeforeFour13 {
            self.note_throws(statement);
        }
        self.throws(call.code, thrown)
    }

    /// That a call throws that, or the nearest of its superclasses that a test can name.
    fn throws(&mut self, call: Code, thrown: &JType) -> Result<(), String> {
        let nameable = self.scope.types.nameable(thrown);
        let throwable = JType::class("java.lang.Throwable");
        let named = nameable
            .iter()
            .find(|one| self.scope.types.is_strict(one, &throwable))
            .unwrap_or(&throwable);
        let class = format!("{}.class", self.scope.name(named)?);
        if self.junit == JUnit::BeforeFour13 {
            self.body.annotated = Some(format!("expected = {class}"));
            self.body.assertions += 1;
            self.line("", &call);
            return Ok(());
        }
        let class = Code::Text(class);
        let lambda = Code::Seq(vec![Code::text("() -> "), call]);
        let assertion = self.scope.assert(self.junit, "assertThrows", vec![class, lambda]);
        self.assertion_line(&assertion);
        Ok(())
    }

    /// What a failing test demands of its last statements, from `from` on.
    fn demand(&mut self, violation: &Violation, from: usize) -> Result<(), String> {
        let test = self.test;
        let mut values = Vec::new();
        for (index, statement) in test.sequence.statements.iter().enumerate().skip(from) {
            self.declare_lambdas(index)?;
            values.push(self.expression(statement)?);
            self.note_throws(statement);
        }
        let Some(last) = values.pop() else {
            return Err("nothing of it is left to be called".to_owned());
        };
        let before = values.pop();
        if let Demand::AtOnce(demand) = &violation.demand {
            return self.at_once(demand, (values.pop(), before, last));
        }
        match (&violation.demand, before) {
            (Demand::Ends { seconds }, _) => self.ends(*seconds, last)?,
            (Demand::Gives(value), _) => {
                let assertion = self.scope.asserted(self.junit, last, value);
                let assertion = assertion.ok_or("what it should have returned cannot be written down")?;
                self.assertion_line(&assertion);
            }
            (Demand::Throws(class), _) => self.throws(last.code, &JType::class(class))?,
            (Demand::GivesAnObject, _) => {
                let assertion = self.scope.assert(self.junit, "assertNotNull", vec![last.code]);
                self.assertion_line(&assertion);
            }
            (Demand::Sign(sign), _) => self.equal(Code::Text(sign.to_string()), signum(last.code)),
            (Demand::Same, Some(before)) => self.equal(before.code, last.code),
            (Demand::Larger(by), Some(before)) => {
                let sign = if *by < 0 { '-' } else { '+' };
                let by = Code::Text(format!(" {sign} {}", by.unsigned_abs()));
                self.equal(Code::Seq(vec![before.code, by]), last.code);
            }
            (Demand::SameSign, Some(before)) => self.equal(signum(before.code), signum(last.code)),
            (Demand::OppositeSign, Some(before)) => {
                let opposite = Code::Seq(vec![Code::text("-"), signum(last.code)]);
                self.equal(signum(before.code), opposite);
            }
            (Demand::Length, Some(before)) => {
                let length = Code::Seq(vec![last.code, Code::text(".length")]);
                self.equal(before.code, length);
            }
            _ => self.line("", &last.code),
        }
        Ok(())
    }

    /// Two calls at once, and behind them the one that shows what they did, where there is one.
    fn at_once(
        &mut self,
        demand: &AtOnce,
        (first, second, last): (Option<Expression>, Option<Expression>, Expression),
    ) -> Result<(), String> {
        let missing = "one of the two calls at once is missing";
        match (demand, first, second) {
            (AtOnce::ThenGives(value), Some(first), Some(second)) => {
                let assertion = self.scope.asserted(self.junit, last, value);
                let assertion = assertion.ok_or("what it should have returned cannot be written down")?;
                self.meet(demand, [first.code, second.code], Some(assertion))
            }
            (AtOnce::End { .. } | AtOnce::Return, None, Some(first)) => {
                self.meet(demand, [first.code, last.code], None)
            }
            _ => Err(missing.to_owned()),
        }
    }

    fn equal(&mut self, expected: Code, actual: Code) {
        let assertion = self.scope.assert(self.junit, "assertEquals", vec![expected, actual]);
        self.assertion_line(&assertion);
    }

    /// `JUnit` 4 has no assertion for it: there the annotation says how long the test may take.
    fn ends(&mut self, seconds: u16, call: Expression) -> Result<(), String> {
        if self.junit.is_four() {
            self.body.annotated = Some(format!("timeout = {seconds}_000"));
            self.line("", &call.code);
            return Ok(());
        }
        let limit = Code::Text(self.scope.seconds(seconds)?);
        let lambda = Code::Seq(vec![Code::text("() -> "), call.code]);
        let assertion = self
            .scope
            .assert(self.junit, "assertTimeoutPreemptively", vec![limit, lambda]);
        self.assertion_line(&assertion);
        Ok(())
    }

    fn expression(&mut self, statement: &Statement) -> Result<Expression, String> {
        match statement {
            Statement::Call { method, operands } => {
                let method = self.scope.symbols.get(*method);
                let operands = operands
                    .iter()
                    .map(|operand| self.operand(operand))
                    .collect::<Result<_, _>>()?;
                self.scope.call(method, operands)
            }
            Statement::Array { element, elements } => {
                let element = JType::of(self.scope.symbols, *element);
                self.array(element, elements)
            }
            Statement::StaticField { field } => {
                let field = self.scope.symbols.get_field(*field);
                let owner = self.scope.name(&JType::of(self.scope.symbols, field.owner))?;
                let of = JType::of(self.scope.symbols, field.field_type);
                let parameterised = self.scope.types.is_generic(&of);
                let code = Code::Text(format!("{owner}.{}", member(&field.name)?));
                Ok(Expression {
                    parameterised,
                    ..Expression::new(code, of)
                })
            }
            _ => Err("it has a statement of a kind that cannot be written down".to_owned()),
        }
    }

    fn array(&mut self, element: JType, elements: &[Operand]) -> Result<Expression, String> {
        let mut codes = Vec::new();
        let mut spreads = true;
        for operand in elements {
            let code = match (operand, &element) {
                // Constants narrow in an assignment (JLS 5.2), and so in an array's braces, but not as arguments.
                (Operand::Literal(Literal::Byte(v)), JType::Primitive(_)) => {
                    spreads = false;
                    Code::Text(v.to_string())
                }
                (Operand::Literal(Literal::Short(v)), JType::Primitive(_)) => {
                    spreads = false;
                    Code::Text(v.to_string())
                }
                _ => {
                    let operand = self.operand(operand)?;
                    // Alone it would be the array itself.
                    spreads &= elements.len() > 1 || !matches!(operand.of, JType::Null | JType::Array(_));
                    self.scope.converted(operand, &element)?.code
                }
            };
            codes.push(code);
        }
        let (inner, brackets) = (element.innermost().clone(), dimensions(&element));
        let head = format!("new {}[]{} ", self.scope.raw_name(&inner)?, "[]".repeat(brackets));
        let code = Code::Seq(vec![Code::Text(head), Code::Elements(codes)]);
        Ok(Expression {
            spreads,
            ..Expression::new(code, JType::Array(Box::new(element)))
        })
    }

    pub(super) fn operand(&mut self, operand: &Operand) -> Result<Expression, String> {
        let shared = plan::lambda(operand).and_then(|lambda| {
            let mut lambdas = self.plan.lambdas.iter();
            lambdas.find(|shared| shared.lambda == *lambda)
        });
        if let Some(shared) = shared {
            let of = JType::of(self.scope.symbols, shared.lambda.interface);
            return Ok(Expression::new(Code::text(&shared.name), of));
        }
        match operand {
            Operand::Literal(literal) => self.scope.literal(literal),
            Operand::Var(var) => match self.plan.holders.get(var.index()) {
                Some(Holder::Variable(variable)) => Ok(Expression::variable(variable)),
                Some(Holder::InPlace) => {
                    let test = self.test;
                    let statement = &test.sequence.statements[var.index()];
                    self.note_throws(statement);
                    self.expression(statement)
                }
                _ => Err(format!("it uses the value {} before it is there", var.0)),
            },
            _ => Err("it has an operand of a kind that cannot be written down".to_owned()),
        }
    }

    fn note_throws(&mut self, statement: &Statement) {
        if let Statement::Call { method, .. } = statement {
            let declared = match self.scope.facts_of(self.scope.symbols.get(*method)) {
                Some(facts) => self.scope.types.declared_throwable(&facts.throws),
                None => Some("Exception"),
            };
            self.body.throws = self.body.throws.max(declared);
        }
    }

    pub(super) fn assertion_line(&mut self, assertion: &Code) {
        self.body.assertions += 1;
        self.line("", assertion);
    }

    pub(super) fn line(&mut self, prefix: &str, code: &Code) {
        self.body.text.push_str(&lay(self.indent, prefix, code));
        self.body.text.push('\n');
    }
}

/// `Integer.signum(...)`: how the answers of `compareTo` are told, of which only the sign has a meaning.
fn signum(code: Code) -> Code {
    Code::call("Integer.signum", vec![code])
}

/// `String[] a = {"x"}` needs no `new String[]`.
fn initialiser(code: Code, statement: &Statement) -> Code {
    match (code, statement) {
        (Code::Seq(mut parts), Statement::Array { .. }) if matches!(parts.last(), Some(Code::Elements(_))) => {
            parts.pop().unwrap_or(Code::Seq(parts))
        }
        (code, _) => code,
    }
}

fn dimensions(of: &JType) -> usize {
    match of {
        JType::Array(element) => 1 + dimensions(element),
        JType::Null | JType::Primitive(_) | JType::Class(_) => 0,
    }
}
