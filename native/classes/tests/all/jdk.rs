//! The classes of real JDKs: that of `PATH`, and those that `PALUS_TEST_JDKS` names, separated by colons.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use palus_classes::{ClassIndex, Home, IndexLibrary, Library, TypeFacts, Visibility};

fn homes() -> Vec<PathBuf> {
    let mut homes: Vec<PathBuf> = palus_classes::on_path().into_iter().collect();
    let named = std::env::var_os("PALUS_TEST_JDKS").unwrap_or_default();
    homes.extend(std::env::split_paths(&named).filter(|home| !home.as_os_str().is_empty()));
    homes.dedup();
    if homes.is_empty() {
        println!("skipped: no java on PATH and no PALUS_TEST_JDKS");
    }
    homes
}

#[test]
fn every_exported_class_of_the_platform_is_read_without_a_warning() {
    for home in homes() {
        let index = ClassIndex::open(&[], &home).unwrap();
        let names = index.matching(&["java.*".to_owned(), "javax.*".to_owned()]);
        assert!(names.len() > 4000, "{}: {}", home.display(), names.len());
        for name in &names {
            let class = index.class(name).unwrap();
            assert_eq!(index.bodies(name).len(), class.methods.len(), "{name}");
        }
        assert_eq!(index.warnings(), [""; 0], "{}", home.display());
    }
}

#[test]
fn opening_reads_no_class_and_takes_no_time() {
    for home in homes() {
        let start = Instant::now();
        ClassIndex::open(&[], &home).unwrap();
        let took = start.elapsed();
        // Measured: 20 ms unoptimised. The bound is for a loaded machine.
        assert!(took < Duration::from_secs(2), "{took:?}");
        println!("{}: opened in {took:?}", home.display());
    }
}

#[test]
fn only_exported_packages_of_the_jdk_can_be_named() {
    for home in homes() {
        let index = ClassIndex::open(&[], &home).unwrap();
        let visibility = |name| TypeFacts::class(&index, name).unwrap().visibility;
        assert_eq!(visibility("java.util.Map$Entry"), Visibility::Public);
        assert_eq!(visibility("java.util.HashMap$Node"), Visibility::Package);
        assert_eq!(visibility("jdk.internal.misc.Unsafe"), Visibility::Hidden);
        assert_eq!(visibility("java.sql.Connection"), Visibility::Public);
        assert_eq!(TypeFacts::class(&index, "java.util.List").unwrap().home, Home::Apart);
    }
}

#[test]
fn a_class_of_the_platform_is_tested_through_its_public_methods() {
    for home in homes() {
        let index = ClassIndex::open(&[], &home).unwrap();
        let library = IndexLibrary::new(index, &["java.util.BitSet".to_owned()]);
        let symbols = library.symbols();
        let names: Vec<&str> = library
            .callables(library.subjects()[0])
            .iter()
            .map(|&m| &*symbols.get(m).name)
            .collect();
        assert!(names.contains(&"nextSetBit") && names.contains(&"<init>") && names.contains(&"equals"));
        assert!(!names.contains(&"checkInvariants") && !names.contains(&"wait"));
    }
}
