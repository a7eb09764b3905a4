//! The code that is executed: classes with their methods and the layout of their objects, read when they are first asked for.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use palus_classes::{ClassIndex, ClassInfo, Instruction, Member, MethodCode};
use palus_state::{Ignored, is_captured};
use rustc_hash::FxHashMap;

use crate::jdk::is_executed;
use crate::path::{ENTRY, Way};

/// A method.
#[expect(clippy::struct_excessive_bools, reason = "they are flags of class files")]
#[derive(Debug)]
pub(crate) struct Method {
    /// Its number among all methods that were read.
    pub(crate) number: usize,
    pub(crate) class: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) descriptor: Arc<str>,
    /// The descriptors of its parameters, the receiver not among them.
    pub(crate) parameters: Vec<Arc<str>>,
    pub(crate) is_static: bool,
    pub(crate) is_private: bool,
    pub(crate) is_abstract: bool,
    /// Whether it is code under test, whose branches count, and not of the JDK.
    pub(crate) is_under_test: bool,
    /// `None` for native and abstract methods.
    pub(crate) code: Option<MethodCode>,
}

impl Method {
    /// The descriptor of what it returns.
    pub(crate) fn result(&self) -> &str {
        result(&self.descriptor)
    }

    pub(crate) fn is_initialiser(&self) -> bool {
        &*self.name == "<clinit>"
    }

    /// Its start and all ways out of its branches, where it is code under test.
    pub(crate) fn ways(&self) -> Vec<Way> {
        let Some(code) = self.code.as_ref().filter(|_| self.is_under_test) else {
            return Vec::new();
        };
        let way = |(offset, out)| Way {
            method: self.number,
            offset,
            out,
        };
        let outs = |(at, (offset, _)): (usize, &(u32, Instruction))| {
            let offset = *offset;
            (0..code.ways(at).len() as u32).map(move |out| (offset, out))
        };
        let branches = code.instructions.iter().enumerate().flat_map(outs);
        std::iter::once((ENTRY, 0)).chain(branches).map(way).collect()
    }
}

/// An instance field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) owner: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) descriptor: Arc<str>,
    /// Whether it is part of a state.
    pub(crate) counts: bool,
}

/// A class that was read.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) info: Arc<ClassInfo>,
    pub(crate) methods: Vec<Arc<Method>>,
    /// The instance fields of its objects, superclasses' first; of classes of the JDK those that are executed alone.
    pub(crate) fields: Vec<Field>,
}

impl Loaded {
    pub(crate) fn method(&self, name: &str, descriptor: &str) -> Option<&Arc<Method>> {
        let is_it = |method: &&Arc<Method>| &*method.name == name && &*method.descriptor == descriptor;
        self.methods.iter().find(is_it)
    }

    /// The position of a field in its objects: the one that the named class or the nearest above it declares.
    pub(crate) fn field(&self, name: &str, descriptor: &str, is_owner: impl Fn(&str) -> bool) -> Option<usize> {
        let is_it = |field: &Field| &*field.name == name && &*field.descriptor == descriptor && is_owner(&field.owner);
        self.fields.iter().rposition(is_it)
    }
}

/// The classes that were read, by whatever executor, and their methods by their numbers.
#[derive(Default)]
struct Store {
    classes: FxHashMap<Arc<str>, Option<Arc<Loaded>>>,
    methods: Vec<Arc<Method>>,
    ignored: Ignored,
}

/// Classes by their names. Clones number methods alike.
#[derive(Clone)]
pub(crate) struct Program {
    pub(crate) index: Arc<ClassIndex>,
    store: Arc<Mutex<Store>>,
    /// Those that were asked for here.
    classes: FxHashMap<Arc<str>, Option<Arc<Loaded>>>,
    /// Of each class that was asked about, which others its objects are of.
    instances: FxHashMap<Arc<str>, FxHashMap<Arc<str>, bool>>,
}

impl Program {
    pub(crate) fn new(index: Arc<ClassIndex>) -> Self {
        Self {
            index,
            store: Arc::default(),
            classes: FxHashMap::default(),
            instances: FxHashMap::default(),
        }
    }

    /// The class of that binary name; `None` when there is no class file that can be read.
    pub(crate) fn class(&mut self, name: &str) -> Option<Arc<Loaded>> {
        if let Some(known) = self.classes.get(name) {
            return known.clone();
        }
        let loaded = self.store().class(&Arc::clone(&self.index), name);
        self.classes.insert(name.into(), loaded.clone());
        loaded
    }

    /// The method of that number.
    pub(crate) fn method(&self, number: usize) -> Option<Arc<Method>> {
        self.store().methods.get(number).cloned()
    }

    /// What a thread has read stays good when it fails.
    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The method that an instruction names, declared by the class or above it.
    pub(crate) fn resolve(&mut self, owner: &str, name: &str, descriptor: &str) -> Option<Arc<Method>> {
        let mut class = Some(owner.to_owned());
        let mut interfaces = Vec::new();
        while let Some(loaded) = class.and_then(|class| self.class(&class)) {
            if let Some(method) = loaded.method(name, descriptor) {
                return Some(Arc::clone(method));
            }
            interfaces.extend(loaded.info.interfaces.iter().cloned());
            class = loaded.info.superclass.as_ref().map(ToString::to_string);
        }
        self.default_method(interfaces, name, descriptor)
    }

    /// The method that a call on an object of that class runs.
    pub(crate) fn select(&mut self, class: &str, target: &Member) -> Option<Arc<Method>> {
        let named = self.resolve(&target.owner, &target.name, &target.descriptor);
        if let Some(method) = named.filter(|method| method.is_private) {
            return Some(method);
        }
        self.resolve(class, &target.name, &target.descriptor)
    }

