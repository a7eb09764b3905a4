//! Code that registers management beans, for the whole virtual machine.

use crate::support::console::Console;
use crate::support::{Work, jdks};

#[test]
fn what_a_sequence_registers_with_the_platform_the_next_does_not_find() {
    for jdk in jdks() {
        let work = Work::on_subject("managed", jdk);
        work.palus("generate --classpath classes --sequences 2000 --seed 1 --out out --quiet")
            .exits(0);
        let json = work.summary("out");
        let classes = json["classes"].as_array().unwrap();
        let store = classes.iter().find(|class| class["name"] == "managed.Store").unwrap();
        let methods = store["coverage"].as_array().unwrap();
        let reached = |name: &str| methods.iter().find(|method| method["method"] == name).unwrap()["reached"] == true;
        assert!(
            reached("add(int)") && reached("getSize()"),
            "JDK {}: {store}",
            jdk.feature
        );
        assert!(
            !reached("tooMany()"),
            "JDK {}: a hundred sequences have left theirs",
            jdk.feature
        );
        let passing = Console::run(&work, "out/java", jdk).passes();
        assert_eq!(Some(passing), json["tests"]["passing"].as_u64(), "JDK {}", jdk.feature);
    }
}
