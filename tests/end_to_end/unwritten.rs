//! What the language or a tool adds to classes is used in tests, and has none of its own.

use std::fs;

use crate::support::{Work, jdks};

#[test]
fn what_nobody_wrote_has_no_tests_of_its_own_and_helps_those_of_others() {
    for jdk in jdks().iter().filter(|jdk| jdk.feature >= 17) {
        let work = Work::on_subject("unwritten", jdk);
        work.palus("generate --classpath classes --out out --sequences 4000")
            .exits(0);
        let test = |class: &str| {
            let file = format!("out/java/unwritten/{class}PalusTest.java");
            fs::read_to_string(work.path(&file)).unwrap_or_default()
        };
        let (phase, price, ticket) = (test("Phase"), test("Price"), test("Ticket"));
        assert!(phase.contains("Phase.OPEN.isBefore(Phase.SOLD)"), "{phase}");
        assert!(
            !phase.contains("Phase.values") && !phase.contains("Phase.valueOf"),
            "{phase}"
        );
        assert!(price.contains(".plus(") && price.contains(".cents())"), "{price}");
        assert!(!price.contains(".equals(") && !price.contains(".hashCode("), "{price}");
        assert!(
            ticket.contains(".setOwner(\"") && ticket.contains(".label("),
            "{ticket}"
        );
        assert!(!ticket.contains(".equals("), "{ticket}");
        assert_eq!(test("Draft"), "");
        let summary = work.summary("out");
        let classes = summary["classes"].as_array().unwrap();
        let names: Vec<&str> = classes.iter().map(|class| class["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["unwritten.Phase", "unwritten.Price", "unwritten.Ticket"]);
        for class in classes {
            assert_eq!(class["silent"].as_array().map(Vec::len), Some(0), "{class}");
            // The constructor and the constants of the enum among them, which the initialiser makes.
            assert_eq!(class["branches_hit"], class["branches_total"], "{class}");
        }
        let ran = work.palus("generate --classpath classes --classes unwritten.Draft --out none --sequences 10");
        let said = ran.exits(1).stderr();
        assert!(
            said.contains("like unwritten.Draft, and has no tests of its own"),
            "{said}"
        );
    }
}
