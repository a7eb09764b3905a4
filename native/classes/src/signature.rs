//! Generic signatures (JVMS 4.7.9.1), as far as they say what a container holds.

/// The number of type parameters that a class or method signature declares.
pub(crate) fn type_parameter_count(signature: &str) -> usize {
    let Some(inside) = signature.strip_prefix('<') else {
        return 0;
    };
    // A type parameter is a name and its bounds; every bound is a type or empty, so `Name:` begins one exactly where none is open.
    let mut scanner = Scanner::new(inside);
    let mut count = 0;
    while scanner.peek().is_some_and(|c| c != '>') {
        if scanner.skip_past(':').is_none() {
            break;
        }
        count += 1;
        if scanner.peek() != Some(':') && scanner.field_type().is_none() {
            break;
        }
        while scanner.peek() == Some(':') {
            scanner.advance();
            if scanner.field_type().is_none() {
                return count;
            }
        }
    }
    count
}

/// The types of the parameters of a method signature, each as its own signature; `None` for a broken one.
pub(crate) fn parameter_types(signature: &str) -> Option<Vec<&str>> {
    let mut scanner = Scanner::new(signature);
    scanner.skip_past('(')?;
    let mut types = Vec::new();
    while scanner.peek()? != ')' {
        types.push(scanner.field_type()?);
    }
    Some(types)
}

/// For a class type with exactly one type argument, the class (dotted) and the argument's field descriptor after erasure;
/// `None` for others, and where the argument is a type variable or an unbounded wildcard.
pub(crate) fn single_argument(field_type: &str) -> Option<(String, String)> {
    let open = field_type.find('<')?;
    let container = field_type[..open].strip_prefix('L')?.replace('/', ".");
    let mut scanner = Scanner::new(&field_type[open + 1..]);
    if matches!(scanner.peek()?, '+' | '-') {
        scanner.advance();
    }
    let argument = scanner.field_type()?;
    if scanner.rest() != ">;" {
        return None;
    }
    Some((container, erased(argument)?))
}

/// The field descriptor of a type without its type arguments; `None` for type variables and members of generic classes.
fn erased(field_type: &str) -> Option<String> {
    let dimensions = field_type.len() - field_type.trim_start_matches('[').len();
    let element = &field_type[dimensions..];
    let erased = match element.as_bytes().first()? {
        b'T' => return None,
        b'L' => {
            let mut name = String::new();
            let mut depth = 0_usize;
            for c in element.chars() {
                match c {
                    '<' => depth += 1,
                    '>' => depth = depth.saturating_sub(1),
                    '.' if depth == 0 => name.push('$'),
                    _ if depth == 0 => name.push(c),
                    _ => {}
                }
            }
            name
        }
        _ => element.to_owned(),
    };
    Some(format!("{}{erased}", &field_type[..dimensions]))
}

/// Walks over a signature, type by type.
struct Scanner<'s> {
    text: &'s str,
    at: usize,
}

impl<'s> Scanner<'s> {
    fn new(text: &'s str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn advance(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn skip_past(&mut self, wanted: char) -> Option<()> {
        self.at += self.rest().find(wanted)? + wanted.len_utf8();
        Some(())
    }

    /// The type here, and past it.
    fn field_type(&mut self) -> Option<&'s str> {
        let start = self.at;
        while self.peek()? == '[' {
            self.advance();
        }
        match self.peek()? {
            'T' => self.skip_past(';')?,
            'L' => self.class_type()?,
            'B' | 'C' | 'D' | 'F' | 'I' | 'J' | 'S' | 'Z' => self.advance(),
            _ => return None,
        }
        Some(&self.text[start..self.at])
    }

    fn class_type(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                '<' => depth += 1,
                '>' => depth = depth.checked_sub(1)?,
                ';' if depth == 0 => {
                    self.advance();
                    return Some(());
                }
                _ => {}
            }
            self.advance();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_parameters_are_counted_whatever_their_bounds() {
        for (signature, count) in [
            ("Ljava/lang/Object;", 0),
            ("<T:Ljava/lang/Object;>Ljava/lang/Object;", 1),
            (
                "<K:Ljava/lang/Object;V::Ljava/lang/Comparable<-TV;>;>Ljava/lang/Object;",
                2,
            ),
            (
                "<E::Ljava/io/Serializable;:Ljava/lang/Comparable<TE;>;X:TE;>Ljava/lang/Object;",
                2,
            ),
            ("<T", 0),
        ] {
            assert_eq!(type_parameter_count(signature), count, "{signature}");
        }
    }

    #[test]
    fn a_collection_of_strings_holds_strings() {
        let types =
            parameter_types("(Ljava/util/Collection<Ljava/lang/String;>;I[TT;Ljava/util/Map<TK;TV;>;)V").unwrap();
        assert_eq!(types.len(), 4);
        let (container, element) = single_argument(types[0]).unwrap();
        assert_eq!(
            (container.as_str(), element.as_str()),
            ("java.util.Collection", "Ljava/lang/String;")
        );
        assert_eq!(single_argument(types[3]), None);
    }

    #[test]
    fn bounds_of_wildcards_count_and_type_variables_do_not() {
        let element = |text| single_argument(text).map(|(_, element)| element);
        assert_eq!(element("Ljava/lang/Iterable<+La/Foo;>;").as_deref(), Some("La/Foo;"));
        assert_eq!(element("Ljava/util/List<-[[I>;").as_deref(), Some("[[I"));
        assert_eq!(
            element("Ljava/util/List<La/Box<TT;>.Item;>;").as_deref(),
            Some("La/Box$Item;")
        );
        assert_eq!(element("Ljava/util/List<TT;>;"), None);
        assert_eq!(element("Ljava/util/List<*>;"), None);
    }
}
