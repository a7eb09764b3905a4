//! What emitted source looks like, construct by construct, and that javac takes all of it.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use palus_emit::Note;
use palus_emit::java::{Doubles, Emitted, JUnit, Style, Told, emit, word};
use palus_emit::sarif::sarif;
use palus_sequence::work::{Capture, KeptTest};
use palus_sequence::{
    Answered, AtOnce, Demand, Lambda, LambdaBody, Literal, MethodId, MethodKind, Operand, Outcome, Statement, Symbols,
    TypeId, Value, Var,
};
use support::{Draft, World, int, lit, string_value, text, var};

const PARSER: &str = "demo.Parser";

fn parser(symbols: &mut Symbols) -> (Draft<'_>, Var) {
    let mut draft = Draft::of(symbols, PARSER);
    let parser = draft.new_object(PARSER, "()V", vec![]);
    (draft, parser)
}

/// A test that asserts what one method without parameters returned.
fn returns(symbols: &mut Symbols, method: &str, value: Value) -> KeptTest {
    let (mut draft, parser) = parser(symbols);
    draft.call(&format!("demo.Parser.{method}"), vec![var(parser)], value);
    draft.asserting_last()
}

fn boxed(value: Value) -> Value {
    Value::Boxed(Box::new(value))
}

/// Assertions on every kind of value.
fn values(symbols: &mut Symbols) -> Vec<KeptTest> {
    let ints = symbols.descriptor("[I").unwrap();
    let doubles = symbols.descriptor("[D").unwrap();
    let mode = symbols.class("demo.Mode");
    let level = symbols.class("other.Level");
    let list = symbols.class("java.util.ArrayList");
    let numbers = |class, elements: Vec<Value>| Value::Array {
        class,
        length: elements.len() as u32,
        elements: Some(elements),
    };
    let long_text = "A text that goes on and on, word by word, until no line of the source could ever hold it whole.\n";
    vec![
        returns(symbols, "isEmpty()Z", Value::Boolean(true)),
        returns(symbols, "size()I", Value::Int(-3)),
        returns(symbols, "total()J", Value::Long(i64::MIN)),
        returns(symbols, "tiny()B", Value::Byte(-1)),
        returns(symbols, "small()S", Value::Short(7)),
        returns(symbols, "letter()C", Value::Char(0x27)),
        returns(symbols, "ratio()D", Value::Double(f64::NAN)),
        returns(symbols, "share()F", Value::Float(1.5)),
        returns(symbols, "value()Ljava/lang/Object;", Value::Null),
        returns(symbols, "value()Ljava/lang/Object;", boxed(Value::Short(7))),
        returns(symbols, "value()Ljava/lang/Object;", boxed(Value::Boolean(false))),
        returns(
            symbols,
            "value()Ljava/lang/Object;",
            string_value("\u{e9}\t\"\u{1F600}\\u0041"),
        ),
        returns(symbols, "value()Ljava/lang/Object;", string_value(&long_text.repeat(2))),
        returns(
            symbols,
            "value()Ljava/lang/Object;",
            numbers(ints, vec![Value::Int(1), Value::Int(i32::MAX)]),
        ),
        returns(symbols, "value()Ljava/lang/Object;", Value::Object { class: list }),
        returns(symbols, "boxed()Ljava/lang/Integer;", boxed(Value::Int(1))),
        returns(symbols, "flag()Ljava/lang/Boolean;", boxed(Value::Boolean(true))),
        returns(
            symbols,
            "mode()Ldemo/Mode;",
            Value::Enum {
                class: mode,
                name: Some("HALF_UP".into()),
            },
        ),
        returns(
            symbols,
            "level()Ljava/lang/Object;",
            Value::Enum {
                class: level,
                name: Some("LOW".into()),
            },
        ),
        returns(
            symbols,
            "type()Ljava/lang/Class;",
            Value::Class {
                name: Some("java.util.Map$Entry".into()),
            },
        ),
        returns(
            symbols,
            "counts()[I",
            numbers(ints, (0..60).map(|n| Value::Int(n * 1000)).collect()),
        ),
        returns(
            symbols,
            "counts()[I",
            Value::Array {
                class: ints,
                length: 5000,
                elements: None,
            },
        ),
        returns(symbols, "doubles()[D", numbers(doubles, vec![Value::Double(0.5)])),
    ]
}

/// Arguments that javac must be helped with, and those that it must not.
fn calls(symbols: &mut Symbols) -> Vec<KeptTest> {
    let mut tests = Vec::new();
    let mode = symbols.class("demo.Mode");
    let result = symbols.class("demo.Parser$Result");
    let string = symbols.class("java.lang.String");
    let parse = "demo.Parser.parse(Ljava/lang/String;)Ldemo/Parser$Result;";
    let object = Value::Object { class: result };
    for argument in [text(""), lit(Literal::Null)] {
        let (mut draft, parser) = parser(symbols);
        draft.call(parse, vec![var(parser), argument], Value::Void);
        draft.threw("java.io.IOException");
        tests.push(draft.asserting_last());
    }
    let (mut draft, receiver) = parser(symbols);
    let parsed = draft.call(parse, vec![var(receiver), text("x y")], object.clone());
    draft.call(
        "demo.Parser$Result.text()Ljava/lang/String;",
        vec![var(parsed)],
        string_value("x"),
    );
    tests.push(draft.asserting_last());
    let (mut draft, receiver) = parser(symbols);
    draft.call(
        "demo.Parser.parse(Ljava/lang/Object;)Ldemo/Parser$Result;",
        vec![var(receiver), text("x")],
        object.clone(),
    );
    tests.push(draft.asserting(&[]));
    let (mut draft, receiver) = parser(symbols);
    let parts = draft.array("Ljava/lang/String;", vec![text("a"), lit(Literal::Null)]);
    let join = "demo.Parser.join(Ljava/lang/String;[Ljava/lang/String;)Ljava/lang/String;";
    draft.call_static(join, vec![text(","), var(parts)], string_value("a,"));
    draft.call_static(join, vec![text(","), lit(Literal::Null)], string_value(","));
    let locale = draft.field("java.util.Locale", "ROOT", "Ljava/util/Locale;");
    draft.call(
        "demo.Parser.localised(Ljava/util/Locale;)V",
        vec![var(receiver), var(locale)],
        Value::Void,
    );
    tests.push(draft.asserting(&[Var(2), Var(3)]));
    let (mut draft, receiver) = parser(symbols);
    let bytes = [1, -1, 0, 127].map(|v| lit(Literal::Byte(v)));
    let data = draft.array("B", bytes.to_vec());
    draft.call("demo.Parser.bytes([B)[B", vec![var(receiver), var(data)], Value::Null);
    tests.push(draft.asserting_last());
    tests.push(overloaded(symbols));
    let mut draft = Draft::of(symbols, PARSER);
    let everything = [
        Literal::Byte(-1),
        Literal::Short(2),
        Literal::Char(0x0A),
        Literal::Long(3),
        Literal::Float(f32::INFINITY),
        Literal::Double(1e100),
        Literal::Boolean(true),
        Literal::Enum {
            class: mode,
            name: "DOWN".into(),
        },
    ];
    draft.call_static(
        "demo.Parser.all(BSCJFDZLdemo/Mode;)V",
        everything.map(lit).to_vec(),
        Value::Void,
    );
    let best = "demo.Parser.best(Ljava/lang/Comparable;Ljava/lang/Comparable;)Ljava/lang/Comparable;";
    draft.call_static(best, vec![text("x"), int(-1)], string_value("x"));
    let of = "demo.Parser.of(Ljava/lang/Class;Ljava/lang/Object;)V";
    draft.call_static(of, vec![lit(Literal::Class(string)), int(1)], Value::Void);
    tests.push(draft.asserting(&[Var(1)]));
    let (mut draft, receiver) = parser(symbols);
    let as_class = "demo.Parser.as(Ljava/lang/Class;)Ljava/lang/Object;";
    draft.call(as_class, vec![var(receiver), lit(Literal::Class(string))], Value::Null);
    draft.call("demo.Parser.close()V", vec![var(receiver)], Value::Void);
    draft.call("demo.Parser.run()V", vec![var(receiver)], Value::Void);
    tests.push(draft.asserting(&[Var(1)]));
    tests.push(observed(symbols));
    tests.push(printing(symbols));
    tests.extend(packed(symbols));
    tests.push(lambdas(symbols));
    tests.push(collections(symbols));
    tests.push(inaccessible(symbols));
    tests.push(long_call(symbols));
    tests
}

