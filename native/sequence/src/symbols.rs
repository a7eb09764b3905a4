//! Names interned to small ids: types, methods and fields, as the class file names them.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Primitive;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the table that gave this id.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A type: primitive, `void`, class, interface or array. Valid only with the [`Symbols`] that gave it.
    TypeId
}
id! {
    /// A method or constructor, named by owner, name and descriptor. Valid only with the [`Symbols`] that gave it.
    MethodId
}
id! {
    /// A field, named by owner, name and descriptor. Valid only with the [`Symbols`] that gave it.
    FieldId
}

/// What a [`TypeId`] stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum TypeKind {
    /// A primitive type or `void`.
    Primitive(Primitive),
    /// A class or interface by its binary name with dots, `java.util.Map$Entry`.
    Class(Arc<str>),
    /// An array of elements of this type.
    Array(TypeId),
}

/// How a method is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum MethodKind {
    /// `new Owner(...)`: the result is the new object, the descriptor's result is `V`.
    Constructor,
    /// `Owner.name(...)`.
    Static,
    /// `receiver.name(...)`: the receiver is the first operand of the call.
    Instance,
}

/// A method or constructor with its descriptor taken apart.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Method {
    /// The class whose member it is (for an inherited method: the class through which it is called).
    pub owner: TypeId,
    /// The name; `<init>` for a constructor.
    pub name: Arc<str>,
    /// The descriptor (JVMS 4.3.3), `(I[Ljava/lang/String;)V`.
    pub descriptor: Arc<str>,
    /// The types of the parameters, without the receiver.
    pub parameters: Vec<TypeId>,
    /// The type of the call's value: the owner for a constructor.
    pub result: TypeId,
    /// How it is called.
    pub kind: MethodKind,
}

impl Method {
    /// The type wanted at operand `index` of a call: the receiver comes first for an instance method.
    pub fn operand_type(&self, index: usize) -> Option<TypeId> {
        match (self.kind, index) {
            (MethodKind::Instance, 0) => Some(self.owner),
            (MethodKind::Instance, _) => self.parameters.get(index - 1).copied(),
            _ => self.parameters.get(index).copied(),
        }
    }

    /// How many operands a call takes, the receiver included.
    pub fn operand_count(&self) -> usize {
        self.parameters.len() + usize::from(self.kind == MethodKind::Instance)
    }
}

/// A field.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Field {
    /// The class that declares it.
    pub owner: TypeId,
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub field_type: TypeId,
}

/// A descriptor that breaks JVMS 4.3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadDescriptor(pub String);

impl fmt::Display for BadDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a descriptor of the class-file format", self.0)
    }
}

impl std::error::Error for BadDescriptor {}

/// The table of interned names. Ids are given in the order of first mention, so equal work gives equal ids.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Tables", into = "Tables")]
pub struct Symbols {
    tables: Tables,
    type_ids: HashMap<TypeKind, TypeId>,
    method_ids: HashMap<(TypeId, Arc<str>, Arc<str>), MethodId>,
    field_ids: HashMap<(TypeId, Arc<str>, TypeId), FieldId>,
}

/// What of [`Symbols`] is written to a file; the maps are rebuilt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Tables {
    types: Vec<TypeKind>,
    methods: Vec<Method>,
    fields: Vec<Field>,
}

impl Default for Symbols {
    fn default() -> Self {
        let types = Primitive::ALL.iter().map(|&p| TypeKind::Primitive(p)).collect();
        Tables {
            types,
            methods: Vec::new(),
            fields: Vec::new(),
        }
        .into()
    }
}

impl From<Tables> for Symbols {
    fn from(tables: Tables) -> Self {
        let type_ids = tables.types.iter().cloned().zip((0..).map(TypeId)).collect();
        let method_ids = (0..)
            .map(MethodId)
            .zip(&tables.methods)
            .map(|(id, m)| ((m.owner, m.name.clone(), m.descriptor.clone()), id))
            .collect();
        let field_ids = (0..)
            .map(FieldId)
            .zip(&tables.fields)
            .map(|(id, f)| ((f.owner, f.name.clone(), f.field_type), id))
            .collect();
        Self {
            tables,
            type_ids,
            method_ids,
            field_ids,
        }
    }
}

