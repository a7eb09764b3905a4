//! A test that takes structures as its parameters, to begin with.

/// For which `JUnit` tests are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JUnit {
    /// 4.13.
    Four,
    /// Jupiter.
    Five,
}

/// A test of structures that a class `inputs` of its package gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputsTest<'a> {
    /// The package, empty for the unnamed one.
    pub package: &'a str,
    /// The simple name of the class that gives them.
    pub inputs: &'a str,
    /// What code of the package calls the class of the structures.
    pub type_name: &'a str,
    /// The method that accepts each; `None` where none is known.
    pub method: Option<&'a str>,
}

impl InputsTest<'_> {
    /// The source of `INPUTSTest`.
    pub fn text(&self, junit: JUnit) -> String {
        let Self { inputs, type_name, .. } = self;
        let head = head(self.package);
        let (assert, name, about, asserted) = match self.method {
            Some(method) => (
                "assertTrue",
                "isAccepted",
                format!("Whether {method}() accepts the structures that it accepted."),
                format!("input.{method}()"),
            ),
            None => (
                "assertNotNull",
                "isMade",
                "Whether each structure can be made: a test to begin with.".to_owned(),
                "input".to_owned(),
            ),
        };
        let about = format!("/** {about} Written by Palus. */");
        match junit {
            JUnit::Five => format!(
                "{head}import static org.junit.jupiter.api.Assertions.{assert};\n\nimport java.util.stream.Stream;\n\
                 import org.junit.jupiter.params.ParameterizedTest;\nimport org.junit.jupiter.params.provider.MethodSource;\n\n\
                 {about}\nclass {inputs}Test {{\n    static Stream<{type_name}> inputs() {{\n        \
                 return {inputs}.inputs();\n    }}\n\n    @ParameterizedTest\n    @MethodSource(\"inputs\")\n    \
                 void {name}({type_name} input) {{\n        {assert}({asserted});\n    }}\n}}\n"
            ),
            JUnit::Four => format!(
                "{head}import static org.junit.Assert.{assert};\n\nimport java.util.List;\nimport java.util.stream.Collectors;\n\
                 import org.junit.Test;\nimport org.junit.runner.RunWith;\nimport org.junit.runners.Parameterized;\n\n\
                 {about}\n@RunWith(Parameterized.class)\npublic class {inputs}Test {{\n    private final {type_name} input;\n\n    \
                 public {inputs}Test(Object input) {{\n        this.input = ({type_name}) input;\n    }}\n\n    \
                 @Parameterized.Parameters\n    public static List<Object[]> inputs() {{\n        \
                 return {inputs}.inputs().map(input -> new Object[] {{input}}).collect(Collectors.toList());\n    }}\n\n    \
                 @Test\n    public void {name}() {{\n        {assert}({asserted});\n    }}\n}}\n"
            ),
        }
    }
}

/// The line of the package, where there is one.
pub(crate) fn head(package: &str) -> String {
    if package.is_empty() {
        String::new()
    } else {
        format!("package {package};\n\n")
    }
}
