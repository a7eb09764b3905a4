//! Random methods of integer arithmetic, executed here with variables and by a virtual machine with values.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path as File;
use std::process::{Command, Stdio};
use std::sync::Arc;

use palus_classes::ClassIndex;
use palus_sequence::Primitive;

use crate::calls::begin;
use crate::execute::Executor;
use crate::heap::{Heap, Value};
use crate::path::{End, Frame};
use crate::solver::Solver;
use crate::term::{Assignment, Term, Variable};

const CLASSES: usize = 10;
const METHODS: usize = 1_000;
const TUPLES: usize = 4;

const PARAMETERS: [(&str, Primitive); 8] = [
    ("a", Primitive::Int),
    ("b", Primitive::Int),
    ("c", Primitive::Long),
    ("d", Primitive::Long),
    ("e", Primitive::Byte),
    ("f", Primitive::Short),
    ("g", Primitive::Char),
    ("h", Primitive::Boolean),
];

/// Calls what lines on its input name, and prints what came of it.
const CALLER: &str = "
    public class Caller {
        public static void main(String[] args) throws Exception {
            var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
            var out = new StringBuilder();
            for (String line; (line = in.readLine()) != null; ) {
                String[] p = line.split(\" \");
                Class<?>[] types = {int.class, int.class, long.class, long.class, byte.class, short.class, char.class, boolean.class};
                var method = Class.forName(p[0]).getDeclaredMethod(p[1], types);
                long[] v = new long[8];
                for (int i = 0; i < 8; i++) v[i] = Long.parseLong(p[2 + i]);
                try {
                    out.append(method.invoke(null, (int) v[0], (int) v[1], v[2], v[3], (byte) v[4], (short) v[5], (char) v[6], v[7] != 0));
                } catch (java.lang.reflect.InvocationTargetException e) {
                    out.append(e.getCause().getClass().getName());
                }
                out.append('\\n');
            }
            System.out.print(out);
        }
    }";

/// Marsaglia's xorshift: the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }

    /// A value of a type, often one at the edge of a range.
    fn value(&mut self, primitive: Primitive) -> i64 {
        let edges = [
            0,
            1,
            -1,
            2,
            7,
            31,
            64,
            127,
            -128,
            32_768,
            65_535,
            i64::from(i32::MIN),
            i64::from(i32::MAX),
            i64::MIN,
            i64::MAX,
        ];
        let value = match self.roll(3) {
            0 => self.0 as i64,
            1 => self.roll(200) as i64 - 100,
            _ => edges[self.roll(edges.len())],
        };
        crate::arithmetic::narrow(primitive, value)
    }
}

/// The variables that a statement can use, those of `int` and of `long`.
struct Scope {
    ints: Vec<String>,
    longs: Vec<String>,
}

impl Scope {
    fn int(&self, dice: &mut Dice) -> String {
        match dice.roll(5) {
            0 => dice
                .value(Primitive::Int)
                .to_string()
                .replace("-2147483648", "Integer.MIN_VALUE"),
            _ => self.ints[dice.roll(self.ints.len())].clone(),
        }
    }

    fn long(&self, dice: &mut Dice) -> String {
        match dice.roll(5) {
            0 => format!("{}L", dice.value(Primitive::Long)).replace("-9223372036854775808L", "Long.MIN_VALUE"),
            _ => self.longs[dice.roll(self.longs.len())].clone(),
        }
    }

    /// Divided is by what order constraints can say of whether it is zero.
    fn divisor(dice: &mut Dice, is_long: bool) -> String {
        match (dice.roll(3), is_long) {
            (0, _) => ["7", "-1", "10", "-13", "1000003"][dice.roll(5)].to_owned(),
            (1, true) => dice.pick(&["c", "d"]).to_owned(),
            (_, true) => dice.pick(&["(d - 1)", "(long) a"]).to_owned(),
            (1, false) => dice.pick(&["a", "b", "e", "f", "g"]).to_owned(),
            (_, false) => dice.pick(&["(b + 1)", "(f - 7)", "(a - 2147483647)"]).to_owned(),
        }
    }

    fn statement(&mut self, dice: &mut Dice, number: usize) -> String {
        let is_long = dice.roll(2) == 0;
        let operand = |dice: &mut Dice| if is_long { self.long(dice) } else { self.int(dice) };
        let (x, y) = (operand(dice), operand(dice));
        let value = match dice.roll(9) {
            0 => format!("-({x})"),
            1 => format!("{x} {} {}", dice.pick(&["/", "%"]), Self::divisor(dice, is_long)),
            2 | 3 => format!(
                "{x} {} {}",
                dice.pick(&["<<", ">>", ">>>"]),
                if dice.roll(2) == 0 {
                    self.int(dice)
                } else {
                    self.long(dice)
                }
            ),
            4 if is_long => format!("(long) ({})", self.int(dice)),
            4 => format!("({}) ({})", dice.pick(&["byte", "short", "char"]), self.int(dice)),
            5 if !is_long => format!(
                "({}) ({})",
                dice.pick(&["int", "byte", "char", "short"]),
                self.long(dice)
            ),
            _ => format!("{x} {} {y}", dice.pick(&["+", "-", "*", "&", "|", "^"])),
        };
        let name = format!("v{number}");
        let kind = if is_long { "long" } else { "int" };
        let mut text = format!("{kind} {name} = {value};");
        if !is_long && dice.roll(3) == 0 {
            let _ = write!(text, " {name} += {};", dice.roll(60_000) as i64 - 30_000);
        }
        if is_long { &mut self.longs } else { &mut self.ints }.push(name);
        text
    }
}

