//! Model files: written to a temporary name and renamed, checked before anything in them is believed.
//!
//! All numbers are little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | the magic bytes `89 50 41 4C 55 53 0D 0A` (`PALUS` between bytes that a transfer as text would change) |
//! | 2 | the version of the format, [`FORMAT`] |
//! | 8 | the length of the payload |
//! | 4 | CRC-32 (IEEE) of the payload |
//! | the rest | the payload: a [`Model`] in canonical numbering, its names in tables, as `postcard` encodes it |
//!
//! docs/model-format.md has the payload.

mod read;
mod source;
mod wire;
mod write;

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::Model;

const MAGIC: [u8; 8] = *b"\x89PALUS\r\n";
const HEADER: usize = 8 + 2 + 8 + 4;

/// The version that [`Model::save`] writes, and the newest that [`Model::load`] reads.
pub const FORMAT: u16 = 5;

/// The oldest version that is read: it ends where the answers of collaborators follow now.
const WITHOUT_ANSWERS: u16 = 4;

/// Why a model file could not be read. Whoever opened the file knows its path and puts it in front.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The system said no.
    #[error("cannot be read, {0}; check the path and its permissions")]
    Io(#[from] io::Error),
    /// The file does not start with the magic bytes.
    #[error("not a Palus model; give a file that `palus record --out` wrote")]
    Foreign,
    /// Written by an older palus, whose models lack what this one needs.
    #[error("model format {found}, but this palus reads {WITHOUT_ANSWERS} to {FORMAT}; record again")]
    Older {
        /// The version of the file.
        found: u16,
    },
    /// Written by a newer palus.
    #[error("model format {found}, but this palus reads up to {FORMAT}; upgrade palus or record again")]
    Newer {
        /// The version of the file.
        found: u16,
    },
    /// The file is shorter than it says.
    #[error("ends early, after {found} of {expected} bytes; copy it again or record again")]
    Truncated {
        /// The length of the file.
        found: u64,
        /// The length that it should have.
        expected: u64,
    },
    /// The contents are not what was written.
    #[error("damaged, {because}; copy it again or record again")]
    Damaged {
        /// What gave it away.
        because: &'static str,
    },
}

impl Model {
    /// Writes the model to a file, which is whole or not there at all.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let bytes = self.to_bytes()?;
        let temporary = temporary_name(path);
        let written = fs::File::create(&temporary)
            .and_then(|mut file| file.write_all(&bytes))
            .and_then(|()| fs::rename(&temporary, path));
        if written.is_err() {
            // The first error is the one to report.
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    /// Reads a model from a file.
    pub fn load(path: &Path) -> Result<Self, ReadError> {
        let mut file = fs::File::open(path)?;
        let mut bytes = Vec::new();
        // What is no model is refused before it is read into memory.
        Read::by_ref(&mut file).take(HEADER as u64).read_to_end(&mut bytes)?;
        let found = file.metadata()?.len();
        let header = Header::read(&bytes, found)?;
        // The file is as long as it says, and reading it must not copy it from one piece of memory to a larger one.
        bytes.reserve_exact(usize::try_from(header.length).unwrap_or(0));
        file.take(header.length).read_to_end(&mut bytes)?;
        header.model(&bytes[HEADER.min(bytes.len())..])
    }

    /// The contents of a model file.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let payload = postcard::to_stdvec(&write::payload(&self.canonical())).map_err(io::Error::other)?;
        let mut bytes = Vec::with_capacity(HEADER + payload.len());
        bytes.extend(MAGIC);
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend((payload.len() as u64).to_le_bytes());
        bytes.extend(crc32fast::hash(&payload).to_le_bytes());
        bytes.extend(payload);
        Ok(bytes)
    }

    /// Reads the contents of a model file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        let header = Header::read(bytes, bytes.len() as u64)?;
        header.model(bytes.get(HEADER..).unwrap_or_default())
    }
}

/// What stands before the payload.
struct Header {
    version: u16,
    length: u64,
    checksum: u32,
}

impl Header {
    /// Checks the start of a file that is `found` bytes long.
    fn read(bytes: &[u8], found: u64) -> Result<Self, ReadError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(ReadError::Foreign);
        }
        let short = |expected: u64| ReadError::Truncated { found, expected };
        let version = bytes.get(8..10).ok_or_else(|| short(HEADER as u64))?;
        let version = u16::from_le_bytes([version[0], version[1]]);
        match version {
            newer if newer > FORMAT => return Err(ReadError::Newer { found: newer }),
            older if older < WITHOUT_ANSWERS => return Err(ReadError::Older { found: older }),
            _ => {}
        }
        let Some(header) = bytes.first_chunk::<HEADER>() else {
            return Err(short(HEADER as u64));
        };
        let length = header[10..18]
            .iter()
            .rev()
            .fold(0, |length, &byte| length << 8 | u64::from(byte));
        let whole = length.saturating_add(HEADER as u64);
        if found < whole {
            return Err(short(whole));
        }
        if found > whole {
            return Err(ReadError::Damaged {
                because: "there are bytes behind its end",
            });
        }
        Ok(Self {
            version,
            length,
            checksum: u32::from_le_bytes([header[18], header[19], header[20], header[21]]),
        })
    }

    fn model(&self, payload: &[u8]) -> Result<Model, ReadError> {
        let damaged = |because| ReadError::Damaged { because };
        if crc32fast::hash(payload) != self.checksum {
            return Err(damaged("its checksum is wrong"));
        }
        read::model(payload, self.version).map_err(damaged)
    }
}

/// A name beside the file that no other process uses.
fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}
