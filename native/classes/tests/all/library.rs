//! What a test may call, what makes a value, and which methods belong together, on small programs.

use palus_classes::{Author, Implementable, LeftOut, Library};
use palus_sequence::work::Reason;
use palus_sequence::{Literal, MethodId};

use crate::support::{Compiled, producers, text, texts, type_of};

const CONNECTION: &str = "
    package db;
    public class Connection extends State {
        private String url;                                         // declared here
        public Connection(String url) { this.url = url; open = true; }
        public Result executeQuery(String sql) {                    // reads open (inherited), count
            if (!open) throw new IllegalStateException(\"closed\");
            if (sql.length() > 77) return null;
            return new Result(count);
        }
        public void close() { shut(); }                             // writes open through a private callee
        private void shut() { Runnable r = () -> { open = false; }; r.run(); }
        public String url() { return url; }
        public int kind(String s) { switch (s) { case \"select\": return 100; default: return 3; } }
        public static Connection local() { return new Connection(\"local\"); }
        Connection copy(State other, Hidden hidden) { return this; }
        public void stop(Object lock) throws Exception { lock.wait(); }
        public static void main(String[] args) { }
        private static class Hidden { }
    }";
const STATE: &str = "
    package db;
    abstract class State { protected boolean open; static int count; public boolean isOpen() { return open; } }";
const RESULT: &str = "
    package db;
    public final class Result {
        public static final Result EMPTY = new Result(0);
        public enum Level { LOW, HIGH }
        public interface Shape { double area(); default String name() { return \"shape\"; } }
        public static class Square implements Shape { public double area() { return 4.0; } }
        private final int rows;
        Result(int rows) { this.rows = rows; }
        public int rows() { return rows; }
        public void addAll(java.util.Collection<String> a, Iterable<? extends Result> b, java.util.List<?> c) { }
    }";

fn db() -> Option<Compiled> {
    Compiled::new(&[
        ("db/Connection.java", CONNECTION),
        ("db/State.java", STATE),
        ("db/Result.java", RESULT),
    ])
}

#[test]
fn what_nobody_wrote_is_neither_counted_nor_tested_for_its_own_sake() {
    let sources = [
        (
            "db/Phase.java",
            "package db;
            public enum Phase {
                NEW, OLD;
                public static Phase valueOf(int number) { return values()[number]; }
            }",
        ),
        (
            "db/Row.java",
            "package db;
            public record Row(int id, String name) {
                public String name() { return name.strip(); }
                public boolean equals(Object other) { return other instanceof Row row && row.id == id; }
            }",
        ),
        (
            "db/Bean.java",
            "package db;
            public class Bean {
                @interface ToolGenerated {}
                @ToolGenerated public void setName(String name) {}
                public void clear() {}
            }",
        ),
        (
            "db/Made.java",
            "package db;
            @Bean.ToolGenerated public class Made { public void run() {} }",
        ),
    ];
    let Some(compiled) = Compiled::new(&sources) else {
        return;
    };
    let mut library = compiled.library(&["db.Phase", "db.Row", "db.Bean"]);
    let mut callables = |class: &str| {
        let class = type_of(&mut library, class);
        let all = library.callables(class).to_vec();
        let (generated, written): (Vec<MethodId>, Vec<MethodId>) =
            all.into_iter().partition(|method| library.is_generated(*method));
        [texts(&library, &written), texts(&library, &generated)]
    };
    let none: [String; 0] = [];
    assert_eq!(
        callables("db.Phase"),
        [vec!["db.Phase.valueOf(I)Ldb/Phase;".to_owned()], vec![]]
    );
    let of_row = [
        "db.Row.<init>(ILjava/lang/String;)V",
        "db.Row.name()Ljava/lang/String;",
        "db.Row.equals(Ljava/lang/Object;)Z",
    ];
    assert_eq!(callables("db.Row")[0], of_row);
    assert_eq!(callables("db.Row")[1], none);
    assert_eq!(callables("db.Bean")[0], ["db.Bean.<init>()V", "db.Bean.clear()V"]);
    assert_eq!(callables("db.Bean")[1], ["db.Bean.setName(Ljava/lang/String;)V"]);
    let index = compiled.index();
    let counted = |class: &str| -> Vec<String> {
        let probes = index.probes(class).unwrap();
        let written = probes.methods.iter().filter(|method| !method.is_synthetic);
        written
            .map(|method| format!("{}{}", method.name, method.descriptor))
            .collect()
    };
    let of_phase = ["<init>(Ljava/lang/String;I)V", "valueOf(I)Ldb/Phase;", "<clinit>()V"];
    assert_eq!(counted("db.Phase"), of_phase);
    assert_eq!(
        counted("db.Row"),
        [
            "<init>(ILjava/lang/String;)V",
            "name()Ljava/lang/String;",
            "equals(Ljava/lang/Object;)Z"
        ]
    );
    assert_eq!(counted("db.Bean"), ["<init>()V", "clear()V"]);
    assert_eq!(counted("db.Made"), none);
    let author = |class: &str| index.class(class).unwrap().author;
    assert_eq!(
        [author("db.Bean"), author("db.Made")],
        [Author::Programmer, Author::Generator]
    );
}

#[test]
fn a_test_calls_what_its_package_sees_constructors_first_inherited_last() {
    let Some(compiled) = db() else { return };
    let mut library = compiled.library(&["db.Connection"]);
    let connection = type_of(&mut library, "db.Connection");
    let callables = texts(&library, library.callables(connection));
    let expected = [
        "db.Connection.<init>(Ljava/lang/String;)V",
        "db.Connection.executeQuery(Ljava/lang/String;)Ldb/Result;",
        "db.Connection.close()V",
        "db.Connection.url()Ljava/lang/String;",
        "db.Connection.kind(Ljava/lang/String;)I",
        "db.Connection.local()Ldb/Connection;",
        "db.Connection.stop(Ljava/lang/Object;)V",
        "db.Connection.isOpen()Z",
    ];
    assert_eq!(callables, expected);

    let left_out = library.left_out(connection).iter();
    let left_out: Vec<_> = left_out
        .map(|LeftOut { name, reason, .. }| (name.as_str(), *reason))
        .collect();
    let hidden = Reason::NotAccessible;
    assert_eq!(left_out, [("shut", hidden), ("copy", hidden), ("main", Reason::Hazard)]);
}

#[test]
fn what_a_superclass_under_test_declares_is_tested_there() {
    let Some(compiled) = db() else { return };
    let mut library = compiled.library(&["db.Connection", "db.State"]);
    let (connection, state) = (
        type_of(&mut library, "db.Connection"),
        type_of(&mut library, "db.State"),
    );
    assert!(!texts(&library, library.callables(connection)).contains(&"db.Connection.isOpen()Z".to_owned()));
    assert_eq!(texts(&library, library.callables(state)), ["db.State.isOpen()Z"]);
    assert!(producers(&mut library, "db.State").contains(&"db.Connection.<init>(Ljava/lang/String;)V".to_owned()));
}

#[test]
fn execute_query_depends_on_close_through_an_inherited_field_and_a_private_lambda() {
    let Some(compiled) = db() else { return };
    let library = compiled.library(&["db.Connection", "db.State"]);
    let find = |name, descriptor| {
        library
            .symbols()
            .find_method("db.Connection", name, descriptor)
            .unwrap()
    };
    let query = find("executeQuery", "(Ljava/lang/String;)Ldb/Result;");
    let dependence = library.dependence(query);
    let methods: Vec<_> = dependence.iter().map(|&(m, _)| text(&library, m)).collect();
    let expected = [
        "db.Connection.close()V",
        "db.Connection.local()Ldb/Connection;",
        "db.State.isOpen()Z",
    ];
    assert_eq!(methods, expected);
    let constructors = library.dependent_constructors(query);
    assert_eq!(
        text(&library, constructors[0].0),
        "db.Connection.<init>(Ljava/lang/String;)V"
    );
    // By hand. Documents: of State the constructor and isOpen; of Connection the constructor, executeQuery, close, url, kind, local,
    // stop, copy and main: 11. `open` is accessed by isOpen, the constructor, executeQuery, close and local: 5. executeQuery
    // accesses `open` once and `count` once, and nobody else accesses `count`.
    let by_hand = 0.5 * (11.0_f64 / 5.0).ln();
    for (_, weight) in dependence.iter().chain(constructors) {
        assert!((weight - by_hand).abs() < 1e-12, "{weight} {by_hand}");
    }
    assert_eq!(library.overlap(query).len(), 4);
    assert_eq!(library.dependence(find("close", "()V")), []);
}

#[test]
fn constants_are_those_of_the_code_without_hashes_of_strings() {
    let Some(compiled) = db() else { return };
    let mut library = compiled.library(&["db.Connection"]);
    let connection = type_of(&mut library, "db.Connection");
    let expected = [
        Literal::string("closed"),
        Literal::Int(77),
        Literal::string("select"),
        Literal::Int(100),
        Literal::string("local"),
    ];
    assert_eq!(library.constants(connection), expected);
    let kind = library
        .symbols()
        .find_method("db.Connection", "kind", "(Ljava/lang/String;)I")
        .unwrap();
    assert_eq!(library.method_constants(kind), &expected[2..4]);
}

#[test]
fn values_come_from_constructors_factories_constants_and_subclasses() {
    let Some(compiled) = db() else { return };
    let mut library = compiled.library(&["db.Connection"]);
    let connection = [
        "db.Connection.<init>(Ljava/lang/String;)V",
        "db.Connection.local()Ldb/Connection;",
    ];
    assert_eq!(producers(&mut library, "db.Connection"), connection);
    let result = [
        "db.Result.<init>(I)V",
        "db.Result.EMPTY",
        "db.Connection.executeQuery(Ljava/lang/String;)Ldb/Result;",
    ];
    assert_eq!(producers(&mut library, "db.Result"), result);
    assert_eq!(
        producers(&mut library, "db.Result$Shape"),
        ["db.Result$Square.<init>()V"]
    );
    assert_eq!(
        producers(&mut library, "db.Result$Level"),
        ["db.Result$Level.valueOf(Ljava/lang/String;)Ldb/Result$Level;"]
    );
}

#[test]
fn interfaces_of_the_jdk_have_their_usual_implementations() {
    let Some(compiled) = db() else { return };
    let mut library = compiled.library(&["db.Connection"]);
    for (wanted, first) in [
        ("java.util.List", "java.util.ArrayList.<init>()V"),
        ("java.util.Map", "java.util.HashMap.<init>()V"),
        (
            "java.util.Iterator",
            "java.util.ArrayList.iterator()Ljava/util/Iterator;",
        ),
        ("java.io.InputStream", "java.io.ByteArrayInputStream.<init>([B)V"),
        (
            "java.lang.CharSequence",
            "java.lang.StringBuilder.<init>(Ljava/lang/String;)V",
        ),
        ("java.nio.charset.Charset", "java.nio.charset.StandardCharsets.UTF_8"),
        ("java.util.Comparator", "java.lang.String.CASE_INSENSITIVE_ORDER"),
        ("java.lang.Object", "java.lang.Object.<init>()V"),
        ("java.util.Date", "java.util.Date.<init>(J)V"),
        ("java.util.Random", "java.util.Random.<init>(J)V"),
    ] {
        assert_eq!(producers(&mut library, wanted)[0], first, "{wanted}");
    }
    assert_eq!(producers(&mut library, "java.lang.Thread"), [""; 0]);
    assert_eq!(producers(&mut library, "java.sql.ResultSet"), [""; 0]);
}

#[test]
fn types_answer_as_javac_would() {
    let Some(compiled) = db() else { return };
    let mut library = compiled.library(&["db.Result"]);
    let mut type_named = |name: &str| library.symbols_mut().runtime_name(name);
    let (shape, square, level) = (
        type_named("db.Result$Shape"),
        type_named("db.Result$Square"),
        type_named("db.Result$Level"),
    );
    let (squares, shapes) = (type_named("[Ldb.Result$Square;"), type_named("[Ldb.Result$Shape;"));
    let (object, ints, int) = (type_named("java.lang.Object"), type_named("[I"), type_named("int"));
    let comparator = type_named("java.util.Comparator");
    for (sub, sup, expected) in [
        (square, shape, true),
        (shape, square, false),
        (squares, shapes, true),
        (shape, object, true),
        (ints, object, true),
        (int, object, false),
    ] {
        assert_eq!(library.is_assignable(sub, sup), expected);
    }
    assert_eq!(library.enum_constants(level), ["LOW", "HIGH"]);
    assert!(library.is_functional(shape) && library.is_functional(comparator) && !library.is_functional(square));
    let annotation = library.symbols_mut().class("java.lang.FunctionalInterface");
    assert!(!library.is_functional(annotation));

    let descriptor = "(Ljava/util/Collection;Ljava/lang/Iterable;Ljava/util/List;)V";
    let add_all = library
        .symbols()
        .find_method("db.Result", "addAll", descriptor)
        .unwrap();
    let holdings: Vec<_> = (0..3).map(|index| library.holding(add_all, Some(index))).collect();
    let name = |holding: palus_classes::Holding| library.symbols().type_name(holding.held[0].erased);
    let names: Vec<_> = holdings.into_iter().map(|holding| holding.map(name)).collect();
    assert_eq!(
        names,
        [Some("java.lang.String".to_owned()), Some("db.Result".to_owned()), None]
    );
}

const SHOP: &str = "
    package shop;
    public class Shop {
        public void serve(Order order, Stock stock, Pricing<Integer> pricing) { }
    }";
const ORDER: &str = "
    package shop;
    public class Order {
        private Order() { }
        public static class Builder { public Builder item(String name) { return this; } public Order build() { return new Order(); } }
    }";
const STOCK: &str = "
    package shop;
    public class Stock {
        private Stock(int size) { }
        protected Stock() { }
        public static final class Full extends Stock { public Full() { } }
    }";
const PRICING: &str = "
    package shop;
    public interface Pricing<N extends Number> extends java.util.function.BiFunction<String, N, java.util.List<N>> {
        default int twice() { return 2; }
        boolean equals(Object other);
    }";

fn shop() -> Option<Compiled> {
    Compiled::new(&[
        ("shop/Shop.java", SHOP),
        ("shop/Order.java", ORDER),
        ("shop/Stock.java", STOCK),
        ("shop/Pricing.java", PRICING),
    ])
}

#[test]
fn builders_subclasses_and_the_whole_platform_offer_values() {
    let Some(compiled) = shop() else { return };
    let mut library = compiled.library(&["shop.Shop"]);
    assert_eq!(
        producers(&mut library, "shop.Order"),
        ["shop.Order$Builder.build()Lshop/Order;"]
    );
    assert_eq!(producers(&mut library, "shop.Stock")[0], "shop.Stock.<init>()V");
    // Nobody lists these: they are found among what the JDK exports.
    let deque = producers(&mut library, "java.util.concurrent.BlockingDeque");
    assert_eq!(deque[0], "java.util.concurrent.LinkedBlockingDeque.<init>()V");
}

#[test]
fn a_lambda_implements_the_method_with_the_types_that_superinterfaces_fix() {
    let Some(compiled) = shop() else { return };
    let mut library = compiled.library(&["shop.Shop"]);
    let pricing = type_of(&mut library, "shop.Pricing");
    let found = library.functional(pricing).unwrap();
    let name = |library: &palus_classes::IndexLibrary, id| library.symbols().type_name(id);
    let parameters: Vec<String> = found.parameters.iter().map(|&id| name(&library, id)).collect();
    assert_eq!(parameters, ["java.lang.String", "java.lang.Number"]);
    assert_eq!(name(&library, found.result), "java.util.List");
    assert_eq!(&*library.symbols().get(found.method).name, "apply");
    let stock = type_of(&mut library, "shop.Stock");
    assert_eq!(library.functional(stock), None);
}

#[test]
fn a_test_of_a_class_without_a_package_stands_in_none() {
    let sources = [
        ("Loose.java", "public class Loose { public void tie() { } }"),
        (
            "knots/Tied.java",
            "package knots; public class Tied { public void untie() { } }",
        ),
    ];
    let Some(compiled) = Compiled::new(&sources) else {
        return;
    };
    let library = compiled.library(&["Loose", "knots.Tied"]);
    let confined = |class: &str, name: &str| {
        let method = library.symbols().find_method(class, name, "()V").unwrap();
        library.confined_to(method)
    };
    assert_eq!(confined("Loose", "tie").as_deref(), Some(""));
    assert_eq!(confined("knots.Tied", "untie"), None);
}

/// The field is public; its class is not, and so has no name elsewhere.
#[test]
fn a_test_that_reads_a_field_of_a_hidden_class_stands_in_its_package() {
    let sources = [
        (
            "order/Natural.java",
            "package order; class Natural { public static final Object IT = 1; static int most; }",
        ),
        (
            "order/Order.java",
            "package order; public class Order { public static final Order PLAIN = new Order(); static Natural kept; static int least; }",
        ),
    ];
    let Some(compiled) = Compiled::new(&sources) else {
        return;
    };
    let mut library = compiled.library(&["order.Order"]);
    let mut confined = |class: &str, name: &str, descriptor: &str| {
        let field = library.symbols_mut().field(class, name, descriptor).unwrap();
        library.field_confined_to(field)
    };
    let here = Some("order".to_owned());
    assert_eq!(confined("order.Natural", "IT", "Ljava/lang/Object;"), here);
    assert_eq!(confined("order.Order", "least", "I"), here);
    assert_eq!(confined("order.Order", "kept", "Lorder/Natural;"), here);
    assert_eq!(confined("order.Order", "PLAIN", "Lorder/Order;"), None);
    assert_eq!(confined("java.lang.Integer", "MAX_VALUE", "I"), None);
}

/// What Kotlin, Scala and Groovy write, with names of the same length that Java has: `box_impl` for `box-impl`.
const FREE_NAMES: &str = "
    package free;
    public class Box {
        public static final Box MINE_it = new Box();
        public static Box box_impl(int value) { return null; }      // box-impl
        public Box xf() { return this; }                            // if
        public int twin() { return 1; }
        public long twim() { return 1; }                            // twin
        public int plain() { return 1; }
        private long plaim() { return 1; }                          // plain
        public int takes(Kind kind, xnt other) { return 1; }
        public enum Kind { yes, xn, MINE_kind }                     // yes, in, MINE-kind
        public static class Part_of { public int size() { return 1; } }
        public static class Heir extends Box { }
    }
    class xnt { public int size() { return 1; } }";

#[test]
fn what_the_java_language_cannot_write_is_left_out_before_the_search() {
    let names = [
        ("box_impl", "box-impl"),
        ("MINE_it", "MINE-it"),
        ("MINE_kind", "MINE-kind"),
        ("Part_of", "Part-of"),
        ("twim", "twin"),
        ("plaim", "plain"),
        ("xnt", "int"),
        ("xf", "if"),
        ("xn", "in"),
    ];
    let Some(compiled) = Compiled::new(&[("free/Box.java", FREE_NAMES)]) else {
        return;
    };
    let source = ["free.Box", "free.Box$Part_of", "free.xnt", "free.Box$Heir"];
    let mut before = compiled.library(&source);
    for name in source {
        let class = type_of(&mut before, name);
        let mut left_out = before.left_out(class).iter();
        assert!(left_out.all(|out| out.name == "plaim"), "{name}");
    }
    for (from, to) in names {
        compiled.rename(from, to);
    }
    let subjects = ["free.Box", "free.Box$Part-of", "free.int"];
    let mut library = compiled.library(&subjects);
    let in_java = type_of(&mut library, "free.Box");
    let callables = texts(&library, library.callables(in_java));
    assert_eq!(callables, ["free.Box.<init>()V", "free.Box.plain()I"]);
    let left_out = library.left_out(in_java).iter();
    let left_out: Vec<_> = left_out
        .map(|out| (out.name.as_str(), out.reason, out.detail.as_str()))
        .collect();
    let not_written = "its name is none in the Java language";
    let twin = "javac cannot tell it from an overload that differs by the result alone";
    let hidden = Reason::NotAccessible;
    let expected = [
        ("box-impl", hidden, not_written),
        ("if", hidden, not_written),
        ("twin", hidden, twin),
        ("twin", hidden, twin),
        ("plain", hidden, "it is private"),
        ("takes", hidden, "a test cannot name the parameter type free.int"),
    ];
    assert_eq!(left_out, expected);
    for name in &subjects[1..] {
        let class = type_of(&mut library, name);
        assert!(library.callables(class).is_empty(), "{name}");
        let left_out = library.left_out(class);
        assert!(left_out.iter().all(|out| out.reason == hidden) && !left_out.is_empty());
    }
    assert!(!producers(&mut library, "free.Box").contains(&"free.Box.MINE-it".to_owned()));
    let kind = type_of(&mut library, "free.Box$Kind");
    assert_eq!(library.enum_constants(kind), ["yes", "in"]);

    let mut heirs = compiled.library(&["free.Box$Heir"]);
    let heir = type_of(&mut heirs, "free.Box$Heir");
    let callables = texts(&heirs, heirs.callables(heir));
    assert_eq!(callables, ["free.Box$Heir.<init>()V", "free.Box$Heir.plain()I"]);
}

const SUSPENDING: &str = "
    package co;
    import kotlin.coroutines.Continuation;
    public class Flow {
        public Object emit(String one, Continuation<? super Integer> then) { return one; }
        public Object resume(Continuation<Integer> then) { return then; }
        public int count(Continuation<? super Integer> then) { return 1; }
        public static class Own extends Base { }
    }
    class Base { public Object drain(Continuation<? super String> then) { return then; } }";

#[test]
fn suspending_functions_of_kotlin_are_left_out_and_said_to_be_such() {
    let continuation = "package kotlin.coroutines; public interface Continuation<T> { }";
    let sources = [
        ("co/Flow.java", SUSPENDING),
        ("kotlin/coroutines/Continuation.java", continuation),
    ];
    let Some(compiled) = Compiled::new(&sources) else {
        return;
    };
    let mut library = compiled.library(&["co.Flow", "co.Flow$Own"]);
    let flow = type_of(&mut library, "co.Flow");
    let left_out = library.left_out(flow).iter();
    let left_out: Vec<_> = left_out
        .map(|out| (out.name.as_str(), out.reason, out.detail.as_str()))
        .collect();
    let why = "it is a suspending function of Kotlin: a coroutine calls it";
    assert_eq!(left_out, [("emit", Reason::NotAccessible, why)]);
    let own = type_of(&mut library, "co.Flow$Own");
    assert_eq!(texts(&library, library.callables(own)), ["co.Flow$Own.<init>()V"]);
}

const REPOSITORY: &str = "
    package shop;
    import java.util.*;
    interface Base<T, K> { T find(K key); List<T> all(); <S extends T> S save(S one) throws java.io.IOException; default int size() { return 0; } }
    public interface Customers extends Base<Customer, Long> { boolean has(long key); String toString(); }";
const CUSTOMER: &str = "package shop; public class Customer { }";
const RAW: &str = "package shop; public interface Box<T extends Comparable<T>> { T get(); void put(T one); }";
const DUE: &str = "package shop; public interface Due<V> extends Waits { V now(); }";
const WAITS: &str = "package shop; public interface Waits extends Comparable<Waits> { }";
const SEALED: &str = "package shop; public sealed interface Shape { record Round() implements Shape { } }";
const WIDE: &str = "package shop; public interface Wide {
    void a1(); void a2(); void a3(); void a4(); void a5(); void a6(); void a7(); void a8(); void a9(); void a10();
    void a11(); void a12(); void a13(); void a14(); void a15(); Throwable problem(); int count(long[] of); }
    class Use { int use(Wide wide) { return wide.count(null); } }";
const OLD: &str = "package shop; public interface Old { int now(); @Deprecated int then(); }
    interface Hidden { int now(); @Deprecated int then(); }";
const WITHIN: &str = "package shop; public interface Within { Inner inner(); class Outer { } }
    class Inner { }";

/// The methods that a test declares, each by its name and descriptor.
fn written(implementable: &Implementable) -> Vec<String> {
    let methods = implementable.methods.iter();
    methods
        .map(|method| format!("{}{}", method.name, method.written))
        .collect()
}

#[test]
fn a_test_implements_an_interface_with_the_erased_types_that_its_superinterfaces_fix() {
    let files = [
        ("shop/Customers.java", REPOSITORY),
        ("shop/Customer.java", CUSTOMER),
        ("shop/Box.java", RAW),
        ("shop/Due.java", DUE),
        ("shop/Waits.java", WAITS),
        ("shop/Shape.java", SEALED),
        ("shop/Within.java", WITHIN),
    ];
    let Some(compiled) = Compiled::new(&files) else { return };
    let library = compiled.library(&["shop.Customer"]);
    let index = library.index();
    let written = |interface: &str| written(&index.implementable(interface).unwrap());
    let customer = "Lshop/Customer;";
    assert_eq!(
        written("shop.Customers"),
        [
            "has(J)Z".to_owned(),
            format!("find(Ljava/lang/Long;){customer}"),
            "all()Ljava/util/List;".to_owned(),
            format!("save({customer}){customer}"),
        ]
    );
    assert_eq!(
        written("shop.Box"),
        ["get()Ljava/lang/Comparable;", "put(Ljava/lang/Comparable;)V"]
    );
    assert!(written("shop.Due").contains(&"compareTo(Ljava/lang/Object;)I".to_owned()));
    assert_eq!(written("shop.Waits"), ["compareTo(Lshop/Waits;)I"]);
    let gives_anything = |interface: &str| -> Vec<bool> {
        let methods = index.implementable(interface).unwrap().methods.into_iter();
        methods.map(|method| method.gives_anything).collect()
    };
    assert_eq!(gives_anything("shop.Customers"), [false; 4]);
    assert_eq!(gives_anything("shop.Box"), [true, false]);
    assert_eq!(index.implementable("shop.Shape"), None, "sealed");
    assert_eq!(index.implementable("shop.Customer"), None, "a class");
    let confined = |interface: &str| index.implementable(interface).unwrap().confined_to;
    assert_eq!(
        confined("shop.Within").as_deref(),
        Some("shop"),
        "a type of its methods is not public"
    );
    assert_eq!(confined("shop.Customers"), None);
}

const ABSTRACT: &str = "package shop; public abstract class Tariff<T> implements Kind<T> { protected T kept; int rate; private int own;
    protected Tariff() { } Tariff(int rate) { this.rate = rate; } protected abstract int opens(); public abstract String toString();
    public int twice() { return 2 * opens(); } abstract static class Within extends Tariff<String> { abstract void close() throws Exception;
    protected int opens() { return 1; } } }
    interface Kind<T> { T kind(T of); String toString(); int hashCode(); }";
const CLOSED: &str = "package shop; public class Closed { public static abstract class A { private A() { } }
    public static abstract class B { public B(int n) { } } public abstract class C { }
    public static abstract class D { public D() throws java.io.IOException { } }
    public enum E { ONE { int n() { return 1; } }; abstract int n(); } public static abstract class F { F() { } } }";
const FAR: &str = "package far; public abstract class Far { abstract int hidden(); }";
const NEAR: &str = "package shop; public abstract class Near extends far.Far { }";

#[test]
fn a_test_extends_an_abstract_class_that_has_a_constructor_for_it() {
    let files = [
        ("shop/Tariff.java", ABSTRACT),
        ("shop/Closed.java", CLOSED),
        ("far/Far.java", FAR),
        ("shop/Near.java", NEAR),
    ];
    let Some(compiled) = Compiled::new(&files) else { return };
    let library = compiled.library(&["shop.Closed"]);
    let extensible = |class: &str| library.index().implementable(class);
    let written = |class: &str| written(&extensible(class).unwrap());
    let object = "Ljava/lang/Object;";
    assert_eq!(
        written("shop.Tariff"),
        [
            "opens()I".to_owned(),
            "toString()Ljava/lang/String;".to_owned(),
            format!("kind({object}){object}")
        ]
    );
    let text = "Ljava/lang/String;";
    assert_eq!(
        written("shop.Tariff$Within"),
        [
            "close()V".to_owned(),
            format!("toString(){text}"),
            format!("kind({text}){text}")
        ]
    );
    let tariff = extensible("shop.Tariff").unwrap();
    assert!(tariff.methods[0].access.is_protected() && tariff.methods[1].access.is_public());
    assert_eq!(tariff.extended.unwrap().fields, ["kept", "rate"]);
    let confined = |class: &str| extensible(class).unwrap().confined_to;
    assert_eq!(confined("shop.Tariff"), None);
    assert_eq!(confined("shop.Tariff$Within").as_deref(), Some("shop"));
    assert_eq!(
        confined("shop.Closed$F").as_deref(),
        Some("shop"),
        "its constructor is for the package"
    );
    for inner in ["A", "B", "C", "D", "E"] {
        assert_eq!(extensible(&format!("shop.Closed${inner}")), None, "{inner}");
    }
    assert_eq!(extensible("shop.Near"), None, "one method is for another package");
    assert!(extensible("far.Far").is_some() && extensible("java.lang.Number").is_some());
    assert_eq!(extensible("java.lang.Record"), None, "the compiler extends it");
    assert_eq!(
        extensible("java.nio.charset.CharsetDecoder"),
        None,
        "its constructors have parameters"
    );
}

#[test]
fn a_proxy_answers_for_many_methods_and_for_those_that_nobody_should_write() {
    let Some(compiled) = Compiled::new(&[("shop/Wide.java", WIDE), ("shop/Old.java", OLD)]) else {
        return;
    };
    let mut library = compiled.library(&["shop.Use"]);
    let found = |interface: &str| library.index().implementable(interface);
    let wide = found("shop.Wide").unwrap();
    assert!(wide.by_name);
    assert_eq!(wide.methods.len(), 16, "a throwable would be thrown");
    let old = found("shop.Old").unwrap();
    let names: Vec<&str> = old.methods.iter().map(|method| method.name.as_str()).collect();
    assert_eq!((old.by_name, names), (true, vec!["now"]));
    assert_eq!(found("shop.Hidden"), None, "a proxy cannot call its default methods");
    let wide = library.symbols_mut().class("shop.Wide");
    let methods = library.abstract_methods(wide).unwrap();
    let asked = methods.iter().filter(|method| method.is_asked);
    let asked: Vec<&str> = asked
        .map(|method| &*library.symbols().get(method.method).name)
        .collect();
    assert_eq!(asked, ["count"]);
    assert!(library.is_dependency(wide) && !library.is_dependency(library.subjects()[0]));
}

const BUILDER: &str = "package shop; public class Builder { public Form form() { return new Form(); }
    public static String told(Form form) { return form.print(1); } }";
const FORM: &str = "package shop; public class Form { public String print(int width) { return \"\" + width; } }";
const PRINTER: &str = "package shop; public class Printer { public Printer(Form form) { } public static int width(int n, Form form) { return n; }
    int hidden(Form form) { return 1; } public int all(Form[] forms) { return 2; } public int lines(Form form) { return 3; } }";
const DESK: &str = "package far; public class Desk { public static void put(shop.Form form) { } }";
const THEORY: &str = "package org.junit.experimental.theories; import java.lang.annotation.*;
    @Retention(RetentionPolicy.RUNTIME) public @interface Theory { }";
const FORMS: &str =
    "package shop; public class Forms { @org.junit.experimental.theories.Theory public void hold(Form form) { } }";
const DRAWER: &str = "package shop; class Drawer { public static void put(Form form) { } }";

#[test]
fn what_takes_an_object_is_known_those_of_its_package_first() {
    let files = [
        ("shop/Builder.java", BUILDER),
        ("shop/Form.java", FORM),
        ("shop/Printer.java", PRINTER),
        ("far/Desk.java", DESK),
        ("shop/Drawer.java", DRAWER),
        ("org/junit/experimental/theories/Theory.java", THEORY),
        ("shop/Forms.java", FORMS),
    ];
    let Some(compiled) = Compiled::new(&files) else { return };
    let mut library = compiled.library(&["shop.Builder"]);
    let form = type_of(&mut library, "shop.Form");
    let takers = library.takers(form);
    assert_eq!(
        texts(&library, &takers),
        [
            "shop.Printer.<init>(Lshop/Form;)V",
            "shop.Printer.lines(Lshop/Form;)I",
            "shop.Printer.width(ILshop/Form;)I",
            "far.Desk.put(Lshop/Form;)V",
        ]
    );
    let builder = type_of(&mut library, "shop.Builder");
    assert_eq!(library.takers(builder), []);
}
