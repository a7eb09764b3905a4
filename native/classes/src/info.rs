//! What one class file says, without the bodies of its methods.

use std::sync::Arc;

use palus_sequence::JavaString;

use crate::body::Member;

/// Access flags of a class, field or method (JVMS tables 4.1-B, 4.5-A, 4.6-A).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Access(pub u16);

#[expect(missing_docs, reason = "the names are Java's own")]
impl Access {
    pub fn is_public(self) -> bool {
        self.0 & 0x0001 != 0
    }
    pub fn is_private(self) -> bool {
        self.0 & 0x0002 != 0
    }
    pub fn is_protected(self) -> bool {
        self.0 & 0x0004 != 0
    }
    pub fn is_static(self) -> bool {
        self.0 & 0x0008 != 0
    }
    pub fn is_final(self) -> bool {
        self.0 & 0x0010 != 0
    }
    /// Of a method.
    pub fn is_bridge(self) -> bool {
        self.0 & 0x0040 != 0
    }
    /// Of a method.
    pub fn is_varargs(self) -> bool {
        self.0 & 0x0080 != 0
    }
    pub fn is_interface(self) -> bool {
        self.0 & 0x0200 != 0
    }
    pub fn is_abstract(self) -> bool {
        self.0 & 0x0400 != 0
    }
    pub fn is_synthetic(self) -> bool {
        self.0 & 0x1000 != 0
    }
    pub fn is_annotation(self) -> bool {
        self.0 & 0x2000 != 0
    }
    pub fn is_enum(self) -> bool {
        self.0 & 0x4000 != 0
    }
}

/// How a class sits among others (JVMS 4.7.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Nesting {
    /// In no other class.
    TopLevel,
    /// A member of another class.
    Member {
        /// The binary name of the class around it.
        outer: Arc<str>,
        /// Its own name in source.
        simple: Arc<str>,
        /// Its access as written; the flags of the class itself cannot say `private`, `protected` or `static`.
        access: Access,
    },
    /// Local or anonymous: source outside cannot name it. [`ClassInfo::enclosing`] says where it stands.
    Hidden,
}

/// Where a local or anonymous class stands (JVMS 4.7.7).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enclosing {
    /// The binary name of the class around it.
    pub class: Arc<str>,
    /// The name and descriptor of the method around it; `None` for one in an initialiser.
    pub method: Option<(Arc<str>, Arc<str>)>,
}

/// A component of a record (JVMS 4.7.30).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordComponent {
    /// Its name, which is that of its field and of its reader.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// Its generic signature, where it has one.
    pub signature: Option<Arc<str>>,
}

/// A value that the constant pool holds (JVMS 4.4).
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// Also `byte`, `char`, `short` and `boolean`.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// A `float`.
    Float(f32),
    /// A `double`.
    Double(f64),
    /// A string.
    String(JavaString),
    /// A class literal, as the field descriptor of its type.
    Class(Arc<str>),
    /// A static field of its own class: a constant, where the class is an enum.
    Enum(Arc<Member>),
}

impl Constant {
    /// Whether it is of a primitive type.
    pub fn is_number(&self) -> bool {
        matches!(self, Self::Int(_) | Self::Long(_) | Self::Float(_) | Self::Double(_))
    }
}

/// An annotation that is kept at run time (JVMS 4.7.16).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The binary name of its class.
    pub class: Arc<str>,
    /// Its elements that are strings, by name.
    pub texts: Vec<(Arc<str>, Arc<str>)>,
}

impl Annotation {
    /// The string of that name.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts
            .iter()
            .find(|(known, _)| **known == *name)
            .map(|(_, text)| &**text)
    }
}

/// Who wrote a method down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Author {
    /// Somebody, as far as the class file says.
    #[default]
    Programmer,
    /// A tool that generates source or class files: an annotation says so, as Lombok's does.
    Generator,
    /// The language declares it, of an enum class (JLS 8.9.3) or a record class (JLS 8.10.3).
    Language,
}

/// A field of a class.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldInfo {
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor (JVMS 4.3.2).
    pub descriptor: Arc<str>,
    /// Its flags.
    pub access: Access,
    /// Its generic signature, where it has one.
    pub signature: Option<Arc<str>>,
    /// The value of a compile-time constant.
    pub constant: Option<Constant>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// Marked deprecated.
    pub is_deprecated: bool,
}

/// A method or constructor of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodInfo {
    /// Its name; `<init>` for a constructor, `<clinit>` for the static initialiser.
    pub name: Arc<str>,
    /// Its descriptor (JVMS 4.3.3).
    pub descriptor: Arc<str>,
    /// Its flags.
    pub access: Access,
    /// Its generic signature, where it has one.
    pub signature: Option<Arc<str>>,
    /// The binary names of its `throws` clause.
    pub exceptions: Vec<Arc<str>>,
    /// The names of its parameters where the class file has them, one a parameter.
    pub parameter_names: Vec<Option<Arc<str>>>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// The binary names of the annotations of its parameters, one list a parameter; empty when none has any.
    pub parameter_annotations: Vec<Vec<Arc<str>>>,
    /// Who wrote it.
    pub author: Author,
    /// Marked deprecated.
    pub is_deprecated: bool,
}

