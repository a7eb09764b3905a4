package org.palus.worker;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.palus.hook.Probe;

/**
 * What tests leave behind in static fields, as far as can be seen without running code of the
 * program: another value, another object, another number of elements in a collection of the JDK.
 */
final class Statics {
  /** More are not watched: looking at them takes as long as the tests themselves. */
  private static final int MOST = 1_000;

  /** A collection of the JDK may wrap one of the program, whose code must end. */
  private static final int FUEL = 100_000;

  private final List<Field> fields = new ArrayList<>();

  /**
   * Watches the fields of one more class, which must be initialised already.
   *
   * @return how many they are
   */
  int watch(Class<?> owner) {
    int before = fields.size();
    try {
      for (Field field : owner.getDeclaredFields()) {
        if (fields.size() < MOST && mayChange(field)) {
          field.setAccessible(true);
          fields.add(field);
        }
      }
    } catch (RuntimeException | LinkageError closed) {
      // of the JDK, or a type of a field is missing: what is known of the others is enough
    }
    return fields.size() - before;
  }

  private static boolean mayChange(Field field) {
    int modifiers = field.getModifiers();
    if (!Modifier.isStatic(modifiers) || field.isSynthetic()) {
      return false;
    }
    Class<?> type = field.getType();
    return !Modifier.isFinal(modifiers)
        || Map.class.isAssignableFrom(type)
        || Collection.class.isAssignableFrom(type)
        || ThreadLocal.class.isAssignableFrom(type)
        || AtomicBoolean.class.isAssignableFrom(type)
        || Number.class.isAssignableFrom(type);
  }

  /**
   * Writes a word for each watched field, in the order in which they were watched. A word that
   * differs from an earlier one says that the field was changed meanwhile.
   *
   * @return how many words
   */
  int write(ByteBuffer out) {
    out.order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < fields.size(); i++) {
      out.putLong(Long.BYTES * i, word(fields.get(i)));
    }
    return fields.size();
  }

  private static long word(Field field) {
    Probe.refuel(FUEL);
    try {
      return word(field.get(null));
    } catch (Throwable unknown) { // whatever a wrapped collection throws
      return 0;
    } finally {
      Probe.refuel(Integer.MAX_VALUE);
    }
  }

  private static long word(Object value) {
    if (value == null || value.getClass().getClassLoader() != null) {
      return System.identityHashCode(value);
    }
    if (value instanceof Map<?, ?> map) {
      return sized(value, map.size());
    }
    if (value instanceof Collection<?> collection) {
      return sized(value, collection.size());
    }
    if (value.getClass() == ThreadLocal.class) {
      return 31 * (long) System.identityHashCode(value) + word(((ThreadLocal<?>) value).get());
    }
    if (value instanceof AtomicBoolean flag) {
      return flag.get() ? 1 : 0;
    }
    boolean isPlain =
        value instanceof Number || value instanceof String || value instanceof Boolean
            || value instanceof Character;
    return isPlain ? value.toString().hashCode() : System.identityHashCode(value);
  }

  private static long sized(Object value, int size) {
    return (long) size << Integer.SIZE | System.identityHashCode(value);
  }
}
