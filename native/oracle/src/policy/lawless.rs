//! Arguments with which no class keeps its promises: orders that are none, collections put into themselves, and collaborators whose answers
//! are made up.

use palus_classes::TypeFacts;
use palus_sequence::{LambdaBody, Literal, Method, MethodKind, Operand, Statement, Symbols};

/// Whether a statement passes a comparator that orders nothing (`(a, b) -> -1`: each of two is the smaller one), or puts a collection or map into
/// itself, for which `java.util.Map` warns of `equals` and `hashCode`, or adds all its elements to it, which `java.util.Collection` leaves undefined.
/// Of a [fake](Statement::Fake) nobody knows whether its answers are ones that its interface allows, and what a framework is to set is not set in what a
/// constructor made.
pub fn is_lawless(facts: &dyn TypeFacts, symbols: &Symbols, statements: &[Statement]) -> bool {
    statements.iter().any(|statement| {
        let passes_disorder = statement.operands().iter().any(|operand| is_disorder(symbols, operand));
        let is_fake = matches!(statement, Statement::Fake { .. });
        passes_disorder
            || is_fake
            || puts_into_itself(facts, symbols, statement)
            || is_unwired(facts, symbols, statement)
    })
}

/// Whether it makes an object that has fields which a framework sets.
fn is_unwired(facts: &dyn TypeFacts, symbols: &Symbols, statement: &Statement) -> bool {
    let Statement::Call { method, .. } = statement else {
        return false;
    };
    let method = symbols.get(*method);
    method.kind == MethodKind::Constructor && facts.is_injected(&symbols.type_name(method.owner))
}

fn is_disorder(symbols: &Symbols, operand: &Operand) -> bool {
    let Operand::Literal(Literal::Lambda(lambda)) = operand else {
        return false;
    };
    let answers = matches!(&lambda.body, LambdaBody::Value(value) if **value != Literal::Int(0));
    answers && symbols.class_name(lambda.interface) == Some("java.util.Comparator")
}

fn puts_into_itself(facts: &dyn TypeFacts, symbols: &Symbols, statement: &Statement) -> bool {
    let Statement::Call { method, operands } = statement else {
        return false;
    };
    let method = symbols.get(*method);
    let Some((receiver @ Operand::Var(_), arguments)) = operands.split_first() else {
        return false;
    };
    let adds_all = matches!(&*method.name, "addAll" | "putAll");
    let elements = arguments.iter().zip(&method.parameters);
    let mut elements = elements.filter(|(_, of)| adds_all || symbols.class_name(**of) == Some("java.lang.Object"));
    method.kind == MethodKind::Instance
        && elements.any(|(argument, _)| argument == receiver)
        && !is_question(method)
        && is_container(facts, &symbols.type_name(method.owner))
}

/// What keeps nothing of its argument.
fn is_question(method: &Method) -> bool {
    [
        "equals",
        "contains",
        "containsKey",
        "containsValue",
        "indexOf",
        "lastIndexOf",
        "get",
    ]
    .contains(&&*method.name)
}

fn is_container(facts: &dyn TypeFacts, class: &str) -> bool {
    ["java.util.Collection", "java.util.Map"]
        .iter()
        .any(|container| facts.is_subclass(class, container))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use palus_classes::{ClassFacts, MethodFacts};
    use palus_sequence::{Lambda, Var};

    use super::*;

    /// A library in which `Bag` is a collection, and a framework sets fields of `Wired`.
    struct Facts;

    impl TypeFacts for Facts {
        fn class(&self, name: &str) -> Option<ClassFacts> {
            Some(ClassFacts::plain(name))
        }

        fn is_injected(&self, class: &str) -> bool {
            class == "a.Wired"
        }

        fn is_subclass(&self, sub: &str, sup: &str) -> bool {
            (sub, sup) == ("a.Bag", "java.util.Collection")
        }

        fn method(&self, _: &str, _: &str, _: &str) -> Option<MethodFacts> {
            None
        }

        fn overloads(&self, _: &str, _: &str) -> Vec<String> {
            vec![]
        }
    }

    fn call(symbols: &mut Symbols, owner: &str, name: &str, operands: &[Operand]) -> Statement {
        let descriptor = "(Ljava/lang/Object;)Z";
        Statement::Call {
            method: symbols.method(owner, name, descriptor, MethodKind::Instance).unwrap(),
            operands: operands.to_vec(),
        }
    }

    #[test]
    fn a_collection_in_itself_is_no_ones_fault() {
        let mut symbols = Symbols::default();
        let var = |index: u16| Operand::Var(Var(index));
        for (owner, name, argument, expected) in [
            ("a.Bag", "add", 0, true),
            ("a.Bag", "add", 1, false),
            ("a.Bag", "addAll", 0, true),
            ("a.Bag", "equals", 0, false),
            ("a.Text", "append", 0, false),
        ] {
            let statement = call(&mut symbols, owner, name, &[var(0), var(argument)]);
            assert_eq!(
                is_lawless(&Facts, &symbols, &[statement]),
                expected,
                "{owner}.{name}({argument})"
            );
        }
    }

    #[test]
    fn an_order_in_which_each_is_smaller_than_the_other_is_none() {
        let mut symbols = Symbols::default();
        for (interface, answer, expected) in [
            ("java.util.Comparator", -1, true),
            ("java.util.Comparator", 0, false),
            ("java.util.function.ToIntBiFunction", -1, false),
        ] {
            let lambda = Lambda {
                interface: symbols.class(interface),
                parameters: 2,
                body: LambdaBody::Value(Box::new(Literal::Int(answer))),
            };
            let operand = Operand::Literal(Literal::Lambda(Arc::new(lambda)));
            let statement = call(&mut symbols, "a.Tree", "sort", &[Operand::Var(Var(0)), operand]);
            assert_eq!(
                is_lawless(&Facts, &symbols, &[statement]),
                expected,
                "{interface} {answer}"
            );
        }
    }

    #[test]
    fn what_a_framework_sets_is_null_in_what_a_constructor_made() {
        let mut symbols = Symbols::default();
        for (class, expected) in [("a.Wired", true), ("a.Other", false)] {
            let kind = MethodKind::Constructor;
            let made = Statement::Call {
                method: symbols.method(class, "<init>", "()V", kind).unwrap(),
                operands: vec![],
            };
            assert_eq!(is_lawless(&Facts, &symbols, &[made]), expected, "{class}");
        }
    }

    #[test]
    fn nobody_knows_whether_an_interface_allows_what_is_made_up() {
        let mut symbols = Symbols::default();
        let fake = Statement::Fake {
            interface: symbols.class("a.Source"),
            answers: vec![],
            values: vec![],
        };
        assert!(is_lawless(&Facts, &symbols, &[fake]));
    }
}
