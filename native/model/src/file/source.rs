//! The bytes of a payload, taken from the front. Long lists are decoded item by item straight into what the model keeps: a
//! whole payload in between would cost as much memory and time as the model itself.

use serde::Deserialize;

/// What gave a damaged payload away.
pub(super) type Damage = &'static str;

/// What is not yet read of a payload.
pub(super) struct Source<'b>(pub(super) &'b [u8]);

impl<'b> Source<'b> {
    /// The next value.
    #[inline]
    pub(super) fn take<T: Deserialize<'b>>(&mut self) -> Result<T, Damage> {
        let (value, rest) = postcard::take_from_bytes(self.0).map_err(|_| "its payload cannot be decoded")?;
        self.0 = rest;
        Ok(value)
    }

    /// The length of a list, believed only as far as there are bytes for it, `least` an item.
    #[inline]
    pub(super) fn length(&mut self, least: usize) -> Result<usize, Damage> {
        let length: usize = self.take()?;
        if length > self.0.len() / least {
            return Err("it has a list that is longer than the file");
        }
        Ok(length)
    }

    /// So many items, in one piece of memory. The length comes from [`Self::length`].
    #[inline]
    pub(super) fn items<T>(
        &mut self,
        length: usize,
        mut item: impl FnMut(&mut Self) -> Result<T, Damage>,
    ) -> Result<Vec<T>, Damage> {
        let mut items = Vec::with_capacity(length);
        for _ in 0..length {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// A list: its length and its items.
    #[inline]
    pub(super) fn list<T>(
        &mut self,
        least: usize,
        item: impl FnMut(&mut Self) -> Result<T, Damage>,
    ) -> Result<Vec<T>, Damage> {
        let length = self.length(least)?;
        self.items(length, item)
    }
}
