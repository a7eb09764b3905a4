package demo;

/** Not public, so that a proxy for it is a class of this package. */
interface Greeter {
  String greet(String name);

  /** A class that is made when the program runs. */
  static Greeter proxy() {
    return (Greeter)
        java.lang.reflect.Proxy.newProxyInstance(
            Greeter.class.getClassLoader(),
            new Class<?>[] {Greeter.class},
            (self, method, arguments) -> "hello " + arguments[0]);
  }

  /** What the proxy says. */
  final class Made {
    private Made() {}

    public static String greeting() {
      return proxy().greet("you");
    }
  }
}
