//! Conditions that are no order constraints, with and without an SMT solver.

use palus_sequence::Literal;
use palus_symbolic::{Arguments, Found, Reason, Solver};

use crate::support::Compiled;

const PARITY: &str = "
    public class Parity {
        public int feed(int number) {
            if (number * 31 % 1009 == 77) return 1;
            if ((number & 7) == 8) return 2;
            return (number ^ 5) == 0x1234567 ? 3 : 4;
        }
    }";

#[test]
fn paths_are_left_open_where_nobody_can_decide_them() {
    let Some(compiled) = Compiled::text("Parity", PARITY) else {
        return;
    };
    let (exploration, _) = compiled.explored("demo.Parity", Arguments::Symbolic, 1);
    assert!(
        exploration.open().contains_key(&Reason::NeedsSolver),
        "{:?}",
        exploration.open()
    );
}

#[test]
fn a_solver_decides_them() {
    let solver = Solver::with_smt();
    if !solver.has_smt() {
        println!("skipped: no z3 on PATH");
        return;
    }
    let Some(compiled) = Compiled::text("Parity", PARITY) else {
        return;
    };
    let (exploration, _) = compiled.explored_by(solver, "demo.Parity", Arguments::Symbolic, 1);
    assert!(exploration.open().is_empty(), "{:?}", exploration.open());
    // What is and-ed with 7 is never 8.
    assert_eq!((exploration.row().branches, exploration.total_branches()), (5, 6));
    let given = |found: &Found| match found.calls.last().unwrap().arguments.first() {
        Some(Literal::Int(number)) => Some(*number),
        _ => None,
    };
    let numbers: Vec<i32> = exploration.found().iter().filter_map(given).collect();
    assert!(
        numbers.iter().any(|number| number.wrapping_mul(31) % 1009 == 77),
        "{numbers:?}"
    );
    assert!(numbers.contains(&(0x0123_4567 ^ 5)), "{numbers:?}");
}

#[test]
fn what_is_not_tried_is_told() {
    let text = "public class Wide { public int sum(int a, int b, int c) { return a + b + c; } }";
    let Some(compiled) = Compiled::text("Wide", text) else {
        return;
    };
    let (exploration, _) = compiled.explored("demo.Wide", Arguments::Values(1..=21), 1);
    assert!(exploration.open().is_empty(), "{:?}", exploration.open());
    assert_eq!(exploration.row().transitions, 21 * 21 * 21);
    let (exploration, _) = compiled.explored("demo.Wide", Arguments::Values(1..=22), 1);
    assert!(
        exploration.open().contains_key(&Reason::Tuples),
        "{:?}",
        exploration.open()
    );
}
