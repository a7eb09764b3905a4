//! How far a search goes from what it proposes as long as that leads to something new.

/// What is allowed; each step allows what those before it do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) enum Breadth {
    /// What pays most as a rule.
    #[default]
    Usual,
    /// Longer sequences, any value of a type, every producer, and calls behind whatever returned, with something new or not: the same method in
    /// one more state.
    Wide,
    /// Methods of classes that are not under test, too, on objects of theirs.
    Foreign,
    /// One sequence after the other, see [`Systematic`](crate::systematic::Systematic).
    Systematic,
}

impl Breadth {
    /// The next step among draws; none behind the last.
    pub(crate) fn wider(self) -> Option<Self> {
        match self {
            Self::Usual => Some(Self::Wide),
            Self::Wide => Some(Self::Foreign),
            Self::Foreign | Self::Systematic => None,
        }
    }

    /// How many times as long sequences may be.
    pub(crate) fn length_factor(self) -> usize {
        if self == Self::Usual { 1 } else { 2 }
    }
}
