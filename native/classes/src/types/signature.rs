//! Reads generic signatures (JVMS 4.7.9.1).

use std::sync::Arc;

use palus_sequence::Primitive;

use super::{Argument, ClassType, Type, TypeParameter, Variable};

/// Which type variables a signature can mention: those of what declares it first, then those around.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scope(Vec<(Arc<str>, Arc<str>)>);

impl Scope {
    /// This scope with variables of `declarer` in front.
    pub(crate) fn within(&self, declarer: &Arc<str>, names: impl Iterator<Item = Arc<str>>) -> Self {
        let own = names.map(|name| (name, declarer.clone()));
        Self(own.chain(self.0.iter().cloned()).collect())
    }

    /// The variable of that name; a name that nobody declares stays, as a variable of nobody.
    fn variable(&self, name: &str) -> Type {
        let declarer = self.0.iter().find(|(known, _)| **known == *name);
        Type::Variable(Variable::Declared {
            declarer: declarer.map_or_else(|| Arc::from(""), |(_, declarer)| declarer.clone()),
            name: name.into(),
        })
    }
}

/// A class signature taken apart.
pub(super) struct ClassSignature {
    pub(super) parameters: Vec<TypeParameter>,
    pub(super) superclass: Type,
    pub(super) interfaces: Vec<Type>,
}

/// What a method or constructor declares in terms of types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodSignature {
    /// Its own type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// The type of its result.
    pub result: Type,
    /// Its `throws` clause.
    pub throws: Vec<Type>,
}

impl MethodSignature {
    /// What a signature or descriptor says by itself: its variables are nobody's. `None` for a broken one.
    pub fn parse(text: &str) -> Option<Self> {
        method_signature(text, &"".into(), &Scope::default())
    }
}

/// The type that a field signature or descriptor names; `None` for a broken one.
pub(super) fn field_signature(text: &str, scope: &Scope) -> Option<Type> {
    let mut reader = Reader { rest: text, scope };
    let found = reader.any_type()?;
    reader.rest.is_empty().then_some(found)
}

/// Reads a class signature; its own variables count as declared by `declarer`.
pub(super) fn class_signature(text: &str, declarer: &Arc<str>, around: &Scope) -> Option<ClassSignature> {
    let scope = around.within(declarer, names(text).into_iter());
    let mut reader = Reader {
        rest: text,
        scope: &scope,
    };
    let parameters = reader.type_parameters()?;
    let superclass = reader.any_type()?;
    let mut interfaces = Vec::new();
    while !reader.rest.is_empty() {
        interfaces.push(reader.any_type()?);
    }
    Some(ClassSignature {
        parameters,
        superclass,
        interfaces,
    })
}

/// Reads a method signature or descriptor; its own variables count as declared by `declarer`.
pub(crate) fn method_signature(text: &str, declarer: &Arc<str>, around: &Scope) -> Option<MethodSignature> {
    let scope = around.within(declarer, names(text).into_iter());
    let mut reader = Reader {
        rest: text,
        scope: &scope,
    };
    let type_parameters = reader.type_parameters()?;
    reader.expect('(')?;
    let mut parameters = Vec::new();
    while !reader.rest.starts_with(')') {
        parameters.push(reader.any_type()?);
    }
    reader.expect(')')?;
    let result = reader.any_type()?;
    let mut throws = Vec::new();
    while !reader.rest.is_empty() {
        reader.expect('^')?;
        throws.push(reader.any_type()?);
    }
    Some(MethodSignature {
        type_parameters,
        parameters,
        result,
        throws,
    })
}

/// The names of the type parameters that a signature declares: needed first, because a bound can mention any of them.
fn names(text: &str) -> Vec<Arc<str>> {
    let scope = Scope::default();
    let mut reader = Reader {
        rest: text,
        scope: &scope,
    };
    let parameters = reader.type_parameters().unwrap_or_default();
    parameters.into_iter().map(|parameter| parameter.name).collect()
}

struct Reader<'s> {
    rest: &'s str,
    scope: &'s Scope,
}

impl<'s> Reader<'s> {
    fn expect(&mut self, wanted: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(wanted)?;
        Some(())
    }

