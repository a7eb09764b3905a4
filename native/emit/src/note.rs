//! What somebody has to say of a passing test.

/// Why a test was kept, where that was for more than what it covers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// A paragraph for its comment.
    pub text: String,
    /// What kind of thing it shows: a rule of SARIF.
    pub rule: &'static str,
    /// The class that it is about, binary name.
    pub class: String,
    /// What of the class it is about: the class itself, or a method of it with its parameters.
    pub about: String,
}
