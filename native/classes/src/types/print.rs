//! Types as source writes them, with binary names: what messages and comparisons show.

use std::fmt::{self, Display, Formatter};

use super::{Argument, ClassType, Type, Variable};

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Primitive(primitive) => f.write_str(primitive.keyword()),
            Self::Null => f.write_str("null"),
            Self::Class(class) => class.fmt(f),
            Self::Array(element) => write!(f, "{element}[]"),
            Self::Variable(variable) => variable.fmt(f),
            Self::Intersection(parts) => list(f, parts, " & "),
        }
    }
}

impl Display for ClassType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.outer {
            Some(outer) => {
                let simple = self.name.get(outer.name.len() + 1..).unwrap_or(&self.name);
                write!(f, "{outer}.{simple}")?;
            }
            None => f.write_str(&self.name)?,
        }
        if self.arguments.is_empty() {
            return Ok(());
        }
        f.write_str("<")?;
        list(f, &self.arguments, ", ")?;
        f.write_str(">")
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(argument) => argument.fmt(f),
            Self::Extends(bound) => write!(f, "? extends {bound}"),
            Self::Super(bound) => write!(f, "? super {bound}"),
            Self::Any => f.write_str("?"),
        }
    }
}

impl Display for Variable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declared { name, .. } => f.write_str(name),
            Self::Captured(id) => write!(f, "capture#{id}"),
        }
    }
}

fn list<T: Display>(f: &mut Formatter<'_>, items: &[T], separator: &str) -> fmt::Result {
    for (position, item) in items.iter().enumerate() {
        if position > 0 {
            f.write_str(separator)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}
