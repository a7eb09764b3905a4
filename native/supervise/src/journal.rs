//! What a run has found so far, on disk before the next sequence runs: for `--resume`, and for the workers that take the place of
//! lost ones.
//!
//! One file a group, written by its worker while that lives and by the supervisor when it does not. Records are framed by their
//! length and a checksum; what follows a frame that is not whole was being written when the writer was killed, and does not
//! count. Nothing is forced to the platter: a file outlives the process that wrote it, if not the machine.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use palus_sequence::Portable;
use palus_sequence::work::{Avoid, WorkOrder, WorkResult};
use serde::{Deserialize, Serialize};

use crate::Error;

/// The file that says which run the journal is of.
const RUN: &str = "run";

/// A frame's length and checksum, 4 bytes each.
const HEAD: usize = 8;

/// One entry.
#[derive(Serialize, Deserialize)]
enum Record {
    /// A sequence worth a test.
    Kept(Portable),
    /// What is avoided from here on.
    Avoid(Avoid),
    /// The group is done.
    Done(Box<WorkResult>),
}

/// What a group's journal says.
#[derive(Default, Debug)]
pub struct Past {
    /// The sequences kept so far, in order.
    pub kept: Vec<Portable>,
    /// How many of them were kept before the last lesson. A replay that avoids the same finds the later ones again.
    pub kept_otherwise: usize,
    /// What cost workers their lives.
    pub avoid: Avoid,
    /// The result, when there is one.
    pub done: Option<Box<WorkResult>>,
}

/// Which run a journal is of.
#[derive(PartialEq, Serialize, Deserialize)]
struct Run {
    orders: Vec<WorkOrder>,
    /// The directory of that run's workers, which nobody cleared away when it was killed.
    scratch: PathBuf,
}

/// A journal: a directory with a file a group. The default keeps nothing.
#[derive(Clone, Default, Debug)]
pub struct Journal {
    directory: Option<PathBuf>,
}

impl Journal {
    /// Begins a journal in `directory`, in which whatever an earlier run left is removed.
    pub fn begin(directory: &Path, orders: &[WorkOrder], scratch: &Path) -> Result<Self, Error> {
        let failed = || Error::io(format!("write below {}", directory.display()));
        if directory.exists() {
            fs::remove_dir_all(directory).map_err(failed())?;
        }
        fs::create_dir_all(directory).map_err(failed())?;
        let journal = Self {
            directory: Some(directory.to_owned()),
        };
        journal.sign(orders, scratch)?;
        Ok(journal)
    }

    /// Takes up the journal in `directory`: `None` when there is none, an error when it is of another run.
    pub fn resume(directory: &Path, orders: &[WorkOrder], scratch: &Path) -> Result<Option<Self>, Error> {
        let Ok(bytes) = fs::read(directory.join(RUN)) else {
            return Ok(None);
        };
        let earlier = frames(&bytes)
            .next()
            .and_then(|frame| postcard::from_bytes::<Run>(frame).ok());
        let Some(earlier) = earlier.filter(|run| run.orders == orders) else {
            return Err(Error::OtherJournal(directory.to_owned()));
        };
        let is_ours = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with("palus-");
        if earlier.scratch != scratch && earlier.scratch.file_name().is_some_and(is_ours) {
            // The killed run could not; what is gone already does not matter.
            let _ = fs::remove_dir_all(&earlier.scratch);
        }
        let journal = Self {
            directory: Some(directory.to_owned()),
        };
        journal.sign(orders, scratch)?;
        Ok(Some(journal))
    }

    fn sign(&self, orders: &[WorkOrder], scratch: &Path) -> Result<(), Error> {
        let Some(directory) = &self.directory else {
            return Ok(());
        };
        let failed = || Error::io(format!("write below {}", directory.display()));
        let run = Run {
            orders: orders.to_vec(),
            scratch: scratch.to_owned(),
        };
        let part = directory.join("run.part");
        let bytes = frame(&run).map_err(failed())?;
        fs::write(&part, bytes)
            .and_then(|()| fs::rename(&part, directory.join(RUN)))
            .map_err(failed())
    }

    /// The file of a group, for its worker; none when nothing is kept.
    pub(crate) fn file(&self, group: u32) -> Option<PathBuf> {
        Some(self.directory.as_ref()?.join(format!("group-{group}")))
    }

    /// What is known of a group. A frame that is not whole is cut off, so that what is appended can be read.
    pub fn past(&self, group: u32) -> Result<Past, Error> {
        let Some(path) = self.file(group) else {
            return Ok(Past::default());
        };
        let failed = || Error::io(format!("read or write {}", path.display()));
        let file = File::options().create(true).append(true).read(true).open(&path);
        let file = file.map_err(failed())?;
        let bytes = fs::read(&path).map_err(failed())?;
        let mut past = Past::default();
        let mut whole = 0;
        for payload in frames(&bytes) {
            let Ok(record) = postcard::from_bytes(payload) else {
                break;
            };
            whole += HEAD + payload.len();
            match record {
                Record::Kept(sequence) => past.kept.push(sequence),
                Record::Avoid(avoid) if avoid != past.avoid => {
                    past.avoid = avoid;
                    past.kept_otherwise = past.kept.len();
                }
                Record::Avoid(_) => {}
                Record::Done(result) => past.done = Some(result),
            }
        }
        file.set_len(whole as u64).map_err(failed())?;
        Ok(past)
    }

