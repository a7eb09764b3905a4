//! What a generic signature (JVMS 4.7.9.1) says that erasure hides: where an argument must be made raw for javac.

/// A method's generic signature, taken apart as far as calls need it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Signature<'a> {
    /// The method's own type variables; `true` when one has a bound other than `Object`.
    variables: Vec<(&'a str, bool)>,
    /// One a parameter.
    parameters: Vec<&'a str>,
}

/// How a parameter's generic type constrains its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constraint {
    /// Erased assignability is all there is to it.
    None,
    /// A parameterised type, or a type variable of the method with a bound: an argument of exactly the erased (raw)
    /// type always passes, with an unchecked warning.
    Parameterised,
    /// A type variable of the class: bound to something in a subclass that is not generic.
    ClassVariable,
}

impl<'a> Signature<'a> {
    /// Takes it apart; `None` when it is broken.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let (variables, rest) = match text.strip_prefix('<') {
            Some(inside) => {
                let end = closing(inside)?;
                (variables(&inside[..end])?, &inside[end + 1..])
            }
            None => (Vec::new(), text),
        };
        let mut rest = rest.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let length = type_length(rest)?;
            parameters.push(&rest[..length]);
            rest = &rest[length..];
        }
        Some(Self { variables, parameters })
    }

    /// The number of parameters that it names: synthetic ones are missing.
    pub(super) fn arity(&self) -> usize {
        self.parameters.len()
    }

    /// Whether the parameter at `index` is of a type without type arguments and variables.
    pub(super) fn is_plain(&self, index: usize) -> bool {
        self.parameters.get(index).is_some_and(|parameter| {
            let bare = parameter.trim_start_matches('[');
            !bare.starts_with('T') && !bare.contains('<')
        })
    }

    /// How the parameter at `index` constrains its argument.
    pub(super) fn constraint(&self, index: usize) -> Constraint {
        let Some(parameter) = self.parameters.get(index) else {
            return Constraint::None;
        };
        let bare = parameter.trim_start_matches('[');
        if let Some(variable) = bare.strip_prefix('T').and_then(|rest| rest.strip_suffix(';')) {
            return match self.variables.iter().find(|(name, _)| *name == variable) {
                Some((_, true)) => Constraint::Parameterised,
                Some((_, false)) => Constraint::None,
                None => Constraint::ClassVariable,
            };
        }
        // Unbounded wildcards accept every argument.
        let free = parameter.replace('*', "").replace("<>", "");
        if free.contains('<') && !self.is_inferred(parameter) {
            Constraint::Parameterised
        } else {
            Constraint::None
        }
    }

    /// Whether the only type argument is an unbounded variable of the method that no other parameter mentions, as in
    /// `<T> T read(Class<T> type)`: then it becomes whatever the argument says.
    fn is_inferred(&self, parameter: &str) -> bool {
        let argument = parameter.split_once('<').and_then(|(_, rest)| rest.strip_suffix(">;"));
        let Some(mention) = argument.map(|text| text.trim_start_matches(['+', '-'])) else {
            return false;
        };
        let free = self
            .variables
            .iter()
            .any(|(name, bounded)| !bounded && mention == format!("T{name};"));
        free && self
            .parameters
            .iter()
            .filter(|parameter| parameter.contains(mention))
            .count()
            == 1
    }
}

/// The position of the `>` that closes a bracket opened just before `text`.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.char_indices().find_map(|(index, c)| {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(index)
    })
}

/// The length of the type that `text` starts with.
fn type_length(text: &str) -> Option<usize> {
    match text.chars().next()? {
        '[' => Some(1 + type_length(&text[1..])?),
        'L' | 'T' => {
            let mut depth = 0;
            text.char_indices().find_map(|(index, c)| {
                match c {
                    '<' => depth += 1,
                    '>' => depth -= 1,
                    _ => {}
                }
                (c == ';' && depth == 0).then_some(index + 1)
            })
        }
        _ => Some(1),
    }
}

/// `T:Ljava/lang/Object;U::Ljava/lang/Comparable<TU;>;` by name and whether it is bounded.
fn variables(mut text: &str) -> Option<Vec<(&str, bool)>> {
    let mut found = Vec::new();
    while !text.is_empty() {
        let (name, mut rest) = text.split_once(':')?;
        let mut bounded = false;
        loop {
            if let Some(interface) = rest.strip_prefix(':') {
                rest = interface;
                continue;
            }
            if !rest.starts_with(['L', 'T', '[']) || rest.is_empty() {
                break;
            }
            // The next variable's name may start with these letters too: a bound ends in `;`, a name in `:`.
            let length = type_length(rest)?;
            if rest[..length].contains(':') {
                break;
            }
            bounded |= &rest[..length] != "Ljava/lang/Object;";
            rest = &rest[length..];
        }
        found.push((name, bounded));
        text = rest;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::Constraint::{ClassVariable, None, Parameterised};
    use super::Signature;

    #[test]
    fn a_bounded_variable_and_a_parameterised_type_constrain_their_arguments() {
        let text = "<T::Ljava/lang/Comparable<TT;>;L:Ljava/lang/Object;>(TT;TL;Ljava/util/List<TL;>;I[TE;)V";
        let signature = Signature::parse(text).unwrap();
        let found: Vec<_> = (0..5).map(|index| signature.constraint(index)).collect();
        assert_eq!(found, [Parameterised, None, Parameterised, None, ClassVariable]);
    }

    #[test]
    fn an_unbounded_wildcard_constrains_nothing() {
        let signature = Signature::parse("(Ljava/lang/Class<*>;Ljava/util/List<+TT;>;)V").unwrap();
        assert_eq!(signature.constraint(0), None);
        assert_eq!(signature.constraint(1), Parameterised);
    }

    #[test]
    fn a_broken_signature_is_none() {
        for text in ["", "<T", "(Ljava/util/List<", "(I"] {
            assert!(Signature::parse(text).is_none(), "{text}");
        }
    }
}
