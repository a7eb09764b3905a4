package demo;

/** Made by the thousand, each used once. */
public class Mark {
  private final int value;

  public Mark(int value) {
    this.value = value;
  }

  public int value() {
    return value;
  }
}
