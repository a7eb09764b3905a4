package org.palus.subject;

import java.util.Arrays;

/** Makes small and large arrays. */
public final class Allocating {
  private static final int LARGE = 500_000_000;

  private Allocating() {}

  /** As many elements as all its arrays have. */
  public static int small() {
    long[] numbers = new long[1];
    Object[] references = new Object[2];
    StringBuilder builder = new StringBuilder(3).append("abc");
    int[][] table = new int[1][2];
    String[][][] shelves = new String[1][1][1];
    return Arrays.copyOf(numbers, 1).length
        + table[0].length
        + shelves[0][0].length
        + references.length
        + builder.length();
  }

  public static int bytes() {
    return new byte[LARGE].length;
  }

  public static int references() {
    return new String[LARGE].length;
  }

  public static int rows() {
    return new double[LARGE / 100][2].length;
  }

  public static int cubes() {
    return new byte[1][LARGE / 1000][LARGE / 1000].length;
  }

  public static int negative() {
    return new double[LARGE][-1].length;
  }

  public static int builder() {
    return new StringBuilder(LARGE).capacity();
  }

  public static int copy() {
    return Arrays.copyOf(new int[1], LARGE).length;
  }
}
