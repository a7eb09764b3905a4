//! Calls that javac resolves to the method that was meant, with as few casts as that takes.

use palus_classes::{MethodFacts, Visibility};
use palus_sequence::{Method, MethodKind};

use super::code::Code;
use super::expression::{Expression, Scope, member};
use super::signature::{Constraint, Signature};
use super::types::{JType, Types};

impl Scope<'_, '_> {
    /// The call of `method` with these operands, the receiver first.
    pub(super) fn call(&mut self, method: &Method, operands: Vec<Expression>) -> Result<Expression, String> {
        if operands.len() != method.operand_count() {
            return Err(format!("a call of {} has {} operands", method.name, operands.len()));
        }
        let owner = JType::of(self.symbols, method.owner);
        let facts = self.facts_of(method);
        if facts
            .as_ref()
            .is_some_and(|facts| facts.visibility == Visibility::Hidden)
        {
            return Err(format!("{} is not accessible", method.name));
        }
        let mut arguments = operands;
        let receiver = match method.kind {
            MethodKind::Instance => {
                let receiver = self.receiver(arguments.remove(0), &owner)?;
                let hides = facts.as_ref().is_some_and(|facts| self.may_hide(&receiver.of, facts));
                Some(if hides && receiver.of != owner && self.types.is_accessible(&owner) {
                    self.seen_as(receiver, &owner)?
                } else {
                    receiver
                })
            }
            _ => None,
        };
        let wanted: Vec<_> = method
            .parameters
            .iter()
            .map(|&id| JType::of(self.symbols, id))
            .collect();
        let mut target = Target::new(self.types, (method, &owner), receiver.as_ref(), facts.as_ref(), wanted);
        let beside_clash = target.beside_clash()?;
        let ancestor = if let Some((site, _)) = &beside_clash {
            Some(site.clone())
        } else if target.is_hidden_from(&arguments) && self.types.is_accessible(&owner) {
            Some(owner.clone())
        } else {
            target.generic_ancestor(&arguments)
        };
        let receiver = match (receiver, ancestor) {
            (Some(receiver), Some(ancestor)) => {
                target.site = ancestor.clone();
                target.typed = false;
                Some(self.seen_as(receiver, &ancestor)?)
            }
            (receiver, _) => receiver,
        };
        if target.is_ambiguous() {
            return Err(format!("no cast has javac choose this {}", method.name));
        }
        let casts = target.casts(&arguments);
        let spreads = target.spreads(&arguments);
        let mut written = Vec::new();
        let further = target.further_bounds();
        for ((argument, wanted), (cast, further)) in arguments
            .into_iter()
            .zip(&target.wanted)
            .zip(casts.into_iter().zip(further))
        {
            let argument = if cast {
                self.cast_to_all(argument, wanted, &further)?
            } else {
                self.converted(argument, wanted)?
            };
            written.push(argument.code);
        }
        if spreads && let Some(Code::Seq(mut array)) = written.pop() {
            match array.pop() {
                Some(Code::Elements(elements)) => written.extend(elements),
                _ => return Err(format!("the variable arguments of {} are no array", method.name)),
            }
        }
        let code = self.written(method, &owner, receiver, written)?;
        let result = beside_clash.map_or_else(|| JType::of(self.symbols, method.result), |(_, there)| there);
        Ok(Expression::new(code, result))
    }

    /// What is known of the method.
    pub(super) fn facts_of(&self, method: &Method) -> Option<MethodFacts> {
        self.types
            .facts
            .method(&self.symbols.type_name(method.owner), &method.name, &method.descriptor)
    }

    /// Whether javac may find another method of that name and parameters in the static type, which the test must not call: a class of another
    /// package overrides what is protected, and does not see what has no modifier (JLS 6.6, 8.4.8).
    fn may_hide(&self, site: &JType, facts: &MethodFacts) -> bool {
        let JType::Class(site) = site else { return false };
        let package = site.rsplit_once('.').map_or("", |(package, _)| package);
        facts.visibility == Visibility::Package && package != self.types.package
    }

