//! Which libraries are measured, each at a pinned version, and what a sample run of each is.

/// A library at a pinned version.
pub(crate) struct Pinned {
    pub(crate) group: &'static str,
    pub(crate) artifact: &'static str,
    /// What it is called on the command line and in tables.
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// The glob of the classes under test.
    pub(crate) classes: &'static str,
    /// What is watched for a model.
    pub(crate) sample: SampleRun,
}

/// A correct run of a library.
pub(crate) enum SampleRun {
    /// Its own suite, which it was released with.
    Suite {
        /// Test classes that are benchmarks by nature: they unpack and parse for minutes.
        leave_out: Option<&'static str>,
        /// What the suite needs of the JVM.
        jvm_options: &'static [&'static str],
    },
    /// A short program, for libraries that publish no suite. It does more when its argument is `full`.
    Driver {
        /// The class with the `main` method.
        class: &'static str,
        /// Its source.
        source: &'static str,
    },
}

const SUITE: SampleRun = SampleRun::Suite {
    leave_out: None,
    jvm_options: &[],
};

/// All of them: those with a suite of their own, then those with a driver.
pub(crate) const LIBRARIES: &[Pinned] = &[
    Pinned {
        group: "commons-cli",
        artifact: "commons-cli",
        name: "commons-cli",
        version: "1.9.0",
        classes: "org.apache.commons.cli.*",
        sample: SUITE,
    },
    Pinned {
        group: "org.apache.commons",
        artifact: "commons-csv",
        name: "commons-csv",
        version: "1.11.0",
        classes: "org.apache.commons.csv.*",
        sample: SampleRun::Suite {
            leave_out: Some(".*(Performance|Benchmark).*"),
            jvm_options: &[],
        },
    },
    Pinned {
        group: "commons-codec",
        artifact: "commons-codec",
        name: "commons-codec",
        version: "1.17.1",
        classes: "org.apache.commons.codec.*",
        sample: SampleRun::Suite {
            leave_out: None,
            // Base64Test.testCodec265 encodes a gigabyte when it believes that there is room, which the collector's regions
            // may leave too little of: an OutOfMemoryError, at which JUnit gives up. With this heap it is skipped.
            jvm_options: &["-Xmx1g"],
        },
    },
    Pinned {
        group: "org.apache.commons",
        artifact: "commons-collections4",
        name: "commons-collections4",
        version: "4.4",
        classes: "org.apache.commons.collections4.*",
        sample: SUITE,
    },
    Pinned {
        group: "org.apache.commons",
        artifact: "commons-lang3",
        name: "commons-lang3",
        version: "3.14.0",
        classes: "org.apache.commons.lang3.*",
        sample: SampleRun::Suite {
            leave_out: None,
            // as the library's own build has them
            jvm_options: &[
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "--add-opens=java.base/java.time=ALL-UNNAMED",
            ],
        },
    },
    Pinned {
        group: "org.apache.commons",
        artifact: "commons-math3",
        name: "commons-math3",
        version: "3.6.1",
        classes: "org.apache.commons.math3.*",
        sample: SUITE,
    },
    Pinned {
        group: "com.martiansoftware",
        artifact: "jsap",
        name: "jsap",
        version: "2.1",
        classes: "com.martiansoftware.*",
        sample: SampleRun::Driver {
            class: "JsapSample",
            source: include_str!("../drivers/JsapSample.java"),
        },
    },
    Pinned {
        group: "org.ow2.sat4j",
        artifact: "org.ow2.sat4j.core",
        name: "sat4j",
        version: "2.3.4",
        classes: "org.sat4j.*",
        sample: SampleRun::Driver {
            class: "Sat4jSample",
            source: include_str!("../drivers/Sat4jSample.java"),
        },
    },
    Pinned {
        group: "rhino",
        artifact: "js",
        name: "rhino",
        version: "1.7R2",
        classes: "org.mozilla.*",
        sample: SampleRun::Driver {
            class: "RhinoSample",
            source: include_str!("../drivers/RhinoSample.java"),
        },
    },
    Pinned {
        group: "org.apache.bcel",
        artifact: "bcel",
        name: "bcel",
        version: "6.10.0",
        classes: "org.apache.bcel.*",
        sample: SampleRun::Driver {
            class: "BcelSample",
            source: include_str!("../drivers/BcelSample.java"),
        },
    },
    Pinned {
        group: "joda-time",
        artifact: "joda-time",
        name: "joda-time",
        version: "2.12.7",
        classes: "org.joda.time.*",
        sample: SampleRun::Driver {
            class: "JodaSample",
            source: include_str!("../drivers/JodaSample.java"),
        },
    },
    Pinned {
        group: "org.jsoup",
        artifact: "jsoup",
        name: "jsoup",
        version: "1.18.1",
        classes: "org.jsoup.*",
        sample: SampleRun::Driver {
            class: "JsoupSample",
            source: include_str!("../drivers/JsoupSample.java"),
        },
    },
];

/// Further ones of the kinds that the paper chose for the order of their calls: an embedded database, and a driver of JDBC. The tables of all
/// libraries do not have them.
pub(crate) const ORDERED: &[Pinned] = &[
    Pinned {
        group: "hsqldb",
        artifact: "hsqldb",
        name: "hsqldb",
        version: "1.8.0.10",
        classes: "org.hsqldb.*",
        sample: SampleRun::Driver {
            class: "HsqldbSample",
            source: include_str!("../drivers/HsqldbSample.java"),
        },
    },
    Pinned {
        group: "net.sourceforge.csvjdbc",
        artifact: "csvjdbc",
        name: "csvjdbc",
        version: "1.0.41",
        classes: "org.relique.*",
        sample: SampleRun::Driver {
            class: "CsvjdbcSample",
            source: include_str!("../drivers/CsvjdbcSample.java"),
        },
    },
];

/// The library of that name in either list.
pub(crate) fn pinned(name: &str) -> Option<&'static Pinned> {
    LIBRARIES.iter().chain(ORDERED).find(|library| library.name == name)
}

/// Libraries by which nothing was tuned, as `group:artifact:version`: `bench green` runs them besides the others. Drawn on 2026-11-25, before
/// any of them was generated for, from the most used on Maven Central; small and middling ones, of ten different kinds.
pub(crate) const GREEN: [&str; 10] = [
    "commons-io:commons-io:2.16.1",
    "com.fasterxml.jackson.core:jackson-core:2.17.2",
    "org.json:json:20240303",
    "org.apache.commons:commons-compress:1.27.1",
    "commons-validator:commons-validator:1.9.0",
    "commons-beanutils:commons-beanutils:1.9.4",
    "org.ow2.asm:asm:9.7.1",
    "org.apache.httpcomponents:httpcore:4.4.16",
    "org.antlr:antlr4-runtime:4.13.2",
    "org.dom4j:dom4j:2.1.4",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nothing_was_tuned_by_is_in_no_other_list() {
        let tuned_by: Vec<String> = LIBRARIES
            .iter()
            .map(|l| format!("{}:{}:", l.group, l.artifact))
            .collect();
        for coordinates in GREEN {
            assert_eq!(coordinates.split(':').count(), 3, "{coordinates}");
            assert!(
                tuned_by.iter().all(|known| !coordinates.starts_with(known)),
                "{coordinates}"
            );
        }
    }
}
