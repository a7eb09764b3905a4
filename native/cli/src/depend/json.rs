//! The dependences for programs.

use palus_classes::{Dependent, FieldUse, Member};
use serde_json::{Value, json};

use super::Answer;

/// The whole answer; `"schema": 1`.
pub(super) fn json(answer: &Answer<'_>) -> Value {
    let relations = answer.relations;
    let method = |&at: &usize| {
        let found = relations.dependents(at).into_iter();
        let callable = found.filter(|dependent| answer.is_callable(dependent.method));
        let overlap = relations
            .overlap(at)
            .into_iter()
            .filter(|(other, _)| answer.is_callable(*other));
        let mut value = member(&relations.methods()[at]);
        value["fields"] = relations.fields_of(at).iter().map(field_use).collect();
        value["depends_on"] = callable.map(|dependent| dependence(answer, &dependent)).collect();
        value["overlap"] = overlap
            .map(|(other, shared)| {
                let mut value = member(&relations.methods()[other]);
                value["shared_fields"] = shared.into();
                value
            })
            .collect();
        value
    };
    json!({
        "schema": 1,
        "corpus": { "classes": answer.classes, "methods": relations.methods().len() },
        "methods": answer.methods.iter().map(method).collect::<Vec<Value>>(),
    })
}

fn dependence(answer: &Answer<'_>, dependent: &Dependent) -> Value {
    let mut value = member(&answer.relations.methods()[dependent.method]);
    value["constructor"] = answer.relations.is_constructor(dependent.method).into();
    value["weight"] = dependent.weight.into();
    let fields = dependent.fields.iter().map(|shared| {
        let mut value = member(&shared.field);
        value["weight"] = shared.weight.into();
        value["written"] = shared.is_written.into();
        value
    });
    value["fields"] = fields.collect();
    value
}

fn field_use(used: &FieldUse) -> Value {
    let mut value = member(&used.field);
    value["reads"] = used.reads.into();
    value["writes"] = used.writes.into();
    value
}

fn member(member: &Member) -> Value {
    json!({ "class": &*member.owner, "name": &*member.name, "descriptor": &*member.descriptor })
}
