package org.palus.worker;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.palus.hook.Probe;

/**
 * What tests leave behind in static fields, as far as can be seen without running code of the
 * program: another value, another object, another number of elements in a collection of the JDK,
 * other elements of an array; and the same in the fields of an object that a static field holds.
 */
final class Statics {
  /** More are not watched: looking at them takes as long as the tests themselves. */
  private static final int MOST = 1_000;

  /** So many elements of an array are looked at. */
  private static final int ELEMENTS = 32;

  /** A collection of the JDK may wrap one of the program, whose code must end. */
  private static final int FUEL = 100_000;

  private final List<Place> places = new ArrayList<>();

  /** A field, of an object or static. */
  private record Place(Object holder, Field field) {}

  /**
   * Watches the fields of one more class, which must be initialised already.
   *
   * @return how many words they make
   */
  int watch(Class<?> owner) {
    int before = places.size();
    try {
      for (Field field : owner.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          watch(null, field);
          if (!field.getType().isPrimitive()) {
            field.setAccessible(true);
            watchWithin(field.get(null));
          }
        }
      }
    } catch (IllegalAccessException | RuntimeException | LinkageError closed) {
      // of the JDK, or a type of a field is missing: what is known of the others is enough
    }
    return places.size() - before;
  }

  /** Watches the fields of an object that is there for all tests. */
  private void watchWithin(Object held) {
    Class<?> type = held == null ? null : held.getClass();
    while (type != null && type.getClassLoader() != null) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          watch(held, field);
        }
      }
      type = type.getSuperclass();
    }
  }

  private void watch(Object holder, Field field) {
    if (places.size() < MOST && mayChange(field)) {
      field.setAccessible(true);
      places.add(new Place(holder, field));
    }
  }

  private static boolean mayChange(Field field) {
    int modifiers = field.getModifiers();
    if (field.isSynthetic()) {
      return false;
    }
    Class<?> type = field.getType();
    return !Modifier.isFinal(modifiers)
        || type.isArray()
        || Map.class.isAssignableFrom(type)
        || Collection.class.isAssignableFrom(type)
        || ThreadLocal.class.isAssignableFrom(type)
        || AtomicBoolean.class.isAssignableFrom(type)
        || AtomicReference.class.isAssignableFrom(type)
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
    for (int i = 0; i < places.size(); i++) {
      out.putLong(Long.BYTES * i, word(places.get(i)));
    }
    return places.size();
  }

  private static long word(Place place) {
    Probe.refuel(FUEL);
    try {
      return word(place.field().get(place.holder()));
    } catch (Throwable unknown) { // whatever a wrapped collection throws
      return 0;
    } finally {
      Probe.refuel(Integer.MAX_VALUE);
    }
  }

  private static long word(Object value) {
    if (value != null && value.getClass().isArray()) {
      return elements(value);
    }
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
    if (value.getClass() == AtomicReference.class) {
      return word(((AtomicReference<?>) value).get());
    }
    boolean isPlain =
        value instanceof Number || value instanceof String || value instanceof Boolean
            || value instanceof Character;
    return isPlain ? value.toString().hashCode() : System.identityHashCode(value);
  }

  /** The first elements: numbers by their values, others by which objects they are. */
  private static long elements(Object array) {
    long word = System.identityHashCode(array);
    boolean isPrimitive = array.getClass().getComponentType().isPrimitive();
    int length = Math.min(Array.getLength(array), ELEMENTS);
    for (int i = 0; i < length; i++) {
      Object element = Array.get(array, i);
      word = 31 * word + (isPrimitive ? element.hashCode() : System.identityHashCode(element));
    }
    return word;
  }

  private static long sized(Object value, int size) {
    return (long) size << Integer.SIZE | System.identityHashCode(value);
  }
}
