package demo;

/** Numbers between two, which are of a type that several bounds describe: erasure keeps the first. */
public final class Range {
  private final Number from;
  private final Number to;

  public <T extends Number & Comparable<? super T>, U extends Number & Comparable<? super U>> Range(
      T from, U to) {
    if (from == null) {
      throw new IllegalArgumentException("a range begins somewhere");
    }
    this.from = from;
    this.to = to;
  }

  public static <T extends Number & Comparable<T>> boolean isOrdered(T first, T second) {
    return first.compareTo(second) <= 0;
  }

  public static <T extends Object & Comparable<T>> boolean isLess(T first, T second) {
    return first.compareTo(second) < 0;
  }

  public Number from() {
    return from;
  }

  public boolean isWide() {
    return to.intValue() - from.intValue() > 100;
  }
}
