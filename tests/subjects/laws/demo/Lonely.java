package demo;

/** One method alone. */
public class Lonely {
  private int count;

  public int next() {
    return ++count;
  }
}
