package demo;

import java.util.Comparator;

/** Breaks comparator-consistent. */
public class RoughOrder implements Comparator<String> {
  @Override
  public int compare(String one, String other) {
    int ahead = one.length() - other.length();
    return Math.abs(ahead) <= 1 ? 0 : ahead;
  }
}
