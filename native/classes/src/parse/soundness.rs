//! Whether javac reads a generic signature (JVMS 4.7.9.1). The virtual machine looks at none until it is asked, so a class file may hold anything.

/// How deep type arguments may be inside one another. javac reads them by recursion, and some hundred use up its stack; whoever writes types
/// by hand is far below.
const DEEPEST: usize = 100;

/// Whether the signature of a class, a field or a method is whole, and no deeper than javac can read.
pub(super) fn is_sound(signature: &str) -> bool {
    let mut scan = Scan(signature.as_bytes());
    let is_read = scan.type_parameters().and_then(|()| scan.rest());
    is_read.is_some() && scan.0.is_empty()
}

/// What is left to be read. Each step is `None` where that is no signature.
struct Scan<'s>(&'s [u8]);

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.0.first().copied()
    }

    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn eats(&mut self, wanted: u8) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.next();
        }
        is_there
    }

    /// Reads a name up to one of these, and that.
    fn name(&mut self, ends: &[u8]) -> Option<u8> {
        let length = self.0.iter().position(|byte| ends.contains(byte))?;
        self.0 = &self.0[length..];
        (length > 0).then(|| self.next())?
    }

    /// `<T:Lbound;U::Lbound;>`, which may be missing.
    fn type_parameters(&mut self) -> Option<()> {
        if !self.eats(b'<') {
            return Some(());
        }
        while !self.eats(b'>') {
            self.name(b":")?;
            // The bound that is a class may be empty.
            if !matches!(self.peek(), Some(b':')) {
                self.one_type()?;
            }
            while self.eats(b':') {
                self.one_type()?;
            }
        }
        Some(())
    }

    /// The parameters, result and exceptions of a method, or the one type or more of anything else.
    fn rest(&mut self) -> Option<()> {
        if self.eats(b'(') {
            while !self.eats(b')') {
                self.one_type()?;
            }
            self.one_type()?;
            while self.eats(b'^') {
                self.one_type()?;
            }
            return Some(());
        }
        self.one_type()?;
        while !self.0.is_empty() {
            self.one_type()?;
        }
        Some(())
    }

    /// A type, without recursion: of the types around only how many there are is remembered.
    fn one_type(&mut self) -> Option<()> {
        let mut depth = 0;
        loop {
            while self.eats(b'[') {}
            match self.next()? {
                b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b'V' => {}
                b'T' => drop(self.name(b";")?),
                b'L' => depth += usize::from(self.name(b"<;")? == b'<'),
                _ => return None,
            }
            // A type has ended, or its arguments begin.
            loop {
                if depth > DEEPEST {
                    return None;
                }
                if depth == 0 {
                    return Some(());
                }
                match self.peek()? {
                    b'*' => drop(self.next()),
                    b'>' => {
                        self.next();
                        depth -= 1;
                        if !self.eats(b';') {
                            self.eats(b'.').then_some(())?;
                            depth += usize::from(self.name(b"<;.")? == b'<');
                        }
                    }
                    b'+' | b'-' => {
                        self.next();
                        break;
                    }
                    _ => break,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_compiler_writes_is_sound() {
        for signature in [
            "I",
            "TT;",
            "[[J",
            "Ljava/util/Map<TK;[Ljava/util/List<+TV;>;>;",
            "Ljava/util/Map<**>;",
            "Lbank/Outer<TT;>.Inner<-TT;>.Last;",
            "<T:Ljava/lang/Object;U::Ljava/lang/Comparable<-TT;>;V:TT;:Ljava/io/Closeable;>Lbank/Base<TT;>;Ljava/lang/Runnable;",
            "<X:Ljava/lang/Exception;>(ITX;[Ljava/util/List<*>;)V^TX;^Ljava/io/IOException;",
            "()Ljava/lang/Object;",
        ] {
            assert!(is_sound(signature), "{signature}");
        }
    }

    #[test]
    fn what_is_broken_or_too_deep_is_not() {
        for signature in [
            "",
            "Q",
            "Ljava/util/List<Q;>;",
            "Ljava/util/List<TT;>",
            "L;",
            "(I",
            "<T>V",
            "()V^",
            "II)",
        ] {
            assert!(!is_sound(signature), "{signature}");
        }
        let deep = |depth: usize| format!("({}I{})V", "La<[".repeat(depth), ">;".repeat(depth));
        assert!(is_sound(&deep(DEEPEST)));
        assert!(!is_sound(&deep(DEEPEST + 1)) && !is_sound(&deep(16_000)));
    }
}
