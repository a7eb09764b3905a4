package org.palus.hook;

import java.lang.reflect.Array;

/**
 * Abstract object profiles: of each field of an object one of few values, packed into one word
 * (layout: native/trace/src/profile.rs). Which fields there are and where they lie is found out
 * once for a class, without reflection, which would load the types of the fields; after that a
 * profile takes one read a field. No method of the program is called.
 *
 * <p>A plan has one word for each field: its offset from bit 32, from bit 16 the mask that its bits
 * fit into, from bit 8 its lowest bit in the profile, below that the kind of field by its {@link
 * Tags}.
 */
public final class Profiles {
  /** The plan of a class whose objects get no profile. */
  static final long[] NO_PLAN = {0};

  /** Elements of an array that are looked at for a null. */
  static final int SCANNED = 64;

  /** Set in every profile. */
  private static final long TAKEN = 1;

  private static final char SEPARATOR = ';';

  private Profiles() {}

  /** The profile of an object, 0 when there is none. */
  public static long of(Object object) {
    return of(object, ClassFacts.of(object.getClass()));
  }

  static long of(Object object, ClassFacts facts) {
    long[] plan = facts.plan(object.getClass());
    if (plan == NO_PLAN) {
      return 0;
    }
    long profile = TAKEN;
    for (long field : plan) {
      long mask = field >>> 16 & 0xFFFF;
      profile |= (abstraction(object, field >>> 32, (int) field & 0xFF) & mask) << (field >>> 8);
    }
    return profile;
  }

  /** Below 0, at 0, above 0, no number: 0 to 3. Otherwise see the methods called. */
  private static long abstraction(Object object, long offset, int kind) {
    switch (kind) {
      case Tags.BOOLEAN:
        return Memory.U.getByte(object, offset);
      case Tags.BYTE:
        return 1 + Integer.signum(Memory.U.getByte(object, offset));
      case Tags.CHAR:
        return Memory.U.getShort(object, offset) == 0 ? 1 : 2;
      case Tags.SHORT:
        return 1 + Integer.signum(Memory.U.getShort(object, offset));
      case Tags.INT:
        return 1 + Integer.signum(Memory.U.getInt(object, offset));
      case Tags.LONG:
        return 1 + Long.signum(Memory.U.getLong(object, offset));
      case Tags.FLOAT:
        return floating(Float.intBitsToFloat(Memory.U.getInt(object, offset)));
      case Tags.DOUBLE:
        return floating(Double.longBitsToDouble(Memory.U.getLong(object, offset)));
      case Tags.ENUM:
        return constant(Memory.reference(object, offset));
      case Tags.ARRAY:
        return array(Memory.reference(object, offset));
      default:
        return Memory.reference(object, offset) == null ? 0 : 1;
    }
  }

  private static long floating(double value) {
    return value < 0 ? 0 : value == 0 ? 1 : value > 0 ? 2 : 3;
  }

  /** 0 for null, otherwise the ordinal plus 1. */
  private static long constant(Object value) {
    return value instanceof Enum ? 1 + ((Enum<?>) value).ordinal() : 0;
  }

  /** Null, empty, with a null among its first elements, other: 0 to 3. */
  private static long array(Object array) {
    if (array == null) {
      return 0;
    }
    if (Array.getLength(array) == 0) {
      return 1;
    }
    return array instanceof Object[] && hasNull((Object[]) array) ? 2 : 3;
  }

  private static boolean hasNull(Object[] array) {
    int scanned = Math.min(SCANNED, array.length);
    for (int i = 0; i < scanned; i++) {
      if (array[i] == null) {
        return true;
      }
    }
    return false;
  }

  /**
   * Asks the native agent for the fields of a class. The answer has for each of them four
   * characters (superclasses up from the class, kind, mask, lowest bit) and its name, ended by a
   * semicolon, which no name holds (JVMS 4.2.2).
   */
  static long[] plan(Class<?> type, int id) {
    String layout = Trace.layout(type, id);
    if (layout == null) {
      return NO_PLAN;
    }
    long[] plan = new long[count(layout)];
    int start = 0;
    for (int i = 0; i < plan.length; i++) {
      int end = layout.indexOf(SEPARATOR, start + 4);
      Class<?> declaring = type;
      for (int up = layout.charAt(start); up > 0; up--) {
        declaring = declaring.getSuperclass();
      }
      long offset = Memory.U.objectFieldOffset(declaring, layout.substring(start + 4, end));
      long kind = layout.charAt(start + 1);
      long mask = layout.charAt(start + 2);
      long shift = layout.charAt(start + 3);
      plan[i] = offset << 32 | mask << 16 | shift << 8 | kind;
      start = end + 1;
    }
    return plan;
  }

  /** Not the semicolons: one of the four characters may be one as well. */
  private static int count(String layout) {
    int count = 0;
    int start = 0;
    while (start < layout.length()) {
      start = layout.indexOf(SEPARATOR, start + 4) + 1;
      count++;
    }
    return count;
  }
}
