//! Class paths: directories, jars, what is missing and what is broken.

use std::fs;
use std::path::PathBuf;

use palus_classes::{ClassIndex, Home, Library, Nesting, OpenError, Type, TypeFacts, Visibility};

use crate::support::Compiled;

const ACCOUNT: &str = "
    package bank;
    public class Account<T extends Comparable<T> & java.io.Serializable, U> extends Base {
        public static final int LIMIT = 1000;
        protected static class Entry { class Deep { } }
        private class Secret { public class Inner { } }
        public enum Kind { PLAIN { }, GOLD }
        public @interface Mark { }
        public record Point(int x, long y) { }
        @Deprecated public void pay(long amount, String... notes) throws java.io.IOException { int later = 1; }
        protected void touch() { }
        private void hide() { }
        void run() { new Object() { }; class Local { class Inside { } } new Local(); }
    }";
const BASE: &str = "
    package bank;
    abstract class Base implements Comparable<Base> {
        public int compareTo(Base other) { return 0; }
        public Object pay(int cents) { return null; }
        public static void pay() { }
    }";

fn bank() -> Option<Compiled> {
    Compiled::new(&[("bank/Account.java", ACCOUNT), ("bank/Base.java", BASE)])
}

fn globs(patterns: &[&str]) -> Vec<String> {
    patterns.iter().map(|&pattern| pattern.to_owned()).collect()
}

#[test]
fn only_classes_that_a_test_could_be_for_match() {
    let Some(compiled) = bank() else { return };
    let index = compiled.index();
    let expected = [
        "bank.Account",
        "bank.Account$Entry",
        "bank.Account$Entry$Deep",
        "bank.Account$Kind",
        "bank.Account$Point",
        "bank.Account$Secret",
        "bank.Account$Secret$Inner",
        "bank.Base",
    ];
    assert_eq!(index.matching(&globs(&["bank.*"])), expected);
    assert_eq!(index.names_in(&compiled.classes()), expected);
    assert_eq!(
        index.matching(&globs(&["*.Base", "java.util.BitSet"])),
        ["bank.Base", "java.util.BitSet"]
    );
    assert_eq!(index.matching(&globs(&["nothing.*"])), [""; 0]);
    assert_eq!(index.warnings(), [""; 0]);
}

#[test]
fn visibility_takes_the_enclosing_classes_into_account() {
    let Some(compiled) = bank() else { return };
    let index = compiled.index();
    let facts = |name| TypeFacts::class(&index, name).unwrap();
    for (name, visibility, is_inner) in [
        ("bank.Account", Visibility::Public, false),
        ("bank.Base", Visibility::Package, false),
        ("bank.Account$Entry", Visibility::Package, false),
        ("bank.Account$Entry$Deep", Visibility::Package, true),
        ("bank.Account$Secret", Visibility::Hidden, true),
        ("bank.Account$Secret$Inner", Visibility::Hidden, true),
        ("bank.Account$Kind", Visibility::Public, false),
        ("bank.Account$1", Visibility::Hidden, false),
    ] {
        assert_eq!(
            (facts(name).visibility, facts(name).is_inner),
            (visibility, is_inner),
            "{name}"
        );
    }
    let account = facts("bank.Account");
    assert_eq!(account.type_parameters, 2);
    assert_eq!((account.package.as_str(), account.home), ("bank", Home::SamePackage));
    assert_eq!(account.superclass.as_deref(), Some("bank.Base"));
    assert_eq!(facts("bank.Account$Entry$Deep").canonical, "bank.Account.Entry.Deep");
    assert!(facts("bank.Account$Kind").is_enum && !facts("bank.Account$Kind$1").is_enum);
    assert!(facts("bank.Account$Mark").is_interface);
    assert_eq!(index.class("bank.Account$1Local").unwrap().nesting, Nesting::Hidden);
    assert!(TypeFacts::class(&index, "bank.Missing").is_none());
}

