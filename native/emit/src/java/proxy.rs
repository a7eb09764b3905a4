//! Proxies that answer for interfaces of many methods, by the names of these.

use super::body::Writer;
use super::code::Code;
use super::fake::Said;
use super::imports::Stub;
use super::names::simple_class_name;
use super::types::JType;

/// What makes proxies stands in the file as if for this interface.
const PROXY: &str = "java.lang.reflect.Proxy";

/// A method that makes proxies, where `@` stands before the classes of the JDK that the file may know by longer names.
const ANSWERER: &str = r#"  /**
   * An object whose methods answer, or throw, what stands behind their names and the types of their
   * parameters, one after the other where there is more, and the last for ever; the others answer
   * null, zero or false.
   */
  private static <T> T answering(Class<T> type, Object... answers) {
    @InvocationHandler handler =
        (self, method, arguments) -> {
          if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
              case "equals" -> self == arguments[0];
              case "hashCode" -> System.identityHashCode(self);
              default -> type.getSimpleName();
            };
          }
          if (method.isDefault()) {
            return @InvocationHandler.invokeDefault(self, method, arguments);
          }
          String types =
              @Stream.of(method.getParameterTypes())
                  .map(Class::getSimpleName)
                  .collect(@Collectors.joining(", "));
          String asked = method.getName() + "(" + types + ")";
          for (int i = 0; i < answers.length; i += 2) {
            if (asked.equals(answers[i])) {
              if (i + 2 < answers.length && asked.equals(answers[i + 2])) {
                answers[i] = null;
              }
              if (answers[i + 1] instanceof Throwable thrown) {
                throw thrown;
              }
              return answers[i + 1];
            }
          }
          Class<?> result = method.getReturnType();
          return result == void.class ? null : @Array.get(@Array.newInstance(result, 1), 0);
        };
    return type.cast(
        @Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
"#;

impl Writer<'_, '_, '_> {
    /// A proxy of an interface that answers by the names of its methods.
    pub(super) fn answering(&mut self, interface: &str, said: &[Said<'_>]) -> Result<Code, String> {
        self.body.stubs.insert(PROXY.to_owned());
        if !self.scope.imports.stubs.contains_key(PROXY) {
            let stub = self.answerer()?;
            self.scope.imports.stubs.insert(PROXY.to_owned(), stub);
        }
        let class = self.scope.name(&JType::class(interface))?;
        let mut arguments = vec![Code::Text(format!("{class}.class"))];
        for (method, said) in said {
            // A generic superinterface declares the method with other types than those that stand for its variables.
            let types = JType::parameters(&method.descriptor).zip(JType::result(&method.written));
            let (parameters, result) = types.ok_or_else(|| format!("{} has a broken descriptor", method.name))?;
            let parameters: Vec<String> = parameters.iter().map(simple_name).collect();
            for (answered, value) in said {
                if !answered.question.is_empty() {
                    return Err(format!("what {} answers hangs on what it is asked", method.name));
                }
                let mut value = self.operand(value)?;
                if !answered.throws && result.is_primitive() && value.of != result {
                    // It becomes an object of this very class.
                    value = self.scope.cast(value, &result)?;
                }
                arguments.push(Code::Text(format!("\"{}({})\"", method.name, parameters.join(", "))));
                arguments.push(value.code);
            }
        }
        Ok(Code::call("answering", arguments))
    }

    /// The method of the file that makes proxies.
    fn answerer(&mut self) -> Result<Stub, String> {
        let mut name = |class: &str| self.scope.name(&JType::class(class));
        let array = name("java.lang.reflect.Array")?;
        let collectors = name("java.util.stream.Collectors")?;
        let handler = name("java.lang.reflect.InvocationHandler")?;
        let proxy = name("java.lang.reflect.Proxy")?;
        let stream = name("java.util.stream.Stream")?;
        let text = ANSWERER
            .replace("@Array", &array)
            .replace("@Collectors", &collectors)
            .replace("@InvocationHandler", &handler)
            .replace("@Proxy", &proxy)
            .replace("@Stream", &stream);
        Ok(Stub {
            name: "answering".to_owned(),
            text,
        })
    }
}

/// How the JDK names a class in short (`Class.getSimpleName`).
fn simple_name(of: &JType) -> String {
    match of {
        JType::Null => "Object".to_owned(),
        JType::Primitive(primitive) => primitive.keyword().to_owned(),
        JType::Array(element) => format!("{}[]", simple_name(element)),
        JType::Class(binary) => simple_class_name(binary).to_owned(),
    }
}
