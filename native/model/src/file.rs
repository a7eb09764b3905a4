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
//! | the rest | the payload: a [`Model`] in canonical numbering, as `postcard` encodes it |

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::{ClassModel, Model, NodeId};

const MAGIC: [u8; 8] = *b"\x89PALUS\r\n";
const HEADER: usize = 8 + 2 + 8 + 4;

/// The version that [`Model::save`] writes, and the newest that [`Model::load`] reads.
pub const FORMAT: u16 = 1;

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
    /// Written by a newer palus. Every older version stays readable.
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
        Self::from_bytes(&fs::read(path)?)
    }

    /// The contents of a model file.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let payload = postcard::to_stdvec(&self.canonical()).map_err(io::Error::other)?;
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
        if !bytes.starts_with(&MAGIC) {
            return Err(ReadError::Foreign);
        }
        let found = bytes.len() as u64;
        let short = |expected: usize| ReadError::Truncated {
            found,
            expected: expected as u64,
        };
        let version = bytes.get(8..10).ok_or_else(|| short(HEADER))?;
        let version = u16::from_le_bytes([version[0], version[1]]);
        if version > FORMAT {
            return Err(ReadError::Newer { found: version });
        }
        let Some((header, payload)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(short(HEADER));
        };
        let length = header[10..18]
            .iter()
            .rev()
            .fold(0, |length, &byte| length << 8 | u64::from(byte));
        let checksum = u32::from_le_bytes([header[18], header[19], header[20], header[21]]);
        if (payload.len() as u64) < length {
            return Err(ReadError::Truncated {
                found,
                expected: length.saturating_add(HEADER as u64),
            });
        }
        if payload.len() as u64 > length {
            return Err(ReadError::Damaged {
                because: "there are bytes behind its end",
            });
        }
        if version == 0 || crc32fast::hash(payload) != checksum {
            return Err(ReadError::Damaged {
                because: "its checksum is wrong",
            });
        }
        let model: Self = postcard::from_bytes(payload).map_err(|_| ReadError::Damaged {
            because: "its payload cannot be decoded",
        })?;
        if !model.classes.values().all(is_sound) {
            return Err(ReadError::Damaged {
                because: "it names a state that it does not have",
            });
        }
        Ok(model)
    }
}

/// Whether every node that is named exists. States in observations need not be checked: they are only compared.
fn is_sound(class: &ClassModel) -> bool {
    let known = |node: NodeId| (node.0 as usize) < class.nodes.len();
    let transitions = class.nodes.iter().flat_map(|node| &node.outgoing);
    known(NodeId(0))
        && transitions
            .into_iter()
            .all(|transition| known(transition.target) && transition.nested_to.is_none_or(known))
}

/// A name beside the file that no other process uses.
fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}
