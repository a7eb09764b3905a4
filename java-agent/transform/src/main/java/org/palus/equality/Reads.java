package org.palus.equality;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** What woven methods read of objects: names of fields, positions in arrays. */
public final class Reads {
  /** Stands for the length of an array. */
  static final Integer LENGTH = -1;

  private static Map<Object, Set<Object>> reads = new IdentityHashMap<>();
  private static Thread watched;

  private Reads() {}

  /** Notes what this thread reads from now on. */
  static void begin() {
    reads = new IdentityHashMap<>();
    watched = Thread.currentThread();
  }

  /** What was read, by object. */
  static Map<Object, Set<Object>> end() {
    watched = null;
    return reads;
  }

  /** A field is about to be read. */
  public static void field(Object object, String name) {
    note(object, name);
  }

  /** An element is about to be read. */
  public static void element(Object array, int index) {
    note(array, index);
  }

  /** The length of an array is about to be read. */
  public static void length(Object array) {
    note(array, LENGTH);
  }

  private static void note(Object object, Object what) {
    if (object != null && Thread.currentThread() == watched) {
      reads.computeIfAbsent(object, unknown -> new HashSet<>()).add(what);
    }
  }
}
