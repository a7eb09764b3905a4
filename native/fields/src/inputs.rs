//! Structures as Java source: a source of parameters for tests, and a test that asks the method about each.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::inputs_test::{InputsTest, JUnit, head};
use crate::space::{Kind, Making, Space, SpaceClass, SpaceField, Structure};

/// Structures that one class file builds: its methods and constants have their limits.
const PART: usize = 1_000;

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputFile {
    /// Where it belongs below a source folder.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// The files: `CLASSInputs`, and where code of the package may call the method, `CLASSInputsTest`. `None` without a class.
pub fn input_files(space: &Space, structures: &[&Structure], junit: JUnit) -> Option<Vec<InputFile>> {
    let receiver = space.receiver()?;
    let names = Names::of(receiver);
    let file = |suffix: &str, text: String| InputFile {
        path: format!("{}{}{suffix}.java", names.folder(), names.simple),
        text,
    };
    let mut files = vec![file("Inputs", Inputs::new(space, &names).text(structures))];
    if space.is_callable && receiver.source.is_some() {
        let test = InputsTest {
            package: &names.package,
            inputs: &format!("{}Inputs", names.simple),
            type_name: &names.type_name,
            method: Some(&space.method),
        };
        files.push(file("InputsTest", test.text(junit)));
    }
    Some(files)
}

/// What the files call the receiver.
struct Names {
    package: String,
    /// The class without its package, as part of an identifier.
    simple: String,
    /// The type of a structure.
    type_name: String,
}

impl Names {
    fn of(receiver: &SpaceClass) -> Self {
        let (package, simple) = receiver.name.rsplit_once('.').unwrap_or(("", &receiver.name));
        let own = |source: &String| match source.strip_prefix(&format!("{package}.")) {
            Some(own) if !package.is_empty() => own.to_owned(),
            _ => source.clone(),
        };
        Self {
            package: package.to_owned(),
            simple: simple.replace('$', "_"),
            type_name: receiver.source.as_ref().map_or_else(|| "Object".to_owned(), own),
        }
    }

    fn folder(&self) -> String {
        if self.package.is_empty() {
            String::new()
        } else {
            format!("{}/", self.package.replace('.', "/"))
        }
    }
}

struct Inputs<'s> {
    space: &'s Space,
    names: &'s Names,
    /// The constants for classes and for fields, by their positions.
    classes: Vec<String>,
    fields: Vec<String>,
}

impl<'s> Inputs<'s> {
    fn new(space: &'s Space, names: &'s Names) -> Self {
        let mut taken = BTreeSet::new();
        let mut unique = |name: String| {
            let others = (2..).map(|number| format!("{name}_{number}"));
            let free = std::iter::once(name.clone())
                .chain(others)
                .find(|name| !taken.contains(name));
            let free = free.unwrap_or(name);
            taken.insert(free.clone());
            free
        };
        let last = |name: &str| constant(name.rsplit(['.', '$']).next().unwrap_or(name));
        let classes = space.classes.iter().map(|class| unique(last(&class.name))).collect();
        let fields = space.fields.iter();
        let fields = fields.map(|field| unique(format!("{}_{}", last(&field.owner), constant(&field.name))));
        let fields = fields.collect();
        Self {
            space,
            names,
            classes,
            fields,
        }
    }

    fn text(&self, structures: &[&Structure]) -> String {
        let Names { simple, type_name, .. } = self.names;
        let mut text = String::new();
        let _ = write!(
            text,
            "\n/** Structures that {}() of {type_name} accepts. Written by Palus. */\npublic final class {simple}Inputs {{\n",
            self.space.method
        );
        self.constants(&mut text, structures);
        let _ = write!(
            text,
            "\n    private {simple}Inputs() {{}}\n\n    /** All of them, each made anew. */\n    \
             static Stream<{type_name}> inputs() {{\n        return IntStream.range(0, {}).mapToObj({simple}Inputs::input);\n    }}\n",
            structures.len()
        );
        self.choice(&mut text, structures.len());
        let is_divided = structures.len() > PART;
        for (part, chunk) in structures.chunks(PART).enumerate() {
            if is_divided {
                let _ = write!(text, "\n    private static final class Part{part} {{");
            }
            for (number, structure) in (part * PART..).zip(chunk) {
                self.builder(&mut text, number, structure);
            }
            if is_divided {
                text.push_str("    }\n");
            }
        }
        // Each helper stands before those that it calls.
        for helper in HELPERS.split("\n\n") {
            let name = helper.split('(').next().and_then(|head| head.rsplit(' ').next());
            if name.is_some_and(|name| text.contains(&format!(" {name}("))) {
                let _ = write!(text, "\n{}\n", helper.trim_end());
            }
        }
        text.push_str("}\n");
        let uses = |name: &&str| name.rsplit('.').next().is_some_and(|simple| text.contains(simple));
        let mut file = head(&self.names.package);
        for name in IMPORTS.iter().copied().filter(uses) {
            let _ = writeln!(file, "import {name};");
        }
        file + &text
    }