/// Calls of which javac has to be told the parameters.
fn overloaded(symbols: &mut Symbols) -> KeptTest {
    let (mut draft, receiver) = parser(symbols);
    for (method, argument) in [
        ("put(Ljava/lang/Object;)V", int(-1)),
        ("put(I)V", int(1)),
        ("put(Ljava/lang/Object;)V", text("x")),
        ("take(J)V", lit(Literal::Long(1))),
        ("take(Ljava/lang/Long;)V", lit(Literal::Long(-2))),
        ("take(J)V", int(0)),
        ("fill(Ljava/util/Properties;)V", lit(Literal::Null)),
    ] {
        draft.call(
            &format!("demo.Parser.{method}"),
            vec![var(receiver), argument],
            Value::Void,
        );
    }
    for (method, part) in [
        ("weigh(Ljava/lang/Object;D)V", int(1)),
        ("weigh(Ljava/lang/Object;D)V", text("x")),
        ("weigh(Ljava/lang/Object;Ljava/lang/Object;)V", int(1)),
    ] {
        let operands = vec![var(receiver), part, lit(Literal::Double(2.5))];
        draft.call(&format!("demo.Parser.{method}"), operands, Value::Void);
    }
    draft.asserting(&[])
}

/// A call without a result, shown by what it changed.
fn observed(symbols: &mut Symbols) -> KeptTest {
    let mut draft = Draft::of(symbols, "demo.Parser");
    let list = draft.new_object("java.util.ArrayList", "()V", vec![]);
    draft.call(
        "java.util.ArrayList.add(ILjava/lang/Object;)V",
        vec![var(list), int(0), text("x")],
        Value::Void,
    );
    let size = draft.call("java.util.ArrayList.size()I", vec![var(list)], Value::Int(1));
    draft.call(
        "java.util.ArrayList.toString()Ljava/lang/String;",
        vec![var(list)],
        string_value("[x]"),
    );
    draft.observed_from(size)
}

/// A call without a result, shown by what it printed.
fn printing(symbols: &mut Symbols) -> KeptTest {
    let mut draft = Draft::of(symbols, "demo.Parser");
    let list = draft.new_object("java.util.ArrayList", "()V", vec![]);
    let print = "java.util.ArrayList.forEach(Ljava/util/function/Consumer;)V";
    draft.call(print, vec![var(list), lit(Literal::Null)], Value::Void);
    let mut test = draft.asserting(&[]);
    let caught = Capture::new(symbols).unwrap().of(&test.sequence);
    let mut outcomes = vec![Outcome::Returned(Value::Void); caught.len() - 1];
    outcomes.push(Outcome::Returned(string_value("a\nb\n")));
    test.assert_printed(caught, outcomes);
    test
}

/// Raw types, a class that binds a type variable, and two classes of one simple name.
/// Several questions in one test: a table of calls, and an object that refuses what it is asked.
fn packed(symbols: &mut Symbols) -> [KeptTest; 2] {
    let mut draft = Draft::of(symbols, "demo.Parser");
    let join = "demo.Parser.join(Ljava/lang/String;[Ljava/lang/String;)Ljava/lang/String;";
    let nothing = lit(Literal::Null);
    draft.call_static(join, vec![text(","), nothing.clone()], string_value(","));
    let second = draft.call_static(join, vec![text(""), nothing.clone()], string_value(""));
    draft.call_static(join, vec![nothing.clone(), nothing.clone()], Value::Void);
    draft.threw("java.lang.NullPointerException");
    let mut table = draft.observed_from(second);
    table.asserted = vec![0, 1, 2];
    let (mut draft, receiver) = parser(symbols);
    let parse = "demo.Parser.parse(Ljava/lang/String;)Ldemo/Parser$Result;";
    let first = draft.call(parse, vec![var(receiver), nothing], Value::Void);
    draft.threw("java.io.IOException");
    draft.call(parse, vec![var(receiver), text("\n")], Value::Void);
    draft.threw("java.io.IOException");
    [table, draft.observed_from(first)]
}

fn lambdas(symbols: &mut Symbols) -> KeptTest {
    let comparator = symbols.class("java.util.Comparator");
    let (runnable, mapper) = (
        symbols.class("java.lang.Runnable"),
        symbols.class("java.util.function.Function"),
    );
    let (mut draft, receiver) = parser(symbols);
    let lambda = |interface, parameters, body| {
        lit(Literal::Lambda(Arc::new(Lambda {
            interface,
            parameters,
            body,
        })))
    };
    let value = |literal| LambdaBody::Value(Box::new(literal));
    for argument in [
        lambda(comparator, 2, value(Literal::Int(-1))),
        lambda(runnable, 0, LambdaBody::Empty),
        lambda(mapper, 1, LambdaBody::Parameter(0)),
        lambda(comparator, 2, value(Literal::Int(1))),
        lambda(comparator, 2, value(Literal::Int(1))),
    ] {
        draft.call(
            "demo.Parser.put(Ljava/lang/Object;)V",
            vec![var(receiver), argument],
            Value::Void,
        );
    }
    draft.asserting(&[])
}