#[test]
fn methods_are_found_with_their_names_exceptions_and_marks() {
    let Some(compiled) = bank() else { return };
    let index = compiled.index();
    let method = |name, descriptor| TypeFacts::method(&index, "bank.Account", name, descriptor);
    let pay = method("pay", "(J[Ljava/lang/String;)V").unwrap();
    let names: Vec<_> = pay.parameter_names.iter().flatten().map(String::as_str).collect();
    assert_eq!(names, ["amount", "notes"]);
    assert_eq!(pay.throws, ["java.io.IOException"]);
    assert!(pay.is_varargs && pay.is_deprecated && pay.visibility == Visibility::Public);
    assert_eq!(method("touch", "()V").unwrap().visibility, Visibility::Package);
    assert_eq!(method("hide", "()V").unwrap().visibility, Visibility::Hidden);
    assert_eq!(method("pay", "()V").unwrap().visibility, Visibility::Public);
    // Protected in another package: a test is no subclass.
    assert_eq!(
        method("clone", "()Ljava/lang/Object;").unwrap().visibility,
        Visibility::Hidden
    );
    assert!(method("pay", "(D)V").is_none() && method("<init>", "(I)V").is_none());
    let point = TypeFacts::method(&index, "bank.Account$Point", "<init>", "(IJ)V").unwrap();
    assert_eq!(point.parameter_names, [Some("x".to_owned()), Some("y".to_owned())]);
}

#[test]
fn overloads_are_those_that_javac_would_choose_from() {
    let Some(compiled) = bank() else { return };
    let index = compiled.index();
    let pay = index.overloads("bank.Account", "pay");
    assert_eq!(pay, ["(J[Ljava/lang/String;)V", "(I)Ljava/lang/Object;", "()V"]);
    assert_eq!(index.overloads("bank.Account", "hide"), [""; 0]);
    // The bridge compareTo(Object) is none; neither is that of Comparable, which Base implements under another erasure.
    assert_eq!(index.overloads("bank.Account", "compareTo"), ["(Lbank/Base;)I"]);
    assert_eq!(index.overloads("bank.Account", "<init>"), ["()V"]);
}

#[test]
fn a_missing_entry_is_named() {
    let Some(compiled) = bank() else { return };
    let missing = PathBuf::from("no/such.jar");
    let error = ClassIndex::open(std::slice::from_ref(&missing), &compiled.java_home)
        .err()
        .unwrap();
    assert!(matches!(&error, OpenError::MissingEntry(path) if *path == missing));
    assert!(error.to_string().contains("no/such.jar"), "{error}");
    let error = ClassIndex::open(&[], &compiled.classes()).err().unwrap();
    assert!(matches!(error, OpenError::NoModules { .. }));
}

#[test]
fn a_broken_jar_or_class_is_a_warning() {
    let Some(compiled) = bank() else { return };
    let jar = compiled.path("broken.jar");
    fs::write(&jar, "no jar").unwrap();
    fs::write(compiled.classes().join("bank/Base.class"), "no class").unwrap();
    let index = compiled.index_of(&[&jar, &compiled.classes()]);
    assert!(index.class("bank.Account").is_some());
    assert!(index.class("bank.Base").is_none());
    let warnings = index.warnings();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(
        warnings[0].contains("broken.jar") && warnings[1].contains("bank.Base"),
        "{warnings:?}"
    );
}

