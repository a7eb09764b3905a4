//! What the class analysis says of types against those who must know: reflection and javac.

use std::path::{Path, PathBuf};

use crate::support::dice::Dice;
use crate::support::{Jdk, Work, by_javac, by_reflection, jdks, root};
use palus_classes::ClassIndex;

/// Where drawing begins; any number will do.
const SEED: u64 = 2011;

fn index(jdk: &Jdk) -> ClassIndex {
    ClassIndex::open(&[], &jdk.home).expect("a JDK is a JDK")
}

fn compiled_helper(work: &Work) -> PathBuf {
    let helper = work.path("helper");
    work.javac(&[root().join("tests/java/Members.java")], &helper, &[]);
    helper
}

#[test]
fn two_thousand_classes_drawn_from_the_platform_are_as_reflection_shows_them() {
    for jdk in jdks() {
        let work = Work::empty(jdk);
        let helper = compiled_helper(&work);
        let index = index(jdk);
        let names = Dice::new(SEED).some(index.jdk_names(), 2000);
        let found = by_reflection::compare(&index, &names, &jdk.home, &[], &helper, Path::new(&work.path(".")));
        if let Some((ours, theirs)) = found.different.first() {
            panic!(
                "{} classes differ on JDK {}, the first:\n{ours}\n{theirs}",
                found.different.len(),
                jdk.feature
            );
        }
        assert_eq!(index.warnings(), [""; 0]);
        assert!(found.classes > 1900, "{} of 2000 loaded", found.classes);
    }
}

#[test]
fn assignability_of_pairs_drawn_from_the_platform_is_as_javac_says() {
    for jdk in jdks() {
        let work = Work::empty(jdk);
        let index = index(jdk);
        let globs = [
            "java.util.*",
            "java.lang.*",
            "java.time.*",
            "java.nio.*",
            "javax.swing.*",
        ];
        let names = index.matching(&globs.map(str::to_owned));
        let pairs = by_javac::draw(&index, &names, 3000, SEED);
        let found = by_javac::compare(&pairs, &jdk.home, &[], &work.path("."));
        assert_eq!(found.different, [""; 0], "JDK {}", jdk.feature);
        assert!(
            found.compared > 2500,
            "{} compared, {} malformed",
            found.compared,
            found.malformed
        );
        // Both verdicts are common, or the comparison says little.
        let share = found.assignable * 100 / found.compared;
        assert!((20..80).contains(&share), "{share} % assignable");
    }
}
