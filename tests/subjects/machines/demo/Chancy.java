package demo;

/** Draws a number that no state of it holds. */
public class Chancy {
  private static int drawn;
  private boolean lit;

  public void flip() {
    lit = !lit;
  }

  public boolean isLit() {
    return lit;
  }

  public int ticket() {
    return ++drawn;
  }
}
