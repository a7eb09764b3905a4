//! The API of an older release of Java, as `javac --release` knows it: from the JDK's `lib/ct.sym`.
//!
//! The file is a zip of class files without code. The name of each begins with the releases in which the class looked like that, one digit
//! of base 36 a release, and the module: `89A/java.base/java/io/Reader.sig` (JEP 247).

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use super::jar::Archive;
use crate::info::{ClassInfo, Origin};
use crate::parse;

/// The classes of the platform as they were in a release, their public and protected members only.
pub(crate) struct Release {
    pub(crate) number: u32,
    archive: Archive,
    /// The position of each class in the archive, by its dotted binary name.
    entries: HashMap<String, usize>,
    /// Filled as asked.
    classes: RwLock<HashMap<String, Option<Arc<ClassInfo>>>>,
}

impl Release {
    /// Opens what the JDK at `home` knows of a release; `None` when it knows nothing of it.
    pub(crate) fn open(home: &Path, number: u32) -> io::Result<Option<Self>> {
        let archive = Archive::open(&home.join("lib").join("ct.sym"))?;
        let Some(digit) = char::from_digit(number, 36).map(|digit| digit.to_ascii_uppercase()) else {
            return Ok(None);
        };
        let entries: HashMap<String, usize> = archive
            .names()
            .filter_map(|(index, file)| Some((class_of(file, digit)?, index)))
            .collect();
        Ok((!entries.is_empty()).then(|| Self {
            number,
            archive,
            entries,
            classes: RwLock::default(),
        }))
    }

    pub(crate) fn has_class(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// Whether a method can be called through that class: it may be inherited there, and declared again in a newer release.
    pub(crate) fn has_method(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let inherits = name != "<init>";
        self.has_member(class, inherits, &|class| class.find_method(name, descriptor).is_some())
    }

    /// The same for a field.
    pub(crate) fn has_field(&self, class: &str, name: &str, descriptor: &str) -> bool {
        self.has_member(class, true, &|class| class.find_field(name, descriptor).is_some())
    }

    fn has_member(&self, class: &str, inherits: bool, declares: &dyn Fn(&ClassInfo) -> bool) -> bool {
        let Some(class) = self.class(class) else {
            return false;
        };
        let mut parents = class.superclass.iter().chain(&class.interfaces);
        declares(&class) || inherits && parents.any(|parent| self.has_member(parent, true, declares))
    }

    fn class(&self, name: &str) -> Option<Arc<ClassInfo>> {
        if let Some(known) = self.classes.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return known.clone();
        }
        let bytes = self.entries.get(name).and_then(|index| self.archive.read(*index).ok());
        let class = bytes.and_then(|bytes| parse::class_info(&bytes, Origin::JdkExported).ok());
        let mut classes = self.classes.write().unwrap_or_else(PoisonError::into_inner);
        classes.entry(name.to_owned()).or_insert(class.map(Arc::new)).clone()
    }
}

/// The class in a file of the archive, when it looked like that in the release of that digit.
fn class_of(file: &str, digit: char) -> Option<String> {
    let (releases, rest) = file.split_once('/')?;
    let (_module, class) = rest.split_once('/')?;
    let class = class.strip_suffix(".sig")?;
    releases.contains(digit).then(|| class.replace('/', "."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(number: u32) -> Option<Release> {
        Release::open(&crate::on_path()?, number).expect("a JDK has lib/ct.sym")
    }

    #[test]
    fn a_release_has_what_its_classes_declare_and_inherit_and_nothing_newer() {
        let Some(eight) = release(8) else {
            eprintln!("SKIPPED: no JDK on PATH");
            return;
        };
        assert!(eight.has_class("java.util.Map$Entry") && !eight.has_class("java.util.concurrent.Flow"));
        assert!(eight.has_method("java.io.Reader", "read", "()I"));
        assert!(!eight.has_method("java.io.Reader", "transferTo", "(Ljava/io/Writer;)J"));
        assert!(!eight.has_method("java.io.Writer", "nullWriter", "()Ljava/io/Writer;"));
        // Newer releases declare this again with a result of their own.
        assert!(eight.has_method("java.nio.ByteBuffer", "flip", "()Ljava/nio/Buffer;"));
        assert!(!eight.has_method("java.nio.ByteBuffer", "flip", "()Ljava/nio/ByteBuffer;"));
        assert!(eight.has_method("java.lang.StringBuffer", "length", "()I"));
        assert!(eight.has_method("java.lang.CharSequence", "hashCode", "()I"));
        assert!(!eight.has_method("java.lang.CharSequence", "isEmpty", "()Z"));
        assert!(eight.has_field("java.math.BigDecimal", "TEN", "Ljava/math/BigDecimal;"));
        assert!(!eight.has_field("java.math.BigDecimal", "TWO", "Ljava/math/BigDecimal;"));
    }

    #[test]
    fn a_release_that_the_jdk_does_not_know_is_none() {
        assert!(crate::on_path().is_none() || release(35).is_none());
        assert!(crate::on_path().is_none() || release(99).is_none());
    }
}
