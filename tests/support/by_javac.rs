//! Pairs of types drawn from declarations of real libraries, and javac's word on whether one can be passed for the other.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use palus_classes::{Argument, ClassIndex, ClassType, Type, TypeFacts, Types, Variable, Visibility};

use super::dice::Dice;

/// Two types of declarations and what the index says.
pub(crate) struct Pair {
    /// The type of the expression.
    pub(crate) from: Type,
    /// The type that is wanted.
    pub(crate) to: Type,
    /// Whether the index calls it assignable.
    pub(crate) ours: bool,
    line: String,
}

/// What came of a comparison.
pub(crate) struct Verdicts {
    /// Pairs on which javac gave a verdict.
    pub(crate) compared: usize,
    /// Of these, how many are assignable.
    pub(crate) assignable: usize,
    /// Pairs that javac did not take for another reason, such as a bound that a drawn type argument breaks.
    pub(crate) malformed: usize,
    /// Pairs on which javac says otherwise, in words.
    pub(crate) different: Vec<String>,
}

/// Draws pairs from the declarations of these classes.
pub(crate) fn draw(index: &ClassIndex, names: &[String], count: usize, seed: u64) -> Vec<Pair> {
    let types = Types::new(index);
    let pool = Pool::new(index, names);
    let mut dice = Dice::new(seed);
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let from = pool.any(&mut dice);
        let to = match dice.below(10) {
            0..2 => pool.any(&mut dice),
            2..6 => pool.related(types, &from, &mut dice),
            _ => pool.relative(types, &from, &mut dice),
        };
        if let Some(line) = line(index, &from, &to, pairs.len()) {
            let ours = types.is_assignable(&from, &to);
            pairs.push(Pair { from, to, ours, line });
        }
    }
    pairs
}

/// Has javac compile one source with all pairs and compares its verdicts.
pub(crate) fn compare(pairs: &[Pair], java_home: &Path, class_path: &[PathBuf], work: &Path) -> Verdicts {
    let mut source = String::from("class Pairs {\n");
    for pair in pairs {
        source.push_str(&pair.line);
    }
    source.push_str("}\n");
    let file = work.join("Pairs.java");
    fs::write(&file, source).expect("a source");
    let mut javac = Command::new(java_home.join("bin/javac"));
    javac
        .args([
            "-XDrawDiagnostics",
            "-Xmaxerrs",
            "1000000",
            "-nowarn",
            "-proc:none",
            "-encoding",
            "UTF-8",
        ])
        .args(["--add-modules", "ALL-SYSTEM", "-d"])
        .arg(work)
        .arg("-cp")
        .arg(std::env::join_paths(class_path).expect("a class path"))
        .arg(&file);
    let output = javac.env_remove("JAVA_TOOL_OPTIONS").output().expect("javac runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut errors: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for message in said.lines().filter_map(|line| line.strip_prefix("Pairs.java:")) {
        let mut parts = message.splitn(3, ':');
        if let (Some(Ok(line)), Some(key)) = (parts.next().map(str::parse), parts.nth(1)) {
            errors.entry(line).or_default().push(key.trim());
        }
    }
    let mut verdicts = Verdicts {
        compared: 0,
        assignable: 0,
        malformed: 0,
        different: Vec::new(),
    };
    for (position, pair) in pairs.iter().enumerate() {
        // The first line opens the class.
        let said = errors.get(&(position + 2)).map_or(&[][..], Vec::as_slice);
        let is_verdict = |key: &&str| key.starts_with("compiler.err.prob.found.req");
        if said
            .iter()
            .any(|key| key.starts_with("compiler.err") && !is_verdict(key))
        {
            verdicts.malformed += 1;
            continue;
        }
        let theirs = !said.iter().any(is_verdict);
        verdicts.compared += 1;
        verdicts.assignable += usize::from(theirs);
        if theirs != pair.ours {
            let verdict = if theirs { "accepts" } else { "refuses" };
            verdicts.different.push(format!(
                "javac {verdict} {} for {}: {}",
                pair.from,
                pair.to,
                pair.line.trim()
            ));
        }
    }
    verdicts
}

/// Types that declarations mention.
struct Pool {
    all: Vec<Type>,
    by_class: BTreeMap<String, Vec<Type>>,
}

impl Pool {
    fn new(index: &ClassIndex, names: &[String]) -> Self {
        let types = Types::new(index);
        let mut all = BTreeSet::new();
        for class in names.iter().filter_map(|name| index.class(name)) {
            let fields = class
                .fields
                .iter()
                .filter_map(|field| types.field_type(&class.name, field));
            all.extend(fields);
            for (parameters, result) in class.methods.iter().filter_map(|m| types.method_types(&class.name, m)) {
                all.extend(parameters);
                all.insert(result);
            }
            all.extend(types.declared_supertypes(&class.name));
        }
        all.retain(|found| source(index, found, &mut Names::default()).is_some_and(|text| text != "void"));
        let mut by_class: BTreeMap<String, Vec<Type>> = BTreeMap::new();
        for found in &all {
            if let Type::Class(class) = found {
                by_class.entry(class.name.to_string()).or_default().push(found.clone());
            }
        }
        Self {
            all: all.into_iter().collect(),
            by_class,
        }
    }