#[test]
fn jars_follow_their_manifest() {
    let Some(compiled) = bank() else { return };
    let manifest = compiled.path("manifest.txt");
    fs::write(
        &manifest,
        "Class-Path: base.jar not-there.jar\nMulti-Release: true\nSealed: true\n",
    )
    .unwrap();
    let (main, base) = (compiled.path("main.jar"), compiled.path("base.jar"));
    compiled.jar(&["cf", base.to_str().unwrap(), "bank/Base.class"]);
    let kind = compiled.classes().join("META-INF/versions/11/bank");
    fs::create_dir_all(&kind).unwrap();
    // The version for newer releases is another class file: that of Base under the name of Account would not be accepted.
    fs::copy(
        compiled.classes().join("bank/Account.class"),
        kind.join("Account.class"),
    )
    .unwrap();
    fs::write(compiled.classes().join("bank/Account.class"), "for older releases").unwrap();
    let arguments = [
        "cfm",
        main.to_str().unwrap(),
        manifest.to_str().unwrap(),
        "bank/Account.class",
        "META-INF",
    ];
    compiled.jar(&arguments);

    let index = compiled.index_of(&[&main]);
    assert!(index.class("bank.Account").is_some(), "{:?}", index.warnings());
    assert!(index.class("bank.Base").is_some());
    assert_eq!(TypeFacts::class(&index, "bank.Account").unwrap().home, Home::Apart);
    assert_eq!(TypeFacts::class(&index, "bank.Base").unwrap().home, Home::SamePackage);
    assert_eq!(index.names_in(&main), ["bank.Account"]);
    assert_eq!(index.warnings(), [""; 0]);
}

#[test]
fn an_encrypted_or_damaged_entry_of_a_jar_is_a_warning_that_names_it() {
    let Some(compiled) = bank() else { return };
    let jar = compiled.path("bank.jar");
    compiled.jar(&["cf", jar.to_str().unwrap(), "bank/Base.class", "bank/Account.class"]);
    let good = fs::read(&jar).unwrap();
    let opened = |bytes: &[u8]| {
        fs::write(&jar, bytes).unwrap();
        let index = compiled.index_of(&[&jar]);
        assert!(index.class("bank.Base").is_none());
        assert!(index.class("bank.Account").is_some());
        index.warnings()
    };

    // Bit 0 of the flags says encrypted: in the local header 6 bytes from its start, in the directory 8.
    let mut encrypted = good.clone();
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let mut starts = (0..good.len() - 46).filter(|&at| good[at..].starts_with(signature));
        let named = |at: &usize| {
            good[*at..(*at + 90).min(good.len())]
                .windows(15)
                .any(|name| name == b"bank/Base.class")
        };
        let header = starts.rfind(named).unwrap();
        encrypted[header + flags] |= 1;
    }
    let warnings = opened(&encrypted);
    assert!(
        warnings[0].contains("bank.Base") && warnings[0].contains("bank.jar"),
        "{warnings:?}"
    );

    let mut damaged = good.clone();
    let name = good.windows(15).position(|name| name == b"bank/Base.class").unwrap();
    damaged[name + 60..name + 100].fill(0xFF);
    let warnings = opened(&damaged);
    assert!(warnings[0].contains("bank.Base"), "{warnings:?}");
}

#[test]
fn an_entry_of_the_class_path_adds_hazards_and_lifts_them() {
    let Some(compiled) = bank() else { return };
    let own = compiled.path("own");
    fs::create_dir_all(own.join("META-INF/palus")).unwrap();
    let rows = "[it spends money]\nbank.* pay\n- java.util.Random <init>()V\nbroken\n";
    fs::write(own.join("META-INF/palus/hazards.txt"), rows).unwrap();
    let hazard = |index: &ClassIndex, class: &str, name: &str, descriptor: &str| {
        let class = index.class(class).unwrap();
        let method = class.find_method(name, descriptor).unwrap();
        index.hazard(&class, &class.methods[method]).map(str::to_owned)
    };
    let plain = compiled.index();
    assert_eq!(hazard(&plain, "bank.Base", "pay", "()V"), None);
    assert!(hazard(&plain, "java.util.Random", "<init>", "()V").is_some());
    let index = compiled.index_of(&[&compiled.classes(), &own]);
    assert_eq!(
        hazard(&index, "bank.Base", "pay", "()V").as_deref(),
        Some("it spends money")
    );
    assert_eq!(hazard(&index, "java.util.Random", "<init>", "()V"), None);
    assert!(hazard(&index, "java.lang.System", "exit", "(I)V").is_some());
    assert!(index.warnings()[0].contains("line 4"), "{:?}", index.warnings());
}

