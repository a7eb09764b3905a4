package demo;

/** Throws when it meets one that differs. Breaks equals-returns. */
public class Grumpy {
  private final int value;

  public Grumpy(int value) {
    this.value = value;
  }

  @Override
  public boolean equals(Object other) {
    if (other instanceof Grumpy && ((Grumpy) other).value != value) {
      throw new IllegalStateException("not like me");
    }
    return other instanceof Grumpy;
  }

  @Override
  public int hashCode() {
    return 1;
  }
}