    /// A method that makes a structure by its number.
    fn choice(&self, text: &mut String, count: usize) {
        let type_name = &self.names.type_name;
        let parts = if count > PART { count.div_ceil(PART) } else { 0 };
        let _ = write!(text, "\n    private static {type_name} input(int number) {{\n");
        if parts == 0 {
            choose(text, 0..count, "");
        } else {
            let _ = writeln!(text, "        switch (number / {PART}) {{");
            for part in 0..parts {
                let _ = writeln!(text, "            case {part}: return part{part}(number);");
            }
            text.push_str(NO_INPUT);
        }
        for part in 0..parts {
            let _ = write!(text, "\n    private static {type_name} part{part}(int number) {{\n");
            let end = count.min((part + 1) * PART);
            choose(text, part * PART..end, &format!("Part{part}."));
        }
    }

    /// Classes and fields.
    fn constants(&self, text: &mut String, structures: &[&Structure]) {
        let used: BTreeSet<usize> = structures
            .iter()
            .flat_map(|structure| structure.objects.iter().map(|object| object.class))
            .collect();
        for &class in &used {
            let name = &self.space.classes[class].name;
            let _ = writeln!(
                text,
                "    private static final Class<?> {} = type(\"{name}\");",
                self.classes[class]
            );
        }
        let fields: BTreeSet<usize> = used
            .iter()
            .flat_map(|&class| self.space.classes[class].places.iter().copied())
            .collect();
        for field in fields {
            let SpaceField {
                owner, name, is_final, ..
            } = &self.space.fields[field];
            let (kind, find) = if *is_final {
                ("Field", "finalField")
            } else {
                ("VarHandle", "field")
            };
            let _ = writeln!(
                text,
                "    private static final {kind} {} = {find}(\"{owner}\", \"{name}\");",
                self.fields[field]
            );
        }
    }

    fn builder(&self, text: &mut String, number: usize, structure: &Structure) {
        let type_name = &self.names.type_name;
        let objects = match structure.objects.len() {
            1 => "1 object".to_owned(),
            count => format!("{count} objects"),
        };
        let _ = write!(
            text,
            "\n    /** {objects}. */\n    private static {type_name} input{number}() {{\n"
        );
        for (position, object) in structure.objects.iter().enumerate() {
            let made = match self.space.classes[object.class].making {
                Making::Bare => "bare",
                Making::Blank | Making::Setting => "make",
            };
            let class = &self.classes[object.class];
            let _ = writeln!(text, "        Object o{position} = {made}({class});");
        }
        for (position, object) in structure.objects.iter().enumerate() {
            let class = &self.space.classes[object.class];
            for (&place, value) in class.places.iter().zip(&object.values) {
                let field = &self.space.fields[place];
                let value = java(field, value);
                // A new object has it already.
                if class.making != Making::Setting && field.kind != Kind::Outer && is_nothing(&value) {
                    continue;
                }
                let constant = &self.fields[place];
                let _ = if field.is_final {
                    writeln!(text, "        set({constant}, o{position}, {value});")
                } else {
                    writeln!(text, "        {constant}.set(o{position}, {value});")
                };
            }
        }
        let cast = if type_name == "Object" {
            String::new()
        } else {
            format!("({type_name}) ")
        };
        let _ = write!(text, "        return {cast}o0;\n    }}\n");
    }
}

fn choose(text: &mut String, numbers: std::ops::Range<usize>, part: &str) {
    text.push_str("        switch (number) {\n");
    for number in numbers {
        let _ = writeln!(text, "            case {number}: return {part}input{number}();");
    }
    text.push_str(NO_INPUT);
}

