//! `report.html`: one page that needs nothing else, for the person who decides which tests go.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use palus_observe::{ObjectState, ObjectStates, Seen};
use palus_state::diff;

use crate::suite::{Kind, Step, Suites};
use crate::walk::{Judged, Verdict};

/// So many tests of each verdict are shown with all that they do.
const MOST_TESTS: usize = 2_000;
/// So many earlier executions of a method are looked at for the one that differs least.
const MOST_NEAR: usize = 50;
/// So many places in which two states differ are shown.
const MOST_DIFFERENCES: usize = 3;
/// So much of the text of a state is shown.
const MOST_TEXT: usize = 400;

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// Executions.
    pub suites: &'a Suites,
    /// What became of the tests of the first suite, in the order of the walk.
    pub judged: &'a [Judged],
    /// The states of their objects.
    pub states: &'a ObjectStates,
    /// Sentences about the whole: counts, order, check.
    pub notes: &'a [String],
    /// What only it asserts, by the position of a redundant test; `None` where that is not known.
    pub assertions: &'a BTreeMap<usize, Option<Vec<String>>>,
}

impl Page<'_> {
    /// Writes it. It depends on nothing else.
    pub fn html(&self) -> String {
        let mut named = BTreeSet::new();
        let redundant = self.of(Verdict::Redundant, |judged| self.redundant(judged, &mut named));
        let mut named_too = BTreeSet::new();
        let kept = self.of(Verdict::Kept, |judged| self.kept(judged, &mut named_too));
        named.append(&mut named_too);
        let unstable = self.of(Verdict::Unstable, |judged| self.unstable(judged));
        let nothing = self.of(Verdict::NoExecutions, |_| html! {});
        let body = html! {
            p class="soft" { "states by " (self.suites.technique.name()) }
            @for note in self.notes { p { (note) } }
            p class="soft" {
                "A test is redundant when each of its method executions (method, state of the receiver, arguments) has an equal one in the "
                "kept tests before it. Methods are taken to be deterministic; where equal executions ended differently, their tests are "
                "unstable and stay. Assertions do not count."
            }
            (section("Redundant", "what each of its calls repeats", &redundant))
            (section("Unstable", "equal calls ended differently", &unstable))
            (section("Without calls into the code under test", "they may test something else, and stay", &nothing))
            (section("Kept", "what each does first", &kept))
            (self.named(&named))
        };
        palus_page::page("Redundant tests", &body)
    }

    fn of(&self, verdict: Verdict, mut show: impl FnMut(&Judged) -> Markup) -> Vec<(String, Markup)> {
        let judged = self.judged.iter().filter(|judged| judged.verdict == verdict);
        let show = |(position, judged): (usize, &Judged)| {
            let more = if position < MOST_TESTS {
                show(judged)
            } else {
                html! {}
            };
            (self.name(judged.test), more)
        };
        judged.enumerate().map(show).collect()
    }

    fn name(&self, test: usize) -> String {
        self.suites.suites[0].tests[test].name()
    }

    fn redundant(&self, judged: &Judged, named: &mut BTreeSet<ObjectState>) -> Markup {
        html! {
            table {
                thead { tr { th { "Call" } th { "on" } th { "is made by" } } }
                tbody {
                    @for covered in &judged.covered_by {
                        @let kind = self.kind(covered.step);
                        tr {
                            td { code { (place(covered.step)) " " (call(kind, named)) } }
                            td { (on(kind, named)) }
                            td { (self.name(covered.test)) ", call " (place(covered.by)) }
                        }
                    }
                }
            }
            @for assertion in self.assertions.get(&judged.test).into_iter().flatten().flatten() {
                p { "only here: " code { (assertion) } }
            }
        }
    }

    fn kept(&self, judged: &Judged, named: &mut BTreeSet<ObjectState>) -> Markup {
        let Some(first) = judged.new.first() else {
            return html! { p class="soft" { "it does nothing new, and was to be kept" } };
        };
        let kind = self.kind(*first);
        html! {
            p {
                (judged.new.len()) " of " (self.suites.suites[0].tests[judged.test].steps.len()) " calls are new, first "
                code { (place(*first)) " " (call(kind, named)) } " " (on(kind, named))
            }
            @for difference in self.nearest(*first) { p class="soft" { (difference) } }
        }
    }

    fn unstable(&self, judged: &Judged) -> Markup {
        let steps = &self.suites.suites[0].tests[judged.test].steps;
        let unequal = steps.iter().filter(|step| !self.kind(**step).is_deterministic);
        html! {
            @for step in unequal.take(MOST_DIFFERENCES) {
                p { code { (place(*step)) " " (call(self.kind(*step), &mut BTreeSet::new())) } " does not always end alike" }
            }
        }
    }

    /// In what the receiver differs from that of an earlier call of the method, the one that is nearest to it.
    fn nearest(&self, step: Step) -> Vec<String> {
        let kind = self.kind(step);
        let Some(state) = kind.receiver.and_then(|receiver| self.states.state(receiver)) else {
            return Vec::new();
        };
        let earlier = self.suites.kinds[..step.kind as usize].iter();
        let earlier = earlier.filter(|other| other.method == kind.method && other.arguments == kind.arguments);
        let earlier = earlier
            .filter_map(|other| other.receiver)
            .filter(|other| Some(*other) != kind.receiver);
        let differences = earlier.take(MOST_NEAR).filter_map(|other| {
            let other = self.states.state(other)?;
            Some(diff(&other, &state, MOST_DIFFERENCES + 1))
        });
        let nearest = differences.min_by_key(Vec::len).unwrap_or_default();
        let places = nearest.into_iter().take(MOST_DIFFERENCES);
        places
            .map(|place| {
                format!(
                    "the nearest earlier call has in {}: {} instead of {}",
                    place.path, place.one, place.other
                )
            })
            .collect()
    }

    fn kind(&self, step: Step) -> &Kind {
        &self.suites.kinds[step.kind as usize]
    }

    fn named(&self, named: &BTreeSet<ObjectState>) -> Markup {
        let text = |state: ObjectState| {
            let text = self.states.state(state).map(|state| state.text()).unwrap_or_default();
            let short: String = text.chars().take(MOST_TEXT).collect();
            if short.len() < text.len() {
                format!("{short} ...")
            } else {
                short
            }
        };
        html! {
            @if !named.is_empty() {
                h2 { "States" }
                table {
                    @for state in named {
                        tr { td { "S" (state.0 + 1) } td { code { (text(*state)) } } }
                    }
                }
            }
        }
    }
}

