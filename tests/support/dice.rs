//! A small seeded stream of random numbers: the same draws on every machine and for every version of every library.

/// The generator of Steele, Lea and Flood (OOPSLA 2014), known as `SplitMix`.
pub(crate) struct Dice(u64);

impl Dice {
    /// Equal seeds give equal streams.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True `n` times in `of`.
    pub(crate) fn chance(&mut self, n: usize, of: usize) -> bool {
        self.below(of) < n
    }

    /// One of the items; there is at least one.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Some of the items, each at most once, in the order drawn.
    pub(crate) fn some<T>(&mut self, mut items: Vec<T>, count: usize) -> Vec<T> {
        let count = count.min(items.len());
        for at in 0..count {
            let other = at + self.below(items.len() - at);
            items.swap(at, other);
        }
        items.truncate(count);
        items
    }
}