fn collections(symbols: &mut Symbols) -> KeptTest {
    let (mut draft, parser) = parser(symbols);
    let list = draft.new_object("java.util.ArrayList", "()V", vec![]);
    draft.call(
        "java.util.ArrayList.add(Ljava/lang/Object;)Z",
        vec![var(list), int(1)],
        Value::Boolean(true),
    );
    let names = draft.new_object("demo.Names", "()V", vec![]);
    draft.call(
        "demo.Names.add(Ljava/lang/Object;)Z",
        vec![var(names), lit(Literal::Short(1))],
        Value::Boolean(true),
    );
    let own = draft.new_object("demo.List", "()V", vec![]);
    draft.call("demo.List.size()I", vec![var(own)], Value::Int(0));
    let count = draft.call(
        "demo.Parser.list(Ljava/util/List;)I",
        vec![var(parser), var(list)],
        Value::Int(1),
    );
    let count2 = draft.call(
        "demo.Parser.list(Ljava/util/List;)I",
        vec![var(parser), var(names)],
        Value::Int(1),
    );
    let element = draft.symbols.descriptor("Ljava/util/List;").unwrap();
    let lists = draft.push(
        Statement::Array {
            element,
            elements: vec![var(list), var(names)],
        },
        Value::Null,
    );
    let holder = draft.new_object("java.util.ArrayList", "()V", vec![]);
    draft.call(
        "java.util.ArrayList.add(Ljava/lang/Object;)Z",
        vec![var(holder), var(lists)],
        Value::Boolean(true),
    );
    draft.asserting(&[count, count2])
}

/// Variables with the type arguments of their values, where all that is done with them suits these.
fn typed(symbols: &mut Symbols) -> Vec<KeptTest> {
    const GUESTS: &str = "demo.Hotel.guests()Ljava/util/List;";
    const FIND: &str = "demo.Hotel.find(I)Ljava/util/Optional;";
    let [list, optional, map, guest] = [
        "java.util.ArrayList",
        "java.util.Optional",
        "java.util.Map",
        "demo.Hotel$Guest",
    ]
    .map(|name| Value::Object {
        class: symbols.class(name),
    });
    let take = |symbols: &mut Symbols, method: &str, value: Value| {
        let (mut draft, hotel) = hotel(symbols);
        let guests = draft.call(GUESTS, vec![var(hotel)], list.clone());
        draft.call(&format!("demo.Hotel.{method}"), vec![var(hotel), var(guests)], value);
        draft.asserting(&[])
    };
    let mut tests = vec![
        take(symbols, "welcome(Ljava/util/List;)I", Value::Int(0)),
        take(symbols, "announce(Ljava/util/List;)I", Value::Int(0)),
        take(symbols, "keep(Ljava/lang/Object;)V", Value::Void),
        take(symbols, "count(Ljava/util/Collection;)I", Value::Int(0)),
        take(symbols, "same(Ljava/lang/Object;)Ljava/lang/Object;", Value::Null),
    ];
    // What is asked of it takes anything, and only the result is of what the type argument says.
    let (mut draft, receiver) = hotel(symbols);
    let found = draft.call(FIND, vec![var(receiver), int(1)], optional);
    draft.call(
        "java.util.Optional.isPresent()Z",
        vec![var(found)],
        Value::Boolean(true),
    );
    draft.call("java.util.Optional.get()Ljava/lang/Object;", vec![var(found)], guest);
    tests.push(draft.asserting(&[Var(2), Var(3)]));
    let (mut draft, receiver) = hotel(symbols);
    draft.call(FIND, vec![var(receiver), int(2)], Value::Null);
    tests.push(draft.asserting_last());
    // A parameter of the list is of its type argument.
    let (mut draft, receiver) = hotel(symbols);
    let guests = draft.call(GUESTS, vec![var(receiver)], list.clone());
    let add = "java.util.List.add(Ljava/lang/Object;)Z";
    draft.call(add, vec![var(guests), text("x")], Value::Boolean(true));
    tests.push(draft.asserting_last());
    let (mut draft, receiver) = hotel(symbols);
    let guests = draft.call(GUESTS, vec![var(receiver)], list.clone());
    let contains = "java.util.List.contains(Ljava/lang/Object;)Z";
    draft.call(contains, vec![var(guests), text("x")], Value::Boolean(false));
    let order = draft.field("demo.Hotel", "ORDER", "Ljava/util/Comparator;");
    draft.array("Ljava/util/List;", vec![var(guests)]);
    let sort = "demo.Hotel.sort(Ljava/util/List;Ljava/util/Comparator;)I";
    draft.call(sort, vec![var(receiver), var(guests), var(order)], Value::Int(0));
    tests.push(draft.asserting_last());
    let (mut draft, receiver) = hotel(symbols);
    let rooms = draft.call("demo.Hotel.rooms()Ljava/util/Map;", vec![var(receiver)], map);
    let get = "java.util.Map.get(Ljava/lang/Object;)Ljava/lang/Object;";
    draft.call(get, vec![var(rooms), text("a")], Value::Null);
    draft.call("java.util.Map.size()I", vec![var(rooms)], Value::Int(0));
    tests.push(draft.asserting(&[Var(2), Var(3)]));
    // The test has no name for what is in the list.
    let (mut draft, receiver) = hotel(symbols);
    let hidden = draft.call_static("other.Maker.all()Ljava/util/List;", vec![], list);
    draft.call(
        "demo.Hotel.keep(Ljava/lang/Object;)V",
        vec![var(receiver), var(hidden)],
        Value::Void,
    );
    tests.push(draft.asserting(&[]));
    tests
}

fn hotel(symbols: &mut Symbols) -> (Draft<'_>, Var) {
    let mut draft = Draft::of(symbols, "demo.Hotel");
    let hotel = draft.new_object("demo.Hotel", "()V", vec![]);
    (draft, hotel)
}

