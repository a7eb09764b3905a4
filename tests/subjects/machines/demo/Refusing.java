package demo;

/** Cannot be made. */
public class Refusing {
  public Refusing() {
    throw new IllegalStateException("not today");
  }

  public boolean isMade() {
    return true;
  }
}
