package demo;

/** So large that a test of many calls is not looked at to its end. */
public class Sheet {
  private final int[] cells = new int[400_000];

  public void set(int cell, int value) {
    cells[cell] = value;
  }
}
