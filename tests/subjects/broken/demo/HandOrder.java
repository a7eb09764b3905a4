package demo;

import java.util.Comparator;

/** Breaks comparator-transitive. */
public class HandOrder implements Comparator<String> {
  @Override
  public int compare(String one, String other) {
    int ahead = Math.floorMod(one.length() - other.length(), 3);
    return ahead == 2 ? -1 : ahead;
  }
}
