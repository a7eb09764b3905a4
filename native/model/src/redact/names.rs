//! What a secret is called.

/// Names of things that are kept secret, in lower case and without separators. A name is meant when it ends with one of these at
/// the boundary of a word: `userPassword`, `API_KEY` and `token`, but not `tokenizer` and `passwordLength`.
const SECRETS: [&str; 27] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "secret",
    "secretkey",
    "clientsecret",
    "token",
    "accesstoken",
    "apikey",
    "apitoken",
    "accesskey",
    "privatekey",
    "authkey",
    "encryptionkey",
    "signingkey",
    "authorization",
    "cookie",
    "setcookie",
    "sessionid",
    "credential",
    "credentials",
    "bearer",
    "cardnumber",
    "cvv",
    "ssn",
];

/// Which names are meant: those of a fixed list, and what the user adds.
#[derive(Clone, Default, Debug)]
pub(super) struct Names {
    globs: Vec<String>,
}

impl Names {
    pub(super) fn new(globs: Vec<String>) -> Self {
        Self { globs }
    }

    /// Whether the user names this member or parameter, alone or behind its class.
    pub(super) fn are_asked_for(&self, owner: &str, name: &str) -> bool {
        self.globs.iter().any(|glob| {
            matches(glob, name)
                || name.len() < glob.len() && glob.contains('.') && matches(glob, &format!("{owner}.{name}"))
        })
    }
}

/// Whether something of that name is secret by custom.
pub(super) fn is_secret(name: &str) -> bool {
    let words = words(name);
    (0..words.len()).any(|first| SECRETS.contains(&&*words[first..].concat()))
}

/// The words of a name in camel case, snake case or capitals; in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    for c in name.chars() {
        let starts = !before.is_alphanumeric() || (c.is_uppercase() && !before.is_uppercase());
        if c.is_alphanumeric() {
            if starts || words.is_empty() {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    words
}

/// `*` stands for any text.
fn matches(glob: &str, name: &str) -> bool {
    match glob.split_once('*') {
        None => glob == name,
        Some((head, rest)) => name.strip_prefix(head).is_some_and(|name| {
            let starts = name.char_indices().map(|(at, _)| at).chain([name.len()]);
            starts.into_iter().any(|at| matches(rest, &name[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_known_in_every_spelling_and_others_are_left() {
        for name in [
            "password",
            "setPassword",
            "USER_PASSWORD",
            "apiKey",
            "API_KEY",
            "authToken",
            "cookie",
            "Authorization",
            "client_secret",
            "newPasswd",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "tokenizer",
            "passwordLength",
            "secretary",
            "name",
            "key",
            "author",
            "cookies4",
            "",
        ] {
            assert!(!is_secret(name), "{name}");
        }
    }

    #[test]
    fn a_glob_names_a_member_or_a_parameter_alone_or_behind_its_class() {
        let names = Names::new(vec![
            "pin".to_owned(),
            "com.acme.*.login".to_owned(),
            "iban*".to_owned(),
        ]);
        assert!(names.are_asked_for("a.B", "pin"));
        assert!(names.are_asked_for("com.acme.Gate", "login"));
        assert!(names.are_asked_for("a.B", "ibanOfSender"));
        assert!(!names.are_asked_for("org.Gate", "login") && !names.are_asked_for("a.B", "spin"));
    }
}
