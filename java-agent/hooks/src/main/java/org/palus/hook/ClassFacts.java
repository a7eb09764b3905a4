package org.palus.hook;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the hooks know of a class, found out once and then kept with the class, so that it can still
 * be unloaded.
 */
final class ClassFacts {
  /** The name of the injected field. No program has it: {@code $palus} is reserved by us. */
  static final String FIELD = "$palus";

  private static final long IS_FOLLOWED = 1L << 32;
  private static final PerClass FACTS = new PerClass();

  /** How many classes there are whose objects are followed as outside ones. */
  private static final AtomicInteger OUTSIDE = new AtomicInteger();

  /** Number of the class; equal names in different class loaders share one. */
  final int id;

  private final String name;
  private final boolean mayBeOutside;
  private boolean isFollowed;
  private boolean isOutside;
  private int generation;

  /** What places that look at its objects keep; null before the first. */
  private Seen seen;

  /** How profiles of its objects are taken; null before the first. */
  private long[] plan;

  /** Where an object keeps its identity, or 0 when it has no room for one. */
  final int offset;

  /** The class that declares that field; null when there is none. */
  final Class<?> top;

  private ClassFacts(Class<?> type) {
    generation = Tables.generation();
    name = type.getName();
    mayBeOutside = Outside.has(type, name);
    long facts = Trace.classFacts(name);
    id = (int) facts;
    isFollowed = (facts & IS_FOLLOWED) != 0;
    Class<?> highest = null;
    long place = 0;
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      long found = offsetIn(c);
      if (found > 0) {
        highest = c;
        place = found;
      }
    }
    boolean isCopied = highest != null && Cloneable.class.isAssignableFrom(highest.getSuperclass());
    top = isCopied ? null : highest;
    // a superclass without hooks would copy the field with the object
    offset = isCopied ? 0 : (int) place;
  }

  /**
   * Whether the model has an automaton for its objects: some of its methods are recorded. Once it
   * has, this stays; the agent may come when the class has been in use for long.
   */
  boolean isFollowed() {
    return isFollowed || generation != Tables.generation() && askAgain();
  }

  private boolean askAgain() {
    generation = Tables.generation();
    isFollowed = (Trace.classFacts(name) & IS_FOLLOWED) != 0;
    return isFollowed;
  }

  /** Whether objects of this class were followed because watched code had them made. */
  boolean isOutside() {
    return isOutside;
  }

  /** Notes that one is about to be, where that is possible. Says whether it is. */
  boolean mayBeOutside() {
    if (!mayBeOutside || isFollowed()) {
      return false;
    }
    if (!isOutside) {
      isOutside = true;
      OUTSIDE.incrementAndGet();
    }
    return true;
  }

  /** Another number than before when a class may be followed now that was not. */
  static int age() {
    return Tables.generation() + OUTSIDE.get();
  }

  /** What may be known of its objects without asking here; null where that is nothing. */
  Seen seen(Class<?> type) {
    if (offset == 0 && (isFollowed() || isOutside)) {
      return null;
    }
    Seen known = seen;
    if (known == null || known.isStale()) {
      known = new Seen(type, offset);
      seen = known;
    }
    return known;
  }

  boolean hasPlan() {
    return plan != null;
  }

  boolean isNamed(String name) {
    return this.name.equals(name);
  }

  /** How profiles of objects of this class are taken: see {@link Profiles}. */
  long[] plan(Class<?> type) {
    if (plan == null) {
      plan = Profiles.plan(type, id);
    }
    return plan;
  }

  static ClassFacts of(Class<?> type) {
    return FACTS.get(type);
  }

  /** Unlike reflection, this resolves no type of any field, so no class is loaded. */
  private static long offsetIn(Class<?> type) {
    if (type.isArray() || type.isInterface()) {
      return 0;
    }
    try {
      return Memory.U.objectFieldOffset(type, FIELD);
    } catch (InternalError e) { // how Unsafe says that there is no such field
      return 0;
    }
  }

  private static final class PerClass extends ClassValue<ClassFacts> {
    @Override
    protected ClassFacts computeValue(Class<?> type) {
      return new ClassFacts(type);
    }
  }
}
