//! Random draws: one stream per search, the same on every machine for the same seed.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{RngCore, SeedableRng};

/// A stream of draws.
pub(crate) struct Draw(Pcg64);

impl Draw {
    /// The stream of that seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// Any 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`; 0 when `n` is 0. The bias of the multiplication is below 2^-32 for the sizes in use.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// True with this probability.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// One of them, each as likely as the other.
    pub(crate) fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        match from {
            [] => None,
            _ => from.get(self.below(from.len())),
        }
    }

    /// A position, drawn by weight; uniform when all weights vanish, `None` when there is none.
    pub(crate) fn weighted(&mut self, weights: &[f64]) -> Option<usize> {
        let total: f64 = weights.iter().sum();
        if weights.is_empty() || total <= 0.0 {
            return (!weights.is_empty()).then(|| self.below(weights.len()));
        }
        let mut left = self.unit() * total;
        for (index, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return Some(index);
            }
        }
        weights.iter().rposition(|weight| *weight > 0.0)
    }

    /// A number in `[0, 1)` with 53 random bits.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_zero_are_never_drawn_unless_all_are() {
        let mut draw = Draw::new(1);
        assert!((0..100).all(|_| draw.weighted(&[0.0, 1.0, 0.0]) == Some(1)));
        let drawn: std::collections::BTreeSet<_> = (0..100).map(|_| draw.weighted(&[0.0, 0.0])).collect();
        assert_eq!(drawn.len(), 2);
        assert_eq!(draw.weighted(&[]), None);
    }

    #[test]
    fn equal_seeds_give_equal_streams() {
        let (mut a, mut b) = (Draw::new(7), Draw::new(7));
        assert!((0..50).all(|_| a.below(1000) == b.below(1000)));
    }
}
