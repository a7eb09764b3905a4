package org.palus.worker;

import org.palus.hook.Tags;

/** Primitive types, their tags and their boxes. */
final class Primitives {
  private static final Class<?>[] TYPES = {
    boolean.class,
    byte.class,
    char.class,
    short.class,
    int.class,
    long.class,
    float.class,
    double.class
  };

  private Primitives() {}

  /** The primitive type or {@code void} of this name, or null. */
  static Class<?> type(String name) {
    for (Class<?> type : TYPES) {
      if (type.getName().equals(name)) {
        return type;
      }
    }
    return name.equals("void") ? void.class : null;
  }

  /** Its tag; {@link Tags#NONE} for a reference type and {@code void}. */
  static int tag(Class<?> type) {
    for (int i = 0; i < TYPES.length; i++) {
      if (TYPES[i] == type) {
        return Tags.BOOLEAN + i;
      }
    }
    return Tags.NONE;
  }

  static Object box(int tag, long bits) {
    switch (tag) {
      case Tags.BOOLEAN:
        return bits != 0;
      case Tags.BYTE:
        return (byte) bits;
      case Tags.CHAR:
        return (char) bits;
      case Tags.SHORT:
        return (short) bits;
      case Tags.INT:
        return (int) bits;
      case Tags.LONG:
        return bits;
      case Tags.FLOAT:
        return Float.intBitsToFloat((int) bits);
      case Tags.DOUBLE:
        return Double.longBitsToDouble(bits);
      default:
        throw new IllegalArgumentException("no literal has the tag " + tag);
    }
  }

  /** Whether a box can be passed for a parameter of the primitive type with this tag (JLS 5.3). */
  static boolean accepts(int parameter, Object box) {
    if (box == null) {
      return false;
    }
    int given = Tags.of(box) - Tags.BOXED;
    if (given == parameter) {
      return true;
    }
    if (given < Tags.BYTE || given > Tags.DOUBLE) {
      return false;
    }
    // the tags are in the order in which types widen, but that nothing widens to char
    return parameter >= Tags.INT
        ? given < parameter
        : parameter == Tags.SHORT && given == Tags.BYTE;
  }
}
