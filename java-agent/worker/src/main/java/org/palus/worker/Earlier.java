package org.palus.worker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.palus.hook.Probe;

/**
 * Objects of earlier sequences, one of each set of equal ones. A sequence whose objects all equal
 * earlier ones is redundant for feedback-directed random generation (Pacheco, Lahiri, Ernst, Ball:
 * ICSE 2007, section 2.3).
 */
final class Earlier {
  /** So many of a class are kept; then it begins anew. */
  private static final int MOST = 200;

  /** For one search in a table: hash code and equality are code of the program. */
  private static final int FUEL = 100_000;

  /** Stands for a class whose objects equal themselves alone. */
  private static final Set<Object> BY_IDENTITY = Set.of();

  private final Map<Class<?>, Set<Object>> byClass = new HashMap<>();

  /** Whether no earlier object equals it. It is then an earlier one for those that follow. */
  boolean lacks(Object object) {
    if (object == null) {
      return false;
    }
    Set<Object> known = byClass.computeIfAbsent(object.getClass(), Earlier::begin);
    if (known == BY_IDENTITY) {
      return true;
    }
    if (known.size() >= MOST) {
      known.clear();
    }
    Probe.refuel(FUEL);
    try {
      return known.add(object);
    } catch (Throwable unknown) { // whatever the code under test throws
      return true;
    } finally {
      Probe.refuel(Integer.MAX_VALUE);
    }
  }

  private static Set<Object> begin(Class<?> type) {
    try {
      Class<?> owner = type.getMethod("equals", Object.class).getDeclaringClass();
      return owner == Object.class ? BY_IDENTITY : new HashSet<>();
    } catch (NoSuchMethodException | LinkageError unknown) {
      return BY_IDENTITY;
    }
  }
}
