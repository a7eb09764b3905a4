package demo;

/** Compares without the sign that equals looks at. Breaks compare-to-equals. */
public class Lazy implements Comparable<Lazy> {
  private final int value;

  public Lazy(int value) {
    this.value = value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Lazy && ((Lazy) other).value == value;
  }

  @Override
  public int hashCode() {
    return value;
  }

  @Override
  public int compareTo(Lazy other) {
    return Long.compare(Math.abs((long) value), Math.abs((long) other.value));
  }
}
