//! The code under test as the generator sees it: what can be called, what makes a value of a type, what belongs together.

use std::sync::Arc;

use palus_sequence::work::Reason;
use palus_sequence::{FieldId, Literal, MethodId, Symbols, TypeId};

use crate::body::Member;
use crate::held::Holding;

/// A way to get a value of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Producer {
    /// Call this constructor or method; its result is the value.
    Call(MethodId),
    /// Read this static field.
    StaticField(FieldId),
}

/// A method or constructor of a class under test that its programmer wrote and a test cannot call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Its name; `<init>` for a constructor.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Why, as a stable code.
    pub reason: Reason,
    /// Why, one clause.
    pub detail: String,
}

/// What a literal of a body meets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meets {
    /// The parameter of that position, the receiver not counted.
    Parameter(usize),
    /// A field, or an element of the array that it holds.
    Field(Arc<Member>),
    /// The result of that method.
    Result(Arc<Member>),
    /// Something else.
    Other,
}

/// How a literal is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UsedAs {
    /// It is compared by `==`, `<` and the like.
    Compared,
    /// It is a label of a `switch`.
    Label,
    /// It is passed to a method, or is the receiver: `"x".equals(name)`, `name.startsWith("x")`.
    Operand {
        /// The method, as the call names it.
        method: Arc<Member>,
        /// The position among the operands: of an instance method the receiver is 0.
        position: usize,
    },
}

/// A literal of a body with what it feeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiteralUse {
    /// The literal.
    pub literal: Literal,
    /// How it is used.
    pub used_as: UsedAs,
    /// What it is compared with; for an operand of a call, the first other operand that is known.
    pub meets: Meets,
}

/// The one abstract method of a functional interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionalMethod {
    /// The method, through the interface asked about.
    pub method: MethodId,
    /// Its parameter types after erasure, type arguments that superinterfaces fix put in.
    pub parameters: Vec<TypeId>,
    /// Its result, in the same way.
    pub result: TypeId,
}

/// A method that a test has to declare to implement an interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractMethod {
    /// The method, through the interface asked about.
    pub method: MethodId,
    /// Its result after erasure, type arguments that superinterfaces fix put in.
    pub result: TypeId,
    /// Whether its result is a type variable of a raw type: what is wanted there, only who uses the interface knows.
    pub gives_anything: bool,
    /// The classes that its `throws` clause names.
    pub throws: Vec<TypeId>,
    /// Whether code under test calls a method of an interface with that name and descriptor.
    pub is_asked: bool,
}

/// Everything static that a strategy asks for. Implemented over a class index, and by hand in the tests of the generator.
/// Methods that may read further class files take `&mut self`.
pub trait Library {
    /// The names that all ids of this library stand for.
    fn symbols(&self) -> &Symbols;

    /// The same, to intern more.
    fn symbols_mut(&mut self) -> &mut Symbols;

    /// The classes under test, in the order of their names.
    fn subjects(&self) -> &[TypeId];

    /// What a test of `class` (a subject) may call of it: its own accessible constructors, methods, and the public ones it
    /// inherits from classes that are no subjects themselves and not `java.lang.Object`; hazards, bridges, synthetic members and what the language declares of
    /// each enum and record class left out.
    /// Constructors of abstract classes are left out. Constructors first, then in the order of declaration. Every type of parameter and
    /// result is accessible from the package of the test.
    fn callables(&self, class: TypeId) -> &[MethodId];

    /// Whether a tool generated a method that is among the [`Library::callables`]: it makes and changes objects for others, and has no tests for its own sake.
    fn is_generated(&self, method: MethodId) -> bool {
        let _ = method;
        false
    }

    /// The public methods that any test can call on an object of a class or interface that is not under test, hazards left out: what changes
    /// an object that is passed.
    fn methods(&mut self, class: TypeId) -> Vec<MethodId> {
        let _ = class;
        Vec::new()
    }

    /// The methods and constructors of public classes that are not under test, on the entries of the class path that hold classes under test, that any
    /// test can call and that declare a parameter of `class` (a class or interface): those of its package first, then those with few
    /// parameters; a bounded number, hazards left out.
    fn takers(&mut self, class: TypeId) -> Vec<MethodId> {
        let _ = class;
        Vec::new()
    }

    /// The package in which a test must stand to call the method, because it, its class or the type of a parameter is not public;
    /// `None` when it can be called from anywhere.
    fn confined_to(&self, method: MethodId) -> Option<String> {
        let _ = method;
        None
    }

    /// The same for a static field that a test reads.
    fn field_confined_to(&self, field: FieldId) -> Option<String> {
        let _ = field;
        None
    }

