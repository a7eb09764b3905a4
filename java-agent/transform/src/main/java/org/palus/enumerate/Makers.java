package org.palus.enumerate;

import java.lang.reflect.Constructor;
import org.palus.program.Bare;

/** Constructors without arguments. */
final class Makers {
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
      return Bare.constructor(type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
