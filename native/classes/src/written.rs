//! What a compiler made, mapped to what the programmer wrote.

use crate::body::{Body, CallKind, Member};
use crate::descriptor::parameters;
use crate::hierarchy::Declared;
use crate::index::ClassIndex;
use crate::info::{ClassInfo, MethodInfo};

impl ClassIndex {
    /// The method of the source behind a method of a class: itself where a programmer wrote it; behind a bridge, the method that it
    /// hands on to; behind the body of a lambda, the method in which the lambda stands; behind an accessor, the method that it calls.
    /// `None` for what no method of the source stands behind, such as an accessor of a field.
    pub fn written(&self, method: &Declared) -> Option<Declared> {
        let class = &method.class;
        if !method.method().is_made_by_compiler() {
            return Some(method.clone());
        }
        let bodies = self.bodies(&class.name);
        // A lambda can stand in a lambda; each is looked for in others, so no more steps than methods.
        let mut at = method.index;
        for _ in 0..class.methods.len() {
            let made = class.methods.get(at)?;
            if !made.is_made_by_compiler() {
                return Some(Declared {
                    class: class.clone(),
                    index: at,
                });
            }
            if made.name.starts_with("lambda$") {
                at = binder(class, made, &bodies)?;
                continue;
            }
            let handed_on = handed_on(made, bodies.get(at)?)?;
            return self.resolve_method(&handed_on.owner, &handed_on.name, &handed_on.descriptor);
        }
        None
    }
}

/// The method whose code binds the body of a lambda.
fn binder(class: &ClassInfo, made: &MethodInfo, bodies: &[Body]) -> Option<usize> {
    let is_it = |target: &Member| {
        target.owner == class.name && target.name == made.name && target.descriptor == made.descriptor
    };
    bodies.iter().position(|body| {
        let mut bound = body.calls.iter().filter(|call| call.kind == CallKind::Dynamic);
        bound.any(|call| is_it(&call.target))
    })
}

/// The call that a bridge or accessor consists of. A bridge has the name of the method behind it, and as many parameters; it may unbox
/// or convert nothing, so there is one such call.
fn handed_on<'b>(made: &MethodInfo, body: &'b Body) -> Option<&'b Member> {
    let arity = parameters(&made.descriptor).len();
    let mut targets = body.calls.iter().map(|call| &*call.target);
    if made.access.is_bridge() {
        return targets.find(|target| target.name == made.name && parameters(&target.descriptor).len() == arity);
    }
    match (targets.next(), targets.next()) {
        (Some(only), None) if made.name.starts_with("access$") => Some(only),
        _ => None,
    }
}
