package demo;

/** What each has measured, and the most that was measured at once. */
public class Meter {
  private static int peak;

  private int own;

  public void add(int amount) {
    own += amount;
    peak = Math.max(peak, amount);
  }

  public int own() {
    return own;
  }

  public static int peak() {
    return peak;
  }

  public static void reset() {
    peak = 0;
  }
}
