//! Somebody's tests, run by our launcher as their build would, for whoever watches the virtual machine.

use std::ffi::OsString;
use std::path::Path;

use crate::process::joined;
use crate::verify::{Order, option, write};
use crate::{Error, Verifier};

/// As under a build tool.
const SETTINGS: [&str; 3] = ["-ea", "-Djava.awt.headless=true", "-Dfile.encoding=UTF-8"];

impl Verifier {
    /// The command that runs the tests of these classes, compiled into `classes`, in one virtual machine: classes by name, and their tests in
    /// the usual order, but for the methods that are left out (class and method). Its standard output is for
    /// [`crate::RunReport::told_in`]. `options` are for the virtual machine; files that the command reads are put into `scratch`.
    pub fn plain_run(
        &self,
        classes: &Path,
        names: &[String],
        left_out: &[(String, String)],
        options: &[OsString],
        scratch: &Path,
    ) -> Result<Vec<OsString>, Error> {
        let (list, without) = (scratch.join("tests"), scratch.join("left-out"));
        write(&list, names.join("\n").as_bytes())?;
        let lines: Vec<String> = left_out
            .iter()
            .map(|(class, method)| format!("{class}#{method}"))
            .collect();
        write(&without, lines.join("\n").as_bytes())?;
        let entries = [classes.to_path_buf()].into_iter().chain(self.junit.iter().cloned());
        let entries = entries
            .chain(self.class_path.iter().cloned())
            .chain([self.verify_jar.clone()]);
        let mut command = vec![self.jdk.java().into()];
        command.extend(options.iter().cloned());
        command.extend(SETTINGS.iter().map(OsString::from));
        command.push(format!("-Dpalus.verify.limit-ms={}", self.patience.as_millis()).into());
        command.push(option("-Dpalus.verify.left-out=", &without));
        command.extend(["-cp".into(), joined(&entries.collect::<Vec<_>>())]);
        command.extend(["org.palus.verify.Verify", "run"].map(OsString::from));
        command.extend([Order::Usual.argument().into(), list.into()]);
        Ok(command)
    }
}
