package demo;

/** What it does hangs on how many there are. */
public class Counted {
  private static int count;

  public boolean isFirst() {
    return count++ == 0;
  }
}
