//! The list of templates.

use crate::claim::{Claim, Relation};

/// The name of each template, with what it says.
pub const TEMPLATES: [(&str, &str); 19] = [
    ("constant", "x == c, also of sequences"),
    ("one-of", "x in {c1, c2, c3}, also of sequences"),
    ("non-zero", "x != 0"),
    ("non-null", "x != null"),
    ("bound", "x >= c and x <= c, with c from -1 to 2"),
    ("modulo", "x == a (mod m), with m from 2 to 10"),
    ("class", "class of x in {A, B, C}"),
    ("equality", "x == y, also of sequences"),
    ("inequality", "x != y"),
    ("order", "x < y, x <= y"),
    ("divides", "x divides y"),
    ("linear", "y == a*x + b, z == a*x + b*y + c"),
    ("elements", "x[] elements: one of three, not null, bounds"),
    ("elements-order", "x[] elements <= y"),
    ("sorted", "x[] sorted by <=, elements all equal"),
    ("no-duplicates", "x[] has no duplicates"),
    ("member", "x in y[]"),
    ("pairwise", "x[] <= y[] element by element, x[] is the reverse of y[]"),
    ("implication", "A ==> B, A <==> B"),
];

/// Which templates are on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Templates {
    off: Vec<&'static str>,
}

/// There is no template of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTemplate(pub String);

impl Templates {
    /// The named ones; where all names have a `-` in front, all but those.
    pub fn parse(names: &[String]) -> Result<Self, UnknownTemplate> {
        let known = |name: &str| {
            let template = TEMPLATES.iter().find(|(known, _)| *known == name);
            template
                .map(|(name, _)| *name)
                .ok_or_else(|| UnknownTemplate(name.to_owned()))
        };
        let without: Result<Vec<&str>, _> = names
            .iter()
            .filter_map(|name| name.strip_prefix('-'))
            .map(known)
            .collect();
        let with: Result<Vec<&str>, _> = names
            .iter()
            .filter(|name| !name.starts_with('-'))
            .map(|name| known(name))
            .collect();
        let (without, with) = (without?, with?);
        let is_off = |name: &&str| without.contains(name) || (!with.is_empty() && !with.contains(name));
        Ok(Self {
            off: TEMPLATES.iter().map(|(name, _)| *name).filter(is_off).collect(),
        })
    }

    /// Whether claims of this sort are looked for. An implication needs its right side's template too.
    pub(crate) fn has(&self, claim: &Claim) -> bool {
        let inner = match claim {
            Claim::Implies(_, claim) | Claim::Equivalent(_, claim) => self.has(claim),
            _ => true,
        };
        inner && !self.off.contains(&claim.template())
    }
}

impl Claim {
    /// The name of its template, of those in [`TEMPLATES`].
    pub fn template(&self) -> &'static str {
        match self {
            Self::OneOf(_, values) if values.len() == 1 => "constant",
            Self::SequenceOneOf(_, sequences) if sequences.len() == 1 => "constant",
            Self::OneOf(..) | Self::SequenceOneOf(..) => "one-of",
            Self::NonZero(_) => "non-zero",
            Self::NonNull(_) => "non-null",
            Self::AtLeast(..) | Self::AtMost(..) => "bound",
            Self::Modulo(..) => "modulo",
            Self::ClassOneOf(..) => "class",
            Self::Compare(_, Relation::Equal, _) | Self::Pairwise(_, Relation::Equal, _) => "equality",
            Self::Compare(_, Relation::Unequal, _) => "inequality",
            Self::Compare(..) => "order",
            Self::Divides(..) => "divides",
            Self::Linear(..) => "linear",
            Self::Each(_, claim) if matches!(**claim, Self::Compare(..)) => "elements-order",
            Self::Each(..) => "elements",
            Self::Sorted(..) => "sorted",
            Self::NoDuplicates(_) => "no-duplicates",
            Self::Member(..) => "member",
            Self::Pairwise(..) | Self::Reverse(..) => "pairwise",
            Self::Implies(..) | Self::Equivalent(..) => "implication",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_switched_by_name() {
        let parse = |names: &[&str]| Templates::parse(&names.iter().map(ToString::to_string).collect::<Vec<_>>());
        let non_zero = Claim::NonZero("x".into());
        let non_null = Claim::NonNull("x".into());
        let on = |templates: &Templates| (templates.has(&non_zero), templates.has(&non_null));
        assert_eq!(on(&Templates::default()), (true, true));
        assert_eq!(on(&parse(&["non-zero"]).unwrap()), (true, false));
        assert_eq!(on(&parse(&["-non-zero"]).unwrap()), (false, true));
        assert_eq!(parse(&["none"]), Err(UnknownTemplate("none".to_owned())));
    }
}
