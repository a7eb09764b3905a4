//! What `compareTo` and `compare` have in common.

use palus_sequence::Demand;

use super::{Answers, Breach};

/// Two answers whose arguments changed places.
pub(super) fn opposite(answers: &Answers<'_>) -> Option<Breach> {
    let (one, other) = (answers.number(0)?, answers.number(1)?);
    (one.signum() != -other.signum()).then(|| Breach {
        because: format!(
            "opposite answers were expected when the arguments change places, but they were {one} and {other}"
        ),
        given: 0,
        demand: Demand::OppositeSign,
    })
}

/// The first against the second, the second against the third, the first against the third.
pub(super) fn transitive(answers: &Answers<'_>) -> Option<Breach> {
    let (one, other, both) = (answers.number(0)?, answers.number(1)?, answers.number(2)?);
    let sign = one.signum();
    let broken = sign != 0 && other.signum() == sign && both.signum() != sign;
    broken.then(|| Breach {
        because: format!(
            "the first against the second gave {one} and the second against the third {other}, so the first against the third was \
             expected to have their sign, but gave {both}"
        ),
        given: 2,
        demand: Demand::Sign(sign as i8),
    })
}
