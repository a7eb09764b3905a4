package org.palus.enumerate;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/** Constructors without arguments. */
final class Makers {
  /** As deserialisation makes objects; by reflection, for compilers warn of this class. */
  private static final Object FACTORY;

  private static final Method SERIALISED;

  static {
    try {
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      FACTORY = factory.getMethod("getReflectionFactory").invoke(null);
      SERIALISED =
          factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Makers() {}

  /** The class's own; null where it has none that makes an object. */
  static Constructor<?> own(Class<?> type) {
    try {
      Constructor<?> own = type.getDeclaredConstructor();
      own.setAccessible(true);
      own.newInstance();
      return own;
    } catch (ReflectiveOperationException | LinkageError | RuntimeException none) {
      return null;
    }
  }

  /** One that runs no code of the class. */
  static Constructor<?> bare(Class<?> type) {
    try {
      Constructor<?> plain = Object.class.getDeclaredConstructor();
      return (Constructor<?>) SERIALISED.invoke(FACTORY, type, plain);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