impl MethodInfo {
    /// The part of the descriptor that decides what overrides what: the parameters in their brackets.
    pub fn parameters(&self) -> &str {
        match self.descriptor.rfind(')') {
            Some(end) => &self.descriptor[..=end],
            None => &self.descriptor,
        }
    }

    /// Whether it is a constructor.
    pub fn is_constructor(&self) -> bool {
        &*self.name == "<init>"
    }

    /// Whether a compiler made it, so that source cannot call it.
    pub fn is_made_by_compiler(&self) -> bool {
        self.access.is_synthetic() || self.access.is_bridge() || &*self.name == "<clinit>"
    }
}

/// A class or interface.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassInfo {
    /// The binary name with dots.
    pub name: Arc<str>,
    /// Its flags; for a member class see also [`Nesting::Member`].
    pub access: Access,
    /// Where it sits.
    pub nesting: Nesting,
    /// Its flags as the table of inner classes has them, which can say `private`, `protected` and `static` (JVMS 4.7.6).
    pub inner_access: Option<Access>,
    /// Where it stands when it is local or anonymous.
    pub enclosing: Option<Enclosing>,
    /// The components of a record, in their order; `None` for other classes.
    pub components: Option<Vec<RecordComponent>>,
    /// The binary names of the classes that may extend a sealed class or interface (JVMS 4.7.31); empty for other classes.
    pub permitted: Vec<Arc<str>>,
    /// The binary name of the superclass; `java.lang.Object` for interfaces, as in the class file.
    pub superclass: Option<Arc<str>>,
    /// The binary names of the direct superinterfaces.
    pub interfaces: Vec<Arc<str>>,
    /// Its generic signature, where it has one.
    pub signature: Option<Arc<str>>,
    /// In the order of the class file.
    pub fields: Vec<FieldInfo>,
    /// In the order of the class file, which is that of the source for javac.
    pub methods: Vec<MethodInfo>,
    /// Marked deprecated.
    pub is_deprecated: bool,
    /// Whether it says by an annotation that several threads may use an object of it at once: `@ThreadSafe`, whoever's that is.
    pub is_thread_safe: bool,
    /// Who wrote it as a whole.
    pub author: Author,
    /// Why javac reads no class of that file, as a clause, where that is known beforehand: no source can name it.
    pub unreadable: Option<&'static str>,
    /// Where the class was found.
    pub origin: Origin,
}

/// Where a class was found, as far as that decides who can name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// On the class path; tests can join its package.
    Open,
    /// On the class path, in a signed jar or a sealed package: tests cannot join its package.
    Closed,
    /// In a package of the JDK that its module exports to everybody.
    JdkExported,
    /// In a package of the JDK that is nobody else's business.
    JdkInternal,
}

impl ClassInfo {
    /// Whether it is not one of the JDK.
    pub fn is_on_class_path(&self) -> bool {
        matches!(self.origin, Origin::Open | Origin::Closed)
    }

    /// The package, empty for the unnamed one.
    pub fn package(&self) -> &str {
        package_of(&self.name)
    }

    /// Its modifiers as `Class.getModifiers()` gives them: the flags of JVMS table 4.7.6-A.
    pub fn modifiers(&self) -> u16 {
        self.inner_access.unwrap_or(self.access).0 & 0x7FFF & !0x0020
    }

    /// Whether it is an inner class that needs an enclosing instance.
    pub fn is_inner(&self) -> bool {
        match &self.nesting {
            Nesting::Member { access, .. } => !access.is_static() && !self.access.is_interface(),
            _ => false,
        }
    }

    /// Whether `new` cannot make it: abstract classes and interfaces.
    pub fn is_abstract(&self) -> bool {
        self.access.is_abstract() || self.access.is_interface()
    }

    /// Whether it is a record.
    pub fn is_record(&self) -> bool {
        self.components.is_some()
    }

    /// Whether it says which classes may extend it.
    pub fn is_sealed(&self) -> bool {
        !self.permitted.is_empty()
    }

    /// Whether it is an enum class, not the body of one of its constants.
    pub fn is_enum(&self) -> bool {
        self.access.is_enum() && self.superclass.as_deref() == Some("java.lang.Enum")
    }

    /// Whether a programmer wrote it as a class that could be tested: no local or anonymous class, no annotation, none that a
    /// compiler made.
    pub fn is_candidate(&self) -> bool {
        self.nesting != Nesting::Hidden && !self.access.is_synthetic() && !self.access.is_annotation()
    }

    /// The position of the method it declares by that name and descriptor.
    pub fn find_method(&self, name: &str, descriptor: &str) -> Option<usize> {
        self.methods
            .iter()
            .position(|m| &*m.name == name && &*m.descriptor == descriptor)
    }

    /// The field it declares by that name and descriptor.
    pub fn find_field(&self, name: &str, descriptor: &str) -> Option<&FieldInfo> {
        self.fields
            .iter()
            .find(|f| &*f.name == name && &*f.descriptor == descriptor)
    }
}

/// The package of a binary name, empty for the unnamed one.
pub(crate) fn package_of(name: &str) -> &str {
    name.rfind('.').map_or("", |dot| &name[..dot])
}
