//! For programs.

use palus_fields::Outcome;
use serde_json::{Value, json};

pub(super) fn json(outcome: &Outcome) -> Value {
    let links = &outcome.links;
    let rows = outcome.rows().into_iter().map(|row| {
        let sizes = links.iter().zip(&row.sizes);
        let sizes: serde_json::Map<String, Value> =
            sizes.map(|(link, &size)| (link.to_string(), size.into())).collect();
        json!({
            "objects": row.objects,
            "accepted": row.accepted,
            "structures": row.structures,
            "suite": row.suite,
            "sizes": sizes,
        })
    });
    let expected = outcome.expected().into_iter().map(|expected| {
        json!({
            "field": expected.field.to_string(),
            "predicted": expected.predicted,
            "actual": expected.actual,
        })
    });
    let small = outcome.small.iter().map(|small| {
        let sizes: serde_json::Map<String, Value> = small
            .sizes
            .iter()
            .map(|(field, &size)| (field.to_string(), size.into()))
            .collect();
        json!({ "scope": small.scope, "sizes": sizes, "last_useful_ms": small.last_useful_ms })
    });
    json!({
        "schema": 1,
        "class": outcome.class.to_string(),
        "method": outcome.method,
        "scope": outcome.scope,
        "runs": outcome.runs,
        "ms": outcome.millis,
        "last_useful_ms": outcome.last_useful_ms(),
        "left": outcome.left,
        "partial": outcome.cut,
        "rows": rows.collect::<Vec<_>>(),
        "small": small.collect::<Vec<_>>(),
        "predicted": expected.collect::<Vec<_>>(),
        "predicted_ms": outcome.predicted_ms,
        "odd": outcome.odd.iter().map(|(reason, count)| json!({ "what": reason, "runs": count })).collect::<Vec<_>>(),
        "pairs": outcome.pairs.iter().map(|(field, (from, to), objects)| json!({
            "field": field.to_string(), "pair": [from.to_string(), to.to_string()], "objects": objects,
        })).collect::<Vec<_>>(),
    })
}
