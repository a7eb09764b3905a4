//! Classes as the index reads them and as reflection in a real virtual machine shows them, in one text form.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use palus_classes::{Argument, ClassIndex, ClassInfo, ClassType, MethodInfo, Type, TypeParameter, Types};

/// Classes whose members reflection hides in part (`jdk.internal.reflect.Reflection`): only their heads are compared.
const HIDDEN: [&str; 10] = [
    "java.lang.Class",
    "java.lang.ClassLoader",
    "java.lang.Module",
    "java.lang.System",
    "java.lang.reflect.AccessibleObject",
    "java.lang.reflect.Constructor",
    "java.lang.reflect.Field",
    "java.lang.reflect.Method",
    "jdk.internal.reflect.ConstantPool",
    "jdk.internal.reflect.Reflection",
];

/// The flight recorder adds members to its event classes when they are loaded.
const REWRITTEN: &str = "jdk.internal.event.Event";

/// What came of a comparison.
pub(crate) struct Compared {
    /// How many classes were compared.
    pub(crate) classes: usize,
    /// Classes that the virtual machine could not load, for want of an optional dependency.
    pub(crate) not_loaded: Vec<String>,
    /// Classes that differ: the index's text, then reflection's.
    pub(crate) different: Vec<(String, String)>,
}

/// Compares the classes of these names; `helper` is the compiled `Members`, `work` a directory to write into.
pub(crate) fn compare(
    index: &ClassIndex,
    names: &[String],
    java_home: &Path,
    class_path: &[PathBuf],
    helper: &Path,
    work: &Path,
) -> Compared {
    let list = work.join("names.txt");
    fs::write(&list, names.join("\n")).expect("a list of names");
    let class_path = [helper].into_iter().chain(class_path.iter().map(PathBuf::as_path));
    let mut java = Command::new(java_home.join("bin/java"));
    java.args(["--add-modules", "ALL-SYSTEM", "-cp"])
        .arg(std::env::join_paths(class_path).expect("a class path"))
        .args(["Members".as_ref(), list.as_os_str()])
        .env_remove("JAVA_TOOL_OPTIONS");
    let output = java.output().expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let blocks: Vec<&str> = text.split_terminator("\n\n").collect();
    assert_eq!(blocks.len(), names.len());
    let mut compared = Compared {
        classes: 0,
        not_loaded: Vec::new(),
        different: Vec::new(),
    };
    for (name, theirs) in names.iter().zip(blocks) {
        if theirs.ends_with("not loaded") {
            compared.not_loaded.push(name.clone());
            continue;
        }
        let head = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        let ours = index.class(name).map(|class| block(index, &class)).unwrap_or_default();
        let is_equal = if HIDDEN.contains(&name.as_str()) || index.is_subclass(name, REWRITTEN) {
            head(&ours) == head(theirs)
        } else {
            ours == *theirs
        };
        compared.classes += 1;
        if !is_equal {
            compared.different.push((ours, theirs.to_owned()));
        }
    }
    compared
}

/// The class in the form of `Members`.
fn block(index: &ClassIndex, class: &ClassInfo) -> String {
    let types = Types::new(index);
    let mut text = format!("class {} {}", class.name, class.modifiers());
    text.push_str(&parameters(&types.type_parameters(&class.name)));
    for supertype in types.declared_supertypes(&class.name) {
        let is_superclass = matches!(&supertype, Type::Class(found) if Some(&*found.name) == class.superclass.as_deref())
            && !class.access.is_interface();
        let word = if is_superclass { "extends" } else { "implements" };
        write!(text, "\n  {word} {}", shown(&supertype)).expect("a string grows");
    }
    for component in class.components.iter().flatten() {
        let signature = component.signature.as_ref().unwrap_or(&component.descriptor);
        let component_type = types.parse_in(&class.name, signature).expect("a signature");
        write!(text, "\n  component {} {}", shown(&component_type), component.name).expect("a string grows");
    }
    for permitted in &class.permitted {
        write!(text, "\n  permits {permitted}").expect("a string grows");
    }
    let fields = class.fields.iter().map(|field| {
        let field_type = types.field_type(&class.name, field).expect("a signature");
        let modifiers = field.access.0 & 0x50DF;
        format!("field {modifiers} {} {}", shown(&field_type), field.name)
    });
    let methods = class.methods.iter().filter(|method| &*method.name != "<clinit>");
    let mut members: Vec<String> = fields.chain(methods.map(|m| executable(types, class, m))).collect();
    // As Java sorts strings: by UTF-16 units.
    members.sort_by_cached_key(|member| member.encode_utf16().collect::<Vec<u16>>());
    for member in members {
        write!(text, "\n  {member}").expect("a string grows");
    }
    text
}

fn executable(types: Types<'_>, class: &ClassInfo, method: &MethodInfo) -> String {
    let declared = types.declared_method(&class.name, method).expect("a signature");
    let erased = types.erased_parameters(method).expect("a descriptor");
    let adds = class.is_inner() || class.enclosing.is_some() || class.is_enum() || class.is_record();
    let is_erased = declared.parameters.len() != erased.len() || (method.is_constructor() && adds);
    let wanted = if is_erased { &erased } else { &declared.parameters };
    let mut text = format!(
        "method {}{} {} {}({})",
        method.access.0 & 0x1DFF,
        parameters(&declared.type_parameters),
        shown(&declared.result),
        method.name,
        list(wanted, ", ")
    );
    if !declared.throws.is_empty() {
        write!(text, " throws {}", list(&declared.throws, ", ")).expect("a string grows");
    }
    text
}

fn parameters(declared: &[TypeParameter]) -> String {
    if declared.is_empty() {
        return String::new();
    }
    let shown = |parameter: &TypeParameter| {
        let object = [Type::object()];
        let bounds = if parameter.bounds.is_empty() {
            &object[..]
        } else {
            &parameter.bounds
        };
        format!("{} extends {}", parameter.name, list(bounds, " & "))
    };
    let all: Vec<String> = declared.iter().map(shown).collect();
    format!(" <{}>", all.join(", "))
}

fn list(types: &[Type], separator: &str) -> String {
    types.iter().map(shown).collect::<Vec<_>>().join(separator)
}

/// Reflection cannot tell `?` from `? extends Object`.
fn shown(found: &Type) -> String {
    plain(found).to_string()
}

fn plain(found: &Type) -> Type {
    match found {
        Type::Class(class) => Type::Class(plain_class(class)),
        Type::Array(element) => Type::Array(Box::new(plain(element))),
        _ => found.clone(),
    }
}

fn plain_class(class: &ClassType) -> ClassType {
    let argument = |argument: &Argument| match argument {
        Argument::Extends(bound) if *bound == Type::object() => Argument::Any,
        Argument::Extends(bound) => Argument::Extends(plain(bound)),
        Argument::Super(bound) => Argument::Super(plain(bound)),
        Argument::Exact(exact) => Argument::Exact(plain(exact)),
        Argument::Any => Argument::Any,
    };
    ClassType {
        name: class.name.clone(),
        arguments: class.arguments.iter().map(argument).collect(),
        outer: class.outer.as_ref().map(|outer| Box::new(plain_class(outer))),
    }
}
