package demo;

/** Is shut until somebody opens it. */
public final class Door {
  private boolean isOpen;

  /** Whether it is. */
  public boolean isOpen() {
    return isOpen;
  }

  /** From a strongbox. */
  void open() {
    isOpen = true;
  }
}