    /// What the class declares and [`Library::callables`] leaves out, with the reason, in the order of declaration.
    fn left_out(&self, class: TypeId) -> &[LeftOut] {
        let _ = class;
        &[]
    }

    /// Ways to make a value that can be passed where `wanted` (a class, interface or array) is wanted, the most direct
    /// first: constructors with few parameters, factories, static fields, subclasses on the class path; for well-known
    /// interfaces of the JDK the usual implementations. All accessible from the tests of every subject, else public.
    /// Empty when none is known. Literals (strings, boxes, enum constants, class literals) are not listed.
    fn producers(&mut self, wanted: TypeId) -> Vec<Producer>;

    /// Whether a value of class `sub` can be passed where `sup` is wanted, by the erased types (boxing not considered).
    fn is_assignable(&mut self, sub: TypeId, sup: TypeId) -> bool;

    /// The names of the constants of an enum class in their order; empty when it is none or a test cannot name it.
    fn enum_constants(&mut self, class: TypeId) -> Vec<String>;

    /// The literals in the bodies of the class's methods, without repetition, in the order of their first use.
    fn constants(&self, class: TypeId) -> &[Literal];

    /// The literals in the body of the method.
    fn method_constants(&self, method: MethodId) -> &[Literal];

    /// The literals in the body of the method with what they feed, in the order of the code: also small numbers and enum constants,
    /// which [`Library::method_constants`] leaves out.
    fn constant_uses(&self, method: MethodId) -> &[LiteralUse] {
        let _ = method;
        &[]
    }

    /// The methods on which `method` depends with their weights W (greater than or equal to 0), heaviest first; only methods under
    /// test that a test can call, itself and constructors left out.
    fn dependence(&self, method: MethodId) -> &[(MethodId, f64)];

    /// The constructors on which `method` depends, in the same way: for when a second object makes sense.
    fn dependent_constructors(&self, method: MethodId) -> &[(MethodId, f64)] {
        let _ = method;
        &[]
    }

    /// The methods under test that share fields with `method`, with the number of shared fields, most first: what the
    /// `recgen` strategy ranks by.
    fn overlap(&self, method: MethodId) -> &[(MethodId, u32)];

    /// Whether the class is on the class path and not under test.
    fn is_dependency(&self, _class: TypeId) -> bool {
        false
    }

    /// For an abstract class or interface that has one abstract method: whether it is a functional interface.
    fn is_functional(&mut self, class: TypeId) -> bool;

    /// The one method that a lambda for the interface implements, its types as far as the erasure of the interface says; `None` when
    /// it is no functional interface, or when no lambda can be written for it because the method has type parameters.
    fn functional(&mut self, class: TypeId) -> Option<FunctionalMethod> {
        let _ = class;
        None
    }

    /// The abstract methods of an interface that a test can implement by a class of its own, or of an abstract class that it can extend; `None`
    /// where it cannot.
    fn abstract_methods(&mut self, _interface: TypeId) -> Option<Vec<AbstractMethod>> {
        None
    }

    /// Whether the type is an interface, not a class.
    fn is_interface(&self, _class: TypeId) -> bool {
        false
    }

    /// The package in which a test must stand to implement the interface or to extend the abstract class, because it or what a class of its kind
    /// needs is not public; `None` when that can be done anywhere.
    fn interface_confined_to(&self, _interface: TypeId) -> Option<String> {
        None
    }

    /// Whether the method provably writes no field of anything that existed before the call, itself or through what it calls: a
    /// candidate for an observer. `false` where there is no proof.
    fn is_pure(&mut self, method: MethodId) -> bool {
        let _ = method;
        false
    }

    /// Whether an object that is declared with the class may be passed as parameter `index` (receiver not counted) by its type arguments
    /// too: `false` only where those say otherwise, as a `Comparator<Date>` does where one of texts is wanted.
    fn suits(&mut self, method: MethodId, index: usize, class: TypeId) -> bool {
        let _ = (method, index, class);
        true
    }

    /// The fields that a framework sets in an object of the class, by name and type, where tests have [`FIELD_SETTER`](crate::FIELD_SETTER).
    fn injected(&mut self, class: TypeId) -> Vec<(Arc<str>, TypeId)> {
        let _ = class;
        Vec::new()
    }

    /// What the parameter (receiver not counted) of a method holds, or its result, when the signature says so: for a `Collection<String>` the
    /// type of `String`. `None` when unknown.
    fn holding(&mut self, method: MethodId, parameter: Option<usize>) -> Option<Holding> {
        let _ = (method, parameter);
        None
    }
}
