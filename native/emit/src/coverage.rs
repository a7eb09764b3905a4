//! What the tests cover: branches and lines of the classes under test, from the edges that the search saw them take.
//!
//! A line counts as reached when the code took an edge that leads to it, although a call before it on the same straight way may have
//! thrown. A branch is one way out of a condition or a switch.

use std::collections::{BTreeMap, BTreeSet};

use palus_classes::{ClassProbes, MethodProbes};

/// So many of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Share {
    /// Those reached.
    pub hit: u64,
    /// All of them.
    pub total: u64,
}

impl Share {
    /// In percent; `None` where there is nothing to reach.
    pub fn percent(self) -> Option<f64> {
        (self.total > 0).then(|| 100.0 * self.hit as f64 / self.total as f64)
    }
}

impl std::ops::AddAssign for Share {
    fn add_assign(&mut self, other: Self) {
        self.hit += other.hit;
        self.total += other.total;
    }
}

/// What is covered of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodCoverage {
    /// `name(Type, Type)`; the code of static initialisers is called `static`.
    pub method: String,
    /// The line of its first instruction, when the class file has lines.
    pub line: Option<u32>,
    /// Whether a test enters it.
    pub reached: bool,
    /// Its branches.
    pub branches: Share,
    /// Its lines.
    pub lines: Share,
    /// Whether the recorded run called it; `None` where nothing was recorded.
    pub recorded: Option<bool>,
}

/// What is covered of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// Whether it was reached.
    pub reached: bool,
    /// The branches of its conditions and switches.
    pub branches: Share,
}

/// What is covered of a class under test, its anonymous and local classes included.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClassCoverage {
    /// The binary name.
    pub name: String,
    /// Its source file, with the folders of its package: `org/example/Parser.java`.
    pub source: Option<String>,
    /// Its branches.
    pub branches: Share,
    /// Its lines.
    pub lines: Share,
    /// Its methods in the order of the class file, those left out that a compiler made up.
    pub methods: Vec<MethodCoverage>,
    /// Its lines of code.
    pub marks: BTreeMap<u32, Mark>,
}

/// Whether the recorded run called the method of that name and descriptor.
pub type Recorded<'r> = &'r dyn Fn(&str, &str) -> bool;

/// The code of one class that a test reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The binary name.
    pub class: String,
    /// The lines, ascending; none where the class file has none.
    pub lines: Vec<u32>,
}

impl ClassCoverage {
    /// Of a class of that name, given the numbers of the edges that were taken, and by name and descriptor the methods that a recorded run
    /// called, if there was one.
    pub fn measure(name: &str, probes: &ClassProbes, taken: &BTreeSet<u32>, recorded: Option<Recorded<'_>>) -> Self {
        let mut class = Self {
            name: name.to_owned(),
            source: probes.source.as_ref().map(|file| source_path(name, file)),
            ..Self::default()
        };
        for method in &probes.methods {
            let marks = marks(method, taken);
            class.branches += method_branches(method, taken);
            class.mark(&marks);
            let is_lambda = method.name.starts_with("lambda$");
            if method.is_synthetic && !is_lambda {
                continue;
            }
            class.methods.push(MethodCoverage {
                method: signature(name, method),
                line: method.probes.first().and_then(|entry| entry.lines.first().copied()),
                reached: taken.contains(&method.first),
                branches: method_branches(method, taken),
                lines: lines(&marks),
                recorded: recorded.map(|is_recorded| is_recorded(&method.name, &method.descriptor)),
            });
        }
        class.lines = lines(&class.marks);
        class
    }

    /// Takes over what is covered of a class that stands inside this one and has no name of its own.
    pub fn absorb(&mut self, inner: &Self) {
        self.branches += inner.branches;
        let methods = inner.methods.iter().cloned().map(|mut method| {
            let local = inner.name.strip_prefix(&self.name).unwrap_or(&inner.name);
            method.method = format!("{local}.{}", method.method);
            method
        });
        self.methods.extend(methods);
        self.mark(&inner.marks);
        self.lines = lines(&self.marks);
    }

    fn mark(&mut self, marks: &BTreeMap<u32, Mark>) {
        for (line, mark) in marks {
            let own = self.marks.entry(*line).or_default();
            own.reached |= mark.reached;
            own.branches += mark.branches;
        }
    }
}

/// The lines that these edges of a class lead to.
pub fn reached_lines(probes: &ClassProbes, taken: &BTreeSet<u32>) -> Vec<u32> {
    let methods = probes.methods.iter();
    let lines: BTreeSet<u32> = methods
        .flat_map(|method| marks(method, taken))
        .filter(|(_, mark)| mark.reached)
        .map(|(line, _)| line)
        .collect();
    lines.into_iter().collect()
}

