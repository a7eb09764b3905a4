//! Expressions as text that knows where it may be broken, laid out in at most 100 columns.

/// The widest line (google-java-format's limit).
pub(super) const WIDTH: usize = 100;
/// By how much a continued line is indented.
pub(super) const CONTINUED: usize = 4;
/// A chain of more calls that does not fit has a line for each; a shorter one breaks within their arguments.
const LINKS: usize = 4;

/// A piece of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// Never broken.
    Text(String),
    /// One piece behind the other, without a space.
    Seq(Vec<Code>),
    /// A receiver and the calls on it, one behind the other: `.name(arguments)` each.
    Chain(Vec<Code>),
    /// Arguments in parentheses.
    Arguments(Vec<Code>),
    /// The elements of an array in braces.
    Elements(Vec<Code>),
    /// The parts of a long string literal, each in its quotes.
    Pieces(Vec<String>),
}

impl Code {
    /// Text that is never broken.
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// `head(arguments)`.
    pub(super) fn call(head: impl Into<String>, arguments: Vec<Code>) -> Self {
        Self::Seq(vec![Self::text(head), Self::Arguments(arguments)])
    }

    /// `receiver.head(arguments)`.
    pub(super) fn called(self, head: &str, arguments: Code) -> Self {
        let link = Self::Seq(vec![Self::Text(format!(".{head}")), arguments]);
        match self {
            Self::Chain(mut parts) => {
                parts.push(link);
                Self::Chain(parts)
            }
            receiver => Self::Chain(vec![receiver, link]),
        }
    }

    /// The same in parentheses.
    pub(super) fn parenthesised(self) -> Self {
        Self::Seq(vec![Self::text("("), self, Self::text(")")])
    }

    /// How many columns it takes on one line; `None` when it must not stand on one.
    pub(super) fn width(&self) -> Option<usize> {
        let sum = |parts: &[Code], between: usize| {
            let gaps = parts.len().saturating_sub(1) * between;
            parts.iter().try_fold(gaps, |sum, part| Some(sum + part.width()?))
        };
        match self {
            Self::Text(text) => Some(text.chars().count()),
            Self::Seq(parts) | Self::Chain(parts) => sum(parts, 0),
            Self::Arguments(items) | Self::Elements(items) => Some(sum(items, 2)? + 2),
            Self::Pieces(_) => None,
        }
    }

    /// The text of a piece that starts with a minus sign would change its meaning behind a cast to a class.
    pub(super) fn needs_parentheses_behind_cast(&self) -> bool {
        match self {
            Self::Text(text) => text.starts_with('-'),
            Self::Pieces(_) => true,
            Self::Seq(_) | Self::Chain(_) | Self::Arguments(_) | Self::Elements(_) => false,
        }
    }

    fn flat(&self, out: &mut String) {
        let list = |items: &[Code], open: char, close: char, out: &mut String| {
            out.push(open);
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                item.flat(out);
            }
            out.push(close);
        };
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Seq(parts) | Self::Chain(parts) => parts.iter().for_each(|part| part.flat(out)),
            Self::Arguments(items) => list(items, '(', ')', out),
            Self::Elements(items) => list(items, '{', '}', out),
            Self::Pieces(pieces) => out.push_str(&pieces.join(" + ")),
        }
    }

    fn fits(&self, column: usize, trailing: usize) -> bool {
        self.width().is_some_and(|width| column + width + trailing <= WIDTH)
    }

    /// Writes it behind what stands in `out`. Continued lines are indented relative to `indent`; `trailing` columns
    /// must stay free behind it.
    fn lay(&self, out: &mut String, indent: usize, trailing: usize) {
        if self.fits(column(out), trailing) {
            return self.flat(out);
        }
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Chain(parts) if parts.len() > LINKS => {
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        new_line(out, indent + CONTINUED);
                    }
                    let is_last = index + 1 == parts.len();
                    part.lay(out, indent + CONTINUED, if is_last { trailing } else { 0 });
                }
            }
            Self::Seq(parts) | Self::Chain(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    part.lay(out, indent, behind(&parts[index + 1..]).unwrap_or(trailing));
                }
            }
            Self::Arguments(items) => lay_arguments(items, out, indent + CONTINUED, trailing),
            Self::Elements(items) => lay_elements(items, out, indent),
            Self::Pieces(pieces) => {
                for (index, piece) in pieces.iter().enumerate() {
                    if index > 0 {
                        new_line(out, indent + CONTINUED);
                        out.push_str("+ ");
                    }
                    out.push_str(piece);
                }
            }
        }
    }
}

