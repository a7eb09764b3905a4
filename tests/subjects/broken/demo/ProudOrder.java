package demo;

import java.util.Comparator;

/** Breaks comparator-antisymmetric. */
public class ProudOrder implements Comparator<String> {
  @Override
  public int compare(String one, String other) {
    return one.length() == other.length() ? 0 : 1;
  }
}
