//! The strategies of the papers, without guidance, in real virtual machines.

use std::fs;

use crate::support::{Work, jdks};
use serde_json::Value;

/// What a generation without guidance says of itself.
fn generated(work: &Work, options: &str) -> Value {
    work.palus(&format!(
        "generate --classpath classes --classes demo.* --out out --guidance off {options}"
    ))
    .exits(0);
    work.summary("out")
}

#[test]
fn an_object_that_is_like_the_recorded_one_is_legal_more_often_than_any_of_its_type() {
    for jdk in jdks() {
        let work = Work::on_subject("connection", jdk);
        work.palus("record --out run.palus --include demo.* -- java -cp classes demo.Main")
            .exits(0);
        // A session greets over a connection that is open, which its profile says: without the constraint it is any.
        let illegal = |options: &str| {
            let json = generated(&work, &format!("--model run.palus --sequences 500 {options}"));
            json["sequences"]["illegal"].as_u64().unwrap()
        };
        let (by_profile, by_type) = (illegal("--without dependence-edges"), illegal("--without constraints"));
        assert!(
            by_profile < by_type,
            "JDK {}: {by_profile} and {by_type} of 500",
            jdk.feature
        );
    }
}

#[test]
fn along_a_model_a_strict_protocol_is_followed_nearly_twice_as_far() {
    let work = Work::on_subject("protocol", &jdks()[0]);
    work.palus("record --out run.palus --include demo.* -- java -cp classes demo.Main")
        .exits(0);
    // The correct run itself is no part of what is tested.
    fs::remove_file(work.path("classes/demo/Main.class")).unwrap();
    let edges = |strategy: &str| {
        let json = generated(
            &work,
            &format!("--model run.palus --sequences 5000 --strategy {strategy}"),
        );
        json["search"]["edges_hit"].as_u64().unwrap()
    };
    let [palus, palulu, recgen, randoop] = ["palus", "palulu", "recgen", "randoop"].map(edges);
    let (with, without) = (palus.min(palulu), recgen.max(randoop));
    assert!(
        10 * with >= 18 * without,
        "palus {palus}, palulu {palulu}, recgen {recgen}, randoop {randoop}"
    );
}

#[test]
fn without_guidance_all_classes_are_searched_as_one_group() {
    let work = Work::on_subject("kinds", &jdks()[0]);
    let groups = |guidance: &str| {
        let words = format!(
            "generate --classpath classes --classes demo.* --sequences 50 --search-only --json --quiet --guidance {guidance}"
        );
        let told: Value = serde_json::from_str(&work.palus(&words).exits(0).stdout()).unwrap();
        told["searches"].as_array().unwrap().len()
    };
    assert_eq!(groups("off"), 1);
    assert!(groups("on") > 1);
}