fn marks(method: &MethodProbes, taken: &BTreeSet<u32>) -> BTreeMap<u32, Mark> {
    let mut marks: BTreeMap<u32, Mark> = BTreeMap::new();
    for (number, probe) in (method.first..).zip(&method.probes) {
        let is_taken = taken.contains(&number);
        for line in &probe.lines {
            marks.entry(*line).or_default().reached |= is_taken;
        }
        if let Some(line) = probe.branch.filter(|line| *line > 0) {
            marks.entry(line).or_default().branches += Share {
                hit: u64::from(is_taken),
                total: 1,
            };
        }
    }
    marks
}

fn method_branches(method: &MethodProbes, taken: &BTreeSet<u32>) -> Share {
    let numbered = (method.first..).zip(&method.probes);
    let branches = numbered.filter(|(_, probe)| probe.branch.is_some());
    branches.fold(Share::default(), |mut sum, (number, _)| {
        sum += Share {
            hit: u64::from(taken.contains(&number)),
            total: 1,
        };
        sum
    })
}

fn lines(marks: &BTreeMap<u32, Mark>) -> Share {
    Share {
        hit: marks.values().filter(|mark| mark.reached).count() as u64,
        total: marks.len() as u64,
    }
}

fn source_path(class: &str, file: &str) -> String {
    match class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
        None => file.to_owned(),
    }
}

fn signature(class: &str, method: &MethodProbes) -> String {
    if &*method.name == "<clinit>" {
        return "static".to_owned();
    }
    palus_sequence::signature(class, &method.name, &method.descriptor)
}

/// `3-5, 9`: lines as a reader takes them in. Lines between two of them that hold no code do not part them.
pub(crate) fn ranges(lines: &[u32], code: impl Fn(u32) -> bool) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &line in lines {
        match ranges.last_mut() {
            Some((_, last)) if (*last + 1..line).all(|between| !code(between)) => *last = line,
            _ => ranges.push((line, line)),
        }
    }
    let texts = ranges.iter().map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}\u{2013}{last}")
        }
    });
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use palus_classes::Probe;

    use super::*;

    /// Line 2 asks, line 3 is one answer, line 5 the other.
    fn probes() -> ClassProbes {
        let probe = |branch, lines: &[u32]| Probe {
            at: 0,
            branch,
            lines: lines.to_vec(),
        };
        let method = |name: &str, first, probes| MethodProbes {
            name: name.into(),
            descriptor: "(ILjava/lang/String;)V".into(),
            is_synthetic: false,
            first,
            probes,
        };
        ClassProbes {
            source: Some("A.java".into()),
            methods: vec![
                method(
                    "f",
                    0,
                    vec![probe(None, &[2]), probe(Some(2), &[5]), probe(Some(2), &[3, 5])],
                ),
                method("<init>", 3, vec![probe(None, &[8])]),
            ],
        }
    }

    #[test]
    fn a_condition_of_which_one_way_was_taken_is_half_covered() {
        let covered = ClassCoverage::measure("a.A", &probes(), &BTreeSet::from([0, 1]), None);
        assert_eq!(covered.source.as_deref(), Some("a/A.java"));
        assert_eq!((covered.branches.hit, covered.branches.total), (1, 2));
        assert_eq!((covered.lines.hit, covered.lines.total), (2, 4));
        let names: Vec<&str> = covered.methods.iter().map(|method| method.method.as_str()).collect();
        assert_eq!(names, ["f(int, String)", "A(int, String)"]);
        let half = covered.marks[&2];
        assert!(half.reached && half.branches == Share { hit: 1, total: 2 });
        assert!(!covered.marks[&3].reached && !covered.marks[&8].reached);
    }

    #[test]
    fn what_a_class_without_a_name_covers_counts_for_the_one_around_it() {
        let mut outer = ClassCoverage::measure("a.A", &probes(), &BTreeSet::new(), None);
        let inner = ClassCoverage::measure("a.A$1", &probes(), &BTreeSet::from([3]), None);
        outer.absorb(&inner);
        assert_eq!((outer.lines.hit, outer.lines.total), (1, 4));
        assert_eq!(outer.branches.total, 4);
        assert_eq!(outer.methods[2].method, "$1.f(int, String)");
    }

    #[test]
    fn the_recorded_run_is_asked_by_name_and_descriptor() {
        let is_recorded = |name: &str, descriptor: &str| name == "f" && descriptor.starts_with("(I");
        let covered = ClassCoverage::measure("a.A", &probes(), &BTreeSet::new(), Some(&is_recorded));
        let recorded: Vec<_> = covered.methods.iter().map(|method| method.recorded).collect();
        assert_eq!(recorded, [Some(true), Some(false)]);
    }

    #[test]
    fn lines_without_code_do_not_part_a_range() {
        assert_eq!(ranges(&[3, 5, 9], |line| line == 7), "3\u{2013}5, 9");
        assert_eq!(ranges(&[3], |_| true), "3");
    }
}