/// A value of a type that the test cannot name is held by what it can be used as.
fn inaccessible(symbols: &mut Symbols) -> KeptTest {
    let (mut draft, parser) = parser(symbols);
    let class = draft.symbols.class("other.Hidden");
    let hidden = draft.call_static("other.Maker.make()Lother/Hidden;", vec![], Value::Object { class });
    draft.call(
        "demo.Parser.accept(Ljava/lang/CharSequence;)V",
        vec![var(parser), var(hidden)],
        Value::Void,
    );
    draft.call("demo.Parser.letter()C", vec![var(parser)], Value::Void);
    draft.threw("other.Broken");
    draft.asserting_last()
}

fn long_call(symbols: &mut Symbols) -> KeptTest {
    let (mut draft, parser) = parser(symbols);
    let words = "a description that is longer than any line of source should ever be, and still goes on to the end";
    let descriptor = "(Ljava/lang/String;Ljava/lang/String;ZLjava/lang/String;)V";
    let operands = vec![
        text("s"),
        text("a-rather-long-option-name"),
        lit(Literal::Boolean(false)),
        text(words),
    ];
    let options = draft.new_object("demo.Options", descriptor, operands);
    let operands = vec![
        text("t"),
        text("another-rather-long-option-name"),
        lit(Literal::Boolean(true)),
        text("short"),
    ];
    let more = draft.new_object("demo.Options", descriptor, operands);
    let with = "demo.Parser.withOptions(Ldemo/Options;)Ldemo/Parser;";
    let class = draft.symbols.class(PARSER);
    for options in [options, more] {
        draft.call(with, vec![var(parser), var(options)], Value::Object { class });
    }
    draft.asserting(&[])
}

/// Calls inside other calls: as many as are read in one go, and only where nothing is called earlier or later for it.
fn nested(symbols: &mut Symbols) -> Vec<KeptTest> {
    let class = symbols.class("demo.Options");
    let options = || Value::Object { class };
    let add = "demo.Options.add(Ljava/lang/String;)Ldemo/Options;";
    let with = "demo.Parser.withOptions(Ldemo/Options;)Ldemo/Parser;";
    let parse = "demo.Parser.parse(Ljava/lang/Object;)Ldemo/Parser$Result;";
    let (parser_class, result_class) = (symbols.class(PARSER), symbols.class("demo.Parser$Result"));
    let mut tests = Vec::new();
    // More links than one chain has.
    let mut draft = Draft::of(symbols, "demo.Options");
    let mut chain = draft.new_object("demo.Options", "()V", vec![]);
    for name in ["a", "b", "c", "d"] {
        chain = draft.call(add, vec![var(chain), text(name)], options());
    }
    tests.push(draft.asserting_last());
    // What a builder is told is one chain, however long.
    let mut draft = Draft::of(symbols, "demo.OptionsBuilder");
    let builder_class = draft.symbols.class("demo.OptionsBuilder");
    let mut chain = draft.new_object("demo.OptionsBuilder", "()V", vec![]);
    for name in [
        "the name of the first",
        "the name of the second",
        "the third",
        "the fourth",
    ] {
        let step = "demo.OptionsBuilder.name(Ljava/lang/String;)Ldemo/OptionsBuilder;";
        chain = draft.call(
            step,
            vec![var(chain), text(name)],
            Value::Object { class: builder_class },
        );
    }
    draft.call("demo.OptionsBuilder.build()Ldemo/Options;", vec![var(chain)], options());
    tests.push(draft.asserting_last());
    // An argument that holds a chain, and is not held itself.
    let (mut draft, receiver) = parser(symbols);
    let bare = draft.new_object("demo.Options", "()V", vec![]);
    let filled = draft.call(add, vec![var(bare), text("a")], options());
    let ready = draft.call(
        with,
        vec![var(receiver), var(filled)],
        Value::Object { class: parser_class },
    );
    draft.call("demo.Parser.size()I", vec![var(ready)], Value::Int(0));
    tests.push(draft.asserting_last());
    // The options are made before the parser is asked for its own: they stay there.
    let (mut draft, receiver) = parser(symbols);
    let made = draft.new_object("demo.Options", "()V", vec![]);
    draft.call("demo.Parser.size()I", vec![var(receiver)], Value::Int(0));
    let own = draft.call("demo.Parser.options()Ldemo/Options;", vec![var(receiver)], options());
    let parsed = draft.call(
        parse,
        vec![var(receiver), var(own)],
        Value::Object { class: result_class },
    );
    draft.call(
        "demo.Parser$Result.text()Ljava/lang/String;",
        vec![var(parsed)],
        string_value(""),
    );
    draft.call(
        with,
        vec![var(receiver), var(made)],
        Value::Object { class: parser_class },
    );
    tests.push(draft.asserting(&[Var(2), Var(5), Var(6)]));
    // A constructor of the JDK is as good anywhere; a call that throws stands alone.
    let mut draft = Draft::of(symbols, PARSER);
    let set = draft.new_object("java.util.BitSet", "()V", vec![]);
    let receiver = draft.new_object(PARSER, "()V", vec![]);
    draft.call("demo.Parser.size()I", vec![var(receiver)], Value::Int(0));
    draft.call(
        parse,
        vec![var(receiver), var(set)],
        Value::Object { class: result_class },
    );
    let list = draft.new_object("java.util.ArrayList", "()V", vec![]);
    draft.call(parse, vec![var(receiver), var(list)], Value::Void);
    draft.threw("java.lang.IllegalArgumentException");
    tests.push(draft.asserting(&[Var(2), Var(5)]));
    // What a type argument could decide about keeps its variable, and so does what is asserted or used again.
    let (mut draft, receiver) = parser(symbols);
    let of = draft.call("demo.Parser.type()Ljava/lang/Class;", vec![var(receiver)], Value::Null);
    draft.call(
        "demo.Parser.put(Ljava/lang/Object;)V",
        vec![var(receiver), var(of)],
        Value::Void,
    );
    let size = draft.call("demo.Parser.size()I", vec![var(receiver)], Value::Int(0));
    draft.call("demo.Parser.put(I)V", vec![var(receiver), var(size)], Value::Void);
    let total = draft.call("demo.Parser.total()J", vec![var(receiver)], Value::Long(0));
    for _ in 0..2 {
        draft.call("demo.Parser.take(J)V", vec![var(receiver), var(total)], Value::Void);
    }
    tests.push(draft.asserting(&[size]));
    tests
}

