package org.palus.worker;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.palus.hook.Probe;

/**
 * What tests leave behind in static fields, as far as can be seen without running code of the
 * program: another value, another object, another number of elements in a collection of the JDK,
 * other elements of an array; and the same in what is held there: registries and caches mostly hang
 * some objects below the field.
 */
final class Statics {
  /** What a text or number adds to its hash code, which is an {@code int} mostly. */
  private static final long IS_THERE = 1L << 40;

  /** More are not watched: looking at them takes as long as the tests themselves. */
  private static final int MOST = 1_000;

  /** So many elements of an array or a collection are looked at. */
  private static final int ELEMENTS = 32;

  /** So many objects below a field are looked into, and none that is deeper down. */
  private static final int BELOW = 100;

  private static final int DEPTH = 6;

  /** Of a final field of these types nothing changes, and their hash codes say what they are. */
  private static final Set<Class<?>> VALUES =
      Set.of(
          String.class,
          Boolean.class,
          Character.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Class.class);

  /** A collection of the JDK may wrap one of the program, whose code must end. */
  private static final int FUEL = 100_000;

  private final List<Place> places = new ArrayList<>();

  private final Map<Class<?>, List<Field>> fieldsOfClasses = new HashMap<>();

  /** The words of objects that were looked into for this or an earlier field; of one that is not done yet the first part. */
  private final Map<Object, Look> looks = new IdentityHashMap<>();

  /** How many objects below the field in question were looked into. */
  private int below;

  /** A field, of an object or static. */
  private record Place(Object holder, Field field) {}

  /**
   * What was seen of an object.
   *
   * @param depth how far below a field it was
   * @param isWhole whether the number of objects below that field was no limit
   */
  private record Look(long word, int depth, boolean isWhole) {}

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
          field.setAccessible(true);
          Object held = field.getType().isPrimitive() ? null : field.get(null);
          List<Field> within = held == null ? List.of() : fieldsOf(held.getClass());
          if (within.isEmpty() || !Modifier.isFinal(field.getModifiers())) {
            watch(null, field);
          }
          // One by one, so that tests which change this and tests which change that are told apart.
          within.forEach(each -> watch(held, each));
        }
      }
    } catch (IllegalAccessException | RuntimeException | LinkageError closed) {
      // of the JDK, or a type of a field is missing: what is known of the others is enough
    }
    return places.size() - before;
  }

  /** The instance fields that classes of the program declare. */
  private List<Field> fieldsOf(Class<?> of) {
    return fieldsOfClasses.computeIfAbsent(
        of,
        any -> {
          List<Field> fields = new ArrayList<>();
          Class<?> type = of;
          while (type != null && type.getClassLoader() != null) {
            for (Field field : type.getDeclaredFields()) {
              boolean isState = !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic();
              // The JDK's platform loader has classes that are closed.
              if (isState && field.trySetAccessible()) {
                fields.add(field);
              }
            }
            type = type.getSuperclass();
          }
          return fields;
        });
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
    boolean isValue = type.isPrimitive() || type.isEnum() || VALUES.contains(type);
    return !Modifier.isFinal(modifiers) || !isValue;
  }

  /**
   * Writes a word for each of some watched fields, in the order in which they were watched. A word
   * that differs from one which an earlier call for the same fields gave says that the field was
   * changed meanwhile.
   *
   * @param from the position of the first
   * @param to the one behind the last; all that follow when it is larger than there are
   * @return how many words
   */
  int write(ByteBuffer out, int from, int to) {
    out.order(ByteOrder.LITTLE_ENDIAN);
    looks.clear();
    int end = Math.min(to, places.size());
    for (int i = from; i < end; i++) {
      out.putLong(Long.BYTES * (i - from), word(places.get(i)));
    }
    return Math.max(end - from, 0);
  }

  private long word(Place place) {
    Probe.refuel(FUEL);
    below = 0;
    try {
      return word(place.field().get(place.holder()), 0);
    } catch (Throwable unknown) { // whatever a wrapped collection throws
      return 0;
    } finally {
      Probe.refuel(Integer.MAX_VALUE);
    }
  }

  private long word(Object value, int depth) throws IllegalAccessException {
    if (value == null) {
      return 0;
    }
    if (value instanceof AtomicBoolean flag) {
      return flag.get() ? 1 : 0;
    }
    if (value.getClass().getClassLoader() == null && isPlain(value)) {
      // An empty text and a boxed zero are not nothing.
      return IS_THERE + plain(value);
    }
    // Many fields lead to the same objects. What was seen of one from nearer is what would be seen from here, but for what leads back to
    // an object that was not done then: a circle is looked at from where it was entered first.
    Look before = looks.get(value);
    if (before != null && before.depth() <= depth && before.isWhole()) {
      return before.word();
    }
    long word = System.identityHashCode(value);
    if (depth == DEPTH || below == BELOW) {
      return word;
    }
    below++;
    looks.put(value, new Look(word, depth, true));
    if (value.getClass().isArray()) {
      word = 31 * word + elements(value, depth);
    } else {
      for (Field field : fieldsOf(value.getClass())) {
        word = 31 * word + word(field.get(value), depth + 1);
      }
      if (value.getClass().getClassLoader() == null) {
        word = 31 * word + held(value, depth);
      }
    }
    looks.put(value, new Look(word, depth, below < BELOW));
    return word;
  }

  private static boolean isPlain(Object value) {
    return value instanceof Number
        || value instanceof String
        || value instanceof Boolean
        || value instanceof Character;
  }

  private static long plain(Object value) {
    if (value instanceof AtomicInteger || value instanceof AtomicLong) {
      return ((Number) value).longValue();
    }
    // Numbers that change and have no hash code of their own.
    boolean isOther = value instanceof Number && !VALUES.contains(value.getClass());
    return isOther ? value.toString().hashCode() : value.hashCode();
  }

  /** The first elements of an array. */
  private long elements(Object array, int depth) throws IllegalAccessException {
    long word = 0;
    int length = Math.min(Array.getLength(array), ELEMENTS);
    for (int i = 0; i < length; i++) {
      word = 31 * word + word(Array.get(array, i), depth + 1);
    }
    return word;
  }

  /** What an object of the JDK holds, of the kinds that hold what the program gave them. */
  private long held(Object holder, int depth) throws IllegalAccessException {
    if (holder instanceof Map<?, ?> map) {
      return map.size() + held(map.values(), depth);
    }
    if (holder instanceof Collection<?> collection) {
      long word = collection.size();
      int left = ELEMENTS;
      for (Object element : collection) {
        if (left-- == 0) {
          break;
        }
        // A sum: the order of a hash table is not that of the one before.
        word += word(element, depth + 1);
      }
      return word;
    }
    if (holder.getClass() == ThreadLocal.class) {
      return word(((ThreadLocal<?>) holder).get(), depth + 1);
    }
    if (holder.getClass() == AtomicReference.class) {
      return word(((AtomicReference<?>) holder).get(), depth + 1);
    }
    return 0;
  }
}