    fn written(
        &mut self,
        method: &Method,
        owner: &JType,
        receiver: Option<Expression>,
        arguments: Vec<Code>,
    ) -> Result<Code, String> {
        let arguments = Code::Arguments(arguments);
        Ok(match (method.kind, receiver) {
            (MethodKind::Constructor, _) => {
                if let JType::Class(name) = owner
                    && self.types.class(name).is_some_and(|class| class.is_inner)
                {
                    return Err(format!("{name} needs an enclosing instance"));
                }
                Code::Seq(vec![Code::Text(format!("new {}", self.raw_name(owner)?)), arguments])
            }
            (_, Some(receiver)) => receiver.code.called(&member(&method.name)?, arguments),
            _ => Code::Seq(vec![
                Code::Text(format!("{}.{}", self.name(owner)?, member(&method.name)?)),
                arguments,
            ]),
        })
    }

    /// The receiver as something that a dot may follow, of a type that has the method.
    fn receiver(&mut self, receiver: Expression, owner: &JType) -> Result<Expression, String> {
        if receiver.of.is_primitive() && self.types.is_loose(&receiver.of, owner) {
            let JType::Primitive(primitive) = receiver.of else {
                return Ok(receiver);
            };
            let boxed = JType::class(primitive.boxed());
            let head = format!("{}.valueOf", self.name(&boxed)?);
            return Ok(Expression::new(Code::call(head, vec![receiver.code]), boxed));
        }
        if receiver.of == JType::Null || !self.types.is_strict(&receiver.of, owner) {
            return self.seen_as(receiver, owner);
        }
        match receiver.code {
            Code::Pieces(_) => Ok(Expression::new(receiver.code.parenthesised(), receiver.of)),
            _ => Ok(receiver),
        }
    }

    /// The receiver cast, and a dot may follow.
    fn seen_as(&mut self, receiver: Expression, of: &JType) -> Result<Expression, String> {
        let cast = self.cast(receiver, of)?;
        Ok(Expression::new(cast.code.parenthesised(), cast.of))
    }
}

/// A method as javac looks for it.
struct Target<'t, 'a> {
    types: &'t Types<'a>,
    method: &'t Method,
    /// The static type in which javac looks.
    site: JType,
    /// Whether that has type arguments.
    typed: bool,
    facts: Option<&'t MethodFacts>,
    /// The erased parameter types.
    wanted: Vec<JType>,
}

