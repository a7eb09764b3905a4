package demo;

/** Final, so that only a mock maker that rewrites the class itself can mock it. */
public final class Door {
  private int opened;

  public int open(int by) {
    opened += by;
    return opened;
  }

  public final boolean isOpen() {
    return opened > 0;
  }
}
