package org.palus.worker;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;

/** What an object of an interface has without declaring it: the methods of Object, and default methods. */
final class Inherited {
  private Inherited() {}

  /** Whether the method is such a one. */
  static boolean is(Method method) {
    return method.getDeclaringClass() == Object.class || method.isDefault();
  }

  /** Calls it on a proxy. */
  static Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return identity(proxy, method.getName(), arguments);
    }
    // Not InvocationHandler.invokeDefault: that sees public interfaces only.
    Class<?> owner = method.getDeclaringClass();
    MethodHandle own = Members.lookup(owner).unreflectSpecial(method, owner);
    return own.bindTo(proxy).invokeWithArguments(arguments == null ? new Object[0] : arguments);
  }

  /** As of any object: the text shows an identity, so that no test asserts it. */
  private static Object identity(Object proxy, String method, Object[] arguments) {
    switch (method) {
      case "equals":
        return proxy == arguments[0];
      case "hashCode":
        return System.identityHashCode(proxy);
      default:
        return "Lambda@" + Integer.toHexString(System.identityHashCode(proxy));
    }
  }
}
