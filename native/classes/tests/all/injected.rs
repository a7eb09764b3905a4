//! Which fields a framework sets, by the annotations in class files.

use palus_classes::{FIELD_SETTER, Library, TypeFacts};

use crate::support::{Compiled, type_of};

/// What tests set such fields with.
const SETTER: (&str, &str) = (
    "org/springframework/test/util/ReflectionTestUtils.java",
    "package org.springframework.test.util; public class ReflectionTestUtils { }",
);
const SHOP: [(&str, &str); 8] = [
    (
        "spring/Autowired.java",
        "package spring; import java.lang.annotation.*;
        @Retention(RetentionPolicy.RUNTIME) public @interface Autowired { }",
    ),
    (
        "jakarta/Inject.java",
        "package jakarta; import java.lang.annotation.*;
        @Retention(RetentionPolicy.RUNTIME) public @interface Inject { }",
    ),
    (
        "spring/Marks.java",
        "package spring; import java.lang.annotation.*;
        public class Marks { @Retention(RetentionPolicy.RUNTIME) public @interface Value { String value(); } }",
    ),
    // No framework sees it: it is not there when the program runs.
    ("other/Inject.java", "package other; public @interface Inject { }"),
    (
        "shop/Named.java",
        "package shop; public interface Named { @spring.Autowired String NAME = \"a\"; }",
    ),
    (
        "shop/Stock.java",
        "package shop;
        public class Stock implements Named {
            @spring.Autowired static Stock all;
            @spring.Autowired void take(int some) { }
            @Deprecated int old;
            @other.Inject int unseen;
            int plain;
        }",
    ),
    (
        "shop/Desk.java",
        "package shop;
        public class Desk<T extends Number> {
            @jakarta.Inject private T rate;
            int plain;
        }",
    ),
    (
        "shop/Shop.java",
        "package shop;
        public class Shop extends Desk<Integer> {
            @spring.Autowired private Stock[] stocks;
            Stock plain;
            @spring.Marks.Value(\"1\") private final long limit;
            public Shop(long limit) { this.limit = limit; }
        }",
    ),
];

#[test]
fn a_framework_sets_marked_fields_of_objects_inherited_ones_too() {
    let sources: Vec<_> = SHOP.into_iter().chain([SETTER]).collect();
    let Some(compiled) = Compiled::new(&sources) else {
        return;
    };
    let mut library = compiled.library(&["shop.Shop"]);
    for (class, expected) in [
        (
            "shop.Shop",
            &[
                ("stocks", "shop.Stock[]"),
                ("limit", "long"),
                ("rate", "java.lang.Number"),
            ][..],
        ),
        ("shop.Desk", &[("rate", "java.lang.Number")]),
        ("shop.Stock", &[]),
        ("shop.Named", &[]),
        ("shop.Missing", &[]),
    ] {
        let of = type_of(&mut library, class);
        let fields = library.injected(of);
        let fields: Vec<(&str, String)> = fields
            .iter()
            .map(|(name, of)| (&**name, library.symbols().type_name(*of)))
            .collect();
        let expected: Vec<(&str, String)> = expected.iter().map(|(name, of)| (*name, (*of).to_owned())).collect();
        assert_eq!(fields, expected, "{class}");
        assert_eq!(library.index().is_injected(class), !expected.is_empty(), "{class}");
    }
}

#[test]
fn without_what_sets_fields_a_test_sets_none() {
    let Some(compiled) = Compiled::new(&SHOP) else {
        return;
    };
    let mut library = compiled.library(&["shop.Shop"]);
    assert!(library.index().class(FIELD_SETTER).is_none());
    let shop = type_of(&mut library, "shop.Shop");
    assert_eq!(library.injected(shop), []);
    assert!(
        library.index().is_injected("shop.Shop"),
        "they are null in what a constructor made all the same"
    );
}
