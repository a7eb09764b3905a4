package threads;

/** Hands something on to every thread that comes. */
public class Inherits {
  private static final InheritableThreadLocal<Object> HANDED =
      new InheritableThreadLocal<>() {
        @Override
        protected Object childValue(Object value) {
          System.exit(20);
          return value;
        }
      };

  public int hand(Object value) {
    HANDED.set(value);
    return 1;
  }

  public int name(String name) {
    Thread.currentThread().setName(name);
    Thread.currentThread().setContextClassLoader(null);
    return 2;
  }
}
