//! In what a suite runs that it does not control: one setting a row.

use std::path::Path;

use palus_supervise::Jdk;

/// Which tests share a virtual machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Together {
    /// All.
    Suite,
    /// Those of a class.
    Class,
    /// None: each method has one of its own.
    Method,
}

/// Whose class loader has the tests and the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loader {
    /// The application's, as under build tools.
    Application,
    /// The console's own.
    Console,
}

/// One of the ways to run a suite.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// As the table has it.
    pub(super) name: String,
    pub(super) jdk: Jdk,
    pub(super) together: Together,
    pub(super) loader: Loader,
    /// Options of the virtual machine.
    pub(super) options: Vec<String>,
    /// Of the process.
    pub(super) environment: Vec<(&'static str, String)>,
    /// Configuration parameters of JUnit.
    pub(super) parameters: Vec<String>,
    /// Under JaCoCo's agent.
    pub(super) measured: bool,
}

const ORDERS: u64 = 10;
const ZONES: [&str; 4] = ["UTC", "Asia/Kolkata", "America/Sao_Paulo", "Pacific/Apia"];
/// Name, language and country.
const LOCALES: [(&str, &str, &str); 4] = [
    ("ROOT", "", ""),
    ("tr-TR", "tr", "TR"),
    ("ar-EG", "ar", "EG"),
    ("ja-JP", "ja", "JP"),
];
/// Of the process and of the virtual machine.
const ENCODINGS: [(&str, &str); 2] = [("C", "US-ASCII"), ("C.UTF-8", "UTF-8")];

/// The whole suite in one virtual machine, where a test that takes longer than so many seconds is red.
pub(crate) fn limited(jdk: &Jdk, seconds: u64) -> Setting {
    Setting {
        // A test that hangs may be deaf to an interrupt.
        parameters: [
            format!("testable.method.default={seconds} s"),
            "thread.mode.default=SEPARATE_THREAD".to_owned(),
        ]
        .map(|parameter| format!("junit.jupiter.execution.timeout.{parameter}"))
        .to_vec(),
        ..whole("whole suite".to_owned(), jdk)
    }
}

fn whole(name: String, jdk: &Jdk) -> Setting {
    Setting {
        name,
        jdk: jdk.clone(),
        together: Together::Suite,
        loader: Loader::Application,
        options: vec!["-ea".to_owned()],
        environment: Vec::new(),
        parameters: Vec::new(),
        measured: false,
    }
}

/// All of them: on `jdk` first, then as a whole on each of `others`.
pub(super) fn all(jdk: &Jdk, others: &[Jdk]) -> Vec<Setting> {
    let whole = |name: String| whole(name, jdk);
    let mut all = vec![
        whole("whole suite".to_owned()),
        Setting {
            loader: Loader::Console,
            options: Vec::new(),
            ..whole("whole suite, the console's loader".to_owned())
        },
        Setting {
            together: Together::Class,
            ..whole("each class alone".to_owned())
        },
        Setting {
            together: Together::Method,
            ..whole("each method alone".to_owned())
        },
    ];
    all.extend((1..=ORDERS).map(|order| Setting {
        parameters: vec![
            "junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random".to_owned(),
            "junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random".to_owned(),
            format!("junit.jupiter.execution.order.random.seed={order}"),
        ],
        ..whole(format!("order {order}"))
    }));
    let with = |name: String, options: &[String]| {
        let mut setting = whole(name);
        setting.options.extend_from_slice(options);
        setting
    };
    all.extend(ZONES.map(|zone| with(format!("zone {zone}"), &[format!("-Duser.timezone={zone}")])));
    all.extend(LOCALES.map(|(name, language, country)| {
        let options = [
            format!("-Duser.language={language}"),
            format!("-Duser.country={country}"),
        ];
        with(format!("locale {name}"), &options)
    }));
    all.extend(ENCODINGS.map(|(posix, java)| Setting {
        environment: vec![("LC_ALL", posix.to_owned()), ("LANG", posix.to_owned())],
        ..with(format!("encoding {java}"), &[format!("-Dfile.encoding={java}")])
    }));
    all.push(elsewhere(whole("another user and directory".to_owned())));
    all.push(Setting {
        measured: true,
        ..whole("JaCoCo".to_owned())
    });
    all.push(Setting {
        parameters: [
            "enabled=true",
            "mode.default=concurrent",
            "mode.classes.default=concurrent",
            "config.strategy=fixed",
            "config.fixed.parallelism=4",
        ]
        .map(|parameter| format!("junit.jupiter.execution.parallel.{parameter}"))
        .to_vec(),
        ..whole("parallel".to_owned())
    });
    all.extend(others.iter().map(|other| Setting {
        jdk: other.clone(),
        ..whole(format!("JDK {}", other.feature()))
    }));
    all
}

/// The directory in which the tests of a setting run is always a new one; this one has another name and depth, too.
fn elsewhere(mut setting: Setting) -> Setting {
    setting
        .options
        .extend(["-Duser.name=somebody".to_owned(), format!("-Duser.home={HOME}")]);
    setting.environment = vec![
        ("USER", "somebody".to_owned()),
        ("LOGNAME", "somebody".to_owned()),
        ("HOME", HOME.to_owned()),
    ];
    setting
}

/// A home that somebody else has: nothing is there.
const HOME: &str = "/home/somebody";

impl Setting {
    /// The directory, below that of the run, in which the tests run.
    pub(super) fn directory(&self) -> &'static Path {
        let is_elsewhere = self.environment.iter().any(|(name, _)| *name == "HOME");
        Path::new(if is_elsewhere { "some/other place" } else { "work" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_all_settings_and_no_two_have_one_name() {
        let jdk = Jdk::find(17, "bench").unwrap();
        let all = all(&jdk, std::slice::from_ref(&jdk));
        let names: std::collections::BTreeSet<&str> = all.iter().map(|setting| setting.name.as_str()).collect();
        assert_eq!(names.len(), all.len());
        assert_eq!(all.len(), 28);
    }
}
