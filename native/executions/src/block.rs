//! Sections and blocks: what stands around the records in the file.

use std::io::{self, Read, Write};

use xxhash_rust::xxh3::xxh3_64;

/// Between bytes that a transfer as text would change.
pub(crate) const MAGIC: [u8; 8] = *b"\x89PALTRC\n";

/// The version of the format.
pub const FORMAT: u16 = 2;

/// The bit of the flags that says that executions have states.
const STATES: u16 = 1;

/// What a block begins with: records, compressed.
pub(crate) const RECORDS: u8 = 1;
/// A block that says that the section is whole.
pub(crate) const END: u8 = 2;

/// Kind, raw length, stored length, checksum.
pub(crate) const BLOCK_HEAD: usize = 1 + 4 + 4 + 8;

/// A block with more records is none.
pub(crate) const MOST_BYTES: usize = 64 << 20;

/// Level 1: the program waits where blocks come faster than they are compressed.
const LEVEL: i32 = 1;

/// What is known of one virtual machine's part of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Its process id.
    pub process: u32,
    /// Whether executions have states.
    pub has_states: bool,
}

impl Header {
    /// Behind [`MAGIC`]: version, flags, process.
    pub(crate) const BYTES: usize = 8;

    pub(crate) fn write(self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&MAGIC)?;
        out.write_all(&FORMAT.to_le_bytes())?;
        out.write_all(&if self.has_states { STATES } else { 0 }.to_le_bytes())?;
        out.write_all(&self.process.to_le_bytes())
    }

    /// The header in the bytes behind the magic; otherwise the version, which this program does not know.
    pub(crate) fn parse(bytes: [u8; Self::BYTES]) -> Result<Self, u16> {
        let version = u16::from_le_bytes([bytes[0], bytes[1]]);
        if version != FORMAT {
            return Err(version);
        }
        Ok(Self {
            has_states: u16::from_le_bytes([bytes[2], bytes[3]]) & STATES != 0,
            process: u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
        })
    }
}

/// Writes a block in one piece, so that as little as possible of it is there when the process dies meanwhile.
pub(crate) fn write(out: &mut impl Write, kind: u8, records: &[u8]) -> io::Result<()> {
    let stored = zstd::bulk::compress(records, LEVEL)?;
    let mut block = Vec::with_capacity(BLOCK_HEAD + stored.len());
    block.push(kind);
    block.extend((records.len() as u32).to_le_bytes());
    block.extend((stored.len() as u32).to_le_bytes());
    block.extend(xxh3_64(&stored).to_le_bytes());
    block.extend(stored);
    out.write_all(&block)
}

/// What comes next in a file.
pub(crate) enum Next {
    /// A block of that kind, its records unpacked.
    Block(u8, Vec<u8>),
    /// Another section.
    Section([u8; Header::BYTES]),
    /// The file ends, inside of what would come next or before it.
    Nothing,
    /// What is there is not what was written.
    Damaged(&'static str),
}

/// Reads on. Nothing that the bytes say of lengths is believed before there are as many bytes.
pub(crate) fn read(from: &mut impl Read) -> io::Result<Next> {
    let mut kind = [0];
    if !fills(from, &mut kind)? {
        return Ok(Next::Nothing);
    }
    if kind[0] == MAGIC[0] {
        let mut rest = [0; MAGIC.len() - 1];
        let mut header = [0; Header::BYTES];
        if !fills(from, &mut rest)? {
            return Ok(Next::Nothing);
        }
        if rest != MAGIC[1..] {
            return Ok(Next::Damaged("a part begins with other bytes than it should"));
        }
        let is_whole = fills(from, &mut header)?;
        return Ok(if is_whole { Next::Section(header) } else { Next::Nothing });
    }
    let mut head = [0; BLOCK_HEAD - 1];
    if !fills(from, &mut head)? {
        return Ok(Next::Nothing);
    }
    let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let (raw, stored) = (number(0) as usize, number(4) as usize);
    if !matches!(kind[0], RECORDS | END) || raw > MOST_BYTES || stored > 2 * MOST_BYTES {
        return Ok(Next::Damaged("a block begins with other bytes than it should"));
    }
    let mut bytes = Vec::new();
    from.by_ref().take(stored as u64).read_to_end(&mut bytes)?;
    if bytes.len() < stored {
        return Ok(Next::Nothing);
    }
    let checksum = u64::from(number(8)) | u64::from(number(12)) << 32;
    if xxh3_64(&bytes) != checksum {
        return Ok(Next::Damaged("a block has another checksum than it says"));
    }
    match zstd::bulk::decompress(&bytes, raw) {
        Ok(records) if records.len() == raw => Ok(Next::Block(kind[0], records)),
        _ => Ok(Next::Damaged("a block cannot be unpacked")),
    }
}

/// Whether there are as many bytes.
pub(crate) fn fills(from: &mut impl Read, bytes: &mut [u8]) -> io::Result<bool> {
    match from.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// How many bytes of a file are a section and whole blocks of it, and whether its end is among them.
pub fn whole(from: impl Read) -> io::Result<(u64, bool)> {
    let mut from = Counting { from, bytes: 0 };
    let mut whole = 0;
    let mut has_ended = false;
    loop {
        match read(&mut from)? {
            Next::Section(_) if whole == 0 => {}
            Next::Block(kind, _) if whole > 0 && !has_ended => has_ended = kind == END,
            _ => return Ok((whole, has_ended)),
        }
        whole = from.bytes;
    }
}

struct Counting<R> {
    from: R,
    bytes: u64,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(into)?;
        self.bytes += count as u64;
        Ok(count)
    }
}
