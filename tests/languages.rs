//! Classes as compilers of other languages make them: what Java cannot write is known beforehand, and what it can is tested.

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use support::{Work, jdks, tree};

/// Renamed, `addTo` is what Scala makes in an abstract class of a trait's method: erased, without a signature, and overridden by nothing that
/// Java sees.
const BAG: &str = "
    package free;
    class Base {
        public Object addTo(Object one) { return this; }
    }
    public class Bag<A> extends Base {
        private int size;
        public <B> Bag<A> added(B one) { size += one == null ? 1 : 2; return this; }
        public int size() { return size; }
    }";

/// Gives a name another of the same length in all class files.
fn rename(classes: &Path, from: &str, to: &str) {
    assert_eq!(from.len(), to.len());
    for file in tree(classes) {
        let path = classes.join(file);
        let mut bytes = fs::read(&path).unwrap();
        for start in 0..=bytes.len() - from.len() {
            let place = &mut bytes[start..start + from.len()];
            if place == from.as_bytes() {
                place.copy_from_slice(to.as_bytes());
            }
        }
        fs::write(&path, bytes).unwrap();
    }
}

#[test]
fn a_method_beside_an_erased_one_of_a_superclass_is_called_through_that() {
    let work = Work::empty(&jdks()[0]);
    let source = work.path("Bag.java");
    fs::write(&source, BAG).unwrap();
    work.javac(&[source], &work.path("classes"), &[]);
    rename(&work.path("classes"), "addTo", "added");
    let ran = work
        .palus("generate --classpath classes --classes free.Bag --out out --sequences 600")
        .exits(0);
    assert!(!ran.stderr().contains("no source that compiles"), "{}", ran.stderr());
    let summary: Value = serde_json::from_str(&fs::read_to_string(work.path("out/palus.json")).unwrap()).unwrap();
    assert_eq!(summary["classes"][0]["silent"], Value::Array(Vec::new()), "{summary}");
    let test = fs::read_to_string(work.path("out/java/free/BagPalusTest.java")).unwrap();
    assert!(test.contains("((Base) bag).added("), "{test}");
}
