//! Which class files may hold test methods, told from their bytes before Java is asked: nearly all classes of a program
//! hold none, and must cost nothing.

use memchr::memmem;

/// Where the annotations of `JUnit` 4 and 5 are: `Lorg/junit/Test;`, `Lorg/junit/jupiter/api/Test;` and so on.
const ANNOTATIONS: &[u8] = b"Lorg/junit/";

/// The tag of a text in the constant pool (JVMS 4.4.7); two bytes of length follow it.
const UTF8: u8 = 1;

/// Whether a class file could hold a test: it names an annotation of `JUnit`, or something whose name begins with `test`,
/// as that of a test of `JUnit` 3 does.
pub(crate) fn may_hold_tests(class_file: &[u8]) -> bool {
    memmem::find(class_file, ANNOTATIONS).is_some()
        || memmem::find_iter(class_file, b"test").any(|at| begins_a_constant(class_file, at))
}

/// Whether a class file could read the clock: it names a method that does. What reads it by way of the JDK's dates is not meant.
pub(crate) fn may_read_clock(class_file: &[u8]) -> bool {
    ["nanoTime", "currentTimeMillis"]
        .iter()
        .any(|method| memmem::find(class_file, method.as_bytes()).is_some())
}

/// Whether a text of the constant pool begins there, as far as the bytes before it tell.
fn begins_a_constant(class_file: &[u8], at: usize) -> bool {
    at.checked_sub(3).is_some_and(|tag| {
        let length = u16::from_be_bytes([class_file[tag + 1], class_file[tag + 2]]);
        class_file[tag] == UTF8 && usize::from(length) >= b"test".len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text as it stands in a constant pool, with something around it.
    fn pool_with(text: &str) -> Vec<u8> {
        let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, UTF8];
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.bytes());
        bytes.extend([9, 9]);
        bytes
    }

    #[test]
    fn annotations_and_names_of_junit_3_are_seen() {
        for text in [
            "Lorg/junit/Test;",
            "Lorg/junit/jupiter/api/RepeatedTest;",
            "testAdd",
            "test",
        ] {
            assert!(may_hold_tests(&pool_with(text)), "{text}");
        }
    }

    #[test]
    fn other_classes_are_passed_over() {
        for text in ["latest", "contest/Entry", "Lorg/example/Test;", "tes", ""] {
            assert!(!may_hold_tests(&pool_with(text)), "{text}");
        }
        assert!(!may_hold_tests(b"te") && !may_hold_tests(b"test"));
    }
}
