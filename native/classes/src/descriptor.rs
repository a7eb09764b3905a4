//! Descriptors taken apart without interning (JVMS 4.3).

/// The descriptors of the parameters of a method descriptor; empty for a broken one.
pub(crate) fn parameters(descriptor: &str) -> Vec<&str> {
    let mut parameters = Vec::new();
    let mut rest = descriptor.strip_prefix('(').unwrap_or("");
    while let Some(length) = length_of_first(rest) {
        parameters.push(&rest[..length]);
        rest = &rest[length..];
    }
    parameters
}

/// The descriptor of the result of a method descriptor; `V` for a broken one.
pub(crate) fn result(descriptor: &str) -> &str {
    descriptor.rsplit_once(')').map_or("V", |(_, result)| result)
}

/// The length of the field descriptor that the text begins with.
fn length_of_first(text: &str) -> Option<usize> {
    let dimensions = text.len() - text.trim_start_matches('[').len();
    match text.as_bytes().get(dimensions)? {
        b'L' => Some(text.find(';')? + 1),
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => Some(dimensions + 1),
        _ => None,
    }
}

/// The dotted name of the class at the bottom of a field descriptor; `None` when that is a primitive or `void`.
pub(crate) fn element_class(descriptor: &str) -> Option<String> {
    let inside = descriptor.trim_start_matches('[').strip_prefix('L')?;
    Some(inside.strip_suffix(';')?.replace('/', "."))
}

/// The local variable slot of each parameter (JVMS 2.6.1): `long` and `double` take two.
pub(crate) fn parameter_slots(descriptor: &str, is_static: bool) -> Vec<u32> {
    let mut next = u32::from(!is_static);
    parameters(descriptor)
        .into_iter()
        .map(|parameter| {
            let slot = next;
            next += if matches!(parameter, "J" | "D") { 2 } else { 1 };
            slot
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_takes_two_slots() {
        assert_eq!(parameter_slots("(J[JLjava/lang/String;)V", false), [1, 3, 4]);
    }

    #[test]
    fn a_broken_descriptor_has_no_parameters_beyond_the_break() {
        assert_eq!(parameters("(I[[Ljava/lang/String;Q)V"), ["I", "[[Ljava/lang/String;"]);
        assert_eq!(parameters("(Ljava/lang/String"), [""; 0]);
        assert_eq!(element_class("[[La/B;").as_deref(), Some("a.B"));
    }
}