    fn any(&self, dice: &mut Dice) -> Type {
        // Plain classes are many and teach little.
        let found = dice.pick(&self.all);
        let is_plain = matches!(found, Type::Class(class) if !class.is_parameterised());
        if is_plain && dice.chance(2, 3) {
            self.any(dice)
        } else {
            found.clone()
        }
    }

    /// A declared type of the same class or of a supertype.
    fn related(&self, types: Types<'_>, from: &Type, dice: &mut Dice) -> Type {
        if let Type::Array(element) = from {
            return Type::Array(Box::new(self.related(types, element, dice)));
        }
        let Some(supertype) = some_supertype(types, from, dice) else {
            return self.any(dice);
        };
        match self.by_class.get(&*supertype.name) {
            Some(found) => dice.pick(found).clone(),
            None => self.any(dice),
        }
    }

    /// A supertype with some type arguments made wildcards, left out or replaced.
    fn relative(&self, types: Types<'_>, from: &Type, dice: &mut Dice) -> Type {
        if let Type::Array(element) = from {
            return Type::Array(Box::new(self.relative(types, element, dice)));
        }
        let Some(mut supertype) = some_supertype(types, from, dice) else {
            return self.related(types, from, dice);
        };
        if dice.chance(1, 8) {
            return Type::class(&supertype.name);
        }
        for argument in &mut supertype.arguments {
            let (Argument::Exact(found) | Argument::Extends(found) | Argument::Super(found)) = argument.clone() else {
                continue;
            };
            *argument = match dice.below(6) {
                0 => Argument::Any,
                1 => Argument::Extends(found),
                2 => Argument::Super(found),
                3 if !found.is_primitive() => Argument::Extends(self.related(types, &found, dice)),
                4 => Argument::Exact(found),
                _ => continue,
            };
        }
        let is_sound = |a: &Argument| !matches!(a, Argument::Extends(t) | Argument::Exact(t) if t.is_primitive());
        if supertype.arguments.iter().all(is_sound) {
            Type::Class(supertype)
        } else {
            self.any(dice)
        }
    }
}

/// The type itself or one of its supertypes with arguments, other than `Object`.
fn some_supertype(types: Types<'_>, from: &Type, dice: &mut Dice) -> Option<ClassType> {
    let name = match from {
        Type::Class(class) => class.name.clone(),
        Type::Variable(variable) => match types.bounds(variable).first()? {
            Type::Class(class) => class.name.clone(),
            _ => return None,
        },
        _ => return None,
    };
    let names = types.supertype_names(&name);
    let wanted = dice.pick(&names).clone();
    types.as_super(from, &wanted)
}

/// The names under which variables are declared.
#[derive(Default)]
struct Names(Vec<Variable>);

/// A method in which a value of one type is given where the other is wanted; `None` where source cannot name one of them.
fn line(index: &ClassIndex, from: &Type, to: &Type, number: usize) -> Option<String> {
    let mut names = Names::default();
    let (from, to) = (source(index, from, &mut names)?, source(index, to, &mut names)?);
    let mut declared = Vec::new();
    let mut at = 0;
    // A bound can mention further variables.
    while at < names.0.len() {
        let bounds = Types::new(index).bounds(&names.0[at]);
        let bounds: Option<Vec<String>> = bounds.iter().map(|bound| source(index, bound, &mut names)).collect();
        declared.push(format!("V{at} extends {}", bounds?.join(" & ")));
        at += 1;
    }
    let mut text = String::from("static ");
    if !declared.is_empty() {
        write!(text, "<{}> ", declared.join(", ")).expect("a string grows");
    }
    writeln!(text, "void m{number}({from} from) {{ {to} to = from; }}").expect("a string grows");
    Some(text)
}

fn source(index: &ClassIndex, found: &Type, names: &mut Names) -> Option<String> {
    Some(match found {
        Type::Primitive(primitive) => primitive.keyword().to_owned(),
        Type::Class(class) => class_source(index, class, names)?,
        Type::Array(element) => format!("{}[]", source(index, element, names)?),
        Type::Variable(variable) => {
            let known = names.0.iter().position(|known| known == variable);
            let at = known.unwrap_or_else(|| {
                names.0.push(variable.clone());
                names.0.len() - 1
            });
            format!("V{at}")
        }
        Type::Null | Type::Intersection(_) => return None,
    })
}

fn class_source(index: &ClassIndex, class: &ClassType, names: &mut Names) -> Option<String> {
    let facts = TypeFacts::class(index, &class.name)?;
    if facts.visibility != Visibility::Public {
        return None;
    }
    let mut text = match &class.outer {
        Some(outer) => {
            let simple = class.name.get(outer.name.len() + 1..)?;
            format!("{}.{simple}", class_source(index, outer, names)?)
        }
        None => facts.canonical,
    };
    if class.arguments.is_empty() {
        return Some(text);
    }
    let arguments: Option<Vec<String>> = class
        .arguments
        .iter()
        .map(|a| argument_source(index, a, names))
        .collect();
    write!(text, "<{}>", arguments?.join(", ")).expect("a string grows");
    Some(text)
}

fn argument_source(index: &ClassIndex, argument: &Argument, names: &mut Names) -> Option<String> {
    Some(match argument {
        Argument::Exact(exact) => source(index, exact, names)?,
        Argument::Extends(bound) => format!("? extends {}", source(index, bound, names)?),
        Argument::Super(bound) => format!("? super {}", source(index, bound, names)?),
        Argument::Any => "?".to_owned(),
    })
}