#[test]
fn records_and_sealed_classes_say_what_they_are_made_of() {
    let sealed = "
        package shape;
        public sealed interface Shape permits Circle, Square { }
        record Circle(double radius, java.util.List<String> names) implements Shape { }
        non-sealed class Square implements Shape { @Deprecated public int side; }";
    let Some(compiled) = Compiled::new(&[("shape/Shape.java", sealed)]) else {
        return;
    };
    let index = compiled.index();
    let shape = index.class("shape.Shape").unwrap();
    let permitted: Vec<&str> = shape.permitted.iter().map(|name| &**name).collect();
    assert_eq!(permitted, ["shape.Circle", "shape.Square"]);
    let circle = index.class("shape.Circle").unwrap();
    let components: Vec<(&str, bool)> = circle
        .components
        .iter()
        .flatten()
        .map(|c| (&*c.name, c.signature.is_some()))
        .collect();
    assert_eq!(components, [("radius", false), ("names", true)]);
    let square = index.class("shape.Square").unwrap();
    assert!(shape.is_sealed() && !square.is_sealed() && circle.is_record() && !square.is_record());
    assert!(square.fields[0].is_deprecated);
}

/// Of each overload javac was asked with arguments of its parameters' raw types.
const OVERLOADS: &str = "
    package bank;
    import java.util.*;
    import java.util.function.*;
    public class Overloads {
        public interface Multi<K, V> extends Map<K, Object> { }
        public static <K, V> void wrap(Map<K, V> map, V value) { }
        public static <K, V> void wrap(Map<K, V> map, Supplier<? extends V> supplier) { }
        public static <K, V> void fill(Map<K, V> map, Function<K, V> values) { }
        public static <K, V> void fill(Multi<K, V> map, Function<K, V> values) { }
        public static <T> void add(Collection<T> all) { }
        public static <T> void add(List<T> all) { }
        public static <T> void pass(T one) { }
        public static void pass(String one) { }
        public static <T extends Number> void put(Collection<? super T> all, T one) { }
        public static void put(List<? super Integer> all, Integer one) { }
        public static void clamp(int value, Comparable<Integer> most) { }
        public static void clamp(long value, Comparable<Long> most) { }
        public static void narrow(List<?> all, int one) { }
        public static void narrow(Collection<? extends Object> all, long one) { }
        public static <T> T most(T one, T other, Comparator<? super T> order) { return one; }
        public static <T> T most(T one, T[] others, Comparator<? super T> order) { return one; }
        public static <T> void sort(Collection<T> all, Comparator<? super T> order) { }
        public static <T> void sort(List<T> all, Comparator<? super T> order) { }
        public static <T> void pick(Collection<? super T> all, T one) { }
        public static <T> void pick(List<? super T> all, T one) { }
        public static class Box<T> { public void hold(List<T> all) { } }
        public static class Names extends Box<String> { public void hold(ArrayList<String> all) { } }
    }";

