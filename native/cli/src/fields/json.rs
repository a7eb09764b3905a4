//! For programs.

use palus_fields::{Field, Object, Pair};
use serde_json::{Value, json};

use super::Answer;

pub(super) fn json(answer: &Answer<'_>) -> Value {
    let extensions = &answer.suite.extensions;
    let fields = extensions.fields().filter(|(field, _)| answer.is_meant(field));
    let fields = fields.map(|(field, pairs)| {
        let pairs: Vec<&Pair> = pairs.collect();
        json!({
            "field": field.to_string(),
            "size": pairs.len(),
            "non_null": pairs.iter().any(|(_, to)| *to != Object::Null),
            "demanded": answer.demanded.get(field).map(|(all, here)| json!({ "pairs": all, "covered": here })),
            "pairs": pairs.iter().map(|pair| self::pair(pair)).collect::<Vec<_>>(),
        })
    });
    let tests = answer.alone().map(|(test, alone)| {
        json!({
            "test": test,
            "alone": alone.iter().map(|(field, pair)| link(field, pair)).collect::<Vec<_>>(),
        })
    });
    let links =
        |pairs: &Vec<(Field, Pair)>| -> Vec<Value> { pairs.iter().map(|(field, pair)| link(field, pair)).collect() };
    json!({
        "schema": 1,
        "heaps": extensions.heaps(),
        "fields": fields.collect::<Vec<_>>(),
        "tests": tests.collect::<Vec<_>>(),
        "missing": answer.missing.as_ref().map(|missing| missing.iter().map(ToString::to_string).collect::<Vec<_>>()),
        "only_here": answer.differences.as_ref().map(|[here, _]| links(here)),
        "only_there": answer.differences.as_ref().map(|[_, there]| links(there)),
    })
}

fn pair((from, to): &Pair) -> Value {
    json!([from.to_string(), to.to_string()])
}

fn link(field: &Field, pair: &Pair) -> Value {
    json!({ "field": field.to_string(), "pair": self::pair(pair) })
}
