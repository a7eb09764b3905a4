//! What the project's own tests do, in a search.

use palus_sequence::work::{SearchOptions, StrategyName};
use palus_sequence::{Literal, Operand, Sequence, Statement};

use super::super::*;
use super::library;
use crate::testing::{FakeExecutor, task};

#[test]
fn own_sequences_run_behind_the_first_quarter_and_on_top_of_the_budget() {
    for (count, before) in [(400, 100..300), (1, 1..4), (0, 0..1)] {
        let mut library = library();
        let stack = library.subjects()[0];
        let (new, push) = (library.callables(stack)[0], library.callables(stack)[1]);
        // No search draws so long a sequence.
        let mut own = Sequence::default();
        let made = own.push(Statement::Call {
            method: new,
            operands: Vec::new(),
        });
        for number in 0..50 {
            let operands = vec![Operand::Var(made), Operand::Literal(Literal::Int(number))];
            own.push(Statement::Call { method: push, operands });
        }
        let carved = [own.clone()];
        let options = SearchOptions::of(StrategyName::Palus);
        let mut executor = FakeExecutor::default();
        let task = SearchTask {
            budget: Budget::Sequences { count },
            carved: &carved,
            ..task(&library, &options)
        };
        let (result, _) = search(&task, &mut library, None, &mut executor, &[], &mut |_| {}).unwrap();
        let at = executor.ran.iter().position(|ran| *ran == own).expect("it runs");
        assert!(before.contains(&at), "of {count}: behind {at}");
        assert_eq!(result.counts.executed, count + 1);
    }
}
