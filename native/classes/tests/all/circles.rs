//! Circles of static initialisers.

use std::sync::Arc;

use palus_classes::StaticTies;

use crate::support::Compiled;

/// Two need each other, the one by a call and the other by what it makes; the third needs one of them, and nobody needs it. One needs another by its name alone.
const SOURCES: [(&str, &str); 7] = [
    (
        "code/Checks.java",
        "package code; public class Checks { static final Pass PASS = new Pass(); static boolean isBlank() { return true; } }",
    ),
    (
        "code/Pass.java",
        "package code; public class Pass { static final String PREFIX = Steps.first(); }",
    ),
    (
        "code/Steps.java",
        "package code; class Steps { static String first() { return second(); } private static String second() { return Checks.isBlank() ? \"4\" : null; } }",
    ),
    (
        "code/Named.java",
        "package code; public class Named { static final Naming NAMING = new Naming(); }",
    ),
    (
        "code/Naming.java",
        "package code; public class Naming { static final Class<?> NAMED = find(\"code.Named\"); static Class<?> find(String name) { try { return Class.forName(name); } catch (ClassNotFoundException e) { return null; } } }",
    ),
    (
        "code/User.java",
        "package code; public class User { static final boolean IS_BLANK = Checks.isBlank(); int length = Checks.PASS.PREFIX.length(); }",
    ),
    (
        "code/Zone.java",
        "package code; public class Zone { public static final Zone UTC = new Utc(); static class Utc extends Zone { } }",
    ),
];

#[test]
fn classes_that_need_each_other_to_be_initialised_are_a_circle() {
    let Some(compiled) = Compiled::new(&SOURCES) else {
        return;
    };
    let index = compiled.index();
    let ties = StaticTies::of(
        &index,
        &[
            "code.Checks",
            "code.Named",
            "code.Naming",
            "code.Pass",
            "code.Steps",
            "code.User",
            "code.Zone",
            "code.Zone$Utc",
        ]
        .map(str::to_owned),
    );
    let names = |classes: &[Arc<str>]| classes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let found: Vec<(String, String)> = ties
        .circles
        .iter()
        .map(|circle| (names(&circle.classes), names(&circle.users)))
        .collect();
    let wanted = [
        ("code.Checks code.Pass", "code.User"),
        ("code.Named code.Naming", ""),
        ("code.Zone code.Zone$Utc", ""),
    ];
    assert_eq!(
        found,
        wanted.map(|(classes, users)| (classes.to_owned(), users.to_owned()))
    );
    let read = |class: &str| {
        ties.reads
            .get(class)
            .map(|read| read.iter().cloned().collect::<Vec<_>>())
    };
    assert_eq!(
        read("code.User"),
        Some(vec!["code.Checks".to_owned(), "code.Pass".to_owned()])
    );
    assert_eq!(read("code.Pass"), None, "its own fields are no others'");
}
