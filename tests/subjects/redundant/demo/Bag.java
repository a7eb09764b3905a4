package demo;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Holds things of many kinds, and counts who looks, which is no part of what it equals. */
public class Bag {
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private final TreeSet<Long> numbers = new TreeSet<>();
  private final char[] letters = {'a', '\t', '\u2192'};
  private final Object[] things = {TimeUnit.DAYS, String.class, new BigDecimal("-12.30"), null};
  private double ratio = Double.NaN;
  private Bag inner;
  private int looks;

  public Bag(int depth) {
    names.add("one\ttwo");
    counts.put("x", depth);
    numbers.add(7L);
    inner = depth == 0 ? this : new Bag(depth - 1);
  }

  public int look() {
    looks++;
    if (looks > 1) {
      again();
    }
    return names.size();
  }

  private void again() {}

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (other == null || getClass() != other.getClass()) {
      return false;
    }
    Bag that = (Bag) other;
    return names.equals(that.names)
        && counts.equals(that.counts)
        && numbers.equals(that.numbers)
        && Arrays.equals(letters, that.letters)
        && Arrays.equals(things, that.things)
        && Double.compare(ratio, that.ratio) == 0
        && (inner == this ? that.inner == that : Objects.equals(inner, that.inner));
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }
}
