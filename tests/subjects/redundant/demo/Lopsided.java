package demo;

/** Equals what is greater, which does not equal it. */
public class Lopsided {
  private final int value;

  public Lopsided(int value) {
    this.value = value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Lopsided && value <= ((Lopsided) other).value;
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
