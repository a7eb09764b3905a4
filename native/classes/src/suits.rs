//! Whether an object may stand where a type with arguments is wanted.
//!
//! After erasure every `Comparator` is one; that of another type argument throws a `ClassCastException` as soon as it is used, and no
//! program that compiles without warnings passes it.

use crate::types::{Argument, Type, Types};

/// Whether an object that is declared with the class may stand where `wanted` is: `false` only where both have type arguments that say
/// otherwise.
pub(crate) fn suits(types: Types<'_>, wanted: &Type, class: &str) -> bool {
    let Type::Class(wanted) = wanted else { return true };
    let declared = types.this_type(class).map(Type::Class);
    let Some(has) = declared.and_then(|declared| types.as_super(&declared, &wanted.name)) else {
        return true;
    };
    let mut pairs = wanted.arguments.iter().zip(&has.arguments);
    pairs.all(|(wanted, has)| may_be(types, wanted, has))
}

fn may_be(types: Types<'_>, wanted: &Argument, has: &Argument) -> bool {
    let is_a = |sub: &Type, sup: &Type| match (sub, sup) {
        (Type::Class(_), Type::Class(class)) => types.as_super(sub, &class.name).is_some(),
        _ => true,
    };
    match (wanted, has) {
        (Argument::Exact(wanted), Argument::Exact(has)) => is_a(wanted, has) && is_a(has, wanted),
        (Argument::Extends(bound), Argument::Exact(has)) => is_a(has, bound),
        (Argument::Super(bound), Argument::Exact(has)) => is_a(bound, has),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClassIndex;
    use crate::types::ClassType;

    fn plain(name: &str) -> Type {
        Type::Class(ClassType::plain(name))
    }

    #[test]
    fn what_has_other_type_arguments_suits_nowhere() {
        let Some(home) = crate::on_path() else {
            println!("skipped: no java on PATH");
            return;
        };
        let index = ClassIndex::open(&[], &home).unwrap();
        let suits_comparable_of = |argument: Argument, class: &str| {
            let wanted = Type::Class(ClassType {
                arguments: vec![argument],
                ..ClassType::plain("java.lang.Comparable")
            });
            suits(Types::new(&index), &wanted, class)
        };
        let (string, date) = ("java.lang.String", "java.util.Date");
        assert!(suits_comparable_of(Argument::Exact(plain(string)), string));
        assert!(!suits_comparable_of(Argument::Exact(plain(string)), date));
        assert!(!suits_comparable_of(Argument::Exact(plain("java.lang.Object")), string));
        assert!(suits_comparable_of(Argument::Any, date));
        let text = plain("java.lang.CharSequence");
        assert!(suits_comparable_of(Argument::Extends(text.clone()), string));
        assert!(!suits_comparable_of(Argument::Super(text), string));
        assert!(suits_comparable_of(Argument::Super(plain("java.sql.Timestamp")), date));
        // A variable may be anything, and what is no comparable at all is not judged here.
        assert!(suits_comparable_of(Argument::Exact(plain(string)), "java.lang.Enum"));
        assert!(suits_comparable_of(Argument::Exact(plain(string)), "java.lang.Object"));
    }
}