/// Variable arguments, written as such where javac makes the same array of them.
fn variable_arguments(symbols: &mut Symbols) -> Vec<KeptTest> {
    let (mut draft, receiver) = parser(symbols);
    let object = "Ljava/lang/Object;";
    let each = "demo.Parser.each([Ljava/lang/Object;)V";
    let inner = draft.array("I", vec![int(1), int(2)]);
    for elements in [
        vec![],
        vec![text("taken by the other one")],
        vec![int(1), text("a")],
        vec![int(1), lit(Literal::Null)],
    ] {
        let values = draft.array(object, elements);
        draft.call(each, vec![var(receiver), var(values)], Value::Void);
    }
    let join = "demo.Parser.join(Ljava/lang/String;[Ljava/lang/String;)Ljava/lang/String;";
    for elements in [vec![lit(Literal::Null)], vec![text("a")]] {
        let parts = draft.array("Ljava/lang/String;", elements);
        draft.call_static(join, vec![text(","), var(parts)], string_value("a"));
    }
    let values = draft.array(object, vec![text("a"), text("b")]);
    draft.call_static(
        "demo.Parser.tuple([Ljava/lang/Object;)V",
        vec![var(values)],
        Value::Void,
    );
    let values = draft.array(object, vec![var(inner), var(inner)]);
    draft.call(each, vec![var(receiver), var(values)], Value::Void);
    vec![draft.asserting(&[])]
}

/// Other classes, and what reveals errors.
fn others(symbols: &mut Symbols) -> Vec<KeptTest> {
    let mut draft = Draft::of(symbols, "java.util.BitSet");
    let set = draft.new_object("java.util.BitSet", "()V", vec![]);
    draft.call("java.util.BitSet.cardinality()I", vec![var(set)], Value::Int(0));
    let apart = draft.asserting_last();
    let mut draft = Draft::of(symbols, "demo.Local");
    let class = draft.symbols.class("demo.Local");
    draft.call_static("demo.Local.make()Ldemo/Local;", vec![], Value::Object { class });
    let local = draft.asserting(&[]);
    let mut draft = Draft::of(symbols, "demo.Parser$Result");
    let parser = draft.new_object(PARSER, "()V", vec![]);
    let class = draft.symbols.class("demo.Parser$Result");
    let chars = draft.array("C", vec![]);
    draft.call(
        "demo.Parser.parse([C)Ldemo/Parser$Result;",
        vec![var(parser), var(chars)],
        Value::Object { class },
    );
    let nested = draft.asserting(&[]);
    let (mut draft, parser) = self::parser(symbols);
    draft.call("demo.Parser.close()V", vec![var(parser)], Value::Void);
    draft.threw("java.lang.NullPointerException");
    let because =
        "expected no NullPointerException, for no argument is null; but close() threw one: Cannot invoke \\uuu";
    vec![
        apart,
        local,
        nested,
        draft.violating("null-pointer-without-null", because),
    ]
}

/// A failing test of every demand.
fn demands(symbols: &mut Symbols) -> Vec<KeptTest> {
    let ints = symbols.descriptor("[I").unwrap();
    let size = "demo.Parser.size()I";
    let one = |symbols: &mut Symbols, method: &str, value: Value, demand: Demand| {
        let (mut draft, parser) = parser(symbols);
        draft.call(&format!("demo.Parser.{method}"), vec![var(parser)], value);
        draft.demanding("demo-contract", 0, demand)
    };
    let two = |symbols: &mut Symbols, demand: Demand| {
        let (mut draft, parser) = parser(symbols);
        let other = draft.new_object(PARSER, "()V", vec![]);
        draft.call("demo.Parser.isEmpty()Z", vec![var(parser)], Value::Boolean(true));
        draft.call(size, vec![var(parser)], Value::Int(1));
        draft.call(size, vec![var(other)], Value::Int(2));
        draft.demanding("demo-contract", 1, demand)
    };
    let length = {
        let (mut draft, parser) = parser(symbols);
        draft.call(size, vec![var(parser)], Value::Int(1));
        let counts = Value::Array {
            class: ints,
            length: 2,
            elements: None,
        };
        draft.call("demo.Parser.counts()[I", vec![var(parser)], counts);
        draft.demanding("demo-contract", 0, Demand::Length)
    };
    let three = {
        let (mut draft, parser) = parser(symbols);
        draft.call("demo.Parser.close()V", vec![var(parser)], Value::Void);
        draft.call("demo.Parser.isEmpty()Z", vec![var(parser)], Value::Boolean(true));
        draft.call(size, vec![var(parser)], Value::Int(1));
        draft.demanding("demo-contract", 0, Demand::AtOnce(AtOnce::ThenGives(Value::Int(1))))
    };
    vec![
        one(symbols, "size()I", Value::Int(1), Demand::Returns),
        one(symbols, "size()I", Value::Int(1), Demand::Ends { seconds: 3 }),
        one(
            symbols,
            "isEmpty()Z",
            Value::Boolean(false),
            Demand::Gives(Value::Boolean(true)),
        ),
        one(
            symbols,
            "isEmpty()Z",
            Value::Boolean(false),
            Demand::Throws("java.io.IOException".to_owned()),
        ),
        one(symbols, "value()Ljava/lang/Object;", Value::Null, Demand::GivesAnObject),
        one(symbols, "size()I", Value::Int(1), Demand::Sign(-1)),
        two(symbols, Demand::Same),
        two(symbols, Demand::Larger(2)),
        two(symbols, Demand::Larger(-1)),
        two(symbols, Demand::SameSign),
        two(symbols, Demand::OppositeSign),
        length,
        two(symbols, Demand::AtOnce(AtOnce::Return)),
        two(symbols, Demand::AtOnce(AtOnce::End { seconds: 5 })),
        three,
    ]
}

/// A method that objects of the class have.
fn method(symbols: &mut Symbols, class: &str, name: &str, descriptor: &str) -> MethodId {
    let method = symbols.method(class, name, descriptor, MethodKind::Instance);
    method.unwrap()
}

/// That the method returns, or throws, what is given with this.
fn answered(method: MethodId, of: TypeId, throws: bool) -> Answered {
    Answered {
        throws,
        ..Answered::always(method, of)
    }
}

/// An object whose answers hang on what it is asked.
fn asking(symbols: &mut Symbols) -> Vec<KeptTest> {
    const COUNT: &str = "demo.Parser.count(Ldemo/Source;Ldemo/Parser$Single;)I";
    let read = method(
        symbols,
        "demo.Source",
        "read",
        "(ILjava/lang/String;)Ljava/lang/String;",
    );
    let source = symbols.class("demo.Source");
    let string = symbols.class("java.lang.String");
    let (mut draft, parser) = parser(symbols);
    let to = |number| Answered {
        question: vec![Literal::Int(number), Literal::string("b")],
        ..answered(read, string, false)
    };
    let answers = vec![
        (to(1), text("a")),
        (to(2), text("recorded")),
        (answered(read, string, false), text("else")),
    ];
    let source = draft.fake(source, answers);
    draft.call(COUNT, vec![var(parser), var(source), lit(Literal::Null)], Value::Int(3));
    vec![draft.asserting_last()]
}