    /// The text up to the first of the marks, which is left.
    fn until(&mut self, marks: &[char]) -> Option<&'s str> {
        let (found, rest) = self.rest.split_at(self.rest.find(marks)?);
        self.rest = rest;
        Some(found)
    }

    fn type_parameters(&mut self) -> Option<Vec<TypeParameter>> {
        let mut parameters = Vec::new();
        if self.expect('<').is_none() {
            return Some(parameters);
        }
        while self.expect('>').is_none() {
            let name = self.until(&[':'])?.into();
            let mut bounds = Vec::new();
            while self.expect(':').is_some() {
                // The bound for a class can be empty: only interfaces follow then.
                if !self.rest.starts_with(':') {
                    bounds.push(self.any_type()?);
                }
            }
            parameters.push(TypeParameter { name, bounds });
        }
        Some(parameters)
    }

    fn any_type(&mut self) -> Option<Type> {
        let first = self.rest.chars().next()?;
        self.rest = &self.rest[first.len_utf8()..];
        match first {
            'L' => self.class_type().map(Type::Class),
            '[' => Some(Type::Array(Box::new(self.any_type()?))),
            'T' => {
                let name = self.until(&[';'])?;
                self.expect(';')?;
                Some(self.scope.variable(name))
            }
            _ => {
                let primitive = Primitive::ALL.into_iter().find(|p| p.descriptor() == first)?;
                Some(Type::Primitive(primitive))
            }
        }
    }

    fn class_type(&mut self) -> Option<ClassType> {
        let mut found: Option<ClassType> = None;
        loop {
            let simple = self.until(&['<', ';', '.'])?;
            let name: Arc<str> = match &found {
                Some(outer) => format!("{}${simple}", outer.name).into(),
                None => simple.replace('/', ".").into(),
            };
            let arguments = self.arguments()?;
            let outer = found.take().filter(ClassType::is_parameterised).map(Box::new);
            found = Some(ClassType { name, arguments, outer });
            if self.expect(';').is_some() {
                return found;
            }
            self.expect('.')?;
        }
    }

    fn arguments(&mut self) -> Option<Vec<Argument>> {
        let mut arguments = Vec::new();
        if self.expect('<').is_none() {
            return Some(arguments);
        }
        while self.expect('>').is_none() {
            arguments.push(if self.expect('*').is_some() {
                Argument::Any
            } else if self.expect('+').is_some() {
                Argument::Extends(self.any_type()?)
            } else if self.expect('-').is_some() {
                Argument::Super(self.any_type()?)
            } else {
                Argument::Exact(self.any_type()?)
            });
        }
        Some(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(signature: &str) -> Option<String> {
        field_signature(signature, &Scope::default()).map(|found| found.to_string())
    }

    #[test]
    fn a_type_is_read_and_printed_as_source_has_it() {
        for (signature, source) in [
            ("I", "int"),
            ("[[Ljava/lang/String;", "java.lang.String[][]"),
            ("TT;", "T"),
            (
                "Ljava/util/Map<-TK;+Ljava/util/List<*>;>;",
                "java.util.Map<? super K, ? extends java.util.List<?>>",
            ),
            ("La/Outer<TT;>.Inner<[I>;", "a.Outer<T>.Inner<int[]>"),
            // The enclosing type has no arguments, so it says nothing.
            ("La/Outer.Inner<TT;>;", "a.Outer$Inner<T>"),
        ] {
            assert_eq!(printed(signature).as_deref(), Some(source), "{signature}");
        }
    }

    #[test]
    fn broken_signatures_are_no_types() {
        for signature in [
            "",
            "L",
            "Ljava/lang/String",
            "La<",
            "La<TT;",
            "[",
            "Q",
            "II",
            "La<TT;>.",
            "La<+>;",
        ] {
            assert_eq!(printed(signature), None, "{signature}");
            let class = class_signature(&format!("<T:{signature}"), &"a".into(), &Scope::default());
            assert!(class.is_none(), "{signature}");
        }
    }

    #[test]
    fn bounds_see_all_variables_and_may_be_empty() {
        let text = "<K:Ljava/lang/Object;V::Ljava/lang/Comparable<-TK;>;X:TV;>Ljava/lang/Object;Ljava/util/List<TV;>;";
        let found = class_signature(text, &"a.Box".into(), &Scope::default()).unwrap();
        let shown = |parameter: &TypeParameter| {
            let bounds: Vec<String> = parameter.bounds.iter().map(ToString::to_string).collect();
            format!("{} {}", parameter.name, bounds.join(" & "))
        };
        let parameters: Vec<String> = found.parameters.iter().map(shown).collect();
        assert_eq!(
            parameters,
            ["K java.lang.Object", "V java.lang.Comparable<? super K>", "X V"]
        );
        let declared = Variable::Declared {
            declarer: "a.Box".into(),
            name: "V".into(),
        };
        assert_eq!(found.parameters[2].bounds, [Type::Variable(declared)]);
        assert_eq!(found.interfaces[0].to_string(), "java.util.List<V>");
    }

    #[test]
    fn a_signature_is_read_without_the_class_that_declares_it() {
        let found =
            MethodSignature::parse("<A:Ljava/lang/Object;>(TA;TE;[I)Ljava/util/Set<TE;>;^Ljava/io/IOException;");
        let found = found.unwrap();
        let shown: Vec<String> = found.parameters.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["A", "E", "int[]"]);
        assert_eq!(found.result.to_string(), "java.util.Set<E>");
        assert!(found.result.has_variable() && !found.parameters[2].has_variable());
        assert!(MethodSignature::parse("(TA;").is_none());
    }

    #[test]
    fn a_method_can_throw_its_own_variable() {
        let text = "<X:Ljava/lang/Throwable;>(Ljava/util/List<TX;>;I)TT;^TX;";
        let around = Scope::default().within(&"a.Box".into(), ["T".into()].into_iter());
        let found = method_signature(text, &"a.Box#f()".into(), &around).unwrap();
        assert_eq!(found.parameters.len(), 2);
        assert_eq!(
            (found.result.to_string(), found.throws[0].to_string()),
            ("T".into(), "X".into())
        );
        let Type::Variable(Variable::Declared { declarer, .. }) = &found.result else {
            panic!("{:?}", found.result)
        };
        assert_eq!(&**declarer, "a.Box");
    }
}
