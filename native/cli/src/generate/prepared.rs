//! What a search needs, worked out from the options: class path, classes under test, what runs workers, and their orders.

use std::path::Path;

use palus_classes::ClassIndex;
use palus_emit::summary::SeedsSummary;
use palus_sequence::work::WorkOrder;
use palus_supervise::{Jdk, Workshop};

use super::carve::{self, OwnSequences, Recorded};
use super::inputs::{self, Inputs};
use super::options::GenerateOptions;
use super::source::{Source, for_source};
use super::users::Users;
use super::{OLDEST_JAVA, plan, since, subjects, tools};
use crate::artefacts::{self, Jars};
use crate::progress::Reporter;

/// A search about to begin.
pub(super) struct Prepared {
    /// What runs everything.
    pub(super) jdk: Jdk,
    /// The Java side, unpacked.
    pub(super) jars: Jars,
    /// The class path.
    pub(super) index: ClassIndex,
    /// The options for this class path.
    pub(super) options: GenerateOptions,
    /// The classes under test.
    pub(super) subjects: Vec<String>,
    /// What the result hangs on.
    pub(super) inputs: Inputs,
    /// What runs workers.
    pub(super) workshop: Workshop,
    /// What they are to do.
    pub(super) orders: Vec<WorkOrder>,
    /// What these have of the project's own tests.
    pub(super) seeds: Option<SeedsSummary>,
}

impl Prepared {
    /// Opens the class path and looks what is under test; `None` when nothing is, for nothing changed.
    pub(super) fn new(
        options: &GenerateOptions,
        jdk: Jdk,
        scratch: &Path,
        source: &Source,
        reporter: &Reporter,
    ) -> anyhow::Result<Option<Self>> {
        let library = artefacts::library()?;
        let jars = Jars::unpack(scratch)?;
        let (index, release) = index_of(options, &jdk)?;
        let options = options.for_release(release);
        let Some(UnderTest {
            subjects,
            users,
            inputs,
        }) = under_test(&index, &options, reporter)?
        else {
            return Ok(None);
        };
        let workshop = tools::workshop(&options, (&jdk, &jars), scratch, &library);
        let options = for_source(options.for_classes(subjects.len()), source);
        let own = own_sequences(
            &options,
            (&jdk, &jars),
            &workshop,
            (&index, &subjects),
            scratch,
            reporter,
        );
        let options = options.after(own.took);
        let mut orders = plan::orders(&subjects, &users, &options, jdk.home());
        for order in &mut orders {
            order.carved = own.about(&order.targets);
        }
        let seeds = own.summary();
        Ok(Some(Self {
            jdk,
            jars,
            index,
            options,
            subjects,
            inputs,
            workshop,
            orders,
            seeds,
        }))
    }
}

/// What the project's own tests do, where there are any and the search is to have it.
fn own_sequences(
    options: &GenerateOptions,
    (jdk, jars): (&Jdk, &Jars),
    workshop: &Workshop,
    (index, subjects): (&ClassIndex, &[String]),
    scratch: &Path,
    reporter: &Reporter,
) -> OwnSequences {
    // The algorithms of the papers are given nothing.
    let may_have = options.carves && options.search.guidance;
    let own = options.own_tests.as_ref().filter(|_| may_have);
    let (Some(own), Some(limit)) = (own, carve::limit(options)) else {
        return OwnSequences::default();
    };
    reporter.phase("recording", "running the project's own tests with the recorder");
    let library = workshop.library.clone();
    let verifier = tools::verifier(
        options,
        (jdk.clone(), jars.clone()),
        scratch,
        library,
        index.refused_jars(),
    );
    let recorded = Recorded {
        verifier: &verifier,
        workshop,
        index,
        options,
        subjects,
        scratch,
        limit,
    };
    recorded.sequences(own).unwrap_or_else(|error| {
        reporter.warn(&format!(
            "the project's own tests could not be recorded, so the search goes without what they do: {error:#}"
        ));
        OwnSequences::default()
    })
}

/// What a run is about.
struct UnderTest {
    subjects: Vec<String>,
    users: Users,
    inputs: Inputs,
}

/// What is under test; `None` when nothing is, for nothing changed.
fn under_test(index: &ClassIndex, options: &GenerateOptions, reporter: &Reporter) -> anyhow::Result<Option<UnderTest>> {
    let mut users = Users::find(index, options, reporter)?;
    let mut subjects = users.leave_out(subjects::select(index, options)?, index, reporter);
    let inputs = Inputs::of(index, &subjects, options);
    if let Some(since) = &options.since {
        subjects = affected(index, subjects, since, (&inputs, options))?;
        if subjects.is_empty() {
            return Ok(None);
        }
    }
    if !options.check_theories {
        users.theories.clear();
    }
    for warning in index.warnings() {
        reporter.warn(&warning);
    }
    Ok(Some(UnderTest {
        subjects,
        users,
        inputs,
    }))
}

/// The class path, as code of the release sees it for which tests are written; and that release, where it is not the JDK's own.
fn index_of(options: &GenerateOptions, jdk: &Jdk) -> anyhow::Result<(ClassIndex, Option<u32>)> {
    let index = ClassIndex::open(&options.class_path, jdk.home())?;
    if let Some(release) = options.release {
        return Ok((index.for_release(release, jdk.home())?, Some(release)));
    }
    // Whoever runs the code on an older Java than this one runs its tests there, too.
    let has_older = jdk.feature() > OLDEST_JAVA && !options.has_jdk_classes();
    let needed = has_older.then(|| index.newest_release()).flatten();
    let older = needed
        .map(|newest| newest.max(OLDEST_JAVA))
        .filter(|needed| *needed < jdk.feature());
    Ok(match older {
        Some(release) => (index.for_release(release, jdk.home())?, Some(release)),
        None => (index, None),
    })
}

/// Those of the subjects that are affected by what changed since a commit or the last run.
fn affected(
    index: &ClassIndex,
    subjects: Vec<String>,
    since: &str,
    (inputs, options): (&Inputs, &GenerateOptions),
) -> anyhow::Result<Vec<String>> {
    if since != inputs::LAST {
        return Ok(since::affected(index, subjects, &since::by_git(since)?));
    }
    let earlier = Inputs::left_in(&options.out);
    Ok(since::affected(index, subjects, &|class| {
        inputs.differs(class, &earlier)
    }))
}
