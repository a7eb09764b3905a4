package demo;

/** Each has a number of its own. */
public class Numbered {
  private static int next;

  private final int number = next++;

  public int number() {
    return number;
  }
}
