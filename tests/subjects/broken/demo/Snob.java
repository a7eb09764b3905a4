package demo;

/** Equals what is at least as great. Breaks equals-symmetric. */
public class Snob {
  private final int value;

  public Snob(int value) {
    this.value = value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Snob && ((Snob) other).value >= value;
  }

  @Override
  public int hashCode() {
    return 1;
  }
}
