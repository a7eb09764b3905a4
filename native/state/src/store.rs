//! Many byte strings, the first of them in memory and the rest in a file without a name.

use std::borrow::Cow;
use std::fs::File;
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;

/// So many bytes of a trace's states are kept in memory.
const IN_MEMORY: usize = 256 << 20;
/// Bytes that are gathered before the file is written to.
const CHUNK: usize = 1 << 20;

/// Byte strings by the order in which they were put there.
///
/// Those beyond a bound are in a file that is gone with the process, in the folder for temporary files: what a large suite's states are made of
/// does not fit into the memory of most machines, and is hardly ever looked at twice. Where there is no room for the file they stay in memory.
#[derive(Debug)]
pub struct ByteStore {
    places: Vec<Place>,
    chunks: Vec<Vec<u8>>,
    /// Bytes in `chunks`, and how many there may be.
    held: usize,
    most: usize,
    file: Option<File>,
    written: u64,
    /// What is to be written next; where that failed once, all that comes.
    pending: Vec<u8>,
    has_failed: bool,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Chunk { chunk: u32, at: u32, length: u32 },
    File { at: u64, length: u32 },
}

impl ByteStore {
    /// Keeps all of them in memory.
    pub fn in_memory() -> Self {
        Self::with(usize::MAX)
    }

    /// Keeps the first 256 MiB of them in memory.
    pub fn spilling() -> Self {
        Self::with(IN_MEMORY)
    }

    /// Keeps so many bytes in memory.
    fn with(most: usize) -> Self {
        Self {
            places: Vec::new(),
            chunks: Vec::new(),
            held: 0,
            most,
            file: None,
            written: 0,
            pending: Vec::new(),
            has_failed: false,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Puts one there, of less than 4 GiB, and gives its number: from 0, each one more.
    pub fn push(&mut self, bytes: &[u8]) -> usize {
        let length = bytes.len() as u32;
        let place = if self.held.saturating_add(bytes.len()) <= self.most {
            self.held += bytes.len();
            self.hold(bytes)
        } else {
            // From here on nothing goes into memory any more, however short it is: the order of the file is that of the numbers.
            self.most = self.held;
            let at = self.written + self.pending.len() as u64;
            self.pending.extend_from_slice(bytes);
            if self.pending.len() >= CHUNK && !self.has_failed {
                self.spill();
            }
            Place::File { at, length }
        };
        self.places.push(place);
        self.places.len() - 1
    }

    fn hold(&mut self, bytes: &[u8]) -> Place {
        let has_room = |chunk: &Vec<u8>| chunk.capacity() - chunk.len() >= bytes.len();
        if !self.chunks.last().is_some_and(has_room) {
            self.chunks.push(Vec::with_capacity(bytes.len().max(CHUNK)));
        }
        let chunk = self.chunks.len() - 1;
        let at = self.chunks[chunk].len() as u32;
        self.chunks[chunk].extend_from_slice(bytes);
        Place::Chunk {
            chunk: chunk as u32,
            at,
            length: bytes.len() as u32,
        }
    }

    fn spill(&mut self) {
        if self.file.is_none() {
            self.file = tempfile::tempfile().ok();
        }
        let written = self.file.as_mut().map(|file| file.write_all(&self.pending));
        if let Some(Ok(())) = written {
            self.written += self.pending.len() as u64;
            self.pending.clear();
        } else {
            self.has_failed = true;
        }
    }

    /// The one of that number; `None` where there is none, or the file cannot be read.
    pub fn get(&self, number: usize) -> Option<Cow<'_, [u8]>> {
        match *self.places.get(number)? {
            Place::Chunk { chunk, at, length } => {
                let bytes = &self.chunks[chunk as usize][at as usize..][..length as usize];
                Some(Cow::Borrowed(bytes))
            }
            Place::File { at, length } if at >= self.written => {
                let at = (at - self.written) as usize;
                Some(Cow::Borrowed(&self.pending[at..][..length as usize]))
            }
            Place::File { at, length } => {
                let mut bytes = vec![0; length as usize];
                self.file.as_ref()?.read_exact_at(&mut bytes, at).ok()?;
                Some(Cow::Owned(bytes))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beyond_the_bound_is_read_back_from_the_file() {
        let text = |number: usize| format!("{number}").repeat(1 + number % 50).into_bytes();
        let mut store = ByteStore::with(1_000);
        // More than one chunk goes to the file, and some is pending.
        for number in 0..40_000 {
            assert_eq!(store.push(&text(number)), number);
        }
        assert!(store.written > 2 * CHUNK as u64 && !store.pending.is_empty());
        assert!(store.held <= 1_000);
        for number in (0..40_000).rev() {
            assert_eq!(store.get(number).as_deref(), Some(text(number).as_slice()), "{number}");
        }
        assert_eq!(store.get(40_000), None);
    }

    #[test]
    fn without_a_bound_nothing_is_written() {
        let mut store = ByteStore::in_memory();
        let long = vec![7; 3 * CHUNK];
        store.push(b"short");
        store.push(&long);
        store.push(b"");
        assert_eq!(store.get(0).as_deref(), Some(b"short".as_slice()));
        assert_eq!(store.get(1).as_deref(), Some(long.as_slice()));
        assert_eq!(store.get(2).as_deref(), Some([].as_slice()));
        assert!(store.file.is_none() && store.len() == 3 && !store.is_empty());
    }
}
