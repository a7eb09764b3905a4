package demo;

import java.util.Comparator;

/** Keeps the contract of Comparator. */
public class LengthOrder implements Comparator<String> {
  @Override
  public int compare(String one, String other) {
    return Integer.compare(one.length(), other.length());
  }
}