impl From<Symbols> for Tables {
    fn from(symbols: Symbols) -> Self {
        symbols.tables
    }
}

impl Symbols {
    /// The type of a class or interface by its binary name with dots.
    pub fn class(&mut self, name: &str) -> TypeId {
        self.intern(TypeKind::Class(name.into()))
    }

    /// The type of arrays of `element`.
    pub fn array(&mut self, element: TypeId) -> TypeId {
        self.intern(TypeKind::Array(element))
    }

    fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(&id) = self.type_ids.get(&kind) {
            return id;
        }
        let id = TypeId(self.tables.types.len() as u32);
        self.tables.types.push(kind.clone());
        self.type_ids.insert(kind, id);
        id
    }

    /// The type that a field descriptor names (JVMS 4.3.2), or `V`.
    pub fn descriptor(&mut self, descriptor: &str) -> Result<TypeId, BadDescriptor> {
        match self.take_descriptor(descriptor) {
            Some((id, "")) => Ok(id),
            _ => Err(BadDescriptor(descriptor.to_owned())),
        }
    }

    fn take_descriptor<'d>(&mut self, descriptor: &'d str) -> Option<(TypeId, &'d str)> {
        let first = descriptor.chars().next()?;
        let rest = &descriptor[first.len_utf8()..];
        match first {
            'L' => {
                let (name, rest) = rest.split_once(';')?;
                Some((self.class(&name.replace('/', ".")), rest))
            }
            '[' => {
                let (element, rest) = self.take_descriptor(rest)?;
                Some((self.array(element), rest))
            }
            _ => {
                let primitive = Primitive::ALL.into_iter().find(|p| p.descriptor() == first)?;
                Some((primitive.type_id(), rest))
            }
        }
    }

    /// The type that `Class.getName()` names: `int`, `java.util.List`, `[I`, `[Ljava.lang.String;`.
    pub fn runtime_name(&mut self, name: &str) -> TypeId {
        if name.starts_with('[')
            && let Ok(id) = self.descriptor(&name.replace('.', "/"))
        {
            return id;
        }
        match Primitive::ALL.into_iter().find(|p| p.keyword() == name) {
            Some(primitive) => primitive.type_id(),
            None => self.class(name),
        }
    }

    /// The method or constructor of that owner (dotted binary name), name and descriptor.
    pub fn method(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
        kind: MethodKind,
    ) -> Result<MethodId, BadDescriptor> {
        let owner = self.class(owner);
        self.method_of(owner, name, descriptor, kind)
    }

    /// The same with the owner's id at hand (which may be an array type: `int[].clone`).
    pub fn method_of(
        &mut self,
        owner: TypeId,
        name: &str,
        descriptor: &str,
        kind: MethodKind,
    ) -> Result<MethodId, BadDescriptor> {
        let key = (owner, Arc::<str>::from(name), Arc::<str>::from(descriptor));
        if let Some(&id) = self.method_ids.get(&key) {
            return Ok(id);
        }
        let bad = || BadDescriptor(descriptor.to_owned());
        let mut rest = descriptor.strip_prefix('(').ok_or_else(bad)?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let (id, after) = self.take_descriptor(rest).ok_or_else(bad)?;
            parameters.push(id);
            rest = after;
        }
        let declared = self.descriptor(&rest[1..])?;
        let result = if kind == MethodKind::Constructor {
            owner
        } else {
            declared
        };
        let (name, descriptor) = (key.1.clone(), key.2.clone());
        let id = MethodId(self.tables.methods.len() as u32);
        self.tables.methods.push(Method {
            owner,
            name,
            descriptor,
            parameters,
            result,
            kind,
        });
        self.method_ids.insert(key, id);
        Ok(id)
    }

    /// The field of that owner (dotted binary name), name and type.
    pub fn field(&mut self, owner: &str, name: &str, descriptor: &str) -> Result<FieldId, BadDescriptor> {
        let owner = self.class(owner);
        let field_type = self.descriptor(descriptor)?;
        let key = (owner, Arc::<str>::from(name), field_type);
        if let Some(&id) = self.field_ids.get(&key) {
            return Ok(id);
        }
        let id = FieldId(self.tables.fields.len() as u32);
        self.tables.fields.push(Field {
            owner,
            name: key.1.clone(),
            field_type,
        });
        self.field_ids.insert(key, id);
        Ok(id)
    }

    /// The id of a class that was mentioned before, without adding it.
    pub fn find_class(&self, name: &str) -> Option<TypeId> {
        self.type_ids.get(&TypeKind::Class(name.into())).copied()
    }

    /// The id of a method that was mentioned before, without adding it.
    pub fn find_method(&self, owner: &str, name: &str, descriptor: &str) -> Option<MethodId> {
        let owner = self.find_class(owner)?;
        self.method_ids.get(&(owner, name.into(), descriptor.into())).copied()
    }

    /// What the id stands for.
    pub fn kind(&self, id: TypeId) -> &TypeKind {
        &self.tables.types[id.index()]
    }

    /// The method of that id.
    pub fn get(&self, id: MethodId) -> &Method {
        &self.tables.methods[id.index()]
    }

    /// The method as the class file names it, `demo.Stack.push(I)V`: no two methods have the same name.
    pub fn full_name(&self, id: MethodId) -> String {
        let method = self.get(id);
        format!("{}.{}{}", self.type_name(method.owner), method.name, method.descriptor)
    }

    /// The field of that id.
    pub fn get_field(&self, id: FieldId) -> &Field {
        &self.tables.fields[id.index()]
    }

    /// How many types are interned: ids run from 0 to here.
    pub fn type_count(&self) -> usize {
        self.tables.types.len()
    }

    /// How many methods are interned: ids run from 0 to here.
    pub fn method_count(&self) -> usize {
        self.tables.methods.len()
    }

    /// The primitive of that type, when it is one.
    pub fn primitive(&self, id: TypeId) -> Option<Primitive> {
        match self.kind(id) {
            TypeKind::Primitive(primitive) => Some(*primitive),
            _ => None,
        }
    }

    /// The binary name with dots of a class or interface.
    pub fn class_name(&self, id: TypeId) -> Option<&str> {
        match self.kind(id) {
            TypeKind::Class(name) => Some(name),
            _ => None,
        }
    }

    /// The type as the language would write it with binary class names: `int[]`, `java.util.Map$Entry`.
    pub fn type_name(&self, id: TypeId) -> String {
        match self.kind(id) {
            TypeKind::Primitive(primitive) => primitive.keyword().to_owned(),
            TypeKind::Class(name) => name.to_string(),
            TypeKind::Array(element) => format!("{}[]", self.type_name(*element)),
        }
    }

    /// The field descriptor of the type (JVMS 4.3.2).
    pub fn type_descriptor(&self, id: TypeId) -> String {
        match self.kind(id) {
            TypeKind::Primitive(primitive) => primitive.descriptor().to_string(),
            TypeKind::Class(name) => format!("L{};", name.replace('.', "/")),
            TypeKind::Array(element) => format!("[{}", self.type_descriptor(*element)),
        }
    }

    /// A method as reports show it, with simple type names: `name(Type, Type)`; a constructor by the simple name of its class.
    pub fn signature(&self, id: MethodId) -> String {
        let method = self.get(id);
        let simple = |id: TypeId| {
            let name = self.type_name(id);
            name.rsplit(['.', '$']).next().unwrap_or(&name).to_owned()
        };
        let parameters: Vec<String> = method.parameters.iter().map(|&id| simple(id)).collect();
        let name = if method.kind == MethodKind::Constructor {
            simple(method.owner)
        } else {
            method.name.to_string()
        };
        format!("{name}({})", parameters.join(", "))
    }

    /// The type as `Class.getName()` would: `[Ljava.lang.String;`, `int`, `java.util.Map$Entry`.
    pub fn type_runtime_name(&self, id: TypeId) -> String {
        match self.kind(id) {
            TypeKind::Array(_) => self.type_descriptor(id).replace('/', "."),
            _ => self.type_name(id),
        }
    }
}

