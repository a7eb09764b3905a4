package org.palus.subject;

/** Reads the clock. */
public final class Timed {
  private static final long A_SECOND = 1_000;

  private Timed() {}

  /** Whether no second passes between two readings. */
  public static boolean atOnce() {
    long began = System.nanoTime();
    return System.nanoTime() - began < A_SECOND * 1_000_000;
  }

  /** The day, as code under test reads it. */
  public static long day() {
    return System.currentTimeMillis() / (24 * 60 * 60 * A_SECOND);
  }

  /** As {@link #atOnce}, by the other clock. */
  public static boolean atOnceByTheWall() {
    long began = System.currentTimeMillis();
    return System.currentTimeMillis() - began < A_SECOND;
  }
}
