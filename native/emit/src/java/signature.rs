//! What a generic signature (JVMS 4.7.9.1) says that erasure hides: where an argument must be made raw for javac.

/// A method's generic signature, taken apart as far as calls need it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Signature<'a> {
    /// The method's own type variables and their bounds.
    variables: Vec<(&'a str, Vec<&'a str>)>,
    /// One a parameter.
    parameters: Vec<&'a str>,
}

/// How a parameter's generic type constrains its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constraint {
    /// Erased assignability is all there is to it.
    None,
    /// A parameterised type, or a type variable of the method with a bound: an argument of exactly the erased (raw)
    /// type always passes, with an unchecked warning, if it is of the [further bounds](Signature::further_bounds), too.
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
                Some((_, bounds)) if is_bounded(bounds) => Constraint::Parameterised,
                Some(_) => Constraint::None,
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

    /// The classes of the bounds behind the first, which erasure forgets, of a variable of the method that is the type of the parameter at
    /// `index` (JLS 4.4): interfaces all.
    pub(super) fn further_bounds(&self, index: usize) -> Vec<String> {
        let parameter = self.parameters.get(index).copied().unwrap_or_default();
        let variable = parameter.strip_prefix('T').and_then(|rest| rest.strip_suffix(';'));
        let own = self.variables.iter().find(|(name, _)| Some(*name) == variable);
        let bounds = own.map_or(&[][..], |(_, bounds)| bounds);
        bounds.iter().skip(1).map(|bound| erased(bound)).collect()
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
            .any(|(name, bounds)| !is_bounded(bounds) && mention == format!("T{name};"));
        free && self
            .parameters
            .iter()
            .filter(|parameter| parameter.contains(mention))
            .count()
            == 1
    }
}

/// Whether one is another than `Object`.
fn is_bounded(bounds: &[&str]) -> bool {
    bounds.iter().any(|bound| *bound != "Ljava/lang/Object;")
}

/// The binary name of a class type without its arguments: `Lp/A<TT;>.B<TT;>;` is `p.A$B`.
fn erased(class_type: &str) -> String {
    let mut depth = 0;
    let mut name = String::new();
    for c in class_type.trim_start_matches('L').trim_end_matches(';').chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ if depth > 0 => {}
            '/' => name.push('.'),
            '.' => name.push('$'),
            _ => name.push(c),
        }
    }
    name
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

/// `T:Ljava/lang/Object;U::Ljava/lang/Comparable<TU;>;` by name and bounds.
fn variables(mut text: &str) -> Option<Vec<(&str, Vec<&str>)>> {
    let mut found = Vec::new();
    while !text.is_empty() {
        let (name, mut rest) = text.split_once(':')?;
        let mut bounds = Vec::new();
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
            bounds.push(&rest[..length]);
            rest = &rest[length..];
        }
        found.push((name, bounds));
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
    fn of_several_bounds_erasure_keeps_the_first() {
        let number = "T:Ljava/lang/Number;:Ljava/lang/Comparable<-TT;>;:Lp/A<TT;>.B<[TT;>;";
        let text = format!("<{number}U::Ljava/util/List<TT;>;>(TT;TU;I[TT;)V");
        let signature = Signature::parse(&text).unwrap();
        assert_eq!(signature.further_bounds(0), ["java.lang.Comparable", "p.A$B"]);
        for index in 1..5 {
            assert!(signature.further_bounds(index).is_empty(), "{index}");
        }
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