/// Objects of interfaces that tests implement.
fn fakes(symbols: &mut Symbols) -> Vec<KeptTest> {
    const COUNT: &str = "demo.Parser.count(Ldemo/Source;Ldemo/Parser$Single;)I";
    let mut method = |class: &str, name: &str, descriptor: &str| method(symbols, class, name, descriptor);
    let read = method("demo.Source", "read", "(ILjava/lang/String;)Ljava/lang/String;");
    let size = method("demo.Source", "size", "()I");
    let more = method("demo.Source", "more", "()Z");
    let of = method("demo.Parser$Single", "of", "([BB)[B");
    let [source, single] = ["demo.Source", "demo.Parser$Single"].map(|class| symbols.class(class));
    let [string, thrown] = ["java.lang.String", "java.lang.Throwable"].map(|class| symbols.class(class));
    let [int, boolean] = ["I", "Z"].map(|of| symbols.descriptor(of).unwrap());
    let bytes = symbols.descriptor("[B").unwrap();
    let mut test = |answers: &dyn Fn(&mut Draft<'_>) -> Vec<(Answered, Operand)>, is_single_said: bool| {
        let (mut draft, parser) = parser(symbols);
        let answers = answers(&mut draft);
        let source = draft.fake(source, answers);
        let array = draft.array("B", vec![lit(Literal::Byte(1))]);
        let said = (answered(of, bytes, false), var(array));
        let single = draft.fake(single, is_single_said.then_some(said).into_iter().collect());
        draft.call(COUNT, vec![var(parser), var(source), var(single)], Value::Int(3));
        draft.asserting_last()
    };
    vec![
        test(&|_| vec![], false),
        test(
            &|_| {
                vec![
                    (answered(read, string, false), text("a")),
                    (answered(size, int, false), lit(Literal::Int(5))),
                ]
            },
            true,
        ),
        test(
            &|draft| {
                let said = vec![text("gone")];
                let exception = draft.new_object("java.io.IOException", "(Ljava/lang/String;)V", said);
                vec![(answered(read, thrown, true), var(exception))]
            },
            false,
        ),
        test(
            &|draft| {
                let said = vec![text("gone")];
                let exception = draft.new_object("java.io.IOException", "(Ljava/lang/String;)V", said);
                let yes_or_no = |yes| (answered(more, boolean, false), lit(Literal::Boolean(yes)));
                vec![
                    (answered(read, string, false), text("a")),
                    (answered(read, thrown, true), var(exception)),
                    (answered(size, int, false), lit(Literal::Int(5))),
                    (answered(size, int, false), lit(Literal::Int(6))),
                    yes_or_no(true),
                    yes_or_no(false),
                ]
            },
            false,
        ),
    ]
}

/// Objects of an interface that no class of the test declares.
fn answering(symbols: &mut Symbols) -> Vec<KeptTest> {
    const TAKE: &str = "demo.Parser.take(Ldemo/Wide;)I";
    let mut method = |name: &str, descriptor: &str| method(symbols, "demo.Wide", name, descriptor);
    let (at, more, name) = (
        method("at", "(I)J"),
        method("at", "(I[J)B"),
        method("name", "()Ljava/lang/String;"),
    );
    let [wide, string, thrown] =
        ["demo.Wide", "java.lang.String", "java.lang.Throwable"].map(|class| symbols.class(class));
    let [long, byte] = ["J", "B"].map(|of| symbols.descriptor(of).unwrap());
    let mut test = |answers: &dyn Fn(&mut Draft<'_>) -> Vec<(Answered, Operand)>| {
        let (mut draft, parser) = parser(symbols);
        let answers = answers(&mut draft);
        let fake = draft.fake(wide, answers);
        draft.call(TAKE, vec![var(parser), var(fake)], Value::Int(0));
        draft.asserting_last()
    };
    vec![
        test(&|_| vec![]),
        test(&|_| {
            vec![
                (answered(at, long, false), lit(Literal::Long(5))),
                (answered(more, byte, false), lit(Literal::Byte(6))),
                (answered(name, string, false), text("a")),
            ]
        }),
        test(&|_| {
            vec![
                (answered(name, string, false), text("a")),
                (answered(name, string, false), text("b")),
            ]
        }),
        test(&|draft| {
            let said = vec![text("gone")];
            let exception = draft.new_object("java.io.IOException", "(Ljava/lang/String;)V", said);
            vec![(answered(name, thrown, true), var(exception))]
        }),
    ]
}

/// Objects of an abstract class that a test extends.
fn extending(symbols: &mut Symbols) -> Vec<KeptTest> {
    const RING: &str = "demo.Parser.ring(Ldemo/Bell;Ldemo/Parser$Single;)I";
    let mut method = |name: &str, descriptor: &str| method(symbols, "demo.Bell", name, descriptor);
    let tone = method("tone", "(I)I");
    let others = method("others", "(Ldemo/Parser$Single;)Ldemo/Parser$Single;");
    let [bell, single] = ["demo.Bell", "demo.Parser$Single"].map(|class| symbols.class(class));
    let int = symbols.descriptor("I").unwrap();
    let mut test = |is_told: bool| {
        let (mut draft, parser) = parser(symbols);
        let other = draft.fake(single, vec![]);
        let mut answers = vec![(answered(others, single, false), var(other))];
        if is_told {
            answers.push((answered(tone, int, false), lit(Literal::Int(5))));
        }
        let bell = draft.fake(bell, answers);
        draft.call(RING, vec![var(parser), var(bell), var(other)], Value::Int(0));
        draft.asserting_last()
    };
    vec![test(true), test(false)]
}

/// Objects of an interface that says what a mock has to be told otherwise.
fn mocking(symbols: &mut Symbols) -> Vec<KeptTest> {
    const VISIT: &str = "demo.Parser.visit(Ldemo/Shop;)I";
    let mut method = |name: &str, descriptor: &str| method(symbols, "demo.Shop", name, descriptor);
    let (name, size, close) = (
        method("name", "(Ljava/lang/String;)Ljava/lang/String;"),
        method("size", "(ZB)B"),
        method("close", "(J)V"),
    );
    let [shop, string, thrown] =
        ["demo.Shop", "java.lang.String", "java.lang.Throwable"].map(|class| symbols.class(class));
    let byte = symbols.descriptor("B").unwrap();
    let mut test = |is_asked: bool| {
        let (mut draft, parser) = parser(symbols);
        let said = vec![text("gone")];
        let exception = draft.new_object("java.io.IOException", "(Ljava/lang/String;)V", said);
        let answers = vec![
            (answered(name, string, false), text("a")),
            (answered(name, string, false), lit(Literal::Null)),
            (answered(size, byte, false), lit(Literal::Byte(5))),
            (answered(size, byte, false), lit(Literal::Byte(6))),
            (answered(close, thrown, true), var(exception)),
        ];
        let shop = draft.fake(shop, answers);
        if is_asked {
            draft.call("demo.Shop.isNamed()Z", vec![var(shop)], Value::Boolean(true));
        } else {
            draft.call(VISIT, vec![var(parser), var(shop)], Value::Int(0));
        }
        draft.asserting_last()
    };
    vec![test(false), test(true)]
}

