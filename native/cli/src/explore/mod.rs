//! Calls on objects of a class, run in workers as somebody asks for them: what `palus states` and `palus axioms` stand on.

mod arguments;
mod decode;
mod equality;
mod explorer;
mod laboratory;
mod recorded;
mod tests;

use anyhow::bail;
use palus_classes::ClassIndex;
use palus_machine::Concrete;
use palus_supervise::Jdk;

pub(crate) use arguments::Values;
pub(crate) use equality::Equality;
pub(crate) use explorer::Explorer;
use laboratory::Laboratory;
pub(crate) use recorded::Recorded;
pub(crate) use tests::Example;

use crate::generate::{OLDEST_JAVA, class_path};

/// Where calls are made.
pub(crate) struct Place<'a> {
    /// The command that wants it.
    pub(crate) command: &'static str,
    /// The class path; none for a class of the JDK.
    pub(crate) class_path: Option<&'a str>,
    /// The class whose objects are called.
    pub(crate) class: &'a str,
    /// Whether the code under test is confined.
    pub(crate) sandboxed: bool,
    /// The most sequences of calls that are run.
    pub(crate) sequences: u32,
}

impl Place<'_> {
    /// What is known of the class from a trace, or nothing, and whoever can add to it.
    pub(crate) fn open(&self, recorded: Option<Recorded>) -> anyhow::Result<(Concrete, Explorer)> {
        let class = self.class;
        let jdk = Jdk::find(OLDEST_JAVA, self.command)?;
        let class_path = self.class_path.map(class_path).transpose()?.unwrap_or_default();
        let index = ClassIndex::open(&class_path, jdk.home())?;
        if index.class(class).is_none() {
            bail!(
                "there is no class {class} on the class path or in the JDK; give its binary name, such as org.example.Outer$Inner"
            );
        }
        let laboratory = Laboratory::open(jdk, class_path, vec![class.to_owned()], self.sandboxed)?;
        let recorded = recorded.unwrap_or_default();
        let most = self.sequences as usize;
        let mut explorer = Explorer::new(laboratory, index, class, most, recorded.states)?;
        for recorded in &recorded.calls {
            explorer.learn(&recorded.call, &recorded.method, &recorded.arguments);
        }
        Ok((recorded.concrete, explorer))
    }
}

/// The class that is meant: that of a trace, or the one that was named.
pub(crate) fn class_of(recorded: Option<&Recorded>, named: Option<&str>) -> anyhow::Result<String> {
    match (recorded, named) {
        (Some(recorded), _) => Ok(recorded.class.clone()),
        (None, Some(class)) => Ok(class.to_owned()),
        // It is wrong usage, which the definition of the arguments refuses.
        (None, None) => bail!("there is neither a trace nor a class; give --class a name"),
    }
}
