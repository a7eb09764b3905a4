package org.palus.enumerate;

import java.util.Arrays;

/** What somebody wants of a scope, from a line of columns: see {@link Enumerator}. */
final class Wanted {
  /** The scope. */
  final int scope;

  /** Whether Korat's way is wanted. */
  final boolean isKorat;

  /** Whether structures are told that add no pair. */
  final boolean isAll;

  /** The most seconds; negative for no limit. */
  final double seconds;

  /** Milliseconds that are predicted to be enough; negative for no prediction. */
  final double millis;

  /** By field the size of its extension that is predicted; none for no prediction. */
  private final int[] sizes;

  Wanted(String[] columns) {
    scope = Integer.parseInt(columns[1]);
    isKorat = columns[2].equals("korat");
    isAll = columns[3].equals("all");
    seconds = Double.parseDouble(columns[4]);
    millis = Double.parseDouble(columns[5]);
    String[] told = columns[6].isEmpty() ? new String[0] : columns[6].split(" ");
    sizes = Arrays.stream(told).mapToInt(Integer::parseInt).toArray();
  }

  /** Whether all fields have what is predicted of them. */
  boolean isReached(int[] reached) {
    for (int i = 0; i < sizes.length; i++) {
      if (reached[i] < sizes[i]) {
        return false;
      }
    }
    return sizes.length > 0;
  }
}
