//! The dependences for reading.

use std::fmt::Write as _;

use palus_classes::{Dependent, Member, MethodSignature, Type, Types};

use super::Answer;

/// A block a method: what it depends on, methods before constructors, heaviest first.
pub(super) fn text(answer: &Answer<'_>) -> String {
    let relations = answer.relations;
    let mut text = format!("{} methods of {} classes\n", relations.methods().len(), answer.classes);
    for &method in &answer.methods {
        let _ = writeln!(text, "\n{}", call(answer, &relations.methods()[method]));
        let found = relations.dependents(method).into_iter();
        let (constructors, methods): (Vec<Dependent>, Vec<Dependent>) = found
            .filter(|dependent| answer.is_callable(dependent.method))
            .partition(|dependent| relations.is_constructor(dependent.method));
        if constructors.is_empty() && methods.is_empty() {
            text.push_str("  nothing\n");
        }
        lines(answer, &methods, &mut text);
        if !constructors.is_empty() {
            text.push_str("  constructors\n");
            lines(answer, &constructors, &mut text);
        }
    }
    text
}

fn lines(answer: &Answer<'_>, dependents: &[Dependent], text: &mut String) {
    for dependent in dependents {
        let fields = dependent.fields.iter().map(|shared| {
            let verb = if shared.is_written { "written" } else { "read" };
            format!("{} {:.4} {verb}", short(&shared.field), shared.weight)
        });
        let fields: Vec<String> = fields.collect();
        let name = call(answer, &answer.relations.methods()[dependent.method]);
        let _ = writeln!(text, "  {:7.4}  {name}  [{}]", dependent.weight, fields.join(", "));
    }
}

/// `Connection.open`: the package is that of the code under test nearly always.
fn short(field: &Member) -> String {
    let class = field.owner.rsplit('.').next().unwrap_or(&field.owner);
    format!("{class}.{}", field.name)
}

/// The method as it is called: class, name, parameter types.
fn call(answer: &Answer<'_>, method: &Member) -> String {
    let declared = answer.index.class(&method.owner).and_then(|class| {
        let found = class.find_method(&method.name, &method.descriptor)?;
        Types::new(answer.index).declared_method(&class.name, &class.methods[found])
    });
    let parameters = declared
        .map(|MethodSignature { parameters, .. }| parameters)
        .unwrap_or_default();
    let parameters: Vec<String> = parameters.iter().map(Type::to_string).collect();
    format!("{}.{}({})", method.owner, method.name, parameters.join(", "))
}
