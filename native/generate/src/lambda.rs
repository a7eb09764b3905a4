//! Lambdas for functional interfaces: what they return decides where the code that calls them goes.

use std::rc::Rc;
use std::sync::Arc;

use palus_classes::Library;
use palus_sequence::{Lambda, LambdaBody, Literal, Primitive, TypeId};
use rustc_hash::FxHashMap;

use crate::draw::Draw;
use crate::types::{LiteralKind, literal_kinds};

/// How often a lambda gives back what it was given, where it can.
const IDENTITY_SHARE: f64 = 0.4;

/// How often a lambda runs what it is given to run.
const RUN_SHARE: f64 = 0.9;

/// What is known of functional interfaces.
#[derive(Default)]
pub(crate) struct Lambdas(FxHashMap<TypeId, Option<Rc<Shape>>>);

/// What a lambda for an interface can look like.
pub(crate) struct Shape {
    interface: TypeId,
    parameters: u8,
    result: TypeId,
    is_void: bool,
    /// The parameters that can be returned.
    returnable: Vec<u8>,
    /// The literals that can be returned.
    kinds: Vec<LiteralKind>,
    /// The first `java.lang.Runnable` among the parameters, where nothing is returned.
    runnable: Option<u8>,
}

impl Lambdas {
    /// What lambdas for the interface look like; `None` when it is none for which one can be written.
    pub(crate) fn shape(&mut self, interface: TypeId, library: &mut dyn Library) -> Option<Rc<Shape>> {
        let shape = || Shape::of(interface, library).map(Rc::new);
        self.0.entry(interface).or_insert_with(shape).clone()
    }
}

impl Shape {
    fn of(interface: TypeId, library: &mut dyn Library) -> Option<Self> {
        let method = library.functional(interface)?;
        let (parameters, result) = (method.parameters, method.result);
        if parameters.len() > Lambda::MOST_PARAMETERS {
            return None;
        }
        let mut fits = |of: TypeId| of == result || library.is_assignable(of, result);
        let returnable = (0..)
            .zip(&parameters)
            .filter(|(_, of)| fits(**of))
            .map(|(position, _)| position);
        let returnable = returnable.collect();
        let mut kinds = literal_kinds(library, result);
        // A lambda that returns a lambda says nothing more.
        kinds.retain(|kind| *kind != LiteralKind::Lambda);
        let is_void = library.symbols().primitive(result) == Some(Primitive::Void);
        let runnable = library.symbols_mut().class("java.lang.Runnable");
        let place = parameters.iter().position(|of| *of == runnable);
        Some(Self {
            interface,
            parameters: u8::try_from(parameters.len()).ok()?,
            result,
            is_void,
            runnable: place.filter(|_| is_void).and_then(|place| u8::try_from(place).ok()),
            returnable,
            kinds,
        })
    }

    /// Whether such a lambda runs what it is given, as executors do.
    pub(crate) fn runs(&self) -> bool {
        self.runnable.is_some()
    }

    /// Every lambda of that shape; `all` gives every literal of a kind for a type. `None` where there are too many.
    pub(crate) fn all(&self, mut all: impl FnMut(LiteralKind, TypeId) -> Option<Vec<Literal>>) -> Option<Vec<Literal>> {
        let mut bodies = Vec::new();
        if self.is_void {
            bodies.push(LambdaBody::Empty);
            bodies.extend(self.runnable.map(LambdaBody::Run));
        } else {
            bodies.extend(self.returnable.iter().copied().map(LambdaBody::Parameter));
            for kind in &self.kinds {
                let values = all(*kind, self.result)?.into_iter();
                bodies.extend(values.map(|value| LambdaBody::Value(Box::new(value))));
            }
            if bodies.is_empty() {
                bodies.push(LambdaBody::Value(Box::new(Literal::Null)));
            }
        }
        Some(bodies.into_iter().map(|body| self.with(body)).collect())
    }

    fn with(&self, body: LambdaBody) -> Literal {
        Literal::Lambda(Arc::new(Lambda {
            interface: self.interface,
            parameters: self.parameters,
            body,
        }))
    }

    /// A lambda of that shape; `value` draws a literal of a kind for a type.
    pub(crate) fn draw(
        &self,
        rng: &mut Draw,
        value: impl FnOnce(LiteralKind, TypeId, &mut Draw) -> Option<Literal>,
    ) -> Literal {
        let kind = rng.pick(&self.kinds).copied();
        let body = match rng.pick(&self.returnable) {
            _ if self.is_void => match self.runnable {
                Some(position) if rng.chance(RUN_SHARE) => LambdaBody::Run(position),
                _ => LambdaBody::Empty,
            },
            Some(position) if kind.is_none() || rng.chance(IDENTITY_SHARE) => LambdaBody::Parameter(*position),
            _ => {
                let drawn = kind.and_then(|kind| value(kind, self.result, rng));
                LambdaBody::Value(Box::new(drawn.unwrap_or(Literal::Null)))
            }
        };
        self.with(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::FakeLibrary;

    #[test]
    fn a_lambda_gives_back_what_fits_or_a_value_of_the_result_and_nothing_where_nothing_is_wanted() {
        let mut library = FakeLibrary::default();
        let (mapper, task) = (library.class("demo.Mapper"), library.class("demo.Task"));
        let string = library.class("java.lang.String");
        library.functional(mapper, &[Primitive::Int.type_id(), string], string);
        library.functional(task, &[], Primitive::Void.type_id());
        let (executor, runnable) = (library.class("demo.Executor"), library.class("java.lang.Runnable"));
        library.functional(executor, &[string, runnable], Primitive::Void.type_id());
        let (mut lambdas, mut rng) = (Lambdas::default(), Draw::new(7));
        let mut bodies = |interface| -> Vec<LambdaBody> {
            let shape = lambdas.shape(interface, &mut library).unwrap();
            let drawn = (0..50).map(|_| shape.draw(&mut rng, |_, _, _| Some(Literal::string("x"))));
            drawn
                .map(|literal| match literal {
                    Literal::Lambda(lambda) => lambda.body.clone(),
                    other => panic!("{other:?}"),
                })
                .collect()
        };
        let drawn = bodies(mapper);
        assert!(drawn.contains(&LambdaBody::Parameter(1)) && !drawn.contains(&LambdaBody::Parameter(0)));
        assert!(drawn.contains(&LambdaBody::Value(Box::new(Literal::string("x")))));
        assert!(bodies(task).iter().all(|body| *body == LambdaBody::Empty));
        let drawn = bodies(executor);
        assert!(drawn.contains(&LambdaBody::Run(1)) && drawn.contains(&LambdaBody::Empty));
    }

    #[test]
    fn an_interface_whose_method_takes_more_than_a_lambda_may_has_none() {
        let mut library = FakeLibrary::default();
        let (widest, wider) = (library.class("demo.Widest"), library.class("demo.Wider"));
        let parameters = [Primitive::Int.type_id(); Lambda::MOST_PARAMETERS + 1];
        library.functional(widest, &parameters[1..], Primitive::Void.type_id());
        library.functional(wider, &parameters, Primitive::Void.type_id());
        let mut lambdas = Lambdas::default();
        assert!(lambdas.shape(widest, &mut library).is_some());
        assert!(lambdas.shape(wider, &mut library).is_none());
    }
}