    fn default_method(&mut self, mut open: Vec<Arc<str>>, name: &str, descriptor: &str) -> Option<Arc<Method>> {
        let mut met = BTreeSet::new();
        let mut found = None;
        while let Some(interface) = open.pop() {
            let Some(loaded) = self.class(&interface).filter(|_| met.insert(interface)) else {
                continue;
            };
            match loaded.method(name, descriptor) {
                Some(method) if !method.is_abstract => return Some(Arc::clone(method)),
                Some(method) => found = Some(Arc::clone(method)),
                None => {}
            }
            open.extend(loaded.info.interfaces.iter().cloned());
        }
        found
    }

    /// Whether objects of one class are of another one; both binary names or descriptors of array types.
    pub(crate) fn is_instance(&mut self, class: &str, of: &str) -> bool {
        if class == of || of == "java.lang.Object" {
            return true;
        }
        if let Some(known) = self.instances.get(class).and_then(|known| known.get(of)) {
            return *known;
        }
        let is_one = self.is_below(class, of);
        self.instances
            .entry(class.into())
            .or_default()
            .insert(of.into(), is_one);
        is_one
    }

    fn is_below(&mut self, class: &str, of: &str) -> bool {
        if let Some(element) = class.strip_prefix('[') {
            let Some(wanted) = of.strip_prefix('[') else {
                return matches!(of, "java.lang.Cloneable" | "java.io.Serializable");
            };
            return match (element_class(element), element_class(wanted)) {
                (Some(element), Some(wanted)) => self.is_instance(&element, &wanted),
                _ => element == wanted,
            };
        }
        let mut open: Vec<Arc<str>> = vec![class.into()];
        let mut met = BTreeSet::new();
        while let Some(class) = open.pop() {
            if *class == *of {
                return true;
            }
            if !met.insert(Arc::clone(&class)) {
                continue;
            }
            if let Some(loaded) = self.class(&class) {
                open.extend(loaded.info.superclass.iter().chain(&loaded.info.interfaces).cloned());
            }
        }
        false
    }

    /// The nearest class above it, itself included, that is one of the JDK.
    pub(crate) fn base(&mut self, class: &str) -> Option<Arc<str>> {
        let mut at = self.class(class)?;
        while at.info.is_on_class_path() {
            let above = at.info.superclass.clone()?;
            at = self.class(&above)?;
        }
        Some(Arc::clone(&at.info.name))
    }
}

impl Store {
    fn class(&mut self, index: &ClassIndex, name: &str) -> Option<Arc<Loaded>> {
        if let Some(known) = self.classes.get(name) {
            return known.clone();
        }
        // A class that is above itself is none.
        self.classes.insert(name.into(), None);
        let loaded = self.load(index, name).map(Arc::new);
        self.classes.insert(name.into(), loaded.clone());
        loaded
    }

    fn load(&mut self, index: &ClassIndex, name: &str) -> Option<Loaded> {
        let info = index.class(name)?;
        let is_read = is_read(&info);
        let code = if is_read { index.code(name) } else { Vec::new() };
        let mut code = code.into_iter();
        let mut methods = Vec::new();
        for method in &info.methods {
            let method = Arc::new(Method {
                number: self.methods.len(),
                class: Arc::clone(&info.name),
                name: Arc::clone(&method.name),
                descriptor: Arc::clone(&method.descriptor),
                parameters: parameters(&method.descriptor),
                is_static: method.access.is_static(),
                is_private: method.access.is_private(),
                is_abstract: method.access.is_abstract(),
                is_under_test: info.is_on_class_path(),
                code: code.next().flatten(),
            });
            self.methods.push(Arc::clone(&method));
            methods.push(method);
        }
        let mut fields = match &info.superclass {
            Some(above) => self.class(index, above)?.fields.clone(),
            None => Vec::new(),
        };
        let own = info.fields.iter().filter(|field| is_read && !field.access.is_static());
        fields.extend(own.map(|field| Field {
            owner: Arc::clone(&info.name),
            name: Arc::clone(&field.name),
            descriptor: Arc::clone(&field.descriptor),
            counts: !self.ignored.has(&info.name, &field.name)
                && (!field.access.is_synthetic() || is_captured(&field.name)),
        }));
        Some(Loaded { info, methods, fields })
    }
}

/// The class, or the descriptor of the array type, of a descriptor; `None` for a primitive.
fn element_class(descriptor: &str) -> Option<String> {
    if descriptor.starts_with('[') {
        return Some(descriptor.to_owned());
    }
    let inside = descriptor.strip_prefix('L')?.strip_suffix(';')?;
    Some(inside.replace('/', "."))
}

/// Whether the code and the fields of a class are those that are executed.
pub(crate) fn is_read(class: &ClassInfo) -> bool {
    class.is_on_class_path() || is_executed(&class.name)
}

/// The descriptor of what a method returns.
pub(crate) fn result(descriptor: &str) -> &str {
    descriptor.rsplit_once(')').map_or("V", |(_, result)| result)
}

/// The descriptors of the parameters of a method.
pub(crate) fn parameters(descriptor: &str) -> Vec<Arc<str>> {
    let mut found = Vec::new();
    let mut rest = descriptor.strip_prefix('(').unwrap_or_default();
    loop {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let length = match rest.as_bytes().get(dimensions) {
            Some(b'L') => rest.find(';').map(|end| end + 1),
            Some(b')') | None => None,
            Some(_) => Some(dimensions + 1),
        };
        let Some(length) = length else { return found };
        found.push(rest[..length].into());
        rest = &rest[length..];
    }
}
