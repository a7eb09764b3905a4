//! For a browser.

use palus_fields::{FieldOfSuite, SuitePage};

use super::Answer;

pub(super) fn html(answer: &Answer<'_>) -> String {
    let extensions = &answer.suite.extensions;
    let fields = extensions.fields().filter(|(field, _)| answer.is_meant(field));
    let fields = fields.map(|(field, pairs)| FieldOfSuite {
        field: field.clone(),
        pairs: pairs.cloned().collect(),
        demanded: answer.demanded.get(field).copied(),
    });
    let mut tests: Vec<(String, usize)> = answer
        .alone()
        .map(|(test, alone)| (test.to_owned(), alone.len()))
        .collect();
    tests.retain(|(_, alone)| *alone > 0);
    SuitePage {
        heaps: extensions.heaps(),
        fields: fields.collect(),
        tests,
        missing: answer.missing.clone(),
        differences: answer.differences.clone(),
    }
    .html()
}
