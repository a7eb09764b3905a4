package org.palus.worker;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** What a lambda of a test does, for any functional interface. */
final class Lambda implements InvocationHandler {
  /** The body of one that runs its first parameter; of the second one less, and so on. */
  private static final int RUNS = -1_000;

  private final int body;
  private final Object value;

  private Lambda(int body, Object value) {
    this.body = body;
    this.value = value;
  }

  /**
   * Makes one.
   *
   * @param body from -2 downwards: it returns its first, second, ... parameter; from -1000 downwards
   *     it runs that
   * @param value what it returns otherwise; null where its method is void
   */
  static Object of(Class<?> type, int body, Object value) {
    if (type == null || !type.isInterface()) {
      throw new IllegalArgumentException("the type of the lambda is no interface");
    }
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new Lambda(body, value));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (Inherited.is(method)) {
      return Inherited.call(proxy, method, arguments);
    }
    if (body <= RUNS) {
      ((Runnable) arguments[RUNS - body]).run();
      return null;
    }
    return body <= -2 ? arguments[-2 - body] : value;
  }
}
