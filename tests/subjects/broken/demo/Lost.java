package demo;

/** Has no hash code of its own. Breaks equals-hash-code. */
public class Lost {
  private final int value;

  public Lost(int value) {
    this.value = value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Lost && ((Lost) other).value == value;
  }
}