/// Whether a class, by its binary name, is the JDK's own.
pub fn is_of_jdk(class: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun.", "com.sun."]
        .iter()
        .any(|package| class.starts_with(package))
}

/// Whether a class, by its binary name, is one that collects what another is built of: only its name says so.
pub fn is_builder(class: &str) -> bool {
    class.ends_with("Builder")
}

/// How many parameters a method descriptor has (JVMS 4.3.3), or what stands in its brackets; of a broken one, those that can be told.
pub fn parameter_count(descriptor: &str) -> usize {
    let mut rest = descriptor.trim_start_matches('(').split(')').next().unwrap_or_default();
    let mut count = 0;
    while let Some(first) = rest.trim_start_matches('[').chars().next() {
        rest = rest.trim_start_matches('[');
        let length = if first == 'L' {
            rest.find(';').map_or(rest.len(), |end| end + 1)
        } else {
            first.len_utf8()
        };
        rest = &rest[length..];
        count += 1;
    }
    count
}

/// A method as [`Symbols::signature`] shows it, where no table has it; the name alone when the descriptor cannot be read.
pub fn signature(class: &str, name: &str, descriptor: &str) -> String {
    let kind = match name {
        "<init>" => MethodKind::Constructor,
        _ => MethodKind::Instance,
    };
    let mut scratch = Symbols::default();
    let id = scratch.method(class, name, descriptor, kind);
    id.map_or_else(|_| name.to_owned(), |id| scratch.signature(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_builder_is_told_by_the_end_of_its_name() {
        for (class, expected) in [
            ("a.OrderBuilder", true),
            ("a.Order$Builder", true),
            ("a.BuilderOrder", false),
            ("a.Builders", false),
        ] {
            assert_eq!(is_builder(class), expected, "{class}");
        }
    }

    #[test]
    fn parameters_are_counted_by_the_descriptor() {
        for (descriptor, count) in [
            ("()V", 0),
            ("()", 0),
            ("(Ljava/lang/Object;)", 1),
            ("(I[JLdemo/Long;[[Ldemo/Z;D)", 5),
            ("(I[[JLjava/lang/String;[La/B;)V", 4),
            ("(I[[Ljava/lang/String;J)V", 3),
            ("(Lx", 1),
            ("(", 0),
            ("([", 0),
            ("", 0),
        ] {
            assert_eq!(parameter_count(descriptor), count, "{descriptor}");
        }
    }

    #[test]
    fn a_descriptor_comes_apart_into_parameter_types_and_result() {
        let mut symbols = Symbols::default();
        let id = symbols
            .method("a.B", "f", "(I[Ljava/lang/String;[[J)Z", MethodKind::Instance)
            .unwrap();
        let method = symbols.get(id).clone();
        let names: Vec<_> = method.parameters.iter().map(|&p| symbols.type_name(p)).collect();
        assert_eq!(names, ["int", "java.lang.String[]", "long[][]"]);
        assert_eq!(method.result, Primitive::Boolean.type_id());
        assert_eq!(method.operand_count(), 4);
        assert_eq!(method.operand_type(0), symbols.find_class("a.B"));
        assert_eq!(symbols.type_runtime_name(method.parameters[1]), "[Ljava.lang.String;");
    }

    #[test]
    fn the_value_of_a_constructor_is_its_class() {
        let mut symbols = Symbols::default();
        let id = symbols.method("a.B", "<init>", "()V", MethodKind::Constructor).unwrap();
        assert_eq!(symbols.type_name(symbols.get(id).result), "a.B");
    }

    #[test]
    fn a_broken_descriptor_is_an_error() {
        let mut symbols = Symbols::default();
        for bad in ["", "(", "(I", "()", "()VV", "(Ljava/lang/String)V", "(Q)V", "V"] {
            assert!(symbols.method("a.B", "f", bad, MethodKind::Static).is_err(), "{bad}");
        }
    }

    #[test]
    fn names_survive_a_round_trip_with_the_same_ids() {
        let mut symbols = Symbols::default();
        let id = symbols
            .method("a.B", "f", "(I)Ljava/util/List;", MethodKind::Static)
            .unwrap();
        let field = symbols.field("a.B", "ONE", "I").unwrap();
        let bytes = postcard::to_stdvec(&symbols).unwrap();
        let mut back: Symbols = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(back.find_method("a.B", "f", "(I)Ljava/util/List;"), Some(id));
        assert_eq!(back.field("a.B", "ONE", "I"), Ok(field));
    }
}
