//! What is read from bodies: constants and what they feed, elements of arrays, merged callees, purity.

use palus_classes::{Chance, Declared, FieldUse, IndexLibrary, Library, LiteralUse, Meets, Member, Relations, UsedAs};
use palus_sequence::{Literal, MethodId};

use crate::support::Compiled;

/// Constants and their uses.
const MENU: &str = "
    package code;
    public class Menu {
        enum Size { SMALL, LARGE, HUGE }
        public static final int LIMIT = 4321;
        private Size size;
        private long total;
        public int choose(String name, int count, Size wanted, double price) {
            if (name.equals(\"soup\")) return 100;
            if (\"tea\".equals(name)) return 200;
            if (count == 3 || count > 77) return 300;
            if (total < 5000000000L) return 400;
            if (price >= 9.5) return 500;
            if (wanted == Size.HUGE) return 600;
            return negative(count);
        }
        private int negative(int count) { return count == -LIMIT ? 700 : ~count; }
        public int label(String name, Size size) {
            switch (name) { case \"first\": case \"second\": return 11; default: }
            switch (size) { case SMALL: return 12; case LARGE: return 13; default: return 14; }
        }
        public String build(int n) {
            StringBuilder text = new StringBuilder();
            text.append(\"separate\");
            return new StringBuilder().append(\"a\").append(17).append('c').toString() + text + n + \" items\";
        }
        public Class<?> kind(boolean big) { return big ? java.math.BigInteger.class : String.class; }
    }";

/// Field accesses; the comments say what is read and written, reads first.
const SHELF: &str = "
    package code;
    public class Shelf {
        private int[] rows = new int[10];
        private int[][] grid;
        private boolean shut;
        private int steps;
        private static int made;
        public void put(int at, int value) { rows[at] = value; }                 // rows 1 1
        public int sum() { int[] all = rows; int s = 0; for (int r : all) { s += r; } return s; }   // rows 2 0
        public void swap(int[] other) { System.arraycopy(other, 0, rows, 0, 3); }     // rows 1 1
        public void cell() { grid[1][2]++; }                                     // grid 3 1
        public Runnable later() { return () -> shut = true; }                    // shut 0 1
        public Runnable named() {                                                // shut 0 1, steps 1 1
            return new Runnable() { int own; public void run() { shut = true; more(); own = 1; } private void more() { steps++; } };
        }
        public int even(int n) { return n == 0 ? 0 : odd(n - 1); }
        private int odd(int n) { steps++; return n == 0 ? 1 : back(n - 1); }
        private int back(int n) { return odd(n) + (shut ? 1 : 0); }
        public void seek(int value) { for (;;) { if (rows[0] == value) break; value++; } steps++; }   // rows 2 0, steps 1 1
        public static Shelf create() { made++; return new Shelf(); }             // made 1 1, rows 0 1
        public record Point(int x, int y) { }
    }";

/// The examples of the paper, section 3.2: a query and a closed connection, a solver and its first-constraint flag.
const CONNECTION: &str = "
    package code;
    class Endpoint { protected Object connection; private int opened; void touch() { opened++; } }
    public class Database extends Endpoint {
        private int timeout; private String user;
        public Database(String user) { this.user = user; connection = user; }
        public String executeQuery(String sql) {
            if (connection == null) throw new IllegalStateException();
            return sql + timeout;
        }
        public void close() { release(); }
        private void release() { connection = null; }
        public void setTimeout(int seconds) { timeout = seconds; }
        public int getTimeout() { return timeout; }
        public String user() { return user + timeout; }
    }";
const SOLVER: &str = "
    package code;
    class SolverBase { protected boolean firstConstraint = true; protected int variables; }
    public class Solver extends SolverBase {
        private int clauses;
        public void addClause(int[] literals) {
            if (firstConstraint) { begin(); }
            clauses++;
        }
        private void begin() { if (variables == 0) { firstConstraint = false; } }
        public void reset() { clear(); }
        private void clear() { firstConstraint = true; clauses = 0; variables = 0; }
        public void newVar(int count) { variables = count; }
        public int nVars() { return variables; }
        public int nConstraints() { return clauses; }
        public boolean isSatisfiable() { return clauses < 3 || variables > 0; }
    }";

/// What is pure and what is not.
const LEDGER: &str = "
    package code;
    import java.util.*;
    public class Ledger {
        private int balance; private int[] history = {1}; private List<String> notes = new ArrayList<>(); private static int audits;
        private Ledger next; private final Shape shape = new Square(2);
        interface Shape { int area(); }
        static class Square implements Shape { final int side; Square(int side) { this.side = side; } public int area() { return side * side; } }
        static class Growing { int n; public int grow() { return ++n; } int read() { return n; } }
        static class Lazy extends Growing { int cache; @Override int read() { return cache = 1; } }
        public int pureBalance() { return balance; }
        public String pureText() { return \"balance \" + balance; }
        public String pureBuilder() { StringBuilder b = new StringBuilder(); b.append(balance).append('x'); return b.toString(); }
        public int[] pureCopy() { int[] copy = history.clone(); copy[0] = 7; return copy; }
        public Ledger pureNew() { Ledger other = new Ledger(); other.balance = balance; other.tweak(); return other; }
        public int pureFresh() { return make().grow(); }
        private static Growing make() { return new Growing(); }
        public int pureVirtual() { return shape.area(); }
        public boolean pureSearch(String note) { return notes.contains(note) && notes.size() > 1; }
        public int pureThrow(int n) { if (n < 0) throw new IllegalArgumentException(\"n\" + n); return n; }
        private void tweak() { balance++; }
        public void impureWrite() { tweak(); }
        public void impureArray() { history[0] = 3; }
        public int impureStatic() { return audits++; }
        public void impureOther(Ledger other) { other.tweak(); }
        public void impureNext() { Ledger last = next; while (last.next != null) { last = last.next; } last.balance = 1; }
        public void impureCall(Runnable action) { action.run(); }
        public int impureVirtual(Growing growing) { return growing.read(); }
        public boolean impureLibrary() { return notes.add(\"x\"); }
        public void impurePrint() { System.out.println(balance); }
        public int impureMerge(boolean mine) { Growing g = mine ? new Growing() : shared; return g.grow(); }
        private Growing shared;
    }";

fn find(library: &IndexLibrary, class: &str, name: &str) -> MethodId {
    let class = library.symbols().find_class(class).unwrap();
    let mut methods = library.callables(class).iter().copied();
    methods
        .find(|&method| &*library.symbols().get(method).name == name)
        .unwrap()
}

/// Each use in one line: literal, how, against what.
fn uses(library: &IndexLibrary, name: &str) -> Vec<String> {
    let text = |found: &LiteralUse| {
        let literal = match &found.literal {
            Literal::String(text) => format!("{text:?}"),
            Literal::Int(v) => v.to_string(),
            Literal::Long(v) => format!("{v}L"),
            Literal::Double(v) => format!("{v}"),
            Literal::Enum { name, .. } => name.to_string(),
            other => format!("{other:?}"),
        };
        let used = match &found.used_as {
            UsedAs::Compared => "compared".to_owned(),
            UsedAs::Label => "label".to_owned(),
            UsedAs::Operand { method, position } => format!("operand {position} of {}", method.name),
        };
        let meets = match &found.meets {
            Meets::Parameter(position) => format!("parameter {position}"),
            Meets::Field(field) => field.name.to_string(),
            Meets::Result(method) => method.name.to_string(),
            Meets::Other => "?".to_owned(),
        };
        format!("{literal} {used} {meets}")
    };
    library
        .constant_uses(find(library, "code.Menu", name))
        .iter()
        .map(text)
        .collect()
}

#[test]
fn constants_say_what_they_are_compared_with() {
    let Some(compiled) = Compiled::new(&[("code/Menu.java", MENU)]) else {
        return;
    };
    let library = compiled.library(&["code.Menu"]);
    let expected = [
        "\"soup\" operand 1 of equals parameter 0",
        "\"tea\" operand 0 of equals parameter 0",
        "3 compared parameter 1",
        "77 compared parameter 1",
        "5000000000L compared total",
        "9.5 compared parameter 3",
        "HUGE compared parameter 2",
    ];
    assert_eq!(uses(&library, "choose"), expected);
    // Neither hashes of strings nor the keys of the table behind a switch over an enum.
    let expected = [
        "\"first\" operand 1 of equals parameter 0",
        "\"second\" operand 1 of equals parameter 0",
        "SMALL label parameter 1",
        "LARGE label parameter 1",
    ];
    let labels: Vec<String> = uses(&library, "label")
        .into_iter()
        .filter(|text| !text.contains(" of hashCode"))
        .collect();
    let labels: Vec<&String> = labels
        .iter()
        .filter(|text| !text.starts_with(['0', '1', '-']))
        .collect();
    assert_eq!(labels, expected);

    let built = library.method_constants(find(&library, "code.Menu", "build"));
    for text in ["a17c", "separate", " items"] {
        assert!(built.contains(&Literal::string(text)), "{text}: {built:?}");
    }
    let class = library.symbols().find_class("code.Menu").unwrap();
    let all = library.constants(class);
    // A constant field, and negation folded.
    assert!(
        all.contains(&Literal::Int(4321)) && all.contains(&Literal::Int(-4321)),
        "{all:?}"
    );
    let classes = library.method_constants(find(&library, "code.Menu", "kind"));
    assert_eq!(classes.len(), 2, "{classes:?}");
}

/// The fields of a method as `name reads writes`.
fn fields(relations: &Relations, class: &str, name: &str) -> Vec<String> {
    let is_it = |method: &&Member| &*method.owner == class && &*method.name == name;
    let method = relations.methods().iter().find(is_it).unwrap();
    let text = |used: &FieldUse| format!("{} {} {}", used.field.name, used.reads, used.writes);
    let mut found: Vec<String> = relations
        .fields_of(relations.find(method).unwrap())
        .iter()
        .map(text)
        .collect();
    found.sort();
    found
}

#[test]
fn elements_lambdas_and_anonymous_bodies_count_for_the_method() {
    let Some(compiled) = Compiled::new(&[("code/Shelf.java", SHELF)]) else {
        return;
    };
    let subjects = ["code.Shelf", "code.Shelf$Point"].map(str::to_owned);
    let relations = Relations::of(&compiled.index(), &subjects);
    let of = |name| fields(&relations, "code.Shelf", name);
    assert_eq!(of("put"), ["rows 1 1"]);
    assert_eq!(of("sum"), ["rows 2 0"]);
    assert_eq!(of("swap"), ["rows 1 1"]);
    assert_eq!(of("cell"), ["grid 3 1"]);
    assert_eq!(of("later"), ["shut 0 1"]);
    // The field of the anonymous class is its own; the reference to the shelf is synthetic.
    assert_eq!(of("named"), ["own 0 1", "shut 0 1", "steps 1 1"]);
    // Recursion through private methods: each body once.
    assert_eq!(of("even"), ["shut 1 0", "steps 1 1"]);
    // What is behind the loop only a `goto` leads to.
    assert_eq!(of("seek"), ["rows 2 0", "steps 1 1"]);
    assert_eq!(of("create"), ["made 1 1", "rows 0 1"]);
    assert_eq!(fields(&relations, "code.Shelf$Point", "hashCode"), ["x 1 0", "y 1 0"]);
    assert!(
        !relations
            .methods()
            .iter()
            .any(|method| &*method.name == "odd" || method.name.starts_with("lambda"))
    );
}

/// The names of the methods that a method depends on, heaviest first, with strictly what ranks first alone.
fn first_dependent(library: &IndexLibrary, class: &str, name: &str) -> String {
    let found = library.dependence(find(library, class, name));
    assert!(
        found.len() > 1 && found[0].1 > found[1].1,
        "nobody ranks first alone: {found:?}"
    );
    library.symbols().get(found[0].0).name.to_string()
}

#[test]
fn the_examples_of_the_paper_rank_first() {
    let Some(compiled) = Compiled::new(&[("code/Database.java", CONNECTION), ("code/Solver.java", SOLVER)]) else {
        return;
    };
    // The connection field is inherited, and `close` writes it through a private callee.
    let database = compiled.library(&["code.Database", "code.Endpoint"]);
    assert_eq!(first_dependent(&database, "code.Database", "executeQuery"), "close");
    let query = find(&database, "code.Database", "executeQuery");
    let constructors = database.dependent_constructors(query);
    assert_eq!(constructors.len(), 1, "{constructors:?}");
    let solver = compiled.library(&["code.Solver", "code.SolverBase"]);
    assert_eq!(first_dependent(&solver, "code.Solver", "addClause"), "reset");
}

#[test]
fn accesses_that_were_never_seen_weigh_less() {
    let Some(compiled) = Compiled::new(&[("code/Database.java", CONNECTION)]) else {
        return;
    };
    let subjects = ["code.Database", "code.Endpoint"].map(str::to_owned);
    let index = compiled.index();
    let plain = Relations::of(&index, &subjects);
    let at = |name: &str| {
        plain
            .methods()
            .iter()
            .position(|m| &*m.name == name && &*m.owner == "code.Database")
            .unwrap()
    };
    let (query, close) = (at("executeQuery"), at("close"));
    let weight = |relations: &Relations| {
        relations
            .weights(query)
            .iter()
            .find(|(method, _)| *method == close)
            .unwrap()
            .1
    };
    let before = weight(&plain);
    let touched = plain.fields_of(query).into_iter();
    let touched = touched.map(|used| (used.field.owner, used.field.name));
    let ran = plain.methods()[query].clone();
    // The query ran and showed its fields; `close` never ran, which says nothing.
    let seen = [(ran, touched.collect())].into();
    let weighted = Relations::of(&index, &subjects).with_seen(&index, &seen);
    assert!((weight(&weighted) - before).abs() < 1e-12);
    // `close` ran and was never seen to touch the connection.
    let mut seen = seen;
    seen.insert(plain.methods()[close].clone(), std::collections::BTreeSet::new());
    let weighted = Relations::of(&index, &subjects).with_seen(&index, &seen);
    assert!((weight(&weighted) - palus_classes::UNSEEN_FACTOR * before).abs() < 1e-12);
}

#[test]
fn methods_that_write_nothing_older_are_pure() {
    let Some(compiled) = Compiled::new(&[("code/Ledger.java", LEDGER)]) else {
        return;
    };
    let mut library = compiled.library(&["code.Ledger"]);
    let class = library.symbols().find_class("code.Ledger").unwrap();
    let mut wrong = Vec::new();
    for method in library.callables(class).to_vec() {
        let name = library.symbols().get(method).name.to_string();
        if (name.starts_with("pure") && !library.is_pure(method))
            || (name.starts_with("impure") && library.is_pure(method))
        {
            wrong.push(name);
        }
    }
    assert_eq!(wrong, [""; 0]);
}

const MADE: &str = "
    package code;
    import java.util.function.*;
    public class Made extends Hidden implements Comparable<Made>, Supplier<Made> {
        public int compareTo(Made other) { return 0; }
        public Made get() { return this; }
        public Supplier<Supplier<String>> nested(String text) { return () -> () -> text + this; }
    }
    class Hidden { public int shown() { return 1; } }";

#[test]
fn what_a_compiler_made_is_mapped_to_what_was_written() {
    let Some(compiled) = Compiled::new(&[("code/Made.java", MADE)]) else {
        return;
    };
    let index = compiled.index();
    let class = index.class("code.Made").unwrap();
    let mut found = Vec::new();
    for (position, method) in class
        .methods
        .iter()
        .enumerate()
        .filter(|(_, m)| m.is_made_by_compiler())
    {
        let made = Declared {
            class: class.clone(),
            index: position,
        };
        let written = index.written(&made).unwrap();
        found.push(
            format!("{}{} {}", method.name, method.descriptor, written.class.name)
                + "."
                + &written.method().name
                + &written.method().descriptor,
        );
    }
    found.sort();
    let expected = [
        "compareTo(Ljava/lang/Object;)I code.Made.compareTo(Lcode/Made;)I",
        "get()Ljava/lang/Object; code.Made.get()Lcode/Made;",
        "lambda$nested$0(Ljava/lang/String;)Ljava/lang/String; code.Made.nested(Ljava/lang/String;)Ljava/util/function/Supplier;",
        "lambda$nested$1(Ljava/lang/String;)Ljava/util/function/Supplier; code.Made.nested(Ljava/lang/String;)Ljava/util/function/Supplier;",
        "shown()I code.Hidden.shown()I",
    ];
    assert_eq!(found, expected);
}

/// Methods that ask what no test controls, near and far.
const WHIMS: &str = "
    package code;
    public class Whims {
        public long now() { return System.nanoTime(); }
        public double drawn() { return far(2); }
        private double far(int n) { return n == 0 ? new java.util.Random().nextDouble() : far(n - 1); }
        public String shown() { return super.toString(); }
        public String home() { java.util.function.Supplier<String> s = () -> System.getProperty(\"user.home\"); return s.get(); }
        public double steady() { return new java.util.Random(7).nextDouble(); }
    }";

#[test]
fn what_no_test_controls_is_named_where_a_method_asks_it() {
    let Some(compiled) = Compiled::new(&[("code/Whims.java", WHIMS)]) else {
        return;
    };
    let index = compiled.index();
    let class = index.class("code.Whims").unwrap();
    let asked = |name: &str| {
        let position = class.methods.iter().position(|method| &*method.name == name).unwrap();
        let found = index.chance(&class, position);
        found.map(|(chance, by)| (chance, by.name.to_string()))
    };
    assert_eq!(asked("now"), Some((Chance::Clock, "nanoTime".to_owned())));
    assert_eq!(asked("drawn"), Some((Chance::Random, "<init>".to_owned())));
    assert_eq!(asked("shown"), Some((Chance::Identity, "toString".to_owned())));
    assert_eq!(asked("home"), Some((Chance::Environment, "getProperty".to_owned())));
    assert_eq!(asked("steady"), None);
}

/// Fields that somebody gives, and one that the class makes itself.
const TILL: &str = "
    package code;
    public class Till extends Drawer {
        private java.util.List<String> lines;
        private Till other;
        private String name;
        private long[] sums;
        public static Rates common;
        public Till(Rates rates) { this.rates = rates; }
        public Till() { }
        public void add(String line) { if (lines == null) lines = new java.util.ArrayList<>(); lines.add(line); }
        public void setOther(Till other) { this.other = other; }
        public Till other() { return other; }
        public static void setCommon(Rates rates) { common = rates; }
        public void setName(String name) { this.name = name; }
        public void setSums(long... sums) { this.sums = sums; }
        private void secret(java.util.List<String> lines) { this.lines = lines; }
        public static class Rates { }
    }
    class Drawer { protected Till.Rates rates; public void setRates(Till.Rates rates) { this.rates = rates; } }";

#[test]
fn who_takes_what_was_null_is_found_by_the_text_of_the_exception() {
    let Some(compiled) = Compiled::new(&[("code/Till.java", TILL)]) else {
        return;
    };
    let index = compiled.index();
    let takers = |reason: &str| -> Vec<String> {
        let text = format!("Cannot invoke \"Object.hashCode()\" because {reason} is null");
        let found = index.takers_of_null("code.Till", &text);
        found
            .iter()
            .map(|taker| format!("{}.{}", taker.owner, taker.name))
            .collect()
    };
    assert_eq!(takers("\"this.rates\""), ["code.Drawer.setRates"]);
    assert_eq!(takers("\"this.other.rates\""), ["code.Drawer.setRates"]);
    assert_eq!(takers("\"code.Till.common\""), ["code.Till.setCommon"]);
    assert_eq!(
        takers("the return value of \"code.Till.other()\""),
        ["code.Till.setOther"]
    );
    // Made by the class itself, and given by nobody else: a defect.
    assert_eq!(takers("\"this.lines\""), [""; 0]);
    // There is an empty one to begin with.
    assert_eq!(takers("\"this.name\""), [""; 0]);
    assert_eq!(takers("\"this.sums\""), [""; 0]);
    assert_eq!(takers("\"<local4>\""), [""; 0]);
    assert_eq!(takers("\"till.rates\""), [""; 0]);
}
