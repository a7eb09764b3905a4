package org.palus.hook;

import jdk.internal.misc.Unsafe;

/**
 * Access to memory that the native agent owns, and to the fields of objects. The agent exports
 * {@code jdk.internal.misc} to the boot loader's unnamed module before this class is initialised.
 */
final class Memory {
  static final Unsafe U = Unsafe.getUnsafe();

  private static final boolean HAS_GET_REFERENCE = hasGetReference();

  /** What {@link #hasGetReference} reads. */
  private Object reference;

  private Memory() {}

  /** A reference in an object; {@code offset} is that of a field with a reference. */
  static Object reference(Object object, long offset) {
    return HAS_GET_REFERENCE ? U.getReference(object, offset) : U.getObject(object, offset);
  }

  /** JDK 12 gave the method its name of today (JDK-8207146), and later ones dropped the old one. */
  private static boolean hasGetReference() {
    try {
      U.getReference(new Memory(), U.objectFieldOffset(Memory.class, "reference"));
      return true;
    } catch (NoSuchMethodError e) {
      return false;
    }
  }
}
