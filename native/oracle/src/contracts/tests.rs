//! Contracts on answers by hand.

use palus_sequence::{Literal, MethodKind, Operand, Outcome, Sequence, Statement, Symbols, Trace, Value, Var};

use super::{ALL, Contract, Declaring, Lore, Object, question};

/// A world of one class, which declares everything itself.
struct OneClass;

impl Lore for OneClass {
    fn declaring(&self, class: &str, _: &str, _: &str) -> Option<Declaring> {
        Some(Declaring {
            class: class.to_owned(),
            is_public: true,
            is_abstract: false,
        })
    }

    fn written(&self, _: &str, _: &str, _: usize) -> Option<(String, String)> {
        None
    }

    fn is_subclass(&self, _: &str, _: &str) -> bool {
        true
    }

    fn family(&self, class: &str) -> String {
        class.to_owned()
    }
}

/// Four objects of `demo.A`, and the questions of the contract about them.
fn asked(contract: &Contract, symbols: &mut Symbols) -> Sequence {
    let new = symbols
        .method("demo.A", "<init>", "(I)V", MethodKind::Constructor)
        .unwrap();
    let mut sequence = Sequence::default();
    let objects: Vec<Object> = (0..4)
        .map(|number| {
            let operands = vec![Operand::Literal(Literal::Int(number))];
            let var = sequence.push(Statement::Call { method: new, operands });
            Object {
                operand: Operand::Var(var),
                class: "demo.A".to_owned(),
                declared: "demo.A".to_owned(),
            }
        })
        .collect();
    assert!(question::append(
        contract.questions,
        &objects,
        &mut sequence,
        symbols,
        &OneClass
    ));
    sequence
}

fn judged(id: &str, answers: &[Value]) -> bool {
    let contract = Contract::named(id).unwrap();
    let mut symbols = Symbols::default();
    let sequence = asked(contract, &mut symbols);
    let class = symbols.class("demo.A");
    let made = std::iter::repeat_n(Value::Object { class }, 4);
    let outcomes = made.chain(answers.iter().cloned()).map(Outcome::Returned).collect();
    contract
        .judge_end(
            &symbols,
            &sequence,
            &Trace {
                outcomes,
                ..Trace::default()
            },
        )
        .is_some()
}

#[test]
fn answers_that_break_a_contract_are_told_from_those_that_keep_it() {
    const YES: Value = Value::Boolean(true);
    const NO: Value = Value::Boolean(false);
    let int = Value::Int;
    let cases: [(&str, &[Value], &[Value]); 10] = [
        ("equals-reflexive", &[NO], &[YES]),
        ("equals-null", &[YES], &[NO]),
        ("equals-symmetric", &[YES, NO], &[NO, NO]),
        ("equals-transitive", &[YES, YES, NO], &[YES, NO, NO]),
        ("equals-hash-code", &[YES, int(1), int(2)], &[NO, int(1), int(2)]),
        (
            "to-string-not-null",
            &[Value::Null],
            &[Value::String { length: 0, text: None }],
        ),
        ("compare-to-antisymmetric", &[int(2), int(1)], &[int(2), int(-7)]),
        (
            "compare-to-transitive",
            &[int(2), int(1), int(0)],
            &[int(2), int(1), int(9)],
        ),
        ("compare-to-equals", &[int(0), NO], &[int(0), YES]),
        (
            "comparator-consistent",
            &[int(0), int(1), int(-1)],
            &[int(0), int(1), int(5)],
        ),
    ];
    for (contract, broken, kept) in cases {
        assert!(judged(contract, broken), "{contract}");
        assert!(!judged(contract, kept), "{contract}");
    }
}

#[test]
fn an_exception_counts_unless_it_is_the_callers_doing() {
    let thrown = |class: &str, passed: Literal| {
        let contract = Contract::named("hash-code-returns").unwrap();
        let mut symbols = Symbols::default();
        let new = symbols
            .method("demo.A", "<init>", "(Ljava/lang/Object;)V", MethodKind::Constructor)
            .unwrap();
        let hash = symbols
            .method("demo.A", "hashCode", "()I", MethodKind::Instance)
            .unwrap();
        let statements = vec![
            Statement::Call {
                method: new,
                operands: vec![Operand::Literal(passed)],
            },
            Statement::Call {
                method: hash,
                operands: vec![Operand::Var(Var(0))],
            },
        ];
        let class = symbols.class(class);
        let outcomes = vec![Outcome::Returned(Value::Void), Outcome::Threw { class, message: None }];
        let trace = Trace {
            outcomes,
            ..Trace::default()
        };
        contract.judge_end(&symbols, &Sequence { statements }, &trace).is_some()
    };
    assert!(thrown("java.lang.NullPointerException", Literal::Int(1)));
    assert!(!thrown("java.lang.NullPointerException", Literal::Null));
    assert!(thrown("java.lang.IllegalStateException", Literal::Null));
    assert!(!thrown("java.lang.UnsupportedOperationException", Literal::Int(1)));
    assert!(!thrown("java.lang.ClassCastException", Literal::Int(1)));
}

#[test]
fn questions_are_found_again_only_where_the_objects_are_the_same() {
    for contract in ALL {
        let mut symbols = Symbols::default();
        let sequence = asked(contract, &mut symbols);
        assert!(
            question::ends_with(contract.questions, &sequence, &symbols),
            "{}",
            contract.id
        );
        let mut other = sequence.clone();
        let changed = other
            .statements
            .iter_mut()
            .rev()
            .flat_map(Statement::operands_mut)
            .next()
            .unwrap();
        *changed = Operand::Var(Var(3));
        let first_differs = sequence != other && contract.questions.len() > 1;
        assert!(
            !first_differs || !question::ends_with(contract.questions, &other, &symbols),
            "{}",
            contract.id
        );
    }
}
