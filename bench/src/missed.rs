//! Which branches are not covered, and why: JaCoCo's count for each method beside what Palus says of it.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::Value;

/// Branches not covered, by the reason code of their method, and the methods with the most of them.
pub(crate) struct Missed {
    /// By code; `partly` where a test calls the method, `inner` where a test cannot: private and synthetic ones.
    pub(crate) by_reason: BTreeMap<String, u64>,
    /// (Branches, code, class and method), the most first.
    pub(crate) methods: Vec<(u64, String, String)>,
}

/// Reads an XML report of JaCoCo and the classes of a `palus.json`.
pub(crate) fn missed(xml: &str, json: &Value) -> Result<Missed> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    let document = roxmltree::Document::parse_with_options(xml, options).context("JaCoCo's report is no XML")?;
    let silent = silent(json);
    let mut missed = Missed {
        by_reason: BTreeMap::new(),
        methods: Vec::new(),
    };
    for class in document.descendants().filter(|node| node.has_tag_name("class")) {
        let owner = class.attribute("name").unwrap_or_default().replace('/', ".");
        for method in class.children().filter(|node| node.has_tag_name("method")) {
            let branches = method
                .children()
                .find(|node| node.attribute("type") == Some("BRANCH"))
                .and_then(|counter| counter.attribute("missed")?.parse().ok())
                .unwrap_or(0);
            if branches == 0 {
                continue;
            }
            let name = method.attribute("name").unwrap_or_default();
            let signature = signature(name, method.attribute("desc").unwrap_or_default(), &owner);
            let code = match silent.get(&(owner.clone(), signature.clone())) {
                Some(code) if *code == "not-accessible" => "inner",
                Some(code) => code,
                None if name.contains('$') || name.starts_with('<') && name != "<init>" => "inner",
                None => "partly",
            };
            *missed.by_reason.entry(code.to_owned()).or_default() += branches;
            missed
                .methods
                .push((branches, code.to_owned(), format!("{owner}.{signature}")));
        }
    }
    missed.methods.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.2.cmp(&b.2)));
    Ok(missed)
}

/// The methods without a test: class and signature, with the code.
fn silent(json: &Value) -> BTreeMap<(String, String), &str> {
    let classes = json["classes"].as_array().into_iter().flatten();
    let methods = classes.flat_map(|class| {
        let name = class["name"].as_str().unwrap_or_default();
        let silent = class["silent"].as_array().into_iter().flatten();
        silent.filter_map(move |method| {
            let key = (name.to_owned(), method["method"].as_str()?.to_owned());
            Some((key, method["code"].as_str()?))
        })
    });
    methods.collect()
}

/// `name(Type, Type)` with simple names, as `palus.json` writes it; a constructor is called as its class.
fn signature(name: &str, descriptor: &str, owner: &str) -> String {
    let name = if name == "<init>" { simple(owner) } else { name };
    let inside = descriptor
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(')'))
        .map_or("", |(inside, _)| inside);
    let mut types = Vec::new();
    let mut rest = inside;
    while !rest.is_empty() {
        let elements = rest.trim_start_matches('[');
        let brackets = "[]".repeat(rest.len() - elements.len());
        let (element, after) = match elements.strip_prefix('L').and_then(|class| class.split_once(';')) {
            Some((class, after)) => (simple(class).to_owned(), after),
            None => (primitive(elements).to_owned(), elements.get(1..).unwrap_or_default()),
        };
        types.push(element + &brackets);
        rest = after;
    }
    format!("{name}({})", types.join(", "))
}

fn simple(name: &str) -> &str {
    name.rsplit(['.', '/', '$']).next().unwrap_or(name)
}

fn primitive(descriptor: &str) -> &'static str {
    match descriptor.as_bytes().first() {
        Some(b'Z') => "boolean",
        Some(b'B') => "byte",
        Some(b'C') => "char",
        Some(b'S') => "short",
        Some(b'I') => "int",
        Some(b'J') => "long",
        Some(b'F') => "float",
        _ => "double",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_branches_are_counted_under_the_reason_of_their_method() {
        let xml = r#"<report name="x"><package name="a"><class name="a/B">
            <method name="f" desc="(I[Ljava/lang/String;)V"><counter type="BRANCH" missed="3" covered="1"/></method>
            <method name="g" desc="()V"><counter type="BRANCH" missed="2" covered="0"/></method>
            <method name="lambda$g$0" desc="()V"><counter type="BRANCH" missed="1" covered="0"/></method>
            </class></package></report>"#;
        let json = serde_json::json!({"classes": [{"name": "a.B", "silent":
            [{"method": "f(int, String[])", "code": "always-threw"}]}]});
        let missed = missed(xml, &json).unwrap();
        let expected = [("always-threw", 3), ("inner", 1), ("partly", 2)];
        assert_eq!(
            missed.by_reason,
            expected.map(|(code, branches)| (code.to_owned(), branches)).into()
        );
        assert_eq!(missed.methods[0].2, "a.B.f(int, String[])");
    }
}