impl<'t, 'a> Target<'t, 'a> {
    fn new(
        types: &'t Types<'a>,
        (method, owner): (&'t Method, &JType),
        receiver: Option<&Expression>,
        facts: Option<&'t MethodFacts>,
        wanted: Vec<JType>,
    ) -> Self {
        Self {
            types,
            method,
            site: receiver.map_or_else(|| owner.clone(), |receiver| receiver.of.clone()),
            typed: receiver.is_some_and(|receiver| receiver.typed),
            facts,
            wanted,
        }
    }

    /// How each parameter constrains its argument. All signatures of a raw type are erased (JLS 4.8), static ones are not.
    fn constraints(&self) -> Vec<Constraint> {
        self.constraints_of(self.facts)
    }

    /// [`Target::constraints()`] of this method or of another of its name.
    fn constraints_of(&self, facts: Option<&MethodFacts>) -> Vec<Constraint> {
        let signature = self.signature(facts);
        (0..self.wanted.len())
            .map(|i| signature.as_ref().map_or(Constraint::None, |s| s.constraint(i)))
            .collect()
    }

    /// What each argument has to be beside its parameter's erased type.
    fn further_bounds(&self) -> Vec<Vec<JType>> {
        let signature = self.signature(self.facts);
        let of = |index| signature.as_ref().map_or_else(Vec::new, |s| s.further_bounds(index));
        (0..self.wanted.len())
            .map(|index| of(index).iter().map(|name| JType::class(name)).collect())
            .collect()
    }

    /// The generic signature that javac goes by, if it does.
    fn signature<'f>(&self, facts: Option<&'f MethodFacts>) -> Option<Signature<'f>> {
        facts
            .and_then(|facts| facts.signature.as_deref())
            .filter(|_| !self.is_erased())
            .and_then(Signature::parse)
            .filter(|signature| signature.arity() == self.wanted.len())
    }

    /// Whether javac knows the methods of the static type by erasure: the receiver is raw, or an object is made without
    /// type arguments.
    fn is_erased(&self) -> bool {
        self.method.kind != MethodKind::Static && !self.typed && self.types.is_generic(&self.site)
    }

    /// In a class like `Names extends ArrayList<String>` the inherited `add(Object)` takes strings only; called through the
    /// raw ancestor it takes what its erasure says.
    fn generic_ancestor(&self, arguments: &[Expression]) -> Option<JType> {
        let overloaded = self.overloads().len() > 1;
        let bound =
            self.constraints()
                .iter()
                .zip(arguments)
                .zip(&self.wanted)
                .any(|((constraint, argument), wanted)| {
                    *constraint == Constraint::ClassVariable
                        && (overloaded || argument.of != JType::Null)
                        && !wanted.is_primitive()
                });
        let JType::Class(site) = &self.site else {
            return None;
        };
        let mut ancestors = self.types.supertypes(site).into_iter().filter(|_| bound);
        ancestors.find_map(|name| {
            let ancestor = JType::class(&name);
            let declares = self.types.is_generic(&ancestor)
                && self.types.is_accessible(&ancestor)
                && self
                    .types
                    .facts
                    .overloads(&name, &self.method.name)
                    .contains(&self.method.descriptor.to_string());
            declares.then_some(ancestor)
        })
    }

    /// Where javac sees two methods of these parameters in the static type of the receiver, the nearest supertype in which it sees one, and the
    /// result of that, which may be wider.
    fn beside_clash(&self) -> Result<Option<(JType, JType)>, String> {
        let Method { name, descriptor, .. } = self.method;
        let Some(sites) = self.types.facts.sites_beside_clash(self.site_name(), name, descriptor) else {
            return Ok(None);
        };
        let sites = sites.into_iter().map(|(site, there)| (JType::class(&site), there));
        let mut named = sites.filter(|(site, _)| self.types.is_accessible(site));
        let found = named.find_map(|(site, there)| Some((site, JType::result(&there)?)));
        found
            .map(Some)
            .ok_or_else(|| format!("javac sees two methods {name} and prefers neither"))
    }

    /// Which arguments need a cast to the parameter's type.
    fn casts(&self, arguments: &[Expression]) -> Vec<bool> {
        let rivals = self.confusable(arguments);
        let varargs_null = self.facts.is_some_and(|facts| facts.is_varargs);
        let constraints = self.constraints();
        let last = arguments.len().saturating_sub(1);
        let differs = |index: usize, argument: &Expression| {
            let wanted = &self.wanted[index];
            argument.of != *wanted && rivals.iter().any(|rival| rival[index] != *wanted)
        };
        let tells_none =
            !rivals.is_empty() && !arguments.iter().enumerate().any(|(at, argument)| differs(at, argument));
        let one = |index: usize, argument: &Expression| {
            let wanted = &self.wanted[index];
            // What tells them apart has the type of ours already. Without boxing elsewhere ours comes first (JLS 15.12.2).
            let boxes = tells_none && !self.types.is_strict(&argument.of, wanted);
            let ambiguous = differs(index, argument) || boxes;
            let parameterised = constraints[index] == Constraint::Parameterised
                && argument.of != JType::Null
                && (argument.parameterised || !self.types.is_generic(&argument.of));
            let inexact = varargs_null && index == last && argument.of == JType::Null;
            (ambiguous && self.types.is_accessible(wanted)) || parameterised || inexact
        };
        arguments
            .iter()
            .enumerate()
            .map(|(index, argument)| one(index, argument))
            .collect()
    }

    /// Whether the elements of the last argument, an array, can be written in its place: when javac then makes the same array of them
    /// (JLS 15.12.4.2), which type variables could change, and when no other method takes as many arguments. Of the JDK's own
    /// factories ([`Self::gathers`]) nobody sees which array it was.
    fn spreads(&self, arguments: &[Expression]) -> bool {
        let (Some(array), Some(wanted)) = (arguments.last(), self.wanted.last()) else {
            return false;
        };
        let Code::Seq(parts) = &array.code else { return false };
        let Some(Code::Elements(elements)) = parts.last() else {
            return false;
        };
        let given = arguments.len() - 1 + elements.len();
        let is_rival = |descriptor: &String| {
            let facts = self.types.facts.method(self.site_name(), &self.method.name, descriptor);
            let takes = JType::parameters(descriptor).map(|parameters| parameters.len());
            *descriptor != self.method.descriptor.to_string()
                && (takes == Some(given) || facts.is_none_or(|facts| facts.is_varargs))
        };
        let is_plain = |facts: &MethodFacts| {
            let signature = facts.signature.as_deref().map(Signature::parse);
            let is_plain = |signature: Signature| signature.is_plain(arguments.len() - 1);
            facts.is_varargs && (self.gathers() || signature.is_none_or(|signature| signature.is_some_and(is_plain)))
        };
        array.spreads
            && array.of == *wanted
            && self.facts.is_some_and(is_plain)
            && !self.overloads().iter().any(is_rival)
    }

    /// Whether it is a factory of `java.util` that takes elements of any type: `Arrays.asList`, `List.of`.
    fn gathers(&self) -> bool {
        let of_objects = JType::Array(Box::new(JType::Class("java.lang.Object".into())));
        self.method.kind == MethodKind::Static
            && self.site_name().starts_with("java.util.")
            && self.wanted.as_slice() == [of_objects]
    }

    /// Whether the static type of the receiver does not show the method, or with narrower parameters only: a `Transformer<Class, T>` has
    /// no `transform(Object)` in source. There what is `null` passes anyway.
    fn is_hidden_from(&self, arguments: &[Expression]) -> bool {
        let overloads = self.overloads();
        let shown: Vec<_> = overloads.iter().filter_map(|shown| JType::parameters(shown)).collect();
        let passes = arguments.iter().all(|argument| argument.of == JType::Null)
            && shown.iter().any(|parameters| parameters.len() == self.wanted.len());
        self.method.kind == MethodKind::Instance && self.facts.is_some() && !passes && !shown.contains(&self.wanted)
    }

    /// The descriptors of all methods of that name that javac finds.
    fn overloads(&self) -> Vec<String> {
        self.types.facts.overloads(self.site_name(), &self.method.name)
    }

    fn site_name(&self) -> &str {
        match &self.site {
            JType::Class(name) => name,
            _ => "java.lang.Object",
        }
    }

    /// Whether javac sees a `null` in a place where the rival's parameterised type has no ancestor in ours, which is not generic:
    /// `Properties` is a `Map`, but no `Map<String, V>` (JLS 15.12.2.5).
    fn is_apart_for_null(&self, descriptor: &str, rival: &[JType], arguments: &[Expression]) -> bool {
        let nulls = (0..rival.len()).filter(|&i| arguments[i].of == JType::Null && rival[i] != self.wanted[i]);
        let mut nulls = nulls.filter(|&i| !self.types.is_generic(&self.wanted[i])).peekable();
        if nulls.peek().is_none() {
            return false;
        }
        let facts = self.types.facts.method(self.site_name(), &self.method.name, descriptor);
        let constraints = self.constraints_of(facts.as_ref());
        nulls.any(|i| constraints[i] == Constraint::Parameterised)
    }

    /// Whether type variables keep javac from preferring the method to another one that takes arguments of the very same types. Signatures of a
    /// raw type are erased.
    fn is_ambiguous(&self) -> bool {
        let Method { name, descriptor, .. } = self.method;
        !self.is_erased() && self.types.facts.is_ambiguous(self.site_name(), name, descriptor)
    }

    /// The other overloads that javac might choose, by their parameter types; empty when it chooses ours anyway.
    fn confusable(&self, arguments: &[Expression]) -> Vec<Vec<JType>> {
        let fits = |wanted: &[JType], conversion: &dyn Fn(&JType, &JType) -> bool| {
            wanted
                .iter()
                .zip(arguments)
                .all(|(wanted, argument)| conversion(&argument.of, wanted))
        };
        let strict = |from: &JType, to: &JType| self.types.is_strict(from, to);
        let loose = |from: &JType, to: &JType| self.types.is_loose(from, to);
        let without_boxing = fits(&self.wanted, &strict);
        let rivals: Vec<(String, Vec<JType>)> = self
            .overloads()
            .into_iter()
            .filter_map(|descriptor| JType::parameters(&descriptor).map(|rival| (descriptor, rival)))
            .filter(|(_, rival)| rival.len() == self.wanted.len() && *rival != self.wanted && fits(rival, &loose))
            .collect();
        // JLS 15.12.2: conversions without boxing come first, then the most specific method is taken.
        let loses = |(descriptor, rival): &(String, Vec<JType>)| {
            let later = without_boxing && !fits(rival, &strict);
            let more_general = self.wanted.iter().zip(rival).all(|(own, other)| strict(own, other))
                && !self.is_apart_for_null(descriptor, rival, arguments);
            later || (more_general && (without_boxing || !fits(rival, &strict)))
        };
        if rivals.iter().all(loses) {
            return Vec::new();
        }
        rivals.into_iter().map(|(_, rival)| rival).collect()
    }
}