/// What cannot be written.
fn impossible(symbols: &mut Symbols) -> Vec<KeptTest> {
    let (mut draft, parser) = parser(symbols);
    draft.call("demo.Parser.default()V", vec![var(parser)], Value::Void);
    let keyword = draft.asserting(&[]);
    let mut draft = Draft::of(symbols, "demo.Unknown");
    draft.new_object("demo.Unknown", "()V", vec![]);
    let unknown = draft.asserting(&[]);
    let mut draft = Draft::of(symbols, PARSER);
    draft.new_object("other.Hidden", "()V", vec![]);
    let hidden = draft.asserting(&[]);
    let (mut draft, parser) = self::parser(symbols);
    draft.call(
        "demo.Parser.put(I)V",
        vec![var(parser), Operand::Var(Var(9))],
        Value::Void,
    );
    vec![keyword, unknown, hidden, draft.asserting(&[])]
}

type Drafts<'d> = &'d [fn(&mut Symbols) -> Vec<KeptTest>];

fn written(junit: JUnit, drafts: Drafts<'_>) -> (Emitted, Symbols, Vec<KeptTest>) {
    written_with(junit, Doubles::Plain, drafts)
}

fn written_with(junit: JUnit, doubles: Doubles<'_>, drafts: Drafts<'_>) -> (Emitted, Symbols, Vec<KeptTest>) {
    let mut symbols = Symbols::default();
    let tests: Vec<KeptTest> = drafts.iter().flat_map(|draft| draft(&mut symbols)).collect();
    let given: Vec<_> = tests.iter().map(|test| (&symbols, test)).collect();
    let mut told = Told::default();
    let recorded = word(&Literal::string("recorded"), &symbols);
    let read = "(ILjava/lang/String;)Ljava/lang/String;";
    let asked = |number| {
        let question = [Literal::Int(number), Literal::string("b")];
        Some(question.iter().map(|literal| word(literal, &symbols)).collect())
    };
    told.note("read", read, asked(2), recorded, "SourceIT.reads".to_owned());
    // Something else was asked when that was answered.
    let other = word(&Literal::string("a"), &symbols);
    told.note("read", read, asked(9), other, "SourceIT.readsAnother".to_owned());
    let emitted = emit(
        &given,
        &World::load(),
        &Style {
            junit,
            doubles,
            version: "1.2.3",
            seed: 42,
            isolated: &BTreeSet::new(),
            halting: &BTreeSet::new(),
            silenced: &BTreeSet::new(),
            notes: &BTreeMap::new(),
            told: &told,
        },
    );
    (emitted, symbols, tests)
}

