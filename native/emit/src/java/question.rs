//! Answers that hang on what is asked.

use palus_sequence::{Answered, Literal, Operand};

use super::body::Writer;
use super::code::{Code, statement as lay};
use super::types::JType;

impl Writer<'_, '_, '_> {
    /// `if (id == 42L) { return "GOLD"; }`, at the start of a method with these parameters.
    pub(super) fn asked(
        &mut self,
        parameters: &[(String, &JType)],
        result: &JType,
        (answered, value): (&Answered, &Operand),
        indent: usize,
    ) -> Result<String, String> {
        let mut conditions = Vec::new();
        for ((name, of), literal) in parameters.iter().zip(&answered.question) {
            if !conditions.is_empty() {
                conditions.push(Code::text(" && "));
            }
            conditions.push(self.is_asked(name, of, literal)?);
        }
        let comment = self.recorded([(answered, value)]);
        let comment = comment.map_or_else(String::new, |comment| format!("{}{comment}\n", " ".repeat(indent + 2)));
        let value = self.operand(value)?;
        let answer = self.scope.converted(value, result)?.code;
        let inner = " ".repeat(indent);
        let condition = lay(indent, "if (", &Code::Seq(conditions));
        let condition = condition.trim_end_matches(';');
        Ok(format!(
            "{condition}) {{\n{comment}{}\n{inner}}}\n",
            lay(indent + 2, "return ", &answer)
        ))
    }

    /// Whether a parameter is that value.
    fn is_asked(&mut self, name: &str, of: &JType, literal: &Literal) -> Result<Code, String> {
        let expression = self.scope.literal(literal)?;
        if of.is_primitive() || matches!(literal, Literal::Enum { .. }) {
            let text = format!("{name} == ");
            return Ok(Code::Seq(vec![Code::Text(text), expression.code]));
        }
        let equals = Code::call(".equals", vec![Code::text(name)]);
        let JType::Primitive(primitive) = expression.of else {
            return Ok(Code::Seq(vec![expression.code, equals]));
        };
        let class = self.scope.name(&JType::class(primitive.boxed()))?;
        let boxed = Code::call(format!("{class}.valueOf"), vec![expression.code]);
        Ok(Code::Seq(vec![boxed, equals]))
    }

    /// The arguments of a question.
    pub(super) fn question(&mut self, parameters: &[JType], answered: &Answered) -> Result<Vec<Code>, String> {
        let mut arguments = Vec::new();
        for (of, literal) in parameters.iter().zip(&answered.question) {
            let literal = self.scope.literal(literal)?;
            arguments.push(self.scope.converted(literal, of)?.code);
        }
        Ok(arguments)
    }
}
