package org.palus.verify;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a test class asks of JUnit, where that is no more than its plainest annotations. A method of
 * such a class runs without an engine as it does in one, but in a third of the time: to find out
 * what a class asks takes longer than to run one of its methods.
 */
final class Plain {
  private static final MethodType NO_ARGUMENTS = MethodType.methodType(void.class);
  private static final MethodType ON_OBJECT = MethodType.methodType(void.class, Object.class);
  private static final MethodType NEW = MethodType.methodType(Object.class);

  private static final Set<String> BEFORE =
      Set.of("org.junit.jupiter.api.BeforeEach", "org.junit.Before");
  private static final Set<String> AFTER =
      Set.of("org.junit.jupiter.api.AfterEach", "org.junit.After");
  private static final Set<String> TEST = Set.of("org.junit.jupiter.api.Test", "org.junit.Test");

  /** They say with what a class runs, not how. */
  private static final Set<String> BESIDE =
      Set.of(
          "org.junit.jupiter.api.parallel.Isolated", "org.junit.jupiter.api.parallel.ResourceLock");

  private final Set<String> tests = new HashSet<>();
  private final List<String> before = new ArrayList<>();
  private final List<String> after = new ArrayList<>();

  private Plain() {}

  /**
   * What that class asks.
   *
   * @return null when it is more than is known here
   */
  static Plain of(Class<?> tests) {
    boolean isPlain =
        tests.getSuperclass() == Object.class
            && tests.getInterfaces().length == 0
            && isPlainlyMade(tests.getDeclaredConstructors())
            && areKnown(tests.getDeclaredAnnotations());
    Plain plain = new Plain();
    for (Method method : tests.getDeclaredMethods()) {
      isPlain = isPlain && plain.takes(method);
    }
    // Of several, an engine decides which comes first.
    boolean isOrdered = plain.before.size() <= 1 && plain.after.size() <= 1;
    return isPlain && isOrdered ? plain : null;
  }

  private static boolean isPlainlyMade(Constructor<?>[] constructors) {
    return constructors.length == 1 && constructors[0].getParameterCount() == 0;
  }

  private static boolean areKnown(Annotation[] annotations) {
    for (Annotation annotation : annotations) {
      if (!BESIDE.contains(annotation.annotationType().getName())) {
        return false;
      }
    }
    return true;
  }

  /** Notes what an engine does with the method; false where that cannot be told. */
  private boolean takes(Method method) {
    Annotation[] annotations = method.getDeclaredAnnotations();
    if (annotations.length == 0) {
      return true;
    }
    String name = annotations[0].annotationType().getName();
    boolean isPlain =
        annotations.length == 1
            && method.getParameterCount() == 0
            && method.getReturnType() == void.class
            && !Modifier.isStatic(method.getModifiers())
            && !Modifier.isPrivate(method.getModifiers())
            && isBare(annotations[0]);
    if (isPlain && TEST.contains(name)) {
      return tests.add(method.getName());
    }
    if (isPlain && BEFORE.contains(name)) {
      return before.add(method.getName());
    }
    return isPlain && AFTER.contains(name) && after.add(method.getName());
  }

  /** Whether nothing is said with it: JUnit 4 has limits of time and expected exceptions there. */
  private static boolean isBare(Annotation annotation) {
    for (Method element : annotation.annotationType().getDeclaredMethods()) {
      try {
        if (!element.invoke(annotation).equals(element.getDefaultValue())) {
          return false;
        }
      } catch (ReflectiveOperationException e) {
        return false;
      }
    }
    return true;
  }

  /** Whether it can run that method. */
  boolean has(String method) {
    return tests.contains(method);
  }

  /**
   * Runs a method of the class, which may have been loaded anew.
   *
   * @throws Throwable what the test threw, or else what was thrown behind it
   */
  void run(Class<?> tests, String method) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(tests, MethodHandles.lookup());
    Object instance =
        (Object) lookup.findConstructor(tests, NO_ARGUMENTS).asType(NEW).invokeExact();
    Throwable thrown = null;
    try {
      call(lookup, instance, before);
      call(lookup, instance, List.of(method));
    } catch (Throwable failure) {
      thrown = failure;
    }
    try {
      call(lookup, instance, after);
    } catch (Throwable failure) {
      thrown = thrown == null ? failure : thrown;
    }
    if (thrown != null) {
      throw thrown;
    }
  }

  private static void call(MethodHandles.Lookup lookup, Object instance, List<String> methods)
      throws Throwable {
    for (String method : methods) {
      MethodHandle handle =
          lookup.findVirtual(instance.getClass(), method, NO_ARGUMENTS).asType(ON_OBJECT);
      handle.invokeExact(instance);
    }
  }
}
