package org.palus.program;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/** Constructors that run no code of their classes: all fields hold nothing. */
public final class Bare {
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

  private Bare() {}

  /** The one of that class. */
  public static Constructor<?> constructor(Class<?> type) throws ReflectiveOperationException {
    Constructor<?> plain = Object.class.getDeclaredConstructor();
    return (Constructor<?>) SERIALISED.invoke(FACTORY, type, plain);
  }
}
