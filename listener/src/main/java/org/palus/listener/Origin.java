package org.palus.listener;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.Function;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;

/** A test as the recorder names it: by the method that makes it, else by class and display name. */
final class Origin {
  /** Binary name of the class. */
  final String owner;

  /** Name of the method, or of the test. */
  final String name;

  /** Descriptor of the method; that of one without parameters where it is not known. */
  final String descriptor;

  /** The method's modifiers; 0 where they are not known. */
  final int access;

  private Origin(String owner, String name, String descriptor, int access) {
    this.owner = owner;
    this.name = name;
    this.descriptor = descriptor;
    this.access = access;
  }

  /**
   * The origin of a test.
   *
   * <p>The invocations of a parameterised method, and the dynamic tests of a factory, are tests of
   * that method: it is what a reader finds in the source.
   *
   * @param parent gives what a test or container stands in
   */
  static Origin of(TestIdentifier test, Function<TestIdentifier, Optional<TestIdentifier>> parent) {
    String owner = null;
    Optional<TestIdentifier> at = Optional.of(test);
    while (at.isPresent()) {
      TestSource source = at.get().getSource().orElse(null);
      if (source instanceof MethodSource) {
        return of((MethodSource) source);
      }
      if (source instanceof ClassSource && owner == null) {
        owner = ((ClassSource) source).getClassName();
      }
      at = parent.apply(at.get());
    }
    String name = test.getDisplayName();
    return new Origin(owner == null ? "" : owner, name, "()V", 0);
  }

  private static Origin of(MethodSource source) {
    String owner = source.getClassName();
    String name = source.getMethodName();
    try {
      // As the recorder names it by itself, so that it is one and the same test.
      Method method = source.getJavaMethod();
      MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
      String declaring = method.getDeclaringClass().getName();
      return new Origin(declaring, name, type.toMethodDescriptorString(), method.getModifiers());
    } catch (RuntimeException | LinkageError e) {
      // Methods of other languages need not be there by that name; older platforms cannot say.
      return new Origin(owner, name, "()V", 0);
    }
  }
}
