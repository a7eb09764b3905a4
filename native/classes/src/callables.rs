//! What a test may call of a class.

use std::collections::BTreeSet;

use palus_sequence::MethodKind;
use palus_sequence::work::Reason;

use crate::access::{Viewpoint, member_visibility};
use crate::descriptor::{element_class, parameters};
use crate::facts::{TypeFacts, Visibility};
use crate::identifier::is_identifier;
use crate::index::ClassIndex;
use crate::info::{Author, ClassInfo, MethodInfo};
use crate::library::LeftOut;
use crate::types::Types;

/// A method or constructor through the class under test, which may have inherited it.
pub(crate) struct Callable {
    pub(crate) name: String,
    pub(crate) descriptor: String,
    pub(crate) kind: MethodKind,
}

/// What a test may call of a class, and what its programmer wrote that it may not.
#[derive(Default)]
pub(crate) struct Callables {
    pub(crate) callable: Vec<Callable>,
    pub(crate) left_out: Vec<LeftOut>,
}

/// Members of these belong to every object, enum or record and say nothing about the class under test.
const ROOTS: [&str; 3] = ["java.lang.Object", "java.lang.Enum", "java.lang.Record"];

/// Constructors first, then methods in the order of declaration, then what it inherits from classes that are no subjects.
pub(crate) fn callables(index: &ClassIndex, class: &ClassInfo, is_subject: &dyn Fn(&str) -> bool) -> Callables {
    let from = Viewpoint::of(class);
    let mut found = Callables::default();
    let is_written = |m: &&MethodInfo| !m.is_made_by_compiler() && m.author != Author::Language;
    let written = || class.methods.iter().filter(is_written);
    let constructors = written().filter(|m| m.is_constructor());
    let methods = written().filter(|m| !m.is_constructor());
    for method in constructors.chain(methods) {
        match obstacle(index, &from, class, method) {
            None => found.callable.push(callable(method)),
            Some(_) if method.author == Author::Generator => {}
            // Whoever needs a constant has it run.
            Some(_) if class.is_enum() && method.is_constructor() => {}
            Some((reason, detail)) => found.left_out.push(LeftOut {
                name: method.name.to_string(),
                descriptor: method.descriptor.to_string(),
                reason,
                detail,
            }),
        }
    }
    if from.sees(index.visibility(class), class.package()) {
        found.callable.extend(inherited(index, &from, class, is_subject));
    }
    found
}

fn inherited(
    index: &ClassIndex,
    from: &Viewpoint,
    class: &ClassInfo,
    is_subject: &dyn Fn(&str) -> bool,
) -> Vec<Callable> {
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    let key = |m: &MethodInfo| (m.name.to_string(), m.parameters().to_owned());
    let mut found = Vec::new();
    for (distance, declaring) in index.supertypes(&class.name).iter().enumerate() {
        let counts = distance > 0 && !ROOTS.contains(&&*declaring.name) && !is_subject(&declaring.name);
        for method in declaring
            .methods
            .iter()
            .filter(|m| !m.is_constructor() && !m.access.is_private())
        {
            if is_visibility_bridge(declaring, method) {
                continue;
            }
            // Other compiler-made methods take part: a bridge overrides too.
            let is_new = seen.insert(key(method));
            let is_callable = is_new
                && counts
                && method.access.is_public()
                && !method.is_made_by_compiler()
                && is_inherited_from(declaring, method)
                && index.has_method(declaring, method)
                && index.hazard(declaring, method).is_none()
                && hidden_parameter(index, from, method).is_none()
                && !is_suspending(method)
                && !is_ambiguous(index, class, method)
                && unwritable(declaring, method).is_none();
            if is_callable {
                found.push(callable(method));
            }
        }
    }
    found
}

/// Whether javac made the method only so that a method of a hidden superclass can be called through the class: nothing that a
/// programmer wrote here stands behind it.
pub(crate) fn is_visibility_bridge(class: &ClassInfo, method: &MethodInfo) -> bool {
    let arity = parameters(&method.descriptor).len();
    let stands_behind =
        |m: &MethodInfo| !m.is_made_by_compiler() && m.name == method.name && parameters(&m.descriptor).len() == arity;
    method.access.is_bridge() && !class.methods.iter().any(stands_behind)
}

/// Of interfaces, default methods of the class path: those of the JDK are its own to test, static ones are not inherited, and
/// abstract ones are declared again by whoever implements them.
fn is_inherited_from(declaring: &ClassInfo, method: &MethodInfo) -> bool {
    let is_jdk = !declaring.is_on_class_path();
    !declaring.access.is_interface() || (!is_jdk && !method.access.is_static() && !method.access.is_abstract())
}

