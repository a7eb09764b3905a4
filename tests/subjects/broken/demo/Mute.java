package demo;

/** Breaks to-string-not-null. */
public class Mute {
  private final int value;

  public Mute(int value) {
    this.value = value;
  }

  @Override
  public String toString() {
    return value == Integer.MIN_VALUE ? "" : null;
  }
}
