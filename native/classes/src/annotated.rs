//! What users say by annotations: theories, and values for the parameters of a method.

use crate::index::ClassIndex;
use crate::info::MethodInfo;

const THEORY: &str = "org.junit.experimental.theories.Theory";
const PROPERTY: &str = "net.jqwik.api.Property";
const FOR_ALL: &str = "net.jqwik.api.ForAll";
/// How the annotations of tests begin.
const TESTS: [&str; 3] = ["org.junit.", "org.testng.", "net.jqwik."];
const PARAM_VALUE: &str = "org.palus.annotation.ParamValue";

/// A method that says what holds for all values of its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theory {
    /// The binary name of its class.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// An annotation that restricts a parameter (`net.jqwik.api.constraints.IntRange`): not every value is meant.
    pub restricted_by: Option<String>,
}

/// A static field whose value is to be passed to a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamValue {
    /// The binary name of the class of the field.
    pub holder: String,
    /// The field's name.
    pub field: String,
    /// The field's descriptor.
    pub descriptor: String,
    /// The class of the method, simple or qualified.
    pub class: String,
    /// The method's name; `<init>` for constructors.
    pub method: String,
}

impl ParamValue {
    /// Whether it is meant for the class of that binary name.
    pub fn is_for(&self, class: &str) -> bool {
        let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
        self.class == class || self.class == simple || self.class == class.replace('$', ".")
    }
}

impl ClassIndex {
    /// The theories of `JUnit` 4 and the properties of jqwik in these classes, in the order of declaration.
    pub fn theories(&self, classes: &[String]) -> Vec<Theory> {
        let infos = classes.iter().filter_map(|name| self.class(name));
        let mut theories = Vec::new();
        for class in infos {
            for method in class.methods.iter().filter(|method| is_theory(method)) {
                theories.push(Theory {
                    class: class.name.to_string(),
                    name: method.name.to_string(),
                    descriptor: method.descriptor.to_string(),
                    restricted_by: restriction(method),
                });
            }
        }
        theories
    }

    /// The fields with values for parameters in these classes, in the order of declaration.
    pub fn param_values(&self, classes: &[String]) -> Vec<ParamValue> {
        let infos = classes.iter().filter_map(|name| self.class(name));
        let mut values = Vec::new();
        for class in infos {
            for field in class.fields.iter().filter(|field| field.access.is_static()) {
                let annotation = field
                    .annotations
                    .iter()
                    .find(|annotation| *annotation.class == *PARAM_VALUE);
                let Some(annotation) = annotation else { continue };
                values.push(ParamValue {
                    holder: class.name.to_string(),
                    field: field.name.to_string(),
                    descriptor: field.descriptor.to_string(),
                    class: annotation.text("cn").unwrap_or_default().to_owned(),
                    method: annotation.text("mn").unwrap_or_default().to_owned(),
                });
            }
        }
        values
    }
}

fn is_theory(method: &MethodInfo) -> bool {
    let marks = |annotation: &crate::info::Annotation| [THEORY, PROPERTY].contains(&&*annotation.class);
    method.annotations.iter().any(marks) && !method.access.is_private()
}

/// Whether a test framework calls the method, for a test or a theory: it is no part of the program.
pub(crate) fn is_of_tests(method: &MethodInfo) -> bool {
    let is_theirs = |class: &str| TESTS.iter().any(|beginning| class.starts_with(beginning));
    method.annotations.iter().any(|annotation| is_theirs(&annotation.class))
}

fn restriction(method: &MethodInfo) -> Option<String> {
    let annotations = method.parameter_annotations.iter().flatten();
    let restricts = |class: &&std::sync::Arc<str>| class.starts_with("net.jqwik.") && ***class != *FOR_ALL;
    annotations.into_iter().find(restricts).map(ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_named_by_its_simple_or_its_qualified_name() {
        let value = |class: &str| ParamValue {
            holder: String::new(),
            field: String::new(),
            descriptor: String::new(),
            class: class.to_owned(),
            method: String::new(),
        };
        for name in ["Inner", "a.b.Outer$Inner", "a.b.Outer.Inner"] {
            assert!(value(name).is_for("a.b.Outer$Inner"), "{name}");
        }
        assert!(!value("Outer").is_for("a.b.Outer$Inner"));
        assert!(!value("b.Inner").is_for("a.b.Outer$Inner"));
    }
}