#[test]
fn overloads_are_ambiguous_for_their_type_variables_where_javac_says_so() {
    let Some(compiled) = Compiled::new(&[("bank/Overloads.java", OVERLOADS)]) else {
        return;
    };
    let index = compiled.index();
    for (name, parameters, expected) in [
        ("wrap", "Ljava/util/Map;Ljava/util/function/Supplier;", true),
        ("wrap", "Ljava/util/Map;Ljava/lang/Object;", false),
        ("fill", "Lbank/Overloads$Multi;Ljava/util/function/Function;", true),
        ("fill", "Ljava/util/Map;Ljava/util/function/Function;", false),
        ("add", "Ljava/util/List;", false),
        ("pass", "Ljava/lang/String;", false),
        ("put", "Ljava/util/List;Ljava/lang/Integer;", false),
        ("clamp", "ILjava/lang/Comparable;", true),
        ("clamp", "JLjava/lang/Comparable;", false),
        ("narrow", "Ljava/util/List;I", false),
        (
            "most",
            "Ljava/lang/Object;[Ljava/lang/Object;Ljava/util/Comparator;",
            true,
        ),
        (
            "most",
            "Ljava/lang/Object;Ljava/lang/Object;Ljava/util/Comparator;",
            false,
        ),
        ("sort", "Ljava/util/List;Ljava/util/Comparator;", false),
        ("pick", "Ljava/util/List;Ljava/lang/Object;", false),
    ] {
        let result = if name == "most" { "Ljava/lang/Object;" } else { "V" };
        let is_ambiguous = index.is_ambiguous("bank.Overloads", name, &format!("({parameters}){result}"));
        assert_eq!(is_ambiguous, expected, "{name}({parameters})");
    }
    let inherited = "(Ljava/util/ArrayList;)V";
    assert!(!index.is_ambiguous("bank.Overloads$Names", "hold", inherited));
}

