package demo;

/** Does not expect null. Breaks equals-null. */
public class NullHater {
  private final int value;

  public NullHater(int value) {
    this.value = value;
  }

  @Override
  public boolean equals(Object other) {
    return getClass() == other.getClass() && ((NullHater) other).value == value;
  }

  @Override
  public int hashCode() {
    return value;
  }
}
