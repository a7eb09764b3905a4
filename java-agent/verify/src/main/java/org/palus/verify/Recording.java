package org.palus.verify;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * The recorder in this virtual machine, where there is one: it is told which test runs, by the
 * class that the test belongs to and not by one that it inherits it from.
 */
final class Recording {
  private static final String HOOK = "org.palus.hook.Tests";

  private final Method starts;
  private final Method ends;

  private Recording(Method starts, Method ends) {
    this.starts = starts;
    this.ends = ends;
  }

  /** The recorder; null when there is none. */
  static Recording find() {
    try {
      Class<?> hook = Class.forName(HOOK, false, null);
      return new Recording(
          hook.getMethod(
              "begins", String.class, String.class, String.class, String.class, int.class),
          hook.getMethod("finishes", int.class));
    } catch (ReflectiveOperationException | LinkageError | SecurityException e) {
      return null;
    }
  }

  /**
   * A test starts in this thread.
   *
   * @return its number for {@link #ends}, 0 when it does not count
   */
  int starts(MethodSource source) {
    String type = source.getClassName();
    String name = source.getMethodName();
    try {
      // Which method the recorder sees entered, maybe in another thread, with a limit to its time.
      Method method = source.getJavaMethod();
      Class<?> result = method.getReturnType();
      String descriptor =
          MethodType.methodType(result, method.getParameterTypes()).toMethodDescriptorString();
      String declaring = method.getDeclaringClass().getName();
      return starts(type, declaring, name, descriptor, method.getModifiers());
    } catch (RuntimeException | LinkageError e) {
      // Methods of other languages need not be there by that name; older platforms cannot say.
      return starts(type, type, name, "()V", 0);
    }
  }

  private int starts(String type, String declaring, String name, String descriptor, int access) {
    try {
      return (int) starts.invoke(null, type, declaring, name, descriptor, access);
    } catch (ReflectiveOperationException | LinkageError e) {
      return 0;
    }
  }

  /** The test of that number ends. */
  void ends(int test) {
    try {
      ends.invoke(null, test);
    } catch (ReflectiveOperationException | LinkageError e) {
      // A test is not to fail for the recorder's sake.
    }
  }
}
