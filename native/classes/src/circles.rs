//! Classes that need each other to be initialised: which is touched first decides what the others find (JVMS 5.5).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::body::{Body, CallKind, Member};
use crate::index::ClassIndex;
use crate::info::{ClassInfo, Constant, MethodInfo};

/// An initialiser that passes through more methods is not followed further.
const MOST_METHODS: usize = 2_000;

/// Classes that need each other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Circle {
    /// Two or more, in order: each is initialised while each of the others is, if it was not before.
    pub classes: Vec<Arc<str>>,
    /// Those besides that need one of them, and keep what they find then, in order.
    pub users: Vec<Arc<str>>,
}

/// What classes have to do with each other by their static state.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StaticTies {
    /// Sets of classes that need each other to be initialised.
    pub circles: Vec<Circle>,
    /// For each class the others whose static fields its code reads; what a final one refers to may change, too. Those that read none are left out.
    pub reads: BTreeMap<String, BTreeSet<String>>,
}

impl StaticTies {
    /// Those among these classes.
    pub fn of(index: &ClassIndex, classes: &[String]) -> Self {
        let loaded = index.load(classes);
        let bodies = index.bodies_of(&loaded);
        let known = known(&loaded, &bodies);
        let reads = known.keys().map(|&name| ((*name).to_owned(), reads(&known, name)));
        Self {
            circles: circles(&known),
            reads: reads.filter(|(_, read)| !read.is_empty()).collect(),
        }
    }
}

/// The other classes whose static fields the code of this one reads.
fn reads(known: &Classes<'_>, name: &str) -> BTreeSet<String> {
    let bodies = known.get(name).map_or(&[][..], |(_, bodies)| bodies);
    let accesses = bodies.iter().flat_map(|body| &body.fields);
    let read = accesses
        .filter(|access| access.reads > 0 && &*access.field.owner != name && is_static_field(known, &access.field));
    read.map(|access| access.field.owner.to_string()).collect()
}

fn known<'c>(loaded: &'c [Arc<ClassInfo>], bodies: &'c [Vec<Body>]) -> Classes<'c> {
    let all = loaded.iter().zip(bodies);
    all.map(|(class, bodies)| (&*class.name, (class, bodies.as_slice())))
        .collect()
}

/// The circles among these classes, in order. More than there are: calls are followed to the methods that they name, whatever overrides them, and
/// whether a branch is taken is not asked, and a text that is the name of a class counts as a use of it.
fn circles(known: &Classes<'_>) -> Vec<Circle> {
    let needs: BTreeMap<&str, BTreeSet<&str>> = known.keys().map(|&name| (name, needs(known, name))).collect();
    let reached: BTreeMap<&str, BTreeSet<&str>> = needs.keys().map(|&name| (name, reached(&needs, name))).collect();
    let mut circles = BTreeSet::new();
    for (&name, others) in &reached {
        let back = |other: &&&str| reached[**other].contains(name);
        let classes: Vec<Arc<str>> = others.iter().filter(back).map(|&other| other.into()).collect();
        if classes.len() > 1 {
            let users = reached
                .iter()
                .filter(|(user, needs)| needs.contains(name) && !classes.iter().any(|class| **class == ***user));
            let users = users.map(|(&user, _)| user.into()).collect();
            circles.insert(Circle { classes, users });
        }
    }
    circles.into_iter().collect()
}

type Classes<'c> = BTreeMap<&'c str, (&'c Arc<ClassInfo>, &'c [Body])>;

/// The classes that are initialised while this one is, by its own initialiser and the code that it passes through.
fn needs<'c>(known: &Classes<'c>, name: &str) -> BTreeSet<&'c str> {
    let mut found = BTreeSet::new();
    let mut passed: BTreeSet<(&str, usize)> = BTreeSet::new();
    let Some((&name, (class, _))) = known.get_key_value(name) else {
        return found;
    };
    let mut touches = |class: &str| {
        if let Some((&class, _)) = known.get_key_value(class) {
            found.insert(class);
        }
    };
    class.superclass.iter().for_each(|superclass| touches(superclass));
    let initialiser = class.methods.iter().position(|method| &*method.name == "<clinit>");
    let mut open: Vec<(&str, usize)> = initialiser.map(|method| (name, method)).into_iter().collect();
    while let Some((owner, method)) = open.pop() {
        if passed.len() >= MOST_METHODS || !passed.insert((owner, method)) {
            continue;
        }
        let Some(body) = known.get(owner).and_then(|(_, bodies)| bodies.get(method)) else {
            continue;
        };
        for access in &body.fields {
            if is_static_field(known, &access.field) {
                touches(&access.field.owner);
            }
        }
        // Class.forName, mostly behind a method that catches what it throws.
        for constant in &body.constants {
            if let Constant::String(text) = constant {
                touches(&text.to_lossy());
            }
        }
        for call in &body.calls {
            let makes = call.kind == CallKind::Special && &*call.target.name == "<init>";
            if makes || call.kind == CallKind::Static {
                touches(&call.target.owner);
            }
            open.extend(declaration(known, &call.target));
        }
    }
    found
}

/// Where a method is declared: in the class that the call names, or the nearest superclass.
fn declaration<'c>(known: &Classes<'c>, target: &Member) -> Option<(&'c str, usize)> {
    let is_target = |method: &MethodInfo| method.name == target.name && method.descriptor == target.descriptor;
    let mut name: Arc<str> = Arc::clone(&target.owner);
    // A broken class path can hold a class that is its own superclass.
    for _ in 0..known.len() {
        let (&class, (info, _)) = known.get_key_value(&*name)?;
        if let Some(method) = info.methods.iter().position(is_target) {
            return Some((class, method));
        }
        name = Arc::clone(info.superclass.as_ref()?);
    }
    None
}

fn is_static_field(known: &Classes<'_>, field: &Member) -> bool {
    let Some((class, _)) = known.get(&*field.owner) else {
        return false;
    };
    let declared = class.fields.iter().find(|declared| declared.name == field.name);
    // An inherited one may be either.
    declared.is_none_or(|declared| declared.access.is_static())
}

/// All that is needed, directly or not, and the class itself.
fn reached<'c>(needs: &BTreeMap<&'c str, BTreeSet<&'c str>>, name: &'c str) -> BTreeSet<&'c str> {
    let mut all = BTreeSet::from([name]);
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        for &other in needs.get(name).into_iter().flatten() {
            if all.insert(other) {
                open.push(other);
            }
        }
    }
    all
}