fn method(dice: &mut Dice, number: usize) -> String {
    let mut scope = Scope {
        ints: ["a", "b", "e", "f", "g"].map(str::to_owned).to_vec(),
        longs: ["c", "d"].map(str::to_owned).to_vec(),
    };
    let statements: Vec<String> = (0..3 + dice.roll(8)).map(|at| scope.statement(dice, at)).collect();
    let (kind, result) = match dice.roll(3) {
        0 => ("long", scope.longs.last()),
        1 => ("boolean", None),
        _ => ("int", scope.ints.last()),
    };
    let result = result.map_or("h", String::as_str);
    format!(
        "static {kind} m{number}(int a, int b, long c, long d, byte e, short f, char g, boolean h) {{ {} return {result}; }}\n",
        statements.join(" ")
    )
}

/// What the virtual machine says to each line.
fn called(folder: &File, home: &File, lines: &str) -> Vec<String> {
    let mut java = Command::new(home.join("bin/java"));
    java.arg("-cp").arg(folder).arg("Caller");
    let mut child = java.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = lines.to_owned();
    let feeder = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

fn compiled(folder: &File, home: &File, dice: &mut Dice) {
    let mut files = vec![folder.join("Caller.java")];
    fs::write(&files[0], CALLER).unwrap();
    for class in 0..CLASSES {
        let methods: String = (0..METHODS).map(|number| method(dice, number)).collect();
        let file = folder.join(format!("M{class}.java"));
        fs::write(&file, format!("class M{class} {{\n{methods}}}\n")).unwrap();
        files.push(file);
    }
    let mut javac = Command::new(home.join("bin/javac"));
    javac.args(["--release", "17", "-d"]).arg(folder).args(&files);
    let output = javac.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// What the method returns or throws for these values: of its paths, one alone is for them.
fn executed(executor: &mut Executor, class: &str, name: &str, tuples: &[Assignment]) -> Vec<String> {
    let class = executor.program.class(class).unwrap();
    let method = Arc::clone(class.methods.iter().find(|method| &*method.name == name).unwrap());
    let variable = |number: usize, primitive| {
        Value::Number(Term::Variable(Variable {
            number: number as u32,
            primitive,
        }))
    };
    let arguments = PARAMETERS
        .iter()
        .enumerate()
        .map(|(number, (_, primitive))| variable(number, *primitive));
    let mut path = begin(Heap::default(), Vec::new());
    path.frames.push(Frame::new(&method, arguments.collect()).unwrap());
    let ended = executor.run(path);
    let result = |tuple: &Assignment| {
        let mut own = ended
            .iter()
            .filter(|ended| ended.path.conditions.iter().all(|it| it.holds(tuple)));
        let only = own.next().unwrap_or_else(|| panic!("a path of {name} for {tuple:?}"));
        assert!(own.next().is_none(), "two paths of {name} for {tuple:?}");
        match &only.end {
            End::Returned(Some(Value::Number(term))) => {
                let value = term.evaluate(tuple).unwrap();
                if method.result() == "Z" {
                    (value != 0).to_string()
                } else {
                    value.to_string()
                }
            }
            End::Threw(thrown) => only.path.heap.get(*thrown).class.to_string(),
            other => panic!("{name} ended so: {other:?}"),
        }
    };
    tuples.iter().map(result).collect()
}

#[test]
fn ten_thousand_methods_do_what_the_virtual_machine_does() {
    let Some(home) = palus_classes::on_path().filter(|home| home.join("bin/javac").is_file()) else {
        println!("skipped: no JDK with javac on PATH");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    compiled(folder.path(), &home, &mut dice);
    let index = ClassIndex::open(&[folder.path().to_owned()], &home).unwrap();
    let mut executor = Executor::new(Arc::new(index), Solver::default());
    let (mut lines, mut results) = (String::new(), Vec::new());
    for class in 0..CLASSES {
        for number in 0..METHODS {
            let (class, name) = (format!("M{class}"), format!("m{number}"));
            let mut tuples = Vec::new();
            for _ in 0..TUPLES {
                let mut tuple = Assignment::default();
                let _ = write!(lines, "{class} {name}");
                for (at, (_, primitive)) in PARAMETERS.into_iter().enumerate() {
                    let value = dice.value(primitive);
                    let _ = write!(lines, " {value}");
                    tuple.insert(
                        Variable {
                            number: at as u32,
                            primitive,
                        },
                        value,
                    );
                }
                lines.push('\n');
                tuples.push(tuple);
            }
            results.extend(executed(&mut executor, &class, &name, &tuples));
        }
    }
    let said = called(folder.path(), &home, &lines);
    assert_eq!(said.len(), CLASSES * METHODS * TUPLES);
    for ((line, expected), result) in lines.lines().zip(&said).zip(&results) {
        assert_eq!(result, expected, "{line}");
    }
    assert!(said.iter().any(|said| said == "java.lang.ArithmeticException"));
}
