package org.palus.hook;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the hooks know of a class, found out once and then kept with the class, so that it can still
 * be unloaded.
 */
final class ClassFacts {
  /** The name of the injected field. No program has it: {@code $palus} is reserved by us. */
  static final String FIELD = "$palus";

  private static final long IS_FOLLOWED = 1L << 32;
  private static final long IS_OF_TESTS = 1L << 33;
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

  /** What places keep that ask whose code answers; null before the first. */
  private WeakReference<Class<?>> held;

  /** Whether it stands in for a class, or is of tests: what it does is not the program's. */
  private final boolean isDouble;

  /** Whether it is that of a lambda which stands in recorded code. */
  private final boolean isLambda;

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
    isDouble = (facts & IS_OF_TESTS) != 0 || Doubles.isDouble(name);
    String around = Doubles.around(name);
    isLambda = around != null && (Trace.classFacts(around) & IS_FOLLOWED) != 0;
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

  /**
   * Whether what its objects do is the program's code: that of a lambda is where it stands. Mocks
   * and what stands in tests are not, whatever package they are in.
   */
  boolean isRecorded() {
    return !isDouble && (isLambda || isFollowed());
  }

  /** The class, held weakly. */
  WeakReference<?> held(Class<?> type) {
    if (held == null) {
      held = new WeakReference<>(type);
    }
    return held;
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
