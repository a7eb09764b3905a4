package demo;

/** Equals what is next to it. Breaks equals-transitive. */
public class Roughly {
  private final int value;

  public Roughly(int value) {
    this.value = value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Roughly && Math.abs((long) ((Roughly) other).value - value) <= 1;
  }

  @Override
  public int hashCode() {
    return 1;
  }
}
