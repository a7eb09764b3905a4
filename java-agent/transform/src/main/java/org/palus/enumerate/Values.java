package org.palus.enumerate;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** What fields hold that link to no object of the program. */
final class Values {
  private static final Map<Class<?>, IntFunction<Object>> PRIMITIVES = new LinkedHashMap<>();
  private static final Map<Class<?>, IntFunction<Object>> REFERENCES = new LinkedHashMap<>();

  static {
    PRIMITIVES.put(int.class, Integer::valueOf);
    PRIMITIVES.put(long.class, Long::valueOf);
    PRIMITIVES.put(short.class, number -> (short) number);
    PRIMITIVES.put(byte.class, number -> (byte) number);
    PRIMITIVES.put(char.class, number -> (char) number);
    PRIMITIVES.put(float.class, number -> (float) number);
    PRIMITIVES.put(double.class, number -> (double) number);
    REFERENCES.put(Object.class, Integer::valueOf);
    REFERENCES.put(Comparable.class, Integer::valueOf);
    REFERENCES.put(Number.class, Integer::valueOf);
    REFERENCES.put(Integer.class, Integer::valueOf);
    REFERENCES.put(Long.class, Long::valueOf);
    REFERENCES.put(Short.class, number -> (short) number);
    REFERENCES.put(Byte.class, number -> (byte) number);
    REFERENCES.put(Character.class, number -> (char) number);
    REFERENCES.put(Float.class, number -> (float) number);
    REFERENCES.put(Double.class, number -> (double) number);
    REFERENCES.put(String.class, String::valueOf);
  }

  private final int scope;

  Values(int scope) {
    this.scope = scope;
  }

  /**
   * Of a field of this type, null for one of which nothing is known. Numbers are below the scope,
   * and those of a receiver up to it, for it often counts the others. Boxes and strings are such
   * numbers, then null; so are the constants of an enum.
   */
  Object[] of(Class<?> type, boolean isReceiver) {
    if (type == boolean.class) {
      return new Object[] {false, true};
    }
    if (type.isEnum()) {
      Object[] constants = type.getEnumConstants();
      return withNull(constants.length, number -> constants[number]);
    }
    int count = isReceiver ? scope + 1 : scope;
    if (PRIMITIVES.containsKey(type)) {
      Object[] all = withNull(count, PRIMITIVES.get(type));
      return Arrays.copyOf(all, count);
    }
    return REFERENCES.containsKey(type) ? withNull(count, REFERENCES.get(type)) : null;
  }

  /** What a field of this type holds that nobody has set. */
  static Object nothing(Class<?> type) {
    if (type == boolean.class) {
      return false;
    }
    return type.isPrimitive() ? PRIMITIVES.get(type).apply(0) : null;
  }

  private static Object[] withNull(int count, IntFunction<Object> value) {
    Object[] all = new Object[count + 1];
    for (int i = 0; i < count; i++) {
      all[i] = value.apply(i);
    }
    return all;
  }
}