fn section(title: &str, about: &str, tests: &[(String, Markup)]) -> Markup {
    html! {
        @if !tests.is_empty() {
            h2 { (title) ": " (tests.len()) }
            p class="soft" { (about) }
            @for (name, more) in tests {
                @if more.0.is_empty() { p { (name) } } @else { details { summary { (name) } (more) } }
            }
        }
    }
}

/// With a star where it set the test up.
fn place(step: Step) -> String {
    format!("{}{}", step.place, if step.is_before { "*" } else { "" })
}

/// `push(3)`, objects by their states.
fn call(kind: &Kind, named: &mut BTreeSet<ObjectState>) -> String {
    let argument = |seen: &Seen| match seen {
        Seen::Null => "null".to_owned(),
        Seen::Unknown => "?".to_owned(),
        Seen::Value(value) => value.to_string(),
        Seen::Object(state) => {
            named.insert(*state);
            format!("S{}", state.0 + 1)
        }
    };
    let arguments: Vec<String> = kind.arguments.iter().map(argument).collect();
    let owner = kind.method.owner.rsplit('.').next().unwrap_or_default();
    let arguments = arguments.join(", ");
    match &*kind.method.name {
        "<init>" => format!("new {owner}({arguments})"),
        name => format!("{owner}.{name}({arguments})"),
    }
}

fn on(kind: &Kind, named: &mut BTreeSet<ObjectState>) -> String {
    kind.receiver.map_or(String::new(), |state| {
        named.insert(state);
        format!("S{}", state.0 + 1)
    })
}
