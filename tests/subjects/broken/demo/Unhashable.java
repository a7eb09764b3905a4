package demo;

/** Breaks hash-code-returns. */
public class Unhashable {
  private final int value;

  public Unhashable(int value) {
    this.value = value;
  }

  @Override
  public int hashCode() {
    throw new IllegalStateException("no hash code for " + value);
  }
}