fn golden(emitted: &Emitted) -> String {
    let files = emitted
        .files
        .iter()
        .map(|file| format!("==> {}\n{}", file.path.display(), file.text));
    files.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_kind_of_value_has_its_assertion() {
    insta::assert_snapshot!(golden(&written(JUnit::Five, &[values]).0));
}

#[test]
fn junit_4_has_its_own_assertions() {
    insta::assert_snapshot!(golden(&written(JUnit::Four, &[values]).0));
}

#[test]
fn junit_4_before_4_13_expects_an_exception_by_its_annotation() {
    let emitted = written(JUnit::BeforeFour13, &[calls, others]).0;
    assert!(emitted.unemittable.is_empty(), "{:?}", emitted.unemittable);
    insta::assert_snapshot!(golden(&emitted));
}

#[test]
fn calls_are_written_so_that_javac_chooses_the_method_that_ran() {
    insta::assert_snapshot!(golden(&written(JUnit::Five, &[calls]).0));
}

#[test]
fn calls_stand_inside_the_calls_that_use_them_where_the_order_stays() {
    insta::assert_snapshot!(golden(&written(JUnit::Five, &[nested]).0));
}

#[test]
fn variables_have_type_arguments_where_their_uses_suit_these() {
    insta::assert_snapshot!(golden(&written(JUnit::Five, &[typed]).0));
}

#[test]
fn the_elements_of_an_array_are_variable_arguments_where_they_mean_the_same() {
    insta::assert_snapshot!(golden(&written(JUnit::Five, &[variable_arguments]).0));
}

#[test]
fn tests_live_in_the_package_of_their_class_or_apart_and_failures_among_failures() {
    insta::assert_snapshot!(golden(&written(JUnit::Five, &[others]).0));
}

#[test]
fn a_fake_says_what_it_answers_and_shares_the_rest_with_the_others() {
    insta::assert_snapshot!(golden(&written(JUnit::Five, &[fakes]).0));
}

#[test]
fn mockito_makes_what_it_can_and_says_any_argument() {
    let except = BTreeSet::from([1]);
    let doubles = Doubles::Mockito { except: &except };
    let drafts: Drafts<'_> = &[fakes, answering, mocking, extending];
    let emitted = written_with(JUnit::Five, doubles, drafts).0;
    let mut mocks: Vec<(usize, bool)> = emitted.files[0]
        .tests
        .iter()
        .map(|test| (test.index, test.mocks))
        .collect();
    mocks.sort_unstable();
    let without: Vec<usize> = mocks
        .iter()
        .filter(|(_, mocks)| !mocks)
        .map(|(index, _)| *index)
        .collect();
    assert_eq!(without, [1, 9], "the first is an exception, the other calls the mock");
    insta::assert_snapshot!(golden(&emitted));
}

#[test]
fn an_answer_hangs_on_the_question_and_tells_where_it_was_recorded() {
    let by_hand = BTreeSet::new();
    let mocks = Doubles::Mockito { except: &by_hand };
    for doubles in [Doubles::Plain, mocks] {
        insta::assert_snapshot!(golden(&written_with(JUnit::Five, doubles, &[asking]).0));
    }
}

#[test]
fn a_fake_of_an_abstract_class_extends_it_and_no_field_of_that_hides_a_variable() {
    insta::assert_snapshot!(golden(&written(JUnit::Five, &[extending]).0));
}

#[test]
fn a_proxy_answers_by_name_for_an_interface_of_many_methods() {
    insta::assert_snapshot!(golden(&written(JUnit::Five, &[answering]).0));
}

#[test]
fn what_cannot_be_written_is_handed_back_with_its_reason() {
    let emitted = written(JUnit::Five, &[impossible]).0;
    assert!(emitted.files.is_empty(), "{:?}", emitted.files);
    insta::assert_debug_snapshot!(emitted.unemittable);
}

#[test]
fn a_failing_test_makes_its_demand_in_the_way_of_each_framework() {
    let written_five = written(JUnit::Five, &[demands]).0;
    assert!(written_five.unemittable.is_empty(), "{:?}", written_five.unemittable);
    let five = golden(&written_five);
    let four = golden(&written(JUnit::Four, &[demands]).0);
    insta::assert_snapshot!(five);
    assert!(four.contains("@Test(timeout = 3_000)"), "{four}");
}

#[test]
fn failing_tests_are_results_of_the_sarif_document() {
    let (emitted, symbols, tests) = written(JUnit::Five, &[others]);
    let given: Vec<_> = tests.iter().map(|test| (&symbols, test)).collect();
    insta::assert_snapshot!(sarif("1.2.3", &given, &emitted.files, &BTreeMap::new(), &|_| None).unwrap());
}

#[test]
fn what_is_said_of_passing_tests_are_notes_behind_the_failing_ones() {
    let (emitted, symbols, mut tests) = written(JUnit::Five, &[others]);
    let passing = tests.iter_mut().find(|test| test.violates.is_none());
    passing.expect("one passes").goals = vec![7];
    let given: Vec<_> = tests.iter().map(|test| (&symbols, test)).collect();
    let note = Note {
        text: "VIOLATION-1: never so before.".to_owned(),
        rule: "postcondition-of-the-tests",
        class: "demo.Text".to_owned(),
        about: "demo.Text.twice(String)".to_owned(),
    };
    let notes = BTreeMap::from([(7, vec![note])]);
    let text = sarif("1.2.3", &given, &emitted.files, &notes, &|_| None).unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let last = document["runs"][0]["results"].as_array().unwrap().last().unwrap();
    assert_eq!(last["level"], "note");
    assert_eq!(last["message"]["text"], "VIOLATION-1: never so before.");
    let place = &last["locations"][0];
    assert_eq!(place["physicalLocation"]["artifactLocation"]["uri"], "demo/Text.java");
    assert_eq!(
        place["logicalLocations"][0]["fullyQualifiedName"],
        "demo.Text.twice(String)"
    );
    let rules = document["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let rule = rules
        .iter()
        .find(|rule| rule["id"] == "postcondition-of-the-tests")
        .unwrap();
    assert_eq!(rule["defaultConfiguration"]["level"], "note");
}

#[test]
fn a_source_of_the_checkout_is_named_from_its_root() {
    let (emitted, symbols, tests) = written(JUnit::Five, &[others]);
    let given: Vec<_> = tests.iter().map(|test| (&symbols, test)).collect();
    let in_checkout = |class: &str| Some(format!("core module/{class}.kt"));
    let text = sarif("1.2.3", &given, &emitted.files, &BTreeMap::new(), &in_checkout).unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let place = &document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(place["uriBaseId"], "%SRCROOT%");
    assert_eq!(place["uri"], "core%20module/demo.Parser.kt");
}

#[test]
fn the_lines_of_a_test_enclose_it() {
    let emitted = written(
        JUnit::Five,
        &[
            values,
            calls,
            nested,
            typed,
            variable_arguments,
            others,
            fakes,
            asking,
            answering,
            extending,
        ],
    )
    .0;
    for file in &emitted.files {
        let lines: Vec<&str> = file.text.lines().collect();
        for test in &file.tests {
            let own = &lines[test.first_line as usize - 1..test.last_line as usize];
            assert!(matches!(own[0].trim_start().get(..2), Some("@T" | "//")), "{own:?}");
            assert_eq!(own.last(), Some(&"  }"));
            assert!(
                own.iter().any(|line| line.contains(&format!("void {}(", test.name))),
                "{own:?}"
            );
        }
    }
}

#[test]
fn no_line_is_wider_than_100_columns_and_all_is_ascii() {
    let emitted = written(
        JUnit::Five,
        &[
            values,
            calls,
            nested,
            typed,
            variable_arguments,
            others,
            fakes,
            answering,
            extending,
        ],
    )
    .0;
    for line in emitted.files.iter().flat_map(|file| file.text.lines()) {
        assert!(line.len() <= 100 && line.is_ascii() && !line.contains('\t'), "{line}");
    }
}

#[test]
fn equal_input_gives_equal_output() {
    let all: [fn(&mut Symbols) -> Vec<KeptTest>; 3] = [values, calls, others];
    assert_eq!(written(JUnit::Five, &all).0, written(JUnit::Five, &all).0);
}

#[test]
fn javac_takes_all_of_it_without_a_warning() {
    let none = BTreeSet::new();
    for (junit, doubles, stubs) in [
        (JUnit::Five, Doubles::Plain, "junit5"),
        (JUnit::Five, Doubles::Mockito { except: &none }, "junit5"),
        (JUnit::Four, Doubles::Plain, "junit4"),
        (JUnit::BeforeFour13, Doubles::Plain, "junit4"),
    ] {
        let emitted = written_with(
            junit,
            doubles,
            &[
                values,
                calls,
                nested,
                typed,
                variable_arguments,
                others,
                fakes,
                asking,
                answering,
                extending,
                mocking,
            ],
        )
        .0;
        let directory = tempfile::tempdir().unwrap();
        let mut sources = Vec::new();
        for file in &emitted.files {
            let path = directory.path().join(&file.path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &file.text).unwrap();
            sources.push(path);
        }
        let subjects = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/subjects");
        for part in ["demo", "other", "mockito", stubs] {
            collect(&subjects.join(part), &mut sources);
        }
        let mut javac = Command::new("javac");
        javac.args([
            "-encoding",
            "US-ASCII",
            "-proc:none",
            "-Xlint:all,-options",
            "-Werror",
            "-d",
        ]);
        let Ok(output) = javac.arg(directory.path().join("classes")).args(&sources).output() else {
            println!("skipped: there is no javac on the PATH");
            return;
        };
        assert!(
            output.status.success(),
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

fn collect(directory: &Path, sources: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, sources);
        } else {
            sources.push(path);
        }
    }
}
