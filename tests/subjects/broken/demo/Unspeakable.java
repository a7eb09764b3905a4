package demo;

/** Breaks to-string-returns. */
public class Unspeakable {
  private final int value;

  public Unspeakable(int value) {
    this.value = value;
  }

  @Override
  public String toString() {
    return "ab".substring(3 + Math.abs(value % 5));
  }
}