/// `RedBlackSet$Node` as `RED_BLACK_SET_NODE`.
fn constant(name: &str) -> String {
    let mut text = String::new();
    let mut was_lower = false;
    for letter in name.chars() {
        if was_lower && letter.is_uppercase() {
            text.push('_');
        }
        was_lower = letter.is_lowercase() || letter.is_ascii_digit();
        text.push(if letter == '$' {
            '_'
        } else {
            letter.to_ascii_uppercase()
        });
    }
    text
}

fn is_nothing(value: &str) -> bool {
    matches!(
        value,
        "null" | "false" | "0" | "0L" | "(short) 0" | "(byte) 0" | "(char) 0" | "0.0f" | "0.0"
    )
}

/// An expression for what a field holds.
fn java(field: &SpaceField, value: &str) -> String {
    if value == "-" {
        return "null".to_owned();
    }
    if field.is_link() {
        return value.replacen('#', "o", 1);
    }
    match field.type_name.as_str() {
        "long" => format!("{value}L"),
        "short" | "byte" | "char" => format!("({}) {value}", field.type_name),
        "float" => format!("{value}f"),
        "int" | "double" | "boolean" => value.to_owned(),
        "java.lang.Long" => format!("Long.valueOf({value}L)"),
        "java.lang.Short" => format!("Short.valueOf((short) {value})"),
        "java.lang.Byte" => format!("Byte.valueOf((byte) {value})"),
        "java.lang.Character" => format!("Character.valueOf((char) {value})"),
        "java.lang.Float" => format!("Float.valueOf({value}f)"),
        "java.lang.Double" => format!("Double.valueOf({value})"),
        "java.lang.String" => format!("\"{value}\""),
        "java.lang.Object" | "java.lang.Comparable" | "java.lang.Number" | "java.lang.Integer" => {
            format!("Integer.valueOf({value})")
        }
        constants => match &field.source {
            Some(source) => format!("{source}.{value}"),
            None => format!("constant(\"{constants}\", \"{value}\")"),
        },
    }
}

const NO_INPUT: &str =
    "            default: throw new IllegalArgumentException(\"there is no input \" + number);\n        }\n    }\n";

const IMPORTS: [&str; 6] = [
    "java.lang.invoke.MethodHandles",
    "java.lang.invoke.VarHandle",
    "java.lang.reflect.Constructor",
    "java.lang.reflect.Field",
    "java.util.stream.IntStream",
    "java.util.stream.Stream",
];

/// Methods with an empty line between them.
const HELPERS: &str = include_str!("inputs_helpers.txt");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::tests::list;

    #[test]
    fn a_structure_becomes_a_method_that_sets_what_a_new_object_lacks() {
        let space = list();
        let two = space
            .structure(&["2", "1", "0.0.0.1.0", "0 #1 1;1 3 -"])
            .expect("it makes sense");
        let files = input_files(&space, &[&two], JUnit::Five).expect("there is a class");
        assert_eq!(files[0].path, "demo/ListInputs.java");
        let body = "        Object o0 = make(LIST);\n        Object o1 = bare(NODE);\n        LIST_FIRST.set(o0, o1);\n        \
                    LIST_SIZE.set(o0, 1);\n        set(NODE_VALUE, o1, 3);\n        return (List) o0;\n";
        assert!(files[0].text.contains(body), "{}", files[0].text);
        assert!(!files[0].text.contains("constant("), "{}", files[0].text);
        assert!(files[1].text.contains("void isAccepted(List input)"));
    }

    #[test]
    fn many_structures_are_divided_among_classes() {
        let space = list();
        let one = space.structure(&["1", "1", "", "0 - 0"]).expect("it makes sense");
        let many = vec![&one; PART + 1];
        let files = input_files(&space, &many, JUnit::Four).expect("there is a class");
        assert!(files[0].text.contains("class Part1 {"));
        assert!(
            files[0]
                .text
                .contains(&format!("case {PART}: return Part1.input{PART}();"))
        );
        assert!(files[1].text.contains("@RunWith(Parameterized.class)"));
    }

    #[test]
    fn constants_are_written_as_java_writes_them() {
        assert_eq!(constant("isRed"), "IS_RED");
        assert_eq!(constant("this$0"), "THIS_0");
        assert_eq!(constant("RedBlackSet"), "RED_BLACK_SET");
    }
}
