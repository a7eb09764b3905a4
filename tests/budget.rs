//! The time budget of `palus generate`, in a test program of its own: cargo runs those one after another, so that no other test takes
//! the machine away from it.

mod support;

use std::time::{Duration, Instant};

use support::{Work, jdks};

#[test]
fn a_time_budget_is_kept_to_three_seconds() {
    let work = Work::on_subject("plain", &jdks()[0]);
    support::palus();
    let began = Instant::now();
    work.palus("generate --classpath classes --out out --time 6s").exits(0);
    assert!(began.elapsed() < Duration::from_secs(9), "{:?}", began.elapsed());
}
