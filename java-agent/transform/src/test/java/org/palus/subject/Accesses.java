package org.palus.subject;

/** Reads and writes fields, its own and one of the JDK. */
public final class Accesses {
  private static long last;
  private int size = 1;

  private void grow(int by) {
    size += by;
    last = by;
  }

  /** The field of {@code System} is not of a class that is recorded. */
  public static long use() {
    Accesses accesses = new Accesses();
    for (int i = 0; i < 3; i++) {
      accesses.grow(i);
    }
    return System.out == null ? 0 : last;
  }
}