/// Why a test in that place cannot call what the class declares; `None` when it can.
pub(crate) fn obstacle(
    index: &ClassIndex,
    from: &Viewpoint,
    class: &ClassInfo,
    method: &MethodInfo,
) -> Option<(Reason, String)> {
    let hidden = |detail: &str| Some((Reason::NotAccessible, detail.to_owned()));
    if let Some(why) = too_new(index, class, method) {
        return Some((Reason::NotAccessible, why));
    }
    if let Some(why) = class.unreadable {
        return hidden(why);
    }
    if !from.sees(index.visibility(class), class.package()) {
        return hidden("a test cannot name its class");
    }
    if !from.sees(member_visibility(method.access), class.package()) {
        let is_private = member_visibility(method.access) == Visibility::Hidden;
        return hidden(if is_private {
            "it is private"
        } else {
            "it is not public, and a test cannot join its package"
        });
    }
    if let Some(why) = unwritable(class, method) {
        return hidden(why);
    }
    if is_suspending(method) {
        return hidden("it is a suspending function of Kotlin: a coroutine calls it");
    }
    if method.is_constructor() {
        if class.is_abstract() {
            return hidden("its class is abstract: a subclass calls it");
        }
        if class.is_enum() {
            return hidden("the constants of an enum are all there are");
        }
        if class.is_inner() {
            return Some((Reason::NoInput, "its class needs an enclosing instance".to_owned()));
        }
    }
    if let Some(name) = hidden_parameter(index, from, method) {
        return Some((
            Reason::NotAccessible,
            format!("a test cannot name the parameter type {name}"),
        ));
    }
    if is_ambiguous(index, class, method) {
        return hidden("javac cannot choose it among its overloads");
    }
    index.hazard(class, method).map(|why| (Reason::Hazard, why.to_owned()))
}

/// Why the Java language has no call of a method that the class declares, whoever sees it: other languages name and overload members
/// more freely. `None` where it has one.
fn unwritable(declaring: &ClassInfo, method: &MethodInfo) -> Option<&'static str> {
    if !method.is_constructor() && !is_identifier(&method.name) {
        return Some("its name is none in the Java language");
    }
    let is_twin = |m: &&MethodInfo| {
        m.name == method.name && m.descriptor != method.descriptor && m.parameters() == method.parameters()
    };
    let mut twins = declaring.methods.iter().filter(is_twin);
    // javac passes over what is synthetic or private.
    let differs_by_result = twins.any(|m| !m.is_made_by_compiler() && !m.access.is_private());
    differs_by_result.then_some("javac cannot tell it from an overload that differs by the result alone")
}

/// Whether it was a `suspend fun`: Kotlin gives it one parameter more, and calls it again and again with that until it has its result. Nobody writes
/// the type so in Kotlin or Java: `Continuation` takes its argument with `in` already.
fn is_suspending(method: &MethodInfo) -> bool {
    let last = parameters(&method.descriptor).pop();
    last == Some("Lkotlin/coroutines/Continuation;")
        && method.descriptor.ends_with(")Ljava/lang/Object;")
        && method.signature.as_deref().is_some_and(|signature| {
            let continuation = signature.rfind("Lkotlin/coroutines/Continuation<-");
            continuation.is_some_and(|at| signature[at..].matches(')').count() == 1)
        })
}

/// What the release for which tests are compiled lacks, as a clause.
pub(crate) fn too_new(index: &ClassIndex, class: &ClassInfo, method: &MethodInfo) -> Option<String> {
    let release = index.release.as_ref()?.number;
    if !index.has_class(class) {
        return Some(format!("release {release} of Java has no such class"));
    }
    let has = index.has_method(class, method);
    (!has).then(|| format!("release {release} of Java has no such method"))
}

/// The first class among the parameter types that a test in that place cannot name. The result may be of a hidden class: its
/// value is then not used by name.
fn hidden_parameter(index: &ClassIndex, from: &Viewpoint, method: &MethodInfo) -> Option<String> {
    let hidden = parameters(&method.descriptor)
        .into_iter()
        .find(|p| !index.can_name(from, p))?;
    element_class(hidden)
}

/// Whether no call has javac choose the method: none through that class, or, where it clashes with another, through a supertype either. All
/// signatures of a raw receiver are erased, and there it can.
fn is_ambiguous(index: &ClassIndex, class: &ClassInfo, method: &MethodInfo) -> bool {
    let from = Viewpoint::of(class);
    let is_seen = |site: &String| {
        index
            .class(site)
            .is_some_and(|site| from.sees(index.visibility(&site), site.package()))
    };
    let sites = index.sites_beside_clash(&class.name, &method.name, &method.descriptor);
    if sites.is_some_and(|sites| !sites.iter().any(|(site, _)| is_seen(site))) {
        return true;
    }
    let is_erased = || kind(method) != MethodKind::Static && !Types::new(index).type_parameters(&class.name).is_empty();
    index.is_ambiguous(&class.name, &method.name, &method.descriptor) && !is_erased()
}

fn callable(method: &MethodInfo) -> Callable {
    Callable {
        name: method.name.to_string(),
        descriptor: method.descriptor.to_string(),
        kind: kind(method),
    }
}

/// How a method is called.
pub(crate) fn kind(method: &MethodInfo) -> MethodKind {
    if method.is_constructor() {
        MethodKind::Constructor
    } else if method.access.is_static() {
        MethodKind::Static
    } else {
        MethodKind::Instance
    }
}
