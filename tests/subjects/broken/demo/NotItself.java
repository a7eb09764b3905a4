package demo;

/** Equals nothing, not even itself. Breaks equals-reflexive. */
public class NotItself {
  private final int value;

  public NotItself(int value) {
    this.value = value;
  }

  @Override
  public boolean equals(Object other) {
    return false;
  }

  @Override
  public int hashCode() {
    return value;
  }
}
