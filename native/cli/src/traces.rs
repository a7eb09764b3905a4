//! One trace of those that the JVMs of a recording wrote.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use palus_executions::{Header, Writer, whole};
use tempfile::NamedTempFile;

use crate::parts::{MODEL, STARTED, TRACE, files, process_of};

/// JVMs whose trace is not whole, by their process ids.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Lost {
    /// They were killed, or crashed, or run on: what they told until a second before is there.
    killed: Vec<String>,
    /// They came to their ends, and could not write all of it.
    failed: Vec<String>,
}

impl Lost {
    /// Says what is missing; it is an error when there was no other reason than the writing itself.
    pub(crate) fn tell(&self) -> anyhow::Result<()> {
        for process in &self.killed {
            eprintln!(
                "palus: the JVM with process id {process} came to no end; the trace has what it told until a second before"
            );
        }
        if let Some(process) = self.failed.first() {
            bail!(
                "the JVM with process id {process} could not write all of its trace, so a part is missing; make room on the disk and \
                 record again"
            );
        }
        Ok(())
    }
}

/// Puts the traces in the folder one behind the other, each as far as it is whole, into a file that is there when all of it is. Where there
/// is none, the file says that nothing was called.
pub(crate) fn join(directory: &Path, out: &Path, has_states: bool) -> anyhow::Result<Lost> {
    let cannot = || format!("cannot write {}", out.display());
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut joined = NamedTempFile::new_in(parent.unwrap_or(Path::new("."))).with_context(cannot)?;
    let mut lost = Lost::default();
    let parts = files(directory, &[TRACE])?;
    let mut to = BufWriter::new(joined.as_file_mut());
    for part in &parts {
        let process = process_of(part);
        let has_ended = append(part, &mut to).with_context(cannot)?;
        let has_started = directory.join(format!("{process}.{MODEL}.{STARTED}")).exists();
        match (has_ended, has_started) {
            (true, _) => {}
            (false, true) => lost.killed.push(process),
            (false, false) => lost.failed.push(process),
        }
    }
    if parts.is_empty() {
        let header = Header { process: 0, has_states };
        Writer::new(&mut to, header)
            .and_then(|writer| writer.finish(0, &[]))
            .with_context(cannot)?;
    }
    to.flush().with_context(cannot)?;
    drop(to);
    let mode = fs::metadata(directory).map(|folder| folder.permissions()).ok();
    if let Some(mut permissions) = mode {
        use std::os::unix::fs::PermissionsExt as _;
        // As other files are made here, and not for the owner alone as temporary ones.
        permissions.set_mode(permissions.mode() & 0o666);
        joined.as_file().set_permissions(permissions).with_context(cannot)?;
    }
    joined.persist(out).with_context(cannot)?;
    Ok(lost)
}

/// Whether the end of the part is there.
fn append(part: &Path, to: &mut impl io::Write) -> io::Result<bool> {
    let mut file = File::open(part)?;
    let (length, has_ended) = whole(BufReader::new(&file))?;
    file.rewind()?;
    io::copy(&mut file.take(length), to)?;
    Ok(has_ended)
}

#[cfg(test)]
mod tests {
    use super::*;
    use palus_executions::Reader;

    fn trace(process: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let header = Header {
            process,
            has_states: true,
        };
        let mut writer = Writer::new(&mut bytes, header).unwrap();
        writer.class(1, "demo.Oops");
        writer.finish(0, &[]).unwrap();
        bytes
    }

    #[test]
    fn what_is_whole_of_each_part_is_in_the_trace_and_the_rest_is_told() {
        let home = tempfile::tempdir().unwrap();
        let (folder, out) = (home.path().join("parts"), home.path().join("run.trace"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("1.palus.trace"), trace(1)).unwrap();
        let cut = trace(2);
        fs::write(folder.join("2.palus.trace"), &cut[..cut.len() - 1]).unwrap();
        fs::write(folder.join("2.palus.started"), "").unwrap();
        fs::write(folder.join("3.palus.trace"), &cut[..cut.len() - 1]).unwrap();
        let lost = join(&folder, &out, true).unwrap();
        assert_eq!(
            (lost.killed.as_slice(), lost.failed.as_slice()),
            (["2".to_owned()].as_slice(), ["3".to_owned()].as_slice())
        );
        assert!(lost.tell().is_err());
        let mut reader = Reader::new(File::open(&out).unwrap()).unwrap();
        assert!(reader.next().is_none());
        assert_eq!(reader.cut(), 2);
    }

    #[test]
    fn without_parts_there_is_a_trace_of_nothing() {
        let home = tempfile::tempdir().unwrap();
        let out = home.path().join("run.trace");
        assert_eq!(join(home.path(), &out, false).unwrap(), Lost::default());
        let mut reader = Reader::new(File::open(&out).unwrap()).unwrap();
        assert!(reader.next().is_none() && reader.cut() == 0 && !reader.has_states());
    }
}
