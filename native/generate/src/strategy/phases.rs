//! The phases of a strategy, of which one that has nothing new gives way to the next: no budget is left unspent while another has something.

/// Which phases are over before their time, and which one spoke last.
pub(super) struct Phases<P> {
    over: Vec<P>,
    last: Option<P>,
}

impl<P: Copy + PartialEq> Phases<P> {
    pub(super) fn new() -> Self {
        Self {
            over: Vec::new(),
            last: None,
        }
    }

    /// The first of the wanted phases that is not over.
    pub(super) fn enter(&mut self, wanted: &[P]) -> Option<P> {
        self.last = wanted.iter().copied().find(|phase| !self.over.contains(phase));
        self.last
    }

    /// No phase is over any longer.
    pub(super) fn begin_again(&mut self) {
        self.over.clear();
    }

    /// The phase that was entered last is over. Says whether there was one.
    pub(super) fn give_way(&mut self) -> bool {
        let last = self.last.take();
        self.over.extend(last);
        last.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_with_nothing_new_gives_way_until_all_are_over() {
        let mut phases = Phases::new();
        assert_eq!(phases.enter(&['a', 'b']), Some('a'));
        assert!(phases.give_way());
        assert_eq!(
            (phases.enter(&['a', 'b']), phases.enter(&['b', 'a'])),
            (Some('b'), Some('b'))
        );
        assert!(phases.give_way());
        assert_eq!(phases.enter(&['a', 'b']), None);
        assert!(!phases.give_way());
        phases.begin_again();
        assert_eq!(phases.enter(&['a', 'b']), Some('a'));
    }
}
