package demo;

/** Is greater than all others. Breaks compare-to-antisymmetric. */
public class Proud implements Comparable<Proud> {
  private final int value;

  public Proud(int value) {
    this.value = value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Proud && ((Proud) other).value == value;
  }

  @Override
  public int hashCode() {
    return value;
  }

  @Override
  public int compareTo(Proud other) {
    return value == other.value ? 0 : 1;
  }
}
