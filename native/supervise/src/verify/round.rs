//! The runs that a suite must pass: in which order, in which surroundings, on which Java, behind which other tests.

use crate::Jdk;
use crate::flags::ABROAD;

/// One of the runs that a suite must pass. They differ in what a test does not control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    pub(super) order: Order,
    pub(super) settings: &'static [&'static str],
    /// By how many days the clock is ahead, where tests are confined.
    pub(super) days_ahead: u64,
    /// Another Java than the one that compiles.
    pub(super) jdk: Option<Jdk>,
    pub(super) company: Company,
}

/// Which tests a test finds the traces of in static fields of the code under test. What passes only behind another, whichever it is, shows
/// itself without; a shuffled order shows it only when it comes before all of those.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Company {
    /// Of all before it.
    All,
    /// Of those of its class, as where each test class has a virtual machine of its own.
    Class,
    /// Of none, as where a developer runs this one test.
    None,
}

impl Company {
    /// As the command line of the verifier has it; nothing for all.
    pub(super) fn argument(self) -> Option<&'static str> {
        match self {
            Self::All => None,
            Self::Class => Some("class"),
            Self::None => Some("none"),
        }
    }
}

/// In which order the tests run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Order {
    /// Classes by name, and methods as `JUnit` has them: what a build tool does, and so what the suite's owner sees first.
    Usual,
    /// Just the other way round: of any two tests each comes first in one of the two.
    Reversed,
    /// Shuffled, classes and methods.
    Shuffled(u64),
}

impl Order {
    /// As the command line of the verifier has it.
    pub(crate) fn argument(self) -> String {
        match self {
            Order::Usual => "usual".to_owned(),
            Order::Reversed => "reversed".to_owned(),
            Order::Shuffled(seed) => (seed as i64).to_string(),
        }
    }
}

/// As the machine has it, with Java's `assert` checked, as under a build tool.
const USUAL: &[&str] = &["-ea", "-Djava.awt.headless=true", "-Dfile.encoding=UTF-8"];

/// What the rounds of a full verification go through, with identity hash codes of other kinds.
const SURROUNDINGS: [&[&str]; 5] = [
    USUAL,
    ABROAD,
    &[
        "-ea",
        "-Duser.timezone=America/St_Johns",
        "-Duser.language=tr",
        "-Duser.country=TR",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=1",
    ],
    &[
        "-Duser.timezone=Asia/Kathmandu",
        "-Duser.language=ar",
        "-Duser.country=EG",
        "-Dfile.encoding=US-ASCII",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=2",
    ],
    &[
        "-ea",
        "-Duser.timezone=UTC",
        "-Duser.language=ja",
        "-Duser.country=JP",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=3",
    ],
];

/// What says the day or the time of year says another then.
const HALF_A_YEAR: u64 = 183;

/// How many shuffled orders a full verification takes on each Java.
const FULL: u64 = 10;

impl Round {
    /// The rounds of every suite: as under a build tool, on the Java that compiles; backwards in another country, on `other` where there is one,
    /// for a virtual machine more takes longer than most suites; and each test by itself.
    pub fn usual(other: Option<&Jdk>) -> [Self; 3] {
        let round = |order, settings, company| Self {
            order,
            settings,
            days_ahead: 0,
            jdk: None,
            company,
        };
        [
            round(Order::Usual, USUAL, Company::All),
            Self {
                days_ahead: HALF_A_YEAR,
                jdk: other.cloned(),
                ..round(Order::Reversed, ABROAD, Company::All)
            },
            round(Order::Usual, USUAL, Company::None),
        ]
    }

    /// Each test by itself, on another Java or the one that compiles.
    pub fn alone(jdk: Option<&Jdk>) -> Self {
        let [_, _, alone] = Self::usual(None);
        Self {
            jdk: jdk.cloned(),
            ..alone
        }
    }

    /// Whether it is as the suite's owner sees it first: nothing in it is out of the ordinary.
    pub fn is_plain(&self) -> bool {
        *self == Self::usual(None)[0]
    }

    /// Whether each test runs as if it were the only one. Its classes may then be given with the methods that are wanted, see
    /// [`Verifier::run`].
    pub fn is_alone(&self) -> bool {
        self.company == Company::None
    }

    /// The Java that it runs on, when it is another than the one that compiles.
    pub fn elsewhere(&self) -> Option<&Jdk> {
        self.jdk.as_ref()
    }

    /// The rounds of a full verification: ten orders, in changing surroundings, on the Java that compiles and on each of `others`, and
    /// one in which the test classes have nothing to do with each other.
    pub fn full(seed: u64, others: &[Jdk]) -> Vec<Self> {
        let jdks = std::iter::once(None).chain(others.iter().cloned().map(Some));
        jdks.flat_map(|jdk| {
            (0..FULL).map(move |number| Self {
                order: Order::Shuffled(seed.wrapping_mul(31).wrapping_add(number)),
                settings: SURROUNDINGS[number as usize % SURROUNDINGS.len()],
                days_ahead: if number % 2 == 0 { 0 } else { HALF_A_YEAR + number },
                jdk: jdk.clone(),
                company: Company::All,
            })
        })
        .chain([Self {
            order: Order::Shuffled(seed),
            settings: USUAL,
            days_ahead: 0,
            jdk: None,
            company: Company::Class,
        }])
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_verification_takes_ten_different_orders_on_each_java_and_one_apart() {
        let mut rounds = Round::full(7, &[]);
        assert!(rounds.pop().is_some_and(|round| round.company == Company::Class));
        let orders: std::collections::BTreeSet<Order> = rounds.iter().map(|round| round.order).collect();
        assert_eq!((rounds.len(), orders.len()), (10, 10));
        assert!(rounds.iter().any(|round| round.settings == ABROAD));
    }

    #[test]
    fn of_the_usual_rounds_one_is_plain_one_backwards_and_one_alone() {
        let rounds = Round::usual(None);
        assert_eq!(rounds.each_ref().map(Round::is_plain), [true, false, false]);
        assert_eq!(rounds[1].order, Order::Reversed);
        assert_eq!(rounds.each_ref().map(Round::is_alone), [false, false, true]);
    }
}
