package demo;

/** Notes what it is asked. */
public final class Third {
  public int twice(int number) {
    Voice.note("asked");
    return number > 1000 ? number : 2 * number;
  }
}