#[test]
fn results_have_the_type_arguments_that_the_owner_sees() {
    let source = "package bank;
        import java.util.*;
        class Shelf<T> { Optional<T> first() { return null; } Map<String, ? extends Number> sizes() { return null; } }
        class Names extends Shelf<String> {
            static final Comparator<String> ORDER = null;
            <A> List<A> all() { return null; }
        }
        @SuppressWarnings(\"rawtypes\") class Untyped extends Shelf {}";
    let Some(compiled) = Compiled::new(&[("bank/Shelf.java", source)]) else {
        return;
    };
    let index = compiled.index();
    for (owner, method, expected) in [
        ("bank.Shelf", "first()Ljava/util/Optional;", "java.util.Optional<T>"),
        (
            "bank.Names",
            "first()Ljava/util/Optional;",
            "java.util.Optional<java.lang.String>",
        ),
        ("bank.Untyped", "first()Ljava/util/Optional;", "java.util.Optional"),
        ("bank.Untyped", "sizes()Ljava/util/Map;", "java.util.Map"),
        (
            "bank.Names",
            "sizes()Ljava/util/Map;",
            "java.util.Map<java.lang.String, ? extends java.lang.Number>",
        ),
        ("bank.Names", "all()Ljava/util/List;", "java.util.List<A>"),
    ] {
        let (name, descriptor) = method.split_at(method.find('(').unwrap());
        let found = index.result_type(owner, name, descriptor).unwrap();
        assert_eq!(found.to_string(), expected, "{owner} {method}");
    }
    let order = index.static_field_type("bank.Names", "ORDER").unwrap();
    assert_eq!(order.to_string(), "java.util.Comparator<java.lang.String>");
    let facts: &dyn TypeFacts = &index;
    assert!(facts.is_assignable(&order, &order) && !facts.is_assignable(&order, &Type::class("java.util.List")));
    assert!(index.static_field_type("bank.Names", "first").is_none());
}

#[test]
fn what_javac_cannot_choose_is_not_called() {
    let Some(compiled) = Compiled::new(&[("bank/Overloads.java", OVERLOADS)]) else {
        return;
    };
    let library = compiled.library(&["bank.Overloads"]);
    let left_out = library.left_out(library.subjects()[0]).iter();
    let left_out: Vec<&str> = left_out.map(|method| method.descriptor.as_str()).collect();
    assert_eq!(
        left_out,
        [
            "(Ljava/util/Map;Ljava/util/function/Supplier;)V",
            "(Lbank/Overloads$Multi;Ljava/util/function/Function;)V",
            "(ILjava/lang/Comparable;)V",
            "(Ljava/lang/Object;[Ljava/lang/Object;Ljava/util/Comparator;)Ljava/lang/Object;"
        ]
    );
}

/// Renamed, `adx` and `bax` are what Scala makes of a trait's method in an abstract class: erased, without a signature.
const CLASHES: &str = "
    package free;
    public class Bag<A> extends Base {
        public <B> Bag<A> add(B one) { return this; }
        public Bag<A> bag(Object one) { return this; }
        public static class Small extends Bag<String> { }
        public static class Plain extends Bag<String> { public Bag<String> add(Object one) { return this; } }
    }
    class Base {
        public Object adx(Object one) { return this; }
        public Object bax(Object one) { return this; }
    }";

#[test]
fn a_method_that_clashes_with_an_erased_one_is_found_in_a_supertype() {
    let Some(compiled) = Compiled::new(&[("free/Bag.java", CLASHES)]) else {
        return;
    };
    compiled.rename("adx", "add");
    compiled.rename("bax", "bag");
    let index = compiled.index();
    let sites = |owner: &str, name: &str| {
        let descriptor = "(Ljava/lang/Object;)Lfree/Bag;";
        index.sites_beside_clash(owner, name, descriptor)
    };
    let in_base = Some(vec![(
        "free.Base".to_owned(),
        "(Ljava/lang/Object;)Ljava/lang/Object;".to_owned(),
    )]);
    assert_eq!(sites("free.Bag", "add"), in_base);
    assert_eq!(sites("free.Bag$Small", "add"), in_base);
    assert_eq!(sites("free.Bag$Plain", "add"), None, "it overrides both");
    assert_eq!(sites("free.Bag", "bag"), None, "it overrides the other");
}

#[test]
fn a_class_that_is_not_abstract_shows_nothing_that_its_interfaces_want_only() {
    let sources = [
        (
            "free/Source.java",
            "package free; public interface Source { Object tick(); default int tock() { return 1; } }",
        ),
        (
            "free/Mono.java",
            "package free; public class Mono implements Source { public Object tick() { return this; } }",
        ),
        (
            "free/Part.java",
            "package free; public abstract class Part implements Source { public Object tick() { return this; } }",
        ),
    ];
    let Some(compiled) = Compiled::new(&sources) else {
        return;
    };
    // As where Kotlin has a bridge in its place, to a method of a name that Java has not.
    for class in ["Mono", "Part"] {
        let class = compiled.classes().join(format!("free/{class}.class"));
        let mut bytes = std::fs::read(&class).unwrap();
        let at = bytes.windows(4).position(|four| four == b"tick").unwrap();
        bytes[at..at + 4].copy_from_slice(b"tack");
        std::fs::write(&class, bytes).unwrap();
    }
    let index = compiled.index();
    let shown = |class: &str, name: &str| index.overloads(class, name);
    assert_eq!(shown("free.Mono", "tick"), Vec::<String>::new());
    assert_eq!(shown("free.Mono", "tock"), ["()I"]);
    assert_eq!(shown("free.Mono", "tack"), ["()Ljava/lang/Object;"]);
    assert_eq!(shown("free.Part", "tick"), ["()Ljava/lang/Object;"]);
}

#[test]
fn a_member_class_that_javac_looks_for_under_another_name_cannot_be_named() {
    let source = "package free; public class Tree { public static class Orders { public static class Bin { } } }";
    let Some(compiled) = Compiled::new(&[("free/Tree.java", source)]) else {
        return;
    };
    let visibility = |name: &str| {
        let index = compiled.index();
        index.visibility(&index.class(name).unwrap())
    };
    assert_eq!(visibility("free.Tree$Orders$Bin"), Visibility::Public);
    // Scala's object Orders is the class Orders$, and what is in it is named after Orders.
    compiled.rename("Orders$Bin", "Orders_Bin");
    assert_eq!(visibility("free.Tree$Orders"), Visibility::Public);
    assert_eq!(visibility("free.Tree$Orders_Bin"), Visibility::Hidden);
}
