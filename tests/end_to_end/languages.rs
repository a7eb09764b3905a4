//! Classes as compilers of other languages make them: what Java cannot write is known beforehand, and what it can is tested.

use std::fs;
use std::path::Path;

use crate::support::{Work, jdks, tree};
use serde_json::Value;

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

/// Renamed in `Clock` alone, `tick` is what Kotlin leaves to a bridge, which Java does not see.
const SOURCE: &str = "
    package free;
    public interface Source { int tick(); }
    class Clock implements Source {
        private int ticks;
        public int tick() { return ++ticks; }
        public static int first(Source source) { return source.tick(); }
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
    let work = Work::on_source("Bag.java", BAG, &jdks()[0]);
    rename(&work.path("classes"), "addTo", "added");
    let ran = work
        .palus("generate --classpath classes --classes free.Bag --out out --sequences 600")
        .exits(0);
    assert!(!ran.stderr().contains("no source that compiles"), "{}", ran.stderr());
    let summary = work.summary("out");
    assert_eq!(summary["classes"][0]["silent"], Value::Array(Vec::new()), "{summary}");
    let test = fs::read_to_string(work.path("out/java/free/BagPalusTest.java")).unwrap();
    assert!(test.contains("((Base) bag).added("), "{test}");
}

#[test]
fn a_method_that_a_class_shows_nobody_is_called_through_its_interface() {
    let work = Work::on_source("Source.java", SOURCE, &jdks()[0]);
    let whole = fs::read(work.path("classes/free/Source.class")).unwrap();
    rename(&work.path("classes"), "tick", "tack");
    fs::write(work.path("classes/free/Source.class"), whole).unwrap();
    let ran = work
        .palus("generate --classpath classes --classes free.Source --out out --sequences 600")
        .exits(0);
    assert!(!ran.stderr().contains("no source that compiles"), "{}", ran.stderr());
    let tests: String = tree(&work.path("out"))
        .iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "java"))
        .map(|file| fs::read_to_string(work.path("out").join(file)).unwrap())
        .collect();
    assert!(
        tests.contains("((Source) new Clock()).tick()") || tests.contains("((Source) clock).tick()"),
        "{tests}"
    );
}
