package demo;

/** Never made twice alike. */
public class Clock {
  private final long made = System.nanoTime();

  public boolean isOld() {
    return System.nanoTime() < made;
  }
}