    pub(crate) fn avoid(&self, group: u32, avoid: &Avoid) -> Result<(), Error> {
        self.append(group, &Record::Avoid(avoid.clone()))
    }

    pub(crate) fn done(&self, group: u32, result: &WorkResult) -> Result<(), Error> {
        self.append(group, &Record::Done(Box::new(result.clone())))
    }

    fn append(&self, group: u32, record: &Record) -> Result<(), Error> {
        let Some(path) = self.file(group) else { return Ok(()) };
        let written = File::options().create(true).append(true).open(&path);
        written
            .and_then(|mut file| file.write_all(&frame(record)?))
            .map_err(Error::io(format!("write {}", path.display())))
    }

    /// Forgets it all: the run is over and its output in place.
    pub fn remove(&self) {
        if let Some(directory) = &self.directory {
            // What cannot be removed now is removed by the next run.
            let _ = fs::remove_dir_all(directory);
        }
    }
}

/// A worker's end of its group's journal.
#[derive(Debug)]
pub struct Scribe(File);

impl Scribe {
    /// Opens the file that the supervisor named.
    pub fn open(path: &Path) -> io::Result<Self> {
        File::options().create(true).append(true).open(path).map(Self)
    }

    /// Writes the sequences down in one write: a kill leaves all of it or a part that does not count.
    pub fn keep(&mut self, sequences: impl Iterator<Item = Portable>) -> io::Result<()> {
        let mut bytes = Vec::new();
        for sequence in sequences {
            bytes.extend(frame(&Record::Kept(sequence))?);
        }
        if bytes.is_empty() {
            Ok(())
        } else {
            self.0.write_all(&bytes)
        }
    }
}

fn frame<T: Serialize>(record: &T) -> io::Result<Vec<u8>> {
    let payload = postcard::to_stdvec(record).map_err(io::Error::other)?;
    let length = u32::try_from(payload.len()).map_err(io::Error::other)?;
    let mut bytes = Vec::with_capacity(HEAD + payload.len());
    bytes.extend(length.to_le_bytes());
    bytes.extend(checksum(&payload).to_le_bytes());
    bytes.extend(payload);
    Ok(bytes)
}

/// The payloads of the frames that are whole, up to the first that is not.
fn frames(mut bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let (sum, rest) = rest.split_first_chunk::<4>()?;
        let (payload, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        bytes = rest;
        (checksum(payload) == u32::from_le_bytes(*sum)).then_some(payload)
    })
}

/// FNV-1a, 32 bits: enough to tell a frame that was cut short.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use palus_sequence::{MethodKind, Sequence, Statement, Symbols};

    fn sequence(name: &str) -> Portable {
        let mut symbols = Symbols::default();
        let method = symbols.method("a.A", name, "()V", MethodKind::Static).unwrap();
        let statements = vec![Statement::Call {
            method,
            operands: vec![],
        }];
        Portable::new(&Sequence { statements }, &symbols).unwrap()
    }

    #[test]
    fn what_was_kept_is_there_whatever_is_cut_off_at_the_end() {
        let directory = tempfile::tempdir().unwrap();
        let journal = Journal::begin(&directory.path().join("journal"), &[], directory.path()).unwrap();
        let path = journal.file(3).unwrap();
        Scribe::open(&path)
            .unwrap()
            .keep([sequence("f"), sequence("g")].into_iter())
            .unwrap();
        let two = fs::read(&path).unwrap();
        Scribe::open(&path).unwrap().keep([sequence("h")].into_iter()).unwrap();
        let three = fs::read(&path).unwrap();
        for length in two.len()..three.len() {
            fs::write(&path, &three[..length]).unwrap();
            let past = journal.past(3).unwrap();
            assert_eq!(past.kept, [sequence("f"), sequence("g")], "cut at {length}");
            // What is written next can be read again.
            journal
                .avoid(
                    3,
                    &Avoid {
                        sequences: vec![7],
                        methods: vec![],
                    },
                )
                .unwrap();
            assert_eq!(journal.past(3).unwrap().avoid.sequences, [7]);
        }
        Scribe::open(&path).unwrap().keep([sequence("h")].into_iter()).unwrap();
        let past = journal.past(3).unwrap();
        assert_eq!((past.kept.len(), past.kept_otherwise), (3, 2));
        assert!(journal.past(4).unwrap().kept.is_empty());
    }

    #[test]
    fn a_journal_of_another_run_is_not_taken_up() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("journal");
        assert!(Journal::resume(&path, &[], directory.path()).unwrap().is_none());
        Journal::begin(&path, &[], &directory.path().join("gone")).unwrap();
        assert!(Journal::resume(&path, &[], directory.path()).unwrap().is_some());
        fs::write(path.join(RUN), "nonsense").unwrap();
        let error = Journal::resume(&path, &[], directory.path()).unwrap_err();
        assert!(error.to_string().contains("without --resume"), "{error}");
    }
}