/// The columns that stand behind a part before the next place for a break; `None` when nothing follows.
fn behind(rest: &[Code]) -> Option<usize> {
    match rest {
        [] => None,
        [Code::Text(text), ..] => Some(text.chars().count()),
        _ => Some(1),
    }
}

fn lay_arguments(items: &[Code], out: &mut String, indent: usize, trailing: usize) {
    if items.is_empty() {
        // There is nothing to break.
        return out.push_str("()");
    }
    out.push('(');
    let all = Code::Arguments(items.to_vec());
    new_line(out, indent);
    // The parentheses of `all` are counted by `fits`: one of them stands on this line.
    if all.fits(indent, trailing.saturating_sub(1)) {
        let mut flat = String::new();
        all.flat(&mut flat);
        out.push_str(&flat[1..]);
        return;
    }
    for (index, item) in items.iter().enumerate() {
        let last = index + 1 == items.len();
        if index > 0 {
            new_line(out, indent);
        }
        item.lay(out, indent, if last { trailing + 1 } else { 1 });
        out.push(if last { ')' } else { ',' });
    }
}

fn lay_elements(items: &[Code], out: &mut String, indent: usize) {
    let inner = indent + 2;
    out.push('{');
    new_line(out, inner);
    let mut first_on_line = true;
    for (index, item) in items.iter().enumerate() {
        let comma = usize::from(index + 1 < items.len());
        if !first_on_line && !item.fits(column(out) + 1, comma) {
            new_line(out, inner);
        } else if !first_on_line {
            out.push(' ');
        }
        item.lay(out, inner, comma);
        if comma == 1 {
            out.push(',');
        }
        first_on_line = false;
    }
    new_line(out, indent);
    out.push('}');
}

pub(super) fn column(out: &str) -> usize {
    out.rsplit('\n').next().unwrap_or("").chars().count()
}

fn new_line(out: &mut String, indent: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
}

/// A statement of its own: `prefix` ends in `" = "` for a declaration, and is empty otherwise. Without a line end.
pub(super) fn statement(indent: usize, prefix: &str, code: &Code) -> String {
    let mut out = " ".repeat(indent);
    out.push_str(prefix);
    // As google-java-format does it, the outermost break comes first: behind the `=` of a declaration.
    let breaks_in_place = matches!(code, Code::Elements(_));
    let indent = if prefix.is_empty() || breaks_in_place || code.fits(column(&out), 1) {
        indent
    } else {
        out.truncate(out.trim_end().len());
        new_line(&mut out, indent + CONTINUED);
        indent + CONTINUED
    };
    code.lay(&mut out, indent, 1);
    out.push(';');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(count: usize) -> Vec<Code> {
        (0..count).map(|n| Code::text(format!("argumentNumber{n}"))).collect()
    }

    #[test]
    fn what_fits_stays_on_one_line() {
        assert_eq!(
            statement(4, "int x = ", &Code::call("f", words(2))),
            "    int x = f(argumentNumber0, argumentNumber1);"
        );
    }

    #[test]
    fn no_arguments_are_never_broken() {
        let call = Code::call("c".repeat(98), Vec::new());
        assert_eq!(statement(4, "", &call), format!("    {}();", "c".repeat(98)));
    }

    #[test]
    fn a_long_declaration_breaks_behind_its_sign_first() {
        let text = statement(4, &format!("{} x = ", "T".repeat(50)), &Code::call("f", words(4)));
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(text.lines().next().unwrap().ends_with(" x ="), "{text}");
    }

    #[test]
    fn a_long_chain_has_a_line_for_each_call() {
        let chain = |count| {
            let start = Code::call("Booking.builder", vec![]);
            (0..count).fold(start, |chain, _| chain.called("nights", Code::Arguments(words(1))))
        };
        assert_eq!(statement(4, "Booking b = ", &chain(2)).lines().count(), 1);
        let text = statement(4, "Booking b = ", &chain(6));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["    Booking b =", "        Booking.builder()"]);
        assert_eq!(lines[2], "            .nights(argumentNumber0)");
        assert_eq!((lines.len(), lines[7]), (8, "            .nights(argumentNumber0);"));
    }

    #[test]
    fn many_arguments_stand_one_a_line() {
        let text = statement(4, "", &Code::call("call", words(9)));
        assert_eq!(text.lines().count(), 10, "{text}");
        assert_eq!(text.lines().nth(1), Some("        argumentNumber0,"));
        assert!(text.ends_with("argumentNumber8);"), "{text}");
    }

    #[test]
    fn long_array_elements_fill_lines() {
        let text = statement(4, "int[] x = ", &Code::Elements(words(12)));
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(text.ends_with("\n    };"), "{text}");
    }
}
